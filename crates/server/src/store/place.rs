//! What is kept of the place around the games: accounts and their ratings, open challenges, published games, reports.

use berolina_wire::place::PublishedLine;
use berolina_wire::{Audience, ClockRule, Color};

use super::{Answer, PersonId, StoredLine};
use crate::game::Rulebook;
use crate::rating::Standing;

/// What is kept of a secret: its SHA-256.
pub type Digest = [u8; 32];

/// An account, as who signs in needs it.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredAccount {
    /// Whose it is.
    pub person: PersonId,
    /// The name as it was written.
    pub name: String,
    /// The passphrase by argon2id, in PHC's format.
    pub passphrase: String,
    /// When it was made, milliseconds since 1970.
    pub created: u64,
}

/// A session that begins, and the one of the same browser that it takes the place of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NewSession {
    /// The new secret's hash.
    pub token: Digest,
    /// The old one's.
    pub instead: Option<Digest>,
    /// What the browser is known by when the session is over.
    pub device: Digest,
    /// Milliseconds since 1970.
    pub at: u64,
}

/// A family of games, and how a person stands in it.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredRating {
    /// The family.
    pub family: String,
    /// The rating.
    pub standing: Standing,
}

/// An open challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredChallenge {
    /// The invitation's secret, which is none here.
    pub secret: String,
    /// The game that comes of it.
    pub game: String,
    /// Who made it.
    pub from: PersonId,
    /// The name; `None` for a guest.
    pub name: Option<String>,
    /// The colour of who made it.
    pub color: Option<Color>,
    /// The game with its options.
    pub spec: String,
    /// What it is called.
    pub title: String,
    /// How time is kept.
    pub clock: Option<ClockRule>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// When it was made.
    pub created: u64,
    /// Whether it stands in the lobby.
    pub open: bool,
}

/// Which games of the archive are wanted. What is `None` is no condition.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// Whose.
    pub person: Option<PersonId>,
    /// Also what others do not see: the person asks for the own ones.
    pub own: bool,
    /// The game's name without options.
    pub game: Option<String>,
    /// The result.
    pub result: Option<String>,
    /// Rated ones alone.
    pub rated: bool,
    /// Only what comes after this one in the list: when it last went on, and its id.
    pub after: Option<(u64, String)>,
    /// At most so many.
    pub most: u32,
}

/// A game to be published.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPublished {
    /// What its address ends with.
    pub id: String,
    /// Who publishes it.
    pub person: PersonId,
    /// The game with its options.
    pub spec: String,
    /// Its files.
    pub rules: Rulebook,
    /// What it is called.
    pub title: String,
    /// What it is.
    pub about: String,
    /// Who sees it.
    pub audience: Audience,
    /// When, milliseconds since 1970.
    pub at: u64,
}

/// A published game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPublished {
    /// Who published it.
    pub person: PersonId,
    /// What lists say; whether it is one's own is not known here.
    pub line: PublishedLine,
    /// The game with its options.
    pub spec: String,
    /// Its files.
    pub rules: Rulebook,
    /// How often it was played, as far as that was counted.
    pub played: u32,
    /// The operator has hidden it.
    pub hidden: bool,
}

/// Somebody who may not take part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBan {
    /// Who.
    pub person: PersonId,
    /// The name, if there is one.
    pub name: Option<String>,
    /// Until when, milliseconds since 1970; for good where there is no date.
    pub until: Option<u64>,
    /// Why.
    pub reason: String,
}

/// Addresses from which nobody may take part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredNetworkBan {
    /// The network, such as `203.0.113.0/24`.
    pub network: String,
    /// Until when, milliseconds since 1970.
    pub until: u64,
    /// Why.
    pub reason: String,
}

/// A page of the archive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The games, the latest first.
    pub games: Vec<StoredLine>,
    /// Where the next page begins: when a game last went on, and its id. `None` at the end.
    pub next: Option<(u64, String)>,
}

/// What the operator does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moderation {
    /// Somebody may not take part any more, and the open invitations are called off.
    Ban {
        /// Who.
        person: PersonId,
        /// Until when; for good where there is no date.
        until: Option<u64>,
        /// Why.
        reason: String,
        /// When that was decided.
        at: u64,
    },
    /// Somebody may take part again.
    Unban {
        /// Who.
        person: PersonId,
    },
    /// Nobody of a network may take part.
    BanNetwork {
        /// The network.
        network: String,
        /// Until when.
        until: u64,
        /// Why.
        reason: String,
        /// When that was decided.
        at: u64,
    },
    /// A network is as any other.
    UnbanNetwork {
        /// The network.
        network: String,
    },
    /// All open invitations of a person are called off.
    Challenges {
        /// Whose.
        person: PersonId,
    },
    /// A game is seen by its players alone.
    HideGame {
        /// Which.
        game: String,
    },
    /// A game goes, with all that happened in it.
    RemoveGame {
        /// Which.
        game: String,
    },
    /// What was said in a game goes.
    Talk {
        /// Which.
        game: String,
    },
    /// A published game is hidden, and the same one cannot be published again.
    Hide {
        /// Which.
        id: String,
        /// When that was decided.
        at: u64,
    },
    /// A hidden game may be shown again by who published it.
    Unhide {
        /// Which.
        id: String,
    },
}

