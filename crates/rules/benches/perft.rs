//! Speed of move generation: `cargo bench -p berolina-rules`.
//!
//! Each row is the median of several runs, the last ply counted in bulk. FIDE chess is counted by
//! the crate cozy-chess in turn with ours, so that the ratio holds however busy the machine is.

use std::hint::black_box;
use std::time::Instant;

use berolina_rules::{Definition, Library, Variant};

const RUNS: usize = 7;

/// Game, depth.
const ROWS: [(&str, u32); 9] = [
    ("chess", 6),
    ("near", 6),
    ("skirmish", 6),
    ("near-vs-normal:near-wins-by=checkmate,normal-wins-by=checkmate,en-passant=on", 6),
    ("npnc-minimal", 5),
    ("npnc", 5),
    ("npnc-choice", 5),
    ("forward", 5),
    ("near-drop", 4),
];

fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let value = black_box(work());
    (value, started.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn main() {
    let library = Library::shipped();
    println!("{:<30} {:>5} {:>12} {:>10}", "perft, one thread", "depth", "nodes", "M nodes/s");
    for (name, depth) in ROWS {
        let start = Variant::load(&library, name).expect("a shipped game").start();
        let mut ours = Vec::new();
        let mut theirs = Vec::new();
        let mut nodes = 0;
        for _ in 0..RUNS {
            let (count, time) = seconds(|| start.perft(depth));
            nodes = count;
            ours.push(time);
            if name == "chess" {
                let (count, time) = seconds(|| cozy(&cozy_chess::Board::default(), depth));
                assert_eq!(count, nodes, "both libraries count the same");
                theirs.push(time);
            }
        }
        let rate = |time: f64| nodes as f64 / time / 1e6;
        let ours = median(ours);
        println!("{:<30} {depth:>5} {nodes:>12} {:>10.0}", short(name), rate(ours));
        if !theirs.is_empty() {
            let theirs = median(theirs);
            println!("{:<30} {depth:>5} {nodes:>12} {:>10.0}", "  cozy-chess", rate(theirs));
            println!("{:<30} {:>29.2}", "  ours / cozy-chess", theirs / ours);
        }
    }
    println!("\n{:<30} {:>29}", "loading and compiling", "ms");
    for name in ["near", "near-vs-normal", "npnc", "grand"] {
        let load = |_| {
            let (definition, read) = seconds(|| library.load(name).expect("a shipped game"));
            let (_, compiled) = seconds(|| compile(definition));
            read + compiled
        };
        println!("{name:<30} {:>29.2}", 1e3 * median((0..RUNS).map(load).collect()));
    }
}

fn compile(definition: Definition) -> usize {
    Variant::new(definition).start().legal_moves().len()
}

/// A game's name without most of its options.
fn short(name: &str) -> String {
    match name.split_once(':') {
        Some((game, _)) => format!("{game}:…"),
        None => name.to_owned(),
    }
}
