//! Files as programs and people write them.

use berolina_rules::notation::pgn::{self, GameResult, MoveText, ReadError};

use super::{read, read_one, show};

#[test]
fn a_whole_game() {
    let game = read_one(
        "[Event \"F/S Return Match\"]\n[Site \"Belgrade\"]\n\n{Start.} 1. e4! {best} e5 $14 \
         (1... c5 2. Nf3 (2. c3 $1) 2... d6) 2. Nf3 Nc6 1/2-1/2\n",
    );
    assert_eq!(game.tags.len(), 2);
    assert_eq!(game.tag("Site"), Some("Belgrade"));
    assert_eq!(game.comments, ["Start."]);
    assert_eq!(show(&game.line), "e4 $1 >best e5 $14 (c5 Nf3 (c3 $1) d6) Nf3 Nc6");
    assert_eq!(game.result, Some(GameResult::Draw));
}

#[test]
fn moves_of_every_form() {
    let moves = "N@b2 Jd2xe3 Uxd2-d3 a8=Q O-O-O e7e8q d2d4j i10 -- @@@@ Z0 0000 0-0+ O-O# exd6 Nbxd2+ a10b11q ♘f3 Дf3";
    let game = read_one(moves);
    assert_eq!(show(&game.line), moves);
}

#[test]
fn move_numbers_of_every_form() {
    let expected = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4";
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4",
        "1.e4 1...e5 2.Nf3 2...Nc6 3.Bb5 ... a6 4 Ba4",
        "1 e4 e5 2 Nf3 Nc6 3 . Bb5 3 ... a6 4Ba4",
        "e4 e5 Nf3 Nc6 Bb5 a6 99999999999999999999999. Ba4",
    ] {
        assert_eq!(show(&read_one(text).line), expected, "{text}");
    }
}

#[test]
fn marks() {
    let game = read_one("1. e4! e5? 2. d4!! d5?? 3. c4 !? c5?! $255 4. a3$0$1 *");
    assert_eq!(show(&game.line), "e4 $1 e5 $2 d4 $3 d5 $4 c4 $5 c5 $6 $255 a3 $0 $1");
}

#[test]
fn comments_keep_their_side_of_a_move() {
    let game = read_one("{a} 1. {b} e4 {c} {d} (1. d4 {e}) {f} 1... {g} e5 ({h} 1... c5) {i} *");
    assert_eq!(game.comments, ["a"]);
    assert_eq!(show(&game.line), "<b e4 >c >d (d4 >e) <f <g e5 >i (<h c5)");
}

#[test]
fn comments_of_both_kinds_and_escapes() {
    let game = read_one(
        "% an escape { ( [\n[White \"W\"]\n% another\n\n1. e4 ; to the end } of the line\n{ over\r\n two\tlines ; {\n\
         % of text } e5 {} 2. d4 ()\n%)\n({only this}) *",
    );
    assert_eq!(game.tag("White"), Some("W"));
    assert_eq!(
        show(&game.line),
        "e4 >to the end } of the line >over two lines ; { % of text e5 d4 >only this"
    );
}

#[test]
fn tags_with_escapes_and_odd_layout() {
    let game = read_one("[ A \"a\\\"b\\\\c\\d\" ] [B\"]\"]\n\n[C \"\"]\n[A \"again\"]\n1. e4");
    let tags: Vec<_> = game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(tags, [("A", "a\"b\\c\\d"), ("B", "]"), ("C", ""), ("A", "again")]);
    assert_eq!(game.tag("A"), Some("a\"b\\c\\d"));
}

#[test]
fn encodings() {
    let games =
        read(b"\xef\xbb\xbf[White \"Andr\xc3\xa9\"]\r\n[Black \"Andr\xe9\"]\r\n\r\n1. e4 {\xc4} *\r\n");
    let game = games[0].as_ref().unwrap();
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("André"), Some("André")));
    assert_eq!(game.line[0].after, ["Ä"]);
    let place = game.line[0].place.unwrap();
    assert_eq!((place.line, place.column, place.offset), (4, 4, 43));
}

#[test]
fn several_games_with_and_without_results_tags_and_blank_lines() {
    let text = "[Event \"1\"]\n1. e4 1-0\n[Event \"2\"]\n1. d4\n[Event \"3\"]\n[Event \"4\"]\n\n*\n\n[White \"5\"]\n\n\
                1. c4\n\n[White \"6\"]\n\n1. f4 0-1 {resigns} [White \"7\"] 1. g4 ½-½\n\n1. h4 1/2 1-0 * {end}";
    let games: Vec<_> = read(text.as_bytes()).into_iter().map(Result::unwrap).collect();
    let lines: Vec<_> = games.iter().map(|game| show(&game.line)).collect();
    assert_eq!(lines, ["e4", "d4", "", "", "c4", "f4", "g4", "h4 >end"]);
    let results: Vec<_> = games.iter().map(|game| game.result.map(GameResult::as_str)).collect();
    let [win, none, open, loss, draw] = [Some("1-0"), None, Some("*"), Some("0-1"), Some("1/2-1/2")];
    assert_eq!(results, [win, none, none, open, none, loss, draw, draw]);
    assert_eq!(games[6].tag("White"), Some("7"));
    assert_eq!(games[6].comments, ["resigns"]);
}

