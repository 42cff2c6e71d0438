//! Games of the engine against itself, each by its number.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use berolina_engine::{Engine, Limits, Score};
use berolina_numbers::Random;
use berolina_rules::geometry::Color;
use berolina_rules::{Game, Move, Position, Variant};
use serde::{Deserialize, Serialize};

/// A game that has not ended after so many plies is given up, and counts as drawn.
pub const LONGEST: usize = 400;
/// How such a game ends.
pub const UNFINISHED: &str = "unfinished";
/// A player claims the win that the rules give him.
pub const CLAIM: &str = "claim";
/// Among so many moves the early ones are drawn.
const LINES: usize = 8;
/// What a proven end counts, in hundredths of a pawn.
pub const DECIDED: i32 = 10_000;
/// Two games in so many are between players of different skill.
const SKILL_EVERY: u64 = 10;

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Plan {
    /// Positions visited for each move: how strong the players are.
    pub nodes: u64,
    /// What the early moves follow from; another number gives other games.
    pub seed: u64,
    /// So many plies are drawn by chance, the better by their scores the more often.
    pub drawn: usize,
    /// A move that is worse by so many hundredths of a pawn is drawn a third as often (divided by e).
    pub spread: i32,
}

impl Default for Plan {
    fn default() -> Self {
        Self { nodes: 4000, seed: 1, drawn: 10, spread: 15 }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Result {
    /// White won.
    White,
    /// Nobody did.
    Draw,
    /// Black won.
    Black,
}

impl Result {
    fn of(winner: Option<Color>) -> Self {
        match winner {
            None => Self::Draw,
            Some(Color::White) => Self::White,
            Some(Color::Black) => Self::Black,
        }
    }

    /// Who won.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Draw => None,
            Self::Black => Some(Color::Black),
        }
    }

    /// White's points: 0, ½ or 1.
    #[must_use]
    pub const fn points(self) -> f64 {
        match self {
            Self::White => 1.0,
            Self::Draw => 0.5,
            Self::Black => 0.0,
        }
    }
}

/// A game that was played: enough to count everything else anew.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its number, from 0.
    pub number: u64,
    /// The moves, as [`Position::move_text`] writes them.
    pub moves: Vec<String>,
    /// What the search said before each move, for White, in hundredths of a pawn; proven ends are [`DECIDED`].
    pub scores: Vec<i32>,
    /// Who won.
    pub result: Result,
    /// Why it ended: the name of a [`Reason`](berolina_rules::Reason), [`CLAIM`] or [`UNFINISHED`].
    pub end: String,
}

/// Who visits twice as many positions in a game: nobody in eight of ten, then White, then Black.
#[must_use]
pub const fn stronger(number: u64) -> Option<Color> {
    match number % SKILL_EVERY {
        8 => Some(Color::White),
        9 => Some(Color::Black),
        _ => None,
    }
}

/// Two engines, for White and Black: what one has found is no help for the other.
pub struct Players([Engine; 2]);

/// Megabytes of each player's table: games are short searches that begin with empty ones.
const HASH: usize = 4;

impl Players {
    /// Two engines.
    #[must_use]
    pub fn new() -> Self {
        Self([HASH; 2].map(Engine::with_hash))
    }
}

impl Default for Players {
    fn default() -> Self {
        Self::new()
    }
}

/// Plays a game; `None` if `stop` ended it. Of `stop` only what ends a search from outside is heeded
/// ([`Limits::stop`], [`Limits::halted`]).
#[must_use]
pub fn play(
    variant: &Arc<Variant>,
    Players(players): &mut Players,
    plan: &Plan,
    number: u64,
    stop: &Limits,
) -> Option<Record> {
    let mut random = Random::new(plan.seed << 40 ^ number);
    let mut game = Game::new(variant.start());
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    players.iter_mut().for_each(Engine::clear);
    let (result, end) = loop {
        let position = game.position();
        if let Some(outcome) = game.outcome() {
            break (Result::of(outcome.winner), outcome.reason.name());
        }
        if position.claim() == Some(position.turn()) {
            break (Result::of(Some(position.turn())), CLAIM);
        }
        if moves.len() == LONGEST {
            break (Result::Draw, UNFINISHED);
        }
        let twice = stronger(number) == Some(position.turn());
        let limits = Limits { nodes: Some(plan.nodes * (1 + u64::from(twice))), ..stop.clone() };
        let drawn = moves.len() < plan.drawn;
        let engine = &mut players[position.turn().index()];
        let found = choose(&game, engine, limits, drawn.then_some((plan.spread, &mut random)));
        if is_stopped(stop) {
            return None;
        }
        // A position without a legal move has an outcome.
        let Some((mv, score)) = found.filter(|&(mv, _)| position.is_legal(mv)) else {
            break (Result::Draw, UNFINISHED);
        };
        moves.push(position.move_text(mv));
        scores.push(if position.turn() == Color::White { score } else { -score });
        game.push(mv);
    };
    Some(Record { number, moves, scores, result, end: end.to_owned() })
}

