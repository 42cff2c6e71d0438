//! What a move may do beside going from one square to another, and ends that depend on it.

use std::sync::Arc;

use berolina_rules::definition::Library;
use berolina_rules::{Position, Variant};

/// A game with some keys more or otherwise than another has.
fn over(game: &str, keys: &str) -> Arc<Variant> {
    let mut library = Library::shipped();
    let text = format!("extends = \"{game}\"\ntitle = \"Test\"\nabout = \"A test.\"\n{keys}");
    library.add_text("test", &text).expect("a small file");
    Variant::load(&library, "test").unwrap_or_else(|e| panic!("{keys}: {e}"))
}

fn position(variant: &Arc<Variant>, fen: &str) -> Position {
    Position::from_fen(variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

#[test]
fn where_nothing_moves_whoever_has_fewer_pieces_may_win() {
    let game = over("chess", "stalemate = \"fewer\"\ninsufficient = false");
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "0-1"),
        ("k7/P7/K7/8/8/7p/7p/7N b - - 0 1", "1/2-1/2"),
        ("k7/P7/K7/8/7p/7p/7p/7N b - - 0 1", "1-0"),
    ] {
        let end = position(&game, fen).outcome().map(|outcome| (outcome.reason.name(), outcome.score()));
        assert_eq!(end, Some(("stalemate", score)), "{fen}");
    }
}

/// The position after some moves.
fn after(variant: &Arc<Variant>, fen: &str, moves: &[&str]) -> String {
    let mut now = position(variant, fen);
    for text in moves {
        let mv = now.parse_any(text).unwrap_or_else(|e| panic!("{}: {text}: {e}", now.fen()));
        now = now.play_unchecked(mv);
    }
    now.fen()
}

