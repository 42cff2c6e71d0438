//! Which squares are attacked, what gives check, and what is pinned.

use super::state::State;
use crate::geometry::{Color, Size, Square, Table, Word};
use crate::tables::{OddAttackers, Tables, Way};

/// What a side must heed so as not to leave its king attacked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shield<W> {
    /// Where pieces other than the king may go: every square when there is no check, the checker
    /// and what lies before it when there is one, nothing when there are two.
    pub(crate) block: W,
    /// Own pieces that stand alone between the king and a slider.
    pub(crate) pinned: W,
    /// Enemy sliders that pin.
    pub(crate) pinners: W,
}

impl<W: Word> Shield<W> {
    pub(crate) const NONE: Self = Self { block: W::FULL, pinned: W::EMPTY, pinners: W::EMPTY };
}

/// As many odd attacks as are followed.
const MOST_WATCHED: usize = 8;

/// Odd attacks on a king that one move could open or close.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch<'a, W> {
    ways: [Option<&'a Way<W>>; MOST_WATCHED],
    count: usize,
    /// Empty squares where a piece may go that stands on none of their ways.
    pub(crate) quiet: W,
    /// Enemies that it may capture.
    pub(crate) capture: W,
    /// Own pieces on their ways, which are judged one by one.
    pub(crate) standing: W,
    /// The enemies that they may capture, whatever else is known of where they go.
    standing_capture: W,
    /// The enemies that any piece may capture but the king, whatever that opens.
    pub(crate) always: W,
    /// One of them is a check.
    pub(crate) check: bool,
}

impl<'a, W: Word> Watch<'a, W> {
    pub(crate) const NONE: Self = Self {
        ways: [None; MOST_WATCHED],
        count: 0,
        quiet: W::FULL,
        capture: W::FULL,
        standing: W::EMPTY,
        standing_capture: W::FULL,
        always: W::EMPTY,
        check: false,
    };

    /// Where captures explode: those that nobody need think about, those that cannot harm the king, and the own pieces of whose captures
    /// neither can be said.
    pub(crate) const fn of_explosions(always: W, capture: W, standing: W) -> Self {
        Self { always, capture, standing, standing_capture: W::EMPTY, ..Self::NONE }
    }

    #[inline(always)]
    fn add(&mut self, way: &'a Way<W>, occupied: W) -> Option<()> {
        *self.ways.get_mut(self.count)? = Some(way);
        self.count += 1;
        let (quiet, capture) = way.closing(occupied);
        self.quiet &= quiet;
        self.capture &= capture;
        self.standing |= way.squares();
        self.check |= way.is_open(occupied);
        Some(())
    }

    /// Whether there are any.
    #[inline(always)]
    pub(crate) const fn is_any(&self) -> bool {
        self.count > 0
    }

    /// Where an own piece may go from a square on their ways: to empty squares, and to enemies.
    pub(crate) fn from(&self, square: Square, occupied: W) -> (W, W) {
        let left = occupied & !W::bit(square);
        let each = self.ways[..self.count].iter().flatten().map(|way| way.closing(left));
        each.fold((W::FULL, self.standing_capture), |all, way| (all.0 & way.0, all.1 & way.1))
    }
}

impl<S: Size> State<S> {
    /// Whether `by` attacks `square` when `occupied` stand on the board: whether it could capture
    /// an enemy there, whatever that means for its own king. Pieces of `by` outside `occupied` do
    /// not count.
    #[inline]
    #[must_use]
    pub fn attacked(&self, tables: &Tables<S>, square: Square, by: Color, occupied: S::Word) -> bool {
        let side = tables.side(by);
        let them = self.of(by) & occupied;
        let index = square.index();
        let attackers = &side.attackers;
        for group in &attackers.leaps {
            if !(*group.squares.at(index) & self.of_kinds(&group.kinds) & them).is_empty() {
                return true;
            }
        }
        let rooks = self.of_kinds(&attackers.orthogonal) & them;
        let bishops = self.of_kinds(&attackers.diagonal) & them;
        if !(rooks & *tables.orthogonal.at(index)).is_empty()
            && !(tables.rook(square, occupied) & rooks).is_empty()
        {
            return true;
        }
        if !(bishops & *tables.diagonal.at(index)).is_empty()
            && !(tables.bishop(square, occupied) & bishops).is_empty()
        {
            return true;
        }
        for &kind in &attackers.masked {
            let mask = &side.masks[usize::from(kind)];
            let pieces = self.of_kind(kind) & them;
            let rooks = *mask.from_orthogonal.at(index) & pieces;
            let bishops = *mask.from_diagonal.at(index) & pieces;
            if (!rooks.is_empty() && !(tables.rook(square, occupied) & rooks).is_empty())
                || (!bishops.is_empty() && !(tables.bishop(square, occupied) & bishops).is_empty())
            {
                return true;
            }
        }
        !attackers.odd.is_empty() && self.attacked_oddly(tables, square, by, occupied)
    }

