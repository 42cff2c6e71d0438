//! A contest: many games between engines, several at once.
//!
//! Engines meet in pairs of games with the same opening and colours reversed. Pairs go round the games that are played and,
//! with more than two engines, round the engines that can meet.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use berolina_rules::{Game, Position, Variant};

use crate::matches::finished::Finished;
use crate::matches::play::{Conduct, Ending, Played, Seat, play};
use crate::matches::record::{self, Heading};
use crate::matches::spec::EngineSpec;
use crate::matches::uci::{Client, Failure};

/// What is played.
pub struct Contest {
    /// The games.
    pub games: Vec<Arc<Variant>>,
    /// The engines: at least two.
    pub engines: Vec<EngineSpec>,
    /// How many games are played; an even number.
    pub total: usize,
    /// How many games are played at once.
    pub concurrency: usize,
    /// The size of the engines' tables in MiB, where they have such an option.
    pub hash: Option<u32>,
    /// How games are conducted.
    pub conduct: Conduct,
    /// The date for the games' tags.
    pub date: String,
}

/// Who meets whom in which game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Which of the games is played.
    pub game: usize,
    /// White's engine and Black's.
    pub engines: [usize; 2],
    /// The number of the opening, for this game.
    pub opening: usize,
}

impl Contest {
    /// Who meets whom: each engine those behind it.
    fn meetings(&self) -> Vec<[usize; 2]> {
        let count = self.engines.len();
        (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
    }

    /// Who meets whom in which game.
    #[must_use]
    pub fn fixture(&self, number: usize) -> Fixture {
        let pair = number / 2;
        let meetings = self.meetings();
        let game = pair % self.games.len();
        let round = pair / self.games.len();
        let mut engines = meetings[round % meetings.len()];
        if number % 2 == 1 {
            engines.reverse();
        }
        Fixture { game, engines, opening: round / meetings.len() }
    }

    /// How many openings each game needs.
    #[must_use]
    pub fn openings(&self) -> usize {
        (self.total / 2).div_ceil(self.games.len()).div_ceil(self.meetings().len())
    }

    /// Starts each engine once and has it set each game. Returns what the engines call themselves.
    ///
    /// # Errors
    /// An engine does not start, lacks an option, or does not have a game.
    pub fn check(&self, stop: &Arc<AtomicBool>) -> Result<Vec<String>, Failure> {
        let mut names = Vec::new();
        for spec in &self.engines {
            let mut client = Client::start(spec, self.hash, stop)?;
            for variant in &self.games {
                client.set_game(spec, variant)?;
            }
            names.push(client.id().to_owned());
        }
        Ok(names)
    }

    /// Plays all games but those in `done`. `openings` are those of each game; where there are too few, they are played
    /// again. `on_game` is told each finished game and returns whether to go on.
    ///
    /// # Errors
    /// An engine that has played once cannot be started any more, or `stop` became true.
    pub fn run(
        &self,
        openings: &[Vec<Position>],
        done: &HashSet<usize>,
        stop: &Arc<AtomicBool>,
        on_game: &mut dyn FnMut(Finished) -> bool,
    ) -> Result<(), Failure> {
        let left: Vec<usize> = (0..self.total).filter(|number| !done.contains(number)).collect();
        let left = Mutex::new(left.into_iter());
        // Ends the other games when enough have been played.
        let enough = Arc::new(AtomicBool::new(false));
        let (sender, finished) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (sender, left, enough) = (sender.clone(), &left, &enough);
                scope.spawn(move || {
                    let mut worker =
                        Worker { contest: self, openings, stop: enough, clients: HashMap::new() };
                    worker.work(left, &sender);
                });
            }
            drop(sender);
            let mut result = Ok(());
            loop {
                match finished.recv_timeout(std::time::Duration::from_millis(50)) {
                    Ok(Ok(game)) if !enough.load(Ordering::Relaxed) => {
                        if !on_game(game) {
                            enough.store(true, Ordering::Relaxed);
                        }
                    }
                    Ok(Err(failure)) if failure != Failure::Stopped => {
                        result = result.and(Err(failure));
                        enough.store(true, Ordering::Relaxed);
                    }
                    Ok(_) | Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                }
                if stop.load(Ordering::Relaxed) {
                    enough.store(true, Ordering::Relaxed);
                }
            }
            result.and(if stop.load(Ordering::Relaxed) { Err(Failure::Stopped) } else { Ok(()) })
        })
    }
}

