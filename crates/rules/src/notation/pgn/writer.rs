//! Games as text in the standard's export format.

use std::fmt;

use super::{Game, GameResult, Line, MAX_DEPTH, Node};
use crate::geometry::Color;

/// The greatest width of a line of moves: the standard asks for less than 80 characters.
const WIDTH: usize = 79;

/// How the numbers of the moves start.
///
/// ```
/// use berolina_rules::geometry::Color;
/// use berolina_rules::notation::pgn::Start;
///
/// assert_eq!(Start::default(), Start { number: 1, side: Color::White });
/// assert_eq!(Start::from_fen("8/8/8/8 b - - 12 30"), Start { number: 30, side: Color::Black });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The number of the first move.
    pub number: u32,
    /// Who makes it.
    pub side: Color,
}

impl Start {
    /// What the second and the sixth field of a FEN say; where they say nothing, move 1 of White.
    pub fn from_fen(fen: &str) -> Self {
        let mut fields = fen.split_ascii_whitespace();
        let side = if fields.nth(1) == Some("b") { Color::Black } else { Color::White };
        let number = fields.nth(3).and_then(|field| field.parse().ok()).unwrap_or(1);
        Self { number, side }
    }

    /// What the game's tag `FEN` says.
    pub fn of(game: &Game) -> Self {
        game.tag("FEN").map_or_else(Self::default, Self::from_fen)
    }
}

impl Default for Start {
    fn default() -> Self {
        Self { number: 1, side: Color::White }
    }
}

/// The game in export format, numbered as its tag `FEN` says. It ends with an empty line, so that games
/// may be written one after another.
///
/// Lines of moves have less than 80 characters, but for two cases. A word of a comment is not divided. A
/// comment with a `}` is written from `;` to the end of its line, however long. Reading the text gives the game in its [normal form](Game::normalized).
///
/// ```
/// use berolina_rules::notation::pgn;
///
/// let game = pgn::read(b"[FEN \"k/8/K w - - 0 9\"]\n\n1. Ka2!? Ka8").next().unwrap().unwrap();
/// let text = pgn::write(&game);
/// assert!(text.ends_with("[Result \"*\"]\n[FEN \"k/8/K w - - 0 9\"]\n\n9. Ka2 $5 Ka8 *\n\n"));
/// ```
pub fn write(game: &Game) -> String {
    // The tag as it will be read again: writing cleans what no tag can hold.
    let game = game.normalized();
    written(&game, Start::of(&game))
}

/// The game in export format, as [`write()`] gives it, with move numbers from `start` on.
///
/// ```
/// use berolina_rules::geometry::Color;
/// use berolina_rules::notation::pgn;
///
/// let game = pgn::read(b"1. e4 e5").next().unwrap().unwrap();
/// let text = pgn::write_from(&game, pgn::Start { number: 7, side: Color::Black });
/// assert!(text.contains("\n7... e4 8. e5 *\n"));
/// ```
pub fn write_from(game: &Game, start: Start) -> String {
    written(&game.normalized(), start)
}

fn written(game: &Game, start: Start) -> String {
    let mut text = String::new();
    for (name, value) in &game.tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{name} \"{value}\"]\n");
    }
    text.push('\n');
    let mut movetext = Movetext { text, ..Movetext::default() };
    movetext.comments(&game.comments);
    movetext.line(&game.line, u64::from(start.number) * 2 + start.side.index() as u64, 0);
    movetext.word(game.result.unwrap_or(GameResult::Unknown).as_str());
    movetext.text + "\n\n"
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

/// Moves being written, in lines.
#[derive(Default)]
struct Movetext {
    text: String,
    /// The width of the last line.
    column: usize,
    /// Parentheses that the next word must follow at once.
    opened: String,
}

impl Movetext {
    /// Adds a word, on a new line if this one has no room. A word with spaces is not divided.
    fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.opened) + word;
        let width = word.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > WIDTH {
                self.end_line();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text += &word;
        self.column += width;
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Recursion is bounded by [`MAX_DEPTH`], which the normal form keeps.
    fn line(&mut self, line: &Line, first_ply: u64, depth: usize) {
        debug_assert!(depth <= MAX_DEPTH);
        let mut interrupted = true;
        for (node, ply) in line.iter().zip(first_ply..) {
            self.node(node, ply, interrupted, depth > 0 && ply == first_ply);
            interrupted = !node.after.is_empty() || !node.variations.is_empty();
            self.comments(&node.after);
            for variation in &node.variations {
                self.opened.push('(');
                self.line(variation, ply, depth + 1);
                self.close();
            }
        }
    }

    /// A move and its marks. Comments before it follow the number, which keeps them apart from those after
    /// the move before; at the start of a variation they may come first.
    fn node(&mut self, node: &Node, ply: u64, interrupted: bool, starts_variation: bool) {
        if starts_variation {
            self.comments(&node.before);
        }
        if ply.is_multiple_of(2) {
            self.word(&format!("{}.", ply / 2));
        } else if interrupted || !node.before.is_empty() {
            self.word(&format!("{}...", ply / 2));
        }
        if !starts_variation {
            self.comments(&node.before);
        }
        self.word(&node.text);
        for nag in &node.nags {
            self.word(&format!("${nag}"));
        }
    }

    fn close(&mut self) {
        if self.column >= WIDTH {
            self.end_line();
        }
        self.text.push(')');
        self.column += 1;
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            if comment.contains('}') {
                self.word(&format!(";{comment}"));
                self.end_line();
            } else {
                self.braced(comment);
            }
        }
    }

    fn braced(&mut self, comment: &str) {
        let comment = format!("{{{comment}}}");
        let mut word = String::new();
        for part in comment.split(' ') {
            // These must not start a line: they would make it a tag or an escape.
            let bound = part.starts_with(['[', '%']);
            if !word.is_empty() {
                if bound {
                    word.push(' ');
                } else {
                    self.word(&word);
                    word.clear();
                }
            }
            word += part;
        }
        self.word(&word);
    }
}
