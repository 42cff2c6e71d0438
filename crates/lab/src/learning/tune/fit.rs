//! Fits weights to samples: Texel's method by gradients.
//!
//! The score of a position is a sum of weights (see [`berolina_engine::tuning`]); a sigmoid makes it an expected
//! result. The weights are moved (by Adam, Kingma and Ba 2014) so that this is near to the games' results and to what the searches
//! expected. A weight that few positions speak of stays near its derived value, because a penalty for leaving it is the same
//! for all weights while the evidence is not. A tenth of the games is kept apart; what foretells those best is taken.

use std::sync::Arc;

use berolina_engine::tuning::{Features, Model};
use berolina_rules::{Position, Variant};

use crate::learning::Sample;
use berolina_numbers::Random;

/// How to fit.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How much a game's result counts; the search's score counts the rest.
    pub result_share: f32,
    /// The most rounds through the samples.
    pub epochs: u32,
    /// Rounds without gain after which it ends.
    pub patience: u32,
    /// Samples for each step.
    pub batch: usize,
    /// How far a weight moves in a step, in hundredths of a pawn.
    pub rate: f32,
    /// How far a weight is expected to be from its derived value, in hundredths of a pawn; a fraction of that value is added.
    pub spread: f32,
    /// What orders the samples.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { result_share: 0.6, epochs: 60, patience: 8, batch: 2048, rate: 0.3, spread: 8.0, seed: 1 }
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    /// Samples used, those kept apart included.
    pub samples: usize,
    /// The score in hundredths of a pawn that means winning 10 of 11 points.
    pub scale: f32,
    /// The mean squared error over the samples kept apart, before and after.
    pub before: f32,
    /// After.
    pub after: f32,
    /// Rounds made.
    pub epochs: u32,
}

/// Samples with their features, packed.
struct Data {
    terms: Vec<(u16, i16)>,
    rows: Vec<Row>,
}

struct Row {
    start: u32,
    end: u32,
    /// How much the sum for the middle game counts, and that for the ending.
    parts: [f32; 2],
    fixed: f32,
    result: f32,
    score: f32,
    apart: bool,
}

/// Parts of a count are kept in these.
const PARTS: f32 = 8.0;

impl Data {
    fn new(variant: &Arc<Variant>, model: &mut Model, samples: &[Sample]) -> Result<Self, String> {
        let mut data = Self { terms: Vec::new(), rows: Vec::new() };
        for sample in samples {
            let position = Position::from_own_fen(variant, &sample.fen)
                .map_err(|error| format!("{}: {error}", sample.fen))?;
            let features = model.features(&position);
            data.push(&features, sample.result, sample.score as f32, sample.game % 10 == 9);
        }
        Ok(data)
    }

    fn push(&mut self, features: &Features, result: f32, score: f32, apart: bool) {
        let start = self.terms.len() as u32;
        self.terms.extend(features.terms.iter().map(|&(at, n)| (at as u16, (n * PARTS) as i16)));
        self.rows.push(Row {
            start,
            end: self.terms.len() as u32,
            parts: [features.phase, features.scale * (1.0 - features.phase)],
            fixed: features.fixed,
            result,
            score,
            apart,
        });
    }

    fn terms_of(&self, row: &Row) -> &[(u16, i16)] {
        &self.terms[row.start as usize..row.end as usize]
    }

    /// The score of a row in hundredths of a pawn.
    fn score(&self, row: &Row, weights: &[[f32; 2]]) -> f32 {
        let mut sums = [0.0_f32; 2];
        for &(at, n) in self.terms_of(row) {
            let weight = &weights[usize::from(at)];
            sums[0] += f32::from(n) * weight[0];
            sums[1] += f32::from(n) * weight[1];
        }
        (sums[0] * row.parts[0] + sums[1] * row.parts[1]) / PARTS + row.fixed
    }
}

fn expected(score: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score * std::f32::consts::LN_10 / scale).exp())
}

/// The score that means 10 of 11 points, such that the derived weights foretell the results best.
pub(crate) fn fit_scale(scores: &[(f32, f32)]) -> f32 {
    let error = |scale: f32| -> f64 {
        scores.iter().map(|&(score, result)| f64::from((expected(score, scale) - result).powi(2))).sum()
    };
    let (mut low, mut high) = (80.0_f32, 1500.0_f32);
    for _ in 0..40 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(a) < error(b) { high = b } else { low = a }
    }
    f32::midpoint(low, high)
}

/// Fits the weights of `model` to the samples and gives them to it. `progress` is told the round and the error over
/// the samples kept apart.
///
/// # Errors
/// One line, if a sample is not a position of the game or there are too few.
pub fn fit(
    variant: &Arc<Variant>,
    model: &mut Model,
    samples: &[Sample],
    plan: &Plan,
    progress: &mut dyn FnMut(u32, f32),
) -> Result<Fitted, String> {
    let data = Data::new(variant, model, samples)?;
    if !data.rows.iter().any(|row| row.apart) || data.rows.iter().all(|row| row.apart) {
        return Err("there are too few games to fit anything: play at least some tens".into());
    }
    let (weights, fitted) = descend(&data, &model.values(), plan, progress);
    model.set_values(&weights);
    Ok(fitted)
}

