//! Everything in one SQLite file: one connection writes, in batches; others read.
//!
//! The journal is a write-ahead log, and each commit is synced to the disk (`synchronous=FULL`), so an answer of [`Store::write`] means
//! that neither a crash of the program nor of the machine takes it away.

mod archive;
mod audit;
mod backup;
mod moderation;
mod place;
mod reader;
mod settle;
mod sound;
mod sweep;
mod watch;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, query_scalar};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::health::Pulse;
use super::{
    Answer, Audited, Condition, PersonId, Store, StoreError, StoredGame, StoredInvitation, StoredLine, Write,
};
use crate::metrics::METRICS;
pub use backup::copy;
use watch::Watch;
use writer::{Job, Writer};

/// The file in the folder of data.
pub const FILE: &str = "berolina.sqlite3";
/// So much waits to be written at most; whoever comes then is told to come later.
const WAITING: usize = 8192;
/// Connections that read.
const READERS: u32 = 4;
/// Connections that search the archive: what is slow there keeps nobody else waiting.
const SEARCHERS: u32 = 2;
/// So long a search waits for one of them.
const SEARCH_WAITS: Duration = Duration::from_secs(2);
/// How long one waits for another program that writes the same file, such as one that makes a copy.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes to which the write-ahead log is cut when it begins anew.
const LOG: &str = "16777216";
/// A server that ends waits so long for those who read, and so long for those who write.
const READING: Duration = Duration::from_secs(1);
const WRITING: Duration = Duration::from_millis(2500);
/// A reader looks after so many steps of SQLite's machine whether the server ends: some tenth of a millisecond.
const STEPS: i32 = 10_000;

/// The tables, step by step.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// An open file.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    searchers: SqlitePool,
    pulse: Arc<Pulse>,
    /// Reads that go on are to end.
    ending: Arc<AtomicBool>,
    /// So many reads had met damage when it was opened.
    damage: u64,
}

impl Sqlite {
    /// Opens the file in a folder, or makes it; its tables are brought to what this program expects.
    ///
    /// # Errors
    /// A folder that cannot be written, a file of a later version or that is no database, in one line.
    pub async fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(FILE);
        let told = |error: &dyn std::fmt::Display| StoreError::Failed(format!("{}: {error}", path.display()));
        make(folder).map_err(|error| told(&error))?;
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // What was removed at somebody's wish is overwritten, not only forgotten.
            .pragma("secure_delete", "ON")
            .pragma("journal_size_limit", LOG)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        let pulse = Arc::new(Pulse::new());
        let connected = options.clone().connect().await;
        let reading = options.clone().read_only(true);
        // A file that is damaged is looked through before anything is written into it.
        sound::look_through(reading.clone(), &path, Arc::clone(&pulse)).await?;
        let mut connection = connected.map_err(|error| told(&error))?;
        migrate(&mut connection).await.map_err(|line| told(&line))?;
        let ending = Arc::new(AtomicBool::new(false));
        let readers = readers(reading.clone(), Arc::clone(&ending)).await.map_err(|error| told(&error))?;
        let searchers = SqlitePoolOptions::new().max_connections(SEARCHERS).acquire_timeout(SEARCH_WAITS);
        let searchers = searchers.connect_with(reading.clone()).await.map_err(|error| told(&error))?;
        let (jobs, waiting) = mpsc::channel(WAITING);
        let watch = Watch::over(&path).map_err(|error| told(&error))?;
        let writer = Writer { connection, watch, pulse: Arc::clone(&pulse), reading };
        tokio::spawn(writer.write_all(waiting));
        Ok(Self { path, jobs, readers, searchers, pulse, ending, damage: METRICS.damage.get() })
    }

    async fn ask(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<(), StoreError>>) -> Job,
    ) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        self.jobs.try_send(job(done)).map_err(|_| StoreError::Busy)?;
        answer.await.unwrap_or(Err(StoreError::Busy))
    }
}

