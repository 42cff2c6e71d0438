//! Perft counts: files of rows `variant, FEN, depth, nodes`, separated by tabs.
//!
//! A test run counts the rows up to a limit of nodes; `BEROLINA_PERFT_NODES=all cargo test --release
//! -p berolina-rules --test all perft::` counts every row.

use std::collections::HashMap;
use std::fs;

use berolina_rules::{Library, Position, Variant};

/// Rows with more nodes are left to the full run.
const QUICK: u64 = 200_000;

fn run(file: &str) {
    let limit = match std::env::var("BEROLINA_PERFT_NODES").ok().as_deref() {
        None => QUICK,
        Some("all") => u64::MAX,
        Some(number) => number.parse().expect("BEROLINA_PERFT_NODES is a number or `all`"),
    };
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

#[test]
fn every_game_of_the_rules() {
    run("perft.tsv");
}

#[test]
fn published_counts_of_well_known_games() {
    run("perft-published.tsv");
}
