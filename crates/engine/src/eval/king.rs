//! The kings: their squares, their shelter, and the danger that they are in.

use berolina_rules::geometry::{Color, Size, Square, Table, Word};
use berolina_rules::tables::KING;

use super::layout::{KNOTS, SHELTER};
use super::run::Run;
use super::trace::{Trace, WHOLE};
use super::weights::At;

/// Units of danger between two knots of the table.
const BETWEEN_KNOTS: i32 = 128;

impl<S: Size, T: Trace> Run<'_, S, T> {
    /// The king of a player: where it stands and what threatens it.
    pub(super) fn king(&mut self, color: Color) {
        let Some(king) = self.us(color).king else { return };
        let layout = self.layout(color);
        let piece = &layout.king;
        self.add(color, *piece.worth.at(king.index()));
        if T::ON {
            self.trace.add(color, *piece.square.at(king.index()), WHOLE);
        }
        let rights = berolina_rules::definition::Wing::ALL
            .iter()
            .filter(|&&wing| self.state.may_castle(color, wing))
            .count();
        if rights > 0 {
            self.term(color, layout.castle + rights as At, 1);
        }
        let pinned = self.us(color).pinned & self.us(color).own;
        for square in pinned.iter() {
            let kind = self.state.cell(square).kind();
            if let Some(piece) = layout.pieces.iter().find(|p| p.kind == kind) {
                self.term(color, piece.pinned, 1);
            }
        }
        let bare = self.shelter(color, king);
        self.danger(color, king, bare);
    }

    /// Own and enemy promoting pieces before the king. Returns the number of files without shelter.
    fn shelter(&mut self, color: Color, king: Square) -> i32 {
        let layout = self.layout(color);
        let board = &self.eval.board;
        let (c, shape) = (color.index(), board.shape);
        let onward = *board.onward[c].at(king.index());
        let own = self.us(color).promoting & onward;
        let theirs = self.us(color.other()).promoting & onward;
        let (file, rank) = (*board.file.at(king.index()), *board.rank.at(king.index()));
        let mut bare = 0;
        for f in file.saturating_sub(1)..=(file + 1).min(shape.files - 1) {
            let column = *board.files.at(usize::from(f));
            let side = if f == file { 0 } else { SHELTER };
            let near = |set: S::Word| {
                let set = set & column;
                if set.is_empty() {
                    return SHELTER - 1;
                }
                let nearest = if color == Color::White { set.first() } else { set.last() };
                usize::from(board.rank.at(nearest.index()).abs_diff(rank)).min(SHELTER - 1)
            };
            let (shelter, storm) = (near(own), near(theirs));
            bare += i32::from(shelter > 2);
            self.term(color, layout.shelter + (side + shelter) as At, 1);
            self.term(color, layout.storm + (side + storm) as At, 1);
        }
        bare
    }

    /// The danger by the enemy's pieces: a sum of units, read off a table.
    fn danger(&mut self, color: Color, king: Square, bare: i32) {
        let them = color.other();
        let (us, enemy) = (self.us(color), self.us(them));
        let zone = *self.eval.board.zone.at(king.index());
        let near = *us.by.at(usize::from(KING));
        // Attacked, and guarded by the king at most.
        let weak = enemy.all & !us.twice & (!us.all | near);
        let weak_ring = (weak & zone).count() as i32;
        let safe = !enemy.own & (!us.all | (weak & enemy.twice));
        let mut danger = enemy.attackers * enemy.attack
            + 69 * enemy.hits
            + 185 * weak_ring
            + 150 * us.pinned.count() as i32
            + 60 * bare
            - self.lack(them);
        self.term(color, self.layout(color).weak_ring, weak_ring);
        danger += self.checks(color, king, safe);
        if danger <= 0 {
            return;
        }
        let danger = danger.min(KNOTS as i32 * BETWEEN_KNOTS - 1);
        let at = self.layout(color).danger + (danger / BETWEEN_KNOTS) as At;
        let part = danger % BETWEEN_KNOTS * WHOLE / BETWEEN_KNOTS;
        let sum = self.eval.weights.at(at) * (WHOLE - part) + self.eval.weights.at(at + 1) * part;
        match color {
            Color::White => self.parts += sum,
            Color::Black => self.parts -= sum,
        }
        if T::ON {
            self.trace.add(color, at, WHOLE - part);
            self.trace.add(color, at + 1, part);
        }
    }

    /// How much less dangerous an attacker is who has lost force.
    fn lack(&self, them: Color) -> i32 {
        let full = self.eval.force[them.index()].max(1);
        let lost = (full - self.us(them).force).clamp(0, full);
        900 * lost / full
    }

    /// The danger by checks that the enemy can give, with pieces on the board and in hand.
    fn checks(&mut self, color: Color, king: Square, safe: S::Word) -> i32 {
        let them = color.other();
        let i = king.index();
        let straight = self.tables.rook(king, self.occupied);
        let diagonal = self.tables.bishop(king, self.occupied);
        let enemy = self.layout(them);
        let side = self.tables.side(them);
        let mut danger = 0;
        for piece in &enemy.pieces {
            let by = *self.us(them).by.at(usize::from(piece.kind));
            let in_hand = piece.hand.is_some() && self.state.in_hand(them, piece.kind) > 0;
            if by.is_empty() && !in_hand {
                continue;
            }
            let mask = &side.masks[usize::from(piece.kind)];
            let from = (*mask.from_orthogonal.at(i) & straight)
                | (*mask.from_diagonal.at(i) & diagonal)
                | *mask.from_leap.at(i);
            let mut to = from & by & !self.us(them).own;
            if in_hand {
                to |= from & *side.drop_zone.at(usize::from(piece.kind)) & !self.occupied;
            }
            let free = to & safe;
            if !free.is_empty() {
                danger += piece.check_danger;
                self.term(them, piece.check, free.count().min(3) as i32);
            } else if !to.is_empty() {
                danger += 100;
            }
        }
        danger
    }
}

/// The force of a player whose pieces are these in number, in hundredths of a pawn.
pub(super) fn force_of<S: Size>(
    layout: &super::layout::Layout<S>,
    number: impl Fn(berolina_rules::tables::Kind) -> i32,
) -> i32 {
    layout.pieces.iter().map(|p| p.phase * number(p.kind)).sum()
}
