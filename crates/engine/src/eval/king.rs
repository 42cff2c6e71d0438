//! The kings: their squares, their shelter, and the danger that they are in.

use berolina_numbers::random::GOLDEN;
use berolina_rules::definition::Wing;
use berolina_rules::geometry::{Color, Size, Square, Table, Word};

use super::Memory;
use super::layout::{COVER, KNOTS, NO_COVER, Piece};
use super::pawns::Structure;
use super::run::Run;
use super::trace::{Trace, WHOLE};
use super::weights::{At, Pair};

/// Units of danger between two knots of the table.
const BETWEEN_KNOTS: i32 = 128;
/// Units of danger for each file beside the king, by the ranks to the nearest own promoting piece, and to the nearest of
/// the enemy's.
const BARE: [i32; COVER] = [-20, -50, -30, 0, 25, 40];
const ONSET: [i32; COVER] = [0, 20, 60, 30, 10, 0];

/// The promoting pieces before a king: the weights that count, their sum, and the danger.
#[derive(Clone, Copy)]
pub(super) struct Cover {
    terms: [At; 6],
    number: u16,
    sum: Pair,
    units: i32,
}

/// So many covers are remembered.
const COVERS: usize = 1 << 12;

/// Covers by a number for what they depend on.
#[derive(Default)]
pub(super) struct Covers(Vec<(u64, Cover)>);

