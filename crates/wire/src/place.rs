//! What pages ask of the place around the games: accounts, the lobby, the archive, games that inventors publish.

use serde::{Deserialize, Serialize};

use crate::game::{Audience, ClockRule, Color, GameFile, Seat};
use crate::request::GameLine;

/// The fewest and the most characters of a passphrase.
pub const PASSPHRASE: (usize, usize) = (10, 200);

/// `POST /accounts`: the person that this browser is gets a name. The games stay the person's.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Register {
    /// 3 to 20 letters without accents, digits, `-` and `_`, a letter first.
    pub name: String,
    /// As long as [`PASSPHRASE`] says.
    pub passphrase: String,
}

/// The answer to [`Register`].
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Registered {
    /// The name.
    pub name: String,
    /// Codes that stand for the passphrase once each: told now and never again.
    pub codes: Vec<String>,
}

/// `POST /session`: this browser is an account from now on. What it played as a guest becomes the account's.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct SignIn {
    /// The account's name, in any case of letters.
    pub name: String,
    /// Its passphrase.
    pub passphrase: String,
}

/// The answer to [`SignIn`].
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct SignedIn {
    /// The name, as it is written.
    pub name: String,
    /// So many games of a guest are the account's now.
    pub claimed: u32,
}

/// `POST /accounts/passphrase`: another passphrase. All other browsers are signed out.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct NewPassphrase {
    /// What it was.
    pub old: String,
    /// What it is to be.
    pub new: String,
}

/// `POST /accounts/recover`: another passphrase, for who has lost it. All other browsers are signed out, and this one is signed in.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Recover {
    /// The account's name.
    pub name: String,
    /// A code that was not used yet.
    pub code: String,
    /// The new passphrase.
    pub passphrase: String,
}

/// The answer to [`Recover`].
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Recovered {
    /// The name, as it is written.
    pub name: String,
    /// So many codes are left.
    pub left: u32,
}

/// `POST /accounts/close`: the name, the sessions and all that the person said are removed, for ever. Games stay the other player's too: in
/// them the person is a guest.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct CloseAccount {
    /// The account's passphrase.
    pub passphrase: String,
}

/// `GET /lobby`: who looks for somebody to play with, and what is played before everybody.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Lobby {
    /// Open challenges, the latest first.
    pub challenges: Vec<Challenge>,
    /// Public games that go on, those where something happened last first.
    pub live: Vec<GameLine>,
}

/// A game that anybody may join.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Challenge {
    /// Its invitation.
    pub invitation: String,
    /// The game that comes of it, told to who made it.
    pub game: Option<String>,
    /// The game with its options.
    pub spec: String,
    /// What the game is called.
    pub title: String,
    /// Who made it.
    pub from: Seat,
    /// The colour of who joins; `null` leaves it to chance.
    pub color: Option<Color>,
    /// How time is kept.
    pub clock: Option<ClockRule>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// When it was made, milliseconds since 1970.
    pub created: u64,
}

/// `GET /people/NAME`: somebody with an account.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct PersonPage {
    /// The name.
    pub name: String,
    /// Since when, milliseconds since 1970.
    pub since: u64,
    /// Whether it is who asks.
    pub you: bool,
    /// Ratings, those with most games first.
    pub ratings: Vec<FamilyRating>,
    /// Games that the person has published for all, the latest first.
    pub published: Vec<PublishedLine>,
}

/// A rating in a family of games, by Glicko-2.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct FamilyRating {
    /// The family, by the name of its first game.
    pub family: String,
    /// What that game is called.
    pub title: String,
    /// The rating.
    pub rating: u32,
    /// The true strength is within twice as much, of twenty times in nineteen.
    pub deviation: u32,
    /// Rated games.
    pub games: u32,
}

/// `GET /archive?person=NAME&game=NAME&result=1-0&rated=true&before=CURSOR`: public games that are over, the latest first. Each condition may be
/// left out.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Archive {
    /// The games.
    pub games: Vec<GameLine>,
    /// With this as `before`, the next ones follow; `null` at the end.
    pub next: Option<String>,
}

/// `POST /published`: shows a game of one's own to others.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Publish {
    /// The game, `my:NAME` with its options.
    pub spec: String,
    /// Its files, and what they extend of one's own.
    pub files: Vec<GameFile>,
    /// Who sees it: `private` is oneself alone.
    pub audience: Audience,
}

/// The answer to [`Publish`].
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Published {
    /// What its address ends with.
    pub id: String,
}

/// `GET /published`: games that were published for all, the latest first, and one's own.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct PublishedList {
    /// The games.
    pub games: Vec<PublishedLine>,
}

/// A published game in a list.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PublishedLine {
    /// What its address ends with.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What its file says of it.
    pub about: String,
    /// Who published it; `null` for a guest.
    pub by: Option<String>,
    /// Who sees it.
    pub audience: Audience,
    /// Whether it is one's own.
    pub yours: bool,
    /// When, milliseconds since 1970.
    pub created: u64,
}

/// `GET /published/ID`: a game that somebody published.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct PublishedGame {
    /// What lists say of it.
    pub line: PublishedLine,
    /// The game, `my:NAME` with its options.
    pub spec: String,
    /// Its files.
    pub files: Vec<GameFile>,
    /// How often it was played here.
    pub played: u32,
    /// Its latest public games.
    pub games: Vec<GameLine>,
}

/// `POST /reports`: tells the operator of something.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Report {
    /// What it is about: `game/ID`, `person/NAME` or `published/ID`.
    pub about: String,
    /// What is wrong, at most [`MAX_REPORT`] characters.
    pub text: String,
}

/// The longest text of a report, in characters.
pub const MAX_REPORT: usize = 1000;
