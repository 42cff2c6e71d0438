//! The one connection that writes. What waits meanwhile is written together, in one commit, which costs one sync of the disk.

use std::sync::Arc;
use std::time::Instant;

use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnection};
use sqlx::{Connection, Executor, query};
use tokio::sync::{mpsc, oneshot};

use super::{StoreError, json, meant, place, settle, signed};
use crate::game::{Entry, Rulebook, Summary};
use crate::metrics::METRICS;
use crate::store::health::Pulse;
use crate::store::{NewGame, NewInvitation, Waited, Write};
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
    // What cannot be written is rare: then it is found out what that is.
    let granted = match together(connection, &writes).await {
        Ok(()) => vec![Ok(()); writes.len()],
        Err(_) => {
            let _ = connection.execute("ROLLBACK").await;
            one_by_one(connection, &writes).await
        }
    };
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

/// Writes a whole batch. Each question costs a way to the database's thread and back, which is more than the work itself:
/// so they are few.
async fn together(connection: &mut SqliteConnection, writes: &[(Write, Done)]) -> Result<(), StoreError> {
    query("BEGIN IMMEDIATE").execute(&mut *connection).await.map_err(|error| meant(&error))?;
    for (write, _) in writes {
        apply(connection, write).await?;
    }
    end(connection, writes).await.map_err(|error| meant(&error))
}

/// Writes a batch without what cannot be written of it. Where the answers end before the batch, nothing more was written.
async fn one_by_one(
    connection: &mut SqliteConnection,
    writes: &[(Write, Done)],
) -> Vec<Result<(), StoreError>> {
    let mut granted = Vec::with_capacity(writes.len());
    let mut failed = connection.execute("BEGIN IMMEDIATE").await.err();
    if failed.is_none() {
        for (write, _) in writes {
            let result = guarded(connection, write).await;
            // Where the whole transaction is gone, nothing of it was written.
            let gone = matches!(result, Err(StoreError::Full | StoreError::Failed(_)));
            granted.push(result);
            if gone {
                break;
            }
        }
        failed = end(connection, writes).await.err();
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
    granted
}

/// Commits, with how long the server had run at the last of these writes: clocks go on from there.
async fn end(connection: &mut SqliteConnection, writes: &[(Write, Done)]) -> sqlx::Result<()> {
    let newest = writes.iter().filter_map(|(write, _)| match write {
        Write::Events { entries, .. } => entries.last().map(|entry| entry.served),
        Write::Served(served) => Some(*served),
        _ => None,
    });
    let commit = match newest.max() {
        Some(newest) => query("UPDATE clockwork SET served = max(served, ?); COMMIT").bind(signed(newest)),
        None => query("COMMIT"),
    };
    commit.execute(connection).await.map(drop)
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
        Write::Waited { game, waited, due } => waits(connection, game, waited, *due).await,
        Write::Place(write) => return place::write(connection, write).await,
        // Written once for all writes of a batch.
        Write::Served(_) => Ok(()),
    };
    done.map_err(|error| meant(&error))
}

/// Writes how a clock waited. When its time is over changes with that, unless something has happened in the game since.
async fn waits(
    connection: &mut SqliteConnection,
    game: &str,
    waited: &Waited,
    [before, after]: [u64; 2],
) -> sqlx::Result<()> {
    let kept = query(concat!(
        "INSERT INTO waited (game, since, waited, start) SELECT id, ?, ?, ? FROM game WHERE id = ? ",
        "ON CONFLICT DO UPDATE SET since = excluded.since, waited = excluded.waited, start = excluded.start"
    ));
    let kept = kept.bind(signed(waited.since)).bind(signed(waited.waited)).bind(signed(waited.start));
    kept.bind(game).execute(&mut *connection).await?;
    let due = query("UPDATE game SET due = ? WHERE id = ? AND due = ?");
    due.bind(signed(after)).bind(game).bind(signed(before)).execute(connection).await.map(drop)
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
    let Some((last, before)) = entries.split_last() else { return Ok(()) };
    for entry in before {
        added(game, entry, "INSERT INTO event (game, number, served, body) VALUES (?, ?, ?, ?)")
            .execute(&mut *connection)
            .await?;
    }
    // Two statements, asked together.
    let statements = concat!(
        "INSERT INTO event (game, number, served, body) VALUES (?, ?, ?, ?); ",
        "UPDATE game SET plies = ?, turn = ?, result = ?, due = ?, updated = ? WHERE id = ?"
    );
    added(game, last, statements)
        .bind(summary.plies)
        .bind(summary.turn.map(name))
        .bind(summary.result)
        .bind(summary.due.map(signed))
        .bind(signed(last.event.at))
        .bind(game)
        .execute(connection)
        .await?;
    Ok(())
}

/// Statements of which the first adds an event.
fn added<'q>(game: &'q str, entry: &Entry, statements: &'static str) -> Query<'q, Sqlite, SqliteArguments> {
    query(statements).bind(game).bind(entry.event.number).bind(signed(entry.served)).bind(json(&entry.event))
}

/// A colour as it is kept.
pub(super) fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sqlite as File;
    use super::*;
    use crate::store::Store as _;

    #[tokio::test]
    async fn what_cannot_be_written_does_not_keep_its_batch_from_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = File::open(folder.path()).await.expect("a file");
        let (one, other) = ([1; 32], [2; 32]);
        let session = |token| file.write(Write::Session { token, at: 0 });
        let unknown = Write::Withdraw { secret: "AAAAAAAAAAAAAAAAAAAAAA".to_owned() };
        // They are asked before the writer runs, so they are one batch.
        let (first, second, third, fourth) =
            tokio::join!(session(one), file.write(unknown), session(one), session(other));
        assert_eq!((first, second), (Ok(()), Err(StoreError::Conflict)));
        assert_eq!((third, fourth), (Err(StoreError::Conflict), Ok(())));
        assert!(file.person(one).await.expect("an answer").is_some());
        assert!(file.person(other).await.expect("an answer").is_some());
    }
}
