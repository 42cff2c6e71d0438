//! `berolina uci`: the Universal Chess Interface, for any game.
//!
//! Three kinds of threads: one reads lines, one works (a search, a count, the bench), and this one answers,
//! so that `stop`, `isready` and `quit` are heard at once whatever is being worked on.

mod bench;
mod clock;
mod go;
mod input;
mod job;
mod options;
mod position;
mod show;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use berolina_rules::Game;

use crate::args::LibraryArgs;
use crate::output::Failure;
use go::Go;
use input::Event;
use job::{Job, Running};
use options::Options;
use show::{info, say};

/// Lines that wait to be answered; further ones wait in the pipe.
const QUEUE: usize = 64;
/// How deep `bench` searches if it is not told.
const BENCH_DEPTH: u32 = 5;

pub(crate) fn run(args: &LibraryArgs) -> Result<(), Failure> {
    let options = Options::new(args.library()?).map_err(Failure::usage)?;
    let (sender, events) = sync_channel(QUEUE);
    input::listen(sender.clone());
    let game = Game::new(options.variant().start());
    Ok(Session { options, game, running: None, ended: false, sender }.run(&events)?)
}

/// What the program and the GUI have agreed on so far.
struct Session {
    options: Options,
    /// The position that was set, with the moves that led there.
    game: Game,
    running: Option<Running>,
    /// There is no more input.
    ended: bool,
    sender: SyncSender<Event>,
}

impl Session {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        while !(self.ended && self.running.is_none()) {
            let event = match self.deadline() {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(Event::Line(line)) => {
                    if !self.command(&line)? {
                        return Ok(());
                    }
                }
                Ok(Event::TooLong) => info(&format!("a line has at most {} bytes", input::MAX_LINE))?,
                Ok(Event::End) => {
                    self.ended = true;
                    if self.running.as_ref().is_some_and(|running| running.position.is_some()) {
                        self.stop()?;
                    }
                }
                Ok(Event::Searched(report)) => {
                    if let Some(running) = &mut self.running {
                        running.report = Some(report);
                    }
                    self.answer()?;
                }
                Ok(Event::Worked(result)) => {
                    self.running = None;
                    say(&result?)?;
                }
                Err(RecvTimeoutError::Timeout) => self.stop()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
        Ok(())
    }

    fn deadline(&self) -> Option<Instant> {
        self.running.as_ref().and_then(|running| running.deadline)
    }

    /// Does what a line says; returns whether to go on.
    fn command(&mut self, line: &str) -> io::Result<bool> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(w, r)| (w, r.trim()));
        match word {
            "" | "debug" | "register" => {}
            "uci" => say(&self.options.greeting())?,
            "isready" => say("readyok")?,
            "ucinewgame" => self.game = Game::new(self.options.variant().start()),
            "setoption" => self.set_option(rest)?,
            "position" => match position::read(&self.options, rest, &self.game) {
                Ok(game) => self.game = game,
                Err(error) => info(&format!("position: {error}; the position before is kept"))?,
            },
            "go" => self.go(rest)?,
            "stop" => self.stop()?,
            "ponderhit" => self.ponderhit()?,
            "quit" => return Ok(false),
            "d" => say(&show::position(&self.game))?,
            "eval" => say(&show::evaluation(&self.game))?,
            "bench" => match rest.parse().ok().or(rest.is_empty().then_some(BENCH_DEPTH)) {
                Some(depth @ 1..=20) => self.start(Job::Bench(depth))?,
                _ => info("bench: its depth is a number from 1 to 20")?,
            },
            _ => {
                let word: String = word.chars().take(24).filter(|c| !c.is_control()).collect();
                info(&format!("unknown command `{word}`; docs/gui.md lists the commands"))?;
            }
        }
        Ok(true)
    }

    fn set_option(&mut self, text: &str) -> io::Result<()> {
        let before = Arc::clone(self.options.variant());
        match self.options.set(text) {
            Ok(Some(told)) => info(&told)?,
            Ok(None) => {}
            Err(error) => info(&format!("setoption: {error}"))?,
        }
        if !Arc::ptr_eq(self.options.variant(), &before) {
            self.game = Game::new(self.options.variant().start());
        }
        Ok(())
    }

    fn go(&mut self, text: &str) -> io::Result<()> {
        let go = match Go::read(text, self.game.position()) {
            Ok(go) => go,
            Err(error) => return info(&format!("go: {error}")),
        };
        for unknown in &go.ignored {
            info(&format!("go: {unknown}"))?;
        }
        match go.perft {
            Some(depth) => self.start(Job::Perft(Box::new(self.game.position().clone()), depth)),
            None => self.start(Job::search(go, &self.game, self.options.overhead())),
        }
    }

    /// Starts work on a thread of its own, unless some is under way.
    fn start(&mut self, job: Job) -> io::Result<()> {
        if self.running.is_some() {
            return info("something is under way; send stop first");
        }
        if let Job::Search(search) = &job
            && let Some(player) = search.game.position().claim()
        {
            info(&format!("{} may claim a win by the clock", player.name()))?;
        }
        self.running = Some(Running::start(job, self.sender.clone())?);
        Ok(())
    }

    fn stop(&mut self) -> io::Result<()> {
        if let Some(running) = &mut self.running {
            running.stop();
        }
        self.answer()
    }

    fn ponderhit(&mut self) -> io::Result<()> {
        if let Some(running) = &mut self.running {
            running.ponderhit();
        }
        self.answer()
    }

    /// Says the best move if it is known and awaited.
    fn answer(&mut self) -> io::Result<()> {
        let ready = |running: &mut Running| !running.held && running.report.is_some();
        let Some(running) = self.running.take_if(ready) else { return Ok(()) };
        match (&running.position, &running.report) {
            (Some(position), Some(report)) => say(&show::best_move(position, report, self.options.ponder())),
            _ => Ok(()),
        }
    }
}

/// Milliseconds, as UCI counts.
fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