    /// Every piece of `by` that attacks `square` when `occupied` stand on the board.
    #[must_use]
    pub fn attackers_to(&self, tables: &Tables<S>, square: Square, by: Color, occupied: S::Word) -> S::Word {
        let side = tables.side(by);
        let them = self.of(by) & occupied;
        let index = square.index();
        let (rook, bishop) = (tables.rook(square, occupied), tables.bishop(square, occupied));
        let mut found = S::Word::EMPTY;
        for (kind, mask) in side.masks.iter().enumerate() {
            let reach = (*mask.from_orthogonal.at(index) & rook)
                | (*mask.from_diagonal.at(index) & bishop)
                | *mask.from_leap.at(index);
            found |= reach & *self.kinds.at(kind);
        }
        found &= them;
        self.odd_attackers(tables, square, by, occupied, |from| found |= S::Word::bit(from));
        found
    }

    #[cold]
    fn attacked_oddly(&self, tables: &Tables<S>, square: Square, by: Color, occupied: S::Word) -> bool {
        let mut found = false;
        self.odd_attackers(tables, square, by, occupied, |_| found = true);
        found
    }

    /// Calls `found` with each piece of `by` that attacks `square` by an odd move.
    fn odd_attackers(
        &self,
        tables: &Tables<S>,
        square: Square,
        by: Color,
        occupied: S::Word,
        mut found: impl FnMut(Square),
    ) {
        let side = tables.side(by);
        let own = self.of(by) & occupied;
        for group in &side.attackers.odd {
            for from in (self.of_kind(group.kind) & *group.squares.at(square.index()) & own).iter() {
                let attacks = if let Some(ways) = &group.ways {
                    ways.between(from, square).iter().any(|way| way.is_open(occupied))
                } else {
                    let mask = &side.masks[usize::from(group.kind)];
                    let avoided = self.of_set(mask.avoids) & occupied;
                    let targets = mask.odd_targets(from, occupied, own, avoided);
                    (targets.attacked | targets.attacked_over).has(square)
                };
                if attacks {
                    found(from);
                }
            }
        }
    }

    /// Whether a piece of `by` stands where it could attack `square` by odd moves, were the right squares empty or occupied.
    #[inline]
    pub(crate) fn has_odd_attackers(&self, tables: &Tables<S>, square: Square, by: Color) -> bool {
        let own = self.of(by);
        let near =
            |group: &OddAttackers<S>| *group.squares.at(square.index()) & self.of_kind(group.kind) & own;
        tables.side(by).attackers.odd.iter().any(|group| !near(group).is_empty())
    }

