//! The same game and the same position with the colours exchanged and the ranks reversed.

use std::sync::Arc;

use berolina_rules::definition::{Definition, Rules};
use berolina_rules::geometry::{Color, Shape};
use berolina_rules::{Position, Variant};

/// Whether two definitions play alike, whatever they are called and however they start.
pub fn same_rules(a: &Definition, b: &Definition) -> bool {
    let rules = |d: &Definition| {
        let mut d = Rules::clone(d);
        (d.name, d.lineage, d.text) = Default::default();
        (d.start.board, d.start.hands) = Default::default();
        (d.chosen, d.options) = Default::default();
        d
    };
    rules(a) == rules(b)
}

/// The position in the mirrored game.
pub fn position(position: &Position, game: &Arc<Variant>) -> Position {
    let text = fen(position.variant().shape(), &position.fen());
    Position::from_own_fen(game, &text).unwrap_or_else(|e| panic!("{}: mirrored {text}: {e}", position.fen()))
}

/// A FEN with the colours exchanged and the ranks reversed.
pub fn fen(shape: Shape, fen: &str) -> String {
    let fields: Vec<_> = fen.split(' ').collect();
    let (board, hand) =
        fields[0].split_once('[').map_or((fields[0], None), |(board, hand)| (board, Some(hand)));
    let mut text = mirrored_board(shape, board);
    if let Some(hand) = hand {
        text += &format!("[{}", swap_case(hand));
    }
    for (i, field) in fields.iter().enumerate().skip(1) {
        text.push(' ');
        text += &match (i, *field) {
            (4, checks) if checks.contains('+') => {
                let (white, black) = checks.split_once('+').expect("two numbers");
                format!("{black}+{white}")
            }
            (1 | 6 | 7, "w") => "b".to_owned(),
            (1 | 6 | 7, "b") => "w".to_owned(),
            (2, rights) => swap_case(rights),
            (3, squares) => mirrored_squares(shape, squares),
            (_, other) => other.to_owned(),
        };
    }
    text
}

/// The board of a FEN: what stands on each cell goes to the cell that the other player sees there.
fn mirrored_board(shape: Shape, board: &str) -> String {
    let mut men = vec![String::new(); shape.size()];
    for (row, rank) in board.split('/').zip((0..shape.ranks()).rev()) {
        let mut places = shape.row(rank);
        let mut rest = row;
        while let Some(c) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let empty: usize = rest[..digits].parse().unwrap();
                places.nth(empty - 1);
                rest = &rest[digits..];
                continue;
            }
            let letter = usize::from(c == '+') + 1;
            let length = letter + usize::from(rest[letter..].starts_with('~'));
            if let Some(place) = places.next().filter(|&place| shape.has(place)) {
                men[shape.mirror(place).index()] = swap_case(&rest[..length]);
            }
            rest = &rest[length..];
        }
    }
    let row = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for place in shape.row(rank) {
            if shape.has(place) && men[place.index()].is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            text += if shape.has(place) { &men[place.index()] } else { "*" };
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    (0..shape.ranks()).rev().map(row).collect::<Vec<_>>().join("/")
}

/// The text of a move, or other squares in a row, with the ranks reversed.
pub fn mirrored_squares(shape: Shape, text: &str) -> String {
    let mut mirrored = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((square, after)) = shape.parse_prefix(rest) {
            mirrored += &shape.name(shape.mirror(square)).to_string();
            rest = after;
        } else {
            mirrored.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    mirrored
}

fn swap_case(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
        .collect()
}

/// Moves, check, attack and end are the same in the mirrored position.
pub fn check(here: &Position, game: &Arc<Variant>) {
    let shape = here.variant().shape();
    let there = position(here, game);
    let said = format!("{}: {} and {}", here.variant().definition().full_name(), here.fen(), there.fen());
    let mut expected: Vec<_> = here.move_texts().iter().map(|text| mirrored_squares(shape, text)).collect();
    expected.sort_unstable();
    assert_eq!(there.move_texts(), expected, "{said}");
    assert_eq!(there.is_check(), here.is_check(), "{said}");
    assert_eq!(there.claim(), here.claim().map(Color::other), "{said}");
    let ends = [here.outcome(), there.outcome()].map(|o| o.map(|o| (o.reason, o.winner)));
    assert_eq!(ends[1], ends[0].map(|(reason, winner)| (reason, winner.map(Color::other))), "{said}");
    for square in shape.iter() {
        for by in Color::ALL {
            let mirrored = here.attackers_to(square, by).mirrored(shape);
            assert_eq!(
                there.attackers_to(shape.mirror(square), by.other()),
                mirrored,
                "{said}: {}",
                square.0
            );
        }
    }
}
