//! The hash function of Fowler, Noll and Vo (FNV-1a, RFC 9923): for names and checks, not against an adversary.

/// A hash of 64 bits, of bytes that come bit by bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fnv64(u64);

impl Fnv64 {
    /// The hash of nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes
            .iter()
            .fold(self.0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
    }

    /// The hash of what was added.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl Default for Fnv64 {
    fn default() -> Self {
        Self::new()
    }
}

/// A hash of 64 bits.
#[must_use]
pub fn fnv64(bytes: &[u8]) -> u64 {
    let mut hash = Fnv64::new();
    hash.add(bytes);
    hash.value()
}

/// A hash of 32 bits.
#[must_use]
pub fn fnv32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_that_were_published() {
        // From the test vectors of the functions' authors.
        assert_eq!([fnv32(b""), fnv32(b"a"), fnv32(b"foobar")], [0x811C_9DC5, 0xE40C_292C, 0xBF9C_F968]);
        assert_eq!(
            [fnv64(b""), fnv64(b"a"), fnv64(b"foobar")],
            [0xCBF2_9CE4_8422_2325, 0xAF63_DC4C_8601_EC8C, 0x8594_4171_F739_67E8]
        );
    }

    #[test]
    fn bytes_may_come_in_parts() {
        let mut hash = Fnv64::default();
        hash.add(b"foo");
        hash.add(b"bar");
        assert_eq!(hash.value(), fnv64(b"foobar"));
    }
}
