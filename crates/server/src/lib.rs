//! Serves the browser app over HTTP, and games that two people play together.
//!
//! | module | what lives there |
//! | --- | --- |
//! | `site` | the app's files, which are part of the program |
//! | [`game`] | a game as pure data: what was agreed on, its log of numbered events, its clock; what comes of a wish |
//! | [`play`] | games that are being played: each an actor, which alone decides, keeps and tells |
//! | [`store`] | what is kept, behind a trait; in one SQLite file |
//! | [`bus`] | what travels from a game to its followers, behind a trait; within the program |
//! | [`api`] | what pages ask, by HTTP and WebSocket |
//! | `sweep` | what has expired, and goes |
//! | `judge` | threads for rules that somebody wrote, apart from what serves everybody |
//! | `bans` | who may not take part |
//! | `connections` | so many at once, each for so long |
//! | `admin`, `audit`, `metrics`, `process` | what the operator asks and does, on a listener of its own |
//!
//! The server is the only judge: it runs the rules, keeps the clocks, and tells of a move only after that is on the disk.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod admin;
pub mod api;
mod audit;
mod bans;
pub mod bus;
mod connections;
pub mod game;
mod judge;
mod metrics;
pub mod play;
mod process;
pub mod rating;
mod secret;
mod site;
pub mod store;
mod sweep;
mod text;
pub mod time;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

pub use admin::AdminError;
use api::Gate;
pub use api::{LimitError, Network, NetworkError, Proxies, Quotas, Rate, Rates, Reach, ReachError};
pub use connections::Limits;
use metrics::METRICS;
use play::Hall;
pub use site::assets::{Asset, SHIPPED};
use store::sqlite::Sqlite;
use store::{StoreError, Write};
use sweep::for_ever;

/// The port that is tried first.
pub const DEFAULT_PORT: u16 = 8642;
/// If a port is taken, so many after it are tried before any that is free.
const NEIGHBOURS: u16 = 10;
/// A server that ends waits so long for what it last writes, and then so long for what still runs.
const LAST_WRITE: Duration = Duration::from_millis(500);
const LAST_TASKS: Duration = Duration::from_millis(200);
/// After so long it has ended, whatever goes on.
const LAST: Duration = Duration::from_millis(4700);

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    assets: &'static [Asset],
    admin: Option<TcpListener>,
    limits: Limits,
    quotas: Quotas,
    proxies: Proxies,
    games: Option<(Arc<Hall>, Reach)>,
    accounts: bool,
}

impl Server {
    /// Listens on a port, or on another if that is taken: 0 is any that is free.
    ///
    /// # Errors
    /// If there is no port to listen on.
    pub fn bind(host: IpAddr, port: u16, assets: &'static [Asset]) -> io::Result<Self> {
        let runtime = runtime()?;
        let listener = runtime.block_on(listen(host, port))?;
        Ok(Self::new(runtime, listener, assets))
    }

