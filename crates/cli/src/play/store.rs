//! Where running games are kept: a PGN file each in the user's data directory, written anew after
//! every move, so that nothing is lost.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use berolina_numbers::date::{DAY, civil};
use berolina_rules::files::{self, Lock};

/// The longest kept game that is read, in bytes.
const MAX_GAME: usize = 1 << 20;
/// How many of the latest games are looked through for an unfinished one.
const MAX_SEEN: usize = 1000;

/// The folder of kept games: `$XDG_DATA_HOME/berolina/games`, by default below `~/.local/share`.
pub(crate) fn folder() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| {
        if cfg!(windows) {
            absolute("LOCALAPPDATA")
        } else {
            absolute("HOME").map(|home| home.join(".local/share"))
        }
    })?;
    Some(data.join("berolina").join("games"))
}

/// The file of a kept game, which no other program writes meanwhile.
pub(crate) struct Slot {
    path: PathBuf,
    _lock: Lock,
}

impl Slot {
    /// The file of a kept game; an error if it is being played.
    pub(crate) fn take(path: PathBuf) -> io::Result<Self> {
        let lock = Lock::take(&path)?;
        Ok(Self { path, _lock: lock })
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
            match File::create_new(&path) {
                Ok(_) => return Self::take(path),
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

/// Replaces a file as a whole: whoever reads it sees the old text or the new one.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.tmp", std::process::id()));
    let draft = PathBuf::from(draft);
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&draft, path)).inspect_err(|_| {
        let _ = fs::remove_file(&draft);
    })
}

/// Reads a kept game.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    files::read(path, MAX_GAME).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The kept game that was played last and is not finished.
pub(crate) fn latest() -> io::Result<Option<PathBuf>> {
    let Some(folder) = folder() else { return Ok(None) };
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut games: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    games.sort();
    let unfinished = |path: &PathBuf| read(path).is_ok_and(|text| text.contains("[Result \"*\"]"));
    Ok(games.into_iter().rev().take(MAX_SEEN).map(|(_, path)| path).find(unfinished))
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
