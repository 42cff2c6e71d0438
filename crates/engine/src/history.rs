//! What the search has learnt of moves and positions: histories of moves (Schaeffer 1983), of
//! continuations (Stockfish, 2016), of captures, answers (counter moves: Uiterwijk 1992), and corrections of the evaluation (Caissa, 2023).

use berolina_numbers::random::GOLDEN;
use berolina_rules::Move;
use berolina_rules::geometry::{Color, Size, Square, Word};
use berolina_rules::position::State;
use berolina_rules::tables::{Kind, Tables};

use crate::params::Params;

/// No history value exceeds these: of moves, continuations and captures. The greater, the longer it takes to learn and to forget.
const MOST_MOVE: i32 = 13_365;
const MOST_CONTINUATION: i32 = 29_952;
const MOST_CAPTURE: i32 = 10_692;
/// A correction is counted in this many parts of a hundredth of a pawn.
const CORRECTION_GRAIN: i32 = 256;
/// Positions with the same pieces of some kinds share a correction; so many such groups are told apart.
const CORRECTIONS: usize = 1 << 14;
/// Where there are more steps than these, kinds share them.
const MOST_STEPS: usize = 4096;
/// In how many ways positions are grouped for corrections.
const GROUPINGS: usize = 4;

/// A piece that moved and where it went. The first is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Step(u32);

/// A step that others follow: what continues it is learnt apart for steps out of an attack on the king and for captures. The first is
/// none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Followed(u32);

/// In how many ways a step is followed.
const WAYS: usize = 4;

/// The steps before a move: the last, the one before, and those two and four before that.
pub(crate) type Before = [Followed; 4];

/// A move of a player, whatever piece makes it: from where to where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pair(u32);

/// What one thread has learnt in one game.
pub(crate) struct History {
    kinds: usize,
    /// The place of each kind among those that are told apart.
    places: [u8; Kind::MOST],
    squares: usize,
    /// By colour, square left and square reached; placements by kind instead of the square left.
    from_to: Vec<i16>,
    /// By step followed and step: how good the second was after the first. After none every step is thought of as bad, by as little as
    /// can be, so that nobody need ask whether there was one.
    continuation: Vec<i16>,
    /// By step and kind captured.
    capture: Vec<i16>,
    /// By step: the quiet move that last refuted it.
    answer: Vec<Option<Move>>,
    /// By grouping, colour to move and group.
    correction: Vec<i16>,
}

