//! `cargo xtask`: builds, starts and tests everything.

#![forbid(unsafe_code)]

mod all;
mod copies;
mod help;
mod packs;
mod panics;
mod run;
mod sizes;
mod sprt;
mod stages;
mod toolchain;
mod wasm;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use run::Outcome;
use stages::Stages;
use wasm::Effort;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    if let Some(text) = help::wanted(&args) {
        println!("{text}");
        return ExitCode::SUCCESS;
    }
    let stages = Stages::new();
    let done = match args[..] {
        ["app", ref arguments @ ..] => all::app(&root(), &stages, arguments),
        ["test"] => all::test(&root(), &stages),
        ["web"] => web::build(&root(), &stages).and_then(|()| web::sizes(&root())),
        ["wasm", "--quick", ref modules @ ..] => wasm(&stages, Effort::Quick, modules),
        ["wasm", ref modules @ ..] => wasm(&stages, Effort::Full, modules),
        ["sprt", ref arguments @ ..] => sprt::play(&root(), arguments),
        ["sizes"] => web::sizes(&root()),
        _ => Err(format!("unknown: {}\n{}", args.join(" "), help::ALL)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn wasm(stages: &Stages, effort: Effort, modules: &[&str]) -> Outcome {
    wasm::build(&root(), stages, effort, modules)?;
    wasm::sizes(&root())
}

/// The root of the repository.
fn root() -> PathBuf {
    // Cargo tells it anew with each run; what was compiled in may be of a checkout that is no more.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let here = Path::new(&here);
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}
