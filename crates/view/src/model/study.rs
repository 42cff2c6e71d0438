//! What analysis shows: trees of moves, games found in a file, positions being set up.

use serde::{Deserialize, Serialize};

use super::{Color, HandEntry, Piece};

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct TreeView {
    pub start: String,
    pub comment: String,
    pub tags: Vec<(String, String)>,
    pub result: String,
    pub first: Vec<u32>,
    pub moves: Vec<TreeMove>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct TreeMove {
    pub id: u32,
    pub parent: Option<u32>,
    pub ply: usize,
    pub number: u16,
    pub color: Color,
    pub text: String,
    pub san: String,
    pub nags: Vec<u8>,
    pub before: String,
    pub comment: String,
    pub eval: Option<Evaluation>,
    pub next: Vec<u32>,
}

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Evaluation {
    Cp(i32),
    Mate(i32),
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FoundGame {
    pub spec: Option<String>,
    pub title: Option<String>,
    pub tags: Vec<(String, String)>,
    pub result: String,
    pub plies: usize,
    pub pgn: Option<String>,
    pub fault: Option<String>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct SetupView {
    pub fen: String,
    pub turn: Color,
    pub cells: Vec<Option<Piece>>,
    pub hands: (Vec<HandEntry>, Vec<HandEntry>),
    pub hand_kinds: (Vec<u8>, Vec<u8>),
    pub castling: Vec<Castling>,
    pub en_passant: String,
    pub double_steps: bool,
    pub clock: u16,
    pub number: u16,
    pub claims: bool,
    pub capturer: Option<Color>,
    pub faults: Vec<SetupFault>,
    pub dropped: Vec<String>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupFault {
    /// Such as `no-king`; the rules list them.
    pub code: String,
    pub color: Option<Color>,
    pub squares: Vec<u8>,
    /// A sentence.
    pub text: String,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Castling {
    pub color: Color,
    pub wing: Wing,
    pub on: bool,
    pub possible: bool,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Wing {
    King,
    Queen,
}
