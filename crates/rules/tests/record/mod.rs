//! Records and the text of moves, over random games of every shipped game.
//!
//! `PROPTEST_CASES=100 cargo test --release -p berolina-rules --test all record::` plays more of them.

mod moves;
mod random;
mod reading;
mod roundtrip;
