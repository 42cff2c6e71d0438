//! Moves that a walk found, by what they are: a leap, a slide, a capture in passing, a castling.

use std::collections::BTreeSet;

use berolina_rules::definition::{Path, Ray};
use berolina_rules::geometry::Offset;

use super::betza;
use super::board::{Board, Field, Mirror, Set};
use super::walk::{EMPTY, ENEMY, FRIEND, Found, State, Visit};

/// How a piece goes, in offsets of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shape {
    Leap(Offset),
    Ride(Offset),
    /// So many equal steps, the squares between empty.
    Slow(Offset, u8),
    /// A leap with one square that must be empty.
    Lame {
        via: Offset,
        to: Offset,
    },
    /// A slide over exactly one piece.
    Cannon(Offset),
    /// To the square behind the first piece.
    Hop(Offset),
    /// It stays where it is.
    Still,
}

/// From where to where.
pub(super) type Pairs = BTreeSet<(usize, usize)>;

/// What a found move is.
pub(super) enum Kind {
    Plain {
        shape: Shape,
        pairs: Pairs,
    },
    /// A capture of what went past.
    Passing {
        passing: Passing,
        pairs: Pairs,
    },
    Castling(Castling),
}

/// A capture of a piece that has just gone past, in offsets from where the captor stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Passing {
    pub to: Offset,
    /// The piece that is captured, and where it came from.
    pub captured: Offset,
    pub from: Offset,
    pub kinds: Vec<String>,
}

/// A king's move with one of another piece, in offsets from the king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Castling {
    pub to: Offset,
    pub rook: Offset,
    pub rook_to: Offset,
    pub rook_kind: String,
    /// Squares that must be empty, and those that may not be attacked.
    pub empty: Vec<Offset>,
    pub safe: Vec<Offset>,
    /// Attributes of king and rook that must be so, by which they have not moved.
    pub king_has: Vec<(String, bool)>,
    pub rook_has: Vec<(String, bool)>,
    pub sets: Vec<(String, bool)>,
}

impl Shape {
    /// As the notation of moves has it, seen by a player.
    pub(super) fn ray(self, field: &Field, side: usize, mirror: Mirror) -> Option<Ray> {
        let seen = |offset| field.turned(offset, side, mirror);
        Some(match self {
            Self::Leap(by) => betza::ray(seen(by), 1, 1, Path::Clear),
            Self::Ride(by) => betza::ray(seen(by), 1, u8::MAX, Path::Clear),
            Self::Slow(by, times) => betza::ray(seen(by), times, times, Path::Clear),
            Self::Lame { via, to } => betza::ray(seen(to), 1, 1, Path::Lame { via: seen(via) }),
            Self::Cannon(by) => betza::ray(seen(by), 2, u8::MAX, Path::Cannon),
            Self::Hop(by) => betza::ray(seen(by), 2, u8::MAX, Path::Grasshopper),
            Self::Still => return None,
        })
    }

    /// All that such moves are on a board: from where to where, over which squares.
    pub(super) fn everywhere(self, field: &Field) -> Vec<(usize, usize, Vec<usize>)> {
        let at =
            |place: Offset| field.cells.iter().position(|cell| cell.is_some_and(|cell| cell.at == place));
        let by = |from: Offset, by: Offset, times: i8| {
            at((from.0.checked_add(by.0.checked_mul(times)?)?, from.1.checked_add(by.1.checked_mul(times)?)?))
        };
        let mut all = Vec::new();
        for (from, cell) in field.cells.iter().enumerate() {
            let Some(cell) = cell else { continue };
            match self {
                Self::Still => all.push((from, from, Vec::new())),
                Self::Leap(to) => all.extend(by(cell.at, to, 1).map(|to| (from, to, Vec::new()))),
                Self::Lame { via, to } => {
                    let via = by(cell.at, via, 1);
                    all.extend(via.zip(by(cell.at, to, 1)).map(|(via, to)| (from, to, vec![via])));
                }
                Self::Slow(step, _) | Self::Ride(step) | Self::Cannon(step) | Self::Hop(step)
                    if step != (0, 0) =>
                {
                    let most = if let Self::Slow(_, most) = self { most } else { 16 };
                    let line: Vec<usize> = (1..=most as i8).map_while(|n| by(cell.at, step, n)).collect();
                    for (n, &to) in line.iter().enumerate() {
                        let wanted = match self {
                            Self::Slow(_, times) => n + 1 == usize::from(times),
                            Self::Ride(_) => true,
                            _ => n >= 1,
                        };
                        if wanted {
                            all.push((from, to, line[..n].to_vec()));
                        }
                    }
                }
                _ => {}
            }
        }
        all
    }
}

