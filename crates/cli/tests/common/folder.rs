//! The program in a folder that one test has for itself.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// An empty folder of this name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What the program says when it is started there.
pub(crate) fn berolina(folder: &PathBuf, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_berolina")).args(args).current_dir(folder).output().unwrap()
}

/// What it wrote, as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
