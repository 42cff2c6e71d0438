//! `berolina import`, through the program.

use std::fs;

use crate::common::folder::{berolina, folder, text};

#[test]
fn a_diagram_becomes_a_file_that_is_played() {
    let folder = folder("import-diagram");
    let diagram = "files=6\nranks=6\npromoChoice=R\nPawn::::a2-f2\nRook::::a1,f1\nKing:K:K::d1\n";
    fs::write(folder.join("Small Game.txt"), diagram).unwrap();
    let said = berolina(&folder, &["import", "Small Game.txt"]);
    assert!(said.status.success(), "{}", text(&said.stderr));
    assert!(text(&said.stdout).contains("small-game.toml: ready"), "{}", text(&said.stdout));
    let checked = berolina(&folder, &["check", "small-game.toml"]);
    assert!(text(&checked.stdout).contains("no faults"), "{}", text(&checked.stdout));
    let moves = berolina(&folder, &["moves", "small-game.toml"]);
    assert!(moves.status.success(), "{}", text(&moves.stderr));
    // What is there is not written over.
    let again = berolina(&folder, &["import", "Small Game.txt"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("--force"));
    assert!(berolina(&folder, &["import", "Small Game.txt", "--force"]).status.success());
}

#[test]
fn what_is_left_to_write_is_told_and_no_path_leads_out_of_the_folder() {
    let folder = folder("import-left");
    fs::write(folder.join("x.txt"), "files=6\nranks=6\nshuffle=:R\nRook::::a1,f1\nKing:K:K::d1\n").unwrap();
    let said = berolina(&folder, &["import", "x.txt", "--name", "../../Out/side"]);
    assert!(text(&said.stdout).starts_with("./out-side.toml: 1 thing left"), "{}", text(&said.stdout));
    let checked = berolina(&folder, &["check", "out-side.toml"]);
    assert!(text(&checked.stdout).contains("E120"), "{}", text(&checked.stdout));
    fs::write(folder.join("no.txt"), "no game at all").unwrap();
    let refused = berolina(&folder, &["import", "no.txt"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(text(&refused.stderr).lines().count(), 1);
}

#[test]
fn each_diagram_of_a_page_gets_a_file_in_a_folder_that_is_made() {
    let folder = folder("import-two");
    let block = |piece: &str| {
        format!("<div class=\"idiagram\">\nfiles=8\nranks=8\nking:K:K:king:e1\n{piece}\n</div>\n")
    };
    let page = block("rook:R:R:rook:a1") + "<p>text</p>\n" + &block("bishop:B:B:bishop:a1");
    fs::write(folder.join("page.html"), page).unwrap();
    let said = berolina(&folder, &["import", "page.html", "--out", "new/folder"]);
    assert!(said.status.success(), "{}", text(&said.stderr));
    let out = text(&said.stdout);
    let told: Vec<&str> = out.lines().collect();
    assert_eq!(told[0], "page.html: 2 games, a file each");
    for name in ["page.toml", "page-2.toml"] {
        let path = format!("new/folder/{name}");
        assert!(told.iter().any(|line| line.starts_with(&format!("{path}: "))), "{told:?}");
        assert!(folder.join(&path).is_file());
    }
}

#[test]
fn what_is_ready_is_what_check_accepts() {
    let folder = folder("import-ready");
    let parents = include_str!("data/parents.ini");
    fs::write(folder.join("parents.ini"), parents).unwrap();
    let said = berolina(&folder, &["import", "parents.ini"]);
    let told = text(&said.stdout);
    assert_eq!(told.matches(": ready;").count(), 4, "{told}");
    for line in told.lines().filter(|line| line.starts_with("./")) {
        let (path, what) = line.split_once(": ").unwrap();
        let checked = berolina(&folder, &["check", path]);
        assert_eq!(checked.status.success(), what.starts_with("ready"), "{line}: {}", text(&checked.stdout));
    }
    assert!(told.contains("bughouse") || told.contains("a second board"), "{told}");
}
