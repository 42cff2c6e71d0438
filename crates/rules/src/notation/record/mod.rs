//! Records: games with variations and comments, whose moves are legal.
//!
//! [`super::pgn`] reads and writes text and knows no rules. A [`Record`] gives it meaning: the game that
//! is played, the start position, and a tree of legal moves.
//!
//! # Reading
//!
//! [`Record::from_pgn`] takes the tag `Variant` for the game's name ([`Catalog`] says which spellings it
//! knows) and chess where there is none; `FEN` for the start position, unless `SetUp` is `0`; and each
//! move as [`Position::parse_written`] reads it. A move of the main line that is not legal is an error with its place,
//! and what was read before it is kept. A move of a variation that is not legal ends the variation; a null move where nobody may
//! pass ends its line, the main line too. What follows is kept as a comment, and told ([`Record::notices`]).
//!
//! # Writing
//!
//! [`Record::to_pgn`] writes the seven tags of the roster and then the others in the order of ASCII, as
//! the standard wants it. Four tags follow from the record and are never kept apart from it:
//! - `Variant` is the full name of the game, such as `near-vs-normal:near=black`, or what other programs write for it, such as
//!   `Racing Kings`; chess has none.
//! - `SetUp` and `FEN` are written where the start is not that of the game, or was shuffled.
//! - `Result` is what the moves have decided, where they have, and otherwise what was told.
//!
//! ```
//! use berolina_rules::Library;
//! use berolina_rules::notation::record::{self, Catalog, MoveStyle};
//!
//! let file = b"[Variant \"Near Chess\"]\n\n1. c3c4 {slow} (1. Nc4 e6e5) d5 *";
//! let mut catalog = Catalog::new(Library::shipped());
//! let record = record::read(file, &mut catalog).next().unwrap().unwrap();
//! assert_eq!(record.variant().definition().name, "near");
//! assert_eq!(record.main_line().count(), 2);
//! let text = record.to_text(MoveStyle::San);
//! assert!(text.ends_with("[Variant \"near\"]\n\n1. c4 {slow} (1. Nc4 e5) 1... d5 *\n\n"));
//! # Ok::<(), berolina_rules::LoadError>(())
//! ```

mod catalog;
mod leftover;
mod read;
mod remarks;
mod spellings;
mod tree;
mod write;

use std::collections::HashMap;
use std::sync::Arc;

use super::fen::shown;
use super::pgn::{GameResult, Place};
use crate::position::{Game, Outcome, Position};
use crate::variant::Variant;

pub use catalog::Catalog;
pub use read::{RecordError, Records, read};
pub use remarks::{JUDGING, REMARK_HEADS};
pub use spellings::{Spelling, spellings};
pub use tree::{AddError, NodeId, Notes};
pub use write::MoveStyle;

use tree::Tree;

/// The tags that follow from the rest of a record.
const DERIVED: [&str; 4] = ["Variant", "SetUp", "FEN", "Result"];

/// A game as it was played and thought about: a start position, a tree of legal moves with comments,
/// glyphs and variations, tags and a result.
///
/// The moves after a position stand in order: the first goes on with its line, the others are
/// variations. `None` in place of a node stands for the start, before any move.
///
/// ```
/// use berolina_rules::{Library, Variant};
/// use berolina_rules::notation::record::{MoveStyle, Record};
///
/// let chess = Variant::load(&Library::shipped(), "chess")?;
/// let mut record = Record::new(chess.start());
/// record.set_tag("White", "Nelson");
/// let e4 = record.add(None, record.start().parse_any("e4")?)?;
/// let d4 = record.add(None, record.start().parse_any("d2d4")?)?;
/// record.notes_mut(d4).after.push("the other one".to_owned());
/// record.add(Some(e4), record.position(Some(e4)).parse_any("e5")?)?;
/// let text = record.to_text(MoveStyle::San);
/// assert!(text.ends_with("\n\n1. e4 (1. d4 {the other one}) 1... e5 *\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    start: Position,
    tree: Tree,
    /// Positions after some moves, so that no other is far from one of them.
    kept: HashMap<NodeId, Position>,
    tags: Vec<(String, String)>,
    /// The comments before the first move.
    pub comments: Vec<String>,
    told: GameResult,
    notices: Vec<Notice>,
}

