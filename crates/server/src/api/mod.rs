//! What pages ask, under `/api/v1`.

mod account;
mod address;
mod asks;
mod costs;
mod description;
mod games;
mod guard;
mod health;
mod invitations;
mod limit;
mod lobby;
mod passphrase;
mod person;
mod published;
mod quota;
mod socket;
mod tries;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use berolina_wire::{Code, Refusal};
use tokio::sync::Semaphore;

use crate::metrics::METRICS;
use crate::play::Hall;
use crate::site::ALWAYS;
use crate::store::place::StoredChallenge;
pub(crate) use address::Client;
pub use address::{Network, NetworkError, Proxies};
pub use guard::{Reach, ReachError};
pub(crate) use health::{health, watch_health};
pub use limit::LimitError;
pub(crate) use quota::Gate;
pub use quota::{Quotas, Rate, Rates};

/// The largest body of a request, in bytes: an invitation with all files that a game may have.
const MAX_BODY: usize = 320 * 1024;
/// Lists of somebody's games that are written at once: each replays every game.
const MAX_EXPORTS: usize = 2;

/// What all answers need.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) reach: Reach,
    pub(crate) gate: Arc<Gate>,
    pub(crate) sockets: Arc<Semaphore>,
    /// What addresses have cost beyond single requests.
    pub(crate) costs: costs::Costs,
    /// Somebody's games that are written at once.
    pub(crate) exports: Arc<Semaphore>,
    /// Open challenges, where there are many, as they were at a moment.
    pub(crate) lobby: tokio::sync::Mutex<Option<(Instant, Arc<Vec<StoredChallenge>>)>>,
    /// Whether people can have accounts.
    pub(crate) accounts: bool,
    pub(crate) passphrases: passphrase::Passphrases,
    pub(crate) tries: Arc<tries::Tries>,
    /// So often sessions have ended: open pages look then whether theirs was among them.
    pub(crate) sessions: AtomicU64,
}

impl App {
    pub(crate) fn new(hall: Arc<Hall>, reach: Reach, gate: Arc<Gate>, accounts: bool) -> Self {
        Self {
            hall,
            reach,
            tries: Arc::new(tries::Tries::new(gate.is_strict())),
            sockets: Arc::new(Semaphore::new(gate.all_sockets)),
            costs: costs::Costs::new(gate.is_limited()),
            gate,
            exports: Arc::new(Semaphore::new(MAX_EXPORTS)),
            lobby: tokio::sync::Mutex::default(),
            accounts,
            passphrases: passphrase::Passphrases::new(),
            sessions: AtomicU64::new(0),
        }
    }
}

/// What somebody of a banned network may do all the same: leave, and take back what is open.
fn is_leaving(path: &str) -> bool {
    path.ends_with("/session/end") || path.ends_with("/accounts/close") || path.ends_with("/withdraw")
}

impl App {
    /// Whether something may be changed from an address.
    fn may_change(&self, request: &Request, client: Client) -> Result<(), Refusal> {
        let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
        if changes && !is_leaving(request.uri().path()) {
            self.hall.bans.check_client(client)?;
        }
        Ok(())
    }
}

/// All paths below `/api/v1`.
pub(crate) fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/hello", get(person::hello))
        .route("/openapi.json", get(description::description))
        .route("/invitations", post(invitations::invite))
        .route("/invitations/{secret}", get(invitations::look))
        .route("/invitations/{secret}/join", post(invitations::join))
        .route("/invitations/{secret}/withdraw", post(invitations::withdraw))
        .route("/games", get(games::mine))
        .route("/games/pgn", get(games::all_pgn))
        .route("/games/{id}", get(games::one))
        .route("/games/{id}/pgn", get(games::pgn))
        .route("/games/{id}/socket", any(socket::open))
        .route("/accounts", post(account::register))
        .route("/accounts/passphrase", post(account::change))
        .route("/accounts/recover", post(account::recover))
        .route("/accounts/close", post(account::close))
        .route("/session", post(account::sign_in))
        .route("/session/end", post(account::sign_out))
        .route("/lobby", get(lobby::lobby))
        .route("/people/{name}", get(lobby::person))
        .route("/archive", get(lobby::archive))
        .route("/published", get(published::list).post(published::publish))
        .route("/published/{id}", get(published::look))
        .route("/published/{id}/audience", post(published::show))
        .route("/reports", post(published::report))
        .fallback(|| async { Refused(Refusal::new(Code::NotFound, "there is nothing of this address")) })
        .method_not_allowed_fallback(|| async {
            Refused(Refusal::new(Code::MethodNotAllowed, "this address is not asked in this way"))
        })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guarded))
        .with_state(app)
}

/// Turns away what comes from other sites or too often, and says with every answer how it is to be treated.
async fn guarded(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let mut answer = match app.reach.check(&request) {
        Ok(()) => match app.gate.check(&mut request) {
            Ok(client) => match app.may_change(&request, client) {
                Ok(()) => in_our_words(next.run(request).await),
                Err(refusal) => Refused(refusal).into_response(),
            },
            Err(limited) => limited.into_response(),
        },
        Err(refusal) => Refused(refusal).into_response(),
    };
    quota::say_when(&mut answer);
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
        METRICS.refused(self.0.code);
        let status = StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        // For the log.
        let code = axum::Extension(self.0.code);
        (status, code, axum::Json(self.0)).into_response()
    }
}
