//! `bench`: a fixed amount of work, for comparing builds and machines.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use berolina_engine::{Engine, Limits};
use berolina_rules::{Game, Library, Position, Variant};

use super::show::{info, told};
use crate::gui::{millis, rate};

/// How deep it searches if it is not told, and the deepest.
const DEPTH: u32 = 12;
const MAX_DEPTH: u32 = 30;
/// The hash function of Fowler, Noll and Vo (FNV-1a), 64 bits.
const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01B3;

/// The games searched: each from its start, and from where the plies below lead.
const GAMES: [&str; 10] = [
    "chess",
    "near",
    "near-vs-normal",
    "near-drop",
    "npnc",
    "forward",
    "crazyhouse",
    "grand",
    "shatranj",
    "near:win=checkmate",
];
/// Plies before the second position of each game.
const PLIES: usize = 24;

/// The work: how deep, on how many threads, with a table of how many MiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bench {
    depth: u32,
    threads: usize,
    hash: usize,
}

impl Bench {
    /// Reads what stands behind `bench`: depth, threads and MiB, each of which may be left out from the end.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "write DEPTH (1 to {MAX_DEPTH}), THREADS (1 to {}) and HASH (1 to {} MiB)",
                Engine::MAX_THREADS,
                Engine::MAX_HASH
            )
        };
        let numbers: Result<Vec<u32>, _> = text.split_whitespace().map(str::parse).collect();
        let numbers = numbers.map_err(|_| wrong())?;
        let number = |at: usize, default: u32| numbers.get(at).copied().unwrap_or(default);
        let (depth, threads) = (number(0, DEPTH), number(1, 1) as usize);
        let hash = number(2, Engine::DEFAULT_HASH as u32) as usize;
        let fits = (1..=MAX_DEPTH).contains(&depth)
            && (1..=Engine::MAX_THREADS).contains(&threads)
            && (1..=Engine::MAX_HASH).contains(&hash);
        if fits && numbers.len() <= 3 { Ok(Self { depth, threads, hash }) } else { Err(wrong()) }
    }

    /// Searches every position, and returns how fast. The signature, made of the best moves, scores and nodes,
    /// tells whether two builds search alike; on several threads it is another each time.
    pub(super) fn run(self, stop: &Arc<AtomicBool>) -> io::Result<String> {
        let library = Library::shipped();
        let mut engine = Engine::new();
        engine.set_threads(self.threads);
        if let Err(error) = engine.set_hash(self.hash) {
            info(&format!("bench: {error}"))?;
        }
        let limits = Limits { stop: Some(Arc::clone(stop)), ..Limits::depth(self.depth) };
        let (mut nodes, mut signature) = (0, FNV_START);
        let started = Instant::now();
        for name in GAMES {
            let Ok(variant) = Variant::load(&library, name) else { continue };
            for (which, plies) in [("start", 0), ("later", PLIES)] {
                let game = wandered(&variant.start(), plies);
                engine.clear();
                let report = engine.search(&game, &limits, &mut |_| {});
                if stop.load(Ordering::Relaxed) {
                    return Ok(told("bench: stopped"));
                }
                nodes += report.nodes;
                let best = report.best.map(|mv| game.position().move_text(mv)).unwrap_or_default();
                for byte in format!("{best} {} {};", report.score, report.nodes).bytes() {
                    signature = (signature ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
                }
                info(&format!("bench {name} {which}: nodes {}", report.nodes))?;
            }
        }
        let time = started.elapsed();
        Ok(format!(
            "Time: {} ms\nSignature: {signature:016X}\nNodes/second: {}\nNodes searched: {nodes}",
            millis(time),
            rate(nodes, time)
        ))
    }
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
