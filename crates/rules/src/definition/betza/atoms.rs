//! Atoms, and the direction letters that choose among their steps.

use crate::geometry::{Grid, Offset};
use crate::message::Message;
use crate::say;

/// How an atom understands directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symmetry {
    /// Moves across edges: on squares each letter is one of them.
    Orthogonal,
    /// Moves across corners: on squares each letter is a pair, two letters are one of them.
    Diagonal,
    /// Moves of the king and queen: both of these.
    Royal,
    /// All others, of which each has a twin.
    Oblique,
}

/// A set of equal steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Atom {
    /// The capital.
    pub(super) letter: char,
    /// Cells aside and ahead.
    pub(super) step: (i8, i8),
    pub(super) symmetry: Symmetry,
    /// It slides without a number.
    pub(super) slides: bool,
}

/// The atoms: letter, step aside and ahead, symmetry, whether it slides without a number.
const ATOMS: [(char, (i8, i8), Symmetry, bool); 15] = [
    ('W', (0, 1), Symmetry::Orthogonal, false),
    ('F', (1, 1), Symmetry::Diagonal, false),
    ('D', (0, 2), Symmetry::Orthogonal, false),
    ('N', (1, 2), Symmetry::Oblique, false),
    ('A', (2, 2), Symmetry::Diagonal, false),
    ('H', (0, 3), Symmetry::Orthogonal, false),
    ('C', (1, 3), Symmetry::Oblique, false),
    ('L', (1, 3), Symmetry::Oblique, false),
    ('Z', (2, 3), Symmetry::Oblique, false),
    ('J', (2, 3), Symmetry::Oblique, false),
    ('G', (3, 3), Symmetry::Diagonal, false),
    ('R', (0, 1), Symmetry::Orthogonal, true),
    ('B', (1, 1), Symmetry::Diagonal, true),
    ('Q', (0, 1), Symmetry::Royal, true),
    ('K', (0, 1), Symmetry::Royal, false),
];

impl Atom {
    /// The atom of a capital.
    pub(super) fn of(letter: char) -> Option<Self> {
        let &(letter, step, symmetry, slides) = ATOMS.iter().find(|atom| atom.0 == letter)?;
        Some(Self { letter, step, symmetry, slides })
    }

    /// The atom that `X` or `Y` behind a leaper makes: three cells further along the longer side, or two along both.
    pub(super) fn extended(self, suffix: char) -> Option<Self> {
        let by = if suffix == 'X' { (0, 3) } else { (2, 2) };
        let leaps = !self.slides && self.symmetry != Symmetry::Royal;
        let step = (self.step.0 + by.0, self.step.1 + by.1);
        let symmetry = match step {
            (0, _) => Symmetry::Orthogonal,
            (x, y) if x == y => Symmetry::Diagonal,
            _ => Symmetry::Oblique,
        };
        leaps.then_some(Self { step, symmetry, ..self })
    }

    /// The capital of a leap and the suffix behind it, if there is such an atom.
    pub(super) fn named(step: (i8, i8)) -> Option<String> {
        let leaps = || ATOMS.iter().filter(|atom| !atom.3 && atom.2 != Symmetry::Royal);
        let plain = leaps().find(|atom| atom.1 == step).map(|atom| atom.0.to_string());
        plain.or_else(|| {
            let suffixed = |&suffix: &char| {
                leaps().find_map(|atom| {
                    let made = Self::of(atom.0)?.extended(suffix)?;
                    (made.step == step).then(|| format!("{}{suffix}", atom.0))
                })
            };
            ['X', 'Y'].iter().find_map(suffixed)
        })
    }

    /// All its steps.
    pub(super) fn steps(self, grid: Grid) -> Vec<Offset> {
        let orbit = |(aside, ahead)| grid.orbit(grid.leap(ahead, aside));
        match self.symmetry {
            Symmetry::Royal => orbit((0, 1)).into_iter().chain(orbit((1, 1))).collect(),
            _ => orbit(self.step),
        }
    }

    /// Like steps around the piece to the right, among which a move of several legs turns: those across edges and those across
    /// corners are of one ring.
    pub(super) fn ring(self, grid: Grid) -> Vec<Offset> {
        if self.symmetry == Symmetry::Oblique {
            return self.steps(grid);
        }
        let far = self.step.1;
        let orbit = |aside| grid.orbit(grid.leap(far, aside * far));
        orbit(0).into_iter().zip(orbit(1)).flat_map(|(edge, corner)| [edge, corner]).collect()
    }
}

