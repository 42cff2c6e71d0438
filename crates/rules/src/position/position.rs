//! Positions of any game: what programs outside use.

use std::fmt;
use std::sync::Arc;

use super::effect::Effect;
use super::generate::Wanted;
use super::moves::{Move, MoveList};
use super::outcome::Outcome;
use super::setup::{Setup, SetupFault, some_square};
use super::state::State;
use crate::definition::{PieceId, Wing};
use crate::geometry::{BySize, Color, Large, Size, Small, Square, SquareSet, Table, Word};
use crate::tables::{Kind, KindSet, Tables};
use crate::variant::Variant;
use crate::visit;

/// A move was to be made that is not legal in its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for IllegalMove {}

/// A position of a game: playable, or at its end.
///
/// It knows nothing of the moves before it; repetition is counted by [`crate::Game`].
///
/// ```
/// # use berolina_rules::{Library, Variant};
/// let chess = Variant::load(&Library::shipped(), "chess")?;
/// let start = chess.start();
/// let after = start.play(start.parse_move("e2e4")?)?;
/// assert_eq!(after.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(after.san(after.parse_san("Nf6")?), "Nf6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position(BySize<PositionOf<Small>, PositionOf<Large>>);

/// A position of a game of one size: what a program that searches takes apart.
#[derive(Clone)]
pub struct PositionOf<S: Size> {
    variant: Arc<Variant>,
    tables: Arc<Tables<S>>,
    state: State<S>,
}

impl<S: Size> PositionOf<S> {
    /// The game.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The game's tables.
    #[must_use]
    pub fn tables(&self) -> &Tables<S> {
        &self.tables
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> &State<S> {
        &self.state
    }

    fn new(variant: &Arc<Variant>, tables: &Arc<Tables<S>>, state: State<S>) -> Self {
        Self { variant: Arc::clone(variant), tables: Arc::clone(tables), state }
    }

    fn after(&self, mv: Move) -> Self {
        Self::new(&self.variant, &self.tables, self.state.after(&self.tables, mv))
    }
}

impl Position {
    /// The position of an arrangement, whether it can be played or not.
    pub(super) fn arranged(variant: &Arc<Variant>, setup: &Setup) -> Self {
        Self(match variant.tables() {
            BySize::Small(tables) => BySize::Small(PositionOf::new(variant, tables, setup.state(tables))),
            BySize::Large(tables) => BySize::Large(PositionOf::new(variant, tables, setup.state(tables))),
        })
    }

    /// The whole position of its size, for [`crate::visit!`].
    #[must_use]
    pub fn sized(&self) -> &BySize<PositionOf<Small>, PositionOf<Large>> {
        &self.0
    }

    /// The game.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        visit!(&self.0, |position| &position.variant)
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        visit!(&self.0, |p| p.state.turn)
    }

