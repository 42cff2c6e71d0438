//! Whether the files on the disk are still those that were opened.
//!
//! A file that is deleted or replaced stays open, and SQLite goes on writing into it: what is acknowledged then is lost when the
//! program ends. So the writer looks before and after each commit, and refuses to write where nobody will find it. It looks at most
//! at three entries of the file system, which takes some microseconds.

use std::fs::{File, Metadata};
use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// So often it is looked again at what seems to be changed, and so long it is waited before.
const LOOKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(20);
/// How a line of advice ends.
const ADVICE: &str = "docs/server.md says what to do";

/// The files of an open database: the file itself, its write-ahead log, and the index of that, which is shared memory.
#[derive(Debug)]
pub(super) struct Watch {
    files: [Opened; 3],
    /// After the writer's own last change.
    last: Stamp,
    /// What another program did to the file: it stays until the server is started anew.
    changed: Option<String>,
    touched: bool,
}

/// Places in [`Watch::files`].
const MAIN: usize = 0;
const LOG: usize = 1;
const INDEX: usize = 2;

#[derive(Debug)]
struct Opened {
    path: PathBuf,
    /// Which file it was when it was opened.
    identity: Option<Identity>,
    /// It is never closed while the program runs: closing any handle of a file ends all locks that the program has on it (POSIX), SQLite's too.
    file: ManuallyDrop<File>,
}

/// Device and number of a file; elsewhere than on Unix open files stay where they are.
type Identity = (u64, u64);

/// How a file was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    head: [u8; HEAD],
    /// What was copied from the write-ahead log into the file.
    moved: Moved,
}

/// Bytes of the file's header: <https://www.sqlite.org/fileformat.html>.
const HEAD: usize = 100;

/// From the index of the write-ahead log, in the byte order of the machine: <https://www.sqlite.org/walformat.html>.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Moved {
    /// `mxFrame`: pages in the log.
    frames: u32,
    /// `szPage`: bytes of a page.
    page: u64,
    /// `aSalt`: it changes when the log begins anew.
    salt: [u8; 8],
    /// `nBackfill`: pages of it that are in the file.
    back: u32,
}

impl Watch {
    /// Remembers the files of an open database.
    ///
    /// # Errors
    /// If one of them is not there.
    pub(super) fn over(path: &Path) -> io::Result<Self> {
        let beside = |ending: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        let files = [open(path.to_owned())?, open(beside("-wal"))?, open(beside("-shm"))?];
        let last = stamp(&files);
        Ok(Self { files, last, changed: None, touched: false })
    }

    /// Where the write-ahead log is.
    pub(super) fn log(&self) -> &Path {
        &self.files[LOG].path
    }

    /// Remembers how the writer has left the file.
    pub(super) fn keep(&mut self) {
        self.last = stamp(&self.files);
    }

    /// What is wrong with the files, in one line: whether they are there, and nobody else has changed them.
    pub(super) async fn fault(&mut self) -> Option<String> {
        if self.changed.is_some() {
            return self.changed.clone();
        }
        if let Some(line) = self.lost() {
            return Some(line);
        }
        // Another program may be copying the log into the file, and says so in the index only at the end.
        let mut now = stamp(&self.files);
        for _ in 0..LOOKS {
            if !self.is_foreign(&now) && !self.is_short(&now) {
                break;
            }
            tokio::time::sleep(PAUSE).await;
            now = stamp(&self.files);
        }
        let changed = |file: usize, what: &str| {
            let name = name(&self.files[file].path);
            Some(format!("{name} was {what} by another program while the server ran: {ADVICE}"))
        };
        if self.is_short(&now) {
            self.changed = changed(LOG, "cut short");
        } else if self.is_foreign(&now) {
            self.changed = changed(MAIN, "changed");
        } else {
            self.touched |= self.last.modified != now.modified && self.last.moved == now.moved;
            self.last = now;
        }
        self.changed.clone()
    }

    /// Whether another program has written into the file since this was last asked, in a way that shows nothing but the time of it.
    pub(super) fn was_touched(&mut self) -> bool {
        std::mem::take(&mut self.touched)
    }

    /// Which file is no longer where it was, in one line.
    pub(super) fn lost(&self) -> Option<String> {
        self.files.iter().find_map(|Opened { path, identity, .. }| {
            let what = match std::fs::metadata(path) {
                Ok(now) if *identity == self::identity(&now) => return None,
                Ok(_) => "was replaced",
                Err(error) if error.kind() == io::ErrorKind::NotFound => "was removed",
                Err(_) => "cannot be reached",
            };
            Some(format!("{} {what} while the server ran: {ADVICE}", name(path)))
        })
    }

    /// Whether another program has changed the file itself. It may copy what stands in the log into it, as SQLite's own tools do.
    fn is_foreign(&self, now: &Stamp) -> bool {
        let (last, differs) = (self.last, self.last.length != now.length || self.last.head != now.head);
        differs && last.moved.back == now.moved.back && last.moved.salt == now.moved.salt
    }

    /// Whether the log lacks what its index says that there is.
    fn is_short(&self, now: &Stamp) -> bool {
        const LOG_HEAD: u64 = 32;
        const FRAME_HEAD: u64 = 24;
        let Moved { frames, page, .. } = now.moved;
        let length = self.files[LOG].file.metadata().map_or(u64::MAX, |meta| meta.len());
        frames > 0 && length < LOG_HEAD + u64::from(frames) * (page + FRAME_HEAD)
    }
}

fn open(path: PathBuf) -> io::Result<Opened> {
    let file = ManuallyDrop::new(File::open(&path)?);
    let identity = identity(&file.metadata()?);
    Ok(Opened { path, identity, file })
}

fn stamp(files: &[Opened; 3]) -> Stamp {
    let meta = files[MAIN].file.metadata().ok();
    let (mut head, mut index) = ([0; HEAD], [0; 136]);
    // What cannot be read is as empty: reads of the database say so by themselves.
    let _ = read_at(&files[MAIN].file, &mut head);
    let _ = read_at(&files[INDEX].file, &mut index);
    let number = |at: usize| u32::from_ne_bytes(index[at..at + 4].try_into().unwrap_or_default());
    let page = u16::from_ne_bytes(index[14..16].try_into().unwrap_or_default());
    Stamp {
        length: meta.as_ref().map_or(0, Metadata::len),
        modified: meta.and_then(|meta| meta.modified().ok()),
        head,
        moved: Moved {
            frames: number(16),
            // 65,536 does not fit, and is written as 1.
            page: if page == 1 { 65_536 } else { u64::from(page) },
            salt: index[32..40].try_into().unwrap_or_default(),
            back: number(96),
        },
    }
}

#[cfg(unix)]
fn identity(meta: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    Some((meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<Identity> {
    None
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, 0)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Read as _, Seek as _};
    file.rewind()?;
    file.read_exact(bytes)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().display().to_string()
}
