//! What the program `berolina` offers to other code: the answers of `berolina query`, and what the protocols
//! of chess GUIs say.

#![forbid(unsafe_code)]

pub mod answer;
pub mod protocol;
