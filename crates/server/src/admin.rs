//! What the operator asks, on a listener of its own: it is for this machine or a private network, and never for those who play.
//!
//! Who reaches it may do everything that is here: there is no password.

mod moderation;

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use berolina_wire::{Code, Refusal};
use serde::Serialize;

use crate::api::{self, App, Reach, Refused};
use crate::audit;
use crate::metrics::{KIND, METRICS};
use crate::play::unkept;
use crate::store::place::{PlaceWrite, StoredReport};
use crate::store::{StoreError, Write};

/// Connections of operators at once.
pub(crate) const CONNECTIONS: usize = 32;

/// Why there is no such listener.
#[derive(Debug)]
pub enum AdminError {
    /// Others could reach it.
    Public(IpAddr),
    /// The system does not let it listen there.
    Taken(io::Error),
}

impl fmt::Display for AdminError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Public(address) => write!(
                f,
                "{address} is no address of this machine alone or of a private network, and who reaches this needs no password"
            ),
            Self::Taken(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AdminError {}

/// What the operator's answers need.
#[derive(Clone, Debug)]
pub(crate) struct Admin {
    /// The games and people, if this server has any.
    pub(crate) app: Option<Arc<App>>,
}

/// All paths of the operator's.
pub(crate) fn routes(admin: Admin) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(api::health).with_state(admin.app.as_ref().map(|app| Arc::clone(&app.hall))))
        .route("/reports", get(reports))
        .route("/reports/{id}/done", post(done))
        .route("/people/{name}/close", post(close))
        .merge(moderation::routes())
        // What changes something is written down, so this comes after all of them.
        .route_layer(middleware::from_fn_with_state(admin.clone(), audit::written))
        .route("/audit", get(audit::list))
        .fallback(|| async { (StatusCode::NOT_FOUND, "There is no such page.\n") })
        .layer(middleware::from_fn(guarded))
        .with_state(admin)
}

/// Whether the operator's listener may be at an address: one that is not reached from everywhere.
///
/// # Errors
/// Any other address.
pub(crate) fn allowed(address: SocketAddr) -> Result<(), AdminError> {
    let private = match address.ip().to_canonical() {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    };
    if private { Ok(()) } else { Err(AdminError::Public(address.ip())) }
}

/// A page of another site, in a browser of the operator's, is turned away here as it is elsewhere.
async fn guarded(request: Request, next: Next) -> Response {
    match Reach::default().check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => Refused(refusal).into_response(),
    }
}

/// `GET /metrics`
async fn metrics(State(admin): State<Admin>) -> Response {
    ([(header::CONTENT_TYPE, KIND)], METRICS.text(admin.app.as_ref().map(|app| &*app.hall))).into_response()
}

/// A report, as the operator reads it.
#[derive(Serialize)]
struct Told {
    id: i64,
    /// Who reports, if that has a name.
    by: Option<String>,
    about: String,
    text: String,
    /// Milliseconds since 1970.
    created: u64,
}

fn none(what: &str) -> Refusal {
    Refusal::new(Code::NotFound, what)
}

impl Admin {
    fn app(&self) -> Result<&App, Refusal> {
        self.app.as_deref().ok_or_else(|| none("this server has no games"))
    }
}

/// `GET /reports`: what nobody has dealt with, the oldest first.
async fn reports(State(admin): State<Admin>) -> Result<Json<Vec<Told>>, Refused> {
    const MOST: u32 = 200;
    let found = admin.app()?.hall.store.reports(MOST).await.map_err(|error| unkept(&error))?;
    let told =
        |StoredReport { id, by, about, text, created }: StoredReport| Told { id, by, about, text, created };
    Ok(Json(found.into_iter().map(told).collect()))
}

async fn write(admin: &Admin, write: PlaceWrite, missing: &str) -> Result<StatusCode, Refused> {
    let written = admin.app()?.hall.store.write(Write::Place(write)).await;
    written.map_err(|error| if error == StoreError::Conflict { none(missing) } else { unkept(&error) })?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /reports/ID/done`
async fn done(State(admin): State<Admin>, Path(report): Path<i64>) -> Result<StatusCode, Refused> {
    write(&admin, PlaceWrite::Dealt { report }, "there is no such report, or it was dealt with").await
}

/// `POST /people/NAME/close`: as if the person closed the account.
async fn close(State(admin): State<Admin>, Path(name): Path<String>) -> Result<StatusCode, Refused> {
    let app = admin.app()?;
    let account = app.hall.store.account(name).await.map_err(|error| unkept(&error))?;
    app.remove(&account.ok_or_else(|| none("nobody has this name"))?).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_addresses_are_listened_on() {
        for near in
            ["127.0.0.1:1", "[::1]:1", "10.1.2.3:1", "192.168.0.1:1", "[fd00::1]:1", "[::ffff:10.0.0.1]:1"]
        {
            assert!(allowed(near.parse().unwrap()).is_ok(), "{near}");
        }
        for far in ["0.0.0.0:1", "[::]:1", "203.0.113.5:1", "[2001:db8::1]:1", "172.32.0.1:1"] {
            assert!(allowed(far.parse().unwrap()).is_err(), "{far}");
        }
    }
}
