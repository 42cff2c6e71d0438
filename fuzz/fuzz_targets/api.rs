//! Requests by HTTP, as text, a line `---` between each two.
#![no_main]

use berolina_fuzz::server::api;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| api::hold(bytes));
