//! Standard algebraic notation: `Nbd7`, `exd6`, `a8=Q`, `O-O`, and what the variants add: `N@b2`,
//! `Jd2d4`, `Uxd2-d3`.

use super::fen::shown;
use super::text::MoveError;
use crate::definition::Wing;
use crate::geometry::Square;
use crate::position::{Move, Position, Reason};
use crate::tables::Kind;

/// The longest text of a move that is read, in bytes.
pub const MAX_MOVE_TEXT: usize = 16;
/// What may stand behind a move without being part of it.
const MARKS: [char; 4] = ['+', '#', '!', '?'];

impl Position {
    /// The SAN of a legal move, with `+` or `#`.
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        self.san_among(mv, &self.legal_moves())
    }

    /// The SAN of each legal move.
    #[must_use]
    pub fn sans(&self) -> Vec<(Move, String)> {
        let legal = self.legal_moves();
        legal.iter().map(|&mv| (mv, self.san_among(mv, &legal))).collect()
    }

    fn san_among(&self, mv: Move, legal: &[Move]) -> String {
        let mut san = self.san_stem(mv, legal);
        let after = self.play(mv);
        let won = after.outcome().is_some_and(|outcome| {
            outcome.winner == Some(self.turn())
                && matches!(outcome.reason, Reason::Checkmate | Reason::KingCaptured | Reason::GoalReached)
        });
        if won {
            san.push('#');
        } else if after.is_check() {
            san.push('+');
        }
        san
    }

    /// The SAN without its mark of check.
    fn san_stem(&self, mv: Move, legal: &[Move]) -> String {
        let shape = self.variant().shape();
        let kinds = self.variant().kinds();
        let letter = |kind: Kind| kinds[usize::from(kind)].letter;
        let to = shape.name(mv.to());
        if let Some(wing) = mv.castling() {
            return if wing == Wing::King { "O-O" } else { "O-O-O" }.to_owned();
        }
        if let Some(kind) = mv.drop() {
            return format!("{}@{to}", letter(kind));
        }
        let captured = self.captured(mv);
        let cross = if captured.is_some() { "x" } else { "" };
        if let Some(kind) = mv.entry() {
            return format!("{}{}{cross}{to}", letter(kind), shape.name(mv.from()));
        }
        let promotion = mv.promotion().map_or(String::new(), |kind| format!("={}", letter(kind)));
        if mv.from() == mv.to() {
            return format!("{to}{promotion}");
        }
        let kind = self.kind_on(mv.from());
        let silent = kinds[usize::from(kind)].silent;
        let hint = self.origin_hint(mv, legal, silent && captured.is_some());
        let head = if silent { String::new() } else { letter(kind).to_string() };
        match mv.leaps_over() {
            Some(over) => format!("{head}{hint}x{}-{to}", shape.name(over)),
            None => format!("{head}{hint}{cross}{to}{promotion}"),
        }
    }

    fn kind_on(&self, square: Square) -> Kind {
        self.piece_at(square).map_or(0, |(kind, _)| kind)
    }

    /// As much of the origin as tells the move from others of pieces with the same letter.
    fn origin_hint(&self, mv: Move, legal: &[Move], with_file: bool) -> String {
        let shape = self.variant().shape();
        let piece = |mv: Move| self.variant().piece_of(self.kind_on(mv.from()));
        let rivals: Vec<Square> = legal
            .iter()
            .filter(|other| {
                other.to() == mv.to()
                    && other.from() != mv.from()
                    && other.from() != other.to()
                    && other.drop().is_none()
                    && other.entry().is_none()
                    && other.castling().is_none()
                    && other.leaps_over() == mv.leaps_over()
                    && self.looks_alike(piece(**other), piece(mv))
            })
            .map(|other| other.from())
            .collect();
        let name = shape.name(mv.from()).to_string();
        let (file, rank) = name.split_at(1);
        let same_file = rivals.iter().any(|&s| shape.file(s) == shape.file(mv.from()));
        let same_rank = rivals.iter().any(|&s| shape.rank(s) == shape.rank(mv.from()));
        if rivals.is_empty() {
            if with_file { file.to_owned() } else { String::new() }
        } else if !same_file {
            file.to_owned()
        } else if !same_rank && !with_file {
            rank.to_owned()
        } else {
            name
        }
    }

    /// Whether SAN writes two pieces alike: the same piece, or both without a letter.
    fn looks_alike(&self, a: usize, b: usize) -> bool {
        let pieces = &self.variant().definition().pieces;
        a == b || (pieces[a].silent && pieces[b].silent)
    }

    /// Reads a move in SAN. Marks (`+`, `#`, `!`, `?`) may be missing or wrong, more of the origin
    /// may be given than needed, `=` may be missing, castling may be written with zeros.
    ///
    /// # Errors
    /// One line that says why no legal move, or more than one, is meant.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let error = |reason: String| MoveError { text: shown(text), reason };
        if text.len() > MAX_MOVE_TEXT {
            return Err(error(format!("a move has at most {MAX_MOVE_TEXT} characters")));
        }
        let legal = self.legal_moves();
        let stem = text.trim_end_matches(MARKS);
        let pattern = Pattern::read(self, stem);
        let fits = |mv: &Move| pattern.as_ref().is_some_and(|pattern| pattern.fits(self, *mv));
        let meant: Vec<Move> = legal.iter().copied().filter(fits).collect();
        if let [mv] = meant[..] {
            return Ok(mv);
        }
        // To write every move is slow, so it is only done where what fits does not decide.
        if let Some(&mv) = legal.iter().find(|&&mv| self.san_stem(mv, &legal) == stem) {
            return Ok(mv);
        }
        if meant.is_empty() {
            return Err(error(self.why_not(stem)));
        }
        let names: Vec<_> = meant.iter().take(8).map(|&mv| self.san_stem(mv, &legal)).collect();
        Err(error(format!("can be {}; say which", names.join(" or "))))
    }

    /// Reads a move in SAN or as [`Position::move_text`] writes it; marks may follow either.
    ///
    /// # Errors
    /// One line that says why no legal move, or more than one, is meant.
    pub fn parse_any(&self, text: &str) -> Result<Move, MoveError> {
        if !self.is_coordinates(text) {
            return self.parse_san(text);
        }
        let stem = text.trim_end_matches(MARKS);
        if let Some(mv) = self.find_move(stem) {
            return Ok(mv);
        }
        self.parse_san(text).map_err(|_| MoveError { text: shown(text), reason: self.why_not(stem) })
    }

    fn is_coordinates(&self, text: &str) -> bool {
        let shape = self.variant().shape();
        shape.parse_prefix(text).and_then(|(_, rest)| shape.parse_prefix(rest)).is_some()
    }
}

