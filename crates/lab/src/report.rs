//! Reports on games: many games of the engine against itself, each kept as it ends.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use berolina_engine::Limits;
use berolina_numbers::hash::fnv64;
use berolina_report::Tally;
use berolina_report::play::{FirstMove, Plan, Players, Record, first_moves};
use berolina_rules::Variant;
use serde_json::{Value, json};

use crate::crew::{Crew, Kind, Taken, Work};
use crate::journal::{Journal, Part};

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

    /// Has the games played that are not among `kept`, and adds all up. Each game goes into the journal, if there is one, as it
    /// ends; `on_game` is told, and says whether to go on.
    ///
    /// # Errors
    /// One line: a game in the journal is none of this game, the journal cannot be written, or that of the crew.
    pub fn run(
        &self,
        crew: &dyn Crew,
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
        let work = Work::new(&self.variant, Kind::Report(self.plan.clone()));
        let mut numbers = (0..self.games).filter(|number| !done.contains(number));
        crew.run(&work, &mut numbers, stop, &mut |number, part| {
            let record: Record = match serde_json::from_slice(part) {
                Ok(record) => record,
                Err(error) => return Ok(Taken::Refused(format!("game {number}: {error}"))),
            };
            if record.number != number {
                return Ok(Taken::Refused(format!("game {number}: it is game {}", record.number)));
            }
            // Whether it is a game of this variant is seen before it is kept.
            if let Err(error) = tally.add(record.clone()) {
                return Ok(Taken::Refused(error));
            }
            if let Some(journal) = &mut journal {
                journal.add(&record)?;
            }
            Ok(if on_game(&tally) { Taken::More } else { Taken::Enough })
        })?;
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
