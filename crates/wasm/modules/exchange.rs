//! A module of the browser app: what reads games of other programs. Which features of the crate are in it, `cargo xtask wasm` says.

extern crate berolina_wasm as _;
