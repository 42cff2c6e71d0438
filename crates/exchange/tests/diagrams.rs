//! Interactive Diagrams become games that play as their diagrams say. The texts are written for these tests.

mod common;

use std::sync::Arc;

use common::plays_chess;

use berolina_exchange::{Imported, import};
use berolina_rules::definition::Library;
use berolina_rules::{Position, Variant};

fn imported(text: &str) -> Imported {
    import(text, "a-diagram").unwrap().remove(0)
}

/// The game of a diagram that is whole.
fn game(text: &str) -> Arc<Variant> {
    let game = imported(text);
    assert!(game.is_whole(), "{:?} {:?}\n{}", game.unfinished, game.faults, game.text);
    let mut library = Library::empty();
    library.add_text(&game.name, &game.text).unwrap();
    Variant::load(&library, &game.name).unwrap()
}

/// Why a diagram is not whole.
fn left(text: &str) -> String {
    let game = imported(text);
    game.unfinished.iter().chain(&game.faults).cloned().collect::<Vec<_>>().join("\n")
}

fn texts(game: &Arc<Variant>, fen: &str) -> Vec<String> {
    Position::from_fen(game, fen).unwrap().move_texts()
}

const CHESS: &str = "files=8\nranks=8\npromoZone=1\nmaxPromote=1\npromoChoice=QRBN\n\
    Pawn::::a2-h2\nKnight:N:::b1,g1\nBishop::::c1,f1\nRook::::a1,h1\nQueen::::d1\nKing::KisO2::e1\n";

#[test]
fn a_diagram_of_chess_is_chess() {
    plays_chess(&game(CHESS));
}

#[test]
fn who_is_royal_and_how_a_game_ends_is_carried_over() {
    // Without a line the last piece is royal.
    let text = "files=6\nranks=6\nstalemate=win\nmaxPromote=0\nKing:K:K::a1\nPrince:P:K::c1\n";
    assert!(imported(text).text.contains("[pieces.prince]\nletter = \"P\"\nmoves = \"K\"\nroyal = true"));
    assert!(imported(text).text.contains("stalemate = \"loss\""));
    // By its number, by its ID; both, and any of them may not be lost.
    let two = "files=6\nranks=6\nroyal=1\nroyal=P\nmaxPromote=0\nextinction=0\nKing:K:K::a1\nPrince:P:K::c1\nRook::::e1\n";
    let game = game(two);
    // The prince is attacked, so he must go or be protected; the king alone may not move elsewhere.
    let moves = texts(&game, "5k/5p/2r3/6/6/K1P1R1 w - - 0 1");
    assert!(moves.iter().all(|text| text.starts_with("c1")), "{moves:?}");
    assert!(
        left("files=6\nranks=6\nroyal=1\nroyal=P\nKing:K:K::a1\nPrince:P:K::c1\n").contains("several royal")
    );
}

#[test]
fn promotion_is_of_the_zone_and_only_to_what_was_lost() {
    let text = "files=8\nranks=8\npromoZone=2\nholdingsType=1\npromoChoice=!P*N*R\n\
        Pawn::::a2-h2\nKnight:N:::b1,g1\nRook::::a1,h1\nKing::K::e1\n";
    let game = game(text);
    // Both rooks stand, a knight was lost.
    let to = |fen: &str| {
        texts(&game, fen)
            .into_iter()
            .filter(|text| text.starts_with("a7") || text.starts_with("a6"))
            .collect::<Vec<_>>()
    };
    assert_eq!(to("4k3/8/P7/8/8/8/8/1N2K2R w - - 0 1").len(), 3);
    assert_eq!(to("8/P3k3/8/8/8/8/8/RN2K2R w - - 0 1"), ["a7a8n"]);
}

#[test]
fn black_stands_mirrored_turned_or_as_it_says() {
    let turned = "files=5\nranks=5\nsymmetry=rotate\nRook::::a1\nKing::K::c1\n";
    assert_eq!(game(turned).start().fen(), "2k1r/5/5/5/R1K2 w - - 0 1");
    let own = "files=5\nranks=5\nsymmetry=none\nRook::::a1,,a5,e5\nKing::K::c1,,c5\n";
    assert_eq!(game(own).start().fen(), "r1k1r/5/5/5/R1K2 w - - 0 1");
    let holes = "files=5\nranks=5\nhole::::a1\nRook::::b1\nKing::K::c1\n";
    assert_eq!(game(holes).start().fen(), "*rk2/5/5/5/*RK2 w - - 0 1");
}

