//! Levels of play, from a child's first game to full strength.

/// How well the engine plays, from 1 to 10. Between two whole levels lie a hundred steps, so that a
/// strength in Elo can be met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u16);

impl Level {
    /// Below all levels: an opponent for the first game of somebody's life.
    pub const FIRST: Self = Self(0);
    /// The weakest of the scale.
    pub const MIN: u8 = 1;
    /// Full strength.
    pub const MAX: u8 = 10;

    /// A whole level; numbers outside 1 to 10 become the nearest of these.
    #[must_use]
    pub const fn new(level: u8) -> Self {
        let level = if level < Self::MIN { Self::MIN } else { level };
        Self(if level > Self::MAX { Self::MAX as u16 * 100 } else { level as u16 * 100 })
    }

    /// The nearest whole level below or at it.
    #[must_use]
    pub const fn whole(self) -> u8 {
        (self.0 / 100) as u8
    }

    /// The level in hundredths.
    pub(crate) const fn steps(self) -> u16 {
        self.0
    }

    /// The level that plays about as well as a player of this Elo rating; see [`Level::elo`].
    #[must_use]
    pub fn from_elo(elo: u32) -> Self {
        let elo = elo.clamp(Self::MIN_ELO, Self::MAX_ELO);
        let above = RATINGS.iter().position(|&rating| rating > elo).unwrap_or(RATINGS.len() - 1);
        let (from, to) = (RATINGS[above - 1], RATINGS[above]);
        Self((100 * above as u32 + 100 * (elo - from) / (to - from)) as u16)
    }

    /// The rating of level 1.
    pub const MIN_ELO: u32 = RATINGS[0];
    /// The rating of level 10.
    pub const MAX_ELO: u32 = RATINGS[9];

    /// The rating of the level, on the scale of Fairy-Stockfish's `UCI_Elo`; see docs/levels.md. Between whole levels it grows evenly.
    #[must_use]
    pub fn elo(self) -> u32 {
        let (whole, part) = (usize::from(self.0 / 100), u32::from(self.0 % 100));
        let from = RATINGS[whole.saturating_sub(1)];
        let to = RATINGS[whole.min(9)];
        from + part * (to - from) / 100
    }
}

/// The ratings of the whole levels. Those of levels 1 to 9 are the `UCI_Elo` at which Fairy-Stockfish is as good in chess, at 5 s + 0.05 s a game; that of level 10, whose
/// strength depends on the time, is a round number above them. Between two levels lie a hundred points at least, so that each step between them has its own.
const RATINGS: [u32; 10] = [830, 930, 1250, 1510, 1790, 1940, 2170, 2380, 2860, 3200];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_levels() {
        assert_eq!(Level::from_elo(0), Level::new(1));
        assert_eq!(Level::from_elo(9999), Level::new(10));
        assert!(Level::FIRST < Level::new(1) && Level::FIRST.elo() == Level::MIN_ELO);
        assert!(RATINGS.is_sorted_by(|a, b| a < b));
        for steps in 100..=1000 {
            let near = i32::from(Level::from_elo(Level(steps).elo()).0) - i32::from(steps);
            assert!((-1..=0).contains(&near), "{steps}");
        }
        for level in 1..=10 {
            assert_eq!(Level::new(level).whole(), level);
            assert_eq!(Level::from_elo(Level::new(level).elo() + 1).whole(), level);
        }
        assert_eq!((Level::new(0), Level::new(99)), (Level::new(1), Level::new(10)));
    }
}
