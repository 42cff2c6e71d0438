//! An SVG that somebody sends, cleaned: nothing of it is kept but outlines and how they are painted, written anew.
//!
//! What is kept is a line for each shape: how it is painted, a space, and its outline in absolute `M`, `L`, `C` and `Z` on a square of 48 by
//! 48. Paint is `body`, `line`, `mark` or `accent`, as the drawings of the app have it, or three of its own with commas between them:
//! what fills the shape, what its edge is drawn with (each `none`, `player` or `#rrggbb`), and how wide; `evenodd` may follow.

use std::ops::Range;

use super::outline::{Matrix, Outline, Point};
use super::paint::{Paint, has_role};
use super::path::{MAX_PARTS, numbers, read, transform};
use super::xml::{Attribute, Event, Events};
use crate::message::Message;
use crate::say;

/// The greatest size of an SVG, in bytes.
pub const MAX_SVG: usize = 16 * 1024;
/// The greatest number of elements.
const MAX_ELEMENTS: usize = 128;
/// How deep they may be nested.
const MAX_DEPTH: usize = 8;
/// The side of the square that drawings are made on.
const SIDE: f64 = 48.0;
/// How far a point may lie outside it.
const MARGIN: f64 = 16.0;
/// The greatest width of an edge, as the picture is drawn.
const MAX_WIDTH: f64 = 24.0;

/// What is wrong with an SVG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvgFault {
    /// Where, in bytes of the text.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: Message,
    /// What would be right.
    pub hint: Option<Message>,
}

pub(super) fn fault(at: Range<usize>, message: Message, hint: impl Into<Option<Message>>) -> SvgFault {
    SvgFault { at, message, hint: hint.into() }
}

/// What an element's own parts are painted with and where, if they do not say otherwise.
#[derive(Clone, Debug)]
struct Scope<'a> {
    name: &'a str,
    paint: Paint,
    matrix: Matrix,
}

/// The shapes that are drawn.
const SHAPES: [&str; 7] = ["path", "circle", "ellipse", "rect", "line", "polyline", "polygon"];
/// Attributes that say where a shape is.
const PLACES: [&str; 15] =
    ["d", "points", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "x1", "y1", "x2", "y2"];

/// Cleans an SVG: the lines that are kept of it, or the first thing in it that is not drawn.
///
/// ```
/// use berolina_rules::definition::clean_svg;
///
/// let kept = clean_svg("<svg viewBox='0 0 24 24'><rect x='6' y='6' width='12' height='12'/></svg>");
/// assert_eq!(kept.unwrap(), "body M12 12L36 12L36 36L12 36Z");
///
/// let refused = clean_svg("<svg viewBox='0 0 24 24'><script>alert(1)</script></svg>").unwrap_err();
/// assert_eq!(refused.message.to_string(), "`script` is not drawn");
/// ```
pub fn clean_svg(text: &str) -> Result<String, SvgFault> {
    if text.len() > MAX_SVG {
        let message = say!("the picture is larger than {most} KiB", most = MAX_SVG / 1024);
        return Err(fault(0..text.len().min(1), message, say!("leave out what is not seen")));
    }
    let mut cleaner = Cleaner { open: Vec::new(), elements: 0, parts: 0, kept: Vec::new() };
    let mut events = Events::new(text);
    let mut ended = false;
    while let Some(event) = events.next()? {
        match event {
            Event::Open { at, .. } if ended => {
                return Err(fault(
                    at,
                    say!("something follows the picture"),
                    say!("one <svg> element is a picture"),
                ));
            }
            Event::Open { name, attributes, closed, at } => {
                if is_silent(name) && !cleaner.open.is_empty() {
                    if !closed {
                        skip(&mut events, name, at, 1)?;
                    }
                    continue;
                }
                cleaner.element(name, &attributes, closed, at)?;
            }
            Event::Close { name, at } => {
                let open = cleaner.open.pop().filter(|scope| scope.name == name);
                open.ok_or_else(|| fault(at, say!("`{name}` ends here and did not begin", name), None))?;
            }
            Event::Text { at } => {
                return Err(fault(
                    at,
                    say!("text is not drawn"),
                    say!("make outlines of letters; a piece's own letter needs no picture"),
                ));
            }
        }
        ended = cleaner.open.is_empty() && cleaner.elements > 0;
    }
    if let Some(scope) = cleaner.open.last() {
        return Err(fault(text.len()..text.len(), say!("`{name}` has no end", name = scope.name), None));
    }
    if cleaner.kept.is_empty() {
        let hint = say!("a picture has shapes, such as <path d=\"M10 40L24 8L38 40Z\"/>");
        return Err(fault(0..text.len().min(4), say!("nothing is drawn here"), hint));
    }
    Ok(cleaner.kept.join("\n"))
}