/// What a found move is, if the language has something like it.
pub(super) fn kind(board: &Board, field: &Field, found: &Found) -> Result<Kind, String> {
    let state = &found.state;
    if !state.checked.is_empty()
        || !state.asks.is_empty()
        || state.parts.iter().any(|part| part.away.is_some())
    {
        return Err("it depends on squares by their names".to_owned());
    }
    match (state.parts.as_slice(), state.captures.as_slice()) {
        ([part], []) if part.from == 0 => plain(board, field, found),
        ([part], [captured]) if part.from == 0 && *captured == found.to => plain(board, field, found),
        ([part], [captured]) if part.from == 0 => passing(board, field, found, *captured),
        ([_, _], []) if found.kinds.is_none() => castling(state).map(Kind::Castling),
        _ => Err("other pieces move or are taken".to_owned()),
    }
}

fn plain(board: &Board, field: &Field, found: &Found) -> Result<Kind, String> {
    let state = &found.state;
    let way = state.way(found.to);
    let slides = |at: usize| state.way(at).iter().any(|&at| state.visits[at].ride);
    if state.again.iter().any(|(at, _)| slides(*at)) {
        return Err("steps back behind a slide".to_owned());
    }
    for (at, visit) in state.visits.iter().enumerate() {
        let beside = at != 0 && !way.contains(&at);
        if beside && (!is_free(visit) || slides(at)) {
            return Err("what stands beside its way decides".to_owned());
        }
        if visit.last_from || visit.last_to || visit.attacked.is_some() || visit.kinds.is_some() {
            return Err("it depends on attacks, on kinds of pieces or on the last move".to_owned());
        }
        if at != 0 && !visit.attributes.is_empty() {
            return Err("it depends on what other pieces have done".to_owned());
        }
    }
    let shape = shape(board, state, &way)?;
    Ok(Kind::Plain { shape, pairs: pairs(board, field, state, &way) })
}

/// Where a piece may be placed from beside the board, by one of its drops.
pub(super) fn drop_on(found: &Found) -> Result<Set, String> {
    let state = &found.state;
    let [square] = state.visits.as_slice() else {
        return Err("a drop that looks at other squares".to_owned());
    };
    let plain = square.kinds.is_none() && square.attacked.is_none() && square.attributes.is_empty();
    let named = super::prisoners::goes_aside(found) || !state.asks.is_empty() || !state.checked.is_empty();
    let alone = !named && state.parts.len() == 1 && state.captures.is_empty() && found.kinds.is_none();
    if !plain || !alone || square.may != EMPTY || square.last_from || square.last_to {
        return Err("a drop that is not just onto an empty square".to_owned());
    }
    Ok(square.zone.clone())
}

/// Whether nothing is said of a square.
fn is_free(visit: &Visit) -> bool {
    visit.may == EMPTY | ENEMY | FRIEND
        && visit.kinds.is_none()
        && visit.zone.iter().all(|on| *on)
        && !visit.ride
}

/// Steps between which nothing is asked are one.
struct Leg {
    by: Offset,
    ride: bool,
    may: u8,
}

fn shape(board: &Board, state: &State, way: &[usize]) -> Result<Shape, String> {
    let mut legs: Vec<Leg> = Vec::new();
    let mut by = (0_i8, 0_i8);
    for (n, &at) in way.iter().enumerate() {
        let visit = &state.visits[at];
        if visit.ride && by != (0, 0) {
            return Err("a leap before a slide".to_owned());
        }
        for direction in &visit.directions {
            let Some(step) = board.vector(direction) else {
                return Err(format!("the direction `{direction}` leads elsewhere from other squares"));
            };
            by = (by.0.saturating_add(step.0), by.1.saturating_add(step.1));
        }
        let last = n + 1 == way.len();
        if last || visit.ride || visit.may != EMPTY | ENEMY | FRIEND {
            legs.push(Leg { by, ride: visit.ride, may: visit.may });
            by = (0, 0);
        }
    }
    let occupied = ENEMY | FRIEND;
    let shape = match legs.as_slice() {
        [] => Shape::Still,
        [one] if one.ride => Shape::Ride(one.by),
        [one] => Shape::Leap(one.by),
        [a, b] if !a.ride && !b.ride && a.may == EMPTY && a.by == b.by => Shape::Slow(a.by, 2),
        [a, b] if !a.ride && !b.ride && a.may == EMPTY => {
            Shape::Lame { via: a.by, to: (a.by.0.saturating_add(b.by.0), a.by.1.saturating_add(b.by.1)) }
        }
        [a, b, c] if [a, b, c].iter().all(|leg| !leg.ride && leg.by == a.by) && a.may & b.may == EMPTY => {
            Shape::Slow(a.by, 3)
        }
        [a, b] if a.ride && a.may == occupied && a.by == b.by && b.ride => Shape::Cannon(a.by),
        [a, b] if a.ride && a.may == occupied && a.by == b.by => Shape::Hop(a.by),
        _ => return Err("a way with several turns or conditions".to_owned()),
    };
    match shape {
        Shape::Leap((0, 0)) | Shape::Ride((0, 0)) => Err("a way that leads back".to_owned()),
        shape => Ok(shape),
    }
}

