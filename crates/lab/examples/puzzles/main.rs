//! Makes the puzzles of `courses/puzzles`, and proves them. Build it with `--release`.
//!
//! ```text
//! puzzles make JOURNAL [THREADS [GAME…]]   finds puzzles in all games, or in these, and writes those and what was there;
//!                                          goes on after a kill
//! puzzles write JOURNAL                    writes what was found so far and what was there
//! puzzles prove [THREADS]                  proves every puzzle by trying all moves
//! ```
//!
//! JOURNAL is a file, which is made where there is none: a puzzle comes into it as soon as it is proven.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use berolina_lab::proof::puzzles::{Puzzle, find, shelf};
use berolina_rules::Library;

const USAGE: &str = "usage: puzzles make JOURNAL [THREADS [GAME…]] | write JOURNAL | prove [THREADS]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["make", journal] => make(journal, "1", &[], false),
        ["make", journal, threads, ref games @ ..] => make(journal, threads, games, false),
        ["write", journal] => make(journal, "1", &[], true),
        ["prove"] => prove("1"),
        ["prove", threads] => prove(threads),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("puzzles: {why}");
            ExitCode::FAILURE
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../courses/puzzles")
}

fn number(threads: &str) -> Result<usize, String> {
    threads.parse().map_err(|_| format!("`{threads}` is not a number"))
}

fn kept() -> Result<Vec<Puzzle>, String> {
    Ok(shelf::read(&folder())?.into_iter().flat_map(|part| part.puzzles).collect())
}

/// Finds puzzles until there are enough, or only reads what was found, and writes all.
fn make(journal: &str, threads: &str, games: &[&str], stop: bool) -> Result<(), String> {
    let (puzzles, stop) = (kept()?, AtomicBool::new(stop));
    let mut say = |count: usize, puzzle: &Puzzle| {
        eprintln!("{count}: {} in {} of {}", puzzle.themes.join(" "), puzzle.moves, puzzle.game);
    };
    let found = find::find(Path::new(journal), &puzzles, games, number(threads)?, &stop, &mut say)?;
    // Others may have come meanwhile.
    let mut puzzles = kept()?;
    for puzzle in found {
        if !puzzles.iter().any(|other| other.id == puzzle.id) {
            puzzles.push(puzzle);
        }
    }
    eprintln!("{} puzzles", puzzles.len());
    shelf::write(&folder(), puzzles)
}

fn prove(threads: &str) -> Result<(), String> {
    let (puzzles, next) = (kept()?, AtomicUsize::new(0));
    let faults: Vec<String> = thread::scope(|scope| {
        let work = || {
            let library = Library::shipped();
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let mine = numbers.map_while(|at| puzzles.get(at));
            mine.filter_map(|puzzle| puzzle.fault(&library)).collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..number(threads).unwrap_or(1).max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    println!("{} of {} puzzles are proven", puzzles.len() - faults.len(), puzzles.len());
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}
