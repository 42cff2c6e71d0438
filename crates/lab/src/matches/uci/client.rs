//! An engine in a process of its own.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use berolina_rules::Variant;

use super::reply::{EngineOption, Reply};
use crate::matches::spec::EngineSpec;

/// How long an engine may take to start, to answer `isready`, and to end.
const START: Duration = Duration::from_secs(20);
const END: Duration = Duration::from_millis(300);
/// How often a wait looks whether everything is to stop.
const LOOK: Duration = Duration::from_millis(100);
/// Longer lines are cut.
const MAX_LINE: u64 = 1 << 16;
/// Lines that wait to be looked at; then the engine's pipe fills up.
const QUEUE: usize = 1 << 14;

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The process ended, or could not be started.
    Crash(String),
    /// There was no answer in time.
    Hang(String),
    /// What is asked for is not possible with this engine.
    Unfit(String),
    /// All is to stop: nobody's fault.
    Stopped,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash(text) | Self::Hang(text) | Self::Unfit(text) => f.write_str(text),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Failure {}

/// An engine in a process of its own. Its lines are read on a thread of its own, which notes when each came.
/// The process ends with the client.
pub struct Client {
    /// What we call it.
    name: String,
    /// What it calls itself.
    id: String,
    options: Vec<EngineOption>,
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
    stop: Arc<AtomicBool>,
    /// The values of `UCI_Variant` and `UCI_Chess960` that were sent last.
    game: Option<(String, bool)>,
}

