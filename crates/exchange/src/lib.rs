//! Games that other programs know, as variant files.
//!
//! What is read becomes a [`Draft`]: keys of the language of variant files, remarks beside them, and what could not be said. A draft is
//! written as text that a person can read and change. Nothing is left out in silence: what is not understood stops the import
//! ([`ImportError`]), or stands in the text as a fault (the key `unfinished`), so that nobody plays another game than was meant.
//!
//! ```
//! let diagram = "files=6 ranks=6\nPawn::::a2-f2\nRook::::a1,f1\nKing:K::d1\n".replace(' ', "\n");
//! let game = berolina_exchange::import(&diagram, "small").unwrap().remove(0);
//! assert!(game.text.contains("[pieces.rook]"));
//! ```

mod diagram;
mod draft;
mod export;
mod ini;
mod letters;
mod region;
mod zrf;

use std::collections::BTreeSet;
use std::fmt;

use berolina_rules::definition::{Code, Library, Severity};

pub use draft::{Draft, Value};
pub use export::{ExportError, Exported, Feature, Target, export, xboard};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// The programs whose files are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// The block of an Interactive Diagram of chessvariants.com.
    Diagram,
    /// A `variants.ini` of Fairy-Stockfish.
    FairyIni,
    /// A rule file of Zillions of Games.
    Zrf,
}

impl Format {
    /// What a text seems to be.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        if zrf::looks_like_one(text) {
            return Some(Self::Zrf);
        }
        if ini::looks_like_one(text) {
            return Some(Self::FairyIni);
        }
        diagram::looks_like_one(text).then_some(Self::Diagram)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Diagram => "Interactive Diagram",
            Self::FairyIni => "variants.ini of Fairy-Stockfish",
            Self::Zrf => "rule file of Zillions of Games",
        })
    }
}

/// A game that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// A name for its file, of small letters, digits and hyphens.
    pub name: String,
    /// The variant file.
    pub text: String,
    /// What has to be written by hand before it is the game that was meant.
    pub unfinished: Vec<String>,
    /// Faults of the file besides, each in one line.
    pub faults: Vec<String>,
}

impl Imported {
    /// Whether it can be played as it is.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.unfinished.is_empty() && self.faults.is_empty()
    }
}

/// Why nothing could be made of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportError {
    /// The line that it is about, from 1.
    pub line: Option<usize>,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl ImportError {
    pub(crate) fn new(line: Option<usize>, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ImportError {}

/// Reads the games of a text. `name` is what the game is called where the text does not say, such as the name of its file.
///
/// # Errors
/// The text is too long, of no known program, or of a game that no variant file can be.
pub fn import(text: &str, name: &str) -> Result<Vec<Imported>, ImportError> {
    import_with(text, name, &mut |_| None)
}

/// Reads the games of a text that may name files beside it: `include` gives the text of one by its name, which never has a folder.
///
/// # Errors
/// As [`import`].
pub fn import_with(
    text: &str,
    name: &str,
    include: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<Vec<Imported>, ImportError> {
    if text.len() > MAX_TEXT {
        return Err(ImportError::new(None, format!("the text is longer than {MAX_TEXT} bytes")));
    }
    match Format::of(text) {
        Some(Format::Diagram) => diagram::read_all(text, name).map(finished),
        Some(Format::FairyIni) => ini::read(text).map(finished),
        Some(Format::Zrf) => zrf::read(text, name, include).map(finished),
        None => Err(ImportError::new(
            None,
            "this is no Interactive Diagram, which has lines as `files=8` and `Knight:N::knight:b1,g1`, no variants.ini, which begins with a section as `[name:chess]`, and no rule file of Zillions of Games, which has lists as `(game ...)`",
        )),
    }
}

/// Drafts written and looked at as variant files. What they extend is one of the games that are known to all: each is looked at among
/// those alone, as `berolina check` does, so that none stands in the way of another. No two have one name.
fn finished(mut drafts: Vec<Draft>) -> Vec<Imported> {
    let shipped = Library::shipped();
    let mut taken = BTreeSet::new();
    for draft in &mut drafts {
        draft.rename(|name| taken.contains(name));
        taken.insert(draft.name().to_owned());
    }
    drafts.iter().map(|draft| judged(&mut shipped.clone(), draft)).collect()
}

fn judged(library: &mut Library, draft: &Draft) -> Imported {
    let text = draft.to_string();
    let grave = |code: Code| code.severity() == Severity::Error && code != Code::E120;
    let faults = match library.add_text(draft.name(), &text) {
        Ok(()) => library
            .check(draft.name())
            .into_iter()
            .filter(|fault| grave(fault.code))
            .map(|fault| format!("line {}: {}", fault.line, fault.message))
            .collect(),
        Err(error) => vec![error.to_string()],
    };
    Imported { name: draft.name().to_owned(), text, unfinished: draft.unfinished().to_vec(), faults }
}
