//! What goes over the WebSocket of one game.

use serde::{Deserialize, Serialize};

use crate::event::{Event, Phrase, Request, Times};
use crate::game::{Color, Seat, Terms};
use crate::refusal::Refusal;
use crate::request::InvitationState;

/// What a page wishes.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Wish {
    /// Its number, chosen by the page: answers name it. It is from 1 to [`MAX_WISH`](crate::MAX_WISH) and is used once by a player in a
    /// game: the player's pages take the highest of the player's own in the log as their beginning. The other player's are others.
    pub id: u32,
    /// So many moves had been made where the wish was made.
    pub ply: u32,
    /// What it is.
    pub act: Act,
}

/// What a player can do.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Act {
    /// Make a move.
    Move {
        /// As UCI writes it, or in SAN.
        text: String,
    },
    /// Give up.
    Resign,
    /// Call the game off, before both have moved.
    Abort,
    /// Offer something, or ask for it: if the other has done so already, that is agreed to.
    Ask {
        /// What.
        what: Request,
    },
    /// Decline what the other asks, or call off one's own.
    Decline {
        /// What.
        what: Request,
    },
    /// Claim the win that the rules of the game offer.
    Claim,
    /// End the game because the other is gone.
    ClaimGone {
        /// Be content with a draw.
        draw: bool,
    },
    /// Give the other some more time.
    GiveTime,
    /// Say something.
    Say {
        /// At most [`MAX_SAID`](crate::MAX_SAID) characters.
        text: String,
    },
    /// Say a phrase.
    Phrase {
        /// Which.
        phrase: Phrase,
    },
}

/// What the server tells.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Told {
    /// Nobody has joined yet: told to who invited. The whole game follows when somebody does.
    Waiting(Box<Waiting>),
    /// The whole game: the first message to a page that knows nothing of it.
    Game(Box<Snapshot>),
    /// What happened after the last event that the page knows, in order. Also the first message to a page that said what it
    /// knows, then perhaps empty.
    Events {
        /// The events.
        events: Vec<Event>,
        /// The times now, if there is a clock.
        times: Option<Times>,
    },
    /// A wish was granted and what came of it is kept.
    Done {
        /// The wish.
        wish: u32,
        /// The number of the event that came of it.
        number: u32,
    },
    /// A wish was not granted, and nothing has changed.
    Refused {
        /// The wish; 0 for what was none.
        wish: u32,
        /// Why.
        why: Refusal,
        /// The position as it is, as FEN.
        fen: String,
        /// So many moves have been made.
        ply: u32,
    },
    /// Who is there.
    Present(Present),
    /// The line is alive: said at intervals, since a page of a browser does not see pings.
    Alive,
    /// This page is of another version than the server, and must be loaded again.
    Reload {
        /// The server's.
        version: u32,
    },
}

/// A game that nobody has joined yet.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Waiting {
    /// What the link ends with.
    pub invitation: String,
    /// What is to be played.
    pub terms: Terms,
    /// The colour of who invited; `null` leaves it to chance.
    pub color: Option<Color>,
    /// How the invitation stands.
    pub state: InvitationState,
    /// Whether it stands in the lobby.
    #[serde(default)]
    pub open: bool,
}

/// Who looks at a game now.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Present {
    /// White's player.
    pub white: bool,
    /// Black's player.
    pub black: bool,
    /// Others.
    pub watchers: u32,
    /// A player who is gone, whose opponent may claim the game after so many milliseconds.
    pub claim_in: Option<u32>,
}

/// A game as it is.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// Its id.
    pub id: String,
    /// What was agreed on. The files are those that it is played by, also of a shipped game where the server's is another
    /// than that which it began with; none where it is the same.
    pub terms: Terms,
    /// White's player.
    pub white: Seat,
    /// Black's player.
    pub black: Seat,
    /// Which of them this page is; `null` for a watcher.
    pub you: Option<Color>,
    /// When it was made, milliseconds since 1970.
    pub created: u64,
    /// All that happened.
    pub events: Vec<Event>,
    /// The times now, if there is a clock.
    pub times: Option<Times>,
    /// Who is there.
    pub present: Present,
    /// What lets others watch, if only those may who have it: told to the players.
    pub watch_key: Option<String>,
}
