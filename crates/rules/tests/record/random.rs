//! Games by chance, the same for the same seed.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use berolina_rules::definition::OptionValues;
use proptest::prelude::ProptestConfig;

use berolina_rules::{Game, Library, Move, Position, Variant};

pub(crate) static LIBRARY: LazyLock<Library> = LazyLock::new(Library::shipped);

/// So many cases, or as many as `PROPTEST_CASES` says.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let told = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: told.unwrap_or(cases), failure_persistence: None, ..ProptestConfig::default() }
}

/// Numbers by chance (SplitMix64).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.number() % n as u64) as usize
    }

    pub(crate) fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// A game's name with options by chance.
pub(crate) fn spec(name: &str, chance: &mut Chance) -> String {
    let options = LIBRARY.load(name).unwrap().options;
    let choices = options.iter().map(|option| {
        let value = match &option.values {
            OptionValues::Choice(values) => chance.of(values).0.clone(),
            OptionValues::Number { min, max } => {
                (u64::from(*min) + chance.number() % u64::from(max - min + 1)).to_string()
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
pub(crate) fn variants(chance: &mut Chance) -> Vec<Arc<Variant>> {
    LIBRARY.names().map(|name| variant(&spec(name, chance))).collect()
}

/// A move by chance. Captures and moves that are rare are taken more often.
pub(crate) fn any_move(position: &Position, chance: &mut Chance) -> Option<Move> {
    let legal = position.legal_moves();
    if legal.is_empty() {
        return None;
    }
    let rare = |mv: &&Move| {
        mv.promotion().is_some()
            || mv.castling().is_some()
            || mv.is_en_passant()
            || mv.entry().is_some()
            || mv.leaps_over().is_some()
    };
    let rare: Vec<_> = legal.iter().filter(rare).collect();
    if !rare.is_empty() && chance.below(3) == 0 {
        return Some(**chance.of(&rare));
    }
    Some(*chance.of(&legal))
}

/// A game of at most so many plies, to its end or until chance ends it.
pub(crate) fn game(variant: &Arc<Variant>, plies: usize, chance: &mut Chance) -> Game {
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
