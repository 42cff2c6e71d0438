//! `berolina export`, through the program.

use crate::common::folder::{berolina, folder, text};

#[test]
fn a_game_is_written_and_what_is_lacking_is_told() {
    let folder = folder("export-told");
    let said = berolina(&folder, &["export", "forward", "--to", "ini"]);
    assert!(said.status.success());
    assert!(text(&said.stdout).contains("\n[forward"), "{}", text(&said.stdout));
    let told = text(&said.stderr);
    assert!(told.lines().all(|line| line.starts_with("not expressed: `")), "{told}");
    assert!(told.contains("`leaves`"), "{told}");
    let xboard = berolina(&folder, &["export", "near", "--to", "xboard"]);
    assert!(text(&xboard.stdout).contains("setup (PNBRQ"), "{}", text(&xboard.stdout));
}

#[test]
fn what_is_written_is_read_again_and_not_written_over() {
    let folder = folder("export-file");
    let arguments = ["export", "capablanca", "--to", "diagram", "--output", "game.txt"];
    let said = berolina(&folder, &arguments);
    assert!(said.status.success(), "{}", text(&said.stderr));
    assert!(said.stdout.is_empty());
    let read = berolina(&folder, &["import", "game.txt"]);
    assert!(text(&read.stdout).contains("game.toml: ready"), "{}", text(&read.stdout));
    let again = berolina(&folder, &arguments);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("--force"), "{}", text(&again.stderr));
}

#[test]
fn what_is_wrong_is_told_in_a_line() {
    let folder = folder("export-wrong");
    for (arguments, told) in [
        (["export", "neer", "--to", "ini"], "near"),
        (["export", "glinski", "--to", "ini"], "no such board"),
        (["export", "glinski", "--to", "diagram"], "no such board"),
        (["export", "duck", "--to", "xboard"], "blocker"),
    ] {
        let said = berolina(&folder, &arguments);
        assert_eq!(said.status.code(), Some(2), "{arguments:?}");
        assert!(said.stdout.is_empty());
        let line = text(&said.stderr);
        assert!(line.lines().count() == 1 && line.contains(told), "{line}");
    }
    let unknown = berolina(&folder, &["export", "near", "--to", "zrf"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        text(&unknown.stderr).contains("possible values: ini, diagram, xboard"),
        "{}",
        text(&unknown.stderr)
    );
}
