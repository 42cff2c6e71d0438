//! Pieces that change places in the array.

use std::collections::BTreeSet;

use berolina_rules::Variant;
use berolina_rules::definition::Library;

/// The start of a game with a number, as FEN.
fn numbered(library: &Library, number: u32) -> String {
    let variant = Variant::load(library, &format!("x:position={number}")).unwrap();
    variant.start().fen()
}

#[test]
fn any_pieces_change_places_each_arrangement_once() {
    let mut library = Library::shipped();
    let shuffled = "extends = \"chess\"\ntitle = \"X\"\nabout = \"X.\"\ncastling = false\n[options.position]\nabout = \"N.\"\ndefault = 0\n\
        shuffles = { pieces = \"RNBQK\", balanced = \"B\", order = \"RKR\" }\n";
    library.add_text("x", shuffled).unwrap();
    let mut seen = BTreeSet::new();
    for number in 0..960 {
        let fen = numbered(&library, number);
        let row = fen.split(['/', ' ']).nth(7).unwrap().to_owned();
        assert!(fen.starts_with(&row.to_lowercase()), "{fen}");
        let at = |letter| row.match_indices(letter).map(|(at, _)| at).collect::<Vec<_>>();
        let (bishops, rooks, kings) = (at("B"), at("R"), at("K"));
        assert!((bishops[0] + bishops[1]) % 2 == 1 && rooks[0] < kings[0] && kings[0] < rooks[1], "{row}");
        assert!(number != 0 || row == "RNBQKBNR", "{row}");
        seen.insert(row);
    }
    assert_eq!(seen.len(), 960);
    assert!(library.load("x:position=960").is_err());
    // Others stay where they are, also on other ranks: two knights and three pawns on five squares.
    let few = "extends = \"chess\"\ntitle = \"Y\"\nabout = \"Y.\"\ncastling = false\npieces.pawn.double-step = false\narray = [\"RNBQKBNR\", \"P1P4P\"]\n\
        [options.position]\nabout = \"N.\"\ndefault = 3\nshuffles = { pieces = \"PN\" }\n";
    library.add_text("y", few).unwrap();
    let all: BTreeSet<String> = (0..10)
        .map(|number| {
            let variant = Variant::load(&library, &format!("y:position={number}")).unwrap();
            variant.start().fen()
        })
        .collect();
    assert_eq!(all.len(), 10);
    assert!(all.iter().all(|fen| fen.contains("BQKB")), "{all:?}");
    assert!(all.contains("rnbqkbnr/p1p4p/8/8/8/8/P1P4P/RNBQKBNR w - - 0 1"), "{all:?}");
    assert!(library.load("y:position=10").is_err());
}

#[test]
fn a_king_that_changes_places_castles_from_where_it_stands() {
    let mut library = Library::shipped();
    let text = "extends = \"chess\"\ntitle = \"X\"\nabout = \"X.\"\ncastling = false\npieces.king.moves = \"KisO3\"\narray = [\"R2QKB1R\", \"PPPPPPPP\"]\n\
        [options.position]\nabout = \"N.\"\ndefault = 2\nshuffles = { pieces = \"QKB\" }\n";
    let wrong = library.add_text("x", text).err();
    assert!(wrong.is_none(), "{wrong:?}");
    for number in 0..6 {
        let variant = Variant::load(&library, &format!("x:position={number}")).unwrap();
        let row = variant.start().fen().split(['/', ' ']).nth(7).unwrap().to_owned();
        let rights = variant.start().fen().split(' ').nth(2).unwrap().to_owned();
        // On d, e or f: three steps left of d is a, three right of f are none.
        let expected = if row.starts_with("R2K") || row.starts_with("R2QK") || row.starts_with("R2BK") {
            "KQkq"
        } else {
            "Qq"
        };
        assert_eq!(rights, expected, "{row}");
    }
}