/// One direction or pair of direction letters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Chooser {
    first: char,
    /// The second letter where the two combine; the same letter for a doubled one.
    second: Option<char>,
    pub(super) letters: usize,
}

impl Chooser {
    pub(super) fn has(self, grid: Grid, step: Offset, symmetry: Symmetry) -> bool {
        let drawn = grid.drawn(step);
        let straight = drawn.0 == 0 || drawn.1 == 0;
        let wide = |direction| wide(drawn, direction);
        let narrow = |direction| match direction {
            'f' | 'b' | 'v' => grid.is_upright(step) && wide(direction),
            _ => !grid.is_upright(step) && wide(direction),
        };
        match (symmetry, self.first, self.second) {
            (_, 'h', Some(hand)) => chiral(grid, step) == hand,
            (Symmetry::Oblique, a, Some('h')) => wide(a),
            (Symmetry::Oblique, a, None) => narrow(a),
            (Symmetry::Oblique, a, Some(b)) => wide(a) && narrow(b),
            (Symmetry::Royal, a, b) if b.is_none() || b == Some(a) => straight && narrow(a),
            // Of hexagons' steps across edges two go straight up and down, of those across corners two straight aside.
            (_, a, None) if grid == Grid::Hexagon => {
                let upright = matches!(a, 'f' | 'b' | 'v');
                wide(a) && straight == (upright == (symmetry == Symmetry::Orthogonal))
            }
            (Symmetry::Orthogonal, a, _) if grid == Grid::Square => narrow(a),
            (_, a, None) => wide(a),
            (_, a, Some(b)) => !straight && wide(a) && wide(b),
        }
    }
}

/// Takes the direction that begins with `a`, before `b`.
pub(super) fn choose(
    grid: Grid,
    a: char,
    b: Option<char>,
    symmetry: Symmetry,
    first: bool,
) -> Result<Chooser, (Message, Message)> {
    let one = Ok(Chooser { first: a, second: None, letters: 1 });
    let two = |second| Ok(Chooser { first: a, second: Some(second), letters: 2 });
    let crossed = |b: char| match a {
        'f' | 'b' => matches!(b, 'l' | 'r' | 's'),
        'l' | 'r' => matches!(b, 'f' | 'b' | 'v'),
        _ => false,
    };
    if a == 'h' || b == Some('h') {
        let half = a == 'h' && first && matches!(b, Some('l' | 'r')) || matches!(a, 'f' | 'b' | 'l' | 'r');
        return if symmetry != Symmetry::Oblique {
            let hint = say!("leave the h out, and name each direction");
            Err((say!("`h` is only for oblique leaps such as N"), hint))
        } else if half {
            two(b.unwrap_or('h'))
        } else {
            let hint = say!("write fh, bh, lh or rh for a half of the board, hl or hr for a turning half");
            Err((say!("`h` is not combined like this"), hint))
        };
    }
    match (symmetry, b) {
        (Symmetry::Orthogonal | Symmetry::Diagonal, Some(b)) if grid == Grid::Hexagon && crossed(b) => two(b),
        (Symmetry::Orthogonal | Symmetry::Diagonal, _) if grid == Grid::Hexagon => one,
        (Symmetry::Orthogonal, _) => one,
        (Symmetry::Diagonal, _) if matches!(a, 'v' | 's') => {
            let hint = say!("leave it out for all four, or name f, b, l or r");
            Err((say!("`{a}` chooses nothing among diagonal moves", a), hint))
        }
        (Symmetry::Diagonal, Some('s' | 'v')) if crossed(b.unwrap_or(' ')) => {
            Err((say!("`{a}` alone is both moves of that side", a), say!("leave the second letter out")))
        }
        (Symmetry::Diagonal, Some(b)) if crossed(b) => two(b),
        (Symmetry::Diagonal, _) => one,
        (_, Some(b)) if a == b || crossed(b) => two(b),
        _ => one,
    }
}

/// Whether a way leads to a side of the board.
fn wide((x, y): Offset, direction: char) -> bool {
    match direction {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        _ => true,
    }
}

/// `r` for leaps that turn to the right of the nearest step across an edge, `l` for the others.
fn chiral(grid: Grid, step: Offset) -> char {
    let mut turns =
        std::iter::successors(Some(step), |&step| Some(grid.turned(step))).map(|step| grid.split(step));
    let first = turns.by_ref().take(grid.orthogonal().len()).find(|&(ahead, aside)| ahead > 0 && aside > 0);
    if first.is_some_and(|(ahead, aside)| ahead > aside) { 'r' } else { 'l' }
}
