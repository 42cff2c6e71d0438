//! `berolina analyse`, through the program.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::common::{Folder, program, run, text};
use serde_json::Value;

const FOOLS: &str = "[White \"W\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 a6 {why} 3. a3 Qh4# 0-1\n";

/// What the program says where nothing is wrong.
fn analysed(arguments: &[&str], input: &str) -> String {
    let output = run(&Folder::new(), &[&["analyse"], arguments].concat(), input);
    assert_eq!((text(&output.stderr).as_str(), output.status.code()), ("", Some(0)), "{arguments:?}");
    text(&output.stdout)
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

#[test]
fn a_table_of_moves() {
    let out = analysed(&["--depth", "3"], FOOLS);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "Chess, W - B, 0-1");
    let row = |start: &str| {
        let row = lines.iter().find(|line| line.trim_start().starts_with(start));
        row.unwrap_or_else(|| panic!("{start}: {out}")).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(row("2. g4??").starts_with("2. g4?? #-1 Missed defence: this loses in 1;"), "{out}");
    assert!(row("2... a6??").ends_with("Missed win in 1: Qh4# was there."), "{out}");
    assert!(lines.iter().any(|line| line.trim() == "2...Qh4#"), "{out}");
    assert!(row("3... Qh4#").contains(" 0-1"), "{out}");
    assert!(row("White (W): accuracy ").ends_with("2 missed defences"), "{out}");
    assert!(row("Black (B): accuracy ").ends_with("1 missed win"), "{out}");
    assert!(!out.contains('\x1b') && lines.iter().all(|line| line.chars().count() <= 80), "{out}");
}

#[test]
fn lines_of_a_position() {
    let near = "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1";
    let out = analysed(&["--variant", "near", near, "--lines", "3", "--depth", "3"], "");
    assert!(out.starts_with("Near Chess, White to move\n"), "{out}");
    let ranks = out.lines().filter(|line| line.contains(".  ") && line.contains("depth "));
    assert_eq!(ranks.count(), 3, "{out}");
    let json = analysed(&["--variant", "near", "--moves", "1. c4 d5 2.cxd5", "--json", "--depth", "2"], "");
    let object = &objects(&json)[0];
    assert_eq!(object["fen"], "8/rnbqkbnr/ppp1pppp/3P4/8/PP1PPPPP/RNBQKBNR/8 b - - 0 2");
    assert_eq!((&object["side"], &object["variant"]), (&"black".into(), &"near".into()));
    assert!(object["lines"][0]["eval"]["cp"].is_i64() && object["lines"][0]["depth"] == 2, "{object}");
    let over = analysed(&["--moves", "f3 e5 g4 Qh4", "--json"], "");
    assert_eq!(objects(&over)[0]["outcome"]["reason"], "checkmate");
    let pgn = analysed(&["--moves", "f3 e5 g4", "--depth", "2", "--lines", "2", "--pgn"], "");
    assert!(pgn.contains("1. f3 e5 2. g4 Qh4# {[%eval #-1]} (2... "), "{pgn}");
}

/// Every key of an object is in the documentation, and every object of a kind has the same keys.
#[test]
fn the_schema_is_documented() {
    let document = include_str!("../../../docs/analysis.md");
    let mut out = analysed(&["--depth", "2", "--lines", "2", "--json"], FOOLS);
    out += &analysed(&["--depth", "2", "--json", "--moves", "e4"], "");
    let mut seen = BTreeSet::new();
    for object in objects(&out) {
        let kind = object["type"].as_str().expect("a type").to_owned();
        let keys: Vec<String> = object.as_object().expect("an object").keys().cloned().collect();
        for key in &keys {
            assert!(document.contains(&format!("`{key}`")), "`{key}` is not documented");
        }
        seen.insert((kind, keys));
    }
    let kinds: Vec<&str> = seen.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["game", "move", "position"]);
    for class in
        ["forced", "only", "best", "good", "inaccuracy", "mistake", "blunder", "missed-win", "missed-defence"]
    {
        assert!(document.contains(&format!("`{class}`")), "`{class}` is not documented");
    }
}

