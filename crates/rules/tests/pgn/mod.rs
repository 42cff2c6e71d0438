//! PGN as text: ordinary files, damaged and hostile ones, and what is written and read again.

mod damage;
mod ordinary;
mod roundtrip;

use berolina_rules::notation::pgn::{self, Damage, Game, Line, ReadError};

/// What a file gives, read from memory; a stream must give the same.
fn read(bytes: &[u8]) -> Vec<Result<Game, Damage>> {
    let games: Vec<_> = pgn::read(bytes).collect();
    let input = std::io::BufReader::with_capacity(7, bytes);
    let streamed: Vec<_> = pgn::read_from(input)
        .map(|game| match game {
            Ok(game) => Ok(game),
            Err(ReadError::Damage(damage)) => Err(damage),
            Err(ReadError::Io(error)) => panic!("{error}"),
        })
        .collect();
    assert_eq!(streamed, games);
    games
}

fn read_one(text: &str) -> Game {
    let mut games = read(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|damage| panic!("{text}: {damage}"))
}

fn read_damage(bytes: &[u8]) -> Damage {
    let mut games = read(bytes);
    assert_eq!(games.len(), 1);
    games.remove(0).unwrap_err()
}

/// A line in short: marks, comments and variations in the order of the model.
fn show(line: &Line) -> String {
    let mut words = Vec::new();
    for node in line {
        words.extend(node.before.iter().map(|comment| format!("<{comment}")));
        words.push(node.text.to_string());
        words.extend(node.nags.iter().map(|nag| format!("${nag}")));
        words.extend(node.after.iter().map(|comment| format!(">{comment}")));
        words.extend(node.variations.iter().map(|variation| format!("({})", show(variation))));
    }
    words.join(" ")
}