/// From where to where it goes, by the links of the board and what is asked of each square.
fn pairs(board: &Board, field: &Field, state: &State, way: &[usize]) -> Pairs {
    let mut pairs = Pairs::new();
    for from in 0..field.cells.len() {
        if field.cells[from].is_none() || !state.visits[0].zone[from] || !leads(board, state, from) {
            continue;
        }
        let mut ends = BTreeSet::from([from]);
        for &at in way {
            let visit = &state.visits[at];
            let mut next = BTreeSet::new();
            for &start in &ends {
                let mut here = start;
                for _ in 0..if visit.ride { board.names.len() } else { 1 } {
                    let to =
                        visit.directions.iter().try_fold(here, |at, direction| board.step(at, direction));
                    let Some(to) = to.filter(|&to| field.cells[to].is_some()) else { break };
                    if visit.zone[to] {
                        next.insert(to);
                    }
                    here = to;
                    if !visit.through[to] || to == start {
                        break;
                    }
                }
            }
            ends = next;
        }
        pairs.extend(ends.into_iter().map(|to| (from, to)));
    }
    pairs
}

/// Whether all squares that a block looks at are there, also those beside its way. Behind a slide that is not asked.
pub(super) fn leads(board: &Board, state: &State, from: usize) -> bool {
    let place = |at: usize| {
        let way = state.way(at);
        let fixed = way.iter().all(|&at| !state.visits[at].ride);
        fixed.then(|| {
            let mut steps = way.iter().flat_map(|&at| &state.visits[at].directions);
            steps.try_fold(from, |at, direction| board.step(at, direction))
        })
    };
    let there = |at: usize| place(at).is_none_or(|place| place.is_some());
    (0..state.visits.len()).all(there)
        && state.again.iter().all(|(at, direction)| {
            place(*at).is_none_or(|place| place.is_some_and(|place| board.step(place, direction).is_some()))
        })
}

fn passing(board: &Board, field: &Field, found: &Found, captured: usize) -> Result<Kind, String> {
    let state = &found.state;
    let taken = &state.visits[captured];
    let from = state.visits.iter().find(|visit| visit.last_from);
    let offset = |visit: &Visit| visit.offset.filter(|_| state.visits.iter().all(|visit| !visit.ride));
    let wrong = || "it takes what stands where it does not go".to_owned();
    let (Some(from), true, Some(kinds)) = (from, taken.last_to && taken.may == ENEMY, &taken.kinds) else {
        return Err(wrong());
    };
    let to = &state.visits[found.to];
    let places = [offset(to), offset(taken), offset(from)];
    let [Some(to_at), Some(captured), Some(from)] = places else { return Err(wrong()) };
    if to.may & EMPTY == 0 || found.kinds.is_some() {
        return Err(wrong());
    }
    if state.visits.iter().any(|visit| visit.zone.iter().any(|on| !on)) {
        return Err("captures in passing on some squares only".to_owned());
    }
    let passing = Passing { to: to_at, captured, from, kinds: kinds.clone() };
    let way = state.way(found.to);
    let pairs = pairs(board, field, state, &way);
    Ok(Kind::Passing { passing, pairs })
}

fn castling(state: &State) -> Result<Castling, String> {
    let wrong = || "two pieces move, not as in castling".to_owned();
    let [king, rook] = [&state.parts[0], &state.parts[1]];
    if rook.flips || rook.becomes.is_some() {
        return Err(wrong());
    }
    let place = |at: usize| state.visits[at].offset.ok_or_else(wrong);
    if king.from != 0 || state.visits.iter().any(|visit| visit.ride) {
        return Err(wrong());
    }
    let standing = &state.visits[rook.from];
    let Some([kind]) = standing.kinds.as_deref() else { return Err(wrong()) };
    if standing.may != FRIEND {
        return Err(wrong());
    }
    let (Some(to), Some(rook_to)) = (king.to, rook.to) else { return Err(wrong()) };
    let mut out = Castling {
        to: place(to)?,
        rook: place(rook.from)?,
        rook_to: place(rook_to)?,
        rook_kind: kind.clone(),
        empty: Vec::new(),
        safe: Vec::new(),
        king_has: state.visits[0].attributes.clone(),
        rook_has: standing.attributes.clone(),
        sets: state.sets.clone(),
    };
    for (at, visit) in state.visits.iter().enumerate() {
        if visit.attacked == Some(false) {
            out.safe.push(place(at)?);
        }
        if at != 0 && visit.may == EMPTY {
            out.empty.push(place(at)?);
        }
        let asked = visit.last_from || visit.last_to || visit.attacked == Some(true);
        if asked || visit.zone.iter().any(|on| !on) || (at != rook.from && visit.kinds.is_some()) {
            return Err(wrong());
        }
    }
    Ok(out)
}
