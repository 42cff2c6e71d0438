//! Positions of any game, whatever the size of its board.

use std::fmt;
use std::sync::Arc;

use super::moves::{Move, MoveList};
use super::outcome::Outcome;
use super::state::{Cell, State};
use crate::geometry::{Color, Large, Size, Small, Square, SquareSet, Word};
use crate::tables::{KING, Kind, Tables};
use crate::variant::{AnyTables, Variant};

/// A state of either size.
#[expect(clippy::large_enum_variant, reason = "copying a state must not allocate")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyState {
    /// Of a game with small tables.
    Small(State<Small>),
    /// Of a game with large tables.
    Large(State<Large>),
}

impl From<State<Small>> for AnyState {
    fn from(state: State<Small>) -> Self {
        Self::Small(state)
    }
}

impl From<State<Large>> for AnyState {
    fn from(state: State<Large>) -> Self {
        Self::Large(state)
    }
}

/// Evaluates an expression with the tables of a variant, whatever their size.
macro_rules! with_tables {
    ($variant:expr, |$tables:ident| $body:expr) => {
        match $variant.tables() {
            $crate::variant::AnyTables::Small($tables) => $body,
            $crate::variant::AnyTables::Large($tables) => $body,
        }
    };
}

/// Evaluates an expression with the tables and the state of a position, whatever their size.
macro_rules! with_state {
    ($position:expr, |$tables:ident, $state:ident| $body:expr) => {
        match ($position.variant().tables(), $position.state()) {
            ($crate::variant::AnyTables::Small($tables), $crate::position::AnyState::Small($state)) => $body,
            ($crate::variant::AnyTables::Large($tables), $crate::position::AnyState::Large($state)) => $body,
            _ => unreachable!("a position's state has the size of its variant's tables"),
        }
    };
}

pub(crate) use {with_state, with_tables};

/// A position of a game: playable, or at its end.
///
/// It knows nothing of the moves before it; repetition is counted by [`crate::Game`].
///
/// ```
/// # use berolina_rules::{Library, Variant};
/// let chess = Variant::load(&Library::shipped(), "chess")?;
/// let start = chess.start();
/// let after = start.play(start.parse_move("e2e4")?);
/// assert_eq!(after.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(after.san(after.parse_san("Nf6")?), "Nf6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    variant: Arc<Variant>,
    state: AnyState,
}

impl Position {
    pub(crate) fn from_parts(variant: Arc<Variant>, state: AnyState) -> Self {
        Self { variant, state }
    }

    /// The game.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The state, for programs that search.
    #[must_use]
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        with_state!(self, |_tables, state| state.turn)
    }

    /// What stands on a square: kind and colour.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Kind, Color)> {
        let cell = with_state!(self, |_tables, state| state.cell(square));
        (cell != Cell::EMPTY).then(|| (cell.kind(), cell.color()))
    }

    /// How many pieces of a base kind a player has in hand.
    #[must_use]
    pub fn in_hand(&self, color: Color, kind: Kind) -> u8 {
        with_state!(self, |_tables, state| state.in_hand(color, kind))
    }

    /// How many pieces of a kind a player has on the board, in that state.
    #[must_use]
    pub fn count(&self, color: Color, kind: Kind) -> u32 {
        with_state!(self, |_tables, state| (state.of_kind(kind) & state.of(color)).count())
    }

    /// The square of a player's king, if it stands on the board.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        with_state!(self, |_tables, state| state.king(color))
    }

    /// Whether a player's king is lost by checkmate, so that it may not be left attacked.
    #[must_use]
    pub fn is_royal(&self, color: Color) -> bool {
        with_tables!(self.variant, |tables| tables.side(color).royal)
    }

    /// Whether a player's king stands attacked, in any game; not while in hand.
    #[must_use]
    pub fn king_attacked(&self, color: Color) -> bool {
        with_state!(self, |tables, state| state.king_attacked(tables, color))
    }

    /// Whether the king of the player to move is attacked.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.king_attacked(self.turn())
    }

    /// The pieces of `by` that attack a square: that could capture an enemy there.
    #[must_use]
    pub fn attackers_to(&self, square: Square, by: Color) -> SquareSet {
        with_state!(self, |tables, state| state.attackers_to(tables, square, by, state.occupied()).to_set())
    }

    /// Plies since the last event that the clock counts.
    #[must_use]
    pub fn clock(&self) -> u16 {
        with_state!(self, |_tables, state| state.clock)
    }

    /// The number of the move, counted from 1 and up after each of Black's.
    #[must_use]
    pub fn move_number(&self) -> u16 {
        with_state!(self, |_tables, state| state.number)
    }

    /// The square that may be entered en passant.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        with_state!(self, |_tables, state| super::setup::castling_square(state.en_passant))
    }

    /// A number that is the same for positions that are the same for repetition.
    #[must_use]
    pub fn hash(&self) -> u64 {
        with_state!(self, |_tables, state| state.hash)
    }

    /// [`Position::hash`], computed from nothing.
    #[must_use]
    pub fn computed_hash(&self) -> u64 {
        with_state!(self, |tables, state| state.computed_hash(tables))
    }

    /// The legal moves, in no particular order; none once the game is over on the board.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::with_capacity(64);
        with_state!(self, |tables, state| state.legal_moves(tables, &mut list));
        list
    }

    /// Whether a move is legal here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// The position after a legal move.
    ///
    /// A move that is not legal here gives a position of no meaning, but no panic in release
    /// builds; text from outside goes through [`Position::parse_move`] or [`Position::parse_san`].
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {}", self.fen());
        let mut after = self.clone();
        match (self.variant.tables(), &mut after.state) {
            (AnyTables::Small(tables), AnyState::Small(state)) => state.play(tables, mv),
            (AnyTables::Large(tables), AnyState::Large(state)) => state.play(tables, mv),
            _ => unreachable!("a position's state has the size of its variant's tables"),
        }
        after
    }

    /// How the game has ended, by this position alone: repetition needs [`crate::Game`].
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_with(None)
    }

    pub(crate) fn outcome_with(&self, repeated: Option<Outcome>) -> Option<Outcome> {
        with_state!(self, |tables, state| {
            let has_moves = state.count_moves(tables) > 0;
            state.ending(tables, has_moves, repeated)
        })
    }

    /// Who may claim the win by the clock, in games where that is a claim.
    #[must_use]
    pub fn claim(&self) -> Option<Color> {
        with_state!(self, |tables, state| state.claim(tables))
    }

    /// Whether a move captures something, and on which square.
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<Square> {
        with_state!(self, |_tables, state| state.captured(mv))
    }

    /// Whether all hands must be emptied before anything moves, and are not yet.
    #[must_use]
    pub fn is_placing(&self) -> bool {
        with_state!(self, |tables, state| {
            tables.features.placement && Color::ALL.iter().any(|&color| state.has_hand(color))
        })
    }

    /// The number of legal sequences of `depth` moves, the last ply counted in bulk.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        with_state!(self, |tables, state| state.perft(tables, depth))
    }

    /// The count behind each legal move, on several threads.
    #[must_use]
    pub fn divide(&self, depth: u32, threads: usize) -> Vec<(Move, u64)> {
        with_state!(self, |tables, state| state.divide_on(tables, depth, threads))
    }

    /// Whether two positions of one game are the same for repetition.
    #[must_use]
    pub fn same_position(&self, other: &Self) -> bool {
        match (&self.state, &other.state) {
            (AnyState::Small(a), AnyState::Small(b)) => a.same_position(b),
            (AnyState::Large(a), AnyState::Large(b)) => a.same_position(b),
            _ => false,
        }
    }

    /// The arrangement of the position, to be changed or written.
    #[must_use]
    pub fn setup(&self) -> super::Setup {
        with_state!(self, |tables, state| state.arrangement(tables))
    }

    /// The piece in its base state that promotion may choose at this moment, for the player to move.
    #[must_use]
    pub fn promotion_choices(&self) -> Vec<Kind> {
        with_state!(self, |tables, state| {
            let side = tables.side(state.turn);
            let wanted = (0..tables.pieces)
                .fold(0, |set, kind| set | crate::geometry::Table::at(&side.promotes_to, kind));
            crate::tables::kinds_in(state.promotion_choices(tables, state.turn, wanted)).collect()
        })
    }
}

