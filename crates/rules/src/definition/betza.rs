//! Betza notation, in the dialect that XBoard documents (XBetza), read into [`Ray`]s.
//!
//! Only what the rules can play is accepted: every other letter is a fault at its column, with a
//! hint that names the key of the variant file that says the same.

use std::ops::Range;

use super::{Code, Path, Ray, Severity, names};
use crate::geometry::{Grid, Offset};

/// The greatest length of a text in Betza notation, in bytes.
pub const MAX_TEXT: usize = 256;
/// The greatest number of rays that a text may mean.
pub const MAX_RAYS: usize = 256;
/// The greatest range that may be written; `0` has no limit.
pub const MAX_RANGE: u8 = 15;

/// What is wrong with a text in Betza notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaFault {
    /// Where, in bytes of the text.
    pub at: Range<usize>,
    /// The diagnostic code.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
}

/// What [`parse`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The moves, in the order of the text.
    pub rays: Vec<Ray>,
    /// Errors and warnings, in the order of the text.
    pub faults: Vec<BetzaFault>,
}

impl Parsed {
    /// Whether the text can be played: there is no error among the faults.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.faults.iter().all(|f| f.code.severity() == Severity::Warning)
    }
}

/// Reads a text in Betza notation, on a board of squares.
///
/// ```
/// use berolina_rules::definition::betza;
///
/// let pawn = betza::parse("fmWfcF");
/// assert!(pawn.is_valid());
/// assert_eq!(pawn.rays.len(), 3);
///
/// let wrong = betza::parse("fmWfcFifmnD");
/// assert_eq!(wrong.faults[0].at, 6..7);
/// ```
#[must_use]
pub fn parse(text: &str) -> Parsed {
    parse_on(Grid::Square, text)
}

/// Reads a text in Betza notation.
///
/// On hexagons `W` are the six cells across an edge, `F` the six across a corner, and every other leap goes so many cells
/// across edges and so many to the next side of them: `N`, two and one, are twelve leaps.
///
/// ```
/// use berolina_rules::definition::betza;
/// use berolina_rules::geometry::Grid;
///
/// assert_eq!(betza::parse_on(Grid::Hexagon, "K").rays.len(), 12);
/// // Gliński's pawn captures on the two cells beside the one ahead.
/// assert_eq!(betza::parse_on(Grid::Hexagon, "fmWfscW").rays.len(), 3);
/// ```
#[must_use]
pub fn parse_on(grid: Grid, text: &str) -> Parsed {
    let mut parser = Parser { grid, text, at: 0, out: Parsed::default(), seen: Vec::new() };
    if text.len() > MAX_TEXT {
        let message = format!("moves are written in at most {MAX_TEXT} characters");
        parser.fault(0..text.len(), Code::E033, message, None);
        return parser.out;
    }
    while parser.at < text.len() {
        parser.group();
    }
    if parser.out.rays.len() > MAX_RAYS {
        parser.fault(0..text.len(), Code::E033, format!("these are more than {MAX_RAYS} directions"), None);
        parser.out.rays.truncate(MAX_RAYS);
    }
    parser.out
}

/// How an atom understands directions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetry {
    /// Moves across edges: on squares each letter is one of them.
    Orthogonal,
    /// Moves across corners: on squares each letter is a pair, two letters are one of them.
    Diagonal,
    /// Moves of the king and queen: both of these.
    Royal,
    /// All others, of which each has a twin.
    Oblique,
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
    ('J', (1, 3), Symmetry::Oblique, false),
    ('Z', (2, 3), Symmetry::Oblique, false),
    ('L', (2, 3), Symmetry::Oblique, false),
    ('G', (3, 3), Symmetry::Diagonal, false),
    ('R', (0, 1), Symmetry::Orthogonal, true),
    ('B', (1, 1), Symmetry::Diagonal, true),
    ('Q', (0, 1), Symmetry::Royal, true),
    ('K', (0, 1), Symmetry::Royal, false),
];