    /// What stands on a square: kind and colour.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Kind, Color)> {
        let cell = visit!(&self.0, |p| p.state.cell(square));
        cell.is_piece().then(|| (cell.kind(), cell.color()))
    }

    /// The squares of neutral blockers.
    #[must_use]
    pub fn blockers(&self) -> SquareSet {
        visit!(&self.0, |p| p.state.blockers().to_set())
    }

    /// How many pieces of a base kind a player has in hand.
    #[must_use]
    pub fn in_hand(&self, color: Color, kind: Kind) -> u8 {
        visit!(&self.0, |p| p.state.in_hand(color, kind))
    }

    /// How many pieces of a kind a player has on the board, in that state.
    #[must_use]
    pub fn count(&self, color: Color, kind: Kind) -> u32 {
        visit!(&self.0, |p| (p.state.of_kind(kind) & p.state.of(color)).count())
    }

    /// The square of a player's king, if it stands on the board: of a royal piece whose loss loses the game by itself.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        visit!(&self.0, |p| p.state.king(&p.tables, color))
    }

    /// Whether a piece that stands on the board is one whose loss loses the game for its owner.
    #[must_use]
    pub fn is_royal(&self, kind: Kind, color: Color) -> bool {
        visit!(&self.0, |p| p.tables.side(color).royals.has(kind))
    }

    /// Whether a player's king is lost by checkmate, so that it may not be left attacked.
    #[must_use]
    pub fn loses_by_checkmate(&self, color: Color) -> bool {
        visit!(&self.0, |p| p.tables.side(color).by_checkmate)
    }

    /// The royal pieces of a player for which an attack matters, in any game: the king that stands attacked, or those of several
    /// of which none may be left attacked or not all. Empty exactly where [`Position::king_attacked`] does not hold.
    #[must_use]
    pub fn royals_attacked(&self, color: Color) -> SquareSet {
        visit!(&self.0, |p| p.state.royals_attacked(&p.tables, color).to_set())
    }

    /// Whether a player's king stands attacked, in any game; not while in hand. Of several royal pieces, whether one that may not be
    /// lost does, or all of them where some may.
    #[must_use]
    pub fn king_attacked(&self, color: Color) -> bool {
        visit!(&self.0, |p| p.state.king_attacked(&p.tables, color))
    }

    /// Whether the king of the player to move is attacked, in any game.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.king_attacked(self.turn())
    }

    /// Whether the player to move is in check: attacked where that must be answered, or where the game calls an attack on the king
    /// check. In other games that are won by capture there is none, whatever is attacked.
    #[must_use]
    pub fn says_check(&self) -> bool {
        !self.checked(self.turn()).is_empty()
    }

    /// The royal pieces of a player that stand in check.
    #[must_use]
    pub fn checked(&self, color: Color) -> SquareSet {
        visit!(&self.0, |p| match p.state.has_checks(&p.tables, color) {
            true => p.state.royals_attacked(&p.tables, color).to_set(),
            false => SquareSet::EMPTY,
        })
    }

    /// Whether a player could still win by some sequence of legal moves, as the other's help and any mistake may bring it about. No
    /// only where that is proven; a game that has ended is not looked at.
    ///
    /// ```
    /// # use berolina_rules::{Library, Variant};
    /// # use berolina_rules::geometry::Color;
    /// let chess = Variant::load(&Library::shipped(), "chess")?;
    /// let ending = berolina_rules::Position::from_fen(&chess, "Q7/8/8/4k3/8/8/8/K7 w - - 0 1")?;
    /// assert!(ending.can_win(Color::White) && !ending.can_win(Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn can_win(&self, color: Color) -> bool {
        visit!(&self.0, |p| p.state.can_win(&p.tables, color))
    }

    /// Who has won when a player oversteps the time: the other, if that player could still win; else it is a draw.
    #[must_use]
    pub fn winner_on_time(&self, late: Color) -> Option<Color> {
        let other = late.other();
        visit!(&self.0, |p| match p.state.can_win(&p.tables, other) {
            true => Some(other),
            false => p.state.draw_winner(&p.tables),
        })
    }

    /// The pieces of `by` that attack a square: that could capture an enemy there.
    #[must_use]
    pub fn attackers_to(&self, square: Square, by: Color) -> SquareSet {
        visit!(&self.0, |p| p.state.attackers_to(&p.tables, square, by, p.state.occupied()).to_set())
    }

    /// How many checks a player may still receive until the game is lost, where they are counted.
    #[must_use]
    pub fn checks_left(&self, color: Color) -> Option<u8> {
        visit!(&self.0, |p| (p.tables.side(color).checks > 0).then(|| p.state.checks_left(color)))
    }

    /// Plies since the last event that the clock counts.
    #[must_use]
    pub fn clock(&self) -> u16 {
        visit!(&self.0, |p| p.state.clock)
    }

    /// The number of the move, counted from 1 and up after each of Black's.
    #[must_use]
    pub fn move_number(&self) -> u16 {
        visit!(&self.0, |p| p.state.number)
    }

    /// The square that may be entered en passant.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        visit!(&self.0, |p| some_square(p.state.en_passant))
    }

    /// A number that is the same for positions that are the same for repetition.
    #[must_use]
    pub fn hash(&self) -> u64 {
        visit!(&self.0, |p| p.state.hash)
    }

    /// [`Position::hash`], computed from nothing.
    #[must_use]
    pub fn computed_hash(&self) -> u64 {
        visit!(&self.0, |p| p.state.computed_hash(&p.tables))
    }

    /// The legal moves, in no particular order; none once the game is over on the board.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::with_capacity(64);
        visit!(&self.0, |p| p.state.legal_moves(&p.tables, &mut list));
        list
    }

    /// The first halves of the legal moves ([`Move::first_half`]): all moves where they have no second halves. Where they have, this
    /// is some hundred times shorter than [`Position::legal_moves`].
    pub(crate) fn first_halves(&self) -> MoveList {
        let mut list = MoveList::with_capacity(64);
        visit!(&self.0, |p| p.state.first_halves(&p.tables, &mut list));
        list
    }

    /// Where the second half of a legal move that begins so may put the blocker; nowhere in games without second halves.
    pub(crate) fn second_halves(&self, first: Move) -> SquareSet {
        visit!(&self.0, |p| p.state.second_halves(&p.tables, first).to_set())
    }

    /// Whether moves have second halves.
    pub(crate) fn has_second_halves(&self) -> bool {
        visit!(&self.0, |p| p.tables.features.blocker)
    }

    /// The moves that the pieces of the player to move can make, whatever that means for the king.
    pub(crate) fn moves_without_check(&self) -> MoveList {
        let mut list = MoveList::with_capacity(64);
        visit!(&self.0, |p| p.state.moves_without_check(&p.tables, Wanted::ALL, &mut list));
        list
    }

    /// Whether a move that the pieces can make leaves the mover's king safe.
    pub(crate) fn is_safe(&self, mv: Move) -> bool {
        visit!(&self.0, |p| p.state.is_safe(&p.tables, mv))
    }

    /// Whether the player to move can capture and must.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        visit!(&self.0, |p| p.state.must_capture(&p.tables))
    }

    /// Whether a move is legal here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        if let Some(square) = mv.blocks() {
            // Of thousands of moves only the first halves are made.
            return visit!(&self.0, |p| p.state.may_block(&p.tables, mv.first_half(), square));
        }
        self.legal_moves().contains(&mv)
    }

    /// The position after a move.
    ///
    /// # Errors
    /// The move is not legal here.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove) }
    }

    /// The position after a move that is known to be legal.
    ///
    /// A move that is not legal here gives a position of no meaning, but no panic in release
    /// builds; text from outside goes through [`Position::parse_move`] or [`Position::parse_san`].
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {}", self.fen());
        self.tried(mv)
    }

    /// The position after a move that the piece could make, if it would be legal or not.
    pub(crate) fn tried(&self, mv: Move) -> Self {
        Self(match &self.0 {
            BySize::Small(position) => BySize::Small(position.after(mv)),
            BySize::Large(position) => BySize::Large(position.after(mv)),
        })
    }

    /// What a legal move changes.
    #[must_use]
    pub fn effect(&self, mv: Move) -> Effect {
        visit!(&self.0, |p| p.state.effect(&p.tables, mv))
    }

    /// The squares whose pieces a legal move captures.
    #[must_use]
    pub fn taken(&self, mv: Move) -> SquareSet {
        visit!(&self.0, |p| p.state.taken(&p.tables, mv).to_set())
    }

    /// The square from which a legal move takes a piece away; a placement has none.
    #[must_use]
    pub fn origin(&self, mv: Move) -> Option<Square> {
        visit!(&self.0, |p| p.state.origin(mv))
    }

    /// The kind of piece that a legal move moves or places: for an entry the one that enters.
    #[must_use]
    pub fn moved_kind(&self, mv: Move) -> Kind {
        visit!(&self.0, |p| p.state.moved_kind(mv))
    }

    /// Whether a legal move captures in passing.
    #[must_use]
    pub fn takes_in_passing(&self, mv: Move) -> bool {
        visit!(&self.0, |p| p.state.takes_in_passing(mv))
    }

    /// The square of the piece that castles with the king to a wing, if that player may still castle so.
    #[must_use]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        visit!(&self.0, |p| some_square(p.state.castling[color.index()][wing as usize]))
    }

    /// How the game has ended, by this position alone: repetition needs [`crate::Game`].
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_with(None)
    }

    pub(crate) fn outcome_with(&self, repeated: Option<Outcome>) -> Option<Outcome> {
        visit!(&self.0, |p| {
            let has_moves = p.state.count_moves(&p.tables) > 0;
            p.state.ending(&p.tables, has_moves, repeated)
        })
    }

    /// Who may claim the win by the clock, in games where that is a claim.
    #[must_use]
    pub fn claim(&self) -> Option<Color> {
        visit!(&self.0, |p| p.state.claim(&p.tables))
    }

    /// Whether all hands must be emptied before anything moves, and are not yet.
    #[must_use]
    pub fn is_placing(&self) -> bool {
        visit!(&self.0, |p| {
            p.tables.features.placement && Color::ALL.iter().any(|&color| p.state.has_hand(color))
        })
    }

    /// The number of legal sequences of `depth` moves, the last ply counted in bulk.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        visit!(&self.0, |p| p.state.perft(&p.tables, depth))
    }

    /// The count behind each legal move, on several threads.
    #[must_use]
    pub fn divide(&self, depth: u32, threads: usize) -> Vec<(Move, u64)> {
        visit!(&self.0, |p| p.state.divide_on(&p.tables, depth, threads))
    }

    /// Whether two positions of one game are the same for repetition.
    #[must_use]
    pub fn same_position(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (BySize::Small(a), BySize::Small(b)) => a.state.same_position(&b.state),
            (BySize::Large(a), BySize::Large(b)) => a.state.same_position(&b.state),
            _ => false,
        }
    }

    /// The arrangement of the position, to be changed or written.
    #[must_use]
    pub fn setup(&self) -> Setup {
        visit!(&self.0, |p| p.state.arrangement(&p.tables))
    }

    /// The piece in its base state that promotion may choose at this moment, for the player to move.
    #[must_use]
    pub fn promotion_choices(&self) -> Vec<Kind> {
        visit!(&self.0, |p| {
            let side = p.tables.side(p.state.turn);
            let wanted = Kind::first(p.tables.pieces)
                .fold(KindSet::EMPTY, |set, kind| set | *side.promotes_to.at(usize::from(kind)));
            p.state.promotion_choices(&p.tables, p.state.turn, wanted).iter().collect()
        })
    }
}

