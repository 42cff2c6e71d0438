//! Random numbers from a seed.

/// 2^64 divided by the golden ratio, made odd: its multiples lie evenly, so that multiplying by it spreads numbers that are near to
/// each other (Fibonacci hashing, Knuth 1973).
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The generator `SplitMix64` (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator whose numbers follow from the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `n`, each as likely as the others but for less than `n` in 2^64.
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub const fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "a choice among nothing");
        (self.bits() % n as u64) as usize
    }

    /// One of several.
    ///
    /// # Panics
    /// If there is none.
    pub const fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// True once in `n` times.
    ///
    /// # Panics
    /// If `n` is 0.
    pub const fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A number that looks random, the same for the same `n`: the `n`th, from 0, of the generator with the seed 0.
#[must_use]
pub const fn scrambled(n: u64) -> u64 {
    Random(n.wrapping_mul(GOLDEN)).bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_paper() {
        let mut random = Random::new(1_234_567);
        let first = [(); 3].map(|()| random.bits());
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_scrambled_number_is_one_of_the_sequence() {
        let mut random = Random::new(0);
        for n in 0..100 {
            assert_eq!(scrambled(n), random.bits());
        }
    }
}
