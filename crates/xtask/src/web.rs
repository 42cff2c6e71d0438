//! The pages.

use std::path::Path;
use std::process::Command;

use crate::run::{NODE, Outcome, ask, changed, run};
use crate::sizes;
use crate::stages::Stages;
use crate::toolchain::Toolchain;
use crate::wasm::{self, Effort};

/// The oldest Node that the tools run on.
const OLDEST: u32 = 20;

/// Builds everything into `web/dist`.
pub(crate) fn build(root: &Path, stages: &Stages) -> Outcome {
    modules(root, stages)?;
    pages(root, stages)
}

/// Installs what is needed, and builds the modules.
pub(crate) fn modules(root: &Path, stages: &Stages) -> Outcome {
    tools()?;
    packages(&root.join("web"), stages)?;
    wasm::build(root, stages, Effort::Full, &[])
}

/// Builds the pages of the modules.
pub(crate) fn pages(root: &Path, stages: &Stages) -> Outcome {
    let web = root.join("web");
    stages.stage("building the pages", || run(npm(&web).args(["run", "--silent", "build"]), NODE))?;
    let mut node = Command::new("node");
    node.args(["scripts/compress.mjs", "dist"]).current_dir(&web);
    stages.stage("compressing the pages", || run(&mut node, NODE))
}

/// A table of the files that were built: the app's, or only the modules.
pub(crate) fn sizes(root: &Path) -> Outcome {
    if root.join("web/dist").is_dir() { sizes::print(root, ["dist"]) } else { wasm::sizes(root) }
}

/// Runs a script of `package.json`.
pub(crate) fn script(root: &Path, name: &str) -> Outcome {
    run(npm(&root.join("web")).args(["run", "--silent", name]), NODE)
}

pub(crate) fn npm(web: &Path) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(web);
    npm
}

/// Whether there is what cannot be installed here.
pub(crate) fn tools() -> Outcome {
    node()?;
    Toolchain::find().map(drop)
}

fn node() -> Outcome {
    let version = ask(Command::new("node").arg("--version")).ok_or(format!("node is missing; {NODE}"))?;
    let major: Option<u32> =
        version.trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
    match major {
        Some(major) if major >= OLDEST => Ok(()),
        _ => Err(format!("node is {version}; {NODE}")),
    }
}

/// Installs what `package-lock.json` lists, unless that is done.
fn packages(web: &Path, stages: &Stages) -> Outcome {
    let installed = changed(&web.join("node_modules/.package-lock.json"));
    let wanted = changed(&web.join("package-lock.json"));
    if installed.zip(wanted).is_some_and(|(installed, wanted)| installed >= wanted) {
        return Ok(());
    }
    let install = || run(npm(web).args(["ci", "--no-audit", "--no-fund"]), NODE);
    stages.stage("installing packages of npm", install)
}
