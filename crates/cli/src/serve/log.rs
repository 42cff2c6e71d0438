//! What the server's log tells, and how it is written.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::panic;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use tracing::callsite::Identifier;
use tracing::{Event, Level, Metadata};
use tracing_subscriber::filter::{FilterExt as _, LevelFilter, Targets};
use tracing_subscriber::layer::{Context, Filter as LayerFilter};
use tracing_subscriber::prelude::*;

/// What holds for the server's own parts begins so; the libraries tell errors alone, unless they are named.
const OURS: &str = "berolina";
/// Where a filter is looked for that was not named.
const VARIABLE: &str = "RUST_LOG";

/// So many events of one kind are told in such a time: nobody can fill a disk through the log.
const MOST: u32 = 20;
const SPAN: Duration = Duration::from_secs(10);
/// What is told in any case.
const ALWAYS: &str = "berolina_server::audit";

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// A line of text for each event
    Text,
    /// A line of JSON for each event
    Json,
}

/// What is told: a level, and levels of single parts.
#[derive(Clone, Debug)]
pub(crate) struct Filter(Targets);

/// A filter that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FilterError(String);

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no level: error, warn, info, debug, trace or off, or one for a part, such as berolina_server::requests=debug",
            self.0
        )
    }
}

impl std::error::Error for FilterError {}

impl Default for Filter {
    fn default() -> Self {
        Self::of(LevelFilter::INFO)
    }
}

impl Filter {
    fn of(level: LevelFilter) -> Self {
        let libraries = level.min(LevelFilter::ERROR);
        Self(Targets::new().with_default(libraries).with_target(OURS, level))
    }
}

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let (mut general, mut parts) = (LevelFilter::INFO, Vec::new());
        for item in text.split(',').map(str::trim) {
            let bad = || FilterError(item.to_owned());
            let (part, level) = match item.split_once('=') {
                Some((part, level)) => (Some(part.trim()), level.trim()),
                None => (None, item),
            };
            // Numbers would be levels too.
            let named = level.bytes().all(|byte| byte.is_ascii_alphabetic());
            let level = level.parse::<LevelFilter>().ok().filter(|_| named && !level.is_empty());
            let level = level.ok_or_else(bad)?;
            match part {
                None => general = level,
                Some("") => return Err(bad()),
                Some(part) => parts.push((part, level)),
            }
        }
        let Self(targets) = Self::of(general);
        Ok(Self(parts.into_iter().fold(targets, |targets, (part, level)| targets.with_target(part, level))))
    }
}

/// The filter that was named, or that of the environment.
///
/// # Errors
/// One of the environment that cannot be read, in one line.
pub(super) fn chosen(named: Option<&Filter>) -> Result<Filter, String> {
    match (named, std::env::var(VARIABLE)) {
        (Some(filter), _) => Ok(filter.clone()),
        (None, Ok(text)) if !text.is_empty() => text.parse().map_err(|error| format!("{VARIABLE}: {error}")),
        _ => Ok(Filter::default()),
    }
}

/// Begins to tell events on standard error.
pub(super) fn begin(filter: Filter, format: Format) {
    // That nobody reads the log is no reason for the server to end.
    let layer =
        tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false).log_internal_errors(false);
    let (registry, filter) = (tracing_subscriber::registry(), filter.0.and(Throttle::default()));
    let begun = match format {
        Format::Text => registry.with(layer.with_filter(filter)).try_init(),
        Format::Json => registry.with(layer.json().flatten_event(true).with_filter(filter)).try_init(),
    };
    if begun.is_err() {
        // Somebody else tells them already.
        return;
    }
    panic::set_hook(Box::new(|fault| {
        let at = fault.location().map(tracing::field::display);
        // What it says may hold what somebody wrote.
        let said = fault.payload_as_str();
        tracing::error!(target: "berolina_server::panic", at, "a fault of the program itself");
        tracing::debug!(target: "berolina_server::panic", said, "what the fault said");
    }));
}

/// Leaves out what is told again and again, but for what somebody wants to know in detail.
#[derive(Default, Debug)]
struct Throttle(Mutex<HashMap<Identifier, (Instant, u32)>>);

impl Throttle {
    fn lets(&self, what: &Metadata<'_>, now: Instant) -> bool {
        if *what.level() > Level::INFO || what.target() == ALWAYS {
            return true;
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (begun, count) = known.entry(what.callsite()).or_insert((now, 0));
        if now.saturating_duration_since(*begun) > SPAN {
            (*begun, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
        *count <= MOST
    }
}

impl<S> LayerFilter<S> for Throttle {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        self.lets(event.metadata(), Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn tells(filter: &str, part: &str, level: Level) -> bool {
        filter.parse::<Filter>().expect("a filter").0.would_enable(part, &level)
    }

    #[test]
    fn a_level_is_for_the_server_and_no_library_tells_more_than_errors() {
        assert!(tells("debug", "berolina_server::requests", Level::DEBUG));
        assert!(!tells("debug", "sqlx::query", Level::WARN) && tells("debug", "sqlx::query", Level::ERROR));
        assert!(!tells("off", "sqlx::query", Level::ERROR) && !tells("off", "berolina_server", Level::ERROR));
        assert!(tells("warn, berolina_server::requests=debug", "berolina_server::requests", Level::DEBUG));
        assert!(!tells("warn,berolina_server::requests=debug", "berolina_server::wishes", Level::INFO));
        assert!(tells("hyper=trace", "hyper::proto", Level::TRACE));
        assert!(tells("INFO", "berolina_server", Level::INFO));
    }

    #[test]
    fn what_is_no_level_is_told_in_one_line() {
        for bad in ["", "loud", "info,", "3", "=info", "berolina_server=", "berolina_server=loud", "a=b=info"]
        {
            let error = bad.parse::<Filter>().expect_err(bad).to_string();
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }

    /// Counts events.
    struct Count(Arc<AtomicUsize>);

    impl<S: tracing::Subscriber> tracing_subscriber::Layer<S> for Count {
        fn on_event(&self, _: &Event<'_>, _: Context<'_, S>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn what_is_told_again_and_again_is_left_out_for_a_while() {
        let told = |tell: fn()| {
            let count = Arc::new(AtomicUsize::new(0));
            let layer = Count(Arc::clone(&count)).with_filter(Throttle::default());
            tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
                (0..100).for_each(|_| tell());
            });
            count.load(Ordering::Relaxed)
        };
        assert_eq!(told(|| tracing::warn!("again")), MOST as usize);
        assert_eq!(told(|| tracing::debug!("in detail")), 100);
        assert_eq!(told(|| tracing::info!(target: ALWAYS, "an action")), 100);
    }
}
