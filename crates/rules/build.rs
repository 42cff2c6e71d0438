//! Lists the shipped games, so that they are part of the library.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let folder = root.join("../../variants");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut games: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder of games is beside the crates")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    games.sort();
    let mut code = String::from("&[\n");
    for game in games {
        println!("cargo::rerun-if-changed={}", game.display());
        let name = game.file_stem().and_then(|s| s.to_str()).expect("names of games are plain");
        let path = game.canonicalize().expect("the file is there");
        let _ = writeln!(code, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(Path::new(&out).join("games.rs"), code).expect("the build folder can be written");
}
