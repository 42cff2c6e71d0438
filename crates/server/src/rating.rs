//! Ratings by Glicko-2, one for each family of games that a person plays for it.
//!
//! Mark Glickman describes the system for periods in which everybody plays several games. Here each game is a period of its own, and the time
//! without games between counts by its days, as other servers do: so a rating follows at once, and who stays away becomes uncertain.

use berolina_wire::Color;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// How a person stands in a family of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The rating: 1500 at first.
    pub rating: f64,
    /// Its standard deviation: 350 at first.
    pub deviation: f64,
    /// How steady the results are.
    pub volatility: f64,
    /// Rated games.
    pub games: u32,
    /// When the last was over, milliseconds since 1970.
    pub updated: u64,
}

impl Default for Standing {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: MAX_DEVIATION, volatility: 0.06, games: 0, updated: 0 }
    }
}

/// So many games between the same two people count within a week.
pub const MOST_A_WEEK: u32 = 10;
/// A week, in milliseconds.
pub const WEEK: u64 = 7 * 24 * 60 * 60 * 1000;

/// Nobody is less certain than who has never played.
const MAX_DEVIATION: f64 = 350.0;
/// Nobody is more certain: else a rating would hardly move any more.
const MIN_DEVIATION: f64 = 45.0;
/// Periods in a day without games: from 60 a deviation comes back to 110 in a year.
const PERIODS: f64 = 0.21436;
/// Points of the scale in which Glicko-2 computes.
const SCALE: f64 = 173.7178;
const DAY: f64 = 24.0 * 60.0 * 60.0 * 1000.0;
/// How much the volatility may change: Glickman names 0.3 to 1.2.
const TAU: f64 = 0.5;

impl Standing {
    /// As uncertain as it has become by a date.
    fn by(self, at: u64) -> Glicko2Rating {
        let days = if self.games == 0 { 0.0 } else { at.saturating_sub(self.updated) as f64 / DAY };
        let grown = (self.deviation / SCALE).powi(2) + days * PERIODS * self.volatility.powi(2);
        let deviation = (grown.sqrt() * SCALE).min(MAX_DEVIATION);
        Glicko2Rating { rating: self.rating, deviation, volatility: self.volatility }
    }

    fn after(self, game: Glicko2Rating, at: u64) -> Self {
        Self {
            rating: game.rating.clamp(100.0, 4000.0),
            deviation: game.deviation.clamp(MIN_DEVIATION, MAX_DEVIATION),
            volatility: game.volatility,
            games: self.games.saturating_add(1),
            updated: at,
        }
    }
}

/// How two people stand after a game, White first; nobody has won a draw.
#[must_use]
pub fn after(before: [Standing; 2], winner: Option<Color>, at: u64) -> [Standing; 2] {
    use skillratings::Outcomes;
    let outcome = match winner {
        Some(Color::White) => Outcomes::WIN,
        Some(Color::Black) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let [white, black] = before;
    let config = Glicko2Config { tau: TAU, ..Glicko2Config::default() };
    let (new_white, new_black) = glicko2(&white.by(at), &black.by(at), &outcome, &config);
    [white.after(new_white, at), black.after(new_black, at)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(rating: f64, deviation: f64) -> Standing {
        Standing { rating, deviation, games: 10, ..Standing::default() }
    }

    /// Glickman's example (<http://www.glicko.net/glicko/glicko2.pdf>) has three games in one period; the first alone, worked out by his steps: v =
    /// 1.8084 / …, which gives 1500 → 1563.6 with a deviation of 175.4.
    #[test]
    fn a_win_over_a_weaker_player_counts_as_glickman_works_it_out() {
        let [white, black] = after([standing(1500.0, 200.0), standing(1400.0, 30.0)], Some(Color::White), 0);
        assert!((white.rating - 1563.56).abs() < 0.1, "{}", white.rating);
        assert!((white.deviation - 175.40).abs() < 0.1, "{}", white.deviation);
        assert!(black.rating < 1400.0 && black.rating > 1395.0, "{}", black.rating);
        assert_eq!(white.games, 11);
    }

    #[test]
    fn draws_move_unequal_players_and_time_makes_uncertain() {
        let [white, black] = after([standing(1800.0, 80.0), standing(1500.0, 80.0)], None, 0);
        assert!(white.rating < 1800.0 && black.rating > 1500.0);
        let year = 365 * 24 * 60 * 60 * 1000;
        let rested = standing(1500.0, 60.0).by(year).deviation;
        assert!((rested - 110.0).abs() < 3.0, "{rested}");
        assert!(Standing::default().by(year).deviation <= MAX_DEVIATION);
    }
}
