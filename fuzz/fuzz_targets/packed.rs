//! A definition as bytes is no game, or one that can be played.
#![no_main]

use berolina_fuzz::common::inputs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    inputs::packed(bytes);
});
