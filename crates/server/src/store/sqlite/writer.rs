//! The one connection that writes. What waits meanwhile is written together, in one commit, which costs one sync of the disk.

use std::sync::Arc;
use std::time::Instant;

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor, query};
use tokio::sync::{mpsc, oneshot};

use super::{StoreError, json, meant, place, settle, signed};
use crate::game::{Entry, Rulebook, Summary};
use crate::metrics::METRICS;
use crate::store::health::Pulse;
use crate::store::{NewGame, NewInvitation, Write};
use berolina_wire::{Color, What};

type Done = oneshot::Sender<Result<(), StoreError>>;

/// Something to be done by the writer.
#[derive(Debug)]
pub(super) enum Job {
    Write(Write, Done),
    Close(Done),
}

/// So many writes share a commit at most.
const BATCH: usize = 256;

/// Writes until it is told to end, or nobody is left to tell it.
pub(super) async fn write_all(
    mut connection: SqliteConnection,
    mut waiting: mpsc::Receiver<Job>,
    pulse: Arc<Pulse>,
) {
    let mut jobs = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut jobs, BATCH).await > 0 {
        let mut writes = Vec::with_capacity(jobs.len());
        let mut end = None;
        for job in jobs.drain(..) {
            match job {
                Job::Write(write, done) => writes.push((write, done)),
                Job::Close(done) => end = Some(done),
            }
        }
        commit(&mut connection, writes, &pulse).await;
        if let Some(done) = end {
            let closed = connection.close().await.map_err(|error| meant(&error));
            let _ = done.send(closed);
            return;
        }
    }
}

/// Writes what it can of a batch, and answers when that is on the disk.
async fn commit(connection: &mut SqliteConnection, writes: Vec<(Write, Done)>, pulse: &Pulse) {
    if writes.is_empty() {
        return;
    }
    let begin = Instant::now();
    let mut granted = Vec::with_capacity(writes.len());
    let mut failed = connection.execute("BEGIN IMMEDIATE").await.err();
    if failed.is_none() {
        for (write, _) in &writes {
            let result = guarded(connection, write).await;
            // Where the whole transaction is gone, nothing of it was written.
            let gone = matches!(result, Err(StoreError::Full | StoreError::Failed(_)));
            granted.push(result);
            if gone {
                break;
            }
        }
        failed = served(connection, &writes).await.err();
        if failed.is_none() {
            failed = connection.execute("COMMIT").await.err();
        }
    }
    if let Some(error) = failed {
        let _ = connection.execute("ROLLBACK").await;
        let reason = granted.iter().find_map(|result| match result {
            Err(reason @ (StoreError::Full | StoreError::Failed(_))) => Some(reason.clone()),
            _ => None,
        });
        let reason = reason.unwrap_or_else(|| meant(&error));
        tracing::error!(%reason, "nothing could be written");
        granted = vec![Err(reason); writes.len()];
    }
    METRICS.committed(writes.len(), begin.elapsed());
    pulse.beat(count(&writes, &granted));
    let unwritten = granted.iter().rev().find_map(|result| result.as_ref().err().cloned());
    let unwritten = unwritten.unwrap_or(StoreError::Busy);
    let mut granted = granted.into_iter();
    for (_, done) in writes {
        let _ = done.send(granted.next().unwrap_or_else(|| Err(unwritten.clone())));
    }
}

/// Counts what is on the disk; whether something could not be written that should have been.
fn count(writes: &[(Write, Done)], granted: &[Result<(), StoreError>]) -> bool {
    for ((write, _), result) in writes.iter().zip(granted) {
        if let (Write::Events { entries, .. }, Ok(())) = (write, result) {
            let moves = entries.iter().filter(|entry| matches!(entry.event.what, What::Moved { .. }));
            METRICS.moves.inc_by(moves.count() as u64);
            METRICS.events.inc_by(entries.len() as u64);
        }
    }
    let failed = granted.iter().any(|result| matches!(result, Err(StoreError::Full | StoreError::Failed(_))));
    if failed {
        METRICS.commits_failed.inc();
    }
    failed
}

/// How long the server had run at the last of these writes: clocks go on from there.
async fn served(connection: &mut SqliteConnection, writes: &[(Write, Done)]) -> sqlx::Result<()> {
    let newest = writes.iter().filter_map(|(write, _)| match write {
        Write::Events { entries, .. } => entries.last().map(|entry| entry.served),
        Write::Served(served) => Some(*served),
        _ => None,
    });
    let Some(newest) = newest.max() else { return Ok(()) };
    let update = query("UPDATE clockwork SET served = max(served, ?)").bind(signed(newest));
    update.execute(connection).await.map(drop)
}

/// Writes something entirely or not at all, whatever becomes of the others of its batch.
async fn guarded(connection: &mut SqliteConnection, write: &Write) -> Result<(), StoreError> {
    connection.execute("SAVEPOINT one").await.map_err(|error| meant(&error))?;
    let result = apply(connection, write).await;
    if result.is_err() {
        connection.execute("ROLLBACK TO one").await.map_err(|error| meant(&error))?;
    }
    connection.execute("RELEASE one").await.map_err(|error| meant(&error))?;
    result
}

