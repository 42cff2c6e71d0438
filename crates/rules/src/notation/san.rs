//! Standard algebraic notation: `Nbd7`, `exd6`, `a8=Q`, `O-O`, and what the variants add: `N@b2`,
//! `Jd2d4`, `Uxd2-d3`, and behind any move the square of a blocker that is put there: `Nc3,d5`.

use super::fen::shown;
use super::text::MoveError;
use crate::definition::{Letter, PieceId, Wing};
use crate::geometry::Square;
use crate::message::{Message, list};
use crate::position::{Manner, Move, Position, Reason};
use crate::say;
use crate::tables::Kind;

/// The longest text of a move that is read, in bytes.
pub const MAX_MOVE_TEXT: usize = 16;
/// A pass, as PGN files write a move that is none.
const PASS: &str = "--";
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
        let after = self.play_unchecked(mv);
        let by_move = |reason| {
            let lost = matches!(reason, Reason::Checkmate | Reason::KingCaptured | Reason::RoyalsLost);
            lost || matches!(
                reason,
                Reason::TooFew | Reason::Castling | Reason::GoalReached | Reason::CheckCount
            )
        };
        let won = after
            .outcome()
            .is_some_and(|outcome| outcome.winner == Some(self.turn()) && by_move(outcome.reason));
        if won {
            san.push('#');
        } else if after.says_check() {
            san.push('+');
        }
        san
    }

    /// The SAN without its mark of check.
    pub(super) fn san_stem(&self, mv: Move, legal: &[Move]) -> String {
        let first = self.san_first_half(mv, legal);
        match mv.blocks() {
            Some(square) => format!("{first},{}", self.variant().shape().name(square)),
            None => first,
        }
    }

    /// The SAN of a first half ([`Move::first_half`]) among those of the position, without its mark of check, which the second half
    /// may change.
    #[must_use]
    pub fn san_of_half(&self, first: Move, halves: &[Move]) -> String {
        self.san_first_half(first, halves)
    }

    /// The same without the blocker that the move puts somewhere.
    fn san_first_half(&self, mv: Move, legal: &[Move]) -> String {
        let shape = self.variant().shape();
        let kinds = self.variant().kinds();
        let letter = |kind: Kind| kinds[usize::from(kind)].letter;
        let to = shape.name(mv.to());
        let cross = if self.taken(mv).is_empty() { "" } else { "x" };
        let promotion = match mv.manner() {
            Manner::Castling(wing) if !self.castles_farther(mv) => return castled(wing).to_owned(),
            Manner::Pass => return PASS.to_owned(),
            Manner::GatingCastling(wing, kind, square) => {
                return format!("{}/{}{}", castled(wing), letter(kind), shape.name(square));
            }
            Manner::Gating(kind) => format!("/{}", letter(kind)),
            Manner::Drop(kind) => return format!("{}@{to}", letter(kind)),
            Manner::Entry(kind) => {
                return format!("{}{}{cross}{to}", letter(kind), shape.name(mv.from()));
            }
            Manner::Promotion(kind) | Manner::EnPassant(Some(kind)) => format!("={}", letter(kind)),
            Manner::Plain
            | Manner::Double
            | Manner::EnPassant(None)
            | Manner::Castling(_)
            | Manner::Over(_)
            | Manner::Through(_) => String::new(),
        };
        if mv.from() == mv.to() && mv.manner().passed().is_none() {
            return format!("{to}{promotion}");
        }
        let kind = self.kind_on(mv.from());
        let silent = kinds[usize::from(kind)].silent;
        let hint = self.origin_hint(mv, legal, silent && !cross.is_empty());
        let head = if silent { String::new() } else { letter(kind).to_string() };
        match mv.manner() {
            Manner::Over(over) | Manner::Through(over) => {
                format!("{head}{hint}x{}-{to}", shape.name(over))
            }
            _ => format!("{head}{hint}{cross}{to}{promotion}"),
        }
    }

    fn kind_on(&self, square: Square) -> Kind {
        self.piece_at(square).map_or(Kind::new(0), |(kind, _)| kind)
    }

    /// As much of the origin as tells the move from others of pieces with the same letter.
    fn origin_hint(&self, mv: Move, legal: &[Move], with_file: bool) -> String {
        let shape = self.variant().shape();
        let piece = |mv: Move| self.variant().piece_of(self.kind_on(mv.from()));
        let over = |mv: Move| mv.manner().passed();
        let rivals: Vec<Square> = legal
            .iter()
            .filter(|other| {
                other.to() == mv.to()
                    && other.from() != mv.from()
                    && other.from() != other.to()
                    && other.manner().from_hand().is_none()
                    && (self.castles_farther(**other)
                        || !matches!(other.manner(), Manner::Castling(_) | Manner::GatingCastling(..)))
                    && over(**other) == over(mv)
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
    fn looks_alike(&self, a: PieceId, b: PieceId) -> bool {
        let silent = |piece| self.variant().definition().piece(piece).silent;
        a == b || (silent(a) && silent(b))
    }

    /// Reads a move in SAN. Marks (`+`, `#`, `!`, `?`) may be missing or wrong, more of the origin
    /// may be given than needed, `=` may be missing, castling may be written with zeros.
    ///
    /// # Errors
    /// One line that says why no legal move, or more than one, is meant.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let error = |reason: Message| MoveError { text: shown(text), reason };
        if text.len() > MAX_MOVE_TEXT {
            return Err(error(say!("a move has at most {most} characters", most = MAX_MOVE_TEXT)));
        }
        let legal = self.legal_moves();
        let stem = text.trim_end_matches(MARKS);
        let (first, blocked) = stem.split_once(',').map_or((stem, None), |(first, rest)| (first, Some(rest)));
        let blocked = blocked.map(|rest| self.variant().shape().parse(rest));
        let pattern = Pattern::read(self, first).filter(|_| blocked != Some(None));
        let blocks = |mv: &Move| blocked.is_none() || mv.blocks() == blocked.flatten();
        let fits = |mv: &Move| blocks(mv) && pattern.as_ref().is_some_and(|pattern| pattern.fits(self, *mv));
        let meant: Vec<Move> = legal.iter().copied().filter(fits).collect();
        if let [mv] = meant[..] {
            let promoting = self.faced(mv, &legal).filter(|_| text[stem.len()..].starts_with('+'));
            return match promoting.filter(|_| !self.play_unchecked(mv).is_check()) {
                Some(other) => {
                    let [plain, promoting] = [mv, other].map(|mv| self.san_stem(mv, &legal));
                    Err(error(say!(
                        "`+` says check, and there is none: {promoting} promotes, {plain} does not",
                        promoting,
                        plain,
                    )))
                }
                None => Ok(mv),
            };
        }
        // To write every move is slow, so it is only done where what fits does not decide.
        if let Some(&mv) = legal.iter().find(|&&mv| self.san_stem(mv, &legal) == stem) {
            return Ok(mv);
        }
        if meant.is_empty() {
            return Err(error(self.why_not(stem)));
        }
        let names: Vec<_> = meant.iter().take(8).map(|&mv| self.san_stem(mv, &legal)).collect();
        Err(error(say!("can be {moves}; say which", moves = list(names, " or "))))
    }

    /// The move that goes the same way and promotes to the other face, which other programs write with a `+` at the end.
    fn faced(&self, mv: Move, legal: &[Move]) -> Option<Move> {
        let kinds = self.variant().kinds();
        let letter = |kind: Kind| kinds[usize::from(kind)].letter;
        let face = letter(self.moved_kind(mv)).promoted();
        let same =
            |other: &&Move| (other.from(), other.to(), other.blocks()) == (mv.from(), mv.to(), mv.blocks());
        let promotes = |other: &&Move| other.promotion().is_some_and(|kind| letter(kind) == face);
        legal.iter().filter(same).find(promotes).copied().filter(|_| mv.promotion().is_none())
    }

    /// Reads a move in SAN or as [`Position::move_text`] writes it; marks may follow either.
    ///
    /// # Errors
    /// One line that says why no legal move, or more than one, is meant.
    pub fn parse_any(&self, text: &str) -> Result<Move, MoveError> {
        let stem = text.trim_end_matches(MARKS);
        if !self.is_coordinates(stem) {
            // A placement is written alike, but for the blocker behind it.
            let placed = stem.split_once(',').and_then(|_| self.find_move(stem));
            return placed.map_or_else(|| self.parse_san(text), Ok);
        }
        // A `+` may be part of the text, and a check be marked behind it.
        if let Some(mv) = (stem.len()..=text.len()).rev().find_map(|end| self.find_move(&text[..end])) {
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
    /// Castling, and what enters on which square.
    Castling(Wing, Option<(Letter, Square)>),
    Moved {
        /// The letter, or `None` for pieces without one.
        letter: Option<Letter>,
        file: Option<u8>,
        rank: Option<u8>,
        over: Option<Square>,
        to: Square,
        promotion: Option<Letter>,
        /// What enters on the square that is left.
        gated: Option<Letter>,
    },
}

/// Which piece SAN names, and where that is to go.
pub(super) struct Origin {
    letter: Option<Letter>,
    file: Option<u8>,
    rank: Option<u8>,
    /// Where it is to go.
    pub(super) to: Square,
}

impl Origin {
    /// What a text says of it, if it is the text of a move on the board.
    pub(super) fn read(position: &Position, stem: &str) -> Option<Self> {
        match Pattern::read(position, stem)? {
            Pattern::Castling(..) => None,
            Pattern::Moved { letter, file, rank, to, .. } => Some(Self { letter, file, rank, to }),
        }
    }

    /// Whether the piece on a square can be meant.
    pub(super) fn fits(&self, position: &Position, from: Square) -> bool {
        let Some((kind, _)) = position.piece_at(from).filter(|piece| piece.1 == position.turn()) else {
            return false;
        };
        let (info, shape) = (&position.variant().kinds()[usize::from(kind)], position.variant().shape());
        self.letter.map_or(info.silent, |letter| info.letter == letter)
            && self.file.is_none_or(|file| shape.file(from) == file)
            && self.rank.is_none_or(|rank| shape.rank(from) == rank)
    }
}

const fn castled(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
}

impl Pattern {
    fn read(position: &Position, text: &str) -> Option<Self> {
        let (head, gated) = text.split_once('/').map_or((text, None), |(head, tail)| (head, Some(tail)));
        let wing = match head {
            "O-O" | "0-0" | "o-o" => Some(Wing::King),
            "O-O-O" | "0-0-0" | "o-o-o" => Some(Wing::Queen),
            _ => None,
        };
        if let Some(wing) = wing {
            let gated = match gated {
                Some(tail) => {
                    let letter = Letter::new(tail.chars().next()?)?;
                    Some((letter, position.variant().shape().parse(&tail[1..])?))
                }
                None => None,
            };
            return Some(Self::Castling(wing, gated));
        }
        if !text.is_ascii() || text.contains('@') {
            return None;
        }
        let shape = position.variant().shape();
        let (text, gated) = match text.split_once('/') {
            Some((head, tail)) => (head, Some(tail.parse().ok()?)),
            None => (text, None),
        };
        let (text, promotion) = match text.split_once('=') {
            Some((head, tail)) => (head, Some(tail.parse().ok()?)),
            None => match text.chars().last().and_then(Letter::new) {
                Some(letter) if text.len() > 1 => (&text[..text.len() - 1], Some(letter)),
                _ => (text, None),
            },
        };
        let (taken, letter) = Letter::list(text).next()?;
        let letter = letter.ok();
        let rest = if letter.is_some() { &text[taken.end..] } else { text };
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
            file = Some(shape.file_named(c)?);
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
        Some(Self::Moved { letter, file, rank, over, to, promotion, gated })
    }

    fn fits(&self, position: &Position, mv: Move) -> bool {
        match self {
            Self::Castling(wing, None) => {
                mv.manner() == Manner::Castling(*wing) && !position.castles_farther(mv)
            }
            Self::Castling(wing, Some((letter, square))) => match mv.manner() {
                Manner::GatingCastling(side, kind, on) => {
                    let kinds = position.variant().kinds();
                    (side, on) == (*wing, *square) && kinds[usize::from(kind)].letter == *letter
                }
                _ => false,
            },
            Self::Moved { letter, file, rank, over, to, promotion, gated } => {
                let shape = position.variant().shape();
                let kinds = position.variant().kinds();
                let manner = mv.manner();
                let enters = matches!(manner, Manner::Entry(_));
                let leapt = manner.passed();
                let enters_behind = match manner {
                    Manner::Gating(kind) => Some(kinds[usize::from(kind)].letter),
                    _ => None,
                };
                let info = &kinds[usize::from(position.moved_kind(mv))];
                let promoted = mv.promotion().map(|kind| kinds[usize::from(kind)].letter);
                mv.to() == *to
                    && (position.castles_farther(mv)
                        || !matches!(
                            manner,
                            Manner::Castling(_) | Manner::GatingCastling(..) | Manner::Drop(_) | Manner::Pass
                        ))
                    && leapt == *over
                    && promoted == *promotion
                    && enters_behind == *gated
                    && letter.map_or(info.silent && !enters, |letter| info.letter == letter)
                    && (!enters || (file.is_some() && rank.is_some()))
                    && file.is_none_or(|file| shape.file(mv.from()) == file)
                    && rank.is_none_or(|rank| shape.rank(mv.from()) == rank)
            }
        }
    }
}
