//! Each subcommand as a script sees it: what it prints, how it fails.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::common::{Folder, program, run, text};

/// Bad input: the exit code is 2, standard output is empty, standard error one line that has these words.
#[test]
fn bad_input_is_answered_in_one_line() {
    let home = Folder::new();
    std::fs::write(home.0.join("bad.toml"), "extends = \"chess\"\ntitle = \"Bad\"\nstalemat = \"win\"\n")
        .unwrap();
    std::fs::write(home.0.join("bad.pgn"), "[Event \"Berolina\"]\n[Variant \"near\"]\n\n1. e4 e9 *\n")
        .unwrap();
    let cases: &[(&[&str], &[&str])] = &[
        (&["plya"], &["plya", "play"]),
        (&["--nope"], &["--nope"]),
        (&["play"], &["<GAME>", "berolina variants"]),
        (&["play", "naer"], &["naer", "did you mean `near`?"]),
        (&["rules", "near:wni=capture"], &["wni", "did you mean `win`?"]),
        (&["moves", "near:win=chekmate"], &["chekmate", "did you mean `checkmate`?"]),
        (&["moves", "near", "--fen", "8/8 w"], &["FEN", "fields"]),
        (&["board", "near", "--fen", "8/rnbqkbnx/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1"], &["FEN", "x"]),
        (&["board", "near", "--fn", "x"], &["--fn"]),
        (&["perft", "near", "--depth", "x"], &["--depth", "whole number"]),
        (&["perft", "near", "--depth", "99"], &["99", "0..=64"]),
        (&["play", "near", "--color", "purple"], &["purple", "white", "black"]),
        (&["play", "near", "--time", "-1"], &["-1", "seconds"]),
        (&["play", "near", "--level", "11"], &["11", "1..=10"]),
        (&["play", "near", "--fen", "x"], &["FEN"]),
        (&["play", "--resume"], &["no unfinished game", "berolina play"]),
        (&["play", "--resume=nothing.pgn"], &["nothing.pgn"]),
        (&["play", "--resume=bad.pgn"], &["bad.pgn", "line 4", "e9"]),
        (&["rules", "nothing.toml"], &["nothing.toml"]),
        (&["rules", "near", "--language", "xx"], &["`xx`", "en or de"]),
        (&["rules", "bad.toml"], &["bad.toml:3:1", "E010", "did you mean `stalemate`?"]),
        (&["check", "nothing.toml"], &["nothing.toml"]),
        (&["check"], &["<FILE>"]),
        (&["check", "nothing.toml", "--watch"], &["nothing.toml"]),
        (&["board", "near", "--out", "near.svg"], &["--svg"]),
        (
            &["board", "near", "--svg", "--out", "/dev/null/near.svg"],
            &["/dev/null", "cannot make the folder"],
        ),
        (&["board", "8/8 w - - 0 1", "--svg"], &["FEN"]),
        (&["board", "k7/8/8/8/8/8/8/K7 w - - 0 1", "--variant", "naer"], &["did you mean `near`?"]),
        (&["variants", "--variants", "nowhere"], &["nowhere"]),
        (&["match"], &["--engine"]),
        (&["match", "--engine", "a=/no/such/engine"], &["/no/such/engine", "cannot start"]),
        (&["match", "--engine", "a="], &["a", "no command"]),
        (&["match", "--engine", "a=berolina", "--engine", "a=berolina"], &["two engines `a`"]),
        (&["match", "--engine", "berolina", "--variant", "naer"], &["naer", "did you mean `near`?"]),
        (&["match", "--engine", "berolina", "--time", "x"], &["`x`", "1+0.01"]),
        (&["match", "--engine", "berolina", "--option", "b:Hash=1"], &["no engine `b`", "berolina"]),
        (&["match", "--engine", "berolina", "--option", "Colour=1"], &["no option `Colour`"]),
        (&["match", "--engine", "berolina", "--alias", "near"], &["--alias near"]),
        (
            &["match", "--engine", "berolina", "--alias", ":near => naer"],
            &["does not list", "naer", "--alias"],
        ),
        (&["match", "--engine", "berolina", "--sprt", "5,0"], &["--sprt 5,0", "lower first"]),
        (&["completions", "tcsh"], &["tcsh", "bash"]),
    ];
    for (arguments, words) in cases {
        let output = run(&home, arguments, "");
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty(), "{arguments:?} wrote {}", text(&output.stdout));
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
        for word in *words {
            assert!(error.contains(word), "{arguments:?}: `{word}` is missing in: {error}");
        }
    }
}