/// What a loosely written move says.
enum Pattern {
    Castling(Wing),
    Moved {
        /// The letter, or `None` for pieces without one.
        letter: Option<char>,
        file: Option<u8>,
        rank: Option<u8>,
        over: Option<Square>,
        to: Square,
        promotion: Option<char>,
    },
}

impl Pattern {
    fn read(position: &Position, text: &str) -> Option<Self> {
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Self::Castling(Wing::King)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Self::Castling(Wing::Queen)),
            _ => {}
        }
        if !text.is_ascii() || text.contains('@') {
            return None;
        }
        let shape = position.variant().shape();
        let (text, promotion) = match text.split_once('=') {
            Some((head, tail)) => {
                let mut letters = tail.chars();
                (
                    head,
                    letters
                        .next()
                        .filter(|c| c.is_ascii_uppercase() && letters.next().is_none())
                        .map(Some)?,
                )
            }
            None => match text.chars().last().filter(char::is_ascii_uppercase) {
                Some(letter) if text.len() > 1 => (&text[..text.len() - 1], Some(letter)),
                _ => (text, None),
            },
        };
        let letter = text.chars().next().filter(char::is_ascii_uppercase);
        let rest = &text[usize::from(letter.is_some())..];
        // The target is the longest square at the end.
        let start = (0..rest.len()).find(|&i| shape.parse(&rest[i..]).is_some())?;
        let to = shape.parse(&rest[start..])?;
        let head = &rest[..start];
        let (head, over) = match head.strip_suffix('-').and_then(|head| head.split_once('x')) {
            Some((origin, over)) => (origin, Some(shape.parse(over)?)),
            None => (head.strip_suffix(['x', '-']).unwrap_or(head), None),
        };
        let (mut file, mut rank) = (None, None);
        let mut digits = head;
        if let Some(c) = head.chars().next().filter(char::is_ascii_lowercase) {
            file = Some(c as u8 - b'a');
            digits = &head[1..];
        }
        if !digits.is_empty() {
            rank = Some(
                digits
                    .parse::<u8>()
                    .ok()
                    .filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))?
                    .checked_sub(1)?,
            );
        }
        Some(Self::Moved { letter, file, rank, over, to, promotion })
    }

    fn fits(&self, position: &Position, mv: Move) -> bool {
        match self {
            Self::Castling(wing) => mv.castling() == Some(*wing),
            Self::Moved { letter, file, rank, over, to, promotion } => {
                let shape = position.variant().shape();
                let kinds = position.variant().kinds();
                let mover = mv.entry().unwrap_or_else(|| position.kind_on(mv.from()));
                let info = &kinds[usize::from(mover)];
                let promoted = mv.promotion().map(|kind| kinds[usize::from(kind)].letter);
                mv.to() == *to
                    && mv.castling().is_none()
                    && mv.drop().is_none()
                    && mv.leaps_over() == *over
                    && promoted == *promotion
                    && letter.map_or(info.silent && mv.entry().is_none(), |letter| info.letter == letter)
                    && (mv.entry().is_none() || (file.is_some() && rank.is_some()))
                    && file.is_none_or(|file| shape.file(mv.from()) == file)
                    && rank.is_none_or(|rank| shape.rank(mv.from()) == rank)
            }
        }
    }
}
