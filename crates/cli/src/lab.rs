//! `berolina lab`: experiments that take their time.

mod report;

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
}

pub(crate) fn run(args: &LabArgs) -> Result<(), Failure> {
    match &args.command {
        Experiment::Report(args) => report::run(args),
    }
}
