//! Every pair of mechanisms as a game: what two of them do to each other is not left to chance.
//!
//! `data/mechanisms.txt` lists the mechanisms once, as lines of variant files over one small game in which everything meets soon. All
//! pairs are derived from it. Of each there is a game, or several where a mechanism is one of a piece: both on one piece, and each on
//! another.

use std::collections::BTreeMap;

use berolina_numbers::Random;
use berolina_rules::definition::{Code, Diagnostic};
use berolina_rules::{Library, LoadError};

/// The game that all others extend.
const BASE: &str = r#"
title = "Base"
about = "Six ranks, so that the players meet."
array = ["RNBQKBNR", "PPPPPPPP"]
king-lost-by = "checkmate"
repetition = { times = 3, mover = "draw" }
clock.limit = 100
board = { files = 8, ranks = 6 }
[pieces]
king = { letter = "K", moves = "K", royal = true }
queen = { letter = "Q", moves = "Q" }
rook = { letter = "R", moves = "R" }
bishop = { letter = "B", moves = "B" }
knight = { letter = "N", moves = "N" }
hawk = { letter = "H", moves = "AD" }
[pieces.pawn]
letter = "P"
moves = "fmWfcF"
double-step = { moves = "fW", from = "rank 2", en-passant = true }
en-passant = true
promotes = true
silent = true
[castling]
king-side = { king = "e1", rook = "h1", king-to = "g1", rook-to = "f1" }
queen-side = { king = "e1", rook = "a1", king-to = "c1", rook-to = "d1" }
[promotion]
on = "last rank"
to = "QRBN"
"#;

/// Where the mechanisms are listed.
const MECHANISMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/data/mechanisms.txt");

/// A mechanism: its name and its lines.
pub struct Part {
    pub name: String,
    lines: Vec<String>,
}

/// The mechanisms, in the order of the list.
pub fn parts() -> Vec<Part> {
    let list = std::fs::read_to_string(MECHANISMS).expect("the list is there");
    let part = |text: &str| {
        let mut lines = text.lines().map(str::to_owned);
        Part { name: lines.next().unwrap_or_default(), lines: lines.collect() }
    };
    list.split("\n== ").skip(1).map(part).collect()
}

/// What is said of some mechanisms together.
pub enum Together {
    /// The games that have them, by their texts.
    Games(Vec<String>),
    /// They exclude each other.
    Excluded,
    /// They say one key in two ways.
    OneKey,
    /// None of the files can be played, for these reasons.
    Refused(Vec<String>),
}

/// The pieces that mechanisms of pieces are given to, in turn.
const PIECES: [[&str; 3]; 3] =
    [["knight", "bishop", "rook"], ["knight", "knight", "knight"], ["pawn", "queen", "pawn"]];

/// The lines of some mechanisms with pieces put in; `None` if they say one key in two ways.
fn lines(parts: &[&Part], pieces: &[&str]) -> Option<Vec<String>> {
    let mut keys = BTreeMap::<String, String>::new();
    let mut lines: Vec<String> = Vec::new();
    for (part, piece) in parts.iter().zip(pieces.iter().cycle()) {
        for line in &part.lines {
            let line = line.replace("{p}", piece);
            let key = line.split(" = ").next().unwrap_or_default().to_owned();
            match keys.get(&key) {
                Some(known) if *known == line => continue,
                Some(_) => return None,
                None => {}
            }
            let within = |a: &str, b: &str| a.starts_with(&format!("{b}."));
            if keys.keys().any(|other| within(other, &key) || within(&key, other)) {
                return None;
            }
            keys.insert(key, line.clone());
            lines.push(line);
        }
    }
    Some(lines)
}

/// The library with a game of a text, called `invented`.
pub fn library(text: &str) -> Library {
    let mut library = Library::empty();
    library.add_text("base", BASE).expect("a good name");
    library.add_text("invented", text).expect("a good name");
    library
}

/// The games that have some mechanisms: `all` of them, or the first.
pub fn together(parts: &[&Part], all: bool) -> Together {
    let of_pieces = parts.iter().any(|part| part.lines.iter().any(|line| line.contains("{p}")));
    let (mut games, mut refused, mut excluded) = (Vec::new(), Vec::new(), false);
    for pieces in &PIECES[..if of_pieces { PIECES.len() } else { 1 }] {
        let Some(lines) = lines(parts, pieces) else { continue };
        let lines = lines.join("\n");
        let text = format!("extends = \"base\"\ntitle = \"Invented\"\nabout = \"A pair.\"\n{lines}\n");
        if games.contains(&text) || (!all && !games.is_empty()) {
            continue;
        }
        match library(&text).load("invented") {
            Ok(_) => games.push(text),
            Err(LoadError::Faulty(faults)) => {
                let is_one = |fault: &Diagnostic| fault.code == Code::E110;
                excluded |= faults.iter().any(is_one);
                let other = |fault: &&Diagnostic| !is_one(fault) && !fault.code.text().starts_with('W');
                refused.extend(faults.iter().filter(other).map(Diagnostic::to_string));
            }
            Err(error) => refused.push(error.to_string()),
        }
    }
    if !games.is_empty() {
        Together::Games(games)
    } else if excluded {
        Together::Excluded
    } else if refused.is_empty() {
        Together::OneKey
    } else {
        Together::Refused(refused)
    }
}

/// The names of some mechanisms.
fn names(parts: &[&Part]) -> String {
    parts.iter().map(|part| &*part.name).collect::<Vec<_>>().join(" + ")
}

/// The pairs, each mechanism with itself too.
pub fn pairs(parts: &[Part]) -> impl Iterator<Item = [&Part; 2]> {
    parts.iter().enumerate().flat_map(|(at, a)| parts[at..].iter().map(move |b| [a, b]))
}

/// The games of one pair of so many, each with the names of its mechanisms.
pub fn every(parts: &[Part], share: usize) -> impl Iterator<Item = (String, String)> {
    pairs(parts).step_by(share).flat_map(|pair| {
        let Together::Games(texts) = together(&pair, true) else { return Vec::new() };
        texts.into_iter().map(|text| (names(&pair), text)).collect::<Vec<_>>()
    })
}

/// So many games of three to five mechanisms, taken by chance.
pub fn sets(parts: &[Part], count: usize, seed: u64) -> impl Iterator<Item = (String, String)> {
    let mut random = Random::new(seed);
    let game = move || loop {
        let chosen: Vec<&Part> = (0..3 + random.below(3)).map(|_| random.pick(parts)).collect();
        if let Together::Games(texts) = together(&chosen, true) {
            return Some((names(&chosen), random.pick(&texts).clone()));
        }
    };
    std::iter::from_fn(game).take(count)
}
