//! The transposition table: what is known of positions seen before, by their hash (Greenblatt 1967).
//!
//! Threads share it without locks: a slot is two words, and the first holds the key combined with the
//! second, so that a slot that two threads wrote at once is taken for another position (Hyatt, Mann 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use berolina_numbers::random::GOLDEN;
use berolina_rules::Move;

use crate::score::PROVEN;

/// What a score says of the true one.
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
    /// `None` if only the evaluation is known.
    pub(crate) bound: Option<Bound>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    /// What the evaluation says; `None` where the king was attacked.
    pub(crate) eval: Option<i32>,
    /// It was on an expected line.
    pub(crate) pv: bool,
}

/// Two words: the upper 48 bits of the hash with 16 of evaluation, sealed by the rest ([`sealed`]); and the rest, which is 0
/// in an empty slot alone.
#[derive(Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

/// What is found with one access to memory.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

const _: () = assert!(size_of::<Cluster>() == 64);

/// A table of fixed size.
pub(crate) struct Table {
    clusters: Vec<Cluster>,
    age: AtomicU8,
}

/// No move has this number.
const NO_MOVE: u64 = (1 << Move::BITS) - 1;
const NO_EVAL: i16 = i16::MIN;
const AGES: u8 = 32;
/// So much depth is an age worth.
const AGE_WEIGHT: i32 = 4;
/// Depths are stored from here.
const LOWEST_DEPTH: i32 = -8;

