//! A module of the browser app: the rules and the engine for boards of up to 64 squares, which everybody fetches first. Which features of the crate are in it, `cargo xtask wasm` says.

extern crate berolina_wasm as _;
