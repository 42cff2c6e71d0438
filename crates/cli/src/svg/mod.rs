//! Boards as pictures in SVG, with the drawings of the browser app.
//!
//! `pieces.json` holds those drawings; a test of the app (`web/tests/unit/art.test.ts`) writes it and keeps it the same.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use berolina_rules::Position;
use berolina_rules::geometry::{Color, Grid, Shape, Square};
use berolina_rules::tables::{Kind, KindState};
use serde_json::Value;

const PIECES: &str = include_str!("pieces.json");
/// The side of a square; the drawings are made for it.
const SIDE: u32 = 48;
/// The width of the margin with the coordinates.
const MARGIN: u32 = 22;
/// The margin where nothing stands.
const EDGE: u32 = 6;
/// The height of a player's hand.
const HAND: u32 = 40;

/// Half of a hexagon's height.
const HALF: u32 = 26;
/// The distance between columns of hexagons, and half the width of one.
const COLUMN: u32 = 45;
const WIDE: u32 = 30;

const LIGHT: &str = "#f1dfc3";
const DARK: &str = "#c1946b";
/// The third colour of hexagons.
const MEDIUM: &str = "#dcb88f";
const ATTACKED: &str = "#d9482b";

/// A position drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picture<'a> {
    pub(crate) position: &'a Position,
    /// Black's side below.
    pub(crate) flipped: bool,
}

/// Pieces used so far, and the drawings of each.
struct Art {
    data: Value,
    used: BTreeMap<String, String>,
}

