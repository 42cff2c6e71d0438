//! Moves as long algebraic text, the text that engines use: `e2e4`, `e7e8q`, `N@b2`, `d2d4j`, and `e2e4,e4d5` where a blocker is
//! put on d5.
//!
//! Text may come from anybody, and a game that somebody invented may have very many legal moves. So reading costs one pass over the
//! first halves of the legal moves: what a text says is read once, without the moves ([`Said`]), few moves agree with it, and
//! only those are written to be compared.

use std::fmt;

use crate::geometry::{Color, Shape, Square, SquareSet};
use crate::message::Message;
use crate::order::sort_long;
use crate::position::{Manner, Move, Position};
use crate::say;
use crate::tables::Kind;

/// The longest text of a move that is read, in bytes, with the marks behind it. The longest move of a game has some twenty.
pub const MAX_MOVE_TEXT: usize = 32;

/// The squares that a text names, which tell most moves apart from the one that it means.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    /// All before a comma.
    squares: SquareSet,
    /// The last of them, which is where the piece arrives in SAN.
    pub(super) last: Option<Square>,
}

impl Said {
    /// What the first half of a move's text names.
    pub(super) fn read(shape: Shape, first: &str) -> Self {
        let (mut squares, mut last, mut rest) = (SquareSet::EMPTY, None, first);
        while !rest.is_empty() {
            if let Some((square, behind)) = shape.parse_prefix(rest) {
                squares.insert(square);
                last = Some(square);
                rest = behind;
            } else {
                let mut chars = rest.chars();
                chars.next();
                rest = chars.as_str();
            }
        }
        Self { squares, last }
    }

    /// Whether it can be the text of a move in coordinates: every such text names the square that the piece leaves.
    fn can_be(&self, mv: Move) -> bool {
        self.squares.contains(mv.from())
    }
}

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
        work::add(1);
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
        let error = |reason| MoveError { text: super::fen::shown(text), reason };
        if let Some(reason) = Self::too_long(text) {
            return Err(error(reason));
        }
        let halves = self.first_halves();
        self.find_among(text, &halves).ok_or_else(|| error(self.why_not_among(text, &halves)))
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

    /// The legal move of exactly that text, of those that begin with these first halves.
    pub(super) fn find_among(&self, text: &str, halves: &[Move]) -> Option<Move> {
        let shape = self.variant().shape();
        let (first, second) = text.split_once(',').map_or((text, None), |(first, rest)| (first, Some(rest)));
        let said = Said::read(shape, first);
        work::add(halves.len());
        let is = |mv: &&Move| said.can_be(**mv) && self.move_text(**mv) == first;
        let half = *halves.iter().find(is)?;
        let Some(second) = second else {
            return (!self.has_second_halves()).then_some(half);
        };
        let (to, square) = shape.parse_prefix(second)?;
        let square = shape.parse(square)?;
        (to == half.to() && self.second_halves(half).contains(square)).then(|| half.blocking(square))
    }

    /// Whether a text is so long that it is no move, and what is said of it.
    pub(super) fn too_long(text: &str) -> Option<Message> {
        (text.len() > MAX_MOVE_TEXT)
            .then(|| say!("a move has at most {most} characters", most = MAX_MOVE_TEXT))
    }

    /// The texts of all legal moves, sorted.
    #[must_use]
    pub fn move_texts(&self) -> Vec<String> {
        let mut texts: Vec<_> = self.legal_moves().into_iter().map(|mv| self.move_text(mv)).collect();
        sort_long(&mut texts, |a, b| a < b);
        texts
    }
}

/// What reading texts costs, counted as work: what a test can bound on any machine.
#[cfg(test)]
pub(super) mod work {
    use std::cell::Cell;

    thread_local! {
        static DONE: Cell<u64> = const { Cell::new(0) };
    }

    /// Moves were made, looked at or written.
    pub(in crate::notation) fn add(moves: usize) {
        DONE.with(|done| done.set(done.get() + moves as u64));
    }

    /// The work of something.
    pub(in crate::notation) fn of(work: impl FnOnce()) -> u64 {
        let before = DONE.with(Cell::get);
        work();
        DONE.with(Cell::get) - before
    }
}
#[cfg(not(test))]
pub(super) mod work {
    pub(in crate::notation) const fn add(_: usize) {}
}
