//! Connections: so many at once, each for so long, whatever is at the other end.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::assets::Asset;
use crate::respond::respond;

/// How much is granted to those who ask. Nothing that a client does or leaves undone holds a connection for longer.
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

/// Answers for ever.
pub(crate) async fn serve(listener: TcpListener, assets: &'static [Asset], limits: Limits) -> ! {
    let places = Arc::new(Semaphore::new(limits.connections));
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        let stream = accept(&listener).await;
        tokio::spawn(async move {
            attend(stream, assets, limits).await;
            drop(place);
        });
    }
}

async fn accept(listener: &TcpListener) -> TcpStream {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            // Whoever came has gone.
            Err(error) if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) => {
            }
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Answers the requests of one connection. How it ends is of no interest: nobody is left to be told.
async fn attend(stream: TcpStream, assets: &'static [Asset], limits: Limits) {
    let service = service_fn(|request: Request<Incoming>| async move {
        let answer = respond(assets, request.method(), request.uri().path(), request.headers());
        Ok::<_, Infallible>(answer)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    if timeout(limits.age, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(limits.rest, connection).await;
    }
}
