//! Games of the engine against itself, from random openings.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use berolina_engine::{Engine, Limits, Score};
use berolina_rules::geometry::Color;
use berolina_rules::{Game, Variant};
use serde::{Deserialize, Serialize};

use super::judgement::Judgement;
use super::played::{DECIDED, Played};
use crate::crew::{Crew, Kind, Taken, Work};
use berolina_numbers::Random;

/// An opening after which one side is this much further ahead than at the start of the game is thrown away.
const UNEQUAL: i32 = 350;
/// A side this much further ahead than at the start for [`PATIENCE`] plies has won.
const WON: i32 = 1200;
/// For so many plies.
const PATIENCE: u32 = 4;
/// No score about 0 for so many plies is more than a draw.
const DULL: u32 = 12;
/// That begins to count after so many plies.
const LATE: usize = 80;
/// The longest game.
const LONGEST: usize = 320;

/// How to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Positions visited for each move.
    pub nodes: u64,
    /// What makes the openings.
    pub seed: u64,
    /// Megabytes of hash tables for each that plays.
    pub hash: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self { nodes: 1000, seed: 1, hash: 4 }
    }
}

/// Has the games of these numbers played. `found` is told each game as it ends, or that its opening decided it, and says
/// whether to go on. A game that `stop` ends is lost.
///
/// # Errors
/// That of `found`, which ends it, or of the crew.
pub fn generate(
    variant: &Arc<Variant>,
    judgement: &Judgement,
    plan: &Plan,
    crew: &dyn Crew,
    numbers: &mut (dyn Iterator<Item = u32> + Send),
    stop: &Arc<AtomicBool>,
    found: &mut dyn FnMut(Option<Played>) -> Result<Taken, String>,
) -> Result<(), String> {
    let work = Work::new(variant, Kind::Games(plan.clone(), judgement.clone()));
    crew.run(&work, &mut numbers.map(u64::from), stop, &mut |number, part| {
        if part.is_empty() {
            return found(None);
        }
        match Played::from_bytes(part).filter(|game| u64::from(game.number) == number) {
            Some(game) => found(Some(game)),
            None => Ok(Taken::Refused(format!("game {number}: it is no game"))),
        }
    })
}

/// An opening of random moves that leaves the game open.
pub(crate) fn opening(variant: &Arc<Variant>, random: &mut Random) -> Game {
    let mut game = Game::new(variant.start());
    // Pieces that are placed first are placed by the engine, but for some of them.
    for _ in 0..6 + random.below(5) {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.push(moves[random.below(moves.len())]);
    }
    game
}

/// Who plays games to learn from.
pub(crate) struct Player {
    variant: Arc<Variant>,
    plan: Plan,
    engine: Engine,
    /// How far White is ahead at the start: armies that differ are not judged alike even where the game is fair.
    level: i32,
}

impl Player {
    /// # Panics
    /// If the judgement is none of this game.
    pub(crate) fn new(variant: &Arc<Variant>, judgement: &Judgement, plan: Plan) -> Self {
        let mut engine = judgement.engine(variant, plan.hash);
        let game = Game::new(variant.start());
        let report = engine.search(&game, &Limits::nodes(4 * plan.nodes), &mut |_| {});
        let score = report.score.centipawns().unwrap_or_default();
        let level = if game.position().turn() == Color::White { score } else { -score };
        Self { variant: Arc::clone(variant), plan, engine, level }
    }

    /// One game; `None` if its opening decided it, or the engine has no answer, so that there is nothing to learn.
    pub(crate) fn play(&mut self, number: u32, stop: &Arc<AtomicBool>) -> Option<Played> {
        let Self { variant, plan, engine, level } = self;
        let level = *level;
        let mut random = Random::new(plan.seed << 32 ^ u64::from(number));
        let mut game = opening(variant, &mut random);
        engine.clear();
        let limits = Limits { stop: Some(Arc::clone(stop)), ..Limits::nodes(plan.nodes) };
        let (mut scores, mut ahead, mut dull) = (Vec::new(), 0_i32, 0);
        let opening = game.moves().len();
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            let ply = scores.len();
            if ply == LONGEST {
                break None;
            }
            let turn = game.position().turn();
            let report = engine.search(&game, &limits, &mut |_| {});
            let best = report.best?;
            let score = in_centipawns(report.score);
            let white = if turn == Color::White { score } else { -score };
            if ply == 0 && (white - level).abs() > UNEQUAL {
                return None;
            }
            let leader = if score > 0 { turn } else { turn.other() };
            if report.score.end().is_some() {
                break Some(leader);
            }
            let off = white - level;
            ahead = match () {
                () if off.abs() < WON => 0,
                () if ahead.signum() == -off.signum() => off.signum(),
                () => ahead + off.signum(),
            };
            dull = if score.abs() > 8 || ply < LATE { 0 } else { dull + 1 };
            if ahead.unsigned_abs() >= PATIENCE {
                break Some(if ahead > 0 { Color::White } else { Color::Black });
            }
            if dull >= DULL {
                break None;
            }
            scores.push(score.clamp(-DECIDED, DECIDED) as i16);
            game.push(best);
        };
        let moves = game.moves()[opening..].to_vec();
        if moves.is_empty() {
            return None;
        }
        Some(Played { number, start: game.positions()[opening].fen(), moves, scores, winner })
    }
}

fn in_centipawns(score: Score) -> i32 {
    score.centipawns().unwrap_or(if score.value() > 0 { DECIDED } else { -DECIDED })
}
