//! Rule files of Zillions of Games become games that play as their instructions say. The texts are written for these tests.

use std::sync::Arc;

use crate::common::plays_chess;

use berolina_exchange::{Imported, import, import_with};
use berolina_rules::definition::Library;
use berolina_rules::{Position, Variant};

/// A game on a board of eight by eight with the parts that a test gives.
fn text(parts: &str) -> String {
    format!(
        r#"; A file of our own.
(define go ($1 (verify not-friend?) add))
(define run ($1 (while empty? add $1) (verify not-friend?) add))
(define all-eight ($1 n) ($1 ne) ($1 e) ($1 se) ($1 s) ($1 sw) ($1 w) ($1 nw))
(game
  (title "A Test")
  (players White Black)
  (turn-order White Black)
  (board
    (grid
      (start-rectangle 0 0 9 9)
      (dimensions ("a/b/c/d/e/f/g/h" (10 0)) ("8/7/6/5/4/3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
    (symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw))
    (zone (name end) (players White) (positions a8 b8 c8 d8 e8 f8 g8 h8))
    (zone (name end) (players Black) (positions a1 b1 c1 d1 e1 f1 g1 h1))
    (zone (name third) (players White) (positions a3 b3 c3 d3 e3 f3 g3 h3))
    (zone (name third) (players Black) (positions a6 b6 c6 d6 e6 f6 g6 h6))
    (zone (name box) (players White) (positions d1 e1 f1 d2 e2 f2))
    (zone (name box) (players Black) (positions d8 e8 f8 d7 e7 f7)))
  (loss-condition (White Black) (checkmated King))
  {parts}
)
"#
    )
}

/// A king and another piece with the moves given, one for each player.
fn with_piece(moves: &str) -> String {
    text(&format!(
        "(board-setup (White (King e1) (Stone a2)) (Black (King e8) (Stone a7)))
         (piece (name King) (moves (go n) (go ne) (go e) (go se) (go s) (go sw) (go w) (go nw)))
         (piece (name Stone) (moves {moves}))"
    ))
}

fn all(text: &str) -> Vec<Imported> {
    import(text, "a-file").unwrap()
}

/// Why the first game of a file is not whole.
fn left(text: &str) -> String {
    let game = all(text).remove(0);
    game.unfinished.iter().chain(&game.faults).cloned().collect::<Vec<_>>().join("\n")
}

fn load(game: &Imported) -> Arc<Variant> {
    assert!(game.is_whole(), "{:?} {:?}\n{}", game.unfinished, game.faults, game.text);
    let mut library = Library::empty();
    library.add_text(&game.name, &game.text).unwrap();
    Variant::load(&library, &game.name).unwrap()
}

/// The moves that the file gives in a position.
fn moves(text: &str, fen: &str) -> Vec<String> {
    let game = load(&all(text)[0]);
    let mut moves = Position::from_fen(&game, fen).unwrap().move_texts();
    moves.sort();
    moves
}

/// The notation of the other piece.
fn notation(moves: &str) -> String {
    let game = all(&with_piece(moves)).remove(0);
    assert!(game.is_whole(), "{moves}: {:?} {:?}\n{}", game.unfinished, game.faults, game.text);
    let stone = game.text.split("[pieces.stone]").nth(1).unwrap();
    stone.lines().find_map(|line| line.strip_prefix("moves = ")).unwrap().trim_matches('"').to_owned()
}

const CHESS: &str = r#"
  (board-setup
    (White (Pawn a2 b2 c2 d2 e2 f2 g2 h2) (Rook a1 h1) (Horse b1 g1) (Bishop c1 f1) (Queen d1) (King e1))
    (Black (Pawn a7 b7 c7 d7 e7 f7 g7 h7) (Rook a8 h8) (Horse b8 g8) (Bishop c8 f8) (Queen d8) (King e8)))
  (piece (name Pawn) (moves
    (n (verify empty?) (arrive) (verify (in-zone? third)) n (verify empty?) add)
    (ne (verify enemy?) (arrive)) (nw (verify enemy?) (arrive))
    (past e) (past w)))
  (piece (name Rook) (attribute fresh-unmoved? true) (moves (slow n) (slow e) (slow s) (slow w)))
  (piece (name Horse) (notation "N") (moves
    (n n e (verify not-friend?) add) (n n w (verify not-friend?) add) (s s e (verify not-friend?) add)
    (s s w (verify not-friend?) add) (e e n (verify not-friend?) add) (e e s (verify not-friend?) add)
    (w w n (verify not-friend?) add) (w w s (verify not-friend?) add)))
  (piece (name Bishop) (moves (run ne) (run se) (run nw) (run sw)))
  (piece (name Queen) (moves (all-eight run)))
  (piece (name King) (attribute fresh-unmoved? true) (moves
    (n (verify not-friend?) (set-attribute fresh-unmoved? false) add) (calm ne) (calm e) (calm se) (calm s) (calm sw)
    (calm w) (calm nw)
    ((verify fresh-unmoved?) e (verify empty?) e (verify empty?) cascade e
     (verify (and friend? (piece? Rook) fresh-unmoved?)) from back (verify not-attacked?) e (verify not-attacked?) to
     (set-attribute fresh-unmoved? false) e add)
    ((verify fresh-unmoved?) w (verify empty?) w (verify empty?) cascade w (verify empty?) w
     (verify (and friend? (piece? Rook) fresh-unmoved?)) from back (verify not-attacked?) w (verify not-attacked?) to
     (set-attribute fresh-unmoved? false) w add)))
"#;

const CHESS_MACROS: &str = r#"
(define arrive (if (in-zone? end) (add Horse Bishop Rook Queen) else add))
(define past ($1 (verify enemy?) (verify last-to?) (verify (piece? Pawn)) capture n to n (verify last-from?) add))
(define slow ($1 (while empty? (set-attribute fresh-unmoved? false) add $1) (verify not-friend?)
  (set-attribute fresh-unmoved? false) add))
(define calm ($1 (verify not-friend?) (set-attribute fresh-unmoved? false) add))
"#;

/// `(all-eight run)` gives calls whose names were arguments.
fn chess() -> String {
    let rides = "(run n) (run ne) (run e) (run se) (run s) (run sw) (run w) (run nw)";
    format!("{CHESS_MACROS}{}", text(&CHESS.replace("(all-eight run)", rides)))
}

#[test]
fn a_file_of_chess_is_chess() {
    plays_chess(&load(&all(&chess())[0]));
}

#[test]
fn castling_that_is_not_that_of_chess_is_told() {
    // Through attacks, by a rook that may have moved, over a square that need not be empty, by a king that may have moved.
    for (from, to, part) in [
        ("from back (verify not-attacked?) e (verify not-attacked?) to", "from back e to", "through attacks"),
        ("(slow n) (slow e)", "(run n) (slow e)", "of a Rook that may have moved"),
        ("cascade w (verify empty?) w", "cascade w w", "need not be empty"),
        ("(calm ne)", "(go ne)", "of a King that may have moved"),
        ("(name Rook) (attribute fresh-unmoved? true)", "(name Rook)", "of a Rook that may have moved"),
    ] {
        let text = chess().replace(from, to);
        assert!(left(&text).contains(part), "{part}: {}", left(&text));
    }
    let bare = "(define short ($1 (verify empty?) $1 (verify empty?) to $1 (verify friend?) (verify (piece? Rook)) cascade $2 $2 add))";
    let pieces = "(board-setup (White (King e1) (Rook h1)) (Black (King e8) (Rook h8)))
        (piece (name Rook) (moves (run n) (run e) (run s) (run w)))
        (piece (name King) (moves (go n) (go e) (short e w)))";
    assert!(left(&format!("{bare}{}", text(pieces))).contains("may have moved, and through attacks"));
    // A script of Dagaz, which the option names, makes it that of chess.
    let named = format!("{bare}{}", text(&format!("(option \"chess invariant\" true) {pieces}")));
    let moves = moves(&named, "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1");
    assert!(moves.contains(&"e1g1".to_owned()), "{moves:?}");
}

#[test]
fn ways_of_moving_are_read_by_what_they_do() {
    for (moves, text) in [
        ("(go n)", "fW"),
        ("(n ne (verify not-friend?) add)", "rfN"),
        ("(run e)", "rR"),
        ("(n (while empty? n) (verify enemy?) add)", "fcR"),
        ("(n (while empty? add n))", "fmR"),
        ("(n (verify empty?) ne (verify not-friend?) add)", "rfnN"),
        ("(n (verify empty?) n (verify not-friend?) add)", "fnD"),
        ("(n (verify empty?) n (verify empty?) n (verify not-friend?) add)", "fnH"),
        ("(n (while empty? n) (verify not-empty?) n (while empty? n) (verify not-friend?) add)", "fcpR"),
        ("(n (while empty? n) (verify not-empty?) n (verify not-friend?) add)", "fgR"),
        ("(n n e (while empty? add n n e) (verify not-friend?) add)", "rfN0"),
        ("(n (verify empty?) add) (n e (verify enemy?) add)", "fmWfrcF"),
        ("(n (verify (or empty? enemy?)) add)", "fW"),
    ] {
        let found = notation(moves);
        let [found_rays, rays] = [found.as_str(), text].map(|text| {
            let mut rays = berolina_rules::definition::betza::parse(text).rays;
            rays.sort_unstable();
            rays
        });
        assert_eq!(found_rays, rays, "{moves}: {found}, not {text}");
    }
}

#[test]
fn zones_say_where_a_piece_may_go() {
    // Kept in a region; moves on some squares only; a double step from where its first square is in a zone.
    let kept = with_piece("(n (verify (in-zone? box)) (verify not-friend?) add) (s (verify (in-zone? box)) (verify not-friend?) add)")
        .replace("Stone a2", "Stone d2")
        .replace("Stone a7", "Stone d7");
    assert_eq!(
        moves(&kept, "4k3/3s4/8/8/8/8/3S4/4K3 w - - 0 1").iter().filter(|text| text.starts_with('d')).count(),
        1
    );
    assert!(all(&kept)[0].text.contains("stays-in = \"d1-f2\""));
    let sideways = with_piece("(go n) (w (verify (in-zone? end)) (verify not-friend?) add)");
    assert_eq!(
        moves(&sideways, "1S2k3/8/8/8/8/8/8/4K3 w - - 0 1")
            .iter()
            .filter(|text| text.starts_with('b'))
            .count(),
        1
    );
    let double = with_piece("(n (verify empty?) add (verify (in-zone? third)) n (verify empty?) add)");
    assert!(all(&double)[0].text.contains("double-step.from = \"rank 2\""), "{}", all(&double)[0].text);
    // What depends on the start and the end in another way has no words.
    let odd = with_piece(
        "(go n) (s (verify (in-zone? third)) (verify not-friend?) add) (e (verify (in-zone? end)) add)",
    );
    assert!(left(&odd).contains("on some squares only"), "{}", left(&odd));
    // By the square where it arrives, and only by that.
    let turned =
        with_piece("(n (verify empty?) (if (in-zone? third) (add King) else add)) (e (verify empty?) add)");
    assert!(left(&turned).contains("depends on the way"), "{}", left(&turned));
}

#[test]
fn what_is_not_understood_is_told_by_line_and_never_dropped() {
    for (moves, part) in [
        ("(n (set-flag lucky maybe) add)", "the condition `maybe`"),
        ("(n (set-position-flag here true) add)", "`(set-position-flag here true)` is not understood"),
        ("(b4 (verify empty?) add)", "squares by their names"),
        ("((verify (not-attacked? n)) n add)", "depends on attacks"),
        ("(n add)", "pieces of its own side"),
        ("(n (create King) add)", "`(create King)`"),
        ("(n (verify defended?) add)", "the condition `defended?`"),
        ("(n (verify not-attacked?) add)", "depends on attacks"),
        ("((verify (enemy? e)) n add)", "beside its way"),
        ("(n (verify (piece? King)) add)", "kinds of pieces"),
        ("(n capture n (verify empty?) add)", "it takes what stands where it does not go"),
        ("(n (while enemy? n) add)", "a loop `while enemy?`"),
        ("(n (while empty? e) add)", "a loop whose first step is another"),
        ("(n cascade e add)", "two pieces move"),
        ("(n (verify empty?) e (verify empty?) s (verify not-friend?) add)", "several turns"),
        ("(n flip add)", "`flip`"),
        ("(up add)", "`up` is not understood"),
        ("(n (verify empty?) (add Nobody))", "which is no piece"),
    ] {
        let said = left(&with_piece(moves));
        assert!(said.contains(part), "{moves}: {said}");
        assert!(said.starts_with("line"), "{said}");
    }
    for (section, part) in [
        ("(option \"pass turn\" true)", "pass turn"),
        ("(option \"maximal captures\" true)", "maximal captures"),
        ("(win-condition (White Black) (relative-config King n King))", "relative-config"),
        ("(count-condition (White Black) stalemated)", "count-condition"),
        ("(turn-order White White Black)", "players move by turns"),
        ("(move-priorities first second)", ""),
        ("(engine \"rules.dll\")", "engine"),
        ("(draw-condition (White) stalemated)", "differ by player"),
        ("(loss-condition (White Black) (pieces-remaining 2))", "decides at the start"),
    ] {
        let said = left(&with_piece("(go n)").replace("  (board-setup", &format!("{section} (board-setup")));
        assert!(said.contains(part), "{section}: {said}");
        assert_eq!(said.is_empty(), part.is_empty(), "{section}: {said}");
    }
}

#[test]
fn ends_are_carried_over() {
    let say = |goals: &str| {
        all(&with_piece("(go n)").replace("(loss-condition (White Black) (checkmated King))", goals))
            .remove(0)
    };
    let text = |goals: &str| {
        let game = say(goals);
        assert!(game.is_whole(), "{goals}: {:?} {:?}", game.unfinished, game.faults);
        game.text
    };
    let mate = "(loss-condition (White Black) (checkmated King))";
    assert!(
        text(&format!("{mate} (win-condition (White Black) stalemated)")).contains("stalemate = \"win\"")
    );
    assert!(text(&format!("{mate} (loss-condition (White Black) repetition)")).contains("mover = \"loss\""));
    assert!(text("(loss-condition (White Black) (captured King))").contains("king-lost-by = \"capture\""));
    assert!(
        text("(loss-condition (White Black) (pieces-remaining 0 King))")
            .contains("king-lost-by = \"capture\"")
    );
    let few = text(&format!("{mate} (draw-condition (White Black) (pieces-remaining 1))"));
    assert!(few.contains("left = 1") && few.contains("result = \"draw\""), "{few}");
    // A zone is any of its squares, a list all of them.
    let goal = text(&format!("{mate} (win-condition (White Black) (absolute-config King (end)))"));
    assert!(goal.contains("on = \"last rank\"") && !goal.contains("count ="), "{goal}");
    let both = text(&format!(
        "{mate} (win-condition (White) (absolute-config Stone (a8))) (win-condition (Black) (absolute-config Stone (a1)))"
    ));
    assert!(both.contains("on = \"a8\"") && both.contains("pieces = \"S\""), "{both}");
    assert!(!say("(draw-condition (White Black) stalemated)").is_whole());
}

#[test]
fn captures_are_compulsory_where_they_come_first() {
    let types = "(move-type taking) (n (verify enemy?) add) (ne (verify enemy?) add) (move-type calm) (n (verify empty?) add)";
    let king = "(piece (name King) (moves (move-type taking) (e (verify enemy?) add) (w (verify enemy?) add)
        (move-type calm) (e (verify empty?) add) (w (verify empty?) add)))";
    let text = with_piece(types).replace("(board-setup", "(move-priorities taking calm) (board-setup");
    let from = text.find("(piece (name King)").unwrap();
    let to = text.find("(piece (name Stone)").unwrap();
    let text = format!("{}{king}{}", &text[..from], &text[to..]);
    assert_eq!(moves(&text, "4k3/8/8/8/8/1s6/S7/4K3 w - - 0 1"), ["a2b3"]);
    // Not where another kind of move comes first.
    let turned = text.replace("priorities taking calm", "priorities calm taking");
    assert!(left(&turned).contains("move-priorities"));
}