/// The descent itself.
fn descend(
    data: &Data,
    start: &[[f32; 2]],
    plan: &Plan,
    progress: &mut dyn FnMut(u32, f32),
) -> (Vec<[f32; 2]>, Fitted) {
    let pairs: Vec<(f32, f32)> = data.rows.iter().map(|row| (data.score(row, start), row.result)).collect();
    let scale = fit_scale(&pairs);
    let target =
        |row: &Row| plan.result_share * row.result + (1.0 - plan.result_share) * expected(row.score, scale);
    let error = |weights: &[[f32; 2]]| -> f32 {
        let apart = data.rows.iter().filter(|row| row.apart);
        let (mut sum, mut n) = (0.0_f64, 0);
        for row in apart {
            sum += f64::from((expected(data.score(row, weights), scale) - target(row)).powi(2));
            n += 1;
        }
        (sum / f64::from(n.max(1))) as f32
    };
    let mut order: Vec<usize> = (0..data.rows.len()).filter(|&i| !data.rows[i].apart).collect();
    let before = error(start);
    let mut weights = start.to_vec();
    let mut best = (weights.clone(), before, 0);
    let mut random = Random::new(plan.seed);
    let mut adam = Adam::new(start, plan, order.len());
    let mut epochs = 0;
    for epoch in 1..=plan.epochs {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        let rate = plan.rate / (1.0 + 0.08 * epoch as f32);
        for batch in order.chunks(plan.batch) {
            let gradient = &mut adam.gradient;
            gradient.fill([0.0; 2]);
            for &i in batch {
                let row = &data.rows[i];
                let p = expected(data.score(row, &weights), scale);
                let slope = 2.0 * (p - target(row)) * p * (1.0 - p) * std::f32::consts::LN_10 / scale / PARTS;
                let parts = [slope * row.parts[0], slope * row.parts[1]];
                for &(at, n) in data.terms_of(row) {
                    let g = &mut gradient[usize::from(at)];
                    g[0] += f32::from(n) * parts[0];
                    g[1] += f32::from(n) * parts[1];
                }
            }
            adam.step(&mut weights, start, batch.len(), rate);
        }
        epochs = epoch;
        let now = error(&weights);
        progress(epoch, now);
        if now < best.1 {
            best = (weights.clone(), now, epoch);
        } else if epoch - best.2 >= plan.patience {
            break;
        }
    }
    (best.0, Fitted { samples: data.rows.len(), scale, before, after: best.1, epochs })
}

/// The state of the descent.
struct Adam {
    gradient: Vec<[f32; 2]>,
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    /// For each weight how much leaving its start costs.
    penalty: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(start: &[[f32; 2]], plan: &Plan, samples: usize) -> Self {
        // A Gaussian belief about each weight, beside samples whose results scatter by about a third.
        const NOISE: f32 = 0.1;
        let penalty = start
            .iter()
            .map(|w| {
                let spread = plan.spread + 0.4 * w[0].abs().max(w[1].abs());
                2.0 * NOISE / (spread * spread * samples as f32)
            })
            .collect();
        let zero = vec![[0.0; 2]; start.len()];
        Self { gradient: zero.clone(), mean: zero.clone(), square: zero, penalty, steps: 0 }
    }

    fn step(&mut self, weights: &mut [[f32; 2]], start: &[[f32; 2]], batch: usize, rate: f32) {
        self.steps += 1;
        let warm = [1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps)];
        for i in 0..weights.len() {
            for half in 0..2 {
                let leave = self.penalty[i] * (weights[i][half] - start[i][half]);
                let g = self.gradient[i][half] / batch as f32 + leave;
                let mean = &mut self.mean[i][half];
                *mean = 0.9 * *mean + 0.1 * g;
                let square = &mut self.square[i][half];
                *square = 0.999 * *square + 0.001 * g * g;
                weights[i][half] -= rate * (*mean / warm[0]) / ((*square / warm[1]).sqrt() + 1e-9);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples made from known weights give these back.
    #[test]
    fn known_weights_are_found_again() {
        let truth = [[40.0, 10.0], [-25.0, 60.0], [8.0, -8.0], [0.0, 0.0]];
        let start = [[10.0, 30.0], [0.0, 20.0], [0.0, 0.0], [5.0, 5.0]];
        let mut random = Random::new(5);
        let mut data = Data { terms: Vec::new(), rows: Vec::new() };
        for game in 0..6_000 {
            let terms: Vec<(u32, f32)> =
                (0..3).map(|at| (at, random.below(9) as f32 - 4.0)).filter(|t| t.1 != 0.0).collect();
            let phase = random.below(257) as f32 / 256.0;
            let features = Features { terms, phase, scale: 1.0, fixed: 0.0 };
            data.push(&features, 0.0, 0.0, game % 10 == 9);
            let row = data.rows.len() - 1;
            let score = data.score(&data.rows[row], &truth);
            data.rows[row].score = score;
            data.rows[row].result = (random.below(1000) as f32 / 1000.0 < expected(score, 400.0)).into();
        }
        let plan = Plan { epochs: 60, batch: 256, rate: 1.0, spread: 50.0, patience: 20, ..Plan::default() };
        // The scale is fitted to the start's scores: only ratios can be found again.
        let (found, fitted) = descend(&data, &start, &plan, &mut |_, _| {});
        assert!(fitted.after < fitted.before, "{fitted:?}");
        let ratio = fitted.scale / 400.0;
        for (at, (found, truth)) in found.iter().zip(&truth).take(3).enumerate() {
            for half in 0..2 {
                let expected = truth[half] * ratio;
                assert!(
                    (found[half] - expected).abs() < 6.0 * ratio.max(1.0),
                    "{at}: {found:?}, {truth:?} x {ratio}"
                );
            }
        }
        assert_eq!(found[3], start[3], "nothing was said of it");
    }
}
