//! Definitions as bytes: what comes back is what was written.

use std::path::Path;

use berolina_rules::definition::OptionValues;
use berolina_rules::{Definition, Library};

use crate::common::{Random, inputs, setting};

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

/// Bytes with one to four changes: others, some more, some less, or a piece of another game's.
fn mutated(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.below(256) as u8,
            2 => bytes[at] = *random.pick(&[0, 1, 2, 3, 127, 128, 255]),
            3 => bytes.insert(at, random.below(256) as u8),
            4 if bytes.len() > 1 => drop(bytes.remove(at)),
            _ => {
                let from = random.below(other.len());
                let length = (1 + random.below(8)).min(other.len() - from).min(bytes.len() - at);
                bytes[at..at + length].copy_from_slice(&other[from..from + length]);
            }
        }
    }
    bytes
}

#[test]
fn bytes_from_elsewhere_are_no_game_or_one_that_can_be_played() {
    let games: Vec<Vec<u8>> = every_game().iter().map(Definition::packed).collect();
    let random = &mut Random::new(setting("BEROLINA_SEED", 1) as u64);
    let (mut played, mut wrong) = (0, 0);
    let wanted = setting("BEROLINA_BYTES", 3000);
    for _ in 0..wanted {
        let bytes = mutated(&games[random.below(games.len())], &games[random.below(games.len())], random);
        match std::panic::catch_unwind(|| inputs::packed(&bytes)) {
            Ok(game) => played += usize::from(game),
            Err(_) => wrong += 1,
        }
    }
    assert_eq!(wrong, 0, "of {wanted}");
    // Many bytes are texts for people.
    assert!(played > wanted / 10, "{played}");
}

#[test]
fn a_list_takes_no_more_room_than_what_was_read_of_it() {
    // A name, no lineage, and a list of options as long as the bytes that follow, each far larger than a byte.
    let mut bytes = vec![1, b'x', 0, 0];
    bytes.extend([0x80, 0x80, 0x40]);
    bytes.resize(1 << 20, 0xff);
    assert_eq!(Definition::unpacked(&bytes), None);
}
