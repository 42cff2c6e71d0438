//! The descent: batches of positions, their gradients, and Adam's steps.

use std::ops::Range;

use super::model::Model;
use super::rows::{Aim, Row, Rows};
use super::{Plan, expected};
use berolina_numbers::Random;

/// The rate falls to this share of what it was at first.
const LAST_RATE: f32 = 0.01;

/// The state of a descent.
pub(super) struct Descent {
    pub(super) model: Model,
    /// For each thread.
    gradients: Vec<Model>,
    pub(super) mean: Model,
    pub(super) square: Model,
    /// The steps made.
    pub(super) step: u32,
}

impl Descent {
    pub(super) fn new(model: Model, threads: usize) -> Self {
        let zero = model.zero();
        Self {
            gradients: vec![zero.clone(); threads.max(1)],
            mean: zero.clone(),
            square: zero,
            model,
            step: 0,
        }
    }

    /// Learns once from each position, in an order that follows from `random`; the mean error meanwhile. `part` is which share of all the learning
    /// this is, from 0 to 1.
    pub(super) fn round(
        &mut self,
        rows: &Rows,
        aim: &Aim,
        plan: &Plan,
        random: &mut Random,
        part: Range<f32>,
    ) -> f64 {
        let mut order: Vec<u32> = (0..rows.rows.len() as u32).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        let mut total = 0.0;
        let batches = order.len().div_ceil(plan.batch) as f32;
        for (number, batch) in order.chunks(plan.batch).enumerate() {
            total += self.gradient(rows, aim, batch);
            let done = part.start + (part.end - part.start) * (number as f32 + 1.0) / batches;
            self.adam(plan, batch.len(), done);
        }
        total / order.len().max(1) as f64
    }

    /// Computes the gradient of a batch, each thread its part; returns the sum of the errors.
    fn gradient(&mut self, rows: &Rows, aim: &Aim, batch: &[u32]) -> f64 {
        let model = &self.model;
        let part = batch.len().div_ceil(self.gradients.len());
        let learn = |gradient: &mut Model, order: &[u32]| -> f64 {
            gradient.rows.fill([0.0; _]);
            let mut total = 0.0;
            for &at in order {
                let row: &Row = &rows.rows[at as usize];
                let target = aim.target(row);
                total += f64::from(model.learn(rows.inputs(row), row.output(), gradient, |output| {
                    let p = expected(output);
                    let off = p - target;
                    (off * off, 2.0 * off * p * (1.0 - p))
                }));
            }
            total
        };
        let mut parts = batch.chunks(part);
        let Some((first, others)) = self.gradients.split_first_mut() else { unreachable!("one at least") };
        let mine = parts.next().unwrap_or(&[]);
        let total = std::thread::scope(|scope| {
            let others: Vec<_> = others
                .iter_mut()
                .map(|gradient| {
                    let rows = parts.next().unwrap_or(&[]);
                    scope.spawn(move || learn(gradient, rows))
                })
                .collect();
            let own = learn(first, mine);
            own + others.into_iter().filter_map(|thread| thread.join().ok()).sum::<f64>()
        });
        for other in others {
            for (to, from) in first.rows.iter_mut().flatten().zip(other.rows.iter().flatten()) {
                *to += from;
            }
        }
        total
    }

    /// A step down the gradient. The rate falls along a cosine; `done` is the share of all steps that are made.
    fn adam(&mut self, plan: &Plan, positions: usize, done: f32) {
        self.step += 1;
        let share = LAST_RATE + (1.0 - LAST_RATE) * f32::midpoint(1.0, (done * std::f32::consts::PI).cos());
        // The first steps are short, until Adam knows how large the gradients are.
        let rate = plan.rate * share * (self.step as f32 / 50.0).min(1.0);
        let keep = 1.0 - rate * plan.decay;
        let step = self.step.min(1 << 20) as i32;
        let warm = [1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step)];
        let scale = 1.0 / positions as f32;
        for row in 0..self.model.rows.len() {
            let largest = self.model.largest(row);
            let gradient = &self.gradients[0].rows[row];
            let (mean, square) = (&mut self.mean.rows[row], &mut self.square.rows[row]);
            let weights = &mut self.model.rows[row];
            for i in 0..weights.len() {
                let g = gradient[i] * scale;
                mean[i] = 0.9 * mean[i] + 0.1 * g;
                square[i] = 0.999 * square[i] + 0.001 * g * g;
                let step = rate * (mean[i] / warm[0]) / ((square[i] / warm[1]).sqrt() + 1e-8);
                weights[i] = (weights[i] * keep - step).clamp(-largest, largest);
            }
        }
    }
}
