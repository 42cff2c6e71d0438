//! `berolina lab`: experiments that take their time.

mod crew;
mod report;
mod train;
mod work;

use clap::{Args, Subcommand};

use crate::output::Failure;

/// Everything here resumes: the same command goes on after Ctrl-C or a kill.
#[derive(Args, Debug)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    command: Experiment,
}

#[derive(Subcommand, Debug)]
enum Experiment {
    /// Say what a game is like: balance, draws, length, what its pieces are worth
    Report(Box<report::ReportArgs>),
    /// Make a strong opponent for a game: play, learn, and keep the network that wins
    Train(Box<train::TrainArgs>),
    /// Play games for the experiments of other machines
    Work(work::WorkArgs),
}

pub(crate) fn run(args: &LabArgs) -> Result<(), Failure> {
    match &args.command {
        Experiment::Report(args) => report::run(args),
        Experiment::Train(args) => train::run(args),
        Experiment::Work(args) => work::run(args),
    }
}

/// A game's full name as the beginning of a file's.
fn file_name(game: &str) -> String {
    game.replace(|c: char| !(c.is_ascii_alphanumeric() || c == '-'), "-")
}
