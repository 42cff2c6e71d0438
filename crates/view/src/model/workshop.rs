//! What the workshop says of a file.

use serde::{Deserialize, Serialize};

use super::{GameInfo, View};

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Checked {
    pub faults: Vec<Fault>,
    /// What the file and its bases say; empty where it cannot be known.
    pub keys: Vec<FileKey>,
    /// The game, unless there are errors.
    pub game: Option<GameInfo>,
    /// Its start.
    pub view: Option<View>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
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

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Fix {
    /// To be written in the place of the fault.
    Word(String),
    /// The key whose value is to be `false`.
    Off(Vec<String>),
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    Error,
    Warning,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileKey {
    pub path: Vec<String>,
    pub value: FileValue,
    pub own: bool,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum FileValue {
    Truth(bool),
    Number(i32),
    Text(String),
    Texts(Vec<String>),
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct KnownPiece {
    pub name: String,
    pub letter: String,
    pub moves: String,
    pub about: String,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
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

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    Region,
    Square,
    Letters,
    Letter,
    Ranks,
    Moves,
    Counts,
}
