//! What an address costs beyond single requests: the time to read games of its own, their bytes on the disk, invitations and reports.
//!
//! All of it is a measure that fills by what is done and empties by itself, so that nothing has to be known of an address for long.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use berolina_wire::{Code, Refusal};

use super::address::Client;
use crate::metrics::METRICS;

/// A measure: so much at once, and so much comes back each hour.
#[derive(Clone, Copy, Debug)]
struct Budget {
    burst: f64,
    hourly: f64,
}

impl Budget {
    const fn new(burst: f64, hourly: f64) -> Self {
        Self { burst, hourly }
    }
}

/// Time to read games of one's own, in milliseconds: each is charged what it takes.
const READING: Budget = Budget::new(5_000.0, 120_000.0);
/// What a game is charged before it is known how long it takes, in milliseconds.
const ESTIMATE: f64 = 250.0;
/// Games of one address that are read at once, or wait for it.
const AT_ONCE: usize = 2;
/// Bytes of files that are kept, of games of one's own that were not kept before.
const BYTES: Budget = Budget::new(1_048_576.0, 1_048_576.0);
/// The same of all addresses together: some thousands of games each hour, and beside what is played less than 100 MB on the disk.
const BYTES_OF_ALL: Budget = Budget::new(4_194_304.0, 16_777_216.0);
/// Invitations.
const INVITATIONS: Budget = Budget::new(60.0, 240.0);
/// Challenges in the lobby.
const CHALLENGES: Budget = Budget::new(12.0, 60.0);
/// Reports to the operator.
const REPORTS: Budget = Budget::new(10.0, 20.0);
/// So many games whose files are known to be kept are remembered: they cost nothing again.
const KNOWN: usize = 10_000;
/// So many addresses are remembered before those are forgotten that may do everything again.
const ADDRESSES: usize = 10_000;

/// How full a measure was, and when.
#[derive(Clone, Copy, Debug)]
struct Level {
    full: f64,
    at: Instant,
}

impl Level {
    fn new(now: Instant) -> Self {
        Self { full: 0.0, at: now }
    }

    /// Lets what has come back since go, and says how full it is.
    fn now(&mut self, budget: Budget, now: Instant) -> f64 {
        let hours = now.saturating_duration_since(self.at).as_secs_f64() / 3600.0;
        *self = Self { full: (self.full - hours * budget.hourly).max(0.0), at: now };
        self.full
    }

    fn may(&mut self, budget: Budget, cost: f64, now: Instant) -> Result<(), Duration> {
        let over = self.now(budget, now) + cost - budget.burst;
        if over <= 0.0 { Ok(()) } else { Err(Duration::from_secs_f64(over / budget.hourly * 3600.0)) }
    }

    fn add(&mut self, budget: Budget, cost: f64, now: Instant) -> Result<(), Duration> {
        self.may(budget, cost, now)?;
        self.full += cost;
        Ok(())
    }
}

/// The measures of one address.
#[derive(Debug)]
struct Account {
    reading: Level,
    bytes: Level,
    invitations: Level,
    challenges: Level,
    reports: Level,
    /// Games that are read now.
    open: usize,
}

impl Account {
    fn new(now: Instant) -> Self {
        let empty = Level::new(now);
        Self { reading: empty, bytes: empty, invitations: empty, challenges: empty, reports: empty, open: 0 }
    }

    /// Whether nothing has to be remembered.
    fn is_clear(&mut self, now: Instant) -> bool {
        let all = [
            (&mut self.reading, READING),
            (&mut self.bytes, BYTES),
            (&mut self.invitations, INVITATIONS),
            (&mut self.challenges, CHALLENGES),
            (&mut self.reports, REPORTS),
        ];
        let full: f64 = all.into_iter().map(|(level, budget)| level.now(budget, now)).sum();
        self.open == 0 && full == 0.0
    }
}

#[derive(Debug)]
struct Accounts {
    each: HashMap<Client, Account>,
    bytes: Level,
    known: HashSet<String>,
}

/// What addresses have cost.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    limited: bool,
    accounts: Arc<Mutex<Accounts>>,
}

impl Costs {
    pub(super) fn new(limited: bool) -> Self {
        let bytes = Level::new(Instant::now());
        let accounts = Accounts { each: HashMap::new(), bytes, known: HashSet::new() };
        Self { limited, accounts: Arc::new(Mutex::new(accounts)) }
    }

    fn accounts(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, client: Client, work: impl FnOnce(&mut Account, Instant) -> T) -> T {
        let now = Instant::now();
        let mut accounts = self.accounts();
        if accounts.each.len() >= ADDRESSES {
            accounts.each.retain(|_, account| !account.is_clear(now));
        }
        work(accounts.each.entry(client).or_insert_with(|| Account::new(now)), now)
    }

    /// Invites once more, perhaps in the lobby.
    pub(super) fn invites(&self, client: Option<Client>, open: bool) -> Result<(), Refusal> {
        let Some(client) = client.filter(|_| self.limited) else { return Ok(()) };
        let invited = self.with(client, |account, now| {
            if open {
                account.challenges.may(CHALLENGES, 1.0, now)?;
            }
            account.invitations.add(INVITATIONS, 1.0, now)?;
            if open { account.challenges.add(CHALLENGES, 1.0, now) } else { Ok(()) }
        });
        invited.map_err(|wait| too_many("invitations", "many invitations came from your address", wait))
    }

    /// Reports something.
    pub(super) fn reports(&self, client: Option<Client>) -> Result<(), Refusal> {
        let Some(client) = client.filter(|_| self.limited) else { return Ok(()) };
        let reported = self.with(client, |account, now| account.reports.add(REPORTS, 1.0, now));
        reported.map_err(|wait| too_many("reports", "many reports came from your address", wait))
    }

