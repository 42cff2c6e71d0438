//! Pieces that do not promote: what they attack and where they may go, one by one.

use berolina_rules::geometry::{Color, Size, Square, Table, Word};
use berolina_rules::tables::Tables;

use super::layout::{MOST_MOBILITY, Piece};
use super::pawns::Structure;
use super::run::{Player, Run};
use super::trace::{Trace, WHOLE};
use super::weights::At;

impl<'a, S: Size, T: Trace> Run<'a, S, T> {
    /// What the mobility of the other pieces depends on: attacks of king and promoting pieces, pins.
    pub(super) fn prepare(&mut self, color: Color, structure: &Structure<S>) {
        let c = color.index();
        let layout = self.layout(color);
        let blocked = structure_blocked(self, color);
        let pins = self.pins(color);
        let player = &mut self.players[c];
        let attacked = structure.attacks[c];
        player.by_promoting = attacked;
        player.all = attacked;
        player.twice = structure.twice[c];
        (player.pinned, player.pinners) = pins;
        let mut area = !blocked;
        if let Some(king) = player.king {
            area &= !S::Word::bit(king);
            let (hit, _) = self.reach(color, &layout.king, king, self.occupied, self.occupied);
            let player = &mut self.players[c];
            player.twice |= player.all & hit;
            player.all |= hit;
            player.by_king = hit;
        }
        self.players[c].area = area & !structure.attacks[1 - c];
    }

    /// Own pieces that stand alone between the king and an enemy slider, and those sliders.
    fn pins(&self, color: Color) -> (S::Word, S::Word) {
        let none = (S::Word::EMPTY, S::Word::EMPTY);
        let Some(king) = self.us(color).king else { return none };
        let them = color.other();
        let [straight, diagonal] = &self.layout(them).full;
        let i = king.index();
        let sliders = (self.state.of_kinds(straight) & *self.tables.orthogonal.at(i))
            | (self.state.of_kinds(diagonal) & *self.tables.diagonal.at(i));
        let (mut pinned, mut pinners) = none;
        for slider in (sliders & self.state.of(them)).iter() {
            let between = self.tables.between(king, slider) & self.occupied;
            if !between.is_empty() && !between.several() && !(between & self.us(color).own).is_empty() {
                pinned |= between;
                pinners |= S::Word::bit(slider);
            }
        }
        (pinned, pinners)
    }

    /// Pieces one by one: value, square, mobility, attacks on the enemy king's zone.
    pub(super) fn pieces(&mut self, color: Color, structure: &Structure<S>) {
        let layout = self.layout(color);
        let [full_straight, full_diagonal] = &layout.full;
        let own = self.us(color).own;
        let straight = self.occupied & !(self.state.of_kinds(full_straight) & own);
        let diagonal = self.occupied & !(self.state.of_kinds(full_diagonal) & own);
        let (zone, beside) = match self.us(color.other()).king {
            Some(king) => {
                let near = self.us(color.other()).by_king;
                // What two of its pawns guard is not where it is attacked.
                let guarded = structure.twice[color.other().index()];
                (*self.eval.board.zone.at(king.index()) & !guarded, near)
            }
            None => (S::Word::EMPTY, S::Word::EMPTY),
        };
        for piece in &layout.pieces {
            let squares = self.state.of_kind(piece.kind) & own;
            if squares.is_empty() {
                continue;
            }
            let mut by = S::Word::EMPTY;
            for square in squares.iter() {
                let (mut hit, mut go) = self.reach(color, piece, square, straight, diagonal);
                let player = &mut self.players[color.index()];
                if player.pinned.has(square) {
                    let line = pin_line(self.tables, player, square);
                    hit &= line;
                    go &= line;
                }
                by |= hit;
                player.twice |= player.all & hit;
                player.all |= hit;
                let mobility = (go & player.area).count() as usize;
                player.moves += mobility as i32;
                let mobility = mobility.min(MOST_MOBILITY);
                if !(hit & zone).is_empty() {
                    let hits = (hit & beside).count() as i32;
                    player.attackers += 1;
                    player.attack += piece.attack;
                    player.hits += hits;
                    self.term(color, piece.ring, hits);
                }
                self.term(color, piece.mobility + mobility as At, 1);
                if !piece.promotes {
                    self.standing(color, piece, square, structure);
                }
            }
            let n = squares.count() as i32;
            let player = &mut self.players[color.index()];
            *player.by.at_mut(usize::from(piece.kind)) = by;
            player.force += n * piece.phase;
            if let Some(at) = piece.pair
                && !(squares & !*self.eval.board.alike.at(squares.first().index())).is_empty()
            {
                self.term(color, at, 1);
            }
        }
        self.players[color.index()].attackers += (structure.attacks[color.index()] & zone).count() as i32;
    }

    /// Value and square of a piece that does not promote, and what pawns say of that square.
    #[inline(always)]
    fn standing(&mut self, color: Color, piece: &'a Piece<S>, square: Square, structure: &Structure<S>) {
        let i = square.index();
        let c = color.index();
        let board = &self.eval.board;
        self.add(color, *piece.worth.at(i));
        if T::ON {
            self.trace.add(color, piece.value, WHOLE);
            self.trace.add(color, *piece.square.at(i), WHOLE);
        }
        if let Some([half, full]) = piece.files {
            let file = *board.column.at(i);
            if (file & self.us(color).promoting).is_empty() {
                let theirs = file & self.us(color.other()).promoting;
                self.term(color, if theirs.is_empty() { full } else { half }, 1);
            }
        }
        if let Some(at) = piece.bad {
            let alike = *board.alike.at(i);
            let n = (self.us(color).promoting & alike).count() as i32;
            self.term(color, at, n);
        }
        if let Some([alone, backed]) = piece.outpost
            && !structure.span[1 - c].has(square)
            && self.eval.outposts[c].has(square)
        {
            let at = if structure.attacks[c].has(square) { backed } else { alone };
            self.term(color, at, 1);
        }
        if let (Some(at), Some(king)) = (piece.leash, self.us(color).king) {
            let n = board.distance(king, square);
            self.term(color, at, n);
        }
    }
}

/// Promoting pieces that cannot step: their squares are not free for others.
fn structure_blocked<S: Size, T: Trace>(run: &Run<'_, S, T>, color: Color) -> S::Word {
    let side = run.tables.side(color);
    let own = run.us(color).own;
    let mut blocked = S::Word::EMPTY;
    for steps in &side.movers.steps {
        let pieces = run.state.of_kind(steps.kind) & own;
        let mut free = S::Word::EMPTY;
        for step in &steps.quiet {
            free |= ((pieces & step.from).rotate(step.shift) & !run.occupied).rotate(-step.shift);
        }
        blocked |= pieces & !free;
    }
    blocked
}

fn pin_line<S: Size>(tables: &Tables<S>, player: &Player<S>, pinned: Square) -> S::Word {
    let Some(king) = player.king else { return S::Word::FULL };
    for pinner in player.pinners.iter() {
        let line = tables.between(king, pinner);
        if line.has(pinned) {
            return line | S::Word::bit(pinner);
        }
    }
    S::Word::FULL
}
