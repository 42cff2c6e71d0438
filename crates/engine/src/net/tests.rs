//! Networks of random weights, in every game.

use std::sync::Arc;

use berolina_numbers::Random;
use berolina_numbers::hash::fnv32;
use berolina_rules::geometry::BySize;
use berolina_rules::variant::AnyTables;
use berolina_rules::visit;
use berolina_rules::{Game, Library, Position, Variant};

use super::*;

fn random_weights(view: &View, seed: u64) -> Weights {
    let mut random = Random::new(seed);
    let mut row =
        |largest: usize| [0; HIDDEN].map(|_: i32| random.below(2 * largest + 1) as i16 - largest as i16);
    Weights {
        inputs: (0..view.len()).map(|_| row(100)).collect(),
        bias: row(300),
        outputs: (0..view.outputs()).map(|_| [row(127), row(127)]).collect(),
        output_bias: (0..view.outputs() as i32).map(|i| 1000 * i - 4000).collect(),
        scale: 215,
    }
}

fn games() -> impl Iterator<Item = Arc<Variant>> {
    let library = Library::shipped();
    let names: Vec<String> = library.names().map(str::to_owned).collect();
    let options = ["near-vs-normal:near=black", "near:win=checkmate"].map(str::to_owned);
    names.into_iter().chain(options).map(move |name| Variant::load(&library, &name).expect("it is shipped"))
}

/// The score with sums that are kept, beside that from nothing.
fn both<S: Size>(net: &Net, stack: &mut Stack<S>, state: &State<S>, ply: usize) -> [i32; 2] {
    [stack.evaluate(net, state, ply), net.evaluate(state)]
}