/// Whatever command a message advises can be given as it stands.
#[test]
fn commands_that_are_advised_work() {
    let home = Folder::new();
    let folder = home.0.join("my games");
    std::fs::create_dir(&folder).unwrap();
    let faulty = "extends = \"chess\"\ntitle = \"Bad\"\nstalemat = \"win\"\nclok = 3\n";
    std::fs::write(folder.join("bad.toml"), faulty).unwrap();
    std::fs::write(home.0.join("bad.toml"), faulty).unwrap();
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_berolina"));
    let advising: [&[&str]; 12] = [
        &["rules", "bad.toml"],
        &["play", "bad.toml"],
        &["board", "my games/bad.toml:win=x"],
        &["moves", "bad", "--variants", "my games"],
        &["match", "--engine", "berolina", "--variant", "bad.toml"],
        &["board", "8/8 w", "--variant", "bad.toml"],
        &["board", "8/8/8/8/8/8/8/8 w - - 0 1", "--variant", "bad.toml"],
        &["tune", "bad", "--variants", "my games"],
        &["variants", "--variants", "my games"],
        &["play", "--resume"],
        &["play"],
        &[],
    ];
    let mut advised = 0;
    for arguments in advising {
        let output = run(&home, arguments, "");
        let told = text(&output.stdout) + &text(&output.stderr);
        for command in told.split('`').filter(|part| part.starts_with("berolina ")) {
            advised += 1;
            let line = command.replace("GAME", "near").replace("FILE", "bad.toml");
            let line = line.replacen("berolina", &format!("'{}'", bin.display()), 1);
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &line]).current_dir(&home.0).stdin(Stdio::null());
            shell.env("XDG_DATA_HOME", &home.0).env("HOME", &home.0);
            let answer = shell.output().unwrap();
            assert!(answer.stderr.is_empty(), "{arguments:?} advises {command}: {}", text(&answer.stderr));
            assert!(!answer.stdout.is_empty(), "{arguments:?} advises {command}");
        }
    }
    assert!(advised >= 8, "{advised}");
}

#[test]
fn without_arguments_it_welcomes() {
    let output = run(&Folder::new(), &[], "");
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("berolina play near"));
}

#[test]
fn every_game_has_rules_without_escape_codes() {
    let home = Folder::new();
    let list = run(&home, &["variants"], "");
    let list = text(&list.stdout);
    assert!(list.lines().count() > 20);
    for line in list.lines() {
        let name = line.split('\t').next().unwrap();
        let output = run(&home, &["rules", name], "");
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        let page = text(&output.stdout);
        for heading in ["START", "PIECES", "SPECIAL", "THE END"] {
            assert!(page.contains(heading), "{name}: {heading}");
        }
        assert!(!page.contains('\x1b'), "{name}");
        assert!(page.lines().all(|line| line.chars().count() <= 80 || line.starts_with("http")), "{name}");
        let ascii = run(&home, &["rules", name, "--ascii"], "");
        assert!(ascii.stdout.is_ascii(), "{name}");
    }
}

#[test]
fn rules_say_what_the_options_change() {
    let home = Folder::new();
    // Lines are joined, so that where they break does not matter.
    let rules = |game: &str| {
        let page = text(&run(&home, &["rules", game], "").stdout);
        page.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let near = rules("near");
    assert!(near.contains("You win by capturing the enemy king."));
    assert!(near.contains("except to capture the king there"));
    let mate = rules("near:win=checkmate");
    assert!(mate.contains("You win by checkmate"));
    assert!(!mate.contains("except to capture the king there"));
    assert!(rules("near-vs-normal").contains("It does not capture en passant."));
    assert!(rules("near-vs-normal:en-passant=on").contains("It captures en passant."));
    assert!(rules("near-vs-normal:near-wins-by=checkmate").contains("White (near) wins by checkmate"));
    assert!(rules("forward").contains("a rook for a captured queen"));
    assert!(rules("forward").contains("No game is drawn."));
    assert!(rules("npnc").contains("Each player starts with one jester in hand"));
    assert!(rules("shatranj").contains("nothing left but the king loses"));
}

#[test]
fn rules_are_told_in_german() {
    let home = Folder::new();
    let output = run(&home, &["rules", "near-vs-normal", "--language", "de"], "");
    let page = text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "FIGUREN",
        "DAS ENDE",
        "Springer (N)",
        "Bauer (P)",
        ", von Weiß (Near)",
        "Weiß (Near) rochiert nicht.",
        "Weiß zieht nach oben.",
        "Gib dem stärkeren Spieler den schwereren Weg zum Sieg.",
        "near: Wer Near spielt.",
        "white Weiß spielt Near, Schwarz spielt Normal. [Vorgabe]",
    ] {
        assert!(page.contains(part), "`{part}` is missing in: {page}");
    }
    for left in ["does not castle", "Who plays", "Give the stronger"] {
        assert!(!page.contains(left), "{page}");
    }
}

