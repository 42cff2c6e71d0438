//! Files that people name: read up to a limit, for what is no regular file may have no end, and written as a whole and by one
//! program at a time.

mod lock;
mod write;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

pub use lock::Lock;
pub use write::{Reserved, write};

/// The bytes of a file of at most so many. No more than one beyond them are ever read.
///
/// # Errors
/// The file cannot be read, or it is larger: then the kind is [`io::ErrorKind::FileTooLarge`], and the error says
/// the limit.
pub fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// The text of a file of at most so many bytes.
///
/// # Errors
/// Those of [`read`]; and the file is not in UTF-8: then the kind is [`io::ErrorKind::InvalidData`].
pub fn read_text(path: &Path, most: usize) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "the file is not text in UTF-8");
    String::from_utf8(read(path, most)?).map_err(not_text)
}

/// The error of a file that is larger than so many bytes.
fn too_large(most: usize) -> io::Error {
    let limit = if most >= 1 << 20 { format!("{} MiB", most >> 20) } else { format!("{} KiB", most >> 10) };
    io::Error::new(io::ErrorKind::FileTooLarge, format!("the file is larger than {limit}"))
}
