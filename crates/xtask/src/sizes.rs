//! How large the result is, as it is and as it is sent.

use std::path::Path;
use std::process::Command;

use crate::run::{Outcome, run};
use crate::wasm;
use crate::web::NODE;

/// A table of the files that were built: the app's, or only the modules.
pub(crate) fn print(root: &Path) -> Outcome {
    let dist = root.join("web/dist");
    if dist.is_dir() {
        let mut node = Command::new("node");
        return run(
            node.arg(root.join("web/scripts/sizes.mjs")).arg("dist").current_dir(root.join("web")),
            NODE,
        );
    }
    modules(root)
}

/// A table of the modules that were built.
pub(crate) fn modules(root: &Path) -> Outcome {
    let files = wasm::files(root);
    if files.is_empty() {
        return Err("nothing has been built; `cargo xtask web` builds it".to_owned());
    }
    let mut node = Command::new("node");
    run(node.arg(root.join("web/scripts/sizes.mjs")).args(files).current_dir(root.join("web")), NODE)
}
