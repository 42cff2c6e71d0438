//! `cargo xtask`: builds, starts and tests everything.

#![forbid(unsafe_code)]

mod all;
mod copies;
mod panics;
mod run;
mod sizes;
mod sprt;
mod toolchain;
mod wasm;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask app           builds everything and opens the app in a browser; what follows is for `berolina serve`
cargo xtask test          builds everything and runs all tests, those in a browser too
cargo xtask web           builds the browser app into web/dist: WebAssembly, packages of npm, pages
cargo xtask wasm          builds only the WebAssembly module, into web/src/lib/rules/pkg
cargo xtask wasm --quick  the same, larger and slower, in a fraction of the time
cargo xtask sprt [REV]    plays the tree against a revision until it is clear which is better; --help says more
cargo xtask sizes         says how large what was built is";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["app", ref arguments @ ..] => all::app(&root(), arguments),
        ["test"] => all::test(&root()),
        ["web"] => web::build(&root()),
        ["wasm"] => wasm::build(&root(), wasm::Effort::Full),
        ["wasm", "--quick"] => wasm::build(&root(), wasm::Effort::Quick),
        ["sprt", ref arguments @ ..] => sprt::play(&root(), arguments),
        ["sizes"] => web::sizes(&root()),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => Err(format!("unknown: {}\n{HELP}", args.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}