impl Setup {
    /// The playable position. Castling rights whose king or rook does not stand in place and an
    /// en-passant square without a legal capture are dropped.
    ///
    /// # Errors
    /// Every reason why it cannot be played.
    ///
    /// # Panics
    /// If the board or a hand has not the size that [`Setup::empty`] gives it.
    pub fn position(&self, variant: &Arc<Variant>) -> Result<Position, Vec<SetupFault>> {
        let position = Position::arranged(variant, self);
        let faults = self.faults(variant, &position);
        if faults.is_empty() { Ok(position) } else { Err(faults) }
    }

    fn faults(&self, variant: &Variant, position: &Position) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let kings = Color::ALL.map(|color| {
            let royal = |cell: &&Option<(Kind, Color)>| {
                cell.is_some_and(|(kind, owner)| owner == color && position.is_royal(kind, color))
            };
            let held = |piece: PieceId| usize::from(self.hands[color.index()][piece.index()]);
            self.board.iter().filter(royal).count()
                + variant.definition().royals(color).map(held).sum::<usize>()
        });
        let definition = variant.definition();
        for color in Color::ALL {
            if kings[color.index()] > 1 && definition.has_one_king(color) {
                faults.push(SetupFault::Kings(color, kings[color.index()]));
            }
        }
        let lost =
            Color::ALL.map(|color| visit!(position.sized(), |p| p.state().has_lost(p.tables(), color)));
        if lost == [true, true] {
            faults.push(SetupFault::NoKings);
        }
        let hole = |&i: &usize| self.board[i].is_some() && !variant.shape().has(Square(i as u8));
        faults.extend((0..self.board.len()).find(hole).map(SetupFault::Hole));
        let one = variant.definition().blocker.is_some_and(|blocker| !blocker.stays);
        if one && self.blockers.len() > 1 {
            faults.push(SetupFault::Blockers(self.blockers.len()));
        }
        let most = variant.hand_limits();
        for color in Color::ALL {
            for (piece, &n) in self.hands[color.index()].iter().enumerate() {
                let most = most[color.index()][piece];
                if n > most {
                    faults.push(SetupFault::Hand(color, variant.definition().pieces[piece].letter, n, most));
                }
            }
        }
        // A king too many is told already.
        let plain = |color: Color| kings[color.index()] <= 1 || !definition.has_one_king(color);
        if lost == [false, false] && Color::ALL.into_iter().all(plain) {
            let waiting = self.turn.other();
            // Who accepts a draw by passing may do so in check.
            let over = visit!(position.sized(), |p| p.state().is_passed_out(p.tables()));
            if !over && position.loses_by_checkmate(waiting) && position.king_attacked(waiting) {
                faults.push(SetupFault::LeftInCheck(waiting));
            }
        }
        faults
    }
}

