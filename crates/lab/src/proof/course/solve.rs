//! In how many moves a goal can be reached, by trying all of them.

use std::collections::{HashMap, HashSet};

use berolina_rules::{Move, Position};
use berolina_view::goal::{Aim, capture, passed};

use crate::proof::wins;

/// The most positions that [`alone`] looks at.
const MOST: usize = 2_000_000;

/// The shortest way to a goal while the other side waits, and moves only to capture: then the way has failed.
/// `None` if there is none in so many moves.
#[must_use]
pub fn alone(start: &Position, aim: &Aim<'_>, most: u32) -> Option<Vec<Move>> {
    let mut seen = HashSet::from([(start.hash(), aim.open())]);
    let mut edge = vec![(start.clone(), aim.open(), Vec::new())];
    for _ in 0..most {
        let mut next = Vec::new();
        for (position, open, way) in &edge {
            for mv in position.legal_moves() {
                let after = position.play_unchecked(mv);
                let left = aim.after(*open, position, mv, &after);
                if capture(&after).is_some() {
                    continue;
                }
                let mut way: Vec<Move> = way.clone();
                way.push(mv);
                if left == 0 {
                    return Some(way);
                }
                let Some(waited) = wait(&after) else { continue };
                if seen.len() < MOST && seen.insert((waited.hash(), left)) {
                    next.push((waited, left, way));
                }
            }
        }
        edge = next;
    }
    None
}

/// The player's next position, if the game goes on and the rules let the other side wait.
fn wait(after: &Position) -> Option<Position> {
    if after.outcome().is_some() { None } else { passed(after).ok() }
}

/// The texts of moves while the other side waits.
///
/// # Errors
/// One line if it cannot wait after one of them.
pub fn texts(start: &Position, way: &[Move]) -> Result<Vec<String>, String> {
    let (mut position, mut texts) = (start.clone(), Vec::new());
    for (at, &mv) in way.iter().enumerate() {
        texts.push(position.move_text(mv));
        let after = position.play_unchecked(mv);
        if at + 1 < way.len() {
            position = passed(&after)?;
        }
    }
    Ok(texts)
}

/// Judges positions of a lesson or puzzle in which the other side does what it likes.
#[derive(Debug)]
pub struct Solver<'a> {
    aim: &'a Aim<'a>,
    known: HashMap<(u64, u32, u32), bool>,
}

impl<'a> Solver<'a> {
    /// A solver that has seen nothing yet.
    #[must_use]
    pub fn new(aim: &'a Aim<'a>) -> Self {
        Self { aim, known: HashMap::new() }
    }

    /// The goal.
    #[must_use]
    pub fn aim(&self) -> &'a Aim<'a> {
        self.aim
    }

    /// Whether the player to move can reach the goal in so many moves, whatever is answered.
    pub fn can(&mut self, position: &Position, open: u32, moves: u32) -> bool {
        if moves == 0 || position.outcome().is_some() {
            return false;
        }
        if self.aim.is_win() {
            return wins::wins_in(position, 2 * moves - 1).is_some();
        }
        let key = (position.hash(), open, moves);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let can = position.legal_moves().iter().any(|&mv| self.right(position, mv, open, moves));
        self.known.insert(key, can);
        can
    }

    /// Whether a move of the player leads there in so many moves, itself included.
    pub fn right(&mut self, position: &Position, mv: Move, open: u32, moves: u32) -> bool {
        let after = position.play_unchecked(mv);
        let left = self.aim.after(open, position, mv, &after);
        if left == 0 {
            return true;
        }
        if moves == 1 || after.outcome().is_some() {
            return false;
        }
        if self.aim.is_win() {
            return wins::lost_in(&after, 2 * moves - 2);
        }
        let replies = after.legal_moves();
        replies.iter().all(|&reply| self.can(&after.play_unchecked(reply), left, moves - 1))
    }

    /// The fewest moves in which the player to move can reach the goal.
    pub fn fewest(&mut self, position: &Position, open: u32, most: u32) -> Option<u32> {
        (1..=most).find(|&moves| self.can(position, open, moves))
    }
}
