//! Passphrases: what may be one, and how one is kept and tried.
//!
//! They are kept by argon2id with the crate's own numbers (19 MiB, two passes), which the OWASP cheat sheet names as its least. Each takes some
//! tens of milliseconds of a processor, so only a few are worked out at once, and few wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use berolina_wire::place::{MAX_PASSPHRASE, MIN_PASSPHRASE};
use berolina_wire::{Code, Refusal};
use tokio::sync::Semaphore;

use super::address::Wide;
use crate::secret;

/// So many are worked out at once.
const AT_ONCE: usize = 2;
/// So many wait for that.
const WAITING: usize = 16;
/// Of one network so many.
const OF_A_NETWORK: usize = 8;
/// Besides, so many wait whose browser was signed in before: strangers do not take their places.
const KNOWN: usize = 8;
/// Codes that an account gets.
const CODES: usize = 8;

/// Works out what passphrases are kept as, within bounds.
#[derive(Debug)]
pub(crate) struct Passphrases {
    at_once: Arc<Semaphore>,
    waiting: Semaphore,
    known: Semaphore,
    networks: Mutex<HashMap<Wide, usize>>,
    /// What the passphrase of an account that does not exist is compared with, so that this takes as long.
    nobody: String,
}

impl Passphrases {
    pub(crate) fn new() -> Self {
        Self {
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
            waiting: Semaphore::new(WAITING),
            known: Semaphore::new(KNOWN),
            networks: Mutex::default(),
            nobody: kept(&secret::secret()).unwrap_or_default(),
        }
    }

    /// What is kept of a passphrase.
    pub(super) async fn keep(&self, passphrase: String, from: From) -> Result<String, Refusal> {
        self.work_out(from, move || kept(&passphrase)).await?.ok_or_else(unworked)
    }

    /// Whether a passphrase is the one that was kept. Where nothing was kept it never is, and that takes as long to know.
    pub(super) async fn is(
        &self,
        passphrase: String,
        kept: Option<String>,
        from: From,
    ) -> Result<bool, Refusal> {
        let exists = kept.is_some();
        let kept = kept.unwrap_or_else(|| self.nobody.clone());
        let same = move || {
            let hash = PasswordHash::new(&kept).ok()?;
            Some(Argon2::default().verify_password(passphrase.as_bytes(), &hash).is_ok())
        };
        Ok(self.work_out(from, same).await?.ok_or_else(unworked)? && exists)
    }

    async fn work_out<T: Send + 'static>(
        &self,
        from: From,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let busy = || Refusal::new(Code::Busy, "too many people sign in at this moment: try again");
        let _seat = if from.known { None } else { Some(self.seat(from.network).ok_or_else(busy)?) };
        let waiting = if from.known { &self.known } else { &self.waiting };
        let _waits = waiting.try_acquire().map_err(|_| busy())?;
        let place = Arc::clone(&self.at_once).acquire_owned().await.map_err(|_| busy())?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            // Also where nobody waits for it any more, it took a processor until now.
            drop(place);
            done
        });
        done.await.map_err(|_| unworked())
    }
}

/// Who waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct From {
    /// The network.
    pub(super) network: Wide,
    /// The browser was signed in to this account before.
    pub(super) known: bool,
}

/// A place of a network, until it is dropped.
struct Seat<'a> {
    networks: &'a Mutex<HashMap<Wide, usize>>,
    network: Wide,
}

impl Passphrases {
    fn seat(&self, network: Wide) -> Option<Seat<'_>> {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = networks.entry(network).or_default();
        if *taken >= OF_A_NETWORK {
            return None;
        }
        *taken += 1;
        Some(Seat { networks: &self.networks, network })
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(taken) = networks.get_mut(&self.network) {
            *taken -= 1;
            if *taken == 0 {
                networks.remove(&self.network);
            }
        }
    }
}

fn kept(passphrase: &str) -> Option<String> {
    let hash: PasswordHash = Argon2::default().hash_password(passphrase.as_bytes()).ok()?;
    Some(hash.to_string())
}

fn unworked() -> Refusal {
    Refusal::new(Code::NotKept, "the passphrase could not be worked out: try again")
}

