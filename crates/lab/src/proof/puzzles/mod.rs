//! Puzzles: positions in which exactly one move wins in time. [`find`] finds them, [`answers`] makes what is answered to every move,
//! [`tree`] is how that is written, [`shelf`] how they are shipped; [`Puzzle::fault`] proves one again, without the engine.
//!
//! `courses/README.md` describes the files.

pub mod answers;
pub mod find;
pub mod grade;
pub mod shelf;
pub mod tree;

use berolina_numbers::hash::fnv32;
use berolina_rules::{Library, Position, Variant};
use serde::{Deserialize, Serialize};

use super::course::Node;
use super::suite::tags;
use super::wins::{Proof, wins_in};

/// A forced win with one first move.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Eight hexadecimal digits, made of game and position, for the learner's progress.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The position.
    pub fen: String,
    /// The player to move wins in so many moves.
    pub moves: u32,
    /// How hard it is for people, as a rating.
    pub rating: u32,
    /// What the win is, of [`crate::proof::suite::tags`], the end first.
    pub themes: Vec<String>,
    /// The answers to all first moves, and so on, as [`tree`] writes them.
    pub answers: String,
}

impl Puzzle {
    /// The puzzle of a position with a proven win of one key. `None` where the win depends on a claim.
    #[must_use]
    pub fn new(position: &Position, proof: &Proof) -> Option<Self> {
        let (game, fen) = (position.variant().definition().full_name(), position.fen());
        let node = answers::make(position, proof.plies)?;
        let themes = themes(position, proof, &node);
        let moves = proof.plies.div_ceil(2);
        let rating = grade::rating(moves, position.legal_moves().len(), &themes);
        let (id, answers) = (identity(&game, &fen), tree::write(&node));
        Some(Self { id, game, fen, moves, rating, themes, answers })
    }

    /// The position.
    ///
    /// # Errors
    /// One line that says why there is no such game or position.
    pub fn position(&self, library: &Library) -> Result<Position, String> {
        let variant =
            Variant::load(library, &self.game).map_err(|error| format!("{}: {error}", self.game))?;
        Position::from_fen(&variant, &self.fen)
            .map_err(|error| format!("{} {}: {error}", self.game, self.fen))
    }

    /// What is wrong with it, if anything, told by trying every move.
    #[must_use]
    pub fn fault(&self, library: &Library) -> Option<String> {
        self.proven(library).err().map(|why| format!("{} {} {}: {why}", self.id, self.game, self.fen))
    }

    fn proven(&self, library: &Library) -> Result<(), String> {
        let position = self.position(library)?;
        let node = tree::read(&self.answers, &position)?;
        if self.id != identity(&self.game, &self.fen) {
            return Err("another name would be right".to_owned());
        }
        let plies = node.line().len() as u32;
        let proof = wins_in(&position, plies).ok_or("no win")?;
        if proof.keys.len() != 1 || proof.plies != plies || plies.div_ceil(2) != self.moves {
            return Err(format!("{} moves win in {} plies", proof.keys.len(), proof.plies));
        }
        let themes = themes(&position, &proof, &node);
        if themes != self.themes {
            return Err(format!("its themes are {themes:?}"));
        }
        let rating = grade::rating(self.moves, position.legal_moves().len(), &themes);
        if rating != self.rating {
            return Err(format!("its rating is {rating}"));
        }
        answers::fault(&position, &node, plies).map_or(Ok(()), Err)
    }
}

/// How the line of the answers ends, then what is to be said of the key.
fn themes(position: &Position, proof: &Proof, node: &Node) -> Vec<String> {
    let about = tags(position, proof).into_iter().skip(1);
    let about = about.filter(|tag| tag != "unique" && !tag.starts_with("for-"));
    [end(position, &node.line())].into_iter().chain(about).collect()
}

/// How the game ends after a line.
fn end(position: &Position, line: &[String]) -> String {
    let play =
        |position: Position, text: &String| position.parse_move(text).map(|mv| position.play_unchecked(mv));
    let last = line.iter().try_fold(position.clone(), play);
    let outcome = last.ok().and_then(|last| last.outcome());
    outcome.map_or("claim", |outcome| outcome.reason.name()).to_owned()
}

/// The identity of a puzzle: FNV-1a (Fowler, Noll, Vo) of game and position.
#[must_use]
pub fn identity(game: &str, fen: &str) -> String {
    format!("{:08x}", fnv32(format!("{game} {fen}").as_bytes()))
}
