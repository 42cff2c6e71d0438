//! Games played through a pipe.

use crate::common::{Folder, run, text};

/// The kept games.
fn kept(home: &Folder) -> Vec<String> {
    let folder = home.0.join("berolina/games");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut texts: Vec<_> =
        entries.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    texts.sort();
    texts
}

#[test]
fn two_people_play_to_the_end() {
    let home = Folder::new();
    let output = run(&home, &["play", "chess", "--color", "both"], "f3\ne5\ng2g4\nQh4\nfoo\n");
    let told = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(told.contains("Black wins: checkmate. 0-1"), "{told}");
    assert!(told.contains("The game is over (0-1)"), "{told}");
    assert!(!told.contains('\x1b') && !told.contains("White>"), "{told}");
    let games = kept(&home);
    assert!(games[0].contains("1. f3 e5 2. g4 Qh4# {Black wins: checkmate. 0-1} 0-1"), "{}", games[0]);
}

#[test]
fn a_game_against_the_computer_with_commands() {
    let home = Folder::new();
    let script = "help\noptions\ne4\nmoves e4\nmoves N\nhint\nfen\nflip\nundo\nsave mine.pgn\nsave mine.pgn\nquit\nfen\n";
    let output = run(&home, &["play", "near", "--level", "1"], script);
    let told = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for word in [
        "moves [SQUARE]",
        "win: How a king is lost.",
        "Last move: 1...",
        "knight: ",
        "Try ",
        "2 moves taken back",
    ] {
        assert!(told.contains(word), "`{word}` is missing in: {told}");
    }
    assert!(told.contains(" h  g  f  e  d  c  b  a"), "{told}");
    assert_eq!(told.matches("Saved as mine.pgn").count(), 2, "{told}");
    assert_eq!(told.matches(" w - - ").count(), 1, "nothing is read after quit: {told}");
    assert!(home.0.join("mine.pgn").exists());
    let again = run(&home, &["play", "near", "--level", "1"], "e4\nsave mine.pgn\n");
    assert!(text(&again.stdout).contains("mine.pgn exists already"));
}

#[test]
fn a_game_is_kept_and_goes_on() {
    let home = Folder::new();
    let first = run(&home, &["play", "near-vs-normal:near=black", "--color", "both"], "e4\ne5\n");
    assert!(text(&first.stdout).contains("berolina play --resume"));
    let second = text(&run(&home, &["play", "--resume"], "fen\nNf3\n").stdout);
    assert!(second.contains("The game goes on after 2 moves."), "{second}");
    assert!(
        second.contains("8/rnbqkbnr/pppp1ppp/8/4p3/4P3/PPPP1PPP/RNBQKBNR") || second.contains(" w KQ - "),
        "{second}"
    );
    assert_eq!(kept(&home).len(), 1);
    assert!(kept(&home)[0].contains("1. e4 e5 2. Nf3 *"), "{}", kept(&home)[0]);
    // What was resigned is finished.
    run(&home, &["play", "--resume"], "resign\n");
    assert!(kept(&home)[0].contains("[Result \"1-0\"]"), "{}", kept(&home)[0]);
    assert_eq!(run(&home, &["play", "--resume"], "").status.code(), Some(2));
}

#[test]
fn a_game_of_a_file_goes_on() {
    let home = Folder::new();
    let source = "extends = \"near\"\ntitle = \"Mine\"\nabout = \"Near Chess, mine.\"\nhints = []\n";
    std::fs::write(home.0.join("mine.toml"), source).unwrap();
    run(&home, &["play", "mine.toml:win=checkmate", "--color", "both"], "e4\n");
    let told = text(&run(&home, &["play", "--resume"], "fen\n").stdout);
    assert!(told.contains("Mine (mine:win=checkmate)"), "{told}");
    assert!(told.contains("The game goes on after 1 move."), "{told}");
}

#[test]
fn wrong_input_is_explained() {
    let home = Folder::new();
    let told = |arguments: &[&str], script: &str| text(&run(&home, arguments, script).stdout);
    let near = told(
        &["play", "near", "--color", "both", "--fen", "8/4P3/8/1k6/8/PPPP1PPP/RNBQKBNR/8 w - - 0 1"],
        "e8=Q\ne7e8q\ne8\n",
    );
    assert_eq!(
        near.matches("the pawn cannot enter rank 8: none of your pieces has been captured").count(),
        3,
        "{near}"
    );
    let told = told(&["play", "near", "--color", "both"], "hnit\ne3e5\ne6e5\nxyz\nmoves z9\nclaim\nundo\n");
    for word in [
        "did you mean `hint`?",
        "the pawn on e3 cannot go to e5; it can play e3e4",
        "the pawn on e6 is the opponent's",
        "not a move",
        "neither a square nor a piece's letter",
        "nothing to claim",
        "no move of yours to take back",
    ] {
        assert!(told.contains(word), "`{word}` is missing in: {told}");
    }
}

