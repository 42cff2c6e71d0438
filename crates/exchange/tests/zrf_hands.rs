//! Rule files of Zillions of Games whose hands are squares beside the board, and moves that depend on a check. The texts are written for
//! these tests.

use std::sync::Arc;

use berolina_exchange::{Imported, import};
use berolina_rules::definition::Library;
use berolina_rules::{Position, Variant};

/// A board of three by four with a column of hand squares to each side: White's are `z1` to `z4`, Black's `h1` to `h4`.
fn small(defines: &str, parts: &str) -> String {
    format!(
        r#"
(define inside (verify (in-zone? board)))
(define step ((inside) $1 (inside) (verify not-friend?) (if empty? add else (seize))))
(define back-in ((verify (not-in-zone? board)) door walk (while (not-position? wall) (if empty? add) walk)))
{defines}
(game
  (title "Small Hands")
  (players White Black)
  (turn-order White Black)
  (board
    (grid
      (start-rectangle 0 0 9 9)
      (dimensions ("h/a/b/c/z" (10 0)) ("4/3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
    (dummy door wall)
    (links walk (door a1) (a1 b1) (b1 c1) (c1 a2) (a2 b2) (b2 c2) (c2 a3) (a3 b3) (b3 c3) (c3 a4) (a4 b4) (b4 c4) (c4 wall))
    (links keep (door z1) (z1 z2) (z2 z3) (z3 z4) (z4 wall))
    (links black-keep (door h1) (h1 h2) (h2 h3) (h3 h4) (h4 wall))
    (symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw) (keep black-keep))
    (zone (name board) (positions a1 b1 c1 a2 b2 c2 a3 b3 c3 a4 b4 c4))
    (zone (name end) (players White) (positions a4 b4 c4))
    (zone (name end) (players Black) (positions a1 b1 c1)))
  (board-setup
    (White (King b1) (Chick b2))
    (Black (King b4) (Chick b3)))
  {parts})
"#
    )
}

/// What captures do to pieces: into the first free square of the captor's column.
const SEIZE: &str = "(define seize
  (set-flag grown (piece? Hen))
  cascade door keep (while (and (not-position? wall) not-empty?) keep) (verify (not-position? wall))
  flip (if (flag? grown) (change-type Chick)) add)";
const CHICK: &str = "(piece (name Chick) (moves
  ((inside) n (inside) (verify not-friend?) (if (in-zone? end) (change-type Hen)) (if empty? add else (seize)))
  (back-in)))";
const HEN: &str = "(piece (name Hen) (moves (step n) (step e) (step s) (step w)))";
const KING: &str =
    "(piece (name King) (moves (step n) (step ne) (step e) (step se) (step s) (step sw) (step w) (step nw)))";
const MATE: &str = "(loss-condition (White Black) (checkmated King))";

fn first(text: &str) -> Imported {
    import(text, "a-file").unwrap().remove(0)
}

fn left(text: &str) -> String {
    let game = first(text);
    game.unfinished.iter().chain(&game.faults).cloned().collect::<Vec<_>>().join("\n")
}

fn load(text: &str) -> (Imported, Arc<Variant>) {
    let game = first(text);
    assert!(game.is_whole(), "{:?} {:?}\n{}", game.unfinished, game.faults, game.text);
    let mut library = Library::shipped();
    library.add_text("test", &game.text).unwrap();
    (game, Variant::load(&library, "test").unwrap())
}

/// The moves of a position, and the board after one of them.
fn moves(variant: &Arc<Variant>, fen: &str) -> Vec<String> {
    Position::from_fen(variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}")).move_texts()
}

fn after(variant: &Arc<Variant>, fen: &str, text: &str) -> String {
    let position = Position::from_fen(variant, fen).unwrap();
    let mv = position.parse_move(text).unwrap_or_else(|e| panic!("{fen} {text}: {e}"));
    position.play_unchecked(mv).fen().split(' ').next().unwrap_or_default().to_owned()
}

