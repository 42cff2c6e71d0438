//! Which parts of a text add nothing to the others.

use super::super::{Code, Path, Ray};
use super::{Group, Parser};
use crate::say;

/// Warns of each part all of whose moves other parts have: those before it, or one that slides without end behind it. A step that is
/// written again within a longer one, as in `fmWfmW2`, is a way to write; a whole part for nothing is a slip.
pub(super) fn report(parser: &mut Parser<'_>) {
    let mut needless = Vec::new();
    for (at, group) in parser.groups.iter().enumerate() {
        let before = parser.groups[..at].iter().filter(|other| !other.first || group.first);
        let before: Vec<&Ray> = before.flat_map(|other| &other.rays).collect();
        let endless =
            |other: &&Group| (!other.first || group.first) && other.rays.iter().all(|ray| ray.max == u8::MAX);
        let mut behind = parser.groups[at + 1..].iter().filter(endless);
        let within = |rays: &[&Ray]| group.rays.iter().all(|ray| is_within(ray, rays));
        if within(&before) || behind.any(|other| within(&other.rays.iter().collect::<Vec<_>>())) {
            needless.push(group.span.clone());
        }
    }
    for span in needless {
        let message = say!("`{moves}` adds no move to the others", moves = &parser.text[span.clone()]);
        parser.fault(span, Code::W204, message, Some(say!("leave it out")));
    }
    parser.out.faults.sort_by_key(|fault| fault.at.start);
}

/// Whether every move of a ray is one of others.
fn is_within(ray: &Ray, others: &[&Ray]) -> bool {
    let longest = ray.max.min(16);
    (ray.min..=longest).all(|n| {
        let has = |moves: bool| others.iter().any(|other| has_move(other, ray, n, moves));
        (!ray.moves || has(true)) && (!ray.captures || has(false))
    })
}

/// Whether a ray has the move of another that takes `n` steps.
fn has_move(other: &Ray, ray: &Ray, n: u8, moves: bool) -> bool {
    if ray.round && !other.round {
        return false;
    }
    let same = other.path == ray.path && other.step == ray.step && (other.min..=other.max).contains(&n);
    let far = n as i8;
    // What can be blocked is within a leap.
    let leap = other.path == Path::Clear
        && (other.min, other.max) == (1, 1)
        && match ray.path {
            Path::Clear => other.step == (ray.step.0 * far, ray.step.1 * far),
            Path::Lame { .. } => other.step == ray.step,
            Path::Cannon | Path::Grasshopper | Path::Over { .. } | Path::Legs(_) | Path::Winding(_) => false,
        };
    (same || leap) && if moves { other.moves } else { other.captures }
}