#[test]
fn a_piece_may_capture_its_own_sides() {
    let game = over(
        "chess",
        "insufficient = false\npieces.rook.captures-own = true\npieces.king.captures-own = true",
    );
    let start = "4k3/8/8/8/8/8/P7/RN2K2R w KQ - 0 1";
    assert_eq!(after(&game, start, &["Rxa2"]), "4k3/8/8/8/8/8/R7/1N2K2R b K - 0 1");
    assert_eq!(after(&game, start, &["Rxb1"]), "4k3/8/8/8/8/8/P7/1R2K2R b K - 0 1");
    // Nothing royal, and not by others; a king that takes its rook has no right to castle left.
    let texts = position(&game, start).move_texts();
    assert!(!texts.contains(&"h1e1".to_owned()) && !texts.iter().any(|text| text == "b1a1"));
    assert_eq!(after(&game, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", &["Kxf1"]), "4k3/8/8/8/8/8/8/5K2 b - - 0 1");
    // A king does not take where it would stand attacked, and a pinned rook stays.
    let attacked = position(&game, "4k3/8/8/8/8/8/4r3/4KN2 w - - 0 1").move_texts();
    assert!(attacked.contains(&"e1e2".to_owned()) && attacked.contains(&"e1f1".to_owned()));
    let covered = position(&game, "4k2b/8/8/8/8/8/1P6/K7 w - - 0 1").move_texts();
    assert!(!covered.contains(&"a1b2".to_owned()), "{covered:?}");
}

#[test]
fn a_captor_may_become_what_it_took() {
    let game = over(
        "chess",
        "insufficient = false\npieces.rook.captor-becomes = \"R\"\npieces.pawn.captor-becomes = \"P\"",
    );
    assert_eq!(
        after(&game, "4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1", &["Nxd5"]),
        "4k3/8/8/3R4/8/8/8/4K3 b - - 0 1"
    );
    assert_eq!(
        after(&game, "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", &["Nxd5"]),
        "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"
    );
    // Neither kings nor who promotes by the capture.
    assert_eq!(after(&game, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", &["Kxe2"]), "4k3/8/8/8/8/8/4K3/8 b - - 0 1");
    assert_eq!(
        after(&game, "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", &["cxd8=N"]),
        "3Nk3/8/8/8/8/8/8/4K3 b - - 0 1"
    );
}

#[test]
fn a_captor_may_turn_to_stone() {
    let game = over(
        "chess",
        "insufficient = false\npieces.queen.turns-to-stone = true\npieces.king.turns-to-stone = true",
    );
    let fen = after(&game, "4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", &["Qxd5"]);
    assert_eq!(fen, "4k3/8/8/3*4/8/8/8/4K3 b - - 0 1");
    // Nothing takes a stone nor passes it, and it comes back with its FEN.
    let stone = position(&game, "4k3/8/8/3*4/8/8/8/3RK3 w - - 0 1");
    assert!(!stone.move_texts().iter().any(|text| ["d1d5", "d1d6"].contains(&text.as_str())));
    // A king that would turn to stone captures nothing and gives no check.
    let kings = position(&game, "8/8/8/3kp3/3PK3/8/8/8 w - - 0 1");
    assert!(!kings.is_check() && kings.move_texts().contains(&"e4f3".to_owned()));
    assert!(
        !kings.move_texts().contains(&"e4d5".to_owned()) && !kings.move_texts().contains(&"e4e5".to_owned())
    );
}

#[test]
fn pieces_may_be_unable_to_take_others() {
    let game = over("chess", "insufficient = false\npieces.queen.avoids = \"QK\"");
    let faced = position(&game, "4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1").move_texts();
    assert!(faced.contains(&"d1d4".to_owned()) && !faced.contains(&"d1d5".to_owned()));
    assert!(!position(&game, "4k3/8/8/8/4Q3/8/8/4K3 b - - 0 1").is_check());
}

#[test]
fn what_is_placed_may_castle() {
    let game = over(
        "chess",
        "array = [\"8\", \"PPPPPPPP\"]\nhand = { pieces = \"KRRBB\", placement = true, drops = \"rank 1\" }\n\
         castling.placed = \"R\"\npieces.bishop.drops-balanced = true\ninsufficient = false",
    );
    let fen = game.start().fen();
    let placed = after(&game, &fen, &["R@h1", "R@a8", "K@e1", "K@d8", "R@b1", "R@h8", "B@c1", "B@c8"]);
    assert!(placed.contains(" K - "), "{placed}");
    // The other bishop goes to the other colour.
    let texts = position(&game, &placed).move_texts();
    assert_eq!(texts, ["B@d1", "B@f1"]);
    let all = after(&game, &placed, &["B@d1", "B@f8"]);
    assert_eq!(
        after(&game, &all, &["O-O"]).split(' ').next(),
        Some("r1bk1b1r/pppppppp/8/8/8/8/PPPPPPPP/1RBB1RK1[]")
    );
}

#[test]
fn what_comes_back_from_a_hand_has_moved() {
    let game = over(
        "crazyhouse",
        "pieces.knight.enters-behind = \"RN\"\npieces.knight.drops = \"all\"\npieces.rook.enters-behind = \"R\"",
    );
    let fen = after(&game, "4k3/8/8/8/8/8/8/R3K3[NN] w - - 0 1", &["N@c3", "Kf8", "Ra2/N"]);
    assert_eq!(fen, "5k2/8/8/8/8/2+N5/+R7/+N3K3[] b - - 2 2");
}

#[test]
fn kings_may_survive_what_they_explode() {
    let game = over(
        "chess",
        "insufficient = false\nexplosion = { spares = \"K\", survives = \"K\" }\npieces.king.avoids = \"K\"",
    );
    assert_eq!(after(&game, "4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1", &["Kxe2"]), "4k3/8/8/8/8/8/4K3/8 b - - 0 1");
}

#[test]
fn black_equalises_with_the_last_move() {
    let game = Variant::load(&Library::shipped(), "racing-kings").expect("a shipped game");
    let end = |fen: &str| position(&game, fen).outcome().map(|end| (end.reason.name(), end.score()));
    let reached = "6K1/k7/8/8/8/8/8/8 b - - 0 1";
    assert_eq!(end(reached), None);
    assert_eq!(end(&after(&game, reached, &["a7a8"])), Some(("goal-reached", "1/2-1/2")));
    assert_eq!(end(&after(&game, reached, &["a7b6"])), Some(("goal-reached", "1-0")));
    // Who cannot equalise has lost at once.
    assert_eq!(end("6K1/8/k7/8/8/8/8/8 b - - 0 1"), Some(("goal-reached", "1-0")));
}

#[test]
fn a_capture_may_let_in_a_piece_of_the_kind_that_it_takes() {
    let keys = "hand = { prisoners = true }\npieces.hawk.drops = \"all\"\npieces.elephant.drops = \"all\"";
    let game = over("seirawan", keys);
    let fen = after(&game, "4k3/3H4/8/8/8/8/8/4K3[h] b - - 0 1", &["e8d7h"]);
    assert_eq!(fen.split(' ').next(), Some("4h3/3+k4/8/8/8/8/8/4K3[h]"));
}

#[test]
fn a_move_that_can_be_taken_back_goes_on_counting() {
    let keys = "clock = { moves = \"PB\", irreversible = true, promotions = true }\n\
                pieces.pawn.moves = \"fbsmWfcF\"\npieces.bishop.moves = \"fFbW\"\npieces.knight.promotes = \"B\"";
    let game = over("chess", keys);
    let start = "4k3/8/1N6/8/8/2P5/8/2B1K3 w - - 7 9";
    for (text, board) in [
        ("c3c4", "4k3/8/1N6/8/2P5/8/8/2B1K3 b - - 8 9"),
        ("c3b3", "4k3/8/1N6/8/8/1P6/8/2B1K3 b - - 8 9"),
        ("c1d2", "4k3/8/1N6/8/8/2P5/3B4/4K3 b - - 0 9"),
        ("b6d7", "4k3/3N4/8/8/8/2P5/8/2B1K3 b - - 8 9"),
        ("b6c8b", "2B1k3/8/8/8/8/2P5/8/2B1K3 b - - 0 9"),
    ] {
        assert_eq!(after(&game, start, &[text]), board);
    }
}

#[test]
fn kings_may_not_face_each_other_on_ranks_either() {
    let has = |game: &Arc<Variant>, fen: &str, text: &str| {
        position(game, fen).move_texts().iter().any(|other| other == text)
    };
    let [files, lines] =
        ["illegal", "illegal-orthogonal"].map(|word| over("chess", &format!("facing-kings = \"{word}\"")));
    for (fen, mv, by_files, by_lines) in [
        ("8/8/8/k7/8/1K6/8/8 w - - 0 1", "b3a3", false, false),
        ("8/8/8/k7/4K3/8/8/8 w - - 0 1", "e4e5", true, false),
        ("8/8/8/k1P5/4K3/8/8/8 w - - 0 1", "e4e5", true, true),
        ("8/8/8/k1P1K3/8/8/8/8 w - - 0 1", "c5c6", true, false),
        // Castling past where they would face each other.
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", false, false),
    ] {
        assert_eq!(has(&files, fen, mv), by_files, "{fen} {mv} by files");
        assert_eq!(has(&lines, fen, mv), by_lines, "{fen} {mv} by lines");
    }
}

#[test]
fn kings_may_see_ahead_alone_and_diagonally() {
    let ahead = over("chess", "facing-kings = \"illegal\"\nfacing-lines = \"fRfB\"");
    let near = over("chess", "facing-kings = \"illegal\"\nfacing-lines = \"lR3\"");
    for (game, fen, mv, legal) in [
        (&ahead, "8/8/8/k7/8/8/1K6/8 w - - 0 1", "b2a2", false),
        (&ahead, "8/8/8/k7/8/8/1K6/8 w - - 0 1", "b2c3", false),
        (&ahead, "8/8/8/k7/8/8/1K6/8 w - - 0 1", "b2b3", true),
        // On one rank, and where they have passed each other.
        (&ahead, "8/8/8/k7/4K3/8/8/8 w - - 0 1", "e4e5", true),
        (&ahead, "8/3K4/8/8/1k6/8/8/8 w - - 0 1", "d7e7", true),
        (&ahead, "8/3K4/8/8/1k6/8/8/8 w - - 0 1", "d7c7", true),
        (&ahead, "8/3K4/8/8/1k6/8/8/8 b - - 0 1", "b4c4", true),
        // Black's ahead is the other way; what stands between may go along the line, and not off it.
        (&ahead, "8/8/3k4/8/8/8/8/2K5 b - - 0 1", "d6c6", false),
        (&ahead, "8/8/8/4k3/3N4/8/1K6/8 w - - 0 1", "d4f5", false),
        (&ahead, "8/8/8/4k3/3R4/8/1K6/8 w - - 0 1", "d4c4", false),
        (&ahead, "8/8/2k5/8/1n6/2P5/8/2K5 w - - 0 1", "c3b4", false),
        (&ahead, "8/8/2k5/8/1n6/2P5/8/2K5 w - - 0 1", "c3c4", true),
        // One king sees the other to its left, three squares far: that is enough for both.
        (&near, "8/8/8/8/4K3/1k6/8/8 b - - 0 1", "b3b4", false),
        (&near, "8/8/8/8/4K3/k7/8/8 b - - 0 1", "a3a4", true),
        (&near, "8/8/8/8/1K6/4k3/8/8 b - - 0 1", "e3e4", false),
    ] {
        let has = position(game, fen).move_texts().iter().any(|text| text == mv);
        assert_eq!(has, legal, "{fen} {mv}");
    }
}

#[test]
fn castling_to_where_the_king_can_go_is_written_with_the_rooks_square() {
    let keys =
        "castling = { king-side = { king = \"e1\", rook = \"h1\", king-to = \"f1\", rook-to = \"e1\" } }";
    let game = over("chess", keys);
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let texts = position(&game, start).move_texts();
    assert!(["e1f1", "e1h1", "e1c1"].iter().all(|text| texts.contains(&(*text).to_owned())), "{texts:?}");
    assert!(!texts.contains(&"e1a1".to_owned()) && !texts.contains(&"e1g1".to_owned()));
    assert_eq!(after(&game, start, &["e1h1"]), "r3k2r/8/8/8/8/8/8/R3RK2 b kq - 1 1");
    assert_eq!(after(&game, start, &["e1f1"]), "r3k2r/8/8/8/8/8/8/R4K1R b kq - 1 1");
    assert_eq!(after(&game, start, &["O-O"]), after(&game, start, &["e1h1"]));
    // The squares of king and target are the step, whatever a program means by them.
    assert_eq!(after(&game, start, &["Kf1"]), after(&game, start, &["e1f1"]));
}

#[test]
fn black_may_make_the_first_move() {
    let keys = "first-move = \"black\"\ncastling = false";
    let game = over("chess", keys);
    assert_eq!(game.start().fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1");
    assert!(game.start().move_texts().contains(&"e7e5".to_owned()));
    // White begins in check by a rook that could take the king at once: only if Black is to move is that no start.
    let arrays = "pieces.pawn.double-step = false\n[players]\nwhite = \"bare\"\nblack = \"full\"\n\
                  [armies.bare]\narray = [\"4K3\"]\n[armies.full]\narray = [\"K3R3\"]";
    let load = |first: &str| {
        let mut library = Library::shipped();
        let text = format!(
            "extends = \"chess\"\ntitle = \"Test\"\nabout = \"A test.\"\nfirst-move = \"{first}\"\ncastling = false\n{arrays}"
        );
        library.add_text("test", &text).expect("a small file");
        Variant::load(&library, "test").map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(load("white"), Ok(()));
    let told = load("black").expect_err("White's king could be taken");
    assert!(told.contains("Black attacks White's king at the start"), "{told}");
}

#[test]
fn a_shy_king_keeps_off_its_goal_where_it_is_attacked() {
    let keys = "king-lost-by = \"capture\"\ninsufficient = false\ngoal = { pieces = \"K\", on = \"last rank\", shy = true }";
    let variant = over("chess", keys);
    let moves = |fen: &str| {
        let position = position(&variant, fen);
        assert_eq!(position.perft(1), position.legal_moves().len() as u64, "{fen}");
        position.move_texts().into_iter().filter(|text| text.starts_with("b7")).collect::<Vec<_>>()
    };
    // The rook guards the last rank but where its own king stands in its way; elsewhere the king may be attacked.
    let rook = "3r3k/1K6/8/8/8/8/8/7r w - - 0 1";
    assert_eq!(moves(rook), ["b7a6", "b7a7", "b7b6", "b7c6", "b7c7"]);
    assert_eq!(moves("4k3/1K6/8/8/8/8/8/7r w - - 0 1").len(), 8);
    // Taking the king need not mind what guards it.
    assert!(moves("k2r4/1K6/8/8/8/8/8/8 w - - 0 1").contains(&"b7a8".to_owned()));
}

#[test]
fn captured_pieces_may_go_back_to_their_owner() {
    let variant = over("chess", "insufficient = false\nhand = { prisoners = \"owner\" }");
    let now = after(&variant, "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", &["e4d5"]);
    assert_eq!(now.split(' ').next(), Some("4k3/8/8/3P4/8/8/8/4K3[p]"));
    assert!(position(&variant, &now).move_texts().contains(&"P@e4".to_owned()));
}
