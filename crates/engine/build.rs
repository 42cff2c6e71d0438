//! Lists the files of tuned weights and of networks, so that they are part of the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    if env::var_os("CARGO_FEATURE_TUNED").is_some() {
        list("tuned", "txt", "include_str!");
    }
    if env::var_os("CARGO_FEATURE_NETS").is_some() {
        list("nets", "net", "include_bytes!");
    }
}

/// Writes a list of a folder's files with an extension, as `FOLDER.rs`: the name of each and its content.
fn list(folder: &str, extension: &str, include: &str) {
    let path = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join(folder);
    println!("cargo::rerun-if-changed={}", path.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&path)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|e| e == extension));
    files.sort();
    let mut code = String::from("&[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_stem().and_then(|s| s.to_str()).expect("names of games are plain");
        let _ = writeln!(code, "    ({name:?}, {include}({:?})),", file.display().to_string());
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(Path::new(&out).join(format!("{folder}.rs")), code).expect("the build folder can be written");
}
