//! Courses: their files, what their goals mean, and proofs of what they say.
//!
//! `courses/README.md` describes the files. A page judges moves by the same goals ([`berolina_view::goal`]).
//! What the other side answers to each move stands in the files, made once by [`answers`]; every answer can be checked
//! again without the engine that chose it ([`answers::fault`]).

pub mod answers;
pub mod past;
pub mod solve;

use std::collections::BTreeMap;
use std::sync::Arc;

use berolina_rules::{Library, Position, Variant};
use berolina_view::goal::Goal;
use serde::{Deserialize, Serialize};

pub use answers::Node;

/// A course: `courses/NAME.json`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The name of the file and in addresses.
    pub name: String,
    /// The game with its options, unless a lesson has another.
    pub game: String,
    /// For people.
    pub title: String,
    /// One sentence.
    pub about: String,
    /// About how long it takes.
    pub minutes: u32,
    /// In their order.
    pub lessons: Vec<Lesson>,
}

/// One idea.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name in addresses and in the learner's progress.
    pub name: String,
    /// For people.
    pub title: String,
    /// What is to be known, and what to do: two sentences.
    pub text: String,
    /// What was learnt, said when the lesson is solved.
    pub done: String,
    /// A heading, if a new part of the course begins here.
    #[serde(default)]
    pub part: Option<String>,
    /// Another game than the course's.
    #[serde(default)]
    pub game: Option<String>,
    /// The position; the game's start without it.
    #[serde(default)]
    pub fen: Option<String>,
    /// Moves from there that were made before the lesson begins, for what repeats.
    #[serde(default)]
    pub before: Vec<String>,
    /// What is to be reached.
    pub goal: Goal,
    /// The fewest moves in which it can be, against any defence. 0 where no move is made.
    pub moves: u32,
    /// The other side waits, and moves only to capture.
    #[serde(default)]
    pub alone: bool,
    /// The piece that moves last must not stand where it can be captured.
    #[serde(default)]
    pub safe: bool,
    /// Arrows (`e2e4`) and circles (`e4`) at the start.
    #[serde(default)]
    pub show: Vec<String>,
    /// The last answer of the other side is what wins, as in games that are won by losing all.
    #[serde(default)]
    pub given: bool,
    /// First moves that fail, and why.
    #[serde(default)]
    pub wrong: Vec<Wrong>,
}

/// A first move that fails.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The answer that shows it; without one, none is needed: the move does not do what is asked.
    #[serde(default)]
    pub reply: Option<String>,
    /// What the answer does.
    #[serde(default)]
    pub then: Option<Then>,
    /// For people.
    pub text: String,
}

/// What an answer does to the learner.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// It captures a piece of this letter.
    Takes(String),
    /// It ends the game in this way, and wins it.
    Wins(String),
    /// The goal is out of reach.
    Holds,
}

/// What was made for a course's lessons, by their names: `courses/answers/NAME.json`.
pub type Answers = BTreeMap<String, Help>;

/// What a lesson needs besides what was written.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Help {
    /// Where the other side waits: one shortest way to the goal.
    Alone {
        /// The moves' texts.
        line: Vec<String>,
    },
    /// What is answered.
    Answered(Node),
}

impl Course {
    /// Reads a file.
    ///
    /// # Errors
    /// One line that says where the file is wrong.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

impl Lesson {
    /// The game that the lesson is played in.
    ///
    /// # Errors
    /// One line if there is no such game.
    pub fn variant(&self, course: &Course, library: &Library) -> Result<Arc<Variant>, String> {
        let game = self.game.as_ref().unwrap_or(&course.game);
        Variant::load(library, game).map_err(|error| format!("{game}: {error}"))
    }

    /// Whether it is judged as a game, in which answers count too: those that repeat, and those that lose by themselves.
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.given || !self.before.is_empty()
    }

    /// Where the lesson begins.
    ///
    /// # Errors
    /// One line if there is no such game or position.
    pub fn start(&self, course: &Course, library: &Library) -> Result<Position, String> {
        let variant = self.variant(course, library)?;
        let Some(fen) = &self.fen else { return Ok(variant.start()) };
        Position::from_kept_fen(&variant, fen).map_err(|error| format!("{fen}: {error}"))
    }
}