/// What stands before an atom.
#[derive(Default)]
struct Modifiers {
    directions: Range<usize>,
    moves: bool,
    captures: bool,
    /// `n`, `j`, `p` or `g`, and where it stands.
    path: Option<(char, usize)>,
}

struct Parser<'a> {
    grid: Grid,
    text: &'a str,
    at: usize,
    out: Parsed,
    /// The rays before [`add`](Self::add) unites them, to see what is said twice.
    seen: Vec<Ray>,
}

impl Parser<'_> {
    fn fault(&mut self, at: Range<usize>, code: Code, message: String, hint: Option<String>) {
        self.out.faults.push(BetzaFault { at, code, message, hint });
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Reads modifiers, an atom and its range.
    fn group(&mut self) {
        let start = self.at;
        let before = self.out.faults.len();
        let modifiers = self.modifiers();
        let Some(letter) = self.peek() else {
            self.fault(
                start..self.at,
                Code::E032,
                "these small letters have no atom after them".into(),
                Some("a capital letter such as W or N must follow".into()),
            );
            return;
        };
        let atom_at = self.at;
        self.at += letter.len_utf8();
        let Some(&(_, step, symmetry, slides)) = ATOMS.iter().find(|a| a.0 == letter) else {
            let (code, message, hint) = unknown(letter);
            self.fault(atom_at..self.at, code, message, hint);
            self.digits();
            return;
        };
        let range = self.range(letter, slides);
        let directions = self.directions(&modifiers.directions, symmetry);
        let (Some(range), Some(directions)) = (range, directions) else { return };
        if self.out.faults[before..].iter().any(|f| f.code.severity() == Severity::Error) {
            return;
        }
        let span = start..self.at;
        let grid = self.grid;
        let orbit = |(aside, ahead)| grid.orbit(grid.leap(ahead, aside));
        let steps = match symmetry {
            Symmetry::Royal => orbit((0, 1)).into_iter().chain(orbit((1, 1))).collect(),
            _ => orbit(step),
        };
        let quiet = modifiers.moves || !modifiers.captures;
        let captures = modifiers.captures || !modifiers.moves;
        let mut repeated = false;
        for step in steps.into_iter().filter(|&s| directions(s)) {
            let plain = Ray { step, min: 1, max: range, path: Path::Clear, moves: quiet, captures };
            match shaped(grid, plain, letter, modifiers.path) {
                Ok(ray) => repeated |= self.add(ray),
                Err(hint) => {
                    let (mark, at) = modifiers.path.unwrap_or(('n', start));
                    let message = format!("`{mark}` has no meaning before `{letter}` here");
                    self.fault(at..at + 1, Code::E032, message, Some(hint.into()));
                    return;
                }
            }
        }
        if repeated {
            let message = format!("`{}` repeats moves that were given before", &self.text[span.clone()]);
            self.fault(span, Code::W204, message, Some("each move needs to be written once".into()));
        }
    }

    /// Adds a ray and says whether an earlier one already had a move of it.
    fn add(&mut self, ray: Ray) -> bool {
        let overlaps = self.seen.iter().any(|s| {
            s.step == ray.step
                && s.path == ray.path
                && s.min <= ray.max
                && ray.min <= s.max
                && (s.moves && ray.moves || s.captures && ray.captures)
        });
        self.seen.push(ray);
        let same =
            |r: &&mut Ray| r.step == ray.step && r.path == ray.path && (r.min, r.max) == (ray.min, ray.max);
        if let Some(old) = self.out.rays.iter_mut().find(same) {
            old.moves |= ray.moves;
            old.captures |= ray.captures;
        } else {
            self.out.rays.push(ray);
        }
        overlaps
    }

    fn modifiers(&mut self) -> Modifiers {
        let mut found = Modifiers::default();
        while let Some(c) = self.peek().filter(|c| !c.is_ascii_uppercase()) {
            let at = self.at;
            self.at += c.len_utf8();
            match c {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                    if found.directions.is_empty() {
                        found.directions = at..self.at;
                    } else if found.directions.end == at {
                        found.directions.end = self.at;
                    } else {
                        self.fault(
                            at..self.at,
                            Code::E032,
                            "directions must stand together".into(),
                            Some("write the directions first, then m or c".into()),
                        );
                    }
                }
                'm' if !found.moves => found.moves = true,
                'c' if !found.captures => found.captures = true,
                'm' | 'c' => self.fault(at..self.at, Code::E032, format!("`{c}` is said twice"), None),
                'n' | 'j' | 'p' | 'g' => {
                    if let Some((other, _)) = found.path {
                        let message = format!("`{other}` and `{c}` exclude each other");
                        self.fault(at..self.at, Code::E032, message, None);
                    }
                    found.path = Some((c, at));
                }
                _ => {
                    let (code, message, hint) = unknown(c);
                    self.fault(at..self.at, code, message, hint);
                }
            }
        }
        found
    }

    fn digits(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let count = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at += count;
        &rest[..count]
    }

    /// The greatest number of steps: a number, or the atom's letter again.
    fn range(&mut self, letter: char, slides: bool) -> Option<u8> {
        let start = self.at;
        if self.peek() == Some(letter) {
            self.at += 1;
            if slides || letter == 'K' {
                let hint = if letter == 'K' { "write Q" } else { "it slides without limit already" };
                self.fault(
                    start..self.at,
                    Code::E032,
                    format!("`{letter}` is not doubled"),
                    Some(hint.into()),
                );
                return None;
            }
            return Some(u8::MAX);
        }
        let digits = self.digits();
        match digits.parse::<u8>() {
            _ if digits.is_empty() => Some(if slides { u8::MAX } else { 1 }),
            Ok(0) if digits == "0" => Some(u8::MAX),
            Ok(n) if n <= MAX_RANGE && !digits.starts_with('0') => Some(n),
            _ => {
                let message = format!("a range is a number from 1 to {MAX_RANGE}, or 0 for no limit");
                self.fault(
                    start..self.at,
                    Code::E033,
                    message,
                    Some("write 0 for a slide without limit".into()),
                );
                None
            }
        }
    }

    /// Which of an atom's steps the direction letters choose.
    fn directions(
        &mut self,
        span: &Range<usize>,
        symmetry: Symmetry,
    ) -> Option<impl Fn(Offset) -> bool + use<>> {
        let grid = self.grid;
        let letters: Vec<char> = self.text[span.clone()].chars().collect();
        let mut chosen: Vec<Chooser> = Vec::new();
        let mut i = 0;
        while i < letters.len() {
            let (a, b) = (letters[i], letters.get(i + 1).copied());
            let at = span.start + i;
            let chooser = match choose(grid, a, b, symmetry, i == 0) {
                Ok(chooser) => chooser,
                Err((message, hint)) => {
                    self.fault(at..at + 1, Code::E032, message, Some(hint.into()));
                    return None;
                }
            };
            i += chooser.letters;
            if chosen.contains(&chooser) {
                self.fault(at..span.start + i, Code::E032, "this direction is said twice".into(), None);
                return None;
            }
            chosen.push(chooser);
        }
        Some(move |step| chosen.is_empty() || chosen.iter().any(|c| c.has(grid, step, symmetry)))
    }
}

