//! What a game must have in common with the one that a network was trained for: everything that decides how good a
//! position is, and nothing that only says how the game is called or written.

use std::fmt::Write as _;

use berolina_rules::Definition;
use berolina_rules::geometry::{Color, SquareSet};
use berolina_rules::order::sort_short;

/// The pieces and rules of a game, as text.
///
/// How a king is lost is left out: where it is lost by capture and where by checkmate, the same positions are good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Signature {
    /// What concerns both players.
    common: String,
    /// What concerns White and what concerns Black, each seen from his side.
    sides: [String; 2],
}

impl Signature {
    pub(crate) fn new(definition: &Definition) -> Self {
        let shape = definition.shape;
        let letters =
            |pieces: &[usize]| -> String { pieces.iter().map(|&p| definition.pieces[p].letter).collect() };
        let insufficient = definition.insufficient.as_deref().map(letters);
        let common = format!(
            "{}x{} {:?} {:?} {:?} {:?} {insufficient:?}",
            shape.files,
            shape.ranks,
            definition.stalemate,
            definition.bare_king,
            definition.hands,
            definition.clock.limit.map(|(_, end)| end),
        );
        Self { common, sides: Color::ALL.map(|color| side(definition, color)) }
    }

    /// Both players have the same pieces and rules.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// Black's side comes first in the order of networks, which does not depend on who has which army.
    pub(crate) fn is_swapped(&self) -> bool {
        self.sides[0] > self.sides[1]
    }

    /// A number that is the same for the same pieces and rules (FNV-1a).
    pub(crate) fn number(&self) -> u64 {
        let [first, second] = &self.sides;
        let (first, second) = if self.is_swapped() { (second, first) } else { (first, second) };
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        for text in [&self.common, first, second] {
            for byte in text.bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
        }
        hash
    }
}

/// A player's pieces and rules as he sees them.
fn side(definition: &Definition, color: Color) -> String {
    let shape = definition.shape;
    let seen = |set: SquareSet| if color == Color::White { set.0 } else { set.mirrored(shape).0 };
    let letters =
        |pieces: &[usize]| -> String { pieces.iter().map(|&p| definition.pieces[p].letter).collect() };
    let player = &definition.players[color.index()];
    let mut text = placement(definition, color);
    for (id, piece) in definition.pieces.iter().enumerate() {
        let rules = definition.rules(color, id);
        let first = rules.first_moves.as_ref().map_or("", |moves| &moves.betza);
        let _ =
            write!(text, ";{} {}/{}!{}", piece.letter, first, rules.moves.betza, letters(&rules.promotes_to));
        if let Some(double) = &rules.double_step {
            let _ = write!(text, " 2{:?}{:x}{}", double.steps, seen(double.from), double.en_passant);
        }
        let entry = rules.entry.map(|entry| (entry.exchanges, seen(entry.from)));
        let leaves = rules.leaves.map(|piece| definition.pieces[piece].letter);
        let _ = write!(text, " {} {entry:?} {:x} {leaves:?}", rules.en_passant, seen(rules.drop_zone));
    }
    let promotion = &player.promotion;
    let _ = write!(
        text,
        ";{:x} {:x} {:?} {} {}",
        seen(promotion.forced),
        seen(promotion.optional),
        promotion.limit,
        promotion.in_place,
        promotion.reverts
    );
    let castles = player.castling.each_ref().map(|wing| wing.as_ref().map(|castling| castling.rook));
    let goal = player.goal.as_ref().map(|goal| (letters(&goal.pieces), seen(goal.squares)));
    let _ = write!(text, ";{castles:?} {goal:?}");
    text
}

/// Where a player's pieces stand at the start, rank by rank from his side, and what he has in hand.
fn placement(definition: &Definition, color: Color) -> String {
    let own = |c: char| c.is_ascii_uppercase() == (color == Color::White);
    let field = definition.start.split(' ').next().unwrap_or("");
    let (board, hand) = field.split_once('[').unwrap_or((field, ""));
    let keep = |rank: &str| -> String {
        rank.chars()
            .map(|c| if c.is_ascii_alphabetic() && !own(c) { '.' } else { c.to_ascii_uppercase() })
            .collect()
    };
    let mut ranks: Vec<String> = board.split('/').map(keep).collect();
    if color == Color::White {
        ranks.reverse();
    }
    // The enemy's ranks say nothing of this player's pieces: how they are written must not differ.
    for rank in &mut ranks {
        if !rank.chars().any(|c| c.is_ascii_alphabetic()) {
            rank.clear();
        }
    }
    let mut hand: Vec<char> = hand.chars().filter(|c| c.is_ascii_alphabetic() && own(*c)).collect();
    hand.iter_mut().for_each(|c| *c = c.to_ascii_uppercase());
    sort_short(&mut hand, |a, b| a < b);
    format!("{} [{}]", ranks.join("/"), hand.into_iter().collect::<String>())
}
