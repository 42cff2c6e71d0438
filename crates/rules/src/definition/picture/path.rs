//! The text of a path, of lists of numbers, and of what maps points.

use super::outline::{Arc, Matrix, Outline, Part, Point};

/// The greatest number of parts of an outline.
pub(super) const MAX_PARTS: usize = 1000;

/// Numbers and letters, with spaces and commas between them.
pub(super) struct Scanner<'a> {
    text: &'a str,
    pub(super) at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn gap(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r', ',']).len();
    }

    pub(super) fn is_done(&mut self) -> bool {
        self.gap();
        self.rest().is_empty()
    }

    /// A number that is no more than a million; the scanner stays where there is none.
    pub(super) fn number(&mut self) -> Option<f64> {
        self.gap();
        let bytes = self.rest().as_bytes();
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let mut end = digits(usize::from(matches!(bytes.first(), Some(b'+' | b'-'))));
        if bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let after = digits(end + 1 + sign);
            if after > end + 1 + sign {
                end = after;
            }
        }
        let number = self.rest()[..end].parse::<f64>().ok().filter(|n| n.abs() <= 1e6)?;
        self.at += end;
        Some(number)
    }

    /// The two flags of an arc need no space between them.
    fn flag(&mut self) -> Option<bool> {
        self.gap();
        let flag = match self.rest().as_bytes().first()? {
            b'0' => false,
            b'1' => true,
            _ => return None,
        };
        self.at += 1;
        Some(flag)
    }

    fn letter(&mut self) -> Option<u8> {
        self.gap();
        let letter = *self.rest().as_bytes().first()?;
        let known = letter.is_ascii_alphabetic().then_some(letter)?;
        self.at += 1;
        Some(known)
    }

    /// A word, and the numbers in brackets after it.
    pub(super) fn call(&mut self) -> Option<(&'a str, Vec<f64>)> {
        self.gap();
        let rest = self.rest();
        let open = rest.find('(')?;
        let close = rest.find(')').filter(|&close| close > open)?;
        let mut inside = Scanner::new(&rest[open + 1..close]);
        let mut numbers = Vec::new();
        while !inside.is_done() {
            numbers.push(inside.number().filter(|_| numbers.len() < 6)?);
        }
        self.at += close + 1;
        Some((rest[..open].trim(), numbers))
    }
}

/// All numbers of a list; `None` if something else stands there.
pub(super) fn numbers(text: &str) -> Option<Vec<f64>> {
    let mut scanner = Scanner::new(text);
    let mut all = Vec::new();
    while !scanner.is_done() {
        all.push(scanner.number().filter(|_| all.len() < 2 * MAX_PARTS)?);
    }
    Some(all)
}

/// What a `transform` says.
pub(super) fn transform(text: &str) -> Option<Matrix> {
    let mut scanner = Scanner::new(text);
    let mut all = Matrix::SAME;
    for _ in 0..16 {
        if scanner.is_done() {
            return Some(all);
        }
        let (name, numbers) = scanner.call()?;
        let next = match (name, &numbers[..]) {
            ("matrix", &[a, b, c, d, e, f]) => Matrix([a, b, c, d, e, f]),
            ("translate", &[x]) => Matrix([1.0, 0.0, 0.0, 1.0, x, 0.0]),
            ("translate", &[x, y]) => Matrix([1.0, 0.0, 0.0, 1.0, x, y]),
            ("scale", &[by]) => Matrix([by, 0.0, 0.0, by, 0.0, 0.0]),
            ("scale", &[x, y]) => Matrix([x, 0.0, 0.0, y, 0.0, 0.0]),
            ("rotate", &[angle]) => rotation(angle),
            ("rotate", &[angle, x, y]) => {
                let there = Matrix([1.0, 0.0, 0.0, 1.0, x, y]);
                there.after(rotation(angle)).after(Matrix([1.0, 0.0, 0.0, 1.0, -x, -y]))
            }
            ("skewX", &[angle]) => Matrix([1.0, 0.0, angle.to_radians().tan(), 1.0, 0.0, 0.0]),
            ("skewY", &[angle]) => Matrix([1.0, angle.to_radians().tan(), 0.0, 1.0, 0.0, 0.0]),
            _ => return None,
        };
        all = all.after(next);
    }
    None
}

fn rotation(angle: f64) -> Matrix {
    let (sin, cos) = angle.to_radians().sin_cos();
    Matrix([cos, sin, -sin, cos, 0.0, 0.0])
}

