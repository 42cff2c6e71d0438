//! The rows of the engine's `wins.tsv` are what they say: each is proven again.
//!
//! A test run proves a part of the short wins; `BEROLINA_WINS=all cargo test --release -p berolina-lab --test
//! wins` proves every row.

use std::collections::HashSet;
use std::fs;

use berolina_lab::proof::numbers::forced_loss;
use berolina_lab::proof::suite::{HEADER, Row};
use berolina_lab::proof::wins::wins_within;
use berolina_rules::{Library, Position, Variant};

/// A quick run proves one in so many rows of at most so many plies,
const QUICK: (usize, u32) = (4, 5);
/// and leaves out what takes the solver more positions.
const NODES: u64 = 200_000;

fn rows() -> (String, Vec<Row>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/tests/data/wins.tsv");
    let text = fs::read_to_string(path).expect("the data file is there");
    let rows = Row::read(&text).unwrap_or_else(|why| panic!("wins.tsv: {why}"));
    (text, rows)
}

#[test]
fn every_row_can_be_read() {
    let (text, rows) = rows();
    assert_eq!(text.lines().next(), Some(HEADER));
    let lines: Vec<&str> = text.lines().skip(1).filter(|line| !line.starts_with('#')).collect();
    let written: Vec<String> = rows.iter().map(Row::to_string).collect();
    assert_eq!(written, lines);
    let library = Library::shipped();
    let mut seen = HashSet::new();
    for row in &rows {
        let position = row.position(&library).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(position.fen(), row.fen, "{}", row.variant);
        assert!(seen.insert((&row.variant, &row.fen)), "{} {} is there twice", row.variant, row.fen);
        assert_eq!(row.moves, row.plies.div_ceil(2), "{row}");
        assert!(row.nodes.is_none_or(|nodes| nodes <= 2_000_000), "{row}");
        for key in &row.keys {
            let mv = position.parse_san(key).unwrap_or_else(|why| panic!("{row}: {why}"));
            assert_eq!(&position.san(mv), key, "{row}");
        }
    }
}

#[test]
fn every_row_is_proven() {
    let all = std::env::var("BEROLINA_WINS").is_ok_and(|value| value == "all");
    let library = Library::shipped();
    let (mut proven, mut wrong) = (0, Vec::new());
    for (at, row) in rows().1.into_iter().enumerate() {
        if !all && (at % QUICK.0 != 0 || row.plies > QUICK.1) {
            continue;
        }
        let position = row.position(&library).unwrap_or_else(|why| panic!("{why}"));
        match wins_within(&position, row.plies, if all { u64::MAX } else { NODES }) {
            Ok(Some(proof)) => {
                let found = Row { nodes: row.nodes, ..Row::new(&position, &proof) };
                proven += 1;
                if found != row {
                    wrong.push(format!("{row}\nis\n{found}"));
                }
            }
            Ok(None) => wrong.push(format!("{row}\nis no win")),
            Err(_) => {}
        }
    }
    assert!(proven >= 20, "only {proven} rows were proven");
    assert!(wrong.is_empty(), "{} of {proven} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A quick run leaves out the long wins that take more positions to prove.
const LONG: u64 = 20_000;

#[test]
fn long_wins_are_forced() {
    let all = std::env::var("BEROLINA_WINS").is_ok_and(|value| value == "all");
    let library = Library::shipped();
    let text = include_str!("../../engine/tests/data/forced.tsv");
    for line in text.lines().skip(1).filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [name, fen, keys, _] = fields[..] else { panic!("forced.tsv: `{line}` has not four fields") };
        let variant = Variant::load(&library, name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let position = Position::from_fen(&variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for key in keys.split(' ') {
            let mv = position.parse_san(key).unwrap_or_else(|error| panic!("{name} {fen}: {error}"));
            let nodes = if all { 10_000_000 } else { LONG };
            let lost = forced_loss(&position.play_unchecked(mv), nodes);
            assert!(lost == Ok(true) || (lost.is_err() && !all), "{name} {fen}: {key} is not proven to win");
        }
    }
}