    /// Listens at this address and nowhere else.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn bind_at(address: SocketAddr, assets: &'static [Asset]) -> io::Result<Self> {
        let runtime = runtime()?;
        let listener = runtime.block_on(TcpListener::bind(address))?;
        Ok(Self::new(runtime, listener, assets))
    }

    fn new(runtime: tokio::runtime::Runtime, listener: TcpListener, assets: &'static [Asset]) -> Self {
        Self {
            runtime,
            listener,
            assets,
            admin: None,
            limits: Limits::default(),
            quotas: Quotas::default(),
            proxies: Proxies::default(),
            games: None,
            accounts: false,
        }
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The same with other limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same with other limits by address and person.
    #[must_use]
    pub fn with_quotas(self, quotas: Quotas) -> Self {
        Self { quotas, ..self }
    }

    /// The same with proxies that are believed when they say for whom they ask.
    #[must_use]
    pub fn trusting(self, proxies: Proxies) -> Self {
        Self { proxies, ..self }
    }

    /// The same with a listener for the operator, who needs no password; its address.
    ///
    /// # Errors
    /// An address that others reach, or that is taken.
    pub fn listen_for_admin(&mut self, address: SocketAddr) -> Result<SocketAddr, AdminError> {
        admin::allowed(address)?;
        let listener = self.runtime.block_on(TcpListener::bind(address)).map_err(AdminError::Taken)?;
        let address = listener.local_addr().map_err(AdminError::Taken)?;
        self.admin = Some(listener);
        Ok(address)
    }

    /// The same with games that people play together, kept in a folder.
    ///
    /// # Errors
    /// If they cannot be kept there, in one line.
    pub fn with_games(mut self, data: &Path, reach: Reach) -> Result<Self, StoreError> {
        self.add_games(data, reach)?;
        Ok(self)
    }

    /// Adds games that people play together, kept in a folder; without them the server is as it was.
    ///
    /// # Errors
    /// If they cannot be kept there, in one line.
    pub fn add_games(&mut self, data: &Path, reach: Reach) -> Result<(), StoreError> {
        let hall = self.runtime.block_on(async {
            let store = Arc::new(Sqlite::open(data).await?);
            Hall::open(store, Arc::new(bus::Local::default())).await
        })?;
        self.games = Some((hall, reach));
        Ok(())
    }

    /// The games, for tests that look behind the server.
    #[doc(hidden)]
    #[must_use]
    pub fn hall(&self) -> Option<Arc<Hall>> {
        self.games.as_ref().map(|(hall, _)| Arc::clone(hall))
    }

    /// The same with accounts, ratings and what needs a name.
    #[must_use]
    pub fn with_accounts(self, accounts: bool) -> Self {
        Self { accounts, ..self }
    }

    /// Answers requests until the program is told to end, by Ctrl-C or a signal: then what waits is written.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn run(self) -> Result<(), StoreError> {
        let Self { runtime, listener, assets, admin, limits, quotas, proxies, games, accounts } = self;
        // Before anything that takes time: from now on nothing ends it in the middle.
        let told = hear_signals();
        let hall = games.as_ref().map(|(hall, _)| Arc::clone(hall));
        let at = listener.local_addr().ok().map(tracing::field::display);
        tracing::info!(
            version = env!("CARGO_PKG_VERSION"),
            at,
            games = hall.is_some(),
            accounts,
            "the server begins"
        );
        let gate = Arc::new(Gate::new(quotas, proxies));
        let app =
            games.map(|(hall, reach)| Arc::new(api::App::new(hall, reach, Arc::clone(&gate), accounts)));
        let routes = answers(assets, app.clone());
        let ended = runtime.block_on(async {
            tokio::spawn(for_ever("limits", move || Arc::clone(&gate).forget()));
            if let Some(listener) = admin {
                let routes = admin::routes(admin::Admin { app });
                let limits = Limits { connections: admin::CONNECTIONS, ..Limits::default() };
                tokio::spawn(async move { connections::serve(listener, routes, limits).await });
            }
            let mut watching = JoinSet::new();
            if let Some(hall) = &hall {
                let [clocks, swept, health] = [Arc::clone(hall), Arc::clone(hall), Arc::clone(hall)];
                watching.spawn(for_ever("clocks", move || Arc::clone(&clocks).watch_clocks()));
                watching.spawn(for_ever("sweep", move || Arc::clone(&swept).sweep_up()));
                watching.spawn(for_ever("health", move || api::watch_health(Arc::clone(&health))));
            }
            tokio::select! {
                never = connections::serve(listener, routes, limits) => never,
                signal = told => tracing::info!(signal = signal.unwrap_or_default(), "the server ends"),
            }
            let begin = Instant::now();
            drop(watching);
            let ended = match &hall {
                Some(hall) => end(hall).await,
                None => Ok(()),
            };
            match &ended {
                Ok(()) => tracing::info!(ms = begin.elapsed().as_millis(), "the server has ended"),
                Err(error) => tracing::error!(%error, "what was last done may not be kept"),
            }
            ended
        });
        // What a thread still works out is for nobody.
        runtime.shutdown_timeout(LAST_TASKS);
        ended
    }
}

/// Writes what waits, and closes the file. It takes at most some seconds, whatever goes on.
async fn end(hall: &Hall) -> Result<(), StoreError> {
    let last = hall.store.write(Write::Served(hall.served.now()));
    let last = tokio::time::timeout(LAST_WRITE, last).await;
    let closed = hall.store.close().await;
    // One that waits is written before the file is closed.
    last.unwrap_or(Ok(())).and(closed)
}