/// One direction or pair of direction letters.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Chooser {
    first: char,
    /// The second letter where the two combine; the same letter for a doubled one.
    second: Option<char>,
    letters: usize,
}

impl Chooser {
    fn has(self, grid: Grid, step: Offset, symmetry: Symmetry) -> bool {
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
fn choose(
    grid: Grid,
    a: char,
    b: Option<char>,
    symmetry: Symmetry,
    first: bool,
) -> Result<Chooser, (String, &'static str)> {
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
            let hint = "leave the h out, and name each direction";
            Err(("`h` is only for oblique leaps such as N".into(), hint))
        } else if half {
            two(b.unwrap_or('h'))
        } else {
            let hint = "write fh, bh, lh or rh for a half of the board, hl or hr for a turning half";
            Err(("`h` is not combined like this".into(), hint))
        };
    }
    match (symmetry, b) {
        (Symmetry::Orthogonal | Symmetry::Diagonal, Some(b)) if grid == Grid::Hexagon && crossed(b) => two(b),
        (Symmetry::Orthogonal | Symmetry::Diagonal, _) if grid == Grid::Hexagon => one,
        (Symmetry::Orthogonal, _) => one,
        (Symmetry::Diagonal, _) if matches!(a, 'v' | 's') => {
            let hint = "leave it out for all four, or name f, b, l or r";
            Err((format!("`{a}` chooses nothing among diagonal moves"), hint))
        }
        (Symmetry::Diagonal, Some('s' | 'v')) if crossed(b.unwrap_or(' ')) => {
            Err((format!("`{a}` alone is both moves of that side"), "leave the second letter out"))
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

/// Applies `n`, `j`, `p` or `g`; the error is a hint.
fn shaped(grid: Grid, ray: Ray, letter: char, path: Option<(char, usize)>) -> Result<Ray, &'static str> {
    let (x, y) = ray.step;
    let length = (1..=x.abs().max(y.abs())).rev().find(|n| x % n == 0 && y % n == 0).unwrap_or(1);
    let folded = Ray { step: (x / length, y / length), min: length as u8, max: length as u8, ..ray };
    match path.map(|p| p.0) {
        None => Ok(ray),
        Some('n') if ray.max != 1 => Err("n is for a single leap, such as nD or nN"),
        Some('n') => match letter {
            'D' | 'A' | 'H' | 'G' => Ok(folded),
            // The neighbour from which a step across a corner goes on.
            'N' => match grid.orthogonal().iter().find(|v| grid.diagonal().contains(&(x - v.0, y - v.1))) {
                Some(&via) => Ok(Ray { path: Path::Lame { via }, ..ray }),
                None => Err("the way of this leap is not clear"),
            },
            'W' | 'F' | 'K' => Err("a step to a neighbour passes no square: leave the n out"),
            _ => Err("the way of this leap is not clear: n is for D, A, H, G and N"),
        },
        Some('j') => match (letter, ray.max) {
            ('D' | 'A', 1) => Ok(Ray { path: Path::Cannon, ..folded }),
            _ => Err("j is for a leap over exactly one piece: jD or jA"),
        },
        Some(_) if ray.max == 1 => Err("a piece that jumps over another must slide: give a range"),
        Some('p') => Ok(Ray { path: Path::Cannon, min: 2, ..ray }),
        Some(_) => Ok(Ray { path: Path::Grasshopper, min: 2, ..ray }),
    }
}

/// The code, message and hint for a letter that cannot be used.
fn unknown(c: char) -> (Code, String, Option<String>) {
    let hint = match c {
        'i' => "use the key first-moves, or double-step for a pawn's first move",
        'e' => "use the key en-passant = true",
        'O' => "use the table [castling]",
        'a' => "use the key leap-capture; other moves of several legs cannot be played",
        '@' => "use the key drops",
        'd' => "no piece can capture its own side",
        't' | 'o' | 'x' | 'y' | 'z' | 'q' | 'u' | 'U' => "this part of the notation cannot be played",
        '[' | ']' | '(' | ')' | '{' | '}' | '-' => "brackets and legs of moves cannot be played",
        ' ' | ',' | '\t' | '\n' => "write the moves one directly after the other, such as RN",
        '0'..='9' => "a range stands directly after a capital letter, such as W3",
        _ => {
            let hint = "atoms are W F D N A H C Z G and R B Q K, modifiers m c f b l r v s h n j p g";
            let message =
                format!("`{}` is no letter of Betza notation", names::escaped(c.encode_utf8(&mut [0; 4])));
            return (Code::E030, message, Some(hint.into()));
        }
    };
    (
        Code::E031,
        format!("`{}` is not supported in moves", names::escaped(c.encode_utf8(&mut [0; 4]))),
        Some(hint.into()),
    )
}
