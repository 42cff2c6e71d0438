//! What variant files cost: to read, to compile, to keep, and to find what is legal. Time is the processor's of one thread.
//!
//! ```text
//! cargo run --release -p berolina-rules --example cost -- FILE...
//! ```

use std::time::Instant;

use berolina_rules::{Game, Library, Variant};

fn main() {
    for file in std::env::args().skip(1) {
        let mut library = Library::shipped();
        let names = match library.add_path(file.as_ref()) {
            Ok(names) => names,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        for name in names {
            cost(&library, &name);
        }
    }
}

fn cost(library: &Library, name: &str) {
    let began = Instant::now();
    let loaded = library.load(name);
    let reading = began.elapsed();
    let definition = match loaded {
        Ok(definition) => definition,
        Err(error) => return println!("{name}: read in {reading:?}: {error}"),
    };
    let began = Instant::now();
    let variant = Variant::new(definition);
    let compiling = began.elapsed();
    let (bound, bytes) = (variant.definition().cost(), variant.bytes() / 1024);
    let mut game = Game::new(variant.start());
    let (mut most, mut slowest) = (0, std::time::Duration::ZERO);
    let mut random = berolina_numbers::Random::new(1);
    while game.outcome().is_none() && game.moves().len() < 60 {
        let mut moves = Vec::new();
        // The quickest of some, as other programs take time as well.
        let time = |_| {
            let began = Instant::now();
            moves = game.position().legal_moves();
            began.elapsed()
        };
        slowest = slowest.max((0..5).map(time).min().unwrap_or_default());
        most = most.max(moves.len());
        if moves.is_empty() {
            break;
        }
        game.push(moves[random.below(moves.len())]);
    }
    println!(
        "{name}: read in {reading:?}, compiled in {compiling:?}, {bytes} KiB, {bound:?}, legal moves up to {most} in {slowest:?}"
    );
}
