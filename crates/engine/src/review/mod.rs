//! Games looked back on: what each move was worth, what would have been better, and how well each player
//! played.
//!
//! [`assess`] looks at a position, [`review`] at a game, and [`annotate`] writes a review into a record.
//! Nothing here reads files or writes output, and no thread is started that the engine does not start.
//!
//! A game is gone through from its end to its start with one table. So what the engine has found out
//! about a position is in the table when it looks at the position before: a fault is seen where it was
//! made and not some moves later, and the evaluations before and after a move agree better. Where they
//! differ by a mistake or more, whatever was played, both positions are looked at again with twice the
//! limits, or a ply deeper: so that it is a fault of the player's and none of the search's.
//!
//! ```
//! use berolina_engine::review::{Class, ReviewOptions, review};
//! use berolina_engine::{Engine, Limits};
//! use berolina_rules::{Game, Library, Variant};
//!
//! let mut game = Game::new(Variant::load(&Library::shipped(), "chess")?.start());
//! for text in ["f3", "e5", "g4", "Qh4"] {
//!     game.push(game.position().parse_san(text)?);
//! }
//! let options = ReviewOptions { limits: Limits::depth(3), ..ReviewOptions::default() };
//! let review = review(&game, &options, &mut Engine::new(), &mut |_| {});
//! assert_eq!(review.moves[2].class, Class::MissedDefence);
//! let said = review.moves[2].remark(&game.positions()[2]).unwrap();
//! assert!(said.starts_with("Missed defence: this loses in 1; "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod chances;
mod judge;

use std::sync::atomic::Ordering;
use std::time::Duration;

use berolina_rules::geometry::Color;
use berolina_rules::order::sort_short;
use berolina_rules::{Game, Move, Outcome, Position};

use crate::score::WIN;
use crate::{Bound, Engine, Limits, Report, Score};

pub use annotate::{MAX_LINE, add_line, annotate, eval_command};
pub use chances::{accuracy, win_percent};
pub use judge::{Class, Judged, Mark, whites};

/// How a game is reviewed.
#[derive(Clone, Debug)]
pub struct ReviewOptions {
    /// The limits for each position. `lines` are looked for in each; `stop` ends the whole review.
    pub limits: Limits,
    /// Whether to look if the best move was the only one that does not lose. Where it was played, the other
    /// moves are searched with a quarter of the limits.
    pub only_moves: bool,
}

impl Default for ReviewOptions {
    fn default() -> Self {
        Self { limits: Limits::nodes(100_000), only_moves: true }
    }
}

/// A line of play, and how the player stands who begins it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// How the player who is to move stands.
    pub score: Score,
    /// The depth to which it was searched, in plies.
    pub depth: u32,
    /// The moves, legal one after another.
    pub pv: Vec<Move>,
}

/// What the engine says of a position.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// Who is to move.
    pub turn: Color,
    /// How that player stands.
    pub score: Score,
    /// The depth to which it was searched, in plies; 0 where the game is over.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The time that it took.
    pub elapsed: Duration,
    /// The best lines, the best first; none where the game is over.
    pub lines: Vec<Line>,
    /// The number of legal moves.
    pub choices: usize,
}

/// How far a review is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions looked at.
    pub done: usize,
    /// Positions of the game: one more than moves.
    pub total: usize,
}

/// A game with its moves judged.
#[derive(Clone, Debug)]
pub struct Review {
    /// The moves that were judged, in their order: all, or those at the end of the game if the review was
    /// stopped.
    pub moves: Vec<Judged>,
    /// What the engine says of the position at the end; `None` if it was stopped before that.
    pub end: Option<Assessment>,
    /// Whether the review came to the first move.
    pub complete: bool,
}

/// How well a player played.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// From 0 to 100; `None` where there was nothing to choose.
    pub accuracy: Option<f64>,
    /// Moves of each class, in the order of [`Class::ALL`].
    pub counts: [usize; Class::ALL.len()],
}

impl Summary {
    /// How many moves were of a class.
    #[must_use]
    pub fn count(&self, class: Class) -> usize {
        self.counts[class as usize]
    }
}

impl Review {
    /// How well a player played.
    ///
    /// The accuracy is that of Lichess: the mean of the harmonic mean of the moves' accuracies and their
    /// mean weighted by how much the chances changed around them. Forced moves do not count.
    #[must_use]
    pub fn summary(&self, player: Color) -> Summary {
        let verdicts: Vec<Verdict> = self.moves.iter().map(Verdict::from).collect();
        summary(&verdicts, player)
    }
}

/// What counts of a judged move when a player's moves are summed up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// Who made it.
    pub mover: Color,
    /// Its class.
    pub class: Class,
    /// Points of the chance to win that it loses, from 0 to 100.
    pub loss: f64,
    /// White's chance to win in percent, with the best move and after this one.
    pub chances: (f64, f64),
}

