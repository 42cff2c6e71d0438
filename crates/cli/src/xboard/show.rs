//! What the program says.

use std::time::Duration;

use berolina_engine::{Bound, Report, Score};
use berolina_rules::definition::Wing;
use berolina_rules::geometry::Color;
use berolina_rules::position::Manner;
use berolina_rules::{Move, Outcome, Position, Reason};

use crate::gui::{line, rate};

/// A mate in so many moves is this and the moves.
const MATE: i64 = 100_000;

/// What a search has found so far: ply, score, hundredths of a second, positions, and, as the protocol's
/// optional fields, the longest line and the speed; then the line as SAN.
pub(super) fn thinking(position: &Position, report: &Report) -> String {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    format!(
        "{} {} {} {} {} {}\t{}{bound}",
        report.depth,
        score(report.score),
        centiseconds(report.elapsed),
        report.nodes,
        report.seldepth.max(report.depth),
        rate(report.nodes, report.elapsed),
        line(position, &report.pv, Position::san),
    )
}

fn score(score: Score) -> i64 {
    match (score.mate(), score.centipawns()) {
        (Some(moves), _) if moves > 0 => MATE + i64::from(moves),
        (Some(moves), _) => i64::from(moves) - MATE,
        (None, cp) => i64::from(cp.unwrap_or(0)),
    }
}

/// Hundredths of a second.
pub(super) fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// How XBoard writes a pass.
pub(super) const PASS: &str = "@@@@";

/// A move as XBoard reads it. Castling is `O-O` or `O-O-O` where the squares of the king do not tell it from other moves.
pub(super) fn move_text(position: &Position, mv: Move) -> String {
    let definition = position.variant().definition();
    let castling = &definition.players[position.turn().index()].castling;
    let by_rook = |wing: Wing| {
        let castling = castling[wing as usize];
        castling.is_some_and(|castling| definition.castles_by_rook(position.turn(), &castling))
    };
    match mv.manner() {
        Manner::Castling(_) if position.castles_farther(mv) => shifted(position, &position.move_text(mv), -1),
        Manner::Castling(Wing::King) if by_rook(Wing::King) => "O-O".to_owned(),
        Manner::Castling(Wing::Queen) if by_rook(Wing::Queen) => "O-O-O".to_owned(),
        Manner::Pass => PASS.to_owned(),
        Manner::Through(_) => legs(&shifted(position, &position.move_text(mv), -1)),
        _ => shifted(position, &position.move_text(mv), -1),
    }
}

/// A move over three squares as XBoard's two legs: `h6g5,g5f6` of `h6g5f6`.
fn legs(text: &str) -> String {
    let starts: Vec<usize> = text.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
    match starts[..] {
        [_, through, to, ..] => format!("{},{}{}", &text[..to], &text[through..to], &text[to..]),
        _ => text.to_owned(),
    }
}

/// A move over three squares, from XBoard's two legs.
pub(super) fn joined(text: &str) -> String {
    match text.split_once(',') {
        Some((first, second)) => {
            let to = second.rfind(|c: char| c.is_ascii_lowercase()).unwrap_or(0);
            format!("{first}{}", &second[to..])
        }
        None => text.to_owned(),
    }
}

/// A move's text with other numbers of ranks: XBoard counts those of boards with ten ranks from 0.
pub(super) fn shifted(position: &Position, text: &str, by: i32) -> String {
    if position.variant().shape().ranks() != 10 {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let end = rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| at + n);
        out.push_str(&rest[..at]);
        match rest[at..end].parse::<i32>().ok().and_then(|rank| rank.checked_add(by)) {
            Some(rank) => out.push_str(&rank.to_string()),
            None => out.push_str(&rest[at..end]),
        }
        rest = &rest[end..];
    }
    out + rest
}

/// The claim of a result: `1-0 {White wins: checkmate}`.
pub(super) fn result(outcome: &Outcome) -> String {
    let reason = match outcome.reason {
        Reason::KingCaptured => "the king is captured",
        Reason::RoyalsLost => "the royal pieces are lost",
        Reason::Castling => "castling decides",
        Reason::TooFew => "too few pieces are left",
        Reason::GoalReached => "the goal is reached",
        Reason::CheckCount => "one check too many",
        Reason::BareKing => "bare king",
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::Repetition => "repetition",
        Reason::PerpetualCheck => "perpetual check",
        Reason::FacingKings => "facing kings",
        Reason::BothPassed => "both passed",
        Reason::CountedOut => "counted out",
        Reason::FiftyMoves => "too many moves without progress",
        Reason::InsufficientMaterial => "insufficient material",
    };
    let text = match outcome.winner {
        Some(Color::White) => "White wins",
        Some(Color::Black) => "Black wins",
        None => "Draw",
    };
    format!("{} {{{text}: {reason}}}", outcome.score())
}

/// The claim of a win by the clock, in games where that is a claim.
pub(super) fn claim(player: Color) -> String {
    match player {
        Color::White => "1-0 {White claims the win by the clock}".to_owned(),
        Color::Black => "0-1 {Black claims the win by the clock}".to_owned(),
    }
}
