//! A game of a report, as a line of its journal has it: it is refused in one line, or added up, and shown.
#![no_main]

use std::sync::Arc;

use berolina_report::play::{Plan, Record};
use berolina_report::{Tally, page, text};
use berolina_rules::{Library, Variant};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static GAME: Arc<Variant> = Variant::load(&Library::shipped(), "near").expect("it is shipped");
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(record) = serde_json::from_slice::<Record>(bytes) else { return };
    GAME.with(|game| {
        let mut tally = Tally::new(game);
        match tally.add(record) {
            Ok(()) => {
                let report = tally.report(&Plan::default(), &[], 1);
                assert!(
                    !page::page(std::slice::from_ref(&report), "").contains("NaN")
                        && !text::report(&report).is_empty()
                );
            }
            Err(error) => assert!(!error.contains('\n') && tally.is_empty()),
        }
    });
});
