//! How often one may ask: by address, by person, and all together.
//!
//! Nobody who plays comes near. What is refused costs next to nothing, so that one who asks without end takes no time from others. What
//! is known of an address is forgotten when it would be granted everything again.
//!
//! Whoever has one address often has many. So what addresses of one household or one network do counts together too, and no network takes
//! more than a small part of what all have; a quarter of that is kept for networks that have asked for little of late.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::http::{Method, header};
use axum::response::{IntoResponse, Response};
use berolina_wire::{Code, Refusal};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota};
use tokio::sync::Semaphore;

use super::Refused;
use super::address::{Client, Proxies, Wide};
use super::person;
use crate::metrics::METRICS;

/// So often what is known of addresses is gone through.
const FORGET: Duration = Duration::from_mins(1);
/// In so many seconds one may come again where nothing else is known, as text.
const LATER: &str = "10";

/// So much at once, and so much more each second; neither is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// What comes back each second.
    pub per_second: u32,
    /// What may be had at once.
    pub burst: u32,
}

impl Rate {
    const fn new(per_second: u32, burst: u32) -> Self {
        Self { per_second, burst }
    }

    fn quota(self) -> Quota {
        let some = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Quota::per_second(some(self.per_second)).allow_burst(some(self.burst))
    }
}

/// How often something may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rates {
    /// By one address, and by one person, from however many addresses.
    pub each: Rate,
    /// By all together.
    pub all: Rate,
}

/// How often the server may be asked; the app's files are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quotas {
    /// Requests that change something.
    pub writes: Option<Rates>,
    /// Requests that read.
    pub reads: Option<Rates>,
    /// WebSockets that are opened.
    pub openings: Option<Rates>,
    /// What pages wish: moves, words.
    pub wishes: Option<Rates>,
    /// What one page may wish.
    pub page: Rate,
    /// WebSockets of one address at once.
    pub sockets: usize,
    /// WebSockets at once.
    pub all_sockets: usize,
}

/// What one page may wish, where nobody says otherwise.
const PAGE: Rate = Rate::new(5, 20);
/// WebSockets at once, where nobody says otherwise.
const ALL_SOCKETS: usize = 20_000;

impl Default for Quotas {
    fn default() -> Self {
        let rates = |each, all| Some(Rates { each, all });
        Self {
            writes: rates(Rate::new(1, 30), Rate::new(200, 2_000)),
            reads: rates(Rate::new(20, 100), Rate::new(2_000, 8_000)),
            // After a restart all pages come again.
            openings: rates(Rate::new(1, 40), Rate::new(500, 5_000)),
            // A page that plays fast moves once in a second or two.
            wishes: rates(Rate::new(40, 200), Rate::new(2_000, 10_000)),
            page: PAGE,
            // A school behind one address.
            sockets: 64,
            all_sockets: ALL_SOCKETS,
        }
    }
}

impl Quotas {
    /// No limits, to measure what a server can do.
    #[must_use]
    pub fn none() -> Self {
        Self {
            writes: None,
            reads: None,
            openings: None,
            wishes: None,
            page: PAGE,
            sockets: usize::MAX,
            all_sockets: ALL_SOCKETS,
        }
    }
}

/// What is done, as it is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Write,
    Read,
    Opening,
}

impl Kind {
    fn of(request: &Request) -> Self {
        if !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
            Self::Write
        } else if request.headers().contains_key(header::UPGRADE) {
            Self::Opening
        } else {
            Self::Read
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Write => "writes",
            Self::Read => "reads",
            Self::Opening => "openings",
        }
    }
}

/// What one may still do.
struct Meter {
    addresses: DefaultKeyedRateLimiter<Client>,
    /// The addresses of a household, and of a network, together.
    households: DefaultKeyedRateLimiter<Client>,
    networks: DefaultKeyedRateLimiter<Wide>,
    /// By the hash of the secret in the cookie.
    persons: DefaultKeyedRateLimiter<[u8; 32]>,
    all: DefaultDirectRateLimiter,
    /// What is kept of all for networks that have asked for little of late.
    kept: DefaultDirectRateLimiter,
    seldom: DefaultKeyedRateLimiter<Wide>,
}

/// A household has so many times what an address has.
const OF_A_HOUSEHOLD: u32 = 4;
/// A network has so many times what an address has, but no more than one part in so many of what all have.
const OF_A_NETWORK: u32 = 10;
const PART: u32 = 20;
/// One part in so many of what all have is kept for networks that have asked for little: so much at once, and then one in so many seconds.
const KEPT: u32 = 4;
const LITTLE: NonZeroU32 = NonZeroU32::new(5).unwrap();
const SELDOM: Duration = Duration::from_secs(10);

