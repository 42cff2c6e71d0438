//! The numbers of the search, in one place. Scores are in hundredths of a pawn, depths in plies.

/// Reverse futility: up to this depth a position so much better than needed is not searched.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 9;
pub(super) const REVERSE_FUTILITY: i32 = 72;
/// Razoring: a position so much worse than needed is left to quiescence.
pub(super) const RAZOR: i32 = 210;
pub(super) const RAZOR_PER_DEPTH_SQUARED: i32 = 110;
/// Null move: less depth the more the evaluation exceeds what is needed.
pub(super) const NULL_DEPTH: i32 = 4;
pub(super) const NULL_EVAL: i32 = 160;
/// A null move's result is verified from this depth on.
pub(super) const NULL_VERIFY_DEPTH: i32 = 14;
/// Where no legal move loses, passing is thought harmless with so many moves.
pub(super) const NULL_ROOM: u64 = 16;
/// ProbCut: a capture that is so much better than needed at less depth is good enough.
pub(super) const PROBCUT_MARGIN: i32 = 150;
pub(super) const PROBCUT_DEPTH: i32 = 5;
/// Futility of quiet moves.
pub(super) const FUTILITY: i32 = 85;
pub(super) const FUTILITY_PER_DEPTH: i32 = 80;
pub(super) const FUTILITY_DEPTH: i32 = 9;
/// Quiet moves that have always been so bad, for each ply of depth, are left out.
pub(super) const HISTORY_PRUNING: i32 = -4000;
/// Exchanges that lose more than this for each ply of depth (squared for quiet moves) are left out.
pub(super) const EXCHANGE_TACTICAL: i32 = 100;
pub(super) const EXCHANGE_QUIET: i32 = 24;
/// Singular extension.
pub(super) const SINGULAR_DEPTH: i32 = 7;
pub(super) const SINGULAR_MARGIN: i32 = 2;
pub(super) const DOUBLE_EXTENSION: i32 = 16;
/// So much history is worth a ply of reduction.
pub(super) const HISTORY_PER_PLY: i32 = 9000;
/// Quiescence: what a capture may win beyond its victim.
pub(super) const DELTA: i32 = 150;
/// So deep in quiescence only the last piece to arrive is taken: where everything hangs, exchanges have no end.
pub(super) const RECAPTURES: i32 = -6;
/// Aspiration windows begin so wide.
pub(super) const WINDOW: i32 = 12;

/// How many plies late moves are searched less, in 1024ths.
pub(crate) struct Reductions(Vec<i32>);

const TABLE: usize = 64;

impl Reductions {
    pub(crate) fn new() -> Self {
        let of = |depth: usize, number: usize| {
            let (depth, number) = (depth.max(1) as f64, number.max(1) as f64);
            ((0.78 + depth.ln() * number.ln() / 2.35) * 1024.0) as i32
        };
        Self((0..TABLE * TABLE).map(|i| of(i / TABLE, i % TABLE)).collect())
    }

    /// For a depth and the number of a move, from 1.
    #[inline]
    pub(super) fn of(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth.max(0) as usize).min(TABLE - 1) * TABLE + number.min(TABLE - 1)]
    }
}

/// How many quiet moves are tried at a depth.
#[inline]
pub(super) fn quiet_moves(depth: i32, improving: bool) -> usize {
    let count = (4 + depth * depth) / (2 - i32::from(improving));
    count as usize
}

/// What a good or bad move is rewarded or punished by.
#[inline]
pub(super) fn bonus(depth: i32) -> i32 {
    (140 * depth - 60).clamp(20, 1700)
}