async fn apply(connection: &mut SqliteConnection, write: &Write) -> Result<(), StoreError> {
    let done = match write {
        Write::Session { token, at } => session(connection, token, *at).await,
        Write::Events { game, entries, summary, next, rated } => {
            events(connection, game, entries, summary).await.map_err(|error| meant(&error))?;
            if let Some(rated) = rated {
                let at = entries.last().map_or(0, |entry| entry.event.at);
                settle::count(connection, game, rated, at).await?;
            }
            match next {
                Some(next) => begin(connection, next).await,
                None => Ok(()),
            }
        }
        Write::Invitation(invitation) => invite(connection, invitation).await,
        Write::Join { secret, game } => {
            changed(
                connection,
                "UPDATE invitation SET state = 'taken' WHERE secret = ? AND state = 'open'",
                secret,
            )
            .await?;
            begin(connection, game).await
        }
        Write::Withdraw { secret } => {
            let statement = "UPDATE invitation SET state = 'withdrawn' WHERE secret = ? AND state = 'open'";
            return changed(connection, statement, secret).await;
        }
        Write::Place(write) => return place::write(connection, write).await,
        // Written once for all writes of a batch.
        Write::Served(_) => Ok(()),
    };
    done.map_err(|error| meant(&error))
}

/// Changes one row by its key, which must be there.
pub(super) async fn changed(
    connection: &mut SqliteConnection,
    statement: &'static str,
    key: &str,
) -> Result<(), StoreError> {
    let done = query(statement).bind(key).execute(connection).await.map_err(|error| meant(&error))?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}

async fn session(connection: &mut SqliteConnection, token: &[u8; 32], at: u64) -> sqlx::Result<()> {
    let person =
        query("INSERT INTO person (created) VALUES (?)").bind(signed(at)).execute(&mut *connection).await?;
    query("INSERT INTO session (token, person, created) VALUES (?, ?, ?)")
        .bind(token.as_slice())
        .bind(person.last_insert_rowid())
        .bind(signed(at))
        .execute(connection)
        .await?;
    Ok(())
}

/// The hash by which files are kept, which then are.
pub(super) async fn keep_rules(connection: &mut SqliteConnection, rules: &Rulebook) -> sqlx::Result<String> {
    let hash = rules.hash();
    query("INSERT OR IGNORE INTO rules (hash, files, program) VALUES (?, ?, ?)")
        .bind(&hash)
        .bind(json(&rules.files))
        .bind(env!("CARGO_PKG_VERSION"))
        .execute(connection)
        .await?;
    Ok(hash)
}

async fn invite(connection: &mut SqliteConnection, made: &NewInvitation) -> sqlx::Result<()> {
    let rules = keep_rules(connection, &made.rules).await?;
    query("INSERT INTO invitation (secret, game, inviter, color, terms, rules, created, open, title) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(&made.secret)
        .bind(&made.game)
        .bind(made.from)
        .bind(made.color.map(name))
        .bind(json(&made.terms))
        .bind(rules)
        .bind(signed(made.at))
        .bind(made.open)
        .bind(&made.title)
        .execute(connection)
        .await?;
    Ok(())
}

async fn begin(connection: &mut SqliteConnection, game: &NewGame) -> sqlx::Result<()> {
    let rules = keep_rules(connection, &game.rules).await?;
    query(
        "INSERT INTO game (id, terms, rules, title, white, black, watch_key, created, served, plies, turn, result, due, updated)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&game.id)
    .bind(json(&game.terms))
    .bind(rules)
    .bind(&game.title)
    .bind(game.players[0])
    .bind(game.players[1])
    .bind(&game.watch_key)
    .bind(signed(game.at))
    .bind(signed(game.served))
    .bind(game.summary.plies)
    .bind(game.summary.turn.map(name))
    .bind(game.summary.result)
    .bind(game.summary.due.map(signed))
    .bind(signed(game.at))
    .execute(&mut *connection)
    .await?;
    settle::seat(connection, game).await
}

async fn events(
    connection: &mut SqliteConnection,
    game: &str,
    entries: &[Entry],
    summary: &Summary,
) -> sqlx::Result<()> {
    for Entry { event, served } in entries {
        query("INSERT INTO event (game, number, served, body) VALUES (?, ?, ?, ?)")
            .bind(game)
            .bind(event.number)
            .bind(signed(*served))
            .bind(json(event))
            .execute(&mut *connection)
            .await?;
    }
    query("UPDATE game SET plies = ?, turn = ?, result = ?, due = ?, updated = ? WHERE id = ?")
        .bind(summary.plies)
        .bind(summary.turn.map(name))
        .bind(summary.result)
        .bind(summary.due.map(signed))
        .bind(entries.last().map(|entry| signed(entry.event.at)))
        .bind(game)
        .execute(connection)
        .await?;
    Ok(())
}

/// A colour as it is kept.
pub(super) fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
