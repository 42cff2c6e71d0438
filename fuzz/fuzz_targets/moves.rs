//! A byte for the game, then move texts and SAN, one on each line.
#![no_main]

use berolina_fuzz::common::inputs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| inputs::moves(bytes));
