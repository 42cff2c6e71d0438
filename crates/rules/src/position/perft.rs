//! Counting legal move sequences.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::moves::{Move, MoveList};
use super::sink::Count;
use super::state::State;
use crate::geometry::Size;
use crate::tables::Tables;

impl<S: Size> State<S> {
    /// The number of legal sequences of `depth` moves. The last ply is counted without making it.
    #[must_use]
    pub fn perft(&self, tables: &Tables<S>, depth: u32) -> u64 {
        if tables.is_plain() {
            self.perft_as::<false>(tables, depth, &mut Vec::new())
        } else {
            self.perft_as::<true>(tables, depth, &mut Vec::new())
        }
    }

    /// The count behind each legal move.
    #[must_use]
    pub fn divide(&self, tables: &Tables<S>, depth: u32) -> Vec<(Move, u64)> {
        let mut moves = MoveList::new();
        self.legal_moves(tables, &mut moves);
        let count = |&mv: &Move| (mv, self.after(tables, mv).perft(tables, depth.saturating_sub(1)));
        moves.iter().map(count).collect()
    }

    /// [`State::divide`] on several threads. The order is that of the moves.
    #[must_use]
    pub fn divide_on(&self, tables: &Tables<S>, depth: u32, threads: usize) -> Vec<(Move, u64)> {
        if threads <= 1 || depth < 3 {
            return self.divide(tables, depth);
        }
        // Two plies make enough pieces of work to keep every thread busy to the end.
        let mut work = Vec::new();
        let (mut first, mut second) = (MoveList::new(), MoveList::new());
        self.legal_moves(tables, &mut first);
        for (index, &mv) in first.iter().enumerate() {
            let after = self.after(tables, mv);
            after.legal_moves(tables, &mut second);
            for &reply in &second {
                work.push((index, after.after(tables, reply)));
            }
        }
        let next = AtomicUsize::new(0);
        let counts = Mutex::new(vec![0; first.len()]);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some((index, state)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let nodes = state.perft(tables, depth - 2);
                        counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[*index] += nodes;
                    }
                });
            }
        });
        let counts = counts.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        first.into_iter().zip(counts).collect()
    }

    fn perft_as<const RICH: bool>(&self, tables: &Tables<S>, depth: u32, lists: &mut Vec<MoveList>) -> u64 {
        match depth {
            0 => 1,
            1 => {
                let mut count = Count::default();
                self.generate::<RICH, _>(tables, &mut count);
                count.0
            }
            _ => {
                let mut moves = lists.pop().unwrap_or_default();
                moves.clear();
                self.generate::<RICH, _>(tables, &mut moves);
                let mut nodes = 0;
                for &mv in &moves {
                    let mut after = *self;
                    self.make::<RICH>(tables, mv, &mut after);
                    nodes += after.perft_as::<RICH>(tables, depth - 1, lists);
                }
                lists.push(moves);
                nodes
            }
        }
    }
}
