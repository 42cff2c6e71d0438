//! What one piece can do from where it stands, for people who want to know it.

use super::any::{Position, with_state};
use super::generate::Wanted;
use super::moves::{Move, MoveList};
use super::state::{NO_SQUARE, State};
use crate::geometry::{Color, Size, Square, SquareSet, Table, Word};
use crate::tables::{Kind, Tables};

/// What a piece can do from where it stands, whoever is to move and whether or not its king is attacked.
///
/// While pieces are still placed, it is what the piece could do if play began at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inspection {
    /// The piece.
    pub kind: Kind,
    /// Whose it is.
    pub color: Color,
    /// The empty squares that it can go to, also to capture in passing or to castle.
    pub moves: SquareSet,
    /// The enemies that it can capture, each by its own square.
    pub captures: SquareSet,
    /// Those of `moves` and `captures` that a piece which has moved does not have: double steps, castling,
    /// and what a first move of its own adds.
    pub first: SquareSet,
    /// The squares on which it could capture an enemy: empty ones, enemies, and friends that it guards.
    pub attacks: SquareSet,
}

impl Position {
    /// What the piece on a square can do; `None` if nothing stands there.
    ///
    /// ```
    /// # use berolina_rules::{Library, Variant};
    /// let chess = Variant::load(&Library::shipped(), "chess")?;
    /// let e7 = chess.shape().parse("e7").unwrap();
    /// let pawn = chess.start().inspect(e7).unwrap();
    /// let named = |set: berolina_rules::geometry::SquareSet| {
    ///     set.iter().map(|s| chess.shape().name(s).to_string()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(named(pawn.moves), ["e5", "e6"]);
    /// assert_eq!(named(pawn.first), ["e5"]);
    /// assert_eq!(named(pawn.attacks), ["d6", "f6"]);
    /// # Ok::<(), berolina_rules::LoadError>(())
    /// ```
    #[must_use]
    pub fn inspect(&self, square: Square) -> Option<Inspection> {
        let (kind, color) = self.piece_at(square).filter(|_| self.variant().shape().has(square))?;
        let (moves, captures, first) = with_state!(self, |tables, state| state.sight(tables, square));
        let attacks = self.variant().shape().iter();
        let attacks = attacks.filter(|&s| self.attackers_to(s, color).contains(square)).collect();
        Some(Inspection { kind, color, moves, captures, first, attacks })
    }
}

/// Empty squares to go to, and enemies to capture.
#[derive(Clone, Copy)]
struct Reach<W> {
    moves: W,
    captures: W,
}

impl<S: Size> State<S> {
    /// The moves, the captures, and those of both that are first moves, of the piece on a square.
    fn sight(&self, tables: &Tables<S>, square: Square) -> (SquareSet, SquareSet, SquareSet) {
        let (kind, color) = (self.cell(square).kind(), self.cell(square).color());
        let mut state = *self;
        if state.turn != color {
            state.turn = color;
            state.en_passant = NO_SQUARE;
            state.victim = NO_SQUARE;
        }
        if state.placing(tables) {
            state.hands = [S::ByKind::<u8>::filled(0); 2];
        }
        let side = tables.side(color);
        let (reach, mut first) = state.reach(tables, square);
        let later = *side.becomes.at(usize::from(kind));
        if later != kind {
            state.take(tables, square, kind, color);
            state.put(tables, square, later, color);
            let (moved, _) = state.reach(tables, square);
            first |= (reach.moves | reach.captures) & !(moved.moves | moved.captures);
        }
        for double in side.doubles.iter().filter(|double| double.kind == kind && double.from.has(square)) {
            first |= S::Word::bit(square).rotate(double.shift).rotate(double.shift) & reach.moves;
        }
        (reach.moves.to_set(), reach.captures.to_set(), first.to_set())
    }

    /// Where the piece on a square of the player to move can go, and to which of these by castling.
    fn reach(&self, tables: &Tables<S>, square: Square) -> (Reach<S::Word>, S::Word) {
        let mut list = MoveList::new();
        self.moves_without_check(tables, Wanted::ALL, &mut list);
        let mut reach = Reach { moves: S::Word::EMPTY, captures: S::Word::EMPTY };
        let mut castling = S::Word::EMPTY;
        let own = |mv: &Move| mv.from() == square && mv.drop().is_none() && mv.entry().is_none();
        for mv in list.into_iter().filter(own) {
            if let Some(taken) = self.captured(mv) {
                reach.captures |= S::Word::bit(taken);
            }
            if self.cell(mv.to()).is_empty() {
                reach.moves |= S::Word::bit(mv.to());
                if mv.castling().is_some() {
                    castling |= S::Word::bit(mv.to());
                }
            }
        }
        (reach, castling)
    }
}
