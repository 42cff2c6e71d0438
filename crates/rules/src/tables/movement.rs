//! From the rays of a piece to its tables.

use super::{Attackers, Kind, KindMasks, Leaps, Movers, Step, Steps, Tables};
use crate::definition::{Path, Ray};
use crate::geometry::{Color, Shape, Size, Square, Table, Word};

/// A ray as a player of `color` makes it.
pub(super) fn mirrored(mut ray: Ray, color: Color) -> Ray {
    if color == Color::Black {
        ray.step.1 = -ray.step.1;
        match &mut ray.path {
            Path::Lame { via } => via.1 = -via.1,
            Path::Over { square, .. } => square.1 = -square.1,
            Path::Clear | Path::Cannon | Path::Grasshopper => {}
        }
    }
    ray
}

/// How a ray is looked up.
enum Shelf {
    Leap,
    Orthogonal,
    Diagonal,
    Odd,
}

fn shelf(ray: &Ray) -> Shelf {
    let (dx, dy) = ray.step;
    match ray.path {
        Path::Clear if ray.min == 1 && ray.max == 1 => Shelf::Leap,
        Path::Clear if dx.abs() > 1 || dy.abs() > 1 => Shelf::Odd,
        Path::Clear if dx == 0 || dy == 0 => Shelf::Orthogonal,
        Path::Clear => Shelf::Diagonal,
        _ => Shelf::Odd,
    }
}

/// Whether a ray is none of a leap, a slide along ranks and files, and one along diagonals.
pub(super) fn is_odd(ray: &Ray) -> bool {
    matches!(shelf(ray), Shelf::Odd)
}

impl<S: Size> KindMasks<S> {
    /// The tables of a piece with these rays (already mirrored).
    pub(super) fn new(shape: Shape, rays: &[Ray], promotes: bool) -> Self {
        let none = || Box::new(S::BySquare::<S::Word>::filled(S::Word::EMPTY));
        let mut masks = Self {
            quiet_orthogonal: none(),
            capture_orthogonal: none(),
            quiet_diagonal: none(),
            capture_diagonal: none(),
            quiet_leap: none(),
            capture_leap: none(),
            from_orthogonal: none(),
            from_diagonal: none(),
            from_leap: none(),
            has_orthogonal: false,
            has_diagonal: false,
            promotes,
            odd: Vec::new(),
        };
        for ray in rays {
            let (quiet, capture, from) = match shelf(ray) {
                Shelf::Odd => {
                    masks.odd.push(*ray);
                    continue;
                }
                Shelf::Leap => (&mut masks.quiet_leap, &mut masks.capture_leap, &mut masks.from_leap),
                Shelf::Orthogonal => {
                    masks.has_orthogonal = true;
                    (&mut masks.quiet_orthogonal, &mut masks.capture_orthogonal, &mut masks.from_orthogonal)
                }
                Shelf::Diagonal => {
                    masks.has_diagonal = true;
                    (&mut masks.quiet_diagonal, &mut masks.capture_diagonal, &mut masks.from_diagonal)
                }
            };
            for square in shape.iter() {
                let mut at = square;
                for n in 1..=ray.max {
                    let Some(next) = shape.offset(at, ray.step.0, ray.step.1) else { break };
                    at = next;
                    if n < ray.min {
                        continue;
                    }
                    if ray.moves {
                        *quiet.at_mut(square.index()) |= S::Word::bit(at);
                    }
                    if ray.captures {
                        *capture.at_mut(square.index()) |= S::Word::bit(at);
                        *from.at_mut(at.index()) |= S::Word::bit(square);
                    }
                }
            }
        }
        masks
    }

    /// For each square from where an odd move could ever attack it.
    fn odd_reach(&self, shape: Shape) -> S::BySquare<S::Word> {
        let mut reach = S::BySquare::<S::Word>::filled(S::Word::EMPTY);
        for ray in &self.odd {
            let (step, count) = match ray.path {
                Path::Over { square, .. } => (square, 1),
                _ if ray.captures => (ray.step, ray.max),
                _ => continue,
            };
            for from in shape.iter() {
                let mut at = from;
                for _ in 0..count {
                    let Some(next) = shape.offset(at, step.0, step.1) else { break };
                    at = next;
                    *reach.at_mut(at.index()) |= S::Word::bit(from);
                }
            }
        }
        reach
    }
}

