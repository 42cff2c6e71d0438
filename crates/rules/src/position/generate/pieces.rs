//! Moves of the pieces on the board: list by list, and one by one.

use super::Generator;
use crate::geometry::{Size, Square, Table, Word};
use crate::position::attack::Watch;
use crate::position::moves::{Move, MoveList, Tag};
use crate::position::sink::Sink;
use crate::tables::{Double, Kind, KindSet, Stepping, Steps};

impl<S: Size> Generator<'_, S> {
    /// The lists of movers.
    #[inline(always)]
    pub(super) fn listed<K: Sink<S::Word>>(&self, movers: S::Word, sink: &mut K) {
        let (state, tables) = (self.state, self.tables);
        let lists = &self.side.movers;
        let both = self.quiet | self.capture;
        for steps in &lists.steps {
            self.steps(steps, state.of_kind(steps.kind) & movers, sink);
        }
        for double in &self.side.doubles {
            self.doubles(double, state.of_kind(double.kind) & movers, sink);
        }
        for group in &lists.leaps {
            for from in (state.of_kinds(&group.kinds) & movers).iter() {
                sink.moves(from, *group.squares.at(from.index()) & both, Move::made(Tag::Plain));
            }
        }
        for from in (state.of_kinds(&lists.diagonal) & movers).iter() {
            sink.moves(from, tables.bishop(from, self.occupied) & both, Move::made(Tag::Plain));
        }
        for from in (state.of_kinds(&lists.orthogonal) & movers).iter() {
            sink.moves(from, tables.rook(from, self.occupied) & both, Move::made(Tag::Plain));
        }
        for &kind in &lists.masked {
            for from in (state.of_kind(kind) & movers).iter() {
                let to = self.targets(kind, from, self.quiet, self.capture);
                self.piece::<false, K>(kind, from, to, sink);
            }
        }
    }

    /// All pieces of a kind that leaps, at once.
    #[inline(always)]
    pub(super) fn steps<K: Sink<S::Word>>(&self, steps: &Steps<S::Word>, pieces: S::Word, sink: &mut K) {
        for step in &steps.quiet {
            let to = (pieces & step.from).rotate(step.shift) & self.quiet;
            self.stepped(steps.kind, to, step.shift, sink);
        }
        for step in &steps.captures {
            let to = (pieces & step.from).rotate(step.shift) & self.capture;
            self.stepped(steps.kind, to, step.shift, sink);
        }
    }

    #[inline(always)]
    pub(super) fn stepped<K: Sink<S::Word>>(&self, kind: Kind, to: S::Word, shift: i8, sink: &mut K) {
        let zone = to & self.side.promotion_zone;
        if zone.is_empty() {
            sink.shifted(to, shift, Move::made(Tag::Plain));
            return;
        }
        let (kinds, plain) = self.split(kind, to, zone);
        sink.shifted(plain, shift, Move::made(Tag::Plain));
        if !kinds.is_empty() {
            sink.shifted_promotions(zone, shift, kinds);
        }
    }

    /// For moves to `to`, of which `zone` allow promotion: what to promote to there, and which moves
    /// need or may not promote. Where promotion is forced and impossible only the king may be taken.
    #[cold]
    pub(super) fn split(&self, kind: Kind, to: S::Word, zone: S::Word) -> (KindSet, S::Word) {
        let wanted = *self.side.promotes_to.at(usize::from(kind));
        let kinds = self.state.promotion_choices(self.tables, self.us, wanted);
        let free = to & !self.side.forced;
        let plain = if kinds.is_empty() { free | (zone & self.prey) } else { free };
        (kinds, plain)
    }

    #[inline(always)]
    pub(super) fn doubles<K: Sink<S::Word>>(&self, double: &Double<S::Word>, pieces: S::Word, sink: &mut K) {
        let to = double.steps(pieces, self.empty, self.quiet).1;
        let tag = if double.en_passant { Tag::Double } else { Tag::Plain };
        sink.shifted(to, double.shift(), Move::made(tag));
    }

    /// Where one piece may go by its lines and leaps.
    #[inline(always)]
    pub(super) fn targets(&self, kind: Kind, from: Square, quiet: S::Word, capture: S::Word) -> S::Word {
        let mask = &self.side.masks[usize::from(kind)];
        let index = from.index();
        let mut quiets = *mask.quiet_leap.at(index);
        let mut captures = *mask.capture_leap.at(index);
        if mask.has_orthogonal {
            let seen = self.tables.rook(from, self.occupied);
            quiets |= *mask.quiet_orthogonal.at(index) & seen;
            captures |= *mask.capture_orthogonal.at(index) & seen;
        }
        if mask.has_diagonal {
            let seen = self.tables.bishop(from, self.occupied);
            quiets |= *mask.quiet_diagonal.at(index) & seen;
            captures |= *mask.capture_diagonal.at(index) & seen;
        }
        (quiets & quiet) | (captures & capture)
    }

    /// Moves of one piece, promotions among them.
    #[inline(always)]
    pub(super) fn piece<const RICH: bool, K: Sink<S::Word>>(
        &self,
        kind: Kind,
        from: Square,
        to: S::Word,
        sink: &mut K,
    ) {
        if RICH && self.side.zoned.has(kind) {
            return self.zoned(kind, from, to, sink);
        }
        let zone = to & self.side.promotion_zone;
        if zone.is_empty() || *self.side.promotes_to.at(usize::from(kind)) == KindSet::EMPTY {
            sink.moves(from, to, Move::made(Tag::Plain));
            return;
        }
        let (kinds, plain) = self.split(kind, to, zone);
        sink.moves(from, plain, Move::made(Tag::Plain));
        if !kinds.is_empty() {
            sink.promotions(from, zone, kinds);
        }
    }

    /// Moves of one piece that promotes in zones of its own.
    #[inline]
    pub(super) fn zoned<K: Sink<S::Word>>(&self, kind: Kind, from: Square, to: S::Word, sink: &mut K) {
        let (zone, forced) = self.side.zones[kind.index()].split(from, to, self.occupied);
        if zone.is_empty() {
            sink.moves(from, to, Move::made(Tag::Plain));
            return;
        }
        let wanted = *self.side.promotes_to.at(usize::from(kind));
        let kinds = self.state.promotion_choices(self.tables, self.us, wanted);
        let free = to & !forced;
        let plain = if kinds.is_empty() { free | (zone & self.prey) } else { free };
        sink.moves(from, plain, Move::made(Tag::Plain));
        if !kinds.is_empty() {
            sink.promotions(from, zone, kinds);
        }
    }

    /// Whether the piece on a square promotes by captures alone.
    pub(super) fn promotes_by_capture(&self, square: Square) -> bool {
        let kind = self.state.cell(square).kind();
        self.side.zoned.has(kind) && self.side.zones[kind.index()].by_capture
    }

    /// Pieces that are made one by one; `capturers` have their en-passant capture already.
    #[cold]
    pub(super) fn apart<const RICH: bool, K: Sink<S::Word>>(
        &self,
        pieces: S::Word,
        capturers: S::Word,
        sink: &mut K,
    ) {
        for from in pieces.iter() {
            let kind = self.state.cell(from).kind();
            let (mut quiet, capture) = self.room::<RICH>(from);
            if capturers.has(from) {
                self.state.en_passant_moves(self.tables, &mut |mv| {
                    if mv.from() == from {
                        quiet &= !S::Word::bit(mv.to());
                    }
                });
            }
            let to = self.targets(kind, from, quiet, capture);
            self.piece::<RICH, K>(kind, from, to, sink);
            for double in self.side.doubles.iter().filter(|d| d.kind == kind && d.from.has(from)) {
                let to = double.steps(S::Word::bit(from), self.empty, quiet).1;
                let tag = if double.en_passant { Tag::Double } else { Tag::Plain };
                sink.moves(from, to, Move::made(tag));
            }
            if RICH && !self.side.masks[usize::from(kind)].is_even() {
                self.odd(kind, from, quiet, capture, sink);
            }
        }
    }

    /// The empty squares and the enemies to which a piece may go so that the king is safe.
    #[inline(always)]
    fn room<const RICH: bool>(&self, from: Square) -> (S::Word, S::Word) {
        let mut line = S::Word::FULL;
        if self.shield.pinned.has(from) {
            let king = self.royal.expect("only a king that may not be left attacked has pinned pieces");
            line = self.state.pin_line(self.tables, king, self.shield.pinners, from);
        }
        match self.watch.filter(|watch| RICH && watch.standing.has(from)) {
            Some(watch) => self.watched(watch, from, line),
            None => (self.quiet & line, self.capture & (line | self.prey | self.leaving())),
        }
    }

    /// Where a piece on the way of an odd attack may go, on `line` if it is pinned besides: to empty squares, and to enemies.
    #[cold]
    fn watched(&self, watch: &Watch<S::Word>, from: Square, line: S::Word) -> (S::Word, S::Word) {
        let (quiet, capture) = watch.from(from, self.occupied);
        let line = self.shield.block & line;
        let enemy = self.state.of(self.us.other());
        let capture = enemy & self.wanted.capture & ((line & capture) | watch.always | self.prey);
        (self.empty & self.wanted.quiet & line & quiet, capture)
    }

    /// Enemies whose capture leaves a piece where the capturer stood: a pinned piece may take them.
    pub(super) fn leaving(&self) -> S::Word {
        if self.side.leaving.is_empty() { S::Word::EMPTY } else { self.state.of_set(self.side.leaving) }
    }

    /// Moves of a king that may not be left attacked.
    #[inline(always)]
    pub(super) fn king<const RICH: bool, K: Sink<S::Word>>(&self, king: Square, sink: &mut K) {
        let them = self.us.other();
        let enemy = self.state.of(them);
        let rare = RICH && self.tables.features.rare_moves;
        let enemy = if rare { enemy & !self.state.blockers() } else { enemy };
        let kind = self.state.cell(king).kind();
        let mut to = self.targets(kind, king, self.empty & self.wanted.quiet, enemy & self.wanted.capture);
        let mut safe = to & self.prey;
        if rare && self.tables.features.explosion {
            // It captures nothing, and is safe beside the other.
            to &= self.empty;
            let other = self.state.king(self.tables, them);
            safe = other.map_or(S::Word::EMPTY, |other| to & *self.tables.blast.at(other.index()));
        }
        if RICH && self.tables.features.rare_king {
            self.rare_king_moves(kind, king, &mut to, sink);
        }
        let gone = self.occupied & !S::Word::bit(king);
        let leaving = if RICH { self.leaving() } else { S::Word::EMPTY };
        for square in (to & !safe).iter() {
            let occupied = if RICH && leaving.has(square) { self.occupied } else { gone };
            let faces = rare && self.state.facing(self.tables, square, them, occupied);
            if !faces && !self.state.attacked(self.tables, square, them, occupied | S::Word::bit(square)) {
                safe |= S::Word::bit(square);
            }
        }
        self.piece::<RICH, K>(kind, king, safe, sink);
    }

    /// Odd moves and double steps of a king that may not be left attacked. Takes out of `to` the square
    /// where it captures en passant.
    #[cold]
    pub(super) fn rare_king_moves<K: Sink<S::Word>>(
        &self,
        kind: Kind,
        king: Square,
        to: &mut S::Word,
        sink: &mut K,
    ) {
        let mut list = MoveList::new();
        if !self.side.masks[usize::from(kind)].is_even() {
            let enemy = self.state.of(self.us.other()) & !self.state.blockers() & self.wanted.capture;
            self.odd(kind, king, self.empty & self.wanted.quiet, enemy, &mut list);
        }
        for double in self.side.doubles.iter().filter(|d| d.kind == kind) {
            let to = double.steps(S::Word::bit(king), self.empty, self.empty & self.wanted.quiet).1;
            list.moves(king, to, Move::made(Tag::Plain));
        }
        list.into_iter().filter(|&mv| self.state.is_safe(self.tables, mv)).for_each(|mv| sink.one(mv));
        if self.tables.features.quiet_en_passant {
            self.state.en_passant_moves(self.tables, &mut |mv| {
                if mv.from() == king && mv.tag() != Tag::EntryEnPassant {
                    *to &= !S::Word::bit(mv.to());
                }
            });
        }
    }

    /// Mechanisms that most games lack.
    pub(super) fn rare<K: Sink<S::Word>>(&self, movers: S::Word, sink: &mut K) {
        for &kind in &self.side.movers.zoned {
            for from in (self.state.of_kind(kind) & movers).iter() {
                let to = self.targets(kind, from, self.quiet, self.capture);
                self.zoned(kind, from, to, sink);
            }
        }
        for &kind in &self.side.movers.odd {
            for from in (self.state.of_kind(kind) & movers).iter() {
                self.odd(kind, from, self.quiet, self.capture, sink);
            }
        }
        if self.tables.features.captures_own {
            self.own_captures(sink);
        }
        self.entries(sink);
        self.drops(sink);
    }

    /// Pieces that promote where they stand, or by a step of their own.
    #[cold]
    pub(super) fn in_place<K: Sink<S::Word>>(&self, sink: &mut K) {
        let stays = self.wanted.others && !self.in_check();
        if let Some(stepping) = &self.side.stepping {
            self.step_promotions(stepping, stays, sink);
        }
        if !stays {
            return;
        }
        for kind in self.side.in_place.iter() {
            let pieces = self.state.of_kind(kind) & self.own & self.side.zones[kind.index()].forced;
            for from in pieces.iter() {
                let wanted = *self.side.promotes_to.at(usize::from(kind));
                let kinds = self.state.promotion_choices(self.tables, self.us, wanted);
                sink.promotions(from, S::Word::bit(from), kinds);
            }
        }
    }

    /// Promotion as a move of its own, in place too if the piece `stays`.
    fn step_promotions<K: Sink<S::Word>>(&self, stepping: &Stepping<S>, stays: bool, sink: &mut K) {
        let mut pieces = self.state.of_set(stepping.kinds) & self.own;
        if !(stepping.last_anywhere && pieces.count() == 1) {
            pieces &= stepping.from;
        }
        for from in pieces.iter() {
            let wanted = *self.side.promotes_to.at(usize::from(self.state.cell(from).kind()));
            let kinds = self.state.promotion_choices(self.tables, self.us, wanted);
            let (quiet, _) = self.room::<true>(from);
            let here = if stays { S::Word::bit(from) } else { S::Word::EMPTY };
            sink.promotions(from, (*stepping.to.at(from.index()) & quiet) | here, kinds);
        }
    }

    fn in_check(&self) -> bool {
        self.royal.is_some()
            && (self.shield.block != S::Word::FULL || self.watch.is_some_and(|watch| watch.check))
    }

    /// Hops, rides off the lines, lame leaps, and leaps over.
    pub(super) fn odd<K: Sink<S::Word>>(
        &self,
        kind: Kind,
        from: Square,
        quiet: S::Word,
        capture: S::Word,
        sink: &mut K,
    ) {
        let mask = &self.side.masks[usize::from(kind)];
        if let Some(moves) = &mask.odd_moves {
            let mut to = moves.from(self.tables, from, self.occupied, quiet, capture);
            if !to.is_empty() {
                // What it reaches along lines and by leaps as well is made there.
                to &= !self.targets(kind, from, quiet, capture);
            }
            return self.piece::<true, K>(kind, from, to, sink);
        }
        let targets = mask.odd_targets(from, self.occupied, self.own, self.state.of_set(mask.avoids));
        let mut to = (targets.quiet & quiet) | (targets.attacked & capture);
        if !to.is_empty() {
            // What it reaches along lines and by leaps as well is made there.
            to &= !self.targets(kind, from, quiet, capture);
        }
        let enemy = self.state.of(self.us.other()) & !self.state.blockers();
        for (over, reached) in targets.over {
            if !enemy.has(over) {
                continue;
            }
            to &= !S::Word::bit(reached);
            let mv = Move::made(Tag::Over).with_third(over).along(from, reached);
            // It changes three squares, which the shield cannot judge.
            if self.royal.is_none() || self.state.is_safe(self.tables, mv) {
                sink.one(mv);
            }
        }
        let must = !self.side.promotes_to.at(usize::from(kind)).is_empty();
        for (passed, reached) in targets.through {
            // Such a move does not promote.
            if must && self.side.zones[kind.index()].forced.has(reached) {
                continue;
            }
            let mv = Move::made(Tag::Through).with_third(passed).along(from, reached);
            if self.royal.is_none() || self.state.is_safe(self.tables, mv) {
                sink.one(mv);
            }
        }
        self.piece::<true, K>(kind, from, to, sink);
    }
}
