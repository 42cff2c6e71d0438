//! Rules of chess variants, compiled from text.
//!
//! A game is a TOML file that names its board, its pieces with their moves in Betza notation, and its rules. The
//! crate ships some thirty of them and reads others at run time. Every game is played by the same code:
//!
//! ```
//! use berolina_rules::{Game, Library, Variant};
//!
//! let library = Library::shipped();
//! let near = Variant::load(&library, "near:win=checkmate")?;
//! let mut game = Game::new(near.start());
//! for text in ["e4", "d5", "exd5"] {
//!     let mv = game.position().parse_san(text)?;
//!     game.push(mv);
//! }
//! let position = game.position();
//! assert_eq!(position.fen(), "8/rnbqkbnr/ppp1pppp/3P4/8/PPPP1PPP/RNBQKBNR/8 b - - 0 2");
//! assert_eq!(position.legal_moves().len(), 35);
//! assert_eq!(game.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to begin
//!
//! - [`Library`] finds games by name and reads variant files; [`Library::check`] reports every fault of one.
//! - [`Variant`] is a game compiled for play, shared by its positions.
//! - [`Position`] has legal moves, attack, the end of the game, FEN, SAN and move text. [`Setup`] is an arrangement
//!   that need not be a position, for board editors.
//! - [`Game`] adds what came before: repetition, and taking moves back.
//! - [`notation::pgn`] reads and writes PGN as text, also damaged files; [`Record`] gives its moves their meaning.
//! - [`mod@explain`] puts the rules of a game into words and diagrams.
//! - [`message`] has what is said to people as codes with parameters, and the languages that read them out.
//! - [`position::State`] and [`tables::Tables`] are the parts that a search works on.
//!
//! # What comes from outside
//!
//! Text of any kind may be read: nothing panics, and nothing takes unbounded time or memory. Limits are constants,
//! such as [`notation::MAX_FEN`] and [`definition::MAX_FILE`]. Errors say in one line what is wrong and what would be right.
//!
//! # Processors
//!
//! Built for a processor with BMI2 (`-Ctarget-cpu=native` on most of today's), sliders are looked up by the PEXT instruction;
//! elsewhere by arithmetic that is a fifth slower.

#![deny(missing_docs, unsafe_code)]

pub mod definition;
pub mod explain;
pub mod files;
pub mod geometry;
pub mod message;
pub mod notation;
pub mod order;
mod packed;
pub mod position;
pub mod tables;
pub mod variant;

pub use definition::{Definition, Diagnostic, Library, LoadError};
pub use notation::record::{Catalog, Record};
pub use notation::{FenError, MoveError};
pub use position::{Game, Move, Outcome, Position, Reason, Setup};
pub use variant::Variant;
