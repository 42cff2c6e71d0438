//! Puzzles are what they say, and shipped as the maker writes them.
//!
//! A test run proves one in so many; `BEROLINA_PUZZLES=all cargo test --release -p berolina-lab --test all puzzles::` proves every puzzle,
//! with a thread for each processor.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use berolina_lab::proof::puzzles::grade::{FAMILIES, family};
use berolina_lab::proof::puzzles::shelf::{self, LARGEST};
use berolina_lab::proof::puzzles::{Puzzle, tree};
use berolina_rules::Library;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../courses/puzzles");
/// A quick run proves one in so many puzzles, none of more than so many moves.
const QUICK: (usize, u32) = (23, 2);

fn puzzles() -> Vec<Puzzle> {
    let parts = shelf::read(Path::new(FOLDER)).unwrap_or_else(|why| panic!("{why}"));
    parts.into_iter().flat_map(|part| part.puzzles).collect()
}

/// The files of a folder.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let entries = entries.map(|entry| entry.expect("an entry"));
    let text = |path| fs::read_to_string(path).expect("a file that can be read");
    entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), text(entry.path()))).collect()
}

#[test]
fn there_are_two_thousand_puzzles_of_every_family_and_game() {
    let (puzzles, library) = (puzzles(), Library::shipped());
    assert!(puzzles.len() >= 2_000, "only {} puzzles", puzzles.len());
    let ids: HashSet<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids.len(), puzzles.len(), "two puzzles have one name");
    for (at, (name, ..)) in FAMILIES.iter().enumerate() {
        let count = puzzles.iter().filter(|puzzle| family(&puzzle.game) == Some(at)).count();
        assert!(count >= 20, "only {count} puzzles of {name}");
    }
    let game = |puzzle: &Puzzle| puzzle.game.split(':').next().unwrap_or_default().to_owned();
    let games: HashSet<String> = puzzles.iter().map(game).collect();
    let without: Vec<&str> = library.names().filter(|name| !games.contains(*name)).collect();
    assert_eq!(without, WITHOUT, "games without a puzzle");
}

#[test]
fn no_file_is_larger_than_a_page_wants_at_once() {
    for (name, text) in files(Path::new(FOLDER)) {
        assert!(text.len() <= LARGEST, "{name}: {} bytes", text.len());
    }
}

/// Parts, their order and the index are those that the maker makes of these puzzles.
#[test]
fn files_are_as_the_maker_writes_them() {
    let folder = std::env::temp_dir().join(format!("berolina-puzzles-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("old-1.json"), "{}").expect("a file");
    let mut puzzles = puzzles();
    puzzles.reverse();
    shelf::write(&folder, puzzles).unwrap_or_else(|why| panic!("{why}"));
    let written = files(&folder);
    fs::remove_dir_all(&folder).expect("a folder to remove");
    let shipped = files(Path::new(FOLDER));
    assert!(written.keys().eq(shipped.keys()), "other files");
    for (name, text) in shipped {
        assert!(written[&name] == text, "{name} is not as it is written");
    }
}

#[test]
fn every_puzzle_is_proven() {
    let all = std::env::var("BEROLINA_PUZZLES").is_ok_and(|value| value == "all");
    let mut puzzles = puzzles();
    if !all {
        let mut at = 0;
        puzzles.retain(|puzzle| {
            at += 1;
            puzzle.moves <= QUICK.1 && at % QUICK.0 == 0
        });
    }
    assert!(puzzles.len() >= 40, "only {} puzzles to prove", puzzles.len());
    let threads = if all { thread::available_parallelism().map_or(1, usize::from) } else { 1 };
    let next = AtomicUsize::new(0);
    let work = || {
        let library = Library::shipped();
        let next = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        next.map_while(|at| puzzles.get(at)).filter_map(|puzzle| puzzle.fault(&library)).collect::<Vec<_>>()
    };
    let faults: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect()
    });
    assert!(faults.is_empty(), "{} are wrong:\n{}", faults.len(), faults.join("\n"));
}

/// What is changed in a puzzle is found.
#[test]
fn faults_are_found() {
    let library = Library::shipped();
    let quick =
        |puzzle: &Puzzle| puzzle.moves == 2 && puzzle.game == "chess" && puzzle.answers.contains(":*");
    let good = puzzles().into_iter().find(quick).expect("a puzzle of chess");
    assert_eq!(good.fault(&library), None);
    let faulty = |change: &dyn Fn(&mut Puzzle)| {
        let mut puzzle = good.clone();
        change(&mut puzzle);
        puzzle.fault(&library).is_some()
    };
    assert!(faulty(&|puzzle| puzzle.id = "00000000".to_owned()));
    assert!(faulty(&|puzzle| puzzle.moves = 3));
    assert!(faulty(&|puzzle| puzzle.rating += 10));
    assert!(faulty(&|puzzle| puzzle.themes.push("quiet".to_owned())));
    assert!(faulty(&|puzzle| puzzle.answers = puzzle.answers.replacen(":*", ":", 1)));
    let (from, fault) = (good.position(&library).expect("a position"), &good.answers);
    let mut node = tree::read(fault, &from).expect("a tree");
    // A wrong move taken for a right one, and one that is left out.
    let (_, list) = node.wrong.iter().next().expect("a wrong move");
    let (first, key) = (list.split(' ').next().unwrap_or_default().to_owned(), node.line()[0].clone());
    assert!(faulty(&|puzzle| puzzle.answers = puzzle.answers.replacen(&key, &first, 1)));
    node.wrong.clear();
    assert!(faulty(&|puzzle| puzzle.answers = tree::write(&node)));
}

/// Games without puzzles: where a move is two, hardly any win has one key.
const WITHOUT: [&str; 1] = ["duck"];
