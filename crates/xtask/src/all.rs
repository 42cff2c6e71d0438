//! What a person does first: start the app, or run every test.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{NODE, Outcome, find, run, step};
use crate::web;

/// How to get a browser.
const CHROMIUM: &str = "Chromium is missing, in which the pages are tested; install it (apt-get install chromium, or \
    https://www.chromium.org), or let CHROMIUM say where one is";
/// What Chromium is called.
const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// Builds the app and the program, and serves it with these arguments.
pub(crate) fn app(root: &Path, arguments: &[&str]) -> Outcome {
    web::build(root)?;
    step("building the program and starting the app");
    run(cargo(root).args(["run", "--locked", "--release", "--", "serve"]).args(arguments), "")
}

/// Builds everything and runs every test.
pub(crate) fn test(root: &Path) -> Outcome {
    // What is missing is said before anything long begins.
    let browser = browser()?;
    web::build(root)?;
    step("testing the crates");
    run(cargo(root).args(["test", "--locked", "--workspace"]), "")?;
    step("checking the types and the style of the pages");
    web::script(root, "check")?;
    web::script(root, "lint")?;
    step("testing the pages without a browser");
    web::script(root, "test")?;
    web::script(root, "test:native")?;
    step(&format!("testing the pages in {}", browser.display()));
    let mut pages = web::npm(&root.join("web"));
    run(pages.args(["run", "--silent", "test:pages"]).env("CHROMIUM", browser), NODE)?;
    step("every test has passed");
    Ok(())
}

fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}

fn browser() -> Result<PathBuf, String> {
    match std::env::var_os("CHROMIUM").map(PathBuf::from) {
        Some(path) if path.is_file() => Ok(path),
        Some(path) => Err(format!("CHROMIUM says {}, and no such file is there", path.display())),
        None => NAMES.iter().find_map(|name| find(name)).ok_or_else(|| CHROMIUM.to_owned()),
    }
}
