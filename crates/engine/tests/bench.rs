//! The engine plays as it did when `bench.txt` was written.

use std::sync::Arc;

use berolina_engine::{Engine, bench};

#[test]
fn the_signature_is_the_recorded_one() {
    let mut told = Vec::new();
    let mut on_position = |searched: &bench::Searched<'_>| {
        told.push(format!("{} {}: {}", searched.game, searched.which, searched.report.nodes));
    };
    let (found, _) = bench::run(&mut Engine::new(), bench::DEPTH, &Arc::default(), &mut on_position)
        .expect("nothing stops it");
    assert_eq!(
        Some(found),
        bench::recorded(),
        "the engine plays otherwise than recorded; if that is meant, write into bench.txt:\nnodes {}\nsignature {:016X}\n{told:#?}",
        found.nodes,
        found.hash
    );
}
