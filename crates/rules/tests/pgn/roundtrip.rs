//! Games written and read again.

use berolina_rules::notation::pgn::{self, Game, GameResult, Line, Node, ROSTER};
use proptest::prelude::*;

use super::{read_one, show};

#[test]
fn the_seven_tags_come_first() {
    let game =
        read_one("[Zoo \"z \\\\ \\\"\"]\n[White \"W\"]\n[Apple \"a\"]\n[White \"other\"]\n\n1. e4 e5 0-1");
    assert_eq!(
        pgn::write(&game),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black \"?\"]\n\
         [Result \"0-1\"]\n[Zoo \"z \\\\ \\\"\"]\n[Apple \"a\"]\n\n1. e4 e5 0-1\n\n"
    );
}

#[test]
fn numbers_marks_comments_and_variations() {
    let game = read_one(
        "[FEN \"8/8/8/8[Jj] b - - 3 41 w\"]\n\n{first} e5! {a} (c5 d4 (d3) d6) Nf3 Nc6 {b} (d6) Bb5 $2 ; brace } here\na6 *",
    );
    let text = pgn::write(&game);
    let moves = text.split_once("\n\n").unwrap().1;
    assert_eq!(
        moves,
        "{first} 41... e5 $1 {a} (41... c5 42. d4 (42. d3) 42... d6) 42. Nf3 Nc6 {b}\n\
         (42... d6) 43. Bb5 $2 ;brace } here\n43... a6 *\n\n"
    );
}

#[test]
fn lines_are_short_and_start_no_tag() {
    let mut game = Game::default();
    let comment = "some words [Event \"x\"] % and [White \"y\"] more of them ".repeat(50);
    game.comments.push(comment.clone());
    for _ in 0..200 {
        let mut node = Node::new("Nf3".parse().unwrap());
        node.after.push(comment[..40].to_owned());
        node.variations.push(Line::from(vec![Node::new("d4".parse().unwrap())]));
        game.line.push(node);
    }
    let text = pgn::write(&game);
    assert!(text.lines().all(|line| line.chars().count() < 80 && !line.starts_with('%')));
    assert_eq!(text.lines().filter(|line| line.starts_with('[')).count(), ROSTER.len());
    assert_eq!(show(&read_one(&text).line), show(&game.normalized().line));
}

fn move_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-p](1[0-6]|[1-9])",
        "[KQRBNPULJC]?[a-i]?x?[a-h][1-8](=[QRBN])?[+#]?",
        "[a-p][0-9][a-p][0-9][qj]?",
        "[A-Z]@[a-h][1-8]",
        prop::sample::select(vec!["O-O", "O-O-O+", "--", "Z0", "0000", "@@@@", "0-0", "♔e2", "Uxd2-d3"])
            .prop_map(str::to_owned),
    ]
}

/// Text that is likely to break a file.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zäß\u{1f600}]{1,12}",
        prop::sample::select(vec![
            " ",
            "  ",
            "\n",
            "\n\n",
            "\r\n",
            "\t",
            "{",
            "}",
            "(",
            ")",
            ";",
            "%",
            " %",
            "[",
            " [",
            "]",
            "\"",
            "\\",
            "\0",
            "\u{feff}",
            "[Event \"x\"]",
            " [Event \"x\"]\n",
            "1-0",
            "*",
            "$",
            "\u{85}",
            "\u{a0}",
            "\u{2028}",
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

fn comments() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![3 => Just(vec![]), 1 => prop::collection::vec(text(), 1..3)]
}

fn node(variations: impl Strategy<Value = Vec<Line>>) -> impl Strategy<Value = Node> {
    let nags = prop_oneof![3 => Just(vec![]), 1 => prop::collection::vec(any::<u8>(), 1..3)];
    (move_text(), comments(), nags, comments(), variations).prop_map(
        |(text, before, nags, after, variations)| Node {
            before,
            nags,
            after,
            variations,
            ..Node::new(text.parse().unwrap())
        },
    )
}

fn line() -> impl Strategy<Value = Line> {
    let leaf = prop::collection::vec(node(Just(vec![])), 0..4).prop_map(Line::from);
    leaf.prop_recursive(4, 24, 4, |inner| {
        let variations = prop_oneof![2 => Just(vec![]), 1 => prop::collection::vec(inner, 0..3)];
        prop::collection::vec(node(variations), 0..5).prop_map(Line::from)
    })
}

fn game() -> impl Strategy<Value = Game> {
    let name = prop_oneof![
        2 => prop::sample::select(ROSTER.to_vec()).prop_map(str::to_owned),
        2 => "[A-Za-z0-9_]{1,8}",
        1 => text(),
        1 => prop::sample::select(vec!["FEN", "SetUp", "Variant"]).prop_map(str::to_owned),
    ];
    let fen = "[a-zA-Z1-8/]{1,9} [wb] - - [0-9]{1,2} [0-9]{1,11}";
    let value = prop_oneof![3 => text(), 1 => fen, 1 => Just("1-0".to_owned())];
    let result = prop::sample::select(vec![
        None,
        Some(GameResult::WhiteWins),
        Some(GameResult::BlackWins),
        Some(GameResult::Draw),
        Some(GameResult::Unknown),
    ]);
    (prop::collection::vec((name, value), 0..10), comments(), line(), result)
        .prop_map(|(tags, comments, line, result)| Game { tags, comments, line, result, ..Game::default() })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is written is read as the same game, and written again as the same bytes.
    #[test]
    fn write_read_write(game in game()) {
        let text = pgn::write(&game);
        let again = read_one(&text);
        prop_assert_eq!(&again, &game.normalized());
        prop_assert_eq!(&again.normalized(), &again);
        prop_assert_eq!(pgn::write(&again), text);
    }

    /// Games may be written one after another.
    #[test]
    fn games_in_one_file(games in prop::collection::vec(game(), 0..4)) {
        let text: String = games.iter().map(pgn::write).collect();
        let again: Result<Vec<_>, _> = pgn::read(text.as_bytes()).collect();
        let normal: Vec<_> = games.iter().map(Game::normalized).collect();
        prop_assert_eq!(again, Ok(normal));
    }
}

/// A tag is read as it is written, so the numbers of moves follow the written one.
#[test]
fn numbers_follow_the_tag_as_written() {
    let mut game = Game { line: vec![Node::new("a10".parse().unwrap())].into(), ..Game::default() };
    game.set_tag("FEN", "a b c d\n0 2\u{85}");
    let text = pgn::write(&game);
    assert!(text.contains("\n2... a10"), "{text}");
    assert_eq!(pgn::write(&read_one(&text)), text);
}
