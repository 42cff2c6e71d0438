//! What crosses to JavaScript. Each type is written as a TypeScript type of the same name; `web/src/lib/rules/api.ts`
//! and `web/src/lib/engine/api.ts` say what they mean, and the compiler checks that both agree.
//!
//! Squares are counted as [`berolina_rules::geometry::Square`] does, kinds as `Variant::kinds` has them.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

use berolina_rules::geometry;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
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

/// A game of a person's own.
#[derive(Serialize, Deserialize, Tsify, Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFile {
    pub name: String,
    pub text: String,
}

#[cfg(feature = "rules")]
pub use rules::*;

#[cfg(feature = "rules")]
mod rules {
    use super::{Color, Serialize, Tsify};

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
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
        pub shape: Option<String>,
        pub lineage: Vec<String>,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null, hashmap_as_object)]
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

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct GameOption {
        pub name: String,
        pub about: String,
        pub default: String,
        pub chosen: String,
        pub choices: Option<Vec<Choice>>,
        pub range: Option<Range>,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    pub struct Choice {
        pub value: String,
        pub about: String,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Range {
        pub min: u32,
        pub max: u32,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    pub struct Kind {
        pub name: String,
        pub symbol: String,
        pub letter: String,
        pub state: KindState,
        pub about: String,
        pub silent: bool,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    #[serde(rename_all = "kebab-case")]
    pub enum KindState {
        Plain,
        Moved,
        Promoted,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct PieceNote {
        pub kind: u8,
        pub side: Option<Color>,
        pub notes: Vec<String>,
        pub diagrams: Vec<Diagram>,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Diagram {
        pub caption: Option<String>,
        pub files: usize,
        pub ranks: usize,
        pub cells: Vec<DiagramCell>,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct DiagramCell {
        pub mark: Mark,
        pub onward: Option<(i8, i8)>,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
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

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    #[serde(rename_all = "camelCase")]
    pub struct View {
        pub fen: String,
        pub turn: Color,
        pub ply: usize,
        pub move_number: u16,
        pub cells: Vec<Option<Piece>>,
        pub hands: (Vec<HandEntry>, Vec<HandEntry>),
        pub attacked_kings: Vec<u8>,
        pub legal: Vec<LegalMove>,
        pub outcome: Option<Outcome>,
        pub claim: Option<Color>,
        pub counter: Option<Counter>,
        pub placing: bool,
        pub notes: Vec<String>,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Piece {
        pub color: Color,
        pub kind: u8,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    pub struct HandEntry {
        pub kind: u8,
        pub count: u8,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
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
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Counter {
        pub count: u16,
        pub limit: u16,
        pub ends: CounterEnd,
        pub by: Option<Color>,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    #[serde(rename_all = "kebab-case")]
    pub enum CounterEnd {
        Draw,
        Claim,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    pub struct MoveTexts {
        pub text: String,
        pub san: String,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
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

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Captured {
        pub square: u8,
        pub piece: Piece,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Change {
        pub square: u8,
        pub before: Option<Piece>,
        pub after: Option<Piece>,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Outcome {
        pub winner: Option<Color>,
        pub reason: String,
        pub text: String,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Inspection {
        pub piece: Piece,
        pub moves: Vec<u8>,
        pub captures: Vec<u8>,
        pub first: Vec<u8>,
        pub guards: Vec<u8>,
        pub notes: Vec<String>,
    }
}

#[cfg(any(feature = "engine", feature = "wide-engine"))]
pub use engine::*;

#[cfg(any(feature = "engine", feature = "wide-engine"))]
mod engine {
    use super::{Color, Deserialize, GameFile, Serialize, Tsify};

    #[derive(Deserialize, Tsify, Clone, PartialEq, Debug, Default)]
    pub struct Think {
        pub spec: String,
        #[tsify(optional)]
        pub fen: Option<String>,
        pub moves: Vec<String>,
        #[tsify(optional)]
        pub level: Option<f64>,
        #[tsify(optional)]
        pub time: Option<f64>,
        #[tsify(optional)]
        pub nodes: Option<f64>,
        #[tsify(optional)]
        pub depth: Option<f64>,
        #[tsify(optional)]
        pub lines: Option<f64>,
        #[tsify(optional)]
        pub seed: Option<f64>,
        #[tsify(optional)]
        pub files: Option<Vec<GameFile>>,
    }

    #[derive(Deserialize, Tsify, Clone, PartialEq, Debug, Default)]
    pub struct Trial {
        pub spec: String,
        #[tsify(optional)]
        pub files: Option<Vec<GameFile>>,
        pub nodes: f64,
        pub seed: f64,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct TrialMove {
        pub ply: usize,
        pub choices: usize,
        pub san: String,
        pub fen: String,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
    #[tsify(missing_as_null)]
    pub struct TrialGame {
        pub winner: Option<Color>,
        pub reason: String,
        pub text: String,
        pub plies: usize,
        pub choices: f64,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Line {
        pub rank: usize,
        pub depth: u32,
        pub nodes: f64,
        pub elapsed: f64,
        pub score: Score,
        pub moves: Vec<String>,
        pub sans: Vec<String>,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    #[serde(rename_all = "kebab-case")]
    pub enum Score {
        Cp(i32),
        End(i32),
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Thought {
        pub best: Option<String>,
        pub line: Option<Line>,
    }
}

#[cfg(feature = "workshop")]
pub use workshop::*;

#[cfg(feature = "workshop")]
mod workshop;

#[cfg(feature = "study")]
pub use study::*;

#[cfg(feature = "study")]
mod study {
    use super::{Color, HandEntry, Piece, Serialize, Tsify};

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct TreeView {
        pub start: String,
        pub comment: String,
        pub tags: Vec<(String, String)>,
        pub result: String,
        pub first: Vec<u32>,
        pub moves: Vec<TreeMove>,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
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

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    #[serde(rename_all = "kebab-case")]
    pub enum Evaluation {
        Cp(i32),
        Mate(i32),
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct FoundGame {
        pub spec: Option<String>,
        pub title: Option<String>,
        pub tags: Vec<(String, String)>,
        pub result: String,
        pub plies: usize,
        pub pgn: Option<String>,
        pub fault: Option<String>,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
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

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    #[tsify(missing_as_null)]
    pub struct SetupFault {
        /// Such as `no-king`; the rules list them.
        pub code: String,
        pub color: Option<Color>,
        pub squares: Vec<u8>,
        /// A sentence.
        pub text: String,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Castling {
        pub color: Color,
        pub wing: Wing,
        pub on: bool,
        pub possible: bool,
    }

    #[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    #[serde(rename_all = "kebab-case")]
    pub enum Wing {
        King,
        Queen,
    }
}

#[cfg(all(feature = "study", any(feature = "engine", feature = "wide-engine")))]
pub use review::*;

#[cfg(all(feature = "study", any(feature = "engine", feature = "wide-engine")))]
mod review {
    use super::{Deserialize, GameFile, Serialize, Tsify};

    #[derive(Deserialize, Tsify, Clone, PartialEq, Debug, Default)]
    pub struct Review {
        pub spec: String,
        #[tsify(optional)]
        pub fen: Option<String>,
        pub moves: Vec<String>,
        #[tsify(optional)]
        pub nodes: Option<f64>,
        #[tsify(optional)]
        pub files: Option<Vec<GameFile>>,
        pub known: Vec<Judged>,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Reviewed {
        pub done: usize,
        pub total: usize,
        pub judged: Option<Judged>,
        pub players: (Summary, Summary),
    }

    #[derive(Serialize, Deserialize, Tsify, Clone, PartialEq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Judged {
        pub ply: usize,
        pub mover: Mover,
        pub class: String,
        pub loss: f64,
        pub chances: (f64, f64),
        pub eval: Option<String>,
        pub nag: Option<u8>,
        pub remark: Option<String>,
        pub better: Vec<String>,
    }

    #[derive(Serialize, Deserialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
    #[serde(rename_all = "kebab-case")]
    pub enum Mover {
        White,
        Black,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Summary {
        pub accuracy: Option<f64>,
        pub classes: Vec<(String, usize)>,
    }
}
