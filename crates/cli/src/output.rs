//! How commands fail.

use std::fmt;
use std::io;

/// Why a command could not do its work. It ends with exit code 2, and one line on standard error unless
/// the command has told all itself.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for is wrong: what, where, and what would be right.
    Usage(String),
    /// What was asked for is wrong, and the command has said so.
    Told,
    /// Reading or writing failed.
    Io(io::Error),
}

impl Failure {
    pub(crate) fn usage(error: impl fmt::Display) -> Self {
        Self::Usage(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) => f.write_str(text),
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
