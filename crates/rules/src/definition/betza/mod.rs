//! Betza notation, in the dialect that XBoard documents (XBetza), read into [`Ray`]s.
//!
//! What the dialect means is said by the page "Betza notation and XBoard" (<https://www.gnu.org/software/xboard/Betza.html>); its
//! suffixes `X` and `Y` are those of the Interactive Diagram (<https://www.chessvariants.com/page/MSbetza-notation-extended>). For the
//! question mark in brackets no page is known; the manual says what it means here. Only what the rules can play is accepted: every other letter is a
//! fault at its column, with a hint that names what says the same.

mod atoms;
mod legs;
mod refused;
mod repeated;
mod shaped;
mod write;

use std::ops::Range;

use super::{Code, Ray, Severity};
use crate::geometry::{Grid, Offset};
use crate::message::Message;
use crate::say;
use atoms::{Atom, Chooser, Symmetry, choose};

pub use write::write;

/// The greatest length of a text in Betza notation, in bytes.
pub const MAX_TEXT: usize = 256;
/// The greatest number of rays that a text may mean.
pub const MAX_RAYS: usize = 512;
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
    pub message: Message,
    /// What would be right.
    pub hint: Option<Message>,
}

/// What [`parse`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The moves, in the order of the text.
    pub rays: Vec<Ray>,
    /// Moves that only a piece has that has not moved (`i`).
    pub first: Vec<Ray>,
    /// The leaps by which it captures en passant (`e`).
    pub en_passant: Vec<Offset>,
    /// How many squares it castles to the right and to the left (`O`).
    pub castling: [Option<u8>; 2],
    /// The text without what is said of first moves, en passant and castling.
    pub plain: String,
    /// The text of the first moves, without `i`.
    pub first_text: String,
    /// Errors and warnings, in the order of the text.
    pub faults: Vec<BetzaFault>,
}

impl Parsed {
    /// Whether the text can be played: there is no error among the faults.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.faults.iter().all(|f| f.code.severity() == Severity::Warning)
    }

    /// Whether nothing is said of it but how it moves at any time.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.first.is_empty() && self.en_passant.is_empty() && self.castling == [None; 2]
    }
}

/// Reads a text in Betza notation, on a board of squares.
///
/// ```
/// use berolina_rules::definition::betza;
///
/// let pawn = betza::parse("fmWfceFifmnD");
/// assert!(pawn.is_valid());
/// assert_eq!((pawn.rays.len(), pawn.first.len(), pawn.en_passant.len()), (3, 1, 2));
///
/// let wrong = betza::parse("fmWfcuF");
/// assert_eq!(wrong.faults[0].at, 5..6);
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
    let mut parser = Parser { grid, text, at: 0, out: Parsed::default(), groups: Vec::new() };
    if let Some((message, hint)) = refused::name(text) {
        parser.fault(0..text.len(), Code::E030, message, Some(hint));
        return parser.out;
    }
    if text.len() > MAX_TEXT {
        let message = say!("moves are written in at most {most} characters", most = MAX_TEXT);
        parser.fault(0..text.len(), Code::E033, message, None);
        return parser.out;
    }
    while parser.at < text.len() {
        match parser.peek() {
            Some(' ') => parser.at += 1,
            _ => parser.group(),
        }
    }
    if parser.groups.iter().map(|group| group.rays.len()).sum::<usize>() > MAX_RAYS {
        parser.fault(
            0..text.len(),
            Code::E033,
            say!("these are more than {most} directions", most = MAX_RAYS),
            None,
        );
        parser.groups.clear();
    }
    repeated::report(&mut parser);
    for group in std::mem::take(&mut parser.groups) {
        let said = text[group.span.clone()].chars();
        let list = if group.first {
            parser.out.first_text.extend(said.filter(|&c| c != 'i'));
            &mut parser.out.first
        } else {
            parser.out.plain.extend(said.filter(|&c| c != 'e'));
            &mut parser.out.rays
        };
        group.rays.into_iter().for_each(|ray| add(list, ray));
    }
    if parser.out.is_plain() {
        text.clone_into(&mut parser.out.plain);
    }
    parser.out
}