#[test]
fn what_cannot_be_said_stands_in_the_file() {
    let pieces = "Pawn::::a2-h2\nRook::::a1,h1\nKing::K::e1\n";
    for (line, part) in [
        ("shuffle=RK", "shuffled"),
        ("protected=2", "traded"),
        ("captureMatrix=x", "captor becomes"),
        ("somethingNew=3", "not known here"),
        ("holdingsType=-1", "change sides"),
        ("baring=2", "only pieces of some kinds"),
        ("royal=X", "names no piece"),
        ("promoChoice=R1Z", "is no piece"),
    ] {
        let said = left(&format!("files=8\nranks=8\n{line}\n{pieces}"));
        assert!(said.contains(part), "{line}: {said}");
    }
    assert!(left("files=8\nMage::xQ::a1\nKing::K::e1\n").contains("moves"));
    let error = import("files=14\nranks=14\nKing::K::e1\n", "big").unwrap_err().to_string();
    assert!(error.contains("line 1") && error.contains("128 squares"), "{error}");
    assert!(import("hello", "x").unwrap_err().to_string().contains("no Interactive Diagram"));
}

#[test]
fn hostile_texts_get_an_answer() {
    let many = format!("files=8\n{}", "a:b:c:d:e\n".repeat(100_000));
    let wide =
        format!("files=16\nranks=8\nKing:K:{}:k:{}\n", "fmWaW".repeat(10_000), "a1-p99,".repeat(10_000));
    let odd = "files=8\nranks=\u{0}8\nK\u{202e}ing:\u{1F600}:K:::\n\"\\:\"\"\":K:x:a1\nfiles=99999999999999999999\n".to_owned();
    for text in [many, wide, odd, "=\n".repeat(50_000), ":".repeat(100_000)] {
        match import(&text, "\u{0}../../x") {
            Ok(games) => assert!(games.iter().all(|game| !game.name.contains(['/', '.']))),
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    }
    assert!(import(&"x".repeat(2 << 20), "x").is_err());
}

#[test]
fn a_piece_without_known_moves_is_not_one_that_cannot_move() {
    let text = "files=8\nmaxPromote=0\nWizzard::::b1\nKing::K::e1\n";
    assert!(left(text).contains("line 3: the diagram has no moves for the wizzard"), "{}", left(text));
    // A falcon goes three steps of a king by any of its ways; a griffon of diagrams does not stop on the first square.
    let falcon = game("files=9\nranks=9\nmaxPromote=0\nroyal=2\nFalcon::::e1\nKing::K::a1\n");
    let moves = texts(&falcon, "k8/9/9/9/4F4/9/9/9/K8 w - - 0 1");
    assert_eq!(moves.iter().filter(|text| text.starts_with("e5")).count(), 16, "{moves:?}");
    let griffon = game("files=8\nranks=8\nmaxPromote=0\nGriffon::::d1\nKing::K::a1\n");
    let moves = texts(&griffon, "k7/8/8/8/3G4/8/8/K7 w - - 0 1");
    assert!(moves.contains(&"d4e6".to_owned()) && moves.contains(&"d4g5".to_owned()), "{moves:?}");
    assert!(!moves.contains(&"d4e5".to_owned()), "{moves:?}");
}

#[test]
fn what_promotion_and_royal_pieces_mean_else_is_told() {
    let pieces = "Pawn::::a2-h2\nKnight:N:::b1,g1\nRook::::a1,h1\nKing::K::e1\n";
    let of = |lines: &str| left(&format!("files=8\nranks=8\n{lines}\n{pieces}"));
    assert!(of("promoChoice=*N*R").contains("without `holdingsType=1`"));
    assert_eq!(of("holdingsType=1\npromoChoice=*N*R"), "");
    assert!(of("promoZone=3\npromoChoice=P2NR").contains("only on some ranks"));
    let king = |moves: &str| left(&format!("files=8\nmaxPromote=0\nRook::::a1,h1\nKing::{moves}::e1\n"));
    assert!(king("KimN").contains("first moves of the king"));
    assert_eq!(king("KisO2"), "");
    // Black's castling is turned as well.
    assert!(king("KirO2").contains("left from right"), "{}", king("KirO2"));
    assert!(king("KnN").contains("in two ways"));
    assert_eq!(king("nKnD"), "");
}

#[test]
fn a_game_turned_by_half_a_circle_castles_where_nothing_tells_left_from_right() {
    let game = game("files=10\nranks=8\nmaxPromote=0\nsymmetry=rotate\nRook::::a1,j1\nKing::::f1\n");
    assert_eq!(game.start().fen(), "r3k4r/10/10/10/10/10/10/R4K3R w KQkq - 0 1");
    let moves = |fen: &str| texts(&game, fen);
    let white = moves("r3k4r/10/10/10/10/10/10/R4K3R w KQkq - 0 1");
    assert!(white.contains(&"f1i1".to_owned()) && white.contains(&"f1c1".to_owned()), "{white:?}");
    let black = moves("r3k4r/10/10/10/10/10/10/R4K3R b KQkq - 0 1");
    assert!(black.contains(&"e8b8".to_owned()) && black.contains(&"e8h8".to_owned()), "{black:?}");
}