#[test]
fn check_tells_every_fault_and_where() {
    let home = Folder::new();
    let source =
        "extends = \"chess\"\ntitle = \"Bad\"\nabout = \"x\"\nstalemat = \"win\"\nstalemate = \"yes\"\n";
    std::fs::write(home.0.join("bad.toml"), source).unwrap();
    let output = run(&home, &["check", "bad.toml"], "");
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(2));
    assert!(report.contains("bad.toml:4:1") && report.contains("^^^^^^^^"), "{report}");
    assert!(report.contains("bad.toml:5:13"), "{report}");
    assert!(!report.contains('\x1b'));
    let output = run(&home, &["check", "near"], "");
    assert!(output.status.success(), "{}", text(&output.stdout));
}

#[test]
fn faults_are_told_in_german() {
    let home = Folder::new();
    let source = "extends = \"chess\"\ntitle = \"Bad\"\nabout = \"x\"\nstalemat = \"win\"\n";
    std::fs::write(home.0.join("bad.toml"), source).unwrap();
    let output = run(&home, &["check", "bad.toml", "--language", "de"], "");
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(2));
    for part in [
        "Fehler[E010]: der Schlüssel `stalemat` ist hier nicht bekannt",
        "Hilfe: meintest du `stalemate`?",
        "bad.toml: 1 Fehler\n",
    ] {
        assert!(report.contains(part), "`{part}` is missing in: {report}");
    }
    let output = run(&home, &["check", "near", "--language", "xx"], "");
    assert!(text(&output.stderr).contains("there is no language `xx`: en or de"));
}

