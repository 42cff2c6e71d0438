//! What a search asks of a move, and what its description is made of.

use crate::geometry::{Size, Square, Table, Word};
use crate::position::moves::{Manner, Move, Tag};
use crate::position::state::State;
use crate::tables::{Kind, Tables};

impl<S: Size> State<S> {
    /// The square on which a legal move captures the piece that it is made against.
    #[inline(always)]
    pub(in crate::position) fn taken_square(&self, mv: Move) -> Option<Square> {
        match mv.tag() {
            // First what nearly all moves are.
            Tag::Plain | Tag::Double | Tag::Gating => (!self.cell(mv.to()).is_empty()).then(|| mv.to()),
            Tag::Over | Tag::Through => Some(mv.third()),
            Tag::EnPassant | Tag::EnPassantPromotion | Tag::EntryEnPassant => Some(Square(self.victim)),
            Tag::CastleKing
            | Tag::CastleQueen
            | Tag::GatingCastleKing
            | Tag::GatingCastleQueen
            | Tag::Drop
            | Tag::Pass => None,
            Tag::Promotion | Tag::Entry | Tag::EntryDouble => {
                (mv.from() != mv.to() && !self.cell(mv.to()).is_empty()).then(|| mv.to())
            }
        }
    }

    /// Whether a legal move by what it is, not only by its piece, is one that the clock counts from.
    #[cold]
    pub(in crate::position) fn is_progress(&self, tables: &Tables<S>, mv: Move) -> bool {
        if !tables.features.progress {
            return false;
        }
        let promotes = matches!(mv.tag(), Tag::Promotion | Tag::EnPassantPromotion);
        let kind = self.cell(mv.from()).kind();
        let mut returns = tables.side(self.turn).clock_returns.iter().filter(|returns| returns.kind == kind);
        (promotes && tables.clock_promotions)
            || returns.any(|returns| !returns.squares.at(mv.to().index()).has(mv.from()))
    }

    /// The squares on which a legal move captures, without what explodes.
    pub(in crate::position) fn aimed_at(&self, mv: Move) -> S::Word {
        [self.taken_square(mv), self.reached_enemy(mv)]
            .into_iter()
            .flatten()
            .fold(S::Word::EMPTY, |set, square| set | S::Word::bit(square))
    }

    /// The squares whose pieces a legal move captures, own ones among them where captures explode.
    #[inline]
    #[must_use]
    pub fn taken(&self, tables: &Tables<S>, mv: Move) -> S::Word {
        let Some(square) = self.taken_square(mv) else { return S::Word::EMPTY };
        let taken = if tables.features.odd { self.aimed_at(mv) } else { S::Word::bit(square) };
        if !tables.features.explosion {
            return taken;
        }
        (self.exploding_around(tables, mv.to()) & !S::Word::bit(mv.from())) | taken
    }

    /// The pieces on a square and around it that go with what is captured there, where captures explode: not those that are spared,
    /// and not stones, which are nobody's.
    #[inline]
    #[must_use]
    pub fn exploding_around(&self, tables: &Tables<S>, square: Square) -> S::Word {
        let around = *tables.blast.at(square.index()) & self.occupied() & !self.of_set(tables.spared);
        if tables.features.petrifies { around & !self.blockers() } else { around }
    }

    /// Whether a legal move takes its own piece off the board, which explodes with what it captures or turns to stone.
    #[inline]
    #[must_use]
    pub fn explodes(&self, tables: &Tables<S>, mv: Move) -> bool {
        (tables.features.explosion || tables.features.petrifies)
            && self.taken_square(mv).is_some()
            && tables.ends_by_capture(self.turn, self.cell(mv.from()).kind())
    }

    /// The kind of piece that a legal move moves or places: for an entry the one that enters, for
    /// castling the king, for a promotion the one that promotes.
    #[inline]
    #[must_use]
    pub fn moved_kind(&self, mv: Move) -> Kind {
        match mv.tag() {
            Tag::Drop => mv.kind(),
            _ => entering(mv).unwrap_or_else(|| self.cell(mv.from()).kind()),
        }
    }