fn shogi() -> String {
    small(SEIZE, &[KING, CHICK, HEN, MATE].join("\n"))
}

#[test]
fn squares_beside_the_board_are_a_hand() {
    let (game, variant) = load(&shogi());
    assert!(game.text.contains("prisoners = true") && game.text.contains("letter = \"+C\""), "{}", game.text);
    // By hand, what the instructions do: the chick takes, and comes back everywhere; one that is taken promoted comes back as a chick.
    let start = "1k1/1c1/1C1/1K1[] w - - 0 1";
    assert_eq!(moves(&variant, start), ["b1a1", "b1a2", "b1c1", "b1c2", "b2b3"]);
    assert_eq!(after(&variant, start, "b2b3"), "1k1/1C1/3/1K1[C]");
    let held = "k2/3/3/2K[C] w - - 0 1";
    let drops: Vec<_> = moves(&variant, held).into_iter().filter(|text| text.contains('@')).collect();
    assert_eq!(drops.len(), 10);
    assert_eq!(moves(&variant, "k2/2C/3/2K[] w - - 0 1"), ["c1b1", "c1b2", "c1c2", "c3c4+"]);
    assert_eq!(after(&variant, "k2/2C/3/2K[] w - - 0 1", "c3c4+"), "k1+C/3/3/2K[]");
    assert_eq!(after(&variant, "1k+C/3/3/2K[] b - - 0 1", "b4c4"), "2k/3/3/2K[c]");
    // A chick on the last rank has no moves and stays one.
    assert_eq!(moves(&variant, "k1C/3/3/2K[] w - - 0 1"), ["c1b1", "c1b2", "c1c2"]);
    // Who gives check: the hen to its sides, the chick ahead.
    assert!(moves(&variant, "k2/C2/3/2K[] b - - 0 1").contains(&"a4a3".to_owned()));
    assert_eq!(moves(&variant, "k2/+C2/K2/3[] b - - 0 1"), ["a4b4"]);
}

#[test]
fn captured_pieces_may_stay_their_owners() {
    let (game, variant) = load(&shogi().replace("\n  flip (if", "\n  (if"));
    assert!(game.text.contains("prisoners = \"owner\""), "{}", game.text);
    assert_eq!(after(&variant, "1k1/1c1/1C1/1K1[] w - - 0 1", "b2b3"), "1k1/1C1/3/1K1[c]");
    assert_eq!(
        moves(&variant, "2k/3/3/K2[c] b - - 0 1").iter().filter(|text| text.contains('@')).count(),
        10
    );
}

#[test]
fn hands_that_are_no_hands_are_told() {
    for (from, to, part) in [
        // Room for one piece only, while two can be captured.
        ("(door z1) (z1 z2) (z2 z3) (z3 z4) (z4 wall)", "(door z1) (z1 wall)", "room for 1 of 2"),
        // Kings are not the only ones that vanish.
        (
            "(set-flag grown (piece? Hen))",
            "(verify (not-piece? Hen)) (set-flag grown (piece? Hen))",
            "kinds of pieces",
        ),
        ("(if (flag? grown) (change-type Chick))", "(if (flag? grown) (change-type King))", "promoted from"),
        (
            "(piece (name Hen) (moves (step n)",
            "(piece (name Hen) (moves (n (verify not-friend?) add)",
            "and others do not",
        ),
        // From the hand by steps, or from the board by names.
        ("(define back-in ((verify (not-in-zone? board))", "(define back-in (", "by their names"),
        ("(if empty? add) walk", "(if not-friend? add) walk", "just onto an empty square"),
    ] {
        let text = shogi();
        assert!(text.contains(from), "{from}");
        let said = left(&text.replace(from, to));
        assert!(said.contains(part), "{to}: {said}");
    }
}

