//! Where running games are kept: a PGN file each in the user's data directory, written anew after
//! every move, so that nothing is lost.

use std::env;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The longest kept game that is read, in bytes.
const MAX_GAME: u64 = 1 << 20;
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

/// A new file for a game, reserved by its name.
pub(crate) fn reserve(game: &str) -> io::Result<PathBuf> {
    let missing = || io::Error::new(io::ErrorKind::NotFound, "neither XDG_DATA_HOME nor HOME says where");
    let folder = folder().ok_or_else(missing)?;
    fs::create_dir_all(&folder)?;
    let stem = file_stem(game);
    for n in 1..1000 {
        let suffix = if n == 1 { String::new() } else { format!("-{n}") };
        let path = folder.join(format!("{stem}{suffix}.pgn"));
        match File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many games at once"))
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
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_GAME).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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
    let (year, month, day) = civil(now / 86_400);
    (format!("{year:04}.{month:02}.{day:02}"), now % 86_400)
}

/// The date so many days after 1970-01-01, by the Gregorian calendar.
fn civil(days: u64) -> (u64, u64, u64) {
    // Years are counted from 1 March, so that the leap day comes last.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_088), (2024, 12, 31));
        assert_eq!(civil(20_089), (2025, 1, 1));
    }
}
