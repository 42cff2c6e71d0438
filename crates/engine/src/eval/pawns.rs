//! Pieces that promote: their structure, which is remembered, and those that are past the enemy's.

use berolina_numbers::random::GOLDEN;
use berolina_rules::geometry::{Color, Size, Square, Table, Word};
use berolina_rules::position::State;
use berolina_rules::tables::Tables;

use super::layout::Promoter;
use super::run::Run;
use super::trace::{Off, Trace, WHOLE};
use super::weights::{At, Pair};
use super::{Eval, Memory};

/// The number of structures remembered.
const ENTRIES: usize = 1 << 13;

/// What depends only on where the promoting pieces stand.
#[derive(Clone, Copy)]
pub(super) struct Structure<S: Size> {
    /// A number for where they stand.
    pub(super) key: u64,
    /// White's terms less Black's.
    pub(super) score: Pair,
    pub(super) attacks: [S::Word; 2],
    pub(super) twice: [S::Word; 2],
    /// What they attack or may attack after moving on.
    pub(super) span: [S::Word; 2],
    pub(super) passed: [S::Word; 2],
}

impl<S: Size> Structure<S> {
    pub(super) const EMPTY: Self = Self {
        key: u64::MAX,
        score: Pair::ZERO,
        attacks: [S::Word::EMPTY; 2],
        twice: [S::Word::EMPTY; 2],
        span: [S::Word::EMPTY; 2],
        passed: [S::Word::EMPTY; 2],
    };

    /// Works it out from nothing.
    pub(super) fn compute<T: Trace>(&mut self, run: &mut Run<'_, S, T>) {
        let before = run.sum;
        run.sum = Pair::ZERO;
        for color in Color::ALL {
            self.attacks(run, color);
        }
        for color in Color::ALL {
            self.terms(run, color);
        }
        self.score = run.sum;
        run.sum = before;
    }

    fn attacks<T: Trace>(&mut self, run: &Run<'_, S, T>, color: Color) {
        let c = color.index();
        let own = run.us(color).own;
        for promoter in &run.layout(color).promoters {
            for square in (run.state.of_kind(promoter.kind) & own).iter() {
                let hit = *promoter.capture.at(square.index());
                self.twice[c] |= self.attacks[c] & hit;
                self.attacks[c] |= hit;
                self.span[c] |= *promoter.span.at(square.index());
            }
        }
    }

    fn terms<T: Trace>(&mut self, run: &mut Run<'_, S, T>, color: Color) {
        let c = color.index();
        let board = &run.eval.board;
        let layout = run.layout(color);
        let own = run.us(color).promoting;
        let theirs = run.us(color.other()).promoting;
        for promoter in &layout.promoters {
            let squares = run.state.of_kind(promoter.kind) & own;
            for square in squares.iter() {
                let i = square.index();
                run.add(color, *promoter.worth.at(i));
                if T::ON {
                    run.trace.add(color, promoter.value, WHOLE);
                    run.trace.add(color, *promoter.square.at(i), WHOLE);
                }
                let moves = At::from(*promoter.moves.at(i));
                let guards = guards(run, color, square);
                let phalanx = !(*board.beside[c].at(i) & own).is_empty();
                let ahead = *board.ahead[c].at(i);
                let behind = *board.onward[1 - c].at(i);
                let neighbours = *board.beside_files.at(i) & own;
                let open = (ahead & theirs).is_empty();
                if guards > 0 {
                    run.term(color, promoter.supported + moves, guards);
                }
                if phalanx {
                    run.term(color, promoter.phalanx + moves, 1);
                }
                let next = *promoter.next.at(i);
                let weak = if neighbours.is_empty() {
                    run.term(color, promoter.isolated, 1);
                    true
                } else if (neighbours & behind).is_empty()
                    && (next & !(self.attacks[1 - c] | theirs)).is_empty()
                {
                    run.term(color, promoter.backward, 1);
                    true
                } else {
                    false
                };
                if weak && open {
                    run.term(color, promoter.exposed, 1);
                }
                if !(ahead & own).is_empty() && guards == 0 {
                    run.term(color, promoter.doubled, 1);
                }
                if self.is_passed(run, color, promoter, square) {
                    self.passed[c] |= S::Word::bit(square);
                }
            }
        }
    }

    fn is_passed<T: Trace>(
        &self,
        run: &Run<'_, S, T>,
        color: Color,
        promoter: &Promoter<S>,
        square: Square,
    ) -> bool {
        let i = square.index();
        let them = run.us(color.other()).own;
        // One way only, and an own piece on it that promotes earlier.
        let single = !promoter.next.at(i).several();
        !promoter.never.has(square)
            && (!single || (*promoter.path.at(i) & run.us(color).promoting).is_empty())
            && promoter
                .stoppers
                .iter()
                .all(|(kind, from)| (run.state.of_kind(*kind) & them & *from.at(i)).is_empty())
    }
}

/// How many own promoting pieces guard a square.
fn guards<S: Size, T: Trace>(run: &Run<'_, S, T>, color: Color, square: Square) -> i32 {
    let own = run.us(color).own;
    run.layout(color)
        .promoters
        .iter()
        .map(|p| (*p.guards.at(square.index()) & run.state.of_kind(p.kind) & own).count() as i32)
        .sum()
}