fn is_empty<S: Size>(table: &S::BySquare<S::Word>) -> bool {
    table.all().iter().all(|word| word.is_empty())
}

/// Adds `kind` to the list entry with the same squares, or makes one.
fn join<S: Size>(groups: &mut Vec<Leaps<S>>, kind: Kind, squares: &S::BySquare<S::Word>) {
    if is_empty::<S>(squares) {
        return;
    }
    match groups.iter_mut().find(|group| *group.squares == *squares) {
        Some(group) => group.kinds.push(kind),
        None => groups.push(Leaps { kinds: vec![kind], squares: Box::new(*squares) }),
    }
}

/// The squares of `shape` from which a step by `(dx, dy)` stays on it.
pub(super) fn step<W: Word>(shape: Shape, (dx, dy): (i8, i8)) -> Step<W> {
    let from = shape.iter().filter(|&s| shape.offset(s, dx, dy).is_some()).collect();
    Step { shift: dy * shape.files as i8 + dx, from: W::from_set(from) }
}

impl<S: Size> Movers<S> {
    /// Sorts kinds into lists by how they move. `rays[kind]` are their rays, mirrored.
    pub(super) fn new(
        shape: Shape,
        rays: &[Vec<Ray>],
        masks: &[KindMasks<S>],
        rook: &S::BySquare<S::Word>,
        bishop: &S::BySquare<S::Word>,
    ) -> Self {
        let mut movers = Self {
            orthogonal: Vec::new(),
            diagonal: Vec::new(),
            leaps: Vec::new(),
            masked: Vec::new(),
            steps: Vec::new(),
            odd: Vec::new(),
        };
        for (kind, mask) in masks.iter().enumerate() {
            let rays = &rays[kind];
            let kind = kind as Kind;
            if !mask.odd.is_empty() {
                movers.odd.push(kind);
            }
            let slides = mask.has_orthogonal || mask.has_diagonal;
            if mask.promotes {
                if slides {
                    movers.masked.push(kind);
                } else {
                    movers.steps.push(steps(shape, kind, rays));
                }
                continue;
            }
            let full = |quiet: &S::BySquare<S::Word>, capture: &S::BySquare<S::Word>, all| {
                quiet == all && capture == all && !is_empty::<S>(all)
            };
            let orthogonal = full(&mask.quiet_orthogonal, &mask.capture_orthogonal, rook);
            let diagonal = full(&mask.quiet_diagonal, &mask.capture_diagonal, bishop);
            let plain = (orthogonal || !mask.has_orthogonal) && (diagonal || !mask.has_diagonal);
            if plain && mask.quiet_leap == mask.capture_leap {
                if orthogonal {
                    movers.orthogonal.push(kind);
                }
                if diagonal {
                    movers.diagonal.push(kind);
                }
                join(&mut movers.leaps, kind, &mask.quiet_leap);
            } else {
                movers.masked.push(kind);
            }
        }
        movers
    }
}

fn steps<W: Word>(shape: Shape, kind: Kind, rays: &[Ray]) -> Steps<W> {
    let leaps = || rays.iter().filter(|ray| matches!(shelf(ray), Shelf::Leap));
    Steps {
        kind,
        quiet: leaps().filter(|r| r.moves).map(|r| step(shape, r.step)).collect(),
        captures: leaps().filter(|r| r.captures).map(|r| step(shape, r.step)).collect(),
    }
}

