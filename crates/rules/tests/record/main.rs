//! Records and the text of moves, over random games of every shipped game.

mod moves;
mod random;
mod reading;
mod roundtrip;
