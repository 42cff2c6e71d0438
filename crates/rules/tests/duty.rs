//! What a player must do who can capture.

use std::sync::Arc;

use berolina_rules::{Library, Position, Variant};

fn game(keys: &str) -> Arc<Variant> {
    let mut library = Library::shipped();
    let base = if keys.contains("explosion") { "atomic" } else { "chess" };
    let text = format!("extends = \"{base}\"\ntitle = \"Test\"\nabout = \"A test.\"\n{keys}");
    library.add_text("test", &text).expect("a small file");
    Variant::load(&library, "test").unwrap_or_else(|e| panic!("{keys}: {e}"))
}

fn moves(variant: &Arc<Variant>, fen: &str) -> Vec<String> {
    let position = Position::from_fen(variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(position.perft(1), position.legal_moves().len() as u64, "{fen}");
    position.move_texts()
}

#[test]
fn who_can_capture_must_where_that_is_legal() {
    let any = game("capture = \"any\"");
    let fen = "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1";
    assert_eq!(moves(&any, fen), ["e4d5"]);
    let position = Position::from_fen(&any, fen).unwrap();
    assert_eq!(position.why_not("e1g1").to_string(), "who can capture must, such as e4d5");
    // Neither the pinned rook nor a king that would be attacked captures.
    assert_eq!(moves(&any, "4r1k1/8/8/8/p3R3/8/8/4K3 w - - 0 1"), ["e4e8"]);
    assert_eq!(moves(&any, "4r1k1/8/8/8/p3Rp2/4P3/8/4K3 w - - 0 1"), ["e3f4", "e4a4", "e4e8", "e4f4"]);
    assert_eq!(moves(&any, "6k1/8/8/8/8/8/4r3/r3K3 w - - 0 1"), ["e1e2"]);
    // En passant is a capture.
    assert_eq!(moves(&any, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), ["e5d6"]);
}

#[test]
fn the_obligation_may_be_one_players() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    let one = game(
        "players = { white = \"eager\", black = \"calm\" }\narmies.eager.capture = \"any\"\narmies.calm.about = \"None.\"",
    );
    assert_eq!(moves(&one, fen), ["e4d5"]);
    assert!(moves(&one, &fen.replace(" w ", " b ")).len() > 1);
}

#[test]
fn most_counts_enemies() {
    let most = game("capture = \"most\"\nexplosion = { spares = \"P\" }");
    // On a4 one enemy is taken, on d4 three.
    let fen = "k7/8/8/8/r2qb3/4n3/7K/R2R4 w - - 0 1";
    assert_eq!(moves(&most, fen), ["d1d4"]);
}

fn ducks() -> Arc<Variant> {
    game("blocker = true\nking-lost-by = \"capture\"\ninsufficient = false\nstalemate = \"win\"")
}

#[test]
fn a_blocker_is_put_on_another_empty_square() {
    let duck = ducks();
    assert_eq!(duck.start().perft(2), 379_440);
    let fen = "4k3/8/8/3p4/4P3/8/3*4/4K2R w K - 0 1";
    let texts = moves(&duck, fen);
    assert!(texts.contains(&"e4d5,d5e4".to_owned()) && texts.contains(&"e1g1,g1e1".to_owned()));
    // It stood on d2, which the king cannot enter either.
    assert!(!texts.iter().any(|text| text.ends_with("d2") || text.starts_with("e1d2")));
    let position = Position::from_fen(&duck, fen).unwrap();
    for (text, san, after) in [
        ("e4d5,d5e4", "exd5,e4", "4k3/8/8/3P4/4*3/8/8/4K2R b K - 0 1"),
        ("e1g1,g1h1", "O-O,h1", "4k3/8/8/3p4/4P3/8/8/5RK* b - - 1 1"),
    ] {
        let mv = position.parse_any(text).unwrap();
        assert_eq!((position.san(mv).as_str(), position.parse_san(san)), (san, Ok(mv)));
        assert_eq!(position.play(mv).unwrap().fen(), after);
    }
    assert_eq!(position.why_not("e4d5").to_string(), "say where the blocker goes, such as e4d5,d5a1");
    assert_eq!(position.why_not("e4d5,d5d2").to_string(), "the blocker cannot go there, such as e4d5,d5a1");
}

#[test]
fn nothing_passes_a_blocker_or_captures_it() {
    let duck = ducks();
    let texts = moves(&duck, "4k3/8/8/8/R2*3r/8/8/4K3 w - - 0 1");
    let first: Vec<&str> =
        texts.iter().map(|text| &text[..4]).filter(|text| text.starts_with("a4")).collect();
    assert!(first.contains(&"a4c4") && !first.contains(&"a4d4") && !first.contains(&"a4e4"));
    // Nobody captures en passant where it stands.
    let start = Position::from_fen(&duck, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1").unwrap();
    let after = |text: &str| start.play(start.parse_move(text).unwrap()).unwrap();
    assert_eq!(after("e2e4,e4e3").en_passant(), None);
    assert!(after("e2e4,e4a1").move_texts().iter().any(|text| text.starts_with("d4e3,")));
    let two = Position::from_fen(&duck, "4k3/8/8/8/3*4/8/4*3/4K3 w - - 0 1").unwrap_err();
    assert_eq!(two.to_string(), "FEN: there are 2 blockers (`*`); there is only one");
}

#[test]
fn blockers_may_stay_behind() {
    let snail =
        game("blocker = { stays = true, behind = true }\nking-lost-by = \"capture\"\ninsufficient = false");
    let start = Position::from_fen(&snail, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    assert_eq!(start.move_texts(), ["e1d1,d1e1", "e1d2,d2e1", "e1e2,e2e1", "e1f1,f1e1", "e1f2,f2e1"]);
    let after = start.play(start.parse_san("Kd2,e1").unwrap()).unwrap();
    assert_eq!(after.fen(), "4k3/8/8/8/8/8/3K4/4*3 b - - 1 1");
}

#[test]
fn a_check_may_set_one_free() {
    let free = game("capture = \"unless-check\"");
    // Not in check the capture must be made, in check it is one answer of several.
    assert_eq!(moves(&free, "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1"), ["e4d5"]);
    let fen = "4r1k1/8/8/8/8/8/3p4/4K3 w - - 0 1";
    assert_eq!(moves(&free, fen), ["e1d1", "e1d2", "e1f1", "e1f2"]);
    let checked = Position::from_fen(&free, fen).unwrap();
    assert!(!checked.must_capture());
    assert_eq!(moves(&game("capture = \"any\""), fen), ["e1d2"]);
}
