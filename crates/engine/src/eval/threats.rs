//! Threats, hands, entries, goals, and driving a bare king.

use berolina_rules::geometry::{Color, Size, Table, Word};
use berolina_rules::tables::Kind;

use super::layout::MOST_MOVES;
use super::run::Run;
use super::trace::Trace;
use super::weights::At;

impl<S: Size, T: Trace> Run<'_, S, T> {
    /// What a player attacks.
    pub(super) fn threats(&mut self, color: Color) {
        let them = color.other();
        let layout = self.layout(color);
        let (us, enemy) = (self.us(color), self.us(them));
        let theirs = enemy.own;
        let royals = self.tables.side(them).kings;
        let officers = theirs & !enemy.promoting & !self.state.of_set(royals);
        let guarded = enemy.by_promoting | (enemy.twice & !us.twice);
        let weak = theirs & us.all & !guarded;
        let (us_all, enemy_all) = (us.all, enemy.all);
        let restricted = enemy_all & !guarded & us_all & !theirs;
        let hanging = weak & (!enemy_all | (officers & us.twice));
        self.term(color, layout.hanging, hanging.count() as i32);
        self.term(color, layout.restricted, restricted.count() as i32);
        let by_pawns = self.us(color).by_promoting & officers;
        if !by_pawns.is_empty() {
            let safe = us_all | !enemy_all;
            for promoter in &layout.promoters {
                let squares = self.state.of_kind(promoter.kind) & self.us(color).own & safe;
                for target in by_pawns.iter() {
                    let n = (*promoter.guards.at(target.index()) & squares).count().min(1) as i32;
                    let kind = self.state.cell(target).kind();
                    self.term(color, promoter.threats + kind.index() as At, n);
                }
            }
        }
        for piece in &layout.pieces {
            let hit = *self.us(color).by.at(usize::from(piece.kind)) & theirs;
            for target in hit.iter() {
                let kind = self.state.cell(target).kind();
                if !royals.has(kind) && (weak.has(target) || piece.above.has(kind)) {
                    self.term(color, piece.threats + kind.index() as At, 1);
                }
            }
        }
        for target in (self.us(color).by_king & weak).iter() {
            let kind = self.state.cell(target).kind();
            self.term(color, layout.king.threats + kind.index() as At, 1);
        }
        self.pushes(color, officers);
    }

    /// Steps of promoting pieces: those that attack an officer and are safe; and pieces that cannot step.
    fn pushes(&mut self, color: Color, officers: S::Word) {
        let layout = self.layout(color);
        let side = self.tables.side(color);
        let (us, enemy) = (self.us(color), self.us(color.other()));
        let safe = !self.occupied & !enemy.by_promoting & (us.all | !enemy.all);
        let aims = officers & !us.by_promoting;
        for steps in &side.movers.steps {
            let pieces = self.state.of_kind(steps.kind) & self.us(color).own;
            let Some(promoter) = layout.promoters.iter().find(|p| p.kind == steps.kind) else { continue };
            let (mut reached, mut free) = (S::Word::EMPTY, S::Word::EMPTY);
            for step in &steps.quiet {
                let to = (pieces & step.from).rotate(step.shift) & !self.occupied;
                reached |= to;
                free |= to.rotate(-step.shift);
            }
            let mut hit = S::Word::EMPTY;
            for step in &steps.captures {
                hit |= (reached & safe & step.from).rotate(step.shift);
            }
            let n = (hit & aims).count() as i32;
            self.term(color, promoter.push, n);
            let n = (pieces & !free).count() as i32;
            self.term(color, promoter.blocked, n);
        }
    }

    /// Hands, entries, goals, an enemy king that is bare or, where that loses, will be soon, a king exposed while pieces
    /// are placed.
    pub(super) fn others(&mut self, color: Color) {
        let layout = self.layout(color);
        if self.tables.features.hands {
            self.hands(color);
        }
        for goal in 0..layout.goals.len() {
            self.goal(color, goal);
        }
        let (us, enemy) = (self.us(color), self.us(color.other()));
        if let (Some(ours), Some(theirs)) = (us.king, enemy.king)
            && (enemy.force == 0 || (self.eval.bares && 2 * enemy.force < us.force))
            && us.force > 0
            && enemy.promoting.is_empty()
        {
            let (edge, near) = self.eval.drive(ours, theirs);
            self.term(color, layout.drive[0], edge);
            self.term(color, layout.drive[1], near);
        }
        if self.tables.features.placement
            && self.state.placing(self.tables)
            && self.state.king_attacked(self.tables, color)
        {
            self.exposed(color);
        }
    }

    /// A king attacked while pieces are placed and none can be taken. When all stand, one player begins and takes the
    /// other's king, unless something was put between; the beginner's own king is attacked too late.
    fn exposed(&mut self, color: Color) {
        let (state, layout) = (self.state, self.layout(color));
        self.term(color, layout.placing, 1);
        let left = |color| {
            Kind::first(self.tables.kinds.len())
                .map(|kind| u32::from(state.in_hand(color, kind)))
                .sum::<u32>()
        };
        let turn = state.turn();
        let begins = if left(turn) <= left(turn.other()) { turn } else { turn.other() };
        if let Some(king) = self.us(color).king
            && color != begins
            && !self.tables.side(color).by_checkmate
            && state.attacked(self.tables, king, begins, S::Word::FULL)
        {
            self.term(color, layout.doomed, 1);
        }
    }

    fn hands(&mut self, color: Color) {
        let layout = self.layout(color);
        let number = |kind| i32::from(self.state.in_hand(color, kind));
        let pieces = layout.pieces.iter().map(|p| (p.kind, p.hand));
        let promoters = layout.promoters.iter().map(|p| (p.kind, p.hand));
        let hands: [(At, i32); 32] = {
            let mut hands = [(0, 0); 32];
            let of = pieces.chain(promoters).filter_map(|(kind, at)| Some((at?, number(kind))));
            for (slot, hand) in hands.iter_mut().zip(of) {
                *slot = hand;
            }
            hands
        };
        for (at, n) in hands.into_iter().filter(|&(_, n)| n > 0) {
            self.term(color, at, n);
        }
        let side = self.tables.side(color);
        for (entry, &at) in side.entries.iter().zip(&layout.entry) {
            let waiting = i32::from(self.state.in_hand(color, entry.kind));
            if waiting == 0 {
                continue;
            }
            let places = self.state.of_kind(entry.exchanges) & self.us(color).own & entry.from;
            let places = places.count();
            self.term(color, at + places.min(5) as At, waiting.min(places as i32).max(1));
        }
    }

    /// How far the pieces that win by reaching a goal are from it.
    fn goal(&mut self, color: Color, which: usize) {
        let goal = &self.layout(color).goals[which];
        let them = self.us(color.other());
        let (attacked, own) = (them.all, self.us(color).own);
        for square in (self.state.of_kind(goal.kind) & own).iter() {
            let moves = At::from(*goal.moves.at(square.index()));
            if usize::from(moves) > MOST_MOVES {
                continue;
            }
            self.term(color, goal.base + moves, 1);
            let steps = *goal.next.at(square.index()) & !own & !attacked;
            if !steps.is_empty() {
                self.term(color, goal.free + moves, 1);
                self.term(color, goal.open + moves, steps.count() as i32);
            }
        }
    }
}
