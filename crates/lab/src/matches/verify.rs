//! Whether an engine has the same legal moves as we, so that a wrong letter or game is seen before it costs games.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use berolina_rules::{Game, Move, Position, Variant};

use super::random::Random;
use crate::matches::dialect::Dialect;
use crate::matches::spec::EngineSpec;
use crate::matches::uci::{Client, Failure, Reply};

/// How long an engine may count the moves of a position.
const PATIENCE: Duration = Duration::from_secs(5);
/// Random games, and their plies, among which positions are looked for.
const MAX_GAMES: usize = 1_000;
const MAX_PLIES: usize = 200;

/// What was compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// Positions whose moves were compared.
    pub positions: usize,
    /// Where the moves differ: the first few, each in a line.
    pub differences: Vec<String>,
    /// The engine does not know `go perft`.
    pub unknown: bool,
}

/// Positions of random games, from their first ply to their last: the same for a seed. For an engine that is `royal`, those
/// where a king can be captured are left out.
#[must_use]
pub fn positions(variant: &Arc<Variant>, count: usize, seed: u64, royal: bool) -> Vec<Position> {
    let mut found = vec![variant.start()];
    let mut random = Random::stream(seed, &variant.definition().full_name(), 0);
    for _ in 0..MAX_GAMES {
        let mut game = Game::new(variant.start());
        for _ in 0..MAX_PLIES {
            let mut moves = game.position().legal_moves();
            if found.len() > count {
                return found;
            }
            if moves.is_empty() || game.outcome().is_some() {
                break;
            }
            moves.sort_unstable();
            game.push(moves[random.below(moves.len())]);
            let position = game.position();
            let taken = royal && position.king_attacked(position.turn().other());
            // Positions that follow each other are much alike.
            if random.below(8) == 0 && !taken && game.outcome().is_none() {
                found.push(position.clone());
            }
        }
    }
    found
}

/// Asks an engine for the legal moves of positions, by `go perft 1`, and compares them with ours.
///
/// # Errors
/// The engine does not start, fails, or does not have the game.
pub fn compare(
    spec: &EngineSpec,
    positions: &[Position],
    stop: &Arc<AtomicBool>,
) -> Result<Comparison, Failure> {
    let mut compared = Comparison::default();
    let Some(first) = positions.first() else { return Ok(compared) };
    let name = first.variant().definition().full_name();
    let dialect = spec.dialect(&name);
    let mut client = Client::start(spec, None, stop)?;
    client.set_game(spec, first.variant())?;
    for position in positions {
        client.send(&format!("position fen {}", dialect.fen(&position.fen())))?;
        let Some(texts) = moves(&mut client)? else {
            compared.unknown = true;
            return Ok(compared);
        };
        compared.positions += 1;
        compared.differences.extend(difference(position, &dialect, &texts));
        compared.differences.truncate(3);
    }
    Ok(compared)
}

/// The moves that the engine counts; `None` if it does not answer.
fn moves(client: &mut Client) -> Result<Option<Vec<String>>, Failure> {
    let mut texts = Vec::new();
    client.send("go perft 1")?;
    let answer = client.wait(Instant::now() + PATIENCE, "go perft 1", |_, reply| match reply {
        Reply::Count(text, _) => {
            texts.push(text);
            None
        }
        Reply::Total(_) => Some(true),
        Reply::BestMove(_) => Some(false),
        _ => None,
    });
    match answer {
        Ok(true) => Ok(Some(texts)),
        Ok(false) | Err(Failure::Hang(_)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// In what the moves differ.
fn difference(position: &Position, dialect: &Dialect, texts: &[String]) -> Option<String> {
    let mut theirs = BTreeSet::new();
    let mut strange = Vec::new();
    for text in texts {
        match dialect.read_move(position, text) {
            Some(mv) => {
                theirs.insert(mv);
            }
            None => strange.push(text.clone()),
        }
    }
    let lacks: Vec<String> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| !(theirs.contains(mv) || dialect.royal && leaves_king(position, *mv)))
        .map(|mv| position.move_text(mv))
        .collect();
    if strange.is_empty() && lacks.is_empty() {
        return None;
    }
    let list = |texts: &[String]| if texts.is_empty() { "none".to_owned() } else { texts.join(" ") };
    Some(format!("{}: it has {}, which we lack, and lacks {}", position.fen(), list(&strange), list(&lacks)))
}

/// Whether a move leaves the mover's king attacked.
fn leaves_king(position: &Position, mv: Move) -> bool {
    position.play_unchecked(mv).king_attacked(position.turn())
}
