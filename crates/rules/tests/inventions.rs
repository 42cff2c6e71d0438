//! What must hold in every position of games whose mechanisms are put together at random: the code that
//! plays them asks for no game by name, so that none of its paths may depend on another by accident.
//!
//! A run tests 150 of them. More of them, or others:
//!
//! ```text
//! BEROLINA_INVENTIONS=20000 BEROLINA_SEED=7 cargo test --release --test inventions
//! ```

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};

use berolina_rules::definition::{Library, Severity};
use berolina_rules::{LoadError, Variant};
use common::games::Subject;
use common::{Random, invent, mirror, play, position, setting};

const QUICK: usize = 150;
const PLIES: usize = 25;
const SCATTERED: usize = 25;

/// The game of a seed, if its mechanisms go together.
fn invented(seed: u64) -> Option<Subject> {
    let text = invent::text(&mut Random(seed));
    let mut library = Library::empty();
    library.add_text("invented", &text).expect("a good name");
    match library.load("invented") {
        Ok(definition) => Some(Subject::new(definition)),
        Err(LoadError::Faulty(faults)) => {
            assert!(
                faults.iter().any(|f| f.severity == Severity::Error),
                "seed {seed}: refused without an error"
            );
            None
        }
        Err(error) => panic!("seed {seed}: {error}\n{text}"),
    }
}

fn test(seed: u64, subject: &Subject) {
    let random = &mut Random(!seed);
    let mirrored = Variant::new(mirror::definition(subject.variant.definition()));
    let mut now = subject.variant.start();
    for ply in 0..PLIES {
        position::check(&now, &subject.free);
        mirror::check(&now, &mirrored);
        if ply % 6 == 0 {
            position::check_san(&now);
            position::check_perft(&now);
        }
        let legal = now.legal_moves();
        if legal.is_empty() {
            break;
        }
        now = now.play(play::choose(&now, &legal, random));
    }
    for n in 0..SCATTERED {
        if let Some(scattered) = play::scattered(subject, random) {
            position::check(&scattered, &subject.free);
            mirror::check(&scattered, &mirrored);
            if n % 6 == 0 {
                position::check_san(&scattered);
            }
        }
    }
}

#[test]
fn invented_games() {
    let seed = (setting("BEROLINA_SEED", 1) as u64) << 32;
    let wanted = setting("BEROLINA_INVENTIONS", QUICK);
    let (next, played, wrong) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= wanted || wrong.load(Ordering::Relaxed) > 5 {
                        return;
                    }
                    let seed = seed | index as u64;
                    let Some(subject) = invented(seed) else { continue };
                    played.fetch_add(1, Ordering::Relaxed);
                    let result = std::panic::catch_unwind(|| test(seed, &subject));
                    if result.is_err() {
                        eprintln!("seed {seed}, in:\n{}", invent::text(&mut Random(seed)));
                        wrong.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    assert_eq!(wrong.into_inner(), 0, "games are played wrongly; what stands above says which");
    let played = played.into_inner();
    println!("{played} of {wanted} games can be played");
    assert!(played > wanted / 6, "too few of the games can be played");
}
