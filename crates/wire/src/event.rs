//! What happened in a game: a log of numbered events, which is never changed.

use serde::{Deserialize, Serialize};

use crate::game::Color;

/// One thing that happened.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Its number: the first is 1, without gaps.
    pub number: u32,
    /// When it was written, milliseconds since 1970.
    pub at: u64,
    /// The number that the page gave to the wish that it came of, of the player who is named in it: the same wish, sent
    /// again, is acknowledged and not granted twice. 0 for what nobody wished.
    #[serde(default)]
    pub wish: u32,
    /// What it was.
    pub what: What,
    /// The times left after it, if there is a clock.
    pub times: Option<Times>,
}

/// The times left to the players, and whose runs.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Times {
    /// White's, in milliseconds.
    pub white: u32,
    /// Black's, in milliseconds.
    pub black: u32,
    /// Whose time runs; nobody's before both have moved, and after the end.
    pub running: Option<Color>,
    /// It begins to run after so many milliseconds, where moves have a delay.
    pub delay: u32,
}

/// What can happen. `by` is always a player.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum What {
    /// A move.
    Moved {
        /// Who moved.
        by: Color,
        /// The move, as UCI writes it.
        text: String,
    },
    /// Moves were taken back by agreement.
    TakenBack {
        /// Who agreed.
        by: Color,
        /// So many moves are left.
        ply: u32,
    },
    /// Asks to take back moves.
    TakeBackAsked {
        /// Who asks.
        by: Color,
        /// So many moves would be left.
        ply: u32,
    },
    /// What was asked or offered by the other is declined, or called off by the one who did.
    Declined {
        /// Who declines.
        by: Color,
        /// What it was.
        what: Request,
    },
    /// Offers a draw.
    DrawOffered {
        /// Who offers.
        by: Color,
    },
    /// Gave time to the other.
    TimeGiven {
        /// Who gave.
        by: Color,
        /// So many milliseconds.
        time: u32,
    },
    /// Said something.
    Said {
        /// Who.
        by: Color,
        /// The text; empty if it was removed.
        text: String,
    },
    /// Said a ready-made phrase, which each page shows in its own words.
    Phrase {
        /// Who.
        by: Color,
        /// Which.
        phrase: Phrase,
    },
    /// The game is over.
    Ended {
        /// Who brought it about, if a player did: by resigning, agreeing, claiming or calling it off.
        by: Option<Color>,
        /// Who won; nobody in a draw, and in a game that was called off.
        winner: Option<Color>,
        /// Why.
        end: End,
    },
    /// After the end: offers another game with colours changed.
    RematchOffered {
        /// Who offers.
        by: Color,
    },
    /// The other game.
    RematchMade {
        /// Who agreed.
        by: Color,
        /// Its id.
        game: String,
    },
}

impl What {
    /// The player who brought it about; nobody where time or rules did.
    #[must_use]
    pub fn by(&self) -> Option<Color> {
        match *self {
            Self::Moved { by, .. }
            | Self::TakenBack { by, .. }
            | Self::TakeBackAsked { by, .. }
            | Self::Declined { by, .. }
            | Self::DrawOffered { by }
            | Self::TimeGiven { by, .. }
            | Self::Said { by, .. }
            | Self::Phrase { by, .. }
            | Self::RematchOffered { by }
            | Self::RematchMade { by, .. } => Some(by),
            Self::Ended { by, .. } => by,
        }
    }
}

/// What one player asks of the other.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// A draw.
    Draw,
    /// To take back moves.
    TakeBack,
    /// Another game.
    Rematch,
}

/// How a game ended.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum End {
    /// By the rules of the game.
    Rules {
        /// Their name for it, such as `checkmate`.
        reason: String,
    },
    /// The loser resigned.
    Resignation,
    /// The loser's time was over.
    Time,
    /// Both agreed on a draw.
    Agreement,
    /// The rules let the winner claim it.
    Claim,
    /// The loser was gone for too long.
    Gone,
    /// It was called off: by a player, before both had moved; or by the server, where its record was full.
    Abort,
    /// It was called off by the server, because the program failed in it.
    Fault,
}

/// Ready-made phrases.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// Thank you.
    Thanks,
    /// A moment, please.
    Moment,
    /// I am back.
    Back,
    /// I must go.
    MustGo,
    /// That was a slip of the mouse.
    Slip,
}