#[test]
fn kept_sums_are_those_from_nothing_in_every_game() {
    for variant in games() {
        let (definition, view) = (variant.definition(), View::new(&variant));
        let name = definition.full_name();
        let weights = random_weights(&view, 7);
        let file = view.file(&weights);
        let net = visit!(variant.tables(), |tables| Net::read(definition, tables, &file));
        let net = net.expect("it was made for this game");
        assert_eq!(net.weights, weights, "{name}: read as written");
        let (mut small, mut large) = (Stack::default(), Stack::default());
        let mut seen = [Vec::new(), Vec::new()];
        let mut random = Random::new(3);
        for _ in 0..4 {
            let mut game = Game::new(variant.start());
            for _ in 0..120 {
                let position: Position = game.position().clone();
                let moves = position.legal_moves();
                if moves.is_empty() || game.outcome().is_some() {
                    break;
                }
                // Now and then a ply is passed over, and what was seen lately at any ply is begun with.
                let ply = random.below(6);
                let [kept, fresh] = match position.sized() {
                    BySize::Small(position) => both(&net, &mut small, position.state(), ply),
                    BySize::Large(position) => both(&net, &mut large, position.state(), ply),
                };
                assert_eq!(kept, fresh, "{name}: {}", position.fen());
                let output = view.inputs(&position, &mut seen);
                assert_eq!(view.score(&weights, &seen, output), fresh, "{name}: {}", position.fen());
                game.push(moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
fn a_network_plays_games_with_its_pieces_and_rules_only() {
    let library = Library::shipped();
    let load = |name: &str| Variant::load(&library, name).expect("it is shipped");
    let fits = |trained: &str, played: &str| {
        let (trained, played) = (load(trained), load(played));
        let view = View::new(&trained);
        let file = view.file(&random_weights(&view, 1));
        visit!(played.tables(), |tables| Net::read(played.definition(), tables, &file).is_ok())
    };
    assert!(fits("near", "near:win=checkmate"), "how the king is lost does not matter");
    assert!(fits("near-vs-normal:near=white", "near-vs-normal:near=black"), "nor who has which army");
    for other in ["chess", "near-10", "near-6", "near-drop", "near-anywhere", "near-vs-normal"] {
        assert!(!fits("near", other), "{other}");
    }
    assert!(!fits("chess", "king-of-the-hill"));
}

#[test]
fn armies_share_all_inputs_but_one() {
    let library = Library::shipped();
    let load = |name: &str| Variant::load(&library, name).expect("it is shipped");
    let game = load("near-vs-normal");
    let view = View::new(&game);
    assert_eq!(view.len(), View::new(&load("chess")).len() + 2, "the same pieces, and whose view it is");
    let seen = |fen: &str| {
        let mut seen = [Vec::new(), Vec::new()];
        view.inputs(&Position::from_fen(&game, fen).expect("it is one"), &mut seen);
        seen
    };
    // The same pieces on the same squares as their owners see them.
    let [near, normal] = seen("6k1/pp6/8/8/8/8/PP6/6K1 w - - 0 1");
    let common: Vec<_> = near.iter().filter(|input| normal.contains(input)).collect();
    assert_eq!([near.len(), normal.len(), common.len()], [7, 7, 6]);
    let own = |fen: &str| *seen(fen)[0].last().expect("there are kings");
    let other = "6k1/8/8/8/8/8/8/K7";
    assert_eq!(own(&format!("{other} w - - 0 1")), near[6], "it does not depend on what stands where");
    assert_eq!(own(&format!("{other} b - - 0 1")), normal[6]);

    // As it was when each army had inputs of its own.
    let mut weights = random_weights(&view, 1);
    weights.inputs.extend_from_within(..);
    let AnyTables::Small(tables) = game.tables() else { unreachable!("it is small") };
    let error = Net::read(game.definition(), tables, &view.file(&weights)).expect_err("too many").to_string();
    assert!(error.ends_with("sees other inputs than this version of the program: train it anew"), "{error}");
}

/// A game that says these lines beside what another says.
fn changed(base: &str, lines: &str) -> Arc<Variant> {
    let mut library = Library::shipped();
    let text = format!("extends = \"{base}\"\ntitle = \"Changed\"\nabout = \"As {base}, but.\"\n{lines}\n");
    library.add_text("changed", &text).expect("a name");
    Variant::load(&library, "changed").unwrap_or_else(|error| panic!("{lines}: {error}"))
}

#[test]
fn every_rule_that_decides_a_position_is_told() {
    let near = Variant::load(&Library::shipped(), "near").expect("it is shipped");
    let hand = "hand.pieces = \"H\"\n[pieces.hawk]\nletter = \"H\"\nmoves = \"BN\"\nabout = \"Enters.\"";
    let changes = [
        "explosion = {}",
        "explosion = { spares = \"P\" }",
        "explosion = { spares = \"NP\" }",
        &format!("{hand}\nenters-behind = \"RN\""),
        &format!("{hand}\nenters-behind = \"R\""),
        "board.holes = \"d4, e4, d5, e5\"",
        "board.holes = \"a4, h4, a5, h5\"",
        "repetition = { times = 3, mover = \"loss\" }",
        "repetition = false",
        "clock.limit = 40",
        "stalemate = \"draw\"",
        "pieces.pawn.leaves = \"N\"",
        "pieces.pawn.captor-becomes = \"N\"",
        "pieces.pawn.captures-own = true",
        "insufficient = false\npieces.queen.turns-to-stone = true",
        "explosion = { spares = \"K\", survives = \"K\" }",
        "pieces.knight.moves = \"NF\"",
        "promotion.limit = \"QRRBBN\"",
        "promotion.quiet = true",
        "promotion.in-place = false\npromotion.step = { on = \"rank 6\" }",
        "promotion.in-place = false\npromotion.step = { on = \"rank 6\", moves = \"F\" }",
        "promotion.in-place = false\npromotion.step = { on = \"rank 6\", last-anywhere = true }",
        "promotion.in-place = false\npromotion.step = { on = \"rank 6\", declinable = true }",
    ];
    let mut texts = vec![Identity::new(near.definition()).text()];
    for lines in changes {
        let other = changed("near", lines);
        let text = Identity::new(other.definition()).text();
        assert!(!texts.contains(&text), "{lines}: {text}");
        assert!(!serves(near.definition(), other.definition()), "{lines}");
        let found = visit!(other.tables(), |tables| Net::find(other.definition(), tables));
        assert!(found.is_none(), "{lines}: it is played by the network of near");
        texts.push(text);
    }
    // What only tells how the game is called and written, or in which order something is said.
    let explains =
        ["pieces.knight.about = \"It leaps.\"", "pieces.knight.value = 400", "hints = [\"Look.\"]"];
    for lines in explains {
        let other = changed("near", lines);
        assert!(serves(near.definition(), other.definition()), "{lines}");
        let found = visit!(other.tables(), |tables| Net::find(other.definition(), tables));
        assert_eq!(found.is_some(), !NETS.is_empty(), "{lines}: the network of near");
    }
    let spared =
        ["NP", "PN"].map(|letters| changed("near", &format!("explosion = {{ spares = \"{letters}\" }}")));
    assert!(serves(spared[0].definition(), spared[1].definition()));
}

#[test]
fn every_shipped_network_fits_its_game() {
    let library = Library::shipped();
    for (name, _) in NETS {
        let variant = Variant::load(&library, name).expect("it is named after a game");
        let found = visit!(variant.tables(), |tables| Net::find(variant.definition(), tables));
        assert!(found.is_some(), "{name}: its network cannot be read, or was trained for other rules");
    }
}

#[test]
fn damaged_files_are_refused_in_one_line() {
    let variant = Variant::load(&Library::shipped(), "near").expect("it is shipped");
    let AnyTables::Small(tables) = variant.tables() else { unreachable!("near is small") };
    let view = View::new(&variant);
    let file = view.file(&random_weights(&view, 1));
    let read = |bytes: &[u8]| Net::read(variant.definition(), tables, bytes).map(drop);
    assert_eq!(read(&file), Ok(()));
    for length in [0, 3, 4, 20, file.len() / 2, file.len() - 1] {
        let error = read(&file[..length]).expect_err("cut short").to_string();
        assert!(error.starts_with("a network for near: the file ") && !error.contains('\n'), "{error}");
    }
    for at in [0, 4, 6, 14, 30, 500, file.len() - 1] {
        let mut damaged = file.clone();
        damaged[at] ^= 0x41;
        assert!(read(&damaged).is_err(), "byte {at}");
    }
}

#[test]
fn no_weight_is_too_large() {
    let variant = Variant::load(&Library::shipped(), "near").expect("it is shipped");
    let AnyTables::Small(tables) = variant.tables() else { unreachable!("near is small") };
    let view = View::new(&variant);
    let read = |weight: i16| {
        let mut weights = random_weights(&view, 1);
        weights.inputs[3][5] = weight;
        Net::read(variant.definition(), tables, &view.file(&weights)).map(drop)
    };
    for weight in [LARGEST_INPUT, -LARGEST_INPUT] {
        assert_eq!(read(weight), Ok(()));
    }
    for weight in [LARGEST_INPUT + 1, -LARGEST_INPUT - 1, i16::MAX, i16::MIN] {
        let error = read(weight).expect_err("too large").to_string();
        assert!(error.ends_with("has too large a weight"), "{weight}: {error}");
    }
}

#[test]
fn a_network_that_was_given_can_be_taken_away() {
    let variant = Variant::load(&Library::shipped(), "near").expect("it is shipped");
    let file = View::new(&variant).file(&random_weights(&View::new(&variant), 1));
    let game = Game::new(variant.start());
    let mut engine = crate::Engine::with_hash(1);
    let limits = crate::Limits { nodes: Some(500), ..crate::Limits::default() };
    let look = |engine: &mut crate::Engine| {
        let report = engine.search(&game, &limits, &mut |_| {});
        (report.score, report.nodes)
    };
    let own = look(&mut engine);
    engine.set_net(&variant, &file).expect("it was made for this game");
    let given = look(&mut engine);
    assert_ne!(given, own, "random weights play otherwise");
    engine.forget_nets();
    assert_eq!(look(&mut engine), own);
}

#[test]
fn a_file_of_an_older_version_says_so_and_can_be_signed_anew() {
    let variant = Variant::load(&Library::shipped(), "near").expect("it is shipped");
    let AnyTables::Small(tables) = variant.tables() else { unreachable!("near is small") };
    let view = View::new(&variant);
    let file = view.file(&random_weights(&view, 1));
    // As version 1 was: another number of the game.
    let mut old = file.clone();
    old[4] = 1;
    old[5..13].fill(7);
    let (content, check) = old.split_last_chunk_mut::<4>().expect("it is longer");
    *check = fnv32(content).to_le_bytes();
    let read = |bytes: &[u8]| Net::read(variant.definition(), tables, bytes).map(drop);
    let error = read(&old).expect_err("it is old").to_string();
    assert!(error.contains("is of an older version; `berolina train GAME --sign FILE`"), "{error}");
    assert_eq!(view.sign(&old), Ok(file.clone()));
    assert_eq!(view.sign(&file), Ok(file.clone()), "signed twice it stays the same");
    let chess10 = Variant::load(&Library::shipped(), "capablanca").expect("it is shipped");
    assert!(View::new(&chess10).sign(&file).is_err(), "another board");
}

#[test]
fn the_text_of_a_game_stays_as_it_is() {
    let text = |game: &str| {
        let variant = Variant::load(&Library::shipped(), game).expect("it is shipped");
        Identity::new(variant.definition()).text()
    };
    let kept = [
        include_str!("identity/near.txt"),
        include_str!("identity/near-vs-normal.txt"),
        include_str!("identity/crazyhouse.txt"),
    ];
    assert_eq!(["near", "near-vs-normal", "crazyhouse"].map(text), kept);
}
