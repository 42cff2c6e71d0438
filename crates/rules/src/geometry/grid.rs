//! Which directions there are between cells: squares or hexagons.

use crate::packed::packed;

/// A way from one cell to another: files to the right, and ranks (of squares) or the second axis (of hexagons).
pub type Offset = (i8, i8);

/// The cells that a board is made of.
///
/// Hexagons stand on an edge each, so that files run straight up. Their offsets are axial coordinates: `(0, 1)` is
/// the cell straight ahead, `(1, 1)` the one ahead to the right, `(1, 0)` the one back to the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Grid {
    /// Squares: four neighbours across an edge, four across a corner.
    #[default]
    Square,
    /// Hexagons: six neighbours across an edge; across a corner, along the edge between two neighbours, six more.
    Hexagon,
}

packed!(enum Grid { 0 Square, 1 Hexagon });

/// A way of sliding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// Across edges, as rooks do.
    Orthogonal,
    /// Across corners, as bishops do.
    Diagonal,
}

impl Grid {
    /// The directions across an edge, each beside its opposite.
    #[must_use]
    pub const fn orthogonal(self) -> &'static [Offset] {
        match self {
            Self::Square => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
            Self::Hexagon => &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)],
        }
    }

    /// The directions across a corner, each beside its opposite.
    #[must_use]
    pub const fn diagonal(self) -> &'static [Offset] {
        match self {
            Self::Square => &[(1, 1), (-1, -1), (1, -1), (-1, 1)],
            Self::Hexagon => &[(-1, 1), (1, -1), (1, 2), (-1, -2), (2, 1), (-2, -1)],
        }
    }

    /// All directions of sliders.
    pub fn directions(self) -> impl Iterator<Item = Offset> {
        self.orthogonal().iter().chain(self.diagonal()).copied()
    }

    /// The line that a step is one step of.
    #[must_use]
    pub fn line(self, step: Offset) -> Option<Line> {
        if self.orthogonal().contains(&step) {
            Some(Line::Orthogonal)
        } else {
            self.diagonal().contains(&step).then_some(Line::Diagonal)
        }
    }

    /// An offset as the opponent sees it: left and right stay, ahead and back change.
    #[must_use]
    pub const fn mirrored(self, (x, y): Offset) -> Offset {
        match self {
            Self::Square => (x, -y),
            Self::Hexagon => (x, x - y),
        }
    }

    /// An offset with left and right changed.
    #[must_use]
    pub const fn flipped(self, (x, y): Offset) -> Offset {
        match self {
            Self::Square => (-x, y),
            Self::Hexagon => (-x, y - x),
        }
    }

    /// An offset turned to the right by a quarter, on hexagons by a sixth.
    #[must_use]
    pub const fn turned(self, (x, y): Offset) -> Offset {
        match self {
            Self::Square => (y, -x),
            Self::Hexagon => (y, y - x),
        }
    }

    /// Where an offset leads as the board is drawn: columns to the right, and up in steps of the height of a square, or of
    /// half the height of a hexagon.
    #[must_use]
    pub const fn drawn(self, (x, y): Offset) -> Offset {
        match self {
            Self::Square => (x, y),
            Self::Hexagon => (x, 2 * y - x),
        }
    }

    /// Whether an offset leads up or down rather than aside: the angle to the file is less than half of a right one.
    #[must_use]
    pub const fn is_upright(self, offset: Offset) -> bool {
        let (x, y) = self.drawn(offset);
        let (x, y) = (x as i32, y as i32);
        match self {
            Self::Square => y * y > x * x,
            // Columns of hexagons are apart by half of the root of three heights.
            Self::Hexagon => y * y > 3 * x * x,
        }
    }

    /// The number of neighbours' steps that an offset takes; on squares a step across a corner is one.
    #[must_use]
    pub const fn distance(self, (x, y): Offset) -> u8 {
        let (x, y) = (x as i16, y as i16);
        let far = if x.unsigned_abs() > y.unsigned_abs() { x.unsigned_abs() } else { y.unsigned_abs() };
        let across = (x - y).unsigned_abs();
        match self {
            Self::Hexagon if across > far => across as u8,
            _ => far as u8,
        }
    }

    /// The square of the length of an offset, in steps across an edge.
    #[must_use]
    pub const fn length_squared(self, (x, y): Offset) -> i32 {
        let (x, y) = (x as i32, y as i32);
        match self {
            Self::Square => x * x + y * y,
            Self::Hexagon => x * x + y * y - x * y,
        }
    }

    /// The offset that goes so many cells ahead and so many in the next direction across an edge, to the right.
    #[must_use]
    pub const fn leap(self, ahead: i8, aside: i8) -> Offset {
        match self {
            Self::Square => (aside, ahead),
            Self::Hexagon => (aside, ahead + aside),
        }
    }

    /// What [`leap`](Self::leap) makes an offset of: cells ahead, and cells in the next direction to the right.
    #[must_use]
    pub const fn split(self, (x, y): Offset) -> (i8, i8) {
        match self {
            Self::Square => (y, x),
            Self::Hexagon => (y - x, x),
        }
    }

    /// All offsets that are like one: turned and flipped. They go around to the right, beginning with the offset itself.
    #[must_use]
    pub fn orbit(self, offset: Offset) -> Vec<Offset> {
        let mut found = Vec::with_capacity(12);
        // Flipped at the bisector between two neighbouring directions, an offset is the next to its right.
        let mut pair = [offset, self.turned(self.flipped(offset))];
        for _ in 0..self.orthogonal().len() {
            for offset in pair {
                if !found.contains(&offset) {
                    found.push(offset);
                }
            }
            pair = pair.map(|offset| self.turned(offset));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_have_all_that_is_alike() {
        let count = |grid: Grid, ahead, aside| grid.orbit(grid.leap(ahead, aside)).len();
        for (grid, straight, oblique) in [(Grid::Square, 4, 8), (Grid::Hexagon, 6, 12)] {
            assert_eq!(
                [count(grid, 1, 0), count(grid, 1, 1), count(grid, 2, 0), count(grid, 2, 2)],
                [straight; 4]
            );
            assert_eq!([count(grid, 2, 1), count(grid, 3, 1), count(grid, 3, 2)], [oblique; 3]);
            let sorted = |mut offsets: Vec<Offset>| {
                offsets.sort_unstable();
                offsets
            };
            assert_eq!(sorted(grid.orbit(grid.leap(1, 0))), sorted(grid.orthogonal().to_vec()));
            assert_eq!(sorted(grid.orbit(grid.leap(1, 1))), sorted(grid.diagonal().to_vec()));
        }
        assert_eq!(
            Grid::Square.orbit((1, 2)),
            [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
        );
    }

    #[test]
    fn turning_and_mirroring_keep_lengths() {
        for grid in [Grid::Square, Grid::Hexagon] {
            for offset in (-5..=5).flat_map(|x| (-5..=5).map(move |y| (x, y))) {
                for other in [grid.turned(offset), grid.mirrored(offset), grid.flipped(offset)] {
                    assert_eq!(grid.length_squared(other), grid.length_squared(offset));
                    assert_eq!(grid.distance(other), grid.distance(offset));
                }
                assert_eq!(grid.mirrored(grid.mirrored(offset)), offset);
                assert_eq!(grid.flipped(grid.flipped(offset)), offset);
                let ((x, y), (mx, my)) = (grid.drawn(offset), grid.drawn(grid.mirrored(offset)));
                assert_eq!((mx, my), (x, -y));
            }
        }
    }
}
