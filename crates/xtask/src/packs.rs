//! The games that pages know without the module that reads variant files.

use std::path::Path;
use std::process::Command;

use crate::run::{NODE, Outcome, run};

/// Lets the reader, which was built, write them beside the modules.
pub(crate) fn write(root: &Path) -> Outcome {
    let mut node = Command::new("node");
    run(node.arg(root.join("web/scripts/packs.mjs")), NODE)
}
