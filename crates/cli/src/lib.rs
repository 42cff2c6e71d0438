//! What the program `berolina` offers to other code: the answers of `berolina query`.

#![forbid(unsafe_code)]

pub mod answer;
