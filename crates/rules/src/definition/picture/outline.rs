//! Outlines: any shape as absolute lines and curves.

use std::fmt::Write as _;

/// What maps points: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix(pub(super) [f64; 6]);

impl Matrix {
    pub(super) const SAME: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// First `inner`, then this.
    pub(super) fn after(self, inner: Self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let [p, q, r, s, t, u] = inner.0;
        Self([
            a * p + c * q,
            b * p + d * q,
            a * r + c * s,
            b * r + d * s,
            a * t + c * u + e,
            b * t + d * u + f,
        ])
    }

    pub(super) fn map(self, (x, y): Point) -> Point {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// How much longer lengths become.
    pub(super) fn scale(self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }
}

pub(super) type Point = (f64, f64);

/// A part of an outline.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Move(Point),
    Line(Point),
    /// A cubic curve: two points that bend it, and its end.
    Curve([Point; 3]),
    Close,
}

/// A shape's outline.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline(pub(super) Vec<Part>);

impl Outline {
    /// Lines through some points.
    pub(super) fn lines(points: &[Point], closed: bool) -> Self {
        let part =
            |(at, &point): (usize, &Point)| if at == 0 { Part::Move(point) } else { Part::Line(point) };
        let mut parts: Vec<Part> = points.iter().enumerate().map(part).collect();
        if closed {
            parts.push(Part::Close);
        }
        Self(parts)
    }

    pub(super) fn ellipse((x, y): Point, rx: f64, ry: f64) -> Self {
        let mut outline = Self(vec![Part::Move((x - rx, y))]);
        outline.arc((x - rx, y), Arc { rx, ry, turn: 0.0, large: false, sweep: true }, (x + rx, y));
        outline.arc((x + rx, y), Arc { rx, ry, turn: 0.0, large: false, sweep: true }, (x - rx, y));
        outline.0.push(Part::Close);
        outline
    }

    pub(super) fn rectangle((x, y): Point, (width, height): Point, (rx, ry): Point) -> Self {
        let (right, low) = (x + width, y + height);
        let (rx, ry) = (rx.min(width / 2.0), ry.min(height / 2.0));
        if rx <= 0.0 || ry <= 0.0 {
            return Self::lines(&[(x, y), (right, y), (right, low), (x, low)], true);
        }
        let mut outline = Self(vec![Part::Move((x + rx, y))]);
        let corner = Arc { rx, ry, turn: 0.0, large: false, sweep: true };
        let corners = [
            ((right - rx, y), (right, y + ry)),
            ((right, low - ry), (right - rx, low)),
            ((x + rx, low), (x, low - ry)),
            ((x, y + ry), (x + rx, y)),
        ];
        for (from, to) in corners {
            outline.0.push(Part::Line(from));
            outline.arc(from, corner, to);
        }
        outline.0.push(Part::Close);
        outline
    }

    /// A curve that one point bends.
    pub(super) fn quadratic(&mut self, from: Point, by: Point, to: Point) {
        let third = |end: Point| (end.0 + 2.0 / 3.0 * (by.0 - end.0), end.1 + 2.0 / 3.0 * (by.1 - end.1));
        self.0.push(Part::Curve([third(from), third(to), to]));
    }

    /// Part of an ellipse, as the appendix on arcs of the SVG specification works it out.
    pub(super) fn arc(&mut self, from: Point, arc: Arc, to: Point) {
        let (mut rx, mut ry) = (arc.rx.abs(), arc.ry.abs());
        if rx < 1e-9 || ry < 1e-9 {
            self.0.push(Part::Line(to));
            return;
        }
        let (sin, cos) = arc.turn.to_radians().sin_cos();
        let (dx, dy) = ((from.0 - to.0) / 2.0, (from.1 - to.1) / 2.0);
        let (x, y) = (cos * dx + sin * dy, cos * dy - sin * dx);
        let stretch = (x / rx).powi(2) + (y / ry).powi(2);
        if stretch < 1e-18 {
            return;
        }
        if stretch > 1.0 {
            (rx, ry) = (rx * stretch.sqrt(), ry * stretch.sqrt());
        }
        let (rxy, ryx) = ((rx * y).powi(2), (ry * x).powi(2));
        let root = (((rx * ry).powi(2) - rxy - ryx) / (rxy + ryx)).max(0.0).sqrt();
        let root = if arc.large == arc.sweep { -root } else { root };
        let (cx, cy) = (root * rx * y / ry, -root * ry * x / rx);
        let begin = ((y - cy) / ry).atan2((x - cx) / rx);
        let mut angle = ((-y - cy) / ry).atan2((-x - cx) / rx) - begin;
        let round = std::f64::consts::TAU;
        if arc.sweep && angle < 0.0 {
            angle += round;
        } else if !arc.sweep && angle > 0.0 {
            angle -= round;
        }
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let at = |x: f64, y: f64| {
            let (x, y) = (rx * x + cx, ry * y + cy);
            (cos * x - sin * y + middle.0, sin * x + cos * y + middle.1)
        };
        let count = (angle.abs() / (round / 4.0)).ceil().clamp(1.0, 4.0);
        let (step, mut now) = (angle / count, begin);
        let bend = 4.0 / 3.0 * (step / 4.0).tan();
        for _ in 0..count as u8 {
            let ((s0, c0), (s1, c1)) = (now.sin_cos(), (now + step).sin_cos());
            let bent = [at(c0 - bend * s0, s0 + bend * c0), at(c1 + bend * s1, s1 - bend * c1), at(c1, s1)];
            self.0.push(Part::Curve(bent));
            now += step;
        }
    }

    pub(super) fn mapped(&self, matrix: Matrix) -> Self {
        let map = |part: &Part| match *part {
            Part::Move(to) => Part::Move(matrix.map(to)),
            Part::Line(to) => Part::Line(matrix.map(to)),
            Part::Curve(points) => Part::Curve(points.map(|point| matrix.map(point))),
            Part::Close => Part::Close,
        };
        Self(self.0.iter().map(map).collect())
    }

    /// Every point that is written.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        self.0.iter().flat_map(|part| match *part {
            Part::Move(to) | Part::Line(to) => vec![to],
            Part::Curve(points) => points.to_vec(),
            Part::Close => Vec::new(),
        })
    }

    /// The outline as the `d` of a path, with two digits after the point.
    pub(super) fn written(&self) -> String {
        let mut out = String::new();
        for part in &self.0 {
            let (letter, points): (char, &[Point]) = match part {
                Part::Move(to) => ('M', std::slice::from_ref(to)),
                Part::Line(to) => ('L', std::slice::from_ref(to)),
                Part::Curve(points) => ('C', points),
                Part::Close => ('Z', &[]),
            };
            out.push(letter);
            for (at, &(x, y)) in points.iter().enumerate() {
                let gap = if at == 0 { "" } else { " " };
                let _ = write!(out, "{gap}{} {}", decimal(x), decimal(y));
            }
        }
        out
    }
}

/// A number with at most two digits after the point. Written out here, as the modules for browsers have nothing that writes fractions.
pub(super) fn decimal(number: f64) -> String {
    let hundredths = (number * 100.0).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (part, part % 10) {
        (0, _) => format!("{sign}{whole}"),
        (_, 0) => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

/// What part of which ellipse an arc is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) rx: f64,
    pub(super) ry: f64,
    /// How far the ellipse is turned, in degrees.
    pub(super) turn: f64,
    pub(super) large: bool,
    pub(super) sweep: bool,
}
