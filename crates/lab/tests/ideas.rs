//! The ideas of the games are what they say: each move is legal by the rules of today, and the other game does not have it.

use std::collections::{BTreeMap, BTreeSet};

use berolina_lab::ideas::search::others_of;
use berolina_lab::ideas::strange::Other;
use berolina_lab::ideas::{Idea, Kind};
use berolina_rules::{Library, Position, Variant};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ideas/ideas.json");
const COURSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../courses");

fn ideas() -> Vec<Idea> {
    let text = std::fs::read_to_string(FILE).expect("a file that can be read");
    serde_json::from_str(&text).expect("ideas")
}

/// What stands where, by names: the pieces that a game has.
fn placed(game: &Variant, position: &Position) -> Vec<Option<(String, bool)>> {
    let variant = position.variant();
    let cell = |square| {
        let (kind, color) = position.piece_at(square)?;
        let piece = variant.definition().piece(variant.piece_of(kind));
        let known = game.definition().pieces.iter().any(|other| other.name == piece.name);
        known.then(|| (piece.name.clone(), color == position.turn()))
    };
    variant.shape().iter().map(cell).collect()
}

#[test]
fn every_game_but_the_root_has_an_idea() {
    let library = Library::shipped();
    let told: BTreeSet<String> = ideas().into_iter().map(|idea| idea.game).collect();
    let games: BTreeSet<String> = library.names().map(str::to_owned).filter(|name| name != "chess").collect();
    assert_eq!(told, games, "make them anew by the example `ideas`");
}

#[test]
fn every_idea_is_legal_and_strange() {
    let library = Library::shipped();
    let mut others = BTreeMap::<String, Other>::new();
    for idea in ideas() {
        let name = &idea.game;
        let variant = Variant::load(&library, &idea.spec).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(variant.definition().name, *name);
        assert!(others_of(&library, name).expect("a game").contains(&idea.than), "{name}: its other game");
        let than = Variant::load(&library, &idea.than).expect("a game");
        let position = Position::from_fen(&variant, &idea.fen).unwrap_or_else(|why| panic!("{name}: {why}"));
        if let Some(course) = &idea.course {
            let path = format!("{COURSES}/{course}.json");
            assert!(std::fs::exists(&path).unwrap_or(false), "{name}: there is no {path}");
        }
        let Some(text) = &idea.mv else {
            let from = idea.from.as_ref().unwrap_or_else(|| panic!("{name}: from where the pieces come"));
            let from = Position::from_fen(&variant, from).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(idea.kind, Kind::Array, "{name}");
            assert_eq!(placed(&variant, &position), placed(&variant, &variant.start()), "{name}: the array");
            assert_eq!(
                placed(&variant, &from),
                placed(&variant, &than.start()),
                "{name}: the array of {}",
                idea.than
            );
            assert_ne!(placed(&variant, &from), placed(&variant, &position), "{name}");
            continue;
        };
        let mv = position.parse_move(text).unwrap_or_else(|why| panic!("{name}: {text}: {why}"));
        let other = others.entry(idea.than.clone()).or_insert_with(|| Other::new(&than));
        let (_, kinds) = other.strange(&position, &[mv]).remove(0);
        assert!(kinds.contains(&idea.kind), "{name}: {text} is {kinds:?}, not {:?}", idea.kind);
    }
}

#[test]
fn what_the_other_game_has_is_not_strange() {
    let library = Library::shipped();
    let load = |name: &str| Variant::load(&library, name).expect("a game");
    let of = |game: &str, than: &str, fen: &str, text: &str| {
        let position = Position::from_fen(&load(game), fen).expect("a position");
        let mv = position.parse_move(text).expect("a move");
        Other::new(&load(than)).strange(&position, &[mv]).remove(0).1
    };
    let near = "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1";
    // Chess has this step, and the game that Forward Near extends this capture.
    assert_eq!(of("near", "chess", near, "e3e4"), []);
    let forward = "8/rnbqkbnr/ppp1pppp/3p4/4P3/PPPP1PPP/RNBQKBNR/8 w - - 0 2 w";
    assert_eq!(of("forward-near", "forward", forward, "e4d5"), []);
    // A knight leaps over the edge of no board but a cylinder's.
    let cylinder = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(of("cylinder", "chess", cylinder, "b1c3"), []);
    let open = "rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1";
    assert_eq!(of("cylinder", "chess", open, "b1h2"), [Kind::Moves]);
}