/// Adds a ray, to one that differs in nothing but whether it captures.
fn add(list: &mut Vec<Ray>, ray: Ray) {
    let same = |r: &&mut Ray| Ray { moves: ray.moves, captures: ray.captures, ..**r } == ray;
    match list.iter_mut().find(same) {
        Some(old) => (old.moves, old.captures) = (old.moves || ray.moves, old.captures || ray.captures),
        None => list.push(ray),
    }
}

/// What stands before an atom, or for one leg of a move.
#[derive(Clone, Default)]
struct Modifiers {
    span: Range<usize>,
    directions: Range<usize>,
    moves: bool,
    captures: bool,
    en_passant: Option<usize>,
    first: Option<usize>,
    /// `o`: round the edge.
    round: Option<usize>,
    /// `n`, `j`, `p`, `g`, `y`, `z` or `q`, and where it stands.
    path: Option<(char, usize)>,
    /// `p` beside `m`, `c` and `g`: of a leg that goes on.
    hops: bool,
    /// `t`: only over pieces of one's own.
    tame: Option<usize>,
}

/// The moves of an atom or of brackets.
struct Group {
    span: Range<usize>,
    rays: Vec<Ray>,
    /// Only of a piece that has not moved.
    first: bool,
}

struct Parser<'a> {
    grid: Grid,
    text: &'a str,
    at: usize,
    out: Parsed,
    groups: Vec<Group>,
}

