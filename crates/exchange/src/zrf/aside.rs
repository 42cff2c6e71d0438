//! Instructions that look aside from the way of a piece: at squares by their names, such as those of a hand beside the board, and at flags.

use super::board::Board;
use super::read::Node;
use super::walk::{ANYTHING, EMPTY, ENEMY, FRIEND, Faulty, State, Walker};

/// A square that no steps led to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Aside {
    At(usize),
    /// The first of these on which nothing stands.
    FirstFree(Vec<usize>),
}

/// From how many squares a loop is followed that goes by names.
const MAX_STARTS: usize = 24;

impl State {
    /// The one square where the piece can stand, if there is one only.
    fn only_start(&self) -> Option<usize> {
        let zone = &self.visits[0].zone;
        let mut on = (0..zone.len()).filter(|&at| zone[at]);
        on.next().filter(|_| on.next().is_none())
    }
}

/// What a condition says of a square by its name alone; nothing where that does not decide.
fn known(board: &Board, side: usize, at: usize, condition: &Node) -> Option<bool> {
    let (head, rest) = match condition.word() {
        Some(word) => (word, [].as_slice()),
        None => condition.call()?,
    };
    let all = || rest.iter().map(|part| known(board, side, at, part)).collect::<Option<Vec<_>>>();
    match (head, rest) {
        ("and", _) => return Some(all()?.into_iter().all(|holds| holds)),
        ("or", _) => return Some(all()?.into_iter().any(|holds| holds)),
        ("not", [part]) => return known(board, side, at, part).map(|holds| !holds),
        _ => {}
    }
    let (head, holds) = match head.strip_prefix("not-") {
        Some(head) => (head, false),
        None => (head, true),
    };
    let [name] = rest else { return None };
    let name = name.said()?;
    let found = match head {
        "on-board?" => board.step(at, &board.direction(name, side)?).is_some(),
        "position?" => board.position(name)? == at,
        "in-zone?" => board.zone_of(name, side)?[at],
        _ => return None,
    };
    Some(found == holds)
}

/// `(and X not-empty?)` or `not-empty?`: what must be so besides.
fn not_empty(condition: &Node) -> Option<Vec<&Node>> {
    let parts = match condition.call() {
        Some(("and", parts)) => parts.iter().collect(),
        _ => vec![condition],
    };
    let (empty, others): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|part| part.word() == Some("not-empty?"));
    (empty.len() == 1).then_some(others)
}

