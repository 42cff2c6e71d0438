//! Records from PGN.

use std::error::Error;
use std::fmt;

use super::tree::KEPT_EVERY;
use super::{Catalog, DERIVED, NodeId, Notice, Record, leftover, shown};
use crate::notation::WrittenMove;
use crate::notation::pgn::{self, Damage, GameResult, MAX_DEPTH, Place};
use crate::position::{Outcome, Position};
use crate::variant::Variant;

/// Why a game is no record: what is wrong, where, and what would be right.
///
/// ```
/// use berolina_rules::Library;
/// use berolina_rules::notation::record::{self, Catalog};
///
/// let mut catalog = Catalog::new(Library::shipped());
/// let error = record::read(b"1. e4 e5 2. Ke3", &mut catalog).next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 13: `Ke3`: no king of White's can legally go to e3");
/// assert_eq!(error.record.unwrap().main_line().count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct RecordError {
    /// Where it is, if the game was read from a file.
    pub place: Option<Place>,
    /// What is wrong and what would be right, on one line.
    pub message: String,
    /// What was read before it, if the game and its start are known.
    pub record: Option<Box<Record>>,
}

/// What is wrong, and where.
struct Fault {
    place: Option<Place>,
    message: String,
}

/// The records of a file, made by [`read`].
pub struct Records<'a> {
    games: pgn::Games<'a>,
    catalog: &'a mut Catalog,
}

/// Reads the records of a PGN file that is in memory. Of a stream, [`pgn::read_from`] gives the games one
/// by one, and [`Record::from_pgn`] a record of each.
pub fn read<'a>(bytes: &'a [u8], catalog: &'a mut Catalog) -> Records<'a> {
    Records { games: pgn::read(bytes), catalog }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match self.games.next()? {
            Ok(game) => Record::from_pgn(&game, self.catalog),
            Err(damage) => Err(RecordError::from_damage(damage, self.catalog)),
        })
    }
}

impl RecordError {
    /// The error that damage to a file is, with a record of what was read before it.
    #[must_use]
    pub fn from_damage(damage: Damage, catalog: &mut Catalog) -> Self {
        let Damage { place, message, game } = damage;
        let record = game.and_then(|game| match Record::from_pgn(&game, catalog) {
            Ok(record) => Some(Box::new(record)),
            Err(error) => error.record,
        });
        Self { place: Some(place), message, record }
    }
}

impl Record {
    /// The record of a game of a PGN file. The module's page says what is taken for what.
    ///
    /// # Errors
    /// The game or the start position cannot be told, or a move of the main line is not legal. What stands before an
    /// illegal move is kept; nothing is read after it. What is wrong in a variation is no error: [`Record::notices`] tells it.
    pub fn from_pgn(game: &pgn::Game, catalog: &mut Catalog) -> Result<Self, RecordError> {
        let unknown = |Fault { place, message }| RecordError { place, message, record: None };
        let mut record = Self::new(start(game, catalog).map_err(unknown)?);
        for (name, value) in game.tags.iter().filter(|(name, _)| !DERIVED.contains(&name.as_str())) {
            if record.tag(name).is_none() {
                record.set_tag(name, value);
            }
        }
        record.comments.clone_from(&game.comments);
        let told = || game.tag("Result").and_then(GameResult::from_text);
        record.told = game.result.or_else(told).unwrap_or(GameResult::Unknown);
        let start = record.start.clone();
        match record.read_line(&game.line, None, &start, None, 0) {
            Ok(()) => Ok(record),
            Err(Fault { place, message }) => {
                Err(RecordError { place, message, record: Some(Box::new(record)) })
            }
        }
    }

    /// Reads moves that follow a node; `replaced` is the move that a variation stands beside. Recursion is bounded by [`MAX_DEPTH`].
    ///
    /// What cannot be read of a variation becomes a comment, so that the rest of the game stays; so does what follows a null move,
    /// for no position follows one.
    fn read_line(
        &mut self,
        line: &pgn::Line,
        mut parent: Option<NodeId>,
        before: &Position,
        replaced: Option<NodeId>,
        depth: usize,
    ) -> Result<(), Fault> {
        let mut position = before.clone();
        for (at, node) in line.iter().enumerate() {
            let fault = |message| Fault { place: node.place, message };
            let WrittenMove { mv, nag } = match position.parse_written(&node.text) {
                Ok(read) => read,
                Err(error) => {
                    let fault = fault(format!("`{}`: {}", shown(&node.text), error.reason));
                    if depth == 0 && !pgn::is_null_move(&node.text) {
                        return Err(fault);
                    }
                    let rest = leftover::text(&line[at..], &position);
                    self.leave_out(fault, rest, if at > 0 { parent } else { replaced }, depth);
                    return Ok(());
                }
            };
            self.tree.room(parent).map_err(|error| fault(error.to_string()))?;
            let id = self.tree.push(parent, mv);
            let pgn::Node { before, nags, after, .. } = node;
            let nags: Vec<u8> = nag.into_iter().chain(nags.iter().copied()).collect();
            self.tree.set_notes(id, before, &nags, after);
            for variation in &node.variations {
                if depth == MAX_DEPTH {
                    return Err(fault(super::AddError::TooDeep.to_string()));
                }
                self.read_line(variation, parent, &position, Some(id), depth + 1)?;
            }
            position = position.play_unchecked(mv);
            parent = Some(id);
            if (at + 1) % KEPT_EVERY == 0 {
                self.kept.insert(id, position.clone());
            }
        }
        Ok(())
    }

    /// Keeps moves that are no moves as a comment behind a move, or before the first.
    fn leave_out(&mut self, fault: Fault, rest: String, behind: Option<NodeId>, depth: usize) {
        match behind {
            Some(id) => self.notes_mut(id).after.push(rest),
            None => self.comments.push(rest),
        }
        let what = if depth == 0 { "the game ends here, and its rest" } else { "the rest of this variation" };
        let message = format!("{}; {what} is kept as a comment", fault.message);
        self.notices.push(Notice { place: fault.place, message });
    }
}

/// The start position that the tags tell.
fn start(game: &pgn::Game, catalog: &mut Catalog) -> Result<Position, Fault> {
    let fault = |tag: &str, message: String| Fault { place: game.tag_place(tag), message };
    let name = game.tag("Variant").unwrap_or_default();
    let variant = catalog.find(name).map_err(|error| fault("Variant", format!("tag Variant: {error}")))?;
    let set_up = game.tag("SetUp").map(str::trim);
    let fen = game.tag("FEN").map(str::trim).filter(|fen| !matches!(*fen, "" | "?"));
    match fen {
        Some(fen) if set_up != Some("0") => Position::from_kept_fen(&variant, fen).map_err(|error| {
            let unnamed = if name.is_empty() { no_tag(&variant) } else { String::new() };
            fault("FEN", format!("tag FEN: {error}{unnamed}"))
        }),
        None if set_up == Some("1") => {
            let message =
                "tag SetUp: the game does not begin at the start, but a tag FEN that says where is missing";
            Err(fault("SetUp", message.to_owned()))
        }
        _ => Ok(variant.start()),
    }
}

/// A hint for a FEN that may be of another game.
fn no_tag(variant: &Variant) -> String {
    format!(" (there is no tag Variant, so the game is {})", variant.definition().full_name())
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        use crate::geometry::Color;
        match outcome.winner {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl Error for RecordError {}
