//! How often a passphrase or a code may be tried, so that guessing is slow and nobody can lock somebody else out.
//!
//! A try counts for the name from one address, for the address, and for the network around it; what was right counts for nothing. Over
//! all addresses, tries for one name are slowed: they get their turn one after the other. Whoever has not tried wrongly of late for this name,
//! by the network, has turns of an own kind, and a browser that was signed in to the account before passes by a bound of its own, as
//! recovery codes do, which are too long to be guessed. So tries of others, from however many addresses, keep nobody out for long.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use berolina_wire::{Code, Refusal};

use super::address::{Client, Wide};
use crate::secret;
use crate::store::place::Digest;

/// So much is remembered of each kind at most; what was used least is forgotten first.
const REMEMBERED: usize = 16_384;
/// So long a try waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// So much at once, and then one more after each interval.
struct Buckets<K> {
    /// When each is full again, in milliseconds since `start`.
    full: Mutex<HashMap<K, u64>>,
    start: Instant,
    interval: u64,
    burst: u64,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    fn new(burst: u64, interval: Duration) -> Self {
        let interval = u64::try_from(interval.as_millis()).unwrap_or(u64::MAX);
        Self { full: Mutex::default(), start: Instant::now(), interval, burst }
    }

    fn now(&self) -> u64 {
        // So that a full bucket lies in the past.
        self.burst * self.interval + u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX / 2)
    }

    fn all(&self) -> MutexGuard<'_, HashMap<K, u64>> {
        self.full.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one, perhaps after some time, which is the answer.
    ///
    /// # Errors
    /// How long it would take, where that is more than one waits.
    fn take(&self, key: &K, patience: Duration) -> Result<Duration, Duration> {
        let now = self.now();
        let mut all = self.all();
        if all.len() >= REMEMBERED && !all.contains_key(key) {
            forget(&mut all, now);
        }
        let full = all.entry(key.clone()).or_insert(now);
        let after = (*full).max(now) + self.interval;
        let wait =
            Duration::from_millis(after.saturating_sub(self.burst * self.interval).saturating_sub(now));
        if wait > patience {
            return Err(wait);
        }
        *full = after;
        Ok(wait)
    }

    fn give_back(&self, key: &K) {
        if let Some(full) = self.all().get_mut(key) {
            *full = full.saturating_sub(self.interval);
        }
    }
}

/// Forgets what is full again, and then what was used least.
fn forget<K: Hash + Eq + Clone>(all: &mut HashMap<K, u64>, now: u64) {
    all.retain(|_, full| *full > now);
    if all.len() >= REMEMBERED / 2 {
        let mut fulls: Vec<u64> = all.values().copied().collect();
        let middle = fulls.len() / 2;
        let (_, &mut median, _) = fulls.select_nth_unstable(middle);
        all.retain(|_, full| *full > median);
    }
}

/// Who has tried what of late.
pub(crate) struct Tries {
    /// By the name and the address.
    pairs: Buckets<(Digest, Client)>,
    addresses: Buckets<Client>,
    networks: Buckets<Wide>,
    /// By the name, from networks that have tried wrongly for it of late, and from others.
    names: Buckets<Digest>,
    fresh: Buckets<Digest>,
    /// Networks that have not tried wrongly for a name of late have one.
    clean: Buckets<(Digest, Wide)>,
    /// By what a browser is known by that was signed in before.
    devices: Buckets<Digest>,
    codes: Buckets<(Digest, Client)>,
}

impl std::fmt::Debug for Tries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tries")
    }
}

/// A try that was granted.
#[derive(Debug)]
pub(super) struct Try {
    tries: Arc<Tries>,
    name: Digest,
    client: Client,
    device: Option<Digest>,
    fresh: bool,
    /// So long it waits for its turn.
    pub(super) wait: Duration,
}

impl Tries {
    pub(crate) fn new(strict: bool) -> Self {
        let seconds = Duration::from_secs;
        // Where a machine is measured, all come from one address.
        let wide = if strict { 1 } else { 1_000 };
        Self {
            pairs: Buckets::new(10, seconds(12)),
            addresses: Buckets::new(40 * wide, seconds(6)),
            networks: Buckets::new(200 * wide, seconds(3)),
            names: Buckets::new(20, seconds(6)),
            fresh: Buckets::new(20, seconds(3)),
            clean: Buckets::new(1, seconds(60 * 60)),
            devices: Buckets::new(10, seconds(12)),
            codes: Buckets::new(10, seconds(12)),
        }
    }

