//! What a section of a `variants.ini` builds on, and several games of one text.

use berolina_exchange::{Imported, import};
use berolina_rules::{Library, Position, Variant};

fn one(text: &str) -> Imported {
    import(text, "x").expect("it is read").pop().expect("there is a game")
}

/// The start of a game that was imported whole.
fn start(text: &str) -> Position {
    let game = one(text);
    assert!(game.is_whole(), "{text}: {:?} {:?}\n{}", game.unfinished, game.faults, game.text);
    let mut library = Library::shipped();
    library.add_text("x", &game.text).unwrap();
    Variant::load(&library, "x").unwrap().start()
}

#[test]
fn games_that_the_program_has_built_in_are_parents() {
    for parent in [
        "berolina",
        "kinglet",
        "horde",
        "knightmate",
        "duck",
        "judkins",
        "kyotoshogi",
        "euroshogi",
        "minixiangqi",
        "manchu",
        "spartan",
        "almost",
        "loop",
        "losers",
        "suicide",
        "normal",
        "nocastle",
        "capahouse",
    ] {
        assert!(!start(&format!("[x:{parent}]\n")).legal_moves().is_empty(), "{parent}");
    }
    // What the program has and no game of ours says so.
    for parent in ["bughouse", "ataxx", "xiangqi"] {
        let game = one(&format!("[x:{parent}]\n"));
        assert!(game.unfinished.concat().contains("in the built-in game"), "{parent}: {game:?}");
    }
    assert_eq!(start("[x:knightmate]\ncastling = false\n").legal_moves().len(), 18);
    assert_eq!(start("[x:horde]\n").legal_moves().len(), 8);
    assert_eq!(start("[x:kinglet]\n").legal_moves().len(), 20);
}

#[test]
fn what_the_format_cannot_say_of_a_parent_is_extended() {
    for (parent, ours) in [("seirawan", "seirawan"), ("fischerandom", "chess960"), ("shatranj", "shatranj")] {
        let game = one(&format!("[x:{parent}]\nnMoveRule = 40\n"));
        assert!(game.is_whole(), "{game:?}");
        assert!(game.text.contains(&format!("extends = \"{ours}\"")), "{}", game.text);
        assert!(game.text.contains("limit = 80") && !game.text.contains("array"), "{}", game.text);
    }
    // Another array is more than a key beside it.
    let game = one("[x:seirawan]\nmaxRank = 7\n");
    assert!(!game.is_whole(), "{game:?}");
}

#[test]
fn games_of_ours_are_parents_by_any_name() {
    for parent in ["npnc-berolina", "Near Chess", "Three-check", "three-kings"] {
        let game = one(&format!("[x:{parent}]\nnMoveRule = 40\n"));
        let told = game.unfinished.concat();
        assert!(
            game.is_whole() || told.contains("write a file that extends") || !told.contains("builds on"),
            "{game:?}"
        );
    }
    let told = one("[x:knightmat]\n").unfinished.concat();
    assert!(told.ends_with("nor known here: did you mean `knightmate`?"), "{told}");
    let told = one("[x:gogogo]\n").unfinished.concat();
    assert!(told.contains("which is neither an earlier section nor known here"), "{told}");
}

#[test]
fn an_explosion_that_leaves_a_stone_is_left_by_hand() {
    let game = one("[x:atomic]\npetrifyOnCaptureTypes = nbrq\n");
    assert!(game.unfinished.concat().contains("the stone shields no king"), "{game:?}");
    assert!(one("[x:petrified]\n").is_whole());
}

#[test]
fn no_two_games_have_one_name_and_each_name_is_one() {
    let long = "a".repeat(40);
    let games = import(&format!("[{long}:chess]\n[{long}b:chess]\n[A_b:chess]\n[a-b:chess]\n"), "x").unwrap();
    let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
    assert_eq!(names[2..], ["a-b", "a-b-2"]);
    assert!(names.iter().all(|name| name.len() <= 32) && names[0] != names[1], "{names:?}");
    assert!(games.iter().all(Imported::is_whole), "{games:?}");
}

const TWO: &str = "<div class=\"idiagram\">\nfiles=8\nranks=8\nking:K:K:king:e1\nrook:R:R:rook:a1\n</div>\n<p>text</p>\n\
                   <div class=\"idiagram\">\nfiles=9\nranks=9\nking:K:K:king:e1\nbishop:B:B:bishop:a1\n</div>\n";

#[test]
fn each_diagram_of_a_page_is_a_game() {
    let games = import(TWO, "page").unwrap();
    let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
    assert_eq!(names, ["page", "page-2"]);
    assert!(games[0].text.contains("[pieces.rook]") && !games[0].text.contains("bishop"));
    assert!(games[1].text.contains("[pieces.bishop]") && games[1].text.contains("files = 9"));
    assert!(games[1].text.contains("# It is diagram 2 of the 2 of this text."), "{}", games[1].text);
    // Without the page around them, and where one of them is none.
    let plain: String =
        TWO.lines().filter(|line| !line.starts_with('<')).map(|line| format!("{line}\n")).collect();
    assert_eq!(import(&plain, "page").unwrap().len(), 2);
    let games = import(&TWO.replace("files=9", "files=99"), "page").unwrap();
    assert_eq!((games.len(), games[1].is_whole()), (2, false));
    assert!(games[1].unfinished[0].starts_with("diagram 2 of 2: line 9: a board of 99 files"), "{games:?}");
    // A word in a script or a style is no diagram.
    let page = format!("<style>.idiagram {{ a: b }}</style>{TWO}<script>x('idiagram')</script>");
    assert_eq!(import(&page, "page").unwrap().len(), 2);
}

#[test]
fn pages_of_many_diagrams_get_an_answer() {
    let many = "<div class=\"idiagram\">\nfiles=8\nking:K:K:king:e1\n</div>\n".repeat(1000);
    assert!(import(&many, "x").unwrap_err().to_string().contains("more than 64 diagrams"));
    let words = format!("{TWO}{}", "idiagram".repeat(100_000));
    assert_eq!(import(&words, "x").unwrap().len(), 2);
    let parents: String = (0..400).map(|at| format!("[g{at}:no{at}]\n[h{at}:near]\n")).collect();
    let games = import(&parents, "x").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(games.len(), 800);
}
