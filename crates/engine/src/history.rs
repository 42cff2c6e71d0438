//! What the search has learnt of moves and positions: histories of moves (Schaeffer 1983), of
//! continuations (Stockfish, 2016), of captures, and corrections of the evaluation (Caissa, 2023).

use berolina_numbers::random::GOLDEN;
use berolina_rules::Move;
use berolina_rules::geometry::{Color, Size, Word};
use berolina_rules::position::State;
use berolina_rules::tables::{Kind, Tables};

use crate::params::Params;

/// No history value exceeds this.
const MOST: i32 = 16_384;
/// A correction is counted in this many parts of a hundredth of a pawn.
const CORRECTION_GRAIN: i32 = 256;
/// Positions with the same pieces of some kinds share a correction; so many such groups are told apart.
const CORRECTIONS: usize = 1 << 14;
/// Where there are more steps than these, kinds share them.
const MOST_STEPS: usize = 4096;
/// In how many ways positions are grouped for corrections.
const GROUPINGS: usize = 4;

/// A piece that moved and where it went: the index of its continuations. The first is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Step(u32);

/// What one thread has learnt in one game.
pub(crate) struct History {
    kinds: usize,
    /// The place of each kind among those that are told apart.
    places: [u8; Kind::MOST],
    squares: usize,
    /// By colour, square left and square reached; placements by kind instead of the square left.
    from_to: Vec<i16>,
    /// By step and step: how good the second was after the first.
    continuation: Vec<i16>,
    /// By step and kind captured.
    capture: Vec<i16>,
    /// By grouping, colour to move and group.
    correction: Vec<i16>,
}

/// Moves a value towards a bonus, the less the nearer it is to the greatest.
fn update(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let now = i32::from(*value);
    *value = (now + bonus - now * bonus.abs() / MOST) as i16;
}

impl History {
    pub(crate) fn new<S: Size>(tables: &Tables<S>) -> Self {
        let squares = tables.shape.size();
        let kinds = tables.kinds.len().min(MOST_STEPS / (2 * squares));
        let steps = 1 + 2 * kinds * squares;
        let origins = squares.max(kinds);
        let mut places = [0; Kind::MOST];
        for (kind, place) in places.iter_mut().enumerate() {
            *place = (kind % kinds.max(1)) as u8;
        }
        Self {
            kinds,
            places,
            squares,
            from_to: vec![0; 2 * 2 * origins * squares],
            continuation: vec![0; steps * steps],
            capture: vec![0; steps * (kinds + 1)],
            correction: vec![0; GROUPINGS * 2 * CORRECTIONS],
        }
    }

    #[inline(always)]
    fn place(&self, kind: Kind) -> usize {
        usize::from(self.places[usize::from(kind) % Kind::MOST])
    }

    /// The step that a legal move makes.
    #[inline]
    pub(crate) fn step<S: Size>(&self, state: &State<S>, mv: Move) -> Step {
        let piece = state.turn().index() * self.kinds + self.place(state.moved_kind(mv));
        Step((1 + piece * self.squares + mv.to().index()) as u32)
    }

    fn pair_index<S: Size>(&self, state: &State<S>, mv: Move) -> usize {
        let origins = self.squares.max(self.kinds);
        let (placed, origin) = match state.origin(mv) {
            None => (1, self.place(state.moved_kind(mv))),
            Some(square) => (0, square.index()),
        };
        ((state.turn().index() * 2 + placed) * origins + origin) * self.squares + mv.to().index()
    }

    fn continuation_index(&self, before: Step, step: Step) -> usize {
        let steps = 1 + 2 * self.kinds * self.squares;
        before.0 as usize * steps + step.0 as usize
    }

    fn capture_index(&self, step: Step, taken: Option<Kind>) -> usize {
        step.0 as usize * (self.kinds + 1) + taken.map_or(0, |kind| self.place(kind) + 1)
    }

    /// How good a quiet move has been, after the steps before it: the last, the one before, and the one
    /// two before that.
    #[inline]
    pub(crate) fn quiet<S: Size>(
        &self,
        state: &State<S>,
        mv: Move,
        before: [Step; 3],
        params: Params<'_>,
    ) -> i32 {
        let step = self.step(state, mv);
        let of = |before| i32::from(self.continuation[self.continuation_index(before, step)]);
        i32::from(self.from_to[self.pair_index(state, mv)])
            + of(before[0])
            + of(before[1])
            + of(before[2]) * params.history_older() / 100
    }

    /// How good a capture or promotion has been.
    #[inline]
    pub(crate) fn tactical<S: Size>(&self, tables: &Tables<S>, state: &State<S>, mv: Move) -> i32 {
        i32::from(self.capture[self.capture_index(self.step(state, mv), taken(tables, state, mv))])
    }