impl PartialEq for Position {
    /// The same game and the same state, counters included.
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.variant.definition() == other.variant.definition()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.fen()).finish()
    }
}

impl<S: Size> State<S> {
    /// The square on which a move captures.
    pub(crate) fn captured(&self, mv: Move) -> Option<Square> {
        if mv.is_en_passant() {
            return super::setup::castling_square(self.victim);
        }
        if mv.castling().is_some() || mv.drop().is_some() || mv.from() == mv.to() {
            return None;
        }
        mv.leaps_over().or_else(|| (!self.cell(mv.to()).is_empty()).then_some(mv.to()))
    }

    pub(crate) fn arrangement(&self, tables: &Tables<S>) -> super::Setup {
        let square_file = |byte| super::setup::castling_square(byte).map(|s| tables.shape.file(s));
        super::Setup {
            board: (0..tables.shape.squares())
                .map(|s| self.cell(Square(s as u8)))
                .map(|cell| (!cell.is_empty()).then(|| (cell.kind(), cell.color())))
                .collect(),
            hands: Color::ALL.map(|c| (0..tables.pieces).map(|k| self.in_hand(c, k as Kind)).collect()),
            turn: self.turn,
            castling: self
                .castling
                .map(|wings| wings.map(|b| square_file(b).map(super::CastlingRook::OnFile))),
            en_passant: super::setup::castling_square(self.en_passant)
                .map(|s| (s, super::setup::castling_square(self.victim))),
            clock: self.clock,
            number: self.number,
            capturer: self.capturer,
        }
    }
}

impl Variant {
    /// The start position.
    ///
    /// # Panics
    /// If the definition's start is not a position of the game; the loader checks that it is.
    #[must_use]
    pub fn start(self: &Arc<Self>) -> Position {
        match Position::from_fen(self, &self.definition().start) {
            Ok(position) => position,
            Err(error) => panic!("{}: start position: {error}", self.definition().name),
        }
    }

    /// For each colour and piece how many can be in hand: what the game starts with, or any number
    /// where pieces are taken prisoner.
    #[must_use]
    pub fn hand_limits(&self) -> [Vec<u8>; 2] {
        let definition = self.definition();
        let start = &definition.start;
        let hand =
            start.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or("", |(hand, _)| hand);
        Color::ALL.map(|color| {
            let limit = |(id, piece): (usize, &crate::definition::Piece)| {
                let letter = match color {
                    Color::White => piece.letter,
                    Color::Black => piece.letter.to_ascii_lowercase(),
                };
                if definition.hands.prisoners && id != usize::from(KING) {
                    return crate::definition::MAX_HAND;
                }
                hand.chars().filter(|&c| c == letter).count() as u8
            };
            definition.pieces.iter().enumerate().map(limit).collect()
        })
    }
}
