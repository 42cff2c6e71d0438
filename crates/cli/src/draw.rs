//! Boards made of text.

use berolina_rules::geometry::{Color, Square, SquareSet};
use berolina_rules::tables::{Kind, KindState};
use berolina_rules::{Move, Position};

use crate::terminal::Terminal;

const LIGHT: u8 = 180;
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
        let mut ranks: Vec<u8> = (0..shape.ranks).rev().collect();
        let mut files: Vec<u8> = (0..shape.files).collect();
        if self.flipped {
            ranks.reverse();
            files.reverse();
        }
        let marked: SquareSet = self.last.iter().flat_map(|mv| [mv.from(), mv.to()]).collect();
        let mut out = self.hand(top);
        for &rank in &ranks {
            let squares = files.iter().filter_map(|&file| shape.square(i32::from(file), i32::from(rank)));
            let row: String = squares.map(|square| self.square(square, marked.contains(square))).collect();
            let number = self.terminal.dim(&format!("{:>3} ", rank + 1));
            out.push_str(&format!("{number}{}\n", row.trim_end()));
        }
        let names: String = files.iter().map(|&file| format!(" {} ", char::from(b'a' + file))).collect();
        out.push_str(&self.terminal.dim(&format!("    {}", names.trim_end())));
        out.push('\n');
        out.push_str(&self.hand(bottom));
        out
    }

    /// Three columns.
    fn square(&self, square: Square, marked: bool) -> String {
        let piece = self.position.piece_at(square);
        let [before, figure, after] = match piece {
            None if self.terminal.colour => [' ', ' ', ' '],
            None => [' ', if self.terminal.unicode { '·' } else { '.' }, ' '],
            Some((kind, color)) => self.cell(kind, color),
        };
        if !self.terminal.colour {
            let open = if marked && before == ' ' { '[' } else { before };
            let close = if marked && after == ' ' { ']' } else { after };
            return format!("{open}{figure}{close}");
        }
        let shape = self.position.variant().shape();
        let light = (shape.file(square) + shape.rank(square)) % 2 == 1;
        let attacked = piece.is_some_and(|(_, color)| {
            let in_check = self.position.is_royal(color) && self.position.king_attacked(color);
            in_check && self.position.king(color) == Some(square)
        });
        let background = match (attacked, marked, light) {
            (true, ..) => ATTACKED,
            (_, true, true) => LIGHT_MARKED,
            (_, true, false) => DARK_MARKED,
            (_, _, true) => LIGHT,
            (_, _, false) => DARK,
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
        let piece = &variant.definition().pieces[variant.piece_of(kind)];
        match piece.figures {
            // Where colours tell the players apart, filled figures are seen best.
            Some([_, filled]) if self.terminal.unicode && self.terminal.colour => filled,
            Some(figures) if self.terminal.unicode => figures[color.index()],
            _ if color == Color::White => piece.letter,
            _ => piece.letter.to_ascii_lowercase(),
        }
    }

    /// A line with what a player has in hand, if the game has hands.
    fn hand(&self, color: Color) -> String {
        let definition = self.position.variant().definition();
        if !definition.hands.used {
            return String::new();
        }
        let mut held = Vec::new();
        for piece in 0..definition.pieces.len() {
            let n = self.position.in_hand(color, piece as Kind);
            if n > 0 {
                let plain = Terminal { colour: false, ..self.terminal };
                let figure = Drawing { terminal: plain, ..*self }.figure(piece as Kind, color);
                let name = definition.pieces[piece].letter;
                let name =
                    if figure.eq_ignore_ascii_case(&name) { String::new() } else { format!(" {name}") };
                held.push(if n > 1 { format!("{figure}{name} ×{n}") } else { format!("{figure}{name}") });
            }
        }
        let player = if color == Color::White { "White" } else { "Black" };
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join("  ") };
        let held = if self.terminal.unicode { held } else { held.replace('×', "x") };
        format!("    {player} has in hand: {held}\n")
    }
}
