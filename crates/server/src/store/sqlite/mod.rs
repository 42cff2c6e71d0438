//! Everything in one SQLite file: one connection writes, in batches; others read.
//!
//! The journal is a write-ahead log, and each commit is synced to the disk (`synchronous=FULL`), so an answer of [`Store::write`] means
//! that neither a crash of the program nor of the machine takes it away.

mod archive;
mod moderation;
mod place;
mod reader;
mod settle;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::{mpsc, oneshot};

use super::health::Pulse;
use super::{
    Answer, Condition, PersonId, Store, StoreError, StoredGame, StoredInvitation, StoredLine, Write,
};
use writer::Job;

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

/// An open file.
#[derive(Debug)]
pub struct Sqlite {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    searchers: SqlitePool,
    pulse: Arc<Pulse>,
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
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        let mut connection = options.clone().connect().await.map_err(|error| told(&error))?;
        sqlx::migrate!().run(&mut connection).await.map_err(|error| told(&error))?;
        let options = options.read_only(true);
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone());
        let readers = readers.await.map_err(|error| told(&error))?;
        let searchers = SqlitePoolOptions::new().max_connections(SEARCHERS).acquire_timeout(SEARCH_WAITS);
        let searchers = searchers.connect_with(options).await.map_err(|error| told(&error))?;
        let (jobs, waiting) = mpsc::channel(WAITING);
        let pulse = Arc::new(Pulse::new());
        tokio::spawn(writer::write_all(connection, waiting, Arc::clone(&pulse)));
        Ok(Self { jobs, readers, searchers, pulse })
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

    fn condition(&self) -> Condition {
        Condition {
            ended: self.jobs.is_closed(),
            failed: self.pulse.failed(),
            since: self.pulse.since(),
            waiting: self.jobs.max_capacity() - self.jobs.capacity(),
            readers: self.readers.size() as usize,
            idle: self.readers.num_idle(),
        }
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async {
            self.ask(Job::Close).await?;
            self.readers.close().await;
            self.searchers.close().await;
            Ok(())
        })
    }
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

/// Copies the file of a folder into another, as it is at one moment; a server may go on with it meanwhile.
///
/// # Errors
/// No such file, or a copy that exists already or cannot be written, in one line.
pub async fn copy(folder: &Path, into: &Path) -> Result<(), StoreError> {
    let path = folder.join(FILE);
    let told = |error: &dyn std::fmt::Display| StoreError::Failed(format!("{}: {error}", path.display()));
    let name = into.to_str().ok_or_else(|| told(&"the copy's name is no text"))?;
    if into.exists() {
        return Err(StoreError::Failed(format!("{name} exists already")));
    }
    let options =
        SqliteConnectOptions::new().filename(&path).busy_timeout(PATIENCE).disable_statement_logging();
    let mut connection = options.connect().await.map_err(|error| told(&error))?;
    let copied = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut connection).await;
    copied.map(drop).map_err(|error| StoreError::Failed(format!("{name}: {}", meant(&error))))
}

/// What an error of the database means.
fn meant(error: &sqlx::Error) -> StoreError {
    if let sqlx::Error::PoolTimedOut = error {
        return StoreError::Busy;
    }
    let sqlx::Error::Database(told) = error else { return StoreError::Failed(error.to_string()) };
    // The lowest byte is the kind: https://www.sqlite.org/rescode.html
    match told.code().and_then(|code| code.parse::<i32>().ok()).map(|code| code & 0xFF) {
        // Interrupted, as it took too long.
        Some(9) => StoreError::Busy,
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
