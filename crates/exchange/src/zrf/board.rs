//! Positions, the steps between them, zones, and where positions lie on a board of ours.

use std::collections::{BTreeMap, BTreeSet};

use berolina_rules::geometry::{Grid, MAX_FILES, MAX_RANKS, Offset, Shape};

use super::read::Node;
use crate::ImportError;

/// The most positions of a board, with those beside it.
const MAX_POSITIONS: usize = 400;
/// The most names of directions.
const MAX_DIRECTIONS: usize = 100;

/// Which of the positions.
pub(super) type Set = Vec<bool>;

/// The positions of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    pub names: Vec<String>,
    index: BTreeMap<String, usize>,
    /// Where a position lies, to the right and upward; on hexagons as our grid counts.
    pub places: Vec<Option<Offset>>,
    /// Which positions are there at all.
    pub alive: Set,
    /// Where a direction leads from each position.
    links: BTreeMap<String, Vec<Option<usize>>>,
    /// The squares of a zone for each player.
    zones: BTreeMap<String, [Set; 2]>,
    /// What a direction is for each player.
    symmetry: [BTreeMap<String, String>; 2],
    pub hexagonal: bool,
    /// What was not understood.
    pub odd: Vec<(usize, String)>,
}

/// A row of names with how far each lies from the one before.
struct Dimension {
    names: Vec<String>,
    step: (i32, i32),
}

impl Board {
    /// Reads `(board ...)`. `players` are White and Black.
    pub(super) fn read(line: usize, parts: &[Node], players: &[String; 2]) -> Result<Self, ImportError> {
        let mut board = Self::default();
        for part in parts {
            match part.call() {
                Some(("grid", inner)) => board.grid(part.line, inner)?,
                Some(("positions", inner)) => board.single(part.line, inner)?,
                _ => {}
            }
        }
        if board.names.is_empty() {
            return Err(ImportError::new(
                Some(line),
                "the board has no grid: (grid (dimensions ...) (directions ...))",
            ));
        }
        for part in parts {
            let Some((head, inner)) = part.call() else { continue };
            match head {
                "dummy" => {
                    for name in inner.iter().filter_map(Node::said) {
                        board.add(part.line, name, None)?;
                    }
                }
                "links" => board.link(part.line, inner)?,
                "unlink" => board.unlink(inner),
                "kill-positions" => board.kill(part.line, inner),
                "symmetry" => board.mirror(inner, players),
                "zone" => board.zone(part.line, inner, players)?,
                "grid" | "positions" | "image" => {}
                _ => board.odd.push((part.line, format!("`{}` of the board", part.shown()))),
            }
        }
        Ok(board)
    }

    fn add(&mut self, line: usize, name: &str, place: Option<Offset>) -> Result<usize, ImportError> {
        if let Some(&at) = self.index.get(name) {
            return Ok(at);
        }
        if self.names.len() >= MAX_POSITIONS {
            return Err(ImportError::new(
                Some(line),
                format!("a board of more than {MAX_POSITIONS} positions"),
            ));
        }
        let at = self.names.len();
        self.names.push(name.to_owned());
        self.index.insert(name.to_owned(), at);
        self.places.push(place);
        self.alive.push(true);
        for links in self.links.values_mut() {
            links.push(None);
        }
        Ok(at)
    }

    fn grid(&mut self, line: usize, parts: &[Node]) -> Result<(), ImportError> {
        let mut dimensions = Vec::new();
        let mut directions = Vec::new();
        for part in parts {
            match part.call() {
                Some(("dimensions", inner)) => dimensions.extend(inner.iter().filter_map(dimension)),
                Some(("directions", inner)) => directions.extend(inner.iter().filter_map(direction)),
                _ => {}
            }
        }
        let [first, second] = dimensions.as_slice() else {
            let message =
                format!("a grid of {} dimensions: boards have two, files and ranks", dimensions.len());
            return Err(ImportError::new(Some(line), message));
        };
        let size = (first.names.len() as i32, second.names.len() as i32);
        // Positions beside the board may stand before it.
        if self.places.iter().any(Option::is_some) {
            return Err(ImportError::new(Some(line), "a second grid: a board is one grid"));
        }
        if size.0 * size.1 > MAX_POSITIONS as i32 || size.0.max(size.1) > 60 {
            return Err(ImportError::new(
                Some(line),
                format!("a board of more than {MAX_POSITIONS} positions"),
            ));
        }
        let Some(place) = lay(first, second) else {
            return Err(ImportError::new(
                Some(line),
                "the rows of this grid are neither of squares nor of hexagons",
            ));
        };
        self.hexagonal = first.step.0 != 0 && first.step.1 != 0;
        let before = self.names.len();
        for (i, a) in (0..).zip(&first.names) {
            for (j, b) in (0..).zip(&second.names) {
                let name = format!("{a}{b}");
                if self.index.contains_key(&name) {
                    return Err(ImportError::new(
                        Some(line),
                        format!("two positions with the name `{name}`"),
                    ));
                }
                self.add(line, &name, Some(place(i, j)))?;
            }
        }
        for (name, (across, along)) in directions.into_iter().take(MAX_DIRECTIONS) {
            let inside = |i: i32, j: i32| (0..size.0).contains(&i) && (0..size.1).contains(&j);
            let at = |i: i32, j: i32| inside(i, j).then(|| before + (i * size.1 + j) as usize);
            let squares = (0..size.0).flat_map(|i| (0..size.1).map(move |j| (i, j)));
            let links = squares.map(|(i, j)| at(i + across, j + along));
            self.links.insert(name, std::iter::repeat_n(None, before).chain(links).collect());
        }
        Ok(())
    }

