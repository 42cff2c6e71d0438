//! A game: a start position and the moves made from it.

use super::moves::Move;
use super::outcome::{Outcome, Reason};
use super::position::Position;
use crate::definition::Verdict;
use crate::geometry::Color;

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
    seen: Vec<Seen>,
    /// For each hash the last ply whose position has it, sorted.
    last: Vec<(u64, usize)>,
}

/// What is known of a position of a game since it came about.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// How often it had occurred, that time included.
    occurrences: usize,
    /// The last ply before whose position has the same hash.
    before: Option<usize>,
}

impl Game {
    /// A game that begins with a position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let mut game = Self { positions: Vec::new(), moves: Vec::new(), seen: Vec::new(), last: Vec::new() };
        game.enter(start);
        game
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
        let after = self.position().play_unchecked(mv);
        self.enter(after);
        self.moves.push(mv);
    }

    /// Adds a position and counts how often it has occurred, whatever came between: what cannot be undone differs
    /// from game to game.
    fn enter(&mut self, position: Position) {
        let now = (position.hash(), self.positions.len());
        let before = match self.last.binary_search_by_key(&now.0, |last| last.0) {
            Ok(at) => Some(std::mem::replace(&mut self.last[at], now).1),
            Err(at) => {
                self.last.insert(at, now);
                None
            }
        };
        // One hash has one position, but for an accident.
        let mut alike = std::iter::successors(before, |&ply| self.seen[ply].before);
        let same = alike.find(|&ply| self.positions[ply].same_position(&position));
        let occurrences = 1 + same.map_or(0, |ply| self.seen[ply].occurrences);
        self.seen.push(Seen { occurrences, before });
        self.positions.push(position);
    }

    /// Takes the last move back and returns it.
    pub fn pop(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        if let Some((position, seen)) = self.positions.pop().zip(self.seen.pop())
            && let Ok(at) = self.last.binary_search_by_key(&position.hash(), |last| last.0)
        {
            match seen.before {
                Some(ply) => self.last[at].1 = ply,
                None => drop(self.last.remove(at)),
            }
        }
        Some(mv)
    }

    /// How often the position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.seen[self.moves.len()].occurrences
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
        self.positions[ply].outcome_with(self.repeated(ply))
    }

    /// What the repetition of a position means that was reached after so many moves, if it counts.
    fn repeated(&self, ply: usize) -> Option<Outcome> {
        let position = &self.positions[ply];
        let rule = position.variant().definition().repetition?;
        if self.seen[ply].occurrences < usize::from(rule.times) {
            return None;
        }
        let mover = position.turn().other();
        let mut loser = None;
        if rule.perpetual_check {
            let mut first = ply;
            for _ in 1..rule.times {
                first = self.occurrence_before(first)?;
            }
            let checks = |color: Color| {
                let mut after = self.positions[first + 1..=ply].iter().filter(|p| p.turn() != color);
                after.all(Position::is_check)
            };
            let both = [mover, mover.other()].map(checks);
            loser = match both {
                [true, false] => Some(mover),
                [false, true] => Some(mover.other()),
                _ => None,
            };
        }
        Some(match loser {
            Some(loser) => Outcome::new(Verdict::Loss, loser, Reason::PerpetualCheck),
            None => Outcome::new(rule.mover, mover, Reason::Repetition),
        })
    }

    /// The last ply before with the same position.
    fn occurrence_before(&self, ply: usize) -> Option<usize> {
        let mut alike = std::iter::successors(self.seen[ply].before, |&ply| self.seen[ply].before);
        alike.find(|&before| self.positions[before].same_position(&self.positions[ply]))
    }
}
