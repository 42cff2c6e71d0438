//! Positions as the inputs of a network, packed.

use std::sync::Arc;

use berolina_engine::net::View;
use berolina_engine::tuning;
use berolina_rules::geometry::Color;
use berolina_rules::{Position, Variant};

use super::{Errors, expected};
use crate::tune::Sample;
use crate::tune::fit::fit_scale;

/// One game of so many is kept apart.
const APART: u32 = 16;

/// Positions, as a network sees them.
#[derive(Default)]
pub struct Data {
    inputs: Vec<u16>,
    /// Positions to learn from.
    pub(super) learnt: Vec<Row>,
    /// Positions kept apart.
    pub(super) apart: Vec<Row>,
    /// The score in hundredths of a pawn that means winning 10 of 11 points; 0 until it is known.
    scale: f32,
}

/// A position. Scores are the mover's, in hundredths of a pawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    start: u32,
    /// The numbers of inputs of the mover's view and of the other's.
    lengths: [u8; 2],
    output: u8,
    /// 0, 1/2 or 1.
    pub(super) result: f32,
    /// What the search said.
    pub(super) score: f32,
    /// What the hand-made evaluation says, where it was asked.
    pub(super) hand_made: f32,
}

impl Row {
    /// Which output weights count.
    pub(super) fn output(&self) -> usize {
        self.output.into()
    }
}

impl Data {
    /// Reads a position for each sample of a game, and asks the hand-made evaluation where needed.
    ///
    /// # Errors
    /// One line, if a sample is not a position of the game.
    pub fn add(&mut self, variant: &Arc<Variant>, samples: impl Iterator<Item = Sample>) -> Result<(), String> {
        let view = View::new(variant);
        let mut model = tuning::Model::new(variant);
        let mut seen = [Vec::new(), Vec::new()];
        for sample in samples {
            let position =
                Position::from_fen(variant, &sample.fen).map_err(|error| format!("{}: {error}", sample.fen))?;
            let output = view.inputs(&position, &mut seen) as u8;
            let apart = sample.game % APART == 0;
            let white = position.turn() == Color::White;
            let own = |score: f32| if white { score } else { -score };
            let row = Row {
                start: self.inputs.len() as u32,
                lengths: [seen[0].len() as u8, seen[1].len() as u8],
                output,
                result: if white { sample.result } else { 1.0 - sample.result },
                score: own(sample.score as f32),
                hand_made: if apart { own(model.evaluate(&position) as f32) } else { 0.0 },
            };
            self.inputs.extend(seen.iter().flatten());
            if apart { &mut self.apart } else { &mut self.learnt }.push(row);
        }
        let pairs: Vec<(f32, f32)> = self.apart.iter().map(|row| (row.hand_made, row.result)).collect();
        self.scale = fit_scale(&pairs);
        Ok(())
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.learnt.len() + self.apart.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The score in hundredths of a pawn that means winning 10 of 11 points, such that the hand-made evaluation foretells results best.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// The score in hundredths of a pawn that an output of 1 means.
    pub(super) fn unit(&self) -> i32 {
        (self.scale / std::f32::consts::LN_10).round() as i32
    }

    /// The inputs of the mover's view and of the other's.
    pub(super) fn inputs(&self, row: &Row) -> [&[u16]; 2] {
        let start = row.start as usize;
        let middle = start + usize::from(row.lengths[0]);
        [&self.inputs[start..middle], &self.inputs[middle..middle + usize::from(row.lengths[1])]]
    }

    /// What a position is to be foretold as.
    pub(super) fn target(&self, row: &Row, result_share: f32) -> f32 {
        let score = expected(row.score / self.unit() as f32);
        result_share * row.result + (1.0 - result_share) * score
    }

    /// The errors of an evaluation over the positions kept apart.
    pub(super) fn errors(&self, result_share: f32, mut output: impl FnMut(&Row) -> f32) -> Errors {
        let mut sums = Errors::default();
        for row in &self.apart {
            let p = expected(output(row));
            sums.mixture += f64::from((p - self.target(row, result_share)).powi(2));
            sums.result += f64::from((p - row.result).powi(2));
        }
        let n = self.apart.len().max(1) as f64;
        Errors { mixture: sums.mixture / n, result: sums.result / n }
    }
}
