//! The shape of a board: which cells it has, how they hang together and what they are called.

use std::fmt;

use super::{Color, Grid, Offset, Square, SquareName, SquareSet};
use crate::message::Message;
use crate::packed::packed;
use crate::say;

/// The greatest number of squares a board may have, those of the grid that are no cells counted.
pub const MAX_SQUARES: usize = 128;
/// The greatest number of files: they are named `a` to `p`.
pub const MAX_FILES: u8 = 16;
/// The greatest number of ranks.
pub const MAX_RANKS: u8 = 16;
/// The greatest side of a hexagonal board, in cells: its grid has 11 times 11 squares.
pub const MAX_SIDE: u8 = 6;

/// A board: the cells of a grid of files and ranks that exist.
///
/// A hexagonal board lies in a rectangle of axial coordinates, two corners of which are no cells. Its files
/// run straight up, the outer ones with as many cells as its side, each next one with one more as far as the middle; a cell's *rank* is its place in its own file, counted from White's side, so
/// that ranks are bent in the middle file, as Gliński counted them. Every board looks the same from both sides.
///
/// On a cylinder the first and the last file are neighbours, so that offsets lead round the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    files: u8,
    ranks: u8,
    grid: Grid,
    cells: SquareSet,
    turned: bool,
    cylinder: bool,
}

packed!(struct Shape { files, ranks, grid, cells, turned, cylinder });

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapeError {
    /// So many files and ranks are none or too many.
    Size(u8, u8),
    /// A hexagonal board of that side is too small or too large.
    Side(u8),
    /// A hexagonal board cannot have so many files: it has one in the middle, and others on both sides.
    HexagonFiles(u8),
    /// A hole is off the board.
    Off,
    /// A cell is a hole and its mirror image, which the other player sees there, is none.
    Unlike(SquareName, SquareName),
    /// No cell is left.
    Nothing,
    /// The edges of such a board cannot be joined: it has hexagons, or so few files that both ways round lead to the same.
    Edges,
}

impl ShapeError {
    /// One line for people.
    #[must_use]
    pub fn said(&self) -> Message {
        let most = Shape::MOST_HEXAGON_FILES;
        match *self {
            Self::Size(files, ranks)
                if (1..=MAX_FILES).contains(&files) && (1..=MAX_RANKS).contains(&ranks) =>
            {
                say!(
                    "{files} files and {ranks} ranks are more than {most} squares",
                    files,
                    ranks,
                    most = MAX_SQUARES
                )
            }
            Self::Size(..) => say!(
                "a board has 1 to {files} files and 1 to {ranks} ranks",
                files = MAX_FILES,
                ranks = MAX_RANKS
            ),
            Self::Side(side) => {
                say!("a hexagonal board has a side of 2 to {most} cells, not {side}", most = MAX_SIDE, side)
            }
            Self::HexagonFiles(files) => {
                say!(
                    "a hexagonal board has an odd number of files from 3 to {most}, not {files}",
                    most,
                    files
                )
            }
            Self::Off => say!("a hole is off the board"),
            Self::Unlike(hole, cell) => {
                say!(
                    "{hole} is a hole and {cell}, which is the same for the other player, is none",
                    hole = hole.to_string(),
                    cell = cell.to_string()
                )
            }
            Self::Nothing => say!("the board has nothing but holes"),
            Self::Edges => {
                say!("a cylinder has squares and at least {least} files", least = Shape::LEAST_ROUND)
            }
        }
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.said().fmt(f)
    }
}

impl std::error::Error for ShapeError {}

impl Default for Shape {
    /// Eight files and eight ranks.
    fn default() -> Self {
        let cells = SquareSet(u64::MAX as u128);
        Self { files: 8, ranks: 8, grid: Grid::Square, cells, turned: false, cylinder: false }
    }
}

