//! A module of the browser app: what analysis asks, with rules and engine for all boards. Which features of the crate are in it, `cargo xtask wasm` says.

extern crate berolina_wasm as _;
