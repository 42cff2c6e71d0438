//! Diagrams of moves, made from rays.

use crate::definition::{DoubleStep, Moves, Path, Ray};
use crate::geometry::{Grid, Offset};
use crate::message::Message;

/// How far a diagram follows a slide.
const SLIDE: i8 = 3;
/// The farthest square that a diagram shows.
const FARTHEST: i8 = 5;

/// The squares around a piece and what it may do there, seen by White: a king's diagram has three
/// files and three ranks. Hexagons are drawn as on a brick wall: a rank of the diagram is half a hexagon high, and every
/// second place of it is no cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// What it shows, where a piece has two: `first move`, `later`.
    pub caption: Option<Message>,
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The squares, the farthest rank first, each rank from the left.
    pub cells: Vec<Cell>,
    /// What the board's cells are.
    pub grid: Grid,
}

/// A square of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// What the piece may do there.
    pub mark: Mark,
    /// A slide goes on beyond the diagram in this direction (files to the right, ranks of the diagram forward).
    pub onward: Option<(i8, i8)>,
}

/// What a piece may do on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// Nothing.
    Nothing,
    /// The piece stands here.
    Origin,
    /// It moves here without capturing.
    Moves,
    /// It captures here, and moves here only to capture.
    Captures,
    /// It moves or captures here.
    Both,
    /// It comes here by a double step.
    DoubleStep,
    /// It captures an enemy here without ending its move here.
    CapturesInPassing,
}

impl Diagram {
    pub(super) fn new(
        grid: Grid,
        caption: Option<Message>,
        moves: &Moves,
        double: Option<&DoubleStep>,
    ) -> Self {
        let mut canvas = Canvas { grid, ..Canvas::default() };
        canvas.put((0, 0), Mark::Origin);
        for ray in &moves.rays {
            canvas.ray(ray);
        }
        for end in double.into_iter().flat_map(DoubleStep::ends) {
            canvas.put(end, Mark::DoubleStep);
        }
        canvas.diagram(caption)
    }

    /// The square in a rank counted from the farthest and a file counted from the left.
    #[must_use]
    pub fn cell(&self, rank: usize, file: usize) -> Cell {
        self.cells[rank * self.files + file]
    }

    /// Whether there is a cell in a rank and a file, counted as [`cell`](Self::cell) counts them.
    #[must_use]
    pub fn is_cell(&self, rank: usize, file: usize) -> bool {
        let origin = self.cells.iter().position(|cell| cell.mark == Mark::Origin).unwrap_or(0);
        let (x, y) = (file.abs_diff(origin % self.files), rank.abs_diff(origin / self.files));
        self.grid == Grid::Square || (x + y).is_multiple_of(2)
    }
}

/// Marks by offset from the piece.
#[derive(Default)]
struct Canvas {
    grid: Grid,
    marks: Vec<((i8, i8), Mark)>,
    onward: Vec<((i8, i8), (i8, i8))>,
}

impl Canvas {
    fn ray(&mut self, ray: &Ray) {
        let (x, y) = ray.step;
        // A step along a line goes one cell on, whatever its numbers.
        let length = if self.grid.line(ray.step).is_some() { 1 } else { x.abs().max(y.abs()).max(1) };
        let most = (FARTHEST / length).max(1);
        let end = match ray.max {
            u8::MAX if length == 1 => SLIDE.max((ray.min as i8).min(most)),
            u8::MAX => 2.min(most),
            max => i8::try_from(max).unwrap_or(most).min(most),
        };
        let mark = match (ray.moves, ray.captures) {
            (true, true) => Mark::Both,
            (true, false) => Mark::Moves,
            (false, true) => Mark::Captures,
            (false, false) => return,
        };
        if matches!(ray.path, Path::Legs(_) | Path::Winding(_)) {
            let near = ray.reach(2 * SLIDE - 1);
            near.ends.into_iter().filter(|&at| at != (0, 0)).for_each(|at| self.put(at, mark));
            near.passed.into_iter().for_each(|at| self.put(at, Mark::CapturesInPassing));
            return;
        }
        for n in (ray.min.max(1) as i8)..=end {
            self.put((x * n, y * n), mark);
        }
        if ray.max == u8::MAX {
            self.onward.push(((x * end, y * end), (x, y)));
        }
        if let Path::Over { square, .. } = ray.path {
            self.put(square, Mark::CapturesInPassing);
        }
    }

    fn put(&mut self, at: (i8, i8), mark: Mark) {
        match self.marks.iter_mut().find(|(place, _)| *place == at) {
            Some((_, old)) => *old = united(*old, mark),
            None => self.marks.push((at, mark)),
        }
    }

    fn diagram(self, caption: Option<Message>) -> Diagram {
        let grid = self.grid;
        let drawn = |places: Vec<(Offset, Mark)>| -> Vec<(Offset, Mark)> {
            places.into_iter().map(|(place, mark)| (grid.drawn(place), mark)).collect()
        };
        let marks = drawn(self.marks);
        let onward: Vec<(Offset, Offset)> =
            self.onward.into_iter().map(|(place, step)| (grid.drawn(place), grid.drawn(step))).collect();
        let reach = |of: fn(&Offset) -> i8| marks.iter().map(move |(at, _)| of(at));
        let right = reach(|at| at.0.abs()).max().unwrap_or(0).max(1);
        let top = reach(|at| at.1).max().unwrap_or(0).max(1);
        let bottom = reach(|at| at.1).min().unwrap_or(0).min(-1);
        let find = |at: (i8, i8)| Cell {
            mark: marks.iter().find(|(place, _)| *place == at).map_or(Mark::Nothing, |(_, mark)| *mark),
            onward: onward.iter().find(|(place, _)| *place == at).map(|(_, step)| *step),
        };
        Diagram {
            grid,
            caption,
            files: (2 * right + 1) as usize,
            ranks: (top - bottom + 1) as usize,
            cells: (bottom..=top)
                .rev()
                .flat_map(|y| (-right..=right).map(move |x| (x, y)))
                .map(find)
                .collect(),
        }
    }
}

/// What two ways of coming to a square mean together.
fn united(a: Mark, b: Mark) -> Mark {
    match (a, b) {
        (Mark::Origin, _) | (_, Mark::Origin) => Mark::Origin,
        (Mark::Nothing, other) | (other, Mark::Nothing) => other,
        (Mark::Moves | Mark::DoubleStep, Mark::Captures)
        | (Mark::Captures, Mark::Moves | Mark::DoubleStep) => Mark::Both,
        (Mark::Both, _) | (_, Mark::Both) => Mark::Both,
        (Mark::Moves, _) | (_, Mark::Moves) => Mark::Moves,
        (Mark::Captures, _) | (_, Mark::Captures) => Mark::Captures,
        (a, _) => a,
    }
}
