//! What a person does first: start the app, or run every test.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{NODE, Outcome, find, run, step};
use crate::stages::Stages;
use crate::web;

/// How to get a browser.
const CHROMIUM: &str = "Chromium is missing, in which the pages are tested; install it (apt-get install \
    chromium-headless-shell, or https://www.chromium.org), or let CHROMIUM say where one is";
/// What Chromium is called. First what draws pages as all do and has no windows: the pages are tested in half the time.
const NAMES: [&str; 6] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// Builds the app and the program, says how long what took, and serves the app with these arguments.
pub(crate) fn app(root: &Path, stages: &Stages, arguments: &[&str]) -> Outcome {
    // What is missing is said before anything long begins.
    web::tools()?;
    std::thread::scope(|scope| {
        let parts = scope.spawn(|| {
            // All that does not hold the pages is then compiled, before they are written.
            let mut build = cargo(root);
            build.args(["build", "--quiet", "--locked", "--release", "--package", "berolina", "--lib"]);
            stages.stage("compiling the parts of the program", || run(&mut build, ""))
        });
        let built = web::modules(root, stages);
        built.and(parts.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    web::pages(root, stages)?;
    stages.stage("building the program", || run(cargo(root).args(["build", "--locked", "--release"]), ""))?;
    web::sizes(root)?;
    stages.print();
    step("starting the app");
    run(cargo(root).args(["run", "--quiet", "--locked", "--release", "--", "serve"]).args(arguments), "")
}

/// Builds everything and runs every test.
pub(crate) fn test(root: &Path, stages: &Stages) -> Outcome {
    // What is missing is said before anything long begins.
    let browser = browser()?;
    web::build(root, stages)?;
    // What takes a minute comes before what takes many.
    step("checking the types and the style of the pages");
    web::script(root, "check")?;
    web::script(root, "lint")?;
    step("testing the crates");
    run(cargo(root).args(["test", "--locked", "--workspace"]), "")?;
    step("testing the pages without a browser");
    web::script(root, "test")?;
    web::script(root, "test:native")?;
    step(&format!("testing the pages in {}", browser.display()));
    let mut pages = web::npm(&root.join("web"));
    run(pages.args(["run", "--silent", "test:pages"]).env("CHROMIUM", browser), NODE)?;
    step("testing ten flows in Firefox and WebKitGTK, where they are installed");
    web::script(root, "test:flows")?;
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// A file that `tests/main.rs` does not name would never be compiled, and its tests never run.
    #[test]
    fn every_file_of_tests_is_part_of_a_test_program() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut programs = 0;
        for folder in fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()) {
            let Ok(program) = fs::read_to_string(folder.join("tests/main.rs")) else { continue };
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            programs += 1;
            for path in fs::read_dir(folder.join("tests")).unwrap().map(|entry| entry.unwrap().path()) {
                let name = path.file_stem().unwrap().to_str().unwrap();
                if path.extension().is_some_and(|end| end == "rs") || path.join("mod.rs").is_file() {
                    let named = name == "main" || program.contains(&format!("\nmod {name};\n"));
                    let alone = manifest.contains(&format!("path = \"tests/{name}.rs\""));
                    assert!(
                        named || alone,
                        "{}: `mod {name};` is missing in main.rs beside it",
                        path.display()
                    );
                }
            }
        }
        assert!(programs > 4);
    }
}
