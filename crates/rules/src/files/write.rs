//! Files that are written as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// Replaces a file as a whole: whoever reads it sees the old bytes or the new ones, and a program that is killed loses neither.
///
/// The new bytes are first written beside it. What a link leads to is replaced, not the link; permissions stay. What is no
/// regular file, such as a terminal, is written to.
///
/// # Errors
/// The file, or one beside it, cannot be written; then the old one is as it was.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = match fs::metadata(&path) {
        Ok(meta) if !meta.is_file() => return fs::write(&path, bytes),
        Ok(meta) => {
            // A file that must not be written must not be replaced either.
            File::options().write(true).open(&path)?;
            Some(meta.permissions())
        }
        Err(_) => None,
    };
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.tmp", std::process::id()));
    let draft = PathBuf::from(draft);
    let written = File::create(&draft).and_then(|mut file| {
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&draft, &path)).inspect_err(|_| {
        let _ = fs::remove_file(&draft);
    })
}

/// A file that was made to be written later. If nothing has come into it when this is dropped, it goes again.
#[derive(Debug)]
pub struct Reserved {
    /// `None` if the file was there before.
    path: Option<PathBuf>,
}

impl Reserved {
    /// Makes a file.
    ///
    /// # Errors
    /// It cannot be made; the kind is [`ErrorKind::AlreadyExists`] if it is there.
    pub fn create(path: &Path, options: &OpenOptions) -> io::Result<(File, Self)> {
        let file = options.clone().create_new(true).open(path)?;
        Ok((file, Self { path: Some(path.to_owned()) }))
    }

    /// Opens a file, and makes it if it is not there.
    ///
    /// # Errors
    /// It can neither be opened nor made.
    pub fn open(path: &Path, options: &OpenOptions) -> io::Result<(File, Self)> {
        match Self::create(path, options) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Ok((options.clone().create(true).open(path)?, Self { path: None }))
            }
            made => made,
        }
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if let Some(path) = &self.path
            && fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() == 0)
        {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder of one test.
    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("berolina-write-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        path
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = folder("whole");
        let path = folder.join("a.net");
        write(&path, b"old").unwrap();
        // Who reads it meanwhile has the old one.
        let mut reader = File::open(&path).unwrap();
        write(&path, b"new, and longer").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new, and longer");
        assert_eq!(io::read_to_string(&mut reader).unwrap(), "old");
        assert!(write(&folder.join("missing/a.net"), b"").is_err());
        assert!(write(&folder, b"").is_err(), "a folder");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left");
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = folder("links");
        let (path, link) = (folder.join("a.net"), folder.join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a.net", &link).unwrap();
        write(&link, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        write(Path::new("/dev/null"), b"gone").unwrap();
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_was_reserved_in_vain_goes_again() {
        let folder = folder("reserved");
        let path = folder.join("a.pgn");
        let options = File::options().append(true).clone();
        drop(Reserved::open(&path, &options).unwrap());
        assert!(!path.exists());
        let (mut file, reserved) = Reserved::open(&path, &options).unwrap();
        assert_eq!(Reserved::create(&path, &options).unwrap_err().kind(), ErrorKind::AlreadyExists);
        file.write_all(b"1").unwrap();
        drop((file, reserved));
        assert_eq!(fs::read(&path).unwrap(), b"1");
        // One that was there before stays, even if it is empty.
        fs::write(&path, "").unwrap();
        drop(Reserved::open(&path, &options).unwrap());
        assert!(path.exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