/// A file extends what stands next door, a folder is judged file by file, and known games stay what they are.
#[test]
fn files_next_door_and_folders_are_checked() {
    let home = Folder::new();
    let folder = home.0.join("games");
    std::fs::create_dir(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    let game = |base: &str, rest: &str| format!("extends = \"{base}\"\ntitle = \"G\"\nabout = \"x\"\n{rest}");
    write("base.toml", &game("near", "stalemate = \"win\"\n"));
    write("child.toml", &game("base", ""));
    write("grandchild.toml", &game("child", ""));
    let told = |arguments: &[&str]| {
        let output = run(&home, arguments, "");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, report, _) = told(&["check", "games/grandchild.toml"]);
    assert_eq!((code, report.as_str()), (Some(0), "games/grandchild.toml: no faults\n"));
    for command in ["rules", "board", "moves"] {
        assert_eq!(told(&[command, "games/grandchild.toml"]).0, Some(0), "{command}");
    }
    // Each file has a verdict, and what is wrong with a file that others extend is told once.
    write("base.toml", &game("near", "stalemat = \"win\"\n"));
    write("good.toml", &game("near", ""));
    write("Not A Name.toml", "");
    let (code, report, _) = told(&["check", "games"]);
    assert_eq!(code, Some(2), "{report}");
    for line in [
        "games/base.toml: 1 error",
        "games/child.toml: 1 error, told above",
        "games/grandchild.toml: 1 error, told above",
        "games/good.toml: no faults",
        "games/Not A Name.toml: 1 error",
    ] {
        assert!(report.lines().any(|said| said == line), "`{line}` is missing in: {report}");
    }
    assert_eq!(report.matches("did you mean `stalemate`?").count(), 1, "{report}");
    // A folder whose files cannot all be read says so of each.
    write("Nor This.toml", "");
    let (code, _, error) = told(&["variants", "--variants", "games"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("Not A Name.toml") && error.contains("Nor This.toml"), "{error}");
    // A game that is known stays, whatever stands next door.
    write("chess.toml", "title = 1");
    write("mine.toml", &game("chess", ""));
    assert_eq!(told(&["check", "games/mine.toml"]).0, Some(0));
    assert!(told(&["check", "naer"]).2.contains("did you mean `near`?"));
    assert!(told(&["check", "--help"]).1.contains("Variant files, folders of them, or names of games"));
}

#[test]
fn boards_have_coordinates_and_can_be_turned() {
    let home = Folder::new();
    let board = text(&run(&home, &["board", "npnc", "--ascii"], "").stdout);
    assert!(board.contains("  1  R  N  U  Q  K  C  B  N  R\n     a  b  c  d  e  f  g  h  i\n"), "{board}");
    assert!(board.contains("White has in hand: J"), "{board}");
    let turned = text(&run(&home, &["board", "npnc", "--ascii", "--flip"], "").stdout);
    assert!(turned.contains("  8  r  n  b  c  k  q  u  n  r\n     i  h  g"), "{turned}");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let home = Folder::new();
    for arguments in
        [&["rules", "npnc"][..], &["variants"], &["perft", "near", "-d", "3", "--divide"], &["man"]]
    {
        let mut child = program(&home)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // One byte is read, then the pipe is closed.
        let mut out = BufReader::with_capacity(1, child.stdout.take().unwrap());
        let _ = out.fill_buf();
        drop(out);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn completions_and_manual_are_made() {
    let home = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&home, &["completions", shell], "");
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("berolina"), "{shell}");
    }
    let page = text(&run(&home, &["man"], "").stdout);
    for word in [".TH berolina 1", "BEROLINA PLAY", "resume", "XDG_DATA_HOME", "NO_COLOR"] {
        assert!(page.contains(word), "{word}");
    }
}

#[test]
fn perft_divides_and_shares_the_work() {
    let home = Folder::new();
    let output =
        text(&run(&home, &["perft", "near", "--depth", "3", "--divide", "--threads", "2"], "").stdout);
    let (total, counts) =
        output.lines().rev().collect::<Vec<_>>().split_first().map(|(a, b)| (*a, b.to_vec())).unwrap();
    let sum: u64 = counts.iter().map(|line| line.split('\t').nth(1).unwrap().parse::<u64>().unwrap()).sum();
    assert!(total.starts_with(&format!("nodes {sum} ")), "{total}");
}

/// A picture has a drawing for each kind of piece that stands there, and uses it once for each piece.
#[test]
fn boards_are_drawn_as_pictures() {
    let home = Folder::new();
    let drawn = |arguments: &[&str]| {
        let output = run(&home, &[&["board"], arguments, &["--svg"]].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    for game in ["chess", "near", "npnc", "forward", "near-drop", "grand", "shatranj", "near-6"] {
        let fen = text(&run(&home, &["board", game, "--ascii"], "").stdout);
        let fen = fen.lines().last().unwrap().to_owned();
        let svg = drawn(&[game]);
        let ranks = fen.split(['[', ' ']).next().unwrap();
        let pieces = ranks.chars().filter(char::is_ascii_alphabetic).count();
        assert_eq!(svg.matches("<use href=\"#").count() - svg.matches("class=\"count\"").count(), pieces);
        for used in svg.split("<use href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert_eq!(svg.matches(&format!("<g id=\"{used}\"")).count(), 1, "{game}: {used}");
        }
        assert!(!svg.contains("class=\"letter\""), "{game}: every shipped piece has a drawing");
    }
    // A piece that somebody made up has its letter, and no text of a file becomes markup.
    std::fs::write(
        home.0.join("own.toml"),
        "extends = \"chess\"\ntitle = \"<b>Own</b>\"\nabout = \"x\"\n[pieces.blurb]\nletter = \"X\"\nmoves = \"gNN\"\n\
         [pieces.rook]\npicture = \"tower.svg\"\n",
    )
    .unwrap();
    let tower =
        "<svg><!-- <b> --><path d='M1 1L2 2Z'/><path fill='red' stroke='currentColor' d='M3 3H4'/></svg>";
    std::fs::write(home.0.join("tower.svg"), tower).unwrap();
    let svg = drawn(&["own.toml", "--fen", "k7/8/8/3X4/8/8/8/K6R w - - 0 1"]);
    assert!(svg.contains("<path class=\"body\" d=\"M1 1L2 2Z\"/>"), "{svg}");
    assert!(
        svg.contains("<path style=\"fill:#ff0000;stroke:currentColor;stroke-width:1\" d=\"M3 3L4 3\"/>"),
        "{svg}"
    );
    assert!(svg.contains(">X</text>") && svg.contains("&lt;b&gt;Own") && !svg.contains("<b>"), "{svg}");
    // A position alone is one of chess, or of the game that is named; turned, Black is below.
    let fen = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1";
    assert_eq!(drawn(&[fen]), drawn(&["chess", "--fen", fen]));
    assert_ne!(drawn(&[fen]), drawn(&[fen, "--flip"]));
    assert_eq!(drawn(&[fen, "--variant", "near"]), drawn(&["near", "--fen", fen]));
    let file = home.0.join("board.svg");
    let output = run(&home, &["board", fen, "--svg", "--out", "board.svg"], "");
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(std::fs::read_to_string(file).unwrap(), drawn(&[fen]));
}

