//! Random numbers for openings: many independent streams of one seed.

/// Random numbers of one opening.
#[derive(Clone, Debug)]
pub(crate) struct Random(berolina_numbers::Random);

impl Random {
    /// A generator for one of many independent streams of a seed.
    pub(crate) fn stream(seed: u64, name: &str, number: u64) -> Self {
        let first = |seed| berolina_numbers::Random::new(seed).bits();
        let state = name.bytes().fold(first(seed), |state, byte| first(state ^ u64::from(byte)));
        Self(berolina_numbers::Random::new(first(state ^ number)))
    }

    /// A number below `count`, each as likely as the others but for less than `count` in 2^64 (Lemire 2019).
    ///
    /// # Panics
    /// If `count` is 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        assert!(count > 0, "a choice among nothing");
        ((u128::from(self.0.bits()) * count as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_stay_as_they_are() {
        let mut random = Random::stream(1, "near", 7);
        assert_eq!([(); 4].map(|()| random.below(1000)), [289, 581, 796, 82]);
    }
}