/// Moves a value towards a bonus, the less the nearer it is to the greatest.
fn update(value: &mut i16, bonus: i32, most: i32) {
    let bonus = bonus.clamp(-most, most);
    let now = i32::from(*value);
    *value = (now + bonus - now * bonus.abs() / most) as i16;
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
        let mut continuation = vec![0; WAYS * steps * steps];
        continuation[..steps].fill(-1);
        Self {
            kinds,
            places,
            squares,
            from_to: vec![0; 2 * 2 * origins * squares],
            continuation,
            capture: vec![0; steps * (kinds + 1)],
            answer: vec![None; steps],
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

    /// A step as others follow it.
    #[inline]
    pub(crate) fn followed(&self, step: Step, check: bool, tactical: bool) -> Followed {
        let way = 2 * usize::from(check) + usize::from(tactical);
        Followed(step.0 + (way * self.answer.len()) as u32)
    }

    /// Where a legal move leads from and to.
    #[inline]
    pub(crate) fn pair<S: Size>(&self, state: &State<S>, mv: Move) -> Pair {
        let origins = self.squares.max(self.kinds);
        let (placed, origin) = match state.origin(mv) {
            None => (1, self.place(state.moved_kind(mv))),
            Some(square) => (0, square.index()),
        };
        Pair(
            (((state.turn().index() * 2 + placed) * origins + origin) * self.squares + mv.to().index())
                as u32,
        )
    }

    /// From a square to another.
    fn pair_between(&self, color: Color, from: Square, to: Square) -> Pair {
        let origins = self.squares.max(self.kinds);
        Pair(((color.index() * 2 * origins + from.index()) * self.squares + to.index()) as u32)
    }

    fn continuation_index(&self, before: Followed, step: Step) -> usize {
        before.0 as usize * self.answer.len() + step.0 as usize
    }

    fn capture_index(&self, step: Step, taken: Option<Kind>) -> usize {
        step.0 as usize * (self.kinds + 1) + taken.map_or(0, |kind| self.place(kind) + 1)
    }

    /// How good a move has been, whatever came before.
    #[inline]
    pub(crate) fn quiet<S: Size>(&self, state: &State<S>, mv: Move) -> i32 {
        i32::from(self.from_to[self.pair(state, mv).0 as usize])
    }

    /// How good a quiet move has been after each of the steps before it.
    #[inline]
    pub(crate) fn continuations<S: Size>(&self, state: &State<S>, mv: Move, before: Before) -> [i32; 4] {
        let step = self.step(state, mv);
        before.map(|before| i32::from(self.continuation[self.continuation_index(before, step)]))
    }

    /// How early a quiet move should be tried, by what has been learnt of it.
    #[inline]
    pub(crate) fn quiet_rank<S: Size>(&self, state: &State<S>, mv: Move, before: Before) -> i32 {
        let [last, others @ ..] = self.continuations(state, mv, before);
        self.quiet(state, mv) + 2 * last + others.iter().sum::<i32>()
    }

    /// How good a capture or promotion has been.
    #[inline]
    pub(crate) fn tactical<S: Size>(&self, tables: &Tables<S>, state: &State<S>, mv: Move) -> i32 {
        self.tactical_by(tables, state, mv, state.taken(tables, mv))
    }

    /// The same, where it is known what the move captures.
    #[inline]
    pub(crate) fn tactical_by<S: Size>(
        &self,
        tables: &Tables<S>,
        state: &State<S>,
        mv: Move,
        taken: S::Word,
    ) -> i32 {
        let kind = victim(tables, state, mv, taken);
        i32::from(self.capture[self.capture_index(self.step(state, mv), kind)])
    }

    /// The quiet move that last refuted a step.
    #[inline]
    pub(crate) fn answer(&self, step: Step) -> Option<Move> {
        self.answer[step.0 as usize]
    }

    /// A quiet move refuted a step.
    pub(crate) fn set_answer(&mut self, step: Step, mv: Move) {
        self.answer[step.0 as usize] = Some(mv);
    }

    /// A quiet move was good or bad; `check` says that it answers an attack on the king.
    pub(crate) fn reward_quiet<S: Size>(
        &mut self,
        state: &State<S>,
        mv: Move,
        before: Before,
        check: bool,
        bonus: i32,
    ) {
        self.reward_pair(self.pair(state, mv), bonus);
        self.reward_step(self.step(state, mv), before, check, bonus);
    }

    /// What a move from one square to another is worth has shown in some other way than by a search of it.
    pub(crate) fn reward_pair(&mut self, pair: Pair, bonus: i32) {
        update(&mut self.from_to[pair.0 as usize], bonus, MOST_MOVE);
    }

    /// A move was good: taking it back would be bad.
    pub(crate) fn punish_return<S: Size>(&mut self, state: &State<S>, mv: Move, bonus: i32) {
        if let Some(from) = state.origin(mv) {
            self.reward_pair(self.pair_between(state.turn(), mv.to(), from), -bonus);
        }
    }

    /// A quiet move was good or bad, as an answer to the last ones: to the last two alone where the king was attacked, for what came
    /// before matters less then.
    pub(crate) fn reward_step(&mut self, step: Step, before: Before, check: bool, bonus: i32) {
        for before in
            before.into_iter().take(if check { 2 } else { 4 }).filter(|&before| before != Followed(0))
        {
            let index = self.continuation_index(before, step);
            update(&mut self.continuation[index], bonus, MOST_CONTINUATION);
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
        let kind = victim(tables, state, mv, state.taken(tables, mv));
        let index = self.capture_index(self.step(state, mv), kind);
        update(&mut self.capture[index], bonus, MOST_CAPTURE);
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

/// The kind of the piece that a legal move is made against, which captures what is `taken`; of what else explodes the enemy's
/// first, where nothing stood on the square reached.
#[inline]
fn victim<S: Size>(tables: &Tables<S>, state: &State<S>, mv: Move, mut taken: S::Word) -> Option<Kind> {
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
        for most in [MOST_MOVE, MOST_CONTINUATION, MOST_CAPTURE] {
            let mut value = 0;
            for _ in 0..1000 {
                update(&mut value, 3000, most);
            }
            assert!((most * 9 / 10..=most).contains(&i32::from(value)));
            for _ in 0..1000 {
                update(&mut value, -40_000, most);
            }
            assert_eq!(i32::from(value), -most);
        }
    }
}
