//! Who asks for help is told, and nothing is built.

use std::process::Command;

#[test]
fn help_builds_nothing() {
    for command in ["app", "test", "web", "wasm", "sprt", "sizes"] {
        for asked in [&[command, "--help"][..], &[command, "-h"], &["help", command]] {
            // No program can be found that would build anything.
            let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
            let output =
                xtask.args(asked).env("PATH", "").env("CARGO", "/nothing").output().expect("it runs");
            let told = String::from_utf8(output.stdout).expect("text");
            assert!(output.status.success() && output.stderr.is_empty(), "{asked:?}");
            assert!(told.starts_with(&format!("cargo xtask {command}")), "{asked:?}: {told}");
        }
    }
}

#[test]
fn what_is_unknown_builds_nothing() {
    for asked in [&["web", "now"][..], &["nothing"], &["nothing", "--help"], &["help", "nothing"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask")).args(asked).output().expect("it runs");
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success() && told.contains("unknown:"), "{asked:?}: {told}");
    }
}
