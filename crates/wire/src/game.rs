//! What is agreed on before a game, and who plays it.

use serde::{Deserialize, Serialize};

/// A player's colour.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Color {
    /// Moves first, as a rule.
    White,
    /// The other.
    Black,
}

impl Color {
    /// Both, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The opponent's.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A variant file that a game is made of.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct GameFile {
    /// Its name without `.toml`.
    pub name: String,
    /// The file.
    pub text: String,
}

/// How time is kept, all in milliseconds but the days.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ClockRule {
    /// Some time for the game, and an increment added after each move that cost time: the first of each player costs none.
    Fischer {
        /// At the start; below one second, the increment is added to it.
        base: u32,
        /// After each move.
        increment: u32,
    },
    /// Some time for the game; at each move it begins to run only after a delay.
    Delay {
        /// At the start.
        base: u32,
        /// Before the time runs, at each move.
        delay: u32,
    },
    /// So many days for each move.
    Days {
        /// Days.
        days: u32,
    },
}

/// Who sees a game.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// The players, and whoever has the link for watching.
    #[default]
    Private,
    /// Whoever has its address; it is in no list.
    Unlisted,
    /// Everybody: it is in the lobby and in the archive.
    Public,
}

/// What two people agree on before they play.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Terms {
    /// The game with its options, such as `near:en-passant=on`; `my:NAME` is one of [`files`](Self::files).
    pub spec: String,
    /// The variant files of a game of one's own, and what they extend of one's own.
    #[serde(default)]
    pub files: Vec<GameFile>,
    /// The position that it begins from, as FEN, if not the game's start.
    #[serde(default)]
    pub start: Option<String>,
    /// How time is kept, if at all.
    #[serde(default)]
    pub clock: Option<ClockRule>,
    /// Whether it counts for ratings: only between accounts.
    #[serde(default)]
    pub rated: bool,
    /// Who sees it.
    #[serde(default)]
    pub audience: Audience,
}

/// Somebody at a side of the board.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Seat {
    /// The name of an account; `null` for a guest.
    pub name: Option<String>,
    /// The rating at the start of the game, if there is one.
    pub rating: Option<u32>,
    /// What a rated game that is over has changed of it.
    #[serde(default)]
    pub gained: Option<i32>,
    /// It is the engine, at this level.
    pub level: Option<u8>,
}