/// Whether an element says nothing of what is seen: descriptions, and what drawing programs note for themselves.
fn is_silent(name: &str) -> bool {
    matches!(name, "title" | "desc" | "metadata") || name.contains(':')
}

/// Goes on behind an element that says nothing; nothing but its like may stand in it.
fn skip<'a>(events: &mut Events<'a>, name: &'a str, at: Range<usize>, depth: usize) -> Result<(), SvgFault> {
    if depth > MAX_DEPTH {
        return Err(deep(at));
    }
    loop {
        match events.next()? {
            Some(Event::Open { name, closed, at, .. }) => {
                if !is_silent(name) {
                    return Err(not_drawn(name, at));
                }
                if !closed {
                    skip(events, name, at, depth + 1)?;
                }
            }
            Some(Event::Close { name: end, .. }) if end == name => return Ok(()),
            Some(Event::Text { .. }) => {}
            Some(Event::Close { at, .. }) => {
                return Err(fault(at, say!("`{name}` is not ended", name), None));
            }
            None => return Err(fault(at, say!("`{name}` has no end", name), None)),
        }
    }
}

fn deep(at: Range<usize>) -> SvgFault {
    fault(at, say!("elements are nested deeper than {most}", most = MAX_DEPTH), say!("ungroup some of them"))
}

fn not_drawn(name: &str, at: Range<usize>) -> SvgFault {
    fault(
        at,
        say!("`{name}` is not drawn", name),
        say!("shapes are drawn ({shapes}), and groups of them (g)", shapes = SHAPES.join(", ")),
    )
}

/// Elements that are open, and what was kept so far.
struct Cleaner<'a> {
    open: Vec<Scope<'a>>,
    elements: usize,
    parts: usize,
    kept: Vec<String>,
}

impl<'a> Cleaner<'a> {
    fn element(
        &mut self,
        name: &'a str,
        said: &[Attribute<'a>],
        closed: bool,
        at: Range<usize>,
    ) -> Result<(), SvgFault> {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            return Err(fault(
                at,
                say!("the picture has more than {most} elements", most = MAX_ELEMENTS),
                None,
            ));
        }
        if self.open.len() == MAX_DEPTH {
            return Err(deep(at));
        }
        let is_shape = SHAPES.contains(&name);
        let fits = match self.open.last() {
            None => name == "svg",
            Some(outer) => {
                !SHAPES.contains(&outer.name)
                    && outer.name != "defs"
                    && (is_shape || matches!(name, "g" | "defs"))
            }
        };
        if !fits {
            let begin = self.open.is_empty();
            return Err(if begin {
                fault(at, say!("a picture begins with `<svg`"), None)
            } else {
                not_drawn(name, at)
            });
        }
        let outer = self
            .open
            .last()
            .map_or((Paint::default(), Matrix::SAME), |scope| (scope.paint.clone(), scope.matrix));
        let mut scope = Scope { name, paint: outer.0, matrix: outer.1 };
        let mut shape = Shape { name, said, at: at.clone() };
        // A role stands above colours, wherever it is written.
        let is_role = |attribute: &&Attribute<'_>| attribute.name == "class";
        for attribute in said.iter().filter(|a| !is_role(a)).chain(said.iter().filter(is_role)) {
            shape.attribute(attribute, &mut scope)?;
        }
        if name == "svg" {
            scope.matrix = shape.view()?.after(scope.matrix);
        }
        if is_shape {
            self.keep(&mut shape, &scope)?;
        }
        if !closed {
            self.open.push(scope);
        }
        Ok(())
    }