impl Walker<'_> {
    /// Whether a word is the name of a square and no direction.
    pub(super) fn is_named(&self, word: &str) -> bool {
        self.board.direction(word, self.side).is_none() && self.board.position(word).is_some()
    }

    /// To a square by its name, or a step from there.
    pub(super) fn go_aside(&mut self, word: &str, mut state: State) -> Faulty<Vec<State>> {
        if self.is_named(word) {
            state.aside = self.board.position(word).map(Aside::At);
            return Ok(vec![state]);
        }
        let direction = self.board.direction(word, self.side);
        let (Some(Aside::At(at)), Some(direction)) = (&state.aside, direction) else {
            return Err(format!("`{word}` is not understood"));
        };
        let to = self.board.step(*at, &direction).map(Aside::At);
        Ok(to.into_iter().map(|to| State { aside: Some(to), ..state.clone() }).collect())
    }

    /// `(set-flag name ...)`: what decides it divides the ways through a block.
    pub(super) fn set_flag(
        &mut self,
        whole: &Node,
        name: &Node,
        value: &Node,
        mut state: State,
    ) -> Faulty<Vec<State>> {
        let Some(name) = name.said() else { return Err(format!("`{}` is not understood", whole.shown())) };
        if let Some(value) = value.word().and_then(|word| word.parse::<bool>().ok()) {
            state.flags.insert(name.to_owned(), value);
            return Ok(vec![state]);
        }
        if state.aside.is_some() {
            return Err(format!("`{}` is not understood", whole.shown()));
        }
        let mut states = Vec::new();
        for holds in [true, false] {
            for mut state in self.when(value, holds, state.clone())? {
                state.flags.insert(name.to_owned(), holds);
                states.push(state);
            }
        }
        Ok(states)
    }

    /// A condition of a square aside.
    pub(super) fn simple_aside(
        &self,
        whole: &Node,
        head: &str,
        rest: &[&Node],
        holds: bool,
        mut state: State,
    ) -> Faulty<Vec<State>> {
        let unknown = || format!("the condition `{}`", whole.shown());
        if let ("flag?", [name]) = (head, rest) {
            let set = name.said().and_then(|name| state.flags.get(name)).copied().unwrap_or(false);
            return Ok(if set == holds { vec![state] } else { Vec::new() });
        }
        let mask = match (head, rest) {
            ("empty?", []) => Some(EMPTY),
            ("enemy?", []) => Some(ENEMY),
            ("friend?", []) => Some(FRIEND),
            _ => None,
        };
        match (state.aside.clone(), mask) {
            (Some(Aside::At(at)), Some(mask)) if state.only_start() == Some(at) => {
                // There it stands itself.
                Ok(if (mask == FRIEND) == holds { vec![state] } else { Vec::new() })
            }
            (Some(Aside::At(at)), Some(mask)) => {
                state.asks.push((at, if holds { mask } else { ANYTHING & !mask }));
                Ok(vec![state])
            }
            (Some(Aside::At(at)), None) => match known(self.board, self.side, at, whole) {
                // What is asked is whether the whole of it is so, however it is turned.
                Some(_) if matches!(whole.call(), Some(("not", _))) => Err(unknown()),
                Some(found) => {
                    let negated = whole.call().is_some_and(|call| call.0.starts_with("not-"));
                    Ok(if (found != negated) == holds { vec![state] } else { Vec::new() })
                }
                None => Err(unknown()),
            },
            (Some(Aside::FirstFree(_)), Some(EMPTY)) => Ok(if holds { vec![state] } else { Vec::new() }),
            (Some(Aside::FirstFree(shelf)), None) => {
                let found: Option<Vec<bool>> =
                    shelf.iter().map(|&at| known(self.board, self.side, at, whole)).collect();
                let negated = whole.call().is_some_and(|call| call.0.starts_with("not-"));
                match found {
                    Some(found) if found.iter().all(|one| (*one != negated) == holds) => Ok(vec![state]),
                    Some(found) if found.iter().all(|one| (*one != negated) != holds) => Ok(Vec::new()),
                    _ => Err(unknown()),
                }
            }
            _ => Err(unknown()),
        }
    }

    /// `(if empty? add)` of a square aside: where both ways come to the same, it does not matter any more.
    pub(super) fn if_aside(
        &mut self,
        condition: &Node,
        then: &[Node],
        mut state: State,
    ) -> Faulty<Vec<State>> {
        if let (Some(kind), Some(Aside::At(at)), [verify]) = (own_piece(condition), &state.aside, then)
            && let Some(("verify", [asked])) = verify.call()
            && asked.word() == Some("attacked?")
        {
            state.checked.push((kind.to_owned(), *at));
            return Ok(vec![state]);
        }
        let other = then.iter().position(|node| node.word() == Some("else"));
        let (then, other) = then.split_at(other.unwrap_or(then.len()));
        let yes = self.when(condition, true, state.clone())?;
        let no = self.when(condition, false, state.clone())?;
        let mut yes = self.run(then, yes)?;
        let no = self.run(other.get(1..).unwrap_or_default(), no)?;
        if let ([a], [b]) = (yes.as_slice(), no.as_slice()) {
            let plain = |one: &State| State { asks: state.asks.clone(), ..one.clone() };
            if plain(a) == plain(b) {
                return Ok(vec![plain(a)]);
            }
        }
        yes.extend(no);
        Ok(yes)
    }

    /// A loop that begins where the piece stands and goes by names: for each square of its own.
    pub(super) fn while_from(
        &mut self,
        condition: &Node,
        body: &[Node],
        state: &State,
    ) -> Faulty<Vec<State>> {
        let mut states = Vec::new();
        let start = &state.visits[0].zone;
        let from: Vec<usize> = (0..start.len()).filter(|&at| start[at] && self.board.alive[at]).collect();
        if state.visits.len() != 1 || from.len() > MAX_STARTS {
            return Err(format!("a loop `while {}`", condition.shown()));
        }
        for at in from {
            let mut one = State { aside: Some(Aside::At(at)), ..state.clone() };
            one.visits[0].zone.iter_mut().enumerate().for_each(|(place, on)| *on = place == at);
            states.extend(self.while_aside(condition, body, one)?);
        }
        Ok(states)
    }

    /// A loop over squares aside: to the first free one, or over all of them.
    pub(super) fn while_aside(
        &mut self,
        condition: &Node,
        body: &[Node],
        mut state: State,
    ) -> Faulty<Vec<State>> {
        let wrong = || format!("a loop `while {}`", condition.shown());
        let Some(Aside::At(mut at)) = state.aside else { return Err(wrong()) };
        let squares = self.board.names.len();
        if let (Some(others), [step]) = (not_empty(condition), body) {
            let direction =
                step.word().and_then(|word| self.board.direction(word, self.side)).ok_or_else(wrong)?;
            let mut shelf = Vec::new();
            while shelf.len() <= squares {
                let goes_on = others.iter().map(|one| known(self.board, self.side, at, one));
                let goes_on = goes_on.collect::<Option<Vec<_>>>().ok_or_else(wrong)?.iter().all(|on| *on);
                let named = others.iter().any(|one| one.call().is_some_and(|call| call.0 == "not-position?"));
                // A square that ends the loop by its name is none of them; one from which no step leads is the last.
                if goes_on || !named {
                    shelf.push(at);
                }
                match self.board.step(at, &direction).filter(|_| goes_on) {
                    Some(to) => at = to,
                    None => break,
                }
            }
            state.aside = Some(Aside::FirstFree(shelf));
            return Ok(vec![state]);
        }
        for _ in 0..=squares {
            let Some(Aside::At(at)) = state.aside else { return Err(wrong()) };
            if !known(self.board, self.side, at, condition).ok_or_else(wrong)? {
                return Ok(vec![state]);
            }
            let mut passed = self.run(body, vec![state])?;
            let (Some(only), None) = (passed.pop(), passed.pop()) else {
                return Err("a loop with several ways through it".to_owned());
            };
            state = only;
        }
        Err(wrong())
    }
}

/// `(and friend? (piece? King))`: the kind.
fn own_piece(condition: &Node) -> Option<&str> {
    let Some(("and", [a, b])) = condition.call() else { return None };
    let (_, kind) = match (a.word(), b.word()) {
        (Some("friend?"), None) => (a, b),
        (None, Some("friend?")) => (b, a),
        _ => return None,
    };
    match kind.call() {
        Some(("piece?", [kind])) => kind.said(),
        _ => None,
    }
}
