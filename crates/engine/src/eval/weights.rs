//! The weights of the evaluation: pairs of numbers with names, and the text files that hold tuned ones.

use std::fmt::Write as _;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use berolina_rules::Definition;
use berolina_rules::geometry::Color;
use berolina_rules::tables::{Kind, KindInfo, KindSet, KindState};

/// Weights are kept in tenths of a hundredth of a pawn.
pub(crate) const UNIT: i32 = 10;
/// No weight is larger, in tenths; so no sum of them overflows.
const LARGEST: i32 = 100_000;

/// A number for the middle game and one for the ending, added and multiplied together: the first in
/// the upper half of the word, the second in the lower.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pair(i64);

impl Pair {
    pub(crate) const ZERO: Self = Self(0);

    pub(crate) const fn new(middle: i32, ending: i32) -> Self {
        Self(((middle as i64) << 32) + ending as i64)
    }

    /// The number for the middle game.
    #[inline(always)]
    pub(crate) const fn middle(self) -> i32 {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// The number for the ending.
    #[inline(always)]
    pub(crate) const fn ending(self) -> i32 {
        self.0 as i32
    }
}

impl Add for Pair {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Pair {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    #[inline(always)]
    fn mul(self, n: i32) -> Self {
        Self(self.0 * i64::from(n))
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

/// Where a weight stands in the list.
pub(crate) type At = u16;

/// All weights of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    pub(crate) names: Vec<String>,
    pub(crate) values: Vec<Pair>,
    /// The kinds of pieces that a weight speaks of.
    pub(crate) kinds: Vec<KindSet>,
    /// A weight that depends on the board's size or on the array.
    pub(crate) of_board: Vec<bool>,
    /// Where each stands, in the order of their names.
    sorted: Vec<At>,
    /// What is appended to the names of the player whose weights are being made.
    suffix: String,
}

impl Weights {
    /// The weights made from now on belong to a player alone, by its suffix, or to both if it is empty.
    pub(super) fn begin(&mut self, suffix: String) {
        self.suffix = suffix;
    }

    /// The place of a weight. If there is none of that name, it is made with these initial values, in
    /// hundredths of a pawn.
    pub(super) fn add(&mut self, name: String, kinds: KindSet, middle: f64, ending: f64) -> At {
        let name = if self.suffix.is_empty() { name } else { format!("{name}@{}", self.suffix) };
        let place = match self.find(&name) {
            Ok(at) => return at,
            Err(place) => place,
        };
        let tenths = |x: f64| (x * f64::from(UNIT)).round() as i32;
        let at = self.names.len() as At;
        self.sorted.insert(place, at);
        self.of_board.push(name.starts_with("square.") || name.starts_with("goal"));
        self.names.push(name);
        self.values.push(Pair::new(tenths(middle), tenths(ending)));
        self.kinds.push(kinds);
        at
    }

    /// Where the weight of a name stands, or where it would come in their order.
    fn find(&self, name: &str) -> Result<At, usize> {
        let found = self.sorted.binary_search_by(|&at| self.names[usize::from(at)].as_str().cmp(name));
        found.map(|place| self.sorted[place])
    }

    #[inline(always)]
    pub(crate) fn at(&self, at: At) -> Pair {
        self.values[usize::from(at)]
    }

    /// Takes over what a file says of weights whose pieces are the same as here, or royal. Lines that cannot be
    /// understood are passed over.
    pub(crate) fn take(&mut self, text: &str, game: &Signature) {
        let mut known = game.royals;
        let mut board = false;
        for line in text.lines() {
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some("board"), Some(size), None) => board = size == game.board,
                (Some("piece"), Some(symbol), Some(moves)) => {
                    for (kind, own) in game.kinds.iter().enumerate() {
                        if own.0 == symbol && own.1 == moves {
                            known |= KindSet::of(Kind::new(kind));
                        }
                    }
                }
                (Some(name), Some(middle), Some(ending)) => {
                    let (Ok(at), Some(middle), Some(ending)) =
                        (self.find(name), tenths(middle), tenths(ending))
                    else {
                        continue;
                    };
                    let at = usize::from(at);
                    if (self.kinds[at] & !known).is_empty() && (board || !self.of_board[at]) {
                        self.values[at] = Pair::new(middle, ending);
                    }
                }
                _ => {}
            }
        }
    }

