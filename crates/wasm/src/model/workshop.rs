//! What the workshop says of a file.

use super::{Deserialize, GameInfo, Serialize, Tsify, View};

#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
#[tsify(missing_as_null, hashmap_as_object)]
pub struct Checked {
    pub faults: Vec<Fault>,
    /// What the file and its bases say; empty where it cannot be known.
    pub keys: Vec<FileKey>,
    /// The game, unless there are errors.
    pub game: Option<GameInfo>,
    /// Its start, unless the page cannot show a board of its shape.
    pub view: Option<View>,
}

#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
#[tsify(missing_as_null)]
pub struct Fault {
    pub severity: Severity,
    pub code: String,
    pub message: String,
    pub hint: Option<String>,
    /// The game whose file it is in.
    pub file: String,
    pub line: usize,
    pub column: usize,
    /// In UTF-16 units of the file.
    pub from: usize,
    pub to: usize,
    /// What would mend it.
    pub fix: Option<Fix>,
}

#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Fix {
    /// To be written in the place of the fault.
    Word(String),
    /// The key whose value is to be `false`.
    Off(Vec<String>),
}

#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    Error,
    Warning,
}

#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct FileKey {
    pub path: Vec<String>,
    pub value: FileValue,
    pub own: bool,
}

#[derive(Serialize, Deserialize, Tsify, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub enum FileValue {
    Truth(bool),
    Number(i32),
    Text(String),
    Texts(Vec<String>),
}

/// A change of a file: a value to be written, or a key or table to be removed.
#[derive(Deserialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    pub path: Vec<String>,
    #[tsify(optional)]
    pub value: Option<FileValue>,
}

#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct KnownPiece {
    pub name: String,
    pub letter: String,
    pub moves: String,
    pub about: String,
}

#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct KeyHelp {
    pub key: String,
    pub takes: String,
    pub default: String,
    pub meaning: String,
    pub example: String,
    pub values: Vec<String>,
    pub is_rule: bool,
    pub notation: Option<Notation>,
}

#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    Region,
    Square,
    Letters,
    Letter,
    Ranks,
    Moves,
}
