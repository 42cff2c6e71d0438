//! A game: a start position and the moves made from it.

use super::any::Position;
use super::moves::Move;
use super::outcome::{Outcome, Reason};

/// A start position and the moves made from it, so that repetition is known and moves can be taken
/// back.
///
/// ```
/// # use berolina_rules::{Game, Library, Variant};
/// let chess = Variant::load(&Library::shipped(), "chess")?;
/// let mut game = Game::new(chess.start());
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
///     game.push(game.position().parse_san(text)?);
/// }
/// assert_eq!(game.outcome().unwrap().reason.name(), "repetition");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins with a position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self { positions: vec![start], moves: Vec::new() }
    }

    /// The position after the last move.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// All positions, the start first: one more than moves.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Makes a legal move.
    pub fn push(&mut self, mv: Move) {
        let after = self.position().play(mv);
        self.positions.push(after);
        self.moves.push(mv);
    }

    /// Takes the last move back and returns it.
    pub fn pop(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How often the position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.occurrences_at(self.moves.len())
    }

    fn occurrences_at(&self, ply: usize) -> usize {
        let then = &self.positions[ply];
        self.positions[..=ply].iter().filter(|p| p.same_position(then)).count()
    }

    /// How the game has ended, repetition included.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_at(self.moves.len())
    }

    /// How the game had ended after so many moves, repetition included.
    ///
    /// # Panics
    /// If the game has fewer moves.
    #[must_use]
    pub fn outcome_at(&self, ply: usize) -> Option<Outcome> {
        self.positions[ply].outcome_after(self.occurrences_at(ply))
    }
}

impl Position {
    /// How the game has ended if this position has occurred so often, this time included.
    pub(crate) fn outcome_after(&self, occurrences: usize) -> Option<Outcome> {
        let rule = self.variant().definition().repetition;
        let repeated = rule
            .filter(|rule| occurrences >= usize::from(rule.times))
            .map(|rule| Outcome::new(rule.mover, self.turn().other(), Reason::Repetition));
        self.outcome_with(repeated)
    }
}