/// Looks whether a text may be a passphrase.
pub(super) fn check(passphrase: &str, name: &str) -> Result<(), Refusal> {
    let bad = |text: String| Err(Refusal::new(Code::BadPassphrase, text));
    match passphrase.chars().count() {
        count if count < MIN_PASSPHRASE => {
            bad(format!("a passphrase has at least {MIN_PASSPHRASE} characters: three or four words do"))
        }
        count if count > MAX_PASSPHRASE => {
            bad(format!("a passphrase has at most {MAX_PASSPHRASE} characters"))
        }
        _ if passphrase.to_ascii_lowercase().contains(&name.to_ascii_lowercase()) => {
            bad("the passphrase must not have the name in it".to_owned())
        }
        _ if passphrase.chars().collect::<std::collections::BTreeSet<_>>().len() < 4 => {
            bad("the passphrase is too simple: it has fewer than four different characters".to_owned())
        }
        _ => Ok(()),
    }
}

/// Names that somebody could be taken by for another, or for the program.
const NOBODY: [&str; 12] = [
    "admin",
    "anonymous",
    "berolina",
    "black",
    "computer",
    "engine",
    "guest",
    "moderator",
    "operator",
    "system",
    "white",
    "you",
];

/// Looks whether a text may be a name.
pub(super) fn check_name(name: &str) -> Result<(), Refusal> {
    let bad = |text: &str| Err(Refusal::new(Code::BadName, text));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !(3..=20).contains(&name.len())
        || !name.bytes().all(plain)
        || !name.starts_with(|first: char| first.is_ascii_alphabetic())
    {
        return bad("a name has 3 to 20 letters without accents, digits, - and _, and begins with a letter");
    }
    if NOBODY.contains(&name.to_ascii_lowercase().as_str()) {
        return bad("nobody can have this name: it would be taken for something else");
    }
    Ok(())
}

/// Fresh codes, as people write them down.
pub(super) fn codes() -> Vec<String> {
    let code = || {
        let letters = secret::secret().to_ascii_lowercase();
        [&letters[..5], &letters[5..10], &letters[10..15], &letters[15..20]].join("-")
    };
    (0..CODES).map(|_| code()).collect()
}

/// What is kept of a code: typed with other spaces or capitals it is the same.
pub(super) fn code_digest(code: &str) -> [u8; 32] {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    secret::digest(&plain.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_passphrases_have_bounds() {
        for name in ["Rich", "peter-aronson", "m_nelson2"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["ab", "2fast", "-x-y", "müller", "Guest", "a b c", "", "x\u{202e}yz", &"a".repeat(21)] {
            assert_eq!(check_name(name).unwrap_err().code, Code::BadName, "{name}");
        }
        assert!(check("four plain words here", "rich").is_ok());
        for bad in ["short", "aaaaaaaaaaaa", "i am Rich and well", &"ab c".repeat(60)] {
            assert_eq!(check(bad, "rich").unwrap_err().code, Code::BadPassphrase, "{bad}");
        }
    }

    #[test]
    fn codes_are_the_same_however_they_are_typed() {
        let codes = codes();
        assert_eq!(codes.len(), CODES);
        assert_eq!(code_digest(&codes[0]), code_digest(&format!(" {} ", codes[0].to_uppercase())));
        assert_ne!(code_digest(&codes[0]), code_digest(&codes[1]));
    }

    #[tokio::test]
    async fn nobody_passes_by_an_account_that_does_not_exist() {
        let passphrases = Passphrases::new();
        let from = From { network: crate::api::Client::UNKNOWN.wide(), known: false };
        let kept = passphrases.keep("four plain words".to_owned(), from).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(passphrases.is("four plain words".to_owned(), Some(kept.clone()), from).await.unwrap());
        assert!(!passphrases.is("four plain worde".to_owned(), Some(kept), from).await.unwrap());
        assert!(!passphrases.is("four plain words".to_owned(), None, from).await.unwrap());
        // Nobody's network takes all places.
        let seats: Vec<_> = (0..20).map_while(|_| passphrases.seat(from.network)).collect();
        assert_eq!(seats.len(), OF_A_NETWORK);
        drop(seats);
        assert!(passphrases.networks.lock().unwrap().is_empty());
    }
}
