//! Games of the engine against itself, as programs that learn want them: moves and what a search said before each.

use std::sync::Arc;

use berolina_rules::geometry::Color;
use berolina_rules::{Move, Position, Variant};

use super::Sample;

/// Scores beyond this are proven ends, and larger ones are kept as this.
pub(super) const DECIDED: i32 = 10_000;
/// Positions in which a side is further ahead teach nothing.
const CLEAR: i32 = 1500;

/// A game that was played, from the end of its opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its number; the same number, seed and players give the same game.
    pub number: u32,
    /// Where it begins, as FEN.
    pub start: String,
    /// The moves.
    pub moves: Vec<Move>,
    /// What the search said before each move, for the mover, in hundredths of a pawn.
    pub scores: Vec<i16>,
    /// Who won.
    pub winner: Option<Color>,
}

/// A quiet position of a game, and what is known of it.
#[derive(Clone, Debug)]
pub struct Quiet {
    /// The position.
    pub position: Position,
    /// What the search said, for the mover, in hundredths of a pawn.
    pub score: i32,
    /// What the mover scored in the game: 0, 0.5 or 1.
    pub result: f32,
}

impl Played {
    /// What a color scored.
    fn points(&self, color: Color) -> f32 {
        match self.winner {
            None => 0.5,
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
        }
    }

    /// The positions from which something can be learnt: without check, where nobody is far ahead, and the move made from them captures
    /// nothing, promotes nothing and places nothing.
    ///
    /// # Errors
    /// One line, if it is no game of this variant.
    pub fn quiet(&self, variant: &Arc<Variant>) -> Result<Vec<Quiet>, String> {
        let fault = |what: String| format!("game {}: {what}", self.number);
        let mut position =
            Position::from_fen(variant, &self.start).map_err(|error| fault(error.to_string()))?;
        let mut found = Vec::new();
        for (ply, (&mv, &score)) in self.moves.iter().zip(&self.scores).enumerate() {
            if !position.is_legal(mv) {
                return Err(fault(format!("move {} is not legal in {}", ply + 1, position.fen())));
            }
            let after = position.play_unchecked(mv);
            let score = i32::from(score);
            let is_quiet = score.abs() < CLEAR
                && position.taken(mv).is_empty()
                && mv.promotion().is_none()
                && position.origin(mv).is_some()
                && !position.is_check();
            if is_quiet {
                let result = self.points(position.turn());
                found.push(Quiet { position, score, result });
            }
            position = after;
        }
        Ok(found)
    }

    /// The quiet positions as text.
    ///
    /// # Errors
    /// Those of [`Played::quiet`].
    pub fn samples(&self, variant: &Arc<Variant>) -> Result<Vec<Sample>, String> {
        let result = self.points(Color::White);
        let sample = |quiet: Quiet| {
            let white = quiet.position.turn() == Color::White;
            let score = if white { quiet.score } else { -quiet.score };
            Sample { fen: quiet.position.fen(), result, score, game: self.number }
        };
        Ok(self.quiet(variant)?.into_iter().map(sample).collect())
    }
}