#[test]
fn objects_of_moves() {
    let out = objects(&analysed(&["--depth", "3", "--json"], FOOLS));
    assert_eq!(out.len(), 7);
    let missed = &out[3];
    assert_eq!((&missed["class"], &missed["mark"]), (&"missed-win".into(), &"??".into()));
    assert_eq!((&missed["number"], &missed["side"], &missed["ply"]), (&2.into(), &"black".into(), &4.into()));
    assert_eq!(missed["best_eval"], serde_json::json!({ "mate": -1, "plies": 1, "winner": "black" }));
    assert_eq!(missed["lines"][0]["san"], serde_json::json!(["Qh4#"]));
    assert_eq!(missed["lines"][0]["moves"], serde_json::json!(["d8h4"]));
    assert!(missed["loss"].as_f64() > Some(15.0) && missed["accuracy"].as_f64() < Some(60.0), "{missed}");
    let game = &out[6];
    assert_eq!(
        (&game["type"], &game["result"], &game["complete"]),
        (&"game".into(), &"0-1".into(), &true.into())
    );
    assert_eq!(game["white"]["classes"]["missed-defence"], 2);
    assert_eq!(game["tags"]["White"], "W");
}

#[test]
fn annotated_games_are_games() {
    let home = Folder::new();
    let near = "[Event \"n\"]\n[Variant \"near:win=checkmate\"]\n\n1. c4 d5 2. cxd5 {taken} (2. e4) *\n\n";
    let games = format!("{FOOLS}\n{near}");
    let out = analysed(&["--depth", "3", "--pgn", "-"], &games);
    // Where lines are broken depends on the evaluations.
    let unbroken = out.replace('\n', " ");
    assert!(unbroken.contains("2... a6 $4 {[%eval ") && out.contains("{why}"), "{out}");
    assert!(unbroken.contains("(2... Qh4#)") && out.contains("[Variant \"near:win=checkmate\"]"), "{out}");
    let again = run(&home, &["convert"], &out);
    assert_eq!((text(&again.stderr).as_str(), text(&again.stdout)), ("", out));
}

#[test]
fn a_broken_game_among_ten() {
    let game = |i: usize| {
        let moves = if i == 5 { "1. e4 e5 2. Ke3 *" } else { "1. e4 e5 *" };
        format!("[Event \"{i}\"]\n\n{moves}\n\n")
    };
    let games: String = (1..=10).map(game).collect();
    let output = run(&Folder::new(), &["analyse", "--depth", "1", "--json"], &games);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "-:19:13: `Ke3`: no king of White's can legally go to e3\n");
    let out = objects(&text(&output.stdout));
    let events: Vec<&str> = out.iter().filter_map(|object| object["tags"]["Event"].as_str()).collect();
    assert_eq!(events, ["1", "2", "3", "4", "6", "7", "8", "9", "10"]);
}

#[test]
fn what_cannot_be_analysed() {
    let home = Folder::new();
    for (arguments, said) in [
        (&["--variant", "naer"][..], "did you mean `near`?"),
        (&["--moves", "e4 e5 Ke3"], "--moves: move 3: `Ke3`: no king"),
        (&["--moves", "e4", "x.pgn"], "`x.pgn` is none: a FEN is given in quotes"),
        (&["8/8/8 w - - 0 1"], "3 ranks, not 8 (the game is chess; --variant names another)"),
        (&["nowhere.pgn"], "nowhere.pgn: "),
        (&["-"], "-: it has no games"),
        (&["--nodes", "0"], "--nodes"),
        (&["--movetime", "-1"], "seconds"),
        (&["--json", "--pgn"], "--pgn"),
    ] {
        let output = run(&home, &[&["analyse"], arguments].concat(), "");
        let told = text(&output.stderr);
        assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{arguments:?}: {told}");
        assert!(told.contains(said) && output.stdout.is_empty(), "{arguments:?}: {told}");
    }
}

/// The first game is short, so that its answer tells when the second is being analysed.
#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_there_is() {
    let home = Folder::new();
    let games = "[Event \"1\"]\n[SetUp \"1\"]\n[FEN \"k7/8/1K6/8/8/8/8/7R b - - 0 1\"]\n\n1... Kb8 2. Rh8# 1-0\n\n\
                 [Event \"2\"]\n\n1. e4 e5 *\n";
    std::fs::write(home.0.join("two.pgn"), games).expect("the folder can be written");
    let mut command = program(&home);
    command.args(["analyse", "two.pgn", "--depth", "100", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("a line");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the rest");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), "berolina: stopped before the end\n");
    let last = objects(&rest).pop().expect("an object");
    assert_eq!((&last["game"], &last["complete"], &last["analysed"]), (&2.into(), &false.into(), &0.into()));
}
