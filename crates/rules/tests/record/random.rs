//! Games by chance, the same for the same seed.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

pub(crate) use berolina_numbers::Random;
use berolina_rules::definition::OptionValues;
use berolina_rules::position::Manner;
use proptest::prelude::ProptestConfig;

use berolina_rules::{Game, Library, Move, Position, Variant};

pub(crate) static LIBRARY: LazyLock<Library> = LazyLock::new(Library::shipped);

/// So many cases, or as many as `PROPTEST_CASES` says.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let told = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: told.unwrap_or(cases), failure_persistence: None, ..ProptestConfig::default() }
}

/// A game's name with options by chance.
pub(crate) fn spec(name: &str, chance: &mut Random) -> String {
    let options = LIBRARY.load(name).unwrap().options.clone();
    let choices = options.iter().map(|option| {
        let value = match &option.values {
            OptionValues::Choice(values) => chance.pick(values).0.clone(),
            OptionValues::Number { min, max } => {
                (u64::from(*min) + chance.bits() % u64::from(max - min + 1)).to_string()
            }
        };
        format!("{}={value}", option.name)
    });
    let choices: Vec<_> = choices.collect();
    if choices.is_empty() { name.to_owned() } else { format!("{name}:{}", choices.join(",")) }
}

/// A game compiled, once.
pub(crate) fn variant(spec: &str) -> Arc<Variant> {
    static KEPT: LazyLock<Mutex<HashMap<String, Arc<Variant>>>> = LazyLock::new(Mutex::default);
    let mut kept = KEPT.lock().unwrap();
    let load = || Variant::load(&LIBRARY, spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
    Arc::clone(kept.entry(spec.to_owned()).or_insert_with(load))
}

/// Every shipped game, with options by chance.
pub(crate) fn variants(chance: &mut Random) -> Vec<Arc<Variant>> {
    LIBRARY.names().map(|name| variant(&spec(name, chance))).collect()
}

/// A move by chance. Captures and moves that are rare are taken more often.
pub(crate) fn any_move(position: &Position, chance: &mut Random) -> Option<Move> {
    let legal = position.legal_moves();
    if legal.is_empty() {
        return None;
    }
    let rare = |mv: &&Move| !matches!(mv.manner(), Manner::Plain | Manner::Double | Manner::Drop(_));
    let rare: Vec<_> = legal.iter().filter(rare).collect();
    if !rare.is_empty() && chance.below(3) == 0 {
        return Some(**chance.pick(&rare));
    }
    Some(*chance.pick(&legal))
}

/// A game of at most so many plies, to its end or until chance ends it.
pub(crate) fn game(variant: &Arc<Variant>, plies: usize, chance: &mut Random) -> Game {
    let mut game = Game::new(variant.start());
    for _ in 0..plies {
        let Some(mv) = any_move(game.position(), chance) else { break };
        game.push(mv);
        if game.outcome().is_some() && chance.below(4) > 0 {
            break;
        }
    }
    game
}
