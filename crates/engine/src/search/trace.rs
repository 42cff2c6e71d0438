//! Why a line of moves is not seen: what the search does with each of its moves wherever it comes to their positions.
//!
//! Only with the feature `trace`; without it no line is followed, and what is noted costs nothing.

use berolina_rules::Move;
use berolina_rules::geometry::Size;

use super::Worker;

/// What keeps a move of a line from being searched, or from being searched as deep as others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Rule {
    /// The table knows the position.
    Table,
    /// The position is far below what is needed.
    Razoring,
    /// The position is far above what is needed.
    ReverseFutility,
    /// Passing would be good enough.
    NullMove,
    /// A capture is good enough at less depth.
    ProbCut,
    /// Other moves than the table's are good enough at less depth.
    MultiCut,
    /// Another move was good enough.
    Refuted,
    /// The depth is used up: quiescence begins.
    Quiescence,
    /// A capture, or an attack on the king, that loses material.
    LosingCapture,
    /// A quiet move after too many others.
    LateMove,
    /// A quiet move that has nearly always failed.
    History,
    /// A quiet move that does not make good what is missing.
    Futility,
    /// A quiet move that loses material.
    LosingQuiet,
    /// Searched by so many plies less than the first move, and not good enough then.
    Reduced(i32),
    /// Searched as deep as it should be, and not good enough.
    Searched,
    /// Good enough.
    Found,
}

/// What became of a move of the line, at one visit of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Which depth the search was at, from its root.
    pub iteration: i32,
    /// The move's place in the line, from 0.
    pub ply: usize,
    /// The depth that was left.
    pub depth: i32,
    /// Which of the position's moves it was, from 1; 0 where it was not reached.
    pub number: usize,
    /// What became of it.
    pub rule: Rule,
}

/// A line of moves, and what becomes of them.
#[cfg(any(test, feature = "trace"))]
#[derive(Debug, Default)]
pub struct Trace {
    line: Vec<Move>,
    events: std::sync::Mutex<Vec<Event>>,
}

#[cfg(any(test, feature = "trace"))]
impl Trace {
    /// Follows a line from the position to be searched: give it to [`crate::Limits::trace`].
    #[must_use]
    pub fn new(line: Vec<Move>) -> Self {
        Self { line, events: std::sync::Mutex::default() }
    }

    /// What has happened since it was last asked, in order.
    #[must_use]
    pub fn take(&self) -> Vec<Event> {
        std::mem::take(&mut *self.events.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

impl<S: Size> Worker<'_, S> {
    /// Whether the position at a ply, reached by the moves that are being tried, lies on the line that is followed, and `mv` is the
    /// line's move there.
    #[cfg(any(test, feature = "trace"))]
    pub(super) fn follows(&self, ply: usize, mv: Move) -> bool {
        let Some(trace) = self.shared.limits.trace.as_ref().filter(|_| self.main) else { return false };
        trace.line.get(ply) == Some(&mv)
            && is_on_line(&trace.line[..ply], &self.frames[super::BEFORE..=super::BEFORE + ply])
    }

    /// No line is followed.
    #[cfg(not(any(test, feature = "trace")))]
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "with the feature `trace` it looks")]
    pub(super) fn follows(&self, _ply: usize, _mv: Move) -> bool {
        false
    }

    /// Notes what became of a move, if the line is followed there.
    #[inline(always)]
    pub(super) fn note(&self, ply: usize, depth: i32, mv: Move, number: usize, rule: Rule) {
        if !self.stopped && self.follows(ply, mv) {
            self.add(Event { iteration: self.root_depth, ply, depth, number, rule });
        }
    }

    /// Notes why the moves of a position are not tried.
    #[inline(always)]
    pub(super) fn note_all(&self, ply: usize, depth: i32, rule: Rule) {
        #[cfg(any(test, feature = "trace"))]
        if let Some(&mv) = self.shared.limits.trace.as_ref().and_then(|trace| trace.line.get(ply)) {
            self.note(ply, depth, mv, 0, rule);
        }
        #[cfg(not(any(test, feature = "trace")))]
        let _ = (ply, depth, rule);
    }

