//! What must hold in every position of games whose mechanisms are put together at random: the code that
//! plays them asks for no game by name, so that none of its paths may depend on another by accident.
//!
//! A run tests 150 of them. More of them, or others:
//!
//! ```text
//! BEROLINA_INVENTIONS=20000 BEROLINA_SEED=7 cargo test --release -p berolina-rules --test all inventions::
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::games::Subject;
use crate::common::{Random, invent, mirror, play, position, setting, variation};
use berolina_rules::definition::{Code, Diagnostic, Library, Severity};
use berolina_rules::geometry::Color;
use berolina_rules::{LoadError, Setup, Variant};

/// How many games were refused for a king that is attacked at the start.
static REFUSED: AtomicUsize = AtomicUsize::new(0);

const QUICK: usize = 150;
const PLIES: usize = 25;
const SCATTERED: usize = 25;

/// A game, and the same with the players exchanged where that can begin.
struct Invention {
    subject: Subject,
    mirrored: Option<Arc<Variant>>,
}

/// The game of a seed, if its mechanisms go together.
fn invented(seed: u64) -> Option<Invention> {
    let text = invent::text(&mut Random::new(seed));
    let mut library = Library::empty();
    library.add_text("invented", &text).expect("a good name");
    match Subject::load(&library, "invented") {
        Ok(subject) => {
            let start = Setup::start(&subject.variant).position(&subject.variant);
            assert!(start.is_ok(), "seed {seed}: the start cannot be played: {start:?}");
            // White alone moves first, of which some goals speak.
            let alike = !text.contains("last-move") && !text.contains("draws");
            let mirrored = match variation::mirrored(&library, "invented") {
                Ok(definition) => Some(Variant::new(definition)),
                Err(LoadError::Faulty(faults))
                    if faults.iter().all(|f| f.code == Code::E073 || f.severity() == Severity::Warning) =>
                {
                    None
                }
                Err(error) => panic!("seed {seed}, mirrored: {error}\n{text}"),
            };
            Some(Invention { subject, mirrored: mirrored.filter(|_| alike) })
        }
        Err(LoadError::Faulty(faults)) => {
            check_refusal(seed, &library, &faults);
            assert!(
                faults.iter().any(|f| f.severity() == Severity::Error),
                "seed {seed}: refused without an error"
            );
            None
        }
        Err(error) => panic!("seed {seed}: {error}\n{text}"),
    }
}

/// A game that is refused because White attacks Black's king at the start: by the tables White does as well, which are
/// made where kings are lost by capture.
fn check_refusal(seed: u64, library: &Library, faults: &[Diagnostic]) {
    let mut errors = faults.iter().filter(|fault| fault.severity() == Severity::Error).peekable();
    if errors.peek().is_some() && errors.all(|fault| fault.code == Code::E073) {
        let free =
            variation::without_check(library, "invented").unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        assert!(
            !free.has_one_king(Color::Black) || Variant::new(free).start().king_attacked(Color::Black),
            "seed {seed}: nothing attacks the king"
        );
        REFUSED.fetch_add(1, Ordering::Relaxed);
    }
}

fn test(seed: u64, Invention { subject, mirrored }: &Invention) {
    let random = &mut Random::new(!seed);
    let mut now = subject.variant.start();
    for ply in 0..PLIES {
        position::check(&now, &subject.free);
        mirrored.iter().for_each(|mirrored| mirror::check(&now, mirrored));
        if ply % 6 == 0 {
            position::check_san(&now);
            position::check_perft(&now);
        }
        let legal = now.legal_moves();
        if legal.is_empty() {
            break;
        }
        now = now.play_unchecked(play::choose(&now, &legal, random));
    }
    for n in 0..SCATTERED {
        if let Some(scattered) = play::scattered(subject, random) {
            position::check(&scattered, &subject.free);
            mirrored.iter().for_each(|mirrored| mirror::check(&scattered, mirrored));
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
                    let Some(invention) = invented(seed) else { continue };
                    played.fetch_add(1, Ordering::Relaxed);
                    let result = std::panic::catch_unwind(|| test(seed, &invention));
                    if result.is_err() {
                        eprintln!("seed {seed}, in:\n{}", invent::text(&mut Random::new(seed)));
                        wrong.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    assert_eq!(wrong.into_inner(), 0, "games are played wrongly; what stands above says which");
    let played = played.into_inner();
    println!("{played} of {wanted} games can be played");
    let refused = REFUSED.load(Ordering::Relaxed);
    println!("{refused} were refused for a king that is attacked at the start");
    assert!(refused >= wanted / 300, "too few kings are attacked at the start");
    assert!(played > wanted / 6, "too few of the games can be played");
}
