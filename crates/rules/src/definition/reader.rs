//! What all steps from the united tree to the definition share: reporting, and small notations.

use std::ops::Range;
use std::sync::Arc;

use super::syntax::{File, MAX_FAULTS, Node, Place, Table};
use super::{Code, Diagnostic, Letter, Moves, PieceId, SvgFault, betza, cost, names, region};
use crate::geometry::{Color, Shape, Square, SquareSet};
use crate::message::Message;
use crate::order::sort_short;
use crate::say;

/// Reads one game with its options chosen.
pub(super) struct Reader<'a> {
    pub(super) files: &'a [File],
    pub(super) shape: Shape,
    /// The letters of the pieces, in their order.
    pub(super) letters: Vec<Letter>,
    /// What the pieces are called, with their letters.
    pub(super) called: Vec<(Arc<str>, Letter)>,
    pub(super) faults: &'a mut Vec<Diagnostic>,
    /// At most [`MAX_FAULTS`].
    reported: Vec<(Code, Place, Message)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(files: &'a [File], faults: &'a mut Vec<Diagnostic>) -> Self {
        Self {
            files,
            shape: Shape::default(),
            letters: Vec::new(),
            called: Vec::new(),
            faults,
            reported: Vec::new(),
        }
    }

    /// The games that the game extends, the nearest first.
    pub(super) fn lineage(&self) -> Vec<String> {
        let names = self.files.iter().skip(1).map(|file| file.name.trim_end_matches(".toml").to_owned());
        names.collect()
    }

    /// Reports a fault once.
    pub(super) fn fault(&mut self, code: Code, at: &Place, message: Message, hint: Option<Message>) {
        let said = (code, at.clone(), message.clone());
        if self.faults.len() >= MAX_FAULTS || self.reported.contains(&said) {
            return;
        }
        self.reported.push(said);
        let span = at.start as usize..at.end as usize;
        self.faults.push(self.files[at.file as usize].diagnostic(code, span, message, hint));
    }

    /// Reports a fault in a file beside those of the game.
    pub(super) fn fault_elsewhere(&mut self, code: Code, name: &str, source: &Arc<str>, fault: SvgFault) {
        let SvgFault { at, message, hint } = fault;
        let diagnostic = Diagnostic::new(code, name, source, at, message, hint);
        if self.faults.len() < MAX_FAULTS && !self.faults.contains(&diagnostic) {
            self.faults.push(diagnostic);
        }
    }

    /// The place of a part of a text value; the whole value where it is written with escapes.
    pub(super) fn part(&self, node: &Node, part: Range<usize>) -> Place {
        node.part(&self.files[node.place.file as usize], part)
    }

    /// What a file says at a place.
    pub(super) fn written(&self, place: &Place) -> &str {
        let source = &self.files[place.file as usize].source;
        source.get(place.start as usize..place.end as usize).unwrap_or_default()
    }

    /// A place for what is missing: the first line of the game's own file.
    pub(super) fn nowhere(&self) -> Place {
        Place { file: 0, start: 0, end: 0 }
    }

    /// Of several places that bring a fault about, the one that is nearest to the game's own file.
    pub(super) fn nearest(&self, places: &[Option<Place>]) -> Place {
        places.iter().flatten().min_by_key(|p| p.file).cloned().unwrap_or(self.nowhere())
    }

    /// A key that must be there.
    pub(super) fn required<'t>(&mut self, table: &'t Table, key: &str, of: &Place) -> Option<&'t Node> {
        let node = table.get(key);
        if node.is_none() {
            self.fault(Code::E014, of, say!("the key `{key}` is missing here", key), None);
        }
        node
    }

    /// A region as a player counts ranks.
    pub(super) fn region(&mut self, node: &Node, color: Color) -> SquareSet {
        match region::parse(node.text().unwrap_or_default(), self.shape) {
            Ok(set) if color == Color::Black => set.mirrored(self.shape),
            Ok(set) => set,
            Err(fault) => {
                let at = self.part(node, fault.at);
                self.fault(fault.code, &at, fault.message, fault.hint);
                SquareSet::EMPTY
            }
        }
    }

    /// A square as a player counts ranks.
    pub(super) fn square(&mut self, node: &Node, color: Color) -> Option<Square> {
        let text = node.text().unwrap_or_default();
        let found = self.shape.parse(text).map(|s| self.shape.relative(color, s));
        if found.is_none() {
            let shown = names::shown(text);
            let (code, message) = if region::looks_like_square(text) {
                (Code::E041, say!("`{shown}` is not on the board", shown))
            } else {
                (Code::E040, say!("`{shown}` is no square", shown))
            };
            self.fault(code, &node.place, message, Some(say!("a square is a file and a rank, such as e1")));
        }
        found
    }

    /// The piece that a letter means.
    pub(super) fn lettered(&self, letter: Letter) -> Option<PieceId> {
        self.letters.iter().position(|&l| l == letter).map(PieceId::new)
    }

    /// Letters of pieces, in the order of the text, with repetitions.
    pub(super) fn pieces(&mut self, node: &Node) -> Vec<PieceId> {
        let text = node.text().unwrap_or_default();
        let mut found = Vec::new();
        if let Some(letter) = self.letter_of_name(text) {
            let message = say!("`{text}` is no list of letters", text = names::shown(text));
            self.fault(Code::E061, &node.place, message, Some(names::meaning(&letter.to_string())));
            return found;
        }
        for (at, letter) in Letter::list(text) {
            match letter.ok().and_then(|letter| self.lettered(letter)) {
                Some(piece) => found.push(piece),
                None => {
                    let place = self.part(node, at.clone());
                    self.unknown_letter(Code::E061, &place, &text[at]);
                }
            }
        }
        found
    }

    /// The letter of the piece whose name was written where letters stand.
    fn letter_of_name(&self, text: &str) -> Option<Letter> {
        let known = |read: Result<Letter, char>| read.is_ok_and(|letter| self.lettered(letter).is_some());
        if text.chars().count() < 3 || Letter::list(text).all(|(_, read)| known(read)) {
            return None;
        }
        let text = text.to_ascii_lowercase();
        let near = names::near(&text, self.called.iter().map(|called| &*called.0))?;
        self.called.iter().find(|called| &*called.0 == near).map(|called| called.1)
    }

    pub(super) fn unknown_letter(&mut self, code: Code, at: &Place, said: &str) {
        let known: String = self.letters.iter().copied().collect();
        let upper = said.to_ascii_uppercase();
        let begins = |called: &&(Arc<str>, Letter)| called.0.starts_with(&said.to_ascii_lowercase());
        let hint = if upper != said && upper.parse().is_ok_and(|letter| self.lettered(letter).is_some()) {
            names::meaning(&upper)
        } else if said.parse::<Letter>().is_err() {
            say!("the pieces are {known}", known)
        } else if let Some((name, letter)) = self.called.iter().find(begins) {
            say!(
                "the {name} has {letter}; another piece is a table [pieces.NAME] with letter = \"{said}\"",
                name = names::piece(name),
                letter,
                said
            )
        } else {
            say!(
                "the pieces are {known}; another is a table [pieces.NAME] with letter = \"{said}\"",
                known,
                said
            )
        };
        self.fault(
            code,
            at,
            say!("no piece has the letter `{letter}`", letter = names::escaped(said)),
            Some(hint),
        );
    }

    /// Pieces once each, in their order.
    pub(super) fn set_of_pieces(&mut self, node: &Node) -> Vec<PieceId> {
        let mut found = self.pieces(node);
        sort_short(&mut found, |a, b| a < b);
        if let Some(w) = found.windows(2).find(|w| w[0] == w[1]) {
            let message = say!("`{letter}` is said twice", letter = self.letters[w[0].index()]);
            self.fault(Code::W207, &node.place, message, None);
        }
        found.dedup();
        found
    }

    /// One piece.
    pub(super) fn piece(&mut self, node: &Node) -> Option<PieceId> {
        let found = self.pieces(node);
        if found.len() != 1 && node.text().is_none_or(|t| Letter::list(t).count() != 1) {
            self.fault(Code::E061, &node.place, say!("this takes the letter of one piece"), None);
            return None;
        }
        found.first().copied()
    }

    /// Moves in Betza notation, for a key that has no place for first moves, en passant and castling.
    pub(super) fn moves(&mut self, node: &Node) -> Moves {
        let parsed = self.all_moves(node);
        if !parsed.is_plain() {
            let message = say!("`i`, `e` and `O` are said in the key `moves` alone");
            self.fault(Code::E031, &node.place, message, Some(say!("leave them out")));
        }
        Moves { betza: parsed.plain, rays: parsed.rays }
    }

    /// Moves that must be single plain steps.
    pub(super) fn single_steps(&mut self, node: &Node) -> Vec<(i8, i8)> {
        let moves = self.moves(node);
        if moves.rays.iter().any(|ray| ray.max != 1 || ray.path != super::Path::Clear) {
            let message = say!("this takes single steps or leaps, without slides");
            self.fault(Code::E034, &node.place, message, Some(say!("such as fW, F or N")));
            return Vec::new();
        }
        moves.rays.iter().map(|ray| ray.step).collect()
    }

    /// Moves in Betza notation, with all that they say.
    pub(super) fn all_moves(&mut self, node: &Node) -> betza::Parsed {
        let text = node.text().unwrap_or_default();
        let mut parsed = betza::parse_on(self.shape.grid(), text);
        if let Some(message) = cost::endless(self.shape, &parsed) {
            // Whatever is asked of them later would take long, too.
            self.fault(Code::E130, &node.place, message, Some(say!("write fewer or shorter legs")));
            (parsed.rays, parsed.first) = (Vec::new(), Vec::new());
        }
        for fault in &parsed.faults {
            let at = self.part(node, fault.at.clone());
            self.fault(fault.code, &at, fault.message.clone(), fault.hint.clone());
        }
        parsed
    }
}