    /// A quiet move was good or bad.
    pub(crate) fn reward_quiet<S: Size>(
        &mut self,
        state: &State<S>,
        mv: Move,
        before: [Step; 3],
        bonus: i32,
        params: Params<'_>,
    ) {
        let index = self.pair_index(state, mv);
        update(&mut self.from_to[index], bonus);
        let step = self.step(state, mv);
        for (i, before) in before.into_iter().enumerate() {
            let index = self.continuation_index(before, step);
            update(
                &mut self.continuation[index],
                if i == 2 { bonus * params.history_older() / 100 } else { bonus },
            );
        }
    }

    /// A quiet move was good or bad, as an answer to the last ones.
    pub(crate) fn reward_step(&mut self, step: Step, before: [Step; 3], bonus: i32) {
        for before in before {
            let index = self.continuation_index(before, step);
            update(&mut self.continuation[index], bonus);
        }
    }

    /// A capture or promotion was good or bad.
    pub(crate) fn reward_tactical<S: Size>(
        &mut self,
        tables: &Tables<S>,
        state: &State<S>,
        mv: Move,
        bonus: i32,
    ) {
        let index = self.capture_index(self.step(state, mv), taken(tables, state, mv));
        update(&mut self.capture[index], bonus);
    }

    /// By how much the evaluation of positions like this was wrong, in hundredths of a pawn.
    #[inline]
    pub(crate) fn correction(&self, groups: &Groups, params: Params<'_>) -> i32 {
        let sum: i32 = groups.0.iter().map(|&i| i32::from(self.correction[i as usize])).sum();
        sum / (CORRECTION_GRAIN * params.correction_divisor())
    }

    /// The search found that the evaluation was wrong by `error`.
    pub(crate) fn correct(&mut self, groups: &Groups, error: i32, depth: i32, params: Params<'_>) {
        let most = params.correction_most() * CORRECTION_GRAIN;
        let weight = (depth + 1).min(params.correction_weight());
        for &i in &groups.0 {
            let value = &mut self.correction[i as usize];
            let wanted = (error * CORRECTION_GRAIN).clamp(-most * 2, most * 2);
            let now = i32::from(*value);
            *value = (now + (wanted - now) * weight / 256).clamp(-most, most) as i16;
        }
    }
}

/// The kind of the piece that a legal move is made against; of what else explodes the enemy's first, where nothing stood on the
/// square reached.
fn taken<S: Size>(tables: &Tables<S>, state: &State<S>, mv: Move) -> Option<Kind> {
    let mut taken = state.taken(tables, mv);
    if tables.features.explosion {
        taken &= state.of(state.turn().other());
        if taken.has(mv.to()) {
            return Some(state.cell(mv.to()).kind());
        }
    }
    (!taken.is_empty()).then(|| state.cell(taken.first()).kind())
}

/// The groups that a position belongs to, as indices of corrections.
pub(crate) struct Groups([u32; GROUPINGS]);

impl Groups {
    /// By the pieces that promote (for chess, the pawns), by the others of each player, and by the last
    /// step.
    #[inline]
    pub(crate) fn new<S: Size>(promoting: &[Kind], others: &[Kind], state: &State<S>, last: Step) -> Self {
        let [white, black] = Color::ALL.map(|color| state.of(color));
        let pawns = state.of_kinds(promoting);
        let mixed = |own: S::Word| {
            let words = others.iter().map(|&kind| folded(state.of_kind(kind) & own));
            words.fold(0, |hash: u64, word| (hash ^ word).wrapping_mul(GOLDEN).rotate_left(29))
        };
        let pawns = folded(pawns & white).wrapping_mul(GOLDEN).rotate_left(29) ^ folded(pawns & black);
        let hashes = [pawns, mixed(white), mixed(black), u64::from(last.0)];
        let turn = state.turn().index();
        let mut groups = [0; GROUPINGS];
        for (i, hash) in hashes.into_iter().enumerate() {
            let group = (hash.wrapping_mul(GOLDEN) >> 50) as usize % CORRECTIONS;
            groups[i] = ((i * 2 + turn) * CORRECTIONS + group) as u32;
        }
        Self(groups)
    }
}

fn folded<W: Word>(set: W) -> u64 {
    let bits = set.to_set().0;
    bits as u64 ^ (bits >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_bounds() {
        let mut value = 0;
        for _ in 0..1000 {
            update(&mut value, 3000);
        }
        assert!((15_000..=MOST).contains(&i32::from(value)));
        for _ in 0..1000 {
            update(&mut value, -30_000);
        }
        assert_eq!(i32::from(value), -MOST);
    }
}
