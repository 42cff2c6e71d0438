//! Trains a network for a game with the positions that [`crate::learning::generate`] writes.
//!
//! The network (see [`berolina_engine::net`]) learns to foretell a mixture of what became of a position and of what a search said
//! of it, by Adam (Kingma and Ba 2014) with numbers of 32 bits; then its weights become integers. A part of the games is kept apart to
//! tell what it has learnt from what it has only remembered.

mod checkpoint;
mod data;
mod descent;
mod model;
mod rows;
pub mod stream;

use std::sync::Arc;

use berolina_engine::net::{BUCKETS, View, Weights};
use berolina_rules::Variant;

pub use self::data::Data;
use self::descent::Descent;
use self::model::Model;
use self::rows::{Aim, Rows};
use berolina_numbers::Random;

/// One game of so many is kept apart.
const APART: u32 = 16;
/// So many positions kept apart show that a set of output weights was taught: some hundreds were learnt from.
const TAUGHT: usize = 16;

/// How to train.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// How much a game's result counts; the search's score counts the rest.
    pub result_share: f32,
    /// Rounds through the positions.
    pub epochs: u32,
    /// Positions for each step.
    pub batch: usize,
    /// How far a weight moves in a step at first.
    pub rate: f32,
    /// What share of a weight a step of length 1 takes away.
    pub decay: f32,
    /// What orders the positions, and the weights to begin with.
    pub seed: u64,
    /// Threads that compute.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self { result_share: 0.4, epochs: 10, batch: 8192, rate: 0.003, decay: 0.1, seed: 1, threads: 1 }
    }
}

/// The mean squared errors over the positions kept apart: of the mixture that is trained for, and of the games' results alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// Of the mixture.
    pub mixture: f64,
    /// Of the results.
    pub result: f64,
}

/// A network and how good it is.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The bytes of its file.
    pub file: Vec<u8>,
    /// Of the hand-made evaluation.
    pub before: Errors,
    /// Of the network as trained.
    pub trained: Errors,
    /// Of its integers.
    pub whole: Errors,
}

/// Trains a network. `progress` is told the round, and the errors over the positions learnt from and over those kept apart.
///
/// # Errors
/// One line, if there are too few positions.
pub fn train(
    variant: &Arc<Variant>,
    data: &Data,
    plan: &Plan,
    progress: &mut dyn FnMut(u32, f64, Errors),
) -> Result<Trained, String> {
    if data.learnt.rows.is_empty() || data.apart.rows.is_empty() {
        return Err(TOO_FEW.into());
    }
    let view = View::new(variant);
    let mut descent = Descent::new(Model::new(&view, plan.seed), plan.threads);
    let aim = Aim { unit: data.unit(), result_share: plan.result_share };
    let mut random = Random::new(plan.seed ^ 0x7A_1255);
    let share = |epoch: u32| epoch as f32 / plan.epochs as f32;
    for epoch in 1..=plan.epochs {
        let part = share(epoch - 1)..share(epoch);
        let error = descent.round(&data.learnt, &aim, plan, &mut random, part);
        progress(epoch, error, errors(&descent.model, &data.apart, &aim));
    }
    Ok(finish(&view, &descent.model, &data.apart, &aim))
}

/// Too few positions.
const TOO_FEW: &str = "there are too few games to train anything: play at least some hundreds";

/// The errors of a network over positions kept apart.
fn errors(model: &Model, apart: &Rows, aim: &Aim) -> Errors {
    apart.errors(aim, |row| model.output(apart.inputs(row), row.output()))
}

/// The network of a model, and how good it is.
fn finish(view: &View, model: &Model, apart: &Rows, aim: &Aim) -> Trained {
    let mut weights = model.whole(aim.unit);
    let mut rows = vec![0; weights.outputs.len()];
    for row in &apart.rows {
        rows[row.output()] += 1;
    }
    lend(&mut weights, &rows);
    let mut seen = [Vec::new(), Vec::new()];
    let whole = apart.errors(aim, |row| {
        for (seen, inputs) in seen.iter_mut().zip(apart.inputs(row)) {
            seen.clear();
            seen.extend_from_slice(inputs);
        }
        view.score(&weights, &seen, row.output()) as f32 / aim.unit as f32
    });
    let before = apart.errors(aim, |row| row.hand_made / aim.unit as f32);
    Trained { file: view.file(&weights), before, trained: errors(model, apart, aim), whole }
}

/// A set of output weights for numbers of pieces that games hardly ever come to learns nothing: decay takes away what it began with, and it
/// would say 0 of every position. It takes what the nearest set of the same army has learnt. `positions` are those kept apart, by set.
fn lend(weights: &mut Weights, positions: &[usize]) {
    for first in (0..positions.len()).step_by(BUCKETS) {
        let taught = |set: &usize| positions[*set] >= TAUGHT;
        let sets = first..first + BUCKETS;
        for set in sets.clone().filter(|set| !taught(set)) {
            if let Some(nearest) = sets.clone().filter(taught).min_by_key(|near| near.abs_diff(set)) {
                weights.outputs[set] = weights.outputs[nearest];
                weights.output_bias[set] = weights.output_bias[nearest];
            }
        }
    }
}

/// The score in hundredths of a pawn that an output of 1 means, where `scale` means winning 10 of 11 points.
fn unit(scale: f32) -> i32 {
    (scale / std::f32::consts::LN_10).round() as i32
}

/// The expected result for an output of the network.
fn expected(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use berolina_engine::net::HIDDEN;

    use super::*;

    #[test]
    fn what_learnt_nothing_takes_what_the_nearest_has_learnt() {
        let outputs = (0..16).map(|set| [[set; HIDDEN]; 2]).collect();
        let mut weights = Weights {
            inputs: Vec::new(),
            bias: [0; HIDDEN],
            outputs,
            output_bias: (0..16).collect(),
            scale: 100,
        };
        let mut positions = [TAUGHT; 16];
        for untaught in [0, 1, 4, 8, 15] {
            positions[untaught] = TAUGHT - 1;
        }
        lend(&mut weights, &positions);
        // Each army has sets of its own; of two as near the lower one lends.
        let now = [2, 2, 2, 3, 3, 5, 6, 7, 9, 9, 10, 11, 12, 13, 14, 14];
        assert_eq!(weights.output_bias, now);
        assert_eq!(weights.outputs.iter().map(|set| i32::from(set[1][9])).collect::<Vec<_>>(), now);
        lend(&mut weights, &[0; 16]);
        assert_eq!(weights.output_bias, now);
    }
}
