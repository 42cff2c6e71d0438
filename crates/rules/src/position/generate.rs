//! Move generation.
//!
//! One generator serves every game. It computes once which squares pieces may go to so that the king
//! is not left attacked ([`Shield`]), then walks the lists of movers. Pinned pieces, kings, castling and
//! en passant are rare and are made piece by piece. Enemies that hop, ride off the lines
//! or move lamely are watched ([`Watch`]): the tables know on which squares such an attack depends. Where they do not
//! (leaps over a piece, moves of several legs), each move is tried instead.

mod duty;
mod explosion;
mod filter;
mod hands;
mod own;
mod pieces;

use super::attack::{Shield, Watch};
use super::moves::{Move, MoveList, Tag};
use super::sink::{Count, Sink};
use super::state::{NO_SQUARE, State};
use crate::geometry::{Color, Size, Square, Table, Word};
use crate::tables::{Kind, KindSet, Side, Tables};

/// One call of the generator: the position, and what was computed about it.
pub(super) struct Generator<'a, S: Size> {
    pub(super) state: &'a State<S>,
    pub(super) tables: &'a Tables<S>,
    pub(super) side: &'a Side<S>,
    pub(super) us: Color,
    own: S::Word,
    pub(super) occupied: S::Word,
    empty: S::Word,
    /// The enemy king where it is lost by capture: taking it is always legal.
    prey: S::Word,
    /// Empty squares that answer a check.
    quiet: S::Word,
    /// Enemies that may be captured.
    capture: S::Word,
    shield: Shield<S::Word>,
    /// Odd attacks on the own king.
    watch: Option<&'a Watch<'a, S::Word>>,
    /// The own king, where it may not be left attacked.
    pub(super) royal: Option<Square>,
    /// Squares to which quiet moves and captures are wanted.
    wanted: Wanted<S::Word>,
    /// Moves behind which a piece in hand enters are made as well.
    enters: bool,
}

/// Which moves are to be made: those without a capture to `quiet`, those with one on `capture`. Captures
/// that change more than two squares (en passant, leaps over) come whatever is wanted.
#[derive(Clone, Copy)]
pub(super) struct Wanted<W> {
    pub(super) quiet: W,
    pub(super) capture: W,
    /// Castling and promotion in place come too, which need no square that is wanted.
    pub(super) others: bool,
    /// For each first half so many second halves at most, the most telling first.
    pub(super) blocks: Option<u32>,
}

impl<W: Word> Wanted<W> {
    pub(super) const ALL: Self = Self { quiet: W::FULL, capture: W::FULL, others: true, blocks: None };
}

/// What keeps a king safe from lines and leaps, and from odd moves.
type Guard<'a, W> = (Shield<W>, Option<Watch<'a, W>>);