    /// The kind that stands on the square reached after a legal move.
    #[inline(always)]
    #[must_use]
    pub fn arriving_kind(&self, tables: &Tables<S>, mv: Move) -> Kind {
        let side = tables.side(self.turn);
        match mv.tag() {
            Tag::Promotion | Tag::EnPassantPromotion => *side.promoted_as.at(usize::from(mv.kind())),
            Tag::Drop => self.placed_kind(tables, mv.kind()),
            Tag::Pass => self.cell(mv.from()).kind(),
            _ if tables.features.captor_becomes => self.changed_kind(tables, mv),
            _ => *side.becomes.at(usize::from(self.moved_kind(mv))),
        }
    }

    /// The kind that stands on the board when a kind is placed: where it may have been on the board before, it counts as moved.
    pub(super) fn placed_kind(&self, tables: &Tables<S>, kind: Kind) -> Kind {
        if tables.features.prisoners { *tables.side(self.turn).becomes.at(kind.index()) } else { kind }
    }

    /// The kind that stands on the square reached where a capture may change it; of two captures the last counts.
    #[cold]
    fn changed_kind(&self, tables: &Tables<S>, mv: Move) -> Kind {
        let (side, moved) = (tables.side(self.turn), self.moved_kind(mv));
        let taken =
            self.reached_enemy(mv).or_else(|| self.taken_square(mv)).filter(|_| !self.is_castling(mv));
        let becomes = taken.and_then(|square| *side.captor_becomes.at(usize::from(self.cell(square).kind())));
        becomes.filter(|_| !side.royals.has(moved)).unwrap_or(*side.becomes.at(usize::from(moved)))
    }

    /// The square from which a legal move takes a piece away; a placement has none.
    #[inline]
    #[must_use]
    pub fn origin(&self, mv: Move) -> Option<Square> {
        (mv.tag() != Tag::Drop).then(|| mv.from())
    }

    /// Whether a legal move castles: two own pieces move.
    #[inline]
    #[must_use]
    pub fn is_castling(&self, mv: Move) -> bool {
        matches!(mv.manner(), Manner::Castling(_) | Manner::GatingCastling(..))
    }

    /// Whether a legal move captures in passing. A generator that shelters the king from moves that leave it attacked does not
    /// judge these.
    #[inline]
    #[must_use]
    pub fn takes_in_passing(&self, mv: Move) -> bool {
        matches!(mv.tag(), Tag::EnPassant | Tag::EnPassantPromotion | Tag::EntryEnPassant)
    }

    /// The square passed over by a move that may be answered en passant.
    #[inline(always)]
    pub(in crate::position) fn passed_square<const RICH: bool>(
        &self,
        tables: &Tables<S>,
        mv: Move,
    ) -> Option<Square> {
        if !matches!(mv.tag(), Tag::Double | Tag::EntryDouble) {
            return None;
        }
        if RICH && tables.features.round_doubles {
            return self.passed_round(tables, mv);
        }
        // The two steps of a double step are equal, so that the square passed over lies half way in the numbers too.
        Some(Square((mv.from().0 + mv.to().0) / 2))
    }

    /// The same where one of the steps may lead round the edge, and where there may be three: then the one that it passes first.
    #[cold]
    fn passed_round(&self, tables: &Tables<S>, mv: Move) -> Option<Square> {
        let kind = entering(mv).unwrap_or_else(|| self.cell(mv.from()).kind());
        let [from, to] = [mv.from(), mv.to()].map(S::Word::bit);
        let doubles = tables.side(self.turn).doubles.iter().filter(|double| double.kind == kind);
        let mut steps = doubles.map(|double| double.steps(from, S::Word::FULL, to));
        steps.find(|(_, reached)| !reached.is_empty()).map(|(passed, _)| passed.first())
    }
}

/// The kind that enters by exchange.
#[inline(always)]
pub(super) fn entering(mv: Move) -> Option<Kind> {
    matches!(mv.tag(), Tag::Entry | Tag::EntryDouble | Tag::EntryEnPassant).then(|| mv.kind())
}
