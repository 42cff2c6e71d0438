//! What was once wrong, so that it stays right.

mod common;

use berolina_rules::{Library, Position, Variant};
use common::games::Subject;
use common::position;

/// The position of a shipped game, with everything checked that must hold in any.
fn checked(game: &str, fen: &str) -> Position {
    let definition = Library::shipped().load(game).unwrap_or_else(|e| panic!("{game}: {e}"));
    let subject = Subject::new(definition);
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