impl From<&Judged> for Verdict {
    fn from(judged: &Judged) -> Self {
        let white = |score| win_percent(whites(score, judged.mover));
        let chances = (white(judged.best), white(judged.after));
        Self { mover: judged.mover, class: judged.class, loss: judged.loss, chances }
    }
}

/// How well a player played, by what was found of moves one after another; see [`Review::summary`].
#[must_use]
pub fn summary(verdicts: &[Verdict], player: Color) -> Summary {
    let first = verdicts.first().map(|verdict| verdict.chances.0);
    let chances: Vec<f64> = first.into_iter().chain(verdicts.iter().map(|v| v.chances.1)).collect();
    let weighted: Vec<(f64, f64)> = verdicts
        .iter()
        .zip(chances::weights(&chances))
        .filter(|(verdict, _)| verdict.mover == player && verdict.class != Class::Forced)
        .map(|(verdict, weight)| (accuracy(verdict.loss), weight))
        .collect();
    let mut counts = [0; Class::ALL.len()];
    for verdict in verdicts.iter().filter(|verdict| verdict.mover == player) {
        counts[verdict.class as usize] += 1;
    }
    Summary { accuracy: chances::game_accuracy(&weighted), counts }
}

/// Judges the moves of a game, from the last to the first.
///
/// What the engine knew before is forgotten, so the same game with the same limits of depth or nodes and
/// one thread gives the same review. `on_progress` is called after each position. If `stop` of the limits
/// becomes true the review ends, and has the moves that were judged until then.
pub fn review(
    game: &Game,
    options: &ReviewOptions,
    engine: &mut Engine,
    on_progress: &mut dyn FnMut(Progress),
) -> Review {
    engine.clear();
    let mut reviewer = Reviewer::new(game, options);
    let mut review = Review { moves: Vec::new(), end: None, complete: false };
    while let Some(step) = reviewer.step(engine) {
        match step {
            Step::End(end) => review.end = Some(end),
            Step::Judged(judged) => review.moves.push(*judged),
        }
        on_progress(reviewer.progress());
    }
    review.complete = reviewer.progress().done == reviewer.progress().total;
    review.moves.reverse();
    review
}

/// A review that is gone through step by step, so that it can be halted, and taken up again later.
#[derive(Clone, Debug)]
pub struct Reviewer {
    options: ReviewOptions,
    moves: Vec<Move>,
    /// The game up to the position that is looked at next; `None` at the end of the review.
    walk: Option<Game>,
    after: Option<Assessment>,
    done: usize,
}

/// What a step of a [`Reviewer`] has found.
#[derive(Clone, Debug)]
pub enum Step {
    /// The position where the review begins.
    End(Assessment),
    /// The move before the one that was judged last.
    Judged(Box<Judged>),
}

impl Reviewer {
    /// A review of a whole game. The engine should know nothing of it: see [`Engine::clear`].
    #[must_use]
    pub fn new(game: &Game, options: &ReviewOptions) -> Self {
        Self::before(game, options, game.moves().len())
    }

    /// A review of the first `plies` moves of a game: what is left of one whose later moves have been judged.
    #[must_use]
    pub fn before(game: &Game, options: &ReviewOptions, plies: usize) -> Self {
        let (moves, mut walk) = (game.moves().to_vec(), game.clone());
        while walk.moves().len() > plies {
            walk.pop();
        }
        let done = moves.len() - walk.moves().len();
        Self { options: options.clone(), moves, walk: Some(walk), after: None, done }
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { done: self.done, total: self.moves.len() + 1 }
    }

    /// Looks at the next position. `None` where there is none, or `stop` of the limits is true.
    pub fn step(&mut self, engine: &mut Engine) -> Option<Step> {
        let limits = &self.options.limits;
        let walk = self.walk.as_mut()?;
        let ply = walk.moves().len();
        let mut here = assess(walk, limits, engine, &mut |_| {});
        if is_stopped(limits) {
            return None;
        }
        let step = match (&mut self.after, self.moves.get(ply)) {
            (Some(after), Some(&mv)) => {
                if judge::disagree(&here, after) {
                    (here, *after) = look_again(walk, mv, limits, engine);
                }
                let second = match self.options.only_moves && judge::may_be_only(here.score) {
                    true => second_best(walk, mv, &here, limits, engine),
                    false => None,
                };
                if is_stopped(limits) {
                    return None;
                }
                Step::Judged(Box::new(Judged::new(ply, mv, here.clone(), after, second)))
            }
            _ => Step::End(here.clone()),
        };
        self.after = Some(here);
        self.done = self.moves.len() + 1 - ply;
        if walk.pop().is_none() {
            self.walk = None;
        }
        Some(step)
    }
}

