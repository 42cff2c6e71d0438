//! `berolina lab work`: games for experiments on other machines.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use berolina_queue::{Address, Event, build::build, work};
use clap::{Args, ValueHint};

use super::crew::threads;
use crate::matches::stop_on_ctrl_c;
use crate::output::Failure;
use crate::progress::Progress;

/// Without a terminal a line comes so often.
const EVERY: Duration = Duration::from_secs(60);

/// Takes games from a queue, which others fill with --queue, and plays them, until Ctrl-C. Any number of machines may do so; a game that one of
/// them does not finish is played by another.
#[derive(Args, Debug)]
pub(crate) struct WorkArgs {
    /// A NATS server with JetStream: nats://host:4222, tls://host, with user:password@ before the host where it asks for them
    #[arg(value_name = "URL")]
    url: String,
    /// The file of credentials that the server asks for
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    credentials: Option<PathBuf>,
    /// Work on so many threads [default: one for each processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

pub(super) fn run(args: &WorkArgs) -> Result<(), Failure> {
    let address = Address { url: args.url.clone(), credentials: args.credentials.clone() };
    let stop = stop_on_ctrl_c()?;
    let teller = Mutex::new(Teller::new());
    let tell = move |event| teller.lock().unwrap_or_else(PoisonError::into_inner).hear(event);
    work(&address, &build(), threads(args.threads), &stop, tell).map_err(Failure::usage)?;
    eprintln!("stopped; what was not finished is done by others");
    Ok(())
}

/// Tells on standard error how it goes.
struct Teller {
    progress: Progress,
    began: Instant,
    told: Instant,
    games: usize,
}

impl Teller {
    fn new() -> Self {
        let now = Instant::now();
        Self { progress: Progress::new(u32::MAX), began: now, told: now, games: 0 }
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Told(text) => self.progress.tell(&text),
            Event::Did(games) => {
                self.games += games;
                let line = format!("{} games in {} s", self.games, self.began.elapsed().as_secs());
                self.progress.show(&line);
                if self.told.elapsed() >= EVERY && self.progress.is_quiet() {
                    self.progress.tell(&line);
                    self.told = Instant::now();
                }
            }
        }
    }
}