impl Parser<'_> {
    fn fault(&mut self, at: Range<usize>, code: Code, message: Message, hint: Option<Message>) {
        self.out.faults.push(BetzaFault { at, code, message, hint });
    }

    /// Letters that do not go together.
    fn odd(&mut self, at: Range<usize>, message: Message, hint: Message) {
        self.fault(at, Code::E032, message, Some(hint));
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Whether no error was found since there were so many faults.
    fn is_sound(&self, before: usize) -> bool {
        self.out.faults[before..].iter().all(|f| f.code.severity() == Severity::Warning)
    }

    /// Reads modifiers, an atom and its range, or brackets.
    fn group(&mut self) {
        let start = self.at;
        let before = self.out.faults.len();
        let legs = self.all_modifiers();
        if self.peek() == Some('[') {
            return self.brackets(start, &legs);
        }
        if self.peek() == Some('O') {
            return self.castling(&legs);
        }
        let Some((atom, range)) = self.atom(start) else { return };
        if !self.is_sound(before) {
            return;
        }
        let first = legs[0].first.is_some();
        let rays = match legs.as_slice() {
            [modifiers] => self.single(modifiers, atom, range),
            legs => self.again(legs, atom, range),
        };
        let round = legs.iter().find_map(|leg| leg.round);
        if let Some(mut rays) = rays.filter(|_| self.is_sound(before)) {
            self.lead_round(&mut rays, round);
            self.groups.push(Group { span: start..self.at, rays, first });
        }
    }

    /// Lets moves lead round the edge, where `o` stands before them.
    fn lead_round(&mut self, rays: &mut [Ray], said: Option<usize>) {
        let Some(at) = said else { return };
        if self.grid == Grid::Hexagon {
            let hint = say!("the files of a hexagonal board do not fit together: leave it out");
            self.fault(at..at + 1, Code::E031, say!("`o` has no meaning on hexagons"), Some(hint));
        }
        rays.iter_mut().for_each(|ray| ray.round = true);
    }

    /// Reads a capital, with a suffix, and its range.
    fn atom(&mut self, start: usize) -> Option<(Atom, u8)> {
        let Some(letter) = self.peek() else {
            let hint = say!("a capital letter such as W or N must follow");
            self.odd(start..self.at, say!("these small letters have no atom after them"), hint);
            return None;
        };
        let at = self.at;
        self.at += letter.len_utf8();
        let Some(mut atom) = Atom::of(letter) else {
            let (code, message, hint) = refused::unknown(letter);
            self.fault(at..self.at, code, message, hint);
            self.digits();
            return None;
        };
        while let Some(suffix) = self.peek().filter(|c| matches!(c, 'X' | 'Y')) {
            self.at += 1;
            let Some(further) = atom.extended(suffix).filter(|_| self.at == at + 2) else {
                let hint = say!("it makes a longer leap of W F D N A H C Z or G");
                self.odd(self.at - 1..self.at, say!("`{suffix}` has no meaning here", suffix), hint);
                return None;
            };
            atom = further;
        }
        // A longer leap is not doubled: what follows is the next atom.
        let doubled = if self.at == at + 1 { atom.letter } else { ' ' };
        let range = self.range(doubled, atom.slides)?;
        Some((atom, range))
    }

    /// The moves of one leg.
    fn single(&mut self, modifiers: &Modifiers, atom: Atom, range: u8) -> Option<Vec<Ray>> {
        if modifiers.hops || matches!(modifiers.path, Some(('y', _))) {
            let at = modifiers.path.map_or(modifiers.span.clone(), |(_, at)| at..at + 1);
            self.odd(
                at,
                say!("this is said of a leg that another follows"),
                say!("write a and how it goes on"),
            );
            return None;
        }
        if let Some(at) = modifiers.tame {
            let (code, message, hint) = refused::unknown('t');
            self.fault(at..at + 1, code, message, hint);
            return None;
        }
        let steps = self.steps(&modifiers.directions, atom)?;
        let all = !modifiers.captures && modifiers.en_passant.is_none() && !modifiers.moves;
        let (moves, captures) = (modifiers.moves || all, modifiers.captures || all);
        if let Some(at) = modifiers.en_passant {
            if range != 1 || modifiers.path.is_some() {
                let hint = say!("such as fceF");
                self.odd(at..at + 1, say!("captures en passant are single steps or leaps"), hint);
                return None;
            }
            let new = steps.iter().filter(|step| !self.out.en_passant.contains(step)).copied();
            let new: Vec<Offset> = new.collect();
            self.out.en_passant.extend(new);
            if !moves && !captures {
                return None;
            }
        }
        let mut rays = Vec::new();
        for step in steps {
            let plain =
                Ray { step, min: 1, max: range, path: super::Path::Clear, moves, captures, round: false };
            match shaped::shaped(self.grid, plain, atom, modifiers.path) {
                Ok(shaped) => rays.extend(shaped),
                Err(hint) => {
                    let (mark, at) = modifiers.path.unwrap_or(('n', modifiers.span.start));
                    let message =
                        say!("`{mark}` has no meaning before `{atom}` here", mark, atom = atom.letter);
                    self.odd(at..at + 1, message, hint);
                    return None;
                }
            }
        }
        Some(rays)
    }

    /// Reads `O` and how far the king goes.
    fn castling(&mut self, legs: &[Modifiers]) {
        let at = self.at;
        self.at += 1;
        let digits = self.digits().to_owned();
        let letters = self.text[legs[0].directions.clone()].to_owned();
        let plain = legs.len() == 1
            && !(legs[0].moves || legs[0].captures || legs[0].hops)
            && legs[0].en_passant.is_none()
            && legs[0].path.is_none()
            && legs[0].round.is_none();
        let sides = match letters.as_str() {
            "" | "s" | "lr" | "rl" => Some([true, true]),
            "r" => Some([true, false]),
            "l" => Some([false, true]),
            _ => None,
        };
        let steps = digits.parse::<u8>().ok().filter(|n| (1..=MAX_RANGE).contains(n));
        let (Some(sides), Some(steps), true) = (sides, steps, plain && self.grid == Grid::Square) else {
            let hint = say!("isO2 is castling of chess: the king goes two squares to either side");
            self.odd(
                at..self.at,
                say!("`O` is castling with l, r or s before it and the king's squares behind"),
                hint,
            );
            return;
        };
        for (side, _) in sides.into_iter().enumerate().filter(|side| side.1) {
            if self.out.castling[side].is_some_and(|other| other != steps) {
                self.odd(
                    at..self.at,
                    say!("castling to this side is said twice"),
                    say!("leave one of them out"),
                );
            }
            self.out.castling[side] = Some(steps);
        }
    }

    /// Reads what stands before an atom, leg by leg.
    fn all_modifiers(&mut self) -> Vec<Modifiers> {
        let mut legs = vec![self.modifiers()];
        while self.peek() == Some('a') {
            self.at += 1;
            let next = self.modifiers();
            legs.push(next);
        }
        legs
    }

    fn modifiers(&mut self) -> Modifiers {
        let mut found = Modifiers { span: self.at..self.at, ..Modifiers::default() };
        while let Some(c) = self.peek().filter(|&c| !c.is_ascii_uppercase() && !matches!(c, 'a' | '[')) {
            let at = self.at;
            self.at += c.len_utf8();
            self.modifier(&mut found, c, at);
        }
        found.span.end = self.at;
        found
    }

    fn modifier(&mut self, found: &mut Modifiers, c: char, at: usize) {
        match c {
            'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                if found.directions.is_empty() {
                    found.directions = at..self.at;
                } else if found.directions.end == at {
                    found.directions.end = self.at;
                } else {
                    let hint = say!("write the directions first, then m or c");
                    self.odd(at..self.at, say!("directions must stand together"), hint);
                }
            }
            'm' if !found.moves => found.moves = true,
            'c' if !found.captures => found.captures = true,
            'i' if found.first.is_none() => found.first = Some(at),
            'o' if found.round.is_none() => found.round = Some(at),
            'e' if found.en_passant.is_none() => found.en_passant = Some(at),
            't' if found.tame.is_none() => found.tame = Some(at),
            'm' | 'c' | 'i' | 'e' | 't' | 'o' => {
                self.fault(at..self.at, Code::E032, say!("`{c}` is said twice", c), None);
            }
            'p' if matches!(found.path, Some(('y', _))) => found.hops = true,
            'n' | 'j' | 'p' | 'g' | 'y' | 'z' | 'q' => {
                if let Some((other, _)) = found.path {
                    let message = say!("`{other}` and `{c}` exclude each other", other, c);
                    self.fault(at..self.at, Code::E032, message, None);
                }
                found.path = Some((c, at));
            }
            _ => {
                let (code, message, hint) = refused::unknown(c);
                self.fault(at..self.at, code, message, hint);
            }
        }
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
        if letter != ' ' && self.peek() == Some(letter) && !self.text[self.at + 1..].starts_with(['X', 'Y']) {
            self.at += 1;
            if slides || letter == 'K' {
                let hint =
                    if letter == 'K' { say!("write Q") } else { say!("it slides without limit already") };
                self.odd(start..self.at, say!("`{letter}` is not doubled", letter), hint);
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
                let message =
                    say!("a range is a number from 1 to {most}, or 0 for no limit", most = MAX_RANGE);
                let hint = say!("write 0 for a slide without limit");
                self.fault(start..self.at, Code::E033, message, Some(hint));
                None
            }
        }
    }

    /// The steps of an atom that the direction letters choose.
    fn steps(&mut self, span: &Range<usize>, atom: Atom) -> Option<Vec<Offset>> {
        let chosen = self.choosers(self.grid, span, atom.symmetry)?;
        let has = |&step: &Offset| {
            chosen.is_empty() || chosen.iter().any(|c| c.has(self.grid, step, atom.symmetry))
        };
        Some(atom.steps(self.grid).into_iter().filter(has).collect())
    }

    /// Reads direction letters.
    fn choosers(&mut self, grid: Grid, span: &Range<usize>, symmetry: Symmetry) -> Option<Vec<Chooser>> {
        let letters: Vec<char> = self.text[span.clone()].chars().collect();
        let mut chosen: Vec<Chooser> = Vec::new();
        let mut i = 0;
        while i < letters.len() {
            let (a, b) = (letters[i], letters.get(i + 1).copied());
            let at = span.start + i;
            let chooser = match choose(grid, a, b, symmetry, i == 0) {
                Ok(chooser) => chooser,
                Err((message, hint)) => {
                    self.odd(at..at + 1, message, hint);
                    return None;
                }
            };
            i += chooser.letters;
            if chosen.contains(&chooser) {
                self.fault(at..span.start + i, Code::E032, say!("this direction is said twice"), None);
                return None;
            }
            chosen.push(chooser);
        }
        Some(chosen)
    }
}
