//! Games of the engine against itself, from random openings.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use berolina_engine::{Engine, Limits, Score};
use berolina_rules::geometry::Color;
use berolina_rules::{Game, Variant};

use super::judgement::Judgement;
use super::played::{DECIDED, Played};
use crate::pool;
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
#[derive(Clone, Debug)]
pub struct Plan {
    /// Positions visited for each move.
    pub nodes: u64,
    /// What makes the openings.
    pub seed: u64,
    /// Megabytes of hash tables for each thread.
    pub hash: usize,
    /// Threads, each with its own games.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self { nodes: 1000, seed: 1, hash: 4, threads: 1 }
    }
}

/// Plays the games of these numbers, each thread its own. `found` is told each game as it ends, or that its opening decided it, and says
/// whether to go on. A game that `stop` ends is lost. With one thread the games come in the order of their numbers.
///
/// # Errors
/// That of `found`, which ends it.
pub fn generate(
    variant: &Arc<Variant>,
    judgement: &Judgement,
    plan: &Plan,
    numbers: impl Iterator<Item = u32> + Send,
    stop: &Arc<AtomicBool>,
    found: &mut dyn FnMut(u32, Option<Played>) -> Result<bool, String>,
) -> Result<(), String> {
    let level = level(variant, judgement, plan);
    pool::run(
        plan.threads,
        numbers,
        stop,
        |_| judgement.engine(variant, plan.hash),
        |engine, number, stop| (number, play(variant, plan, number, level, engine, stop)),
        &mut |(number, game)| found(number, game),
    )
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

/// How far White is ahead at the start: armies that differ are not judged alike even where the game is fair.
fn level(variant: &Arc<Variant>, judgement: &Judgement, plan: &Plan) -> i32 {
    let game = Game::new(variant.start());
    let report =
        judgement.engine(variant, plan.hash).search(&game, &Limits::nodes(4 * plan.nodes), &mut |_| {});
    let score = report.score.centipawns().unwrap_or_default();
    if game.position().turn() == Color::White { score } else { -score }
}

/// One game; `None` if its opening decided it, or the engine has no answer, so that there is nothing to learn.
fn play(
    variant: &Arc<Variant>,
    plan: &Plan,
    number: u32,
    level: i32,
    engine: &mut Engine,
    stop: &Arc<AtomicBool>,
) -> Option<Played> {
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

fn in_centipawns(score: Score) -> i32 {
    score.centipawns().unwrap_or(if score.value() > 0 { DECIDED } else { -DECIDED })
}
