//! The computer's moves, and how Ctrl-C stops its thinking.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use berolina_rules::{Game, Library, Variant};

use crate::output::Failure;
use crate::{chance, networks};
use berolina_engine::{Engine, Level, Limits, Report};

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
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    thinking: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Interrupt {
    pub(crate) fn install() -> Result<Self, Failure> {
        let interrupt = Self::default();
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

/// The computer as a player. Its engine lasts as long as the program: what it learnt for one move serves the next.
pub(crate) struct Opponent {
    engine: Engine,
    /// Gives hints. It may think better than the opponent plays, so neither is told what the other knows.
    adviser: Option<Engine>,
    /// What the errors of weak levels follow from, where that is given.
    seed: Option<u64>,
    interrupt: Interrupt,
    /// Shows how thinking goes, on one line of the terminal.
    live: bool,
}

impl Opponent {
    /// `seed` is what the errors of weak levels follow from; without one they are others in every game.
    pub(crate) fn new(interrupt: Interrupt, live: bool, seed: Option<u64>) -> Self {
        let mut engine = Engine::new();
        engine.set_seed(seed.unwrap_or_else(chance::seed));
        Self { engine, adviser: None, seed, interrupt, live }
    }

    /// Takes the network beside the file of a game.
    pub(crate) fn learn(&mut self, library: &Library, variant: &Variant) {
        networks::give_beside(&mut self.engine, library, variant);
    }

    /// Another game begins.
    pub(crate) fn begin_game(&mut self) {
        self.adviser = None;
        self.engine.clear();
        self.engine.set_seed(self.seed.unwrap_or_else(chance::seed));
    }

    /// Whether the last thinking was stopped.
    pub(crate) fn was_stopped(&self) -> bool {
        self.interrupt.stopped()
    }

    /// Thinks about the move that it would make.
    pub(crate) fn think(&mut self, game: &Game, strength: Strength) -> Report {
        think(&mut self.engine, game, strength, &self.interrupt, self.live)
    }

    /// Thinks about the move that a person might make.
    pub(crate) fn advise(&mut self, game: &Game, strength: Strength) -> Report {
        let adviser = self.adviser.get_or_insert_with(Engine::new);
        think(adviser, game, strength, &self.interrupt, self.live)
    }
}

fn think(engine: &mut Engine, game: &Game, strength: Strength, interrupt: &Interrupt, live: bool) -> Report {
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
    let report = engine.search(game, &limits, &mut show);
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
        position = position.play_unchecked(mv);
    }
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use berolina_rules::{Library, Variant};

    fn start() -> Game {
        Game::new(Variant::load(&Library::shipped(), "near").expect("a shipped game").start())
    }

    #[test]
    fn what_was_learnt_for_one_move_serves_the_next() {
        let mut opponent = Opponent::new(Interrupt::default(), false, Some(7));
        let game = start();
        let [first, second] = [(); 2].map(|()| opponent.think(&game, Strength::Level(5)));
        assert!(second.nodes < first.nodes, "{} {}", first.nodes, second.nodes);
        opponent.begin_game();
        assert_eq!(opponent.think(&game, Strength::Level(5)).nodes, first.nodes);
    }

    #[test]
    fn a_weak_level_errs_otherwise_in_every_game_unless_it_is_given_a_seed() {
        let scores = |seed: Option<u64>| {
            let mut opponent = Opponent::new(Interrupt::default(), false, seed);
            let score = |opponent: &mut Opponent| {
                opponent.begin_game();
                opponent.think(&start(), Strength::Level(1)).score
            };
            [(); 8].map(|()| score(&mut opponent))
        };
        let differ = |scores: [_; 8]| scores.iter().any(|score| *score != scores[0]);
        assert!(differ(scores(None)));
        assert!(!differ(scores(Some(7))));
    }
}