impl<S: Size, T: Trace> Run<'_, S, T> {
    /// Room behind the own promoting pieces, while there are many pieces to use it (after Stockfish's).
    pub(super) fn room(&mut self, color: Color) {
        let full = self.eval.force[0] + self.eval.force[1];
        if 4 * (self.players[0].force + self.players[1].force) < 3 * full {
            return;
        }
        let (us, enemy) = (self.us(color), self.us(color.other()));
        let board = &self.eval.board;
        let safe = board.room[color.index()] & !us.promoting & !enemy.by_promoting;
        let back = board.shape.shift(board.shape.forward(color.other()));
        let mut behind = us.promoting;
        behind |= behind.rotate(back);
        behind |= behind.rotate(2 * back);
        let n = (safe.count() + (behind & safe & !enemy.all).count()) as i32;
        let pieces = us.own.count() as i32 - 3;
        self.term(color, self.layout(color).room, n * pieces * pieces / 128);
    }

    /// Passed pieces: their way, the kings, and what they may become.
    pub(super) fn passed(&mut self, color: Color, structure: &Structure<S>) {
        let passed = structure.passed[color.index()];
        if passed.is_empty() {
            return;
        }
        for promoter in &self.layout(color).promoters {
            let squares = self.state.of_kind(promoter.kind) & passed;
            if squares.is_empty() {
                continue;
            }
            let which = self.prospect(color, promoter);
            for square in squares.iter() {
                self.passed_piece(color, promoter, square, which);
            }
        }
    }

    /// What a piece may promote to at present: 0 nothing, 1 something, 2 about the best there is.
    fn prospect(&self, color: Color, promoter: &Promoter<S>) -> usize {
        let side = self.tables.side(color);
        if side.promotion_limit.is_none() {
            return 2;
        }
        let wanted = *side.promotes_to.at(usize::from(promoter.kind));
        let kinds = self.state.available_promotions(self.tables, color, wanted);
        let worth = |k| self.eval.values.of(color, k);
        let gain = kinds.iter().map(|k| worth(k) - worth(promoter.kind)).max().unwrap_or(0);
        if gain <= 0 { 0 } else { 1 + usize::from(4 * gain >= 3 * promoter.gain) }
    }

    fn passed_piece(&mut self, color: Color, promoter: &Promoter<S>, square: Square, which: usize) {
        let i = square.index();
        let moves = At::from(*promoter.moves.at(i));
        let next = *promoter.next.at(i);
        let path = *promoter.path.at(i);
        let at = promoter.passed[which];
        let them = self.us(color.other());
        let (theirs, ours) = (them.all, self.us(color).all);
        let open = (next & !self.occupied).is_empty();
        let free = (path & (theirs | them.own)).is_empty();
        let enemy_king = them.king;
        let helpless = them.force == 0;
        self.term(color, at.base + moves, 1);
        if open {
            self.term(color, at.blocked + moves, 1);
        } else if free {
            self.term(color, at.free + moves, 1);
        } else if !(next & !theirs & !self.occupied).is_empty() {
            self.term(color, at.step + moves, 1);
        }
        if !(next & ours).is_empty() {
            self.term(color, at.backed + moves, 1);
        }
        let stop = if next.is_empty() { square } else { next.first() };
        if let Some(king) = self.us(color).king {
            let n = self.eval.board.distance(king, stop).min(6);
            self.term(color, at.own_king + moves, n);
        }
        if let Some(king) = enemy_king {
            let n = self.eval.board.distance(king, stop).min(6);
            self.term(color, at.enemy_king + moves, n);
            if helpless && which > 0 && (path & self.occupied).is_empty() {
                let goal = path & self.tables.side(color).promotion_squares(promoter.kind);
                let late = i32::from(self.state.turn() != color);
                let near = goal.iter().map(|s| self.eval.board.distance(king, s)).min().unwrap_or(0);
                if near > i32::from(moves) + late {
                    self.term(color, promoter.runner + moves, 1);
                }
            }
        }
    }
}

impl<S: Size> Memory<S> {
    /// The structure of a state, from memory if it is there.
    pub(super) fn structure(
        &mut self,
        eval: &Eval<S>,
        tables: &Tables<S>,
        state: &State<S>,
    ) -> &Structure<S> {
        if self.structures.is_empty() {
            self.structures.resize(ENTRIES, Structure::EMPTY);
        }
        let key = key(eval, state);
        let entry = &mut self.structures[(key >> 40) as usize % ENTRIES];
        if entry.key != key {
            *entry = Structure::EMPTY;
            let mut trace = Off;
            entry.compute(&mut Run::new(eval, tables, state, &mut trace));
            entry.key = key;
        }
        entry
    }
}

/// A number for where the promoting pieces stand.
#[inline(always)]
fn key<S: Size>(eval: &Eval<S>, state: &State<S>) -> u64 {
    let mut key = GOLDEN;
    let mut take = |set: S::Word| {
        let bits = set.to_set().0;
        for word in [bits as u64, (bits >> 64) as u64].into_iter().take(S::Word::BITS / 64) {
            key = (key ^ word).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
            key ^= key >> 32;
        }
    };
    for &kind in &eval.promoting {
        take(state.of_kind(kind) & state.of(Color::White));
        take(state.of_kind(kind) & state.of(Color::Black));
    }
    key
}
