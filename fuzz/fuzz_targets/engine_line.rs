//! A line from an engine: it is read without a panic, and a score is within its bounds.
#![no_main]

use berolina_lab::matches::uci::Reply;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Reply::Info(info) = Reply::read(&String::from_utf8_lossy(bytes)) {
        assert!(info.score.is_none_or(|score| score.value().abs() <= 30_000));
    }
});
