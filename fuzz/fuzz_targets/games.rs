//! A game of self-play as files of games have it: it is refused, its moves are told to be illegal in one line, or its positions are learnt from.
#![no_main]

use std::sync::Arc;

use berolina_lab::learning::Played;
use berolina_rules::{Library, Variant};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static GAMES: [Arc<Variant>; 3] = ["near", "npnc", "duck"]
        .map(|name| Variant::load(&Library::shipped(), name).expect("it is shipped"));
}

fuzz_target!(|bytes: &[u8]| {
    let Some(played) = Played::from_bytes(bytes) else { return };
    assert_eq!(played.to_bytes(), bytes);
    GAMES.with(|games| {
        for game in games {
            match played.quiet(game) {
                Ok(positions) => assert!(positions.iter().all(|quiet| !quiet.position.is_check())),
                Err(error) => assert!(!error.contains('\n')),
            }
        }
    });
});
