//! Reports on games: many games of the engine against itself, on several threads, each kept as it ends.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use berolina_engine::Limits;
use berolina_numbers::hash::fnv64;
use berolina_report::Tally;
use berolina_report::play::{FirstMove, Plan, Players, Record, first_moves, play};
use berolina_rules::Variant;
use serde_json::{Value, json};

use crate::journal::{Journal, Part};
use crate::pool;

impl Part for Record {
    const HEAD: &'static str = "report";
    const WORK: &'static str = "report";
}

/// First moves are searched with so many times the positions of a move.
const FIRST_SHARE: u64 = 5;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game.
    pub variant: Arc<Variant>,
    /// How games are played.
    pub plan: Plan,
    /// How many.
    pub games: u64,
    /// On how many threads.
    pub threads: usize,
}

impl Task {
    /// What makes one report's games the same as another's: more games may be added.
    #[must_use]
    pub fn identity(&self) -> Value {
        let definition = self.variant.definition();
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "game": definition.full_name(),
            "rules": format!("{:016x}", fnv64(&definition.packed())),
            "nodes": self.plan.nodes,
            "seed": self.plan.seed,
            "drawn": self.plan.drawn,
            "spread": self.plan.spread,
        })
    }

    /// Plays the games that are not among `kept`, and adds all up. Each game goes into the journal, if there is one, as it
    /// ends; `on_game` is told, and says whether to go on.
    ///
    /// # Errors
    /// One line: a game in the journal is none of this game, or the journal cannot be written.
    pub fn run(
        &self,
        mut journal: Option<&mut Journal<Record>>,
        kept: Vec<Record>,
        stop: &Arc<AtomicBool>,
        on_game: &mut dyn FnMut(&Tally) -> bool,
    ) -> Result<Tally, String> {
        let mut tally = Tally::new(&self.variant);
        let done: HashSet<u64> = kept.iter().map(|record| record.number).collect();
        for record in kept.into_iter().filter(|record| record.number < self.games) {
            tally.add(record)?;
        }
        let on_record = &mut |record: Option<Record>| {
            let Some(record) = record else { return Ok(true) };
            if let Some(journal) = &mut journal {
                journal.add(&record)?;
            }
            tally.add(record)?;
            Ok(on_game(&tally))
        };
        pool::run(
            self.threads,
            (0..self.games).filter(|number| !done.contains(number)),
            stop,
            |_| Players::new(),
            |players, number, stop| {
                let stop = Limits { stop: Some(Arc::clone(stop)), ..Limits::default() };
                play(&self.variant, players, &self.plan, number, &stop)
            },
            on_record,
        )?;
        Ok(tally)
    }

    /// The first moves with their scores; none if `stop` ended the search for them.
    #[must_use]
    pub fn first_moves(&self, stop: &Arc<AtomicBool>) -> Vec<FirstMove> {
        let stop = Limits { stop: Some(Arc::clone(stop)), ..Limits::default() };
        first_moves(&self.variant, &mut Players::new(), FIRST_SHARE * self.plan.nodes, &stop)
            .unwrap_or_default()
    }
}
