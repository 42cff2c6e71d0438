//! From the rays of a piece to its tables.

use super::odd::{OddMoves, Ways};
use super::{Attackers, Kind, KindMasks, KindSet, Leaps, Movers, OddAttackers, Step, Steps};
use crate::definition::{Path, Ray, Targets, targets_avoiding};
use crate::geometry::{Color, Line, MAX_FILES, MAX_RANKS, Offset, Shape, Size, Square, Table, Word};

/// A ray as a player of `color` makes it.
pub(super) fn mirrored(shape: Shape, ray: Ray, color: Color) -> Ray {
    ray.turned(|offset| shape.relative_offset(color, offset))
}

/// The farthest that two squares of a board can be apart.
pub(crate) const FARTHEST: i8 = if MAX_FILES > MAX_RANKS { MAX_FILES as i8 } else { MAX_RANKS as i8 };

/// How a ray is looked up.
enum Shelf {
    Leap,
    Orthogonal,
    Diagonal,
    Odd,
}

fn shelf(shape: Shape, ray: &Ray) -> Shelf {
    if ray.path != Path::Clear {
        return Shelf::Odd;
    }
    match shape.grid().line(ray.step) {
        _ if ray.min == 1 && ray.max == 1 => Shelf::Leap,
        Some(Line::Orthogonal) => Shelf::Orthogonal,
        Some(Line::Diagonal) => Shelf::Diagonal,
        None => Shelf::Odd,
    }
}

/// Whether a ray slides along a line and then on round a cylinder. Lines are looked up as far as the edge; the whole is an odd move
/// besides.
pub(super) fn slides_round(shape: Shape, ray: &Ray) -> bool {
    let line = matches!(shelf(shape, ray), Shelf::Orthogonal | Shelf::Diagonal);
    line && ray.board(shape).is_cylinder() && ray.step.0 != 0
}

/// Whether a ray is none of a leap, a slide across edges, and one across corners, or is more than that.
pub(super) fn is_odd(shape: Shape, ray: &Ray) -> bool {
    matches!(shelf(shape, ray), Shelf::Odd) || slides_round(shape, ray)
}