    /// Positions with their places in the picture: only those beside a board.
    fn single(&mut self, line: usize, parts: &[Node]) -> Result<(), ImportError> {
        for part in parts {
            if let Some((name, _)) = part.call() {
                self.add(line, name, None)?;
            }
        }
        Ok(())
    }

    fn link(&mut self, line: usize, parts: &[Node]) -> Result<(), ImportError> {
        let Some((name, pairs)) = parts.split_first().and_then(|(first, rest)| Some((first.word()?, rest)))
        else {
            return Ok(());
        };
        if self.links.len() >= MAX_DIRECTIONS && !self.links.contains_key(name) {
            return Err(ImportError::new(Some(line), format!("more than {MAX_DIRECTIONS} directions")));
        }
        let mut links = self.links.remove(name).unwrap_or_else(|| vec![None; self.names.len()]);
        for pair in pairs {
            let Some([from, to]) = pair.list() else { continue };
            match (
                from.said().and_then(|name| self.position(name)),
                to.said().and_then(|name| self.position(name)),
            ) {
                (Some(from), Some(to)) => links[from] = Some(to),
                _ => self.odd.push((pair.line, format!("the link {} of unknown positions", pair.shown()))),
            }
        }
        self.links.insert(name.to_owned(), links);
        Ok(())
    }

    fn unlink(&mut self, parts: &[Node]) {
        for pair in parts {
            let Some([from, to]) = pair.list() else { continue };
            let ends = [from, to].map(|one| one.said().and_then(|name| self.position(name)));
            if let [Some(from), Some(to)] = ends {
                for links in self.links.values_mut() {
                    if links[from] == Some(to) {
                        links[from] = None;
                    }
                    if links[to] == Some(from) {
                        links[to] = None;
                    }
                }
            }
        }
    }

    fn kill(&mut self, line: usize, parts: &[Node]) {
        for name in parts.iter().filter_map(Node::said) {
            let Some(dead) = self.position(name) else {
                self.odd.push((line, format!("`kill-positions` of the unknown `{name}`")));
                continue;
            };
            self.alive[dead] = false;
            for links in self.links.values_mut() {
                links[dead] = None;
                links.iter_mut().filter(|to| **to == Some(dead)).for_each(|to| *to = None);
            }
        }
    }

    fn mirror(&mut self, parts: &[Node], players: &[String; 2]) {
        let Some((player, pairs)) = parts.split_first() else { return };
        let Some(side) = players.iter().position(|name| Some(name.as_str()) == player.said()) else { return };
        for pair in pairs {
            if let Some([from, to]) = pair.list()
                && let (Some(from), Some(to)) = (from.said(), to.said())
            {
                self.symmetry[side].insert(from.to_owned(), to.to_owned());
            }
        }
    }

    fn zone(&mut self, line: usize, parts: &[Node], players: &[String; 2]) -> Result<(), ImportError> {
        let inner =
            |head: &str| parts.iter().filter_map(Node::call).find(|call| call.0 == head).map(|call| call.1);
        let Some(name) = inner("name").and_then(|name| name.first()?.said()) else {
            return Err(ImportError::new(Some(line), "a zone without a name"));
        };
        let mut set = vec![false; self.names.len()];
        for square in inner("positions").unwrap_or_default().iter().filter_map(Node::said) {
            match self.position(square) {
                Some(at) => set[at] = true,
                None => {
                    self.odd.push((line, format!("the zone `{name}` has the unknown position `{square}`")));
                }
            }
        }
        // Without players it is the same for both.
        let whose = inner("players").map(|names| names.iter().filter_map(Node::said).collect::<Vec<_>>());
        let empty = || vec![false; set.len()];
        let zone = self.zones.entry(name.to_owned()).or_insert_with(|| [empty(), empty()]);
        for (player, squares) in players.iter().zip(zone) {
            if whose.as_ref().is_none_or(|whose| whose.contains(&player.as_str())) {
                squares.resize(set.len(), false);
                squares.iter_mut().zip(&set).for_each(|(has, new)| *has |= new);
            }
        }
        Ok(())
    }

