//! A byte for the game, then a FEN.
#![no_main]

use berolina_fuzz::common::inputs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| inputs::fen(bytes));
