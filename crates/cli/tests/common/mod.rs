//! Running the program as a person or a script does.

pub(crate) mod client;
pub(crate) mod folder;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own for one test, removed at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("berolina-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program, with its data below `home`.
pub(crate) fn program(home: &Folder) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_berolina"));
    command
        .env("XDG_DATA_HOME", &home.0)
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .current_dir(&home.0);
    command
}

/// Runs the program with that input.
pub(crate) fn run(home: &Folder, arguments: &[&str], input: &str) -> Output {
    let mut command = program(home);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}
