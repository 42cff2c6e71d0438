//! How large the result is, as it is and as it is sent.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use crate::run::{NODE, Outcome, run};

/// A table of files, or of those in folders, by paths that hold from `web` on.
pub(crate) fn print(root: &Path, files: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Outcome {
    let mut node = Command::new("node");
    run(node.arg(root.join("web/scripts/sizes.mjs")).args(files).current_dir(root.join("web")), NODE)
}
