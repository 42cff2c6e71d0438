//! The positions that a line of moves has gone through, those of the game first.

/// Slots by which a position is found again. More cost memory that is near, fewer bring together positions that differ.
const SLOTS: usize = 1 << 11;
/// The index of no position.
const NONE: u32 = u32::MAX;

/// The hashes of the positions, the current one last. Those that share a slot are chained, so that whether a position has
/// been there before does not take a look at every one: in games with hands none is ever out of reach.
pub(super) struct Line {
    /// A position's hash, the index of the last one before it in its slot, and whether the move that led to it gave check, where
    /// the game asks for that.
    positions: Vec<(u64, u32, bool)>,
    /// By slot: the index of the last position.
    last: Box<[u32; SLOTS]>,
}

impl Line {
    pub(super) fn new(hashes: &[(u64, bool)]) -> Self {
        let mut line = Self { positions: Vec::with_capacity(hashes.len()), last: Box::new([NONE; SLOTS]) };
        hashes.iter().for_each(|&(hash, check)| line.push(hash, check));
        line
    }

    fn slot(hash: u64) -> usize {
        hash as usize % SLOTS
    }

    /// A move leads to a position with this hash.
    #[inline]
    pub(super) fn push(&mut self, hash: u64, check: bool) {
        let last = &mut self.last[Self::slot(hash)];
        self.positions.push((hash, *last, check));
        *last = (self.positions.len() - 1) as u32;
    }

    /// The last move is taken back.
    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some((hash, before, _)) = self.positions.pop() {
            self.last[Self::slot(hash)] = before;
        }
    }

    /// The index of the current position.
    #[inline]
    pub(super) fn now(&self) -> usize {
        self.positions.len() - 1
    }

    /// The hash of the position so many plies before the current one.
    #[inline]
    pub(super) fn before(&self, plies: usize) -> u64 {
        self.positions[self.now() - plies].0
    }

    /// Whether the player who made the last move, and whether the other, gave check with every move since a position.
    pub(super) fn perpetual(&self, since: usize) -> [bool; 2] {
        let checks = |last: usize| (since + 1..=last).rev().step_by(2).all(|at| self.positions[at].2);
        [checks(self.now()), checks(self.now() - 1)]
    }

    /// The indices of earlier positions like the current one, the last first.
    #[inline]
    pub(super) fn recurrences(&self) -> impl Iterator<Item = usize> {
        let (hash, mut before, _) = self.positions[self.now()];
        let positions = &self.positions;
        std::iter::from_fn(move || {
            while before != NONE {
                let at = before as usize;
                let (other, next, _) = positions[at];
                before = next;
                if other == hash {
                    return Some(at);
                }
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a look at every position says it.
    fn slowly(hashes: &[u64]) -> Vec<usize> {
        let (last, before) = hashes.split_last().unwrap();
        (0..before.len()).rev().filter(|&at| before[at] == *last).collect()
    }

    #[test]
    fn recurrences_are_found_after_any_moves_and_their_taking_back() {
        let mut hashes = vec![5];
        let mut line = Line::new(&[(5, false)]);
        let mut random = 1_u64;
        for _ in 0..5_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if random >> 40 & 3 == 0 && hashes.len() > 1 {
                hashes.pop();
                line.pop();
            } else {
                // Few hashes, of which many share a slot.
                let hash = (random >> 50 & 7) + (random >> 60) * SLOTS as u64;
                hashes.push(hash);
                line.push(hash, false);
            }
            assert_eq!(line.recurrences().collect::<Vec<_>>(), slowly(&hashes));
            assert_eq!(line.now(), hashes.len() - 1);
        }
    }
}