#[test]
fn pieces_beside_the_board_are_placed_where_their_drops_say() {
    let text = with_piece("(go n)")
        .replace("(Stone a2))", "(Stone a2 off 2))")
        .replace("(Stone a7))", "(Stone a7 off 2))")
        .replace(
            "(piece (name Stone)",
            "(piece (name Stone) (drops ((verify (in-zone? third)) (verify empty?) add))",
        );
    let placed = |moves: Vec<String>| moves.into_iter().filter(|text| text.contains('@')).collect::<Vec<_>>();
    let fen = "4k3/s7/8/8/8/1s6/S7/4K3[SSss] w - - 0 1";
    assert_eq!(placed(moves(&text, fen)).len(), 7);
    // What is taken goes to the captor with `recycle captures`; without drops nothing is placed.
    let kept = text.replace("(players", "(option \"recycle captures\" true) (players");
    assert!(all(&kept)[0].text.contains("prisoners = true"));
    let never = text.replace("(drops ((verify (in-zone? third)) (verify empty?) add))", "");
    assert!(all(&never)[0].text.contains("drops = \"none\""), "{}", all(&never)[0].text);
    for (drop, part) in [
        ("(verify (in-zone? third)) add", "not just onto an empty square"),
        ("(verify empty?) (verify not-attacked?) add", "not just onto an empty square"),
        ("(verify empty?) (verify (empty? n)) add", "looks at other squares"),
    ] {
        let said = left(&text.replace("(verify (in-zone? third)) (verify empty?) add", drop));
        assert!(said.contains(part), "{drop}: {said}");
    }
}

