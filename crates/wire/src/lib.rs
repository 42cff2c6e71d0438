//! What pages and the game server say to each other: plain types, which a test turns into `web/src/lib/online/wire.ts`
//! (`UPDATE=1 cargo test -p berolina-wire` writes it).
//!
//! A page asks by HTTP ([`request`], [`place`]) and follows a game by a WebSocket ([`socket`]), each message a JSON object in a text
//! frame. A game is a numbered log of [`event`]s, from which everything that can be seen of it follows. Times are
//! milliseconds; dates are milliseconds since 1970. Nothing is ever removed from a message or changed in its meaning
//! without another [`VERSION`]; unknown keys are ignored, so keys can be added.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod event;
pub mod game;
pub mod place;
pub mod refusal;
pub mod request;
pub mod socket;

pub use event::{Event, What};
pub use game::{Audience, ClockRule, Color, GameFile, Seat, Terms};
pub use refusal::{Code, Refusal};

/// The version of all this. A page says it when it opens a socket; one of another version is told to reload.
pub const VERSION: u32 = 1;

/// The longest text frame that a page may send, in bytes.
pub const MAX_FRAME: usize = 4096;

/// The greatest number of a wish. A page that has used it draws its numbers by chance.
pub const MAX_WISH: u32 = 2_000_000_000;

/// The longest text of a chat message, in characters.
pub const MAX_SAID: usize = 280;

#[cfg(test)]
mod typescript;