/// Boards of other shapes are drawn too, in text and as pictures.
#[test]
fn hexagons_and_holes_are_drawn() {
    let home = Folder::new();
    let drawn = |game: &str, arguments: &[&str]| {
        let output = run(&home, &[&["board", game], arguments].concat(), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let holes = format!("{}/../rules/tests/data/holes.toml", env!("CARGO_MANIFEST_DIR"));
    for (game, cells, pieces) in [("glinski", 91, 36), ("shafran", 70, 36), (&*holes, 56, 32)] {
        for arguments in [&["--svg"][..], &["--svg", "--flip"]] {
            let svg = drawn(game, arguments);
            let body = svg.split_once("</defs>").unwrap().1;
            assert_eq!(body.matches("<path d=\"M").count(), cells, "{game}");
            assert_eq!(body.matches("<use href=\"#").count(), pieces, "{game}");
        }
    }
    // A line of hexagons is half a cell high, and its first cell's rank stands before it.
    let lines: Vec<String> = drawn("glinski", &[]).lines().map(str::to_owned).collect();
    let board: Vec<&String> = lines.iter().filter(|line| line.starts_with(' ')).collect();
    assert_eq!(board[0].split_whitespace().collect::<Vec<_>>(), ["11", "♝"]);
    assert_eq!(board[20].split_whitespace().collect::<Vec<_>>(), ["1", "♗"]);
    assert_eq!(board[21].split_whitespace().collect::<String>(), "abcdefghikl");
    let rules = run(&home, &["rules", "glinski"], "");
    let rules = text(&rules.stdout);
    assert!(rules.contains("Queen (Q)") && !rules.contains("in leaps of one direction"), "{rules}");
}

/// `check --watch` checks at each save, also when a file is replaced or gone for a moment, until it is ended.
#[test]
fn files_are_checked_again_at_each_save() {
    let home = Folder::new();
    let file = home.0.join("game.toml");
    let good = "extends = \"near\"\ntitle = \"G\"\nabout = \"x\"\n";
    std::fs::write(&file, good).unwrap();
    let mut command = program(&home);
    command.args(["check", "--watch", "game.toml"]).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |part: &str| {
        let mut seen = String::new();
        while !seen.contains(part) {
            seen.push_str(&lines.next().expect("it goes on").unwrap());
            seen.push('\n');
        }
        seen
    };
    let first = until("Ctrl-C");
    assert!(first.contains("game.toml: no faults") && !first.contains('\x1b'), "{first}");
    std::fs::write(&file, format!("{good}stalemat = \"win\"\n")).unwrap();
    let second = until("Ctrl-C");
    assert!(second.contains("game.toml:4:1") && second.contains("1 error"), "{second}");
    std::fs::remove_file(&file).unwrap();
    assert!(until("Ctrl-C").contains("there is no file `game.toml`"));
    std::fs::write(home.0.join("new.toml"), format!("{good}stalemate = \"win\"\n")).unwrap();
    std::fs::rename(home.0.join("new.toml"), &file).unwrap();
    assert!(until("Ctrl-C").contains("game.toml: no faults"));
    // What it extends stands next door, and is watched too.
    std::fs::write(&file, good.replace("near", "base")).unwrap();
    assert!(until("Ctrl-C").contains("there is no game `base` to extend"));
    std::fs::write(home.0.join("base.toml"), good).unwrap();
    assert!(until("Ctrl-C").contains("game.toml: no faults"));
    std::fs::write(home.0.join("base.toml"), format!("{good}stalemat = \"win\"\n")).unwrap();
    let inherited = until("Ctrl-C");
    assert!(inherited.contains("base.toml:4:1") && inherited.contains("game.toml: 1 error"), "{inherited}");
    child.kill().unwrap();
    child.wait().unwrap();
}
