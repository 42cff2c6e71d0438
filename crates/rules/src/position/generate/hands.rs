//! Moves of pieces in hand: entries in exchange for a piece on the board, drops, and placements before anything moves.

use super::Generator;
use crate::geometry::{Color, Size, Square, Table, Word};
use crate::position::moves::{Manner, Move, MoveList, Tag};
use crate::position::sink::Sink;
use crate::position::state::NO_SQUARE;
use crate::tables::Kind;

impl<S: Size> Generator<'_, S> {
    /// Pieces in hand that take the place of another and move from there, or enter behind one that moves.
    pub(super) fn entries<K: Sink<S::Word>>(&self, sink: &mut K) {
        if self.side.entries.iter().any(|entry| self.state.in_hand(self.us, entry.kind) > 0) {
            self.entering(sink);
        }
        if self.tables.features.gating && self.enters {
            self.gating(sink);
        }
    }

    /// Pieces in hand that take the place of another and move from there.
    fn entering<K: Sink<S::Word>>(&self, sink: &mut K) {
        // What is in hand attacks nothing, so it takes no king that is lost by checkmate.
        let spared = self.state.of_set(self.tables.side(self.us.other()).royals) & !self.prey;
        let apart = self.prey | self.leaving();
        for entry in &self.side.entries {
            if self.state.in_hand(self.us, entry.kind) == 0 {
                continue;
            }
            for from in (self.state.of_kind(entry.exchanges) & self.own & entry.from).iter() {
                let mut line = S::Word::FULL;
                if let (true, Some(king)) = (self.shield.pinned.has(from), self.royal) {
                    line = self.state.pin_line(self.tables, king, self.shield.pinners, from);
                }
                let mut quiet = self.quiet & line;
                if self.state.en_passant != NO_SQUARE {
                    self.state.en_passant_moves(self.tables, &mut |mv| {
                        if mv.manner() == Manner::Entry(entry.kind) && mv.from() == from {
                            quiet &= !S::Word::bit(mv.to());
                        }
                    });
                }
                let to = self.targets(entry.kind, from, quiet, self.capture & (line | apart) & !spared);
                sink.moves(from, to, Move::made(Tag::Entry).with_kind(entry.kind));
                for double in self.side.doubles.iter().filter(|d| d.kind == entry.kind) {
                    let to = double.steps(S::Word::bit(from), self.empty, quiet).1;
                    let tag = if double.en_passant { Tag::EntryDouble } else { Tag::Entry };
                    sink.moves(from, to, Move::made(tag).with_kind(entry.kind));
                }
            }
        }
    }

    /// Pieces in hand that enter behind others: each move of a piece that lets some in, with each of them. Such a move must be
    /// legal by itself, so what enters answers no check.
    #[cold]
    fn gating<K: Sink<S::Word>>(&self, sink: &mut K) {
        if !self.state.has_hand(self.us) {
            return;
        }
        let gates = |kind: Kind| *self.side.gates.at(usize::from(kind));
        let kinds = Kind::first(self.tables.pieces).filter(|&kind| !gates(kind).is_empty());
        let pieces = kinds.fold(S::Word::EMPTY, |set, kind| set | self.state.of_kind(kind)) & self.own;
        let mut list = MoveList::new();
        Self { enters: false, ..*self }.list_all(&mut list);
        list.retain(|&mv| {
            pieces.has(mv.from()) && (self.royal.is_some() || self.state.is_safe(self.tables, mv))
        });
        for mv in list {
            // In castling one of the two may come to where the other leaves.
            let (partner, filled) = match mv.manner() {
                Manner::Castling(wing) => {
                    let table = self.side.castling[wing as usize];
                    let rook = Square(self.state.castling[self.us.index()][wing as usize]);
                    (Some(rook), table.map_or([mv.to(); 2], |table| [table.king_to, table.rook_to]))
                }
                _ => (None, [mv.to(); 2]),
            };
            for square in std::iter::once(mv.from()).chain(partner).filter(|square| !filled.contains(square))
            {
                for kind in gates(self.state.cell(square).kind()).iter() {
                    let gated = mv.gating(kind, square).filter(|_| self.state.in_hand(self.us, kind) > 0);
                    // Among pieces that hop it may expose the king.
                    let safe = |mv: &Move| !self.tables.features.odd || self.state.is_safe(self.tables, *mv);
                    gated.filter(safe).into_iter().for_each(|mv| sink.one(mv));
                }
            }
        }
    }

    /// Placements beside moves.
    pub(super) fn drops<K: Sink<S::Word>>(&self, sink: &mut K) {
        if self.side.placed.is_empty() || self.tables.features.placement {
            return;
        }
        for &(kind, held) in &self.side.placed {
            if self.state.in_hand(self.us, held) > 0 {
                sink.drops(kind, self.drop_squares(kind));
            }
        }
    }

    /// Where a piece in hand may be placed now.
    #[inline(always)]
    fn drop_squares(&self, kind: Kind) -> S::Word {
        let zone = *self.side.drop_zone.at(usize::from(kind)) & self.quiet;
        if self.side.drops_limited { self.allowed_drops(kind, zone) } else { zone }
    }

    /// Those of some squares where no limit forbids to place a piece.
    #[inline(never)]
    fn allowed_drops(&self, kind: Kind, mut zone: S::Word) -> S::Word {
        for limit in self.side.drop_limits.iter().filter(|limit| limit.kind == kind) {
            let counted = self.state.of_set(limit.counted) & self.own;
            for &file in &self.tables.files {
                if (counted & file).count() >= u32::from(limit.most) {
                    zone &= !file;
                }
            }
        }
        if !self.side.drops_balanced.is_empty() {
            zone = self.balanced(kind, zone);
        }
        if self.side.no_drop_mates.has(kind) { self.without_mates(kind, zone) } else { zone }
    }

    /// Those of some squares where placing a piece leaves the balanced ones on all colours alike, or room for that.
    #[cold]
    fn balanced(&self, kind: Kind, mut zone: S::Word) -> S::Word {
        let colors = &self.tables.colors;
        let number = colors.len() as u32;
        for &(other, counted) in &self.side.drops_balanced {
            let standing = self.state.of_set(counted) & self.own;
            let all = standing.count() + u32::from(self.state.in_hand(self.us, other));
            let room = *self.side.drop_zone.at(other.index()) & self.empty;
            for &color in colors {
                let full = if other == kind {
                    (standing & color).count() >= all.div_ceil(number)
                } else {
                    (color & (standing | room)).count() <= all / number
                };
                if full {
                    zone &= if other == kind { !color } else { !(color & room) };
                }
            }
        }
        zone
    }

    /// Those of some squares where placing a piece does not mate.
    fn without_mates(&self, kind: Kind, zone: S::Word) -> S::Word {
        let them = self.us.other();
        let king = self.state.king(self.tables, them).filter(|_| self.tables.side(them).by_checkmate);
        // Who may not give check gives no mate.
        let Some(king) = king.filter(|_| self.side.gives_check) else { return zone };
        // Where it gives check: a piece that hops has to be tried everywhere.
        let checks = if self.side.masks[kind.index()].is_even() {
            zone & self.state.could_capture(self.tables, self.side, kind, king)
        } else {
            zone
        };
        let mates = |square: &Square| {
            let mv = Move::made(Tag::Drop).with_kind(kind).along(*square, *square);
            // What leaves the own king attacked is not judged, so that replies of replies are few.
            let safe = self.royal.is_some() || self.state.is_safe(self.tables, mv);
            safe && self.state.after(self.tables, mv).is_mate(self.tables)
        };
        checks.iter().filter(mates).fold(zone, |zone, square| zone & !S::Word::bit(square))
    }

    /// Placements before anything moves. Returns whether that phase lasts.
    pub(super) fn placements<K: Sink<S::Word>>(&self, sink: &mut K) -> bool {
        if !Color::ALL.iter().any(|&color| self.state.has_hand(color)) {
            return false;
        }
        for &(kind, held) in &self.side.placed {
            if self.state.in_hand(self.us, held) == 0 {
                continue;
            }
            let zone = self.drop_squares(kind);
            if self.side.by_checkmate && self.side.royals.has(kind) {
                let moves = zone.iter().map(|s| Move::made(Tag::Drop).with_kind(kind).along(s, s));
                moves.filter(|&mv| self.state.is_safe(self.tables, mv)).for_each(|mv| sink.one(mv));
            } else {
                sink.drops(kind, zone);
            }
        }
        true
    }
}