#[test]
fn a_win_is_claimed() {
    let home = Folder::new();
    let fen = "rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w - - 100 60 w";
    let output = run(&home, &["play", "forward", "--color", "both", "--fen", fen], "claim\n");
    let told = text(&output.stdout);
    assert!(told.contains("White may claim a win: `claim`."), "{told}");
    assert!(told.contains("White claims the win. 1-0"), "{told}");
    let early = text(&run(&home, &["play", "forward", "--color", "both"], "claim\n").stdout);
    assert!(early.contains("Nobody can claim yet"), "{early}");
}

#[test]
fn the_computer_plays_itself() {
    let home = Folder::new();
    let fen = "8/8/8/8/8/1k6/6r1/K7 b - - 0 1";
    let output = run(&home, &["play", "chess", "--color", "none", "--level", "5", "--fen", fen], "");
    assert!(text(&output.stdout).contains("0-1"), "{}", text(&output.stdout));
}

/// Ctrl-C while the computer thinks makes it move at once; the program goes on.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_thinking() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let home = Folder::new();
    let mut child = crate::common::program(&home)
        .args(["play", "near", "--time", "60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"e4\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    lines.find(|line| line.contains("White to move")).expect("the board is shown");
    std::thread::sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let answer = lines.find(|line| line.contains("Last move: 1...")).expect("the computer moves");
    assert!(answer.contains("White to move"));
    input.write_all(b"fen\nquit\n").unwrap();
    assert!(lines.any(|line| line.contains(" w - - ")));
    assert!(child.wait().unwrap().success());
    assert!(started.elapsed() < Duration::from_secs(30));
    assert!(kept(&home)[0].contains("1. e4 "));
}

#[test]
fn a_game_that_cannot_be_kept_is_played() {
    let home = Folder::new();
    // A file stands where the folder would be.
    std::fs::write(home.0.join("berolina"), "").unwrap();
    let told = text(&run(&home, &["play", "near", "--color", "both"], "e4\ne5\nd4\n").stdout);
    assert_eq!(told.matches("cannot be kept").count(), 1, "{told}");
    assert!(told.contains("Last move: 2. d4."), "{told}");
}

/// A game of many starts begins with one drawn by chance, unless it is told which.
#[test]
fn shuffled_starts_are_drawn() {
    let home = Folder::new();
    let begun = |arguments: &[&str], typed: &str| {
        let output = run(&home, &[&["play"], arguments, &["--color", "both", "--ascii"]].concat(), typed);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let drawn = |said: &str| -> Vec<u32> {
        let parts = said.split("The start was drawn by chance: position=").skip(1);
        parts.map(|rest| rest.split('.').next().unwrap().parse().unwrap()).collect()
    };
    for game in ["chess960", "near-960"] {
        let numbers: Vec<u32> = (0..6).flat_map(|_| drawn(&begun(&[game], "fen\n"))).collect();
        assert_eq!(numbers.len(), 6);
        assert!(numbers.iter().any(|&number| number != numbers[0]), "{game}: {numbers:?}");
        // Told which, or a position, nothing is drawn; the same seed draws the same.
        assert!(drawn(&begun(&[&format!("{game}:position=7")], "fen\n")).is_empty());
        let seeded = || drawn(&begun(&[game, "--seed", "5"], "fen\n"));
        assert_eq!(seeded(), seeded());
    }
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(drawn(&begun(&["chess960", "--fen", fen], "fen\n")).is_empty());
    // The number is kept with the game, and another game has another start.
    let said = begun(&["chess960"], "moves\nfen\nnew\nnew\nnew\nnew\nfen\n");
    let numbers = drawn(&said);
    assert_eq!(numbers.len(), 5, "{said}");
    assert!(numbers.iter().any(|&number| number != numbers[0]), "{numbers:?}");
    let said = begun(&["near-960", "--seed", "3"], "a3a4\nsave game.pgn\n");
    let pgn = std::fs::read_to_string(home.0.join("game.pgn")).unwrap();
    assert!(pgn.contains(&format!("[Variant \"near-960:position={}\"]", drawn(&said)[0])), "{pgn}");
    assert!(pgn.contains("[SetUp \"1\"]") && pgn.contains("[FEN \""), "{pgn}");
    let resumed = run(&home, &["play", "--resume=game.pgn", "--ascii"], "new\nfen\n");
    assert_eq!(drawn(&text(&resumed.stdout)).len(), 2, "{}", text(&resumed.stdout));
}
