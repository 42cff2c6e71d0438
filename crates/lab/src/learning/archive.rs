//! Files of many games, in a compact form: what self-play writes and training reads.
//!
//! All numbers are little-endian. The file begins with the eight bytes `BEROGAME`, its version (1) and the length of a JSON text, each in four bytes, and
//! that text: which game and rules, and who played how. Then comes game after game:
//!
//! | bytes | what |
//! | --- | --- |
//! | 4 | the length of what follows, without the checksum |
//! | 4 | the number of the game |
//! | 1 | 0: Black won, 1: nobody, 2: White |
//! | 2 | the length of the FEN, and then the FEN of the position where the game begins |
//! | 2 | the number of plies |
//! | 4 each | the moves, as [`Move::bits`](berolina_rules::Move::bits) |
//! | 2 each | the score before each move, for the mover, in hundredths of a pawn, signed |
//! | 4 | the checksum: FNV-1a, 32 bits, of all since the length |
//!
//! Games are only added. A last game that was cut off in the middle is dropped when the file is opened to go on; anything
//! else that is damaged is told.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use berolina_numbers::hash::fnv32;
use berolina_rules::files::Lock;
use serde_json::Value;

use super::played::Played;
use crate::journal;

/// How such a file begins.
const MAGIC: [u8; 8] = *b"BEROGAME";
/// The version of the format.
const VERSION: u32 = 1;
/// No text at the beginning is longer, in bytes.
const LONGEST_HEAD: usize = 1 << 20;
/// No game is longer, in bytes.
const LONGEST_GAME: usize = 1 << 20;

/// A file of games, open to add some and to read them.
#[derive(Debug)]
pub struct Archive {
    file: File,
    path: PathBuf,
    /// Where each game begins, and its number.
    games: Vec<(u64, u32)>,
    /// Where the next one begins.
    end: u64,
    /// Nobody else writes the file meanwhile.
    _lock: Lock,
}

impl Archive {
    /// Opens the file of a work, or makes it.
    ///
    /// # Errors
    /// One line: the file cannot be read or written, another process writes it, it is no file of games, is damaged, or belongs to
    /// another work. Then it is left as it was.
    pub fn open(path: &Path, work: &Value) -> Result<Self, String> {
        let told = |error: io::Error| format!("{}: {error}", path.display());
        let lock = Lock::take(path).map_err(told)?;
        let mut file =
            File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(told)?;
        let head = head(work);
        let length = file.metadata().map_err(told)?.len();
        let (games, end) = if length < head.len() as u64 {
            let mut bytes = Vec::new();
            (&file).take(head.len() as u64).read_to_end(&mut bytes).map_err(told)?;
            if !head.starts_with(&bytes) {
                return Err(format!("{}: it is no file of games", path.display()));
            }
            // Nothing, or a beginning that was cut off.
            file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(&head)).map_err(told)?;
            (Vec::new(), head.len() as u64)
        } else {
            scan(path, &mut file, work, length)?
        };
        file.set_len(end).map_err(told)?;
        Ok(Self { file, path: path.to_owned(), games, end, _lock: lock })
    }

    /// The numbers of the games.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.games.iter().map(|&(_, number)| number)
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Adds a game. A kill of the program loses nothing; what a machine that loses power had not yet written is lost.
    ///
    /// # Errors
    /// One line: the file cannot be written. What was written of the game is taken back.
    pub fn add(&mut self, game: &Played) -> Result<(), String> {
        let bytes = framed(game);
        let written = self.file.seek(SeekFrom::Start(self.end)).and_then(|_| self.file.write_all(&bytes));
        if let Err(error) = written {
            let _ = self.file.set_len(self.end);
            return Err(format!("{}: {error}", self.path.display()));
        }
        self.games.push((self.end, game.number));
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// A game by its place in the file.
    ///
    /// # Errors
    /// One line: it cannot be read, or is damaged.
    ///
    /// # Panics
    /// If there are not so many games.
    pub fn get(&mut self, at: usize) -> Result<Played, String> {
        let start = self.games[at].0;
        let end = self.games.get(at + 1).map_or(self.end, |game| game.0);
        let mut bytes = vec![0; (end - start) as usize];
        let read = self.file.seek(SeekFrom::Start(start)).and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(|error| format!("{}: {error}", self.path.display()))?;
        let game = bytes.get(4..bytes.len() - 4).and_then(Played::from_bytes);
        game.ok_or_else(|| format!("{}: game {} of the file is damaged", self.path.display(), at + 1))
    }
}

/// The bytes with which the file of a work begins.
fn head(work: &Value) -> Vec<u8> {
    let text = work.to_string();
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend((text.len() as u32).to_le_bytes());
    head.extend(text.as_bytes());
    head
}