impl Shape {
    /// A rectangle of squares.
    ///
    /// # Errors
    /// If there is no file or no rank, or too many.
    pub const fn rectangle(files: u8, ranks: u8) -> Result<Self, ShapeError> {
        let squares = files as usize * ranks as usize;
        if squares == 0 || squares > MAX_SQUARES || files > MAX_FILES || ranks > MAX_RANKS {
            return Err(ShapeError::Size(files, ranks));
        }
        let cells = SquareSet(u128::MAX >> (MAX_SQUARES - squares));
        Ok(Self { files, ranks, grid: Grid::Square, cells, turned: false, cylinder: false })
    }

    /// The most files of a hexagonal board: there is no file `j`.
    pub const MOST_HEXAGON_FILES: u8 = MAX_FILES - 1;

    /// A hexagon of hexagons, with `side` of them in each of the outer files. With twice as many files less one it is regular.
    ///
    /// # Errors
    /// If the side is too small or too large, the number of files even, or the board too large.
    pub fn hexagon(side: u8, files: u8) -> Result<Self, ShapeError> {
        if !(2..=MAX_SIDE).contains(&side) {
            return Err(ShapeError::Side(side));
        }
        if files.is_multiple_of(2) || !(3..=Self::MOST_HEXAGON_FILES).contains(&files) {
            return Err(ShapeError::HexagonFiles(files));
        }
        let ranks = side + files / 2;
        if usize::from(files) * usize::from(ranks) > MAX_SQUARES {
            return Err(ShapeError::Size(files, ranks));
        }
        let cells = SquareSet::EMPTY;
        let mut shape = Self { files, ranks, grid: Grid::Hexagon, cells, turned: false, cylinder: false };
        shape.cells = shape.indices().filter(|&s| shape.is_inside(s)).collect();
        Ok(shape)
    }

    /// A hexagon of hexagons, `side` on each of its edges.
    ///
    /// # Errors
    /// If the side is too small or too large.
    pub fn regular_hexagon(side: u8) -> Result<Self, ShapeError> {
        if side > MAX_SIDE {
            Err(ShapeError::Side(side))
        } else {
            Self::hexagon(side, (2 * side).saturating_sub(1))
        }
    }

    /// The board with some of its cells taken out.
    ///
    /// # Errors
    /// If one of them is off the board, if the players would see different boards, or if nothing is left.
    pub fn with_holes(self, holes: SquareSet) -> Result<Self, ShapeError> {
        if holes.0 & !self.cells.0 != 0 {
            return Err(ShapeError::Off);
        }
        if let Some(hole) = holes.iter().find(|&s| !holes.contains(self.mirror(s))) {
            return Err(ShapeError::Unlike(self.name(hole), self.name(self.mirror(hole))));
        }
        let cells = SquareSet(self.cells.0 & !holes.0);
        if cells.is_empty() { Err(ShapeError::Nothing) } else { Ok(Self { cells, ..self }) }
    }

    /// The same grid with no other cells than these: where a piece may be that does not leave them. Unlike a board it may look
    /// different from both sides.
    #[must_use]
    pub const fn within(self, cells: SquareSet) -> Self {
        Self { cells: SquareSet(self.cells.0 & cells.0), ..self }
    }

