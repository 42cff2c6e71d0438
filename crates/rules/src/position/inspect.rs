//! What one piece can do from where it stands, for people who want to know it.

use super::generate::Wanted;
use super::moves::{Move, MoveList};
use super::position::Position;
use super::state::{NO_SQUARE, State};
use crate::geometry::{Color, Size, Square, SquareSet, Table, Word};
use crate::tables::{Kind, Tables};
use crate::visit;

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
    /// The squares on which it could capture an enemy: enemies, empty squares, and friends that it guards.
    pub attacks: SquareSet,
    /// What only a piece that has not moved has, among all squares but those of friends: double steps,
    /// castling, and what a first move of its own adds.
    pub first: SquareSet,
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
        if !self.variant().shape().has(square) {
            return None;
        }
        let (kind, color) = self.piece_at(square)?;
        let (sight, first) = visit!(self.sized(), |position| {
            let (sight, first) = position.state().sight(position.tables(), square);
            (sight.map(Word::to_set), first.to_set())
        });
        let [moves, captures, attacks] = sight;
        Some(Inspection { kind, color, moves, captures, attacks, first })
    }
}

impl<S: Size> State<S> {
    /// The moves, captures and attacks of the piece on a square, and which of them only a piece has that
    /// has not moved.
    fn sight(&self, tables: &Tables<S>, square: Square) -> ([S::Word; 3], S::Word) {
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
        let (sight, mut first) = state.reach(tables, square);
        let side = tables.side(color);
        let later = *side.becomes.at(usize::from(kind));
        if later != kind {
            state.take(tables, square, kind, color);
            state.put(tables, square, later, color);
            let (moved, _) = state.reach(tables, square);
            first |= union(sight) & !union(moved);
        }
        for double in side.doubles.iter().filter(|double| double.kind == kind && double.from.has(square)) {
            first |= S::Word::bit(square).rotate(double.shift()) & sight[0];
        }
        (sight, first & !self.of(color))
    }

    /// The moves, captures and attacks of the piece on a square, which is the mover's; and where it castles.
    fn reach(&self, tables: &Tables<S>, square: Square) -> ([S::Word; 3], S::Word) {
        let mut list = MoveList::new();
        self.moves_without_check(tables, Wanted::ALL, &mut list);
        let [mut moves, mut captures, mut castling] = [S::Word::EMPTY; 3];
        let own = |mv: &Move| mv.from() == square && mv.manner().from_hand().is_none();
        for mv in list.into_iter().filter(own) {
            // What else explodes is not what it aims at.
            captures |= self.aimed_at(mv);
            if self.cell(mv.to()).is_empty() {
                moves |= S::Word::bit(mv.to());
                if self.is_castling(mv) {
                    castling |= S::Word::bit(mv.to());
                }
            }
        }
        let attacks =
            |&target: &Square| self.attackers_to(tables, target, self.turn, self.occupied()).has(square);
        let attacks =
            tables.shape.iter().filter(attacks).fold(S::Word::EMPTY, |set, s| set | S::Word::bit(s));
        ([moves, captures, attacks], castling)
    }
}

fn union<W: Word>([a, b, c]: [W; 3]) -> W {
    a | b | c
}
