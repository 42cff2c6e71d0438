//! The one connection that writes. What waits meanwhile is written together, in one commit, which costs one sync of the disk.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection, Executor, query};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::reader::get;
use super::watch::Watch;
use super::{FILE, PATIENCE, StoreError, audit, json, meant, place, settle, signed, sound};
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
/// So often the files are looked at while nothing is written.
const BEAT: Duration = Duration::from_secs(1);
/// After so long without a write the write-ahead log is emptied: then the file alone is all that is kept.
const CALM: Duration = Duration::from_secs(10);
/// Bytes of the log from which it is emptied in spite of those who read, who are waited for so long. SQLite itself empties it at 4 MiB,
/// but only at a moment when nobody reads.
const LARGE: u64 = 32 << 20;
const LARGE_WAIT: Duration = Duration::from_millis(50);
/// Bytes from which the operator is told.
const HUGE: u64 = 256 << 20;
/// So often at most: the same trouble is told again, and a large log is tried to be emptied.
const TOLD: Duration = Duration::from_mins(1);
const TRIED: Duration = Duration::from_secs(1);
/// A server that ends waits so long for those who read.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// The one who writes.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) connection: SqliteConnection,
    pub(super) watch: Watch,
    pub(super) pulse: Arc<Pulse>,
    /// How others read the file.
    pub(super) reading: SqliteConnectOptions,
}

/// When something was last done.
#[derive(Debug)]
struct Times {
    written: Instant,
    /// Whether the log was emptied since.
    empty: bool,
    tried: Instant,
    told: Option<Instant>,
}

impl Writer {
    /// Writes until it is told to end, or nobody is left to tell it.
    pub(super) async fn write_all(mut self, mut waiting: mpsc::Receiver<Job>) {
        let now = Instant::now();
        let mut times = Times { written: now, empty: false, tried: now, told: None };
        let mut jobs = Vec::with_capacity(BATCH);
        loop {
            match timeout(BEAT, waiting.recv_many(&mut jobs, BATCH)).await {
                Ok(0) => return,
                Ok(_) => {
                    let mut writes = Vec::with_capacity(jobs.len());
                    let mut end = None;
                    for job in jobs.drain(..) {
                        match job {
                            Job::Write(write, done) => writes.push((write, done)),
                            Job::Close(done) => end = Some(done),
                        }
                    }
                    if !writes.is_empty() {
                        (times.written, times.empty) = (Instant::now(), false);
                        self.commit(writes).await;
                    }
                    if let Some(done) = end {
                        let _ = done.send(self.close().await);
                        return;
                    }
                }
                // Nobody plays; all the same it is seen what becomes of the files.
                Err(_) => drop(self.is_there().await),
            }
            self.keep_small(&mut times).await;
        }
    }

    /// Whether the files are as they were left; else why not, which is told.
    async fn is_there(&mut self) -> Result<(), StoreError> {
        let fault = self.watch.fault().await;
        if self.watch.was_touched() {
            tracing::warn!("another program has written into the file: it is looked through");
            tokio::spawn(sound::look_again(self.reading.clone(), Arc::clone(&self.pulse)));
        }
        let Some(fault) = fault else {
            if !self.pulse.failed() && self.pulse.say(None) {
                tracing::info!("the games are written again");
            }
            return Ok(());
        };
        if self.pulse.say(Some(fault.clone())) {
            tracing::error!(fault, "nothing is written");
        }
        Err(StoreError::Failed(fault))
    }

    /// Writes what it can of a batch, and answers when that is on the disk.
    async fn commit(&mut self, writes: Vec<(Write, Done)>) {
        let begin = Instant::now();
        let granted = match self.is_there().await {
            Err(error) => vec![Err(error); writes.len()],
            Ok(()) => {
                let connection = &mut self.connection;
                // What cannot be written is rare: then it is found out what that is.
                let granted = match together(connection, &writes).await {
                    Ok(()) => vec![Ok(()); writes.len()],
                    Err(_) => {
                        let _ = connection.execute("ROLLBACK").await;
                        one_by_one(connection, &writes).await
                    }
                };
                self.watch.keep();
                match self.watch.lost() {
                    // It went into a file that nobody will find.
                    Some(fault) => vec![Err(StoreError::Failed(fault)); writes.len()],
                    None => granted,
                }
            }
        };
        METRICS.committed(writes.len(), begin.elapsed());
        let failed = count(&writes, &granted);
        self.pulse.beat(failed.is_some());
        let new = self.pulse.say(failed.as_ref().map(unwritten));
        match failed {
            Some(reason) if new => tracing::error!(%reason, "nothing could be written"),
            None if new => tracing::info!("the games are written again"),
            _ => {}
        }
        let missing = granted.iter().rev().find_map(|result| result.as_ref().err().cloned());
        let missing = missing.unwrap_or(StoreError::Busy);
        let mut granted = granted.into_iter();
        for (_, done) in writes {
            let _ = done.send(granted.next().unwrap_or_else(|| Err(missing.clone())));
        }
    }

