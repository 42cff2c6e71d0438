//! How the evaluation learns from games that the engine plays against itself.
//!
//! [`generate`] plays games ([`Played`]), kept in files that [`archive`] describes or, their quiet positions with the result and the search's
//! score, as lines of text ([`Sample`]). [`tune`] fits the named weights of the evaluation to them, and [`train`] makes a network of
//! them; [`contest`] tells which of two plays better. [`campaign`] does all of it, from a variant file to a network.

pub mod archive;
pub mod campaign;
pub mod contest;
pub mod generate;
mod judgement;
mod played;
mod sample;
pub mod train;
pub mod tune;

pub use judgement::Judgement;
pub use played::Played;
pub use sample::Sample;
