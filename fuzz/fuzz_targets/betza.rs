//! A text in Betza notation.
#![no_main]

use berolina_fuzz::common::inputs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| inputs::betza(text));