/// Reads the `d` of a path; where it is wrong, in bytes.
pub(super) fn read(text: &str) -> Result<Outline, usize> {
    let mut pen = Pen { scanner: Scanner::new(text), out: Outline::default(), ..Pen::default() };
    while !pen.scanner.is_done() {
        let drawn = pen.step().filter(|()| pen.out.0.len() <= MAX_PARTS);
        drawn.ok_or(pen.scanner.at)?;
    }
    Ok(pen.out)
}

/// Where a path is drawn.
struct Pen<'a> {
    scanner: Scanner<'a>,
    out: Outline,
    letter: u8,
    now: Point,
    /// Where the line began that `Z` closes.
    start: Point,
    /// The point that bent the last curve, and the letter of its kind.
    bent: (u8, Point),
}

impl Default for Pen<'_> {
    fn default() -> Self {
        let zero = (0.0, 0.0);
        let (scanner, out) = (Scanner::new(""), Outline::default());
        Self { scanner, out, letter: 0, now: zero, start: zero, bent: (0, zero) }
    }
}

impl Pen<'_> {
    /// Draws the next part.
    fn step(&mut self) -> Option<()> {
        let begin = self.scanner.at;
        let said = self.scanner.letter();
        // Numbers go on with what the letter before them said; a path begins with a move, and nothing goes on with an end.
        self.letter = said.unwrap_or(self.letter);
        let known = match self.letter.to_ascii_uppercase() {
            b'M' => true,
            b'Z' => said.is_some() && !self.out.0.is_empty(),
            letter => b"LHVCSQTA".contains(&letter) && !self.out.0.is_empty(),
        };
        if !known {
            self.scanner.at = begin;
            return None;
        }
        let before = std::mem::take(&mut self.bent);
        match self.letter.to_ascii_uppercase() {
            b'M' => {
                self.now = self.point()?;
                self.start = self.now;
                self.out.0.push(Part::Move(self.now));
                // More points are lines.
                self.letter = if self.letter == b'm' { b'l' } else { b'L' };
            }
            b'L' => {
                let to = self.point()?;
                self.line(to);
            }
            b'H' => {
                let x = self.scanner.number()? + if self.letter == b'h' { self.now.0 } else { 0.0 };
                self.line((x, self.now.1));
            }
            b'V' => {
                let y = self.scanner.number()? + if self.letter == b'v' { self.now.1 } else { 0.0 };
                self.line((self.now.0, y));
            }
            b'C' => {
                let points = [self.point()?, self.point()?, self.point()?];
                self.curve(points);
            }
            b'S' => {
                let points = [self.reflected(before, b'C'), self.point()?, self.point()?];
                self.curve(points);
            }
            b'Q' => {
                let (by, to) = (self.point()?, self.point()?);
                self.quadratic(by, to);
            }
            b'T' => {
                let (by, to) = (self.reflected(before, b'Q'), self.point()?);
                self.quadratic(by, to);
            }
            b'A' => {
                let [rx, ry, turn] = [self.scanner.number()?, self.scanner.number()?, self.scanner.number()?];
                let (large, sweep) = (self.scanner.flag()?, self.scanner.flag()?);
                let to = self.point()?;
                self.out.arc(self.now, Arc { rx, ry, turn, large, sweep }, to);
                self.now = to;
            }
            b'Z' => {
                self.out.0.push(Part::Close);
                self.now = self.start;
            }
            _ => return None,
        }
        Some(())
    }

    fn point(&mut self) -> Option<Point> {
        let (x, y) = (self.scanner.number()?, self.scanner.number()?);
        let relative = self.letter.is_ascii_lowercase();
        Some(if relative { (self.now.0 + x, self.now.1 + y) } else { (x, y) })
    }

    fn line(&mut self, to: Point) {
        self.out.0.push(Part::Line(to));
        self.now = to;
    }

    fn curve(&mut self, points: [Point; 3]) {
        self.out.0.push(Part::Curve(points));
        (self.bent, self.now) = ((b'C', points[1]), points[2]);
    }

    fn quadratic(&mut self, by: Point, to: Point) {
        self.out.quadratic(self.now, by, to);
        (self.bent, self.now) = ((b'Q', by), to);
    }

    /// What bends a curve that goes on smoothly from one of its kind.
    fn reflected(&self, (kind, by): (u8, Point), wanted: u8) -> Point {
        if kind == wanted { (2.0 * self.now.0 - by.0, 2.0 * self.now.1 - by.1) } else { self.now }
    }
}
