//! Looking for a win in at most so many moves by trying every move, for [`crate::Limits::mate`]. The usual search
//! leaves out or searches less deep what looks bad, and the key of a problem does; it in turn finds long wins that
//! nobody could find by trying everything. So the two take turns, with as many positions each.

use std::sync::atomic::Ordering;

use berolina_numbers::random::GOLDEN;
use berolina_rules::geometry::Size;
use berolina_rules::order::sort_short;
use berolina_rules::position::State;

use super::Worker;
use super::node::Call;
use crate::score::WIN;

/// Entries in the table that hold for every move must not mix with the usual ones.
const SALT: u64 = GOLDEN;
/// A proof is given at least so many positions before the usual search has its turn.
const LEAST: u64 = 20_000;

/// How far the search for a proof has come.
pub(super) struct Proof {
    /// Every move is being tried.
    on: bool,
    /// There is no win in fewer moves than this.
    moves: u32,
    /// Positions spent on it.
    nodes: u64,
    /// It pauses when the thread has visited so many positions in all.
    pub(super) until: u64,
}

impl Default for Proof {
    fn default() -> Self {
        Self { on: false, moves: 1, nodes: 0, until: u64::MAX }
    }
}

impl<S: Size> Worker<'_, S> {
    /// Whether every move is being tried.
    #[inline]
    pub(super) fn proving(&self) -> bool {
        self.proof.on
    }

    /// What the table knows a position by.
    #[inline]
    pub(super) fn key(&self, state: &State<S>) -> u64 {
        state.hash() ^ if self.proof.on { SALT } else { 0 }
    }

    /// Goes on looking for a win in at most as many moves as the limits ask for, and says, once that is known, whether
    /// there is one; it is then the score of the first root move. Pauses when it has visited about twice as many
    /// positions as the usual search.
    pub(super) fn prove(&mut self, state: &State<S>) -> Option<bool> {
        let limits = self.shared.limits;
        let most = limits.mate.filter(|_| self.main && limits.lines <= 1)?;
        while self.proof.moves <= most && self.proof.nodes <= self.nodes - self.proof.nodes && !self.stopped {
            let before = self.root_moves.clone();
            let started = self.nodes;
            self.proof.until = started + (2 * (started - self.proof.nodes)).max(LEAST);
            self.proof.on = true;
            let won = self.try_all(state);
            self.proof.on = false;
            self.proof.nodes += self.nodes - started;
            let paused = self.nodes >= std::mem::replace(&mut self.proof.until, u64::MAX);
            if won {
                return Some(true);
            }
            self.root_moves = before;
            if paused {
                self.look_up();
                // The depths of a proof are none that another thread could have finished before.
                self.stopped = self.shared.stop.load(Ordering::Relaxed);
                break;
            }
            self.proof.moves += u32::from(!self.stopped);
        }
        (self.proof.moves > most).then_some(false)
    }

    fn try_all(&mut self, state: &State<S>) -> bool {
        let plies = 2 * self.proof.moves as i32;
        // Where what loses elsewhere wins, the loser's answer is the win: he takes the last piece, or leaves the winner no move.
        let answer = i32::from(self.shared.game.reversed);
        let (plies, check) = (plies + answer, self.in_check(state));
        let alpha = WIN - plies;
        (self.root_index, self.root_depth) = (0, plies);
        // One ply more than the win has shows that who is to move has no move.
        let call = Call { alpha, beta: WIN, depth: plies, ply: 0, cut: false, check, fresh: true };
        let score = self.node::<true>(state, call);
        let won = score > alpha && !self.stopped;
        if won {
            sort_short(&mut self.root_moves, |a, b| a.score > b.score);
        }
        won
    }
}
