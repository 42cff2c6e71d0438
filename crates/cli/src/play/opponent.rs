//! The computer's moves, and how Ctrl-C stops its thinking.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use berolina_rules::Game;

use crate::output::Failure;
use berolina_engine::{Level, Limits, Report, search};

/// How long full strength thinks about a move.
const FULL_STRENGTH: Duration = Duration::from_secs(2);

/// How well the computer plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Strength {
    /// From 1 to 10: a weaker level sees less far and weighs less well.
    Level(u8),
    /// So long for each move.
    Time(Duration),
}

impl Default for Strength {
    fn default() -> Self {
        Self::Time(FULL_STRENGTH)
    }
}

/// What Ctrl-C does: it stops thinking; where nothing thinks, or the second time, it ends the program.
#[derive(Clone)]
pub(crate) struct Interrupt {
    thinking: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Interrupt {
    pub(crate) fn install() -> Result<Self, Failure> {
        let interrupt = Self { thinking: Arc::default(), stop: Arc::default() };
        let seen = interrupt.clone();
        let handler = move || {
            let thinking = seen.thinking.load(Ordering::SeqCst);
            if !thinking || seen.stop.swap(true, Ordering::SeqCst) {
                // The game is kept after every move, so nothing is lost.
                let _ = writeln!(io::stdout());
                std::process::exit(130);
            }
        };
        ctrlc::set_handler(handler).map_err(|error| Failure::usage(format!("Ctrl-C: {error}")))?;
        Ok(interrupt)
    }

    /// Whether the last thinking was stopped.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}

/// Lets the computer think about a position. `live` shows its progress on one line of the terminal.
pub(crate) fn think(game: &Game, strength: Strength, interrupt: &Interrupt, live: bool) -> Report {
    interrupt.stop.store(false, Ordering::SeqCst);
    interrupt.thinking.store(true, Ordering::SeqCst);
    let mut limits = Limits { stop: Some(Arc::clone(&interrupt.stop)), ..Limits::default() };
    match strength {
        Strength::Level(level) => {
            limits.level = Some(Level::new(level));
            limits.time = Some(FULL_STRENGTH);
        }
        Strength::Time(time) => limits.time = Some(time),
    }
    let mut show = |report: &Report| {
        if live {
            let line = line(game, &report.pv, 4);
            let text = format!("thinking: depth {}, {}, {line}", report.depth, report.score);
            let text: String = text.chars().take(70).collect();
            let mut out = io::stdout().lock();
            let _ = write!(out, "\r\x1b[K{text}");
            let _ = out.flush();
        }
    };
    let report = search(game, &limits, &mut show);
    interrupt.thinking.store(false, Ordering::SeqCst);
    if live {
        let mut out = io::stdout().lock();
        let _ = write!(out, "\r\x1b[K");
        let _ = out.flush();
    }
    report
}

/// The first moves of a line as SAN.
pub(crate) fn line(game: &Game, moves: &[berolina_rules::Move], most: usize) -> String {
    let mut position = game.position().clone();
    let mut texts = Vec::new();
    for &mv in moves.iter().take(most) {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(position.san(mv));
        position = position.play(mv);
    }
    texts.join(" ")
}