impl<S: Size> Memory<S> {
    /// The place of a cover, and whether what stands there is that cover.
    fn cover(&mut self, key: u64) -> (&mut Cover, bool) {
        const NONE: Cover = Cover { terms: [0; 6], number: 0, sum: Pair::ZERO, units: 0 };
        let covers = &mut self.covers.0;
        if covers.is_empty() {
            covers.resize(COVERS, (u64::MAX, NONE));
        }
        let entry = &mut covers[(key >> 40) as usize % COVERS];
        let known = entry.0 == key;
        entry.0 = key;
        (&mut entry.1, known)
    }
}

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
        let rights = Wing::ALL.iter().filter(|&&wing| self.state.may_castle(color, wing)).count();
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
        self.danger(color, king);
    }

    /// The cover of a king where it stands or where it may castle to, whichever is best. It depends only on where the
    /// promoting pieces stand, on the king's square and on the rights to castle, and is remembered.
    pub(super) fn best_cover(
        &mut self,
        color: Color,
        structure: &Structure<S>,
        memory: Option<&mut Memory<S>>,
    ) {
        let Some(king) = self.us(color).king else { return };
        let right = |&wing: &Wing| self.state.may_castle(color, wing);
        let rights = Wing::ALL.iter().filter(|wing| right(wing)).fold(0, |set, &wing| set | 1 << wing as u64);
        let place = (king.index() as u64) << 3 | rights << 1 | color.index() as u64;
        let known = memory.map(|memory| memory.cover(structure.key ^ (place + 1).wrapping_mul(GOLDEN)));
        let cover = match known {
            Some((cover, true)) => *cover,
            known => {
                let mut best = self.cover(color, king, structure);
                for wing in Wing::ALL.iter().filter(|wing| right(wing)) {
                    if let Some(castling) = &self.tables.side(color).castling[*wing as usize] {
                        let other = self.cover(color, castling.king_to, structure);
                        if other.sum.middle() > best.sum.middle() {
                            best = other;
                        }
                    }
                }
                if let Some((place, _)) = known {
                    *place = best;
                }
                best
            }
        };
        self.add(color, cover.sum);
        if T::ON {
            for &at in &cover.terms[..usize::from(cover.number)] {
                self.trace.add(color, at, WHOLE);
            }
        }
        self.players[color.index()].bare = cover.units;
    }

    /// Own and enemy promoting pieces before a square: for each file the nearest, by its distance and the file's from the edge.
    fn cover(&self, color: Color, king: Square, structure: &Structure<S>) -> Cover {
        let layout = self.layout(color);
        let board = &self.eval.board;
        let shape = board.shape;
        let onward = *board.onward[color.index()].at(king.index());
        let own = self.us(color).promoting & onward & !structure.attacks[color.other().index()];
        let theirs = self.us(color.other()).promoting & onward;
        let ranks = &board.rank[color.index()];
        let (file, rank) = (*board.file.at(king.index()), *ranks.at(king.index()));
        let middle = if shape.files() < 3 { file } else { file.clamp(1, shape.files() - 2) };
        let mut cover = Cover { terms: [0; 6], number: 0, sum: Pair::ZERO, units: 0 };
        for f in middle.saturating_sub(1)..=(middle + 1).min(shape.files() - 1) {
            let column = *board.files.at(usize::from(f));
            let near = |set: S::Word| {
                let set = set & column;
                if set.is_empty() {
                    return NO_COVER;
                }
                let nearest = if color == Color::White { set.first() } else { set.last() };
                usize::from(ranks.at(nearest.index()).abs_diff(rank)).min(NO_COVER - 1)
            };
            let (ours, hostile) = (near(own), near(theirs));
            let held = ours < NO_COVER && hostile == ours + 1;
            let edge = usize::from(f.min(shape.files() - 1 - f).min(3));
            let onset = if held {
                layout.held + hostile as At
            } else {
                layout.onset + (edge * COVER + hostile) as At
            };
            for at in [layout.cover + (edge * COVER + ours) as At, onset] {
                cover.terms[usize::from(cover.number)] = at;
                cover.number += 1;
                cover.sum += self.eval.weights.at(at);
            }
            cover.units += BARE[ours] + if held { ONSET[hostile] / 2 } else { ONSET[hostile] };
        }
        cover
    }

    /// The danger by the enemy's pieces: a sum of units, read off a table. Its parts, and most of their proportions, are
    /// those of Stockfish's evaluation before networks.
    fn danger(&mut self, color: Color, king: Square) {
        let them = color.other();
        let board = &self.eval.board;
        let (us, enemy) = (self.us(color), self.us(them));
        let near = us.by_king;
        let zone = *board.zone.at(king.index());
        // Attacked, and guarded by the king or the strongest pieces at most.
        let strongest = self.by_strongest(color);
        let weak = enemy.all & !us.twice & (!us.all | near | strongest);
        let weak_ring = (weak & zone).count() as i32;
        let safe = !enemy.own & (!us.all | (weak & enemy.twice));
        let side = *board.flank[color.index()].at(king.index());
        let flank = side & board.camp[color.index()];
        let flank_attacked = ((enemy.all & flank).count() + (enemy.twice & flank).count()) as i32;
        let flank_guarded = (us.all & flank).count() as i32;
        let pawnless = ((us.promoting | enemy.promoting) & side).is_empty();
        let mut danger = enemy.attackers * enemy.attack
            + 69 * enemy.hits
            + 183 * weak_ring
            + 98 * us.pinned.count() as i32
            + 3 * flank_attacked * flank_attacked / 8
            - 4 * flank_guarded
            + 4 * (enemy.moves - us.moves)
            + us.bare
            + 37
            - self.lack(them);
        let layout = self.layout(color);
        self.term(color, layout.weak_ring, weak_ring);
        self.term(color, layout.flank, flank_attacked);
        if pawnless {
            self.term(color, layout.pawnless, 1);
        }
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

    /// What a player's strongest pieces attack.
    fn by_strongest(&self, color: Color) -> S::Word {
        let pieces = self.layout(color).pieces.iter().filter(|p| p.strongest);
        pieces.fold(S::Word::EMPTY, |set, p| set | *self.us(color).by.at(usize::from(p.kind)))
    }

    /// How much less dangerous an attacker is who has none of the strongest pieces.
    fn lack(&self, them: Color) -> i32 {
        let own = self.us(them).own;
        let has = |p: &Piece<S>| {
            p.strongest
                && (!(self.state.of_kind(p.kind) & own).is_empty()
                    || (p.hand.is_some() && self.state.in_hand(them, p.kind) > 0))
        };
        if self.layout(them).pieces.iter().any(has) { 0 } else { 873 }
    }

    /// The danger by checks that the enemy can give, with pieces on the board and in hand.
    fn checks(&mut self, color: Color, king: Square, safe: S::Word) -> i32 {
        let them = color.other();
        let i = king.index();
        let strongest = self.layout(color).pieces.iter().filter(|p| p.strongest);
        let own =
            strongest.fold(S::Word::EMPTY, |set, p| set | self.state.of_kind(p.kind)) & self.us(color).own;
        let straight = self.tables.rook(king, self.occupied & !own);
        let diagonal = self.tables.bishop(king, self.occupied & !own);
        let enemy = self.layout(them);
        let side = self.tables.side(them);
        let (mut danger, mut unsafe_checks) = (0, S::Word::EMPTY);
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
                danger += piece.check_danger * if free.several() { 8 } else { 5 } / 5;
                self.term(them, piece.check, free.count().min(3) as i32);
            } else {
                unsafe_checks |= to;
            }
        }
        danger + 148 * unsafe_checks.count() as i32
    }
}

/// The force of a player whose pieces are these in number, in hundredths of a pawn.
pub(super) fn force_of<S: Size>(
    layout: &super::layout::Layout<S>,
    number: impl Fn(berolina_rules::tables::Kind) -> i32,
) -> i32 {
    layout.pieces.iter().map(|p| p.phase * number(p.kind)).sum()
}
