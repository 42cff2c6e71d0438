//! The descent: batches of positions, their gradients, and Adam's steps.

use super::data::Row;
use super::model::Model;
use super::{Data, Plan, expected};
use berolina_numbers::Random;

/// The rate falls to this share of what it was at first.
const LAST_RATE: f32 = 0.01;

/// The state of a descent.
pub(super) struct Descent {
    pub(super) model: Model,
    /// For each thread.
    gradients: Vec<Model>,
    mean: Model,
    square: Model,
    random: Random,
    step: i32,
    steps: i32,
}

impl Descent {
    pub(super) fn new(model: Model, plan: &Plan, rows: usize) -> Self {
        let zero = model.zero();
        let steps = plan.epochs * rows.div_ceil(plan.batch) as u32;
        Self {
            gradients: vec![zero.clone(); plan.threads.max(1)],
            mean: zero.clone(),
            square: zero,
            model,
            random: Random::new(plan.seed ^ 0x7A_1255),
            step: 0,
            steps: steps as i32,
        }
    }

    /// Learns once from each position; the mean error meanwhile.
    pub(super) fn round(&mut self, data: &Data, plan: &Plan) -> f64 {
        let mut order: Vec<u32> = (0..data.learnt.len() as u32).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, self.random.below(i + 1));
        }
        let mut total = 0.0;
        for batch in order.chunks(plan.batch) {
            total += self.gradient(data, plan, batch);
            self.adam(plan, batch.len());
        }
        total / order.len() as f64
    }

    /// Computes the gradient of a batch, each thread its part; returns the sum of the errors.
    fn gradient(&mut self, data: &Data, plan: &Plan, batch: &[u32]) -> f64 {
        let model = &self.model;
        let part = batch.len().div_ceil(self.gradients.len());
        let learn = |gradient: &mut Model, rows: &[u32]| -> f64 {
            gradient.rows.fill([0.0; _]);
            let mut total = 0.0;
            for &row in rows {
                let row: &Row = &data.learnt[row as usize];
                let target = data.target(row, plan.result_share);
                total += f64::from(model.learn(data.inputs(row), row.output(), gradient, |output| {
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

    /// A step down the gradient. The rate falls along a cosine.
    fn adam(&mut self, plan: &Plan, positions: usize) {
        self.step += 1;
        let done = self.step as f32 / self.steps.max(1) as f32;
        let share = LAST_RATE + (1.0 - LAST_RATE) * f32::midpoint(1.0, (done * std::f32::consts::PI).cos());
        // The first steps are short, until Adam knows how large the gradients are.
        let rate = plan.rate * share * (self.step as f32 / 50.0).min(1.0);
        let keep = 1.0 - rate * plan.decay;
        let warm = [1.0 - 0.9_f32.powi(self.step), 1.0 - 0.999_f32.powi(self.step)];
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
