//! A network learns from the games that the engine plays.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use berolina_engine::Engine;
use berolina_lab::crew::{Taken, Threads};
use berolina_lab::learning::generate::{self, generate};
use berolina_lab::learning::train::{Data, Plan, Trained, train};
use berolina_lab::learning::{Judgement, Sample};
use berolina_rules::{Library, Variant};

/// A network that learnt a few positions of Near Chess on six files, with the number of positions.
fn trained(variant: &Arc<Variant>, samples: &[Sample], epochs: u32, strays: u32) -> (usize, Trained) {
    let mut data = Data::default();
    data.add(variant, samples.iter().cloned(), strays).expect("the samples are of this game");
    let plan = Plan { epochs, batch: 256, ..Plan::default() };
    let trained = train(variant, &data, &plan, &mut |_, _, _| {}).expect("there are games enough");
    (data.len(), trained)
}

#[test]
fn a_network_learns_and_the_engine_takes_it() {
    let variant = Variant::load(&Library::shipped(), "near-6").expect("it is shipped");
    let plan = generate::Plan { nodes: 60, ..generate::Plan::default() };
    let mut samples: Vec<Sample> = Vec::new();
    let stop = Arc::new(AtomicBool::new(false));
    generate(&variant, &Judgement::Shipped, &plan, &Threads(1), &mut (0..200), &stop, &mut |game| {
        samples.extend(game.map_or(Ok(Vec::new()), |game| game.samples(&variant))?);
        Ok(Taken::More)
    })
    .expect("nothing fails here");
    assert!(samples.len() > 1000, "{} positions", samples.len());

    let (_, little) = trained(&variant, &samples, 1, 0);
    let (alone, much) = trained(&variant, &samples, 12, 0);
    let (joined, again) = trained(&variant, &samples, 12, 2);
    assert!(much.trained.mixture < 0.8 * little.trained.mixture, "{much:?} after {little:?}");
    assert!(again.trained.mixture < much.trained.mixture, "strays help: {again:?} after {much:?}");
    assert!((much.whole.mixture / much.trained.mixture - 1.0).abs() < 0.02, "as integers: {much:?}");
    // Each of the positions to learn from has two strays, but where a random move ends the game or gives check.
    assert!(joined > 2 * alone && joined < 3 * alone, "{joined} of {alone}");

    let (_, same) = trained(&variant, &samples, 1, 0);
    assert_eq!(same.file, little.file, "one thread computes the same every time");
    let mut engine = Engine::with_hash(1);
    engine.set_net(&variant, &much.file).expect("it was made for this game");
    let chess = Variant::load(&Library::shipped(), "chess").expect("it is shipped");
    assert!(engine.set_net(&chess, &much.file).is_err());
}
