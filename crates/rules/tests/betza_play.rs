//! Games whose pieces move as XBetza says, and what they can then do.

use std::sync::Arc;

use berolina_rules::geometry::Color;
use berolina_rules::{Library, Position, Variant};

/// Chess without its kings' castling, where the knight moves otherwise.
fn game(rest: &str) -> Arc<Variant> {
    let text = format!("extends = \"chess\"\ntitle = \"T\"\nabout = \"T.\"\n{rest}");
    let mut library = Library::shipped();
    library.add_text("test", &text).unwrap_or_else(|error| panic!("{error}"));
    Variant::load(&library, "test").unwrap_or_else(|error| panic!("{error}"))
}

fn knight(moves: &str) -> Arc<Variant> {
    let keys = "castling = false\ninsufficient = false\nking-lost-by = \"capture\"";
    game(&format!("{keys}\npieces.knight.moves = \"{moves}\""))
}

/// The texts of the moves of the piece on a square.
fn from(variant: &Arc<Variant>, fen: &str, square: &str) -> Vec<String> {
    let position = Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut found = position.move_texts();
    found.retain(|text| text.starts_with(square));
    found.iter().map(|text| text[square.len()..].to_owned()).collect()
}

const ALONE: &str = "7k/8/8/8/3N4/8/8/K7 w - - 0 1";

#[test]
fn a_pawn_and_a_king_as_xboard_writes_them_are_those_of_chess() {
    let chess = Variant::load(&Library::shipped(), "chess").unwrap();
    let pasted = game(
        "castling = false
         [pieces.pawn]
         moves = \"fmWfceFifmnD\"
         double-step = false
         en-passant = false
         [pieces.king]
         moves = \"KisO2\"",
    );
    let (chess, pasted) = (chess.definition(), pasted.definition());
    for (a, b) in chess.pieces.iter().zip(&pasted.pieces) {
        assert_eq!(a.rules, b.rules, "{}", a.name);
    }
    for color in Color::ALL {
        let castling = |d: &berolina_rules::Definition| d.players[color.index()].castling;
        assert_eq!(castling(chess), castling(pasted));
    }
    // What is said in both ways is said once.
    let twice = game("[pieces.pawn]\nmoves = \"fmWfceFifmnD\"\n[pieces.king]\nmoves = \"KisO2\"");
    for (a, b) in chess.pieces.iter().zip(&twice.definition().pieces) {
        assert_eq!(a.rules, b.rules, "{}", a.name);
    }
}

