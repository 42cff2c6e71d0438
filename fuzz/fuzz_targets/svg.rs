//! A picture of a piece as SVG.
#![no_main]

use berolina_fuzz::common::inputs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| inputs::svg(text));
