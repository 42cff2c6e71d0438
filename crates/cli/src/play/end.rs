//! How a game that was played ended.

use berolina_rules::Outcome;
use berolina_rules::geometry::Color;
use berolina_rules::notation::pgn::GameResult;
use berolina_rules::notation::reason_text;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// By the rules.
    Rules(Outcome),
    /// This player resigned.
    Resigned(Color),
    /// This player claimed a win.
    Claimed(Color),
    /// A file says so.
    Told(GameResult),
}

/// A player's name in a sentence.
pub(super) fn player(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The result as PGN has it.
pub(super) fn result(end: End) -> GameResult {
    let won = |color: Color| match color {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    };
    match end {
        End::Rules(outcome) => outcome.winner.map_or(GameResult::Draw, won),
        End::Resigned(color) => won(color.other()),
        End::Claimed(color) => won(color),
        End::Told(result) => result,
    }
}

/// The end in a sentence.
pub(super) fn ending(end: End) -> String {
    let score = result(end).as_str();
    match end {
        End::Rules(outcome) => {
            let who =
                outcome.winner.map_or_else(|| "Draw".to_owned(), |color| format!("{} wins", player(color)));
            format!("{who}: {}. {score}", reason_text(outcome.reason))
        }
        End::Resigned(color) => format!("{} resigns: {} wins. {score}", player(color), player(color.other())),
        End::Claimed(color) => format!("{} claims the win. {score}", player(color)),
        End::Told(_) => format!("The game is over: {score}"),
    }
}
