//! `berolina match` as a script sees it: the program plays itself.

use crate::common::{Folder, run, text};
use serde_json::Value;

const MATCH: [&str; 14] = [
    "match",
    "--engine",
    "a=berolina",
    "--engine",
    "b=berolina",
    "--variant",
    "near",
    "--depth",
    "2",
    "--journal",
    "m.jsonl",
    "--json",
    "--balance-nodes",
    "300",
];

fn play(home: &Folder, more: &[&str]) -> (Value, String) {
    let arguments = [&MATCH[..], more].concat();
    let output = run(home, &arguments, "");
    let error = text(&output.stderr);
    assert!(output.status.success(), "{error}");
    (serde_json::from_slice(&output.stdout).expect("JSON"), error.to_string())
}

#[test]
fn a_match_is_played_and_goes_on_where_it_was_cut_off() {
    let home = Folder::new();
    let more = ["--variant", "crazyhouse", "--pgn", "m.pgn", "--games", "8", "--verify=20"];
    let (whole, told) = play(&home, &more);
    assert!(told.contains("b: the same legal moves of crazyhouse in 21 positions"), "{told}");
    assert_eq!(whole["games"], 8);
    assert_eq!(whole["meetings"][0]["games"][1]["game"], "crazyhouse");
    assert_eq!(whole["faults"], Value::Array(Vec::new()), "{whole}");
    let pairs = whole["meetings"][0]["pairs"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 4);
    // As a kill leaves it: three games, and half of a line.
    let path = home.0.join("m.jsonl");
    let journal = std::fs::read_to_string(&path).unwrap();
    assert_eq!(journal.lines().count(), 9);
    let kept: String = journal.split_inclusive('\n').take(4).collect();
    std::fs::write(&path, format!("{kept}{{\"number\":3")).unwrap();
    let (again, told) = play(&home, &more);
    assert!(told.contains("going on after 3 games"), "{told}");
    // A fixed depth makes every game the same again.
    for key in ["games", "plies", "endings"] {
        assert_eq!(again[key], whole[key]);
    }
    assert_eq!(again["meetings"][0]["pairs"], whole["meetings"][0]["pairs"]);
    let converted = run(&home, &["convert", "m.pgn", "--to", "fen"], "");
    assert!(converted.status.success(), "{}", text(&converted.stderr));
    assert_eq!(text(&converted.stdout).lines().count(), 8 + 5, "each game is added when it ends");
    // What names the match holds no text of the program's types.
    let head: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
    assert_eq!(head["contest"]["version"], 2);
    assert_eq!(head["contest"]["openings"]["nodes"], 300, "{head}");
    assert_eq!(head["contest"]["engines"][0]["limit"], "depth=2", "{head}");
    assert_eq!(head["contest"]["conduct"]["adjudication"]["resign"], serde_json::json!([1000, 4]), "{head}");
    let refused = run(&home, &[&MATCH[..], &["--seed", "2"]].concat(), "");
    assert!(text(&refused.stderr).contains("another match"), "{}", text(&refused.stderr));
}

#[test]
fn a_test_ends_a_match() {
    let home = Folder::new();
    let (result, _) = play(&home, &["--limit", "b:depth=1", "--games", "400", "--sprt=-400,-100"]);
    assert_eq!(result["meetings"][0]["sprt"]["accepted"], "elo1", "{result}");
    assert!(result["games"].as_u64() < Some(400), "{result}");
}

#[test]
fn a_match_that_cannot_be_played_leaves_files_as_they_were() {
    let home = Folder::new();
    let refused = |more: &[&str], reason: &str| {
        let output = run(&home, &[&MATCH[..], more].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).contains(reason), "{output:?}");
    };
    let entries = || std::fs::read_dir(&home.0).unwrap().count();
    refused(&["--openings", "missing.fen", "--pgn", "m.pgn"], "missing.fen: ");
    assert_eq!(entries(), 0, "no journal, games or lock");
    refused(&["--pgn", "./m.jsonl"], "--journal and --pgn name the same file");
    let notes = home.0.join("m.jsonl");
    std::fs::write(&notes, "What I noted, without an end of line").unwrap();
    refused(&[], "m.jsonl: it is no journal of a match");
    assert_eq!(std::fs::read_to_string(notes).unwrap(), "What I noted, without an end of line");
    assert_eq!(entries(), 1);
}

#[test]
fn what_our_engine_does_not_take_ends_the_match_before_it_begins() {
    let home = Folder::new();
    let chess = format!("NetFile={}", net("chess"));
    for (option, said) in [
        ("NetFile=nowhere.net", "a: NetFile: nowhere.net: "),
        (&chess, "a network for near: the file was trained for other pieces or rules"),
        ("Skill Level=11", "a: setoption: Skill Level is a number from 1 to 10"),
        ("near.luck=1", "a: it has no option `near.luck`"),
    ] {
        let option = format!("a:{option}");
        let arguments = [&MATCH[..], &["--games", "2", "--option", &option]].concat();
        let output = run(&home, &arguments, "");
        let error = text(&output.stderr);
        assert!(!output.status.success() && error.contains(said), "{option}: {error}");
        assert!(!home.0.join("m.jsonl").exists(), "{option}");
    }
}

#[test]
fn a_network_is_taken_for_the_game_that_it_fits() {
    play(&Folder::new(), &["--games", "2", "--option", &format!("a:NetFile={}", net("near"))]);
}

/// The file of a network that comes with the program.
fn net(game: &str) -> String {
    format!("{}/../engine/nets/{game}.net", env!("CARGO_MANIFEST_DIR"))
}
