//! Games added up.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use berolina_rules::Variant;
use berolina_rules::geometry::{Color, Grid, Square};
use berolina_rules::tables::Kind;

use crate::facts::{Counts, Facts, TREE, facts};
use crate::figure::{Figure, Sums};
use crate::play::{FirstMove, Plan, Record, Result};
use crate::report::{Branch, Dramatic, End, First, Piece, Report};
use crate::values::values;

/// A branch of the tree of openings that fewer games go is not shown.
const FEW: u64 = 3;
/// So many moves are shown at each place of it.
const BRANCHES: usize = 6;
/// So many dramatic games are shown.
const DRAMATIC: usize = 3;
/// The mean number of choices is told while so many of the games last.
const LASTING: usize = 10;

/// The games so far. Their order does not matter, and a game that comes twice counts once.
#[derive(Debug)]
pub struct Tally {
    variant: Arc<Variant>,
    games: BTreeMap<u64, Facts>,
    pieces: Vec<Counts>,
}

impl Tally {
    /// No game yet.
    #[must_use]
    pub fn new(variant: &Arc<Variant>) -> Self {
        let count = variant.definition().pieces.len();
        let counts = Counts { stood: vec![0; variant.shape().size()], ..Counts::default() };
        Self { variant: Arc::clone(variant), games: BTreeMap::new(), pieces: vec![counts; count] }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// One line, if it is none of this game.
    pub fn add(&mut self, record: Record) -> std::result::Result<(), String> {
        let number = record.number;
        if self.games.contains_key(&number) {
            return Ok(());
        }
        let facts = facts(&self.variant, record, &mut self.pieces).ok_or_else(|| {
            let name = self.variant.definition().full_name();
            format!("game {number} is no game of {name} as it is now: it was played by other rules")
        })?;
        self.games.insert(number, facts);
        Ok(())
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.games.len() as u64
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// White's points so far, in games of equal players.
    #[must_use]
    pub fn white(&self) -> Figure {
        Figure::points(self.equal().map(points))
    }

    fn equal(&self) -> impl Iterator<Item = &Facts> {
        self.games.values().filter(|game| game.stronger.is_none())
    }

    /// What the games tell. `firsts` are the first moves as [`first_moves`](crate::play::first_moves) finds them; `draws` says how often
    /// games are drawn again for the errors of the pieces' worths: the time grows with it.
    #[must_use]
    pub fn report(&self, plan: &Plan, firsts: &[FirstMove], draws: u64) -> Report {
        let definition = self.variant.definition();
        let equal: Vec<&Facts> = self.equal().collect();
        let count = equal.len() as u64;
        let won = |result| equal.iter().filter(|game| game.record.result == result).count() as u64;
        let results =
            [Result::White, Result::Draw, Result::Black].map(|result| Figure::share(won(result), count));
        let all = || self.games.values();
        let per_ply = |of: fn(&Facts) -> u32| {
            let lasting = all().filter(|game| !game.choices.is_empty());
            Figure::mean(lasting.map(|game| 100.0 * f64::from(of(game)) / game.choices.len() as f64))
        };
        let (pieces, unit) = self.pieces(draws);
        Report {
            game: definition.full_name(),
            title: definition.text.title.clone(),
            hexagons: self.variant.shape().grid() == Grid::Hexagon,
            plan: plan.clone(),
            games: self.len(),
            equal: count,
            distinct: equal.iter().map(|game| &game.record.moves).collect::<HashSet<_>>().len() as u64,
            white: self.white(),
            results,
            ends: ends(&equal),
            length: Figure::mean(equal.iter().map(|game| game.choices.len() as f64)),
            lengths: lengths(&equal),
            choices: {
                let lasting = all().filter(|game| !game.choices.is_empty());
                Figure::mean(lasting.map(|game| {
                    game.choices.iter().map(|&n| f64::from(n)).sum::<f64>() / game.choices.len() as f64
                }))
            },
            choices_by_ply: self.choices_by_ply(),
            captures: per_ply(|game| game.captures),
            checks: per_ply(|game| game.checks),
            changes: Figure::mean(equal.iter().map(|game| f64::from(game.changes))),
            decisiveness: Figure::points(equal.iter().filter_map(|game| {
                Some(if game.first_clear? == Color::White { points(game) } else { 1.0 - points(game) })
            })),
            left: [0, 1].map(|color| Figure::mean(equal.iter().map(|game| f64::from(game.left[color])))),
            pieces,
            unit,
            skill: Figure::points(all().filter_map(|game| {
                Some(if game.stronger? == Color::White { points(game) } else { 1.0 - points(game) })
            })),
            firsts: firsts.iter().map(|first| first_move(first, &equal)).collect(),
            tree: branches(&equal, 0),
            dramatic: dramatic(&equal),
        }
    }

    /// The pieces, and the name of that in whose worth the others are told: the one that there are most of at the start.
    fn pieces(&self, draws: u64) -> (Vec<Piece>, Option<String>) {
        let definition = self.variant.definition();
        let start = self.variant.start();
        let kinds = || Kind::first(self.variant.kinds().len());
        let royal: Vec<bool> = (0..self.pieces.len())
            .map(|piece| {
                let mut kinds = kinds().filter(|&kind| self.variant.piece_of(kind).index() == piece);
                kinds.any(|kind| Color::ALL.iter().any(|&color| start.is_royal(kind, color)))
            })
            .collect();
        let at_start = |piece: usize| -> u32 {
            let kinds = kinds().filter(|&kind| self.variant.piece_of(kind).index() == piece);
            let held = |kind, color| start.count(color, kind) + u32::from(start.in_hand(color, kind));
            kinds.map(|kind| Color::ALL.iter().map(|&color| held(kind, color)).sum::<u32>()).sum()
        };
        let wanted: Vec<bool> = royal.iter().map(|royal| !royal).collect();
        let candidates = (0..self.pieces.len()).filter(|&piece| wanted[piece] && at_start(piece) > 0);
        let unit = candidates.max_by_key(|&piece| (at_start(piece), usize::MAX - piece));
        let games: Vec<&Facts> = self.games.values().collect();
        let values =
            unit.map_or_else(|| vec![None; self.pieces.len()], |unit| values(&games, &wanted, unit, draws));
        let count = self.games.len().max(1) as f64;
        let pieces = definition.pieces.iter().zip(&self.pieces).enumerate();
        let pieces = pieces.map(|(i, (piece, counts))| Piece {
            name: piece.name.clone(),
            letter: piece.letter.to_string(),
            royal: royal[i],
            value: values[i],
            moves: counts.moves as f64 / count,
            captures: counts.captures as f64 / count,
            captured: counts.captured as f64 / count,
            promoted: counts.promoted as f64 / count,
            stood: self.stood(counts),
        });
        (pieces.collect(), unit.map(|unit| definition.pieces[unit].name.clone()))
    }

    /// Where a piece stood, by row from above and column.
    fn stood(&self, counts: &Counts) -> Vec<Vec<Option<f64>>> {
        let shape = self.variant.shape();
        let (columns, rows) = shape.drawn_size();
        let total = counts.stood.iter().sum::<u64>().max(1) as f64;
        let mut map = vec![vec![None; usize::from(columns)]; usize::from(rows)];
        for square in shape.iter() {
            let Square(index) = square;
            let (column, row) = shape.drawn(square);
            let share = counts.stood[usize::from(index)] as f64 / total;
            map[usize::from(rows - 1 - row)][usize::from(column)] = Some(share);
        }
        map
    }

    fn choices_by_ply(&self) -> Vec<f64> {
        let mut sums: Vec<Sums> = Vec::new();
        for game in self.games.values() {
            if sums.len() < game.choices.len() {
                sums.resize(game.choices.len(), Sums::default());
            }
            for (sum, &choices) in sums.iter_mut().zip(&game.choices) {
                sum.add(f64::from(choices));
            }
        }
        let lasting = |figure: &Figure| figure.count as usize * LASTING >= self.games.len();
        sums.iter().map(Sums::mean).take_while(lasting).map(|figure| figure.value).collect()
    }
}

fn points(game: &Facts) -> f64 {
    game.record.result.points()
}

fn ends(games: &[&Facts]) -> Vec<End> {
    let mut counts: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
    for game in games {
        counts.entry(&game.record.end).or_default()[game.record.result as usize] += 1;
    }
    let mut ends: Vec<End> = counts
        .into_iter()
        .map(|(name, results)| End {
            name: name.to_owned(),
            results,
            share: Figure::share(results.iter().sum(), games.len() as u64),
        })
        .collect();
    ends.sort_by_key(|end| std::cmp::Reverse(end.results.iter().sum::<u64>()));
    ends
}

fn lengths(games: &[&Facts]) -> Vec<u64> {
    let mut classes = Vec::new();
    for game in games {
        let class = game.choices.len() / Report::LENGTH_CLASS;
        if classes.len() <= class {
            classes.resize(class + 1, 0);
        }
        classes[class] += 1;
    }
    classes
}

fn first_move(first: &FirstMove, games: &[&Facts]) -> First {
    let mut with = games.iter().filter(|game| game.record.moves.first() == Some(&first.text)).peekable();
    let white = if with.peek().is_some() {
        Figure::points(with.map(|game| points(game)))
    } else {
        Figure { value: f64::NAN, error: f64::NAN, count: 0 }
    };
    First { mv: first.clone(), games: white.count, white }
}

/// What was played after so many plies in games that went the same way until then.
fn branches(games: &[&Facts], ply: usize) -> Vec<Branch> {
    if ply == TREE {
        return Vec::new();
    }
    let mut ways: BTreeMap<&str, Vec<&Facts>> = BTreeMap::new();
    for &game in games {
        if let Some(san) = game.opening.get(ply) {
            ways.entry(san).or_default().push(game);
        }
    }
    let mut ways: Vec<(&str, Vec<&Facts>)> =
        ways.into_iter().filter(|(_, games)| games.len() as u64 >= FEW).collect();
    ways.sort_by_key(|(_, games)| std::cmp::Reverse(games.len()));
    ways.truncate(BRANCHES);
    let branch = |(san, games): (&str, Vec<&Facts>)| Branch {
        san: san.to_owned(),
        games: games.len() as u64,
        white: Figure::points(games.iter().map(|game| points(game))),
        next: branches(&games, ply + 1),
    };
    ways.into_iter().map(branch).collect()
}

fn dramatic(games: &[&Facts]) -> Vec<Dramatic> {
    let mut games = games.to_vec();
    games.sort_by(|a, b| b.drama.total_cmp(&a.drama).then(a.record.number.cmp(&b.record.number)));
    games.truncate(DRAMATIC);
    let told = |game: &Facts| Dramatic {
        number: game.record.number,
        moves: game.record.moves.clone(),
        scores: game.record.scores.clone(),
        result: match game.record.result {
            Result::White => "1-0",
            Result::Draw => "1/2-1/2",
            Result::Black => "0-1",
        },
        end: game.record.end.clone(),
        changes: game.changes,
        drama: game.drama,
    };
    games.into_iter().map(told).collect()
}
