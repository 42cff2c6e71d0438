//! Lessons that begin in the middle of a game: what was played before counts, because positions repeat.

use std::collections::BTreeMap;

use berolina_rules::geometry::Color;
use berolina_rules::{Game, Move, Position};

use super::answers::{Answer, NONE, Node};

/// The game so far.
///
/// # Errors
/// One line if a move is not legal, or the game is over.
pub fn begun(start: &Position, before: &[String]) -> Result<Game, String> {
    let mut game = Game::new(start.clone());
    for text in before {
        let mv = game.position().parse_move(text).map_err(|error| format!("{text}: {error}"))?;
        game.push(mv);
    }
    if game.outcome().is_some() { Err("the game is over before it begins".to_owned()) } else { Ok(game) }
}

/// The fewest moves in which the player to move wins, whatever is answered; an answer that loses by itself counts too.
pub fn fewest(game: &mut Game, most: u32) -> Option<u32> {
    let player = game.position().turn();
    (1..=most).find(|&moves| wins(game, player, moves))
}

/// Whether a move of the player to move wins in so many moves, itself included.
pub fn right(game: &mut Game, mv: Move, moves: u32) -> bool {
    let player = game.position().turn();
    game.push(mv);
    let right = match game.outcome() {
        Some(outcome) => outcome.winner == Some(player),
        None => game.position().legal_moves().into_iter().all(|reply| {
            game.push(reply);
            let won = wins(game, player, moves - 1);
            game.pop();
            won
        }),
    };
    game.pop();
    right
}

/// Whether a player whose move it is wins in so many moves; in none, if that is done.
fn wins(game: &mut Game, player: Color, moves: u32) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.winner == Some(player);
    }
    moves > 0 && game.position().legal_moves().into_iter().any(|mv| right(game, mv, moves))
}

/// Answers to every move of a position that is won in so many moves; `named` are a lesson's answers to first moves.
pub fn node(game: &mut Game, moves: u32, named: &BTreeMap<String, String>) -> Node {
    let mut node = Node::default();
    let player = game.position().turn();
    for mv in game.position().legal_moves() {
        let text = game.position().move_text(mv);
        let right = right(game, mv, moves);
        game.push(mv);
        let over = game.outcome().is_some();
        let reply = game.position().legal_moves().into_iter().find(|&reply| {
            game.push(reply);
            let lost = wins(game, player, moves - 1);
            game.pop();
            lost == right
        });
        if right {
            let answer = reply.filter(|_| !over).map(|reply| {
                let text = game.position().move_text(reply);
                game.push(reply);
                let over = game.outcome().is_some();
                let then = if over { Node::default() } else { self::node(game, moves - 1, &BTreeMap::new()) };
                game.pop();
                Answer { reply: text, then }
            });
            node.right.insert(text, answer);
        } else {
            let reply = reply.filter(|_| !over).map_or(NONE.to_owned(), |mv| game.position().move_text(mv));
            let list = node.wrong.entry(named.get(&text).cloned().unwrap_or(reply)).or_default();
            list.push_str(if list.is_empty() { "" } else { " " });
            list.push_str(&text);
        }
        game.pop();
    }
    node
}

/// What is wrong with the answers, if anything; as [`super::answers::fault`].
pub fn fault(game: &mut Game, node: &Node, moves: u32) -> Option<String> {
    let mut listed: Vec<&str> = node.right.keys().map(String::as_str).collect();
    listed.extend(node.wrong.values().flat_map(|moves| moves.split(' ')));
    listed.sort_unstable();
    let position = game.position().clone();
    if listed != position.move_texts() {
        return Some(format!("{}: {listed:?} are not the legal moves", position.fen()));
    }
    let player = position.turn();
    let say = |text: &str, what: &str| Some(format!("{} {text}: {what}", position.fen()));
    for (text, answer) in &node.right {
        let mv = position.parse_move(text).ok()?;
        if !right(game, mv, moves) {
            return say(text, "is not right");
        }
        game.push(mv);
        let found = match (answer, game.outcome()) {
            (None, Some(_)) => None,
            (None, None) => say(text, "does not end the game"),
            (Some(_), Some(_)) => say(text, "needs no answer"),
            (Some(answer), None) => match game.position().parse_move(&answer.reply) {
                Err(_) => say(text, "its answer is not legal"),
                Ok(reply) => {
                    game.push(reply);
                    let ended = game.outcome().is_some() && answer.then == Node::default();
                    let fault = if ended { None } else { fault(game, &answer.then, moves - 1) };
                    game.pop();
                    fault
                }
            },
        };
        game.pop();
        if found.is_some() {
            return found;
        }
    }
    for (reply, texts) in &node.wrong {
        for text in texts.split(' ') {
            game.push(position.parse_move(text).ok()?);
            let found = match (game.outcome(), game.position().parse_move(reply)) {
                (Some(outcome), _) => {
                    let good = reply == NONE && outcome.winner != Some(player);
                    if good { None } else { say(text, "ends the game otherwise") }
                }
                (None, Err(_)) => say(text, "its answer is not legal"),
                (None, Ok(mv)) => {
                    game.push(mv);
                    let won = wins(game, player, moves - 1);
                    game.pop();
                    if won { say(text, "is not refuted") } else { None }
                }
            };
            game.pop();
            if found.is_some() {
                return found;
            }
        }
    }
    None
}
