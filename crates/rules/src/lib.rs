//! Rules of chess variants, compiled from text.

#![deny(missing_docs)]

pub mod definition;
pub mod geometry;
pub mod notation;
