//! Boards as pictures in SVG, with the drawings of the browser app.
//!
//! `pieces.json` holds those drawings; a test of the app (`web/tests/unit/art.test.ts`) writes it and keeps it the same.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use berolina_rules::Position;
use berolina_rules::geometry::{Color, Square};
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

const LIGHT: &str = "#f1dfc3";
const DARK: &str = "#c1946b";
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
        let (width, height) = (u32::from(shape.files) * SIDE, u32::from(shape.ranks) * SIDE);
        let (left, top) = (MARGIN, hands + EDGE);
        let mut art = Art { data: serde_json::from_str(PIECES).unwrap_or_default(), used: BTreeMap::new() };
        let mut body = self.squares(left, top);
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

    /// Column and row of a square in the picture, from the top left.
    fn place(&self, square: Square) -> (u32, u32) {
        let shape = self.position.variant().shape();
        let (file, rank) = (u32::from(shape.file(square)), u32::from(shape.rank(square)));
        let (last_file, last_rank) = (u32::from(shape.files) - 1, u32::from(shape.ranks) - 1);
        if self.flipped { (last_file - file, rank) } else { (file, last_rank - rank) }
    }

    fn squares(&self, left: u32, top: u32) -> String {
        let shape = self.position.variant().shape();
        let (width, height) = (u32::from(shape.files) * SIDE, u32::from(shape.ranks) * SIDE);
        let mut dark = String::new();
        // The square of the first file and rank is dark.
        for square in shape.iter().filter(|&s| (shape.file(s) + shape.rank(s)).is_multiple_of(2)) {
            let (x, y) = self.place(square);
            let _ = write!(dark, "M{} {}h{SIDE}v{SIDE}h-{SIDE}z", left + x * SIDE, top + y * SIDE);
        }
        let mut out = format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{LIGHT}\"/>\n\
             <path d=\"{dark}\" fill=\"{DARK}\"/>\n"
        );
        for color in Color::ALL {
            let position = self.position;
            let attacked = position.is_royal(color) && position.king_attacked(color);
            if let Some(square) = position.king(color).filter(|_| attacked) {
                let (x, y) = self.place(square);
                let (x, y, r) = (left + x * SIDE + SIDE / 2, top + y * SIDE + SIDE / 2, SIDE / 2 - 1);
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
        for file in 0..shape.files {
            let Some(square) = shape.square(i32::from(file), 0) else { continue };
            let x = left + self.place(square).0 * SIDE + SIDE / 2;
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{}\">{}</text>",
                top + height + 16,
                char::from(b'a' + file)
            );
        }
        for rank in 0..shape.ranks {
            let Some(square) = shape.square(0, i32::from(rank)) else { continue };
            let y = top + self.place(square).1 * SIDE + SIDE / 2 + 5;
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
            let _ = writeln!(out, "<use href=\"#{id}\" x=\"{}\" y=\"{}\"/>", left + x * SIDE, top + y * SIDE);
        }
        out
    }

    /// What a player has in hand, in a row.
    fn hand(&self, color: Color, left: u32, top: u32, art: &mut Art) -> String {
        let mut out = String::new();
        let mut x = left;
        for piece in 0..self.position.variant().definition().pieces.len() {
            let count = self.position.in_hand(color, piece as Kind);
            if count == 0 {
                continue;
            }
            let id = self.id(piece as Kind, color, art);
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
        let id = format!("{player}-{kind}");
        if !art.used.contains_key(&id) {
            let info = &variant.kinds()[usize::from(kind)];
            let name = &variant.definition().pieces[info.piece].name;
            let drawn = art.drawn(name, info.letter, info.state);
            art.used.insert(id.clone(), format!("<g id=\"{id}\" class=\"{player}\">{drawn}</g>\n"));
        }
        id
    }
}

impl Art {
    /// A piece's drawing: its own by its name, else a tile with its letter.
    fn drawn(&self, name: &str, letter: char, state: KindState) -> String {
        let key: String = name.to_lowercase().replace([' ', '_'], "-");
        let drawings = &self.data["drawings"];
        let own = drawings.get(format!("{key}+")).filter(|_| state == KindState::Moved);
        let known = own.or_else(|| drawings.get(&key).filter(|_| !key.is_empty()));
        let layers = known.unwrap_or(&drawings[""]);
        let mut out = String::new();
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

/// As the pages paint the layers of a drawing.
const STYLE: &str = concat!(
    "path{stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}",
    "text{font-family:system-ui,sans-serif;text-anchor:middle}",
    ".names{fill:#3a2413;font-size:14px}",
    ".count{fill:#3a2413;font-size:15px;text-anchor:start}",
    ".letter{font-size:26px;font-weight:700}",
    ".white .body{fill:#fffaf0;stroke:#2a2320}",
    ".white .line{fill:none;stroke:#2a2320}",
    ".white .mark,.white .letter{fill:#2a2320}",
    ".white .accent{fill:#e2a33b;stroke:#2a2320}",
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
