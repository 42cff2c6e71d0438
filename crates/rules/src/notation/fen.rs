//! Reading and writing FEN.

use std::fmt;

use super::gates::Gates;
use crate::definition::{ClockEnd, Letter, Wing, escaped};
use crate::geometry::{Color, Shape, Square};
use crate::position::{CastlingRook, Setup, SetupFault};
use crate::tables::{Kind, KindState};
use crate::variant::Variant;

/// The longest FEN that is read, in bytes.
pub const MAX_FEN: usize = 8192;

/// What stands for a pass that was the last move, where the square of a double step would stand.
const PASS: &str = "--";

/// What is wrong with a FEN: every reason found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The reasons, at least one.
    pub faults: Vec<FenFault>,
}

/// One reason why a FEN is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenFault {
    /// A field cannot be read: its name, and what is wrong and would be right.
    Field(&'static str, String),
    /// The arrangement cannot be played.
    Setup(SetupFault),
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name, text) => write!(f, "{name}: {text}"),
            Self::Setup(fault) => fault.fmt(f),
        }
    }
}

impl FenError {
    /// Whether all that is wrong is that a player lacks what may not be lost: it is a position of a game that is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let over = |fault: &FenFault| {
            matches!(fault, FenFault::Setup(SetupFault::Lost(..) | SetupFault::TooFew(..)))
        };
        self.faults.iter().all(over)
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FEN: ")?;
        for (i, fault) in self.faults.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for FenError {}

impl Setup {
    /// Reads an arrangement of a game's pieces from FEN, whether it can be played or not.
    ///
    /// # Errors
    /// Every field that cannot be read.
    pub fn from_fen(variant: &Variant, fen: &str) -> Result<Self, FenError> {
        Self::read(variant, fen, false)
    }

    /// The same for a text that [`Setup::to_fen`] wrote: which pieces have moved is believed as it is marked.
    ///
    /// # Errors
    /// Every field that cannot be read.
    pub fn from_own_fen(variant: &Variant, fen: &str) -> Result<Self, FenError> {
        Self::read(variant, fen, true)
    }

    fn read(variant: &Variant, fen: &str, own: bool) -> Result<Self, FenError> {
        let mut reader = Reader { variant, setup: Self::empty(variant), faults: Vec::new(), own };
        reader.read(fen);
        if reader.faults.is_empty() { Ok(reader.setup) } else { Err(FenError { faults: reader.faults }) }
    }

    /// The arrangement as FEN.
    #[must_use]
    pub fn to_fen(&self, variant: &Variant) -> String {
        let shape = variant.shape();
        let mut fen = self.board_field(variant);
        if variant.definition().hands.used {
            fen.push('[');
            for color in Color::ALL {
                for (piece, &n) in variant.definition().pieces.iter().zip(&self.hands[color.index()]) {
                    let letter = piece.letter.of(color);
                    fen.extend(std::iter::repeat_n(letter, usize::from(n)));
                }
            }
            fen.push(']');
        }
        fen.push(' ');
        fen.push(self.turn.letter());
        fen.push(' ');
        fen.push_str(&self.castling_field(variant));
        fen.push(' ');
        match self.en_passant {
            None if self.count_limit.is_some() => {
                fen.push_str(&self.count_limit.unwrap_or_default().to_string());
            }
            None if self.passes > 0 => (0..self.passes.min(2)).for_each(|_| fen.push_str(PASS)),
            None => fen.push('-'),
            Some((passed, victim)) => {
                fen.push_str(&shape.name(passed).to_string());
                let beyond = shape.offset(passed, shape.forward(self.turn.other()));
                if let Some(victim) = victim.filter(|&v| beyond != Some(v)) {
                    fen.push_str(&shape.name(victim).to_string());
                }
            }
        }
        if counts_checks(variant) {
            fen.push_str(&format!(" {}", self.checks_field(variant)));
        }
        fen.push_str(&format!(" {} {}", self.clock, self.number));
        if has_claims(variant) {
            fen.push(' ');
            fen.push(self.capturer.map_or('-', Color::letter));
        }
        if has_series(variant) {
            let rows: String =
                Color::ALL.into_iter().filter(|c| self.series[c.index()]).map(Color::letter).collect();
            fen.push_str(if rows.is_empty() { " -" } else { " " });
            fen.push_str(&rows);
        }
        fen
    }

