//! Files that one program at a time may write.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

/// What a lock's file says of who holds it is no longer, in bytes.
const MAX_HOLDER: u64 = 64;

/// The right to write a file, which no other program has until this is dropped or the program ends, in whatever way.
///
/// Beside the file lies another, `NAME.lock`, which the system locks for the program: so the file itself may be replaced as a
/// whole. It says who holds it, and goes with the lock.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    // Closing it gives the lock back.
    _file: File,
}

impl Lock {
    /// Takes the right to write a file, which need not be there.
    ///
    /// # Errors
    /// Another program has it: then the kind is [`ErrorKind::ResourceBusy`], and the error names that program. Or the
    /// lock's file cannot be written.
    pub fn take(path: &Path) -> io::Result<Self> {
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        loop {
            let mut file = File::options().read(true).write(true).create(true).truncate(false).open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(busy(&mut file)),
                // Some file systems know no locks; there people have to take care.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Who held it may have removed it after it was opened here.
            if is_at(&file, &path) {
                file.set_len(0)?;
                write!(file, "process {}", std::process::id())?;
                return Ok(Self { path, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is held; a file that stays is no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// The error of a lock that another program holds.
fn busy(file: &mut File) -> io::Error {
    let mut holder = String::new();
    let read = file.rewind().and_then(|()| file.take(MAX_HOLDER).read_to_string(&mut holder));
    let is_told = read.is_ok() && !holder.is_empty() && !holder.contains(char::is_control);
    let holder = if is_told { &holder } else { "another program" };
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

    #[test]
    fn only_one_holds_it_and_it_leaves_nothing() {
        let path = std::env::temp_dir().join(format!("berolina-lock-{}", std::process::id()));
        let lock = Lock::take(&path).unwrap();
        let error = Lock::take(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ResourceBusy);
        assert_eq!(error.to_string(), format!("process {} is writing it", std::process::id()));
        let file = lock.path.clone();
        assert!(file.exists());
        drop(lock);
        assert!(!file.exists());
        drop(Lock::take(&path).unwrap());
    }
}