#[test]
fn first_moves_are_those_of_a_piece_that_has_not_moved() {
    let variant = knight("NimD");
    let rules = variant.definition().pieces.iter().find(|piece| piece.name == "knight").unwrap();
    let first = rules.rules[0].first_moves.as_ref().unwrap();
    assert_eq!(
        (first.rays.len(), first.betza.as_str(), rules.rules[0].moves.betza.as_str()),
        (12, "NmD", "N")
    );
    // This pawn may come back to where pawns start, so that its square does not tell.
    let variant = game("[pieces.pawn]\nmoves = \"mWcFifmnD\"\ndouble-step = false\nen-passant = false");
    let rules = &variant.definition().pieces.iter().find(|piece| piece.name == "pawn").unwrap().rules[0];
    assert!(rules.double_step.as_ref().unwrap().unmoved && rules.first_moves.is_some());
    assert_eq!(from(&variant, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2"), ["a1", "a3", "a4", "b2"]);
    assert_eq!(from(&variant, "4k3/8/8/8/8/8/+P7/4K3 w - - 0 1", "a2"), ["a1", "a3", "b2"]);
}

#[test]
fn bent_slides() {
    // A griffon: one step across a corner, then outward as a rook.
    let griffon = from(&knight("[F?fsR]"), "7k/8/4p3/8/3N4/8/8/K7 w - - 0 1", "d4");
    assert_eq!(griffon, from(&knight("FyafsF"), "7k/8/4p3/8/3N4/8/8/K7 w - - 0 1", "d4"));
    assert!(griffon.contains(&"e6".to_owned()) && !griffon.contains(&"e7".to_owned()), "{griffon:?}");
    assert!(griffon.contains(&"h5".to_owned()) && griffon.contains(&"e5".to_owned()), "{griffon:?}");
    // Horses of two kinds are blocked on different squares.
    for (moves, blocked) in [("[W-F]", true), ("nN", true), ("[F-W]", false), ("afsW", true), ("afsF", false)]
    {
        let found = from(&knight(moves), "7k/8/8/3p4/3N4/8/8/K7 w - - 0 1", "d4");
        assert_eq!(!found.contains(&"e6".to_owned()), blocked, "{moves}: {found:?}");
        assert_eq!(found.len(), if blocked { 6 } else { 8 }, "{moves}: {found:?}");
    }
    // A hook mover: everywhere on the empty board in two slides.
    assert_eq!(from(&knight("RmasR"), ALONE, "d4").len(), 62);
    assert_eq!(from(&knight("mpafN"), ALONE, "d4"), ["b8", "f8", "h2", "h6"]);
}

#[test]
fn slides_that_skip_and_riders_that_turn() {
    assert_eq!(from(&knight("jfR"), "7k/8/8/3p4/3N4/8/8/K7 w - - 0 1", "d4"), ["d6", "d7", "d8"]);
    assert_eq!(from(&knight("jfR3"), "7k/8/3p4/8/3N4/8/8/K7 w - - 0 1", "d4"), ["d6"]);
    assert_eq!(from(&knight("jfH"), "7k/8/3p4/8/3N4/8/8/K7 w - - 0 1", "d4"), ["d7"]);
    assert_eq!(from(&knight("ffjN"), "7k/8/8/3p4/3N4/8/8/K7 w - - 0 1", "d4"), ["c6", "e6"]);
    assert_eq!(
        from(&knight("fzW0"), ALONE, "d4"),
        ["a7", "a8", "b6", "b7", "c5", "c6", "d5", "e5", "e6", "f6", "f7", "g7", "g8", "h8"]
    );
    // A rose: a circle of knight's leaps.
    let rose = from(&knight("qN0"), ALONE, "d4");
    assert!(rose.contains(&"e6".to_owned()) && rose.contains(&"g7".to_owned()), "{rose:?}");
    assert_eq!(from(&knight("ffnN0"), "7k/8/4p3/3p4/3N4/8/8/K7 w - - 0 1", "d4"), [""; 0]);
    assert_eq!(from(&knight("ffnN0"), "7k/2p5/8/8/3N4/8/8/K7 w - - 0 1", "d4"), ["c6", "e6", "f8"]);
    // The elephant of janggi: one step across an edge, two across corners.
    assert_eq!(from(&knight("ffnZ"), "7k/8/8/4p3/3N4/8/8/K7 w - - 0 1", "d4"), ["b7", "f7"]);
    assert_eq!(from(&knight("ffnZ"), "7k/8/4p3/8/3N4/8/8/K7 w - - 0 1", "d4"), ["b7"]);
    assert_eq!(from(&knight("fFX"), "7k/8/8/8/3N4/8/8/K7 w - - 0 1", "d4"), ["c8", "e8"]);
    assert_eq!(from(&knight("fDY"), "7k/8/8/8/3N4/8/8/K7 w - - 0 1", "d4"), ["b8", "f8"]);
}

#[test]
fn a_lion_captures_twice_and_without_moving() {
    let lion = game("castling = false\ninsufficient = false\npieces.knight.moves = \"KNADcaKmcabK\"");
    let fen = "7k/8/5p2/4p3/3N4/8/8/K7 w - - 0 1";
    let found = from(&lion, fen, "d4");
    // By itself, on the way and at the end, and back to where it stood.
    for text in ["e5", "f6", "e5f6", "e5d4", "e5f5", "d5"] {
        assert!(found.contains(&text.to_owned()), "{text}: {found:?}");
    }
    assert_eq!(found.iter().filter(|text| text.len() == 4).count(), 8);
    let position = Position::from_fen(&lion, fen).unwrap();
    let play = |text: &str| position.play_unchecked(position.parse_move(text).unwrap()).fen();
    assert_eq!(play("d4e5f6"), "7k/8/5N2/8/8/8/8/K7 b - - 0 1");
    assert_eq!(play("d4e5d4"), "7k/8/5p2/8/3N4/8/8/K7 b - - 0 1");
    for text in ["d4e5f6", "d4e5d4", "d4e5d5", "d4f6"] {
        let mv = position.parse_move(text).unwrap();
        let san = position.san(mv);
        assert_eq!(position.parse_san(&san).unwrap(), mv, "{san}");
    }
    assert_eq!(position.san(position.parse_move("d4e5f6").unwrap()), "Nxe5-f6#");
    // A king two steps away with a piece between is attacked over it, and one that it could take on its way as well.
    let check = |fen| Position::from_fen(&lion, fen).unwrap().is_check();
    assert!(check("8/8/5k2/4p3/3N4/8/8/K7 b - - 0 1"));
    assert!(check("8/8/8/4k3/3N4/8/8/K7 b - - 0 1"));
    assert!(!check("8/6k1/5p2/4p3/3N4/8/8/K7 b - - 0 1"));
}

#[test]
fn a_checker_takes_what_it_leaps_over() {
    let variant = knight("fmFfcafmF");
    assert_eq!(from(&variant, "7k/8/8/4p3/3N4/8/8/K7 w - - 0 1", "d4"), ["c5", "e5f6"]);
    assert_eq!(from(&variant, "7k/8/5p2/4p3/3N4/8/8/K7 w - - 0 1", "d4"), ["c5"]);
}

#[test]
fn moves_on_some_squares_stay_on_them() {
    // The diagonals of a palace.
    let palace = "moves-on = { region = \"d1, f1, e2, d3, f3\", moves = \"F2\" }";
    let keys = "castling = false\ninsufficient = false\nking-lost-by = \"capture\"";
    let variant = game(&format!("{keys}\n[pieces.knight]\nmoves = \"W\"\n{palace}"));
    let moves = |fen, square| from(&variant, fen, square);
    assert_eq!(moves("7k/8/8/8/8/8/8/K2N4 w - - 0 1", "d1"), ["c1", "d2", "e1", "e2", "f3"]);
    assert_eq!(moves("7k/8/8/8/8/8/4P3/K2N4 w - - 0 1", "d1"), ["c1", "d2", "e1"]);
    assert_eq!(
        moves("7k/8/8/8/8/8/4N3/K7 w - - 0 1", "e2"),
        ["d1", "d2", "d3", "e1", "e3", "f1", "f2", "f3"]
    );
    assert_eq!(moves("7k/8/8/8/8/4N3/8/K7 w - - 0 1", "e3"), ["d3", "e2", "e4", "f3"]);
    // Black's palace is at the other end.
    let black = |fen, square| from(&variant, fen, square);
    assert_eq!(black("3n3k/8/8/8/8/8/8/K7 b - - 0 1", "d8"), ["c8", "d7", "e7", "e8", "f6"]);
}
