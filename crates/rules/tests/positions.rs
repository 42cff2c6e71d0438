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
    assert!(!answers("4k3/8/8/8/3p4/2P5/8/4K3 w - - 0 1", "c3c5", "d4c4"));
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

#[test]
fn a_position_in_which_a_king_is_missing_is_refused() {
    for (name, fen, told) in [
        ("chess", "8/8/8/8/8/8/P7/K7 w - - 0 1", "black has no king"),
        ("near", "8/8/4k3/8/8/8/8/8 w - - 0 1", "white has no king"),
        ("horde", "8/8/8/8/8/8/P7/8 w - - 0 1", "black has no king"),
        (
            "horde",
            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "white never has a king in this game, but it stands on e1",
        ),
        ("three-kings", "kkk5/8/8/8/8/8/8/KK6 w - - 0 1", "white has "),
        ("extinction", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "black has "),
        ("spartan", "8/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "never has"),
        ("shogi", "4k4/9/9/9/9/9/9/9/9[G] w - - 0 1", "white has no king"),
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1", "neither player has a king"),
    ] {
        let game = game(name);
        let error = match Position::from_fen(&game, fen) {
            Ok(position) => panic!("{name} {fen} is read: {:?}", position.outcome()),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(told), "{name} {fen}: {error}");
    }
}

#[test]
fn what_was_kept_is_read_whatever_it_lacks() {
    for (name, fen) in [
        ("chess", "8/8/8/8/8/8/P7/K7 w - - 0 1"),
        ("near", "8/8/4k3/8/8/8/8/8 w - - 0 1"),
        ("chess", "4k2P/8/8/8/8/8/8/4K3 w KQkq - 0 1"),
        ("horde", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"),
    ] {
        assert!(Position::from_kept_fen(&game(name), fen).is_ok(), "{name} {fen}");
    }
}

#[test]
fn a_piece_where_it_would_have_had_to_promote_is_refused() {
    for (name, fen, told) in [
        ("chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "white's pawn on h8 would have had to promote there"),
        ("chess", "4k3/8/8/8/8/8/8/p1p1K3 w - - 0 1", "black's pawn on a1, c1 would"),
        ("crazyhouse", "4k2P/8/8/8/8/8/8/4K3[] w - - 0 1", "white's pawn on h8"),
        ("shogi", "4k3L/9/9/9/9/9/9/9/4K4[] w - - 0 1", "white's lance on i9"),
        ("shogi", "4k4/8N/9/9/9/9/9/9/4K4[] w - - 0 1", "white's knight on i8"),
        ("shogi", "4k4/9/9/9/9/9/9/9/p3K4[] w - - 0 1", "black's pawn on a1"),
    ] {
        let error = refused(&game(name), fen);
        assert!(error.contains(told), "{name} {fen}: {error}");
    }
    // A pawn in its own first rank still moves, one that can become nothing stands for ever, and a chick may be dropped there.
    for (name, fen) in [
        ("chess", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1"),
        ("dobutsu", "C1l/3/3/1L1[] w - - 0 1"),
        ("shogi", "4k4/9/8N/9/9/9/9/9/4K4[] w - - 0 1"),
    ] {
        read(&game(name), fen);
    }
    let text = "extends = \"chess\"\ntitle = \"W\"\nabout = \"W.\"\ninsufficient = false\npieces.pawn.promotes = false\n";
    read(&written(text), "P3k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn castling_rights_that_are_none_are_refused() {
    for (name, fen, told) in [
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
            "white cannot castle on the queen's side: that needs a king on e1 and a rook on a1",
        ),
        (
            "chess",
            "r3k3/8/8/8/8/8/8/4K3 w kq - 0 1",
            "black cannot castle on the king's side: that needs a king on e8 and a rook on h8",
        ),
        ("chess", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", "king on e1"),
        ("shatranj", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "in this game"),
        ("chess960", "4k3/8/8/8/8/8/8/1R2K3 w K - 0 1", "rook to the right of it"),
        ("chess960", "4k3/8/8/8/8/8/8/1R2K3 w A - 0 1", "rook on a1"),
    ] {
        let error = refused(&game(name), fen);
        assert!(error.contains(told), "{name} {fen}: {error}");
    }
}

#[test]
fn a_mate_problem_needs_no_king_of_the_attackers() {
    let shogi = game("shogi");
    let problem = Position::from_problem_fen(&shogi, "4k4/9/4P4/9/9/9/9/9/9[G] w - - 0 1").unwrap();
    assert!(problem.outcome().is_none() && problem.legal_moves().len() > 40);
    let mate = problem.play(problem.parse_move("G@e8").unwrap()).unwrap();
    assert_eq!(mate.outcome().map(|o| o.winner), Some(Some(berolina_rules::geometry::Color::White)));
    assert_eq!(mate.fen(), "4k4/4G4/4P4/9/9/9/9/9/9[] b - - 0 1");
    // With both kings it is the game itself, and without any it is none.
    let both = "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1";
    assert_eq!(Position::from_problem_fen(&shogi, both).unwrap(), read(&shogi, both));
    assert!(Position::from_problem_fen(&shogi, "9/9/4P4/9/9/9/9/9/9[G] w - - 0 1").is_err());
    let chess = Position::from_problem_fen(&game("chess"), "7k/8/6Q1/8/8/8/8/R7 w - - 0 1").unwrap();
    assert!(chess.sans().iter().any(|(_, san)| san == "Ra8#"), "{:?}", chess.sans());
}

#[test]
fn a_piece_off_its_first_squares_has_moved() {
    let spartan = game("spartan");
    let read_one = read(&spartan, "lgkcckwl/hhhhhhh1/8/7h/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 2");
    assert_eq!(read_one.fen(), "lgkcckwl/hhhhhhh1/8/7+h/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 2");
    assert!(!read_one.move_texts().contains(&"h5f3".to_owned()));
    let seirawan = game("seirawan");
    let moved = read(&seirawan, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[EHeh] w KQkq - 1 2");
    assert!(moved.move_texts().iter().all(|text| !text.starts_with("f3") || text.len() == 4));
    assert!(moved.move_texts().iter().any(|text| text.starts_with("b1") && text.len() == 5));
    // A unicorn may have come by promotion, and then has not moved.
    let unicorn = game("npnc");
    let start = unicorn.start();
    assert_eq!(read(&unicorn, &start.fen()), start);
}

#[test]
fn letters_of_files_say_behind_which_pieces_others_enter() {
    let seirawan = game("seirawan");
    let board = "rnbqk2r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQK2R[HEhe]";
    let position = read(&seirawan, &format!("{board} w KQBCDkqbcd - 0 1"));
    let texts = position.move_texts();
    assert!(texts.contains(&"e1g1".to_owned()) && !texts.contains(&"f3e5h".to_owned()));
    assert!(texts.contains(&"b1c3h".to_owned()));
    assert_eq!(read(&seirawan, &position.fen()), position);
    // Who is not named has moved.
    let fewer = read(&seirawan, &format!("{board} w KQBCkq - 0 1"));
    assert_eq!(fewer.fen(), "r+n+b+qk2r/pppppppp/8/8/8/5+N2/PPPPPPPP/RNB+QK2R[EHeh] w KQkq - 0 1");
    // The rook of the a-file lets one in, though the king has moved.
    let rook = read(&seirawan, "4k3/8/8/8/8/8/8/R2K3R[E] w A - 0 1");
    assert_eq!(rook.fen(), "4+k3/8/8/8/8/8/8/R2+K3+R[E] w - - 0 1");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1";
    assert_eq!(read(&seirawan, start), seirawan.start());
    for wrong in ["KQF", "KQZ", "KQf3"] {
        assert!(refused(&seirawan, &format!("{board} w {wrong} - 0 1")).contains("castling: "), "{wrong}");
    }
}
