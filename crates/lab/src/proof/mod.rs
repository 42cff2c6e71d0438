//! What is proven by trying every move, without the engine's judgement.
//!
//! [`wins`] proves forced wins, [`suite`] is the file that keeps them, and [`course`] reads and proves lessons and
//! puzzles.

pub mod course;
pub mod suite;
pub mod wins;
