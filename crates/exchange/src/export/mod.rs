//! Games for other programs: what they read, and what they cannot say.
//!
//! A game has [features](Feature). Whoever writes it for another program strikes off those that it has said exactly; what is left is told,
//! so that nothing is lost in silence.

mod diagram;
mod features;
mod ini;
pub mod xboard;

use std::fmt;

use berolina_rules::Variant;
use berolina_rules::definition::Definition;

pub use features::Feature;

/// What a game can be written for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A section of a `variants.ini` of Fairy-Stockfish.
    FairyIni,
    /// The block of an Interactive Diagram of chessvariants.com.
    Diagram,
    /// The lines by which an engine tells XBoard of a game.
    XBoard,
}

/// A game written for another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The text, in which remarks say again what it lacks.
    pub text: String,
    /// What the other program cannot say, each in one line.
    pub unsaid: Vec<String>,
}

/// Why a game cannot be written at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportError(String);

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ExportError {}

/// Writes a game for another program.
///
/// ```
/// use berolina_exchange::{Target, export};
/// use berolina_rules::{Library, Variant};
///
/// let chess = Variant::load(&Library::shipped(), "capablanca").unwrap();
/// let section = export(&chess, Target::FairyIni).unwrap();
/// assert!(section.text.contains("castlingKingFile = f"));
/// ```
///
/// # Errors
/// The other program has no such board or no such pieces at all.
pub fn export(variant: &Variant, target: Target) -> Result<Exported, ExportError> {
    match target {
        Target::FairyIni => ini::write(variant),
        Target::Diagram => diagram::write(variant),
        Target::XBoard => xboard::write(variant),
    }
}

/// The lines of a remark above a text: what the game is, and what the text lacks.
fn head(definition: &Definition, sign: &str, what: &str, unsaid: &[String]) -> String {
    let title = one_line(&definition.text.title);
    let mut head = format!("{sign} {title} ({}), written by Berolina as {what}.\n", definition.full_name());
    if !unsaid.is_empty() {
        head += &format!("{sign} It is another game without what this cannot say:\n");
    }
    for what in unsaid {
        head += &format!("{sign} - {}\n", one_line(what));
    }
    head
}

/// A text without line breaks.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
