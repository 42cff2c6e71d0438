//! A variant file is read, checked, compiled and played for a few plies.
#![no_main]

use berolina_fuzz::common::inputs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| inputs::variant_file(bytes));
