//! How weaker levels play: they see less far and weigh less well.
//!
//! A level looks at fewer positions, less deep, and misjudges each position by an amount of its own, so
//! that it prefers now this plan, now that one, but still takes what is offered and sees a threat
//! that lies within its sight.

use berolina_numbers::random::scrambled;

use crate::Level;
use crate::power::power;

/// What a level leaves of the full strength.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weakness {
    /// The most positions visited.
    pub(crate) nodes: u64,
    /// The last depth.
    pub(crate) depth: u32,
    /// Positions are misjudged by this many hundredths of a pawn (mean of the absolute value).
    error: i32,
    /// Of a hundred moves so many are made without looking.
    blind: u64,
    seed: u64,
}

/// By whole level from [`Level::FIRST`]: positions visited, depth, misjudgement in hundredths of a pawn.
const LEVELS: [(f64, f64, f64); 11] = [
    (20.0, 1.0, 400.0),
    (20.0, 1.0, 160.0),
    (44.0, 2.0, 124.0),
    (90.0, 2.3, 100.0),
    (250.0, 3.2, 74.0),
    (930.0, 4.6, 45.0),
    (2_700.0, 6.2, 29.0),
    (8_000.0, 8.1, 17.0),
    (18_000.0, 10.2, 11.0),
    (42_000.0, 12.6, 6.0),
    (1e9, 100.0, 0.0),
];

/// Of a hundred moves of [`Level::FIRST`]; there are no steps between it and level 1.
const BLIND: u64 = 65;

impl Weakness {
    /// What a level lacks; `None` for full strength. `seed` makes its errors different from game to game.
    pub(crate) fn of(level: Level, seed: u64) -> Option<Self> {
        if level >= Level::new(Level::MAX) {
            return None;
        }
        let steps = level.steps();
        let (index, part) = ((steps / 100) as usize, f64::from(steps % 100) / 100.0);
        let (here, next) = (LEVELS[index], LEVELS[index + 1]);
        // Above level 9 the number of positions grows to what time allows.
        let next = if index == 9 { (2e6, 24.0, 0.0) } else { next };
        Some(Self {
            nodes: (here.0 * power(next.0 / here.0, part)) as u64,
            depth: (here.1 + (next.1 - here.1) * part) as u32,
            error: (here.2 + (next.2 - here.2) * part) as i32,
            blind: if level == Level::FIRST { BLIND } else { 0 },
            seed,
        })
    }

    /// Which of so many moves is made without looking, in the order of the generator; the same for the same position throughout a game.
    pub(crate) fn unseen(&self, moves: usize, hash: u64) -> Option<usize> {
        let bits = scrambled(!hash ^ self.seed);
        if bits % 100 < self.blind { ((bits >> 32) as usize).checked_rem(moves) } else { None }
    }

    /// An evaluation as this level gives it: the same for the same position throughout a game.
    pub(crate) fn misjudged(&self, eval: i32, hash: u64) -> i32 {
        let bits = scrambled(hash ^ self.seed);
        // The sum of four even distributions is nearly a normal one, with a mean absolute value of 0.93.
        let parts =
            bits.to_le_bytes().chunks(2).map(|b| i32::from(i16::from_le_bytes([b[0], b[1]]))).sum::<i32>();
        eval + (i64::from(parts) * i64::from(self.error) * 100 / (93 * 32_768)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_size_that_the_level_has() {
        let weakness = Weakness::of(Level::new(1), 7).unwrap();
        let errors: Vec<i32> = (0..10_000).map(|hash| weakness.misjudged(0, hash * hash)).collect();
        let mean = errors.iter().sum::<i32>() / 10_000;
        let size = errors.iter().map(|e| e.abs()).sum::<i32>() / 10_000;
        assert!(mean.abs() < 10 && (140..=180).contains(&size), "{mean} {size}");
    }

    #[test]
    fn only_below_the_levels_moves_are_made_without_looking() {
        let unseen = |level| {
            let weakness = Weakness::of(level, 7).unwrap();
            (0..10_000).filter_map(|hash| weakness.unseen(30, hash * hash)).collect::<Vec<_>>()
        };
        let moves = unseen(Level::FIRST);
        assert!((6_300..=6_700).contains(&moves.len()), "{}", moves.len());
        for one in 0..30 {
            assert!((150..=290).contains(&moves.iter().filter(|&&mv| mv == one).count()));
        }
        assert_eq!(unseen(Level::new(1)), []);
    }

    #[test]
    fn each_level_sees_more_than_the_one_below() {
        let levels: Vec<Weakness> = (1..10).filter_map(|level| Weakness::of(Level::new(level), 0)).collect();
        assert_eq!(levels.len(), 9);
        for pair in levels.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].error > pair[1].error);
            assert!(pair[0].depth <= pair[1].depth);
        }
        assert!(Weakness::of(Level::FIRST, 0).unwrap().error > levels[0].error);
        assert!(Weakness::of(Level::new(10), 0).is_none());
        assert!(Weakness::of(Level::from_elo(Level::MAX_ELO - 10), 0).unwrap().nodes > 1_000_000);
    }
}
