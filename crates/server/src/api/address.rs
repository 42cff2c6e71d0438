//! From which address somebody asks: that by which limits count.
//!
//! The other end of a connection is often a proxy of the operator's own, which says in a header for whom it asks. Anybody can write such
//! a header, so it is believed from the addresses alone that the operator has named, and read from its end: each proxy adds whom it saw,
//! and what is before the first address that is nobody's proxy may be made up.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, header};

/// The header that most proxies write.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Who asks, as limits count: an IPv4 address, or the half of an IPv6 address that a provider gives to one customer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        match plain(address) {
            IpAddr::V4(address) => Self(address.into()),
            // Whoever has one address of a /64 has all of them.
            IpAddr::V6(address) => Self(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into()),
        }
    }
}

/// The network around an address: what a provider gives to a site, or a small provider has at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Wide(IpAddr);

impl Client {
    /// The network around it: the first 24 bits of IPv4, the first 48 of IPv6.
    pub(crate) fn wide(self) -> Wide {
        match self.0 {
            IpAddr::V4(address) => Wide(Ipv4Addr::from_bits(address.to_bits() & (u32::MAX << 8)).into()),
            IpAddr::V6(address) => Wide(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 80)).into()),
        }
    }

    /// What a provider gives to one household: the first 56 bits of IPv6, one address of IPv4.
    pub(crate) fn household(self) -> Self {
        match self.0 {
            IpAddr::V4(_) => self,
            IpAddr::V6(address) => Self(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 72)).into()),
        }
    }

    /// Whether it belongs to a network. Networks of IPv6 count by 64 bits at most, as addresses do.
    pub(crate) fn is_in(self, network: Network) -> bool {
        match network.address {
            IpAddr::V6(_) if self.0.is_ipv6() => {
                Network { bits: network.bits.min(64), ..network }.holds(self.0)
            }
            _ => network.holds(self.0),
        }
    }

    /// Where nothing is known of a connection, as in tests.
    pub(crate) const UNKNOWN: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
}

/// An address, or all that begin with the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

/// What is no address and no network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkError(String);

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no address or network: it would be like 127.0.0.1, 10.0.0.0/8 or fd00::/8", self.0)
    }
}

impl std::error::Error for NetworkError {}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let bad = || NetworkError(text.chars().filter(|c| !c.is_control()).take(60).collect());
        let (address, bits) = text.split_once('/').map_or((text, None), |(a, bits)| (a, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| bad())?;
        let most = width(address);
        let bits = match bits {
            None => most,
            // `u32` would also take a sign.
            Some(bits) if bits.bytes().all(|b| b.is_ascii_digit()) => bits.parse().map_err(|_| bad())?,
            Some(_) => return Err(bad()),
        };
        if bits > most {
            return Err(bad());
        }
        Ok(Self { address, bits })
    }
}

impl Network {
    /// Whether it holds a large part of all addresses.
    pub(crate) fn is_too_wide(self) -> bool {
        self.bits < if self.address.is_ipv4() { 8 } else { 16 }
    }

    fn holds(self, address: IpAddr) -> bool {
        let differing = match (plain(self.address), address) {
            (IpAddr::V4(a), IpAddr::V4(b)) => (a.to_bits() ^ b.to_bits()).leading_zeros(),
            (IpAddr::V6(a), IpAddr::V6(b)) => (a.to_bits() ^ b.to_bits()).leading_zeros(),
            _ => return false,
        };
        // Of an IPv4 address that was written as IPv6, the first 96 bits are the same in all.
        differing >= self.bits.saturating_sub(width(self.address) - width(plain(self.address)))
    }
}

/// The operator's own proxies, which are believed when they say for whom they ask.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proxies(Vec<Network>);

impl FromIterator<Network> for Proxies {
    fn from_iter<T: IntoIterator<Item = Network>>(networks: T) -> Self {
        Self(networks.into_iter().collect())
    }
}

impl Proxies {
    /// What `--trusted-proxy` takes: an address, a network, or `loopback` for this machine.
    ///
    /// # Errors
    /// Anything else.
    pub fn named(text: &str) -> Result<Vec<Network>, NetworkError> {
        if text == "loopback" {
            return ["127.0.0.0/8", "::1"].into_iter().map(str::parse).collect();
        }
        text.parse().map(|network| vec![network])
    }

    /// Whether nobody is believed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Who asks, where the other end of the connection has this address.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        let mut nearest = plain(peer);
        if !self.holds(nearest) {
            return nearest.into();
        }
        // A proxy that writes one of the two hands on the other as it came.
        let told: Box<dyn Iterator<Item = Option<IpAddr>>> = if headers.contains_key(FORWARDED_FOR) {
            Box::new(backwards(headers, &FORWARDED_FOR).map(address))
        } else {
            Box::new(backwards(headers, &header::FORWARDED).map(forwarded))
        };
        for address in told {
            // What cannot be read hides who is behind the proxy.
            let Some(address) = address else { break };
            nearest = address;
            if !self.holds(nearest) {
                break;
            }
        }
        nearest.into()
    }

    fn holds(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.holds(address))
    }
}

/// The parts of a header that lists, the last first.
fn backwards<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> + use<'a> {
    let lines: Vec<&str> =
        headers.get_all(name).iter().map(|line| line.to_str().unwrap_or_default()).collect();
    lines.into_iter().rev().flat_map(|line| line.rsplit(','))
}

