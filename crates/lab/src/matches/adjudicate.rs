//! Games that both engines agree about are ended early.

use berolina_rules::geometry::Color;

/// When games are ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// A game is won when for `resign_moves` moves of each player both say that the same one is ahead by so many
    /// hundredths of a pawn.
    pub resign_score: i32,
    /// Moves of each player.
    pub resign_moves: usize,
    /// A game is drawn when for `draw_moves` moves of each player no score is further from 0 than this.
    pub draw_score: i32,
    /// Moves of each player.
    pub draw_moves: usize,
    /// Not before so many moves of each player have been made.
    pub draw_after: usize,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self { resign_score: 1000, resign_moves: 4, draw_score: 8, draw_moves: 8, draw_after: 40 }
    }
}

/// What the engines agree about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreed {
    /// This player wins.
    Win(Color),
    /// Nobody does.
    Draw,
}

impl Adjudication {
    /// What the engines agree about. `scores` are those of each ply, by whoever moved, as White sees them; a ply without a
    /// score agrees with nothing.
    #[must_use]
    pub fn judge(&self, scores: &[Option<i32>]) -> Option<Agreed> {
        let last = |moves: usize| {
            let plies = (2 * moves).max(2);
            scores.len().checked_sub(plies).map(|start| &scores[start..])
        };
        if let Some(last) = last(self.resign_moves) {
            let all = |wins: &dyn Fn(i32) -> bool| last.iter().all(|score| score.is_some_and(wins));
            if all(&|score| score >= self.resign_score) {
                return Some(Agreed::Win(Color::White));
            }
            if all(&|score| score <= -self.resign_score) {
                return Some(Agreed::Win(Color::Black));
            }
        }
        let late = scores.len() >= 2 * self.draw_after;
        let even = last(self.draw_moves).is_some_and(|last| {
            last.iter().all(|score| score.is_some_and(|score| score.abs() <= self.draw_score))
        });
        (late && even).then_some(Agreed::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_must_agree() {
        let judge = |scores: &[Option<i32>]| Adjudication::default().judge(scores);
        assert_eq!(judge(&[Some(1000); 8]), Some(Agreed::Win(Color::White)));
        assert_eq!(judge(&[Some(-29_990); 9]), Some(Agreed::Win(Color::Black)));
        assert_eq!(judge(&[Some(1000); 7]), None, "not yet");
        let mut scores = [Some(1200); 8];
        scores[4] = Some(999);
        assert_eq!(judge(&scores), None, "one does not see it");
        scores[4] = None;
        assert_eq!(judge(&scores), None, "one says nothing");
    }

    #[test]
    fn draws_come_late() {
        let judge = |scores: &[Option<i32>]| Adjudication::default().judge(scores);
        assert_eq!(judge(&[Some(0); 79]), None);
        assert_eq!(judge(&[Some(-8); 80]), Some(Agreed::Draw));
        let mut scores = [Some(0); 80];
        scores[64] = Some(9);
        assert_eq!(judge(&scores), None);
        scores.rotate_left(1);
        assert_eq!(judge(&scores), Some(Agreed::Draw), "longer ago than 16 plies");
    }
}
