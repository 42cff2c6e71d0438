//! What a slider sees along ranks, files and diagonals.
//!
//! Where the processor has PEXT, the squares that can block are gathered into an index of a table:
//! one look-up for a rook or a bishop on boards up to 64 squares, one a line on larger ones. Elsewhere,
//! and on boards too long for such tables, each line takes the *obstruction difference* (Michael
//! Hoffmann, see the Chess Programming Wiki): with `u` the occupied squares of the line above the
//! slider and `l` the nearest occupied one below, `u ^ (u - l)` covers the line from `l` to the
//! first square of `u`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use super::{MAX_SQUARES, Shape, Square, SquareSet, Word};

/// The four orthogonal directions.
pub const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// The four diagonal directions.
pub const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// Slider look-ups of one board.
pub trait Lines<W>: Send + Sync + Sized + std::fmt::Debug + 'static {
    /// Makes the tables of a board.
    fn new(shape: Shape) -> Self;
    /// The squares that a rook on `square` attacks when `occupied` stand on the board.
    fn orthogonal(&self, square: Square, occupied: W) -> W;
    /// The squares that a bishop on `square` attacks when `occupied` stand on the board.
    fn diagonal(&self, square: Square, occupied: W) -> W;
    /// The tables of a board, made once for each shape.
    fn shared(shape: Shape) -> Arc<Self>;
}

/// The squares from `square` in one direction up to and with the first of `occupied`.
#[must_use]
pub fn walk(shape: Shape, square: Square, step: (i8, i8), occupied: SquareSet) -> SquareSet {
    let mut seen = SquareSet::EMPTY;
    let mut at = square;
    while let Some(next) = shape.offset(at, step.0, step.1) {
        seen.insert(next);
        if occupied.contains(next) {
            break;
        }
        at = next;
    }
    seen
}

fn walk_all(shape: Shape, square: Square, steps: &[(i8, i8)], occupied: SquareSet) -> SquareSet {
    SquareSet(steps.iter().fold(0, |seen, &step| seen | walk(shape, square, step, occupied).0))
}

/// The squares of lines through `square` whose occupation matters: not the last of each.
#[cfg(target_feature = "bmi2")]
fn inner(shape: Shape, square: Square, steps: &[(i8, i8)]) -> SquareSet {
    let mut all = SquareSet::EMPTY;
    for &(dx, dy) in steps {
        let ray = walk(shape, square, (dx, dy), SquareSet::EMPTY);
        all.0 |= ray.iter().filter(|&s| shape.offset(s, dx, dy).is_some()).fold(0, |set, s| set | 1 << s.0);
    }
    all
}

fn shared_in<L: Lines<W>, W>(cache: &Mutex<HashMap<Shape, Arc<L>>>, shape: Shape) -> Arc<L> {
    let mut cache = cache.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    Arc::clone(cache.entry(shape).or_insert_with(|| Arc::new(L::new(shape))))
}

/// One line through a square, for the obstruction difference.
#[derive(Clone, Copy, Default, Debug)]
struct Line<W> {
    below: W,
    above: W,
}

/// Lines by obstruction difference: four a square, rank and file first.
#[derive(Debug)]
struct Differences<W>(Box<[[Line<W>; 4]]>);

impl<W: Word> Differences<W> {
    fn new(shape: Shape) -> Self {
        let pairs = [((-1, 0), (1, 0)), ((0, -1), (0, 1)), ((-1, -1), (1, 1)), ((1, -1), (-1, 1))];
        let lines = |square| {
            pairs.map(|(down, up)| Line {
                below: W::from_set(walk(shape, square, down, SquareSet::EMPTY)),
                above: W::from_set(walk(shape, square, up, SquareSet::EMPTY)),
            })
        };
        Self(shape.iter().map(lines).collect())
    }

    #[inline(always)]
    fn line(line: &Line<W>, occupied: W) -> W {
        let below = line.below & occupied;
        let above = line.above & occupied;
        let nearest = if below.is_empty() { W::bit(Square(0)) } else { W::bit(below.last()) };
        (line.below | line.above) & (above ^ above.minus(nearest))
    }

    #[inline(always)]
    fn orthogonal(&self, square: Square, occupied: W) -> W {
        let lines = &self.0[square.index()];
        Self::line(&lines[0], occupied) | Self::line(&lines[1], occupied)
    }

