//! Tests of the server from outside, one program for all of them: `cargo test -p berolina-server --test all play::` runs a part.

mod arbitrary_input;
mod cheats;
mod common;
mod costs;
mod http;
mod limits;
mod model;
mod operator;
mod people;
mod place;
mod play;
mod table;
