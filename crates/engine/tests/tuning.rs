//! Weights that an engine is given are its own, on whatever thread it searches.

use std::thread;

use crate::common::variant;
use berolina_engine::tuning::Model;
use berolina_engine::{Engine, Limits, Report};
use berolina_rules::{Game, Library, Position, Variant};

/// What an engine makes of the start of Near Chess.
fn look(engine: &mut Engine) -> (i32, Option<berolina_rules::Move>) {
    let game = Game::new(variant("near").start());
    let Report { score, best, .. } = engine.search(&game, &Limits::nodes(3000), &mut |_| {});
    (score.value(), best)
}

#[test]
fn given_weights_belong_to_the_engine_and_not_to_a_thread() {
    let near = variant("near");
    let mut model = Model::derived(&near);
    let wild = model.names().iter().zip(model.values()).map(|(name, [middle, ending])| {
        let more = if name == "tempo" { 300.0 } else { 0.0 };
        [middle + more, ending + more]
    });
    let wild: Vec<_> = wild.collect();
    model.set_values(&wild);
    let given = || {
        let mut engine = Engine::with_hash(1);
        model.give_to(&mut engine);
        engine
    };
    let mut plain = Engine::with_hash(1);
    plain.set_use_nets(false);
    let here = look(&mut given());
    assert_ne!(here, look(&mut plain), "the weights count");
    let mut engine = given();
    let there = thread::spawn(move || look(&mut engine)).join().expect("a search");
    assert_eq!(there, here);
}

#[test]
fn weights_given_as_text_are_those_of_the_model() {
    for name in ["near", "near-vs-normal", "crazyhouse", "grand", "forward"] {
        let variant = variant(name);
        let model = Model::new(&variant);
        let mut again = Model::derived(&variant);
        again.take(&model.text(""));
        assert_eq!(again.values(), model.values(), "{name}");
    }
}

#[test]
fn a_held_piece_that_slides_and_promotes_is_counted_once() {
    let mut library = Library::shipped();
    let text = "extends = \"crazyhouse\"\ntitle = \"With lances\"\norder = \"KQRBNLP\"\n\
                array = [\"LNBQKBNL\", \"PPPPPPPP\"]\ncastling = false\npromotion.reverts = false\n\
                [pieces.lance]\nletter = \"L\"\nmoves = \"fR\"\npromotes = \"N\"\n";
    library.add_text("lances", text).unwrap();
    let lances = Variant::load(&library, "lances").unwrap_or_else(|e| panic!("{e}"));
    let mut model = Model::derived(&lances);
    let mut value = |hand: &str| {
        let fen = format!("lnbqkbnl/pppppppp/8/8/8/8/PPPPPPPP/LNBQKBNL[{hand}] w - - 0 1");
        model.evaluate(&Position::from_fen(&lances, &fen).unwrap_or_else(|e| panic!("{e}")))
    };
    let gain = value("L") - value("");
    let at = model.names().iter().position(|name| name == "hand.L").expect("a lance may be held");
    let [middle, _] = model.values()[at];
    assert!((gain as f32 - middle).abs() < middle / 4.0, "{gain} for a lance in hand, worth {middle}");
}
