//! How puzzles are shipped: in parts that a page loads when it wants one of them, with an index of all.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Puzzle;
use super::grade::{self, FAMILIES, family};

/// No part is larger, in bytes, nor is the index.
pub const LARGEST: usize = 60_000;
/// A part is full at so many: the page's copy of it is a little larger.
const FULL: usize = 55_000;
const INDEX: &str = "index";
/// The games of each family that have puzzles: small, for pages that only lead there.
const GAMES: &str = "games";

/// Puzzles of a family, from easy to hard: `courses/puzzles/NAME.json`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The family's name and the part's number.
    pub name: String,
    /// In the order of ratings.
    pub puzzles: Vec<Puzzle>,
}

/// All puzzles as lists show them: `courses/puzzles/index.json`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Index {
    /// The names of themes, each with a letter: `a` to `z`, then `A` to `Z`.
    pub themes: Vec<String>,
    /// In the order of the page.
    pub families: Vec<Family>,
}

/// A family of puzzles in the index.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// In addresses, and before the number in the names of its parts.
    pub name: String,
    /// For people.
    pub title: String,
    /// For each part its puzzles, divided by commas: name, rating, the game's letter in its family with the number of moves and the
    /// themes' letters.
    pub parts: Vec<String>,
}

/// Reads all puzzles of a folder.
///
/// # Errors
/// One line that says which file cannot be read, and why.
pub fn read(folder: &Path) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    for path in files(folder)? {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| told(&error))?;
        if path.file_stem().is_some_and(|name| name != INDEX && name != GAMES) {
            parts.push(serde_json::from_str(&text).map_err(|error| told(&error))?);
        }
    }
    Ok(parts)
}

fn files(folder: &Path) -> Result<Vec<std::path::PathBuf>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(told)?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(told)?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    Ok(files)
}

/// Writes puzzles in parts, the index, and the games of each family. What else was there goes.
///
/// # Errors
/// One line that says which file cannot be written, or which puzzle has no family.
pub fn write(folder: &Path, puzzles: Vec<Puzzle>) -> Result<(), String> {
    let parts = divide(puzzles)?;
    let mut texts: Vec<(String, String)> =
        parts.iter().flatten().map(|part| (part.name.clone(), part_text(part))).collect();
    texts.push((INDEX.to_owned(), index_text(&index(&parts))));
    texts.push((GAMES.to_owned(), games_text(&parts)));
    for (name, text) in &texts {
        let path = folder.join(format!("{name}.json"));
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    for path in files(folder)? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !texts.iter().any(|(other, _)| *other == name) {
            fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

/// The parts of each family.
fn divide(puzzles: Vec<Puzzle>) -> Result<Vec<Vec<Part>>, String> {
    let mut families: Vec<Vec<Puzzle>> = vec![Vec::new(); FAMILIES.len()];
    for puzzle in puzzles {
        let at = family(&puzzle.game).ok_or_else(|| format!("{} has no family", puzzle.game))?;
        families[at].push(puzzle);
    }
    let parts = families.into_iter().zip(FAMILIES).map(|(mut puzzles, (name, ..))| {
        puzzles.sort_by(|a, b| (a.rating, &a.id).cmp(&(b.rating, &b.id)));
        let mut parts: Vec<Part> = Vec::new();
        let mut length = FULL;
        for puzzle in puzzles {
            let more = line(&puzzle).len() + 8;
            if length + more > FULL {
                parts.push(Part { name: format!("{name}-{}", parts.len() + 1), puzzles: Vec::new() });
                length = 0;
            }
            length += more;
            parts.last_mut().expect("a part").puzzles.push(puzzle);
        }
        parts
    });
    Ok(parts.collect())
}

fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn part_text(part: &Part) -> String {
    let lines: Vec<String> = part.puzzles.iter().map(line).collect();
    format!("{{\n  \"name\": \"{}\",\n  \"puzzles\": [\n    {}\n  ]\n}}\n", part.name, lines.join(",\n    "))
}

/// Those of a family's games that have puzzles.
fn games(parts: &[Part], of: &[&'static str]) -> Vec<&'static str> {
    let has = |game: &&str| {
        parts.iter().flat_map(|part| &part.puzzles).any(|puzzle| grade::name(&puzzle.game) == *game)
    };
    of.iter().copied().filter(has).collect()
}

/// `a` for the first of a list, then `b` to `z`, then `A` to `Z`.
fn letter(at: Option<usize>) -> char {
    let at = at.unwrap_or_default();
    char::from(if at < 26 { b'a' + at as u8 } else { b'A' + (at - 26) as u8 })
}

/// The index of parts, family by family.
fn index(families: &[Vec<Part>]) -> Index {
    let all = families.iter().flatten().flat_map(|part| &part.puzzles);
    let themes: BTreeSet<&String> = all.flat_map(|puzzle| &puzzle.themes).collect();
    let themes: Vec<String> = themes.into_iter().cloned().collect();
    let theme = |theme: &String| letter(themes.iter().position(|other| other == theme));
    let short = |puzzle: &Puzzle, games: &[&str]| {
        let letters: String = puzzle.themes.iter().map(theme).collect();
        let game = letter(games.iter().position(|game| *game == grade::name(&puzzle.game)));
        format!("{} {} {game}{}{letters}", puzzle.id, puzzle.rating, puzzle.moves)
    };
    let families = families.iter().zip(FAMILIES).map(|(parts, (name, title, of))| {
        let games = games(parts, of);
        let joined =
            |part: &Part| part.puzzles.iter().map(|one| short(one, &games)).collect::<Vec<_>>().join(",");
        let parts = parts.iter().map(joined).collect();
        Family { name: name.to_owned(), title: title.to_owned(), parts }
    });
    let families = families.collect();
    Index { themes, families }
}

fn index_text(index: &Index) -> String {
    let families: Vec<String> = index.families.iter().map(line).collect();
    let themes = line(&index.themes);
    format!("{{\n  \"themes\": {themes},\n  \"families\": [\n    {}\n  ]\n}}\n", families.join(",\n    "))
}

fn games_text(families: &[Vec<Part>]) -> String {
    let families = families.iter().zip(FAMILIES);
    let lines: Vec<String> =
        families.map(|(parts, (name, _, of))| format!("\"{name}\": {}", line(&games(parts, of)))).collect();
    format!("{{\n  {}\n}}\n", lines.join(",\n  "))
}
