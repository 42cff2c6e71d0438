//! A PGN file.
#![no_main]

use berolina_fuzz::common::inputs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| inputs::pgn(bytes));
