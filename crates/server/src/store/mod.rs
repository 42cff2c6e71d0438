//! What is kept: a trait, and what goes through it. [`sqlite`] keeps it in one file; another database would be another module.
//!
//! Whatever is written is on the disk before [`Store::write`] answers, or has not happened at all.

mod health;
pub mod place;
pub mod sqlite;

use std::fmt;
use std::pin::Pin;

use berolina_wire::request::InvitationState;
use berolina_wire::{ClockRule, Color, Terms};
use serde::Serialize;

use crate::game::{Entry, Rulebook, Summary};
pub use health::Condition;
use place::{Place, PlaceWrite};

/// The answer of a store, when it comes.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A person's number. It is never shown.
pub type PersonId = i64;

/// Why something was not kept or could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// What was to be written contradicts what is there: a second event of one number, an invitation that was used.
    Conflict,
    /// The disk is full.
    Full,
    /// What is on the disk is damaged: how, in one line.
    Damaged(String),
    /// The store is ending, or too much waits to be written.
    Busy,
    /// Anything else, in one line.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict => f.write_str("something else was written meanwhile"),
            Self::Full => f.write_str("the disk is full"),
            Self::Busy => f.write_str("too much is waiting to be written"),
            Self::Damaged(line) | Self::Failed(line) => f.write_str(line),
        }
    }
}

impl std::error::Error for StoreError {}

/// Something to be written, all of it or nothing.
#[derive(Clone, Debug)]
pub enum Write {
    /// A browser that does something for the first time: its session by the hash of its secret.
    Session {
        /// The hash.
        token: [u8; 32],
        /// Milliseconds since 1970.
        at: u64,
    },
    /// Events of a game, with what lists show after them, and a game that comes of them.
    Events {
        /// The game's id.
        game: String,
        /// The events.
        entries: Vec<Entry>,
        /// What lists show.
        summary: Summary,
        /// Another game between the same people, begun by the last event.
        next: Option<Box<NewGame>>,
        /// It is over and counts for ratings.
        rated: Option<Rated>,
    },
    /// An invitation.
    Invitation(Box<NewInvitation>),
    /// Somebody joins: the game begins.
    Join {
        /// The invitation's secret.
        secret: String,
        /// The game.
        game: Box<NewGame>,
    },
    /// An invitation is called off.
    Withdraw {
        /// Its secret.
        secret: String,
    },
    /// Something of the place around the games.
    Place(PlaceWrite),
    /// A clock waited for its player after a start.
    Waited {
        /// The game's id.
        game: String,
        /// How it waited.
        waited: Waited,
        /// When the time was over without that, and when it is now, in served milliseconds.
        due: [u64; 2],
    },
    /// The server has run for so long altogether, in milliseconds.
    Served(u64),
    /// What the operator does, before it is done and again with what came of it.
    Audit(Audited),
}

/// Something that the operator did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Audited {
    /// Its number: the later, the larger.
    pub id: i64,
    /// When, milliseconds since 1970.
    pub at: u64,
    /// Who did it, if that was said.
    pub operator: Option<String>,
    /// What was done, such as `POST /people/{name}/close`.
    pub action: String,
    /// To whom or to what.
    pub target: String,
    /// What else was said.
    pub detail: String,
    /// What came of it; nothing if the server ended before that was known.
    pub outcome: Option<String>,
}

/// How a clock waited for its player after a start of the server, all in served milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waited {
    /// When the event was written after which the clock runs; after another event this counts no more.
    pub since: u64,
    /// For how long it waited, at all starts together.
    pub waited: u64,
    /// The last of these starts.
    pub start: u64,
}

/// A rated game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rated {
    /// The family in which it counts.
    pub family: String,
    /// Who played: White first.
    pub players: [PersonId; 2],
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
}

/// An invitation as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewInvitation {
    /// What the link ends with.
    pub secret: String,
    /// The id that the game will have.
    pub game: String,
    /// Who invites.
    pub from: PersonId,
    /// The colour of who invites; `None` leaves it to chance.
    pub color: Option<Color>,
    /// What is to be played.
    pub terms: Terms,
    /// The files that it is played by.
    pub rules: Rulebook,
    /// What the game is called.
    pub title: String,
    /// Whether anybody may join, so that it stands in the lobby.
    pub open: bool,
    /// When it was made, milliseconds since 1970.
    pub at: u64,
}

