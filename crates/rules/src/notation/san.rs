//! Standard algebraic notation: `Nbd7`, `exd6`, `a8=Q`, `O-O`, and what the variants add: `N@b2`,
//! `Jd2d4`, `Uxd2-d3`, and behind any move the square of a blocker that is put there: `Nc3,d5`.

use super::fen::shown;
use super::text::{MoveError, Said, work};
use crate::definition::{Letter, PieceId, Wing};
use crate::geometry::Square;
use crate::message::{Message, list};
use crate::position::{Manner, Move, Position, Reason};
use crate::say;
use crate::tables::Kind;

/// A pass, as PGN files write a move that is none.
const PASS: &str = "--";
/// What may stand behind a move without being part of it.
const MARKS: [char; 4] = ['+', '#', '!', '?'];
/// So many moves are named at most where a text can mean several.
pub(super) const MOST_NAMED: usize = 8;

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
        // What tells a move apart are others to the same square: to look at all for each would be the square of their number.
        let mut there = vec![Vec::new(); self.variant().shape().size()];
        for &mv in &legal {
            there[mv.to().index()].push(mv);
        }
        legal.into_iter().map(|mv| (mv, self.san_among(mv, &there[mv.to().index()]))).collect()
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
        work::add(legal.len());
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
        if let Some(reason) = Self::too_long(text) {
            return Err(error(reason));
        }
        let (stem, halves) = (text.trim_end_matches(MARKS), self.first_halves());
        let read = self.read_san(text, &halves);
        read.map_err(|why| error(why.unwrap_or_else(|| self.why_not_among(stem, &halves))))
    }

    /// The move that a text in SAN means, among those that begin with these first halves; or what can be said against it beyond
    /// that no move is meant. The pattern that the text is decides for nearly all, in one pass.
    fn read_san(&self, text: &str, halves: &[Move]) -> Result<Move, Option<Message>> {
        work::add(halves.len());
        let stem = text.trim_end_matches(MARKS);
        let (first, second) = stem.split_once(',').map_or((stem, None), |(first, rest)| (first, Some(rest)));
        let second = second.map(|rest| self.variant().shape().parse(rest));
        let meant = match Pattern::read(self, first) {
            Some(pattern) if second != Some(None) => self.meant(&pattern, second.flatten(), halves),
            _ => Vec::new(),
        };
        if let [mv] = meant[..] {
            let promoting = self.faced(mv, halves).filter(|_| text[stem.len()..].starts_with('+'));
            return match promoting.filter(|_| !self.play_unchecked(mv).is_check()) {
                Some(other) => {
                    let [plain, promoting] = [mv, other].map(|mv| self.san_stem(mv, halves));
                    Err(Some(say!(
                        "`+` says check, and there is none: {promoting} promotes, {plain} does not",
                        promoting,
                        plain,
                    )))
                }
                None => Ok(mv),
            };
        }
        if let Some(half) = self.written_so(first, halves) {
            let whole = match second {
                None => (!self.has_second_halves()).then_some(half),
                Some(square) => {
                    square.filter(|&s| self.second_halves(half).contains(s)).map(|s| half.blocking(s))
                }
            };
            if let Some(mv) = whole {
                return Ok(mv);
            }
        }
        if meant.is_empty() {
            return Err(None);
        }
        let names: Vec<_> = meant.iter().take(MOST_NAMED).map(|&mv| self.san_stem(mv, halves)).collect();
        Err(Some(say!("can be {moves}; say which", moves = list(names, " or "))))
    }

    /// The moves that a pattern fits, with the blocker on a square if one is named: some more than are ever told.
    fn meant(&self, pattern: &Pattern, second: Option<Square>, halves: &[Move]) -> Vec<Move> {
        let mut meant = Vec::new();
        for &half in halves.iter().filter(|&&half| pattern.fits(self, half)) {
            if self.has_second_halves() {
                let squares = self.second_halves(half);
                let wanted = |square: &Square| second.is_none_or(|named| named == *square);
                meant.extend(squares.iter().filter(wanted).map(|square| half.blocking(square)));
            } else if second.is_none() {
                meant.push(half);
            }
            if meant.len() > MOST_NAMED {
                break;
            }
        }
        meant
    }

    /// The first half whose SAN is exactly this, for what no pattern describes. To write a move is slow, so only those are written
    /// that go where the text says, and only these can be rivals in it.
    fn written_so(&self, first: &str, halves: &[Move]) -> Option<Move> {
        let kinds = self.variant().kinds();
        let way = first.split(['/', '=']).next().unwrap_or_default();
        let said = Said::read(self.variant().shape(), way);
        let squareless =
            |mv: Move| matches!(mv.manner(), Manner::Castling(_) | Manner::GatingCastling(..) | Manner::Pass);
        let there = |mv: &Move| said.last == Some(mv.to()) || squareless(*mv);
        let there: Vec<Move> = halves.iter().copied().filter(there).collect();
        let named = |mv: &Move| {
            let kind = mv.manner().named().or(mv.manner().from_hand());
            kind.is_none_or(|kind| first.contains(kinds[usize::from(kind)].letter.upper()))
        };
        there.iter().copied().filter(named).find(|&mv| self.san_first_half(mv, &there) == first)
    }

    /// The move that goes the same way and promotes to the other face, which other programs write with a `+` at the end.
    fn faced(&self, mv: Move, halves: &[Move]) -> Option<Move> {
        if mv.promotion().is_some() {
            return None;
        }
        let kinds = self.variant().kinds();
        let letter = |kind: Kind| kinds[usize::from(kind)].letter;
        let face = letter(self.moved_kind(mv)).promoted();
        let same = |other: &&Move| (other.from(), other.to()) == (mv.from(), mv.to());
        let promotes = |other: &&Move| other.promotion().is_some_and(|kind| letter(kind) == face);
        let half = halves.iter().filter(same).find(promotes).copied()?;
        match mv.blocks() {
            None => Some(half),
            Some(square) => self.second_halves(half).contains(square).then(|| half.blocking(square)),
        }
    }

    /// Reads a move in SAN or as [`Position::move_text`] writes it; marks may follow either.
    ///
    /// # Errors
    /// One line that says why no legal move, or more than one, is meant.
    pub fn parse_any(&self, text: &str) -> Result<Move, MoveError> {
        let error = |reason: Message| MoveError { text: shown(text), reason };
        if let Some(reason) = Self::too_long(text) {
            return Err(error(reason));
        }
        let (stem, halves) = (text.trim_end_matches(MARKS), self.first_halves());
        if !self.is_coordinates(stem) {
            // A placement is written alike, but for the blocker behind it.
            if let Some(mv) = stem.contains(',').then(|| self.find_among(stem, &halves)).flatten() {
                return Ok(mv);
            }
            let read = self.read_san(text, &halves);
            return read.map_err(|why| error(why.unwrap_or_else(|| self.why_not_among(stem, &halves))));
        }
        // One `+` may be part of the text, and a check be marked behind it.
        let plus = text[stem.len()..].starts_with('+').then(|| &text[..=stem.len()]);
        let found = plus.into_iter().chain([stem]).find_map(|text| self.find_among(text, &halves));
        if let Some(mv) = found {
            return Ok(mv);
        }
        self.read_san(text, &halves).map_err(|_| error(self.why_not_among(stem, &halves)))
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
                // What tells most apart comes first: it is asked of all moves.
                if mv.to() != *to {
                    return false;
                }
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
                (position.castles_farther(mv)
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
