//! A match of weights against weights, at fixed numbers of positions and with the colours exchanged.

use std::sync::Arc;

use berolina_engine::tuning::Model;
use berolina_engine::{Engine, Limits};
use berolina_rules::geometry::Color;
use berolina_rules::{Game, Variant};

use crate::learning::generate::opening;
use berolina_numbers::Random;

/// The longest game.
const LONGEST: usize = 400;
/// Who is this far ahead in the eyes of both for some plies has won.
const DECIDED: i32 = 1000;
/// For so many plies.
const PATIENCE: i32 = 6;

/// Games won, drawn and lost by the first weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Tally {
    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// The difference in Elo and its margin at 95 %.
    #[must_use]
    pub fn elo(&self) -> (f64, f64) {
        let n = f64::from(self.games().max(1));
        let share = self.share();
        let spread = |score: f64, count: u32| f64::from(count) * (score - share).powi(2);
        let variance = (spread(1.0, self.wins) + spread(0.5, self.draws) + spread(0.0, self.losses)) / n;
        let margin = 1.96 * (variance / n).sqrt();
        let elo = |share: f64| {
            let share = share.clamp(0.001, 0.999);
            400.0 * (share / (1.0 - share)).log10()
        };
        (elo(share), (elo(share + margin) - elo(share - margin)) / 2.0)
    }
}

/// Plays `pairs` openings twice, with the colours exchanged. `progress` is told the tally after each pair.
pub fn contest(
    variant: &Arc<Variant>,
    models: [&Model; 2],
    pairs: u32,
    nodes: u64,
    seed: u64,
    progress: &mut dyn FnMut(&Tally),
) -> Tally {
    let mut tally = Tally::default();
    let mut engines = models.map(|model| {
        let mut engine = Engine::with_hash(8);
        model.give_to(&mut engine);
        engine
    });
    let mut random = Random::new(seed ^ 0xC0_57E5_7000);
    for _ in 0..pairs {
        let start = loop {
            let game = opening(variant, &mut random);
            if game.outcome().is_none() && is_even(&game, &mut engines, nodes) {
                break game;
            }
        };
        for first in Color::ALL {
            let winner = play(start.clone(), first, &mut engines, nodes);
            match winner {
                None => tally.draws += 1,
                Some(winner) if winner == first => tally.wins += 1,
                Some(_) => tally.losses += 1,
            }
        }
        progress(&tally);
    }
    tally
}

/// Whether neither of the two sees a decision in the opening.
fn is_even(game: &Game, engines: &mut [Engine; 2], nodes: u64) -> bool {
    engines.iter_mut().all(|engine| {
        let report = engine.search(game, &Limits::nodes(nodes), &mut |_| {});
        report.score.centipawns().is_some_and(|score| score.abs() < 250)
    })
}

/// One game, in which the first weights play `first`. Who won.
fn play(mut game: Game, first: Color, engines: &mut [Engine; 2], nodes: u64) -> Option<Color> {
    for engine in engines.iter_mut() {
        engine.clear();
    }
    let limits = Limits::nodes(nodes);
    let mut ahead = 0_i32;
    for _ in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            return outcome.winner;
        }
        let turn = game.position().turn();
        let i = usize::from(turn != first);
        let report = engines[i].search(&game, &limits, &mut |_| {});
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
