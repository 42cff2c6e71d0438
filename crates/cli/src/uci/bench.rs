//! `bench`: a fixed amount of work, for comparing builds and machines.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use berolina_engine::{Limits, search};
use berolina_rules::{Game, Library, Position, Variant};

use super::millis;
use super::show::{info, rate, told};

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

/// Searches every position to a depth, and returns how fast. The sum of the nodes tells whether two builds search alike.
pub(super) fn run(depth: u32, stop: &Arc<AtomicBool>) -> io::Result<String> {
    let library = Library::shipped();
    let started = Instant::now();
    let mut nodes = 0;
    for name in GAMES {
        let Ok(variant) = Variant::load(&library, name) else { continue };
        for (which, plies) in [("start", 0), ("later", PLIES)] {
            let game = wandered(&variant.start(), plies);
            let limits = Limits { stop: Some(Arc::clone(stop)), ..Limits::depth(depth) };
            let report = search(&game, &limits, &mut |_| {});
            if stop.load(Ordering::Relaxed) {
                return Ok(told("bench: stopped"));
            }
            nodes += report.nodes;
            info(&format!("bench {name} {which}: nodes {}", report.nodes))?;
        }
    }
    let time = started.elapsed();
    Ok(format!("Time: {} ms\nNodes/second: {}\nNodes searched: {nodes}", millis(time), rate(nodes, time)))
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
