//! What must hold in every position of every shipped game, under sampled options: in random games, in
//! positions set up at random, and in the positions of `data/perft.tsv`.
//!
//! A run tests a few games of each. More of them, or others:
//!
//! ```text
//! BEROLINA_GAMES=20 BEROLINA_SEED=7 cargo test --release -p berolina-rules --test all properties::
//! ```

use std::collections::BTreeSet;

use crate::common::games::{self, Subject};
use crate::common::{Random, mirror, play, position, setting, variation};
use berolina_rules::definition::Library;
use berolina_rules::{Game, Position, Variant};

/// Plies of a random game.
const PLIES: usize = 80;
/// Positions set up at random for each random game.
const SCATTERED: usize = 60;

/// Calls `test` for each game, on as many threads as there are processors, with its own random numbers.
fn each_game(test: impl Fn(&Subject, &mut Random) + Sync) {
    let seed = setting("BEROLINA_SEED", 1) as u64;
    let next = std::sync::atomic::AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if index >= games::names().len() {
                        return;
                    }
                    test(games::subject(index), &mut Random::new(seed << 32 | index as u64));
                }
            });
        }
    });
}

#[test]
fn random_games() {
    each_game(|subject, random| {
        for _ in 0..setting("BEROLINA_GAMES", 1) {
            random_game(subject, random);
        }
    });
}

fn random_game(subject: &Subject, random: &mut Random) {
    let mut game = Game::new(subject.variant.start());
    let mut passed: Vec<Position> = Vec::new();
    for ply in 0..PLIES {
        let now = game.position().clone();
        position::check(&now, &subject.free);
        if ply % 8 == 0 {
            position::check_san(&now);
            position::check_perft(&now);
        }
        let legal = now.legal_moves();
        if legal.is_empty() {
            assert!(game.outcome().is_some_and(|o| o.reason.is_final()), "{}: no move and no end", now.fen());
            break;
        }
        let mv = play::choose(&now, &legal, random);
        passed.push(now);
        game.push(mv);
        // Some moves are taken back and others made instead; some go to and fro.
        if random.one_in(6) {
            game.pop();
            game.push(*random.pick(&legal));
        }
        check_occurrences(&game);
    }
    assert!(game.positions()[..passed.len()].iter().eq(&passed), "the game keeps its positions");
    while let Some(before) = passed.pop() {
        game.pop().expect("as many moves as positions");
        assert!(game.position() == &before, "{}: taking back", before.fen());
        assert_eq!(game.moves().len(), passed.len());
        check_occurrences(&game);
    }
    assert!(game.pop().is_none() && game.position() == game.start());
}

/// What a game counts along is what all its positions say.
fn check_occurrences(game: &Game) {
    let same = |other: &&Position| other.same_position(game.position());
    assert_eq!(game.occurrences(), game.positions().iter().filter(same).count(), "{}", game.position().fen());
}

/// Pieces that wander to and fro, as no random game does.
#[test]
fn positions_that_repeat() {
    let repeated = std::sync::atomic::AtomicUsize::new(0);
    each_game(|subject, random| {
        let mut game = Game::new(subject.variant.start());
        for _ in 0..PLIES {
            let legal = game.position().legal_moves();
            let back =
                game.moves().iter().nth_back(1).and_then(|last| {
                    legal.iter().find(|mv| (mv.from(), mv.to()) == (last.to(), last.from()))
                });
            let Some(&mv) =
                back.filter(|_| !random.one_in(5)).or_else(|| legal.first().map(|_| random.pick(&legal)))
            else {
                break;
            };
            game.push(mv);
            check_occurrences(&game);
            repeated.fetch_max(game.occurrences(), std::sync::atomic::Ordering::Relaxed);
            if random.one_in(9) {
                game.pop();
                check_occurrences(&game);
            }
        }
    });
    assert!(repeated.into_inner() > 5, "no position was repeated often");
}

#[test]
fn positions_set_up_at_random() {
    each_game(|subject, random| {
        let mut tested = 0;
        for _ in 0..SCATTERED * setting("BEROLINA_GAMES", 1) {
            if let Some(scattered) = play::scattered(subject, random) {
                tested += 1;
                position::check(&scattered, &subject.free);
                if tested % 8 == 0 {
                    position::check_san(&scattered);
                    position::check_perft(&scattered);
                }
            }
        }
        assert!(tested > 0, "{}: no position could be set up", subject.variant.definition().name);
    });
}

#[test]
fn positions_of_the_perft_counts() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/perft.tsv");
    let text = std::fs::read_to_string(path).expect("the data file is there");
    let library = Library::shipped();
    let rows = text.lines().skip(1).filter_map(|line| line.split_once('\t'));
    let rows: BTreeSet<_> =
        rows.map(|(name, rest)| (name, rest.split('\t').next().expect("a FEN").to_owned())).collect();
    let mut subject: Option<(&str, Subject)> = None;
    for (name, fen) in rows {
        if subject.as_ref().is_none_or(|(last, _)| *last != name) {
            subject = Some((name, Subject::load(&library, name).expect("a shipped game")));
        }
        let (_, subject) = subject.as_ref().expect("just loaded");
        let read =
            Position::from_own_fen(&subject.variant, &fen).unwrap_or_else(|e| panic!("{name} {fen}: {e}"));
        position::check(&read, &subject.free);
        position::check_san(&read);
    }
}

/// In the game with the players' rules exchanged, the mirrored position has the mirrored moves. Where
/// both play by the same rules, that is the same game.
#[test]
fn colours_mirrored() {
    let alike = std::sync::atomic::AtomicUsize::new(0);
    each_game(|subject, random| {
        let definition = subject.variant.definition();
        if definition.players.iter().any(|player| player.goal.as_ref().is_some_and(|goal| goal.last_move)) {
            return; // The right to the last move is Black's.
        }
        let mirrored = variation::mirrored(games::library(), &definition.full_name());
        let mut game = Variant::new(mirrored.expect("no shipped army attacks at the start"));
        if mirror::same_rules(definition, game.definition()) {
            game = std::sync::Arc::clone(&subject.variant);
            alike.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        let mut position = subject.variant.start();
        for _ in 0..PLIES {
            mirror::check(&position, &game);
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position = position.play_unchecked(play::choose(&position, &legal, random));
        }
        for _ in 0..SCATTERED {
            if let Some(scattered) = play::scattered(subject, random) {
                mirror::check(&scattered, &game);
            }
        }
    });
    assert!(alike.into_inner() > games::names().len() / 2, "few games treat both players alike");
}

#[test]
fn near_and_normal_exchanged_are_the_other_colour() {
    let library = Library::shipped();
    let load =
        |options: &str| library.load(&format!("near-vs-normal:{options}")).expect("options of the game");
    for rest in ["en-passant=on", "near-wins-by=checkmate,near-promotes=any", "normal-wins-by=checkmate"] {
        let white = format!("near-vs-normal:near=white,{rest}");
        let mirrored = variation::mirrored(&library, &white).expect("options of the game");
        let black = load(&format!("near=black,{rest}"));
        assert!(mirror::same_rules(&mirrored, &black), "{rest}");
        assert!(!mirror::same_rules(&load(&format!("near=white,{rest}")), &black), "{rest}");
    }
}
