//! The program `berolina`: one file a subcommand, each thin over the library.

#![forbid(unsafe_code)]

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

mod analyse;
mod args;
mod bench;
mod board;
mod chance;
mod check;
mod convert;
mod draw;
mod export;
mod gui;
mod import;
mod lab;
mod manual;
mod matches;
mod moves;
mod networks;
mod output;
mod perft;
mod play;
mod progress;
mod query;
mod rules;
mod serve;
mod svg;
mod terminal;
mod train;
mod tune;
mod uci;
mod variants;
mod welcome;
mod xboard;

use args::{Cli, Command};
use output::Failure;

fn main() -> ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(error) => usage(&error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has had enough.
        Err(Failure::Io(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Told) => ExitCode::from(2),
        Err(failure) => {
            let _ = writeln!(io::stderr(), "berolina: {failure}");
            ExitCode::from(failure.code())
        }
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    let Some(command) = cli.command else { return welcome::run() };
    if !matches!(command, Command::Serve(_)) {
        end_at_a_fault();
    }
    match command {
        Command::Play(args) => play::run(&args),
        Command::Variants(args) => variants::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Board(args) => board::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Query(args) => query::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Uci(args) => uci::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Lab(args) => lab::run(&args),
        Command::Xboard(args) => xboard::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man => manual::man(),
    }
}

/// Lets a panic in any thread end the program. Threads of a search wait for one another, and a GUI for the program: if one of them
/// failed alone, the others would wait for ever. The games of a server do not know each other, so there only one of them ends.
fn end_at_a_fault() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |fault| {
        told(fault);
        std::process::abort();
    }));
}

/// What the parser of the command line has to say: help, or what is wrong, in one line.
fn usage(error: &clap::Error) -> Result<(), Failure> {
    if !error.use_stderr() {
        let text = error.render();
        let text =
            if terminal::Terminal::stdout(false).colour { text.ansi().to_string() } else { text.to_string() };
        io::stdout().write_all(text.as_bytes())?;
        return Ok(());
    }
    let text = error.to_string();
    let told = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let told: Vec<&str> =
        told.filter(|line| !line.is_empty() && !line.starts_with("For more information")).collect();
    let line = told
        .join(" ")
        .replace(" tip: ", "; ")
        .replace("invalid digit found in string", "it is not a whole number");
    let hint = if line.ends_with("<GAME>") { "; `berolina variants` lists the games" } else { "" };
    Err(Failure::usage(format!("{}{hint}", line.trim_start_matches("error: "))))
}
