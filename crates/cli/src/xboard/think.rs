//! Searches: starting, ending and abandoning them, and what follows from what they found.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use berolina_engine::{Limits, Report};
use berolina_rules::{Game, Move};

use super::{Mode, Purpose, Search, Session, show};
use crate::gui::input::Event;
use crate::gui::{expected_reply, say};

/// How many positions a hint is worth.
const HINT_NODES: u64 = 20_000;

impl Session {
    /// Ends the search under way, if there is one, and forgets what it found.
    pub(super) fn abort(&mut self) {
        let Some(mut search) = self.running.take() else { return };
        search.running.stop();
        loop {
            match self.events.recv() {
                Ok(Event::Searched(engine, _)) => {
                    self.workshop.put_back(engine);
                    return;
                }
                Ok(event) => self.waiting.push_back(event),
                Err(_) => return,
            }
        }
    }

    /// Does what the position on the board asks for: a move, an analysis, pondering, or the result of the game.
    pub(super) fn proceed(&mut self) -> io::Result<()> {
        self.abort();
        if let Some(told) = self.workshop.tune(&self.settings) {
            say(&format!("# {told}"))?;
        }
        if self.refused.is_some() || self.unknown_game.is_some() {
            return Ok(());
        }
        match self.mode {
            Mode::Analyses if !self.game.position().legal_moves().is_empty() => {
                let limits = Limits { lines: self.settings.lines, ..self.limits() };
                self.start(&self.game.clone(), limits, Purpose::Analysis)
            }
            Mode::Plays(color) if self.game.outcome().is_none() => {
                if color != self.game.position().turn() {
                    return self.ponder();
                }
                let plies = u32::try_from(self.game.moves().len()).unwrap_or(u32::MAX);
                let clock = self.control.clock(self.left, plies / 2);
                let limits = Limits {
                    depth: self.depth,
                    time: self.control.per_move(),
                    clock,
                    overhead: Duration::from_millis(self.settings.overhead),
                    level: self.settings.level(),
                    lines: self.settings.lines,
                    ..self.limits()
                };
                self.start(&self.game.clone(), limits, Purpose::Play)
            }
            _ => Ok(()),
        }
    }

    fn limits(&self) -> Limits {
        let legal = self.game.position().legal_moves();
        let root_moves = (!self.excluded.is_empty())
            .then(|| legal.into_iter().filter(|mv| !self.excluded.contains(mv)).collect());
        Limits { root_moves, ..Limits::default() }
    }

    /// Thinks about the position after the reply that is expected, so that the table knows it. When the opponent
    /// has moved, the search for the engine's own move begins anew with the true clock.
    fn ponder(&mut self) -> io::Result<()> {
        let Some(reply) = self
            .expected
            .filter(|&mv| self.settings.ponder && !self.ended && self.game.position().is_legal(mv))
        else {
            return Ok(());
        };
        let mut game = self.game.clone();
        game.push(reply);
        if game.outcome().is_some() {
            return Ok(());
        }
        let limits = Limits { depth: self.depth, level: self.settings.level(), ..Limits::default() };
        self.start(&game, limits, Purpose::Ponder)
    }

    fn start(&mut self, game: &Game, limits: Limits, purpose: Purpose) -> io::Result<()> {
        let (status, posting) = (Arc::clone(&self.status), Arc::clone(&self.posting));
        if let Ok(mut status) = status.lock() {
            *status = None;
        }
        // A search that is stopped at once has nothing to show.
        let shown = move |report: &Report| purpose != Purpose::Ponder && report.depth > 0;
        let progress = Box::new(move |position: &_, report: &Report| {
            if report.rank <= 1
                && let Ok(mut status) = status.lock()
            {
                *status = Some(report.clone());
            }
            if shown(report) && posting.load(Ordering::Relaxed) {
                say(&show::thinking(position, report))
            } else {
                Ok(())
            }
        });
        let held = purpose != Purpose::Play;
        let running = self.workshop.search(game, limits, held, progress)?;
        self.running = Some(Search { running, purpose, since: Instant::now() });
        Ok(())
    }

    /// What a search has found; whether that is told depends on what it was for.
    pub(super) fn searched(&mut self, report: Report) -> io::Result<()> {
        let Some(search) = self.running.take() else { return Ok(()) };
        if search.purpose != Purpose::Play {
            // An analysis that can go no deeper, or pondering: there is nothing to do until the GUI speaks.
            return Ok(());
        }
        let position = self.game.position().clone();
        if let Some(best) = report.best {
            self.score = Some(report.score);
            self.expected = expected_reply(&position, &report).map(|(_, reply)| reply);
            self.left = self.left.saturating_sub(search.since.elapsed()) + self.control.increment();
            say(&format!("move {}", show::move_text(&position, best)))?;
            self.push(best);
            self.tell_result()?;
        }
        self.pong()?;
        if report.best.is_some() { self.proceed() } else { Ok(()) }
    }

    /// Makes a move on the board.
    pub(super) fn push(&mut self, mv: Move) {
        self.game.push(mv);
        self.excluded.clear();
    }

    /// Says how the game is over, if it is. In a match between programs XBoard takes a win that it does not see itself for a
    /// false claim, which loses the game, but believes a program that says it has lost: so that says it.
    pub(super) fn tell_result(&self) -> io::Result<()> {
        if let Some(outcome) = self.game.outcome() {
            let own = |winner| self.mode == Mode::Plays(winner);
            if self.against_program && outcome.winner.is_some_and(own) {
                return Ok(());
            }
            return say(&show::result(&outcome));
        }
        match (self.mode, self.game.position().claim()) {
            (Mode::Plays(color), Some(player)) if color == player => say(&show::claim(player)),
            _ => Ok(()),
        }
    }

    /// Answers the pings that came while the engine was thinking about its move.
    pub(super) fn pong(&mut self) -> io::Result<()> {
        self.pongs.drain(..).try_for_each(|number| say(&format!("pong {number}")))
    }

    /// The move that the engine would make, for `hint`.
    pub(super) fn hint(&mut self) -> io::Result<Option<Move>> {
        if let Some(mv) = self.expected.filter(|&mv| self.game.position().is_legal(mv)) {
            return Ok(Some(mv));
        }
        let found = self.status.lock().ok().and_then(|status| status.as_ref()?.best);
        let analysing = self.running.as_ref().is_some_and(|search| search.purpose == Purpose::Analysis);
        if let Some(mv) = found.filter(|&mv| analysing && self.game.position().is_legal(mv)) {
            return Ok(Some(mv));
        }
        // What is under way gives way for a moment, but not the search for the engine's own move.
        if self.running.as_ref().is_some_and(|search| search.purpose == Purpose::Play) {
            return Ok(None);
        }
        self.abort();
        let found = self.workshop.ask(&self.game, &Limits::nodes(HINT_NODES)).and_then(|report| report.best);
        if self.mode == Mode::Analyses {
            self.proceed()?;
        }
        Ok(found)
    }
}