impl Store for Sqlite {
    fn write(&self, write: Write) -> Answer<'_, ()> {
        Box::pin(self.ask(|done| Job::Write(write, done)))
    }

    fn person(&self, token: [u8; 32]) -> Answer<'_, Option<(PersonId, Option<String>)>> {
        Box::pin(reader::person(&self.readers, token))
    }

    fn invitation(&self, secret: String) -> Answer<'_, Option<StoredInvitation>> {
        Box::pin(reader::invitation(&self.readers, "secret", secret))
    }

    fn invitation_to(&self, game: String) -> Answer<'_, Option<StoredInvitation>> {
        Box::pin(reader::invitation(&self.readers, "game", game))
    }

    fn game(&self, id: String) -> Answer<'_, Option<StoredGame>> {
        Box::pin(reader::game(&self.readers, id))
    }

    fn games_of(&self, person: PersonId, most: u32) -> Answer<'_, Vec<StoredLine>> {
        Box::pin(reader::games_of(&self.readers, person, most))
    }

    fn running(&self, person: PersonId) -> Answer<'_, Vec<String>> {
        Box::pin(reader::running(&self.readers, person))
    }

    fn due(&self, served: u64, most: u32) -> Answer<'_, Vec<String>> {
        Box::pin(reader::due(&self.readers, served, most))
    }

    fn abandoned(&self, since: u64, most: u32) -> Answer<'_, Vec<String>> {
        Box::pin(reader::abandoned(&self.readers, since, most))
    }

    fn served(&self) -> Answer<'_, u64> {
        Box::pin(reader::served(&self.readers))
    }

    fn audit(&self, before: Option<i64>, most: u32) -> Answer<'_, Vec<Audited>> {
        Box::pin(audit::read(&self.readers, before, most))
    }

    fn condition(&self) -> Condition {
        let length = |path: &Path| std::fs::metadata(path).map_or(0, |meta| meta.len());
        let mut log = self.path.as_os_str().to_owned();
        log.push("-wal");
        Condition {
            ended: self.jobs.is_closed(),
            failed: self.pulse.failed(),
            fault: self.pulse.fault(),
            damaged: self.pulse.is_damaged() || METRICS.damage.get() > self.damage,
            since: self.pulse.since(),
            waiting: self.jobs.max_capacity() - self.jobs.capacity(),
            readers: self.readers.size() as usize,
            idle: self.readers.num_idle(),
            bytes: length(&self.path),
            log: length(Path::new(&log)),
        }
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async {
            // As long as somebody reads, the write-ahead log cannot be emptied.
            self.ending.store(true, Ordering::Relaxed);
            let closed = async { tokio::join!(self.readers.close(), self.searchers.close()) };
            if timeout(READING, closed).await.is_err() {
                tracing::warn!("somebody still reads while the server ends");
            }
            let (done, answer) = oneshot::channel();
            let closed = async {
                self.jobs.send(Job::Close(done)).await.map_err(|_| StoreError::Busy)?;
                answer.await.unwrap_or(Err(StoreError::Busy))
            };
            timeout(WRITING, closed).await.unwrap_or(Err(StoreError::Busy))
        })
    }
}

async fn readers(options: SqliteConnectOptions, ending: Arc<AtomicBool>) -> sqlx::Result<SqlitePool> {
    let pool = SqlitePoolOptions::new().max_connections(READERS);
    // That many wait is no event: it is a number for who looks.
    let pool = pool.acquire_slow_threshold(Duration::MAX).after_connect(move |connection, _| {
        let ending = Arc::clone(&ending);
        Box::pin(async move {
            let mut handle = connection.lock_handle().await?;
            handle.set_progress_handler(STEPS, move || !ending.load(Ordering::Relaxed));
            Ok(())
        })
    });
    pool.connect_with(options).await
}

/// Brings the tables to what this program expects.
async fn migrate(connection: &mut SqliteConnection) -> Result<(), String> {
    let before: Option<i64> = query_scalar("SELECT max(version) FROM _sqlx_migrations")
        .fetch_one(&mut *connection)
        .await
        // There is no such table in a new file.
        .unwrap_or_default();
    MIGRATIONS.run(&mut *connection).await.map_err(|error| match error {
        MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => {
            format!("it was written by another version of this program, probably a later one ({error})")
        }
        error => error.to_string(),
    })?;
    let now = MIGRATIONS.iter().map(|step| step.version).max();
    match before {
        None => tracing::info!(tables = now, "a new file was made"),
        Some(_) if before != now => tracing::info!(from = before, to = now, "the file's tables were changed"),
        Some(_) => {}
    }
    Ok(())
}

/// Makes a folder if it is not there, for its owner alone: what is kept holds secrets of links, and what people say.
///
/// # Errors
/// If it cannot be made.
pub fn make(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// What an error of a database that is in use means; damage is counted.
fn meant(error: &sqlx::Error) -> StoreError {
    let meant = kind(error);
    if matches!(meant, StoreError::Damaged(_)) {
        METRICS.damage.inc();
    }
    meant
}

/// What an error of a database means.
fn kind(error: &sqlx::Error) -> StoreError {
    let told = match error {
        sqlx::Error::Database(told) => told,
        sqlx::Error::PoolClosed | sqlx::Error::PoolTimedOut => return StoreError::Busy,
        error => return StoreError::Failed(error.to_string()),
    };
    // The lowest byte is the kind: https://www.sqlite.org/rescode.html
    match told.code().and_then(|code| code.parse::<i32>().ok()).map(|code| code & 0xFF) {
        // Interrupted, as the server ends or as it took too long.
        Some(9) => StoreError::Busy,
        Some(11 | 26) => StoreError::Damaged(told.message().to_owned()),
        Some(13) => StoreError::Full,
        Some(19) => StoreError::Conflict,
        _ => StoreError::Failed(told.message().to_owned()),
    }
}

/// JSON of what this program made itself.
fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// SQLite's integers have a sign; dates and times stay far below.
fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn unsigned(value: i64) -> u64 {
    u64::try_from(value).unwrap_or_default()
}