    /// Whether files of so many bytes may be kept, before they are read.
    pub(super) fn may_keep(&self, client: Option<Client>, bytes: usize) -> Result<(), Refusal> {
        let Some(client) = client.filter(|_| self.limited && bytes > 0) else { return Ok(()) };
        // Of what is known already nothing is kept again: so only who has nothing left is turned away here.
        let least = 1.0;
        let may = self.with(client, |account, now| account.bytes.may(BYTES, least, now));
        may.map_err(|wait| too_many("bytes", "many games of people's own came from your address", wait))
    }

    /// Keeps files of so many bytes, unless the same are kept already.
    pub(super) fn keep(&self, client: Option<Client>, hash: &str, bytes: usize) -> Result<(), Refusal> {
        let Some(client) = client.filter(|_| self.limited) else { return Ok(()) };
        if self.accounts().known.contains(hash) {
            return Ok(());
        }
        let cost = bytes as f64;
        let may = self.with(client, |account, now| account.bytes.add(BYTES, cost, now));
        may.map_err(|wait| too_many("bytes", "many games of people's own came from your address", wait))?;
        let mut accounts = self.accounts();
        let all = accounts.bytes.add(BYTES_OF_ALL, cost, Instant::now());
        all.map_err(|wait| too_many("bytes", "many games of people's own are kept here at this time", wait))?;
        if accounts.known.len() >= KNOWN {
            accounts.known.clear();
        }
        accounts.known.insert(hash.to_owned());
        Ok(())
    }

    /// Begins to read a game of somebody's own.
    pub(super) fn open_bill(&self, client: Option<Client>) -> Result<Bill, Refusal> {
        let Some(client) = client.filter(|_| self.limited) else {
            return Ok(Bill { paid_by: None, begun: None });
        };
        self.with(client, |account, now| {
            if account.open >= AT_ONCE {
                return Err(Duration::from_secs(1));
            }
            account.reading.add(READING, ESTIMATE, now)?;
            account.open += 1;
            Ok(())
        })
        .map_err(|wait| {
            too_many("reading", "games of people's own that came from your address took long", wait)
        })?;
        Ok(Bill { paid_by: Some((self.clone(), client)), begun: None })
    }
}

/// What reading a game costs; it is paid when it is dropped.
#[derive(Debug)]
pub(super) struct Bill {
    paid_by: Option<(Costs, Client)>,
    begun: Option<Instant>,
}

impl Bill {
    /// The work begins.
    pub(super) fn begin(mut self) -> Self {
        self.begun = Some(Instant::now());
        self
    }
}

impl Drop for Bill {
    fn drop(&mut self) {
        let Some((costs, client)) = self.paid_by.take() else { return };
        let took = self.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64() * 1000.0);
        costs.with(client, |account, _| {
            account.open = account.open.saturating_sub(1);
            // More than may be had at once can be owed: then nothing is read until it has come back.
            account.reading.full = (account.reading.full + took - ESTIMATE).max(0.0);
        });
    }
}

fn too_many(what: &'static str, why: &str, wait: Duration) -> Refusal {
    METRICS.limited(what, "address");
    let wait = wait.as_secs() + 1;
    let text = if wait < 120 {
        format!("{why}: come again in {wait} seconds")
    } else {
        format!("{why}: come again in {} minutes", wait.div_ceil(60))
    };
    Refusal::new(Code::TooMany, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> Option<Client> {
        Some(Client::from(std::net::IpAddr::from([192, 0, 2, last])))
    }

    #[test]
    fn one_address_keeps_so_many_bytes_and_all_together_more() {
        let costs = Costs::new(true);
        let file = 256 * 1024;
        let kept = (0..30).take_while(|i| costs.keep(client(1), &i.to_string(), file).is_ok()).count();
        assert_eq!(kept, 4);
        assert_eq!(costs.may_keep(client(1), file).unwrap_err().code, Code::TooMany);
        assert!(costs.keep(client(1), "0", file).is_ok(), "what is kept already costs nothing");
        let mut all = kept;
        for address in 2..=254 {
            all += (0..4)
                .filter(|i| costs.keep(client(address), &format!("{address} {i}"), file).is_ok())
                .count();
        }
        assert_eq!(all, 16, "4 MiB of all");
    }

    #[test]
    fn reading_costs_what_it_takes() {
        let costs = Costs::new(true);
        let one = costs.open_bill(client(1)).unwrap();
        let two = costs.open_bill(client(1)).unwrap();
        assert_eq!(costs.open_bill(client(1)).unwrap_err().code, Code::TooMany);
        drop((one, two));
        let mut slow = costs.open_bill(client(1)).unwrap();
        slow.begun = Instant::now().checked_sub(Duration::from_secs(6));
        drop(slow);
        assert_eq!(costs.open_bill(client(1)).unwrap_err().code, Code::TooMany);
        assert!(costs.open_bill(client(2)).is_ok());
    }

    #[test]
    fn the_lobby_and_reports_are_bounded_and_nobody_is_remembered_for_ever() {
        let costs = Costs::new(true);
        assert_eq!((0..500).filter(|_| costs.invites(client(1), true).is_ok()).count(), 12);
        assert_eq!((0..500).filter(|_| costs.invites(client(1), false).is_ok()).count(), 48);
        assert_eq!((0..500).filter(|_| costs.reports(client(1)).is_ok()).count(), 10);
        let later = Instant::now() + Duration::from_secs(24 * 3600);
        costs.accounts().each.retain(|_, account| !account.is_clear(later));
        assert!(costs.accounts().each.is_empty());
        let unlimited = Costs::new(false);
        assert!((0..500).all(|_| unlimited.invites(client(1), true).is_ok()));
    }
}
