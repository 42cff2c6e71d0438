//! A text of another program is read as a game, and what is written is looked at as a variant file.
#![no_main]

use berolina_rules::definition::Severity;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match berolina_exchange::import(text, "fuzzed") {
        Ok(games) => {
            let names: std::collections::BTreeSet<&str> =
                games.iter().map(|game| game.name.as_str()).collect();
            assert_eq!(names.len(), games.len(), "no two games have one name");
            for game in &games {
                if game.is_whole() {
                    let mut library = berolina_rules::Library::shipped();
                    library.add_text(&game.name, &game.text).expect("a good name");
                    let faults = library.check(&game.name);
                    assert!(!faults.iter().any(|fault| fault.severity() == Severity::Error), "{}", game.text);
                }
                assert!(game.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
                assert!(!game.text.contains('\0'), "{}", game.text);
            }
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