impl<S: Size> State<S> {
    /// The legal moves.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn legal_moves(&self, tables: &Tables<S>, list: &mut MoveList) {
        list.clear();
        if !cfg!(feature = "compact") {
            self.emit(tables, list);
        } else if !self.is_decided(tables) && !self.any_checked_out(tables) {
            let us = self.turn;
            let royal = if tables.side(us).by_checkmate { self.king(tables, us) } else { None };
            if tables.features.apart() {
                self.generate_apart(tables, royal, Wanted::ALL, list);
            } else {
                self.list_permitted(tables, royal, Wanted::ALL, list);
            }
        }
    }

    /// [`State::generate_permitted`] into a list, whatever mechanisms there are: one copy of the code.
    #[inline(never)]
    fn list_permitted(
        &self,
        tables: &Tables<S>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
        list: &mut MoveList,
    ) {
        if tables.features.filtered {
            self.generate_filtered(tables, royal, wanted, list);
        } else {
            self.list_safe(tables, royal, wanted, list);
        }
    }

    /// The moves that are wanted and do not leave `royal` attacked, into a list.
    fn list_safe(
        &self,
        tables: &Tables<S>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
        list: &mut MoveList,
    ) {
        if let Some((shield, watch)) = self.guard(tables, royal) {
            Generator::new::<true>(self, tables, shield, watch.as_ref(), royal, wanted).list_all(list);
        } else if let Some(king) = royal.filter(|_| tables.simple_blasts) {
            self.generate_exploding(tables, king, wanted, list);
        } else {
            self.generate_by_trial(tables, wanted, list);
        }
    }

    /// What keeps the king safe; `None` where each move has to be tried.
    #[inline(always)]
    fn guard<'a>(&self, tables: &'a Tables<S>, royal: Option<Square>) -> Option<Guard<'a, S::Word>> {
        let (features, us) = (&tables.features, self.turn);
        if features.royalty && tables.side(us).royalty.is_some() && tables.side(us).by_checkmate {
            return None;
        }
        let Some(king) = royal else { return Some((Shield::NONE, None)) };
        if features.trial || features.avoiding {
            return None;
        }
        let near = features.odd && self.has_odd_attackers(tables, king, us.other());
        let watch = if near { Some(self.watch(tables, king, us)?).filter(Watch::is_any) } else { None };
        // What leaves a piece behind, or changes it or others as it moves, is not known by the squares of a move alone.
        if watch.is_some()
            && (features.creation
                || features.entry
                || features.unsettling
                || features.captures_own
                || features.petrifies)
        {
            return None;
        }
        let shield = if features.facing {
            self.facing_shield(tables, king, us)
        } else {
            self.shield(tables, king, us)
        };
        // What is neutral stands in the way, and does not move.
        let pinned = if features.petrifies { shield.pinned & !self.blockers() } else { shield.pinned };
        Some((Shield { pinned, ..shield }, watch))
    }

    /// The number of legal moves, without making a list of them.
    #[must_use]
    pub fn count_moves(&self, tables: &Tables<S>) -> u64 {
        if cfg!(feature = "compact") {
            // Slower, but without a generator of its own.
            let mut list = MoveList::new();
            self.legal_moves(tables, &mut list);
            return list.len() as u64;
        }
        let mut count = Count::default();
        self.emit(tables, &mut count);
        count.0
    }

    #[inline]
    fn emit<K: Sink<S::Word>>(&self, tables: &Tables<S>, sink: &mut K) {
        if tables.is_plain() {
            self.generate::<false, K>(tables, sink);
        } else {
            self.generate::<true, K>(tables, sink);
        }
    }

    /// `RICH` says that the game may have any of [`crate::tables::Features`].
    #[inline(always)]
    pub(crate) fn generate<const RICH: bool, K: Sink<S::Word>>(&self, tables: &Tables<S>, sink: &mut K) {
        if self.is_decided(tables) || (RICH && tables.features.rare_moves && self.any_checked_out(tables)) {
            return;
        }
        let us = self.turn;
        let royal = if tables.side(us).by_checkmate { self.king(tables, us) } else { None };
        self.generate_wanted::<RICH, K>(tables, royal, Wanted::ALL, sink);
    }

    /// The legal moves that are wanted. None of them leaves `royal`, the own king, attacked.
    #[inline(always)]
    pub(super) fn generate_wanted<const RICH: bool, K: Sink<S::Word>>(
        &self,
        tables: &Tables<S>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
        sink: &mut K,
    ) {
        if RICH && tables.features.rare_moves && tables.features.apart() {
            self.generate_apart(tables, royal, wanted, sink);
        } else {
            self.generate_permitted::<RICH, K>(tables, royal, wanted, sink);
        }
    }

    /// The moves that are wanted, do not leave `royal` attacked, and are not forbidden by themselves.
    #[inline(always)]
    fn generate_permitted<const RICH: bool, K: Sink<S::Word>>(
        &self,
        tables: &Tables<S>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
        sink: &mut K,
    ) {
        if RICH && cfg!(feature = "compact") {
            let mut list = MoveList::new();
            self.list_permitted(tables, royal, wanted, &mut list);
            list.into_iter().for_each(|mv| sink.one(mv));
            return;
        }
        if RICH && tables.features.rare_moves {
            self.generate_rare(tables, royal, wanted, sink);
        } else {
            let shield = royal.map_or(Shield::NONE, |king| self.shield(tables, king, self.turn));
            Generator::new::<RICH>(self, tables, shield, None, royal, wanted).all::<RICH, K>(sink);
        }
    }

    /// The same where the game has [`crate::tables::Features::rare_moves`].
    #[inline(never)]
    fn generate_rare<K: Sink<S::Word>>(
        &self,
        tables: &Tables<S>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
        sink: &mut K,
    ) {
        if tables.features.filtered {
            self.generate_filtered(tables, royal, wanted, sink);
        } else if let Some((shield, watch)) = self.guard(tables, royal) {
            let generator = Generator::new::<true>(self, tables, shield, watch.as_ref(), royal, wanted);
            generator.all::<true, K>(sink);
        } else if let Some(king) = royal.filter(|_| tables.simple_blasts) {
            self.generate_exploding(tables, king, wanted, sink);
        } else {
            self.generate_by_trial(tables, wanted, sink);
        }
    }

    /// Makes every move that the shield would have judged and keeps those that leave the king safe.
    #[cold]
    fn generate_by_trial<K: Sink<S::Word>>(&self, tables: &Tables<S>, wanted: Wanted<S::Word>, sink: &mut K) {
        let mut list = MoveList::new();
        self.moves_without_check(tables, wanted, &mut list);
        list.into_iter().filter(|&mv| self.is_safe(tables, mv)).for_each(|mv| sink.one(mv));
    }

    /// Adds the moves that the pieces of the player to move can make, whatever that means for the king.
    pub(super) fn moves_without_check(
        &self,
        tables: &Tables<S>,
        wanted: Wanted<S::Word>,
        list: &mut MoveList,
    ) {
        let wanted = Wanted { capture: wanted.capture & !self.blockers(), ..wanted };
        Generator::new::<true>(self, tables, Shield::NONE, None, None, wanted).list_all(list);
    }

    /// Whether a move that the pieces can make leaves the mover's king safe or captures the other. What else a game forbids,
    /// [`State::permits`] knows.
    pub(crate) fn is_safe(&self, tables: &Tables<S>, mv: Move) -> bool {
        let us = self.turn;
        if !tables.side(us).by_checkmate {
            return true;
        }
        if tables.features.royalty {
            return self.is_safe_royalty(tables, mv);
        }
        // Who survives the explosion of a capture may lose the king by it all the same.
        let bursts = tables.features.explosion && !self.taken(tables, mv).is_empty();
        if (bursts || self.explodes(tables, mv)) && self.changed(tables, mv).has_lost_kings(tables, us) {
            return false;
        }
        self.captures_king(tables, mv) || !self.changed(tables, mv).king_attacked(tables, us)
    }

    /// Whether the player to move is mated, and the game not over otherwise.
    #[cold]
    #[inline(never)]
    pub(super) fn is_mate(&self, tables: &Tables<S>) -> bool {
        let mut list = MoveList::new();
        let over = self.is_decided(tables) || self.any_checked_out(tables);
        !over && self.king_attacked(tables, self.turn) && {
            self.legal_moves(tables, &mut list);
            list.is_empty()
        }
    }

    /// Whether a move captures a king.
    fn captures_king(&self, tables: &Tables<S>, mv: Move) -> bool {
        !(self.taken(tables, mv) & self.kings(tables, self.turn.other())).is_empty()
    }

    /// Own pieces that could capture en passant if their king did not matter.
    pub(crate) fn en_passant_capturers(&self, tables: &Tables<S>, us: Color, passed: Square) -> S::Word {
        let side = tables.side(us);
        let mut found = S::Word::EMPTY;
        for kind in side.en_passant.iter() {
            found |= self.could_capture(tables, side, kind, passed) & self.of_kind(kind);
        }
        found & self.of(us)
    }

    /// From where a kind could capture on `square`.
    fn could_capture(&self, tables: &Tables<S>, side: &Side<S>, kind: Kind, square: Square) -> S::Word {
        let mask = &side.masks[usize::from(kind)];
        let index = square.index();
        let mut from = *mask.from_leap.at(index);
        if mask.has_orthogonal {
            from |= *mask.from_orthogonal.at(index) & tables.rook(square, self.occupied());
        }
        if mask.has_diagonal {
            from |= *mask.from_diagonal.at(index) & tables.bishop(square, self.occupied());
        }
        from
    }

    /// Calls `found` with each legal en-passant capture.
    pub(crate) fn en_passant_moves(&self, tables: &Tables<S>, found: &mut dyn FnMut(Move)) {
        if self.en_passant == NO_SQUARE {
            return;
        }
        let passed = Square(self.en_passant);
        self.en_passant_moves_to(tables, passed, found);
        if tables.features.triple_steps
            && let Some(second) = self.second_passed(tables, passed, Square(self.victim))
        {
            self.en_passant_moves_to(tables, second, found);
        }
    }

    /// The second of two squares that a piece, now on `victim`, has passed at once, if `passed` is the first of two.
    #[cold]
    pub(crate) fn second_passed(&self, tables: &Tables<S>, passed: Square, victim: Square) -> Option<Square> {
        let cell = self.cell(victim);
        let doubles = tables.side(self.turn.other()).doubles.iter();
        let mut own = doubles.filter(|double| double.kind == cell.kind() && double.en_passant);
        let second = own.find_map(|double| double.second(passed, victim))?;
        (!tables.features.blocker || !self.blockers().has(second)).then_some(second)
    }

    /// The same captures on one of the squares passed.
    fn en_passant_moves_to(&self, tables: &Tables<S>, passed: Square, found: &mut dyn FnMut(Move)) {
        let us = self.turn;
        let side = tables.side(us);
        let mut try_move = |mv: Move| {
            if self.is_safe(tables, mv) && (!tables.features.filtered || self.permits(tables, mv)) {
                found(mv);
            }
        };
        for from in self.en_passant_capturers(tables, us, passed).iter() {
            let wanted = *side.promotes_to.at(usize::from(self.cell(from).kind()));
            let (may, must) = self.promotes_at(side, from, passed);
            let promotes = !wanted.is_empty() && may;
            if promotes {
                for kind in self.promotion_choices(tables, us, wanted).iter() {
                    try_move(Move::made(Tag::EnPassantPromotion).with_kind(kind).along(from, passed));
                }
            }
            if !(promotes && must) {
                try_move(Move::made(Tag::EnPassant).along(from, passed));
            }
        }
        for entry in &side.entries {
            if self.in_hand(us, entry.kind) > 0 && side.en_passant.has(entry.kind) {
                let from = self.of_kind(entry.exchanges) & self.of(us) & entry.from;
                for from in (from & self.could_capture(tables, side, entry.kind, passed)).iter() {
                    try_move(Move::made(Tag::EntryEnPassant).with_kind(entry.kind).along(from, passed));
                }
            }
        }
    }

    /// Whether the piece on a square may promote, and whether it must, by a capture on another.
    fn promotes_at(&self, side: &Side<S>, from: Square, to: Square) -> (bool, bool) {
        let kind = self.cell(from).kind();
        if !side.zoned.has(kind) {
            return (side.promotion_zone.has(to), side.forced.has(to));
        }
        let (may, must) = side.zones[kind.index()].split(from, S::Word::bit(to), S::Word::FULL);
        (!may.is_empty(), !must.is_empty())
    }

    /// The pieces that a player may promote to at this moment, of those in `wanted`.
    pub(crate) fn promotion_choices(&self, tables: &Tables<S>, us: Color, wanted: KindSet) -> KindSet {
        let side = tables.side(us);
        let Some(limit) = &side.promotion_limit else { return wanted };
        let own = self.of(us);
        let may = |kind: Kind| {
            let piece = tables.kinds[usize::from(kind)].piece;
            let board: u32 = tables
                .kinds
                .iter()
                .enumerate()
                .filter(|(_, info)| info.piece == piece)
                .map(|(k, _)| (self.of_kind(Kind::new(k)) & own).count())
                .sum();
            let hand = if side.limit_counts_hand { self.in_hand(us, kind) } else { 0 };
            board + u32::from(hand) < u32::from(limit[piece.index()])
        };
        wanted.iter().filter(|&kind| may(kind)).collect()
    }
}

