//! `berolina lab` as a script sees it.

mod common;

use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Folder, run, text};
use serde_json::Value;

const REPORT: [&str; 5] = ["lab", "report", "near", "--nodes", "40"];

fn report(home: &Folder, more: &[&str]) -> (String, String) {
    let output = run(home, &[&REPORT[..], more].concat(), "");
    let error = text(&output.stderr);
    assert!(output.status.success(), "{error}");
    (text(&output.stdout).to_owned(), error.to_owned())
}

fn json(home: &Folder, more: &[&str]) -> Value {
    let (told, _) = report(home, &[more, &["--json"]].concat());
    serde_json::from_str(&told).expect("JSON")
}

fn refused(home: &Folder, arguments: &[&str]) -> String {
    let output = run(home, arguments, "");
    let error = text(&output.stderr).to_owned();
    let told: Vec<&str> = error.lines().filter(|line| !line.contains("goes on after")).collect();
    assert_eq!((output.status.code(), told.len()), (Some(2), 1), "{error}");
    error
}

#[test]
fn a_report_is_text_page_and_json_and_goes_on() {
    let home = Folder::new();
    let (told, error) = report(&home, &["--games", "6", "--threads", "1"]);
    assert!(told.contains("Near Chess (near)") && told.contains("How games end"), "{told}");
    assert!(told.contains("too few games"), "six games tell little: {told}");
    assert!(error.ends_with("near.html\n"), "{error}");
    let page = std::fs::read_to_string(home.0.join("lab/near.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("http://127.0.0.1:"));
    // More games, on more threads: the same as all at once.
    let (_, error) = report(&home, &["--games", "12", "--threads", "2"]);
    assert!(error.contains("near: goes on after 6 games"), "{error}");
    let written: Value =
        serde_json::from_slice(&std::fs::read(home.0.join("lab/near.json")).unwrap()).unwrap();
    assert_eq!(written["games"], 12);
    assert_eq!(written, json(&home, &["--games", "12", "--out", "other"]));
    // Fewer are asked for than there are.
    assert_eq!(json(&home, &["--games", "6"])["games"], 6);
}

#[test]
fn games_are_put_side_by_side() {
    let home = Folder::new();
    let (told, _) =
        report(&home, &["--games", "3", "--compare", "near-6", "--compare", "near:win=checkmate"]);
    let first = told.lines().next().unwrap();
    let names: Vec<&str> = first.split_whitespace().collect();
    assert_eq!(names, ["Game", "near", "near-6", "near:win=checkmate"]);
    assert!(home.0.join("lab/near-compared.html").is_file());
    assert!(home.0.join("lab/near-win-checkmate.games.jsonl").is_file());
}

#[test]
fn what_cannot_be_done_is_told_in_one_line_and_nothing_is_overwritten() {
    let home = Folder::new();
    report(&home, &["--games", "2"]);
    let games = home.0.join("lab/near.games.jsonl");
    let kept = std::fs::read(&games).unwrap();
    let error = refused(&home, &["lab", "report", "near", "--nodes", "50", "--games", "2"]);
    assert!(error.contains("it belongs to another report: nodes was 40 and is 50"), "{error}");
    // The rules have changed.
    std::fs::create_dir(home.0.join("v")).unwrap();
    let file = home.0.join("v/mine.toml");
    std::fs::write(&file, "extends = \"near\"\ntitle = \"Mine\"\nabout = \"x\"\n").unwrap();
    let mine = ["lab", "report", "mine", "--variants", "v", "--nodes", "20", "--games", "2"];
    assert!(run(&home, &mine, "").status.success());
    std::fs::write(
        &file,
        "extends = \"near\"\ntitle = \"Mine\"\nabout = \"x\"\npieces.knight.moves = \"NN\"\n",
    )
    .unwrap();
    let error = refused(&home, &mine);
    assert!(error.contains("another report: rules was"), "{error}");
    assert_eq!(std::fs::read(&games).unwrap(), kept, "left as it was");
    // A file that is something else, a folder that is a file, a game that is none.
    std::fs::write(&games, "my notes\n").unwrap();
    let error = refused(&home, &[&REPORT[..], &["--games", "2"]].concat());
    assert!(error.contains("it is no journal of a report"), "{error}");
    assert_eq!(std::fs::read(&games).unwrap(), b"my notes\n");
    let error = refused(&home, &[&REPORT[..], &["--out", "v/mine.toml"]].concat());
    assert!(error.contains("v/mine.toml"), "{error}");
    assert!(refused(&home, &["lab", "report", "nonesuch"]).contains("nonesuch"));
    // A game of another game, under the same rules by its first line.
    std::fs::remove_file(&games).unwrap();
    report(&home, &["--games", "1"]);
    let journal = std::fs::read_to_string(&games).unwrap();
    let (head, game) = journal.split_once('\n').unwrap();
    let game = game.replacen("\"moves\":[\"", "\"moves\":[\"h8h1\",\"", 1);
    std::fs::write(&games, format!("{head}\n{game}")).unwrap();
    let error = refused(&home, &[&REPORT[..], &["--games", "2"]].concat());
    assert!(error.contains("game 0 is no game of near"), "{error}");
}

#[test]
fn a_kill_loses_no_game_that_was_over() {
    let home = Folder::new();
    let arguments = [&REPORT[..], &["--games", "40", "--threads", "2", "--json"]].concat();
    let games = home.0.join("lab/near.games.jsonl");
    let count = || std::fs::read_to_string(&games).map_or(0, |text| text.matches('\n').count());
    let mut before = 0;
    for round in 1..=4_u64 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_berolina"))
            .args(&arguments)
            .current_dir(&home.0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(60 + 70 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(count() >= before, "round {round}");
        before = count();
    }
    let told = json(&home, &["--games", "40", "--threads", "2"]);
    assert_eq!(told, json(&home, &["--games", "40", "--out", "whole"]));
}
