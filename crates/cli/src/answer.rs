//! Questions about rules and their answers, each a JSON object.

use std::sync::Arc;

use berolina_rules::geometry::Color;
use berolina_rules::notation::Epd;
use berolina_rules::{Catalog, Game, Library, Position, Variant};
use serde_json::{Map, Value, json};

/// The most moves in one question.
const MAX_MOVES: usize = 10_000;

/// Answers questions and keeps the games that they name.
pub struct Answerer {
    catalog: Catalog,
}

impl Answerer {
    /// Answers by the games of a library.
    #[must_use]
    pub fn new(library: Library) -> Self {
        Self { catalog: Catalog::new(library) }
    }

    /// The answer to one line: an object, with the key `error` alone if anything is wrong.
    pub fn answer(&mut self, line: &[u8]) -> Value {
        self.try_answer(line).unwrap_or_else(|error| json!({ "error": error }))
    }

    fn try_answer(&mut self, line: &[u8]) -> Result<Value, String> {
        let question = Question::read(line)?;
        let variant = self.catalog.find(&question.variant).map_err(|e| e.to_string())?;
        let start = match &question.fen {
            None => variant.start(),
            Some(fen) => {
                let read = |read: fn(&Arc<Variant>, &str) -> _| Epd::read_by(&variant, fen, read);
                let epd = if question.problem {
                    read(Position::from_problem_fen)
                } else {
                    // Answers have positions of games that are over, so questions may begin there: the outcome says so.
                    match read(Position::from_fen) {
                        Err(error) if error.is_over() => read(Position::from_kept_fen),
                        epd => epd,
                    }
                };
                epd.map_err(|e| e.to_string())?.position
            }
        };
        let mut game = Game::new(start);
        for (i, text) in question.moves.iter().enumerate() {
            let read = game.position().parse_written(text).map_err(|e| format!("move {}: {e}", i + 1))?;
            game.push(read.mv);
        }
        Ok(match question.perft {
            Some(depth) => perft(game.position(), depth),
            None => state(&game),
        })
    }
}

fn perft(position: &Position, depth: u32) -> Value {
    let counts = if depth == 0 { Vec::new() } else { position.divide(depth, 1) };
    let nodes = if depth == 0 { 1 } else { counts.iter().map(|(_, n)| n).sum::<u64>() };
    let mut rows: Vec<_> = counts.into_iter().map(|(mv, n)| (position.move_text(mv), n)).collect();
    rows.sort_unstable();
    let divide: Map<_, _> = rows.into_iter().map(|(text, n)| (text, json!(n))).collect();
    json!({ "nodes": nodes, "divide": divide })
}

fn state(game: &Game) -> Value {
    let position = game.position();
    let mut sans: Vec<_> =
        position.sans().into_iter().map(|(mv, san)| (position.move_text(mv), san)).collect();
    sans.sort_unstable();
    let legal: Vec<_> = sans.iter().map(|(text, _)| text.clone()).collect();
    let san: Map<_, _> = sans.into_iter().map(|(text, san)| (text, json!(san))).collect();
    let outcome = game
        .outcome()
        .map(|outcome| json!({ "winner": outcome.winner.map(Color::name), "reason": outcome.reason.name() }));
    json!({
        "fen": position.fen(),
        "legal": legal,
        "san": san,
        "check": position.says_check(),
        "outcome": outcome,
        "claim": position.claim().map(Color::name),
    })
}

/// A question, its keys checked.
struct Question {
    variant: String,
    fen: Option<String>,
    /// One king may be missing.
    problem: bool,
    moves: Vec<String>,
    perft: Option<u32>,
}

impl Question {
    /// The deepest perft that is counted.
    const MAX_DEPTH: u64 = 16;

    fn read(line: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(line).map_err(|e| format!("not JSON: {e}"))?;
        let Value::Object(object) = value else {
            return Err("not a JSON object; write {\"variant\": …}".to_owned());
        };
        let mut question =
            Self { variant: String::new(), fen: None, problem: false, moves: Vec::new(), perft: None };
        let mut named = false;
        for (key, value) in &object {
            match (key.as_str(), value) {
                ("variant", Value::String(name)) => {
                    question.variant.clone_from(name);
                    named = true;
                }
                ("fen", Value::String(fen)) => question.fen = Some(fen.clone()),
                ("problem", Value::Bool(problem)) => question.problem = *problem,
                ("moves", Value::Array(moves)) => question.moves = texts(moves)?,
                ("perft", Value::Number(depth)) => {
                    let depth = depth.as_u64().filter(|&d| d <= Self::MAX_DEPTH);
                    let depth =
                        depth.ok_or(format!("perft: a whole number from 0 to {}", Self::MAX_DEPTH))?;
                    question.perft = Some(depth as u32);
                }
                ("variant" | "fen", _) => return Err(format!("{key}: not a string")),
                ("moves", _) => return Err("moves: not an array of strings".to_owned()),
                ("problem", _) => return Err("problem: neither true nor false".to_owned()),
                ("perft", _) => return Err("perft: not a number".to_owned()),
                _ => {
                    let key: String = key.chars().take(24).collect();
                    return Err(format!(
                        "unknown key {key:?}; there are variant, fen, problem, moves, perft"
                    ));
                }
            }
        }
        if named && !question.variant.trim().is_empty() {
            Ok(question)
        } else {
            Err("variant: missing; it names the game".to_owned())
        }
    }
}

fn texts(moves: &[Value]) -> Result<Vec<String>, String> {
    if moves.len() > MAX_MOVES {
        return Err(format!("moves: {} of them; at most {MAX_MOVES} are read", moves.len()));
    }
    let text =
        |value: &Value| value.as_str().map(str::to_owned).ok_or("moves: not an array of strings".to_owned());
    moves.iter().map(text).collect()
}
