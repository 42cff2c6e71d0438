//! Positions as the inputs of a network, packed, and what they are to be foretold as.

use std::sync::Arc;

use berolina_engine::net::View;
use berolina_engine::tuning;
use berolina_rules::geometry::Color;
use berolina_rules::{Position, Variant};

use super::{Errors, expected};
use berolina_numbers::Random;

/// A stray is at most so many moves away.
const MOST_MOVES: usize = 3;

/// Positions, as a network sees them.
#[derive(Clone, Default, Debug)]
pub(super) struct Rows {
    inputs: Vec<u16>,
    pub(super) rows: Vec<Row>,
}

/// A position. Scores are the mover's, in hundredths of a pawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    start: usize,
    /// The numbers of inputs of the mover's view and of the other's.
    lengths: [u8; 2],
    output: u8,
    /// 0, 1/2 or 1; a stray's game was not played out.
    pub(super) result: Option<f32>,
    /// What the search said, or of a stray the hand-made evaluation.
    pub(super) score: f32,
    /// What the hand-made evaluation says, if it is kept apart.
    pub(super) hand_made: f32,
}

impl Row {
    /// Which output weights count.
    pub(super) fn output(&self) -> usize {
        self.output.into()
    }
}

impl Rows {
    /// The inputs of the mover's view and of the other's.
    pub(super) fn inputs(&self, row: &Row) -> [&[u16]; 2] {
        let middle = row.start + usize::from(row.lengths[0]);
        [&self.inputs[row.start..middle], &self.inputs[middle..middle + usize::from(row.lengths[1])]]
    }

    /// Takes all of another's.
    pub(super) fn append(&mut self, other: &Self) {
        let base = self.inputs.len();
        self.inputs.extend_from_slice(&other.inputs);
        self.rows.extend(other.rows.iter().map(|row| Row { start: base + row.start, ..*row }));
    }

    /// The errors of an evaluation.
    pub(super) fn errors(&self, aim: &Aim, mut output: impl FnMut(&Row) -> f32) -> Errors {
        let mut sums = Errors::default();
        for row in &self.rows {
            let p = expected(output(row));
            sums.mixture += f64::from((p - aim.target(row)).powi(2));
            sums.result += f64::from((p - row.result.unwrap_or(p)).powi(2));
        }
        let n = self.rows.len().max(1) as f64;
        Errors { mixture: sums.mixture / n, result: sums.result / n }
    }
}

/// What positions are to be foretold as.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// The score in hundredths of a pawn that an output of 1 means.
    pub(super) unit: i32,
    /// How much a game's result counts; the score counts the rest.
    pub(super) result_share: f32,
}

impl Aim {
    /// What a position is to be foretold as.
    pub(super) fn target(&self, row: &Row) -> f32 {
        let score = expected(row.score / self.unit as f32);
        row.result.map_or(score, |result| self.result_share * result + (1.0 - self.result_share) * score)
    }
}

/// Makes rows of positions.
pub(super) struct Maker {
    view: View,
    /// Judges strays.
    model: tuning::Model,
    strays: u32,
    pub(super) random: Random,
    /// The inputs of the last position.
    seen: [Vec<u16>; 2],
}

impl Maker {
    /// With each position come so many strays, judged by these weights; without, by those that the program has.
    pub(super) fn new(variant: &Arc<Variant>, weights: Option<&str>, strays: u32) -> Self {
        let mut model = tuning::Model::new(variant);
        if let Some(text) = weights {
            model.take(text);
        }
        Self { view: View::new(variant), model, strays, random: Random::new(0), seen: Default::default() }
    }

    /// Adds a position that is learnt from, with the mover's score and result. With it come strays: positions a few random moves away, with nothing
    /// known of them but the hand-made evaluation. In them pieces hang and armies are unequal as in what a search looks at, and seldom in games.
    pub(super) fn learnt(&mut self, to: &mut Rows, position: &Position, score: f32, result: f32) {
        let row = self.row(to, position);
        to.rows.push(Row { result: Some(result), score, ..row });
        for _ in 0..self.strays {
            if let Some(stray) = stray(position, &mut self.random) {
                let row = self.row(to, &stray);
                to.rows.push(Row { score: self.own_score(&stray), ..row });
            }
        }
    }

    /// Adds a position that is kept apart.
    pub(super) fn apart(&mut self, to: &mut Rows, position: &Position, score: f32, result: f32) {
        let row = self.row(to, position);
        to.rows.push(Row { result: Some(result), score, hand_made: self.own_score(position), ..row });
    }

    /// Packs a position of which nothing is known yet.
    fn row(&mut self, to: &mut Rows, position: &Position) -> Row {
        let output = self.view.inputs(position, &mut self.seen) as u8;
        let start = to.inputs.len();
        let lengths = self.seen.each_ref().map(|seen| seen.len() as u8);
        to.inputs.extend(self.seen.iter().flatten());
        Row { start, lengths, output, result: None, score: 0.0, hand_made: 0.0 }
    }

    /// What the hand-made evaluation says for the mover.
    fn own_score(&mut self, position: &Position) -> f32 {
        let score = self.model.evaluate(position) as f32;
        if position.turn() == Color::White { score } else { -score }
    }
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
