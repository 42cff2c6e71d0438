//! The transposition table: what is known of positions seen before, by their hash (Greenblatt 1967).

use berolina_rules::Move;

use crate::score::PROVEN;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The true score is as high or higher.
    Lower,
    /// The true score is as low or lower.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) best: Option<Move>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

const NO_MOVE: u32 = u32::MAX;

/// A table of fixed size. Each slot is the hash and, in one word, move, score, depth and bound; a
/// new position replaces the old one unless that is the same and was searched deeper.
pub(crate) struct Table {
    slots: Vec<[u64; 2]>,
}

impl Table {
    /// The greatest number of slots: 16 MiB.
    const MOST: u64 = 1 << 20;

    /// A table for a search of at most so many positions.
    pub(crate) fn new(nodes: Option<u64>) -> Self {
        let slots = nodes.unwrap_or(u64::MAX).clamp(1 << 10, Self::MOST / 2).next_power_of_two() * 2;
        Self { slots: vec![[0; 2]; slots as usize] }
    }

    fn index(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    /// What is known of a position met at `ply`.
    pub(crate) fn get(&self, hash: u64, ply: i32) -> Option<Known> {
        let [key, data] = self.slots[self.index(hash)];
        if key != hash || data == 0 {
            return None;
        }
        let bits = data as u32;
        let score = i32::from((data >> 32) as u16 as i16);
        let bound = match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Some(Known {
            best: (bits != NO_MOVE).then(|| Move::from_bits(bits)),
            score: shifted(score, -ply),
            depth: i32::from((data >> 48) as u8),
            bound,
        })
    }

    /// Stores what is now known of a position met at `ply`.
    pub(crate) fn put(&mut self, hash: u64, ply: i32, known: Known) {
        let index = self.index(hash);
        let [key, data] = self.slots[index];
        let depth = known.depth.clamp(0, 255) as u64;
        if key == hash && known.bound != Bound::Exact && data >> 48 & 255 > depth + 2 {
            return;
        }
        let best = match known.best {
            Some(mv) => mv.bits(),
            None if key == hash && data != 0 => data as u32,
            None => NO_MOVE,
        };
        let bound: u64 = match known.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let score = u64::from(shifted(known.score, ply) as i16 as u16);
        self.slots[index] = [hash, u64::from(best) | score << 32 | depth << 48 | bound << 56];
    }
}

/// Proven ends are stored as distances from the position, not from the root.
fn shifted(score: i32, ply: i32) -> i32 {
    if score > PROVEN {
        score + ply
    } else if score < -PROVEN {
        score - ply
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    #[test]
    fn keeps_what_it_is_given() {
        let mut table = Table::new(Some(5000));
        let known = Known { best: Some(Move::from_bits(77)), score: 7 - WIN, depth: 9, bound: Bound::Lower };
        table.put(42, 3, known);
        assert_eq!(table.get(42, 3), Some(known));
        assert_eq!(table.get(42, 5).map(|k| k.score), Some(9 - WIN));
        assert_eq!(table.get(43, 3), None);
    }
}
