//! What pages send to a game, line by line; two bytes choose the game and its clock.
#![no_main]

use berolina_fuzz::server::frames;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| frames::hold(bytes));
