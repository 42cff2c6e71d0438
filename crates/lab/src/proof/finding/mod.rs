//! Where positions with forced wins come from.

pub mod recipes;
pub mod sources;