impl Picture<'_> {
    /// The picture as a file.
    pub(crate) fn svg(&self) -> String {
        let shape = self.position.variant().shape();
        let hands = if self.position.variant().definition().hands.used { HAND } else { 0 };
        let (width, height) = size(shape);
        let (left, top) = (MARGIN, hands + EDGE);
        let mut art = Art { data: serde_json::from_str(PIECES).unwrap_or_default(), used: BTreeMap::new() };
        let mut body = self.cells(left, top);
        body.push_str(&self.attacked(left, top));
        body.push_str(&self.coordinates(left, top, height));
        body.push_str(&self.pieces(left, top, &mut art));
        if hands > 0 {
            let (above, below) =
                if self.flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
            body.push_str(&self.hand(above, left, 0, &mut art));
            body.push_str(&self.hand(below, left, top + height + MARGIN, &mut art));
        }
        let (full_width, full_height) = (left + width + EDGE, top + height + MARGIN + hands);
        let defs: String = art.used.values().map(String::as_str).collect();
        let title = escaped(&self.position.variant().definition().text.title);
        let fen = escaped(&self.position.fen());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full_width} {full_height}\" \
             width=\"{full_width}\" height=\"{full_height}\" role=\"img\">\n\
             <title>{title}</title>\n<desc>{fen}</desc>\n<style>{STYLE}</style>\n<defs>\n{defs}</defs>\n\
             <rect width=\"{full_width}\" height=\"{full_height}\" fill=\"#fffdf9\"/>\n{body}</svg>\n"
        )
    }

    /// Where the piece on a square is drawn, from the top left of the board.
    fn place(&self, square: Square) -> (u32, u32) {
        let shape = self.position.variant().shape();
        let ((columns, rows), (column, row)) = (shape.drawn_size(), shape.drawn(square));
        let (column, row) = if self.flipped { (columns - 1 - column, row) } else { (column, rows - 1 - row) };
        let (column, row) = (u32::from(column), u32::from(row));
        match shape.grid() {
            Grid::Square => (column * SIDE, row * SIDE),
            Grid::Hexagon => (column * COLUMN + WIDE - SIDE / 2, row * HALF + HALF - SIDE / 2),
        }
    }

    fn cells(&self, left: u32, top: u32) -> String {
        let shape = self.position.variant().shape();
        if shape.is_rectangle() {
            return self.squares(left, top);
        }
        let mut out = String::new();
        for square in shape.iter() {
            let (x, y) = self.place(square);
            let fill = [DARK, LIGHT, MEDIUM][usize::from(shape.color(square))];
            let (x, y) = (left + x, top + y);
            let path = match shape.grid() {
                Grid::Square => format!("M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z"),
                Grid::Hexagon => {
                    let (x, y, a) = (x + SIDE / 2 - WIDE, y + SIDE / 2, WIDE / 2);
                    format!("M{x} {y}l{a} -{HALF}h{WIDE}l{a} {HALF}l-{a} {HALF}h-{WIDE}z")
                }
            };
            let _ = writeln!(out, "<path d=\"{path}\" fill=\"{fill}\"/>");
        }
        out
    }

    fn squares(&self, left: u32, top: u32) -> String {
        let shape = self.position.variant().shape();
        let (width, height) = size(shape);
        let mut dark = String::new();
        // The square of the first file and rank is dark.
        for square in shape.iter().filter(|&s| shape.color(s) == 0) {
            let (x, y) = self.place(square);
            let _ = write!(dark, "M{} {}h{SIDE}v{SIDE}h-{SIDE}z", left + x, top + y);
        }
        format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{LIGHT}\"/>\n\
             <path d=\"{dark}\" fill=\"{DARK}\"/>\n"
        )
    }

    /// Marks kings in check, and other royal pieces.
    fn attacked(&self, left: u32, top: u32) -> String {
        let mut out = String::new();
        for color in Color::ALL {
            let position = self.position;
            if !position.loses_by_checkmate(color) {
                continue;
            }
            for square in position.checked(color).iter() {
                let (x, y) = self.place(square);
                let (x, y, r) = (left + x + SIDE / 2, top + y + SIDE / 2, SIDE / 2 - 1);
                let _ = writeln!(
                    out,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{ATTACKED}\" opacity=\"0.55\"/>"
                );
            }
        }
        out
    }

    fn coordinates(&self, left: u32, top: u32, height: u32) -> String {
        let shape = self.position.variant().shape();
        let mut out = String::from("<g class=\"names\">\n");
        for file in 0..shape.files() {
            let Some(square) = shape.iter().find(|&s| shape.file(s) == file) else { continue };
            let x = left + self.place(square).0 + SIDE / 2;
            let _ =
                writeln!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", top + height + 16, shape.file_name(file));
        }
        // Ranks of hexagons are bent: those of the outer file are written beside it, and the others count on.
        for rank in 0..shape.ranks() {
            let outer = if self.flipped { shape.files() - 1 } else { 0 };
            let square = match shape.grid() {
                Grid::Square => shape.iter().find(|&s| shape.rank(s) == rank),
                Grid::Hexagon => shape.square(i32::from(outer), i32::from(rank)),
            };
            let Some(square) = square else { continue };
            let y = top + self.place(square).1 + SIDE / 2 + 5;
            let _ = writeln!(out, "<text x=\"{}\" y=\"{y}\">{}</text>", left / 2, rank + 1);
        }
        out.push_str("</g>\n");
        out
    }

    fn pieces(&self, left: u32, top: u32, art: &mut Art) -> String {
        let mut out = String::new();
        for square in self.position.variant().shape().iter() {
            let Some((kind, color)) = self.position.piece_at(square) else { continue };
            let id = self.id(kind, color, art);
            let (x, y) = self.place(square);
            let _ = writeln!(out, "<use href=\"#{id}\" x=\"{}\" y=\"{}\"/>", left + x, top + y);
        }
        for square in self.position.blockers().iter() {
            let drawn = art.drawn("duck", '*', KindState::Base);
            let (x, y) = self.place(square);
            let at = format!("translate({} {})", left + x, top + y);
            let _ = writeln!(out, "<g class=\"neutral\" transform=\"{at}\">{drawn}</g>");
        }
        out
    }

    /// What a player has in hand, in a row.
    fn hand(&self, color: Color, left: u32, top: u32, art: &mut Art) -> String {
        let mut out = String::new();
        let mut x = left;
        for piece in self.position.variant().definition().ids() {
            let count = self.position.in_hand(color, Kind::base(piece));
            if count == 0 {
                continue;
            }
            let id = self.id(Kind::base(piece), color, art);
            let _ = writeln!(
                out,
                "<use href=\"#{id}\" transform=\"translate({x} {}) scale(0.7)\"/>\
                 <text class=\"count\" x=\"{}\" y=\"{}\">×{count}</text>",
                top + 3,
                x + 36,
                top + 26
            );
            x += 62;
        }
        out
    }

    /// The name of a piece's drawing in the picture; it is put there when it is first used.
    fn id(&self, kind: Kind, color: Color, art: &mut Art) -> String {
        let variant = self.position.variant();
        let player = if color == Color::White { "white" } else { "black" };
        let id = format!("{player}-{}", kind.index());
        if !art.used.contains_key(&id) {
            let info = &variant.kinds()[usize::from(kind)];
            let picture = &variant.definition().piece(info.piece).picture;
            let drawn = art.drawn(picture, info.letter.upper(), info.state);
            art.used.insert(id.clone(), format!("<g id=\"{id}\" class=\"{player}\">{drawn}</g>\n"));
        }
        id
    }
}