/// Plays game after game with engines of its own.
struct Worker<'a> {
    contest: &'a Contest,
    openings: &'a [Vec<Position>],
    stop: &'a Arc<AtomicBool>,
    clients: HashMap<usize, Client>,
}

impl Worker<'_> {
    fn work(
        &mut self,
        left: &Mutex<impl Iterator<Item = usize>>,
        sender: &Sender<Result<Finished, Failure>>,
    ) {
        while !self.stop.load(Ordering::Relaxed) {
            let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(number) = next else { return };
            let result = self.game(number);
            let failed = result.is_err();
            if sender.send(result).is_err() || failed {
                return;
            }
        }
    }

    fn game(&mut self, number: usize) -> Result<Finished, Failure> {
        let fixture = self.contest.fixture(number);
        let openings = &self.openings[fixture.game];
        let opening = &openings[fixture.opening % openings.len()];
        let mut clients = [self.client(fixture.engines[0])?, self.client(fixture.engines[1])?];
        let played = self.play(&fixture, opening, &mut clients)?;
        for ((client, engine), tally) in clients.into_iter().zip(fixture.engines).zip(&played.tallies) {
            // An engine that has failed starts anew; so does one that may still be thinking.
            let won = played.winner.is_some_and(|winner| fixture.engines[winner.index()] == engine);
            if !(played.ending.is_fault() && (!won || tally.moves == 0)) {
                self.clients.insert(engine, client);
            }
        }
        Ok(self.finished(number, &fixture, opening, &played))
    }

    /// The engine's process, started if need be.
    fn client(&mut self, engine: usize) -> Result<Client, Failure> {
        match self.clients.remove(&engine) {
            Some(client) => Ok(client),
            None => Client::start(&self.contest.engines[engine], self.contest.hash, self.stop),
        }
    }

    fn play(
        &self,
        fixture: &Fixture,
        opening: &Position,
        clients: &mut [Client; 2],
    ) -> Result<Played, Failure> {
        let variant = &self.contest.games[fixture.game];
        let specs = fixture.engines.map(|engine| &self.contest.engines[engine]);
        let name = variant.definition().full_name();
        let dialects = specs.map(|spec| spec.dialect(&name));
        for (i, client) in clients.iter_mut().enumerate() {
            let begun = client.set_game(specs[i], variant).and_then(|()| client.new_game());
            let (ending, detail) = match begun {
                Ok(()) => continue,
                Err(Failure::Hang(text)) => (Ending::Hang, text),
                Err(Failure::Crash(text)) => (Ending::Crash, text),
                Err(other) => return Err(other),
            };
            let winner = Some(berolina_rules::geometry::Color::ALL[1 - i]);
            let (game, thoughts) = (Game::new(opening.clone()), Vec::new());
            return Ok(Played { game, winner, ending, detail, thoughts, tallies: Default::default() });
        }
        let [white, black] = clients;
        let mut seats = [
            Seat { client: white, limit: specs[0].limit, dialect: &dialects[0] },
            Seat { client: black, limit: specs[1].limit, dialect: &dialects[1] },
        ];
        play(opening, &mut seats, &self.contest.conduct)
    }

    fn finished(&self, number: usize, fixture: &Fixture, opening: &Position, played: &Played) -> Finished {
        let specs = fixture.engines.map(|engine| &self.contest.engines[engine]);
        let heading = Heading {
            date: &self.contest.date,
            round: format!("{}.{}", number / 2 + 1, number % 2 + 1),
            players: specs.map(|spec| spec.name.as_str()),
            limits: specs.map(|spec| spec.limit),
        };
        Finished {
            number,
            game: self.contest.games[fixture.game].definition().full_name(),
            white: fixture.engines[0],
            black: fixture.engines[1],
            result: record::result(played.winner).as_str().to_owned(),
            ending: played.ending,
            detail: played.detail.clone(),
            opening: opening.fen(),
            plies: played.game.moves().len(),
            tallies: played.tallies,
            pgn: record::pgn(played, &heading),
        }
    }
}
