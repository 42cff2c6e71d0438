//! In which order moves are tried: the table's move, captures by value of victim and attacker
//! (MVV-LVA), killer moves (Akl, Newborn 1977), then quiet moves by history (Schaeffer 1983).

use berolina_rules::Move;
use berolina_rules::geometry::{Size, Table, Word};
use berolina_rules::position::{MoveList, State};
use berolina_rules::tables::{KING, NO_KIND, Tables};

use crate::score::WIN;
use crate::values::{KING_GAIN, Values};

const FROM_TABLE: i32 = 1 << 30;
const TACTICAL: i32 = 1 << 26;
const KILLER: i32 = 1 << 25;
const MOST_HISTORY: i32 = 1 << 20;
const KINDS: usize = 32;
const SQUARES: usize = 128;

/// What a move wins at once, by capture, promotion or reaching the goal; `None` for a quiet move.
pub(crate) fn gain<S: Size>(
    tables: &Tables<S>,
    values: &Values<S>,
    state: &State<S>,
    mv: Move,
) -> Option<i32> {
    let us = state.turn();
    let side = tables.side(us);
    let mut gain = None;
    if let Some(square) = state.capture_square(mv) {
        let taken = state.cell(square).kind();
        let mut worth = if taken == KING { KING_GAIN } else { values.of(us.other(), taken) };
        let left = *side.leaves.at(usize::from(taken));
        if left != NO_KIND {
            worth += values.of(us, left);
        }
        if tables.features.prisoners && taken != KING {
            worth += values.of(us, tables.kinds[usize::from(taken)].prisoner);
        }
        gain = Some(worth);
    }
    if let Some(kind) = mv.promotion() {
        let more = values.of(us, kind) - values.of(us, state.cell(mv.from()).kind());
        gain = Some(gain.unwrap_or(0) + more);
    }
    if side.goal.has(mv.to()) && side.goal_kinds >> state.moved_kind(mv) & 1 == 1 {
        gain = Some(WIN);
    }
    gain
}

/// Killer moves and history.
pub(crate) struct Order {
    killers: Vec<[Option<Move>; 2]>,
    /// By colour, kind and square reached.
    history: Vec<i32>,
}

impl Order {
    pub(crate) fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: vec![0; 2 * KINDS * SQUARES] }
    }

    fn slot<S: Size>(state: &State<S>, mv: Move) -> usize {
        (state.turn().index() * KINDS + usize::from(state.moved_kind(mv)) % KINDS) * SQUARES + mv.to().index()
    }

    pub(crate) fn is_killer(&self, ply: i32, mv: Move) -> bool {
        self.killers[ply as usize].contains(&Some(mv))
    }

    /// The rank of a move: the highest is tried first.
    pub(crate) fn rank<S: Size>(
        &self,
        tables: &Tables<S>,
        values: &Values<S>,
        state: &State<S>,
        mv: Move,
        ply: i32,
    ) -> i32 {
        if let Some(gain) = gain(tables, values, state, mv) {
            return TACTICAL + 16 * gain - values.of(state.turn(), state.moved_kind(mv));
        }
        let killers = &self.killers[ply as usize];
        if killers[0] == Some(mv) {
            KILLER + 1
        } else if killers[1] == Some(mv) {
            KILLER
        } else {
            self.history[Self::slot(state, mv)]
        }
    }

    /// A quiet move refuted the position; the quiet moves tried before it did not.
    pub(crate) fn reward<S: Size>(
        &mut self,
        state: &State<S>,
        mv: Move,
        before: &[Move],
        depth: i32,
        ply: i32,
    ) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth).min(400) * 16;
        self.change(Self::slot(state, mv), bonus);
        for &mv in before {
            self.change(Self::slot(state, mv), -bonus);
        }
    }

    fn change(&mut self, slot: usize, bonus: i32) {
        let value = &mut self.history[slot];
        *value = (*value + bonus).clamp(-MOST_HISTORY, MOST_HISTORY);
    }
}

/// The moves of a position, taken one by one, the best first.
#[derive(Default)]
pub(crate) struct Picker {
    pub(crate) moves: MoveList,
    ranks: Vec<i32>,
    next: usize,
}

impl Picker {
    /// Ranks the moves; `first` comes first.
    pub(crate) fn start(&mut self, first: Option<Move>, rank: impl Fn(Move) -> i32) {
        self.next = 0;
        self.ranks.clear();
        self.ranks.extend(self.moves.iter().map(|&mv| if Some(mv) == first { FROM_TABLE } else { rank(mv) }));
    }

    /// The next move.
    pub(crate) fn pick(&mut self) -> Option<Move> {
        let start = self.next;
        let best =
            (start..self.moves.len()).reduce(|a, b| if self.ranks[b] > self.ranks[a] { b } else { a })?;
        self.moves.swap(start, best);
        self.ranks.swap(start, best);
        self.next += 1;
        Some(self.moves[start])
    }
}
