//! Positions as the inputs of a network, packed.

use std::sync::Arc;

use berolina_engine::net::View;
use berolina_engine::tuning;
use berolina_rules::geometry::Color;
use berolina_rules::{Position, Variant};

use super::{Errors, expected};
use crate::learning::Sample;
use crate::learning::tune::fit::fit_scale;
use berolina_numbers::Random;

/// One game of so many is kept apart.
const APART: u32 = 16;
/// A stray is at most so many moves away.
const MOST_MOVES: usize = 3;

/// Positions, as a network sees them.
#[derive(Default)]
pub struct Data {
    inputs: Vec<u16>,
    /// The inputs of the last position.
    seen: [Vec<u16>; 2],
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
    start: usize,
    /// The numbers of inputs of the mover's view and of the other's.
    lengths: [u8; 2],
    output: u8,
    /// 0, 1/2 or 1; a stray's game was not played out.
    result: Option<f32>,
    /// What the search said, or of a stray the hand-made evaluation.
    score: f32,
    /// What the hand-made evaluation says, if it is kept apart.
    pub(super) hand_made: f32,
}

impl Row {
    /// Which output weights count.
    pub(super) fn output(&self) -> usize {
        self.output.into()
    }
}

impl Data {
    /// Reads a position for each sample of a game. With each come so many strays: positions a few random moves away, with nothing
    /// known of them but the hand-made evaluation. In them pieces hang and armies are unequal as in what a search looks at, and seldom in games.
    ///
    /// # Errors
    /// One line, if a sample is not a position of the game.
    pub fn add(
        &mut self,
        variant: &Arc<Variant>,
        samples: impl Iterator<Item = Sample>,
        strays: u32,
    ) -> Result<(), String> {
        let view = View::new(variant);
        let mut model = tuning::Model::new(variant);
        let mut random = Random::new(self.len() as u64);
        for sample in samples {
            let position = Position::from_fen(variant, &sample.fen)
                .map_err(|error| format!("{}: {error}", sample.fen))?;
            let apart = sample.game % APART == 0;
            let white = position.turn() == Color::White;
            let mut row = self.row(&view, &position);
            row.result = Some(if white { sample.result } else { 1.0 - sample.result });
            row.score = if white { sample.score as f32 } else { -sample.score as f32 };
            if apart {
                row.hand_made = own_score(&mut model, &position);
                self.apart.push(row);
                continue;
            }
            self.learnt.push(row);
            for _ in 0..strays {
                if let Some(stray) = stray(&position, &mut random) {
                    let mut row = self.row(&view, &stray);
                    row.score = own_score(&mut model, &stray);
                    self.learnt.push(row);
                }
            }
        }
        let pairs: Vec<(f32, f32)> =
            self.apart.iter().filter_map(|row| Some((row.hand_made, row.result?))).collect();
        self.scale = fit_scale(&pairs);
        Ok(())
    }

    /// Packs a position of which nothing is known yet.
    fn row(&mut self, view: &View, position: &Position) -> Row {
        let output = view.inputs(position, &mut self.seen) as u8;
        let start = self.inputs.len();
        let lengths = self.seen.each_ref().map(|seen| seen.len() as u8);
        self.inputs.extend(self.seen.iter().flatten());
        Row { start, lengths, output, result: None, score: 0.0, hand_made: 0.0 }
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
        let middle = row.start + usize::from(row.lengths[0]);
        [&self.inputs[row.start..middle], &self.inputs[middle..middle + usize::from(row.lengths[1])]]
    }

    /// What a position is to be foretold as.
    pub(super) fn target(&self, row: &Row, result_share: f32) -> f32 {
        let score = expected(row.score / self.unit() as f32);
        row.result.map_or(score, |result| result_share * result + (1.0 - result_share) * score)
    }

    /// The errors of an evaluation over the positions kept apart.
    pub(super) fn errors(&self, result_share: f32, mut output: impl FnMut(&Row) -> f32) -> Errors {
        let mut sums = Errors::default();
        for row in &self.apart {
            let p = expected(output(row));
            sums.mixture += f64::from((p - self.target(row, result_share)).powi(2));
            sums.result += f64::from((p - row.result.unwrap_or(p)).powi(2));
        }
        let n = self.apart.len().max(1) as f64;
        Errors { mixture: sums.mixture / n, result: sums.result / n }
    }
}

/// What the hand-made evaluation says for the mover.
fn own_score(model: &mut tuning::Model, position: &Position) -> f32 {
    let score = model.evaluate(position) as f32;
    if position.turn() == Color::White { score } else { -score }
}

/// A position a few random moves away, none of which leaves a king to be taken; where it could be evaluated.
fn stray(position: &Position, random: &mut Random) -> Option<Position> {
    let mut position = position.clone();
    for _ in 0..=random.below(MOST_MOVES) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let after = position.play_unchecked(moves[random.below(moves.len())]);
        if after.king_attacked(position.turn()) {
            return None;
        }
        position = after;
    }
    (position.outcome().is_none() && !position.is_check()).then_some(position)
}
