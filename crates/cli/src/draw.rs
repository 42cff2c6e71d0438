//! Boards made of text.

use berolina_rules::geometry::{Color, Grid, Square, SquareSet};
use berolina_rules::tables::{Kind, KindState};
use berolina_rules::{Move, Position};

use crate::terminal::Terminal;

const LIGHT: u8 = 180;
/// The third colour of hexagons.
const MEDIUM: u8 = 173;
const DARK: u8 = 137;
const LIGHT_MARKED: u8 = 186;
const DARK_MARKED: u8 = 143;
const ATTACKED: u8 = 174;
const WHITE: u8 = 231;
const BLACK: u8 = 16;

/// How a position is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing<'a> {
    pub(crate) position: &'a Position,
    pub(crate) terminal: Terminal,
    /// Black's side below.
    pub(crate) flipped: bool,
    /// The move that led here, to be marked.
    pub(crate) last: Option<Move>,
}

impl Drawing<'_> {
    /// The board with coordinates, and the hands where the game has them.
    pub(crate) fn text(&self) -> String {
        let shape = self.position.variant().shape();
        let (top, bottom) =
            if self.flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let mut ranks: Vec<u8> = (0..shape.ranks()).rev().collect();
        let mut files: Vec<u8> = (0..shape.files()).collect();
        if self.flipped {
            ranks.reverse();
            files.reverse();
        }
        let marked: SquareSet = self.last.iter().flat_map(|mv| [mv.from(), mv.to()]).collect();
        let mut out = self.hand(top);
        if shape.grid() == Grid::Hexagon {
            out.push_str(&self.hexagons(marked));
            out.push_str(&self.hand(bottom));
            return out;
        }
        for &rank in &ranks {
            let cell = |file: u8| match shape.square(i32::from(file), i32::from(rank)) {
                Some(square) => self.square(square, marked.contains(square)),
                None => "   ".to_owned(),
            };
            let row: String = files.iter().map(|&file| cell(file)).collect();
            let number = self.terminal.dim(&format!("{:>3} ", rank + 1));
            out.push_str(&format!("{number}{}\n", row.trim_end()));
        }
        let names: String = files.iter().map(|&file| format!(" {} ", shape.file_name(file))).collect();
        out.push_str(&self.terminal.dim(&format!("    {}", names.trim_end())));
        out.push('\n');
        out.push_str(&self.hand(bottom));
        out
    }

    /// Hexagons as on a brick wall: a line is half a cell high. Before each line stands the rank of its first cell.
    fn hexagons(&self, marked: SquareSet) -> String {
        let shape = self.position.variant().shape();
        let (columns, rows) = shape.drawn_size();
        let mut out = String::new();
        for row in 0..rows {
            let mut line = String::new();
            let mut number = "   ".to_owned();
            for column in 0..columns {
                let place = if self.flipped { (columns - 1 - column, row) } else { (column, rows - 1 - row) };
                match shape.iter().find(|&square| shape.drawn(square) == place) {
                    Some(square) => {
                        if number.trim().is_empty() {
                            number = format!("{:>3}", shape.rank(square) + 1);
                        }
                        line.push_str(&self.square(square, marked.contains(square)));
                    }
                    None => line.push_str("   "),
                }
            }
            out.push_str(&format!("{} {}\n", self.terminal.dim(&number), line.trim_end()));
        }
        let name = |column: u8| shape.file_name(if self.flipped { columns - 1 - column } else { column });
        let names: String = (0..columns).map(|column| format!(" {} ", name(column))).collect();
        out.push_str(&self.terminal.dim(&format!("    {}", names.trim_end())));
        out.push('\n');
        out
    }

    /// Three columns.
    fn square(&self, square: Square, marked: bool) -> String {
        let piece = self.position.piece_at(square);
        let [before, figure, after] = match piece {
            None if self.position.blockers().contains(square) => [' ', '*', ' '],
            None if self.terminal.colour => [' ', ' ', ' '],
            None => [' ', if self.terminal.unicode { '·' } else { '.' }, ' '],
            Some((kind, color)) => self.cell(kind, color),
        };
        if !self.terminal.colour {
            let open = if marked && before == ' ' { '[' } else { before };
            let close = if marked && after == ' ' { ']' } else { after };
            return format!("{open}{figure}{close}");
        }
        let color = self.position.variant().shape().color(square);
        let attacked = piece.is_some_and(|(_, color)| {
            self.position.loses_by_checkmate(color) && self.position.royals_attacked(color).contains(square)
        });
        let background = match (attacked, marked, color) {
            (true, ..) => ATTACKED,
            (_, true, 0) => DARK_MARKED,
            (_, true, _) => LIGHT_MARKED,
            (_, _, 0) => DARK,
            (_, _, 1) => LIGHT,
            (_, _, _) => MEDIUM,
        };
        let ink = if piece.is_some_and(|(_, color)| color == Color::White) { WHITE } else { BLACK };
        format!("\x1b[48;5;{background};38;5;{ink}m{before}{figure}{after}\x1b[0m")
    }

    fn cell(&self, kind: Kind, color: Color) -> [char; 3] {
        let figure = self.figure(kind, color);
        match self.position.variant().kinds()[usize::from(kind)].state {
            KindState::Base => [' ', figure, ' '],
            KindState::Moved => ['+', figure, ' '],
            KindState::Promoted => [' ', figure, '~'],
        }
    }

    fn figure(&self, kind: Kind, color: Color) -> char {
        let variant = self.position.variant();
        let piece = variant.definition().piece(variant.piece_of(kind));
        match piece.figures {
            // Where colours tell the players apart, filled figures are seen best.
            Some([_, filled]) if self.terminal.unicode && self.terminal.colour => filled,
            Some(figures) if self.terminal.unicode => figures[color.index()],
            _ => piece.letter.of(color),
        }
    }

    /// A line with what a player has in hand, if the game has hands.
    fn hand(&self, color: Color) -> String {
        let definition = self.position.variant().definition();
        if !definition.hands.used {
            return String::new();
        }
        let mut held = Vec::new();
        for piece in definition.ids() {
            let n = self.position.in_hand(color, Kind::base(piece));
            if n > 0 {
                let plain = Terminal { colour: false, ..self.terminal };
                let figure = Drawing { terminal: plain, ..*self }.figure(Kind::base(piece), color);
                let name = definition.piece(piece).letter;
                let name = if figure.eq_ignore_ascii_case(&name.upper()) {
                    String::new()
                } else {
                    format!(" {name}")
                };
                held.push(if n > 1 { format!("{figure}{name} ×{n}") } else { format!("{figure}{name}") });
            }
        }
        let player = if color == Color::White { "White" } else { "Black" };
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join("  ") };
        let held = if self.terminal.unicode { held } else { held.replace('×', "x") };
        format!("    {player} has in hand: {held}\n")
    }
}
