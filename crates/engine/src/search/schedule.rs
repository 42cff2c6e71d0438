//! How depth, moves and rewards are dealt out.

use crate::params::Params;

/// How many plies late moves are searched less, in 1024ths.
pub(crate) struct Reductions(Vec<i32>);

const TABLE: usize = 64;

impl Reductions {
    pub(crate) fn new(params: Params<'_>) -> Self {
        let base = f64::from(params.reduction_base()) / 1000.0;
        let divisor = f64::from(params.reduction_divisor()) / 1000.0;
        let of = |depth: usize, number: usize| {
            let (depth, number) = (depth.max(1) as f64, number.max(1) as f64);
            ((base + depth.ln() * number.ln() / divisor) * 1024.0) as i32
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
pub(super) fn quiet_moves(params: Params<'_>, depth: i32, improving: bool) -> usize {
    let count = params.late_moves_base() + depth * depth * params.late_moves_slope() / 100;
    (count / (2 - i32::from(improving))) as usize
}

/// What a good or bad move is rewarded or punished by.
#[inline]
pub(super) fn bonus(params: Params<'_>, depth: i32) -> i32 {
    let bonus = params.bonus_slope() * depth - params.bonus_offset();
    bonus.clamp(params.bonus_least().min(params.bonus_most()), params.bonus_most())
}
