//! Copies of the file.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use berolina_rules::files::Lock;
use sqlx::query_scalar;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, query};

use super::{FILE, PATIENCE, kind};
use crate::store::StoreError;

/// How the name of a copy ends that is not complete.
const DRAFT: &str = ".part";
/// What SQLite would take for a part of a file of this name.
const PARTS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Copies the file of a folder into another, as it is at one moment; a server may go on with it meanwhile.
///
/// The copy is written under another name beside its own, looked through and synced, and only then has its name. So there is
/// never half a copy under that name, and a failure leaves nothing.
///
/// # Errors
/// No such file, or a copy that exists already or cannot be written, in one line.
pub async fn copy(folder: &Path, into: &Path) -> Result<(), StoreError> {
    let shown = into.display();
    let failed = |error: &dyn std::fmt::Display| StoreError::Failed(format!("{shown}: {error}"));
    check(folder, into)?;
    let draft = with(into, DRAFT);
    // One that was killed may have left its draft; one that runs has the lock.
    let lock = Lock::take(&draft).map_err(|error| failed(&error))?;
    let guard = Draft(draft);
    guard.remove();
    let path = folder.join(FILE);
    fill(&path, &guard.0).await.map_err(|error| match error {
        sqlx::Error::Database(_) => failed(&kind(&error)),
        error => failed(&error),
    })?;
    place(&guard.0, into).map_err(|error| failed(&told(&error)))?;
    drop(guard);
    drop(lock);
    Ok(())
}

/// Whether a copy may have this name.
fn check(folder: &Path, into: &Path) -> Result<(), StoreError> {
    let shown = into.display();
    let failed = |line: String| Err(StoreError::Failed(line));
    if fs::symlink_metadata(into).is_ok() {
        return failed(format!("{shown} exists already"));
    }
    let Some(name) = into.file_name().and_then(|name| name.to_str()) else {
        return failed(format!("{shown} is no name of a file"));
    };
    let source = folder.join(FILE);
    if !source.is_file() {
        return failed(format!("there is no {FILE} in {}", folder.display()));
    }
    let home = match into.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let Ok(home) = home.canonicalize() else {
        return failed(format!("there is no folder {}", home.display()));
    };
    // A file beside the games that begins with their name is one that SQLite, or the server, has use for.
    if name.starts_with(FILE) && folder.canonicalize().is_ok_and(|folder| folder == home) {
        return failed(format!(
            "{shown} would be taken for a part of the games themselves: choose another name"
        ));
    }
    for part in PARTS {
        let beside = with(into, part);
        if fs::symlink_metadata(&beside).is_ok() {
            return failed(format!("{} lies there, of another file: move it away first", beside.display()));
        }
        // The name of a part of another database.
        if name.strip_suffix(part).is_some_and(|other| home.join(other).exists()) {
            return failed(format!(
                "{shown} would be taken for a part of the file beside it: choose another name"
            ));
        }
    }
    Ok(())
}

async fn fill(path: &Path, draft: &Path) -> sqlx::Result<()> {
    let name = draft.to_str().ok_or_else(|| io::Error::other("the copy's name is not text in UTF-8"))?;
    let quiet = SqliteConnectOptions::new().busy_timeout(PATIENCE).disable_statement_logging();
    let mut source: SqliteConnection = quiet.clone().filename(path).connect().await?;
    let copied = query("VACUUM INTO ?").bind(name).execute(&mut source).await;
    source.close().await?;
    copied?;
    let mut copy = quiet.filename(draft).read_only(true).connect().await?;
    let found: String = query_scalar("PRAGMA quick_check(1)").fetch_one(&mut copy).await?;
    copy.close().await?;
    if found == "ok" { Ok(()) } else { Err(io::Error::other(format!("the copy is damaged: {found}")).into()) }
}

/// Gives a complete copy its name, which nothing else has.
fn place(draft: &Path, into: &Path) -> io::Result<()> {
    File::open(draft)?.sync_all()?;
    match fs::hard_link(draft, into) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
        // The file system has no links.
        Err(_) => {
            File::create_new(into)?;
            fs::rename(draft, into).inspect_err(|_| drop(fs::remove_file(into)))?;
        }
    }
    // The name, too, is on the disk.
    #[cfg(unix)]
    if let Some(folder) = into.parent() {
        File::open(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?.sync_all()?;
    }
    Ok(())
}

fn told(error: &io::Error) -> String {
    if error.kind() == ErrorKind::AlreadyExists { "it exists already".to_owned() } else { error.to_string() }
}

/// The draft of a copy, which goes when the copy has its name or has failed.
struct Draft(PathBuf);

impl Draft {
    fn remove(&self) {
        let _ = fs::remove_file(&self.0);
        for part in PARTS {
            let _ = fs::remove_file(with(&self.0, part));
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        self.remove();
    }
}

fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
