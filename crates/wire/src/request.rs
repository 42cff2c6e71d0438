//! What pages ask by HTTP, under `/api/v1`. A request that is refused is answered with a [`Refusal`](crate::Refusal).

use serde::{Deserialize, Serialize};

use crate::game::{ClockRule, Color, Seat, Terms};

/// `GET /hello`: whose server this is, and who asks.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Hello {
    /// The server's [`VERSION`](crate::VERSION).
    pub wire: u32,
    /// Whether people can have accounts here.
    pub accounts: bool,
    /// Where others reach it, without a slash at the end, if the operator said so.
    pub public_url: Option<String>,
    /// Who this browser is here, if it ever did anything.
    pub you: Option<You>,
}

/// A person as the person's own browser knows it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
pub struct You {
    /// The name of the account; `null` for a guest.
    pub name: Option<String>,
}

/// `POST /invitations`: a game that somebody else can join by a link.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Invite {
    /// What is to be played.
    pub terms: Terms,
    /// The colour of who invites; `null` leaves it to chance.
    #[serde(default)]
    pub color: Option<Color>,
    /// Anybody may join: it stands in the lobby.
    #[serde(default)]
    pub open: bool,
}

/// The answer to [`Invite`].
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Invited {
    /// What the link ends with. Whoever has it may join, once.
    pub invitation: String,
    /// The game that comes of it.
    pub game: String,
}

/// `GET /invitations/SECRET`: what one is invited to. Asking takes no seat.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Invitation {
    /// What is to be played.
    pub terms: Terms,
    /// Who invites.
    pub from: Seat,
    /// The colour of who joins; `null` leaves it to chance.
    pub color: Option<Color>,
    /// How it stands.
    pub state: InvitationState,
    /// Whether it is this browser's own.
    pub yours: bool,
    /// The game, for those who play it.
    pub game: Option<String>,
    /// Whether it stands in the lobby.
    #[serde(default)]
    pub open: bool,
}

/// How an invitation stands.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum InvitationState {
    /// Somebody may join.
    Open,
    /// Somebody has joined.
    Taken,
    /// It was called off.
    Withdrawn,
    /// Nobody joined in time.
    Expired,
}

/// The answer to `POST /invitations/SECRET/join`.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Joined {
    /// The game that has begun.
    pub game: String,
}

/// A line in a list of games.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct GameLine {
    /// Its id.
    pub id: String,
    /// The game with its options.
    pub spec: String,
    /// What the game is called.
    pub title: String,
    /// White's player.
    pub white: Seat,
    /// Black's player.
    pub black: Seat,
    /// Which of them this browser is.
    pub you: Option<Color>,
    /// Whose turn it is; `null` when it is over.
    pub turn: Option<Color>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: String,
    /// How time is kept.
    #[serde(default)]
    pub clock: Option<ClockRule>,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Moves made.
    pub plies: u32,
    /// When it was made, milliseconds since 1970.
    pub created: u64,
    /// When something last happened in it, milliseconds since 1970.
    pub updated: u64,
}

/// `GET /games`: this person's games, the latest first.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct GameList {
    /// The games.
    pub games: Vec<GameLine>,
}
