//! Connections: so many at once, each for so long, whatever is at the other end.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::{IntoResponse as _, Response};
use berolina_wire::{Code, Refusal};
use futures_util::FutureExt as _;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower::ServiceExt as _;

use crate::api::Refused;

/// How much is granted to those who ask. Nothing that a client does or leaves undone holds a connection for longer. WebSockets
/// are counted where they are opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Connections at once; others wait until one ends.
    pub connections: usize,
    /// Time until the head of the first request is complete, and after an answer until that of the next.
    pub head: Duration,
    /// Age at which a connection takes no further request.
    pub age: Duration,
    /// Time that an answer under way at that age still has.
    pub rest: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // Most systems let a program open 1,024 files. Where it is less, connections wait for that.
            connections: 1_000,
            head: Duration::from_secs(15),
            age: Duration::from_mins(1),
            // The largest files have some hundred kilobytes, the slowest lines some a second.
            rest: Duration::from_mins(2),
        }
    }
}

/// How long accepting rests after it failed: where too many files are open, until one may be closed.
const PAUSE: Duration = Duration::from_millis(50);
/// What is kept of a request's head while it is read, in bytes: a browser sends some hundred.
const HEAD: usize = 16 * 1024;

/// Answers for ever.
pub(crate) async fn serve(listener: TcpListener, routes: Router, limits: Limits) -> ! {
    let places = Arc::new(Semaphore::new(limits.connections));
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        let (stream, from) = accept(&listener).await;
        // A move is one small packet, which does not wait for another.
        let _ = stream.set_nodelay(true);
        let routes = routes.clone();
        tokio::spawn(async move {
            attend(stream, from, routes, limits).await;
            drop(place);
        });
    }
}

/// What is answered where the program failed.
fn failed() -> Response {
    tracing::error!("the program failed in an answer");
    let text = "the program failed in answering this: please report it";
    Refused(Refusal::new(Code::Fault, text)).into_response()
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            // Whoever came has gone.
            Err(error) if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) => {
            }
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Answers the requests of one connection. How it ends is of no interest: nobody is left to be told.
async fn attend(stream: TcpStream, from: SocketAddr, routes: Router, limits: Limits) {
    let service = service_fn(|request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(from));
        let routes = routes.clone();
        async move {
            // A fault of the program in one answer ends neither the connection nor anything else.
            let answer = AssertUnwindSafe(routes.oneshot(request)).catch_unwind().await;
            Ok::<_, Infallible>(
                answer.map_or_else(|_| failed(), |answer| answer.unwrap_or_else(|never| match never {})),
            )
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(HEAD);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
    if timeout(limits.age, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(limits.rest, connection).await;
    }
}
