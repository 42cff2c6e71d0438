//! Who may not take part, as the operator has decided: people, and networks for a time. Reading and watching stay free.
//!
//! It is kept in the store and held here, so that asking costs no question to the store.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use berolina_numbers::date::{DAY, civil};
use berolina_wire::{Code, Refusal};

use crate::api::{Client, Network};
use crate::store::PersonId;
use crate::store::place::{StoredBan, StoredNetworkBan};
use crate::time::date;

/// Until when, and why.
#[derive(Clone, Debug)]
struct Ban {
    until: Option<u64>,
    reason: String,
}

impl Ban {
    fn holds(&self) -> bool {
        self.until.is_none_or(|until| date() < until)
    }

    fn told(&self, who: &str) -> Refusal {
        let until = match self.until {
            None => String::new(),
            Some(until) => {
                // The day on which it is certainly over.
                let (year, month, day) = civil(until / 1000 / DAY + 1);
                format!(" until {year:04}-{month:02}-{day:02}")
            }
        };
        let reason = if self.reason.is_empty() { String::new() } else { format!(": {}", self.reason) };
        Refusal::new(Code::Banned, format!("the operator does not let {who} take part{until}{reason}"))
    }
}

/// All who may not take part.
#[derive(Debug, Default)]
pub(crate) struct Bans {
    people: RwLock<HashMap<PersonId, Ban>>,
    networks: RwLock<Vec<(Network, Ban)>>,
}

impl Bans {
    pub(crate) fn new(people: Vec<StoredBan>, networks: Vec<StoredNetworkBan>) -> Self {
        let bans = Self::default();
        people.into_iter().for_each(|ban| bans.person(ban.person, ban.until, ban.reason));
        for StoredNetworkBan { network, until, reason } in networks {
            if let Ok(network) = network.parse() {
                bans.network(network, until, reason);
            }
        }
        bans
    }

    pub(crate) fn person(&self, person: PersonId, until: Option<u64>, reason: String) {
        let mut people = self.people.write().unwrap_or_else(PoisonError::into_inner);
        people.retain(|_, ban| ban.holds());
        people.insert(person, Ban { until, reason });
    }

    pub(crate) fn pardon(&self, person: PersonId) {
        self.people.write().unwrap_or_else(PoisonError::into_inner).remove(&person);
    }

    pub(crate) fn network(&self, network: Network, until: u64, reason: String) {
        let mut networks = self.networks.write().unwrap_or_else(PoisonError::into_inner);
        networks.retain(|(other, ban)| *other != network && ban.holds());
        networks.push((network, Ban { until: Some(until), reason }));
    }

    pub(crate) fn pardon_network(&self, network: Network) {
        let mut networks = self.networks.write().unwrap_or_else(PoisonError::into_inner);
        networks.retain(|(other, _)| *other != network);
    }

    /// Whether a person may take part.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn check(&self, person: PersonId) -> Result<(), Refusal> {
        let people = self.people.read().unwrap_or_else(PoisonError::into_inner);
        match people.get(&person).filter(|ban| ban.holds()) {
            Some(ban) => Err(ban.told("you")),
            None => Ok(()),
        }
    }

    /// Whether somebody may take part from an address.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn check_client(&self, client: Client) -> Result<(), Refusal> {
        let networks = self.networks.read().unwrap_or_else(PoisonError::into_inner);
        match networks.iter().find(|(network, ban)| client.is_in(*network) && ban.holds()) {
            Some((_, ban)) => Err(ban.told("anybody of your network")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    #[test]
    fn bans_hold_until_they_are_over() {
        let bans = Bans::default();
        bans.person(1, None, "spam".to_owned());
        bans.person(2, Some(date() + 60_000), String::new());
        bans.person(3, Some(date() - 1), String::new());
        assert_eq!(bans.check(1).unwrap_err().code, Code::Banned);
        assert!(bans.check(1).unwrap_err().text.ends_with(": spam"));
        assert!(bans.check(2).unwrap_err().text.contains(" until 2"));
        assert!(bans.check(3).is_ok() && bans.check(4).is_ok());
        bans.pardon(1);
        assert!(bans.check(1).is_ok());
    }

    #[test]
    fn a_network_is_banned_with_all_its_addresses() {
        let bans = Bans::default();
        let client = |text: &str| Client::from(text.parse::<IpAddr>().expect("an address"));
        for network in ["203.0.113.0/24", "2001:db8:1::/48", "2001:db8:2:3::7"] {
            bans.network(network.parse().expect("a network"), date() + 60_000, String::new());
        }
        for banned in ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8:1:5::1", "2001:db8:2:3::9"] {
            assert_eq!(bans.check_client(client(banned)).unwrap_err().code, Code::Banned, "{banned}");
        }
        for free in ["203.0.114.9", "2001:db8:4::1"] {
            assert!(bans.check_client(client(free)).is_ok(), "{free}");
        }
        bans.pardon_network("203.0.113.0/24".parse().expect("a network"));
        assert!(bans.check_client(client("203.0.113.9")).is_ok());
    }
}