    fn board_field(&self, variant: &Variant) -> String {
        let shape = variant.shape();
        let mut text = String::new();
        for rank in (0..shape.ranks()).rev() {
            let mut empty = 0;
            let flush = |text: &mut String, empty: &mut u32| {
                if *empty > 0 {
                    text.push_str(&empty.to_string());
                    *empty = 0;
                }
            };
            for square in shape.row(rank) {
                match self.board[square.index()] {
                    None if !shape.has(square) || self.blockers.contains(square) => {
                        flush(&mut text, &mut empty);
                        text.push('*');
                    }
                    None => empty += 1,
                    Some((kind, color)) => {
                        flush(&mut text, &mut empty);
                        text.extend(variant.symbol(kind).chars().map(|c| cased(c, color)));
                    }
                }
            }
            flush(&mut text, &mut empty);
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    fn castling_field(&self, variant: &Variant) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            for (wing, letter) in [(Wing::King, 'K'), (Wing::Queen, 'Q')] {
                let Some(rook) = self.castling[color.index()][wing as usize] else { continue };
                let letter = match rook {
                    CastlingRook::OnFile(file) if !self.is_outermost(variant, color, wing, file) => {
                        char::from(b'A' + file)
                    }
                    _ => letter,
                };
                text.push(cased(letter, color));
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// How many checks each player has still to give, White first, as Fairy-Stockfish writes it; `-` where they are not counted.
    fn checks_field(&self, variant: &Variant) -> String {
        let left = Color::ALL.map(|color| {
            let other = color.other().index();
            let counted = variant.definition().players[other].checks.is_some();
            if counted { self.checks[other].to_string() } else { "-".to_owned() }
        });
        left.join("+")
    }

    /// Whether the rook on a file is the one that `K` or `Q` would mean.
    fn is_outermost(&self, variant: &Variant, color: Color, wing: Wing, file: u8) -> bool {
        let shape = variant.shape();
        let Some(table) = variant.definition().players[color.index()].castling[wing as usize] else {
            return true;
        };
        if table.from.is_some() {
            return true;
        }
        let home = i32::from(shape.rank(table.king_to));
        let rook = Some((Kind::base(table.rook), color));
        let stands = |f: u8| shape.square(f.into(), home).is_some_and(|s| self.board[s.index()] == rook);
        match wing {
            Wing::King => !(file + 1..shape.files()).any(stands),
            Wing::Queen => !(0..file).any(stands),
        }
    }
}

fn cased(letter: char, color: Color) -> char {
    match color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}

fn has_claims(variant: &Variant) -> bool {
    matches!(variant.definition().clock.limit, Some((_, ClockEnd::Claim)))
}

/// Whether a mate needs a row of checks, so that FEN tells who gives one: at its end.
fn has_series(variant: &Variant) -> bool {
    variant.definition().mate.is_some()
}

fn counts_checks(variant: &Variant) -> bool {
    variant.definition().players.iter().any(|player| player.checks.is_some())
}

struct Reader<'a> {
    variant: &'a Variant,
    setup: Setup,
    faults: Vec<FenFault>,
    /// Which pieces have moved is believed as it is marked.
    own: bool,
}

impl Reader<'_> {
    fn fault(&mut self, field: &'static str, text: impl Into<String>) {
        self.faults.push(FenFault::Field(field, text.into()));
    }

    fn read(&mut self, fen: &str) {
        if fen.len() > MAX_FEN {
            return self.fault("length", format!("{} bytes; a FEN has at most {MAX_FEN}", fen.len()));
        }
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let (checks, claims) = (counts_checks(self.variant), has_claims(self.variant));
        let series = has_series(self.variant);
        let wanted = 6 + usize::from(checks) + usize::from(claims) + usize::from(series);
        if fields.len() != wanted {
            let checks = if checks { "checks to give (3+3), " } else { "" };
            let last = match (claims, series) {
                (true, _) => ", last capturer (w, b or -)",
                (_, true) => ", who gives a row of checks (w, b, wb or -)",
                _ => "",
            };
            let names =
                format!("board, side to move, castling, en passant, {checks}clock, move number{last}");
            let text = format!("{} where this game has {wanted}: {names}", fields.len());
            self.fault("fields", text);
        }
        // What is there is read all the same, so that every fault is told at once.
        let board = fields.first().copied().unwrap_or_default();
        let (board, hand) = match board.split_once('[') {
            Some((board, hand)) => (board, Some(hand)),
            None => (board, None),
        };
        self.board(board);
        self.hand(hand);
        if !self.own {
            self.setup.settle(self.variant);
        }
        if let Some(&side) = fields.get(1) {
            match side {
                "w" => self.setup.turn = Color::White,
                "b" => self.setup.turn = Color::Black,
                other => self.fault("side to move", format!("`{}` is neither w nor b", shown(other))),
            }
        }
        self.castling(fields.get(2).unwrap_or(&"-"));
        self.en_passant(fields.get(3).unwrap_or(&"-"));
        let mut rest = fields.iter().skip(4);
        if checks && let Some(left) = rest.next() {
            self.checks(left);
        }
        self.setup.clock = self.number("clock", rest.next().unwrap_or(&"0"));
        self.setup.number = self.number("move number", rest.next().unwrap_or(&"1"));
        if series && let Some(&text) = rest.next() {
            match text {
                "-" | "w" | "b" | "wb" => self.setup.series = ['w', 'b'].map(|c| text.contains(c)),
                other => self.fault("row of checks", format!("`{}` is none of w, b, wb, -", shown(other))),
            }
        } else if let Some(&capturer) = rest.next().filter(|_| claims) {
            match capturer {
                "-" => {}
                "w" => self.setup.capturer = Some(Color::White),
                "b" => self.setup.capturer = Some(Color::Black),
                other => self.fault("last capturer", format!("`{}` is none of w, b, -", shown(other))),
            }
        }
    }

    fn board(&mut self, text: &str) {
        let shape = self.variant.shape();
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(shape.ranks()) {
            return self.fault("board", format!("{} ranks, not {}", rows.len(), shape.ranks()));
        }
        for (row, rank) in rows.iter().zip((0..shape.ranks()).rev()) {
            self.row(row, rank, shape);
        }
    }

    fn row(&mut self, row: &str, rank: u8, shape: Shape) {
        let places: Vec<Square> = shape.row(rank).collect();
        let mut file = 0_usize;
        let mut rest = row.chars().peekable();
        while let Some(c) = rest.next() {
            if let Some(digit) = c.to_digit(10) {
                let mut run = digit as usize;
                while let Some(digit) = rest.peek().and_then(|c| c.to_digit(10)) {
                    run = run.saturating_mul(10).saturating_add(digit as usize).min(1000);
                    rest.next();
                }
                if run == 0 {
                    self.fault("board", format!("rank {}: an empty run of length 0", rank + 1));
                }
                let mut passed = places.iter().skip(file).take(run);
                if let Some(&hole) = passed.find(|&&s| !shape.has(s)) {
                    self.fault("board", format!("{} is a hole: write it `*`", shape.name(hole)));
                }
                file = file.saturating_add(run);
                continue;
            }
            if c == '*' {
                let cell = places.get(file).copied().filter(|&s| shape.has(s));
                if let (Some(cell), true) = (cell, self.variant.definition().has_blockers()) {
                    self.setup.blockers.insert(cell);
                } else if let Some(cell) = cell {
                    self.fault("board", format!("{} is no hole, which `*` stands for", shape.name(cell)));
                }
                file += 1;
                continue;
            }
            let moved = c == '+';
            let Some(letter) = (if moved { rest.next() } else { Some(c) }) else {
                self.fault("board", format!("rank {}: `+` without a piece", rank + 1));
                continue;
            };
            let promoted = rest.next_if_eq(&'~').is_some();
            let state = match (moved, promoted) {
                (false, false) => KindState::Base,
                (true, false) => KindState::Moved,
                (false, true) => KindState::Promoted,
                (true, true) => {
                    self.fault("board", format!("rank {}: `+` and `~` at one piece", rank + 1));
                    continue;
                }
            };
            let read = Letter::read(letter).and_then(|(letter, color)| {
                let plus = (state == KindState::Moved).then(|| letter.promoted());
                let plus = plus.and_then(|letter| self.variant.kind(letter, KindState::Base));
                Some((plus.or_else(|| self.variant.kind(letter, state))?, color))
            });
            match read {
                Some((kind, color)) => {
                    match places.get(file) {
                        Some(&square) if shape.has(square) => {
                            self.setup.board[square.index()] = Some((kind, color));
                        }
                        Some(&hole) => {
                            self.fault("board", format!("{} is a hole: write it `*`", shape.name(hole)));
                        }
                        None => {}
                    }
                    file += 1;
                }
                _ => {
                    let prefix = if moved { "+" } else { "" };
                    let suffix = if promoted { "~" } else { "" };
                    let text = shown(&format!("{prefix}{letter}{suffix}"));
                    let known = self.known_symbols();
                    self.fault(
                        "board",
                        format!("rank {}: no piece `{text}`; this game has {known}", rank + 1),
                    );
                    file += 1;
                }
            }
        }
        if file != places.len() {
            self.fault("board", format!("rank {} has {file} squares, not {}", rank + 1, places.len()));
        }
    }

    fn known_symbols(&self) -> String {
        let symbols: Vec<_> =
            (0..self.variant.kinds().len()).map(|kind| self.variant.symbol(Kind::new(kind))).collect();
        symbols.join(" ")
    }

    fn hand(&mut self, text: Option<&str>) {
        let used = self.variant.definition().hands.used;
        let letters = match text {
            None if !used => return,
            None => {
                return self.fault("hand", "missing; it stands in brackets behind the board, `[]` if empty");
            }
            Some(_) if !used => {
                return self.fault("hand", "this game has no pieces in hand: leave out the brackets");
            }
            Some(text) => match text.strip_suffix(']') {
                Some(letters) => letters,
                None => return self.fault("hand", "no closing `]` at the end of the field"),
            },
        };
        for c in letters.chars() {
            let read = Letter::read(c)
                .and_then(|(letter, color)| Some((self.variant.definition().lettered(letter)?, color)));
            match read {
                Some((piece, color)) => {
                    let n = &mut self.setup.hands[color.index()][piece.index()];
                    *n = n.saturating_add(1);
                }
                None => self.fault("hand", format!("no piece `{}`", shown(&c.to_string()))),
            }
        }
    }

    fn castling(&mut self, text: &str) {
        if text == "-" {
            return;
        }
        let mut gates = Gates::default();
        for c in text.chars() {
            let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            let (wing, rook) = match c.to_ascii_uppercase() {
                'K' => (Wing::King, CastlingRook::Usual),
                'Q' => (Wing::Queen, CastlingRook::Usual),
                letter @ 'A'..='P' if gates.read(&self.setup, self.variant, color, letter as u8 - b'A') => {
                    continue;
                }
                letter @ 'A'..='P' if self.is_shuffled(color) => {
                    let file = letter as u8 - b'A';
                    let king = self.king_file(color);
                    let wing = if king.is_some_and(|king| king > file) { Wing::Queen } else { Wing::King };
                    (wing, CastlingRook::OnFile(file))
                }
                _ => {
                    let shown = shown(&c.to_string());
                    let text = if Color::ALL.into_iter().any(|color| Gates::has(self.variant, color)) {
                        format!(
                            "`{shown}` is none of K, Q, k, q, -, and no file where a piece stands that has not moved and lets another in"
                        )
                    } else {
                        format!("`{shown}` is none of K, Q, k, q, -")
                    };
                    self.fault("castling", text);
                    continue;
                }
            };
            let right = &mut self.setup.castling[color.index()][wing as usize];
            if right.is_some() {
                self.fault("castling", format!("`{c}`: a second right to one side"));
            } else {
                *right = Some(rook);
            }
        }
        gates.close(&mut self.setup, self.variant);
    }

    fn is_shuffled(&self, color: Color) -> bool {
        let castling = &self.variant.definition().players[color.index()].castling;
        castling.iter().flatten().any(|c| c.from.is_none())
    }

    fn king_file(&self, color: Color) -> Option<u8> {
        let royal = |kind| self.variant.definition().is_royal(color, self.variant.piece_of(kind));
        let is_royal =
            |cell: Option<(Kind, Color)>| cell.is_some_and(|(kind, owner)| owner == color && royal(kind));
        let king = self.setup.board.iter().position(|&cell| is_royal(cell))?;
        Some(self.variant.shape().file(Square(king as u8)))
    }

    fn en_passant(&mut self, text: &str) {
        if text == "-" {
            return;
        }
        if let Some(rule) = &self.variant.definition().counting
            && let Ok(limit) = text.parse::<u16>()
            && rule.limits().contains(&limit)
        {
            self.setup.count_limit = Some(limit);
            return;
        }
        let passes = text.len() / PASS.len();
        if self.variant.definition().may_pass() && (1..=2).contains(&passes) && text == PASS.repeat(passes) {
            self.setup.passes = passes as u8;
            return;
        }
        let shape = self.variant.shape();
        let read = shape.parse_prefix(text).and_then(|(passed, rest)| {
            if rest.is_empty() { Some((passed, None)) } else { Some((passed, Some(shape.parse(rest)?))) }
        });
        match read {
            Some(squares) => self.setup.en_passant = Some(squares),
            None => {
                let text = format!("`{}` is neither a square nor two squares nor -", shown(text));
                self.fault("en passant", text);
            }
        }
    }

    /// How many checks each player has still to give, White first.
    fn checks(&mut self, text: &str) {
        let players = &self.variant.definition().players;
        let most = Color::ALL.map(|color| players[color.other().index()].checks);
        let read = |text: &str, most: Option<u8>| match most {
            None => (text == "-").then_some(0),
            Some(most) => text.parse().ok().filter(|&n: &u8| n <= most && !text.starts_with('+')),
        };
        let parts = text.split_once('+');
        let both = parts.and_then(|(white, black)| Some([read(black, most[1])?, read(white, most[0])?]));
        match both {
            Some(checks) => self.setup.checks = checks,
            None => {
                let most = most.map(|most| most.map_or("-".to_owned(), |n| n.to_string())).join("+");
                self.fault("checks", format!("`{}` is not how many are left, at most {most}", shown(text)));
            }
        }
    }

    fn number(&mut self, field: &'static str, text: &str) -> u16 {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        match text.parse() {
            Ok(n) if digits => n,
            _ => {
                self.fault(field, format!("`{}` is not a number from 0 to {}", shown(text), u16::MAX));
                0
            }
        }
    }
}

/// Text from outside as it may stand in a message: short and without control characters.
pub(crate) fn shown(text: &str) -> String {
    let end = text.char_indices().nth(24).map_or(text.len(), |(at, _)| at);
    let mut out = escaped(&text[..end]);
    if end < text.len() {
        out.push('…');
    }
    out
}
