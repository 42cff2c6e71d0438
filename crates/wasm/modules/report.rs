//! A module of the browser app: reports on games, with rules and engine for all boards. Which features of the crate are in it, `cargo xtask wasm` says.

extern crate berolina_wasm as _;