    /// The odd attacks on the king of `color` on `king` that one move could open or close; `None` if they cannot be told from where
    /// pieces stand, or are too many.
    #[inline]
    pub(crate) fn watch<'a>(
        &self,
        tables: &'a Tables<S>,
        king: Square,
        color: Color,
    ) -> Option<Watch<'a, S::Word>> {
        let mut watch = Watch::NONE;
        let occupied = self.occupied();
        for group in &tables.side(color.other()).attackers.odd {
            let near = *group.squares.at(king.index()) & self.of_kind(group.kind) & self.of(color.other());
            for from in near.iter() {
                for way in group.ways.as_ref()?.between(from, king).iter().filter(|way| way.matters(occupied))
                {
                    watch.add(way, occupied)?;
                }
            }
        }
        watch.standing &= self.of(color) & !self.blockers();
        Some(watch)
    }

    /// Whether `color`'s king stands attacked; not while it is in hand or missing.
    #[must_use]
    pub fn king_attacked(&self, tables: &Tables<S>, color: Color) -> bool {
        let Some(king) = self.king(tables, color) else {
            return tables.rare_checks && !self.royals_attacked(tables, color).is_empty();
        };
        if tables.rare_checks {
            return !self.royals_attacked(tables, color).is_empty();
        }
        self.attacked(tables, king, color.other(), self.occupied())
    }

    /// Whether a king on a square would face the king of `by` when `occupied` stand on the board, where that is illegal.
    pub(crate) fn facing(&self, tables: &Tables<S>, king: Square, by: Color, occupied: S::Word) -> bool {
        self.opposite(tables, king, by)
            .is_some_and(|other| (tables.between(king, other) & occupied).is_empty())
    }

    /// The king of `by`, if it is on one line with a square and may not be seen from there.
    fn opposite(&self, tables: &Tables<S>, square: Square, by: Color) -> Option<Square> {
        let other = if tables.features.facing { self.king(tables, by) } else { None };
        other.filter(|&other| tables.faces[by.index()].at(other.index()).has(square))
    }

    /// [`State::shield`], with the piece that keeps the kings from facing each other.
    pub(crate) fn facing_shield(&self, tables: &Tables<S>, king: Square, color: Color) -> Shield<S::Word> {
        let mut shield = self.shield(tables, king, color);
        if let Some(other) = self.opposite(tables, king, color.other()) {
            let blockers = tables.between(king, other) & self.occupied();
            if blockers.count() == 1 && !(blockers & self.of(color)).is_empty() {
                shield.pinned |= blockers;
                shield.pinners |= S::Word::bit(other);
            }
        }
        shield
    }

    /// The pieces of `by` that would capture on `square` along a line if nothing stood between.
    #[inline(always)]
    pub(crate) fn aimed_sliders(&self, tables: &Tables<S>, square: Square, by: Color) -> S::Word {
        let side = tables.side(by);
        let attackers = &side.attackers;
        let index = square.index();
        let mut sliders = (self.of_kinds(&attackers.orthogonal) & *tables.orthogonal.at(index))
            | (self.of_kinds(&attackers.diagonal) & *tables.diagonal.at(index));
        for &kind in &attackers.masked {
            let mask = &side.masks[usize::from(kind)];
            sliders |= (*mask.from_orthogonal.at(index) | *mask.from_diagonal.at(index)) & self.of_kind(kind);
        }
        sliders & self.of(by)
    }

    /// Checks and pins against the king of `color` on `king`, by pieces that are not odd.
    #[inline]
    pub(crate) fn shield(&self, tables: &Tables<S>, king: Square, color: Color) -> Shield<S::Word> {
        let by = color.other();
        let attackers = &tables.side(by).attackers;
        let them = self.of(by);
        let occupied = self.occupied();
        let index = king.index();
        let sliders = self.aimed_sliders(tables, king, by);
        let mut pinned = S::Word::EMPTY;
        let mut pinners = S::Word::EMPTY;
        let mut sliding = S::Word::EMPTY;
        for slider in sliders.iter() {
            let blockers = tables.between(king, slider) & occupied;
            if blockers.is_empty() {
                sliding |= S::Word::bit(slider);
            } else if !blockers.several() && !(blockers & self.of(color)).is_empty() {
                pinned |= blockers;
                pinners |= S::Word::bit(slider);
            }
        }
        let mut leaping = S::Word::EMPTY;
        for group in &attackers.leaps {
            leaping |= *group.squares.at(index) & self.of_kinds(&group.kinds);
        }
        leaping &= them;
        let checkers = sliding | leaping;
        let block = if checkers.is_empty() {
            S::Word::FULL
        } else if checkers.several() {
            S::Word::EMPTY
        } else if leaping.is_empty() {
            checkers | tables.between(king, checkers.first())
        } else {
            checkers
        };
        Shield { block, pinned, pinners }
    }

    /// Where a pinned piece may go: between its king and the pinner, and onto the pinner.
    #[inline]
    pub(crate) fn pin_line(
        &self,
        tables: &Tables<S>,
        king: Square,
        pinners: S::Word,
        pinned: Square,
    ) -> S::Word {
        for pinner in pinners.iter() {
            let line = tables.between(king, pinner);
            if line.has(pinned) {
                return line | S::Word::bit(pinner);
            }
        }
        S::Word::FULL
    }

    #[cold]
    fn is_rarely_decided(&self, tables: &Tables<S>) -> bool {
        self.rarely_decided(tables).is_some()
    }

    /// Whether the game is over by what stands on the board: a king is missing, or a piece has
    /// reached its goal. Then nobody may move.
    #[inline(always)]
    pub(crate) fn is_decided(&self, tables: &Tables<S>) -> bool {
        for color in Color::ALL {
            if self.has_lost_kings(tables, color) || self.is_at_goal(tables, color) {
                return true;
            }
        }
        tables.rare_ends && self.is_rarely_decided(tables)
    }
}
