//! What the other side answers to every move: made with an engine's taste, provable without it.

use std::collections::BTreeMap;
use std::fmt;

use berolina_engine::{Engine, Limits};
use berolina_rules::{Game, Move, Position};
use serde::{Deserialize, Serialize};

use super::solve::Solver;
use crate::proof::wins;

/// So many positions the engine looks at to choose among answers that are all right.
const TASTE: u64 = 6_000;
/// In place of an answer where there is none: the game has ended.
pub(in crate::proof) const NONE: &str = "-";

/// The moves of one position, each in one of two lists.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Moves that lead to the goal in time: `null` if they reach it, else what is answered and how it goes on.
    pub right: BTreeMap<String, Option<Answer>>,
    /// Answers that show why moves fail, each with those moves, divided by spaces; `-` where the game has ended.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub wrong: BTreeMap<String, String>,
}

/// An answer to a right move.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The move's text.
    pub reply: String,
    /// What can be done then.
    pub then: Node,
}

impl Node {
    /// The first right moves and their answers, to the goal.
    #[must_use]
    pub fn line(&self) -> Vec<String> {
        let (mut line, mut node) = (Vec::new(), self);
        while let Some((mv, answer)) = node.right.iter().next() {
            line.push(mv.clone());
            let Some(answer) = answer else { break };
            line.push(answer.reply.clone());
            node = &answer.then;
        }
        line
    }
}

/// Makes answers.
pub struct Maker<'a> {
    solver: Solver<'a>,
    engine: Engine,
    /// Answers that a lesson names for first moves, by their texts.
    named: BTreeMap<String, String>,
}

impl fmt::Debug for Maker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Maker").field("solver", &self.solver).finish_non_exhaustive()
    }
}

impl<'a> Maker<'a> {
    /// For one lesson or puzzle.
    #[must_use]
    pub fn new(solver: Solver<'a>, named: BTreeMap<String, String>) -> Self {
        Self { solver, engine: Engine::new(), named }
    }

    /// The answers in a position in which the goal can be reached in so many moves.
    pub fn node(&mut self, position: &Position, open: u32, moves: u32) -> Node {
        self.branch(position, open, moves, true)
    }

    fn branch(&mut self, position: &Position, open: u32, moves: u32, first: bool) -> Node {
        let mut node = Node::default();
        for mv in position.legal_moves() {
            let text = position.move_text(mv);
            let after = position.play_unchecked(mv);
            if self.solver.right(position, mv, open, moves) {
                let left = self.solver.aim().after(open, position, mv, &after);
                let answer = (left > 0).then(|| {
                    let reply = self.longest(&after, left, moves - 1);
                    let then = self.branch(&after.play_unchecked(reply), left, moves - 1, false);
                    Answer { reply: after.move_text(reply), then }
                });
                node.right.insert(text, answer);
            } else {
                let left = self.solver.aim().after(open, position, mv, &after);
                let named = self.named.get(&text).filter(|_| first).cloned();
                let reply = named.unwrap_or_else(|| self.refutation(&after, left, moves - 1));
                let with = node.wrong.entry(reply).or_default();
                if !with.is_empty() {
                    with.push(' ');
                }
                with.push_str(&text);
            }
        }
        node
    }

    /// The answer that holds out longest.
    fn longest(&mut self, after: &Position, open: u32, moves: u32) -> Move {
        let mut replies: Vec<(u32, Move)> = Vec::new();
        for reply in after.legal_moves() {
            let next = after.play_unchecked(reply);
            let distance = if self.solver.aim().is_win() {
                wins::wins_in(&next, 2 * moves - 1).map_or(0, |proof| proof.plies)
            } else {
                self.solver.fewest(&next, open, moves).unwrap_or(0)
            };
            replies.push((distance, reply));
        }
        let most = replies.iter().map(|&(distance, _)| distance).max().unwrap_or(0);
        let best = replies.into_iter().filter(|&(distance, _)| distance == most).map(|(_, reply)| reply);
        self.choose(after, best.collect())
    }

    /// An answer after which the goal is out of reach, or `-` if the game has ended.
    fn refutation(&mut self, after: &Position, open: u32, moves: u32) -> String {
        if after.outcome().is_some() {
            return NONE.to_owned();
        }
        let holds = |&reply: &Move| !self.solver.can(&after.play_unchecked(reply), open, moves);
        let replies: Vec<Move> = after.legal_moves().into_iter().filter(holds).collect();
        let reply = self.choose(after, replies);
        after.move_text(reply)
    }

    /// What the engine likes best of some moves.
    fn choose(&mut self, position: &Position, moves: Vec<Move>) -> Move {
        let first = moves[0];
        let game = Game::new(position.clone());
        let limits = Limits { root_moves: Some(moves), ..Limits::nodes(TASTE) };
        self.engine.search(&game, &limits, &mut |_| {}).best.unwrap_or(first)
    }
}

/// What is wrong with the answers in a position, if anything: moves that are missing or twice, right ones that
/// are not, answers that refute nothing.
#[must_use]
pub fn fault(
    solver: &mut Solver<'_>,
    position: &Position,
    node: &Node,
    open: u32,
    moves: u32,
) -> Option<String> {
    let mut listed: Vec<&str> = node.right.keys().map(String::as_str).collect();
    listed.extend(node.wrong.values().flat_map(|moves| moves.split(' ')));
    listed.sort_unstable();
    let legal = position.move_texts();
    if listed != legal {
        return Some(format!("{}: {listed:?} are not the legal moves", position.fen()));
    }
    let say = |text: &str, what: &str| Some(format!("{} {text}: {what}", position.fen()));
    for (text, answer) in &node.right {
        let mv = position.parse_move(text).ok()?;
        let after = position.play_unchecked(mv);
        let left = solver.aim().after(open, position, mv, &after);
        match answer {
            None if left > 0 => return say(text, "does not reach the goal"),
            None => {}
            Some(_) if left == 0 => return say(text, "needs no answer"),
            Some(_) if !solver.right(position, mv, open, moves) => return say(text, "is not right"),
            Some(answer) => {
                let Ok(reply) = after.parse_move(&answer.reply) else {
                    return say(text, "its answer is not legal");
                };
                let fault = fault(solver, &after.play_unchecked(reply), &answer.then, left, moves - 1);
                if fault.is_some() {
                    return fault;
                }
            }
        }
    }
    for (reply, texts) in &node.wrong {
        for text in texts.split(' ') {
            let mv = position.parse_move(text).ok()?;
            let after = position.play_unchecked(mv);
            let left = solver.aim().after(open, position, mv, &after);
            if left == 0 {
                return say(text, "reaches the goal");
            }
            if reply == NONE {
                if after.outcome().is_none() {
                    return say(text, "wants an answer");
                }
            } else if let Ok(reply) = after.parse_move(reply) {
                if moves > 1 && solver.can(&after.play_unchecked(reply), left, moves - 1) {
                    return say(text, "is not refuted");
                }
            } else {
                return say(text, "its answer is not legal");
            }
        }
    }
    None
}
