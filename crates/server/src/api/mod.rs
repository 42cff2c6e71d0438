//! What pages ask, under `/api/v1`.

mod asks;
mod games;
mod guard;
mod invitations;
mod person;
mod socket;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use berolina_wire::{Code, Refusal};
use tokio::sync::Semaphore;

use crate::play::Hall;
use crate::site::ALWAYS;
pub use guard::{Reach, ReachError};

/// The largest body of a request, in bytes: an invitation with all files that a game may have.
const MAX_BODY: usize = 320 * 1024;
/// WebSockets at once.
const MAX_SOCKETS: usize = 20_000;
/// Games of strangers that are read at once: each takes a processor for some milliseconds.
const MAX_READING: usize = 2;

/// What all answers need.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) reach: Reach,
    pub(crate) sockets: Arc<Semaphore>,
    pub(crate) reading: Semaphore,
}

impl App {
    pub(crate) fn new(hall: Arc<Hall>, reach: Reach) -> Self {
        Self {
            hall,
            reach,
            sockets: Arc::new(Semaphore::new(MAX_SOCKETS)),
            reading: Semaphore::new(MAX_READING),
        }
    }
}

/// All paths below `/api/v1`.
pub(crate) fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/hello", get(person::hello))
        .route("/invitations", post(invitations::invite))
        .route("/invitations/{secret}", get(invitations::look))
        .route("/invitations/{secret}/join", post(invitations::join))
        .route("/invitations/{secret}/withdraw", post(invitations::withdraw))
        .route("/games", get(games::mine))
        .route("/games/{id}/pgn", get(games::pgn))
        .route("/games/{id}/socket", any(socket::open))
        .fallback(|| async { Refused(Refusal::new(Code::NotFound, "there is nothing of this address")) })
        .method_not_allowed_fallback(|| async {
            Refused(Refusal::new(Code::MethodNotAllowed, "this address is not asked in this way"))
        })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guarded))
        .with_state(app)
}

/// `GET /healthz`: whether games can be read, for whoever watches over the server. It says nothing of them.
pub(crate) async fn health(State(hall): State<Option<Arc<Hall>>>) -> (StatusCode, &'static str) {
    match hall {
        Some(hall) if hall.store.served().await.is_err() => {
            (StatusCode::SERVICE_UNAVAILABLE, "the games cannot be read\n")
        }
        _ => (StatusCode::OK, "ok\n"),
    }
}

/// Turns away what comes from other sites, and says with every answer how it is to be treated.
async fn guarded(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut answer = match app.reach.check(&request) {
        Ok(()) => in_our_words(next.run(request).await),
        Err(refusal) => Refused(refusal).into_response(),
    };
    for (name, value) in ALWAYS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// What the framework itself refuses (a body too large, a query that cannot be read) is refused as everything else is.
fn in_our_words(answer: Response) -> Response {
    let status = answer.status();
    let json = answer.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if json || !(status.is_client_error() || status.is_server_error()) {
        return answer;
    }
    let refusal = match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::new(Code::TooLarge, format!("a request has at most {} KiB", MAX_BODY / 1024))
        }
        status if status.is_client_error() => {
            Refusal::new(Code::Malformed, "the address or what was sent cannot be read")
        }
        _ => Refusal::new(Code::Busy, "this cannot be answered now: try again later"),
    };
    Refused(refusal).into_response()
}

/// A refusal as an answer.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, axum::Json(self.0)).into_response()
    }
}