#[test]
fn results_and_nothing_inside_variations() {
    let game = read_one("1. e4 (1. d4 d5 1-0) e5 *");
    assert_eq!(show(&game.line), "e4 (d4 d5) e5");
    for nothing in ["", "\n \r\n", "\u{feff}", "; a list of games\n", "{text}", "%"] {
        assert_eq!(read(nothing.as_bytes()), [], "{nothing:?}");
    }
}

#[test]
fn signs_of_judgement_stand_anywhere() {
    for (text, line) in [
        ("1. e4 +- e5 = 2. Nf3 N d6 D", "e4 $18 e5 $10 Nf3 $146 d6 $220"),
        ("1. e4± e5∓ 2. Nf3∞ d6 ⩲", "e4 $16 e5 $17 Nf3 $13 d6 $14"),
        ("1. e4 !? e5 ?! 2. Nf3 !!! d6 +", "e4 $5 e5 $6 Nf3 $3 d6"),
        ("1. e4 +\u{2212} e5 \u{2013}+ 2. O\u{2013}O =∞ d6 +/= ", "e4 $18 e5 $19 O-O $44 d6 $14"),
        ("1. e4 e5 ($142 1... c5 $36) (=)", "e4 e5 >$10 (c5 $142 $36)"),
        ("$1 1. e4 e5 e.p. 2. exd6e.p. ep", "e4 $1 e5 exd6"),
    ] {
        assert_eq!(show(&read_one(text).line), line, "{text}");
    }
    // Latin-1, and a sign that no move follows.
    assert_eq!(show(&read(b"1. e4\xb1 e5")[0].as_ref().unwrap().line), "e4 $16 e5");
    assert_eq!(read_one("[White \"W\"]\n\n$220 *").comments, ["$220"]);
    assert_eq!(read_one("1. e4 1\u{2013}0").result, Some(GameResult::WhiteWins));
}

#[test]
fn what_is_no_move() {
    for text in [
        "", "1-0", "*", "12", "12.", "e", "hello", "e4!", "e4?", "e 4", "4e4", "-e4", "+", "e4\0", "e4,", "½",
    ] {
        assert!(MoveText::new(text).is_err(), "{text}");
    }
    assert!(MoveText::new(&"e4".repeat(32)).is_ok());
    assert!(MoveText::new(&"e4".repeat(33)).is_err());
}

#[test]
fn a_stream_that_fails_or_holds_too_much() {
    use std::io::{BufReader, Read};
    let text = format!(
        "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n{}\n\n[Event \"c\"]\n\n*",
        "1. e4 ".repeat(100)
    );
    for capacity in [1, 64, 4096] {
        let input = BufReader::with_capacity(capacity, text.as_bytes());
        let games: Vec<_> = pgn::read_from(input).with_limit(300).collect();
        assert_eq!(games.len(), 3);
        let Err(ReadError::Damage(damage)) = &games[1] else { panic!("{games:?}") };
        assert_eq!((damage.place.line, damage.place.column, damage.place.offset), (5, 1, 22));
        assert_eq!(games[2].as_ref().unwrap().tag("Event"), Some("c"));
        assert_eq!(games[2].as_ref().unwrap().tags.len(), 1);
    }

    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let mut games = pgn::read_from(BufReader::new(b"[Event \"a\"]\n\n*\n[Event \"b\"]\n".chain(Broken)));
    assert!(games.next().unwrap().is_ok());
    assert!(matches!(games.next(), Some(Err(ReadError::Io(_)))));
    assert!(games.next().is_none());
}

#[test]
fn a_place_for_every_move_also_after_damage() {
    let text = "[Event \"a\"]\n\n1. e4 } x\n\n[Event \"b\"]\n\n1. {ü} e4\ne5 *";
    for game in
        [pgn::read(text.as_bytes()).nth(1).unwrap().unwrap(), read(text.as_bytes())[1].clone().unwrap()]
    {
        let places = game.line.iter().map(|node| node.place.unwrap());
        let places: Vec<_> = places.map(|place| (place.line, place.column)).collect();
        assert_eq!(places, [(7, 8), (8, 1)]);
        for node in &game.line {
            let offset = usize::try_from(node.place.unwrap().offset).unwrap();
            assert!(text[offset..].starts_with(node.text.as_str()));
        }
    }
}
