//! A text of another program is read as a game, and what is written is looked at as a variant file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match berolina_exchange::import(text, "fuzzed") {
        Ok(games) => {
            for game in games {
                assert!(game.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
                assert!(!game.text.contains('\0'), "{}", game.text);
            }
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