/// All that is answered, without limits: for tests, which need no connection for it.
#[doc(hidden)]
pub fn routes(assets: &'static [Asset], games: Option<(Arc<Hall>, Reach)>) -> Router {
    let gate = Arc::new(Gate::new(Quotas::none(), Proxies::default()));
    answers(assets, games.map(|(hall, reach)| Arc::new(api::App::new(hall, reach, gate, false))))
}

fn answers(assets: &'static [Asset], app: Option<Arc<api::App>>) -> Router {
    let routes = Router::new().fallback(async move |method: Method, uri: Uri, headers: HeaderMap| {
        site::respond(assets, &method, uri.path(), &headers).map(Body::new)
    });
    let hall = app.as_ref().map(|app| Arc::clone(&app.hall));
    let mut routes = routes.route("/healthz", get(api::health).with_state(hall));
    if let Some(app) = app {
        routes = routes.nest("/api/v1", api::routes(app));
    }
    routes.layer(from_fn(counted))
}

/// Copies what is kept in a folder into another file, also while a server goes on with it: the copy is as of one moment.
///
/// # Errors
/// If there is nothing kept, the file exists already or cannot be written, in one line.
pub fn backup(data: &Path, file: &Path) -> Result<(), StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::Failed(error.to_string()))?;
    let copied = runtime.block_on(async {
        tokio::select! {
            copied = store::sqlite::copy(data, file) => copied,
            signal = told_to_end() => Err(StoreError::Failed(format!("it was ended by {signal}"))),
        }
    });
    // A copy that was broken off is written on by a thread, into a file without a name.
    runtime.shutdown_timeout(LAST_TASKS);
    copied
}

/// Tells when somebody wants the program to end. It hears on a thread of its own, as it must also hear while all others are at work; and a
/// server that has not ended in time is ended: what was acknowledged is on the disk.
fn hear_signals() -> oneshot::Receiver<&'static str> {
    let (tell, told) = oneshot::channel();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else {
        // Then a signal ends the program at once.
        std::mem::forget(tell);
        return told;
    };
    let signal = {
        let _inside = runtime.enter();
        told_to_end()
    };
    let hearing = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let signal = runtime.block_on(signal);
        if tell.send(signal).is_ok() {
            std::thread::sleep(LAST);
            tracing::error!("the server did not end in time, and is ended");
            std::process::exit(1);
        }
    });
    drop(hearing);
    told
}

/// Returns when somebody wants the program to end: by which signal. Signals are heard as soon as this is called, within a runtime.
fn told_to_end() -> impl Future<Output = &'static str> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let heard = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
        async {
            let (Ok(mut term), Ok(mut int)) = heard else { return std::future::pending().await };
            tokio::select! { _ = term.recv() => "SIGTERM", _ = int.recv() => "SIGINT" }
        }
    }
    #[cfg(not(unix))]
    async {
        match tokio::signal::ctrl_c().await {
            Ok(()) => "Ctrl-C",
            Err(_) => std::future::pending().await,
        }
    }
}

/// Counts an answer, and tells of it where the operator wants to know. What is told has no address, no secret and no text of anybody: of
/// a path only its pattern.
async fn counted(request: Request, next: Next) -> Response {
    let told = tracing::enabled!(target: "berolina_server::requests", tracing::Level::DEBUG).then(|| {
        let path = request.extensions().get::<MatchedPath>().cloned();
        (Instant::now(), request.method().clone(), path)
    });
    let answer = next.run(request).await;
    let status = answer.status().as_u16();
    METRICS.answered(status);
    if let Some((begin, method, path)) = told {
        let path = path.as_ref().map_or("another", MatchedPath::as_str);
        let code = answer.extensions().get::<berolina_wire::Code>().map(tracing::field::debug);
        let ms = begin.elapsed().as_millis();
        tracing::debug!(target: "berolina_server::requests", %method, path, status, code, ms, "answered");
    }
    answer
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

async fn listen(host: IpAddr, port: u16) -> io::Result<TcpListener> {
    let mut ports: Vec<u16> = (0..=NEIGHBOURS).map_while(|i| port.checked_add(i)).collect();
    if port == 0 {
        ports.clear();
    }
    for port in ports {
        match TcpListener::bind((host, port)).await {
            Ok(listener) => return Ok(listener),
            // Taken, or kept for others.
            Err(error)
                if matches!(error.kind(), io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied) => {}
            Err(error) => return Err(error),
        }
    }
    TcpListener::bind((host, 0)).await
}
