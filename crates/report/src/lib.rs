//! What games of the engine against itself tell of a game: who wins, how often it is drawn and why, how long it lasts, what its
//! pieces are worth, whether skill decides.
//!
//! 1. [`play`](play::play) plays a game by its number: the same plan and number give the same game everywhere, so games can be
//!    played by any number of threads, workers of a page or machines, and a report that was cut off goes on.
//! 2. [`Tally`] adds games up, in any order.
//! 3. [`Tally::report`] says what they tell: a [`Report`], every figure with its error. It is shown as [`text`], as a page
//!    ([`page`]), or serialised.
//!
//! Engines are not people: what a report says, it says of players as strong as [`Plan::nodes`](play::Plan::nodes) makes them.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod facts;
pub mod figure;
pub mod page;
pub mod play;
mod plot;
pub mod report;
mod tally;
pub mod text;
mod values;

pub use figure::Figure;
pub use report::Report;
pub use tally::Tally;