/// Width and height of a board.
fn size(shape: Shape) -> (u32, u32) {
    let (columns, rows) = shape.drawn_size();
    let (columns, rows) = (u32::from(columns), u32::from(rows));
    match shape.grid() {
        Grid::Square => (columns * SIDE, rows * SIDE),
        Grid::Hexagon => ((columns - 1) * COLUMN + 2 * WIDE, (rows + 1) * HALF),
    }
}

impl Art {
    /// A piece's drawing by the name of its picture; without one a tile with its letter.
    fn drawn(&self, key: &str, letter: char, state: KindState) -> String {
        let drawings = &self.data["drawings"];
        // What a piece becomes by promotion, where that is a piece of its own, is drawn as what it was.
        let before = key.strip_prefix("promoted-").filter(|before| drawings.get(before).is_some());
        let (key, state) = before.map_or((key, state), |before| (before, KindState::Promoted));
        let own = drawings.get(format!("{key}+")).filter(|_| state == KindState::Moved);
        let known = own.or_else(|| drawings.get(key).filter(|_| !key.is_empty()));
        let mut out = String::new();
        // A picture of the game's own is a line a shape, checked when the file was read.
        let own_shapes = key.lines().filter_map(|line| line.split_once(' '));
        for (paint, path) in own_shapes.clone() {
            let _ = write!(out, "<path {} d=\"{path}\"/>", painted(paint));
        }
        let known = known.or_else(|| own_shapes.clone().next().map(|_| &Value::Null));
        let layers = known.unwrap_or(&drawings[""]);
        for layer in layers.as_array().into_iter().flatten() {
            let (Some(role), Some(path)) = (layer[0].as_str(), layer[1].as_str()) else { continue };
            let _ = write!(out, "<path class=\"{role}\" d=\"{path}\"/>");
        }
        if known.is_none() {
            let letter = escaped(&letter.to_string());
            let _ = write!(out, "<text class=\"letter\" x=\"24\" y=\"33\">{letter}</text>");
        }
        let badge = match state {
            KindState::Base => None,
            KindState::Moved if own.is_some() => None,
            KindState::Moved => self.data["badges"]["moved"].as_str(),
            KindState::Promoted => self.data["badges"]["promoted"].as_str(),
        };
        if let Some(path) = badge {
            let _ = write!(out, "<path class=\"accent\" d=\"{path}\"/>");
        }
        out
    }
}

/// How a shape of a picture of a game's own is painted: by its role, or by what fills it, its edge, and how wide that is.
fn painted(paint: &str) -> String {
    let mut parts = paint.split(',');
    let (Some(fill), Some(stroke), Some(width)) = (parts.next(), parts.next(), parts.next()) else {
        return format!("class=\"{paint}\"");
    };
    let ink = |ink: &str| if ink == "player" { "currentColor".to_owned() } else { ink.to_owned() };
    let rule = if parts.next().is_some() { ";fill-rule:evenodd" } else { "" };
    format!("style=\"fill:{};stroke:{};stroke-width:{width}{rule}\"", ink(fill), ink(stroke))
}

/// As the pages paint the layers of a drawing.
const STYLE: &str = concat!(
    "path{stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}",
    "text{font-family:system-ui,sans-serif;text-anchor:middle}",
    ".names{fill:#3a2413;font-size:14px}",
    ".count{fill:#3a2413;font-size:15px;text-anchor:start}",
    ".letter{font-size:26px;font-weight:700}",
    ".white{color:#fffaf0}",
    ".black{color:#37302e}",
    ".white .body{fill:#fffaf0;stroke:#2a2320}",
    ".white .line{fill:none;stroke:#2a2320}",
    ".white .mark,.white .letter{fill:#2a2320}",
    ".white .accent{fill:#e2a33b;stroke:#2a2320}",
    ".neutral .body,.neutral .accent{fill:#e2a33b;stroke:#2a2320}",
    ".neutral .line{fill:none;stroke:#2a2320}",
    ".neutral .mark{fill:#2a2320}",
    ".black .body{fill:#37302e;stroke:#0e0b0a}",
    ".black .line{fill:none;stroke:#f0e6d4}",
    ".black .mark,.black .letter{fill:#f0e6d4}",
    ".black .accent{fill:#e2a33b;stroke:#0e0b0a}",
);

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
