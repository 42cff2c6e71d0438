//! What a lesson asks for, and when it is done: for the page, and for the proofs of what lessons say.

use berolina_rules::geometry::{Color, Square, SquareSet};
use berolina_rules::position::{Effect, Manner, Origin};
use berolina_rules::{Move, Position};
use serde::Deserialize;

/// What is to be done.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
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
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
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
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// From 1 to 10, or 0 for one weaker than all levels.
    pub level: u8,
    /// Before a move is final the player is warned of what it loses.
    pub warnings: bool,
}

impl Goal {
    /// A goal by its name in files and what it is of; `None` if there is none such that a move or its refusal reaches. For
    /// the page, where reading whatever a file may hold would be two kilobytes more to fetch.
    #[must_use]
    pub fn named(name: &str, of: Vec<String>) -> Option<Self> {
        let one = || of.first().cloned();
        Some(match name {
            "reach" => Self::Reach(of),
            "take" => Self::Take(of),
            "capture" => Self::Capture(one()?),
            "win" => Self::Win(one()?),
            "escape" => Self::Escape(one()?),
            "promote" => Self::Promote(one()?),
            "create" => Self::Create(one()?),
            "enter" => Self::Enter,
            "castle" => Self::Castle,
            "beside" => Self::Beside,
            "claim" => Self::Claim,
            "check" => Self::Check,
            "try" => Self::Try(Try { mv: one()?, unless: None }),
            _ => return None,
        })
    }

    /// What is open at the start: squares as the goal names them, or `goal` for what is done at once.
    #[must_use]
    pub fn parts(&self) -> Vec<String> {
        match self {
            Self::Reach(squares) | Self::Take(squares) => squares.clone(),
            _ => vec!["goal".to_owned()],
        }
    }
}

