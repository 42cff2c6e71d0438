//! A module of the browser app: what checks and changes variant files. Which features of the crate are in it, `cargo xtask wasm` says.

extern crate berolina_wasm as _;