impl Client {
    /// Starts an engine, sets its options and asks again what it offers, for options such as `VariantPath` change
    /// that. `hash` is sent where the engine has such an option and the engine's own options say nothing else.
    ///
    /// # Errors
    /// It does not start, does not answer, lacks an option, or is Berolina and says that it does not take one.
    pub fn start(spec: &EngineSpec, hash: Option<u32>, stop: &Arc<AtomicBool>) -> Result<Self, Failure> {
        let mut command = Command::new(&spec.program);
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for us; the engines are ended by us.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let told = |error: io::Error| {
            Failure::Crash(format!("{}: cannot start {}: {error}", spec.name, spec.program))
        };
        let mut child = command.spawn().map_err(told)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both were asked for");
        };
        let (sender, lines) = sync_channel(QUEUE);
        thread::Builder::new()
            .name(format!("from {}", spec.name))
            .spawn(move || listen(output, &sender))
            .map_err(told)?;
        let (name, id, stop) = (spec.name.clone(), spec.name.clone(), Arc::clone(stop));
        let mut client = Self { name, id, options: Vec::new(), child, input, lines, stop, game: None };
        client.greet()?;
        client.set_options(spec, hash)?;
        client.greet()?;
        client.ready(START)?;
        Ok(client)
    }

    /// What the engine calls itself.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// An option that the engine offers; letter case does not matter.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn greet(&mut self) -> Result<(), Failure> {
        self.options.clear();
        self.game = None;
        self.send("uci")?;
        let mut options = Vec::new();
        let mut id = None;
        self.wait(Instant::now() + START, "uci", |_, reply| match reply {
            Reply::Name(name) => {
                id = Some(name);
                None
            }
            Reply::Option(option) => {
                options.push(option);
                None
            }
            Reply::UciOk => Some(()),
            _ => None,
        })?;
        self.options = options;
        self.id = id.unwrap_or_else(|| self.name.clone());
        Ok(())
    }

    fn set_options(&mut self, spec: &EngineSpec, hash: Option<u32>) -> Result<(), Failure> {
        let own = |name: &str| spec.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        if let Some(hash) = hash.filter(|_| self.option("Hash").is_some() && !own("Hash")) {
            self.send(&format!("setoption name Hash value {hash}"))?;
        }
        for (name, value) in &spec.options {
            if self.option(name).is_none() {
                return Err(Failure::Unfit(format!("{}: it has no option `{name}`", self.name)));
            }
            if self.goes_with_game(name) {
                continue;
            }
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.taken()
    }

    /// Whether an option is set with each game: our networks fit one, and the engine begins with chess.
    fn goes_with_game(&self, option: &str) -> bool {
        self.is_ours() && option.eq_ignore_ascii_case("NetFile")
    }

    fn is_ours(&self) -> bool {
        self.id.starts_with("Berolina")
    }

    /// Waits until options are set. Berolina says something only of those that it did not take; of others nobody knows what a remark means.
    fn taken(&mut self) -> Result<(), Failure> {
        let remark = self.ready(START)?;
        match remark.filter(|_| self.is_ours()) {
            Some(remark) => Err(Failure::Unfit(format!("{}: {remark}", self.name))),
            None => Ok(()),
        }
    }

    /// Sets a game of ours, by the name that the engine has for it.
    ///
    /// # Errors
    /// The engine does not have this game. Many engines play chess without a word then, so its list is what counts.
    pub fn set_game(&mut self, spec: &EngineSpec, variant: &Variant) -> Result<(), Failure> {
        let name = variant.definition().full_name();
        let mut game = spec.dialect(&name).game;
        // What most programs call chess with shuffled pieces; castling is by king and rook then.
        let chess960 = name.split(':').next() == Some("chess960");
        let is_listed = |name: &str| {
            self.option("UCI_Variant")
                .is_some_and(|option| option.choices.iter().any(|choice| choice == name))
        };
        if chess960 && !is_listed("chess960") {
            "chess".clone_into(&mut game);
        }
        if self.game.as_ref().is_some_and(|(sent, castling)| *sent == game && *castling == chess960) {
            return Ok(());
        }
        self.choose(&game, chess960)?;
        for (name, value) in &spec.options {
            if !self.goes_with_game(name) {
                continue;
            }
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.game = Some((game, chess960));
        self.taken()
    }

    fn choose(&mut self, game: &str, chess960: bool) -> Result<(), Failure> {
        if self.option("UCI_Chess960").is_some() {
            self.send(&format!("setoption name UCI_Chess960 value {chess960}"))?;
        }
        match self.option("UCI_Variant") {
            None if game == "chess" => {}
            None => {
                return Err(Failure::Unfit(format!(
                    "{}: it has no option UCI_Variant, so it cannot play {game}",
                    self.name
                )));
            }
            Some(option) => {
                // Berolina lists games without the options that may stand behind their names.
                let base = game.split(':').next().unwrap_or(game);
                let ours = self.is_ours() && option.choices.iter().any(|choice| choice == base);
                if !ours && !option.choices.iter().any(|choice| choice == game) {
                    let hint = "add what it calls the game by --alias, or its file of games by --option NAME:VariantPath=FILE";
                    return Err(Failure::Unfit(format!(
                        "{}: it does not list the game {game}; {hint}",
                        self.name
                    )));
                }
                self.send(&format!("setoption name UCI_Variant value {game}"))?;
            }
        }
        Ok(())
    }

    /// Begins a new game and waits until the engine is ready.
    ///
    /// # Errors
    /// It does not answer.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.send("ucinewgame")?;
        self.ready(START).map(drop)
    }

    /// Waits for `readyok`; the first remark before it.
    fn ready(&mut self, patience: Duration) -> Result<Option<String>, Failure> {
        self.send("isready")?;
        let mut first = None;
        self.wait(Instant::now() + patience, "isready", |_, reply| match reply {
            Reply::ReadyOk => Some(()),
            Reply::Remark(remark) => {
                first.get_or_insert(remark);
                None
            }
            _ => None,
        })?;
        Ok(first)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The process has ended.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.crash())
    }

    /// Shows each line to `look`, with the time when it came, until that has what it wants. `asked` is what was sent.
    ///
    /// # Errors
    /// The process ends, the time passes, or all is to stop.
    pub fn wait<T>(
        &mut self,
        until: Instant,
        asked: &str,
        mut look: impl FnMut(Instant, Reply) -> Option<T>,
    ) -> Result<T, Failure> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                // Even a line that is looked at late counts, if it came in time.
                Ok((at, line)) => {
                    if at > until {
                        return Err(self.hang(asked));
                    }
                    if let Some(found) = look(at, Reply::read(&line)) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) if left <= LOOK => return Err(self.hang(asked)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            }
        }
    }

    /// The processor time that the process has used, where the system tells it (Linux), to a hundredth of a second.
    #[must_use]
    pub fn processor_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name of the program, in brackets, may hold anything; user and system time are the 12th and 13th behind it.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
    }

    fn hang(&self, asked: &str) -> Failure {
        Failure::Hang(format!("{}: no answer to `{asked}`", self.name))
    }

    fn crash(&mut self) -> Failure {
        if self.stop.load(Ordering::Relaxed) {
            return Failure::Stopped;
        }
        let status = ended(&mut self.child, END)
            .map_or_else(|| "closed its output".to_owned(), |status| format!("ended, {status}"));
        Failure::Crash(format!("{}: the program {status}", self.name))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        if ended(&mut self.child, END).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// How a process has ended, if it does so in time.
fn ended(child: &mut Child, patience: Duration) -> Option<std::process::ExitStatus> {
    let start = Instant::now();
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if start.elapsed() > patience {
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Reads lines until there are no more, or nobody wants them.
fn listen(output: ChildStdout, sender: &SyncSender<(Instant, String)>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        if line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE && output.skip_until(b'\n').is_err() {
            return;
        }
        if sender.send((at, String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
    }
}
