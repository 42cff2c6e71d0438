//! `berolina uci`: the Universal Chess Interface, for any game.

mod show;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use berolina::protocol::{Go, read_position, shown};
use berolina_engine::Limits;
use berolina_rules::Game;

use crate::args::LibraryArgs;
use crate::bench::Bench;
use crate::gui::input::{self, Event};
use crate::gui::settings::{Effect, Settings};
use crate::gui::work::{Running, Workshop};
use crate::gui::{QUEUE, say};
use crate::output::Failure;
use show::{info, told};

/// The most commands that wait for the end of a search, and their bytes.
const MAX_WAITING: usize = 10_000;
const MAX_WAITING_BYTES: usize = 64 << 20;
/// How many positions the answer to a `go` is worth that is not understood.
const SHORT: u64 = 1_000;

pub(crate) fn run(args: &LibraryArgs) -> Result<(), Failure> {
    let settings = Settings::new(args.library()?, |_| None).map_err(Failure::usage)?;
    let (sender, events) = sync_channel(QUEUE);
    input::listen(sender.clone());
    let game = Game::new(settings.variant().start());
    let workshop = Workshop::new(sender);
    let session = Session {
        settings,
        game,
        refused: None,
        unknown_game: None,
        running: None,
        stopped: false,
        stops: 0,
        waiting: VecDeque::new(),
        infinite: false,
        ended: false,
        workshop,
    };
    Ok(session.run(&events)?)
}

/// What the program and the GUI have agreed on so far.
struct Session {
    settings: Settings,
    /// The position that was set, with the moves that led there.
    game: Game,
    /// Why the last `position` was refused. No move is told until another is set: the GUI has another board.
    refused: Option<String>,
    /// Why the last `UCI_Variant` was refused. No position is read until a game is set.
    unknown_game: Option<String>,
    running: Option<Running>,
    /// What runs has been told to stop.
    stopped: bool,
    /// For how many of the searches that wait a `stop` has come.
    stops: usize,
    /// Commands that came during a search. They act in turn when it is over.
    waiting: VecDeque<String>,
    /// Nothing but `stop` ends the search, also after `ponderhit`.
    infinite: bool,
    /// There is no more input.
    ended: bool,
    workshop: Workshop,
}