    /// The text of a file that [`Weights::take`] reads; `comments` come first.
    pub(crate) fn text(&self, game: &Signature, comments: &str) -> String {
        let mut text = String::new();
        for line in comments.lines() {
            let _ = writeln!(text, "# {line}");
        }
        let _ = writeln!(text, "board {}", game.board);
        for (symbol, moves) in &game.kinds {
            let _ = writeln!(text, "piece {symbol} {moves}");
        }
        for (name, value) in self.names.iter().zip(&self.values) {
            let (middle, ending) = (decimal(value.middle()), decimal(value.ending()));
            let _ = writeln!(text, "{name} {middle} {ending}");
        }
        text
    }
}

/// Tenths as a decimal number.
fn decimal(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, part) = (tenths.abs() / UNIT, tenths.abs() % UNIT);
    if part == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// A decimal number as tenths.
fn tenths(text: &str) -> Option<i32> {
    // By digits: reading any floating-point number takes tables that nothing else in a browser needs.
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(whole) || !all_digits(part) {
        return None;
    }
    let digit = |at: usize| part.as_bytes().get(at).map_or(0, |b| i32::from(b - b'0'));
    let rounded = digit(0) + i32::from(digit(1) >= 5);
    let tenths = whole.parse::<i32>().ok()?.checked_mul(UNIT)?.checked_add(rounded)?;
    (tenths <= LARGEST).then_some(sign * tenths)
}

/// What tells whether weights of one game hold in another: the size of the board, and how each kind of
/// piece moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    pub(crate) board: String,
    /// By kind: how FEN writes it and its moves, without spaces.
    pub(crate) kinds: Vec<(String, String)>,
    /// Those that are royal. What is said of them holds however they move.
    pub(crate) royals: KindSet,
}

impl Signature {
    pub(crate) fn new(definition: &Definition, kinds: &[KindInfo]) -> Self {
        let shape = definition.shape;
        let moves = |info: &KindInfo| {
            let of = |color: Color| {
                let rules = definition.rules(color, info.piece);
                let first = rules.first_moves.as_ref().map_or("", |moves| &moves.betza);
                let promotes = if rules.promotes_to.is_empty() { "" } else { "!" };
                let placed =
                    rules.moves_on.as_ref().map_or(String::new(), |on| format!("@{}", on.moves.betza));
                format!("{first}/{}{placed}{promotes}", rules.moves.betza).replace(char::is_whitespace, "")
            };
            let [white, black] = Color::ALL.map(of);
            if white == black { white } else { format!("{white}|{black}") }
        };
        let royal = |info: &KindInfo| {
            let king = |&color: &Color| definition.has_kings(color) && definition.is_royal(color, info.piece);
            Color::ALL.iter().any(king)
        };
        Self {
            board: shape.to_string(),
            kinds: kinds.iter().map(|info| (symbol(info), moves(info))).collect(),
            royals: Kind::first(kinds.len()).filter(|kind| royal(&kinds[kind.index()])).collect(),
        }
    }
}

/// How FEN writes a kind of White's.
pub(super) fn symbol(info: &KindInfo) -> String {
    match info.state {
        KindState::Base => info.letter.to_string(),
        KindState::Moved => format!("+{}", info.letter),
        KindState::Promoted => format!("{}~", info.letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_add_and_multiply_each_number_for_itself() {
        for (a, b) in [(0, 0), (3, -5), (-7, 2), (-1, -1), (90_000, -90_000)] {
            for (c, d, n) in [(1, 1, 5), (-4, 9, -3), (70_000, -2, 100)] {
                let sum = Pair::new(a, b) + Pair::new(c, d) * n;
                assert_eq!((sum.middle(), sum.ending()), (a + c * n, b + d * n));
                let difference = Pair::new(a, b) - Pair::new(c, d);
                assert_eq!((difference.middle(), difference.ending()), (a - c, b - d));
                assert_eq!((-Pair::new(a, b)).middle(), -a);
            }
        }
    }

    #[test]
    fn tenths_round_trip_as_text() {
        for n in [-1234, -10, -9, -1, 0, 1, 5, 10, 99_999] {
            assert_eq!(tenths(&decimal(n)), Some(n));
        }
        assert_eq!([tenths("12.34"), tenths("-0.05"), tenths("7.96")], [Some(123), Some(-1), Some(80)]);
        for bad in
            ["", "x", "NaN", "inf", "1e30", "--1", "+1", "1.", ".5", "1.-5", "99999999999", "999999999"]
        {
            assert_eq!(tenths(bad), None, "{bad}");
        }
    }
}