/// The most squares of a goal.
const MOST_SQUARES: usize = 31;

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
    /// One line if a square is not on the board, or there are too many.
    pub fn new(goal: &'a Goal, safe: bool, start: &Position) -> Result<Self, String> {
        let names: &[String] = match goal {
            Goal::Reach(squares) | Goal::Take(squares) => squares,
            Goal::Escape(square) => std::slice::from_ref(square),
            _ => &[],
        };
        if names.len() > MOST_SQUARES {
            return Err(format!("a goal has at most {MOST_SQUARES} squares"));
        }
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
        let to = mv.to();
        let left = match self.goal {
            // A piece that has exploded has come nowhere.
            Goal::Reach(_) if !self.owns(after, to) => open,
            Goal::Reach(_) => self.without(open, to, letter_at(after, to)),
            Goal::Take(_) => {
                let taken = self.taken(&before.effect(mv));
                taken.iter().fold(open, |open, square| self.without(open, square, None))
            }
            _ => u32::from(!self.done(before, mv, after)),
        };
        if left == 0 && self.safe && can_be_taken(after, to) { open } else { left }
    }

    /// Whether a move does what is done at once.
    fn done(&self, before: &Position, mv: Move, after: &Position) -> bool {
        let letter = |square| letter_at(after, square);
        let is =
            |wanted: &String, found: Option<char>| found.is_some_and(|letter| wanted.starts_with(letter));
        let effect = before.effect(mv);
        match self.goal {
            Goal::Capture(wanted) => {
                self.taken(&effect).iter().any(|square| is(wanted, letter_at(before, square)))
            }
            Goal::Escape(_) => {
                let (_, stands) = self.squares[0];
                let now = if mv.from() == stands { mv.to() } else { stands };
                self.owns(after, now) && !can_be_taken(after, now)
            }
            Goal::Promote(wanted) => mv.promotion().is_some() && is(wanted, letter(mv.to())),
            Goal::Create(wanted) => effect
                .filled
                .iter()
                .any(|arrival| arrival.from == Origin::Created && is(wanted, letter(arrival.piece.square))),
            Goal::Enter => matches!(effect.manner, Manner::Entry(_)),
            Goal::Castle => matches!(effect.manner, Manner::Castling(_) | Manner::GatingCastling(..)),
            Goal::Beside => self.taken(&effect).iter().any(|square| square != mv.to()),
            Goal::Claim => after.claim() == Some(self.player),
            Goal::Check => after.king_attacked(self.player.other()),
            Goal::Reach(_) | Goal::Take(_) | Goal::Win(_) | Goal::Try(_) | Goal::Play(_) => false,
        }
    }

    /// Where enemies were captured: what explodes of one's own is lost, not captured.
    fn taken(&self, effect: &Effect) -> SquareSet {
        let pieces = effect.taken.iter().map(|taken| taken.piece);
        pieces.filter(|piece| piece.color != self.player).map(|piece| piece.square).collect()
    }

    /// Whether a piece of the player's stands on a square.
    fn owns(&self, position: &Position, square: Square) -> bool {
        position.piece_at(square).is_some_and(|(_, color)| color == self.player)
    }

    /// What is open of some parts without those of a square, where a piece of this letter is.
    fn without(&self, open: u32, square: Square, found: Option<char>) -> u32 {
        let meant = |wanted: Option<char>| wanted.is_none() || wanted == found;
        let bits = self.squares.iter().enumerate();
        let bits = bits.filter(|&(_, &(wanted, other))| other == square && meant(wanted));
        bits.fold(open, |open, (at, _)| open & !(1 << at))
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

/// The first capture in the order of texts: what a side that waits does if it can.
#[must_use]
pub fn capture(position: &Position) -> Option<Move> {
    if position.outcome().is_some() {
        return None;
    }
    let legal = position.legal_moves();
    let captures = legal.iter().copied().filter(|&mv| !position.taken(mv).is_empty());
    captures.min_by_key(|&mv| position.move_text(mv))
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
    Position::from_kept_fen(position.variant(), &fields.join(" ")).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use berolina_rules::{Library, Variant};

    use super::*;

    /// Which parts of a goal are left after one move in a game in which captures explode.
    fn left(goal: &Goal, fen: &str, mv: &str) -> u32 {
        let atomic = Variant::load(&Library::shipped(), "atomic").unwrap();
        let before = Position::from_fen(&atomic, fen).unwrap();
        let mv = before.parse_move(mv).unwrap();
        let aim = Aim::new(goal, false, &before).unwrap();
        aim.after(aim.open(), &before, mv, &before.play_unchecked(mv))
    }

    #[test]
    fn a_goal_has_one_name_in_files_and_for_the_page() {
        let texts = [
            r#"{"reach":["e4","Nb4"]}"#,
            r#"{"take":["e4"]}"#,
            r#"{"capture":"Q"}"#,
            r#"{"win":"checkmate"}"#,
            r#"{"escape":"e4"}"#,
            r#"{"promote":"Q"}"#,
            r#"{"create":"Q"}"#,
            r#""enter""#,
            r#""castle""#,
            r#""beside""#,
            r#""claim""#,
            r#""check""#,
            r#"{"try":{"move":"e7e8"}}"#,
        ];
        for text in texts {
            let read: Goal = serde_json::from_str(text).unwrap();
            // A name, and then what it is of.
            let mut words = text.split('"').skip(1).step_by(2).filter(|word| *word != "move");
            let name = words.next().unwrap();
            assert_eq!(Goal::named(name, words.map(str::to_owned).collect()), Some(read), "{text}");
        }
        assert_eq!(Goal::named("play", Vec::new()), None);
        assert_eq!(Goal::named("capture", Vec::new()), None);
    }

    #[test]
    fn what_explodes_of_ones_own_is_not_captured() {
        // The queen takes a pawn; queen and rook go with it, the knight beside it too.
        let fen = "7k/8/8/3nR3/3p4/8/8/K2Q4 w - - 0 1";
        let capture = |letter: &str| left(&Goal::Capture(letter.to_owned()), fen, "d1d4");
        assert_eq!([capture("P"), capture("N")], [0, 0]);
        assert_eq!([capture("Q"), capture("R")], [1, 1]);
        let squares = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(left(&Goal::Take(squares(&["d5", "e5", "d4"])), fen, "d1d4"), 0b010);
        assert_eq!(left(&Goal::Beside, fen, "d1d4"), 0);
        assert_eq!(left(&Goal::Beside, &fen.replace("3nR3", "4R3"), "d1d4"), 1);
        // Nor has it come anywhere, or escaped.
        assert_eq!(left(&Goal::Reach(squares(&["d4"])), fen, "d1d4"), 1);
        assert_eq!(left(&Goal::Reach(squares(&["d3"])), fen, "d1d3"), 0);
        assert_eq!(left(&Goal::Escape("d1".to_owned()), fen, "d1d4"), 1);
        assert_eq!(left(&Goal::Escape("e5".to_owned()), fen, "d1d4"), 1);
    }
}
