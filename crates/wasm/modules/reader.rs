//! A module of the browser app: what reads variant files, for modules that only play. Which features of the crate are in it, `cargo xtask wasm` says.

extern crate berolina_wasm as _;
