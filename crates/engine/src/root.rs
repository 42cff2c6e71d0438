//! The root of the search: iterative deepening (Slate, Atkin 1977).

use std::time::Duration;

use berolina_rules::geometry::Size;
use berolina_rules::position::State;
use berolina_rules::tables::Tables;
use berolina_rules::{Definition, Move};

use crate::clock::Instant;
use crate::eval::{Eval, Memory};
use crate::order::Picker;
use crate::score::{Score, WIN};
use crate::search::{MAX_PLY, Search, score};
use crate::{DEFAULT_DEPTH, Limits, Report};

/// Searches a state; `line` are the hashes of the game's positions, this one last.
pub(crate) fn run<S: Size>(
    definition: &Definition,
    tables: &Tables<S>,
    state: &State<S>,
    line: Vec<u64>,
    limits: &Limits,
    on_report: &mut dyn FnMut(&Report),
) -> Report {
    let started = Instant::now();
    let mut search = Search::new(tables, Eval::new(definition, tables), line, limits, started);
    let moves = ordered_moves(&mut search, state);
    let mut report = first_report(&search, state, &moves);
    if moves.is_empty() {
        report.elapsed = started.elapsed();
        return report;
    }
    let mut root = Root { search, state, moves };
    for depth in 1..=last_depth(limits) {
        if root.search.must_stop() {
            break;
        }
        let complete = root.iterate(depth as i32, &mut report);
        report.nodes = root.search.nodes;
        report.elapsed = started.elapsed();
        if !complete {
            break;
        }
        report.depth = depth;
        on_report(&report);
        if root.is_enough(&report, limits) {
            break;
        }
    }
    report.elapsed = started.elapsed();
    report
}

fn last_depth(limits: &Limits) -> u32 {
    let deepest = MAX_PLY as u32 / 2;
    let endless = limits.nodes.is_none() && limits.time.is_none() && limits.stop.is_none();
    limits.depth.unwrap_or(if endless { DEFAULT_DEPTH } else { deepest }).clamp(1, deepest)
}

/// The moves to choose from, those that look best first.
fn ordered_moves<S: Size>(search: &mut Search<'_, S>, state: &State<S>) -> Vec<Move> {
    let mut picker = Picker::default();
    state.legal_moves(search.tables, &mut picker.moves);
    if let Some(only) = &search.limits.root_moves
        && picker.moves.iter().any(|mv| only.contains(mv))
    {
        picker.moves.retain(|mv| only.contains(mv));
    }
    picker.start(None, |mv| search.order.rank(search.tables, &search.eval.values, state, mv, 0));
    std::iter::from_fn(|| picker.pick()).collect()
}

/// What is known without searching.
fn first_report<S: Size>(search: &Search<'_, S>, state: &State<S>, moves: &[Move]) -> Report {
    let value = if moves.is_empty() {
        let outcome = state.decided(search.tables).unwrap_or_else(|| state.no_moves(search.tables));
        score(state.turn(), outcome, 0)
    } else {
        search.eval.evaluate(search.tables, state, &mut Memory::default())
    };
    Report {
        best: moves.first().copied(),
        score: Score::new(value),
        bound: crate::Bound::Exact,
        depth: 0,
        seldepth: 0,
        rank: 1,
        nodes: 0,
        elapsed: Duration::ZERO,
        hashfull: 0,
        pv: moves.first().copied().into_iter().collect(),
    }
}

struct Root<'a, S: Size> {
    search: Search<'a, S>,
    state: &'a State<S>,
    /// The best of the last depth first.
    moves: Vec<Move>,
}

impl<S: Size> Root<'_, S> {
    /// Searches every move to a depth. Returns whether it came to the end of the list; else the
    /// report has the best of what it finished, if that is the first move or better.
    fn iterate(&mut self, depth: i32, report: &mut Report) -> bool {
        let search = &mut self.search;
        search.root_depth = depth;
        let mut alpha = -WIN;
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            let score = if index == 0 {
                search.child(self.state, mv, (alpha, WIN), depth - 1, 1)
            } else {
                search.reduced(self.state, mv, (alpha, WIN), (depth - 1, 0), 1)
            };
            if search.stopped {
                return false;
            }
            if score > alpha || index == 0 {
                alpha = score;
                search.extend_pv(mv, 0);
                report.best = Some(mv);
                report.score = Score::new(score);
                report.pv.clone_from(&search.pv[0]);
                self.moves[..=index].rotate_right(1);
            }
        }
        true
    }

    /// Whether more depth would tell nothing: the end is proven, or there is no choice and the
    /// clock runs.
    fn is_enough(&self, report: &Report, limits: &Limits) -> bool {
        if report.score.end().is_some_and(|(_, plies)| plies <= report.depth) {
            return true;
        }
        limits.time.is_some_and(|time| {
            (self.moves.len() == 1 && report.depth >= 4) || self.search.started.elapsed() >= time * 7 / 10
        })
    }
}
