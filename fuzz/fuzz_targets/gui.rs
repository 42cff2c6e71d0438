//! What chess GUIs say: a byte for the game, then lines of `go`, `position`, `level` and `st`, and moves.
#![no_main]

use std::cell::RefCell;
use std::time::Duration;

use berolina::protocol::{Go, TimeControl, read_move, read_position};
use berolina_rules::notation::record::Catalog;
use berolina_rules::{Game, Library};
use libfuzzer_sys::fuzz_target;

const GAMES: [&str; 6] = ["chess", "near", "npnc", "crazyhouse", "chess960", "forward"];

thread_local! {
    static CATALOG: RefCell<Catalog> = RefCell::new(Catalog::new(Library::shipped()));
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&game, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let name = GAMES[usize::from(game) % GAMES.len()];
    let variant = CATALOG.with_borrow_mut(|catalog| catalog.find(name)).expect("a shipped game");
    let mut game = Game::new(variant.start());
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "position" => match read_position(&variant, rest, &game) {
                // What was read from a beginning is what is read from nothing.
                Ok((read, refused)) => {
                    let (again, why) =
                        read_position(&variant, rest, &Game::new(variant.start())).expect("read before");
                    assert_eq!(again.moves(), read.moves());
                    assert_eq!(again.position().fen(), read.position().fen());
                    assert_eq!(why, refused);
                    game = read;
                }
                Err(error) => assert!(!error.contains('\n')),
            },
            "go" => match Go::read(rest, game.position()) {
                Ok(go) => {
                    for mv in go.moves.iter().flatten() {
                        assert!(game.position().is_legal(*mv));
                    }
                    // Sums of times do not overflow.
                    let clock = go.clock().unwrap_or_default();
                    let _ = clock.left + clock.increment * 1_000 + go.move_time.unwrap_or_default();
                }
                Err(error) => assert!(!error.contains('\n')),
            },
            "level" | "st" => {
                let read = if word == "st" {
                    TimeControl::read_per_move(rest)
                } else {
                    TimeControl::read_level(rest)
                };
                match read {
                    Ok(control) => {
                        let _ = control.clock(Duration::MAX, u32::MAX);
                    }
                    Err(error) => assert!(!error.contains('\n')),
                }
            }
            _ => match read_move(game.position(), line) {
                Ok(mv) => game.push(mv),
                Err(error) => assert!(!error.contains('\n')),
            },
        }
    }
});
