//! Pictures that stand beside a game's file.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use super::MAX_SVG;
use crate::files;
use crate::message::Message;
use crate::say;

/// The greatest length of the name of such a file.
const MAX_FILE_NAME: usize = 64;
/// The greatest number of pictures beside a file.
const MAX_PICTURES: usize = 32;

/// The pictures beside a game's file by their names, or why one cannot be read.
pub(in crate::definition) type Beside = Arc<BTreeMap<String, Result<Arc<str>, Message>>>;

/// Whether a text is the plain name of a file with a picture: such a file stands beside the game's own, and nowhere else.
pub(super) fn is_file_name(text: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    text.len() <= MAX_FILE_NAME
        && text.strip_suffix(".svg").is_some_and(|stem| !stem.is_empty())
        && text.bytes().all(allowed)
        && !text.starts_with('.')
        && !text.contains("..")
}

/// Reads the pictures beside a file that its text names: what stands between quotes and is a plain name of a picture.
pub(in crate::definition) fn beside(file: &Path, text: &str) -> Beside {
    let mut pictures = BTreeMap::new();
    let Some(folder) = file.parent() else { return Beside::default() };
    for name in text.split(['"', '\'']).filter(|name| is_file_name(name)) {
        let path = folder.join(name);
        // A link would lead elsewhere.
        let is_file = fs::symlink_metadata(&path).is_ok_and(|about| about.is_file());
        if !is_file || pictures.contains_key(name) || pictures.len() == MAX_PICTURES {
            continue;
        }
        let read = files::read_text(&path, MAX_SVG).map(Arc::from).map_err(|error| match error.kind() {
            ErrorKind::FileTooLarge => say!("is larger than {most} KiB", most = MAX_SVG / 1024),
            ErrorKind::InvalidData => say!("is not text in UTF-8"),
            _ => say!("cannot be read: {error}", error = error.to_string()),
        });
        pictures.insert(name.to_owned(), read);
    }
    Arc::new(pictures)
}
