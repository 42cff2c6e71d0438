//! `berolina convert`, through the program.

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What the program said: exit code, standard output, standard error.
struct Said {
    code: i32,
    out: String,
    err: String,
}

fn convert(args: &[&str], input: &[u8]) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_berolina"))
        .arg("convert")
        .args(args)
        .current_dir(folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let sent = input.to_owned();
    // The program may have enough before all is sent.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&sent)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Said {
        code: output.status.code().expect("no signal ended it"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// What the program writes if nothing is wrong.
fn converted(args: &[&str], input: &str) -> String {
    let said = convert(args, input.as_bytes());
    assert_eq!((said.err.as_str(), said.code), ("", 0), "{args:?}");
    said.out
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// A file that this test alone writes.
fn file(name: &str, text: &str) -> String {
    fs::write(folder().join(name), text).expect("the folder can be written");
    name.to_owned()
}

fn moves_of(text: &str) -> Vec<String> {
    let movetext =
        |game: &str| game.split_once("]\n\n").map(|(_, moves)| moves.trim_end().replace('\n', " "));
    text.split("[Event ").filter_map(movetext).collect()
}

#[test]
fn a_broken_fifth_game_of_ten() {
    for (broken, says) in [
        ("1. e4 e5 2. Ke3 *", "10: `Ke3`: no king of White's can legally go to e3"),
        ("1. e4 e5 2. e4e6 *", "13: "),
        ("1. e4 (1. d4 d5 *", "7: this variation is not closed"),
        ("1. e4 ) e5 *", "7: this `)` closes no variation"),
        ("1. e4 {hello", "7: this comment is not closed"),
        ("1. e4 hello *", "7: `hello` is not a move"),
    ] {
        let game = |i: usize| {
            let moves =
                if i == 5 { broken.to_owned() } else { format!("1. e4 e5 2. {}3 *", ["a", "b"][i % 2]) };
            format!("[Event \"{i}\"]\n[Site \"?\"]\n\n{moves}\n\n")
        };
        let text: String = (1..=10).map(game).collect();
        let name = file("ten.pgn", &text);
        let said = convert(&[&name], b"");
        assert_eq!(said.code, 2);
        let kept: Vec<_> = said.out.lines().filter_map(|line| line.strip_prefix("[Event ")).collect();
        assert_eq!(kept, [1, 2, 3, 4, 6, 7, 8, 9, 10].map(|i| format!("\"{i}\"]")));
        assert_eq!(said.err.lines().count(), 1, "{}", said.err);
        let place = if says.starts_with("10") { says.replacen("10", "13", 1) } else { says.to_owned() };
        assert!(said.err.starts_with(&format!("ten.pgn:24:{place}")), "{}", said.err);
    }
}

#[test]
fn variants() {
    let text = "[Variant \"Near Chess: win=checkmate\"]\n\n1. c3c4 *\n[Event \"960\"]\n[Variant \"Fischerandom\"]\n\
                [FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n\
                1. f3 f6 2. Rf2 Rf7 3. 0-0 *\n[Event \"jester\"]\n[Variant \"NPNC\"]\n\n1. Jd2d4 e7e5 *\n\
                [Event \"standard\"]\n[Variant \"Standard\"]\n\n1. e4 *\n";
    let out = converted(&[], text);
    let tags: Vec<_> = out.lines().filter(|line| line.starts_with("[Variant")).collect();
    assert_eq!(tags, ["[Variant \"near:win=checkmate\"]", "[Variant \"Chess960\"]", "[Variant \"npnc\"]"]);
    assert_eq!(moves_of(&out), ["1. c4 *", "1. f3 f6 2. Rf2 Rf7 3. O-O *", "1. Jd2d4 e5 *", "1. e4 *"]);
    assert_eq!(converted(&[], &out), out);
    let coordinates = converted(&["--moves", "coordinates"], &out);
    assert_eq!(moves_of(&coordinates)[1..3], ["1. f2f3 f7f6 2. f1f2 f8f7 3. g1h1 *", "1. d2d4j e7e5 *"]);
    assert_eq!(converted(&[], &coordinates), out);

    let said = convert(&[], b"[Variant \"Bughouse\"]\n\n1. e4 *\n");
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    assert!(said.err.starts_with("-:1:1: tag Variant: there is no game `Bughouse`"), "{}", said.err);
    let out = converted(&["--variant", "near"], "1. c4 *\n[Event \"?\"]\n[Variant \"chess\"]\n\n1. e4 *");
    assert!(out.contains("[Variant \"near\"]\n\n1. c4 *") && out.ends_with("[Result \"*\"]\n\n1. e4 *\n\n"));
}

#[test]
fn games_of_ones_own() {
    let own = file(
        "convert-own.toml",
        "extends = \"chess\"\ntitle = \"My Own Chess\"\nstalemate = \"loss\"\ninsufficient = false\n",
    );
    let text = "[Variant \"my own chess\"]\n\n1. e4 *";
    assert!(converted(&["--variants", &own], text).contains("[Variant \"convert-own\"]"));
    assert!(converted(&["--variant", &own], "1. e4 *").contains("[Variant \"convert-own\"]"));
    assert_eq!(convert(&[], text.as_bytes()).code, 2);
    let said = convert(&["--variant", "nothing"], b"");
    assert!(said.code == 2 && said.err.starts_with("berolina: there is no game `nothing`"), "{}", said.err);
}

#[test]
fn tidied_pgn() {
    let text = "%\n[Zebra \"z\"]\n[ White \"W\" ]\r\n[Annotator \"A\"]\n[Result \"1-0\"]\n\n1.e2-e4 {a  long\ncomment} e7e5\n\
                (1... c5 ! 2.Ng1-f3) 2. ♘f3 $3 Nb8c6 3 Bf1-b5 a7a6 4. Bb5-a4 Ng8f6 5. O-O Bf8e7 6. Rf1e1 b7b5 7. Ba4b3 1-0";
    let out = converted(&[], text);
    assert_eq!(
        out,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black \"?\"]\n\
         [Result \"1-0\"]\n[Annotator \"A\"]\n[Zebra \"z\"]\n\n1. e4 {a long comment} 1... e5 (1... c5 $1 2. Nf3) \
         2. Nf3 $3 Nc6 3. Bb5 a6 4.\nBa4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 1-0\n\n"
    );
    assert_eq!(converted(&["-"], &out), out);
    let there = converted(&["--moves", "coordinates"], &out);
    assert!(there.contains("1. e2e4 {a long comment} 1... e7e5 (1... c7c5 $1 2. g1f3)"), "{there}");
    assert_eq!(converted(&["--moves", "san"], &there), out);
}

#[test]
fn results_that_contradict() {
    let said = convert(&[], b"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n");
    assert!(said.out.contains("[Result \"0-1\"]") && said.out.ends_with("Qh4# 0-1\n\n"), "{}", said.out);
    assert_eq!(said.code, 2);
    assert_eq!(said.err, "-:1:1: the result 1-0 contradicts the moves (checkmate); it is 0-1\n");
    let said = convert(&[], b"[White \"W\"]\n[Result \"1-0\"]\n\n1. e4 0-1\n");
    assert!(said.out.contains("[Result \"0-1\"]") && said.code == 2);
    assert_eq!(said.err, "-:2:1: the tag Result says 1-0, but the moves end with 0-1, which is kept\n");
    let out = converted(&[], "1. f3 e5 2. g4 Qh4#");
    assert!(out.contains("[Result \"0-1\"]") && out.ends_with("Qh4# 0-1\n\n"));
}

#[test]
fn tidied_fen() {
    let lines = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\r\n\n\
                 \t4k3/8/8/8/8/8/8/R3K1NR   w  KQkq -  0 1\n\
                 rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3\n\
                 4k3/8/8/8/8/8/8/4K3 w - - 007 01";
    let tidy = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
                4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1\n\
                rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3\n\
                4k3/8/8/8/8/8/8/4K3 w - - 7 1\n";
    assert_eq!(converted(&["--fen"], lines), tidy);
    assert_eq!(converted(&[], lines), tidy);
    assert_eq!(converted(&["--to", "fen"], &format!("\u{feff}{lines}")), tidy);
    assert_eq!(converted(&[], tidy), tidy);
    let hand = "8/4k3/8/8/8/8/4K3/8[qNNBBRRQPPPPPPPPrrbbnnpppppppp] w - - 0 1\n";
    let out = converted(&["--fen", "--variant", "near-free"], hand);
    assert_eq!(out, "8/4k3/8/8/8/8/4K3/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1\n");
}

#[test]
fn broken_fen() {
    let long = "8".repeat(100_000);
    let lines = format!(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w -\n  4k3/8/8/8/8/8/8/4K3 x - - 0 1\n{long}\n\
         4k3/8/8/8/8/8/8/8 w - z9 0 1\n4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\n\
         4k3/8/8/8/8/8/8/4K3[] w - - 0 1\n8/8/8/8/8/8/8/8 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    );
    let mut bytes = lines.into_bytes();
    bytes.extend_from_slice(b"\n4k3/8/8/8/8/8/8/4K\xff2 b - - 0 1\n");
    let said = convert(&["--fen"], &bytes);
    assert_eq!(said.code, 2);
    assert_eq!(said.out, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\n");
    let starts = [
        "-:2:1: FEN: fields: 3 where this game has 6",
        "-:3:23: FEN: side to move: `x` is neither w nor b",
        "-:4:1: FEN: length: ",
        "-:5:23: FEN: en passant: `z9` is neither",
        "-:6:1: FEN: black's king is attacked, but white is to move",
        "-:7:20: FEN: hand: this game has no pieces in hand",
        "-:8:1: FEN: neither player has a king",
        "-:10:1: FEN: board: ",
    ];
    let told: Vec<_> = said.err.lines().collect();
    assert_eq!(told.len(), starts.len(), "{}", said.err);
    for (line, start) in told.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}\n{start}");
        assert!(line.len() < 400);
    }
}

#[test]
fn several_files() {
    let one = file("several-1.pgn", "[Event \"one\"]\n\n1. e4 *\n");
    let two = file("several-2.fen", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1\n");
    let out = converted(&[&one, &two, &one], "");
    let lines: Vec<_> =
        out.lines().filter(|line| line.starts_with("[Event") || line.starts_with("4k3")).collect();
    assert_eq!(lines, ["[Event \"one\"]", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "[Event \"one\"]"]);

    let said = convert(
        &[&one, "nowhere.pgn", ".", "-"],
        b"[Event \"standard input\"]\n\n1. e5 *\n[Event \"last\"]\n\n*",
    );
    assert_eq!(said.code, 2);
    let events: Vec<_> = said.out.lines().filter(|line| line.starts_with("[Event")).collect();
    assert_eq!(events, ["[Event \"one\"]", "[Event \"last\"]"]);
    let told: Vec<_> = said.err.lines().collect();
    assert!(
        told.len() == 3 && told[0].starts_with("nowhere.pgn: ") && told[1].starts_with(".: "),
        "{told:?}"
    );
    assert!(told[2].starts_with("-:3:4: `e5`: no pawn of White's"), "{told:?}");
    assert_eq!(converted(&[], ""), "");
}

#[test]
fn other_forms() {
    let game = "[White \"W\"]\n[Variant \"near\"]\n\n1. c4 (1. b4) d5 2. cxd5 *";
    let end = "8/rnbqkbnr/ppp1pppp/3P4/8/PP1PPPPP/RNBQKBNR/8 b - - 0 2";
    assert_eq!(converted(&["--to", "fen"], game), format!("{end}\n"));
    let json = converted(&["--to", "json", "--moves", "coordinates"], game);
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["variant"], "near");
    assert_eq!(value["moves"], serde_json::json!(["c3c4", "d6d5", "c4d5"]));
    assert_eq!(value["tags"], serde_json::json!({ "White": "W" }));
    assert_eq!((&value["result"], &value["outcome"]), (&"*".into(), &serde_json::Value::Null));
    let pgn = converted(&["--to", "pgn", "--fen", "--variant", "near"], &format!("{end}\n"));
    assert!(pgn.ends_with(&format!("[FEN \"{end}\"]\n[SetUp \"1\"]\n[Variant \"near\"]\n\n*\n\n")), "{pgn}");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(20_000);
    let name = file("closed.pgn", &text);
    let mut child = Command::new(env!("CARGO_BIN_EXE_berolina"))
        .args(["convert", &name])
        .current_dir(folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = child.stdout.take().expect("a pipe");
    out.read_exact(&mut [0; 100]).expect("something is written");
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn games_of_other_programs_lose_nothing_in_silence() {
    // Null moves in a variation and in the game: nothing of the games is lost, and each is told.
    let games = "[Event \"in a variation\"]\n\n1. e4 e5 (1... -- 2. d4) 2. Nf3 *\n\n[Event \"in the game\"]\n\n\
                 1. e4 e5 2. Nf3 -- 3. O-O *\n\n[Event \"ChessBase\"]\n\n1. e4 e5 (1... Z0 2. d4) 2. Nf3 *\n";
    let said = convert(&[], games.as_bytes());
    let moves = [
        "1. e4 e5 {1... -- 2. d4} 2. Nf3 *",
        "1. e4 e5 2. Nf3 {2... -- 3. O-O} *",
        "1. e4 e5 {1... Z0 2. d4} 2. Nf3 *",
    ];
    assert_eq!((moves_of(&said.out), said.code), (moves.map(str::to_owned).to_vec(), 2));
    assert_eq!(said.err.lines().count(), 3, "{}", said.err);
    assert!(said.err.lines().all(|line| line.contains("kept as a comment")), "{}", said.err);
    // Names of other programs are read, and written as they know them.
    let out = converted(&[], "[Variant \"Racing Kings\"]\n\n1. Kh3 *\n\n[Variant \"3check\"]\n\n1. e4 *\n");
    assert!(out.contains("[Variant \"Racing Kings\"]") && out.contains("[Variant \"Three-check\"]"), "{out}");
    let near = convert(&[], b"[Variant \"Bughouse\"]\n\n1. e4 *\n").err;
    assert!(near.contains("the nearest names are") && near.len() < 200, "{near}");
}

#[test]
fn operations_of_epd() {
    let line = "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - hmvc 2; fmvn 4; id \"a; b\";\n";
    let fen = "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 4";
    assert_eq!(converted(&[], line), format!("{fen}\n"));
    assert!(converted(&["--to", "pgn"], line).contains("{id \"a; b\";} *"));
    let said = convert(&[], b"4k3/8/8/8/8/8/8/4K3 w - - hmvc x;\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 x\n");
    assert_eq!((said.out.as_str(), said.code, said.err.lines().count()), ("", 2, 2), "{}", said.err);
    assert!(said.err.contains("hmvc: `x` is no number"), "{}", said.err);
}
