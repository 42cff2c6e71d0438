//! How depth, moves and rewards are dealt out. Formulas and numbers are those of Stockfish 14.

use crate::params::Params;

/// How many plies late moves are searched less.
pub(crate) struct Reductions {
    logarithms: [i32; TABLE],
    base: i32,
    worsening: i32,
}

const TABLE: usize = 128;

impl Reductions {
    pub(crate) fn new(params: Params<'_>) -> Self {
        let factor = f64::from(params.reduction_logarithm()) / 10.0;
        let mut logarithms = [0; TABLE];
        for (i, logarithm) in logarithms.iter_mut().enumerate().skip(1) {
            *logarithm = (factor * (i as f64).ln()) as i32;
        }
        Self { logarithms, base: params.reduction_base(), worsening: params.reduction_worsening() }
    }

    /// For a depth and the number of a move, from 1; a ply more where the player does not improve, which bets that he will not find what
    /// saves a position that gets worse: worth 1.31.
    #[inline]
    pub(super) fn of(&self, depth: i32, number: usize, improving: bool) -> i32 {
        let depth = (depth.max(0) as usize).min(TABLE - 1);
        let product = self.logarithms[depth] * self.logarithms[number.min(TABLE - 1)];
        (product + self.base) / 1024 + i32::from(!improving && product > self.worsening)
    }
}

/// How many moves are tried at a depth before quiet ones are left out.
#[inline]
pub(super) fn late_moves(params: Params<'_>, depth: i32, improving: bool) -> usize {
    let count = params.late_moves_base() + depth * depth * params.late_moves_slope() / 100;
    (count / (2 - i32::from(improving))) as usize
}

/// What a good move is rewarded by, and a bad one punished.
#[inline]
pub(super) fn bonus(params: Params<'_>, depth: i32) -> i32 {
    if depth > params.bonus_depth() {
        return params.bonus_deep();
    }
    params.bonus_square() * depth * depth + params.bonus_slope() * depth - params.bonus_offset()
}
