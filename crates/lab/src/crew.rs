//! Long work in numbered parts, and who does them.
//!
//! A [`Work`] is all that somebody must know to do any of its parts, as bytes too, so that he may be elsewhere. Each part follows from its number
//! alone: a fixed count of positions, one thread, a table that begins empty. So it does not matter who does which, in what order, or
//! whether one is done twice. A [`Crew`] gives the parts out and brings what they come to: [`Threads`] does so here.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use berolina_numbers::hash::fnv64;
use berolina_report::play as report;
use berolina_rules::{Definition, Variant};
use serde::{Deserialize, Serialize};

use crate::learning::Judgement;
use crate::learning::{contest, generate};
use crate::pool;

/// What must be known to do the parts of a work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Work {
    /// The game, as [`Definition::packed`] writes it.
    rules: Vec<u8>,
    kind: Kind,
}

/// What is done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Games for a report: each part is a [`report::Record`], as JSON.
    Report(report::Plan),
    /// Games to learn from: a [`Played`](crate::learning::Played), as its bytes, or nothing, if the opening decided the game.
    Games(generate::Plan, Judgement),
    /// Which of two plays better: a [`contest::Pair`], as JSON.
    Contest(contest::Contest),
}

/// Somebody who does parts of one work, one at a time.
pub type Hand = Box<dyn FnMut(u64, &Arc<AtomicBool>) -> Vec<u8> + Send>;

impl Work {
    /// A work on a game.
    #[must_use]
    pub fn new(variant: &Variant, kind: Kind) -> Self {
        Self { rules: variant.definition().packed(), kind }
    }

    /// What is done, in words.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        match self.kind {
            Kind::Report(_) => "games for a report",
            Kind::Games(..) => "games to learn from",
            Kind::Contest(_) => "a network is tried",
        }
    }

    /// So many parts take about a second, or less: what may be given out at once.
    #[must_use]
    pub const fn batch(&self) -> usize {
        match self.kind {
            Kind::Games(..) => 16,
            Kind::Report(_) | Kind::Contest(_) => 1,
        }
    }

    /// All of it, as text.
    ///
    /// # Panics
    /// Never: it is numbers and texts.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("numbers and texts")
    }

    /// The work that [`Work::to_bytes`] of the same program wrote; `None` if the bytes are none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// What tells it from other works.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{:016x}", fnv64(&self.to_bytes()))
    }

    /// The game. `None` if the bytes are none.
    #[must_use]
    pub fn variant(&self) -> Option<Arc<Variant>> {
        Definition::unpacked(&self.rules).map(Variant::new)
    }

    /// Somebody to do it; `None` if the game or its network cannot be read.
    #[must_use]
    pub fn hand(&self) -> Option<Hand> {
        let variant = self.variant()?;
        Some(match self.kind.clone() {
            Kind::Report(plan) => {
                let mut players = report::Players::new();
                Box::new(move |number, stop| {
                    let limits =
                        berolina_engine::Limits { stop: Some(Arc::clone(stop)), ..Default::default() };
                    let record = report::play(&variant, &mut players, &plan, number, &limits);
                    record.map_or_else(Vec::new, |record| json(&record))
                })
            }
            Kind::Games(plan, judgement) => {
                if !judgement.fits(&variant) {
                    return None;
                }
                let mut player = generate::Player::new(&variant, &judgement, plan);
                Box::new(move |number, stop| {
                    let game = u32::try_from(number).ok().and_then(|number| player.play(number, stop));
                    game.map_or_else(Vec::new, |game| game.to_bytes())
                })
            }
            Kind::Contest(contest) => {
                if !contest.players.iter().all(|player| player.fits(&variant)) {
                    return None;
                }
                let mut table = contest::Table::new(&variant, contest);
                Box::new(move |number, stop| {
                    let pair = u32::try_from(number).ok().map(|number| table.pair(number, stop));
                    pair.map_or_else(Vec::new, |pair| json(&pair))
                })
            }
        })
    }
}

fn json(part: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(part).expect("numbers and texts")
}

/// What becomes of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It counts, and there may be more.
    More,
    /// It counts, and there are enough.
    Enough,
    /// It is no part of this work, for this reason: whoever did it did something else.
    Refused(String),
}

/// Who is told what the part of a number comes to, and says what becomes of it; or what went wrong, which ends the work.
pub type Found<'a> = dyn FnMut(u64, &[u8]) -> Result<Taken, String> + 'a;

/// Those who do parts.
pub trait Crew {
    /// Has the parts of these numbers done. `found` is told what each comes to, as it ends, in any order, once each.
    /// When `stop` becomes true or there are enough, what is being done then is lost.
    ///
    /// # Errors
    /// One line: that of `found`; parts are refused, again and again; or nobody can be reached.
    fn run(
        &self,
        work: &Work,
        numbers: &mut (dyn Iterator<Item = u64> + Send),
        stop: &Arc<AtomicBool>,
        found: &mut Found<'_>,
    ) -> Result<(), String>;
}

/// So many threads of this process. With one, the parts come in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads(pub usize);

impl Crew for Threads {
    fn run(
        &self,
        work: &Work,
        numbers: &mut (dyn Iterator<Item = u64> + Send),
        stop: &Arc<AtomicBool>,
        found: &mut Found<'_>,
    ) -> Result<(), String> {
        pool::run(
            self.0,
            numbers,
            stop,
            |_| work.hand().expect("it was made here"),
            |hand, number, stop| (number, hand(number, stop)),
            &mut |(number, part): (u64, Vec<u8>)| match found(number, &part)? {
                Taken::More => Ok(true),
                Taken::Enough => Ok(false),
                Taken::Refused(error) => Err(error),
            },
        )
    }
}