impl<S: Size> Attackers<S> {
    /// Sorts kinds into lists by how they capture.
    pub(super) fn new(
        shape: Shape,
        masks: &[KindMasks<S>],
        rook: &S::BySquare<S::Word>,
        bishop: &S::BySquare<S::Word>,
    ) -> Self {
        let mut attackers = Self {
            orthogonal: Vec::new(),
            diagonal: Vec::new(),
            leaps: Vec::new(),
            masked: Vec::new(),
            odd: Vec::new(),
        };
        for (kind, mask) in masks.iter().enumerate() {
            let kind = kind as Kind;
            let none_orthogonal = is_empty::<S>(&mask.from_orthogonal);
            let none_diagonal = is_empty::<S>(&mask.from_diagonal);
            let orthogonal = !none_orthogonal && *mask.from_orthogonal == *rook;
            let diagonal = !none_diagonal && *mask.from_diagonal == *bishop;
            if orthogonal {
                attackers.orthogonal.push(kind);
            }
            if diagonal {
                attackers.diagonal.push(kind);
            }
            if (!orthogonal && !none_orthogonal) || (!diagonal && !none_diagonal) {
                attackers.masked.push(kind);
            }
            join(&mut attackers.leaps, kind, &mask.from_leap);
            let reach = mask.odd_reach(shape);
            if !is_empty::<S>(&reach) {
                attackers.odd.push(Leaps { kinds: vec![kind], squares: Box::new(reach) });
            }
        }
        attackers
    }
}

/// Where the odd moves of a piece go: to empty squares, to enemies, and over which square to which.
#[derive(Clone, Debug)]
pub struct OddTargets<W> {
    /// Empty squares that it may go to.
    pub quiet: W,
    /// Occupied squares that it attacks by going there, and empty ones that it would.
    pub attacked: W,
    /// Leaps over an occupied square: the square leapt over, the square reached.
    pub over: Vec<(Square, Square)>,
    /// Squares attacked by leaping over them.
    pub attacked_over: W,
}

/// The odd moves of a piece on `square`, by its rays. Whether an attacked square holds an enemy is
/// for the caller to ask.
#[must_use]
pub fn odd_targets<S: Size>(
    tables: &Tables<S>,
    rays: &[Ray],
    square: Square,
    occupied: S::Word,
) -> OddTargets<S::Word> {
    let shape = tables.shape;
    let empty = S::Word::EMPTY;
    let mut targets = OddTargets { quiet: empty, attacked: empty, over: Vec::new(), attacked_over: empty };
    for ray in rays {
        match ray.path {
            Path::Lame { via } => {
                let free = shape.offset(square, via.0, via.1).is_some_and(|s| !occupied.has(s));
                if free && let Some(to) = shape.offset(square, ray.step.0, ray.step.1) {
                    land(&mut targets, ray, to, occupied);
                }
            }
            Path::Over { square: over, must_capture } => {
                let over = shape.offset(square, over.0, over.1);
                let to = shape.offset(square, ray.step.0, ray.step.1);
                let (Some(over), Some(to)) = (over, to) else { continue };
                if occupied.has(to) {
                    continue;
                }
                targets.attacked_over |= S::Word::bit(over);
                if occupied.has(over) {
                    targets.over.push((over, to));
                }
                if !must_capture && ray.moves {
                    targets.quiet |= S::Word::bit(to);
                }
            }
            Path::Clear | Path::Cannon | Path::Grasshopper => {
                ride(&mut targets, ray, shape, square, occupied);
            }
        }
    }
    targets
}

fn land<W: Word>(targets: &mut OddTargets<W>, ray: &Ray, to: Square, occupied: W) {
    if ray.captures {
        targets.attacked |= W::bit(to);
    }
    if ray.moves && !occupied.has(to) {
        targets.quiet |= W::bit(to);
    }
}

/// Riders, cannons and grasshoppers: walks the line square by square.
fn ride<W: Word>(targets: &mut OddTargets<W>, ray: &Ray, shape: Shape, square: Square, occupied: W) {
    // A rider meets its first piece and stops; a hopper leaps that one.
    let hops = ray.path != Path::Clear;
    let mut hurdles = 0;
    let mut at = square;
    for n in 1..=ray.max {
        let Some(next) = shape.offset(at, ray.step.0, ray.step.1) else { return };
        at = next;
        if n >= ray.min && (!hops || hurdles == 1) {
            land(targets, ray, at, occupied);
            if ray.path == Path::Grasshopper {
                return;
            }
        }
        if occupied.has(at) {
            hurdles += 1;
            if hurdles > usize::from(hops) {
                return;
            }
        }
    }
}