    #[inline(always)]
    fn diagonal(&self, square: Square, occupied: W) -> W {
        let lines = &self.0[square.index()];
        Self::line(&lines[2], occupied) | Self::line(&lines[3], occupied)
    }
}

#[cfg(target_feature = "bmi2")]
mod pext {
    use super::*;

    #[inline(always)]
    pub(super) fn pext(word: u64, mask: u64) -> usize {
        // SAFETY: this module exists only where the target has BMI2. Gain over the obstruction
        // difference: 1.28x of `perft chess 6` (see docs/performance.md).
        #[allow(unused_unsafe)]
        unsafe {
            std::arch::x86_64::_pext_u64(word, mask) as usize
        }
    }

    #[derive(Clone, Copy, Default, Debug)]
    struct Entry {
        mask: u64,
        offset: usize,
    }

    /// Tables of a board up to 64 squares.
    #[derive(Debug)]
    pub struct SmallLines {
        entries: [[Entry; 64]; 2],
        attacks: Box<[u64]>,
    }

    impl Lines<u64> for SmallLines {
        fn new(shape: Shape) -> Self {
            let mut entries = [[Entry::default(); 64]; 2];
            let mut attacks = Vec::new();
            for (kind, steps) in [ORTHOGONAL, DIAGONAL].iter().enumerate() {
                for square in shape.iter() {
                    let mask = inner(shape, square, steps).0 as u64;
                    entries[kind][square.index()] = Entry { mask, offset: attacks.len() };
                    let mut occupied = 0u64;
                    // Counting in steps of the mask visits its subsets in the order of their PEXT.
                    loop {
                        let seen = walk_all(shape, square, steps, SquareSet(u128::from(occupied)));
                        attacks.push(seen.0 as u64);
                        occupied = occupied.wrapping_sub(mask) & mask;
                        if occupied == 0 {
                            break;
                        }
                    }
                }
            }
            Self { entries, attacks: attacks.into() }
        }

        #[inline(always)]
        fn orthogonal(&self, square: Square, occupied: u64) -> u64 {
            let entry = &self.entries[0][square.index() & 63];
            self.attacks[entry.offset + pext(occupied, entry.mask)]
        }

        #[inline(always)]
        fn diagonal(&self, square: Square, occupied: u64) -> u64 {
            let entry = &self.entries[1][square.index() & 63];
            self.attacks[entry.offset + pext(occupied, entry.mask)]
        }

        fn shared(shape: Shape) -> Arc<Self> {
            static CACHE: OnceLock<Mutex<HashMap<Shape, Arc<SmallLines>>>> = OnceLock::new();
            shared_in(CACHE.get_or_init(Mutex::default), shape)
        }
    }

    /// The longest line whose blockers index a table.
    const LONGEST: u32 = 8;

    #[derive(Clone, Copy, Default, Debug)]
    struct LongEntry {
        low: u64,
        high: u64,
        offset: u32,
        low_count: u32,
    }

    /// Tables of a board up to 128 squares.
    #[derive(Debug)]
    pub struct LargeLines {
        entries: Box<[[LongEntry; 4]]>,
        attacks: Box<[u128]>,
        /// Used instead where a line is longer than [`LONGEST`].
        differences: Option<Differences<u128>>,
    }

    impl LargeLines {
        #[inline(always)]
        fn line(&self, entry: &LongEntry, occupied: u128) -> u128 {
            let low = pext(occupied as u64, entry.low);
            let high = pext((occupied >> 64) as u64, entry.high);
            self.attacks[entry.offset as usize + (low | high << entry.low_count)]
        }
    }

    impl Lines<u128> for LargeLines {
        fn new(shape: Shape) -> Self {
            if u32::from(shape.files.max(shape.ranks)) > LONGEST + 2 {
                let differences = Some(Differences::new(shape));
                return Self { entries: Box::default(), attacks: Box::default(), differences };
            }
            let lines = [[(1, 0), (-1, 0)], [(0, 1), (0, -1)], [(1, 1), (-1, -1)], [(1, -1), (-1, 1)]];
            let mut attacks = Vec::new();
            let mut entry = |square, steps: &[(i8, i8); 2]| {
                let mask = inner(shape, square, steps).0;
                let (low, high) = (mask as u64, (mask >> 64) as u64);
                let offset = attacks.len() as u32;
                let mut occupied = 0u128;
                loop {
                    attacks.push(walk_all(shape, square, steps, SquareSet(occupied)).0);
                    occupied = occupied.wrapping_sub(mask) & mask;
                    if occupied == 0 {
                        break;
                    }
                }
                LongEntry { low, high, offset, low_count: low.count_ones() }
            };
            let entries = shape.iter().map(|square| std::array::from_fn(|i| entry(square, &lines[i]))).collect();
            Self { entries, attacks: attacks.into(), differences: None }
        }

