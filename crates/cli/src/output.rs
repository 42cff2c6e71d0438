//! How commands fail.

use std::fmt;
use std::io;
use std::path::Path;

/// Why a command could not do its work. It ends with exit code 2, or 130 after Ctrl-C, and one line on standard error unless the
/// command has told all itself.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for is wrong: what, where, and what would be right.
    Usage(String),
    /// What was asked for is wrong, and the command has said so.
    Told,
    /// Ctrl-C came before the end: how to go on.
    Stopped(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl Failure {
    /// The exit code of a command that ends so.
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Stopped(_) => 130,
            Self::Usage(_) | Self::Told | Self::Io(_) => 2,
        }
    }

    /// A command that keeps what it has done was stopped by Ctrl-C.
    pub(crate) fn resumable() -> Self {
        Self::Stopped("stopped before its end; the same command goes on from here".to_owned())
    }

    pub(crate) fn usage(error: impl fmt::Display) -> Self {
        Self::Usage(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Stopped(text) => f.write_str(text),
            Self::Told => Ok(()),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Makes the folder, and those that it stands in, for what is written into it.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Failure> {
    if folder.as_os_str().is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::usage(format!("cannot make the folder {}: {error}", folder.display())))
}

/// Makes the folder that a file is to stand in. Done before the work, which may take hours.
pub(crate) fn make_folder_of(file: &Path) -> Result<(), Failure> {
    file.parent().map_or(Ok(()), make_folder)
}
