//! Positions that are held in memory: those of files of text.

use std::sync::Arc;

use berolina_rules::geometry::Color;
use berolina_rules::{Position, Variant};

use super::rows::{Maker, Rows};
use super::{APART, unit};
use crate::learning::Sample;
use crate::learning::tune::fit::fit_scale;
use berolina_numbers::Random;

/// Positions, as a network sees them.
#[derive(Default)]
pub struct Data {
    /// Positions to learn from.
    pub(super) learnt: Rows,
    /// Positions kept apart.
    pub(super) apart: Rows,
    /// The score in hundredths of a pawn that means winning 10 of 11 points; 0 until it is known.
    scale: f32,
}

impl Data {
    /// Reads a position for each sample of a game. With each come so many strays.
    ///
    /// # Errors
    /// One line, if a sample is not a position of the game.
    pub fn add(
        &mut self,
        variant: &Arc<Variant>,
        samples: impl Iterator<Item = Sample>,
        strays: u32,
    ) -> Result<(), String> {
        let mut maker = Maker::new(variant, None, strays);
        maker.random = Random::new(self.len() as u64);
        for sample in samples {
            let position = Position::from_own_fen(variant, &sample.fen)
                .map_err(|error| format!("{}: {error}", sample.fen))?;
            let white = position.turn() == Color::White;
            let result = if white { sample.result } else { 1.0 - sample.result };
            let score = if white { sample.score as f32 } else { -sample.score as f32 };
            if sample.game % APART == 0 {
                maker.apart(&mut self.apart, &position, score, result);
            } else {
                maker.learnt(&mut self.learnt, &position, score, result);
            }
        }
        self.scale = scale(&self.apart);
        Ok(())
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.learnt.rows.len() + self.apart.rows.len()
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
        unit(self.scale)
    }
}

/// The score that means winning 10 of 11 points, of positions kept apart.
pub(super) fn scale(apart: &Rows) -> f32 {
    let pairs: Vec<(f32, f32)> =
        apart.rows.iter().filter_map(|row| Some((row.hand_made, row.result?))).collect();
    fit_scale(&pairs)
}
