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
        let span = Self::MAX_ELO - Self::MIN_ELO;
        Self(100 + (900 * (elo - Self::MIN_ELO) / span) as u16)
    }

    /// The rating of level 1.
    pub const MIN_ELO: u32 = 600;
    /// The rating of level 10.
    pub const MAX_ELO: u32 = 3000;

    /// The rating of the level, on a scale of its own: even steps between the levels; see docs/levels.md.
    #[must_use]
    pub fn elo(self) -> u32 {
        Self::MIN_ELO + u32::from(self.0.saturating_sub(100)) * (Self::MAX_ELO - Self::MIN_ELO) / 900
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_levels() {
        assert_eq!(Level::from_elo(0), Level::new(1));
        assert_eq!(Level::from_elo(9999), Level::new(10));
        assert!(Level::FIRST < Level::new(1) && Level::FIRST.elo() == Level::MIN_ELO);
        for level in 1..=10 {
            assert_eq!(Level::new(level).whole(), level);
            assert_eq!(Level::from_elo(Level::new(level).elo() + 1).whole(), level);
        }
        assert_eq!((Level::new(0), Level::new(99)), (Level::new(1), Level::new(10)));
    }
}
