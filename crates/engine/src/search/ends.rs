//! How a line ends: exact scores for every way to win, lose or draw.

use berolina_rules::Outcome;
use berolina_rules::definition::Verdict;
use berolina_rules::geometry::{Color, Size, Word};
use berolina_rules::position::State;

use super::Worker;
use crate::score::WIN;

/// With more pieces than this nobody lacks the material to win.
const FEW_PIECES: u32 = 10;

impl<S: Size> Worker<'_, S> {
    /// The score of a position that needs no search: the game has ended there, or it can be won at
    /// once by taking the king. `fresh` says that the last move may have left that king attacked.
    pub(super) fn end(&self, state: &State<S>, ply: usize, fresh: bool) -> Option<i32> {
        let tables = self.shared.tables;
        if self.shared.game.board_ends || fresh {
            if let Some(outcome) = state.decided(tables) {
                return Some(score(state.turn(), outcome, ply));
            }
            if fresh && state.can_take_king(tables) {
                return Some(WIN - ply as i32 - 1);
            }
        }
        if let Some(verdict) = self.repetition(state) {
            return Some(if verdict == Verdict::Draw {
                self.drawn(state, ply)
            } else {
                score_of(verdict, ply)
            });
        }
        if tables.insufficient.is_some()
            && state.occupied().count() <= FEW_PIECES
            && state.insufficient(tables)
        {
            return Some(if self.can_move(state) {
                self.drawn(state, ply)
            } else {
                self.no_moves(state, ply)
            });
        }
        if state.is_counted_out(tables) {
            return self.end_by_clock(state, ply, false);
        }
        if let Some((limit, claim)) = tables.clock_limit
            && state.clock() >= limit
        {
            return self.end_by_clock(state, ply, claim);
        }
        None
    }

    /// The clock is at its limit: a draw, or a win for whoever may claim it, unless the game has ended
    /// otherwise.
    #[cold]
    fn end_by_clock(&self, state: &State<S>, ply: usize, claim: bool) -> Option<i32> {
        if !self.can_move(state) {
            return Some(self.no_moves(state, ply));
        }
        if !claim {
            return Some(self.drawn(state, ply));
        }
        let winner = state.claim(self.shared.tables)?;
        Some(if winner == state.turn() { WIN - ply as i32 } else { ply as i32 - WIN })
    }

    /// The score of a drawn game.
    pub(super) fn drawn(&self, state: &State<S>, ply: usize) -> i32 {
        match state.draw_winner(self.shared.tables) {
            None => 0,
            Some(color) if color == state.turn() => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
        }
    }

    /// Whether there is any legal move. Rarely asked, and large: it is there once.
    #[cold]
    #[inline(never)]
    fn can_move(&self, state: &State<S>) -> bool {
        state.count_moves(self.shared.tables) > 0
    }

    /// The score where there is no move to make.
    pub(super) fn no_moves(&self, state: &State<S>, ply: usize) -> i32 {
        let tables = self.shared.tables;
        // Moves that were not made because they leave the king to be taken.
        if !tables.side(state.turn()).by_checkmate && self.can_move(state) {
            return ply as i32 + 2 - WIN;
        }
        score(state.turn(), state.no_moves(tables), ply)
    }

    /// What the present position means for the player to move if it is a repetition. Where that
    /// draws, one recurrence within the line is enough: what was best then is best now.
    fn repetition(&self, state: &State<S>) -> Option<Verdict> {
        let tables = self.shared.tables;
        let rule = tables.repetition?;
        let now = self.line.now();
        // Positions before the clock was reset cannot recur, unless pieces come back from the hand.
        let back = if tables.features.hands { now } else { now.min(usize::from(state.clock())) };
        let mut times = 1;
        for at in self.line.recurrences() {
            let distance = now - at;
            if distance > back {
                break;
            }
            // A passed turn changes who is to move without a move; nothing recurs before both have moved twice.
            if distance < 4 || distance % 2 == 1 {
                continue;
            }
            times += 1;
            if times >= rule.times || (at > self.root && rule.mover == Verdict::Draw) {
                if rule.perpetual_check {
                    match self.line.perpetual(at) {
                        [true, false] => return Some(Verdict::Win),
                        [false, true] => return Some(Verdict::Loss),
                        _ => {}
                    }
                }
                return Some(opposite(rule.mover));
            }
        }
        None
    }
}

fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Loss => Verdict::Win,
        Verdict::Draw => Verdict::Draw,
        Verdict::Win => Verdict::Loss,
    }
}

/// The score of an end at `ply` with this verdict for the player to move.
fn score_of(verdict: Verdict, ply: usize) -> i32 {
    match verdict {
        Verdict::Loss => ply as i32 - WIN,
        Verdict::Draw => 0,
        Verdict::Win => WIN - ply as i32,
    }
}

/// The score of an end at `ply` for the player to move.
pub(crate) fn score(turn: Color, outcome: Outcome, ply: usize) -> i32 {
    let verdict = match outcome.winner {
        None => Verdict::Draw,
        Some(winner) if winner == turn => Verdict::Win,
        Some(_) => Verdict::Loss,
    };
    score_of(verdict, ply)
}
