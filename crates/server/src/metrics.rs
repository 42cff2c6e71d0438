//! Numbers for whoever watches over the server, in the text form of Prometheus (OpenMetrics).
//!
//! There is one server in a program, so there is one set. To count costs an atomic addition; what can be looked up when somebody asks,
//! such as how many games are awake, is looked up then.

use std::array;
use std::sync::LazyLock;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use berolina_wire::Code;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::play::Hall;
use crate::process::Usage;

/// The type of what [`Metrics::text`] makes.
pub(crate) const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The numbers of this program.
pub(crate) static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

type Label = (&'static str, String);

pub(crate) struct Metrics {
    registry: Registry,
    /// WebSockets that are open.
    pub(crate) sockets: Gauge,
    /// By the first digit of the status.
    answers: [Counter; 5],
    /// In the order of [`Code::ALL`].
    refused: Vec<Counter>,
    denied: Vec<Counter>,
    limited: Family<[(&'static str, &'static str); 2], Counter>,
    pub(crate) wishes: Counter,
    pub(crate) moves: Counter,
    pub(crate) events: Counter,
    move_seconds: Histogram,
    commit_seconds: Histogram,
    commit_writes: Histogram,
    pub(crate) commits_failed: Counter,
    /// What was read and is damaged.
    pub(crate) damage: Counter,
    looked_up: LookedUp,
}

/// What is looked up when somebody asks.
struct LookedUp {
    games: Gauge,
    waiting: Gauge,
    readers: Gauge,
    idle: Gauge,
    bytes: Gauge,
    log: Gauge,
    memory: Gauge,
    files: Gauge,
    most_files: Gauge,
    seconds: Counter<f64, AtomicU64>,
}

impl Metrics {
    fn new() -> Self {
        let mut registry = Registry::default();
        let looked_up = LookedUp::register(&mut registry);
        let ours = registry.sub_registry_with_prefix("berolina");
        let sockets = Gauge::default();
        ours.register("sockets", "WebSockets that are open", sockets.clone());
        let classes = Family::<[Label; 1], Counter>::default();
        ours.register("requests", "HTTP requests by the class of their answer", classes.clone());
        let class = |i| classes.get_or_create_owned(&[("class", format!("{}xx", i + 1))]);
        let limited = Family::default();
        ours.register(
            "limited",
            "What was refused by a limit: what it limits, and whose it is",
            limited.clone(),
        );
        let refused = by_code(ours, "requests_refused", "HTTP requests that were refused, by code");
        let denied = by_code(ours, "wishes_refused", "Wishes of players that were refused, by code");
        let count = |ours: &mut Registry, name, help| {
            let counter = Counter::default();
            ours.register(name, help, counter.clone());
            counter
        };
        // From a tenth of a millisecond to six seconds.
        let seconds = |ours: &mut Registry, name, help| {
            let histogram = Histogram::new(exponential_buckets(0.0001, 2.5, 13));
            ours.register_with_unit(name, help, Unit::Seconds, histogram.clone());
            histogram
        };
        let commit_writes = Histogram::new(exponential_buckets(1.0, 2.0, 9));
        ours.register("commit_writes", "Writes that shared one commit", commit_writes.clone());
        Self {
            sockets,
            answers: array::from_fn(class),
            refused,
            denied,
            limited,
            wishes: count(ours, "wishes", "Wishes of players, such as moves and offers"),
            moves: count(ours, "moves", "Moves that are on the disk"),
            events: count(ours, "events", "Events of games that are on the disk, moves among them"),
            move_seconds: seconds(ours, "move", "From when a move is read to when it is on the disk"),
            commit_seconds: seconds(ours, "commit", "How long a commit takes"),
            commit_writes,
            commits_failed: count(ours, "commits_failed", "Commits of which something could not be written"),
            damage: count(ours, "damage", "Reads and writes that met damage in the file"),
            looked_up,
            registry,
        }
    }

    /// An answer of this status was given.
    pub(crate) fn answered(&self, status: u16) {
        if let Some(counter) = self.answers.get(usize::from(status / 100).wrapping_sub(1)) {
            counter.inc();
        }
    }

    /// A request was refused.
    pub(crate) fn refused(&self, code: Code) {
        self.refused[code as usize].inc();
    }

    /// A wish was refused.
    pub(crate) fn denied(&self, code: Code) {
        tracing::debug!(target: "berolina_server::wishes", ?code, "a wish was refused");
        self.denied[code as usize].inc();
    }

    /// A limit was reached: what it limits, and whose it is.
    pub(crate) fn limited(&self, what: &'static str, whose: &'static str) {
        tracing::debug!(target: "berolina_server::limits", what, whose, "a limit was reached");
        self.limited.get_or_create(&[("what", what), ("whose", whose)]).inc();
    }

    /// A move is on the disk, so long after it was read.
    pub(crate) fn moved(&self, after: Duration) {
        self.move_seconds.observe(after.as_secs_f64());
    }

    /// So many writes were committed, or could not be, in such a time.
    pub(crate) fn committed(&self, writes: usize, took: Duration) {
        self.commit_writes.observe(writes as f64);
        self.commit_seconds.observe(took.as_secs_f64());
    }

    /// All numbers as they are now.
    pub(crate) fn text(&self, hall: Option<&Hall>) -> String {
        self.looked_up.look(hall);
        let mut text = String::with_capacity(16 * 1024);
        // A string takes everything.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

impl LookedUp {
    fn register(registry: &mut Registry) -> Self {
        let made = Self {
            games: Gauge::default(),
            waiting: Gauge::default(),
            readers: Gauge::default(),
            idle: Gauge::default(),
            bytes: Gauge::default(),
            log: Gauge::default(),
            memory: Gauge::default(),
            files: Gauge::default(),
            most_files: Gauge::default(),
            seconds: Counter::default(),
        };
        let ours = registry.sub_registry_with_prefix("berolina");
        ours.register("games_awake", "Games that somebody looks at or whose clock runs", made.games.clone());
        ours.register("write_queue", "Writes that wait for a commit", made.waiting.clone());
        ours.register("readers", "Connections to the file that read", made.readers.clone());
        ours.register("readers_idle", "Those of them that have nothing to do", made.idle.clone());
        ours.register_with_unit("file", "The file of the games", Unit::Bytes, made.bytes.clone());
        ours.register_with_unit("log", "What waits to be copied into it", Unit::Bytes, made.log.clone());
        let process = registry.sub_registry_with_prefix("process");
        process.register("resident_memory_bytes", "Memory in use", made.memory.clone());
        process.register("open_fds", "Open files and connections", made.files.clone());
        process.register("max_fds", "So many may be open", made.most_files.clone());
        process.register("cpu_seconds", "Time of all processors", made.seconds.clone());
        made
    }

    fn look(&self, hall: Option<&Hall>) {
        let set = |gauge: &Gauge, value: u64| {
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        };
        if let Some(hall) = hall {
            let condition = hall.store.condition();
            set(&self.games, hall.awake() as u64);
            set(&self.waiting, condition.waiting as u64);
            set(&self.readers, condition.readers as u64);
            set(&self.idle, condition.idle as u64);
            set(&self.bytes, condition.bytes);
            set(&self.log, condition.log);
        }
        let usage = Usage::now();
        set(&self.memory, usage.memory.unwrap_or_default());
        set(&self.files, usage.files.unwrap_or_default());
        set(&self.most_files, usage.most_files.unwrap_or_default());
        if let Some(seconds) = usage.seconds {
            // It never goes down.
            self.seconds.inner().store(seconds.to_bits(), std::sync::atomic::Ordering::Relaxed);
        }
    }
}

/// A counter for each code, all there from the beginning.
fn by_code(registry: &mut Registry, name: &str, help: &str) -> Vec<Counter> {
    let family = Family::<[Label; 1], Counter>::default();
    registry.register(name, help, family.clone());
    let name = |code| serde_json::to_value(code).ok().and_then(|name| name.as_str().map(str::to_owned));
    Code::ALL
        .iter()
        .map(|code| family.get_or_create_owned(&[("code", name(code).unwrap_or_default())]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_told() {
        let metrics = Metrics::new();
        metrics.answered(200);
        metrics.answered(404);
        metrics.answered(99);
        metrics.answered(600);
        metrics.refused(Code::TooMany);
        metrics.denied(Code::Again);
        metrics.limited("writes", "address");
        metrics.committed(3, Duration::from_millis(2));
        metrics.moved(Duration::from_millis(5));
        metrics.sockets.set(7);
        let text = metrics.text(None);
        for line in [
            "berolina_requests_total{class=\"2xx\"} 1",
            "berolina_requests_total{class=\"5xx\"} 0",
            "berolina_requests_refused_total{code=\"too-many\"} 1",
            "berolina_wishes_refused_total{code=\"again\"} 1",
            "berolina_limited_total{what=\"writes\",whose=\"address\"} 1",
            "berolina_commit_writes_bucket{le=\"4.0\"} 1",
            "berolina_commit_seconds_count 1",
            "berolina_move_seconds_count 1",
            "berolina_sockets 7",
            "berolina_moves_total 0",
        ] {
            assert!(text.lines().any(|told| told == line), "{line} is not in\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }

    #[test]
    fn each_code_has_its_counter() {
        for (i, &code) in Code::ALL.iter().enumerate() {
            assert_eq!(code as usize, i, "{code:?}");
        }
    }
}
