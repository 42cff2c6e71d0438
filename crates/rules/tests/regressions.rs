//! What was once wrong, so that it stays right.

use crate::common::games::Subject;
use crate::common::position;
use berolina_rules::geometry::Color;
use berolina_rules::{Library, Position, Variant};

/// The position of a shipped game, with everything checked that must hold in any.
fn checked(game: &str, fen: &str) -> Position {
    checked_in(&Library::shipped(), game, fen)
}

/// The same for chess with some keys changed.
fn checked_with(keys: &str, fen: &str) -> Position {
    let mut library = Library::shipped();
    let text = format!("extends = \"chess\"\ntitle = \"Changed\"\nabout = \"A test.\"\n{keys}");
    library.add_text("changed", &text).expect("a good name");
    checked_in(&library, "changed", fen)
}

fn checked_in(library: &Library, game: &str, fen: &str) -> Position {
    let subject = Subject::load(library, game).unwrap_or_else(|e| panic!("{game}: {e}"));
    let position = Position::from_fen(&subject.variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    position::check(&position, &subject.free);
    position::check_san(&position);
    position
}

#[test]
fn a_leap_over_one_checker_may_block_the_other() {
    let position = checked("npnc-guarding", "4r3k/9/9/9/9/9/3q5/2U1K4[] w - - 0 1");
    assert_eq!(position.move_texts(), ["c1e2", "e1d2", "e1f1"]);
    assert_eq!(position.sans().iter().filter(|(_, san)| san == "Uxd2-e2").count(), 1);
}

#[test]
fn castling_ends_on_the_same_squares_from_every_start_of_chess960() {
    let chess960 = Variant::load(&Library::shipped(), "chess960:position=0").expect("a shipped game");
    assert_eq!(chess960.start().fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
}

#[test]
fn a_prisoner_that_only_enters_by_exchange_may_lie_in_hand() {
    let keys = "insufficient = false\nhand = { prisoners = true }\npieces.queen.enters-for = { piece = \"P\", on = \"rank 2\" }\n";
    let position = checked_with(keys, "4k3/8/8/3q4/4P3/8/8/4K3[] w - - 0 1");
    let after = position.play_unchecked(position.parse_move("e4d5").expect("a capture"));
    assert_eq!(after.fen(), "4k3/8/8/3P4/8/8/8/4K3[Q] b - - 0 1");
    checked_with(keys, &after.fen());
}

#[test]
fn a_king_in_check_may_flee_by_a_double_step() {
    let keys = "castling = false\npieces.king.double-step = { moves = \"fW\", from = \"rank 1\" }\n";
    let position = checked_with(keys, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
    assert_eq!(position.move_texts(), ["e1d2", "e1e2", "e1e3", "e1f2"]);
    let position = checked_with(keys, "4k3/8/8/8/8/r7/8/4K3 w - - 0 1");
    assert!(!position.move_texts().contains(&"e1e3".to_owned()), "the rook guards it");
}

#[test]
fn castling_with_a_rook_inside_may_open_a_line_to_the_king() {
    let keys = "array = [\"1NBQKBRN\", \"PPPPPPPP\"]\ncastling.queen-side = false\n\
                castling.king-side = { king = \"e1\", rook = \"g1\", king-to = \"g1\", rook-to = \"f1\" }\n";
    assert!(checked_with(keys, "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1").move_texts().contains(&"e1g1".to_owned()));
    assert!(!checked_with(keys, "4k3/8/8/8/8/8/8/4K1Rr w K - 0 1").move_texts().contains(&"e1g1".to_owned()));
}

#[test]
fn a_move_in_two_ways_is_one_move() {
    // Its slide and its ride come to the same squares.
    let position = checked_with("pieces.queen.moves = \"QD0\"\n", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    assert_eq!(position.move_texts().iter().filter(|text| *text == "a1a3").count(), 1);
    // A double step comes to the square of a capture en passant by a slide.
    let keys = "array = [\"RNBQKBNR\", \"PPPPPPPP\"]\nboard.ranks = 6\npromotion.on = \"last rank\"\n\
                pieces.pawn.moves = \"fmRfcB\"\n\
                pieces.pawn.double-step = { moves = \"fF\", from = \"rank 2\", en-passant = true }\n";
    let position = checked_with(keys, "4k3/1p6/4P3/8/8/4K3 b - d3e4 0 1");
    assert_eq!(position.move_texts().iter().filter(|text| *text == "b5d3").count(), 1);
}

#[test]
fn a_king_that_captures_en_passant_has_each_move_once() {
    let position = checked_with("pieces.king.en-passant = true\n", "4k3/8/8/4pK2/8/8/8/8 w - e6 0 1");
    assert_eq!(position.move_texts().iter().filter(|text| *text == "f5e6").count(), 1);
}

#[test]
fn what_is_in_hand_attacks_nothing() {
    let keys = "hand = { pieces = \"Q\" }\ninsufficient = false\n\
                pieces.queen = { drops = \"none\", enters-for = { piece = \"P\", on = \"rank 2\" } }\n";
    let position = checked_with(keys, "8/8/8/8/k7/8/P7/4K3[Q] w - - 0 1");
    assert!(!position.king_attacked(berolina_rules::geometry::Color::Black));
    assert!(
        position.move_texts().contains(&"a2b3q".to_owned())
            && !position.move_texts().contains(&"a2a4q".to_owned())
    );
}

#[test]
fn a_capture_en_passant_promotes_where_pieces_promote() {
    let keys = "promotion = { on = \"last rank\", optional = \"rank 6\", to = \"QN\" }";
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let position = checked_with(keys, fen);
    let captures: Vec<_> = position.move_texts().into_iter().filter(|text| text.contains("d6")).collect();
    assert_eq!(captures, ["e5d6", "e5d6n", "e5d6q"]);
    let after = position.play_unchecked(position.parse_san("exd6=Q").expect("it may promote"));
    assert_eq!(after.fen(), "4k3/8/3Q4/8/8/8/8/4K3 b - - 0 1");
    let forced = checked_with("promotion.on = \"ranks 6-8\"", fen);
    assert!(forced.parse_move("e5d6").is_err() && forced.parse_move("e5d6q").is_ok());
}

#[test]
fn a_double_step_does_not_end_where_the_pawn_must_promote() {
    let keys = "promotion.on = \"ranks 4-8\"\n";
    let position = checked_with(keys, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    assert!(position.parse_move("a2a3").is_ok() && position.parse_move("a2a4").is_err());
}

#[test]
fn a_fen_with_missing_fields_tells_what_else_is_wrong() {
    let chess = Variant::load(&Library::shipped(), "chess").expect("a shipped game");
    let error = Position::from_fen(&chess, "8/8/7 x").expect_err("not a position").to_string();
    for part in ["fields: 2", "board: 3 ranks, not 8", "`x` is neither w nor b"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_king_lives_on_after_a_first_move_of_its_own() {
    let keys = "castling = false\npieces.king.first-moves = \"KN\"\n";
    let mut library = Library::shipped();
    let text = format!("extends = \"chess\"\ntitle = \"Leaping kings\"\nabout = \"A test.\"\n{keys}");
    library.add_text("leaping-kings", &text).expect("a good name");
    assert_eq!(library.check("leaping-kings"), [], "the game has no fault");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    let unmoved = checked_in(&library, "leaping-kings", start);
    let leapt = unmoved.play(unmoved.parse_move("e1d3").expect("the first move is a leap")).expect("legal");
    assert_eq!(leapt.fen(), "rnbqkbnr/pppppppp/8/8/8/3+K4/PPPPPPPP/RNBQ1BNR b - - 1 1");
    assert_eq!(leapt.outcome(), None, "the game goes on");
    let answered = leapt.play(leapt.parse_move("e8d6").expect("Black's too")).expect("legal");
    assert_eq!(
        answered.king(Color::White).map(|s| answered.variant().shape().name(s).to_string()),
        Some("d3".into())
    );
    assert_eq!(answered.outcome(), None, "the game goes on");
    assert!(
        answered.parse_move("d3e5").is_err() && answered.parse_move("d3e3").is_ok(),
        "the leap was its first move"
    );
    checked_in(&library, "leaping-kings", &answered.fen());
    // A king that has moved is as royal as one that has not.
    let checked = checked_in(&library, "leaping-kings", "4k3/8/8/8/8/3+K4/8/3r4 w - - 0 1");
    assert!(
        checked.is_check()
            && checked.move_texts().iter().all(|text| text.starts_with("d3") && !text.ends_with("d2"))
    );
    let mated = checked_in(&library, "leaping-kings", "6+k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    let mate = mated.play(mated.parse_san("Re8").expect("legal")).expect("legal");
    assert_eq!(mate.outcome().map(|end| end.reason.name()), Some("checkmate"));
}

#[test]
fn kings_that_face_each_other_along_a_rank_are_seen_by_the_slow_way_too() {
    let keys = "castling = false\nfacing-kings = \"illegal-orthogonal\"\n";
    let position = checked_with(keys, "7K/2k5/8/8/8/8/8/8 b - - 0 1");
    let texts = position.move_texts();
    assert!(["c7b8", "c7c8", "c7d8", "c7h7"].iter().all(|text| !texts.contains(&(*text).to_owned())));
    assert!(texts.contains(&"c7d7".to_owned()));
}

#[test]
fn a_blocker_behind_a_double_step_leaves_the_capture_en_passant() {
    let keys =
        "insufficient = false\nking-lost-by = \"capture\"\ncastling = false\nblocker = { behind = true }\n";
    let position = checked_with(keys, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    let after = position.play_unchecked(position.parse_move("e2e4,e4e2").expect("a double step"));
    assert_eq!(after.fen(), "4k3/8/8/8/3pP3/8/4*3/4K3 b - e3 0 1");
    let again = checked_with(keys, &after.fen());
    assert!(again.move_texts().contains(&"d4e3,e3d4".to_owned()), "the FEN has the right as well");
}

#[test]
fn a_royal_piece_of_several_does_not_turn_to_stone() {
    let keys = "insufficient = false\ncastling = false\nroyal = { pieces = \"KQ\", lost = \"any\" }\n\
                pieces.queen.turns-to-stone = true\n";
    let position = checked_with(keys, "4k3/8/3q4/8/8/8/8/R2QK3 b - - 0 1");
    assert!(!position.move_texts().contains(&"d6d1".to_owned()), "the queen would be lost");
    // So neither attacks the other.
    let position = checked_with(keys, "4k3/8/3q4/8/8/8/8/R2QK3 w - - 0 1");
    assert!(!position.is_check() && position.move_texts().contains(&"a1a6".to_owned()));
}

#[test]
fn who_may_pass_at_will_has_one_pass_also_without_a_move() {
    let keys = "insufficient = false\ncastling = false\npass = true\nstalemate = \"pass\"\n\
                pieces.pawn = { moves = \"fmW\", en-passant = false }\n";
    let position = checked_with(keys, "6pk/6pp/6PP/8/8/8/8/K7 b - - 0 1");
    assert_eq!(position.move_texts(), ["h8h8"]);
}
