//! Analyses as JSON, a line each; `docs/analysis.md` describes the objects.

use berolina_engine::Score;
use berolina_engine::review::{Assessment, Class, Judged, Line, Mark, Summary, whites, win_percent};
use berolina_rules::geometry::Color;
use berolina_rules::{Game, Position};
use serde_json::{Map, Value, json};

use super::Reviewed;

/// An object for each move, then one for the game.
pub(super) fn game(reviewed: &Reviewed<'_>) -> Vec<Value> {
    let moves = reviewed.review.moves.iter().map(|judged| {
        let before = &reviewed.game.positions()[judged.ply];
        object_of_move(reviewed.number, before, judged)
    });
    moves.chain([object_of_game(reviewed)]).collect()
}

fn object_of_move(number: usize, before: &Position, judged: &Judged) -> Value {
    json!({
        "type": "move",
        "game": number,
        "ply": judged.ply + 1,
        "number": before.move_number(),
        "side": judged.mover.name(),
        "fen": before.fen(),
        "move": before.move_text(judged.mv),
        "san": before.san(judged.mv),
        "eval": eval(whites(judged.after, judged.mover)),
        "best_eval": eval(whites(judged.best, judged.mover)),
        "win_percent": rounded(win_percent(judged.played)),
        "loss": rounded(judged.loss),
        "accuracy": rounded(judged.accuracy()),
        "class": judged.class.name(),
        "mark": judged.mark().map(Mark::text),
        "remark": judged.remark(before),
        "lines": lines(before, &judged.lines),
    })
}

fn object_of_game(reviewed: &Reviewed<'_>) -> Value {
    let Reviewed { number, record, game, review, .. } = reviewed;
    let tags: Map<_, _> = record.tags().iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "type": "game",
        "game": number,
        "variant": record.variant().definition().full_name(),
        "fen": record.start().fen(),
        "tags": tags,
        "result": record.result().as_str(),
        "moves": game.moves().len(),
        "analysed": review.moves.len(),
        "complete": review.complete,
        "white": summary(&review.summary(Color::White)),
        "black": summary(&review.summary(Color::Black)),
    })
}

fn summary(summary: &Summary) -> Value {
    let counts: Map<_, _> =
        Class::ALL.iter().map(|&class| (class.name().to_owned(), json!(summary.count(class)))).collect();
    json!({ "accuracy": summary.accuracy.map(rounded), "classes": counts })
}

/// The object of a position.
pub(super) fn position(number: usize, game: &Game, found: &Assessment) -> Value {
    let at = game.position();
    let outcome = game.outcome();
    json!({
        "type": "position",
        "game": number,
        "variant": at.variant().definition().full_name(),
        "fen": at.fen(),
        "side": at.turn().name(),
        "outcome": outcome.map(|outcome| {
            json!({ "winner": outcome.winner.map(Color::name), "reason": outcome.reason.name() })
        }),
        "eval": eval(whites(found.score, found.turn)),
        "win_percent": rounded(win_percent(found.score)),
        "depth": found.depth,
        "nodes": found.nodes,
        "lines": lines(at, &found.lines),
    })
}

fn lines(position: &Position, lines: &[Line]) -> Value {
    let object = |line: &Line| {
        let mut at = position.clone();
        let (mut san, mut moves) = (Vec::new(), Vec::new());
        for &mv in &line.pv {
            san.push(at.san(mv));
            moves.push(at.move_text(mv));
            at = at.play_unchecked(mv);
        }
        let score = whites(line.score, position.turn());
        json!({ "eval": eval(score), "depth": line.depth, "san": san, "moves": moves })
    };
    lines.iter().map(object).collect()
}

/// A score of White's: `{"cp": 35}`, or `{"mate": 3, "plies": 5}` for a proven end.
fn eval(white: Score) -> Value {
    match (white.end(), white.centipawns()) {
        (Some((won, plies)), _) => {
            json!({ "mate": white.mate(), "plies": plies, "winner": if won { "white" } else { "black" } })
        }
        (None, centipawns) => json!({ "cp": centipawns }),
    }
}

/// A share of a hundred with two digits behind the point.
fn rounded(percent: f64) -> f64 {
    (percent * 100.0).round() / 100.0
}
