//! Files that one program at a time may write.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

/// What a lock's file says of who holds it is no longer, in bytes.
const MAX_HOLDER: u64 = 64;

/// How what a lock's file says begins, before the number of the process.
const HOLDER: &str = "process ";

/// The right to write a file, which no other program has until this is dropped or the program ends, in whatever way.
///
/// Beside the file lies another, `NAME.lock`, which the system locks for the program: so the file itself may be replaced as a
/// whole. It says who holds it, and goes with the lock. Where the file system knows no locks, everyone gets the right, and
/// [`Lock::is_held`] says so.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Closing it gives the lock back; `None` where there are no locks.
    file: Option<File>,
}

impl Lock {
    /// Takes the right to write a file, which need not be there.
    ///
    /// # Errors
    /// Another program has it: then the kind is [`ErrorKind::ResourceBusy`], and the error names that program. Or the
    /// lock's file cannot be written, or has the name of a file that is no lock.
    pub fn take(path: &Path) -> io::Result<Self> {
        Self::take_with(path, File::try_lock)
    }

    fn take_with(path: &Path, lock: impl Fn(&File) -> Result<(), TryLockError>) -> io::Result<Self> {
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        loop {
            let mut file = File::options().read(true).write(true).create(true).truncate(false).open(&path)?;
            let told = told(&mut file);
            if told.as_ref().is_some_and(|told| !is_holder(told)) {
                let name = path.file_name().unwrap_or_default().display();
                return Err(io::Error::other(format!("`{name}` beside it is in the way: it is no lock")));
            }
            match lock(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(busy(told)),
                // The file system knows no locks, or has none left: there people have to take care.
                Err(TryLockError::Error(_)) => {
                    if told.is_none() {
                        let _ = fs::remove_file(&path);
                    }
                    return Ok(Self { path, file: None });
                }
            }
            // Who held it may have removed it after it was opened here.
            if is_at(&file, &path) {
                // Who holds it is for people; a disk that is full is no reason to do without the lock.
                let _ = file
                    .set_len(0)
                    .and_then(|()| file.rewind())
                    .and_then(|()| write!(file, "{HOLDER}{}", std::process::id()));
                return Ok(Self { path, file: Some(file) });
            }
        }
    }

    /// Whether others are kept away. If not, the file system knows no locks.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.file.is_some()
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is held; a file that stays is no harm.
        if self.is_held() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// What the file of a lock says, if anything.
fn told(file: &mut File) -> Option<String> {
    let mut told = Vec::new();
    file.take(MAX_HOLDER).read_to_end(&mut told).ok()?;
    (!told.is_empty()).then(|| String::from_utf8_lossy(&told).into_owned())
}

/// Whether that is what a lock says.
fn is_holder(told: &str) -> bool {
    told.strip_prefix(HOLDER).is_some_and(|id| id.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The error of a lock that another program holds.
fn busy(told: Option<String>) -> io::Error {
    let holder = told.unwrap_or_else(|| "another program".to_owned());
    io::Error::new(ErrorKind::ResourceBusy, format!("{holder} is writing it"))
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let place = |meta: fs::Metadata| (meta.dev(), meta.ino());
    file.metadata().ok().map(place) == fs::metadata(path).ok().map(place)
}

/// Whether a path still leads to an open file: elsewhere than on Unix, open files stay where they are.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A place for a file of one test.
    fn place(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("berolina-lock-{}-{name}", std::process::id()));
        let _ = fs::remove_file(path.with_extension("lock"));
        path
    }

    #[test]
    fn only_one_holds_it_and_it_leaves_nothing() {
        let path = place("one");
        let lock = Lock::take(&path).unwrap();
        let error = Lock::take(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ResourceBusy);
        assert_eq!(error.to_string(), format!("process {} is writing it", std::process::id()));
        let file = lock.path.clone();
        assert!(file.exists() && lock.is_held());
        drop(lock);
        assert!(!file.exists());
        // One that was left by a program that was killed.
        fs::write(&file, "process 12").unwrap();
        drop(Lock::take(&path).unwrap());
        assert!(!file.exists());
    }

    #[test]
    fn a_file_system_without_locks_is_no_obstacle() {
        let path = place("without");
        for kind in [ErrorKind::Unsupported, ErrorKind::Other] {
            let lock = Lock::take_with(&path, |_| Err(TryLockError::Error(kind.into()))).unwrap();
            assert!(!lock.is_held());
            assert!(!lock.path.exists(), "nothing is left");
        }
    }

    #[test]
    fn a_file_that_is_no_lock_stays_as_it_is() {
        let path = place("other");
        let other = PathBuf::from(format!("{}.lock", path.display()));
        for text in ["# This file is automatically @generated", "process 12 and more", "process"] {
            fs::write(&other, text).unwrap();
            let error = Lock::take(&path).unwrap_err().to_string();
            assert!(error.ends_with(".lock` beside it is in the way: it is no lock"), "{error}");
            assert_eq!(fs::read_to_string(&other).unwrap(), text);
        }
        fs::remove_file(other).unwrap();
    }
}
