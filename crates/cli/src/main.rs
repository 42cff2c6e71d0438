//! The program `berolina`: one file a subcommand, each thin over the library.

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::Parser;

mod args;
mod moves;
mod output;
mod perft;
mod query;

use args::{Cli, Command};
use output::Failure;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Moves(args) => moves::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Query(args) => query::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has had enough.
        Err(Failure::Io(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("berolina: {failure}");
            ExitCode::from(2)
        }
    }
}
