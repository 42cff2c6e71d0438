//! Whether a file is whole, as far as SQLite can tell.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, query_scalar};

use super::{FILE, kind};
use crate::store::StoreError;
use crate::store::health::Pulse;

/// A server that starts waits so long for what is found; a larger file is looked through while it serves.
const WAIT: Duration = Duration::from_secs(2);

/// Looks through a file before it is used.
///
/// # Errors
/// What is damaged in it, in one line, if that is found soon.
pub(super) async fn look_through(
    options: SqliteConnectOptions,
    path: &Path,
    pulse: Arc<Pulse>,
) -> Result<(), StoreError> {
    let mut looking = tokio::spawn(check(options));
    match tokio::time::timeout(WAIT, &mut looking).await {
        Ok(Ok(found)) => found.map_err(|fault| advice(path, &fault)),
        Ok(Err(_)) => Ok(()),
        Err(_) => {
            tracing::info!("the file is large: it is looked through while the server runs");
            tokio::spawn(async move {
                if let Ok(found) = looking.await {
                    tell(found, &pulse);
                }
            });
            Ok(())
        }
    }
}

/// Looks through a file while it is used: what is found is told as the server's health.
pub(super) async fn look_again(options: SqliteConnectOptions, pulse: Arc<Pulse>) {
    tell(check(options).await, &pulse);
}

fn tell(found: Result<(), String>, pulse: &Pulse) {
    match found {
        Ok(()) => tracing::info!("the file was looked through, and is whole"),
        Err(fault) => {
            tracing::error!(fault, "the file is damaged");
            pulse.damaged();
        }
    }
}

/// Reads all of a file. It is a read like any other, so that the writer goes on.
async fn check(options: SqliteConnectOptions) -> Result<(), String> {
    let look = async {
        let mut connection: SqliteConnection = options.connect().await?;
        let found: sqlx::Result<String> =
            query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await;
        let _ = connection.close().await;
        found
    };
    match look.await {
        Ok(found) if found == "ok" => Ok(()),
        // Of several lines the first is a title.
        Ok(found) => Err(found.lines().last().unwrap_or_default().trim().to_owned()),
        Err(error) => match kind(&error) {
            StoreError::Damaged(line) => Err(line),
            // That it cannot be read now is no damage; whoever reads it next is told.
            _ => Ok(()),
        },
    }
}

/// What is said of a file that is damaged.
fn advice(path: &Path, fault: &str) -> StoreError {
    StoreError::Damaged(format!(
        "{} is damaged ({fault}): put a copy in its place, or save what can be read by `sqlite3 {FILE} .dump`, as docs/server.md says",
        path.display()
    ))
}