    fn keep(&mut self, shape: &mut Shape<'_, '_>, scope: &Scope<'_>) -> Result<(), SvgFault> {
        let outline = shape.outline()?.mapped(scope.matrix);
        self.parts += outline.0.len();
        if self.parts > MAX_PARTS {
            let message = say!("the picture has more than {most} lines and curves", most = MAX_PARTS);
            return Err(fault(shape.at.clone(), message, say!("simplify its outlines")));
        }
        let inside = |n: f64| (-MARGIN..=SIDE + MARGIN).contains(&n);
        if !outline.points().all(|(x, y)| inside(x) && inside(y)) {
            let hint = say!("make the viewBox of <svg> so large that it holds all shapes");
            return Err(fault(shape.at.clone(), say!("this shape leaves the picture"), hint));
        }
        let width = scope.matrix.scale();
        if let Some(paint) = scope.paint.written(width, MAX_WIDTH).filter(|_| !outline.0.is_empty()) {
            self.kept.push(format!("{paint} {}", outline.written()));
        }
        Ok(())
    }
}

/// An element and what it says.
struct Shape<'e, 'a> {
    name: &'a str,
    said: &'e [Attribute<'a>],
    at: Range<usize>,
}

impl Shape<'_, '_> {
    /// Takes what an attribute says of paint and place; what a shape's own numbers are is read later.
    fn attribute(&mut self, attribute: &Attribute<'_>, scope: &mut Scope<'_>) -> Result<(), SvgFault> {
        let Attribute { name, value, at } = attribute;
        match *name {
            "transform" => {
                let said = transform(value);
                let hint = say!("such as translate(2 3) or rotate(45 24 24)");
                scope.matrix = scope
                    .matrix
                    .after(said.ok_or_else(|| fault(at.clone(), say!("this moves nothing"), hint))?);
            }
            "class" if has_role(value) => scope.paint.take_role(value),
            "style" => {
                let mut start = at.start;
                for part in value.split(';') {
                    let span = start..start + part.len();
                    start += part.len() + 1;
                    let Some((name, value)) = part.split_once(':') else {
                        if part.trim().is_empty() {
                            continue;
                        }
                        return Err(fault(
                            span,
                            say!("a style is a name and a value"),
                            say!("such as fill:#804000"),
                        ));
                    };
                    self.property(name.trim(), value.trim(), span, scope)?;
                }
            }
            name if PLACES.contains(&name) => {}
            "viewBox" | "preserveAspectRatio" | "version" | "baseProfile" if self.name == "svg" => {}
            "id" | "class" | "role" | "focusable" | "xmlns" => {}
            name if ["xmlns:", "xml:", "inkscape:", "sodipodi:", "aria-", "data-"]
                .iter()
                .any(|p| name.starts_with(p)) => {}
            name => self.property(name, value, at.clone(), scope)?,
        }
        Ok(())
    }

    /// What may stand in `style` or as an attribute.
    fn property(
        &self,
        name: &str,
        value: &str,
        at: Range<usize>,
        scope: &mut Scope<'_>,
    ) -> Result<(), SvgFault> {
        // What says nothing where it has the value that holds without it.
        let usual = match name {
            "opacity" | "fill-opacity" | "stroke-opacity" => value.parse() == Ok(1.0),
            "display" => matches!(value, "inline" | "block"),
            "visibility" | "overflow" => value == "visible",
            "stroke-dasharray" | "filter" | "mask" | "clip-path" | "marker" | "marker-start"
            | "marker-mid" | "marker-end" => value == "none",
            "stroke-dashoffset" => value.parse() == Ok(0.0),
            "stroke-linecap" | "stroke-linejoin" | "stroke-miterlimit" | "paint-order" | "color"
            | "clip-rule" => !value.contains('('),
            _ => false,
        };
        if usual || scope.paint.take(name, value) {
            return Ok(());
        }
        let shown = super::super::names::shown(name);
        Err(match name {
            "fill" | "stroke" => {
                let hint = say!("write none, currentColor (the player's), black, white or such as #a04020");
                fault(
                    at,
                    say!("`{value}` is no colour here", value = super::super::names::shown(value)),
                    hint,
                )
            }
            "stroke-width" => fault(at, say!("a width is a number, such as 1.5"), None),
            "fill-rule" => fault(at, say!("it is nonzero or evenodd"), None),
            _ => fault(
                at,
                say!("`{shown}` is not drawn", shown),
                say!("shapes have an outline, fill, stroke, stroke-width and transform"),
            ),
        })
    }