    /// The number of a position.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// A set of all positions.
    pub(super) fn all(&self) -> Set {
        vec![true; self.names.len()]
    }

    /// The squares of a zone for a player.
    pub(super) fn zone_of(&self, name: &str, side: usize) -> Option<Set> {
        let mut zone = self.zones.get(name)?[side].clone();
        zone.resize(self.names.len(), false);
        Some(zone)
    }

    /// What a direction is called for a player; `None` for a word that is none.
    pub(super) fn direction(&self, word: &str, side: usize) -> Option<String> {
        let word = self.symmetry[side].get(word).map_or(word, String::as_str);
        self.links.contains_key(word).then(|| word.to_owned())
    }

    /// The names of all directions.
    pub(super) fn directions(&self) -> impl Iterator<Item = String> {
        self.links.keys().cloned()
    }

    /// Where a direction leads.
    pub(super) fn step(&self, from: usize, direction: &str) -> Option<usize> {
        self.links.get(direction)?[from]
    }

    /// How far a direction leads, if that is the same from everywhere.
    pub(super) fn vector(&self, direction: &str) -> Option<Offset> {
        let mut found = BTreeSet::new();
        for (from, to) in self.links.get(direction)?.iter().enumerate() {
            let Some(to) = *to else { continue };
            let (from, to) = (self.places[from]?, self.places[to]?);
            found.insert((to.0 - from.0, to.1 - from.1));
        }
        let only = found.pop_first()?;
        found.is_empty().then_some(only)
    }

    /// The board that is left of some of the positions.
    pub(super) fn field(&self, on: &Set, line: usize) -> Result<Field, ImportError> {
        let wrong = |message: String| ImportError::new(Some(line), message);
        let places: Vec<(usize, Offset)> = (0..self.names.len())
            .filter(|&at| on[at] && self.alive[at])
            .filter_map(|at| Some((at, self.places[at]?)))
            .collect();
        let least = |pick: fn(&Offset) -> i8| places.iter().map(|(_, place)| pick(place)).min().unwrap_or(0);
        let most = |pick: fn(&Offset) -> i8| places.iter().map(|(_, place)| pick(place)).max().unwrap_or(0);
        let (left, low) = (least(|place| place.0), least(|place| place.1));
        let files = (most(|place| place.0) - left + 1) as usize;
        let ranks = (most(|place| place.1) - low + 1) as usize;
        let fits = files <= usize::from(MAX_FILES) && ranks <= usize::from(MAX_RANKS);
        let too_big = || {
            wrong(format!(
                "a board of {files} files and {ranks} ranks: there are at most {MAX_FILES} files, {MAX_RANKS} ranks and 128 squares"
            ))
        };
        if !fits || places.is_empty() {
            return Err(too_big());
        }
        let mut cells = vec![None; self.names.len()];
        if !self.hexagonal {
            if files * ranks > 128 {
                return Err(too_big());
            }
            for (at, (x, y)) in places {
                cells[at] = Some(Cell {
                    at: (x - left, y - low),
                    file: (x - left) as usize,
                    rank: (y - low) as usize,
                });
            }
            return Ok(Field { grid: Grid::Square, files, ranks, side: 0, cells });
        }
        // Cells of each file are counted from its lower end.
        let column = |x: i8| places.iter().filter(move |(_, place)| place.0 == x).map(|(_, place)| place.1);
        for &(at, (x, y)) in &places {
            let rank = (y - column(x).min().unwrap_or(y)) as usize;
            cells[at] = Some(Cell { at: (x - left, y - low), file: (x - left) as usize, rank });
        }
        let side = column(left).count();
        let shape = Shape::hexagon(side as u8, files as u8)
            .map_err(|error| wrong(format!("a board of hexagons that there is none of: {error}")))?;
        let mut ours: Vec<Offset> =
            shape.iter().map(|square| (shape.file(square) as i8, shape.rank(square) as i8)).collect();
        let mut theirs: Vec<Offset> =
            cells.iter().flatten().map(|cell| (cell.file as i8, cell.rank as i8)).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        let upright = |x: i8| {
            column(x).max().unwrap_or(0) - column(x).min().unwrap_or(0) + 1 == column(x).count() as i8
        };
        if ours != theirs || !(left..=left + files as i8 - 1).all(upright) || !self.is_bent(&cells, &shape) {
            return Err(wrong(
                "hexagons in a shape that our boards do not have: a hexagon whose files stand upright"
                    .to_owned(),
            ));
        }
        let ranks = usize::from(shape.ranks());
        Ok(Field { grid: Grid::Hexagon, files, ranks, side, cells })
    }

