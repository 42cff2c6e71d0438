//! Makes and measures suites of forced wins. Build it with `--release`.
//!
//! ```text
//! wins make FAMILY|all [SEED]   makes rows by the recipes of a family, and prints them
//! wins prove FILE               proves the positions of FILE (its first two fields) and prints rows
//! wins force FILE [NODES]       of positions with long wins, by proof numbers: first moves that are proven to win
//! wins measure FILE [MOST]      prints the nodes that the engine needs for each row, MOST at most
//! wins limit FILE [MOST]        prints the file again with each row's limit of nodes set by that
//! ```
//!
//! MOST is 2,000,000 unless given, and so is NODES, which is for one first move;
//! the others get twice what that took. A seed gives the same rows as long as the engine plays the same games, for
//! these are where half of the positions come from.

mod measure;

use std::process::ExitCode;
use std::time::Instant;

use berolina_lab::proof::finding::recipes::{self, Recipe};
use berolina_lab::proof::finding::sources;
use berolina_lab::proof::numbers::{Forced, forced_loss, forced_win};
use berolina_lab::proof::suite::{HEADER, Row};
use berolina_lab::proof::wins::{self, wins_within};
use berolina_rules::{Library, Position, Variant};

/// The most plies that `prove` looks at, and the most positions.
const PROVE: (u32, u64) = (9, 400_000_000);

/// Other first moves than the one that is found are given so many times its positions.
const OTHERS: u64 = 2;

const USAGE: &str = "usage: wins make FAMILY|all [SEED] | prove FILE | force FILE [NODES] | measure FILE [MOST] | limit FILE [MOST]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["make", family] => make(family, "1"),
        ["make", family, seed] => make(family, seed),
        ["prove", file] => read(file).and_then(|text| prove(&text)),
        ["force", file] => read(file).and_then(|text| force(&text, "2000000")),
        ["force", file, nodes] => read(file).and_then(|text| force(&text, nodes)),
        ["measure", file] => measure::run(file, "2000000", false),
        ["measure", file, most] => measure::run(file, most, false),
        ["limit", file] => measure::run(file, "2000000", true),
        ["limit", file, most] => measure::run(file, most, true),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("wins: {why}");
            ExitCode::FAILURE
        }
    }
}

fn read(file: &str) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))
}

fn make(family: &str, seed: &str) -> Result<(), String> {
    let seed: u64 = seed.parse().map_err(|_| format!("`{seed}` is not a number"))?;
    let recipes = recipes::all();
    let wanted: Vec<_> = recipes.iter().filter(|r| family == "all" || r.family == family).collect();
    if wanted.is_empty() {
        let mut names: Vec<_> = recipes.iter().map(|r| r.family).collect();
        names.dedup();
        return Err(format!("no family `{family}`; there are {}", names.join(", ")));
    }
    println!("{HEADER}");
    let library = Library::shipped();
    for (number, recipe) in wanted.into_iter().enumerate() {
        let variant =
            Variant::load(&library, recipe.variant).map_err(|e| format!("{}: {e}", recipe.variant))?;
        let (mut found, started) = (0, Instant::now());
        sources::cook(recipe, &variant, seed.wrapping_mul(1000) + number as u64, &mut |row| {
            println!("{row}");
            found += 1;
        })?;
        let seconds = started.elapsed().as_secs();
        let Recipe { family, variant, rows, tag, .. } = recipe;
        eprintln!("{family} {variant}: {found} of {rows} {tag} ({seconds} s)");
    }
    Ok(())
}

/// The position of a row; `None` for a comment or an empty line.
fn position_of(library: &Library, line: &str) -> Result<Option<Position>, String> {
    let Some((name, rest)) = line.split_once('\t').filter(|_| !line.starts_with('#')) else {
        return Ok(None);
    };
    let fen = rest.split('\t').next().unwrap_or_default();
    let variant = Variant::load(library, name).map_err(|e| format!("{name}: {e}"))?;
    Position::from_fen(&variant, fen).map(Some).map_err(|e| format!("{name} {fen}: {e}"))
}

fn prove(text: &str) -> Result<(), String> {
    println!("{HEADER}");
    let library = Library::shipped();
    for line in text.lines().filter(|line| !line.starts_with("variant\t")) {
        let Some(position) = position_of(&library, line)? else {
            println!("{line}");
            continue;
        };
        match wins_within(&position, PROVE.0, PROVE.1) {
            Ok(Some(proof)) => println!("{}", Row::new(&position, &proof)),
            Ok(None) => println!("# no win in {} plies: {line}", PROVE.0),
            Err(wins::OutOfNodes) => println!("# {}: {line}", wins::OutOfNodes),
        }
    }
    Ok(())
}

/// Of each position the first moves that are proven to win, as rows of `forced.tsv`, with the positions after which the engine chooses one of
/// them.
fn force(text: &str, nodes: &str) -> Result<(), String> {
    let nodes: u64 = nodes.parse().map_err(|_| format!("`{nodes}` is not a number"))?;
    let library = Library::shipped();
    println!("variant\tfen\tkeys\tnodes");
    for line in text.lines().filter(|line| !line.starts_with("variant\t")) {
        let Some(position) = position_of(&library, line)? else {
            println!("{line}");
            continue;
        };
        let (name, fen) = (&position.variant().definition().name, position.fen());
        let started = Instant::now();
        let forced = match forced_win(&position, nodes) {
            Ok(Some(forced)) => forced,
            Ok(None) => {
                println!("# no win is found: {line}");
                continue;
            }
            Err(out) => {
                println!("# {out}: {line}");
                continue;
            }
        };
        let (mut keys, mut open) = (Vec::new(), 0);
        for mv in position.legal_moves() {
            match forced_loss(&position.play_unchecked(mv), OTHERS * forced.nodes) {
                Ok(true) => keys.push(position.san(mv)),
                Ok(false) => {}
                Err(wins::OutOfNodes) => open += 1,
            }
        }
        let most = measure::choice(&position, &keys).map_or("-".to_owned(), |nodes| nodes.to_string());
        println!("{name}\t{fen}\t{}\t{most}", keys.join(" "));
        let (seconds, won) = (started.elapsed().as_secs(), keys.len());
        let Forced { key, nodes, positions } = forced;
        let key = position.san(key);
        eprintln!(
            "{name} {fen}: {key} by {positions} positions, {nodes} nodes; {won} win, {open} are open ({seconds} s)"
        );
    }
    Ok(())
}