impl Rate {
    /// So many times as much, at most one part of what all have, and at least twice as much.
    fn times(self, count: u32, all: Self) -> Self {
        let more =
            |each: u32, all: u32| each.saturating_mul(count).min(all / PART).max(each.saturating_mul(2));
        Self { per_second: more(self.per_second, all.per_second), burst: more(self.burst, all.burst) }
    }

    fn part(self, of: impl Fn(u32) -> u32) -> Self {
        Self { per_second: of(self.per_second), burst: of(self.burst) }
    }
}

impl Meter {
    fn new(Rates { each, all }: Rates) -> Self {
        let seldom = Quota::with_period(SELDOM).unwrap_or(Quota::per_minute(LITTLE)).allow_burst(LITTLE);
        Self {
            addresses: DefaultKeyedRateLimiter::keyed(each.quota()),
            households: DefaultKeyedRateLimiter::keyed(each.times(OF_A_HOUSEHOLD, all).quota()),
            networks: DefaultKeyedRateLimiter::keyed(each.times(OF_A_NETWORK, all).quota()),
            persons: DefaultKeyedRateLimiter::keyed(each.quota()),
            all: DefaultDirectRateLimiter::direct(all.part(|n| n - n / KEPT).quota()),
            kept: DefaultDirectRateLimiter::direct(all.part(|n| n / KEPT).quota()),
            seldom: DefaultKeyedRateLimiter::keyed(seldom),
        }
    }

    /// Whose limit is reached, and for how long. What one address may not do takes nothing from the others.
    fn check(&self, client: Client, person: Option<[u8; 32]>) -> Result<(), (&'static str, Duration)> {
        let wait = |not: governor::NotUntil<_>| not.wait_time_from(DefaultClock::default().now());
        self.addresses.check_key(&client).map_err(|not| ("address", wait(not)))?;
        self.households.check_key(&client.household()).map_err(|not| ("network", wait(not)))?;
        self.networks.check_key(&client.wide()).map_err(|not| ("network", wait(not)))?;
        if let Some(person) = person {
            self.persons.check_key(&person).map_err(|not| ("person", wait(not)))?;
        }
        let Err(not) = self.all.check() else { return Ok(()) };
        if self.seldom.check_key(&client.wide()).is_ok() && self.kept.check().is_ok() {
            return Ok(());
        }
        Err(("server", wait(not)))
    }

    fn forget(&self) {
        self.addresses.retain_recent();
        self.addresses.shrink_to_fit();
        self.households.retain_recent();
        self.households.shrink_to_fit();
        self.networks.retain_recent();
        self.networks.shrink_to_fit();
        self.persons.retain_recent();
        self.persons.shrink_to_fit();
        self.seldom.retain_recent();
        self.seldom.shrink_to_fit();
    }
}

/// Who may come in.
pub(crate) struct Gate {
    proxies: Proxies,
    writes: Option<Meter>,
    reads: Option<Meter>,
    openings: Option<Meter>,
    wishes: Option<Meter>,
    page: Rate,
    /// WebSockets at once.
    pub(super) all_sockets: usize,
    /// WebSockets of one address at once, and those that there are.
    most: usize,
    sockets: Mutex<HashMap<Client, usize>>,
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate")
            .field("proxies", &self.proxies)
            .field("most", &self.most)
            .finish_non_exhaustive()
    }
}

impl Gate {
    pub(crate) fn new(quotas: Quotas, proxies: Proxies) -> Self {
        Self {
            proxies,
            writes: quotas.writes.map(Meter::new),
            reads: quotas.reads.map(Meter::new),
            openings: quotas.openings.map(Meter::new),
            wishes: quotas.wishes.map(Meter::new),
            page: quotas.page,
            all_sockets: quotas.all_sockets.min(Semaphore::MAX_PERMITS),
            most: quotas.sockets,
            sockets: Mutex::default(),
        }
    }

    /// Whether there are limits at all.
    pub(crate) fn is_limited(&self) -> bool {
        self.writes.is_some()
    }

