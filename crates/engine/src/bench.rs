//! A fixed amount of work, for comparing builds and machines: positions of some games, each searched to the same depth.
//! What is searched, and what is found by the engine as it is, stands in the file `bench.txt`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use berolina_numbers::hash::Fnv64;
use berolina_rules::{Game, Library, Position, Variant};

use crate::{Engine, Limits, Report};

/// The games, and what is recorded of them.
const FILE: &str = include_str!("../bench.txt");
/// Plies before the second position of each game.
const PLIES: usize = 24;

/// How deep it searches if it is not told.
pub const DEPTH: u32 = 12;
/// The deepest that it may be told.
pub const MAX_DEPTH: u32 = 30;

/// What tells whether two builds search alike. On several threads it is another each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Positions visited in all searches.
    pub nodes: u64,
    /// A hash of all best moves, scores and counts.
    pub hash: u64,
}

/// One position that was searched.
#[derive(Clone, Debug)]
pub struct Searched<'a> {
    /// The game with its options.
    pub game: &'a str,
    /// `start`, or `later` for the position some plies after it.
    pub which: &'static str,
    /// What was found.
    pub report: Report,
}

/// Searches every position to a depth, with all that the engine has learnt forgotten before each, and tells of each. Returns
/// the signature and the time it took, or `None` if `stop` has become true.
pub fn run(
    engine: &mut Engine,
    depth: u32,
    stop: &Arc<AtomicBool>,
    on_position: &mut dyn FnMut(&Searched<'_>),
) -> Option<(Signature, Duration)> {
    let library = Library::shipped();
    let limits = Limits { stop: Some(Arc::clone(stop)), ..Limits::depth(depth) };
    let (mut nodes, mut hash) = (0, Fnv64::new());
    let started = Instant::now();
    for name in values("game") {
        let variant = Variant::load(&library, name).expect("the file names shipped games");
        for (which, plies) in [("start", 0), ("later", PLIES)] {
            let game = wandered(&variant.start(), plies);
            engine.clear();
            let report = engine.search(&game, &limits, &mut |_| {});
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return None;
            }
            let best = report.best.map(|mv| game.position().move_text(mv)).unwrap_or_default();
            nodes += report.nodes;
            hash.add(format!("{best} {} {};", report.score, report.nodes).as_bytes());
            on_position(&Searched { game: name, which, report });
        }
    }
    Some((Signature { nodes, hash: hash.value() }, started.elapsed()))
}

/// The signature that is recorded: of [`DEPTH`], one thread and a table of [`Engine::DEFAULT_HASH`].
#[must_use]
pub fn recorded() -> Option<Signature> {
    let nodes = values("nodes").next()?.parse().ok()?;
    let hash = u64::from_str_radix(values("signature").next()?, 16).ok()?;
    Some(Signature { nodes, hash })
}

/// What stands behind a word at the beginning of the file's lines.
fn values(word: &str) -> impl Iterator<Item = &'static str> {
    FILE.lines().filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' '))
}

/// A game of moves that look arbitrary and are always the same.
fn wandered(start: &Position, plies: usize) -> Game {
    let mut game = Game::new(start.clone());
    for ply in 1..=plies {
        let texts = game.position().move_texts();
        let text = texts.get((ply * ply * 7 + 3) % texts.len().max(1));
        let Some(mv) = text.and_then(|text| game.position().parse_move(text).ok()) else { break };
        game.push(mv);
        if game.outcome().is_some() {
            game.pop();
            break;
        }
    }
    game
}
