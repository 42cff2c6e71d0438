//! A game explained to people, made from its definition: what each piece does, with diagrams of its
//! moves; what is special; how the game ends.
//!
//! Nothing here knows a game by name, and nothing is said that the definition does not hold.
//!
//! ```
//! # use berolina_rules::{Library, Variant, explain};
//! let near = Variant::load(&Library::shipped(), "near")?;
//! let rules = explain::explain(&near);
//! assert!(rules.special.contains(&"Nobody castles.".to_owned()));
//! let king = &rules.pieces[0].diagrams[0];
//! assert_eq!((king.files, king.ranks), (3, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod diagram;
mod ending;
mod pieces;
mod special;
mod words;

pub use diagram::{Cell, Diagram, Mark};
pub use words::{list, plural, zone};

use crate::definition::PieceId;
use crate::geometry::Color;
use crate::variant::Variant;

/// A game explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// What each piece does, in the order of the game's pieces; a piece that differs by player has
    /// two entries.
    pub pieces: Vec<PieceNote>,
    /// What is special: sentences about armies, castling, promotion, hands, creation.
    pub special: Vec<String>,
    /// How the game ends: sentences.
    pub ending: Vec<String>,
}

/// What a piece does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceNote {
    /// The piece.
    pub piece: PieceId,
    /// Whose, if the players' differ.
    pub side: Option<Color>,
    /// Its moves, seen by White; two diagrams if the first move differs from later ones.
    pub diagrams: Vec<Diagram>,
    /// Sentences: what the file says about the piece, and what a diagram cannot show.
    pub notes: Vec<String>,
}

/// Explains a game with its options as they are.
#[must_use]
pub fn explain(variant: &Variant) -> Explanation {
    let definition = variant.definition();
    Explanation {
        pieces: pieces::notes(definition),
        special: special::sentences(definition),
        ending: ending::sentences(variant),
    }
}
