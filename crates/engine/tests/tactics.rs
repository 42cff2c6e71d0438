//! Positions with a known best move or result, by each way that a game can be won or saved.

use crate::common::{best, game};
use berolina_engine::{Engine, Limits, search};

#[track_caller]
fn finds(name: &str, fen: &str, depth: u32, mv: &str, score: &str) {
    // Late moves are searched less deep, so an end may be found some plies later than it lies ahead.
    let (found, report) = best(name, fen, depth + 12);
    assert_eq!((found.as_str(), report.score.to_string().as_str()), (mv, score), "{name} {fen}");
}

/// The moves to a proven end.
#[track_caller]
fn ends(name: &str, fen: &str, depth: u32) -> Option<i32> {
    best(name, fen, depth + 12).1.score.mate()
}

#[test]
fn mates_in_chess() {
    finds("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, "Ra8#", "#1");
    finds("chess", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 4, "Rb7", "#2");
    finds("chess", "r4r1k/6pp/7N/8/8/1Q6/8/7K w - - 0 1", 4, "Qg8+", "#2");
    finds("chess", "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 4, "Qh6+", "#2");
    finds("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 6, "Ra6+", "#3");
}

#[test]
fn saves_the_draw_in_chess() {
    // Black mates next; White has a perpetual check, which begins on either square.
    let (found, report) = best("chess", "6k1/5p1p/5Q2/8/8/8/qr6/7K w - - 0 1", 10);
    assert!(["Qg5+", "Qd8+"].contains(&found.as_str()), "{found}");
    assert_eq!(report.score.to_string(), "0.00");
    // A ply before the clock's limit only the pawn's move saves the win.
    finds_move("chess", "7k/8/8/8/8/P7/6R1/K7 w - - 99 90", 2, "a4");
}

#[track_caller]
fn finds_move(name: &str, fen: &str, depth: u32, mv: &str) {
    assert_eq!(best(name, fen, depth).0, mv, "{name} {fen}");
}

#[test]
fn kings_are_captured_in_near() {
    finds("near", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", 1, "Rxe8#", "#1");
    finds("near", "7k/8/5Q2/8/8/8/8/K7 w - - 0 1", 2, "Qxh8#", "#1");
    // An attacked king steps away, though nothing obliges it.
    assert_eq!(ends("near", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", 6), None);
    // Every step of the king is to an attacked square.
    finds("near", "k7/8/8/1Q6/8/8/8/7K w - - 0 1", 4, "Qb6", "#2");
}

#[test]
fn one_king_by_capture_the_other_by_checkmate() {
    let name = "near-vs-normal:near-wins-by=checkmate";
    finds(name, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, "Ra8#", "#1");
    // Taking the king comes before one's own check.
    finds(name, "4r1k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 2, "Rxe1#", "#1");
}

#[test]
fn goals() {
    finds("forward", "4k3/2K5/8/8/8/8/8/8 w - - 0 1 -", 2, "Kb8#", "#1");
    finds("king-of-the-hill", "7k/8/8/8/8/2K5/8/8 w - - 0 1", 3, "Kd4#", "#1");
    // A race: the other king arrives first, whatever White does.
    assert_eq!(ends("forward", "8/8/K7/8/8/8/4k3/8 w - - 0 1 -", 5), Some(-1));
    assert_eq!(ends("forward", "8/8/K7/8/4k3/8/8/8 w - - 0 1 -", 5), Some(2));
}

#[test]
fn stalemate_wins_in_forward() {
    finds("forward", "k7/8/8/1Q6/8/8/8/7K w - - 0 1 -", 2, "Qb6", "#1");
}

#[test]
fn claims_in_forward() {
    // Any quiet move brings the clock to its limit and the claim of the last capturer.
    assert_eq!(ends("forward", "2k5/8/8/8/8/8/4R3/4K3 w - - 99 90 w", 1), Some(1));
    assert_eq!(ends("forward", "2k5/8/8/8/8/8/4R3/4K3 w - - 99 90 b", 1), Some(-1));
    assert_eq!(ends("forward", "2k5/8/8/8/8/8/4R3/4K3 w - - 99 90 -", 1), None);
    // Only the capture of a pawn takes the claim away.
    finds_move("forward", "4k3/8/8/8/8/p7/1P6/4K3 w - - 99 90 b", 2, "bxa3");
}

#[test]
fn repetition_loses_in_forward() {
    let mut game = game("forward", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 -");
    for text in ["a1a2", "e8e7", "a2a1", "e7e8", "a1a2", "e8e7", "a2a1"] {
        game.push(game.position().parse_move(text).unwrap());
    }
    // The king back to e8 would bring the start about for the third time, and lose.
    let back = game.position().parse_move("e7e8").unwrap();
    let report = search(&game, &Limits::depth(1), &mut |_| {});
    assert_ne!(report.best, Some(back));
    assert!(report.score.mate().is_none_or(|moves| moves > 0), "{}", report.score);
    game.push(back);
    assert_eq!(game.outcome().unwrap().reason.name(), "repetition");
}

#[test]
fn promotion_keeps_to_its_limits() {
    finds_move("near", "8/P6k/8/8/8/8/8/7K w - - 0 1", 1, "a8=Q");
    // With a queen on the board there is no other to be had. Networks of two games are not compared: each has a scale of its own where a side is far ahead.
    let score = |name| {
        let mut engine = Engine::new();
        engine.set_use_nets(false);
        engine.search(&game(name, "8/P6k/8/8/8/8/Q7/7K w - - 0 1"), &Limits::depth(1), &mut |_| {}).score
    };
    let (limited, free) = (score("near"), score("skirmish"));
    assert!(free.value() > limited.value() + 100, "{free} {limited}");
}

#[test]
fn pawns_promote_in_place_in_forward() {
    // The enemy king is too far from its goal to hurry.
    finds_move("forward", "P7/3k4/8/8/8/8/8/3K4 w - - 0 1 -", 1, "a8=Q");
}

#[test]
fn kings_are_attacked_while_pieces_are_placed() {
    // White begins when all pieces stand, and nothing can be put between a king and a knight, or what stands beside it.
    let (found, report) =
        best("near-anywhere", "8/4k3/8/8/8/8/4K3/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1", 2);
    assert!(found.ends_with('+'), "{found}");
    assert!(report.score.value() > 1000, "{}", report.score);
}

#[test]
fn jester_enters() {
    finds_move("npnc", "4k4/9/9/9/9/3q5/PPP3PPP/4K4[J] w - - 0 1", 2, "Jc2xd3");
}

#[test]
fn bare_king_loses_in_shatranj() {
    finds("shatranj", "k7/8/8/8/8/1r6/2K5/7R w - - 0 1", 2, "Kxb3", "#1");
}

#[test]
fn drops_mate_in_crazyhouse() {
    finds("crazyhouse", "6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1", 2, "R@a8#", "#1");
}

#[test]
fn replies_that_are_forced_are_searched_deeper() {
    // Without a ply more for a capture that is the only move, the win is found at depth 10.
    let (_, report) = best("antichess", "Nnb5/p3k3/8/8/8/8/P1PP4/b1B1K3 w - - 0 16", 7);
    assert_eq!(report.score.mate(), Some(6));
}
