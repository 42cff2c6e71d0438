//! Long forced wins, proven by proof numbers: a search that always looks next where the fewest positions are left to be decided
//! (Allis, van der Meulen, van den Herik 1994), depth first with a table (Nagai 2002). It finds some win, not the shortest, and is
//! at its best where the loser has few moves: where captures must be made, or every move gives check.
//!
//! Like [`super::wins`] it knows the legal moves and the ends of a game and nothing else. What it hands out has been gone through again
//! from the first position: every move of the loser is answered until the game has ended. So an answer depends neither on how
//! the search took repetitions nor on the clock at which a position was met first.

use std::collections::HashMap;

use berolina_rules::geometry::{Color, Size};
use berolina_rules::position::{MoveList, State};
use berolina_rules::tables::Tables;
use berolina_rules::visit;
use berolina_rules::{Move, Position};

use super::wins::{OutOfNodes, end};

/// A number that no count reaches: what needs so many positions is refuted.
const NEVER: u32 = 1 << 30;

/// A forced win of the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forced {
    /// A move that wins.
    pub key: Move,
    /// Positions that the search entered.
    pub nodes: u64,
    /// Positions that the proof consists of.
    pub positions: usize,
}

/// A win that the player to move can force, whatever its length. `Ok(None)`: none was found, which refutes none where positions can
/// be repeated.
///
/// # Errors
/// If it enters so many positions without an answer.
pub fn forced_win(position: &Position, nodes: u64) -> Result<Option<Forced>, OutOfNodes> {
    visit!(position.sized(), |p| Search::new(p.tables(), p.state().turn(), nodes).won(p.state()))
}

/// The same for the player who is *not* to move: whether every move loses. `Ok(false)` refutes nothing.
///
/// # Errors
/// If it enters so many positions without an answer.
pub fn forced_loss(position: &Position, nodes: u64) -> Result<bool, OutOfNodes> {
    visit!(position.sized(), |p| Search::new(p.tables(), p.state().turn().other(), nodes).lost(p.state()))
}

/// How far a position is from being decided for the player to move in it, who is the attacker or wants no more than not to lose.
#[derive(Clone, Copy)]
struct Numbers {
    /// So many positions must at least be decided until that player has what they want; 0: it is so.
    reach: u32,
    /// The same for the opponent.
    fail: u32,
}

impl Numbers {
    const REACHED: Self = Self { reach: 0, fail: NEVER };
    const FAILED: Self = Self { reach: NEVER, fail: 0 };
}

/// A position after a move.
struct Child<S: Size> {
    mv: Move,
    state: State<S>,
    /// What is to be thought of it before it is entered, and whether the game is over there.
    first: (Numbers, bool),
    numbers: Numbers,
}

struct Search<'a, S: Size> {
    tables: &'a Tables<S>,
    attacker: Color,
    known: HashMap<u64, Numbers>,
    /// The positions on the way to the one looked at.
    path: Vec<u64>,
    nodes: u64,
    limit: u64,
}

impl<'a, S: Size> Search<'a, S> {
    fn new(tables: &'a Tables<S>, attacker: Color, limit: u64) -> Self {
        Self { tables, attacker, known: HashMap::new(), path: Vec::new(), nodes: 0, limit }
    }

    /// Looks at a position until it is decided.
    fn decide(&mut self, state: &State<S>) -> Result<Numbers, OutOfNodes> {
        match self.first_look(state) {
            (numbers, true) => Ok(numbers),
            _ => self.look(state, Numbers { reach: NEVER, fail: NEVER }),
        }
    }

    fn won(mut self, state: &State<S>) -> Result<Option<Forced>, OutOfNodes> {
        if self.first_look(state).1 || self.decide(state)?.reach > 0 {
            return Ok(None);
        }
        let mut sound = HashMap::new();
        let key = self.check(state, &mut sound);
        Ok(key.map(|key| Forced { key, nodes: self.nodes, positions: sound.len() }))
    }

    fn lost(mut self, state: &State<S>) -> Result<bool, OutOfNodes> {
        if self.decide(state)?.fail > 0 {
            return Ok(false);
        }
        Ok(self.first_look(state).1 || self.answers(state, &mut HashMap::new()))
    }

    /// What is to be thought of a position that nobody has looked at, and whether the game is over there.
    fn first_look(&self, state: &State<S>) -> (Numbers, bool) {
        let mut moves = MoveList::new();
        state.legal_moves(self.tables, &mut moves);
        match end(self.tables, state, moves.is_empty()) {
            None => (Numbers { reach: 1, fail: moves.len() as u32 }, false),
            Some(winner) => {
                let won = winner == Some(self.attacker);
                let reached = won == (state.turn() == self.attacker);
                (if reached { Numbers::REACHED } else { Numbers::FAILED }, true)
            }
        }
    }

