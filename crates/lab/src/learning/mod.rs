//! How the evaluation learns from games that the engine plays against itself.
//!
//! [`generate`] plays games and keeps quiet positions with the result and the search's score, each a [`Sample`];
//! [`tune`] fits the named weights of the evaluation to them, and [`train`] makes a network of them.

pub mod generate;
mod sample;
pub mod train;
pub mod tune;

pub use sample::Sample;