    /// Lets a request in, and writes into it who asks.
    pub(crate) fn check(&self, request: &mut Request) -> Result<Client, Limited> {
        // Every connection has an address, but in tests without one.
        let Some(&ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<std::net::SocketAddr>>() else {
            request.extensions_mut().insert(Client::UNKNOWN);
            return Ok(Client::UNKNOWN);
        };
        let client = self.proxies.client(peer.ip(), request.headers());
        request.extensions_mut().insert(client);
        let kind = Kind::of(request);
        let meter = match kind {
            Kind::Write => &self.writes,
            Kind::Read => &self.reads,
            Kind::Opening => &self.openings,
        };
        let Some(meter) = meter else { return Ok(client) };
        meter.check(client, person::digest(request.headers())).map(|()| client).map_err(|(whose, wait)| {
            METRICS.limited(kind.name(), whose);
            Limited { whose, wait }
        })
    }

    /// What one page may wish.
    pub(crate) fn page(&self) -> Rate {
        self.page
    }

    /// Lets a wish in.
    ///
    /// # Errors
    /// If too much is wished from this address, or by all.
    pub(crate) fn wish(&self, client: Client) -> Result<(), Refusal> {
        let Some(meter) = &self.wishes else { return Ok(()) };
        meter.check(client, None).map_err(|(whose, _)| {
            METRICS.limited("wishes", whose);
            Refusal::new(Code::TooMany, "too much is wished at once from your address: try again in a moment")
        })
    }

    /// Whether anything is limited: it is not where a machine is measured.
    pub(crate) fn is_strict(&self) -> bool {
        self.writes.is_some()
    }

    /// A place for a WebSocket, until it is dropped.
    ///
    /// # Errors
    /// If this address has too many.
    pub(crate) fn seat(self: &Arc<Self>, client: Client) -> Result<Seat, Refusal> {
        let mut sockets = self.sockets();
        let taken = sockets.entry(client).or_default();
        if *taken >= self.most {
            METRICS.limited("sockets", "address");
            return Err(Refusal::new(
                Code::TooMany,
                "too many games are open from your address: close some, or try again later",
            ));
        }
        *taken += 1;
        METRICS.sockets.inc();
        Ok(Seat { gate: Arc::clone(self), client })
    }

    /// Forgets, from time to time, those who have long not asked.
    pub(crate) async fn forget(self: Arc<Self>) {
        loop {
            tokio::time::sleep(FORGET).await;
            [&self.writes, &self.reads, &self.openings, &self.wishes]
                .into_iter()
                .flatten()
                .for_each(Meter::forget);
        }
    }

    fn sockets(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a WebSocket.
#[derive(Debug)]
pub(crate) struct Seat {
    gate: Arc<Gate>,
    client: Client,
}

impl Drop for Seat {
    fn drop(&mut self) {
        METRICS.sockets.dec();
        let mut sockets = self.gate.sockets();
        if let Some(taken) = sockets.get_mut(&self.client) {
            *taken -= 1;
            if *taken == 0 {
                sockets.remove(&self.client);
            }
        }
    }
}

/// Somebody asked too often.
#[derive(Debug)]
pub(crate) struct Limited {
    whose: &'static str,
    wait: Duration,
}

impl IntoResponse for Limited {
    fn into_response(self) -> Response {
        let line = match self.whose {
            "server" => "too many people ask at once: try again in a moment",
            _ => "you ask too often: try again in a moment",
        };
        let mut answer = Refused(Refusal::new(Code::TooMany, line)).into_response();
        // Whole seconds, rounded up.
        let seconds = self.wait.as_secs() + 1;
        answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        answer
    }
}

/// When to come again, where an answer does not say so by itself.
pub(crate) fn say_when(answer: &mut Response) {
    let code = answer.status().as_u16();
    if code == Code::TooMany.status() {
        let later = header::HeaderValue::from_static(LATER);
        answer.headers_mut().entry(header::RETRY_AFTER).or_insert(later);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use std::net::SocketAddr;

    fn asked(method: &str, from: &str, headers: &[(&str, &str)]) -> Request {
        let mut request = Request::builder().method(method).uri("/api/v1/hello");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(from.parse().unwrap(), 4711)));
        request
    }

    fn gate(each: u32, all: u32) -> Arc<Gate> {
        let rates = Some(Rates { each: Rate::new(1, each), all: Rate::new(1, all) });
        let quotas = Quotas { writes: rates, reads: rates, openings: rates, sockets: 2, ..Quotas::none() };
        Arc::new(Gate::new(quotas, Proxies::default()))
    }

    fn granted(gate: &Gate, method: &str, from: &str, headers: &[(&str, &str)]) -> usize {
        (0..10).filter(|_| gate.check(&mut asked(method, from, headers)).is_ok()).count()
    }

    #[test]
    fn each_address_has_its_own() {
        let gate = gate(3, 100);
        assert_eq!(granted(&gate, "POST", "192.0.2.1", &[]), 3);
        assert_eq!(granted(&gate, "POST", "192.0.2.2", &[]), 3);
        assert_eq!(granted(&gate, "GET", "192.0.2.1", &[]), 3, "reading is counted by itself");
        assert_eq!(granted(&gate, "GET", "192.0.2.1", &[("upgrade", "websocket")]), 3);
        assert_eq!(granted(&gate, "POST", "2001:db8::1", &[]), 3);
        assert_eq!(granted(&gate, "POST", "2001:db8::2", &[]), 0, "the same customer");
    }

    #[test]
    fn a_person_is_the_same_at_all_addresses() {
        let gate = gate(3, 100);
        let secret = crate::secret::secret();
        let cookie = format!("a=b; berolina={secret}");
        let cookie = [("cookie", cookie.as_str())];
        assert_eq!(granted(&gate, "POST", "192.0.2.1", &cookie), 3);
        assert_eq!(granted(&gate, "POST", "192.0.2.2", &cookie), 0);
    }

    #[test]
    fn all_share_a_limit_of_which_the_refused_take_nothing() {
        let gate = gate(3, 5);
        assert_eq!(granted(&gate, "POST", "192.0.2.1", &[]), 3);
        assert_eq!(granted(&gate, "POST", "192.0.2.1", &[]), 0);
        assert_eq!(granted(&gate, "POST", "192.0.2.2", &[]), 2);
    }

    #[test]
    fn no_network_takes_more_than_a_small_part() {
        let quotas = Quotas::default();
        let prefixes: [(&str, &dyn Fn(u32) -> String); 3] = [
            ("a /56", &|n| format!("2001:db8:1:{:x}::1", n % 256)),
            ("a /48", &|n| format!("2001:db8:1:{:x}::1", n % 65_536)),
            ("a /24", &|n| format!("198.51.100.{}", n % 256)),
        ];
        for (what, address) in prefixes {
            let gate = Gate::new(quotas, Proxies::default());
            let granted =
                (0..5_000).filter(|&n| gate.check(&mut asked("POST", &address(n), &[])).is_ok()).count();
            let all = quotas.writes.unwrap().all.burst as usize;
            assert!(granted <= all / 15, "{what}: {granted} of {all}");
            assert!(granted >= 60, "{what} is more than one address: {granted}");
            assert!(gate.check(&mut asked("POST", "203.0.113.9", &[])).is_ok());
        }
    }

    #[test]
    fn who_asks_seldom_is_let_in_while_many_networks_take_what_all_have() {
        let gate = Gate::new(Quotas::default(), Proxies::default());
        let storm = || {
            for host in 1..=40 {
                for network in 0..=254 {
                    let _ = gate.check(&mut asked("POST", &format!("198.18.{network}.{host}"), &[]));
                }
            }
        };
        // What is kept is gone at first; then it comes back faster than so many networks take it.
        storm();
        let later = std::time::Instant::now() + Duration::from_millis(1500);
        while std::time::Instant::now() < later {
            storm();
            std::thread::sleep(Duration::from_millis(20));
        }
        let honest = |n: u8| gate.check(&mut asked("POST", &format!("203.0.{n}.9"), &[])).is_ok();
        let granted = (0..20).filter(|&n| honest(n)).count();
        assert!(granted >= 15, "{granted} of 20");
    }

    #[test]
    fn places_come_back() {
        let gate = gate(1, 1);
        let client = Client::from("192.0.2.1".parse::<std::net::IpAddr>().unwrap());
        let one = gate.seat(client).unwrap();
        let _two = gate.seat(client).unwrap();
        assert_eq!(gate.seat(client).unwrap_err().code, Code::TooMany);
        drop(one);
        drop(gate.seat(client).unwrap());
        drop(_two);
        assert!(gate.sockets().is_empty(), "nothing is left of who has gone");
    }

    #[test]
    fn no_limits_are_no_limits() {
        let gate = Arc::new(Gate::new(Quotas::none(), Proxies::default()));
        assert_eq!(granted(&gate, "POST", "192.0.2.1", &[]), 10);
    }

    #[test]
    fn a_refusal_says_when_to_come_again() {
        let gate = gate(1, 100);
        gate.check(&mut asked("POST", "192.0.2.1", &[])).unwrap();
        let refused = gate.check(&mut asked("POST", "192.0.2.1", &[])).unwrap_err().into_response();
        assert_eq!(refused.status(), 429);
        let wait: u64 = refused.headers()[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
        assert!((1..=2).contains(&wait), "{wait}");
    }

    #[test]
    fn addresses_are_forgotten() {
        let gate = gate(1, 100);
        let meter = gate.writes.as_ref().unwrap();
        gate.check(&mut asked("POST", "192.0.2.1", &[])).unwrap();
        meter.forget();
        assert_eq!(meter.addresses.len(), 1);
        // It is full again after one second, and stays for one more.
        std::thread::sleep(Duration::from_millis(2_100));
        meter.forget();
        assert_eq!(meter.addresses.len(), 0);
    }
}