impl PartialEq for Position {
    /// The same game and the same state, counters included.
    fn eq(&self, other: &Self) -> bool {
        let same_state = match (&self.0, &other.0) {
            (BySize::Small(a), BySize::Small(b)) => a.state == b.state,
            (BySize::Large(a), BySize::Large(b)) => a.state == b.state,
            _ => false,
        };
        same_state && self.variant().definition() == other.variant().definition()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.fen()).finish()
    }
}

impl<S: Size> State<S> {
    pub(crate) fn arrangement(&self, tables: &Tables<S>) -> Setup {
        let square_file = |byte| some_square(byte).map(|s| tables.shape.file(s));
        Setup {
            board: (0..tables.shape.size())
                .map(|s| self.cell(Square(s as u8)))
                .map(|cell| cell.is_piece().then(|| (cell.kind(), cell.color())))
                .collect(),
            hands: Color::ALL.map(|c| Kind::first(tables.pieces).map(|k| self.in_hand(c, k)).collect()),
            turn: self.turn,
            castling: self
                .castling
                .map(|wings| wings.map(|b| square_file(b).map(super::CastlingRook::OnFile))),
            en_passant: some_square(self.en_passant).map(|s| (s, some_square(self.victim))),
            clock: self.clock,
            number: self.number,
            capturer: self.capturer,
            checks: self.checks,
            count_limit: self.count_limit(tables),
            passes: self.passes(),
            series: Color::ALL.map(|color| self.has_series(color)),
            blockers: self.blockers().to_set(),
        }
    }
}

impl Variant {
    /// The start position. The loader has checked that it can be played: what a definition says of its pieces and
    /// what tables make of them agree, which tests try on games by chance.
    #[must_use]
    pub fn start(self: &Arc<Self>) -> Position {
        let setup = Setup::start(self);
        debug_assert!(setup.position(self).is_ok(), "{}: {:?}", self.definition().name, setup.position(self));
        Position::arranged(self, &setup)
    }

    /// For each colour and piece how many can be in hand: what the game starts with, or any number
    /// where pieces are taken prisoner.
    #[must_use]
    pub fn hand_limits(&self) -> [Vec<u8>; 2] {
        let definition = self.definition();
        let mut limits = definition.start.hands.clone();
        if definition.hands.prisoners {
            for limits in &mut limits {
                let takeable = definition.ids().zip(limits).filter(|(id, _)| !definition.is_one_king(*id));
                takeable.for_each(|(_, limit)| *limit = crate::definition::MAX_HAND);
            }
        }
        limits
    }
}
