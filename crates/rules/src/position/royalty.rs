//! Royal pieces that are not just one king: when they are lost, and when they may not be left attacked.

use super::moves::Move;
use super::state::State;
use crate::definition::Verdict;
use crate::geometry::{Color, Size, Square, Table, Word};
use crate::tables::{Extinction, KindSet, Tables};

impl<S: Size> State<S> {
    /// Whether a player has lost what is royal.
    #[must_use]
    pub fn has_lost(&self, tables: &Tables<S>, color: Color) -> bool {
        self.has_lost_kings(tables, color) || self.has_lost_royalty(tables, color)
    }

    /// Whether a player has lost royal pieces that are not just one king.
    pub(crate) fn has_lost_royalty(&self, tables: &Tables<S>, color: Color) -> bool {
        self.would_lose(tables, color, S::Word::EMPTY)
    }

    /// Whether a player who has other royal pieces than one king has lost without the pieces on `gone`.
    fn would_lose(&self, tables: &Tables<S>, color: Color, gone: S::Word) -> bool {
        let Some(royalty) = &tables.side(color).royalty else { return false };
        royalty.groups.iter().any(|&group| self.group(color, group, gone).1 < royalty.least)
    }

    /// Whether a player has too few of some pieces.
    pub(super) fn has_too_few(&self, rule: &Extinction, color: Color) -> bool {
        rule.groups.iter().any(|&group| self.group(color, group, S::Word::EMPTY).1 <= rule.left)
    }

    /// Where a player's pieces of a group stand but for those that are gone, and how many there are with those in hand.
    fn group(&self, color: Color, group: KindSet, gone: S::Word) -> (S::Word, u32) {
        let standing = self.of_set(group) & self.of(color) & !gone;
        let held: u32 = group.iter().map(|kind| u32::from(self.in_hand(color, kind))).sum();
        (standing, standing.count() + held)
    }

    /// The pieces of a player whose capture ends the game at once.
    pub(crate) fn prey(&self, tables: &Tables<S>, color: Color) -> S::Word {
        let Some(royalty) = &tables.side(color).royalty else { return self.kings(tables, color) };
        royalty.groups.iter().fold(S::Word::EMPTY, |prey, &group| {
            let (standing, count) = self.group(color, group, S::Word::EMPTY);
            if count <= royalty.least { prey | standing } else { prey }
        })
    }

    /// The royal pieces of a player for which an attack is a check, or would lose them: none while there are others that may be
    /// lost, or others that are not attacked where that is enough.
    #[must_use]
    pub fn royals_attacked(&self, tables: &Tables<S>, color: Color) -> S::Word {
        let side = tables.side(color);
        let attacked = |set: S::Word| {
            let hit = |&square: &Square| self.threatened(tables, square, color.other());
            set.iter().filter(hit).fold(S::Word::EMPTY, |found, square| found | S::Word::bit(square))
        };
        let Some(royalty) = &side.royalty else { return attacked(self.kings(tables, color)) };
        if !side.by_checkmate {
            let lost = royalty.result == Verdict::Loss;
            return if lost { attacked(self.prey(tables, color)) } else { S::Word::EMPTY };
        }
        royalty.groups.iter().fold(S::Word::EMPTY, |found, &group| {
            let (standing, count) = self.group(color, group, S::Word::EMPTY);
            if royalty.last && count > 1 {
                return found;
            }
            let hit = attacked(standing);
            if royalty.each || hit.count() == count { found | hit } else { found }
        })
    }

    /// Whether an attack on what a player must not lose is a check: where it must be answered, or where the game calls it so.
    #[must_use]
    pub fn has_checks(&self, tables: &Tables<S>, color: Color) -> bool {
        let side = tables.side(color);
        side.by_checkmate || (tables.says_check && !side.kings.is_empty())
    }

    /// Whether a piece of `by` could take a royal piece on a square without losing by that.
    fn threatened(&self, tables: &Tables<S>, square: Square, by: Color) -> bool {
        let occupied = self.occupied();
        let king = tables.features.facing && self.king(tables, by.other()) == Some(square);
        (king && self.facing(tables, square, by, occupied))
            || self.could_capture_king(tables, square, by, occupied)
    }

    /// Whether `by` could capture a royal piece on a square when `occupied` stand on the board: what a check is, wherever the king
    /// stands or passes.
    #[inline]
    pub(super) fn could_capture_king(
        &self,
        tables: &Tables<S>,
        square: Square,
        by: Color,
        occupied: S::Word,
    ) -> bool {
        if tables.features.trial {
            self.could_take(tables, square, by, occupied)
        } else {
            self.attacked(tables, square, by, occupied)
        }
    }

    /// The same for castling, which every list of moves asks for: inlined there, it cost 3 % of the instructions of chess's perft.
    #[inline(never)]
    pub(super) fn threatens(&self, tables: &Tables<S>, square: Square, by: Color, occupied: S::Word) -> bool {
        self.could_capture_king(tables, square, by, occupied)
    }

    /// Whether `by` could take a royal piece: if `by` may not lose what is royal, so that none of that is gone by it, since it explodes
    /// or turns to stone.
    #[cold]
    fn could_take(&self, tables: &Tables<S>, king: Square, by: Color, occupied: S::Word) -> bool {
        let side = tables.side(by);
        let around = if tables.features.explosion {
            *tables.blast.at(king.index()) & self.of(by) & !self.of_set(tables.spared)
        } else {
            S::Word::EMPTY
        };
        let survives =
            |gone: S::Word| (self.kings(tables, by) & gone).is_empty() && !self.would_lose(tables, by, gone);
        let attackers = self.attackers_to(tables, king, by, occupied);
        attackers.iter().any(|from| {
            let (kind, capturer) = (self.cell(from).kind(), S::Word::bit(from));
            let gone = if tables.ends_by_capture(by, kind) { around | capturer } else { around & !capturer };
            !(side.by_checkmate || tables.mover_loses_first) || survives(gone)
        })
    }

    /// Whether a move is safe for a player who has other royal pieces than one king, or whose opponent has, and who loses by
    /// checkmate: it loses nothing royal, and it ends the game or leaves no check.
    #[cold]
    pub(super) fn is_safe_royalty(&self, tables: &Tables<S>, mv: Move) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        // Of royal pieces that may all not be lost none turns to stone.
        if tables.features.petrifies
            && self.kings(tables, us).has(mv.from())
            && tables.ends_by_capture(us, self.cell(mv.from()).kind())
            && !self.taken(tables, mv).is_empty()
        {
            return false;
        }
        let after = self.changed(tables, mv);
        !after.has_lost(tables, us) && (after.has_lost(tables, them) || !after.king_attacked(tables, us))
    }
}