impl Session {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        while !(self.ended && self.running.is_none()) {
            let Ok(event) = events.recv() else { break };
            match event {
                Event::Line(line) => {
                    if !self.hear(line)? {
                        break;
                    }
                }
                Event::TooLong => info(&format!("a line has at most {} bytes", input::MAX_LINE))?,
                Event::End => {
                    self.ended = true;
                    if self.running.as_ref().is_some_and(Running::is_held) {
                        self.stop()?;
                    }
                }
                Event::Searched(engine, report) => {
                    self.workshop.put_back(engine);
                    if let Some(running) = &mut self.running {
                        running.found(*report);
                    }
                    self.answer()?;
                }
                Event::Worked(result) => {
                    self.running = None;
                    say(&result?)?;
                }
            }
            if !self.catch_up()? {
                break;
            }
        }
        Ok(())
    }

    /// Does what a line says, or keeps it until the search is over; returns whether to go on.
    fn hear(&mut self, line: String) -> io::Result<bool> {
        let word = input::split(&line).0;
        let goes = self.waiting.iter().filter(|line| matches!(input::split(line).0, "go" | "bench")).count();
        let at_once = match word {
            "quit" | "isready" | "uci" | "" => true,
            // A second `stop` is for the search that waits.
            "stop" if self.stopped && self.stops < goes => {
                self.stops += 1;
                return Ok(true);
            }
            "stop" => true,
            "ponderhit" => goes == 0,
            _ => false,
        };
        if at_once || self.running.is_none() {
            return self.command(&line);
        }
        let bytes: usize = self.waiting.iter().map(String::len).sum();
        if self.waiting.len() >= MAX_WAITING || bytes + line.len() > MAX_WAITING_BYTES {
            info("too many commands wait for the end of the search; this one is left out")?;
        } else {
            self.waiting.push_back(line);
        }
        Ok(true)
    }

    /// Does what waited, as far as nothing runs; returns whether to go on.
    fn catch_up(&mut self) -> io::Result<bool> {
        while let Some(line) = self.waiting.front() {
            // A `ponderhit` that waited for its search acts on that.
            if self.running.is_some() && input::split(line).0 != "ponderhit" {
                break;
            }
            let Some(line) = self.waiting.pop_front() else { break };
            if !self.command(&line)? {
                return Ok(false);
            }
            if self.ended && self.running.as_ref().is_some_and(Running::is_held) {
                self.stop()?;
            } else if self.stops > 0 && self.running.is_some() {
                self.stops -= 1;
                self.stop()?;
            }
        }
        if self.waiting.is_empty() {
            self.stops = 0;
        }
        Ok(true)
    }

    /// Does what a line says; returns whether to go on.
    fn command(&mut self, line: &str) -> io::Result<bool> {
        let (word, rest) = input::split(line);
        match word {
            "" | "debug" | "register" => {}
            "uci" => say(&show::greeting(&self.settings.offers()))?,
            "isready" => say("readyok")?,
            "ucinewgame" => {
                self.refused = None;
                self.game = Game::new(self.settings.variant().start());
                self.workshop.begin_game();
            }
            "setoption" => self.set_option(rest)?,
            "position" => self.set_position(rest)?,
            "go" => self.go(rest)?,
            "stop" => self.stop()?,
            "ponderhit" => {
                if let Some(running) = &mut self.running {
                    running.ponderhit(self.infinite);
                }
                self.answer()?;
            }
            "quit" => return Ok(false),
            "d" => match self.obstacle() {
                Some(reason) => info(&format!("d: {reason}"))?,
                None => say(&show::position(&self.game))?,
            },
            "eval" => self.eval()?,
            "bench" => match Bench::read(rest) {
                Ok(bench) => self.start(|workshop| {
                    let work = move |stop: &Arc<AtomicBool>| bench.run(stop, &mut info);
                    workshop.other(move |stop| Ok(work(stop)?.unwrap_or_else(|| told("bench: stopped"))))
                })?,
                Err(error) => info(&format!("bench: {error}"))?,
            },
            _ => info(&format!("unknown command `{}`; docs/gui.md lists the commands", shown(word)))?,
        }
        Ok(true)
    }

    fn set_position(&mut self, text: &str) -> io::Result<()> {
        if let Some(reason) = &self.unknown_game {
            return info(&format!("position: {reason}"));
        }
        match read_position(self.settings.variant(), text, &self.game) {
            Ok((game, told)) => {
                (self.game, self.refused) = (game, None);
                told.map_or(Ok(()), |told| info(&format!("position: {told}")))
            }
            Err(error) => {
                info(&format!("position: {error}; go gets no move until a position is accepted"))?;
                self.refused = Some(format!("the position was refused: {error}"));
                Ok(())
            }
        }
    }

    /// Why no move can be told: the GUI has another board.
    fn obstacle(&self) -> Option<&str> {
        self.unknown_game.as_deref().or(self.refused.as_deref())
    }

    fn set_option(&mut self, text: &str) -> io::Result<()> {
        let Some((name, value)) = name_and_value(text) else {
            return info("setoption: write name NAME value VALUE");
        };
        let before = Arc::clone(self.settings.variant());
        let result = self.settings.set(&name, value);
        if name.eq_ignore_ascii_case("UCI_Variant") {
            let error = result.as_ref().err();
            self.unknown_game = error.map(|error| format!("the game was refused: {error}"));
        }
        match result {
            Ok(Effect::Tune) => self.tune()?,
            Ok(Effect::Forget) => self.workshop.forget(),
            Ok(Effect::Told(lines)) => lines.iter().try_for_each(|line| info(line))?,
            Ok(Effect::None) => {}
            Err(error) => info(&format!("setoption: {error}"))?,
        }
        if !Arc::ptr_eq(self.settings.variant(), &before) {
            self.game = Game::new(self.settings.variant().start());
            self.refused = None;
            self.workshop.begin_game();
        }
        Ok(())
    }

    /// Tells what the evaluation says of the position.
    fn eval(&mut self) -> io::Result<()> {
        if let Some(reason) = self.obstacle() {
            return info(&format!("eval: {reason}"));
        }
        self.tune()?;
        let text = self.workshop.explain(self.game.position()).unwrap_or_default();
        text.lines().try_for_each(info)
    }

    /// Gives the engine the sizes that were set, if it is free.
    fn tune(&mut self) -> io::Result<()> {
        self.workshop.tune(&self.settings).map_or(Ok(()), |told| info(&told))
    }

    fn go(&mut self, text: &str) -> io::Result<()> {
        if let Some(reason) = self.obstacle() {
            info(&format!("go: {reason}"))?;
            return say(show::NO_MOVE);
        }
        let go = match Go::read(text, self.game.position()) {
            Ok(go) => go,
            Err(error) => return self.answer_anyhow(&error),
        };
        for unknown in &go.ignored {
            info(&format!("go: {unknown}"))?;
        }
        if let Some(depth) = go.perft {
            let position = self.game.position().clone();
            return self.start(|workshop| workshop.other(move |stop| show::perft(&position, depth, stop)));
        }
        self.tune()?;
        if let Some(player) = self.game.position().claim() {
            info(&format!("{} may claim a win by the clock", player.name()))?;
        }
        let (limits, infinite) = self.limits(&go);
        let (held, game) = (infinite || go.ponder, self.game.clone());
        self.infinite = infinite;
        self.start(|workshop| workshop.search(&game, limits, held, Box::new(show::progress)))
    }

    /// A `go` that is not understood: the GUI waits for a move all the same, and an illegal one would lose its game. So it
    /// gets what a short search finds.
    fn answer_anyhow(&mut self, error: &str) -> io::Result<()> {
        info(&format!("go: {error}; what follows is the move of a short search"))?;
        self.tune()?;
        let limits = Limits { level: self.settings.level(), ..Limits::nodes(SHORT) };
        match self.workshop.ask(&self.game, &limits) {
            Some(report) => say(&show::best_move(self.game.position(), &report, false)),
            None => Ok(()),
        }
    }

    /// What ends the search, and whether that is `stop` only.
    fn limits(&self, go: &Go) -> (Limits, bool) {
        let timed = |time| if go.infinite { None } else { time };
        let clock = if go.infinite { None } else { go.clock() };
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            time: timed(go.move_time),
            clock,
            overhead: Duration::from_millis(self.settings.overhead),
            mate: go.mate,
            pondering: go.ponder.then(|| Arc::new(AtomicBool::new(true))),
            root_moves: go.moves.clone(),
            lines: self.settings.lines,
            level: self.settings.level(),
            ..Limits::default()
        };
        (limits, go.infinite || !go.is_limited())
    }

    /// Starts work on a thread of its own. Nothing else runs: commands that came before the end of a search waited.
    fn start(&mut self, work: impl FnOnce(&mut Workshop) -> io::Result<Running>) -> io::Result<()> {
        self.running = Some(work(&mut self.workshop)?);
        self.stopped = false;
        Ok(())
    }

    fn stop(&mut self) -> io::Result<()> {
        if let Some(running) = &mut self.running {
            running.stop();
            self.stopped = true;
        }
        self.answer()
    }

    /// Says the best move if it is known and awaited.
    fn answer(&mut self) -> io::Result<()> {
        match Running::answer(&mut self.running) {
            Some((position, report)) => say(&show::best_move(&position, &report, self.settings.ponder)),
            None => Ok(()),
        }
    }
}

/// What stands behind `name` and `value`. A value keeps its spaces, for it may be a path.
fn name_and_value(text: &str) -> Option<(String, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.first().filter(|word| word.eq_ignore_ascii_case("name"))?;
    let split = words.iter().position(|word| word.eq_ignore_ascii_case("value")).unwrap_or(words.len());
    let mut value = text;
    while let Some(word) = value.split_whitespace().next() {
        let end = value.find(word).unwrap_or(0) + word.len();
        value = &value[end..];
        if word.eq_ignore_ascii_case("value") {
            break;
        }
    }
    Some((words[1..split].join(" "), value.trim()))
}
