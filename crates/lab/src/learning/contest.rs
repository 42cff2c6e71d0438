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
use crate::journal::Part;
use crate::pool;
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
pub struct Contest<'a> {
    /// The game.
    pub variant: &'a Arc<Variant>,
    /// The two.
    pub players: [&'a Judgement; 2],
    /// How many positions each visits for a move.
    pub nodes: [u64; 2],
    /// What makes the openings.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
}

impl Contest<'_> {
    /// Plays the pairs up to a number that are not among `kept`. `on_pair` is told each pair as it ends, with all so far, and says
    /// whether to go on. Pairs that `stop` ends are lost.
    ///
    /// # Errors
    /// That of `on_pair`, which ends it.
    pub fn run(
        &self,
        kept: &[Pair],
        most: u32,
        stop: &Arc<AtomicBool>,
        on_pair: &mut dyn FnMut(Pair, &Pairs) -> Result<bool, String>,
    ) -> Result<Pairs, String> {
        let mut pairs = Pairs::default();
        kept.iter().for_each(|pair| pairs.0[pair.points.min(4)] += 1);
        let done: HashSet<u32> = kept.iter().map(|pair| pair.number).collect();
        pool::run(
            self.threads,
            (0..most).filter(|number| !done.contains(number)),
            stop,
            |stop| {
                let mut engines = self.players.map(|player| player.engine(self.variant, HASH));
                let start = Game::new(self.variant.start());
                let level = |i: usize| self.white(&start, i, &mut engines[i], stop).unwrap_or_default();
                let levels = [0, 1].map(level);
                (engines, levels)
            },
            |(engines, levels), number, stop| Pair {
                number,
                points: self.pair(number, *levels, engines, stop),
            },
            &mut |pair: Pair| {
                pairs.0[pair.points] += 1;
                on_pair(pair, &pairs)
            },
        )?;
        Ok(pairs)
    }

    /// A pair of games: the half points of the first.
    fn pair(
        &self,
        number: u32,
        levels: [i32; 2],
        engines: &mut [Engine; 2],
        stop: &Arc<AtomicBool>,
    ) -> usize {
        let mut random = Random::new(scrambled(self.seed ^ 0xC0_57E5_7000) ^ u64::from(number));
        let mut tries = 0..TRIES;
        let start = loop {
            let game = opening(self.variant, &mut random);
            let last = tries.next().is_none();
            if game.outcome().is_none() && (last || self.is_even(&game, levels, engines, stop)) {
                break game;
            }
            if last && game.outcome().is_some() {
                // A game that random moves end at once, again and again, is played from its start.
                break Game::new(self.variant.start());
            }
        };
        let points = Color::ALL.map(|first| match self.play(start.clone(), first, engines, stop) {
            None => 1,
            Some(winner) if winner == first => 2,
            Some(_) => 0,
        });
        points.iter().sum()
    }

    fn limits(&self, player: usize, stop: &Arc<AtomicBool>) -> Limits {
        Limits { stop: Some(Arc::clone(stop)), ..Limits::nodes(self.nodes[player]) }
    }

    /// White's score in the eyes of a player; `None` if the end is in sight.
    fn white(&self, game: &Game, player: usize, engine: &mut Engine, stop: &Arc<AtomicBool>) -> Option<i32> {
        let report = engine.search(game, &self.limits(player, stop), &mut |_| {});
        let score = report.score.centipawns()?;
        Some(if game.position().turn() == Color::White { score } else { -score })
    }

    /// Whether neither of the two sees a decision in the opening.
    fn is_even(
        &self,
        game: &Game,
        levels: [i32; 2],
        engines: &mut [Engine; 2],
        stop: &Arc<AtomicBool>,
    ) -> bool {
        engines.iter_mut().zip(levels).enumerate().all(|(player, (engine, level))| {
            self.white(game, player, engine, stop).is_some_and(|white| (white - level).abs() < UNEVEN)
        })
    }

    /// One game, in which the first plays `first`. Who won.
    fn play(
        &self,
        mut game: Game,
        first: Color,
        engines: &mut [Engine; 2],
        stop: &Arc<AtomicBool>,
    ) -> Option<Color> {
        engines.iter_mut().for_each(Engine::clear);
        let mut ahead = 0_i32;
        for _ in 0..LONGEST {
            if let Some(outcome) = game.outcome() {
                return outcome.winner;
            }
            let turn = game.position().turn();
            let player = usize::from(turn != first);
            let report = engines[player].search(&game, &self.limits(player, stop), &mut |_| {});
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