    /// Empties the write-ahead log where nothing is written, or where those who read have kept it from being emptied.
    async fn keep_small(&mut self, times: &mut Times) {
        let length = std::fs::metadata(self.watch.log()).map_or(0, |meta| meta.len());
        let calm = !times.empty && times.written.elapsed() > CALM && length > 0;
        let large = length > LARGE && times.tried.elapsed() > TRIED;
        if !(calm || large) || self.pulse.failed() || self.watch.fault().await.is_some() {
            return;
        }
        times.tried = Instant::now();
        times.empty = self.empty_log(if large { LARGE_WAIT } else { Duration::ZERO }).await;
        let told = times.told.is_some_and(|at| at.elapsed() < TOLD);
        if !times.empty && length > HUGE && !told {
            times.told = Some(Instant::now());
            let mib = length >> 20;
            tracing::warn!(mib, "the write-ahead log grows: another program reads the file all the time");
        }
    }

    /// Copies all of the write-ahead log into the file and cuts it to nothing; whether that was possible.
    async fn empty_log(&mut self, wait: Duration) -> bool {
        let patience = async |connection: &mut SqliteConnection, wait: Duration| {
            let pragma = format!("PRAGMA busy_timeout = {}", wait.as_millis());
            connection.execute(AssertSqlSafe(pragma)).await
        };
        if patience(&mut self.connection, wait).await.is_err() {
            return false;
        }
        let done = query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut self.connection).await;
        let _ = patience(&mut self.connection, PATIENCE).await;
        self.watch.keep();
        done.is_ok_and(|row| get::<i64>(&row, 0) == Ok(0))
    }

    /// Ends, and leaves the file as a whole.
    async fn close(mut self) -> Result<(), StoreError> {
        if let Some(fault) = self.watch.fault().await {
            // Nothing more is written into what another program has put there.
            return Err(StoreError::Failed(fault));
        }
        if !self.empty_log(LAST_WAIT).await {
            tracing::warn!(
                "somebody else reads the file: a part of what is kept stays in its write-ahead log"
            );
        }
        let closed = self.connection.close().await.map_err(|error| meant(&error));
        // Its handles of files go after SQLite's.
        drop(self.watch);
        closed
    }
}

/// What the health of the server says of a write that failed.
fn unwritten(reason: &StoreError) -> String {
    match reason {
        // It says itself what is wrong with the files.
        StoreError::Failed(line) if line.starts_with(FILE) => line.clone(),
        reason => format!("the games cannot be written: {reason}"),
    }
}

/// Counts what is on the disk; why something could not be written that should have been.
fn count(writes: &[(Write, Done)], granted: &[Result<(), StoreError>]) -> Option<StoreError> {
    for ((write, _), result) in writes.iter().zip(granted) {
        if let (Write::Events { entries, .. }, Ok(())) = (write, result) {
            let moves = entries.iter().filter(|entry| matches!(entry.event.what, What::Moved { .. }));
            METRICS.moves.inc_by(moves.count() as u64);
            METRICS.events.inc_by(entries.len() as u64);
        }
    }
    let failed = granted.iter().find_map(|result| result.as_ref().err().filter(|error| is_grave(error)));
    if failed.is_some() {
        METRICS.commits_failed.inc();
    }
    failed.cloned()
}

/// Whether nothing can be written, rather than this one thing.
fn is_grave(error: &StoreError) -> bool {
    matches!(error, StoreError::Full | StoreError::Damaged(_) | StoreError::Failed(_))
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
            let gone = result.as_ref().is_err_and(is_grave);
            granted.push(result);
            if gone {
                break;
            }
        }
        failed = end(connection, writes).await.err();
    }
    if let Some(error) = failed {
        let _ = connection.execute("ROLLBACK").await;
        let reason = granted.iter().find_map(|result| result.as_ref().err().filter(|error| is_grave(error)));
        let reason = reason.cloned().unwrap_or_else(|| meant(&error));
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
        Write::Audit(what) => audit::write(connection, what).await,
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
