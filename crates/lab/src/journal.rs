//! What has been done of a long work, in a file: work that was cut off goes on from there.
//!
//! The file holds a JSON object on each line: first what the work is, then each part that is finished. A last line that was cut off
//! in the middle is dropped. A journal belongs to one work; with another it is refused, and so is any other file.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use berolina_rules::files::{Lock, Reserved};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A part of a work, such as a finished game.
pub trait Part: Serialize + DeserializeOwned {
    /// The key of the first line.
    const HEAD: &'static str;
    /// What the work is, such as `match`.
    const WORK: &'static str;
}

/// A file of finished parts.
#[derive(Debug)]
pub struct Journal<P> {
    file: File,
    path: PathBuf,
    /// The first line, written with the first part: work that fails before leaves nothing.
    head: Option<String>,
    /// Before the lock: a file that no part has come into goes while it is still ours.
    _reserved: Reserved,
    /// Nobody else writes the file meanwhile.
    lock: Lock,
    _of: PhantomData<fn(&P)>,
}

impl<P: Part> Journal<P> {
    /// Opens the journal of a work, and returns the parts that it holds. A file that does not exist is made.
    ///
    /// # Errors
    /// The file cannot be read or written, another process writes it now, it is no journal, or belongs to another work. Then
    /// it is left as it was.
    pub fn open(path: &Path, work: &Value) -> Result<(Self, Vec<P>), String> {
        let told = |error: io::Error| format!("{}: {error}", path.display());
        if path.exists() && !path.is_file() {
            return Err(format!("{}: it is no regular file, so no journal of a {}", path.display(), P::WORK));
        }
        let lock = Lock::take(path).map_err(told)?;
        let (mut file, reserved) =
            Reserved::open(path, File::options().read(true).write(true)).map_err(told)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(told)?;
        let head = format!("{}\n", json!({ P::HEAD: work }));
        // Nothing, or the first line cut off in the middle: of this work, or nobody could say of which.
        let is_new = head.as_bytes().starts_with(&bytes) && bytes.len() < head.len();
        let (whole, finished) = if is_new { (0, Vec::new()) } else { read(path, &bytes, work)? };
        file.set_len(whole as u64).map_err(told)?;
        file.seek(SeekFrom::End(0)).map_err(told)?;
        let head = is_new.then_some(head);
        Ok((
            Self { file, path: path.to_owned(), head, _reserved: reserved, lock, _of: PhantomData },
            finished,
        ))
    }

    /// Whether nobody else can write the file meanwhile. If not, its file system knows no locks.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.lock.is_held()
    }

    /// Adds a part.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, part: &P) -> Result<(), String> {
        let mut line = self.head.take().unwrap_or_default();
        line += &serde_json::to_string(part).map_err(|error| error.to_string())?;
        line.push('\n');
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// Reads what a journal of a work holds: how many bytes are whole lines, and the parts.
fn read<P: Part>(path: &Path, bytes: &[u8], work: &Value) -> Result<(usize, Vec<P>), String> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = bytes[..whole].strip_suffix(b"\n").unwrap_or_default().split(|&byte| byte == b'\n');
    let head: Value = lines.next().and_then(|line| serde_json::from_slice(line).ok()).unwrap_or_default();
    let kept =
        head.get(P::HEAD).ok_or_else(|| format!("{}: it is no journal of a {}", path.display(), P::WORK))?;
    compare(path, kept, work, P::WORK)?;
    let part = |(i, line)| {
        serde_json::from_slice(line).map_err(|error| format!("{}:{}: {error}", path.display(), i + 2))
    };
    Ok((whole, lines.enumerate().map(part).collect::<Result<_, _>>()?))
}

/// Says in what the work that a file was made for differs from the one that is asked for.
pub(crate) fn compare(path: &Path, kept: &Value, work: &Value, kind: &str) -> Result<(), String> {
    difference(kept, work).map_or(Ok(()), |(key, was, is)| {
        Err(format!(
            "{}: it belongs to another {kind}: {key} was {was} and is {is}; name another or remove this one",
            path.display()
        ))
    })
}

