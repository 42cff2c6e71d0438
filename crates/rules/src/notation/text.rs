//! Moves as long algebraic text, the text that engines use: `e2e4`, `e7e8q`, `N@b2`, `d2d4j`, and `e2e4,e4d5` where a blocker is
//! put on d5.

use std::fmt;

use crate::geometry::{Color, Square};
use crate::message::Message;
use crate::order::sort_short;
use crate::position::{Manner, Move, Position};
use crate::tables::Kind;

/// A move text that names no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text, shortened if it is long.
    pub text: String,
    /// What is wrong and what would be right, in one line.
    pub reason: Message,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.text, self.reason)
    }
}

impl std::error::Error for MoveError {}

impl Position {
    /// The text of a legal move.
    #[must_use]
    pub fn move_text(&self, mv: Move) -> String {
        let shape = self.variant().shape();
        let letter = |kind: Kind| self.variant().kinds()[usize::from(kind)].letter;
        if let Some(square) = mv.blocks() {
            let first = self.move_text(mv.first_half());
            return format!("{first},{}{}", shape.name(mv.to()), shape.name(square));
        }
        let manner = mv.manner();
        if let Manner::Drop(kind) = manner {
            return format!("{}@{}", letter(kind), shape.name(mv.to()));
        }
        let (from, to) = match manner {
            Manner::Castling(_) if self.castles_farther(mv) => (mv.from(), mv.to()),
            // Where the king stood is where nothing of its own can go, so this means no other move.
            Manner::GatingCastling(_, _, square) if square != mv.from() => (square, mv.from()),
            _ => (mv.from(), self.castled_rook(manner).unwrap_or(mv.to())),
        };
        let mut text = shape.name(from).to_string();
        if let Manner::Through(square) = manner {
            text.push_str(&shape.name(square).to_string());
        }
        text.push_str(&shape.name(to).to_string());
        if let Some(kind) = manner.named() {
            let (new, old) = (letter(kind), letter(self.moved_kind(mv)));
            // What differs from the piece that moves in its `+` alone is told by a sign, as other programs write it.
            match mv.promotion() {
                Some(_) if new == old.promoted() => text.push('+'),
                Some(_) if new == old.unpromoted() => text.push('-'),
                _ => text.push_str(&new.written(Color::Black)),
            }
        }
        text
    }

    /// Whether a move is the farther castling of a wing, which is written as a move of the king.
    #[must_use]
    pub fn castles_farther(&self, mv: Move) -> bool {
        let Manner::Castling(wing) = mv.manner() else { return false };
        let castling = self.variant().definition().players[self.turn().index()].castling[wing as usize];
        castling.is_some_and(|castling| castling.is_farther(mv.to()))
    }

    /// For castling where the king's target does not tell it from other moves the rook's square, which the text names instead.
    fn castled_rook(&self, manner: Manner) -> Option<Square> {
        let Manner::Castling(wing) = manner else { return None };
        let color = self.turn();
        let table = self.variant().definition().players[color.index()].castling[wing as usize]?;
        let definition = self.variant().definition();
        if definition.castles_by_rook(color, &table) { self.castling_rook(color, wing) } else { None }
    }

    /// Reads a move text; only the exact text of a legal move is one.
    ///
    /// # Errors
    /// Why there is no such move, as [`Position::why_not`] says it.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let error = || MoveError { text: super::fen::shown(text), reason: self.why_not(text) };
        self.find_move(text).ok_or_else(error)
    }

    /// The castling move that a program means which names it by the squares of king and rook, or by those that the
    /// king leaves and reaches.
    #[must_use]
    pub fn parse_castling(&self, text: &str) -> Option<Move> {
        let shape = self.variant().shape();
        let (from, rest) = shape.parse_prefix(text)?;
        let to = shape.parse(rest)?;
        self.legal_moves().into_iter().find(|mv| {
            let Manner::Castling(wing) = mv.manner() else { return false };
            let by_rook = || !self.castles_farther(*mv) && self.castling_rook(self.turn(), wing) == Some(to);
            mv.from() == from && (mv.to() == to || by_rook())
        })
    }

    /// The legal move of exactly that text.
    pub(crate) fn find_move(&self, text: &str) -> Option<Move> {
        self.legal_moves().into_iter().find(|&mv| self.move_text(mv) == text)
    }

    /// The texts of all legal moves, sorted.
    #[must_use]
    pub fn move_texts(&self) -> Vec<String> {
        let mut texts: Vec<_> = self.legal_moves().into_iter().map(|mv| self.move_text(mv)).collect();
        sort_short(&mut texts, |a, b| a < b);
        texts
    }
}
