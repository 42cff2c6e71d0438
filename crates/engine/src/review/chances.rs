//! Scores as chances to win, and chances lost as accuracy. Both formulas are those of Lichess
//! (<https://lichess.org/page/accuracy>; `WinPercent` in scalachess, `AccuracyPercent` in lila).

use crate::Score;

/// The most chances of winning, in percent.
const CERTAIN: f64 = 100.0;
/// How fast chances grow with hundredths of a pawn: the logistic fitted to games of Lichess.
const STEEPNESS: f64 = 0.003_682_08;

/// The chance to win of a player who stands so, in percent: a draw counts half.
///
/// `100 / (1 + exp(-0.00368208 · centipawns))`; a proven win is 100 and a proven loss 0. The constant was
/// fitted to games of chess between people; other games use it too, as a common scale.
///
/// ```
/// use berolina_engine::{Score, review::win_percent};
///
/// assert_eq!(win_percent(Score::DRAW), 50.0);
/// ```
#[must_use]
pub fn win_percent(score: Score) -> f64 {
    match (score.end(), score.centipawns()) {
        (Some((won, _)), _) => f64::from(u8::from(won)) * CERTAIN,
        (None, centipawns) => {
            CERTAIN / (1.0 + (-STEEPNESS * f64::from(centipawns.unwrap_or_default())).exp())
        }
    }
}

/// The accuracy of a move that lost so many points of the chance to win, from 0 to 100.
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    // The 1 is added by Lichess too: the evaluation itself is not certain.
    let raw = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * loss).exp() - 3.166_924_740_191_411 + 1.0;
    raw.clamp(0.0, 100.0)
}

/// How much each move weighs in a game's accuracy: the spread of the chances around it. `chances` are
/// those of one player before the first move and after each; there is a weight for each move.
pub(super) fn weights(chances: &[f64]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let width = (moves / 10).clamp(2, 8).min(chances.len());
    let spread = |window: &[f64]| deviation(window).clamp(0.5, 12.0);
    // The first moves share the first window.
    let first = std::iter::repeat_n(&chances[..width], width.saturating_sub(2));
    first.chain(chances.windows(width.max(1))).take(moves).map(spread).collect()
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// The accuracy of a game from those of its moves and their weights: the mean of their weighted mean and
/// their harmonic mean. `None` without moves.
pub(super) fn game_accuracy(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weight: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weight;
    let harmonic =
        moves.len() as f64 / moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum::<f64>();
    Some(f64::midpoint(weighted, harmonic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    #[test]
    fn chances() {
        for (value, percent) in [(100, 59.1), (-100, 40.9), (1000, 97.5), (WIN - 3, 100.0), (3 - WIN, 0.0)] {
            let got = win_percent(Score::new(value));
            assert!((got - percent).abs() < 0.05, "{value}: {got}");
        }
    }

    #[test]
    fn accuracies() {
        for (loss, percent) in [(0.0, 100.0), (5.0, 80.8), (15.0, 51.5), (100.0, 0.0)] {
            let got = accuracy(loss);
            assert!((got - percent).abs() < 0.1, "{loss}: {got}");
        }
    }

    #[test]
    fn a_weight_for_each_move() {
        for moves in 0..200 {
            let chances: Vec<f64> = (0..=moves).map(|i| f64::from(i * 37 % 100)).collect();
            assert_eq!(weights(&chances).len(), moves as usize, "{moves}");
        }
        assert!(weights(&[]).is_empty());
        assert_eq!(weights(&[50.0, 50.0, 50.0]), [0.5, 0.5]);
        assert_eq!(weights(&[0.0, 100.0]), [12.0]);
    }

    #[test]
    fn a_blunder_weighs_more_than_a_quiet_move() {
        assert_eq!(game_accuracy(&[]), None);
        let near = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 0.01, "{a:?} {b}");
        near(game_accuracy(&[(100.0, 1.0), (100.0, 5.0)]), 100.0);
        near(game_accuracy(&[(100.0, 1.0), (50.0, 1.0)]), (75.0 + 2.0 / 0.03) / 2.0);
        near(game_accuracy(&[(100.0, 1.0), (50.0, 4.0)]), (60.0 + 2.0 / 0.03) / 2.0);
    }
}