impl<'a, S: Size> Generator<'a, S> {
    #[inline(always)]
    fn new<const RICH: bool>(
        state: &'a State<S>,
        tables: &'a Tables<S>,
        shield: Shield<S::Word>,
        watch: Option<&'a Watch<'a, S::Word>>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
    ) -> Self {
        let us = state.turn;
        let enemy = state.of(us.other());
        let rare = RICH && tables.features.rare_moves;
        let enemy = if rare && tables.features.petrifies { enemy & !state.blockers() } else { enemy };
        let occupied = state.occupied();
        let empty = tables.all & !occupied;
        let prey = if tables.side(us.other()).by_checkmate {
            S::Word::EMPTY
        } else {
            state.kings(tables, us.other())
        };
        // Whose royal pieces are others than one king may lose some of them.
        let prey = if rare && tables.features.royalty && !tables.side(us.other()).by_checkmate {
            state.prey(tables, us.other())
        } else {
            prey
        };
        let (open, taken, always) = watch.map_or((S::Word::FULL, S::Word::FULL, S::Word::EMPTY), |watch| {
            (watch.quiet, watch.capture, watch.always)
        });
        Self {
            state,
            tables,
            side: tables.side(us),
            us,
            own: state.of(us),
            occupied,
            empty,
            prey,
            quiet: empty & shield.block & open & wanted.quiet,
            capture: enemy & ((shield.block & taken) | always | prey) & wanted.capture,
            shield,
            watch,
            royal,
            wanted,
            enters: true,
        }
    }

