//! What a page shows, as plain types. `web/src/lib/rules/api.ts` says what each of them means; where they cross to
//! JavaScript, a TypeScript type of the same name is made of each, and the compiler checks that both agree.
//!
//! Squares are counted as [`berolina_rules::geometry::Square`] does, kinds as `Variant::kinds` has them.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

mod study;
mod workshop;

use berolina_rules::geometry;
use serde::{Deserialize, Serialize};

pub use study::*;
pub use workshop::*;

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Color {
    White,
    Black,
}

impl From<geometry::Color> for Color {
    fn from(color: geometry::Color) -> Self {
        match color {
            geometry::Color::White => Self::White,
            geometry::Color::Black => Self::Black,
        }
    }
}

impl From<Color> for geometry::Color {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// A game of a person's own.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GameFile {
    pub name: String,
    pub text: String,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct GameCard {
    pub name: String,
    pub title: String,
    pub inventor: Option<String>,
    pub year: Option<i32>,
    pub link: Option<String>,
    pub about: String,
    pub files: u8,
    pub ranks: u8,
    pub grid: Grid,
    pub missing: Vec<u8>,
    pub lineage: Vec<String>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Grid {
    Square,
    Hexagon,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    #[serde(flatten)]
    pub card: GameCard,
    pub spec: String,
    pub hints: Vec<String>,
    pub options: Vec<GameOption>,
    pub kinds: Vec<Kind>,
    pub pieces: Vec<PieceNote>,
    pub special: Vec<String>,
    pub ending: Vec<String>,
    pub start: String,
    pub hands: bool,
    pub placement: bool,
    pub draws: bool,
    pub sides: Option<(String, String)>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct GameOption {
    pub name: String,
    pub about: String,
    pub default: String,
    pub chosen: String,
    pub choices: Option<Vec<Choice>>,
    pub range: Option<Range>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Choice {
    pub value: String,
    pub about: String,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Range {
    pub min: u32,
    pub max: u32,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Kind {
    pub name: String,
    pub title: String,
    pub symbol: String,
    pub letter: String,
    pub picture: String,
    pub state: KindState,
    pub about: String,
    pub silent: bool,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum KindState {
    Plain,
    Moved,
    Promoted,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PieceNote {
    pub kind: u8,
    pub side: Option<Color>,
    pub notes: Vec<String>,
    pub diagrams: Vec<Diagram>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Diagram {
    pub caption: Option<String>,
    pub files: usize,
    pub ranks: usize,
    pub grid: Grid,
    pub cells: Vec<DiagramCell>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DiagramCell {
    pub mark: Mark,
    pub onward: Option<(i8, i8)>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    Nothing,
    Origin,
    Moves,
    Captures,
    Both,
    DoubleStep,
    CapturesInPassing,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct View {
    pub fen: String,
    pub turn: Color,
    pub ply: usize,
    pub move_number: u16,
    pub cells: Vec<Option<Piece>>,
    pub blockers: Vec<u8>,
    pub hands: (Vec<HandEntry>, Vec<HandEntry>),
    pub attacked_kings: Vec<u8>,
    pub checked: Vec<u8>,
    pub legal: Vec<LegalMove>,
    pub outcome: Option<Outcome>,
    pub claim: Option<Color>,
    pub winner_on_time: Option<Color>,
    pub counter: Option<Counter>,
    pub placing: bool,
    pub notes: Vec<String>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Piece {
    pub color: Color,
    pub kind: u8,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HandEntry {
    pub kind: u8,
    pub count: u8,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct LegalMove {
    pub text: String,
    pub san: String,
    pub from: Option<u8>,
    pub to: u8,
    pub also: Vec<u8>,
    pub enters: Option<u8>,
    pub behind: Option<u8>,
    pub promotion: Option<u8>,
    pub captures: Vec<u8>,
    pub explodes: bool,
    pub castles: bool,
    pub second: Option<SecondHalf>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SecondHalf {
    pub squares: Vec<u8>,
    pub changes: Vec<Change>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Counter {
    pub count: u16,
    pub limit: u16,
    pub ends: CounterEnd,
    pub by: Option<Color>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum CounterEnd {
    Draw,
    Claim,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct MoveTexts {
    pub text: String,
    pub san: String,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Played {
    pub text: String,
    pub san: String,
    pub from: Option<u8>,
    pub to: u8,
    pub captured: Vec<Captured>,
    pub exploded: Option<Captured>,
    pub changes: Vec<Change>,
    pub created: Vec<u8>,
    pub view: View,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Captured {
    pub square: u8,
    pub piece: Piece,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Change {
    pub square: u8,
    pub before: Option<Piece>,
    pub after: Option<Piece>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Outcome {
    pub winner: Option<Color>,
    pub reason: String,
    pub text: String,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Inspection {
    pub piece: Piece,
    pub moves: Vec<u8>,
    pub captures: Vec<u8>,
    pub first: Vec<u8>,
    pub guards: Vec<u8>,
    pub notes: Vec<String>,
}

/// What a side does that waits, and moves only to capture: the first capture in the order of texts, or nothing, and
/// the other player moves again. Neither if the game is over, or the rules do not let it wait.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Waits {
    pub capture: Option<String>,
    /// The position with the other player to move, as FEN.
    pub passed: Option<String>,
}