    #[cfg(any(test, feature = "trace"))]
    fn add(&self, event: Event) {
        if let Some(trace) = &self.shared.limits.trace {
            trace.events.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(event);
        }
    }

    #[cfg(not(any(test, feature = "trace")))]
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "with the feature `trace` it is kept")]
    fn add(&self, _event: Event) {}
}

/// Whether these moves and no others led to the last of the frames: neither passing nor a search that leaves out a move, to see whether it is
/// the only good one, belongs to a line.
#[cfg(any(test, feature = "trace"))]
fn is_on_line(made: &[Move], frames: &[super::Frame]) -> bool {
    frames.iter().all(|frame| frame.excluded.is_none())
        && made.iter().zip(frames).all(|(&mv, frame)| frame.moved && frame.mv == Some(mv))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use berolina_rules::{Game, Library, Position, Variant};

    use super::*;
    use crate::{Engine, Limits};

    /// What becomes of a line in a search of so many plies, and the positions that it visits.
    fn followed(fen: &str, line: &[&str], depth: u32) -> (Vec<Event>, u64) {
        let chess = Variant::load(&Library::shipped(), "chess").unwrap();
        let position = Position::from_fen(&chess, fen).unwrap();
        let mut after = position.clone();
        let mut moves = Vec::new();
        for text in line {
            let mv = after.parse_move(text).unwrap();
            moves.push(mv);
            after = after.play_unchecked(mv);
        }
        let trace = Arc::new(Trace::new(moves));
        let limits = Limits { trace: Some(Arc::clone(&trace)), ..Limits::depth(depth) };
        let report = Engine::new().search(&Game::new(position), &limits, &mut |_| {});
        (trace.take(), report.nodes)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// White mates by Ra8.
    const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

    #[test]
    fn a_move_that_mates_is_found_and_one_that_does_not_is_not() {
        let (events, _) = followed(MATE, &["a1a8"], 5);
        assert_eq!(events.last().map(|event| (event.ply, event.rule)), Some((0, Rule::Found)), "{events:?}");
        let (events, _) = followed(MATE, &["a1a2"], 5);
        let last = events.iter().rfind(|event| event.ply == 0).unwrap();
        assert!(last.rule != Rule::Found && last.iteration == 5, "{last:?}");
    }

    #[test]
    fn a_bad_line_is_left_out_by_rules_and_says_at_which_depth() {
        // A knight goes to where a pawn takes it, and takes a pawn that is guarded if it is let.
        let (events, _) = followed(START, &["b1c3", "a7a6", "c3b5", "h7h6", "b5c7"], 9);
        assert!(events.iter().all(|event| event.iteration <= 9 && event.ply < 5), "{events:?}");
        assert!(events.iter().any(|event| matches!(event.rule, Rule::Reduced(by) if by > 0)), "{events:?}");
        let deep = events.iter().map(|event| event.ply).max();
        assert!(deep >= Some(1), "{events:?}");
    }

    #[test]
    fn passing_and_searches_without_a_move_are_off_the_line() {
        let chess = Variant::load(&Library::shipped(), "chess").unwrap();
        let moves = chess.start().legal_moves();
        let made = |mv| super::super::Frame { mv: Some(mv), moved: true, ..Default::default() };
        let last = super::super::Frame::default();
        let frames = [made(moves[0]), made(moves[1]), last.clone()];
        assert!(is_on_line(&moves[..2], &frames));
        assert!(!is_on_line(&[moves[0], moves[2]], &frames));
        // The frame of a player who passes still holds the move that was made there before.
        let passed = super::super::Frame { moved: false, ..made(moves[1]) };
        assert!(!is_on_line(&moves[..2], &[made(moves[0]), passed, last.clone()]));
        for at in 0..3 {
            let mut frames = frames.clone();
            frames[at].excluded = Some(moves[3]);
            assert!(!is_on_line(&moves[..2], &frames), "{at}");
        }
    }

    #[test]
    fn to_be_followed_changes_nothing() {
        let (_, nodes) = followed(START, &["e2e4"], 8);
        assert_eq!(nodes, followed(START, &[], 8).1);
    }
}