        #[inline(always)]
        fn orthogonal(&self, square: Square, occupied: u128) -> u128 {
            if let Some(differences) = &self.differences {
                return differences.orthogonal(square, occupied);
            }
            let lines = &self.entries[square.index()];
            self.line(&lines[0], occupied) | self.line(&lines[1], occupied)
        }

        #[inline(always)]
        fn diagonal(&self, square: Square, occupied: u128) -> u128 {
            if let Some(differences) = &self.differences {
                return differences.diagonal(square, occupied);
            }
            let lines = &self.entries[square.index()];
            self.line(&lines[2], occupied) | self.line(&lines[3], occupied)
        }

        fn shared(shape: Shape) -> Arc<Self> {
            static CACHE: OnceLock<Mutex<HashMap<Shape, Arc<LargeLines>>>> = OnceLock::new();
            shared_in(CACHE.get_or_init(Mutex::default), shape)
        }
    }
}

#[cfg(target_feature = "bmi2")]
pub(super) use pext::{LargeLines, SmallLines};

#[cfg(not(target_feature = "bmi2"))]
mod portable {
    use super::*;

    macro_rules! portable {
        ($name:ident, $word:ty) => {
            /// Lines by obstruction difference.
            #[derive(Debug)]
            pub struct $name(Differences<$word>);

            impl Lines<$word> for $name {
                fn new(shape: Shape) -> Self {
                    Self(Differences::new(shape))
                }
                #[inline(always)]
                fn orthogonal(&self, square: Square, occupied: $word) -> $word {
                    self.0.orthogonal(square, occupied)
                }
                #[inline(always)]
                fn diagonal(&self, square: Square, occupied: $word) -> $word {
                    self.0.diagonal(square, occupied)
                }
                fn shared(shape: Shape) -> Arc<Self> {
                    static CACHE: OnceLock<Mutex<HashMap<Shape, Arc<$name>>>> = OnceLock::new();
                    shared_in(CACHE.get_or_init(Mutex::default), shape)
                }
            }
        };
    }
    portable!(SmallLines, u64);
    portable!(LargeLines, u128);
}

#[cfg(not(target_feature = "bmi2"))]
pub(super) use portable::{LargeLines, SmallLines};

const _: () = assert!(MAX_SQUARES == 128);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word>(shape: Shape) {
        let lines = W::Lines::new(shape);
        let differences = Differences::<W>::new(shape);
        let mut seed = 0x9E37_79B9_7F4A_7C15_u128;
        for round in 0..2000 {
            seed = seed.wrapping_mul(0xDA94_2042_E4DD_58B5_9E37_79B9_7F4A_7C15).wrapping_add(1);
            let sparse = if round % 2 == 0 { seed & seed.rotate_left(41) } else { seed };
            let occupied = SquareSet(sparse & SquareSet::all(shape).0);
            let square = Square((round % shape.squares()) as u8);
            let word = W::from_set(occupied);
            let rook = walk_all(shape, square, &ORTHOGONAL, occupied);
            let bishop = walk_all(shape, square, &DIAGONAL, occupied);
            assert_eq!(lines.orthogonal(square, word).to_set(), rook);
            assert_eq!(lines.diagonal(square, word).to_set(), bishop);
            assert_eq!(differences.orthogonal(square, word).to_set(), rook);
            assert_eq!(differences.diagonal(square, word).to_set(), bishop);
        }
    }

    #[test]
    fn look_ups_equal_walks_on_every_kind_of_board() {
        check::<u64>(Shape { files: 8, ranks: 8 });
        check::<u64>(Shape { files: 8, ranks: 6 });
        check::<u64>(Shape { files: 5, ranks: 12 });
        check::<u64>(Shape { files: 16, ranks: 1 });
        check::<u128>(Shape { files: 9, ranks: 8 });
        check::<u128>(Shape { files: 10, ranks: 10 });
        check::<u128>(Shape { files: 16, ranks: 8 });
        check::<u128>(Shape { files: 8, ranks: 16 });
    }
}
