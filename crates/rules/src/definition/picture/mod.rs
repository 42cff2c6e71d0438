//! The picture of each piece: a drawing, chosen by name and moves or by the file, or one of the file's own.

mod faces;

pub use faces::{LETTER, drawings};

pub(super) use faces::{Said, choose};
