//! Forced wins that the engine must find: the right move and the exact distance, within a limit of
//! nodes. The rows of `data/wins.tsv` are proven by trying every move; see `docs/testing.md`.
//!
//! A test run takes the rows with small limits; `BEROLINA_WINS_NODES=all cargo test --release -p berolina-engine --test all wins::` takes
//! every row.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use berolina_engine::{Engine, Limits};
use berolina_rules::{Game, Position, Variant};

/// Rows with a greater limit are left to the full run. Some of these need more positions than a proof is given at first, so
/// that going on with it is tried too.
const QUICK: u64 = 200_000;

/// A row, as far as the engine is concerned.
struct Row<'a> {
    variant: &'a str,
    fen: &'a str,
    moves: u32,
    plies: u32,
    keys: Vec<&'a str>,
    nodes: u64,
}

fn read(text: &str) -> Vec<Row<'_>> {
    let lines = text.lines().skip(1).filter(|line| !line.starts_with('#'));
    let row = |line| {
        let fields: Vec<_> = str::split(line, '\t').collect();
        let [variant, fen, moves, plies, keys, nodes, _tags] = fields[..] else {
            panic!("wins.tsv: `{line}` has not seven fields")
        };
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("wins.tsv: `{text}` in `{line}`"));
        let nodes = number(nodes);
        let (moves, plies) = (number(moves) as u32, number(plies) as u32);
        Row { variant, fen, moves, plies, keys: keys.split(' ').collect(), nodes }
    };
    lines.map(row).collect()
}

/// What is wrong with the engine's answer.
fn fault(row: &Row<'_>, variant: &Arc<Variant>) -> Option<String> {
    let nodes = row.nodes;
    let position =
        Position::from_fen(variant, row.fen).unwrap_or_else(|error| panic!("{}: {error}", row.fen));
    let limits = Limits { nodes: Some(nodes), mate: Some(row.moves), ..Limits::default() };
    let report = Engine::new().search(&Game::new(position.clone()), &limits, &mut |_| {});
    let best = report.best.map(|mv| position.san(mv)).unwrap_or_default();
    let exact = report.score.end() == Some((true, row.plies))
        && report.score.mate() == Some(row.moves as i32)
        && report.nodes <= nodes;
    let right = row.keys.contains(&best.as_str());
    let Row { variant, fen, plies, keys, .. } = row;
    let found = format!("{best} {}, depth {}, {} nodes", report.score, report.depth, report.nodes);
    (!exact || !right).then(|| format!("{variant} {fen}: {found}; not {} in {plies} plies", keys.join("/")))
}

#[test]
fn forced_wins_are_found() {
    let most = match std::env::var("BEROLINA_WINS_NODES").ok().as_deref() {
        None => QUICK,
        Some("all") => u64::MAX,
        Some(number) => number.parse().expect("BEROLINA_WINS_NODES is a number or `all`"),
    };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wins.tsv");
    let text = fs::read_to_string(path).expect("the data file is there");
    let mut variants = HashMap::new();
    let (mut tried, mut wrong) = (0, Vec::new());
    for row in read(&text) {
        if row.nodes > most {
            continue;
        }
        let variant = variants.entry(row.variant).or_insert_with(|| crate::common::variant(row.variant));
        wrong.extend(fault(&row, variant));
        tried += 1;
    }
    assert!(tried > 0, "no row was tried");
    assert!(wrong.is_empty(), "{} of {tried} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Long wins, proven by `berolina_lab::proof::numbers`: the engine need not see their end, but must begin them.
#[test]
fn long_forced_wins_are_begun() {
    let text = include_str!("data/forced.tsv");
    let mut wrong = Vec::new();
    for line in text.lines().skip(1).filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [name, fen, keys, nodes] = fields[..] else { panic!("forced.tsv: `{line}` has not four fields") };
        let variant = crate::common::variant(name);
        let position = Position::from_fen(&variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let limits = Limits::nodes(nodes.parse().unwrap_or_else(|_| panic!("forced.tsv: `{nodes}`")));
        let report = Engine::new().search(&Game::new(position.clone()), &limits, &mut |_| {});
        let best = report.best.map(|mv| position.san(mv)).unwrap_or_default();
        if !keys.split(' ').any(|key| key == best) {
            wrong.push(format!("{name} {fen}: {best} {}; not {keys}", report.score));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
