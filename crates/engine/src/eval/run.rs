//! An evaluation under way: what it looks at, what it knows of each player, and its sum so far.

use berolina_rules::geometry::{Color, Size, Square, Table, Word};
use berolina_rules::position::State;
use berolina_rules::tables::Tables;

use super::Eval;
use super::layout::{Layout, Piece, Slide};
use super::trace::{Trace, WHOLE};
use super::weights::{At, Pair};

/// What is known of one player while evaluating.
pub(super) struct Player<S: Size> {
    pub(super) own: S::Word,
    pub(super) king: Option<Square>,
    /// Pieces that promote.
    pub(super) promoting: S::Word,
    /// What they attack.
    pub(super) by_promoting: S::Word,
    /// Pinned before the king, with what pins them.
    pub(super) pinned: S::Word,
    pub(super) pinners: S::Word,
    /// What each kind attacks.
    pub(super) by: S::ByKind<S::Word>,
    /// What the king attacks.
    pub(super) by_king: S::Word,
    pub(super) all: S::Word,
    pub(super) twice: S::Word,
    /// Squares that count for mobility.
    pub(super) area: S::Word,
    /// Attackers of the enemy king's zone: their danger, and how many squares beside the king they hit.
    pub(super) attackers: i32,
    pub(super) attack: i32,
    pub(super) hits: i32,
    /// What the cover of its king means for the danger.
    pub(super) bare: i32,
    /// Squares that its pieces can go to, those of [`Player::area`].
    pub(super) moves: i32,
    /// Material of pieces that do not promote, in hundredths of a pawn.
    pub(super) force: i32,
}

/// An evaluation under way.
pub(super) struct Run<'a, S: Size, T: Trace> {
    pub(super) eval: &'a Eval<S>,
    pub(super) tables: &'a Tables<S>,
    pub(super) state: &'a State<S>,
    pub(super) players: [Player<S>; 2],
    pub(super) occupied: S::Word,
    pub(super) trace: &'a mut T,
    /// White's terms less Black's.
    pub(super) sum: Pair,
    /// The same in parts of [`WHOLE`], for terms that count parts.
    pub(super) parts: Pair,
}

impl<'a, S: Size, T: Trace> Run<'a, S, T> {
    pub(super) fn new(
        eval: &'a Eval<S>,
        tables: &'a Tables<S>,
        state: &'a State<S>,
        trace: &'a mut T,
    ) -> Self {
        let player = |color: Color| {
            let own = state.of(color) & !state.blockers();
            let promoting = eval.layout(color).promoters.iter();
            Player {
                own,
                king: state.king(tables, color),
                promoting: promoting.fold(S::Word::EMPTY, |set, p| set | state.of_kind(p.kind)) & own,
                by_promoting: S::Word::EMPTY,
                pinned: S::Word::EMPTY,
                pinners: S::Word::EMPTY,
                by: S::ByKind::filled(S::Word::EMPTY),
                by_king: S::Word::EMPTY,
                all: S::Word::EMPTY,
                twice: S::Word::EMPTY,
                area: S::Word::EMPTY,
                attackers: 0,
                attack: 0,
                hits: 0,
                bare: 0,
                moves: 0,
                force: 0,
            }
        };
        let players = [player(Color::White), player(Color::Black)];
        let occupied = state.occupied();
        Self { eval, tables, state, players, occupied, trace, sum: Pair::ZERO, parts: Pair::ZERO }
    }

    /// Adds a weight `n` times for a player.
    #[inline(always)]
    pub(super) fn term(&mut self, color: Color, at: At, n: i32) {
        self.add(color, self.eval.weights.at(at) * n);
        if T::ON {
            self.trace.add(color, at, n * WHOLE);
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, pair: Pair) {
        match color {
            Color::White => self.sum += pair,
            Color::Black => self.sum -= pair,
        }
    }

    #[inline(always)]
    pub(super) fn us(&self, color: Color) -> &Player<S> {
        &self.players[color.index()]
    }

    #[inline(always)]
    pub(super) fn layout(&self, color: Color) -> &'a Layout<S> {
        self.eval.layout(color)
    }

    /// What a piece attacks, and where it may go. Sliders see through what is not in `straight` and `diagonal`.
    #[inline(always)]
    pub(super) fn reach(
        &self,
        color: Color,
        piece: &Piece<S>,
        square: Square,
        straight: S::Word,
        diagonal: S::Word,
    ) -> (S::Word, S::Word) {
        let i = square.index();
        let mut hit = *piece.leap.at(i);
        let mask = &self.tables.side(color).masks[usize::from(piece.kind)];
        let mut go = S::Word::EMPTY;
        match piece.orthogonal {
            Slide::Not => {}
            Slide::Full => hit |= self.tables.rook(square, straight),
            Slide::Masked => {
                let seen = self.tables.rook(square, self.occupied);
                hit |= *mask.capture_orthogonal.at(i) & seen;
                go |= *mask.quiet_orthogonal.at(i) & seen;
            }
        }
        match piece.diagonal {
            Slide::Not => {}
            Slide::Full => hit |= self.tables.bishop(square, diagonal),
            Slide::Masked => {
                let seen = self.tables.bishop(square, self.occupied);
                hit |= *mask.capture_diagonal.at(i) & seen;
                go |= *mask.quiet_diagonal.at(i) & seen;
            }
        }
        if piece.odd {
            let avoided = self.state.of_set(mask.avoids);
            let targets = mask.odd_targets(square, self.occupied, self.us(color).own, avoided);
            hit |= targets.attacked | targets.attacked_over;
            go |= targets.quiet;
        }
        if piece.split || piece.odd {
            go |= *mask.quiet_leap.at(i);
            (hit, (go & !self.occupied) | (hit & self.occupied))
        } else {
            (hit, hit)
        }
    }
}
