//! `berolina lab` as a script sees it.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Folder, run, text};
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
    // A file is a game too.
    std::fs::write(home.0.join("mine.toml"), "extends = \"near-6\"\ntitle = \"Mine\"\nabout = \"x\"\n")
        .unwrap();
    let own = ["lab", "report", "mine.toml", "--nodes", "20", "--games", "2"];
    assert!(text(&run(&home, &own, "").stdout).contains("Mine (mine)"));
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
fn a_report_that_is_stopped_does_not_end_as_if_it_were_whole() {
    let home = Folder::new();
    let mut command = crate::common::program(&home);
    command.args(["lab", "report", "near", "--nodes", "200", "--games", "1000000", "--threads", "1"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let games = home.0.join("lab/near.games.jsonl");
    let lines = || std::fs::read_to_string(&games).map_or(0, |text| text.lines().count());
    for _ in 0..600 {
        if lines() >= 3 {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let told = text(&output.stderr);
    assert!(
        told.ends_with("berolina: stopped before its end; the same command goes on from here\n"),
        "{told}"
    );
    // What there is has been told.
    assert!(text(&output.stdout).contains("Near Chess (near)"));
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

const TRAIN: [&str; 15] = [
    "lab",
    "train",
    "near-6",
    "--nodes",
    "10",
    "--games",
    "120",
    "--passes",
    "2",
    "--gate-nodes",
    "20",
    "--generations",
    "1",
    "--threads",
    "1",
];

#[test]
fn kills_at_any_moment_of_a_training_lose_nothing() {
    let home = Folder::new();
    let whole = run(&home, &[&TRAIN[..], &["--out", "whole"]].concat(), "");
    let told = text(&whole.stderr);
    assert!(whole.status.success(), "{told}");
    for stage in ["fit weights", "generation 1, games", "a network learns", "against what judged before"] {
        assert!(told.contains(stage), "{stage}: {told}");
    }
    // All games that are kept, in bytes.
    let kept = || -> u64 {
        let files = (0..2).map(|generation| home.0.join(format!("lab/near-6/games-{generation}.bin")));
        files.filter_map(|path| std::fs::metadata(path).ok()).map(|meta| meta.len()).sum()
    };
    let mut random = berolina_numbers::Random::new(1);
    let mut before = 0;
    for round in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_berolina"))
            .args(TRAIN)
            .current_dir(&home.0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(30 + random.below(400) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        // A game that was cut off in the middle of being written may go.
        assert!(kept() + 2000 > before, "round {round}: {} of {before} bytes", kept());
        before = kept();
    }
    let rest = run(&home, &TRAIN, "");
    assert!(rest.status.success(), "{}", text(&rest.stderr));
    for file in ["weights.txt", "network-1.net"] {
        let read = |folder: &str| std::fs::read(home.0.join(folder).join("near-6").join(file)).unwrap();
        assert!(read("whole") == read("lab"), "{file}");
    }
}

#[test]
fn a_training_that_cannot_be_is_told_in_one_line() {
    let home = Folder::new();
    assert!(run(&home, &TRAIN, "").status.success());
    let error = refused(&home, &[&TRAIN[..], &["--seed", "2"]].concat());
    assert!(error.contains("another training: seed was 1 and is 2"), "{error}");
    std::fs::write(home.0.join("file"), "").unwrap();
    assert!(refused(&home, &[&TRAIN[..], &["--out", "file"]].concat()).contains("file/near-6"));
    for wrong in [
        "--hours=-1",
        "--hours=nan",
        "--rate=nan",
        "--decay=-1",
        "--result-share=2",
        "--passes=0",
        "--games=0",
    ] {
        let output = run(&home, &["lab", "train", "near-6", wrong], "");
        let option = wrong.split_once('=').unwrap().0;
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(text(&output.stderr).contains(option), "{}", text(&output.stderr));
    }
}

#[test]
fn a_network_beside_a_variant_file_plays_it() {
    let home = Folder::new();
    std::fs::write(home.0.join("mine.toml"), "extends = \"near-6\"\ntitle = \"Mine\"\nabout = \"x\"\n")
        .unwrap();
    let arguments = ["lab", "train", "mine.toml", "--from-weights"];
    let output = run(&home, &[&arguments[..], &TRAIN[3..]].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let made = home.0.join("lab/mine/network-1.net");
    std::fs::copy(&made, home.0.join("mine.net")).unwrap();
    let uci = |name: &str| {
        let game = name.trim_end_matches(".toml");
        let input = format!(
            "setoption name VariantPath value {name}\nsetoption name UCI_Variant value {game}\neval\nquit\n"
        );
        text(&run(&home, &["uci"], &input).stdout).to_owned()
    };
    assert!(uci("mine.toml").contains("network"), "{}", uci("mine.toml"));
    // One of another game is told and not used.
    std::fs::copy(home.0.join("mine.toml"), home.0.join("other.toml")).unwrap();
    std::fs::write(home.0.join("other.net"), "no network").unwrap();
    let told = uci("other.toml");
    assert!(told.contains("other.net") && !told.contains("judged by a network"), "{told}");
    let played = run(&home, &["play", "other.toml", "--color", "none", "--time", "0.01"], "");
    assert!(text(&played.stderr).contains("it is not used"), "{}", text(&played.stderr));
}