/// The address in a part of `Forwarded`, such as `for="[2001:db8::1]:4711";proto=https`.
fn forwarded(part: &str) -> Option<IpAddr> {
    let mut pairs = part.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(key, _)| key.trim().eq_ignore_ascii_case("for"))?;
    address(value.trim().trim_matches('"'))
}

/// An address, perhaps in brackets, perhaps with a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = match text.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        // One colon is that before a port; more are those of IPv6.
        None => text.split_once(':').filter(|(_, rest)| !rest.contains(':')).map_or(text, |(bare, _)| bare),
    };
    bare.parse().ok().map(plain)
}

/// An IPv4 address that came as IPv6 is IPv4.
fn plain(address: IpAddr) -> IpAddr {
    address.to_canonical()
}

fn width(address: IpAddr) -> u32 {
    if address.is_ipv4() { 32 } else { 128 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn proxies(names: &[&str]) -> Proxies {
        names.iter().flat_map(|name| Proxies::named(name).unwrap()).collect()
    }

    fn client(proxies: &Proxies, peer: &str, lines: &[(&'static str, &str)]) -> Client {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        proxies.client(peer.parse().unwrap(), &headers)
    }

    fn of(address: &str) -> Client {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_stranger_is_not_believed() {
        let forged = [("x-forwarded-for", "198.51.100.7"), ("forwarded", "for=198.51.100.7")];
        assert_eq!(client(&Proxies::default(), "127.0.0.1", &forged), of("127.0.0.1"));
        assert_eq!(client(&proxies(&["10.0.0.1"]), "10.0.0.2", &forged), of("10.0.0.2"));
        assert_eq!(client(&proxies(&["loopback"]), "203.0.113.5", &forged), of("203.0.113.5"));
    }

    #[test]
    fn what_a_proxy_added_is_at_the_end() {
        let here = proxies(&["loopback"]);
        let one = |value| client(&here, "127.0.0.1", &[("x-forwarded-for", value)]);
        assert_eq!(one("203.0.113.5"), of("203.0.113.5"));
        assert_eq!(one("198.51.100.7, 203.0.113.5"), of("203.0.113.5"), "the first was made up");
        assert_eq!(one("203.0.113.5:4711"), of("203.0.113.5"));
        assert_eq!(one("[2001:db8:1:2::5]:80"), of("2001:db8:1:2::"));
        assert_eq!(one("2001:db8:1:2::5"), of("2001:db8:1:2::"));
        assert_eq!(one("::ffff:203.0.113.5"), of("203.0.113.5"));
        let lines = [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-for", "203.0.113.5")];
        assert_eq!(client(&here, "::1", &lines), of("203.0.113.5"));
    }

    #[test]
    fn proxies_before_proxies_are_passed_over() {
        let ours = proxies(&["loopback", "10.0.0.0/8", "fd00::/8"]);
        let one = |value| client(&ours, "127.0.0.1", &[("x-forwarded-for", value)]);
        assert_eq!(one("198.51.100.7, 203.0.113.5, 10.1.2.3, fd00::9"), of("203.0.113.5"));
        assert_eq!(one("10.1.2.3"), of("10.1.2.3"), "somebody of the own network");
        assert_eq!(one("unknown, 10.1.2.3"), of("10.1.2.3"));
        assert_eq!(one("203.0.113.5, nonsense"), of("127.0.0.1"));
        assert_eq!(one(""), of("127.0.0.1"));
        assert_eq!(client(&ours, "127.0.0.1", &[]), of("127.0.0.1"));
    }

    #[test]
    fn the_standard_header_counts_where_there_is_no_other() {
        let here = proxies(&["loopback"]);
        let one = |value| client(&here, "127.0.0.1", &[("forwarded", value)]);
        assert_eq!(one("for=198.51.100.7, For=\"203.0.113.5:80\";proto=https"), of("203.0.113.5"));
        assert_eq!(one("proto=https;for=\"[2001:db8:1:2::5]:80\""), of("2001:db8:1:2::"));
        assert_eq!(one("for=203.0.113.5, for=_hidden"), of("127.0.0.1"));
        let both = [("forwarded", "for=198.51.100.7"), ("x-forwarded-for", "203.0.113.5")];
        assert_eq!(client(&here, "127.0.0.1", &both), of("203.0.113.5"));
    }

    #[test]
    fn a_customer_has_a_network_of_ipv6() {
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }

    #[test]
    fn networks_are_read() {
        for good in ["127.0.0.1", "10.0.0.0/8", "0.0.0.0/0", "::1", "fd00::/8", "::/0", "192.0.2.1/32"] {
            assert!(good.parse::<Network>().is_ok(), "{good}");
        }
        for bad in
            ["", "localhost", "10.0.0.0/33", "10.0.0.0/+8", "10.0.0/8", "::1/129", "10.0.0.0/", "1/2/3"]
        {
            assert!(bad.parse::<Network>().is_err(), "{bad}");
        }
        let holds = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().holds(address.parse().unwrap())
        };
        assert!(holds("10.0.0.0/8", "10.255.0.1") && !holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("0.0.0.0/0", "11.0.0.1") && !holds("0.0.0.0/0", "::1"));
        assert!(holds("::ffff:10.0.0.0/104", "10.9.9.9") && !holds("::ffff:10.0.0.0/104", "11.0.0.1"));
        assert!(holds("::ffff:10.0.0.1", "10.0.0.1") && !holds("::ffff:10.0.0.1", "10.0.0.2"));
    }
}