    /// Whether the files of hexagons lie beside one another as ours do.
    fn is_bent(&self, cells: &[Option<Cell>], shape: &Shape) -> bool {
        let middle = shape.files() as i8 / 2;
        let lowest = |x: i8| cells.iter().flatten().filter(|cell| cell.at.0 == x).map(|cell| cell.at.1).min();
        (0..shape.files() as i8 - 1).all(|x| match (lowest(x), lowest(x + 1)) {
            (Some(here), Some(next)) => next - here == i8::from(x >= middle),
            _ => false,
        })
    }
}

/// The board of a game: where on it a position lies.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub grid: Grid,
    pub files: usize,
    pub ranks: usize,
    /// Of hexagons: how many stand in an outer file.
    pub side: usize,
    pub cells: Vec<Option<Cell>>,
}

/// A square or hexagon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// As offsets count.
    pub at: Offset,
    /// As it is named.
    pub file: usize,
    pub rank: usize,
}

/// How the squares of Black answer those of White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mirror {
    Reflection,
    Rotation,
}

impl Field {
    /// How many cells there are in a file.
    pub(super) fn height(&self, file: usize) -> usize {
        match self.grid {
            Grid::Square => self.ranks,
            Grid::Hexagon => self.side + file.min(self.files - 1 - file),
        }
    }

    /// The rank and file of a position as a player sees it.
    pub(super) fn seen(&self, position: usize, side: usize, mirror: Mirror) -> Option<(usize, usize)> {
        let cell = self.cells[position]?;
        if side == 0 {
            return Some((cell.rank, cell.file));
        }
        let rank = self.height(cell.file) - 1 - cell.rank;
        Some((rank, if mirror == Mirror::Rotation { self.files - 1 - cell.file } else { cell.file }))
    }

    /// An offset as a player sees it.
    pub(super) fn turned(&self, offset: Offset, side: usize, mirror: Mirror) -> Offset {
        match (side, mirror) {
            (0, _) => offset,
            (_, Mirror::Reflection) => self.grid.mirrored(offset),
            (_, Mirror::Rotation) => (-offset.0, -offset.1),
        }
    }

    /// The names of squares from rank and file.
    pub(super) fn name(&self, (rank, file): (usize, usize)) -> String {
        let skipped = usize::from(self.grid == Grid::Hexagon && file >= 9);
        format!("{}{}", char::from(b'a' + (file + skipped) as u8), rank + 1)
    }
}

/// `("a/b/c" (50 0))`.
fn dimension(node: &Node) -> Option<Dimension> {
    let [names, step, ..] = node.list()? else { return None };
    let [x, y] = step.list()? else { return None };
    let number = |node: &Node| node.said()?.parse::<i32>().ok();
    let names = names.said()?.split('/').map(|name| name.trim().to_owned()).collect();
    Some(Dimension { names, step: (number(x)?, number(y)?) })
}

/// `(ne 1 -1)`.
fn direction(node: &Node) -> Option<(String, (i32, i32))> {
    let (name, [across, along]) = node.call()? else { return None };
    let number = |node: &Node| node.said()?.parse::<i32>().ok().filter(|n| n.abs() < 100);
    Some((name.to_owned(), (number(across)?, number(along)?)))
}

/// Where the positions of a grid lie: by number in both rows to the right and upward. On pictures upward is less.
fn lay(first: &Dimension, second: &Dimension) -> Option<impl Fn(i32, i32) -> Offset + use<>> {
    let sizes = (first.names.len() as i32, second.names.len() as i32);
    let (a, b) = (first.step, second.step);
    let along = |step: i32, at: i32, size: i32| if step > 0 { at } else { size - 1 - at };
    let kind = match (a, b) {
        ((x, 0), (0, y)) if x != 0 && y != 0 => 0,
        ((0, y), (x, 0)) if x != 0 && y != 0 => 1,
        // Files of hexagons: each next lies half a cell higher or lower.
        ((x, half), (0, whole)) if x > 0 && half != 0 && whole.abs() == 2 * half.abs() => 2,
        _ => return None,
    };
    Some(move |i: i32, j: i32| {
        let (x, y) = match kind {
            0 => (along(a.0, i, sizes.0), along(-b.1, j, sizes.1)),
            1 => (along(b.0, j, sizes.1), along(-a.1, i, sizes.0)),
            _ => {
                let up = along(-b.1, j, sizes.1);
                // Our grid counts a cell to the right as half a cell lower.
                (i, if a.1 < 0 { up + i } else { up })
            }
        };
        (x.clamp(-120, 120) as i8, y.clamp(-120, 120) as i8)
    })
}
