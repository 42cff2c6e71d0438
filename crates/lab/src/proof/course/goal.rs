//! What a lesson asks for, and when it is done.
//!
//! The page has the same in `web/src/lib/learn/goal.ts`, made of what the rules tell of a move; its tests play every
//! lesson's solution, so that both agree.

use berolina_rules::geometry::{Color, Square};
use berolina_rules::position::{Manner, Origin};
use berolina_rules::{Move, Position};
use serde::Deserialize;

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Pieces have come to all these squares; `Nb4` is a square that a piece of this letter is to come to.
    Reach(Vec<String>),
    /// What stands on all these squares has been captured there.
    Take(Vec<String>),
    /// A piece of this letter has been captured.
    Capture(String),
    /// The game has been won; how is said for the test.
    Win(String),
    /// After one move the piece that began on this square cannot be captured.
    Escape(String),
    /// A piece has been promoted to this letter.
    Promote(String),
    /// A capture has left a piece of this letter behind.
    Create(String),
    /// A piece has entered in exchange for another.
    Enter,
    /// The king has castled.
    Castle,
    /// Something was captured elsewhere than where the piece came to stand.
    Beside,
    /// The player may claim the win.
    Claim,
    /// The enemy king stands attacked.
    Check,
    /// The player has tried a move that is not legal.
    Try(Try),
    /// A game has been played to its end.
    Play(Game),
}

/// A move that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    /// The two squares.
    #[serde(rename = "move")]
    pub mv: String,
    /// A position in which a move between the same squares is legal: what is missing in the lesson's, if any could
    /// make it so.
    #[serde(default)]
    pub unless: Option<String>,
}

/// A game against the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// From 1 to 10.
    pub level: u8,
    /// Before a move is final the player is warned of what it loses.
    pub warnings: bool,
}

/// A goal as seen from a position.
#[derive(Debug)]
pub struct Aim<'a> {
    goal: &'a Goal,
    safe: bool,
    player: Color,
    /// Squares, some with the letter of the piece that is meant.
    squares: Vec<(Option<char>, Square)>,
}

impl<'a> Aim<'a> {
    /// The goal of the player to move.
    ///
    /// # Errors
    /// One line if a square is not on the board.
    pub fn new(goal: &'a Goal, safe: bool, start: &Position) -> Result<Self, String> {
        let names: &[String] = match goal {
            Goal::Reach(squares) | Goal::Take(squares) => squares,
            Goal::Escape(square) => std::slice::from_ref(square),
            _ => &[],
        };
        let shape = start.variant().shape();
        let square = |name: &String| {
            let letter = name.chars().next().filter(char::is_ascii_uppercase);
            let square = shape.parse(name.trim_start_matches(|c: char| c.is_ascii_uppercase()));
            square.map(|square| (letter, square)).ok_or_else(|| format!("`{name}` is no square"))
        };
        let squares = names.iter().map(square).collect::<Result<_, _>>()?;
        Ok(Self { goal, safe, player: start.turn(), squares })
    }

    /// Which parts are open at the start, one bit each.
    #[must_use]
    pub fn open(&self) -> u32 {
        match self.goal {
            Goal::Reach(_) | Goal::Take(_) => (1 << self.squares.len()) - 1,
            _ => 1,
        }
    }

    /// Whether the goal is that the game is won.
    #[must_use]
    pub fn is_win(&self) -> bool {
        matches!(self.goal, Goal::Win(_))
    }

    /// Which parts of those that were `open` are so after a move of the player; none if the goal is reached, or the
    /// game is won, which is as good.
    #[must_use]
    pub fn after(&self, open: u32, before: &Position, mv: Move, after: &Position) -> u32 {
        let won = after.outcome().is_some_and(|outcome| outcome.winner == Some(self.player));
        if won {
            return 0;
        }
        let letter = |square| letter_at(after, square);
        let is =
            |wanted: &String, found: Option<char>| found.is_some_and(|letter| wanted.starts_with(letter));
        let effect = before.effect(mv);
        let taken = || effect.taken.iter().map(|taken| taken.piece.square);
        let without = |square: Square, found: Option<char>| {
            let meant = |wanted: Option<char>| wanted.is_none() || wanted == found;
            let bits = self.squares.iter().enumerate();
            let bits = bits.filter(|&(_, &(wanted, other))| other == square && meant(wanted));
            bits.fold(open, |open, (at, _)| open & !(1 << at))
        };
        let done = match self.goal {
            Goal::Reach(_) => {
                return self.unless_taken(without(mv.to(), letter(mv.to())), open, mv, after);
            }
            Goal::Take(_) => {
                let open_now = taken().fold(open, |open, square| open & without(square, None));
                return self.unless_taken(open_now, open, mv, after);
            }
            Goal::Capture(wanted) => taken().any(|square| is(wanted, letter_at(before, square))),
            Goal::Escape(_) => {
                let (_, stands) = self.squares[0];
                let now = if mv.from() == stands { mv.to() } else { stands };
                !can_be_taken(after, now)
            }
            Goal::Promote(wanted) => mv.promotion().is_some() && is(wanted, letter(mv.to())),
            Goal::Create(wanted) => effect
                .filled
                .iter()
                .any(|arrival| arrival.from == Origin::Created && is(wanted, letter(arrival.piece.square))),
            Goal::Enter => matches!(effect.manner, Manner::Entry(_)),
            Goal::Castle => matches!(effect.manner, Manner::Castling(_)),
            Goal::Beside => taken().any(|square| square != mv.to()),
            Goal::Claim => after.claim() == Some(self.player),
            Goal::Check => after.king_attacked(self.player.other()),
            Goal::Win(_) | Goal::Try(_) | Goal::Play(_) => false,
        };
        self.unless_taken(u32::from(!done), open, mv, after)
    }

    fn unless_taken(&self, open: u32, before: u32, mv: Move, after: &Position) -> u32 {
        if open == 0 && self.safe && can_be_taken(after, mv.to()) { before } else { open }
    }
}

/// Whether the player to move can capture what stands on a square.
fn can_be_taken(position: &Position, square: Square) -> bool {
    position.legal_moves().iter().any(|&mv| position.taken(mv).contains(square))
}

fn letter_at(position: &Position, square: Square) -> Option<char> {
    let (kind, _) = position.piece_at(square)?;
    Some(position.variant().kinds()[usize::from(kind)].letter.upper())
}

/// The position with the other player to move: how the other side waits. It is made by the rules from a FEN with
/// the other letter and without an en-passant square, so they say whether it can be.
///
/// # Errors
/// One line if the rules do not allow it, as where a king stands attacked that is lost by checkmate.
pub fn passed(position: &Position) -> Result<Position, String> {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields[1] = if fields[1] == "w" { "b" } else { "w" };
    fields[3] = "-";
    Position::from_fen(position.variant(), &fields.join(" ")).map_err(|error| error.to_string())
}
