//! What is answered to each move of a puzzle. As in lessons, but a win may also come with an answer of the loser, as in games that are
//! won by losing all; so these count plies.

use berolina_engine::{Engine, Limits};
use berolina_rules::geometry::Color;
use berolina_rules::{Game, Move, Position};

use crate::proof::course::Node;
use crate::proof::course::answers::{Answer, NONE};
use crate::proof::wins::{lost_in, wins_in};

/// So many positions the engine looks at to choose among answers that are all right.
const TASTE: u64 = 1_000;
/// Where there are more moves, answers that have refuted one are tried on the others, to keep the text short.
const MANY: usize = 50;

/// The answers in a position that is won in so many plies. `None` where that depends on a claim, which no page waits for.
#[must_use]
pub fn make(position: &Position, plies: u32) -> Option<Node> {
    Maker { player: position.turn(), engine: Engine::new() }.node(position, plies)
}

struct Maker {
    player: Color,
    engine: Engine,
}

impl Maker {
    fn node(&mut self, position: &Position, plies: u32) -> Option<Node> {
        let mut node = Node::default();
        let legal = position.legal_moves();
        let mut known: Vec<String> = Vec::new();
        for &mv in &legal {
            let (text, after) = (position.move_text(mv), position.play_unchecked(mv));
            if is_won(&after, self.player) {
                node.right.insert(text, None);
            } else if is_right(&after, plies) {
                let reply = self.longest(&after, plies - 2)?;
                let next = after.play_unchecked(reply);
                let over = is_won(&next, self.player);
                let then = if over { Node::default() } else { self.node(&next, plies - 2)? };
                node.right.insert(text, Some(Answer { reply: after.move_text(reply), then }));
            } else {
                let old = if legal.len() > MANY { again(&known, &after, self.player, plies) } else { None };
                let reply = old.or_else(|| self.refutation(&after, plies))?;
                let list: &mut String = node.wrong.entry(reply.clone()).or_default();
                list.push_str(if list.is_empty() { "" } else { " " });
                list.push_str(&text);
                if !known.contains(&reply) {
                    known.push(reply);
                }
            }
        }
        Some(node)
    }

    /// The answer that holds out longest.
    fn longest(&mut self, after: &Position, plies: u32) -> Option<Move> {
        let distance =
            |&reply: &Move| wins_in(&after.play_unchecked(reply), plies).map_or(0, |proof| proof.plies);
        let replies: Vec<(u32, Move)> =
            after.legal_moves().into_iter().map(|reply| (distance(&reply), reply)).collect();
        let most = replies.iter().map(|&(distance, _)| distance).max().unwrap_or(0);
        let best = replies.into_iter().filter(|&(distance, _)| distance == most).map(|(_, reply)| reply);
        self.choose(after, best.collect())
    }

    /// An answer after which there is no win in time, or `-` if the game has ended.
    fn refutation(&mut self, after: &Position, plies: u32) -> Option<String> {
        if after.outcome().is_some() {
            return Some(NONE.to_owned());
        }
        let legal = after.legal_moves();
        let mut reply = self.choose(after, legal.clone())?;
        if !holds(after, reply, self.player, plies) {
            let good = legal.into_iter().filter(|&reply| holds(after, reply, self.player, plies));
            reply = self.choose(after, good.collect())?;
        }
        Some(after.move_text(reply))
    }

    /// What the engine likes best of some moves, if there are any.
    fn choose(&mut self, position: &Position, moves: Vec<Move>) -> Option<Move> {
        let first = *moves.first()?;
        let game = Game::new(position.clone());
        let limits = Limits { root_moves: Some(moves), ..Limits::nodes(TASTE) };
        self.engine.search(&game, &limits, &mut |_| {}).best.or(Some(first))
    }
}

/// The first of some answers that refutes a move.
fn again(known: &[String], after: &Position, player: Color, plies: u32) -> Option<String> {
    let good = |text: &&String| {
        after.outcome().is_none() && after.parse_move(text).is_ok_and(|mv| holds(after, mv, player, plies))
    };
    known.iter().find(good).cloned()
}

/// Whether the game is over with this winner.
fn is_won(position: &Position, player: Color) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner == Some(player))
}

/// Whether a move wins in so many plies, itself included.
fn is_right(after: &Position, plies: u32) -> bool {
    after.outcome().is_none() && plies > 1 && lost_in(after, plies - 1)
}

/// Whether an answer to a move averts the win in so many plies, which counts both.
fn holds(after: &Position, reply: Move, player: Color, plies: u32) -> bool {
    let next = after.play_unchecked(reply);
    !is_won(&next, player) && (plies < 3 || wins_in(&next, plies - 2).is_none())
}

/// What is wrong with the answers in a position that is won in so many plies, if anything: moves that are missing or twice,
/// right ones that are not, answers that refute nothing.
#[must_use]
pub fn fault(position: &Position, node: &Node, plies: u32) -> Option<String> {
    check(position, node, plies, position.turn()).err()
}

fn check(position: &Position, node: &Node, plies: u32, player: Color) -> Result<(), String> {
    let mut listed: Vec<&str> = node.right.keys().map(String::as_str).collect();
    listed.extend(node.wrong.values().flat_map(|moves| moves.split(' ')));
    listed.sort_unstable();
    if listed != position.move_texts() {
        return Err(format!("{}: {listed:?} are not the legal moves", position.fen()));
    }
    for (text, answer) in &node.right {
        right(position, text, answer.as_ref(), plies, player)
            .map_err(|why| format!("{} {text}: {why}", position.fen()))?;
    }
    for (reply, text) in
        node.wrong.iter().flat_map(|(reply, list)| list.split(' ').map(move |text| (reply, text)))
    {
        wrong(position, text, reply, plies, player)
            .map_err(|why| format!("{} {text} {reply}: {why}", position.fen()))?;
    }
    Ok(())
}

fn after(position: &Position, text: &str) -> Result<Position, String> {
    let mv = position.parse_move(text).map_err(|error| error.to_string())?;
    Ok(position.play_unchecked(mv))
}

fn right(
    position: &Position,
    text: &str,
    answer: Option<&Answer>,
    plies: u32,
    player: Color,
) -> Result<(), String> {
    let first = after(position, text)?;
    let Some(Answer { reply, then }) = answer else {
        return if is_won(&first, player) { Ok(()) } else { Err("does not win".to_owned()) };
    };
    if !is_right(&first, plies) {
        return Err("is not right".to_owned());
    }
    let next = after(&first, reply)?;
    match (is_won(&next, player), *then == Node::default()) {
        (true, true) => Ok(()),
        (false, false) if plies > 2 => check(&next, then, plies - 2, player),
        _ => Err("what follows is wrong".to_owned()),
    }
}

fn wrong(position: &Position, text: &str, reply: &str, plies: u32, player: Color) -> Result<(), String> {
    let first = after(position, text)?;
    let good = match (first.outcome(), reply == NONE) {
        (Some(outcome), true) => outcome.winner != Some(player),
        (None, false) => {
            let mv = first.parse_move(reply).map_err(|error| error.to_string())?;
            !is_won(&first, player) && holds(&first, mv, player, plies)
        }
        _ => false,
    };
    if good { Ok(()) } else { Err("refutes nothing".to_owned()) }
}
