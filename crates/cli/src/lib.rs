//! What the program `berolina` offers to other code: the answers of `berolina query`.

pub mod answer;
