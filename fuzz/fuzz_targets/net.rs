//! The file of a network: a byte, and the file. Where the byte is odd the file gets the beginning and the check of a true one,
//! so that not all ends there. It is refused in one line, or the engine plays by it.
#![no_main]

use std::cell::RefCell;
use std::sync::Arc;

use berolina_engine::{Engine, Limits};
use berolina_fuzz::{network, seal, tiny};
use berolina_rules::{Game, Variant};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static GAME: (Arc<Variant>, Vec<u8>) = { let game = tiny(); let file = network(&game, 1); (game, file) };
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::with_hash(1));
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&sealed, file)) = bytes.split_first() else { return };
    let mut file = file.to_vec();
    GAME.with(|(variant, true_file)| {
        if sealed & 1 == 1 {
            seal(&mut file, true_file);
        }
        ENGINE.with_borrow_mut(|engine| {
            engine.forget_nets();
            match engine.set_net(variant, &file) {
                Ok(()) => {
                    let limits = Limits { nodes: Some(200), ..Limits::default() };
                    let found = engine.search(&Game::new(variant.start()), &limits, &mut |_| {});
                    assert!(found.best.is_some());
                }
                Err(error) => assert!(!error.to_string().contains('\n')),
            }
        });
    });
});
