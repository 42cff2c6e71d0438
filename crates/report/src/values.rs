//! What pieces are worth: logistic regression of results on the pieces that are left.
//!
//! The logarithm of the odds that White wins is a sum: for each piece its worth times how many more of it White has, a worth of the turn, and one of
//! being White. Newton's method finds the most likely worths (with a weak normal prior, which keeps those finite of
//! which nothing is known). Every game weighs the same, however many of its positions are looked at. The error is by the bootstrap (Efron 1979): games
//! are drawn again with repetition, and the worths found anew.

use berolina_numbers::Random;

use crate::facts::{Facts, Sample};
use crate::figure::{Figure, interval};

/// The variance of the prior, in the logarithm of odds: a piece may be worth several of them.
const PRIOR: f64 = 25.0;
/// Steps of Newton's method; it doubles the digits with each.
const STEPS: usize = 12;
/// From the worths of all games to those of games drawn again.
const FEW_STEPS: usize = 3;

/// The worth of each piece in those of `unit`, with errors from `draws` drawings; `None` for those of which nothing can be said: that are
/// not `wanted`, or never were unequal.
pub(crate) fn values(games: &[&Facts], wanted: &[bool], unit: usize, draws: u64) -> Vec<Option<Figure>> {
    let pieces = wanted.len();
    let seen = |piece: usize| {
        games.iter().filter(|game| game.samples.iter().any(|sample| sample.surplus[piece] != 0)).count()
    };
    let columns: Vec<usize> = (0..pieces).filter(|&piece| wanted[piece] && seen(piece) > 0).collect();
    let Some(unit_column) = columns.iter().position(|&piece| piece == unit) else {
        return vec![None; pieces];
    };
    let problem = Problem { games, columns: &columns };
    let all = vec![1.0; games.len()];
    let Some(fitted) = problem.fit(&all, &vec![0.0; columns.len() + 2], STEPS) else {
        return vec![None; pieces];
    };
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); columns.len()];
    for draw in 0..draws {
        let mut random = Random::new(draw);
        let mut weights = vec![0.0; games.len()];
        (0..games.len()).for_each(|_| weights[random.below(games.len())] += 1.0);
        if let Some(found) = problem.fit(&weights, &fitted, FEW_STEPS)
            && found[unit_column] > 0.0
        {
            for (values, worth) in drawn.iter_mut().zip(&found) {
                values.push(worth / found[unit_column]);
            }
        }
    }
    let mut values = vec![None; pieces];
    for (column, &piece) in columns.iter().enumerate() {
        if fitted[unit_column] <= 0.0 {
            continue;
        }
        let error = interval(&mut drawn[column]).map_or(f64::NAN, |(low, high)| (high - low) / 2.0);
        let value = fitted[column] / fitted[unit_column];
        values[piece] = Some(Figure { value, error, count: seen(piece) as u64 });
    }
    values
}

struct Problem<'a> {
    games: &'a [&'a Facts],
    columns: &'a [usize],
}

impl Problem<'_> {
    fn row(&self, sample: &Sample, into: &mut [f64]) {
        for (value, &piece) in into.iter_mut().zip(self.columns) {
            *value = f64::from(sample.surplus[piece]);
        }
        let pieces = self.columns.len();
        into[pieces] = sample.turn;
        into[pieces + 1] = 1.0;
    }

    /// The most likely worths for weights of the games, beginning with some.
    fn fit(&self, weights: &[f64], first: &[f64], steps: usize) -> Option<Vec<f64>> {
        let size = first.len();
        let mut worths = first.to_vec();
        let mut row = vec![0.0; size];
        for _ in 0..steps {
            let mut slope: Vec<f64> = worths.iter().map(|worth| -worth / PRIOR).collect();
            let mut curve = vec![0.0; size * size];
            (0..size).for_each(|i| curve[i * size + i] = 1.0 / PRIOR);
            for (game, &weight) in self.games.iter().zip(weights) {
                if weight == 0.0 {
                    continue;
                }
                let points = game.record.result.points();
                let share = weight / game.samples.len().max(1) as f64;
                for sample in &game.samples {
                    self.row(sample, &mut row);
                    let odds: f64 = row.iter().zip(&worths).map(|(a, b)| a * b).sum();
                    let p = 1.0 / (1.0 + (-odds).exp());
                    for i in 0..size {
                        slope[i] += share * (points - p) * row[i];
                        let part = share * p * (1.0 - p) * row[i];
                        for j in 0..=i {
                            curve[i * size + j] += part * row[j];
                        }
                    }
                }
            }
            let step = solved(&mut curve, slope)?;
            worths.iter_mut().zip(step).for_each(|(worth, step)| *worth += step.clamp(-2.0, 2.0));
        }
        Some(worths)
    }
}

/// Solves a positive definite system, of which the lower half is given, by Cholesky's decomposition.
fn solved(matrix: &mut [f64], mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for i in 0..size {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i * size + k] * matrix[j * size + k]).sum();
            let rest = matrix[i * size + j] - sum;
            matrix[i * size + j] = if i == j {
                if rest <= 0.0 {
                    return None;
                }
                rest.sqrt()
            } else {
                rest / matrix[j * size + j]
            };
        }
    }
    for i in 0..size {
        let sum: f64 = (0..i).map(|k| matrix[i * size + k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * size + i];
    }
    for i in (0..size).rev() {
        let sum: f64 = (i + 1..size).map(|k| matrix[k * size + i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * size + i];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Record, Result};

    /// Games whose results follow from the worths 1 and 3 alone, by chance.
    fn games(count: u64) -> Vec<Facts> {
        let mut random = Random::new(7);
        (0..count)
            .map(|number| {
                let surplus = vec![random.below(5) as i16 - 2, random.below(3) as i16 - 1, 0];
                let odds = f64::from(surplus[0]) * 0.5 + f64::from(surplus[1]) * 1.5;
                let p = 1.0 / (1.0 + (-odds).exp());
                let won = (random.below(1 << 20) as f64) < p * f64::from(1 << 20);
                let result = if won { Result::White } else { Result::Black };
                let record =
                    Record { number, moves: Vec::new(), scores: Vec::new(), result, end: "checkmate".into() };
                Facts {
                    record,
                    stronger: None,
                    opening: Vec::new(),
                    choices: Vec::new(),
                    captures: 0,
                    checks: 0,
                    changes: 0,
                    first_clear: None,
                    drama: 0.0,
                    left: [0; 2],
                    samples: vec![Sample { surplus, turn: 1.0 }],
                }
            })
            .collect()
    }

    #[test]
    fn worths_that_made_the_results_are_found_within_their_errors() {
        let games = games(4000);
        let games: Vec<&Facts> = games.iter().collect();
        let values = values(&games, &[true, true, true], 0, 60);
        let second = values[1].unwrap();
        assert!((second.value - 3.0).abs() < second.error.max(0.1), "{second:?}");
        assert!(second.error > 0.1 && second.error < 1.0, "{second:?}");
        assert!((values[0].unwrap().value - 1.0).abs() < 1e-9);
        assert!(values[2].is_none(), "it was never unequal");
    }

    #[test]
    fn equations_are_solved() {
        let solution = solved(&mut [4.0, 0.0, 2.0, 3.0], vec![8.0, 7.0]).unwrap();
        assert!((solution[0] - 1.25).abs() < 1e-12 && (solution[1] - 1.5).abs() < 1e-12, "{solution:?}");
        assert!(solved(&mut [0.0], vec![1.0]).is_none());
    }
}
