//! What a game costs is known before it is compiled and played: bounds that hold, and limits that no reasonable game meets.

use std::path::Path;

use berolina_rules::definition::{Code, Cost, Library, MAX_LEGAL_MOVES, MAX_STEPS, MAX_TABLES};
use berolina_rules::geometry::BySize;
use berolina_rules::{Definition, Game, Position, Setup, Variant};

use crate::common::{Random, invent};

fn library() -> Library {
    let mut library = Library::shipped();
    library.add_path(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples")).unwrap();
    library
}

/// Plays at random and compares what each position has with what the game and the position promise.
fn holds(definition: Definition, random: &mut Random) {
    let name = definition.full_name();
    let (cost, tables) = (definition.cost(), definition.table_bytes());
    assert!(cost.is_bearable() && tables <= MAX_TABLES, "{name}: {cost:?}, {tables}");
    let variant = Variant::new(definition);
    let bytes = match variant.tables() {
        BySize::Small(tables) => tables.bytes(),
        BySize::Large(tables) => tables.bytes(),
    };
    assert!(bytes <= tables, "{name}: {bytes} bytes where {tables} were said");
    assert!(variant.bytes() > bytes);
    let mut game = Game::new(variant.start());
    while game.outcome().is_none() && game.moves().len() < 60 {
        let moves = game.position().legal_moves();
        let here = game.position().cost();
        let told = || format!("{name} {}: {} moves", game.position().fen(), moves.len());
        assert!(moves.len() as u64 <= cost.moves, "{}, {cost:?}", told());
        assert!(moves.len() as u64 <= here.moves, "{}, {here:?}", told());
        if moves.is_empty() {
            break;
        }
        game.push(moves[random.below(moves.len())]);
    }
}

#[test]
fn games_keep_what_was_said_of_their_cost() {
    let library = library();
    let random = &mut Random::new(1);
    for name in library.names() {
        let Ok(definition) = library.load(name) else { continue };
        let cost = definition.cost();
        // Far from the limits.
        assert!(cost.moves < MAX_LEGAL_MOVES / 4 && cost.steps < MAX_STEPS / 4, "{name}: {cost:?}");
        assert!(definition.table_bytes() < MAX_TABLES / 4, "{name}: {}", definition.table_bytes());
        holds(definition, random);
    }
}

#[test]
fn inventions_keep_what_was_said_of_their_cost() {
    let mut played = 0;
    for seed in 0..400 {
        let mut library = Library::empty();
        library.add_text("invented", &invent::text(&mut Random::new(seed))).unwrap();
        if let Ok(definition) = library.load("invented") {
            holds(definition, &mut Random::new(!seed));
            played += 1;
        }
    }
    assert!(played > 60, "{played}");
}

/// A board of 128 squares full of strong pieces is a game as long as nothing multiplies its moves.
#[test]
fn a_large_board_full_of_queens_can_be_played() {
    let army = |blocker: &str| {
        format!(
            "title = \"Queens\"\nabout = \"A test.\"\nboard = {{ files = 16, ranks = 8 }}\ninsufficient = false\n\
             array = [\"7K8\", \"QQQQQQQQQQQQQQQQ\"]\nking-lost-by = \"capture\"\n{blocker}\n\
             pieces.king = {{ letter = \"K\", moves = \"K\", royal = true }}\n\
             pieces.queen = {{ letter = \"Q\", moves = \"QN\" }}\n"
        )
    };
    let load = |text: &str| {
        let mut library = Library::empty();
        library.add_text("queens", text).unwrap();
        library
    };
    assert!(load(&army("")).load("queens").unwrap().cost().is_bearable());
    assert!(load(&army("blocker = true")).load("queens").unwrap().cost().is_bearable());
    let twice = army("blocker = true").replace("\"7K8\", ", "\"QQQQQQQKQQQQQQQQ\", \"QQQQQQQQQQQQQQQQ\", ");
    let faults = load(&twice).check("queens");
    assert!(faults.iter().any(|fault| fault.code == Code::E130), "{faults:?}");
}

/// A position that somebody gives may have more pieces than the game.
#[test]
fn a_position_has_a_cost_of_its_own() {
    let duck = Variant::load(&Library::shipped(), "duck").unwrap();
    let crowd = format!("{}/4k3/8/8/3K4 w - - 0 1", ["QQQQQQQQ"; 4].join("/"));
    let setup = Setup::from_fen(&duck, &crowd).unwrap();
    let position: Position = setup.position(&duck).unwrap();
    let Cost { moves, .. } = position.cost();
    assert!(moves > duck.definition().cost().moves && moves >= position.legal_moves().len() as u64);
}