    fn find(&self, name: &str) -> Option<&Attribute<'_>> {
        self.said.iter().find(|attribute| attribute.name == name)
    }

    /// The number of an attribute; 0 without it.
    fn number(&self, name: &str) -> Result<f64, SvgFault> {
        let Some(attribute) = self.find(name) else { return Ok(0.0) };
        match numbers(attribute.value.trim_end_matches("px")).as_deref() {
            Some(&[number]) => Ok(number),
            _ => Err(fault(
                attribute.at.clone(),
                say!("`{name}` is a number here", name),
                say!("such as 12.5"),
            )),
        }
    }

    fn point(&self, x: &str, y: &str) -> Result<Point, SvgFault> {
        Ok((self.number(x)?, self.number(y)?))
    }

    /// What maps the picture to the square of drawings, as large as it goes.
    fn view(&self) -> Result<Matrix, SvgFault> {
        let said = match self.find("viewBox") {
            Some(attribute) => match numbers(attribute.value).as_deref() {
                Some(&[x, y, width, height]) => [x, y, width, height],
                _ => {
                    return Err(fault(
                        attribute.at.clone(),
                        say!("a viewBox has four numbers"),
                        say!("such as 0 0 48 48"),
                    ));
                }
            },
            None if self.find("width").is_some() => [0.0, 0.0, self.number("width")?, self.number("height")?],
            None => [0.0, 0.0, SIDE, SIDE],
        };
        let [x, y, width, height] = said;
        if width.min(height) < 0.01 {
            return Err(fault(
                self.at.clone(),
                say!("the picture has no size"),
                say!("such as viewBox=\"0 0 48 48\""),
            ));
        }
        let scale = (SIDE / width).min(SIDE / height);
        let shift = |from: f64, length: f64| (SIDE - scale * length) / 2.0 - scale * from;
        Ok(Matrix([scale, 0.0, 0.0, scale, shift(x, width), shift(y, height)]))
    }

    fn outline(&self) -> Result<Outline, SvgFault> {
        Ok(match self.name {
            "path" => {
                let Some(d) = self.find("d") else { return Ok(Outline::default()) };
                read(d.value).map_err(|wrong| {
                    let at = (d.at.start + wrong).min(d.at.end);
                    let length = d.value[at - d.at.start..].chars().next().map_or(0, char::len_utf8);
                    fault(at..at + length, say!("the path is wrong here"), say!("such as M10 40L24 8L38 40Z"))
                })?
            }
            "circle" => {
                let r = self.number("r")?.abs();
                Outline::ellipse(self.point("cx", "cy")?, r, r)
            }
            "ellipse" => {
                let (rx, ry) = self.point("rx", "ry")?;
                Outline::ellipse(self.point("cx", "cy")?, rx.abs(), ry.abs())
            }
            "rect" => {
                let round = self.point("rx", "ry")?;
                let one = round.0.max(round.1);
                let round = (
                    if self.find("rx").is_some() { round.0 } else { one },
                    if self.find("ry").is_some() { round.1 } else { one },
                );
                Outline::rectangle(self.point("x", "y")?, self.point("width", "height")?, round)
            }
            "line" => Outline::lines(&[self.point("x1", "y1")?, self.point("x2", "y2")?], false),
            name => {
                let Some(points) = self.find("points") else { return Ok(Outline::default()) };
                let said = numbers(points.value).filter(|numbers| numbers.len() % 2 == 0);
                let said = said.ok_or_else(|| {
                    fault(
                        points.at.clone(),
                        say!("points are pairs of numbers"),
                        say!("such as 10,40 24,8 38,40"),
                    )
                })?;
                let pairs: Vec<Point> = said.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
                Outline::lines(&pairs, name == "polygon")
            }
        })
    }
}
