//! The engine searches a game of every pair of mechanisms: what a search asks of a position must hold whatever mechanisms meet.
//!
//! A usual run searches the games of one pair of 31, each in a few positions. All of them, and sets of several mechanisms at random:
//!
//! ```text
//! BEROLINA_PAIRS=1 BEROLINA_SETS=5000 cargo test -p berolina-engine --test all pairs::
//! ```
//!
//! In a debug build, as overflows are found there alone.

use std::panic::{AssertUnwindSafe, catch_unwind};

use berolina_engine::{Engine, Limits};
use berolina_rules::{Definition, Game, Library, Variant};

use crate::common::Random;

#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "../../rules/tests/common/pairs.rs"]
mod mechanisms;

/// Of so many pairs one is searched in a usual run.
const SHARE: usize = 31;
/// Plies of a game, each third of which is searched.
const PLIES: usize = 36;
const NODES: u64 = 120;

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}: {text}")))
}

/// Plays a game at random, but searches now and then.
fn test(engine: &mut Engine, definition: Definition, random: &mut Random) {
    let variant = Variant::new(definition);
    let mut game = Game::new(variant.start());
    while game.outcome().is_none() && game.moves().len() < PLIES {
        let position = game.position();
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = if game.moves().len() % 3 == 2 {
            let best = engine.search(&game, &Limits::nodes(NODES), &mut |_| {}).best;
            assert!(best.is_none_or(|best| position.is_legal(best)), "illegal: {}", position.fen());
            best
        } else {
            // Captures are where mechanisms meet.
            let takes: Vec<_> = moves.iter().copied().filter(|&mv| !position.taken(mv).is_empty()).collect();
            let from = if takes.is_empty() || random.one_in(3) { &moves } else { &takes };
            Some(from[random.below(from.len())])
        };
        let Some(mv) = mv else { break };
        game.push(mv);
    }
}

/// Tests games and says of which mechanisms those are that fail.
fn all_hold(games: impl Iterator<Item = (String, String)>) {
    let mut engine = Engine::with_hash(1);
    let mut wrong = Vec::new();
    for (number, (names, text)) in games.enumerate() {
        let definition = mechanisms::library(&text).load("invented").expect("it was loaded before");
        let mut random = Random::new(number as u64);
        if catch_unwind(AssertUnwindSafe(|| test(&mut engine, definition, &mut random))).is_err() {
            eprintln!("{names}:\n{text}");
            wrong.push(names);
            engine = Engine::with_hash(1);
        }
    }
    assert!(wrong.is_empty(), "{} searches fail:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_engine_searches_games_of_pairs() {
    let share = setting("BEROLINA_PAIRS", SHARE);
    all_hold(mechanisms::every(&mechanisms::parts(), share));
}

#[test]
fn the_engine_searches_games_of_several_mechanisms() {
    let seed = setting("BEROLINA_SEED", 1) as u64;
    all_hold(mechanisms::sets(&mechanisms::parts(), setting("BEROLINA_SETS", 40), seed));
}

/// Games in whose exchanges the engine once asked for what was not there.
#[test]
fn stones_and_explosions_are_searched() {
    let text = include_str!("data/stone-blast.toml");
    let mut library = Library::shipped();
    library.add_text("stone-blast", text).unwrap();
    let mut engine = Engine::with_hash(1);
    for seed in 0..6 {
        test(&mut engine, library.load("stone-blast").unwrap(), &mut Random::new(seed));
    }
}
