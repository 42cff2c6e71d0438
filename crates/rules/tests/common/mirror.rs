//! The same game and the same position with the colours exchanged and the ranks reversed.

use std::sync::Arc;

use berolina_rules::definition::{Definition, PieceRules, Player};
use berolina_rules::geometry::{Color, Shape};
use berolina_rules::{Position, Variant};

/// The game with the players' rules exchanged.
pub fn definition(definition: &Definition) -> Definition {
    let mut mirrored = definition.clone();
    let shape = definition.shape;
    mirrored.start = fen(shape, &definition.start);
    mirrored.players.swap(0, 1);
    mirrored.players.iter_mut().for_each(|player| turn_player(shape, player));
    for piece in &mut mirrored.pieces {
        piece.rules.swap(0, 1);
        piece.rules.iter_mut().for_each(|rules| turn_rules(shape, rules));
    }
    mirrored
}

fn turn_player(shape: Shape, player: &mut Player) {
    for castling in player.castling.iter_mut().flatten() {
        castling.from = castling.from.map(|(king, rook)| (shape.mirror(king), shape.mirror(rook)));
        castling.king_to = shape.mirror(castling.king_to);
        castling.rook_to = shape.mirror(castling.rook_to);
    }
    player.promotion.forced = player.promotion.forced.mirrored(shape);
    player.promotion.optional = player.promotion.optional.mirrored(shape);
    if let Some(goal) = &mut player.goal {
        goal.squares = goal.squares.mirrored(shape);
    }
}

fn turn_rules(shape: Shape, rules: &mut PieceRules) {
    if let Some(double) = &mut rules.double_step {
        double.from = double.from.mirrored(shape);
    }
    if let Some(entry) = &mut rules.entry {
        entry.from = entry.from.mirrored(shape);
    }
    rules.drop_zone = rules.drop_zone.mirrored(shape);
}

/// Whether two definitions play alike, whatever they are called and however they start.
pub fn same_rules(a: &Definition, b: &Definition) -> bool {
    let rules = |d: &Definition| {
        let mut d = d.clone();
        (d.name, d.start) = (String::new(), String::new());
        (d.chosen, d.options) = (Vec::new(), Vec::new());
        d
    };
    rules(a) == rules(b)
}

/// The position in the mirrored game.
pub fn position(position: &Position, game: &Arc<Variant>) -> Position {
    let text = fen(position.variant().shape(), &position.fen());
    Position::from_fen(game, &text).unwrap_or_else(|e| panic!("{}: mirrored {text}: {e}", position.fen()))
}

/// A FEN with the colours exchanged and the ranks reversed.
pub fn fen(shape: Shape, fen: &str) -> String {
    let fields: Vec<_> = fen.split(' ').collect();
    let (board, hand) =
        fields[0].split_once('[').map_or((fields[0], None), |(board, hand)| (board, Some(hand)));
    let rows: Vec<_> = board.rsplit('/').map(swap_case).collect();
    let mut text = rows.join("/");
    if let Some(hand) = hand {
        text += &format!("[{}", swap_case(hand));
    }
    for (i, field) in fields.iter().enumerate().skip(1) {
        text.push(' ');
        text += &match (i, *field) {
            (1 | 6, "w") => "b".to_owned(),
            (1 | 6, "b") => "w".to_owned(),
            (2, rights) => swap_case(rights),
            (3, squares) => mirrored_squares(shape, squares),
            (_, other) => other.to_owned(),
        };
    }
    text
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
    let said = format!("{} and {}", here.fen(), there.fen());
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