#[test]
fn first_moves_need_an_attribute_that_each_move_takes_away() {
    let first = "((verify unmoved?) n (verify empty?) n (verify empty?) (set-attribute unmoved? false) add)";
    let always = "(n (verify not-friend?) (set-attribute unmoved? false) add) (s (verify not-friend?) (set-attribute unmoved? false) add)";
    let text = with_piece(&format!("{first} {always}"))
        .replace("(piece (name Stone)", "(piece (name Stone) (attribute unmoved? true)");
    let games = all(&text);
    assert!(games[0].text.contains("ifmnD"), "{} {:?}", games[0].text, games[0].unfinished);
    let found = moves(&text, "4k3/s7/8/8/8/8/S7/4K3 w - - 0 1");
    assert!(found.contains(&"a2a4".to_owned()), "{found:?}");
    for (from, to) in [
        ("(attribute unmoved? true)", ""),
        ("(s (verify not-friend?) (set-attribute unmoved? false) add)", "(s (verify not-friend?) add)"),
        (
            "(s (verify not-friend?) (set-attribute unmoved? false) add)",
            "(s (verify not-friend?) (set-attribute other-moved? false) add)",
        ),
    ] {
        assert!(left(&text.replace(from, to)).contains("has"), "{to}: {}", left(&text.replace(from, to)));
    }
}

