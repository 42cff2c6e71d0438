//! A PGN file whose games are changed as analysis changes them.
#![no_main]

use berolina_fuzz::common::inputs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| inputs::tree(bytes));