    /// Grants a try of a passphrase, whether or not anybody has the name. `device`: the browser was signed in to this account before.
    ///
    /// # Errors
    /// Too many were wrong.
    pub(super) fn passphrase(
        self: &Arc<Self>,
        name: &str,
        client: Client,
        device: Option<Digest>,
    ) -> Result<Try, Refusal> {
        let name = secret::digest(&name.to_ascii_lowercase());
        let mut granted =
            Try { tries: Arc::clone(self), name, client, device, fresh: false, wait: Duration::ZERO };
        if let Some(device) = device {
            self.devices.take(&device, Duration::ZERO).map_err(too_many)?;
            return Ok(granted);
        }
        self.from(client)?;
        self.pairs.take(&(name, client), Duration::ZERO).map_err(too_many)?;
        granted.fresh = self.clean.take(&(name, client.wide()), Duration::ZERO).is_ok();
        let turns = if granted.fresh { &self.fresh } else { &self.names };
        granted.wait = turns.take(&name, PATIENCE).map_err(|_| {
            let text = "many try to sign in by this name at this moment: try again in a minute, in a browser that was signed in before, or by a code";
            Refusal::new(Code::TooMany, text)
        })?;
        Ok(granted)
    }

    /// Grants a try of a code.
    ///
    /// # Errors
    /// Too many were wrong.
    pub(super) fn code(&self, name: &str, client: Client) -> Result<(), Refusal> {
        self.from(client)?;
        let name = secret::digest(&name.to_ascii_lowercase());
        self.codes.take(&(name, client), Duration::ZERO).map(drop).map_err(too_many)
    }

    fn from(&self, client: Client) -> Result<(), Refusal> {
        self.addresses.take(&client, Duration::ZERO).map_err(too_many)?;
        self.networks.take(&client.wide(), Duration::ZERO).map(drop).map_err(too_many)
    }
}

impl Try {
    /// It was right, or could not be looked at: it counts for nothing.
    pub(super) fn forgiven(self) {
        let Self { tries, name, client, device, fresh, .. } = self;
        if let Some(device) = device {
            return tries.devices.give_back(&device);
        }
        tries.addresses.give_back(&client);
        tries.networks.give_back(&client.wide());
        tries.pairs.give_back(&(name, client));
        if fresh {
            tries.clean.give_back(&(name, client.wide()));
            tries.fresh.give_back(&name);
        } else {
            tries.names.give_back(&name);
        }
    }
}

fn too_many(wait: Duration) -> Refusal {
    let seconds = wait.as_secs() + 1;
    Refusal::new(Code::TooMany, format!("too many wrong tries: the next is possible in {seconds} seconds"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    fn client(network: u8, host: u8) -> Client {
        Client::from(IpAddr::V4(Ipv4Addr::new(198, 51, network, host)))
    }

    fn tries() -> Arc<Tries> {
        Arc::new(Tries::new(true))
    }

    #[test]
    fn one_address_tries_a_name_ten_times_and_keeps_nobody_else_out() {
        let tries = tries();
        let granted = (0..30).filter(|_| tries.passphrase("Anna", client(1, 1), None).is_ok()).count();
        assert_eq!(granted, 10);
        assert!(tries.passphrase("aNNA", client(1, 1), None).is_err(), "in any case of letters");
        assert!(tries.passphrase("Ben", client(1, 1), None).is_ok(), "another name");
        let other = tries.passphrase("Anna", client(2, 1), None).expect("another address");
        assert_eq!(other.wait, Duration::ZERO);
        assert!(tries.passphrase("Anna", client(1, 1), Some([7; 32])).is_ok(), "a browser that is known");
        assert!(tries.code("Anna", client(1, 1)).is_ok(), "a code");
    }

    #[test]
    fn many_addresses_are_slowed_and_lock_nobody_out() {
        let tries = tries();
        // 255 networks of 20 addresses, all after one name.
        let mut granted = 0;
        for host in 1..=20 {
            for network in 1..=255 {
                granted += u32::from(tries.passphrase("Anna", client(network, host), None).is_ok());
            }
        }
        // Two kinds of turns with 20 at once, and those that wait for ten seconds.
        assert!(granted <= 50, "{granted} tries at once");
        assert!(tries.passphrase("Anna", client(1, 1), Some([7; 32])).is_ok(), "her own browser");
        let away = Client::from(IpAddr::V4(Ipv4Addr::new(203, 0, 113, 5)));
        assert!(tries.code("Anna", away).is_ok(), "a code");
        // In a minute there are turns of both kinds again, and the networks that were wrong have theirs apart.
        let until = tries.fresh.all().values().copied().max().expect("one name") - tries.fresh.now();
        assert!(until < 20 * 3_000 + 10_000, "{until}");
    }

    #[test]
    fn what_was_right_counts_for_nothing() {
        let tries = tries();
        for _ in 0..100 {
            tries.passphrase("Anna", client(1, 1), None).expect("a try").forgiven();
        }
        for host in 1..=39 {
            tries.passphrase("Ben", client(1, 1), None).expect("a try").forgiven();
            tries.code(&format!("Somebody{host}"), client(1, 1)).expect("a try");
        }
        assert!(tries.code("One", client(1, 1)).is_ok());
        assert!(tries.code("Other", client(1, 1)).is_err(), "forty of one address");
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let buckets = Buckets::new(2, Duration::from_secs(60));
        for key in 0..3 * REMEMBERED {
            buckets.take(&key, Duration::ZERO).expect("a new one");
        }
        assert!(buckets.all().len() <= REMEMBERED);
    }
}
