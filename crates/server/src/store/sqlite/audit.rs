//! What the operator did.

use sqlx::query;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};

use super::reader::{Read, get};
use super::{meant, signed, unsigned};
use crate::store::Audited;

/// Writes down something that is done, or what came of it.
pub(super) async fn write(connection: &mut SqliteConnection, what: &Audited) -> sqlx::Result<()> {
    query(concat!(
        "INSERT INTO audit (id, at, operator, action, target, detail, outcome) VALUES (?, ?, ?, ?, ?, ?, ?) ",
        "ON CONFLICT DO UPDATE SET outcome = excluded.outcome"
    ))
    .bind(what.id)
    .bind(signed(what.at))
    .bind(&what.operator)
    .bind(&what.action)
    .bind(&what.target)
    .bind(&what.detail)
    .bind(&what.outcome)
    .execute(connection)
    .await
    .map(drop)
}

/// The latest, or those before one of them.
pub(super) async fn read(pool: &SqlitePool, before: Option<i64>, most: u32) -> Read<Vec<Audited>> {
    let found = query(concat!(
        "SELECT id, at, operator, action, target, detail, outcome FROM audit WHERE id < ? ",
        "ORDER BY id DESC LIMIT ?"
    ));
    let found = found.bind(before.unwrap_or(i64::MAX)).bind(most).fetch_all(pool).await;
    let one = |row: &SqliteRow| {
        Ok(Audited {
            id: get(row, 0)?,
            at: unsigned(get(row, 1)?),
            operator: get(row, 2)?,
            action: get(row, 3)?,
            target: get(row, 4)?,
            detail: get(row, 5)?,
            outcome: get(row, 6)?,
        })
    };
    found.map_err(|error| meant(&error))?.iter().map(one).collect()
}