/// A king that is lost by capture and may go to the last rank only where nothing attacks it.
fn shy(asked: &str) -> String {
    let go = format!(
        "(define go ((inside) $1 (if (in-zone? end) {asked}) (inside) (verify not-friend?) (if empty? add else (seize))))"
    );
    let seize = SEIZE.replace("cascade", "(if (piece? King) add else cascade") + ")";
    let goals = "(loss-condition (White Black) (pieces-remaining 0 King))
      (win-condition (White Black) (absolute-config King (end)))";
    small(&format!("{seize}\n{go}"), &[&KING.replace("step", "go"), CHICK, HEN, goals].join("\n"))
}

#[test]
fn a_goal_may_be_shunned_under_attack() {
    let (game, variant) = load(&shy("(verify (or (piece? King) not-attacked?))"));
    assert!(game.text.contains("shy = true"), "{}", game.text);
    let texts = moves(&variant, "k2/2K/3/3[] w - - 0 1");
    assert_eq!(texts, ["c3b2", "c3b3", "c3c2", "c3c4"]);
    let taking = moves(&variant, "1kc/2K/3/3[] w - - 0 1");
    assert!(taking.contains(&"c3b4".to_owned()) && !taking.contains(&"c3c4".to_owned()), "{taking:?}");
    // On the way there nobody asks.
    assert!(
        left(&shy("(verify not-attacked?)").replace("(in-zone? end) (verify", "(in-zone? board) (verify"))
            .contains("depend on attacks")
    );
}

/// Chess without pawns in which whoever can capture must, unless in check.
fn eager() -> String {
    let moves = |piece: &str, ways: &[&str]| {
        let each =
            |head: &str| ways.iter().map(|way| format!("({head} {way})")).collect::<Vec<_>>().join(" ");
        let (take, quiet, free) =
            (each("take"), each("quiet"), each(if piece == "King" { "flee" } else { "free" }));
        format!("(piece (name {piece}) (moves (move-type first) {take} {free} (move-type then) {quiet}))")
    };
    let king = moves("King", &["n", "ne", "e", "se", "s", "sw", "w", "nw"]);
    let guard = moves("Guard", &["n", "e", "s", "w"]);
    let defines = "(define in-check mark door (while (on-board? walk) walk (if (and friend? (piece? King)) (verify attacked?))) back)
      (define take ((inside) $1 (inside) (verify enemy?) add))
      (define quiet ((inside) $1 (inside) (verify empty?) add))
      (define free ((in-check) (inside) $1 (inside) (verify empty?) add))
      (define flee ((verify attacked?) (inside) $1 (inside) (verify empty?) add))";
    small(defines, &format!("(move-priorities first then) {king} {guard} {MATE}"))
        .replace("Chick", "Guard")
        .replace("(define step", "(define unused")
        .replace("(define back-in", "(define unused-too")
}

#[test]
fn a_check_may_set_free_who_must_capture() {
    let (game, variant) = load(&eager());
    assert!(game.text.contains("capture = \"unless-check\""), "{}", game.text);
    assert_eq!(moves(&variant, "k2/1g1/1G1/2K w - - 0 1"), ["b2b3"]);
    assert_eq!(moves(&variant, "k2/2g/3/1GK w - - 0 1"), ["b1a1", "b1b2", "c1b2"]);
    // In check it may capture or step aside.
    assert_eq!(moves(&variant, "k2/3/1Gg/2K w - - 0 1"), ["b2c2", "c1b1", "c1c2"]);
    // A guard that may not move in check, though others may, is another game.
    for (from, to) in [("(free e)", ""), ("(free n)", "(free ne)"), ("(flee w)", "")] {
        let said = left(&eager().replacen(from, to, 1));
        assert!(said.contains("in check is not all"), "{from}: {said}");
    }
    assert!(left(&eager().replace("(move-priorities first then)", "")).contains("in check only"));
}

#[test]
fn loops_that_do_not_end_are_left() {
    let loops = "(while (not-position? wall) (if empty? add) walk)";
    for (body, part) in [("door walk", "a loop `while"), (&"door walk ".repeat(6000), "200000 instructions")]
    {
        let said = left(&shogi().replace(loops, &format!("(while (not-position? wall) {body})")));
        assert!(said.contains(part), "{said}");
    }
}