    /// All moves into a list, whatever mechanisms there are: one copy of the generator for what is not done often.
    #[inline(never)]
    fn list_all(&self, list: &mut MoveList) {
        self.all::<true, _>(list);
    }

    #[inline(always)]
    fn all<const RICH: bool, K: Sink<S::Word>>(&self, sink: &mut K) {
        if RICH && self.tables.features.placement && self.placements(sink) {
            return;
        }
        if let Some(king) = self.royal {
            self.king::<RICH, K>(king, sink);
            // Two checks at once: only the king can help, or a move that changes three squares.
            let three = self.state.en_passant != NO_SQUARE || (RICH && self.tables.features.three);
            let always = self.watch.map_or(S::Word::EMPTY, |watch| watch.always);
            if (self.shield.block | always | self.prey).is_empty() && !three {
                return;
            }
        }
        // Pieces that are made one by one: pinned ones, and those whose quiet step would have the
        // same text as their capture en passant.
        let mut apart = self.shield.pinned;
        if RICH {
            apart |= self.watch.map_or(S::Word::EMPTY, |watch| watch.standing);
        }
        if self.state.en_passant != NO_SQUARE {
            let mut capturers = S::Word::EMPTY;
            self.state.en_passant_moves(self.tables, &mut |mv| {
                sink.one(mv);
                // Where only the capture promotes, its text is not that of the step.
                let told = RICH && mv.promotion().is_some() && self.promotes_by_capture(mv.from());
                if mv.tag() != Tag::EntryEnPassant && Some(mv.from()) != self.royal && !told {
                    capturers |= S::Word::bit(mv.from());
                }
            });
            if RICH && self.tables.features.quiet_en_passant {
                apart |= capturers;
                self.apart::<RICH, K>(apart, capturers, sink);
            } else {
                self.apart::<RICH, K>(apart, S::Word::EMPTY, sink);
            }
        } else if !apart.is_empty() {
            self.apart::<RICH, K>(apart, S::Word::EMPTY, sink);
        }
        let mut movers = self.own & !apart;
        if let Some(king) = self.royal {
            movers &= !S::Word::bit(king);
        }
        self.listed(movers, sink);
        if !RICH || self.wanted.others {
            self.castling::<RICH, K>(sink);
        }
        if RICH && !(self.own & self.side.in_place_zone).is_empty() {
            self.in_place(sink);
        }
        if RICH && self.side.rare {
            self.rare(movers, sink);
        }
    }
}
