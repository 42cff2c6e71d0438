//! What the parts of a task came to, as bytes: for each part its number in eight bytes, its length in four, and itself; numbers are little-endian.

/// The bytes of parts.
///
/// # Panics
/// If a part has 4 GiB or more.
#[must_use]
pub fn to_bytes(parts: &[(u64, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, part) in parts {
        bytes.extend(number.to_le_bytes());
        bytes.extend(u32::try_from(part.len()).expect("no part is so long").to_le_bytes());
        bytes.extend(part);
    }
    bytes
}

/// The parts of such bytes; `None` if they are none.
///
/// ```
/// use berolina_queue::parts::{from_bytes, to_bytes};
///
/// let bytes = to_bytes(&[(7, b"1-0".to_vec()), (8, Vec::new())]);
/// assert_eq!(from_bytes(&bytes), Some(vec![(7, &b"1-0"[..]), (8, b"")]));
/// assert_eq!(from_bytes(&bytes[1..]), None);
/// ```
#[must_use]
pub fn from_bytes(mut bytes: &[u8]) -> Option<Vec<(u64, &[u8])>> {
    let mut parts = Vec::new();
    while !bytes.is_empty() {
        let (number, rest) = bytes.split_first_chunk::<8>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        parts.push((u64::from_le_bytes(*number), part));
        bytes = rest;
    }
    Some(parts)
}
