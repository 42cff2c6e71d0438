//! Tests of the engine from outside, one program for all of them but `allocations`, which counts those of a whole program:
//! `cargo test -p berolina-engine --test all wins::` runs a part.

mod bench;
mod common;
mod evaluation;
mod explosion;
mod limits;
mod matches;
mod pairs;
mod quiescence;
mod review;
mod shapes;
mod tactics;
mod tuning;
mod wins;
