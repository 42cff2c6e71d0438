//! Tests that run the program, all of them one program: `cargo test -p berolina --test program uci::` runs a part.

mod analyse;
mod cases;
mod commands;
mod common;
mod convert;
mod export;
mod files;
mod import;
mod lab;
mod matches;
mod play;
mod serve;
mod soak;
mod uci;
mod workers;
mod xboard;
