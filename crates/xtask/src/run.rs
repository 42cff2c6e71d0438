//! Other programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What went wrong, in one line where possible.
pub(crate) type Outcome = Result<(), String>;

/// How to get Node.
pub(crate) const NODE: &str =
    "install Node.js 20 or newer with npm (https://nodejs.org, or apt-get install nodejs npm)";

/// Says what is being done.
pub(crate) fn step(what: &str) {
    eprintln!("\x1b[1m==>\x1b[0m {what}");
}

/// Runs a program whose output is the user's; `missing` says how to get it.
pub(crate) fn run(command: &mut Command, missing: &str) -> Outcome {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} failed ({status})")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(format!("{name} is missing; {missing}"))
        }
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// What a program says on one line, if it is there and succeeds.
pub(crate) fn ask(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// A program among those that can be run by name.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// When a file was last changed; `None` if it is not there.
pub(crate) fn changed(path: &Path) -> Option<std::time::SystemTime> {
    path.metadata().ok()?.modified().ok()
}
