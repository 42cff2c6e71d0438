//! Along which lines two kings face each other.

use super::ray::{Path, Ray};
use super::reader::Reader;
use super::syntax::{Node, Table};
use super::{Code, Moves, Rules, betza};
use crate::geometry::{Color, Grid, Square, SquareSet, walk};
use crate::say;

/// Along which lines two kings face each other, where `facing-kings` says what that means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FacingLines {
    /// On one file.
    #[default]
    Files,
    /// On every line of a rook.
    Orthogonal,
    /// Where one of them sees the other along these lines, each player's own forward being forward.
    Along(Moves),
}

/// Reads what `facing-kings` and `facing-lines` say.
pub(super) fn read(r: &mut Reader<'_>, tree: &Table) -> FacingLines {
    let orthogonal = tree.get("facing-kings").and_then(Node::text) == Some("illegal-orthogonal");
    let usual = if orthogonal { FacingLines::Orthogonal } else { FacingLines::Files };
    let Some(entry) = tree.entry("facing-lines").filter(|entry| !entry.node.is_false()) else { return usual };
    if orthogonal {
        let message = say!("`illegal-orthogonal` says already along which lines");
        r.fault(Code::E110, &entry.place, message, Some(say!("write facing-kings = \"illegal\"")));
    }
    let moves = r.moves(&entry.node);
    let grid = r.shape.grid();
    let line = |ray: &Ray| {
        let plain = ray.path == Path::Clear && ray.moves && ray.captures && !ray.round && ray.min == 1;
        plain && grid.directions().any(|step| step == ray.step)
    };
    if !moves.rays.iter().all(line) {
        let message = say!("a king sees along lines: slides and single steps, straight or diagonal");
        r.fault(Code::E031, &entry.node.place, message, Some(say!("such as fRfB, R or Q")));
        return usual;
    }
    let same = |text: &str| {
        let sorted = |rays: &[Ray]| {
            let mut rays = rays.to_vec();
            rays.sort_unstable();
            rays
        };
        grid == Grid::Square && sorted(&betza::parse(text).rays) == sorted(&moves.rays)
    };
    if same("R") {
        FacingLines::Orthogonal
    } else if same("vR") {
        FacingLines::Files
    } else {
        FacingLines::Along(moves)
    }
}

impl Rules {
    /// The squares on which the other king stands face to face with a player's king on `from`, if nothing stands between.
    #[must_use]
    pub fn facing(&self, color: Color, from: Square) -> SquareSet {
        let flat = self.shape.flat();
        let all = self.shape.cells();
        match &self.facing_lines {
            FacingLines::Files | FacingLines::Orthogonal => {
                let orthogonal = self.shape.grid().orthogonal().iter();
                let lines = orthogonal.flat_map(|&step| walk(flat, from, step, SquareSet::EMPTY).iter());
                let files = self.facing_lines == FacingLines::Files;
                lines.filter(|&to| !files || flat.file(to) == flat.file(from)).collect()
            }
            FacingLines::Along(moves) => {
                let sees = |color: Color, from: Square| -> SquareSet {
                    let rays = moves.rays.iter();
                    rays.flat_map(|ray| {
                        let step = flat.relative_offset(color, ray.step);
                        let next = move |&at: &Square| flat.offset(at, step);
                        std::iter::successors(Some(from), next).skip(1).take(usize::from(ray.max))
                    })
                    .collect()
                };
                let seen = sees(color, from);
                all.iter().filter(|&to| seen.contains(to) || sees(color.other(), to).contains(from)).collect()
            }
        }
    }
}
