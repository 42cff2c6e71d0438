//! Damaged and hostile files.

use std::fmt::Write as _;

use berolina_rules::notation::pgn::{self, MAX_DEPTH, Node};
use proptest::prelude::*;

use super::{read, read_damage, show};

/// Ten games of five lines, of which the fifth has another text; its line is 21.
fn ten_games(fifth: &str) -> String {
    let mut text = String::new();
    for number in 1..=10 {
        if number == 5 {
            text += fifth;
        } else {
            let _ = write!(text, "[Event \"{number}\"]\n[White \"W\"]\n\n1. e4 {{c}} (1. d4) e5 1-0\n\n");
        }
    }
    text
}

#[test]
fn nine_games_of_ten() {
    // The fifth game, the line and column of its damage, a word of the message, the moves read before.
    let cases = [
        ("[Event \"5\"]\n\n1. e4 {never closed\n1-0\n\n", 23, 7, "comment is not closed", Some("e4")),
        ("[Event \"5\"]\n\n1. e4 (1. d4 d5\n1-0\n\n", 23, 7, "variation is not closed", Some("e4 (d4 d5)")),
        (
            "[Event \"5\"]\n[White \"W]\n[Black \"B\"]\n\n1. e4 1-0\n\n",
            22,
            8,
            "`White` is not closed",
            Some(""),
        ),
        ("[Event \"5\n[White \"W\"]\n\n1. e4 1-0\n\n", 21, 8, "`Event` is not closed", None),
        ("[Event 5]\n[White \"W\"]\n\n1. e4 1-0\n\n", 21, 8, "no value in quotes", None),
        ("[White \"The \"best\" one\"]\n\n1. e4 1-0\n\n", 21, 14, "a quote in a value", None),
        ("[Event \"5\"]\n[\"W\"]\n\n1. e4 1-0\n\n", 22, 2, "no name", Some("")),
        ("[Event \"5\"]\n\n1. é4 ) e5\n1-0\n\n", 23, 7, "closes no variation", Some("é4")),
        (
            "[Event \"5\"]\n\n1. e4 e5\n[White \"W\"]\n2. d4 1-0\n\n",
            24,
            1,
            "tag stands among the moves",
            Some("e4 e5"),
        ),
        ("[Event \"5\"]\n\n1. e4 [White \"W\"] e5 1-0\n\n", 23, 7, "tag stands among the moves", Some("e4")),
        ("[Event \"5\"]\n\n1. e4 and so on 1-0\n\n", 23, 7, "`and` is not a move", Some("e4")),
        ("[Event \"5\"]\n\n1. e4 $256 1-0\n\n", 23, 7, "0 to 255", Some("e4")),
        ("[Event \"5\"]\n\n(1. d4) 1. e4 1-0\n\n", 23, 1, "before any move", Some("")),
        ("[Event \"5\"]\n\n1. e4 . e5 1-0\n\n", 23, 7, "without a move number", Some("e4")),
        ("[Event \"5\"]\n\n1. e4\0 e5 1-0\n\n", 23, 6, "NUL", Some("e4")),
        ("[Event \"5\"]\n\n1. e4} e5 1-0\n\n", 23, 6, "closes no comment", Some("e4")),
        ("[Event \"5\"]\n\n1. e4] e5 1-0\n\n", 23, 6, "closes no tag", Some("e4")),
        ("[Event \"5\"]\n\n1. e4\u{b6} e5 1-0\n\n", 23, 6, "U+00B6", Some("")),
        ("[Event \"5\"]\n\n1. e4\x01 e5 1-0\n\n", 23, 6, "U+0001", Some("e4")),
        ("[Event \"5\"]\n\n1. e4 <x> e5 1-0\n\n", 23, 7, "must stand in a comment", Some("e4")),
    ];
    for (fifth, line, column, message, moves) in cases {
        let games = read(ten_games(fifth).as_bytes());
        assert_eq!(games.len(), 10, "{fifth}");
        for (number, game) in (1..).zip(&games) {
            match game {
                Ok(game) => assert_eq!(game.tag("Event"), Some(number.to_string().as_str()), "{fifth}"),
                Err(damage) => {
                    assert_eq!(number, 5, "{fifth}");
                    assert_eq!((damage.place.line, damage.place.column), (line, column), "{fifth}");
                    assert!(damage.message.contains(message), "{fifth}: {damage}");
                    assert_eq!(
                        damage.game.as_ref().map(|game| show(&game.line)).as_deref(),
                        moves,
                        "{fifth}"
                    );
                }
            }
        }
        assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 9, "{fifth}");
    }
}

