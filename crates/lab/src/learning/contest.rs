//! Which of two ways to judge positions plays better: games in one process, at fixed numbers of positions.
//!
//! Each opening is played twice with the colours exchanged, and every pair follows from its number, so that a contest that was cut off
//! goes on, and comes to the same on every machine.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use berolina_engine::{Engine, Limits};
use berolina_numbers::Random;
use berolina_numbers::random::scrambled;
use berolina_rules::geometry::Color;
use berolina_rules::{Game, Variant};
use serde::{Deserialize, Serialize};

use super::generate::opening;
use super::judgement::Judgement;
use crate::crew::{Crew, Kind, Taken, Work};
use crate::journal::Part;
use crate::stats::Pairs;

/// The longest game.
const LONGEST: usize = 400;
/// Who is this far ahead in the eyes of both for some plies has won.
const DECIDED: i32 = 1000;
/// For so many plies.
const PATIENCE: i32 = 6;
/// An opening in which one of the two sees a side this much further ahead than at the start of the game is not played.
const UNEVEN: i32 = 250;
/// After so many openings that are uneven the next is played all the same: the game may be so.
const TRIES: u32 = 200;
/// Megabytes of each player's table.
const HASH: usize = 8;

/// A pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// Its number, from 0.
    pub number: u32,
    /// The half points of the first player: 0 to 4.
    pub points: usize,
}

impl Part for Pair {
    const HEAD: &'static str = "contest";
    const WORK: &'static str = "contest";
}

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contest {
    /// The two.
    pub players: [Judgement; 2],
    /// How many positions each visits for a move.
    pub nodes: [u64; 2],
    /// What makes the openings.
    pub seed: u64,
}

impl Contest {
    /// Has the pairs up to a number played that are not among `kept`. `on_pair` is told each pair as it ends, with all so far, and says
    /// whether to go on. Pairs that `stop` ends are lost.
    ///
    /// # Errors
    /// That of `on_pair`, which ends it, or of the crew.
    pub fn run(
        &self,
        variant: &Arc<Variant>,
        crew: &dyn Crew,
        kept: &[Pair],
        most: u32,
        stop: &Arc<AtomicBool>,
        on_pair: &mut dyn FnMut(Pair, &Pairs) -> Result<bool, String>,
    ) -> Result<Pairs, String> {
        let mut pairs = Pairs::default();
        kept.iter().for_each(|pair| pairs.0[pair.points.min(4)] += 1);
        let done: HashSet<u32> = kept.iter().map(|pair| pair.number).collect();
        let work = Work::new(variant, Kind::Contest(self.clone()));
        let mut numbers = (0..most).filter(|number| !done.contains(number)).map(u64::from);
        crew.run(&work, &mut numbers, stop, &mut |number, part| {
            let pair = serde_json::from_slice(part).ok();
            let Some(pair) = pair.filter(|pair: &Pair| u64::from(pair.number) == number && pair.points <= 4)
            else {
                return Ok(Taken::Refused(format!("pair {number}: it is no pair of games")));
            };
            pairs.0[pair.points] += 1;
            Ok(if on_pair(pair, &pairs)? { Taken::More } else { Taken::Enough })
        })?;
        Ok(pairs)
    }
}

/// Where pairs are played: the two engines, and what they say of the start.
pub(crate) struct Table {
    variant: Arc<Variant>,
    contest: Contest,
    engines: [Engine; 2],
    levels: [i32; 2],
}

impl Table {
    /// # Panics
    /// If a judgement is none of this game.
    pub(crate) fn new(variant: &Arc<Variant>, contest: Contest) -> Self {
        let engines = [0, 1].map(|i| contest.players[i].engine(variant, HASH));
        let mut table = Self { variant: Arc::clone(variant), contest, engines, levels: [0; 2] };
        let start = Game::new(variant.start());
        table.levels = [0, 1].map(|i| table.white(&start, i, &Arc::default()).unwrap_or_default());
        table
    }

