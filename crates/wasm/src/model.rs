//! What crosses to JavaScript of the engine and of other programs' games, as [`berolina_view::model`] has it of the rules. Each type
//! is written as a TypeScript type of the same name; `web/src/lib/engine/api.ts` and `web/src/lib/workshop/foreign-api.ts` say what
//! they mean, and the compiler checks that both agree.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

#[cfg(any(feature = "engine", feature = "wide-engine"))]
use serde::Deserialize;
use serde::Serialize;
use tsify::Tsify;

#[cfg(feature = "exchange")]
pub use exchange::*;

#[cfg(feature = "exchange")]
mod exchange {
    use super::{Serialize, Tsify};

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    pub struct Foreign {
        pub format: String,
        pub games: Vec<ForeignGame>,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
    pub struct ForeignGame {
        pub name: String,
        pub text: String,
        pub left: Vec<String>,
    }
}

#[cfg(any(feature = "engine", feature = "wide-engine"))]
pub use engine::*;

#[cfg(any(feature = "engine", feature = "wide-engine"))]
mod engine {
    use berolina_view::model::GameFile;

    use super::{Deserialize, Serialize, Tsify};

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

#[cfg(feature = "report")]
pub use report::*;

#[cfg(feature = "report")]
mod report {
    use super::{Deserialize, Serialize, Tsify};

    #[derive(Serialize, Deserialize, Tsify, Clone, PartialEq, Debug)]
    pub struct PlayedGame {
        pub number: u32,
        pub moves: Vec<String>,
        pub scores: Vec<i32>,
        pub points: f64,
        pub end: String,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
    pub struct ReportState {
        pub games: u32,
        pub white: f64,
        pub error: f64,
        pub html: String,
        pub style: String,
    }
}

#[cfg(all(feature = "study", any(feature = "engine", feature = "wide-engine")))]
pub use review::*;

#[cfg(all(feature = "study", any(feature = "engine", feature = "wide-engine")))]
mod review {
    use berolina_view::model::{Color, GameFile};

    use super::{Deserialize, Serialize, Tsify};

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
        pub mover: Color,
        pub class: String,
        pub loss: f64,
        pub chances: (f64, f64),
        pub eval: Option<String>,
        pub nag: Option<u8>,
        pub remark: Option<String>,
        pub better: Vec<String>,
    }

    #[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
    #[tsify(missing_as_null)]
    pub struct Summary {
        pub accuracy: Option<f64>,
        pub classes: Vec<(String, usize)>,
    }
}