/// Whether somebody wants it to end.
fn is_stopped(stop: &Limits) -> bool {
    stop.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
        || stop.halted.is_some_and(|halted| halted())
}

/// The move to make and the mover's score. With a spread it is drawn among the best.
fn choose(
    game: &Game,
    engine: &mut Engine,
    limits: Limits,
    drawn: Option<(i32, &mut Random)>,
) -> Option<(Move, i32)> {
    let Some((spread, random)) = drawn else {
        let report = engine.search(game, &limits, &mut |_| {});
        return Some((report.best?, in_centipawns(report.score)));
    };
    let mut found: Vec<(usize, Move, i32)> = Vec::new();
    let report = engine.search(game, &Limits { lines: LINES, ..limits }, &mut |report| {
        if let Some(&mv) = report.pv.first() {
            found.retain(|&(rank, other, _)| rank != report.rank && other != mv);
            found.push((report.rank, mv, in_centipawns(report.score)));
        }
    });
    let Some(most) = found.iter().map(|&(_, _, score)| score).max() else {
        return Some((report.best?, in_centipawns(report.score)));
    };
    found.sort_by_key(|&(rank, mv, score)| (-score, rank, mv.bits()));
    let weights: Vec<f64> = found
        .iter()
        .map(|&(_, _, score)| (f64::from(score - most) / f64::from(spread.max(1))).exp())
        .collect();
    let total: f64 = weights.iter().sum();
    let mut left = random.below(1 << 30) as f64 / f64::from(1 << 30) * total;
    for (&(_, mv, score), weight) in found.iter().zip(&weights) {
        left -= weight;
        if left < 0.0 {
            return Some((mv, score));
        }
    }
    found.first().map(|&(_, mv, score)| (mv, score))
}

/// A first move, and what a search says of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FirstMove {
    /// As [`Position::move_text`] writes it.
    pub text: String,
    /// As people write it.
    pub san: String,
    /// White's score after it, in hundredths of a pawn.
    pub score: i32,
}

/// More first moves are not searched: games that have more have thousands.
const MOST_FIRST: usize = 60;

/// What a search of `nodes` positions says of each first move, the best first; of the first 60 where there are more. `None` if `stop`
/// ended it.
#[must_use]
pub fn first_moves(
    variant: &Arc<Variant>,
    Players([engine, _]): &mut Players,
    nodes: u64,
    stop: &Limits,
) -> Option<Vec<FirstMove>> {
    let start: Position = variant.start();
    let mut found = Vec::new();
    for mv in start.legal_moves().into_iter().take(MOST_FIRST) {
        engine.clear();
        let limits = Limits { nodes: Some(nodes), root_moves: Some(vec![mv]), ..stop.clone() };
        let report = engine.search(&Game::new(start.clone()), &limits, &mut |_| {});
        if is_stopped(stop) {
            return None;
        }
        let score = in_centipawns(report.score) * if start.turn() == Color::White { 1 } else { -1 };
        found.push(FirstMove { text: start.move_text(mv), san: start.san(mv), score });
    }
    let sign = if start.turn() == Color::White { -1 } else { 1 };
    found.sort_by_key(|first| sign * first.score);
    Some(found)
}

fn in_centipawns(score: Score) -> i32 {
    score.centipawns().unwrap_or(DECIDED * score.value().signum()).clamp(-DECIDED, DECIDED)
}
