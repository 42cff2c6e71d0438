//! Tests of imports and exports, one program for all of them: `cargo test -p berolina-exchange --test all zrf::` runs a part.

mod common;
mod diagrams;
mod exported;
mod parents;
mod zrf;
mod zrf_hands;
