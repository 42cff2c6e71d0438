//! `berolina xboard`: the Chess Engine Communication Protocol of XBoard and WinBoard, version 2, for any game.

mod announce;
mod command;
mod show;
mod think;

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use berolina::protocol::TimeControl;
use berolina_engine::{Report, Score};
use berolina_exchange::xboard;
use berolina_rules::geometry::Color;
use berolina_rules::{Game, Move};

use crate::args::LibraryArgs;
use crate::gui::input::{self, Event};
use crate::gui::settings::Settings;
use crate::gui::work::{Running, Workshop};
use crate::gui::{QUEUE, say};
use crate::output::Failure;

/// The time control until the GUI sets one: five minutes for forty moves, as XBoard's own.
const DEFAULT_CONTROL: TimeControl =
    TimeControl::Level { moves: Some(40), base: Duration::from_secs(300), increment: Duration::ZERO };

pub(crate) fn run(args: &LibraryArgs) -> Result<(), Failure> {
    let settings = Settings::new(args.library()?, xboard::obstacle).map_err(Failure::usage)?;
    let (sender, events) = sync_channel(QUEUE);
    input::listen(sender.clone());
    let session = Session {
        game: Game::new(settings.variant().start()),
        against_program: false,
        refused: None,
        unknown_game: None,
        settings,
        workshop: Workshop::new(sender),
        events,
        waiting: VecDeque::new(),
        ended: false,
        mode: Mode::Plays(Color::Black),
        running: None,
        control: DEFAULT_CONTROL,
        left: Duration::from_secs(300),
        depth: None,
        excluded: Vec::new(),
        expected: None,
        score: None,
        pongs: Vec::new(),
        status: Arc::default(),
        posting: Arc::default(),
    };
    Ok(session.run()?)
}

/// What the engine does with positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// It takes note of moves.
    Force,
    /// It plays one side.
    Plays(Color),
    /// It shows what it thinks of each position.
    Analyses,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// A move of the engine's.
    Play,
    /// The opponent's time is used to fill the table.
    Ponder,
    Analysis,
}

/// A search under way.
struct Search {
    running: Running,
    purpose: Purpose,
    since: Instant,
}

/// What the program and the GUI have agreed on so far.
struct Session {
    settings: Settings,
    game: Game,
    /// The opponent is a program too.
    against_program: bool,
    /// Why the last `setboard` was refused. The engine makes no move until another game begins: the GUI has another board.
    refused: Option<String>,
    /// Why the last `variant` was refused: no position is read until a game is set.
    unknown_game: Option<String>,
    workshop: Workshop,
    events: Receiver<Event>,
    /// What came while a search was being stopped.
    waiting: VecDeque<Event>,
    /// There is no more input.
    ended: bool,
    mode: Mode,
    running: Option<Search>,
    control: TimeControl,
    /// The engine's clock.
    left: Duration,
    /// The deepest search, in plies.
    depth: Option<u32>,
    /// Moves that are not to be considered in the position on the board.
    excluded: Vec<Move>,
    /// The opponent's move that the engine expects.
    expected: Option<Move>,
    /// How the engine stood at its last move.
    score: Option<Score>,
    /// Pings to be answered after the engine's move.
    pongs: Vec<String>,
    /// What the search has found so far.
    status: Arc<Mutex<Option<Report>>>,
    /// The GUI wants to see the engine think.
    posting: Arc<AtomicBool>,
}

impl Session {
    fn run(mut self) -> io::Result<()> {
        while !(self.ended && self.running.is_none()) {
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                None => match self.events.recv() {
                    Ok(event) => event,
                    Err(_) => break,
                },
            };
            match event {
                Event::Line(line) => {
                    if !self.command(&line)? {
                        break;
                    }
                }
                Event::TooLong => say(&format!("Error (a line has at most {} bytes): …", input::MAX_LINE))?,
                Event::End => {
                    self.ended = true;
                    if self.running.as_ref().is_some_and(|search| search.purpose != Purpose::Play) {
                        self.abort();
                    }
                }
                Event::Searched(engine, report) => {
                    self.workshop.put_back(engine);
                    self.searched(*report)?;
                }
                // Only UCI's `perft` and `bench` are such work.
                Event::Worked(_) => {}
            }
        }
        Ok(())
    }
}