impl Table {
    /// A table of so many MiB; `None` if there is no memory for it.
    pub(crate) fn new(mib: usize) -> Option<Self> {
        let count = (mib << 20) / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).ok()?;
        advise_large_pages(&mut clusters);
        clusters.resize_with(count, Cluster::default);
        Some(Self { clusters, age: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.clusters.iter_mut().for_each(|cluster| *cluster = Cluster::default());
        *self.age.get_mut() = 0;
    }

    /// A new search begins: what older ones stored is replaced first.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age() + 1) % AGES, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    fn cluster(&self, hash: u64) -> &Cluster {
        // The upper bits are compared, so the lower ones choose the cluster.
        let index = (u128::from(hash.rotate_left(48)) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Begins to fetch what is known of a position from memory, so that it is there when it is asked for.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(hash);
            // SAFETY: a hint that reads nothing, with an address that is valid; SSE is part of x86-64.
            // Gain: see docs/performance.md, "Prefetching".
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// What is known of a position met at `ply`.
    pub(crate) fn get(&self, hash: u64, ply: usize) -> Option<Known> {
        for slot in &self.cluster(hash).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let key = sealed(slot.key.load(Ordering::Relaxed), data);
            if (key ^ hash) >> 16 == 0 && data != 0 {
                return Some(unpacked(key as u16, data, ply));
            }
        }
        None
    }

    /// Stores what is now known of a position met at `ply`.
    pub(crate) fn put(&self, hash: u64, ply: usize, mut known: Known) {
        let age = self.age();
        let cluster = self.cluster(hash);
        let mut chosen = &cluster.0[0];
        let mut least = i32::MAX;
        for slot in &cluster.0 {
            let data = slot.data.load(Ordering::Relaxed);
            let key = sealed(slot.key.load(Ordering::Relaxed), data);
            if (key ^ hash) >> 16 == 0 && data != 0 {
                if known.best.is_none() {
                    known.best = move_in(data);
                }
                let older = age_in(data) != age;
                let keep = known.bound != Some(Bound::Exact)
                    && !older
                    && known.depth + 4 + 2 * i32::from(known.pv) <= depth_in(data);
                if keep {
                    return;
                }
                chosen = slot;
                break;
            }
            let years = i32::from((AGES + age - age_in(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { depth_in(data) - AGE_WEIGHT * years };
            if worth < least {
                least = worth;
                chosen = slot;
            }
        }
        let (eval, data) = packed(&known, ply, age);
        let key = (hash & !0xFFFF) | u64::from(eval);
        chosen.data.store(data, Ordering::Relaxed);
        chosen.key.store(sealed(key, data), Ordering::Relaxed);
    }

    /// How full the table is with what the present search stored, in thousandths: of a sample.
    pub(crate) fn fullness(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let age = self.age();
        let slots = sample.iter().flat_map(|cluster| &cluster.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_in(data) == age
        });
        (used.count() * 1000 / (sample.len() * 4)) as u32
    }
}

/// Asks for large pages, so that fewer look-ups of addresses miss their cache.
#[allow(unsafe_code)]
fn advise_large_pages(clusters: &mut Vec<Cluster>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 2 << 20;
        let begin = clusters.as_mut_ptr().cast::<u8>();
        let bytes = clusters.capacity() * size_of::<Cluster>();
        let skip = begin.align_offset(PAGE);
        if bytes >= skip.saturating_add(PAGE) {
            let length = (bytes - skip) / PAGE * PAGE;
            // SAFETY: the range lies within memory that the vector owns; the advice changes no content, and
            // its failure changes nothing. Gain: see docs/performance.md, "Large pages".
            unsafe { libc::madvise(begin.add(skip).cast(), length, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = clusters;
}

/// A key sealed by the data that it belongs to, and a sealed key opened. Threads write without locks, so that key and data may come from
/// two of them (Hyatt and Mann 2002); then nothing of the key fits. The product lets every bit of the data reach the upper ones,
/// which are compared: those below are the evaluation, which nothing else vouches for.
#[inline(always)]
fn sealed(key: u64, data: u64) -> u64 {
    key ^ data.wrapping_mul(GOLDEN)
}

// From the lowest bit: move 32, score 16, depth 8, bound 2, expected line 1, age 5.
const SCORE: u32 = Move::BITS;
const DEPTH: u32 = SCORE + 16;
const BOUND: u32 = DEPTH + 8;
const PV: u32 = BOUND + 2;
const AGE: u32 = PV + 1;
const _: () = assert!(AGE + AGES.ilog2() == u64::BITS);

fn packed(known: &Known, ply: usize, age: u8) -> (u16, u64) {
    let best = known.best.map_or(NO_MOVE, |mv| u64::from(mv.bits()));
    let score = u64::from(shifted(known.score, ply as i32) as i16 as u16);
    let depth = (known.depth - LOWEST_DEPTH).clamp(0, 255) as u64;
    let bound = match known.bound {
        None => 0,
        Some(Bound::Exact) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Upper) => 3,
    };
    let data = best
        | score << SCORE
        | depth << DEPTH
        | bound << BOUND
        | u64::from(known.pv) << PV
        | u64::from(age) << AGE;
    let eval = known.eval.map_or(NO_EVAL, |eval| eval as i16);
    (eval as u16, data)
}

fn unpacked(eval: u16, data: u64, ply: usize) -> Known {
    let eval = eval as i16;
    Known {
        best: move_in(data),
        bound: match data >> BOUND & 3 {
            0 => None,
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Upper),
        },
        score: shifted(i32::from((data >> SCORE) as u16 as i16), -(ply as i32)),
        depth: depth_in(data),
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        pv: data >> PV & 1 == 1,
    }
}

fn move_in(data: u64) -> Option<Move> {
    let bits = data & NO_MOVE;
    (bits != NO_MOVE).then(|| Move::from_bits(bits as u32))
}

fn depth_in(data: u64) -> i32 {
    i32::from((data >> DEPTH) as u8) + LOWEST_DEPTH
}

fn age_in(data: u64) -> u8 {
    (data >> AGE) as u8 % AGES
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

    const KNOWN: Known = Known {
        best: Some(Move::from_bits(77)),
        bound: Some(Bound::Lower),
        score: 7 - WIN,
        depth: 9,
        eval: Some(-120),
        pv: true,
    };

    #[test]
    fn keeps_what_it_is_given() {
        let table = Table::new(1).unwrap();
        let hash = 0x1234_5678_9abc_def0;
        table.put(hash, 3, KNOWN);
        assert_eq!(table.get(hash, 3), Some(KNOWN));
        assert_eq!(table.get(hash, 5).map(|k| k.score), Some(9 - WIN));
        assert_eq!(table.get(hash ^ 1 << 40, 3), None);
        let other = Known { best: None, bound: None, eval: None, depth: -3, pv: false, score: -5 };
        table.put(!hash, 0, other);
        assert_eq!(table.get(!hash, 0), Some(other));
    }

    #[test]
    fn halves_of_two_entries_are_none() {
        let table = Table::new(1).unwrap();
        let hash = 0x1234_5678_9abc_def0;
        table.put(hash, 0, KNOWN);
        let slot = &table.cluster(hash).0[0];
        let data = slot.data.load(Ordering::Relaxed);
        // Of one position, with another move: as two threads write that search it at once.
        let (_, other) =
            packed(&Known { best: Some(Move::from_bits(78)), eval: Some(700), ..KNOWN }, 0, table.age());
        assert_eq!((data ^ other) >> 16, 0, "the halves differ in what the evaluation is stored with alone");
        slot.data.store(other, Ordering::Relaxed);
        assert_eq!(table.get(hash, 0), None);
    }

    #[test]
    fn a_move_is_not_forgotten_for_none() {
        let table = Table::new(1).unwrap();
        table.put(99 << 20, 0, KNOWN);
        table.put(99 << 20, 0, Known { best: None, depth: 12, ..KNOWN });
        assert_eq!(table.get(99 << 20, 0).map(|k| (k.best, k.depth)), Some((KNOWN.best, 12)));
    }

    #[test]
    fn old_entries_make_room_for_new_ones() {
        let table = Table::new(1).unwrap();
        let hash = |i: u64| i << 40 | 5;
        for i in 1..=4 {
            table.put(hash(i), 0, Known { depth: 30, ..KNOWN });
        }
        for _ in 0..9 {
            table.grow_older();
        }
        table.put(hash(9), 0, Known { depth: 1, ..KNOWN });
        assert_eq!(table.get(hash(9), 0).map(|k| k.depth), Some(1));
    }

    #[test]
    fn a_table_that_does_not_fit_is_refused() {
        assert!(Table::new(1 << 40).is_none());
    }
}
