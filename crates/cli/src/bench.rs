//! `berolina bench`, and `bench` of UCI: a fixed amount of work, for comparing builds and machines.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use berolina_engine::{Engine, bench};

use crate::args::BenchArgs;
use crate::gui::{millis, rate, say};
use crate::output::Failure;

pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let work = Bench { depth: args.depth, threads: args.threads.into(), hash: args.hash as usize };
    let summary = work.run(&Arc::default(), &mut say)?;
    say(&summary.unwrap_or_default())?;
    Ok(())
}

/// The work: how deep, on how many threads, with a table of how many MiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bench {
    depth: u32,
    threads: usize,
    hash: usize,
}

impl Bench {
    /// Reads what stands behind `bench` of UCI: depth, threads and MiB, each of which may be left out from the end.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "write DEPTH (1 to {}), THREADS (1 to {}) and HASH (1 to {} MiB)",
                bench::MAX_DEPTH,
                Engine::MAX_THREADS,
                Engine::MAX_HASH
            )
        };
        let numbers: Result<Vec<u32>, _> = text.split_whitespace().map(str::parse).collect();
        let numbers = numbers.map_err(|_| wrong())?;
        let number = |at: usize, default: u32| numbers.get(at).copied().unwrap_or(default);
        let (depth, threads) = (number(0, bench::DEPTH), number(1, 1) as usize);
        let hash = number(2, Engine::DEFAULT_HASH as u32) as usize;
        let fits = (1..=bench::MAX_DEPTH).contains(&depth)
            && (1..=Engine::MAX_THREADS).contains(&threads)
            && (1..=Engine::MAX_HASH).contains(&hash);
        if fits && numbers.len() <= 3 { Ok(Self { depth, threads, hash }) } else { Err(wrong()) }
    }

    /// Searches every position, tells of each, and returns the summary; `None` if it was stopped.
    pub(crate) fn run(
        self,
        stop: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> io::Result<Option<String>> {
        let mut engine = Engine::new();
        engine.set_threads(self.threads);
        if let Err(error) = engine.set_hash(self.hash) {
            tell(&format!("bench: {error}"))?;
        }
        let mut written = Ok(());
        let mut on_position = |searched: &bench::Searched<'_>| {
            let bench::Searched { game, which, report } = searched;
            let told = tell(&format!("bench {game} {which}: nodes {}", report.nodes));
            if written.is_ok() {
                written = told;
            }
        };
        let found = bench::run(&mut engine, self.depth, stop, &mut on_position);
        written?;
        Ok(found.map(|(signature, time)| {
            format!(
                "Time: {} ms\nSignature: {:016X}\nNodes/second: {}\nNodes searched: {}",
                millis(time),
                signature.hash,
                rate(signature.nodes, time),
                signature.nodes
            )
        }))
    }
}
