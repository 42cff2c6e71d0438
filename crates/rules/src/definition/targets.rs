//! Where a piece can go by its rays: what tables ask for moves that they cannot look up, and what is asked of a file before there
//! are tables.

use super::{Legs, Path, Ray, Winding};
use crate::geometry::{Shape, Square, Word};

/// So many moves of several legs are compared one by one.
const FEW: usize = 64;

/// Where rays lead from a square: to empty squares, to enemies, and over which square to which.
#[derive(Clone, Debug)]
pub struct Targets<W> {
    /// Empty squares that it may go to.
    pub quiet: W,
    /// Occupied squares that it attacks by going there, and empty ones that it would.
    pub attacked: W,
    /// Leaps over an occupied square: the square leapt over, the square reached.
    pub over: Vec<(Square, Square)>,
    /// Moves of several legs that capture where an earlier one ends: that square, and the one reached, which may be where they began.
    pub through: Vec<(Square, Square)>,
    /// Squares attacked by leaping over them, or as those where a leg ends.
    pub attacked_over: W,
}

/// Where rays lead from `square`, walked square by square when `occupied` stand on the board, `own` of them the mover's. Whether an
/// attacked square holds an enemy is for the caller to ask.
#[must_use]
pub fn targets<W: Word>(shape: Shape, rays: &[Ray], square: Square, occupied: W, own: W) -> Targets<W> {
    targets_avoiding(shape, rays, square, occupied, own, W::EMPTY)
}

/// The same for a piece that neither captures nor leaps over those on `avoided`.
#[must_use]
pub fn targets_avoiding<W: Word>(
    shape: Shape,
    rays: &[Ray],
    square: Square,
    occupied: W,
    own: W,
    avoided: W,
) -> Targets<W> {
    let empty = W::EMPTY;
    let mut targets = Targets {
        quiet: empty,
        attacked: empty,
        over: Vec::new(),
        through: Vec::new(),
        attacked_over: empty,
    };
    for ray in rays {
        let shape = ray.board(shape);
        match ray.path {
            Path::Lame { via } => {
                let free = shape.offset(square, via).is_some_and(|s| !occupied.has(s));
                let to = shape.offset(square, ray.step).filter(|&to| to != square && !avoided.has(to));
                if free && let Some(to) = to {
                    land(&mut targets, ray, to, occupied);
                }
            }
            Path::Over { square: over, must_capture } => {
                let over = shape.offset(square, over);
                let to = shape.offset(square, ray.step);
                let (Some(over), Some(to)) = (over, to) else { continue };
                if occupied.has(to) || over == square {
                    continue;
                }
                targets.attacked_over |= W::bit(over);
                if occupied.has(over) {
                    targets.over.push((over, to));
                }
                if !must_capture && ray.moves {
                    targets.quiet |= W::bit(to);
                }
            }
            Path::Clear | Path::Cannon | Path::Grasshopper => {
                ride(&mut targets, ray, shape, square, [occupied, avoided]);
            }
            Path::Winding(winding) => wind(&mut targets, ray, &winding, shape, square, occupied),
            Path::Legs(legs) => {
                // The piece has left its square.
                let occupied = occupied & !W::bit(square);
                let mut walk = Walk { shape, ray, legs, start: square, occupied, own, targets: &mut targets };
                walk.leg(square, 0, None);
            }
        }
    }
    if targets.through.len() >= FEW {
        // In the order of their squares then: comparing each with all before takes the square of their number.
        targets.through.sort_unstable();
        targets.through.dedup();
    }
    targets
}

fn land<W: Word>(targets: &mut Targets<W>, ray: &Ray, to: Square, occupied: W) {
    if ray.captures {
        targets.attacked |= W::bit(to);
    }
    if ray.moves && !occupied.has(to) {
        targets.quiet |= W::bit(to);
    }
}

/// Riders, cannons and grasshoppers: walks the line square by square.
fn ride<W: Word>(
    targets: &mut Targets<W>,
    ray: &Ray,
    shape: Shape,
    square: Square,
    [occupied, avoided]: [W; 2],
) {
    // A rider meets its first piece and stops; a hopper leaps that one.
    let hops = ray.path != Path::Clear;
    let mut hurdles = 0;
    let mut at = square;
    for n in 1..=ray.max {
        // Round a cylinder it ends where it began.
        let Some(next) = shape.offset(at, ray.step).filter(|&next| next != square) else { return };
        at = next;
        if avoided.has(at) {
            return;
        }
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

/// Riders whose steps change.
fn wind<W: Word>(
    targets: &mut Targets<W>,
    ray: &Ray,
    winding: &Winding,
    shape: Shape,
    square: Square,
    occupied: W,
) {
    let mut at = square;
    let mut stops = 0;
    for (step, stop) in winding.walk() {
        let Some(next) = shape.offset(at, step).filter(|&next| next != square) else { return };
        at = next;
        if stop {
            stops += 1;
            land(targets, ray, at, occupied);
        }
        if occupied.has(at) || stops == ray.max {
            return;
        }
    }
}

/// A move of several legs being walked.
struct Walk<'a, W> {
    shape: Shape,
    ray: &'a Ray,
    legs: Legs,
    start: Square,
    occupied: W,
    own: W,
    targets: &'a mut Targets<W>,
}

impl<W: Word> Walk<'_, W> {
    /// Goes on from where `number` legs have ended; `taken` is what they captured.
    fn leg(&mut self, from: Square, number: usize, taken: Option<Square>) {
        let Some(&leg) = self.legs.list().get(number) else { return self.last(from, taken) };
        let mut at = from;
        for _ in 0..leg.max {
            let Some(next) = self.shape.offset(at, leg.step).filter(|&next| next != from) else { return };
            at = next;
            let stands = self.stands(at, taken);
            // What is not there to be captured could be: that is what an attack is.
            if leg.captures && taken.is_none() && at != self.start {
                self.leg(at, number + 1, Some(at));
            }
            let hops = if self.own.has(at) { leg.hops_own } else { leg.hops_enemy };
            if if stands { hops } else { leg.empty } {
                self.leg(at, number + 1, taken);
            }
            if stands {
                return;
            }
        }
    }

    fn last(&mut self, from: Square, taken: Option<Square>) {
        let mut at = from;
        for n in 1..=self.ray.max {
            let step = self.shape.offset(at, self.ray.step);
            let Some(next) = step.filter(|&next| next != from) else { return };
            at = next;
            let stands = self.stands(at, taken);
            if n >= self.ray.min {
                self.land(at, stands, taken);
            }
            if stands {
                return;
            }
        }
    }

    fn land(&mut self, to: Square, stands: bool, taken: Option<Square>) {
        let Some(passed) = taken else {
            if to != self.start {
                land(self.targets, self.ray, to, self.occupied);
            }
            return;
        };
        let goes = if stands { self.ray.captures && !self.own.has(to) } else { self.ray.moves };
        if goes {
            self.targets.attacked_over |= W::bit(passed);
        }
        if !self.occupied.has(passed) || self.own.has(passed) {
            return;
        }
        let through = &self.targets.through;
        if goes && (through.len() >= FEW || !through.contains(&(passed, to))) {
            self.targets.through.push((passed, to));
        }
        if self.ray.captures && to != self.start {
            self.targets.attacked |= W::bit(to);
        }
    }

    fn stands(&self, square: Square, taken: Option<Square>) -> bool {
        self.occupied.has(square) && taken != Some(square)
    }
}