    /// The board as players see it who sit opposite each other and count files from their own left: the other's squares are turned
    /// by half a circle, not mirrored.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { turned: true, ..self }
    }

    /// Whether players see the board turned, not mirrored.
    #[inline]
    #[must_use]
    pub const fn is_turned(self) -> bool {
        self.turned
    }

    /// The fewest files that can be joined round a board.
    pub const LEAST_ROUND: u8 = 3;

    /// The board with its first and its last file joined: each piece goes from one to the other as to any neighbour.
    ///
    /// # Errors
    /// If the cells are hexagons, or the files too few.
    pub fn joined(self) -> Result<Self, ShapeError> {
        let round = self.grid == Grid::Square && self.files >= Self::LEAST_ROUND;
        if round { Ok(Self { cylinder: true, ..self }) } else { Err(ShapeError::Edges) }
    }

    /// The board with edges on both sides, as it is seen: lines end there.
    #[must_use]
    pub const fn flat(self) -> Self {
        Self { cylinder: false, ..self }
    }

    /// Whether the first and the last file are neighbours.
    #[inline]
    #[must_use]
    pub const fn is_cylinder(self) -> bool {
        self.cylinder
    }

    /// An offset as all are written that lead to the same cells: on a cylinder those that differ by times round it are one.
    #[must_use]
    pub const fn reduced(self, (x, y): Offset) -> Offset {
        if self.cylinder { (x.rem_euclid(self.files as i8), y) } else { (x, y) }
    }

    /// Whether one step leads round the edge of a cylinder.
    #[must_use]
    pub fn goes_round(self, from: Square, step: Offset) -> bool {
        let end = i32::from(self.file(from)) + i32::from(step.0);
        self.cylinder && !(0..i32::from(self.files)).contains(&end)
    }

    /// The number of files.
    #[inline]
    #[must_use]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of cells of the outer files of a hexagonal board; on squares nothing that means anything.
    #[inline]
    #[must_use]
    pub const fn side(self) -> u8 {
        self.ranks.saturating_sub(self.files / 2)
    }

    /// The number of ranks; on a hexagonal board the number of cells of the longest file.
    #[inline]
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// What the cells are.
    #[inline]
    #[must_use]
    pub const fn grid(self) -> Grid {
        self.grid
    }

    /// Whether every square of the grid is a cell, so that the board is a rectangle.
    #[must_use]
    pub const fn is_rectangle(self) -> bool {
        self.cells.len() == self.size()
    }

    /// The number of squares of the grid: every index is below it.
    #[inline]
    #[must_use]
    pub const fn size(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The cells.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> SquareSet {
        self.cells
    }

    /// Every cell, from White's left.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        self.cells.iter()
    }

    /// Every square of the grid, also those that are no cells: for tables by [`Square::index`].
    pub fn indices(self) -> impl DoubleEndedIterator<Item = Square> {
        (0..self.size() as u8).map(Square)
    }

    /// The places of a rank from the first file: its cells and its holes.
    ///
    /// Ranks from the last to the first are how FEN and arrays are written; a hole stands there as `*`.
    pub fn row(self, rank: u8) -> impl DoubleEndedIterator<Item = Square> {
        (0..self.files).filter_map(move |file| self.place(i32::from(file), i32::from(rank)))
    }

    /// Whether a square is a cell of the board.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        square.index() < MAX_SQUARES && self.cells.contains(square)
    }

    /// The first rank's place on the second axis in a file: 0, but on the right half of a hexagonal board.
    const fn base(self, file: u8) -> u8 {
        match self.grid {
            Grid::Square => 0,
            Grid::Hexagon => file.saturating_sub(self.files / 2),
        }
    }

    /// Coordinates in the grid.
    const fn axes(self, square: Square) -> (u8, u8) {
        (square.0 % self.files, square.0 / self.files)
    }

    /// Whether a square of the grid is a cell or a hole.
    const fn is_inside(self, square: Square) -> bool {
        let (x, y) = self.axes(square);
        match self.grid {
            Grid::Square => true,
            Grid::Hexagon => x <= y + self.files / 2 && y < x + self.side(),
        }
    }

    /// The cell or hole at some coordinates in the grid.
    const fn at(self, mut x: i32, y: i32) -> Option<Square> {
        if x < 0 || y < 0 || x >= self.files as i32 || y >= self.ranks as i32 {
            if !self.cylinder || y < 0 || y >= self.ranks as i32 {
                return None;
            }
            x = x.rem_euclid(self.files as i32);
        }
        let square = Square((y * self.files as i32 + x) as u8);
        if self.is_inside(square) { Some(square) } else { None }
    }

    /// The cell or hole on a file and a rank.
    const fn place(self, file: i32, rank: i32) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.files as i32 {
            return None;
        }
        self.at(file, rank + self.base(file as u8) as i32)
    }

    /// The cell on a file and a rank, both counted from 0.
    ///
    /// Returns `None` off the board and where there is a hole.
    #[must_use]
    pub const fn square(self, file: i32, rank: i32) -> Option<Square> {
        match self.place(file, rank) {
            Some(square) if self.cells.contains(square) => Some(square),
            _ => None,
        }
    }

    /// The file of a square, from 0.
    #[inline]
    #[must_use]
    pub const fn file(self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The rank of a square, from 0, as White counts.
    #[inline]
    #[must_use]
    pub const fn rank(self, square: Square) -> u8 {
        let (file, y) = self.axes(square);
        y.wrapping_sub(self.base(file))
    }

    /// The cell reached from `square` by an offset, if there is one.
    #[must_use]
    pub const fn offset(self, square: Square, offset: Offset) -> Option<Square> {
        let (x, y) = self.axes(square);
        match self.at(x as i32 + offset.0 as i32, y as i32 + offset.1 as i32) {
            Some(square) if self.cells.contains(square) => Some(square),
            _ => None,
        }
    }

    /// How far an offset moves a square's index, if it does not lead round the edge.
    #[must_use]
    pub const fn shift(self, (x, y): Offset) -> i8 {
        y * self.files as i8 + x
    }

    /// The offset from one square to another; on a cylinder the shorter way round.
    #[must_use]
    pub const fn between(self, from: Square, to: Square) -> Offset {
        let ((ax, ay), (bx, by)) = (self.axes(from), self.axes(to));
        let (x, y) = (bx as i8 - ax as i8, by as i8 - ay as i8);
        let (files, half) = (self.files as i8, self.files as i8 / 2);
        match x {
            _ if !self.cylinder => (x, y),
            _ if x > half => (x - files, y),
            _ if x < -half => (x + files, y),
            _ => (x, y),
        }
    }

    /// The step straight ahead for a player.
    #[must_use]
    pub const fn forward(self, color: Color) -> Offset {
        self.relative_offset(color, (0, 1))
    }

    /// An offset of White's as `color` makes it.
    #[must_use]
    pub const fn relative_offset(self, color: Color, offset: Offset) -> Offset {
        match color {
            Color::White => offset,
            Color::Black if self.turned => (-offset.0, -offset.1),
            Color::Black => self.grid.mirrored(offset),
        }
    }

    /// The same square seen by the opponent: its rank counted from the other end of the file, and its file kept unless players see
    /// the board turned.
    #[must_use]
    pub const fn mirror(self, square: Square) -> Square {
        let mirrored = self.upside_down(square);
        if self.turned { self.flip(mirrored) } else { mirrored }
    }

    const fn upside_down(self, square: Square) -> Square {
        let (x, y) = self.axes(square);
        let last = match self.grid {
            Grid::Square => self.ranks - 1,
            Grid::Hexagon => self.side() - 1 + x,
        };
        Square(last.wrapping_sub(y).wrapping_mul(self.files).wrapping_add(x))
    }

    /// The square with left and right changed: its rank kept, its file counted from the other side.
    #[must_use]
    pub const fn flip(self, square: Square) -> Square {
        let (x, y) = self.axes(square);
        let y = match self.grid {
            Grid::Square => y,
            Grid::Hexagon => (y + self.files / 2).wrapping_sub(x),
        };
        Square(y.wrapping_mul(self.files).wrapping_add(self.files - 1 - x))
    }

    /// `square` as `color` counts ranks: itself for White, [`Shape::mirror`] for Black.
    #[must_use]
    pub const fn relative(self, color: Color, square: Square) -> Square {
        match color {
            Color::White => square,
            Color::Black => self.mirror(square),
        }
    }

    /// The number of steps between neighbours from one square to another, were there no holes.
    #[must_use]
    pub const fn distance(self, from: Square, to: Square) -> u8 {
        self.grid.distance(self.between(from, to))
    }

    /// The distance from the outline of the board.
    #[must_use]
    pub fn inward(self, square: Square) -> u8 {
        let (x, y) = self.axes(square);
        match self.grid {
            Grid::Square if self.cylinder => y.min(self.ranks - 1 - y),
            Grid::Square => x.min(self.files - 1 - x).min(y).min(self.ranks - 1 - y),
            // From each of the six edges; squares of the grid that are no cells lie on it.
            Grid::Hexagon => {
                let right = (y + self.files / 2).saturating_sub(x);
                let left = (x + self.side()).saturating_sub(y + 1);
                let straight = x.min(self.files - 1 - x).min(y).min(self.ranks - 1 - y);
                straight.min(right).min(left)
            }
        }
    }

    /// How far a hexagon is from the middle of the board as it is drawn: a square of a length.
    const fn off_middle(self, square: Square) -> i32 {
        let ((x, y), (columns, rows)) = (self.drawn(square), self.drawn_size());
        let (x, y) = (2 * x as i32 - columns as i32 + 1, 2 * y as i32 - rows as i32 + 1);
        // Columns are apart by half of the root of three heights, rows by half a height.
        3 * x * x + y * y
    }

    /// The square itself, but for one on the outline the place beside it towards the middle, if there is one that is nearer than others.
    #[must_use]
    pub fn inner(self, square: Square) -> Square {
        let (x, y) = self.axes(square);
        match self.grid {
            Grid::Square => {
                let inner = |n: u8, count: u8| if count < 3 { n } else { n.clamp(1, count - 2) };
                let x = if self.cylinder { x } else { inner(x, self.files) };
                Square(inner(y, self.ranks) * self.files + x)
            }
            Grid::Hexagon => {
                if self.inward(square) > 0 {
                    return square;
                }
                let beside = self.grid.orthogonal().iter();
                let beside =
                    beside.filter_map(|step| self.at((x as i8 + step.0).into(), (y as i8 + step.1).into()));
                let inner: Vec<Square> = beside.filter(|&s| self.inward(s) > 0).collect();
                // Of two the nearer to the middle, and neither if both are: so the players' squares answer each other.
                let nearest = inner.iter().map(|&s| self.off_middle(s)).min();
                let mut nearest = inner.iter().filter(|&&s| Some(self.off_middle(s)) == nearest);
                match (nearest.next(), nearest.next()) {
                    (Some(&only), None) => only,
                    _ => square,
                }
            }
        }
    }

    /// The cells from which no step straight ahead leads to another one in the same file.
    #[must_use]
    pub fn far_edge(self, color: Color) -> SquareSet {
        let ahead = |a: Square, b: Square| {
            let rank = |s| self.rank(self.relative(color, s));
            self.file(a) == self.file(b) && rank(b) > rank(a)
        };
        self.iter().filter(|&a| !self.iter().any(|b| ahead(a, b))).collect()
    }

    /// Where a square is drawn, from the lower left: its column and its row, which on hexagons is half a cell high.
    #[must_use]
    pub const fn drawn(self, square: Square) -> (u8, u8) {
        let (x, y) = self.axes(square);
        match self.grid {
            Grid::Square => (x, y),
            Grid::Hexagon => (x, (2 * y + self.files / 2).wrapping_sub(x)),
        }
    }

    /// How many columns and rows [`drawn`](Self::drawn) counts.
    #[must_use]
    pub const fn drawn_size(self) -> (u8, u8) {
        match self.grid {
            Grid::Square => (self.files, self.ranks),
            Grid::Hexagon => (self.files, 2 * self.ranks - 1),
        }
    }

    /// The number of colours that cells are painted in, so that neighbours across an edge differ: bishops keep to one.
    #[must_use]
    pub const fn colors(self) -> u8 {
        match self.grid {
            Grid::Square => 2,
            Grid::Hexagon => 3,
        }
    }

    /// Which of the [`colors`](Self::colors) a square has; on a rectangle 0 is dark, as a1 is.
    #[must_use]
    pub const fn color(self, square: Square) -> u8 {
        let (x, y) = self.axes(square);
        (x + y) % self.colors()
    }

    /// Whether an offset leads to squares of the same colour, wherever it begins.
    #[must_use]
    pub const fn keeps_color(self, offset: Offset) -> bool {
        let (x, y) = self.reduced(offset);
        // Round an odd number of files the colours do not go on.
        let odd = self.cylinder && self.files % 2 == 1;
        (x as i16 + y as i16) % self.colors() as i16 == 0 && !(odd && x != 0)
    }
}

#[cfg(test)]
mod tests;
