//! What is proven by trying every move, without the engine's judgement.
//!
//! [`wins`] proves the shortest forced wins and [`numbers`] long ones, [`suite`] is the file that keeps them and [`finding`] finds them; [`course`]
//! reads and proves lessons, and [`puzzles`] makes, reads and proves puzzles.

pub mod course;
pub mod finding;
pub mod numbers;
pub mod puzzles;
pub mod suite;
pub mod wins;
