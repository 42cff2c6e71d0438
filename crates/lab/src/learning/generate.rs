//! Games of the engine against itself, from random openings, and the quiet positions in them.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use berolina_engine::{Engine, Limits, Score};
use berolina_rules::geometry::Color;
use berolina_rules::{Game, Variant};

use super::Sample;
use berolina_numbers::Random;

/// An opening after which one side is this far ahead is thrown away.
const UNEQUAL: i32 = 350;
/// A side this far ahead for [`PATIENCE`] plies has won.
const DECIDED: i32 = 1200;
/// For so many plies.
const PATIENCE: u32 = 4;
/// No score about 0 for so many plies is more than a draw.
const DULL: u32 = 12;
/// That begins to count after so many plies.
const LATE: u32 = 80;
/// The longest game.
const LONGEST: u32 = 320;
/// Positions in which a side is further ahead teach nothing.
const CLEAR: i32 = 1500;

/// How to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The games.
    pub games: u32,
    /// Positions visited for each move.
    pub nodes: u64,
    /// Threads, each with its own games.
    pub threads: usize,
    /// What makes the openings.
    pub seed: u64,
    /// One quiet position of so many is kept.
    pub sparse: usize,
    /// Megabytes of hash tables for each thread.
    pub hash: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self { games: 2000, nodes: 1000, threads: 1, seed: 1, sparse: 1, hash: 4 }
    }
}

/// Plays games and writes their quiet positions, a line each. `progress` is told how many games are over and how many
/// positions are written. With one thread the same plan writes the same lines.
///
/// # Errors
/// If `out` fails.
pub fn generate(
    variant: &Arc<Variant>,
    plan: &Plan,
    out: &mut (dyn Write + Send),
    progress: &(dyn Fn(u32, usize) + Sync),
) -> io::Result<usize> {
    let next = AtomicU32::new(0);
    let shared = Mutex::new((out, 0_usize, 0_u32, None::<io::Error>));
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                let mut engine = Engine::with_hash(plan.hash);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.games {
                        break;
                    }
                    let samples = play(variant, plan, number, &mut engine);
                    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    for sample in &samples {
                        if let Err(error) = writeln!(shared.0, "{sample}") {
                            shared.3.get_or_insert(error);
                        }
                    }
                    shared.1 += samples.len();
                    shared.2 += 1;
                    if shared.3.is_some() {
                        break;
                    }
                    progress(shared.2, shared.1);
                }
            });
        }
    });
    let (_, written, _, error) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(written), Err)
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

/// One game; no positions if its opening decided it.
fn play(variant: &Arc<Variant>, plan: &Plan, number: u32, engine: &mut Engine) -> Vec<Sample> {
    let mut random = Random::new(plan.seed << 32 ^ u64::from(number));
    let mut game = opening(variant, &mut random);
    engine.clear();
    let limits = Limits::nodes(plan.nodes);
    let (mut samples, mut ahead, mut dull) = (Vec::new(), 0_i32, 0);
    for ply in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            return judged(samples, outcome.winner);
        }
        let position = game.position().clone();
        let report = engine.search(&game, &limits, &mut |_| {});
        let Some(best) = report.best else { break };
        let white = position.turn() == Color::White;
        let score = in_centipawns(report.score) * if white { 1 } else { -1 };
        if ply == 0 && score.abs() > UNEQUAL {
            return Vec::new();
        }
        if report.score.end().is_some() {
            return judged(samples, Some(if score > 0 { Color::White } else { Color::Black }));
        }
        ahead = if score.abs() < DECIDED { 0 } else { ahead + score.signum() };
        dull = if score.abs() > 8 || ply < LATE { 0 } else { dull + 1 };
        if ahead.unsigned_abs() >= PATIENCE {
            return judged(samples, Some(if ahead > 0 { Color::White } else { Color::Black }));
        }
        if dull >= DULL {
            return judged(samples, None);
        }
        let quiet = position.taken(best).is_empty()
            && best.promotion().is_none()
            && position.origin(best).is_some()
            && !position.is_check();
        if quiet && score.abs() < CLEAR && random.below(plan.sparse.max(1)) == 0 {
            samples.push(Sample { fen: position.fen(), result: 0.5, score, game: number });
        }
        game.push(best);
    }
    judged(samples, None)
}

fn in_centipawns(score: Score) -> i32 {
    score.centipawns().unwrap_or_else(|| if score.value() > 0 { 10_000 } else { -10_000 })
}

/// The positions with the result of their game.
fn judged(mut samples: Vec<Sample>, winner: Option<Color>) -> Vec<Sample> {
    let result = match winner {
        None => 0.5,
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
    };
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}
