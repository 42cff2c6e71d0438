//! What is said of a move in SAN that cannot be made, or that can mean two moves.

use berolina_rules::definition::Library;
use berolina_rules::{Position, Variant};

fn position(game: &str, fen: &str) -> Position {
    let variant = Variant::new(Library::shipped().load(game).unwrap());
    Position::from_fen(&variant, fen).unwrap()
}

#[test]
fn san_is_refused_for_the_same_reason_as_squares() {
    for (fen, san, squares) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nd2", "b1d2"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Bc4", "f1c4"),
        ("4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1", "Nc3", "e2c3"),
        ("4k3/8/8/8/4r3/8/8/N3K3 w - - 0 1", "Nb3", "a1b3"),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4", "e2e4"),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "exd3", "e2d3"),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "Kd1", "e1d1"),
    ] {
        let position = position("chess", fen);
        let error = position.parse_san(san).unwrap_err();
        assert_eq!(error.reason, position.why_not(squares), "{san}");
    }
    let start = position("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (san, says) in [
        ("Nd5", "no knight of White's can legally go to d5"),
        ("Ke3", "no king of White's can legally go to e3"),
        ("Nf3=Q", "there is Nf3"),
    ] {
        assert_eq!(start.parse_san(san).unwrap_err().reason.to_string(), says);
    }
    let last = position("chess", "8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(
        last.parse_san("e8").unwrap_err().reason.to_string(),
        "say what to promote to: e8=Q, e8=R, e8=B, e8=N"
    );
}

#[test]
fn a_plus_that_is_no_check_is_not_taken_for_one_where_it_could_promote() {
    let given = position("shogi", "2k6/9/6p2/9/9/9/9/1B7/4K4[] w - - 0 1");
    let says =
        |san| given.parse_any(san).map(|mv| given.move_text(mv)).map_err(|error| error.reason.to_string());
    assert_eq!(says("Bxg7").as_deref(), Ok("b2g7"));
    assert_eq!(says("Bxg7=+B").as_deref(), Ok("b2g7+"));
    assert_eq!(says("b2g7+").as_deref(), Ok("b2g7+"));
    for text in ["Bxg7+", "Bb2xg7+", "Bxg7+!"] {
        let refused = says(text).unwrap_err();
        assert_eq!(refused, "`+` says check, and there is none: Bxg7=+B promotes, Bxg7 does not", "{text}");
    }
    let checking = position("shogi", "4k4/9/6p2/9/9/9/9/1B7/4K4[] w - - 0 1");
    assert_eq!(checking.parse_any("Bxg7+").map(|mv| checking.move_text(mv)).as_deref(), Ok("b2g7"));
    // Where it cannot promote, a mark may be wrong.
    assert_eq!(says("Bc3+").as_deref(), Ok("b2c3"));
}

#[test]
fn castling_is_refused_where_something_must_be_captured() {
    let position = position("antichess:castling=yes", "4k3/8/8/8/7p/5N2/8/4K2R w K - 0 1");
    let refusal = position.parse_san("O-O").unwrap_err().to_string();
    assert!(refusal.contains("who can capture must"), "{refusal}");
}
