//! Random names and secrets.

use sha2::{Digest, Sha256};

const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Letters of a game's id: 71 bits.
const ID: usize = 12;
/// Letters of a secret: 131 bits.
const SECRET: usize = 22;

/// The id of a new game.
#[must_use]
pub(crate) fn id() -> String {
    letters(ID)
}

/// What nobody guesses.
#[must_use]
pub(crate) fn secret() -> String {
    letters(SECRET)
}

/// Whether a text could be an id or a secret, so that it is worth looking for.
#[must_use]
pub(crate) fn is_plausible(text: &str) -> bool {
    [ID, SECRET].contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// What is kept of a secret that opens more than one game.
#[must_use]
pub(crate) fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// A number below another, evenly.
///
/// # Panics
/// If the system has no random numbers, or for 0.
#[must_use]
pub(crate) fn below(count: u32) -> u32 {
    let whole = u32::MAX - u32::MAX % count;
    loop {
        let mut bytes = [0; 4];
        fill(&mut bytes);
        let number = u32::from_le_bytes(bytes);
        if number < whole {
            return number % count;
        }
    }
}

fn letters(count: usize) -> String {
    let mut text = String::with_capacity(count);
    let mut bytes = [0; 32];
    while text.len() < count {
        fill(&mut bytes);
        // 248 is four times 62: what is above would come more often.
        let fair =
            bytes.iter().filter(|&&byte| byte < 248).map(|&byte| LETTERS[usize::from(byte % 62)] as char);
        text.extend(fair.take(count - text.len()));
    }
    text
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system has random numbers");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_differ() {
        let (one, other) = (secret(), secret());
        assert!(one != other && is_plausible(&one) && is_plausible(&id()));
        assert!(!is_plausible("../../etc/pwd") && !is_plausible(""));
        assert!((0..1000).all(|_| below(3) < 3));
    }
}