/// Reads through a file: where its games begin, their numbers, and where the last whole one ends.
fn scan(path: &Path, file: &mut File, work: &Value, length: u64) -> Result<(Vec<(u64, u32)>, u64), String> {
    let shown = path.display();
    let told = |error: io::Error| format!("{shown}: {error}");
    let mut input = BufReader::with_capacity(1 << 20, file);
    let mut first = [0; 16];
    input.read_exact(&mut first).map_err(told)?;
    let (magic, rest) = first.split_at(8);
    let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap_or_default());
    if magic != MAGIC {
        return Err(format!("{shown}: it is no file of games"));
    }
    let (version, head) = (number(&rest[..4]), number(&rest[4..]) as usize);
    if version != VERSION {
        return Err(format!(
            "{shown}: it has version {version} of the format, and this program reads {VERSION}"
        ));
    }
    let damaged = |at: u64| format!("{shown}: it is damaged at byte {at}");
    if head > LONGEST_HEAD {
        return Err(damaged(12));
    }
    let mut text = vec![0; head];
    input.read_exact(&mut text).map_err(|_| damaged(16))?;
    let kept: Value = serde_json::from_slice(&text).map_err(|_| damaged(16))?;
    journal::compare(path, &kept, work, "training")?;
    let (mut games, mut end) = (Vec::new(), 16 + head as u64);
    let mut bytes = Vec::new();
    while length - end >= 8 {
        let mut size = [0; 4];
        input.read_exact(&mut size).map_err(told)?;
        let size = number(&size) as usize;
        if size > LONGEST_GAME {
            return Err(damaged(end));
        }
        let next = end + size as u64 + 8;
        if next > length {
            break;
        }
        bytes.resize(size + 4, 0);
        input.read_exact(&mut bytes).map_err(told)?;
        let (body, checksum) = bytes.split_at(size);
        if fnv32(body) != number(checksum) || size < 4 {
            return Err(damaged(end));
        }
        games.push((end, number(&body[..4])));
        end = next;
    }
    Ok((games, end))
}

/// A game with its length and checksum.
fn framed(game: &Played) -> Vec<u8> {
    let body = game.to_bytes();
    let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
    bytes.extend(&body);
    bytes.extend(fnv32(&body).to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use std::fs;

    use berolina_rules::Move;
    use berolina_rules::geometry::Color;
    use serde_json::json;

    use super::*;

    fn game(number: u32) -> Played {
        let moves = [7_u32, 1 << 31, 12_345].map(Move::from_bits).to_vec();
        let winner = [None, Some(Color::White), Some(Color::Black)][number as usize % 3];
        Played { number, start: "8/8 w - - 0 1".to_owned(), moves, scores: vec![-31, 10_000, 0], winner }
    }

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("berolina-archive-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn games_are_kept_and_one_cut_off_anywhere_is_dropped() {
        let path = path("kept");
        let work = json!({ "game": "near", "seed": 1 });
        let mut archive = Archive::open(&path, &work).unwrap();
        let before = fs::metadata(&path).unwrap().len() as usize;
        archive.add(&game(4)).unwrap();
        let one = fs::metadata(&path).unwrap().len() as usize;
        archive.add(&game(2)).unwrap();
        assert!(Archive::open(&path, &work).unwrap_err().contains("is writing it"));
        drop(archive);
        let whole = fs::read(&path).unwrap();
        for cut in (0..whole.len()).rev() {
            fs::write(&path, &whole[..cut]).unwrap();
            let mut archive = Archive::open(&path, &work).unwrap();
            let kept = usize::from(cut >= one);
            assert_eq!(archive.len(), kept, "cut at {cut}");
            archive.add(&game(9)).unwrap();
            let games: Vec<Played> = (0..archive.len()).map(|at| archive.get(at).unwrap()).collect();
            assert_eq!(games, [game(4), game(9)][1 - kept..]);
        }
        assert!(before < one);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_is_damaged_or_of_another_work_is_refused_and_left() {
        let path = path("refused");
        let work = json!({ "game": "near", "seed": 1 });
        let mut archive = Archive::open(&path, &work).unwrap();
        (0..3).for_each(|number| archive.add(&game(number)).unwrap());
        drop(archive);
        let whole = fs::read(&path).unwrap();
        let error = Archive::open(&path, &json!({ "game": "near", "seed": 2 })).unwrap_err();
        assert!(error.contains("seed was 1 and is 2"), "{error}");
        // Whatever byte is another, it is told or what was there before it is kept; nothing is read that was not written.
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x41;
            fs::write(&path, &bytes).unwrap();
            match Archive::open(&path, &work) {
                Err(_) => assert_eq!(fs::read(&path).unwrap(), bytes, "left as it was"),
                Ok(mut archive) => {
                    for i in 0..archive.len() {
                        assert_eq!(archive.get(i).unwrap(), game(i as u32), "byte {at}");
                    }
                }
            }
        }
        fs::write(&path, b"[Event \"my games\"] and more than a beginning of such a file would have")
            .unwrap();
        assert!(Archive::open(&path, &work).unwrap_err().ends_with("it is no file of games"));
        fs::remove_file(path).unwrap();
    }
}