/// Looks longer at the position before a move and the one after it.
fn look_again(game: &mut Game, mv: Move, limits: &Limits, engine: &mut Engine) -> (Assessment, Assessment) {
    let longer = Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(2)),
        time: limits.time.map(|time| time.saturating_mul(2)),
        depth: limits.depth.map(|depth| depth.saturating_add(1)),
        ..limits.clone()
    };
    game.push(mv);
    let after = assess(game, &longer, engine, &mut |_| {});
    game.pop();
    let before = assess(game, &longer, engine, &mut |_| {});
    (before, after)
}

/// What the engine says of the position that a game has reached, or has found until `stop` of the limits
/// became true. `on_report` is called as by [`Engine::search`].
pub fn assess(
    game: &Game,
    limits: &Limits,
    engine: &mut Engine,
    on_report: &mut dyn FnMut(&Report),
) -> Assessment {
    let position = game.position();
    let (turn, choices) = (position.turn(), position.legal_moves().len());
    // Games go on after some ends, such as a repetition that nobody minded.
    if let Some(outcome) = game.outcome().filter(|outcome| outcome.reason.is_final()) {
        let (depth, nodes, elapsed) = (0, 0, Duration::ZERO);
        return Assessment {
            turn,
            score: decided(outcome, turn),
            depth,
            nodes,
            elapsed,
            lines: Vec::new(),
            choices,
        };
    }
    let wanted = limits.lines.clamp(1, choices.max(1));
    let (mut lines, report) = search(game, limits, wanted, engine, on_report);
    let (mut nodes, mut elapsed) = (report.nodes, report.elapsed);
    while lines.len() < wanted && !is_stopped(limits) {
        let known: Vec<Move> = lines.iter().filter_map(|line| line.pv.first().copied()).collect();
        let Some(limits) = excluding(position, &known, limits) else { break };
        let (more, report) = search(game, &limits, 1, engine, &mut |_| {});
        nodes += report.nodes;
        elapsed += report.elapsed;
        lines.extend(more);
    }
    // Lines that were searched apart from each other need not come in order.
    sort_short(&mut lines, |a, b| a.score > b.score);
    let (score, depth) = lines.first().map_or((report.score, report.depth), |line| (line.score, line.depth));
    Assessment { turn, score, depth, nodes, elapsed, lines, choices }
}

/// Searches once. The lines are as many as the engine gave, at most `wanted`, each with another first move.
fn search(
    game: &Game,
    limits: &Limits,
    wanted: usize,
    engine: &mut Engine,
    on_report: &mut dyn FnMut(&Report),
) -> (Vec<Line>, Report) {
    let position = game.position();
    let limits = Limits { lines: wanted, ..limits.clone() };
    let mut told: Vec<Option<Line>> = vec![None; wanted];
    let report = engine.search(game, &limits, &mut |report| {
        if let Some(place) = told.get_mut(report.rank.max(1) - 1).filter(|_| report.bound == Bound::Exact) {
            *place = Some(line(position, report));
        }
        on_report(report);
    });
    let mut lines: Vec<Line> = report.best.map(|_| line(position, &report)).into_iter().collect();
    // The lines that were told last may be of the depth before.
    for line in told.into_iter().skip(1).flatten() {
        if lines.iter().all(|other| other.pv.first() != line.pv.first()) {
            lines.push(line);
        }
    }
    (lines, report)
}

/// A line of a report, as far as its moves are legal.
fn line(position: &Position, report: &Report) -> Line {
    let mut at = position.clone();
    let mut pv = Vec::new();
    for &mv in report.best.iter().chain(report.pv.iter().skip(1)) {
        if !at.is_legal(mv) {
            break;
        }
        at = at.play_unchecked(mv);
        pv.push(mv);
    }
    Line { score: report.score, depth: report.depth, pv }
}

/// How the player stands with the best of the moves beside the one that was played, if that was the
/// engine's choice.
fn second_best(
    game: &Game,
    played: Move,
    here: &Assessment,
    limits: &Limits,
    engine: &mut Engine,
) -> Option<Score> {
    let first = here.lines.first().filter(|line| line.pv.first() == Some(&played));
    first?;
    if let Some(second) = here.lines.get(1) {
        return Some(second.score);
    }
    let quarter = Limits {
        nodes: limits.nodes.map(|nodes| (nodes / 4).max(1)),
        time: limits.time.map(|time| time / 4),
        ..excluding(game.position(), &[played], limits)?
    };
    search(game, &quarter, 1, engine, &mut |_| {}).0.first().map(|line| line.score)
}

/// The limits for a search of the moves but for some; `None` if there are no others.
fn excluding(position: &Position, known: &[Move], limits: &Limits) -> Option<Limits> {
    let others: Vec<Move> = position.legal_moves().into_iter().filter(|mv| !known.contains(mv)).collect();
    (!others.is_empty()).then(|| Limits { root_moves: Some(others), ..limits.clone() })
}

/// The score of the player to move where the game is over.
fn decided(outcome: Outcome, turn: Color) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == turn => Score::new(WIN),
        Some(_) => Score::new(-WIN),
    }
}

fn is_stopped(limits: &Limits) -> bool {
    limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
}
