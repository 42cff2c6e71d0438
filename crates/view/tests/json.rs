//! What a server would send as JSON is what the page has from the module: both are compared with one file, here and in
//! `web/tests/unit/view.test.ts`.
//!
//! `BEROLINA_WRITE=1 cargo test -p berolina-view --test json` writes the file anew, where what is shown was changed.

use std::path::{Path, PathBuf};

use berolina_view::Games;
use serde::Deserialize;
use serde_json::{Value, json};

/// A game, and what is told of it.
#[derive(Deserialize)]
struct Case {
    asked: Asked,
    told: Value,
}

#[derive(Deserialize)]
struct Asked {
    spec: String,
    /// Moves from here, each in one of the ways to write it.
    fen: String,
    moves: Vec<String>,
    /// A square to be looked at after them.
    square: u8,
    /// A move that is refused after them.
    refused: String,
}

fn told(asked: &Asked) -> Value {
    let mut games = Games::new();
    if let Some(name) = asked.spec.strip_prefix("my:") {
        let path = root().join(format!("docs/examples/{name}.toml"));
        games.add(name, &std::fs::read_to_string(path).unwrap()).unwrap();
    }
    let info = games.info(&asked.spec).unwrap();
    let mut game = games.start(&asked.spec, Some(&asked.fen)).unwrap();
    let first = game.view();
    let played: Vec<_> = asked.moves.iter().map(|text| game.play(text).expect(&asked.spec)).collect();
    let tags = [("White", "Ada"), ("Black", "Bob"), ("Date", "2026.01.02")];
    json!({
        "card": info.card,
        "options": info.options,
        "kinds": info.kinds,
        "pieces": &info.pieces[..1],
        "sides": info.sides,
        "first": first,
        "played": played,
        "moves": game.moves(),
        "inspection": game.inspect(asked.square),
        "whyNot": game.why_not(&asked.refused),
        "pgn": game.pgn(tags.into_iter(), None).unwrap(),
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn json_is_what_the_page_has() {
    let path = root().join("crates/view/tests/data/told.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().map(|line| (line, serde_json::from_str::<Case>(line).unwrap()));
    let cases: Vec<_> = lines.map(|(line, case)| (line, told(&case.asked), case)).collect();
    if std::env::var_os("BEROLINA_WRITE").is_some() {
        let line = |(line, told, _): &(&str, Value, Case)| {
            let mut whole: Value = serde_json::from_str(line).unwrap();
            whole["told"] = told.clone();
            format!("{whole}\n")
        };
        std::fs::write(&path, cases.iter().map(line).collect::<String>()).unwrap();
        return;
    }
    assert!(cases.len() >= 6);
    for (_, told, case) in cases {
        for (name, wanted) in case.told.as_object().unwrap() {
            assert_eq!(&told[name], wanted, "{}: {name}", case.asked.spec);
        }
        assert_eq!(told.as_object().unwrap().len(), case.told.as_object().unwrap().len());
    }
}