#[test]
fn captures_in_passing_answer_the_double_steps_of_the_other() {
    let chess = chess();
    // To another square than the captures of the pawn, or by one side alone, or where nothing goes past.
    for (from, to) in [
        ("capture n to n", "capture n n to n"),
        ("(past e) (past w)", "(past e)"),
        ("(verify (piece? Pawn)) capture", "(verify (piece? Rook)) capture"),
        ("(verify last-to?)", "(verify last-to?) (verify (in-zone? third))"),
    ] {
        let text = chess.replace(from, to);
        assert_ne!(text, chess, "{from}");
        assert!(left(&text).contains("passing") || left(&text).contains("it takes"), "{to}: {}", left(&text));
    }
}

#[test]
fn variants_change_parts_of_a_game() {
    let base = with_piece("(go n)");
    let text = format!(
        "{base}(variant (title \"-\"))
        (variant (title \"Two Ways\") (piece (name Stone) (moves (go n) (go e))))
        (variant (title \"Two Ways\") (loss-condition (White Black) (captured King)))"
    );
    let games = all(&text);
    let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
    assert_eq!(names, ["a-file", "two-ways", "two-ways-2"]);
    assert!(
        games[1].text.contains("moves = \"frW\"") || games[1].text.contains("moves = \"rfW\""),
        "{}",
        games[1].text
    );
    assert!(games[1].text.contains("title = \"Two Ways\""));
    assert!(games[2].text.contains("king-lost-by = \"capture\"") && games[2].text.contains("moves = \"fW\""));
}

#[test]
fn players_that_differ_have_armies() {
    let text =
        with_piece("(go n)").replace("(Black (King e8) (Stone a7))", "(Black (King d8) (Stone a7 b7))");
    let game = load(&all(&text)[0]);
    assert_eq!(game.start().fen(), "3k4/ss6/8/8/8/8/S7/4K3 w - - 0 1");
    // Turned by half a circle, with pieces that tell left from right.
    let turned = with_piece("(go nw)")
        .replace("(ne se) (se ne) (nw sw) (sw nw)", "(ne sw) (sw ne) (nw se) (se nw) (e w) (w e)")
        .replace("(King e8) (Stone a7)", "(King d8) (Stone h7)");
    assert!(all(&turned)[0].text.contains("mirror = \"rotation\""));
    load(&all(&turned)[0]);
    // No symmetry: Black's stones go the same way as White's.
    let same =
        with_piece("(go n)").replace("(symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw))", "");
    let black = moves(&same, "4k3/s7/8/8/8/8/S7/4K3 b - - 0 1");
    assert!(black.contains(&"a7a8".to_owned()) && !black.contains(&"a7a6".to_owned()), "{black:?}");
}

#[test]
fn boards_may_have_holes_and_hexagons() {
    let holes = with_piece("(run e)").replace("(symmetry", "(kill-positions d4 d5) (symmetry");
    let found = moves(&holes, "4k3/8/8/3*4/S2*4/8/8/4K3 w - - 0 1");
    assert!(found.contains(&"a4c4".to_owned()) && !found.contains(&"a4e4".to_owned()), "{found:?}");
    // A step that goes beyond its end and back needs the square beyond.
    let back = with_piece("(w w e (verify not-friend?) add)");
    let found = moves(&back, "4k3/8/8/8/SS6/3S4/8/4K3 w - - 0 1");
    assert!(
        found.contains(&"d3c3".to_owned()) && !found.iter().any(|text| text.starts_with("b4")),
        "{found:?}"
    );
    // A leap whose way leads over a hole ends there, which leaps of ours do not: so it has them on other squares.
    let over = with_piece("(n n n (verify not-friend?) add)")
        .replace("(symmetry", "(kill-positions d4 d5) (symmetry");
    let found = moves(&over, "4k3/8/8/3*4/3*4/3SS3/8/4K3 w - - 0 1");
    assert!(found.contains(&"e3e6".to_owned()) && !found.contains(&"d3d6".to_owned()), "{found:?}");
    let hexagons = r#"
      (game (title "Six") (players A B) (turn-order A B)
        (board (grid (start-rectangle 0 0 9 9)
            (dimensions ("a/b/c" (60 -35)) ("3/2/1" (0 70)))
            (directions (n 0 -1) (s 0 1) (ne 1 0) (sw -1 0) (se 1 1) (nw -1 -1)))
          (symmetry B (n s) (s n) (ne se) (se ne) (nw sw) (sw nw))
          (kill-positions a1 c3))
        (board-setup (A (King b1)) (B (King b3)))
        (piece (name King) (moves (n (verify not-friend?) add) (s (verify not-friend?) add) (ne (verify not-friend?) add)))
        (loss-condition (A B) (captured King)))"#;
    let game = all(hexagons).remove(0);
    assert!(
        game.text.contains("hexagon = 2") && game.text.contains("files = 3"),
        "{}\n{:?}",
        game.text,
        game.faults
    );
    assert!(game.unfinished.is_empty(), "{:?}", game.unfinished);
    for (from, to, part) in [
        ("(10 0)", "(10 3)", "neither of squares nor of hexagons"),
        ("\"8/7/6/5/4/3/2/1\"", "\"18/17/16/15/14/13/12/11/10/9/8/7/6/5/4/3/2/1\"", "at most 16 files"),
    ] {
        assert!(left(&with_piece("(go n)").replace(from, to)).contains(part), "{part}");
    }
}

#[test]
fn positions_beside_the_board_may_stand_before_it() {
    let moves = "(go n) (run e)";
    let text =
        with_piece(moves).replace("    (grid\n", "    (positions (BOX 1 1 2 2) (LID 1 1 2 2))\n    (grid\n");
    assert_ne!(text, with_piece(moves));
    let [before, after] = [with_piece(moves), text].map(|text| all(&text).remove(0));
    assert!(after.is_whole(), "{:?}", after.unfinished);
    assert_eq!(before.text, after.text);
    let twice = with_piece(moves)
        .replace("    (symmetry", "    (grid (dimensions (\"q/r\" (10 0)) (\"2/1\" (0 10))))\n    (symmetry");
    assert!(left(&twice).contains("a second grid"));
    let alike = with_piece(moves).replace("8/7/6/5", "8/7/6/8");
    assert!(left(&alike).contains("two positions with the name `a8`"), "{}", left(&alike));
}

#[test]
fn other_files_are_read_only_where_they_are_given() {
    let text = format!("(include \"more.zrf\"){}", with_piece("(go n) (far)"));
    let error = import(&text, "x").unwrap_err().to_string();
    assert!(error.contains("line 1") && error.contains("more.zrf"), "{error}");
    let given =
        &mut |name: &str| (name == "more.zrf").then(|| "(define far (e e (verify empty?) add))".to_owned());
    assert!(import_with(&text, "x", given).unwrap()[0].is_whole());
    for name in ["../more.zrf", "/more.zrf", "a/more.zrf", "C:more.zrf", "..", ""] {
        let text = text.replace("more.zrf", name);
        let asked = &mut |name: &str| -> Option<String> { panic!("{name} was asked for") };
        assert!(import_with(&text, "x", asked).is_err(), "{name}");
    }
    // One that includes itself.
    let round = &mut |_: &str| Some("(include \"more.zrf\")".to_owned());
    assert!(import_with(&text, "x", round).is_err());
}

#[test]
fn hostile_texts_get_an_answer() {
    let long = "n ".repeat(100_000);
    let wide = (1..16).fold("(define b0 (if empty? add) e)".to_owned(), |all, n| {
        format!("{all}(define b{n} (b{}) (b{}))", n - 1, n - 1)
    });
    for text in [
        with_piece(&format!("({long} add)")),
        format!("{wide}{}", with_piece("(n (b15))")),
        with_piece(&"(verify (or empty? enemy? friend?)) n ".repeat(40)),
        with_piece(&format!("({})", "(if empty? add else e) ".repeat(60))),
        with_piece("(go n)").replace("8/7/6/5/4/3/2/1", &"x/".repeat(5000)),
        with_piece("(go n)").replace("(n 0 -1)", "(n 99999999999 -1) (n 2147483647 -2147483648)"),
        with_piece("(go n)").replace("(10 0)", "(-2147483648 0)"),
        format!(
            "{}{}",
            with_piece("(go n)"),
            "(variant (title \"x\"))(variant (default) (players A))".repeat(200)
        ),
        "(game)".to_owned(),
        "(game (players A B) (board (grid)))".to_owned(),
        "(define game (game)) (game)".to_owned(),
        "(variant (title \"x\"))".to_owned(),
        "(define".to_owned(),
        with_piece("(go n)").replace("King", "\u{202e}K\u{0}"),
        "(define go add)\n(go\"a\n\tb\")\n(game (board))".to_owned(),
        with_piece("(go n)").replace("(King ", &format!("(King {}", "off 64 ".repeat(20_000))),
    ] {
        match import(&text, "x") {
            Ok(games) => assert!(games.iter().all(|game| !game.text.contains('\0'))),
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    }
}
