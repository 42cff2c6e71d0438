//! Serves the browser app over HTTP. Its files are part of the program, so no request can read any other.
//!
//! Everything happens in the browser: the server only hands out files. It answers `GET` and `HEAD` of the paths that
//! the app has, and everything else with one line of text.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod assets;
mod connections;
mod respond;

use std::io;
use std::net::{IpAddr, SocketAddr};

use tokio::net::TcpListener;

pub use assets::{Asset, SHIPPED};
pub use connections::Limits;

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
    limits: Limits,
}

impl Server {
    /// Listens on a port, or on another if that is taken: 0 is any that is free.
    ///
    /// # Errors
    /// If there is no port to listen on.
    pub fn bind(host: IpAddr, port: u16, assets: &'static [Asset]) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = runtime.block_on(listen(host, port))?;
        Ok(Self { runtime, listener, assets, limits: Limits::default() })
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

    /// Answers requests for ever.
    pub fn run(self) {
        self.runtime.block_on(connections::serve(self.listener, self.assets, self.limits))
    }
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
