//! Games that were played, as PGN.

use berolina_rules::Record;
use berolina_rules::geometry::Color;
use berolina_rules::notation::pgn::GameResult;
use berolina_rules::notation::record::MoveStyle;

use crate::matches::play::{Played, Thought};
use crate::matches::spec::Limit;
use crate::matches::uci::EngineScore;

/// What a game's tags say beside what the game itself does.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// The date, such as `2026.01.31`.
    pub date: &'a str,
    /// The pair and the game in it, such as `12.1`.
    pub round: String,
    /// The players, White first.
    pub players: [&'a str; 2],
    /// How long they could think.
    pub limits: [Limit; 2],
}

/// The result that a winner means.
#[must_use]
pub fn result(winner: Option<Color>) -> GameResult {
    match winner {
        Some(Color::White) => GameResult::WhiteWins,
        Some(Color::Black) => GameResult::BlackWins,
        None => GameResult::Draw,
    }
}

/// A game as PGN, each move with the mover's score, depth and time: `{+0.35/12 0.123s}`.
#[must_use]
pub fn pgn(played: &Played, heading: &Heading<'_>) -> String {
    let mut record = Record::from_game(&played.game);
    record.set_tag("Event", "Berolina, match of engines");
    record.set_tag("Date", heading.date);
    record.set_tag("Round", &heading.round);
    let [white, black] = heading.players;
    record.set_tag("White", white);
    record.set_tag("Black", black);
    let [ours, theirs] = heading.limits;
    if ours == theirs {
        record.set_tag("TimeControl", ours.to_string());
    } else {
        record.set_tag("WhiteTimeControl", ours.to_string());
        record.set_tag("BlackTimeControl", theirs.to_string());
    }
    record.set_tag("Termination", played.ending.tag());
    record.set_result(result(played.winner));
    let nodes: Vec<_> = record.main_line().collect();
    for (node, thought) in nodes.iter().zip(&played.thoughts) {
        record.notes_mut(*node).after.push(comment(thought));
    }
    let end = format!("{}: {}", played.ending.name(), played.detail);
    match nodes.last() {
        Some(node) => record.notes_mut(*node).after.push(end),
        None => record.comments.push(end),
    }
    record.to_text(MoveStyle::San)
}

fn comment(thought: &Thought) -> String {
    let score = match thought.score {
        Some(EngineScore::Centipawns(value)) => {
            let sign = if value < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
        }
        Some(EngineScore::Mate(moves)) => format!("#{moves}"),
        None => "?".to_owned(),
    };
    format!("{score}/{} {:.3}s", thought.depth, thought.time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::play::Ending;
    use berolina_rules::{Game, Library, Variant};
    use std::time::Duration;

    #[test]
    fn games_are_read_back() {
        let near = Variant::load(&Library::shipped(), "near").unwrap();
        let mut game = Game::new(near.start());
        game.push(game.position().parse_san("e4").unwrap());
        let score = Some(EngineScore::Centipawns(-35));
        let thought =
            Thought { score, depth: 12, nodes: 5, time: Duration::from_millis(123), processor: None };
        let (ending, detail) = (Ending::Hang, "no answer".to_owned());
        let played = Played {
            game,
            winner: Some(Color::White),
            ending,
            detail,
            thoughts: vec![thought],
            tallies: Default::default(),
        };
        let limit = Limit::Nodes(5);
        let heading =
            Heading { date: "2026.01.31", round: "1.2".to_owned(), players: ["A", "B"], limits: [limit; 2] };
        let text = pgn(&played, &heading);
        assert!(text.contains("[Variant \"near\"]\n"), "{text}");
        assert!(text.contains("[Termination \"abandoned\"]\n"), "{text}");
        assert!(text.ends_with("1. e4 {-0.35/12 0.123s} {hang: no answer} 1-0\n\n"), "{text}");
    }
}
