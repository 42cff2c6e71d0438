//! Where a piece can go by its rays: what tables ask for moves that they cannot look up, and what is asked of a file before there
//! are tables.

use super::{Path, Ray};
use crate::geometry::{Shape, Square, Word};

/// Where rays lead from a square: to empty squares, to enemies, and over which square to which.
#[derive(Clone, Debug)]
pub struct Targets<W> {
    /// Empty squares that it may go to.
    pub quiet: W,
    /// Occupied squares that it attacks by going there, and empty ones that it would.
    pub attacked: W,
    /// Leaps over an occupied square: the square leapt over, the square reached.
    pub over: Vec<(Square, Square)>,
    /// Squares attacked by leaping over them.
    pub attacked_over: W,
}

/// Where rays lead from `square`, walked square by square when `occupied` stand on the board. Whether an attacked square holds
/// an enemy is for the caller to ask.
#[must_use]
pub fn targets<W: Word>(shape: Shape, rays: &[Ray], square: Square, occupied: W) -> Targets<W> {
    let empty = W::EMPTY;
    let mut targets = Targets { quiet: empty, attacked: empty, over: Vec::new(), attacked_over: empty };
    for ray in rays {
        match ray.path {
            Path::Lame { via } => {
                let free = shape.offset(square, via).is_some_and(|s| !occupied.has(s));
                if free && let Some(to) = shape.offset(square, ray.step) {
                    land(&mut targets, ray, to, occupied);
                }
            }
            Path::Over { square: over, must_capture } => {
                let over = shape.offset(square, over);
                let to = shape.offset(square, ray.step);
                let (Some(over), Some(to)) = (over, to) else { continue };
                if occupied.has(to) {
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
                ride(&mut targets, ray, shape, square, occupied);
            }
        }
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
fn ride<W: Word>(targets: &mut Targets<W>, ray: &Ray, shape: Shape, square: Square, occupied: W) {
    // A rider meets its first piece and stops; a hopper leaps that one.
    let hops = ray.path != Path::Clear;
    let mut hurdles = 0;
    let mut at = square;
    for n in 1..=ray.max {
        let Some(next) = shape.offset(at, ray.step) else { return };
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
