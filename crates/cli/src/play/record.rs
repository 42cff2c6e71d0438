//! A game as PGN and back.

use std::path::PathBuf;
use std::time::Duration;

use berolina_engine::Level;
use berolina_rules::geometry::Color;
use berolina_rules::notation::pgn::{self, GameResult};
use berolina_rules::notation::record::MoveStyle;
use berolina_rules::{Catalog, Game, Library, Record};

use super::opponent::Strength;
use super::store;
use crate::output::Failure;

/// How the computer is called in the tags of a game.
const COMPUTER: &str = "Berolina";
const PERSON: &str = "Player";

/// How the players agreed to play: what is kept beside the moves.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Whom the computer plays.
    pub(crate) computer: [bool; 2],
    pub(crate) strength: Strength,
    /// The game as it was named: by the library or as a file's path.
    pub(crate) game: String,
    /// Added variant files and folders.
    pub(crate) variants: Vec<PathBuf>,
    pub(crate) date: String,
    /// The start was drawn by chance, and is for the next game too.
    pub(crate) shuffles: bool,
}

/// The tag of a game whose start was drawn.
const DRAWN: &str = "StartDrawn";

/// The game as PGN.
pub(crate) fn write(game: &Game, settings: &Settings, result: GameResult, comment: Option<&str>) -> String {
    let mut record = Record::from_game(game);
    let name = |color: Color| if settings.computer[color.index()] { COMPUTER } else { PERSON };
    record.set_tag("Event", "Berolina, casual game");
    record.set_tag("Date", &settings.date);
    record.set_tag("Round", "-");
    record.set_tag("White", name(Color::White));
    record.set_tag("Black", name(Color::Black));
    match settings.strength {
        Strength::Level(level) => record.set_tag("ComputerLevel", level.to_string()),
        Strength::Time(time) => record.set_tag("ComputerSeconds", time.as_secs_f64().to_string()),
    }
    if settings.game.contains(".toml") {
        record.set_tag("VariantFile", &settings.game);
    }
    if settings.shuffles {
        record.set_tag(DRAWN, "yes");
    }
    for (i, path) in settings.variants.iter().enumerate() {
        record.set_tag(&format!("VariantPath{}", i + 1), path.display().to_string());
    }
    record.set_result(result);
    let comment = comment.map(str::to_owned);
    match record.main_line().last() {
        Some(node) => record.notes_mut(node).after.extend(comment),
        None => record.comments.extend(comment),
    }
    record.to_text(MoveStyle::San)
}

/// A game read back.
pub(crate) struct Kept {
    pub(crate) game: Game,
    pub(crate) settings: Settings,
    pub(crate) result: GameResult,
}

/// The games among which that of these settings is.
pub(crate) fn library(settings: &Settings) -> Result<Library, Failure> {
    let mut library = Library::shipped();
    for path in &settings.variants {
        library.add_path(path).map_err(Failure::usage)?;
    }
    crate::args::game_name(&mut library, &settings.game)?;
    Ok(library)
}

/// Reads the first game of a PGN text. `more` are variant files and folders besides those that it names.
pub(crate) fn read(text: &str, shown: &str, more: &[PathBuf]) -> Result<Kept, Failure> {
    let wrong = |what: String| Failure::usage(format!("{shown}: {what}"));
    let told = pgn::read(text.as_bytes()).next().ok_or_else(|| wrong("there is no game in it".to_owned()))?;
    let told = told.map_err(|damage| wrong(damage.to_string()))?;
    let mut library = Library::shipped();
    let mut variants: Vec<PathBuf> = more.to_vec();
    variants.extend((1..).map_while(|i| told.tag(&format!("VariantPath{i}"))).map(PathBuf::from));
    for path in &variants {
        library.add_path(path).map_err(|error| wrong(error.to_string()))?;
    }
    let named = told.tag("VariantFile").or(told.tag("Variant")).unwrap_or("chess");
    crate::args::game_name(&mut library, named)?;
    let record =
        Record::from_pgn(&told, &mut Catalog::new(library)).map_err(|error| wrong(error.to_string()))?;
    if record.main_line().count() < told.line.len()
        && let Some(notice) = record.notices().first()
    {
        return Err(wrong(notice.to_string()));
    }
    let game = record.game();
    let tag = |name: &str| told.tag(name);
    let level = tag("ComputerLevel")
        .and_then(|text| text.parse().ok())
        .filter(|level| (Level::MIN..=Level::MAX).contains(level));
    let seconds = tag("ComputerSeconds")
        .and_then(|text| text.parse::<f64>().ok())
        .filter(|s| (0.01..=3600.0).contains(s));
    let strength = match (level, seconds) {
        (Some(level), _) => Strength::Level(level),
        (None, Some(seconds)) => Strength::Time(Duration::from_secs_f64(seconds)),
        (None, None) => Strength::default(),
    };
    let is_computer = |tag: Option<&str>| tag == Some(COMPUTER);
    let ours = [is_computer(told.tag("White")), is_computer(told.tag("Black"))];
    let known = told.tag("Event").is_some_and(|event| event.starts_with("Berolina"));
    // In a game of other people, the computer takes the side that is not to move.
    let computer = if known { ours } else { Color::ALL.map(|color| color != game.position().turn()) };
    let date = told.tag("Date").map_or_else(|| store::today().0, str::to_owned);
    let shuffles = tag(DRAWN).is_some();
    let settings = Settings { computer, strength, game: named.to_owned(), variants, date, shuffles };
    Ok(Kept { game, settings, result: record.told_result() })
}
