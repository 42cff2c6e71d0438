//! Games in which captures explode: one capture ends a game, takes several pieces at once, and costs the capturer.

use std::sync::Arc;

use crate::common::Random;
use berolina_engine::{Engine, Limits, Report, search};
use berolina_rules::{Game, Library, Position, Reason, Variant};

const ATOMIC: &str = include_str!("../../../variants/atomic.toml");

/// Atomic chess, with these lines before its own.
fn atomic(more: &str) -> Arc<Variant> {
    let mut library = Library::shipped();
    // Where a king may be captured no material is too little.
    let own = if more.is_empty() { ATOMIC.to_owned() } else { ATOMIC.replace("\"RBN\"", "false") };
    library.add_text("atomic", &format!("{more}\n{own}")).expect("a name");
    Variant::load(&library, "atomic").unwrap_or_else(|error| panic!("{error}"))
}

const BY_CAPTURE: &str = "king-lost-by = \"capture\"";

fn look(variant: &Arc<Variant>, fen: &str, depth: u32) -> (String, Report) {
    let game = Game::new(Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}")));
    let report = search(&game, &Limits::depth(depth), &mut |_| {});
    (game.position().san(report.best.expect("a legal move")), report)
}

#[test]
fn a_king_explodes_beside_what_is_taken() {
    for more in ["", BY_CAPTURE] {
        let game = atomic(more);
        for depth in [1, 2, 3] {
            // The pawn beside the king falls, though another guards it.
            let (found, report) = look(&game, "4k3/3p1p2/4p3/8/2B5/8/8/3QK2R w - - 0 1", depth);
            assert!(found.starts_with("Qxd7") || found.starts_with("Bxe6"), "{more} {depth}: {found}");
            if found.starts_with("Qxd7") {
                assert_eq!(report.score.mate(), Some(1), "{more} {depth}: {}", report.score);
            }
        }
        let (found, report) = look(&game, "4k3/5p2/8/8/8/8/8/4KQ2 w - - 0 1", 1);
        assert!(found.starts_with("Qxf7"), "{more}: {found}");
        assert_eq!(report.score.mate(), Some(1), "{more}: {}", report.score);
        // Not by the capture of a pawn two files away, which only loses the queen.
        let (_, report) = look(&game, "7k/5p2/8/8/8/8/8/4KQ2 w - - 0 1", 1);
        assert_eq!(report.score.mate(), None, "{more}");
    }
}

#[test]
fn an_explosion_is_foreseen() {
    for more in ["", BY_CAPTURE] {
        let game = atomic(more);
        // Black takes beside the king next, unless it goes away or something is put between.
        for fen in ["6k1/8/8/3q4/8/8/3P4/2B1K2N w - - 0 1", "k4r2/8/8/8/8/8/8/2B1KN1R w - - 0 1"] {
            let (found, report) = look(&game, fen, 4);
            assert!(report.score.mate().is_none(), "{more}: {found} {}", report.score);
        }
        // Both pawns beside the king are attacked, and it comes away from neither.
        let (found, report) = look(&game, "k7/pp6/8/8/8/8/8/RQ3K2 b - - 0 1", 2);
        assert_eq!(report.score.mate(), Some(-1), "{more}: {found} {}", report.score);
    }
}

#[test]
fn nobody_explodes_the_own_king() {
    for more in ["", BY_CAPTURE] {
        let game = atomic(more);
        // The queen beside the king can be had, and would take the king along.
        for depth in 1..=4 {
            let (found, _) = look(&game, "7k/6pp/8/8/8/8/3q4/3RK3 w - - 0 1", depth);
            assert!(!found.contains('x'), "{more} {depth}: {found}");
        }
    }
}

#[test]
fn a_capture_costs_the_capturer() {
    for more in ["", BY_CAPTURE] {
        let game = atomic(more);
        // A rook for a pawn, whether or not it is guarded.
        let (found, report) = look(&game, "7k/8/8/p7/8/8/8/R6K w - - 0 1", 1);
        assert!(!found.contains('x') && report.score.value() > 100, "{more}: {found} {}", report.score);
        // A knight for a queen, a rook and a bishop that stand together.
        let (found, report) = look(&game, "7k/8/1q6/r1b5/8/1N6/8/7K w - - 0 1", 2);
        assert!(found.starts_with("Nx"), "{more}: {found} {}", report.score);
    }
}

#[test]
fn kings_side_by_side_are_safe() {
    let game = atomic("");
    // The rook attacks the king, which would explode with White's own.
    for turn in ['w', 'b'] {
        let (found, report) = look(&game, &format!("8/8/8/3kK3/8/8/8/3R4 {turn} - - 0 1"), 4);
        let lost = report.score.mate().is_some_and(|moves| moves.abs() == 1);
        assert!(!lost && !found.contains('x'), "{turn}: {found} {}", report.score);
    }
}

/// Whether the player to move takes the king with one move.
fn wins(position: &Position) -> bool {
    let won = |mv| {
        let outcome = position.play_unchecked(mv).outcome();
        outcome.is_some_and(|o| o.winner == Some(position.turn()) && o.reason == Reason::KingCaptured)
    };
    position.legal_moves().into_iter().any(won)
}

/// In games of the engine against itself nobody overlooks that the king can be had, or allows one where there is another move.
#[test]
fn games_against_itself_overlook_no_explosion() {
    for more in ["", BY_CAPTURE] {
        let variant = atomic(more);
        let mut ended = 0;
        for seed in 0..4 {
            let (mut game, mut random) = (Game::new(variant.start()), Random::new(seed));
            let mut engine = Engine::with_hash(1);
            for ply in 0..150 {
                let position = game.position();
                let moves = position.legal_moves();
                if game.outcome().is_some() || moves.is_empty() {
                    ended += 1;
                    break;
                }
                let mv = if ply < 4 {
                    moves[random.below(moves.len())]
                } else {
                    let report = engine.search(&game, &Limits::depth(3), &mut |_| {});
                    let mv = report.best.expect("a legal move");
                    let told = format!("{more} {} {} {}", position.fen(), position.san(mv), report.score);
                    assert!(!wins(position) || report.score.mate() == Some(1), "{told}");
                    let allows = |mv| {
                        let after = position.play_unchecked(mv);
                        after.outcome().map_or_else(|| wins(&after), |o| o.winner == Some(after.turn()))
                    };
                    assert!(!allows(mv) || moves.iter().all(|&mv| allows(mv)), "{told}");
                    mv
                };
                game.push(mv);
            }
            println!("{}: {}", game.moves().len(), crate::common::text(&game));
        }
        assert!(ended > 0, "{more}: no game ended");
    }
}