#[test]
fn nesting() {
    let nested = |depth: usize| format!("1. e4 {}{} *", "(1. e4 ".repeat(depth), ")".repeat(depth));
    let game = super::read_one(&nested(MAX_DEPTH));
    assert_eq!(pgn::read(pgn::write(&game).as_bytes()).next(), Some(Ok(game.normalized())));
    for depth in [MAX_DEPTH + 1, 10_000] {
        let damage = read_damage(nested(depth).as_bytes());
        assert_eq!(damage.place.column as usize, 7 + MAX_DEPTH * 7);
        assert!(damage.message.contains("too deep"), "{damage}");
    }
}

#[test]
fn a_tree_of_any_depth_is_dropped_and_written() {
    let node = || Node::new("e4".parse().unwrap());
    let mut game = pgn::Game::default();
    for _ in 0..200_000 {
        let mut outer = node();
        outer.variations.push(std::mem::take(&mut game.line));
        game.line.push(outer);
        game.line.push(node());
    }
    let text = pgn::write(&game);
    assert_eq!(text.matches('(').count(), MAX_DEPTH);
    drop(game);
}

#[test]
fn a_megabyte_of_one_thing() {
    const SIZE: usize = 1 << 20;
    let started = std::time::Instant::now();
    for unit in [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "$",
        "!",
        ".",
        "*",
        "* ",
        ";",
        "%",
        "\0",
        "\n",
        "1",
        "1 ",
        "-",
        "a",
        "é",
        "\\",
        "e4(",
        "e4 ",
        "e4()",
        "±",
        "e4±",
        "=",
        "e4\u{2212}",
        "(N)",
        "()",
        "[A\"\"]",
        "[A \"\"]\n",
        "[Event\n",
        "\n\n[A \"\"]e4",
        "[A \"",
        "{}",
        "{a}",
        "{a}*",
        "* {a}",
        "* {a} e4",
        "1 1.",
        "1. ",
        "$1",
        "e4$1",
        "\u{feff}",
        "%\n",
        ";\n",
        " ",
        "e4({a})",
        "(e4)",
        "e4(e4)",
    ] {
        let text = unit.repeat(SIZE / unit.len());
        for prefix in ["", "1. e4 ", "[Event \"x\"]\n\n1. e4 (1. d4 "] {
            let text = format!("{prefix}{text}");
            for game in pgn::read(text.as_bytes()).flatten() {
                drop(game);
            }
        }
    }
    assert!(started.elapsed().as_secs() < 60, "not linear: {:?}", started.elapsed());
}

#[test]
fn half_a_game_at_every_byte() {
    let text = "\u{feff}[Event \"a \\\" b\"]\r\n\r\n{c}1. é4!? $3 (1... d5 (e4) ; x\n) {ü} 1... O-O 1/2-1/2\n\n[Event \"b\"]\n\n*\n";
    for end in 0..=text.len() {
        assert!(read(&text.as_bytes()[..end]).len() <= 2);
        assert!(read(&text.as_bytes()[end..]).len() <= 2);
    }
}

/// Bytes that mean something to the reader, now and then others.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => prop::sample::select(vec![
            "[", "]", "[Event \"", "\"]", "\"", "\n", "\n\n", "\n[White \"x\"]\n", "\n[Event \"x\"]\n", "{", "}", "(", ")", ";",
            "%", "\\", "$", "1.", "1", "e4", "O-O", "1-0", "*", " ", "!?", "\0", "\u{feff}", "½", "--", "\r\n", "é",
        ]).prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// No bytes make the reader panic; places ascend and are right; a game that was read can be written.
    #[test]
    fn any_bytes(bytes in bytes()) {
        let mut last = 0;
        for game in read(&bytes) {
            match game {
                Ok(game) => {
                    let text = pgn::write(&game);
                    let again: Vec<_> = pgn::read(text.as_bytes()).collect();
                    prop_assert_eq!(again, [Ok(game.normalized())]);
                }
                Err(damage) => {
                    let offset = usize::try_from(damage.place.offset).unwrap();
                    prop_assert!(offset >= last && offset <= bytes.len());
                    last = offset;
                    let newlines = bytes[..offset].iter().filter(|&&b| b == b'\n').count();
                    prop_assert_eq!(damage.place.line as usize, newlines + 1);
                    prop_assert!(!damage.message.contains('\n'));
                }
            }
        }
    }

    /// Damage to a game leaves those before and after it as they were.
    #[test]
    fn damage_stays_in_its_game(middle in bytes()) {
        let (before, after) = ("[Event \"before\"]\n\n1. e4 e5 1-0\n\n", "\n\n[Event \"after\"]\n\n1. d4 *\n");
        let text = [before.as_bytes(), b"[Event \"middle\"]\n\n", &middle, after.as_bytes()].concat();
        let games = read(&text);
        prop_assert_eq!(&games[0], &read(before.as_bytes())[0]);
        prop_assert_eq!(&games[games.len() - 1], &read(after.as_bytes())[0]);
    }
}
