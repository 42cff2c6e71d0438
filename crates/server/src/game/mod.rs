//! A game between two people, as pure data: what was agreed on, and a log of numbered events from which everything else follows.
//!
//! Nothing here waits, writes or asks what time it is. [`Match::decide`] says what comes of a wish, [`Match::apply`] makes it
//! so: between the two the server puts it on the disk.

mod agreed;
mod cabinet;
mod clock;
mod decide;
mod lag;
mod state;

pub(crate) use agreed::OWN;
pub use agreed::{Agreed, Cabinet, Rulebook};
pub use clock::Clock;
pub(crate) use decide::ABANDONED;
pub use decide::{Now, Wisher, read};
pub use lag::Lag;
pub use state::{Entry, Match, Summary};
