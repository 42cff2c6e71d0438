//! Which programs come to the same.

use berolina_engine::{Engine, Limits};
use berolina_numbers::hash::Fnv64;
use berolina_rules::{Game, Library, Variant};

/// Positions of each game that are looked at.
const NODES: u64 = 500;

/// What tells programs apart that do not come to the same: the version, and what the engine finds in a short search at the start of each game
/// that the program knows. So rules, weights, networks and the search itself are in it.
#[must_use]
pub fn build() -> String {
    let library = Library::shipped();
    let mut engine = Engine::with_hash(1);
    let mut hash = Fnv64::new();
    for name in library.names() {
        let Ok(variant) = Variant::load(&library, name) else { continue };
        engine.clear();
        let report = engine.search(&Game::new(variant.start()), &Limits::nodes(NODES), &mut |_| {});
        let best = report.best.map_or(0, berolina_rules::Move::bits);
        hash.add(format!("{name} {best} {} {};", report.score.value(), report.nodes).as_bytes());
    }
    format!("{}-{:08x}", env!("CARGO_PKG_VERSION").replace('.', "_"), hash.value() as u32)
}
