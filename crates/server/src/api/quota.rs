//! How often one may ask: by address, by person, and all together.
//!
//! Nobody who plays comes near. What is refused costs next to nothing, so that one who asks without end takes no time from others. What
//! is known of an address is forgotten when it would be granted everything again.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse, Response};
use berolina_wire::{Code, Refusal};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota};

use super::Refused;
use super::address::{Client, Proxies};
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
    /// WebSockets of one address at once.
    pub sockets: usize,
}

impl Default for Quotas {
    fn default() -> Self {
        let rates = |each, all| Some(Rates { each, all });
        Self {
            writes: rates(Rate::new(1, 30), Rate::new(200, 2_000)),
            reads: rates(Rate::new(20, 100), Rate::new(2_000, 8_000)),
            // After a restart all pages come again.
            openings: rates(Rate::new(1, 40), Rate::new(500, 5_000)),
            // A school behind one address.
            sockets: 64,
        }
    }
}

impl Quotas {
    /// No limits, to measure what a server can do.
    #[must_use]
    pub fn none() -> Self {
        Self { writes: None, reads: None, openings: None, sockets: usize::MAX }
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
    /// By the hash of the secret in the cookie.
    persons: DefaultKeyedRateLimiter<[u8; 32]>,
    all: DefaultDirectRateLimiter,
}

impl Meter {
    fn new(Rates { each, all }: Rates) -> Self {
        Self {
            addresses: DefaultKeyedRateLimiter::keyed(each.quota()),
            persons: DefaultKeyedRateLimiter::keyed(each.quota()),
            all: DefaultDirectRateLimiter::direct(all.quota()),
        }
    }

    /// Whose limit is reached, and for how long. What one address may not do takes nothing from the others.
    fn check(&self, client: Client, headers: &HeaderMap) -> Result<(), (&'static str, Duration)> {
        let wait = |not: governor::NotUntil<_>| not.wait_time_from(DefaultClock::default().now());
        self.addresses.check_key(&client).map_err(|not| ("address", wait(not)))?;
        if let Some(person) = person::digest(headers) {
            self.persons.check_key(&person).map_err(|not| ("person", wait(not)))?;
        }
        self.all.check().map_err(|not| ("server", wait(not)))
    }

    fn forget(&self) {
        self.addresses.retain_recent();
        self.addresses.shrink_to_fit();
        self.persons.retain_recent();
        self.persons.shrink_to_fit();
    }
}

/// Who may come in.
pub(crate) struct Gate {
    proxies: Proxies,
    writes: Option<Meter>,
    reads: Option<Meter>,
    openings: Option<Meter>,
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
            most: quotas.sockets,
            sockets: Mutex::default(),
        }
    }

    /// Whether there are limits at all.
    pub(crate) fn is_limited(&self) -> bool {
        self.writes.is_some()
    }

    /// Lets a request in, and writes into it who asks.
    pub(crate) fn check(&self, request: &mut Request) -> Result<(), Limited> {
        // Every connection has an address.
        let Some(&ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<std::net::SocketAddr>>() else {
            return Ok(());
        };
        let client = self.proxies.client(peer.ip(), request.headers());
        request.extensions_mut().insert(client);
        let kind = Kind::of(request);
        let meter = match kind {
            Kind::Write => &self.writes,
            Kind::Read => &self.reads,
            Kind::Opening => &self.openings,
        };
        let Some(meter) = meter else { return Ok(()) };
        meter.check(client, request.headers()).map_err(|(whose, wait)| {
            METRICS.limited(kind.name(), whose);
            Limited { whose, wait }
        })
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
            [&self.writes, &self.reads, &self.openings].into_iter().flatten().for_each(Meter::forget);
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
        let quotas = Quotas { writes: rates, reads: rates, openings: rates, sockets: 2 };
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
