//! A module of the browser app: the engine for larger boards. Which features of the crate are in it, `cargo xtask wasm` says.

extern crate berolina_wasm as _;
