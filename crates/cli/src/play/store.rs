//! Where running games are kept: a PGN file each in the user's data directory, written anew after
//! every move, so that nothing is lost.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use berolina_numbers::date::{DAY, civil};
use berolina_rules::files::{self, Lock, Reserved};

/// The longest kept game that is read, in bytes.
const MAX_GAME: usize = 1 << 20;
/// How many of the latest games are looked through for an unfinished one.
const MAX_SEEN: usize = 1000;

/// The folder of kept games: `$XDG_DATA_HOME/berolina/games`, by default below `~/.local/share`.
pub(crate) fn folder() -> Option<PathBuf> {
    Some(data()?.join("games"))
}

/// The folder of what a server keeps.
pub(crate) fn server() -> Option<PathBuf> {
    Some(data()?.join("server"))
}

/// The program's folder in the user's data.
fn data() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| {
        if cfg!(windows) {
            absolute("LOCALAPPDATA")
        } else {
            absolute("HOME").map(|home| home.join(".local/share"))
        }
    })?;
    Some(data.join("berolina"))
}

/// The file of a kept game, which no other program writes meanwhile.
pub(crate) struct Slot {
    path: PathBuf,
    /// Before the lock: a file that nothing has come into goes while it is still ours.
    _reserved: Option<Reserved>,
    _lock: Lock,
}

impl Slot {
    /// The file of a kept game; an error if it is being played.
    fn take(path: PathBuf) -> io::Result<Self> {
        let lock = Lock::take(&path)?;
        Ok(Self { path, _reserved: None, _lock: lock })
    }

    /// A new file for a game, reserved by its name.
    pub(crate) fn reserve(game: &str) -> io::Result<Self> {
        let missing = || io::Error::new(io::ErrorKind::NotFound, "neither XDG_DATA_HOME nor HOME says where");
        let folder = folder().ok_or_else(missing)?;
        fs::create_dir_all(&folder)?;
        let stem = file_stem(game);
        for n in 1..1000 {
            let suffix = if n == 1 { String::new() } else { format!("-{n}") };
            let path = folder.join(format!("{stem}{suffix}.pgn"));
            match Reserved::create(&path, File::options().write(true)) {
                Ok((_, reserved)) => {
                    let lock = Lock::take(&path)?;
                    return Ok(Self { path, _reserved: Some(reserved), _lock: lock });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many games at once"))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Reads a kept game.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    files::read(path, MAX_GAME).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// What there is to go on with.
pub(crate) enum Latest {
    /// The game that was played last, is not finished, and is not being played. Nobody else goes on with it from here on: what
    /// is read now is what will be written over.
    Free(Slot),
    /// All unfinished games are being played; the latest, and by whom.
    Busy(PathBuf, io::Error),
    /// There is no unfinished game.
    None,
}

/// The kept game to go on with.
pub(crate) fn latest() -> Result<Latest, (PathBuf, io::Error)> {
    let Some(folder) = folder() else { return Ok(Latest::None) };
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Latest::None),
        Err(error) => return Err((folder, error)),
    };
    let mut games: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    games.sort();
    let unfinished = |path: &PathBuf| read(path).is_ok_and(|text| text.contains("[Result \"*\"]"));
    let mut latest = Latest::None;
    for (_, path) in games.into_iter().rev().take(MAX_SEEN).filter(|(_, path)| unfinished(path)) {
        match Slot::take(path.clone()) {
            // Who played it may have finished it just now.
            Ok(slot) if unfinished(&path) => return Ok(Latest::Free(slot)),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                if matches!(latest, Latest::None) {
                    latest = Latest::Busy(path, error);
                }
            }
            Err(error) => return Err((path, error)),
        }
    }
    Ok(latest)
}

/// A name for the file of a game that begins now.
pub(crate) fn file_stem(game: &str) -> String {
    let (date, seconds) = today();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{}-{hours:02}{minutes:02}{:02}-{game}", date.replace('.', ""), seconds % 60)
}

/// Today as PGN writes it, in UTC, and the second of the day.
pub(crate) fn today() -> (String, u64) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil(now / DAY);
    (format!("{year:04}.{month:02}.{day:02}"), now % DAY)
}
