//! PGN: games as text, read and written without knowing any rules.
//!
//! A move is a piece of text here ([`MoveText`]); what it means is for a layer that knows the position.
//! That keeps one reader for every variant, and lets a file be shown, mended and sorted even where its
//! moves are wrong.
//!
//! # Reading
//!
//! [`read`] takes bytes, [`read_from`] anything buffered; both are iterators that give a [`Game`], or
//! the [`Damage`] that kept a game from being read, and then go on with the next tag section.
//!
//! ```
//! use berolina_rules::notation::pgn;
//!
//! let file = b"[Event \"A\"]\n\n1. e4 e5! {good} (1... c5) *\n\n[Event \"B\"]\n\n1. e4 ) *\n";
//! let mut games = pgn::read(file);
//! let first = games.next().unwrap().unwrap();
//! assert_eq!(first.tag("Event"), Some("A"));
//! assert_eq!(first.line[1].text.as_str(), "e5");
//! assert_eq!(first.line[1].nags, [1]);
//! let damage = games.next().unwrap().unwrap_err();
//! assert_eq!((damage.place.line, damage.place.column), (7, 7));
//! ```
//!
//! What is accepted beyond the standard's export format:
//! - UTF-8 with or without byte order mark. A tag value, comment or move that is not UTF-8 is taken as Latin-1.
//! - Lines ending in `\n` or `\r\n`; a lone `\r` is a space. A line that starts with `%` is passed over,
//!   except inside a `{}` comment.
//! - Any move numbers, also without dots or glued to the move; they are not checked against the moves.
//! - `!` and `?` suffixes, which become numeric glyphs, apart from the move too; `½-½` and `1/2`; castling with zeros; dashes in
//!   place of hyphens.
//! - Signs of judgement outside comments, which become numeric glyphs: `±`, `+-`, `=`, `∞`, `N` for a novelty, `D` for a diagram, and
//!   those like them. A glyph before the first move of a line is about that move. `e.p.` says nothing more.
//! - Comments of both kinds, anywhere. White space in one, of any length, becomes a single space.
//! - A missing result, blank line or tag section. A result right after a result and a result inside a
//!   variation are passed over, and so are empty variations and comments that belong to no game.
//!
//! # Where a game starts
//!
//! The lines alone decide it, so that damage to one game cannot swallow the next. A *tag line* is a line
//! that starts with `[Name "`, or with `[Event` and anything.
//! - At a tag line for `Event` a game starts, unless tags other than `Event` stand right before it.
//! - At any other tag line a game starts if lines other than tag lines stand before it, and then an empty line.
//!
//! This holds inside comments and variations too: one that is still open there was never closed. Between
//! two such lines, a tag or a move after a result starts a game as well.
//!
//! # Bounds
//!
//! Time and memory are linear in the input, whatever it is. Variations nest at most [`MAX_DEPTH`] deep;
//! [`read_from`] holds one section at a time, of at most [`MAX_GAME_BYTES`].
//!
//! # Writing
//!
//! [`write()`] gives the standard's export format. It writes the game's [normal form](Game::normalized), and
//! reading what it wrote gives exactly that.

mod lexer;
mod model;
mod parser;
mod reader;
mod sections;
mod text;
mod writer;

pub use model::{Game, GameResult, Line, MAX_DEPTH, Node, ROSTER};
pub use reader::{Damage, Games, MAX_GAME_BYTES, Place, ReadError, Stream, read, read_from};
pub(super) use text::signed;
pub use text::{MAX_MOVE_BYTES, MoveText, MoveTextError, is_null_move};
pub use writer::{Start, write, write_from};
