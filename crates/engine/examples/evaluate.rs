//! Measures the evaluation and shows its terms: positions of random play of each game named, evaluated again
//! and again. `cargo run --release --example evaluate -- chess near`; with `--explain FEN` after one game it
//! prints the terms of that position.

use std::time::Instant;

use berolina_engine::tuning::Model;
use berolina_numbers::Random;
use berolina_rules::{Library, Position, Variant};

/// Rounds through all positions.
const ROUNDS: u32 = 2_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let library = Library::shipped();
    if let [game, option, fen] = &arguments[..]
        && option == "--explain"
    {
        let variant = Variant::load(&library, game)?;
        let position = Position::from_fen(&variant, fen)?;
        println!("{}", Model::new(&variant).explain(&position));
        return Ok(());
    }
    let names = if arguments.is_empty() { library.names().map(str::to_owned).collect() } else { arguments };
    for name in names {
        let variant = Variant::load(&library, &name)?;
        let mut model = Model::new(&variant);
        let mut random = Random::new(1);
        let mut positions = Vec::new();
        while positions.len() < 200 {
            let mut position = variant.start();
            for _ in 0..24 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(*random.pick(&moves));
                positions.push(position.clone());
            }
        }
        let started = Instant::now();
        let mut sum = 0_i64;
        for _ in 0..ROUNDS {
            for position in &positions {
                sum += i64::from(model.evaluate(position));
            }
        }
        let each = started.elapsed().as_nanos() / u128::from(ROUNDS) / positions.len() as u128;
        println!("{name:16} {each:>5} ns, mean {:>5}", sum / i64::from(ROUNDS) / positions.len() as i64);
    }
    Ok(())
}