/// The first thing in which two values differ, by the keys and numbers that lead to it.
fn difference(was: &Value, is: &Value) -> Option<(String, Value, Value)> {
    if was == is {
        return None;
    }
    let inner: Vec<(String, &Value, &Value)> = match (was, is) {
        (Value::Object(old), Value::Object(new)) => {
            let keys = old.keys().chain(new.keys());
            keys.map(|key| (key.clone(), &was[key.as_str()], &is[key.as_str()])).collect()
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            old.iter().zip(new).enumerate().map(|(i, (old, new))| ((i + 1).to_string(), old, new)).collect()
        }
        _ => return Some(("it".to_owned(), was.clone(), is.clone())),
    };
    inner.into_iter().find_map(|(key, was, is)| {
        let (rest, was, is) = difference(was, is)?;
        Some((if rest == "it" { key } else { format!("{key}/{rest}") }, was, is))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::finished::Finished;
    use crate::matches::play::Ending;

    type Journal = super::Journal<Finished>;

    fn game(number: usize) -> Finished {
        Finished {
            number,
            game: "near".to_owned(),
            white: 0,
            black: 1,
            result: "1-0".to_owned(),
            ending: Ending::KingLost,
            detail: "\"quoted\"\n".to_owned(),
            opening: "fen".to_owned(),
            plies: 7,
            tallies: Default::default(),
            pgn: "1. e4 *\n".to_owned(),
        }
    }

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("berolina-journal-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn settings_with_fractions_are_the_same_when_they_are_read_again() {
        for thousandths in 0..3000_u16 {
            let settings = json!({ "decay": f32::from(thousandths) / 1000.0 });
            let read = serde_json::from_str(&settings.to_string()).expect("it was just written");
            assert_eq!(difference(&read, &settings), None);
        }
    }

    #[test]
    fn games_are_kept_and_a_torn_line_is_dropped() {
        let path = path("kept");
        let contest = json!({ "seed": 1 });
        let (mut journal, before) = Journal::open(&path, &contest).unwrap();
        assert!(before.is_empty());
        journal.add(&game(0)).unwrap();
        drop(journal);
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}{{\"number\":1,")).unwrap();
        let (mut journal, kept) = Journal::open(&path, &contest).unwrap();
        assert_eq!(kept, [game(0)]);
        journal.add(&game(1)).unwrap();
        drop(journal);
        assert_eq!(Journal::open(&path, &contest).unwrap().1, [game(0), game(1)]);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_journal_has_one_writer() {
        let path = path("writer");
        let contest = json!({ "seed": 1 });
        let (mut journal, _) = Journal::open(&path, &contest).unwrap();
        let error = Journal::open(&path, &contest).unwrap_err();
        assert!(error.ends_with(&format!("process {} is writing it", std::process::id())), "{error}");
        journal.add(&game(0)).unwrap();
        drop(journal);
        assert_eq!(Journal::open(&path, &contest).unwrap().1, [game(0)]);
        std::fs::remove_file(path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn what_has_no_end_is_no_journal() {
        let error = Journal::open(Path::new("/dev/zero"), &json!({})).unwrap_err();
        assert!(error.contains("no regular file"), "{error}");
    }

    #[test]
    fn other_contests_and_other_files_are_refused() {
        let path = path("refused");
        let (mut journal, _) = Journal::open(&path, &json!({ "seed": 1, "hash": 16 })).unwrap();
        journal.add(&game(0)).unwrap();
        drop(journal);
        let kept = std::fs::read(&path).unwrap();
        let error = Journal::open(&path, &json!({ "seed": 2, "hash": 16 })).unwrap_err();
        assert!(error.contains("seed was 1 and is 2"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), kept, "left as it was");
        let engines = |limit| json!({ "engines": [{ "name": "a" }, { "name": "b", "limit": limit }] });
        let told = difference(&engines("depth=2"), &engines("depth=3")).unwrap();
        assert_eq!(told, ("engines/2/limit".to_owned(), json!("depth=2"), json!("depth=3")));
        // Some without an end of line, one that is no text, one like the beginning of another contest's journal.
        let others: [&[u8]; 8] = [
            b"[Event \"x\"]\n",
            b"[Event \"x\"]",
            b"my notes",
            b"\n",
            b"\xff\xfe",
            b"{}\n",
            b"{\"contest\":{\"seed\":2}}",
            b"{\"contest\":{\"seed\":1}} and what was noted behind",
        ];
        for other in others {
            std::fs::write(&path, other).unwrap();
            let error = Journal::open(&path, &json!({ "seed": 1 })).unwrap_err();
            assert!(error.ends_with(": it is no journal of a match"), "{error}");
            assert_eq!(std::fs::read(&path).unwrap(), other, "left as it was");
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_match_that_plays_nothing_leaves_nothing() {
        let path = path("nothing");
        let contest = json!({ "seed": 1 });
        drop(Journal::open(&path, &contest).unwrap());
        assert!(!path.exists());
        // A first line that was cut off.
        let head = json!({ Finished::HEAD: contest }).to_string();
        for part in ["", &head[..9], &head] {
            std::fs::write(&path, part).unwrap();
            let (mut journal, kept) = Journal::open(&path, &contest).unwrap();
            assert!(kept.is_empty() && journal.is_locked());
            journal.add(&game(0)).unwrap();
            drop(journal);
            assert_eq!(Journal::open(&path, &contest).unwrap().1, [game(0)]);
        }
        std::fs::remove_file(path).unwrap();
    }
}
