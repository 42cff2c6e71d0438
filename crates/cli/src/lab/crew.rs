//! Who plays the games of an experiment: this machine, or workers elsewhere.

use std::path::PathBuf;

use berolina_lab::crew::{Crew, Threads};
use berolina_queue::{Address, Queue, build::build};
use clap::{Args, ValueHint};

use crate::output::Failure;

/// Who plays.
#[derive(Args, Debug)]
pub(super) struct CrewArgs {
    /// Work on so many threads [default: one for each processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Have the games played by workers (`berolina lab work`), through a NATS server with JetStream
    #[arg(long, value_name = "URL")]
    queue: Option<String>,
    /// The file of credentials that the server asks for
    #[arg(long, value_name = "FILE", requires = "queue", value_hint = ValueHint::FilePath)]
    credentials: Option<PathBuf>,
}

impl CrewArgs {
    /// On how many threads this machine works.
    pub(super) fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// Those who play.
    pub(super) fn crew(&self) -> Result<Box<dyn Crew>, Failure> {
        let Some(url) = &self.queue else { return Ok(Box::new(Threads(self.threads()))) };
        let address = Address { url: url.clone(), credentials: self.credentials.clone() };
        let queue = Queue::connect(&address, build(), |text| eprintln!("{text}"));
        Ok(Box::new(queue.map_err(Failure::usage)?))
    }
}

/// So many threads, or one for each processor.
pub(super) fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}
