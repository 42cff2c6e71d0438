//! What files say, and what is wrong with them.

use berolina_rules::notation::pgn::{self, MoveText, Node};
use berolina_rules::notation::record::{self, MoveStyle, RecordError};
use berolina_rules::{Catalog, Library, Record};

use super::random::{LIBRARY, variant};
use super::roundtrip::read_one;

fn error(text: &str) -> RecordError {
    let mut catalog = Catalog::new(LIBRARY.clone());
    record::read(text.as_bytes(), &mut catalog).next().unwrap().unwrap_err()
}

fn sans(record: &Record) -> Vec<String> {
    let pgn = record.to_pgn(MoveStyle::San);
    pgn.line.iter().map(|node| node.text.to_string()).collect()
}

#[test]
fn games_by_their_names() {
    let mut catalog = Catalog::new(LIBRARY.clone());
    for (text, name) in [
        ("chess", "chess"),
        ("Chess", "chess"),
        (" STANDARD ", "chess"),
        ("?", "chess"),
        ("From Position", "chess"),
        ("Chess960", "chess960"),
        ("chess 960", "chess960"),
        ("Fischerandom", "chess960"),
        ("Fischer Random Chess", "chess960"),
        ("Crazyhouse", "crazyhouse"),
        ("Crazy House", "crazyhouse"),
        ("King of the Hill", "king-of-the-hill"),
        ("Near Chess", "near"),
        ("near:win=checkmate", "near:win=checkmate"),
        ("Near Chess : Win = Checkmate", "near:win=checkmate"),
        ("near:win=capture", "near"),
        ("Near Chess 960:position=7", "near-960:position=7"),
        ("near_vs_normal", "near-vs-normal"),
        ("Not-Particularly-New Chess II", "npnc-2"),
        ("Grand", "grand"),
        ("Racing Kings", "racing-kings"),
        ("racingkings", "racing-kings"),
        ("3check", "three-check"),
        ("Three-check", "three-check"),
        ("judkins", "judkins-shogi"),
        ("Losing Chess", "antichess"),
    ] {
        match catalog.find(text) {
            Ok(variant) => assert_eq!(variant.definition().full_name(), name, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
    for (text, says) in [
        ("Bughouse", "there is no game `Bughouse`"),
        ("near:win=loss", "win cannot be `loss`"),
        ("near:speed=1", "there is no option `speed`"),
        (&"x".repeat(100_000), "there is no game"),
        (&" :".repeat(100_000), "there is no"),
    ] {
        let error = catalog.find(text).unwrap_err().to_string();
        assert!(error.contains(says) && error.len() < 1000, "{error}");
    }
}

#[test]
fn every_name_and_title_finds_its_game() {
    let mut catalog = Catalog::new(LIBRARY.clone());
    for name in LIBRARY.names() {
        let title = LIBRARY.load(name).unwrap().text.title.clone();
        for text in [name, &title, &title.to_lowercase(), &name.replace('-', " ")] {
            assert_eq!(catalog.find(text).unwrap().definition().name, name, "{text}");
        }
    }
}

#[test]
fn every_spelling_has_a_game_and_a_source() {
    let mut catalog = Catalog::new(LIBRARY.clone());
    let rows =
        include_str!("../../../../variants/spellings.tsv").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.clone().count(), record::spellings().count());
    assert!(rows.clone().all(|row| row.split('\t').count() == 4), "four columns a row");
    for (row, spelling) in rows.zip(record::spellings()) {
        let found = catalog.find(spelling.text).unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(found.definition().full_name(), spelling.game, "{row}");
        assert!(!spelling.source.trim().is_empty(), "{row}");
        let words = row.split('\t').nth(2).unwrap().split(' ');
        assert!(words.clone().all(|word| ["file", "uci", "xboard", "written"].contains(&word)), "{row}");
        // A GUI's list has one word for each game.
        assert!(!spelling.is_of_uci() || !spelling.text.contains(char::is_whitespace), "{row}");
    }
}

#[test]
fn games_of_one_title_are_told_apart() {
    let mut library = Library::shipped();
    for name in ["mine", "yours"] {
        library.add_text(name, "extends = \"chess\"\ntitle = \"Our Chess\"\n").unwrap();
    }
    library.add_text("grandchess", "extends = \"chess\"\ntitle = \"Ours\"\n").unwrap();
    let mut catalog = Catalog::new(library);
    let error = catalog.find("our chess").unwrap_err();
    assert_eq!(error.to_string(), "`our chess` can be mine or yours; say which");
    // A name goes before a title.
    assert_eq!(catalog.find("Grand Chess").unwrap().definition().name, "grandchess");
    assert_eq!(catalog.find("mine").unwrap().definition().name, "mine");
    let mut empty = Catalog::new(Library::empty());
    assert!(empty.find("").is_err() && empty.find("chess").is_err());
}

#[test]
fn a_file_that_does_not_name_its_game() {
    let mut catalog = Catalog::new(LIBRARY.clone()).with_unnamed(variant("near"));
    let names =
        record::read(b"1. e4 *\n\n[Variant \"?\"]\n\n*\n\n[Variant \"Chess\"]\n\n1. e4 *", &mut catalog);
    let names: Vec<_> = names.map(|record| record.unwrap().variant().definition().full_name()).collect();
    assert_eq!(names, ["near", "near", "chess"]);
}

#[test]
fn starts() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(read_one(&format!("[FEN \"{fen}\"]\n\n1. e4 *")).start().fen(), fen);
    assert_eq!(read_one(&format!("[SetUp \"1\"]\n[FEN \" {fen} \"]\n\n1. e4 *")).start().fen(), fen);
    assert_eq!(
        read_one(&format!("[SetUp \"0\"]\n[FEN \"{fen}\"]\n\n1. d4 *")).start(),
        &variant("chess").start()
    );
    assert_eq!(read_one("[FEN \"\"]\n\n1. d4 *").start(), &variant("chess").start());
    let shuffled = read_one(
        "[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. f3 f6 2. Rf2 Rf7 3. O-O O-O *",
    );
    assert!(shuffled.to_text(MoveStyle::San).contains("[Variant \"Chess960\"]"));
    assert_eq!(sans(&shuffled), ["f3", "f6", "Rf2", "Rf7", "O-O", "O-O"]);
    let numbered = read_one("[Variant \"chess960:position=0\"]\n\n1. f3 f6 2. Rf2 Rf7 3. O-O *");
    // Other programs do not know the number.
    assert!(numbered.to_text(MoveStyle::San).contains("[FEN \"bbqnnrkr"));
    assert_eq!(numbered.start().fen(), shuffled.start().fen());
}

#[test]
fn moves_as_people_write_them() {
    let record = read_one("1. e2e4 e7-e5 2. ♘f3 Nb8c6 3. Bb5?! *");
    assert_eq!(sans(&record), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    let record = read_one("1. e4+ d7d5! 2. exd5# Qd8xd5 3. Nb1-c3 Qe5+ 4. Be2 Nf6 5. Nf3 Bg4 6. 0-0 *");
    assert_eq!(sans(&record)[10], "O-O");
    for text in ["a8Q", "a8=Q+", "a7a8q", "a7-a8=Q", "a7a8Q", "♙a8=♕"] {
        let record = read_one(&format!("[FEN \"8/P6k/8/8/8/8/P7/K7 w - - 0 1\"]\n\n1. {text} *"));
        assert_eq!(sans(&record), ["a8=Q"], "{text}");
    }
}

#[test]
fn what_is_wrong_and_where() {
    for (text, says) in [
        ("1. e4 e5\n2. Ke3", "line 2, column 4: `Ke3`: no king of White's can legally go to e3"),
        ("[Variant \"Nonsense\"]\n\n*", "line 1, column 1: tag Variant: there is no game `Nonsense`"),
        (
            "[White \"W\"]\n [FEN \"8/8 w - - 0 1\"]\n\n*",
            "line 2, column 2: tag FEN: FEN: board: 2 ranks, not 8",
        ),
        ("[SetUp \"1\"]\n\n1. e4 *", "line 1, column 1: tag SetUp: "),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "line 1, column 24: `a3`: the game is over (checkmate)"),
        ("[Variant \"near\"]\n\n1. b3c4", "line 3, column 4: `b3c4`: the pawn on b3 cannot go to c4; "),
        ("1. e4 ) e5", "line 1, column 7: this `)` closes no variation"),
        ("1. Nd2", "line 1, column 4: `Nd2`: your own pawn stands on d2"),
    ] {
        let error = error(text).to_string();
        assert!(error.starts_with(says), "{error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn what_stands_before_an_illegal_move_is_kept() {
    let kept = |text| error(text).record.map(|record| record.to_pgn(MoveStyle::San).line);
    assert_eq!(kept("[Variant \"none\"]\n\n1. e4 *"), None);
    assert_eq!(kept("1. Ke5").unwrap().len(), 0);
    let line = kept("[White \"W\"]\n\n1. e4 {x} e5 (1... c5 2. Nf3) 2. Ke3").unwrap();
    assert_eq!(line.len(), 2);
    assert_eq!(line[1].variations[0].len(), 2);
    let line = kept("1. e4 e5 2. Nf3 Nc6 } 3. Bb5").unwrap();
    assert_eq!(line.len(), 4);
    let record = error("[White \"W\"]\n\n1. e4 e6 2. e6").record.unwrap();
    assert_eq!(record.tag("White"), Some("W"));
}

/// A game, how it is written again without its tags, and what is told of it.
fn told(text: &str) -> (String, Vec<String>) {
    let record = read_one(text);
    let written = record.to_text(MoveStyle::San);
    let moves = written.rsplit("\n\n").nth(1).unwrap().replace('\n', " ");
    // What is written is read again as it is, and nothing is told of it.
    let again = read_one(&written);
    assert_eq!(again.to_text(MoveStyle::San), written);
    assert!(again.notices().is_empty(), "{written}");
    (moves, record.notices().iter().map(ToString::to_string).collect())
}

#[test]
fn null_moves_and_illegal_moves_cost_no_game() {
    let null = "a null move is a pass, and nobody may pass here";
    for (text, written, notices) in [
        ("1. e4 e5 (1... -- 2. d4) 2. Nf3 *", "1. e4 e5 {1... -- 2. d4} 2. Nf3 *", vec![("16", "--", null)]),
        ("1. e4 e5 (1... Z0 2. d4) 2. Nf3 *", "1. e4 e5 {1... Z0 2. d4} 2. Nf3 *", vec![("16", "Z0", null)]),
        (
            "1. e4 e5 (1... c5 2. d5 {so [%clk 0:01]} d6 (2... e5!) 3. d4 $14) 2. Nf3 1-0",
            "1. e4 e5 (1... c5 {2. d5 “so” 2... d6 (2... e5!) 3. d4 $14}) 2. Nf3 1-0",
            vec![("22", "d5", "no pawn of White's can legally go to d5")],
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 -- 4. O-O 1-0",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 {3... -- 4. O-O} 1-0",
            vec![("28", "--", null)],
        ),
        ("1. null *", "{1. null} *", vec![("4", "null", null)]),
        (
            "1. e4 e5 (1... c5 (1... pass) 2. Qh9) (1... @@@@) 2. Nf3 *",
            "1. e4 e5 {1... @@@@} (1... c5 {1... pass} {2. Qh9}) 2. Nf3 *",
            vec![("25", "pass", null), ("34", "Qh9", ""), ("45", "@@@@", null)],
        ),
    ] {
        let (moves, told) = told(text);
        assert_eq!(moves, written, "{text}");
        assert_eq!(told.len(), notices.len(), "{told:?}");
        for (told, (column, word, reason)) in told.iter().zip(notices) {
            assert!(told.starts_with(&format!("line 1, column {column}: `{word}`: {reason}")), "{told}");
            assert!(told.ends_with("is kept as a comment") && !told.contains('\n'), "{told}");
        }
    }
}

#[test]
fn where_players_may_pass_each_spelling_is_a_pass() {
    let mut library = Library::shipped();
    library.add_text("passing", "extends = \"chess\"\ntitle = \"Passing\"\npass = true\n").unwrap();
    let mut catalog = Catalog::new(library);
    for spelling in ["--", "Z0", "0000", "@@@@", "null", "pass", "Pass"] {
        let text = format!("[Variant \"passing\"]\n\n1. {spelling} *");
        let record = record::read(text.as_bytes(), &mut catalog).next().unwrap().unwrap();
        assert_eq!(sans(&record), ["--"], "{spelling}");
        assert!(record.notices().is_empty());
    }
}

#[test]
fn moves_as_other_programs_write_them() {
    let record = read_one("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. @d4 *");
    assert_eq!(sans(&record).last().unwrap(), "P@d4");
    let record = read_one("1. e4 Nf6 2. e5 d5 3. exd6e.p. cxd6 4. d4+= e5 e.p. 5. dxe5-+ *");
    let pgn = record.to_pgn(MoveStyle::San);
    let nags: Vec<&[u8]> = pgn.line.iter().map(|node| &node.nags[..]).collect();
    assert_eq!(nags, [&[] as &[u8], &[], &[], &[], &[], &[], &[14], &[], &[19]]);
    assert_eq!(sans(&record)[4], "exd6");
    let text = read_one("[Variant \"racingkings\"]\n\n1. Kh3 *").to_text(MoveStyle::San);
    assert!(text.contains("[Variant \"Racing Kings\"]"), "{text}");
}

#[test]
fn a_tree_that_is_too_deep_is_refused() {
    let node = || Node::new(MoveText::new("e4").unwrap());
    let mut line = pgn::Line::from(vec![node()]);
    for _ in 0..100_000 {
        let mut outer = node();
        outer.variations.push(line);
        line = pgn::Line::from(vec![outer]);
    }
    let game = pgn::Game { line, ..pgn::Game::default() };
    let error = Record::from_pgn(&game, &mut Catalog::new(LIBRARY.clone())).unwrap_err();
    assert_eq!(error.place, None);
    assert!(error.to_string().contains("nests too deep"), "{error}");
}
