//! What is proven by trying every move, without the engine's judgement.
//!
//! [`wins`] proves the shortest forced wins and [`numbers`] long ones, [`suite`] is the file that keeps them, and [`course`] reads and proves lessons and
//! puzzles.

pub mod course;
pub mod numbers;
pub mod suite;
pub mod wins;
