//! Texts of moves and positions, for every legal move along random games of every game.

use std::collections::{HashMap, HashSet};

use berolina_rules::Position;
use proptest::prelude::*;

use super::random::{Random, any_move, config, variants};

/// Calls `check` with positions of a random game of every game.
fn along_games(seed: u64, plies: usize, mut check: impl FnMut(&Position, &mut Random)) {
    let mut chance = Random::new(seed);
    for variant in variants(&mut chance) {
        let mut position = variant.start();
        for _ in 0..plies {
            check(&position, &mut chance);
            let Some(mv) = any_move(&position, &mut chance) else { break };
            position = position.play_unchecked(mv);
        }
    }
}

fn every_move_is_read_as_written(position: &Position) {
    let at = || format!("{} {}", position.variant().definition().full_name(), position.fen());
    let mut texts = HashSet::new();
    let mut meant = HashMap::new();
    // Where a blocker is put makes thousands of them: some are read, all are told apart.
    let sans = position.sans();
    let step = 1 + sans.len() / 40;
    for (i, (mv, san)) in sans.into_iter().enumerate() {
        let text = position.move_text(mv);
        if i % step != 0 {
            assert!(texts.insert(text), "two moves of one text in {}", at());
            assert_eq!(meant.insert(san, mv), None, "two moves of one SAN in {}", at());
            continue;
        }
        assert_eq!(position.parse_move(&text), Ok(mv), "{}", at());
        assert_eq!(position.parse_any(&text), Ok(mv), "{}", at());
        // Where a piece may promote by a `+`, that is what a `+` behind the squares means.
        let check = if position.parse_move(&format!("{text}+")).is_ok() { "" } else { "+" };
        assert_eq!(position.parse_any(&format!("{text}{check}?!")), Ok(mv), "{}", at());
        for san in [san.as_str(), san.trim_end_matches(['+', '#']), &format!("{san}!?")] {
            assert_eq!(position.parse_san(san), Ok(mv), "{san} in {}", at());
            assert_eq!(position.parse_any(san), Ok(mv), "{san} in {}", at());
        }
        assert!(texts.insert(text), "two moves of one text in {}", at());
        assert_eq!(meant.insert(san, mv), None, "two moves of one SAN in {}", at());
        assert_eq!(berolina_rules::Move::from_bits(mv.bits()), mv);
    }
}

fn a_fen_is_read_as_written(position: &Position) {
    let fen = position.fen();
    let again = Position::from_own_fen(position.variant(), &fen);
    let at = || format!("{} {fen}", position.variant().definition().full_name());
    match again {
        Ok(again) => {
            assert_eq!(again.fen(), fen, "{}", at());
            assert_eq!(again, *position, "{}", at());
            assert_eq!(again.hash(), position.hash(), "{}", at());
        }
        Err(error) => panic!("{}: {error}", at()),
    }
}

/// Texts near one: a letter changed, left out, doubled, added or exchanged with its neighbour.
fn near(text: &str, chance: &mut Random) -> Vec<String> {
    let letters: Vec<char> =
        "abcdefghijklmnopqrstuvwxyzABCJKLNPQRU0123456789@+-=x# \u{e9}\u{2658}".chars().collect();
    let chars: Vec<char> = text.chars().collect();
    let mut all = vec![text.to_uppercase(), format!(" {text}"), format!("{text} "), String::new()];
    for i in 0..chars.len() {
        let with = |new: &[char]| -> String { chars[..i].iter().chain(new).chain(&chars[i + 1..]).collect() };
        all.push(with(&[]));
        all.push(with(&[chars[i], chars[i]]));
        all.push(with(&[*chance.pick(&letters)]));
        all.push(with(&[chars[i], *chance.pick(&letters)]));
        let mut exchanged = chars.clone();
        exchanged.swap(i, (i + 1) % chars.len());
        all.push(exchanged.into_iter().collect());
    }
    all
}

fn what_is_near_a_move_is_refused(position: &Position, chance: &mut Random) {
    let texts = position.move_texts();
    let Some(text) = texts.get(chance.below(texts.len().max(1))) else { return };
    let legal = position.legal_moves();
    for other in near(text, chance) {
        match position.parse_move(&other) {
            Ok(mv) => {
                assert!(texts.contains(&other) && position.move_text(mv) == other, "`{other}` is no move");
                assert!(legal.contains(&mv));
            }
            Err(error) => {
                assert!(!texts.contains(&other), "`{other}` is a move");
                let line = error.to_string();
                assert!(!error.reason.text().is_empty() && !line.contains(['\n', '\r', '\0']), "{line}");
            }
        }
        if let Ok(mv) = position.parse_any(&other) {
            assert!(legal.contains(&mv), "`{other}` means an illegal move");
        }
    }
}

proptest! {
    #![proptest_config(config(3))]

    #[test]
    fn moves_and_positions(seed: u64) {
        along_games(seed, 120, |position, _| {
            every_move_is_read_as_written(position);
            a_fen_is_read_as_written(position);
        });
    }

    #[test]
    fn near_moves(seed: u64) {
        along_games(seed, 60, |position, chance| {
            if chance.below(4) == 0 {
                what_is_near_a_move_is_refused(position, chance);
            }
        });
    }
}
