//! What `n`, `j`, `p`, `g`, `z` and `q` make of a move.

use super::super::{Leg, Legs, Path, Ray, Winding};
use super::atoms::{Atom, Symmetry};
use crate::geometry::{Grid, Offset};
use crate::message::Message;
use crate::say;

/// Applies the letter; the error is a hint.
pub(super) fn shaped(
    grid: Grid,
    ray: Ray,
    atom: Atom,
    path: Option<(char, usize)>,
) -> Result<Vec<Ray>, Message> {
    let (x, y) = ray.step;
    let length = (1..=x.abs().max(y.abs())).rev().find(|n| x % n == 0 && y % n == 0).unwrap_or(1);
    let folded = Ray { step: (x / length, y / length), min: length as u8, max: length as u8, ..ray };
    let one = |ray| Ok(vec![ray]);
    match path.map(|p| p.0) {
        None => one(ray),
        Some('n') if ray.max != 1 => lame_rider(grid, ray, folded, atom).map(|ray| vec![ray]),
        Some('n') => match atom.letter {
            _ if length > 1 => one(folded),
            'N' => one(Ray { path: Path::Lame { via: beside(grid, ray.step, 1)? }, ..ray }),
            'Z' | 'J' => {
                let via = beside(grid, ray.step, 2)?;
                let rest = (x - via.0, y - via.1);
                let path = Path::Legs(quiet_leg(via)?);
                one(Ray { step: (rest.0 / 2, rest.1 / 2), min: 2, max: 2, path, ..ray })
            }
            'W' | 'F' | 'K' => Err(say!("a step to a neighbour passes no square: leave the n out")),
            _ => Err(say!("the way of this leap is not clear: n is for D, A, H, G, N and Z")),
        },
        Some('j') => skipping(grid, ray, folded, atom).map(|ray| vec![ray]),
        Some('z' | 'q') if ray.max == 1 => {
            Err(say!("only a rider changes its direction on the way: give a range"))
        }
        Some(mark @ ('z' | 'q')) => Ok(winding(&around(grid, atom, ray.step), ray, mark)),
        Some(_) if ray.max == 1 => Err(say!("a piece that jumps over another must slide: give a range")),
        Some('p') => one(Ray { path: Path::Cannon, min: 2, ..ray }),
        Some(_) => one(Ray { path: Path::Grasshopper, min: 2, ..ray }),
    }
}

/// The steps around the piece that are of one kind with a step, to the right, that one first.
fn around(grid: Grid, atom: Atom, step: Offset) -> Vec<Offset> {
    let mut all = atom.steps(grid);
    if atom.symmetry == Symmetry::Royal {
        let line = grid.line(step);
        all.retain(|&other| grid.line(other) == line);
    }
    let at = all.iter().position(|&other| other == step).unwrap_or(0);
    all.rotate_left(at);
    all
}

/// A leg over one empty square.
fn unclear() -> Message {
    say!("the way of this leap is not clear")
}

fn quiet_leg(step: Offset) -> Result<Legs, Message> {
    Legs::new(&[Leg { step, max: 1, empty: true, ..Leg::default() }]).ok_or_else(unclear)
}

/// The neighbour across an edge from which so many steps across a corner go on.
fn beside(grid: Grid, (x, y): Offset, corners: i8) -> Result<Offset, Message> {
    let goes = |v: &&Offset| {
        let (dx, dy) = (x - v.0, y - v.1);
        dx % corners == 0 && dy % corners == 0 && grid.diagonal().contains(&(dx / corners, dy / corners))
    };
    grid.orthogonal().iter().find(goes).copied().ok_or_else(unclear)
}

/// A rider each of whose steps can be blocked.
fn lame_rider(grid: Grid, ray: Ray, folded: Ray, atom: Atom) -> Result<Ray, Message> {
    let steps = match atom.letter {
        'D' | 'A' if folded.min == 2 => [folded.step; 2],
        'N' if folded.min == 1 => {
            let via = beside(grid, ray.step, 1)?;
            [via, (ray.step.0 - via.0, ray.step.1 - via.1)]
        }
        _ => return Err(say!("n is for a single leap, such as nD or nN, and for riders by N, D and A")),
    };
    let winding = Winding::new(&steps, true).ok_or_else(unclear)?;
    Ok(Ray { step: steps[0], path: Path::Winding(winding), ..ray })
}

/// `j`: a leap over exactly one piece, or a slide that begins behind the first square, whatever stands there.
fn skipping(grid: Grid, ray: Ray, folded: Ray, atom: Atom) -> Result<Ray, Message> {
    let over = |step, empty| {
        let leg = Leg { step, max: 1, empty, hops_own: true, hops_enemy: true, ..Leg::default() };
        Legs::new(&[leg]).map(Path::Legs).ok_or_else(unclear)
    };
    match atom.letter {
        'W' | 'F' | 'K' | 'R' | 'B' | 'Q' if folded.min == 1 => match ray.max {
            1 => Err(say!("j skips the first square of a slide: give a range")),
            u8::MAX => Ok(Ray { path: over(ray.step, true)?, ..ray }),
            max => Ok(Ray { path: over(ray.step, true)?, max: max - 1, ..ray }),
        },
        'D' | 'A' | 'H' | 'G' if ray.max == 1 => Ok(Ray { path: Path::Cannon, ..folded }),
        'N' if ray.max == 1 && folded.min == 1 => {
            let via = beside(grid, ray.step, 1)?;
            Ok(Ray { step: (ray.step.0 - via.0, ray.step.1 - via.1), path: over(via, false)?, ..ray })
        }
        _ => Err(say!(
            "j is for a leap over exactly one piece, such as jD, or a slide that skips its first square, such as jR"
        )),
    }
}

/// Riders that turn to the neighbouring step each time: `q` always to the same side, `z` to either in turn.
fn winding(around: &[Offset], ray: Ray, mark: char) -> Vec<Ray> {
    let count = around.len();
    let turned = |left: bool| {
        let steps: Vec<Offset> = match mark {
            'q' if left => (0..count).map(|n| around[(count - n) % count]).collect(),
            'q' => around.to_vec(),
            _ => vec![around[0], around[if left { count - 1 } else { 1 }]],
        };
        Winding::new(&steps, false).map(|winding| Ray { path: Path::Winding(winding), ..ray })
    };
    [false, true].into_iter().filter_map(turned).collect()
}
