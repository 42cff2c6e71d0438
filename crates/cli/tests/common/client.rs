//! A GUI that talks to the program through pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::{Folder, program};

/// Nothing asked for takes longer, even on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    _home: Folder,
}

impl Client {
    /// A GUI that speaks UCI.
    pub(crate) fn new() -> Self {
        Self::start("uci")
    }

    /// A GUI that speaks a protocol: `uci` or `xboard`.
    pub(crate) fn start(protocol: &str) -> Self {
        let home = Folder::new();
        let mut command = program(&home);
        command.arg(protocol).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("output is UTF-8")).is_err() {
                    break;
                }
            }
        });
        Self { input: child.stdin.take(), child, lines, _home: home }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// The lines up to one that begins so, that one last.
    #[track_caller]
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let mut told = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|error| panic!("{error}: no {start:?} in {told:#?}"));
            told.push(line);
            if told.last().is_some_and(|line| line.starts_with(start)) {
                return told;
            }
        }
    }

    /// What has been said since, without waiting.
    pub(crate) fn said(&mut self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    /// Sends a line and gives what is said up to the answer to a `ping`, without that.
    #[track_caller]
    pub(crate) fn ask_xboard(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("ping 7777");
        let mut told = self.until("pong 7777");
        told.pop();
        told
    }

    /// Sends a line and gives what is said up to the next `readyok`, without that.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut told = self.until("readyok");
        told.pop();
        told
    }

    /// The best move that `go` gives, with what was said before.
    #[track_caller]
    pub(crate) fn go(&mut self, line: &str) -> (String, Vec<String>) {
        self.send(line);
        let told = self.until("bestmove");
        let best = told.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned();
        (best, told)
    }

    /// The legal moves, as `d` lists them.
    #[track_caller]
    pub(crate) fn legal(&mut self) -> Vec<String> {
        let told = self.ask("d");
        let line = told.iter().find_map(|line| line.strip_prefix("Legal moves (")).expect("d lists moves");
        let (_, moves) = line.split_once("):").expect("a list");
        moves.split_whitespace().map(str::to_owned).collect()
    }

    /// The position, as `d` writes it.
    #[track_caller]
    pub(crate) fn fen(&mut self) -> String {
        let told = self.ask("d");
        told.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("d writes the FEN").to_owned()
    }

    /// Nothing is said for so long.
    pub(crate) fn is_silent(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while let Ok(line) = self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if line.starts_with("bestmove") {
                return false;
            }
        }
        true
    }

    /// Closes the input, and waits for the program to end; whether it ended well.
    pub(crate) fn close(mut self) -> bool {
        drop(self.input.take());
        self.child.wait().is_ok_and(|status| status.success())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
