//! Files that people name: those without end are read up to a limit, and those that are written have one writer.

use std::io::{Read as _, Write as _};
use std::process::{Output, Stdio};

use crate::common::{Folder, program, run, text};

/// A match whose files are still to be named.
const MATCH: [&str; 9] =
    ["match", "--engine", "a=berolina", "--engine", "b=berolina", "--variant", "near", "--depth", "1"];

/// Runs the program with so much memory that it would fail if it read on.
#[cfg(target_os = "linux")]
fn bounded(home: &Folder, arguments: &[&str], input: &str) -> Output {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -v 4000000 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_berolina")]);
    command.args(arguments).env("XDG_DATA_HOME", &home.0).current_dir(&home.0);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn files_without_end_are_read_up_to_a_limit() {
    let home = Folder::new();
    std::os::unix::fs::symlink("/dev/zero", home.0.join("endless.toml")).unwrap();
    let checked = bounded(&home, &["check", "endless.toml"], "");
    assert!(text(&checked.stdout).contains("the file is larger than 256 KiB"), "{checked:?}");
    let told = bounded(
        &home,
        &["uci"],
        "setoption name VariantPath value endless.toml\nsetoption name NetFile value /dev/zero\nisready\nquit\n",
    );
    let told = text(&told.stdout);
    assert!(told.contains("endless.toml: the file is larger than 256 KiB"), "{told}");
    assert!(told.contains("NetFile: /dev/zero: the file is larger than 64 MiB"), "{told}");
    for arguments in [
        &[&MATCH[..], &["--openings", "/dev/zero"]].concat()[..],
        &[&MATCH[..], &["--journal", "/dev/zero"]].concat(),
        &["play", "--resume=/dev/zero"],
        &["train", "near", "--out", "x.net", "--positions", "/dev/zero"],
        &["tune", "near", "--out", "x.txt", "--positions", "/dev/zero"],
    ] {
        let output = bounded(&home, arguments, "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).contains("/dev/zero: "), "{output:?}");
    }
}

#[test]
fn a_kept_game_has_one_player() {
    let home = Folder::new();
    run(&home, &["play", "near", "--color", "both"], "e4\n");
    let mut command = program(&home);
    command.args(["play", "--resume"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut first = command.spawn().unwrap();
    // It has the game once it greets.
    let mut greeting = [0];
    first.stdout.as_mut().unwrap().read_exact(&mut greeting).unwrap();
    let second = run(&home, &["play", "--resume"], "e5\n");
    assert_eq!(second.status.code(), Some(2), "{second:?}");
    let told = text(&second.stderr);
    assert!(told.contains("every unfinished game is being played; the latest is "), "{told}");
    assert!(told.contains(&format!("process {} is writing it", first.id())), "{told}");
    // One that nobody plays is taken, though it is older.
    run(&home, &["play", "chess", "--color", "both"], "e4\ne5\nNf3\n");
    let folder = home.0.join("berolina/games");
    let games = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let chess = games.into_iter().find(|path| path.to_str().unwrap().ends_with("chess.pgn")).unwrap();
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(86_400);
    std::fs::File::options().write(true).open(&chess).unwrap().set_modified(old).unwrap();
    let other = text(&run(&home, &["play", "--resume"], "").stdout);
    assert!(other.contains("The game goes on after 3 moves."), "{other}");
    first.stdin.take().unwrap().write_all(b"e5\n").unwrap();
    assert!(first.wait_with_output().unwrap().status.success());
    let third = text(&run(&home, &["play", "--resume"], "").stdout);
    assert!(third.contains("The game goes on after 2 moves."), "{third}");
}

/// Signing a network anew replaces the file as a whole: a program that is killed meanwhile loses nothing.
#[test]
fn a_network_is_replaced_as_a_whole() {
    let home = Folder::new();
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/nets/near.net");
    let path = home.0.join("near.net");
    std::fs::copy(net, &path).unwrap();
    let mut before = std::fs::File::open(&path).unwrap();
    let output = run(&home, &["train", "near", "--sign", "near.net"], "");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(std::fs::read_dir(&home.0).unwrap().count(), 1);
    let mut old = Vec::new();
    before.read_to_end(&mut old).unwrap();
    assert_eq!(old, std::fs::read(net).unwrap());
    // Who had it open keeps the old file, so it was not written over.
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        assert_ne!(before.metadata().unwrap().ino(), path.metadata().unwrap().ino());
    }
}

/// What cannot be written is said before the work, not after it, and leaves nothing.
#[test]
fn a_result_that_cannot_be_written_is_told_at_once() {
    let home = Folder::new();
    for command in ["train", "tune"] {
        let arguments = |out| [command, "near", "--positions", "missing", "--out", out];
        let output = run(&home, &arguments("/dev/null/x"), "");
        assert!(text(&output.stderr).contains("/dev/null"), "{output:?}");
        let output = run(&home, &arguments("x"), "");
        assert!(text(&output.stderr).contains("missing: "), "{output:?}");
        assert_eq!(std::fs::read_dir(&home.0).unwrap().count(), 0);
    }
}
