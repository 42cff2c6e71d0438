//! The variant file: from text to a checked [`Definition`].

mod model;

pub use model::*;
