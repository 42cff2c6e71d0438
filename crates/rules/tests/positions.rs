//! Which positions are accepted and what is read from them, and rules that only rare positions show.

use std::sync::Arc;

use berolina_rules::{Library, Position, Variant};

fn game(name: &str) -> Arc<Variant> {
    Variant::load(&Library::shipped(), name).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A game of the text of a file.
fn written(text: &str) -> Arc<Variant> {
    let mut library = Library::shipped();
    library.add_text("written", text).expect("a good name");
    Variant::load(&library, "written").unwrap_or_else(|e| panic!("{e}"))
}

fn read(game: &Arc<Variant>, fen: &str) -> Position {
    Position::from_fen(game, fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn refused(game: &Arc<Variant>, fen: &str) -> String {
    match Position::from_fen(game, fen) {
        Ok(position) => panic!("{fen} is read as {}", position.fen()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_double_step_from_the_first_rank_of_a_horde_cannot_be_answered() {
    let horde = game("horde");
    let start = read(&horde, "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1");
    assert_eq!(start.perft(2), 172);
    let after = start.play(start.parse_move("c1c3").unwrap()).unwrap();
    assert_eq!(after.fen(), "k7/5p2/4p2P/3p2P1/2p2P2/1pP1P2P/p2P2P1/5P2 b - - 0 1");
    assert!(!after.move_texts().contains(&"b3c2".to_owned()));
    let told = read(&horde, "k7/5p2/4p2P/3p2P1/2p2P2/1pP1P2P/p2P2P1/5P2 b - c2 0 1");
    assert!(!told.move_texts().contains(&"b3c2".to_owned()), "a FEN that names the square changes nothing");
    // From the second rank it can, whether the pawn has moved there or not.
    let start = read(&horde, "k7/8/8/8/2p5/8/3P4/8 w - - 0 1");
    let after = start.play(start.parse_move("d2d4").unwrap()).unwrap();
    assert!(after.move_texts().contains(&"c4d3".to_owned()));
}

#[test]
fn en_passant_of_a_region_is_of_both_players_and_of_three_steps() {
    let text = "extends = \"chess\"\ntitle = \"W\"\nabout = \"W.\"\npieces.pawn.double-step = { from = \"ranks 2-3\", \
                triple-from = \"rank 2\", en-passant = \"rank 3\" }\n";
    let game = written(text);
    let answers = |fen: &str, first: &str, answer: &str| {
        let start = read(&game, fen);
        let after = start.play(start.parse_move(first).unwrap()).unwrap();
        after.move_texts().contains(&answer.to_owned())
    };
    let white = "4k3/8/8/8/3p4/3p4/2P5/4K3 w - - 0 1";
    assert!(!answers(white, "c2c4", "d4c3") && !answers(white, "c2c5", "d4c3"));
    assert!(answers("4k3/8/8/8/3p4/2P5/8/4K3 w - - 0 1", "c3c5", "d4c4") == false);
    assert!(answers("4k3/8/8/3p4/8/2P5/8/4K3 w - - 0 1", "c3c5", "d5c4"));
    assert!(answers("4k3/8/2p5/8/3P4/8/8/4K3 b - - 0 1", "c6c4", "d4c5"));
    assert!(!answers("4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c5", "d5c6"));
}

#[test]
fn kings_side_by_side_are_not_in_check_on_the_way_of_castling_either() {
    let text = "extends = \"chess960\"\ntitle = \"A\"\nabout = \"A.\"\ninsufficient = false\nexplosion = { spares = \"P\" }\n";
    let shuffled = written(text);
    let atomic = game("atomic");
    let castles = |game: &Arc<Variant>, fen: &str| {
        let position = read(game, fen);
        let sans = position.sans().into_iter().map(|(_, san)| san.trim_end_matches('+').to_owned());
        let mut castles: Vec<String> = sans.filter(|san| san.starts_with("O-O")).collect();
        castles.sort();
        castles
    };
    for (fen, there) in [
        ("r3k2R/4K3/8/8/8/8/8/8 b q - 0 1", &["O-O-O"][..]),
        ("8/8/8/8/8/8/4k3/R3K2q w Q - 0 1", &["O-O-O"]),
        ("r3k3/3K4/8/8/8/8/8/4R3 b q - 0 1", &["O-O-O"]),
        ("8/8/8/8/8/8/3k4/4K2R w K - 0 1", &["O-O"]),
        ("8/8/8/8/8/5r2/6k1/4K2R w K - 0 1", &["O-O"]),
        ("1R6/p5N1/8/8/8/4r3/2p5/R2kK2R w K - 0 1", &["O-O"]),
        ("8/8/3p3P/8/8/8/2k5/R3K2R w KQ - 0 1", &["O-O", "O-O-O"]),
        // A line that meets the king where it is no check goes on behind it.
        ("8/8/8/8/8/8/3k4/q3K2R w K - 0 1", &[]),
        // Where the kings do not touch, an attack on the way counts.
        ("8/8/8/8/8/5r2/2k5/4K2R w K - 0 1", &[]),
        ("8/8/8/8/8/6r1/4k3/4K2R w K - 0 1", &[]),
    ] {
        for game in [&atomic, &shuffled] {
            assert_eq!(castles(game, fen), there, "{fen}");
        }
    }
}
