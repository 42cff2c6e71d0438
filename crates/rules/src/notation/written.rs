//! Moves as people and other programs write them, beside SAN and coordinates.

use std::borrow::Cow;

use super::fen::shown;
use super::pgn;
use super::text::MoveError;
use crate::message::Message;
use crate::position::{Manner, Move, Position};
use crate::say;

/// What says that a capture is en passant, behind the move.
const EN_PASSANT: [&str; 2] = ["e.p.", "ep"];
/// What may stand behind a move without being part of it.
const MARKS: [char; 4] = ['+', '#', '!', '?'];

/// A move that was read from a file of another program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// The move.
    pub mv: Move,
    /// What a sign without a space before it says of the move, as `+-` does in `Qh5+-`: a numeric glyph of PGN.
    pub nag: Option<u8>,
}

impl Position {
    /// Reads a move as files of games have it: as [`Position::parse_any`] does, and with figurines, with a pass or a null move in any
    /// spelling that [`pgn::is_null_move`] knows, with a drop that leaves out the letter of a pawn (`@d4`), and with a sign of
    /// judgement or `e.p.` behind it.
    ///
    /// ```
    /// # use berolina_rules::{Library, Position, Variant};
    /// let library = Library::shipped();
    /// let start = Variant::load(&library, "chess")?.start();
    /// let read = start.parse_written("♘f3+-")?;
    /// assert_eq!((start.san(read.mv).as_str(), read.nag), ("Nf3", Some(18)));
    ///
    /// let crazyhouse = Variant::load(&library, "crazyhouse")?;
    /// let position = Position::from_fen(&crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")?;
    /// assert_eq!(position.san(position.parse_written("@d4")?.mv), "P@d4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// One line that says why no legal move, or more than one, is meant.
    pub fn parse_written(&self, text: &str) -> Result<WrittenMove, MoveError> {
        let sure = |mv| WrittenMove { mv, nag: None };
        if pgn::is_null_move(text) {
            let passes = |mv: &Move| mv.manner() == Manner::Pass;
            let error = || MoveError { text: shown(text), reason: self.no_pass() };
            return self.legal_moves().into_iter().find(passes).map(sure).ok_or_else(error);
        }
        let plain = self.without_figurines(text);
        let error = match self.parse_any(&plain) {
            Ok(mv) => return Ok(sure(mv)),
            Err(error) => error,
        };
        if let Some(mv) = self.silent_drop(&plain) {
            return Ok(sure(mv));
        }
        let stem = plain.trim_end_matches(MARKS);
        if let Some(mv) = EN_PASSANT.iter().find_map(|tail| self.parse_any(stem.strip_suffix(tail)?).ok()) {
            return Ok(sure(mv));
        }
        match pgn::signed(&plain) {
            Some((stem, nag)) => {
                let mv = self.parse_any(stem).ok().or_else(|| self.silent_drop(stem)).ok_or(error)?;
                Ok(WrittenMove { mv, nag: Some(nag) })
            }
            None => Err(error),
        }
    }

    /// Why a null move is none here.
    fn no_pass(&self) -> Message {
        match self.outcome().filter(|outcome| outcome.reason.is_final()) {
            Some(outcome) => say!("the game is over ({reason})", reason = outcome.reason.name()),
            None => say!("a null move is a pass, and nobody may pass here"),
        }
    }

    /// The drop that a text without a letter means: of a piece that SAN gives no letter.
    fn silent_drop(&self, text: &str) -> Option<Move> {
        let square = text.trim_end_matches(MARKS).strip_prefix('@')?;
        let to = self.variant().shape().parse(square)?;
        let kinds = self.variant().kinds();
        let silent = |mv: &Move| matches!(mv.manner(), Manner::Drop(kind) if kinds[usize::from(kind)].silent);
        let mut drops = self.legal_moves().into_iter().filter(|mv| mv.to() == to && silent(mv));
        drops.next().filter(|_| drops.next().is_none())
    }

    /// The text with letters in place of figurines.
    fn without_figurines<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let pieces = &self.variant().definition().pieces;
        let drawn = |c: char| pieces.iter().find(|p| p.figures.is_some_and(|figures| figures.contains(&c)));
        let letter = |c: char| match drawn(c) {
            Some(piece) if piece.silent => None,
            Some(piece) => Some(piece.letter.upper()),
            None => Some(c),
        };
        Cow::Owned(text.chars().filter_map(letter).collect())
    }
}
