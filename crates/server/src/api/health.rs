//! Whether the server is well, for whoever watches over it. It says nothing of the games.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;

use crate::play::Hall;

/// Reading one number takes less than this, also where much is going on.
const PATIENCE: Duration = Duration::from_secs(5);

/// `GET /healthz`: whether games can be read, and are written.
pub(crate) async fn health(State(hall): State<Option<Arc<Hall>>>) -> (StatusCode, String) {
    let fault = match &hall {
        Some(hall) => fault(hall).await,
        None => None,
    };
    match fault {
        Some(line) => (StatusCode::SERVICE_UNAVAILABLE, format!("{line}\n")),
        None => (StatusCode::OK, "ok\n".to_owned()),
    }
}

/// Tells the log when the server falls ill, and when it is well again.
pub(crate) async fn watch_health(hall: Arc<Hall>) {
    const BEAT: Duration = Duration::from_secs(2);
    let mut known = None;
    loop {
        tokio::time::sleep(BEAT).await;
        let now = fault(&hall).await;
        match &now {
            _ if now == known => {}
            Some(fault) => tracing::error!(fault, "the server is not well"),
            None => tracing::info!("the server is well again"),
        }
        known = now;
    }
}

async fn fault(hall: &Hall) -> Option<String> {
    if let Some(line) = hall.store.condition().fault() {
        return Some(line);
    }
    match tokio::time::timeout(PATIENCE, hall.store.served()).await {
        Ok(Ok(_)) => None,
        Ok(Err(_)) | Err(_) => Some("the games cannot be read".to_owned()),
    }
}
