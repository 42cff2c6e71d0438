//! Every pair of mechanisms is a game or excluded, and each such game keeps the properties of all games.
//!
//! A run plays the games of one pair of 61. All of them, and sets of more than two mechanisms at random:
//!
//! ```text
//! BEROLINA_PAIRS=1 BEROLINA_SETS=5000 cargo test --release -p berolina-rules --test all pairs::
//! ```

use std::panic::catch_unwind;

use berolina_rules::definition::Code;

use crate::common::games::Subject;
use crate::common::pairs::{self, Together};
use crate::common::{Random, play, position, setting};

/// Of so many pairs one is played in a usual run.
const SHARE: usize = 61;
const PLIES: usize = 24;

/// Pairs that neither exclude each other nor make a game, with the code of the fault that says why: one of them makes royal what the
/// other changes, writes a move that the other has, or costs too much with it.
const OTHERWISE: [(&str, &str, Code); 14] = [
    ("entry", "the last royal piece", Code::E092),
    ("reverts", "zones of a piece", Code::E082),
    ("reverts", "promotion by captures", Code::E082),
    ("plus", "a kind of royal pieces", Code::E092),
    ("a kind of royal pieces", "captor becomes", Code::E092),
    ("a kind of royal pieces", "zones of a piece", Code::E092),
    ("a kind of royal pieces", "promotion by captures", Code::E092),
    ("a kind of royal pieces", "triple step", Code::E092),
    ("promotion by a step", "stays in", Code::E096),
    ("optional promotion", "stays in", Code::E096),
    ("captures on the way and at the end", "drop limit", Code::E130),
    ("legs", "drop limit", Code::E130),
    ("double step of the king", "king with legs", Code::E093),
    ("double step of the king", "king that hops", Code::E093),
];

#[test]
fn every_pair_of_mechanisms_is_a_game_or_excluded() {
    let parts = pairs::parts();
    assert!(parts.len() > 80, "{}", parts.len());
    let (mut games, mut excluded, mut wrong) = (0, 0, Vec::new());
    for [a, b] in pairs::pairs(&parts) {
        match pairs::together(&[a, b], false) {
            Together::Games(_) => games += 1,
            Together::Excluded => excluded += 1,
            Together::OneKey => {}
            Together::Refused(faults) => {
                let known = OTHERWISE.iter().find(|(one, other, _)| (*one, *other) == (&*a.name, &*b.name));
                if known.is_some_and(|(.., code)| faults.iter().any(|fault| fault.contains(code.text()))) {
                    continue;
                }
                wrong.push(format!("{} with {}: {}", a.name, b.name, faults.join("; ")));
            }
        }
    }
    println!("{games} pairs are games, {excluded} exclude each other");
    assert!(wrong.is_empty(), "neither games nor excluded ({}):\n{}", wrong.len(), wrong.join("\n"));
}

/// Plays a game at random and checks what must hold.
fn test(text: &str, seed: u64) {
    let subject = Subject::load(&pairs::library(text), "invented").unwrap();
    let random = &mut Random::new(seed);
    let mut now = subject.variant.start();
    for ply in 0..PLIES {
        if ply % 4 == 3 {
            position::check(&now, &subject.free);
        }
        if ply % 12 == 11 {
            position::check_san(&now);
        }
        let legal = now.legal_moves();
        if legal.is_empty() {
            break;
        }
        now = now.play_unchecked(play::choose(&now, &legal, random));
    }
}

/// Tests some games and says of which mechanisms those are that fail.
fn all_hold(games: impl Iterator<Item = (String, String)>) {
    let mut wrong = Vec::new();
    for (number, (names, text)) in games.enumerate() {
        if catch_unwind(|| test(&text, number as u64)).is_err() {
            eprintln!("{names}:\n{text}");
            wrong.push(names);
        }
    }
    assert!(wrong.is_empty(), "{} games are played wrongly:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn games_of_pairs_keep_what_all_games_keep() {
    let share = setting("BEROLINA_PAIRS", SHARE);
    all_hold(pairs::every(&pairs::parts(), share));
}

#[test]
fn games_of_several_mechanisms_keep_what_all_games_keep() {
    let parts = pairs::parts();
    all_hold(pairs::sets(&parts, setting("BEROLINA_SETS", 60), setting("BEROLINA_SEED", 1) as u64));
}
