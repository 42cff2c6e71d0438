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
//! | `bans` | who may not take part |
//! | `connections` | so many at once, each for so long |
//! | `admin`, `metrics`, `process` | what the operator asks, on a listener of its own |
//!
//! The server is the only judge: it runs the rules, keeps the clocks, and tells of a move only after that is on the disk.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod admin;
pub mod api;
mod bans;
pub mod bus;
mod connections;
pub mod game;
mod metrics;
pub mod play;
mod process;
pub mod rating;
mod secret;
mod site;
pub mod store;
pub mod time;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get;
use tokio::net::TcpListener;

pub use admin::AdminError;
use api::Gate;
pub use api::{LimitError, Network, NetworkError, Proxies, Quotas, Rate, Rates, Reach, ReachError};
pub use connections::Limits;
use metrics::METRICS;
use play::Hall;
pub use site::assets::{Asset, SHIPPED};
use store::sqlite::Sqlite;
use store::{StoreError, Write};

/// The port that is tried first.
pub const DEFAULT_PORT: u16 = 8642;
/// If a port is taken, so many after it are tried before any that is free.
const NEIGHBOURS: u16 = 10;

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
        let hall = games.as_ref().map(|(hall, _)| Arc::clone(hall));
        let gate = Arc::new(Gate::new(quotas, proxies));
        let app =
            games.map(|(hall, reach)| Arc::new(api::App::new(hall, reach, Arc::clone(&gate), accounts)));
        let routes = answers(assets, app.clone());
        runtime.block_on(async {
            tokio::spawn(gate.forget());
            if let Some(listener) = admin {
                let routes = admin::routes(admin::Admin { app });
                let limits = Limits { connections: admin::CONNECTIONS, ..Limits::default() };
                tokio::spawn(async move { connections::serve(listener, routes, limits).await });
            }
            if let Some(hall) = &hall {
                tokio::spawn(Arc::clone(hall).watch_clocks());
            }
            tokio::select! {
                never = connections::serve(listener, routes, limits) => never,
                () = told_to_end() => {}
            }
            let Some(hall) = hall else { return Ok(()) };
            hall.store.write(Write::Served(hall.served.now())).await?;
            hall.store.close().await
        })
    }
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
    routes.layer(map_response(counted))
}

/// Copies what is kept in a folder into another file, also while a server goes on with it: the copy is as of one moment.
///
/// # Errors
/// If there is nothing kept, the file exists already or cannot be written, in one line.
pub fn backup(data: &Path, file: &Path) -> Result<(), StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::Failed(error.to_string()))?;
    runtime.block_on(store::sqlite::copy(data, file))
}

/// Returns when somebody wants the program to end.
async fn told_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut term), Ok(mut int)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
        else {
            return std::future::pending().await;
        };
        tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

async fn counted(answer: Response) -> Response {
    METRICS.answered(answer.status().as_u16());
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