/// An invitation that was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredInvitation {
    /// As it was made.
    pub made: NewInvitation,
    /// The name of who invites; `None` for a guest.
    pub name: Option<String>,
    /// How it stands, but for its age.
    pub state: InvitationState,
}

/// A game as it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Its id.
    pub id: String,
    /// What was agreed on.
    pub terms: Terms,
    /// What the game is called.
    pub title: String,
    /// The family whose ratings the players have.
    pub family: String,
    /// The files that it is played by.
    pub rules: Rulebook,
    /// Who plays: White first.
    pub players: [PersonId; 2],
    /// What lets others watch a private game.
    pub watch_key: String,
    /// When it began, milliseconds since 1970.
    pub at: u64,
    /// The same in served milliseconds.
    pub served: u64,
    /// What lists show of it.
    pub summary: Summary,
}

/// A game that was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// As it began.
    pub begun: NewGame,
    /// Who plays: the names, White first; `None` for guests.
    pub names: [Option<String>; 2],
    /// Their ratings when it began.
    pub ratings: [Option<u32>; 2],
    /// All that happened.
    pub log: Vec<Entry>,
    /// How its clock waited after a start.
    pub waited: Option<Waited>,
}

/// A line in a list of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredLine {
    /// The game's id.
    pub id: String,
    /// The game with its options.
    pub spec: String,
    /// What the game is called.
    pub title: String,
    /// Who plays, White first.
    pub players: [PersonId; 2],
    /// Their names, White first; `None` for guests.
    pub names: [Option<String>; 2],
    /// Their ratings when it began.
    pub ratings: [Option<u32>; 2],
    /// What it changed of them.
    pub gained: [Option<i32>; 2],
    /// How time is kept.
    pub clock: Option<ClockRule>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether others see it in lists.
    pub public: bool,
    /// Moves made.
    pub plies: u32,
    /// Whose turn it is.
    pub turn: Option<Color>,
    /// How it ended.
    pub result: String,
    /// When it began, milliseconds since 1970.
    pub created: u64,
    /// When it last went on.
    pub updated: u64,
}

/// Where everything is kept.
pub trait Store: Place + Send + Sync + fmt::Debug + 'static {
    /// Writes something; when the answer comes it is on the disk.
    fn write(&self, write: Write) -> Answer<'_, ()>;
    /// Who has the session of this hash.
    fn person(&self, token: [u8; 32]) -> Answer<'_, Option<(PersonId, Option<String>)>>;
    /// An invitation by its secret.
    fn invitation(&self, secret: String) -> Answer<'_, Option<StoredInvitation>>;
    /// The invitation that a game is to come of, by the game's id.
    fn invitation_to(&self, game: String) -> Answer<'_, Option<StoredInvitation>>;
    /// A game by its id.
    fn game(&self, id: String) -> Answer<'_, Option<StoredGame>>;
    /// A person's games, the latest first, at most so many.
    fn games_of(&self, person: PersonId, most: u32) -> Answer<'_, Vec<StoredLine>>;
    /// A person's games that go on, by their ids.
    fn running(&self, person: PersonId) -> Answer<'_, Vec<String>>;
    /// Games in which somebody's time is over by a served time, at most so many.
    fn due(&self, served: u64, most: u32) -> Answer<'_, Vec<String>>;
    /// Rated games without a clock in which nothing has happened since a date, at most so many.
    fn abandoned(&self, since: u64, most: u32) -> Answer<'_, Vec<String>>;
    /// How long the server has run altogether, in milliseconds.
    fn served(&self) -> Answer<'_, u64>;
    /// What the operator did, the latest first: before one of this number, at most so many.
    fn audit(&self, before: Option<i64>, most: u32) -> Answer<'_, Vec<Audited>>;
    /// How it is.
    fn condition(&self) -> Condition;
    /// Ends what writes; later writes fail.
    fn close(&self) -> Answer<'_, ()>;
}