impl<S: Size> KindMasks<S> {
    /// The tables of a piece with these rays (already mirrored), each group with the cells over which it leads, the first with all
    /// of them.
    pub(super) fn new(groups: &[(Shape, Vec<Ray>)], promotes: bool, avoids: KindSet) -> Self {
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
            slides_round: false,
            promotes,
            odd: Vec::new(),
            placed: Vec::new(),
            avoids,
            odd_moves: None,
            cells: groups[0].0,
        };
        for (number, (shape, rays)) in groups.iter().enumerate() {
            let odd = masks.add(*shape, rays);
            if number == 0 {
                masks.odd = odd;
            } else if !odd.is_empty() {
                masks.placed.push((*shape, odd));
            }
        }
        masks.odd_moves = OddMoves::new(&masks);
        masks
    }

    /// Whether all its moves are found in the tables of lines and leaps.
    #[inline(always)]
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.odd.is_empty() && self.placed.is_empty()
    }

    /// Its other moves by the cells that they lead over.
    pub fn odd_groups(&self) -> impl Iterator<Item = (Shape, &[Ray])> {
        let placed = self.placed.iter().map(|(cells, rays)| (*cells, &rays[..]));
        std::iter::once((self.cells, &self.odd[..])).chain(placed)
    }

    /// Where its other moves lead from a square, when `occupied` stand on the board, `own` of them the mover's, and those on
    /// `avoided` are of kinds that it avoids.
    #[must_use]
    pub fn odd_targets(
        &self,
        from: Square,
        occupied: S::Word,
        own: S::Word,
        avoided: S::Word,
    ) -> Targets<S::Word> {
        let mut found = targets_avoiding(self.cells, &self.odd, from, occupied, own, avoided);
        for (cells, rays) in self.placed.iter().filter(|(cells, _)| cells.has(from)) {
            let more = targets_avoiding(*cells, rays, from, occupied, own, avoided);
            found.quiet |= more.quiet;
            found.attacked |= more.attacked;
        }
        found
    }

    /// Adds moves to the tables, and returns those that have no place there.
    fn add(&mut self, shape: Shape, rays: &[Ray]) -> Vec<Ray> {
        let masks = self;
        let mut odd = Vec::new();
        for ray in rays {
            let shelf = if masks.avoids.is_empty() { shelf(shape, ray) } else { Shelf::Odd };
            let round = slides_round(shape, ray);
            let cells = if round { shape.flat() } else { ray.board(shape) };
            let (quiet, capture, from) = match shelf {
                Shelf::Odd => {
                    odd.push(*ray);
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
            if round {
                masks.slides_round = true;
                odd.push(*ray);
            }
            for square in cells.iter() {
                let mut at = square;
                for n in 1..=ray.max {
                    let Some(next) = cells.offset(at, ray.step).filter(|&next| next != square) else { break };
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
        odd
    }

    /// For each square from where an odd move could ever attack it.
    fn odd_reach(&self) -> S::BySquare<S::Word> {
        let mut reach = S::BySquare::<S::Word>::filled(S::Word::EMPTY);
        for (shape, ray) in
            self.odd_groups().flat_map(|(shape, rays)| rays.iter().map(move |ray| (shape, ray)))
        {
            let far = ray.reach_on(shape, FARTHEST);
            let ends = if ray.captures { far.ends } else { Vec::new() };
            let shape = ray.board(shape);
            for from in shape.iter() {
                let attacked =
                    far.passed.iter().chain(&ends).filter_map(|&offset| shape.offset(from, offset));
                attacked.for_each(|at| *reach.at_mut(at.index()) |= S::Word::bit(from));
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

/// A step from the squares of `shape` from which it stays on it: two, if on a cylinder it leads round the edge from some.
fn step<W: Word>(shape: Shape, offset: Offset) -> Vec<Step<W>> {
    let mut steps: Vec<Step<W>> = Vec::new();
    for from in shape.iter() {
        if let Some(to) = shape.offset(from, offset).filter(|&to| to != from) {
            add_step(&mut steps, Step { shift: shift(from, to), from: W::bit(from) });
        }
    }
    steps
}

/// How far a square's index moves to another's.
pub(super) fn shift(from: Square, to: Square) -> i8 {
    to.0 as i8 - from.0 as i8
}

fn add_step<W: Word>(steps: &mut Vec<Step<W>>, new: Step<W>) {
    // What it may do everywhere and on some squares besides is one move.
    match steps.iter_mut().find(|step| step.shift == new.shift) {
        Some(step) => step.from |= new.from,
        None => steps.push(new),
    }
}

impl<S: Size> Movers<S> {
    /// Sorts kinds into lists by how they move. `groups[kind]` are their rays, mirrored, by the cells over which they lead.
    pub(super) fn new(
        groups: &[Vec<(Shape, Vec<Ray>)>],
        masks: &[KindMasks<S>],
        rook: &S::BySquare<S::Word>,
        bishop: &S::BySquare<S::Word>,
        zoned: KindSet,
    ) -> Self {
        let mut movers = Self {
            orthogonal: Vec::new(),
            diagonal: Vec::new(),
            leaps: Vec::new(),
            masked: Vec::new(),
            steps: Vec::new(),
            odd: Vec::new(),
            zoned: zoned.iter().collect(),
        };
        for (kind, mask) in masks.iter().enumerate() {
            let groups = &groups[kind];
            let kind = Kind::new(kind);
            if !mask.is_even() {
                movers.odd.push(kind);
            }
            if zoned.has(kind) {
                continue;
            }
            let slides = mask.has_orthogonal || mask.has_diagonal;
            if mask.promotes {
                if slides {
                    movers.masked.push(kind);
                } else {
                    movers.steps.push(steps(kind, groups));
                }
                continue;
            }
            let full = |quiet: &S::BySquare<S::Word>, capture: &S::BySquare<S::Word>, all| {
                quiet == all && capture == all && !is_empty::<S>(all)
            };
            let orthogonal = full(&mask.quiet_orthogonal, &mask.capture_orthogonal, rook);
            let diagonal = full(&mask.quiet_diagonal, &mask.capture_diagonal, bishop);
            let plain = (orthogonal || !mask.has_orthogonal) && (diagonal || !mask.has_diagonal);
            // What leaps where it also slides would be made twice.
            let slid = |at: usize| *mask.quiet_orthogonal.at(at) | *mask.quiet_diagonal.at(at);
            let leaps = mask.quiet_leap.all().iter().enumerate();
            let apart = leaps.into_iter().all(|(at, leaps)| (*leaps & slid(at)).is_empty());
            if plain && apart && mask.quiet_leap == mask.capture_leap {
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

fn steps<W: Word>(kind: Kind, groups: &[(Shape, Vec<Ray>)]) -> Steps<W> {
    let leaps = |wanted: fn(&Ray) -> bool| {
        let all = groups.iter().flat_map(|(shape, rays)| rays.iter().map(move |ray| (*shape, ray)));
        let leaps = all.filter(|(shape, ray)| matches!(shelf(*shape, ray), Shelf::Leap));
        let mut steps: Vec<Step<W>> = Vec::new();
        for (shape, ray) in leaps.filter(move |(_, ray)| wanted(ray)) {
            step(ray.board(shape), ray.step).into_iter().for_each(|new| add_step(&mut steps, new));
        }
        steps
    };
    Steps { kind, quiet: leaps(|ray| ray.moves), captures: leaps(|ray| ray.captures) }
}

impl<S: Size> Attackers<S> {
    /// Sorts kinds into lists by how they capture.
    pub(super) fn new(
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
            let kind = Kind::new(kind);
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
            let reach = mask.odd_reach();
            if !is_empty::<S>(&reach) {
                let ways = if mask.avoids.is_empty() { Ways::new(mask.odd_groups()) } else { None };
                attackers.odd.push(OddAttackers { kind, squares: Box::new(reach), ways });
            }
        }
        attackers
    }
}