    /// What is known of a position; one on the way here again is no progress for the attacker.
    fn numbers(&self, child: &Child<S>) -> Numbers {
        let (state, (first, over)) = (&child.state, child.first);
        if over {
            first
        } else if self.path.contains(&state.hash()) {
            if state.turn() == self.attacker { Numbers::FAILED } else { Numbers::REACHED }
        } else {
            self.known.get(&state.hash()).copied().unwrap_or(first)
        }
    }

    /// Looks on until one of the numbers is as high as its bound.
    fn look(&mut self, state: &State<S>, bounds: Numbers) -> Result<Numbers, OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(OutOfNodes);
        }
        let mut children = self.children(state);
        self.path.push(state.hash());
        let result = loop {
            for child in &mut children {
                child.numbers = self.numbers(child);
            }
            let reach = children.iter().map(|child| child.numbers.fail).min().unwrap_or(NEVER);
            let fail = children.iter().fold(0, |sum: u32, child| (sum + child.numbers.reach).min(NEVER));
            let now = Numbers { reach, fail };
            if reach >= bounds.reach || fail >= bounds.fail || reach == 0 || fail == 0 {
                break now;
            }
            let best =
                (0..children.len()).min_by_key(|&i| children[i].numbers.fail).expect("there are moves");
            let others = children.iter().enumerate().filter(|&(i, _)| i != best);
            let second = others.map(|(_, child)| child.numbers.fail).min().unwrap_or(NEVER);
            let child = &children[best];
            let below = Numbers {
                reach: (bounds.fail - fail + child.numbers.reach).min(NEVER),
                fail: bounds.reach.min(second + 1),
            };
            let state = child.state;
            if let Err(error) = self.look(&state, below) {
                self.path.pop();
                return Err(error);
            }
        };
        self.path.pop();
        self.known.insert(state.hash(), result);
        Ok(result)
    }

    fn children(&self, state: &State<S>) -> Vec<Child<S>> {
        let mut moves = MoveList::new();
        state.legal_moves(self.tables, &mut moves);
        let child = |&mv: &Move| {
            let state = state.after(self.tables, mv);
            let first = self.first_look(&state);
            Child { mv, state, first, numbers: first.0 }
        };
        moves.iter().map(child).collect()
    }

    /// Goes through the proof: from a position of the attacker's a move that wins, if all is in order. `sound` are the positions gone
    /// through, by the highest clock at which they were.
    fn check(&mut self, state: &State<S>, sound: &mut HashMap<u64, (u16, Move)>) -> Option<Move> {
        if let Some(&(clock, key)) = sound.get(&state.hash())
            && clock >= state.clock()
        {
            return Some(key);
        }
        if self.path.contains(&state.hash()) {
            return None;
        }
        self.path.push(state.hash());
        let children = self.children(state);
        let mut key = None;
        for child in &children {
            let lost = match child.first {
                (first, true) => first.fail == 0,
                _ => {
                    let lost = self.known.get(&child.state.hash()).is_some_and(|numbers| numbers.fail == 0);
                    lost && self.answers(&child.state, sound)
                }
            };
            if lost {
                key = Some(child.mv);
                break;
            }
        }
        self.path.pop();
        if let Some(key) = key {
            sound.insert(state.hash(), (state.clock(), key));
        }
        key
    }

    /// Whether every move of the loser's is answered.
    fn answers(&mut self, state: &State<S>, sound: &mut HashMap<u64, (u16, Move)>) -> bool {
        self.children(state).iter().all(|child| match child.first {
            (first, true) => first.reach == 0,
            _ => self.check(&child.state, sound).is_some(),
        })
    }
}

#[cfg(test)]
mod tests {
    use berolina_rules::{Library, Variant};

    use super::*;

    /// The winning move that is found, and within how many positions.
    fn key(name: &str, fen: &str, nodes: u64) -> Option<String> {
        let variant = Variant::load(&Library::shipped(), name).unwrap_or_else(|e| panic!("{name}: {e}"));
        let position = Position::from_fen(&variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        let forced = forced_win(&position, nodes).unwrap_or_else(|e| panic!("{name} {fen}: {e}"));
        forced.map(|forced| position.san(forced.key))
    }

    #[test]
    fn mates_of_chess() {
        let fen = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16";
        assert_eq!(key("chess", fen, 10_000).as_deref(), Some("Qb8+"));
        // Stalemate and the bare kings draw.
        assert_eq!(key("chess", "k7/8/8/8/8/8/8/6BK w - - 0 1", 10_000), None);
    }
}
