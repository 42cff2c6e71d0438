//! Perft counts: files of rows `variant, FEN, depth, nodes`, separated by tabs.
//!
//! A test run counts the rows up to a limit of nodes; `BEROLINA_PERFT_NODES=all cargo test --release
//! -p berolina-rules --test all perft::` counts every row.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use berolina_rules::{Library, Position, Variant};

/// Rows with more nodes are left to the full run.
const QUICK: u64 = 200_000;

/// The same for the many rows of suites.
const SUITE_QUICK: u64 = 20_000;

fn limit(quick: u64) -> u64 {
    match std::env::var("BEROLINA_PERFT_NODES").ok().as_deref() {
        None => quick,
        Some("all") => u64::MAX,
        Some(number) => number.parse().expect("BEROLINA_PERFT_NODES is a number or `all`"),
    }
}

fn run(file: &str) {
    let limit = limit(QUICK);
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).expect("the data file is there");
    let library = Library::shipped();
    let mut variants = HashMap::new();
    let (mut rows, mut wrong) = (0, Vec::new());
    for line in text.lines().skip(1).filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [name, fen, depth, nodes] = fields[..] else { panic!("{file}: `{line}` has not four fields") };
        let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
        if nodes > limit {
            continue;
        }
        let variant = variants
            .entry(name.to_owned())
            .or_insert_with(|| Variant::load(&library, name).unwrap_or_else(|e| panic!("{name}: {e}")));
        let counted = match Position::from_fen(variant, fen) {
            Ok(position) => position.perft(depth),
            Err(error) => {
                wrong.push(format!("{name} {fen}: {error}"));
                continue;
            }
        };
        rows += 1;
        if counted != nodes {
            wrong.push(format!("{name} {fen} depth {depth}: {counted}, not {nodes}"));
        }
    }
    assert!(rows > 0, "{file}: no row was counted");
    assert!(wrong.is_empty(), "{file}: {} of {rows} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What a shuffled start adds to a game.
const SHUFFLED: &str = "title = \"Shuffled\"\nabout = \"From a shuffled start.\"\n[castling]\n\
    king-side = { king = false, rook = false, king-to = \"g1\", rook-to = \"f1\" }\n\
    queen-side = { king = false, rook = false, king-to = \"c1\", rook-to = \"d1\" }\n\
    [options.position]\nabout = \"The number of the start.\"\ndefault = 518\n\
    shuffles = { rank = 1, numbering = \"chess960\" }\n";

/// A row with counts of several depths: `1:20 2:400`.
fn suite_row(
    games: &mut HashMap<String, Arc<Variant>>,
    library: &Library,
    line: &str,
    limit: u64,
) -> Vec<String> {
    let fields: Vec<_> = line.split('\t').collect();
    let [name, fen, counts, source] = fields[..] else { panic!("`{line}` has not four fields") };
    let variant = games
        .entry(name.to_owned())
        .or_insert_with(|| Variant::load(library, name).unwrap_or_else(|e| panic!("{name}: {e}")));
    let position = match fen {
        "start" => Ok(variant.start()),
        _ => Position::from_fen(variant, fen),
    };
    let position = match position {
        Ok(position) => position,
        Err(error) => return vec![format!("{name} {fen} ({source}): {error}")],
    };
    let mut wrong = Vec::new();
    for (depth, nodes) in counts.split(' ').map(|count| count.split_once(':').expect("depth:nodes")) {
        let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
        let counted = if nodes > limit { nodes } else { position.perft(depth) };
        if counted != nodes {
            wrong.push(format!("{name} {fen} depth {depth}: {counted}, not {nodes} ({source})"));
        }
    }
    wrong
}

/// The suites of other programs: what differs is listed with its reason in `data/README.md`, and nothing else may.
#[test]
fn suites_of_other_programs() {
    let path = match std::env::var("BEROLINA_PERFT_SUITE") {
        Ok(path) => path,
        Err(_) => format!("{}/tests/data/perft-suites.tsv", env!("CARGO_MANIFEST_DIR")),
    };
    let text = fs::read_to_string(&path).expect("the data file is there");
    let mut library = Library::shipped();
    let shuffled = format!("extends = \"atomic\"\n{SHUFFLED}");
    library.add_text("atomic-960", &shuffled).expect("a good name");
    let limit = limit(SUITE_QUICK);
    let mut games = HashMap::new();
    let rows = text.lines().skip(1).filter(|line| !line.starts_with('#'));
    let wrong: Vec<_> = rows.flat_map(|line| suite_row(&mut games, &library, line, limit)).collect();
    assert!(wrong.is_empty(), "{} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_game_of_the_rules() {
    run("perft.tsv");
}

#[test]
fn published_counts_of_well_known_games() {
    run("perft-published.tsv");
}
