//! Tests of the laboratory from outside, one program for all of them: `cargo test -p berolina-lab --test all courses::` runs a part.

mod campaign;
mod contest;
mod courses;
mod ideas;
mod puzzles;
mod train;
mod values;
mod wins;