/// A report that the operator has not dealt with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReport {
    /// Its number.
    pub id: i64,
    /// Who reports, if that has a name.
    pub by: Option<String>,
    /// What it is about.
    pub about: String,
    /// What is wrong.
    pub text: String,
    /// When, milliseconds since 1970.
    pub created: u64,
}

/// Something to be written, all of it or nothing.
#[derive(Clone)]
pub enum PlaceWrite {
    /// A guest becomes an account.
    Register {
        /// Who.
        person: PersonId,
        /// The name.
        name: String,
        /// The passphrase by argon2id.
        passphrase: String,
        /// Codes that stand for it.
        codes: Vec<Digest>,
        /// The browser's session from now on.
        session: NewSession,
    },
    /// A browser signs in. Games of the guest that it was become the account's, but for those against the account.
    SignIn {
        /// The account.
        person: PersonId,
        /// The guest.
        guest: Option<PersonId>,
        /// The browser's session from now on.
        session: NewSession,
    },
    /// A browser signs out.
    SignOut {
        /// Its session.
        token: Digest,
    },
    /// Another passphrase; all sessions end but the new one.
    Passphrase {
        /// Whose.
        person: PersonId,
        /// By argon2id.
        passphrase: String,
        /// The code that was used up for it.
        code: Option<Digest>,
        /// The browser's session from now on.
        session: NewSession,
    },
    /// The account goes, with all that the person said.
    Close {
        /// Whose.
        person: PersonId,
        /// The hash of the name in small letters, which nobody else gets.
        name: Digest,
    },
    /// A game is published.
    Publish(Box<NewPublished>),
    /// A published game is seen by others than before.
    Republish {
        /// Which.
        id: String,
        /// By whom it is seen.
        audience: Audience,
    },
    /// A report.
    Report {
        /// Who reports.
        person: Option<PersonId>,
        /// What it is about.
        about: String,
        /// What is wrong.
        text: String,
        /// When.
        at: u64,
    },
    /// What has expired goes.
    Sweep {
        /// When, milliseconds since 1970.
        at: u64,
        /// Counts up from one time to the next: not everything is looked at each time.
        turn: u32,
    },
    /// What the operator does.
    Moderate(Moderation),
    /// The operator has dealt with a report.
    Dealt {
        /// Its number.
        report: i64,
    },
}

/// Secrets are not for logs.
impl std::fmt::Debug for PlaceWrite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PlaceWrite")
    }
}

/// What is read of the place.
pub trait Place {
    /// An account by its name, in any case of letters.
    fn account(&self, name: String) -> Answer<'_, Option<StoredAccount>>;
    /// Whether an account had this name that was closed, by the name's hash.
    fn was_closed(&self, name: Digest) -> Answer<'_, bool>;
    /// The codes of an account that were not used.
    fn codes(&self, person: PersonId) -> Answer<'_, Vec<Digest>>;
    /// A person's ratings, those with most games first.
    fn ratings(&self, person: PersonId) -> Answer<'_, Vec<StoredRating>>;
    /// Open challenges made after a date, the latest first, at most so many.
    fn challenges(&self, since: u64, most: u32) -> Answer<'_, Vec<StoredChallenge>>;
    /// A person's invitations made after a date that nobody has joined, the latest first, at most so many.
    fn waiting(&self, person: PersonId, since: u64, most: u32) -> Answer<'_, Vec<StoredChallenge>>;
    /// Public games that go on and went on after a date, the latest first, at most so many.
    fn live(&self, since: u64, most: u32) -> Answer<'_, Vec<StoredLine>>;
    /// One game as lists tell it.
    fn line(&self, game: String) -> Answer<'_, Option<StoredLine>>;
    /// Games that are over, the latest first.
    fn archive(&self, search: Search) -> Answer<'_, Found>;
    /// Public games by the same rules as a published one, the latest first, at most so many.
    fn games_by(&self, rules: String, most: u32) -> Answer<'_, Vec<StoredLine>>;
    /// A person's published games, whoever sees them, or else all that are published for everybody; the latest first, at most so many.
    fn published(&self, person: Option<PersonId>, most: u32) -> Answer<'_, Vec<(PersonId, PublishedLine)>>;
    /// A published game.
    fn published_game(&self, id: String) -> Answer<'_, Option<StoredPublished>>;
    /// Accounts that were signed in from a browser, by the hash of what it is known by.
    fn device(&self, token: Digest) -> Answer<'_, Vec<PersonId>>;
    /// Whether two accounts were signed in from the same browser.
    fn related(&self, one: PersonId, other: PersonId) -> Answer<'_, bool>;
    /// How many games between two people have counted for ratings since a date.
    fn counted(&self, one: PersonId, other: PersonId, since: u64) -> Answer<'_, u32>;
    /// Whether the operator has hidden these files, or a game of this name or title by this person.
    fn is_hidden(&self, person: PersonId, rules: String, name: String, title: String) -> Answer<'_, bool>;
    /// Who may not take part, and from where nobody may.
    fn bans(&self) -> Answer<'_, (Vec<StoredBan>, Vec<StoredNetworkBan>)>;
    /// Reports that nobody has dealt with, the oldest first, at most so many.
    fn reports(&self, most: u32) -> Answer<'_, Vec<StoredReport>>;
}