/// What was not read of a file as it stands there, though the rest was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Where it is, if the game was read from a file.
    pub place: Option<Place>,
    /// What it is and what became of it, on one line.
    pub message: String,
}

impl std::fmt::Display for Notice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl Record {
    /// A record without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let told = GameResult::Unknown;
        let (tree, kept) = (Tree::default(), HashMap::new());
        Self { start, tree, kept, tags: Vec::new(), comments: Vec::new(), told, notices: Vec::new() }
    }

    /// The record of a game that has been played. The tag `Termination` is `normal` if the rules have
    /// ended it; of other ends, such as resignation, the game knows nothing.
    ///
    /// ```
    /// use berolina_rules::{Game, Library, Variant};
    /// use berolina_rules::notation::record::{MoveStyle, Record};
    ///
    /// let mut game = Game::new(Variant::load(&Library::shipped(), "chess")?.start());
    /// for text in ["f3", "e5", "g4", "Qh4"] {
    ///     game.push(game.position().parse_san(text)?);
    /// }
    /// let record = Record::from_game(&game);
    /// assert_eq!(record.tag("Termination"), Some("normal"));
    /// assert!(record.to_text(MoveStyle::San).ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"));
    /// assert_eq!(record.game().moves(), game.moves());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let mut record = Self::new(game.start().clone());
        let mut last = None;
        for &mv in game.moves() {
            last = Some(record.tree.push(last, mv));
        }
        if game.outcome().is_some() {
            record.set_tag("Termination", "normal");
        }
        record
    }

    /// What was not read of a file as it stands there, in its order.
    ///
    /// ```
    /// use berolina_rules::Library;
    /// use berolina_rules::notation::record::{self, Catalog, MoveStyle};
    ///
    /// let mut catalog = Catalog::new(Library::shipped());
    /// let record = record::read(b"1. e4 e5 (1... -- 2. d4) 2. Nf3 *", &mut catalog).next().unwrap()?;
    /// assert!(record.to_text(MoveStyle::San).ends_with("\n\n1. e4 e5 {1... -- 2. d4} 2. Nf3 *\n\n"));
    /// assert_eq!(record.notices()[0].place.unwrap().column, 16);
    /// # Ok::<(), record::RecordError>(())
    /// ```
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// The main line as a game.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        for node in self.main_line() {
            game.push(self.tree.mv(node));
        }
        game
    }

    /// The game that is played.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        self.start.variant()
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The tags but for those that follow from the record: `Variant`, `SetUp`, `FEN`, `Result`.
    #[must_use]
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag among [`Record::tags`].
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value. The tags that follow from the record do not change by this.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        if DERIVED.contains(&name) {
            return;
        }
        match self.tags.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// How the moves of the main line have ended the game, repetition included.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    /// The position at the end of the main line.
    #[must_use]
    pub fn end(&self) -> Position {
        self.main_line()
            .fold(self.start.clone(), |position, node| position.play_unchecked(self.tree.mv(node)))
    }

    /// The result: what the moves have decided if no move may follow them, else what was told, else what
    /// the outcome is.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self.outcome() {
            Some(outcome) if outcome.reason.is_final() || self.told == GameResult::Unknown => outcome.into(),
            _ => self.told,
        }
    }

    /// Tells the result, as of a game that was resigned.
    pub fn set_result(&mut self, result: GameResult) {
        self.told = result;
    }

    /// The result that was told, whatever the moves have decided.
    #[must_use]
    pub fn told_result(&self) -> GameResult {
        self.told
    }
}