    /// A pair of games.
    pub(crate) fn pair(&mut self, number: u32, stop: &Arc<AtomicBool>) -> Pair {
        let mut random = Random::new(scrambled(self.contest.seed ^ 0xC0_57E5_7000) ^ u64::from(number));
        let mut tries = 0..TRIES;
        let start = loop {
            let game = opening(&self.variant, &mut random);
            let last = tries.next().is_none();
            if game.outcome().is_none() && (last || self.is_even(&game, stop)) {
                break game;
            }
            if last && game.outcome().is_some() {
                // A game that random moves end at once, again and again, is played from its start.
                break Game::new(self.variant.start());
            }
        };
        let points = Color::ALL.map(|first| match self.play(start.clone(), first, stop) {
            None => 1,
            Some(winner) if winner == first => 2,
            Some(_) => 0,
        });
        Pair { number, points: points.iter().sum() }
    }

    fn limits(&self, player: usize, stop: &Arc<AtomicBool>) -> Limits {
        Limits { stop: Some(Arc::clone(stop)), ..Limits::nodes(self.contest.nodes[player]) }
    }

    /// White's score in the eyes of a player, who has seen nothing before; `None` if the end is in sight.
    fn white(&mut self, game: &Game, player: usize, stop: &Arc<AtomicBool>) -> Option<i32> {
        let limits = self.limits(player, stop);
        self.engines[player].clear();
        let report = self.engines[player].search(game, &limits, &mut |_| {});
        let score = report.score.centipawns()?;
        Some(if game.position().turn() == Color::White { score } else { -score })
    }

    /// Whether neither of the two sees a decision in the opening.
    fn is_even(&mut self, game: &Game, stop: &Arc<AtomicBool>) -> bool {
        let levels = self.levels;
        [0, 1].into_iter().all(|player| {
            self.white(game, player, stop).is_some_and(|white| (white - levels[player]).abs() < UNEVEN)
        })
    }

    /// One game, in which the first plays `first`. Who won.
    fn play(&mut self, mut game: Game, first: Color, stop: &Arc<AtomicBool>) -> Option<Color> {
        self.engines.iter_mut().for_each(Engine::clear);
        let mut ahead = 0_i32;
        for _ in 0..LONGEST {
            if let Some(outcome) = game.outcome() {
                return outcome.winner;
            }
            let turn = game.position().turn();
            let player = usize::from(turn != first);
            let limits = self.limits(player, stop);
            let report = self.engines[player].search(&game, &limits, &mut |_| {});
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let white = if turn == Color::White { 1 } else { -1 };
            let score = report.score.value() * white;
            ahead = match () {
                () if score.abs() < DECIDED => 0,
                () if ahead.signum() == -score.signum() => score.signum(),
                () => ahead + score.signum(),
            };
            if ahead.abs() >= PATIENCE {
                return Some(if ahead > 0 { Color::White } else { Color::Black });
            }
            game.push(report.best?);
        }
        None
    }
}

/// How many positions a second each of two visits, in thousands, measured by turns in the same positions, so that what else the machine does strikes
/// both.
#[must_use]
pub fn speeds(variant: &Arc<Variant>, players: [&Judgement; 2]) -> [f64; 2] {
    /// So many positions are searched.
    const POSITIONS: u64 = 60;
    /// So far, in positions.
    const NODES: u64 = 10_000;
    let mut engines = players.map(|player| player.engine(variant, HASH));
    let (mut nodes, mut time) = ([0_u64; 2], [Duration::ZERO; 2]);
    for number in 0..POSITIONS {
        let game = opening(variant, &mut Random::new(scrambled(number)));
        for player in 0..2 {
            engines[player].clear();
            let began = Instant::now();
            let report = engines[player].search(&game, &Limits::nodes(NODES), &mut |_| {});
            time[player] += began.elapsed();
            nodes[player] += report.nodes;
        }
    }
    [0, 1].map(|i| nodes[i] as f64 / time[i].as_secs_f64().max(1e-9) / 1000.0)
}
