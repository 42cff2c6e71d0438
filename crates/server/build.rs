//! Lists the files of the browser app that `cargo xtask web` has built, so that they are part of the program.
//! Without them the program is built all the same, and says that the app is not in it.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let dist = root.join("../../web/dist");
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    walk(&dist, &mut files);
    files.sort();
    let mut code = String::from("&[\n");
    for file in files.iter().filter(|file| !is_compressed(file)) {
        println!("cargo::rerun-if-changed={}", file.display());
        let path = file.strip_prefix(&dist).expect("it lies in the folder");
        let path: Vec<&str> = path.iter().map(|part| part.to_str().expect("names are plain")).collect();
        let bytes = fs::read(file).expect("the file can be read");
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let _ = writeln!(
            code,
            "    Asset {{ path: {:?}, tag: \"\\\"{:016x}\\\"\", bytes: include_bytes!({:?}), brotli: {}, gzip: {} }},",
            path.join("/"),
            hasher.finish(),
            absolute(file),
            compressed(file, "br"),
            compressed(file, "gz"),
        );
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("assets.rs"), code).expect("the build folder can be written");
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            walk(&path, files);
        } else {
            files.push(path);
        }
    }
}

fn is_compressed(file: &Path) -> bool {
    file.extension().is_some_and(|e| e == "br" || e == "gz")
}

fn absolute(file: &Path) -> String {
    file.canonicalize().expect("the file is there").display().to_string()
}

/// The same file in another form, if it lies beside it.
fn compressed(file: &Path, form: &str) -> String {
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{form}"));
    let other = PathBuf::from(name);
    if other.is_file() { format!("Some(include_bytes!({:?}))", absolute(&other)) } else { "None".to_owned() }
}
