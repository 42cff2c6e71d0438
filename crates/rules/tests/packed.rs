//! Definitions as bytes: what comes back is what was written.

use std::path::Path;

use berolina_rules::definition::OptionValues;
use berolina_rules::{Definition, Library};

/// Every shipped game, those of the manual's examples and those of other programs, with each value of each option.
fn every_game() -> Vec<Definition> {
    let mut library = Library::shipped();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["../../docs/examples", "tests/peer/games", "tests/data"] {
        library.add_path(&here.join(folder)).unwrap();
    }
    let names: Vec<String> = library.names().map(str::to_owned).collect();
    let mut games = Vec::new();
    for name in names {
        // Some files of the tests are faulty.
        let Ok(game) = library.load(&name) else { continue };
        for option in &game.options {
            let values = match &option.values {
                OptionValues::Choice(values) => values.iter().map(|value| value.0.clone()).collect(),
                OptionValues::Number { min, max } => vec![min.to_string(), max.to_string()],
            };
            games.extend(
                values
                    .iter()
                    .filter_map(|value| library.load(&format!("{name}:{}={value}", option.name)).ok()),
            );
        }
        games.push(game);
    }
    games
}

#[test]
fn every_game_comes_back_from_its_bytes() {
    let games = every_game();
    assert!(games.len() > 100, "{}", games.len());
    for game in games {
        let bytes = game.packed();
        assert_eq!(Definition::unpacked(&bytes).as_ref(), Some(&game), "{}", game.full_name());
    }
}

#[test]
fn bytes_that_are_cut_or_go_on_are_no_game() {
    let mut bytes = Library::shipped().load("seirawan").unwrap().packed();
    for end in 0..bytes.len() {
        assert_eq!(Definition::unpacked(&bytes[..end]), None, "{end}");
    }
    bytes.push(0);
    assert_eq!(Definition::unpacked(&bytes), None);
}
