//! The picture of each piece: a drawing, chosen by name and moves or by the file, or one of the file's own.

mod beside;
mod faces;
mod outline;
mod paint;
mod path;
mod svg;
mod xml;

pub use faces::{LETTER, drawings};
pub use svg::{MAX_SVG, SvgFault, clean_svg};

pub(super) use beside::{Beside, beside};
pub(super) use faces::{Said, choose};
