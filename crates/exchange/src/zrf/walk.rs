//! What a block of instructions can do, found by following it without a position: every square that it looks at, what must
//! stand there, and where a move ends.

use super::board::{Board, Set};
use super::read::Node;
use berolina_rules::geometry::Offset;

/// What may stand on a square.
pub(super) const EMPTY: u8 = 1;
pub(super) const ENEMY: u8 = 2;
pub(super) const FRIEND: u8 = 4;
pub(super) const ANYTHING: u8 = 7;

/// The most ways through one block.
const MAX_STATES: usize = 256;
/// The most squares that a block looks at.
const MAX_VISITS: usize = 64;
/// The most moves of one block.
const MAX_FOUND: usize = 256;

/// A square that was looked at.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    /// From which of the squares, and how.
    pub parent: usize,
    pub directions: Vec<String>,
    /// The step is repeated over empty squares until the one that this says.
    pub ride: bool,
    /// Squares that the ride may pass.
    pub through: Set,
    /// The last ride before it or the start, and how far it lies from there.
    base: usize,
    pub offset: Option<Offset>,
    /// What may stand there, and where that may be.
    pub may: u8,
    pub zone: Set,
    /// Kinds one of which must stand there.
    pub kinds: Option<Vec<String>>,
    /// The opponent's last move went from there, or to there.
    pub last_from: bool,
    pub last_to: bool,
    /// Attributes that the piece there must have.
    pub attributes: Vec<(String, bool)>,
    pub attacked: Option<bool>,
}

impl Visit {
    /// A square on which nothing is asked yet, come to from another by some directions.
    fn new(
        all: Set,
        (parent, directions): (usize, Vec<String>),
        base: usize,
        offset: Option<Offset>,
    ) -> Self {
        Self {
            parent,
            directions,
            ride: false,
            through: all.clone(),
            base,
            offset,
            may: ANYTHING,
            zone: all,
            kinds: None,
            last_from: false,
            last_to: false,
            attributes: Vec::new(),
            attacked: None,
        }
    }
}

/// A piece on its way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part {
    pub from: usize,
    pub to: Option<usize>,
}

/// How far a block has come.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub visits: Vec<Visit>,
    at: usize,
    mark: usize,
    pub parts: Vec<Part>,
    pub captures: Vec<usize>,
    /// Attributes that are set.
    pub sets: Vec<(String, bool)>,
    becomes: Option<String>,
    /// Steps to squares that were looked at before, which must be possible as well.
    pub again: Vec<(usize, String)>,
}

/// A move of a block.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub state: State,
    /// Where the piece goes.
    pub to: usize,
    /// What it becomes, one of these.
    pub kinds: Option<Vec<String>>,
}

/// Follows the blocks of a player.
pub(super) struct Walker<'a> {
    pub board: &'a Board,
    pub side: usize,
    found: Vec<Found>,
}

type Faulty<T> = Result<T, String>;

impl<'a> Walker<'a> {
    pub(super) fn new(board: &'a Board, side: usize) -> Self {
        Self { board, side, found: Vec::new() }
    }

    /// The moves of a block.
    pub(super) fn block(&mut self, nodes: &[Node]) -> Faulty<Vec<Found>> {
        self.found.clear();
        let all = self.board.all();
        let start = Visit::new(all, (0, Vec::new()), 0, Some((0, 0)));
        let state = State {
            visits: vec![start],
            at: 0,
            mark: 0,
            parts: vec![Part::default()],
            captures: Vec::new(),
            sets: Vec::new(),
            becomes: None,
            again: Vec::new(),
        };
        self.run(nodes, vec![state])?;
        Ok(std::mem::take(&mut self.found))
    }

    fn run(&mut self, nodes: &[Node], mut states: Vec<State>) -> Faulty<Vec<State>> {
        for node in nodes {
            let mut next = Vec::new();
            for state in states {
                next.extend(self.one(node, state)?);
            }
            if next.len() > MAX_STATES {
                return Err(format!("more than {MAX_STATES} ways through it"));
            }
            states = next;
        }
        Ok(states)
    }

    /// One instruction.
    fn one(&mut self, node: &Node, mut state: State) -> Faulty<Vec<State>> {
        if let Some(word) = node.word() {
            match word {
                "add" => self.add(&state, None)?,
                "capture" => state.captures.push(state.at),
                "mark" => state.mark = state.at,
                "back" => state.at = state.mark,
                "from" => state.part().from = state.at,
                "to" => state.part().to = Some(state.at),
                "cascade" => {
                    let at = state.at;
                    state.part().to.get_or_insert(at);
                    state.parts.push(Part { from: at, to: None });
                    if state.parts.len() > 4 {
                        return Err("more than four pieces move".to_owned());
                    }
                }
                _ => match self.board.direction(word, self.side) {
                    Some(direction) => self.go(&mut state, direction)?,
                    None => return Err(format!("`{word}` is not understood")),
                },
            }
            return Ok(vec![state]);
        }
        match node.call() {
            Some(("add", kinds)) if !kinds.is_empty() => {
                let kinds = kinds.iter().map(|kind| kind.said().map(str::to_owned));
                self.add(&state, Some(kinds.collect::<Option<_>>().ok_or("`add` of no piece")?))?;
                Ok(vec![state])
            }
            Some(("verify", [condition])) => self.when(condition, true, state),
            Some(("verify", conditions)) if !conditions.is_empty() => {
                let mut states = vec![state];
                for condition in conditions {
                    states = self.each(states, |walker, state| walker.when(condition, true, state))?;
                }
                Ok(states)
            }
            Some(("if", [condition, then @ ..])) => {
                let other = then.iter().position(|node| node.word() == Some("else"));
                let (then, other) = then.split_at(other.unwrap_or(then.len()));
                let yes = self.when(condition, true, state.clone())?;
                let no = self.when(condition, false, state)?;
                let mut states = self.run(then, yes)?;
                states.extend(self.run(other.get(1..).unwrap_or_default(), no)?);
                Ok(states)
            }
            Some(("while", [condition, body @ ..])) => self.ride(condition, body, state),
            Some(("set-attribute", [name, value])) => {
                let (Some(name), Some(value)) = (name.said(), value.said()) else {
                    return Err(format!("`{}` is not understood", node.shown()));
                };
                state.sets.push((name.to_owned(), value == "true"));
                Ok(vec![state])
            }
            Some(("change-type", [kind])) => {
                state.becomes = kind.said().map(str::to_owned);
                Ok(vec![state])
            }
            _ => Err(format!("`{}` is not understood", node.shown())),
        }
    }

    fn each(
        &mut self,
        states: Vec<State>,
        mut change: impl FnMut(&mut Self, State) -> Faulty<Vec<State>>,
    ) -> Faulty<Vec<State>> {
        let mut all = Vec::new();
        for state in states {
            all.extend(change(self, state)?);
            if all.len() > MAX_STATES {
                return Err(format!("more than {MAX_STATES} ways through it"));
            }
        }
        Ok(all)
    }

    /// A move is made.
    fn add(&mut self, state: &State, kinds: Option<Vec<String>>) -> Faulty<()> {
        let mut state = state.clone();
        let at = state.at;
        state.part().to.get_or_insert(at);
        let kinds = kinds.or_else(|| state.becomes.clone().map(|kind| vec![kind]));
        let to = state.parts[0].to.unwrap_or(at);
        self.found.push(Found { state, to, kinds });
        match self.found.len() > MAX_FOUND {
            true => Err(format!("more than {MAX_FOUND} moves")),
            false => Ok(()),
        }
    }

    /// A step; to a square that was looked at before, it is that one.
    fn go(&self, state: &mut State, direction: String) -> Faulty<()> {
        let vector = self.board.vector(&direction);
        let here = &state.visits[state.at];
        let offset = here.offset.zip(vector).map(|(a, b)| (a.0.saturating_add(b.0), a.1.saturating_add(b.1)));
        let base = here.base;
        let known = state
            .visits
            .iter()
            .position(|visit| offset.is_some() && visit.base == base && visit.offset == offset);
        if let Some(at) = known {
            if state.again.len() >= MAX_VISITS {
                return Err(format!("more than {MAX_VISITS} steps back"));
            }
            state.again.push((state.at, direction));
            state.at = at;
            return Ok(());
        }
        if state.visits.len() >= MAX_VISITS {
            return Err(format!("more than {MAX_VISITS} squares"));
        }
        let all = self.board.all();
        let visit = Visit::new(all, (state.at, vec![direction]), base, offset);
        state.visits.push(visit);
        state.at = state.visits.len() - 1;
        Ok(())
    }

    /// `(while empty? ... D)`: the step D that led here is repeated.
    fn ride(&mut self, condition: &Node, body: &[Node], mut state: State) -> Faulty<Vec<State>> {
        if condition.word() != Some("empty?") {
            return Err(format!("a loop `while {}`", condition.shown()));
        }
        let direction = |node: &Node| node.word().and_then(|word| self.board.direction(word, self.side));
        let first = body.iter().position(|node| direction(node).is_some()).unwrap_or(body.len());
        let (inner, steps) = body.split_at(first);
        let Some(steps) =
            steps.iter().map(direction).collect::<Option<Vec<_>>>().filter(|steps| !steps.is_empty())
        else {
            return Err("a loop that does not end with a step".to_owned());
        };
        let begun = self.unroll(&mut state, &steps)?;
        let before = self.found.len();
        let mut passing = state.clone();
        passing.visits[begun].may = EMPTY;
        let mut passed = self.run(inner, vec![passing])?;
        let (Some(passed), None) = (passed.pop(), passed.pop()) else {
            return Err("a loop with several ways through it".to_owned());
        };
        let through = passed.visits[begun].zone.clone();
        if passed.visits.len() != state.visits.len() {
            return Err("a loop that looks at other squares".to_owned());
        }
        for found in &mut self.found[before..] {
            found.state.visits[begun].through.clone_from(&through);
        }
        state.visits[begun].through = through;
        state.visits[begun].may = ENEMY | FRIEND;
        Ok(vec![state])
    }

    /// Makes a ride of the steps that led here.
    fn unroll(&self, state: &mut State, steps: &[String]) -> Faulty<usize> {
        let free = |visit: &Visit| {
            visit.may == ANYTHING
                && visit.zone.iter().all(|on| *on)
                && !visit.ride
                && visit.kinds.is_none()
                && visit.attributes.is_empty()
                && visit.attacked.is_none()
        };
        let mut at = state.at;
        for (back, step) in steps.iter().rev().enumerate() {
            let visit = &state.visits[at];
            if at == 0
                || at != state.visits.len() - 1 - back
                || !free(visit)
                || visit.directions != [step.clone()]
            {
                return Err("a loop whose first step is another than the next ones".to_owned());
            }
            at = visit.parent;
        }
        state.visits.truncate(state.visits.len() - steps.len() + 1);
        let begun = state.visits.len() - 1;
        let ride = &mut state.visits[begun];
        ride.parent = at;
        ride.directions = steps.to_vec();
        ride.ride = true;
        ride.base = begun;
        ride.offset = Some((0, 0));
        state.at = begun;
        Ok(begun)
    }

    /// What must be so for a condition to hold, or not to.
    fn when(&mut self, condition: &Node, holds: bool, state: State) -> Faulty<Vec<State>> {
        let words: Vec<&Node> = match condition.list() {
            Some(nodes) => nodes.iter().collect(),
            None => vec![condition],
        };
        let Some((head, rest)) = words.split_first().and_then(|(head, rest)| Some((head.word()?, rest)))
        else {
            return Err(format!("the condition `{}`", condition.shown()));
        };
        match (head, rest, holds) {
            ("and", _, true) | ("or", _, false) => {
                let mut states = vec![state];
                for part in rest {
                    states = self.each(states, |walker, state| walker.when(part, holds, state))?;
                }
                return Ok(states);
            }
            ("and", _, false) | ("or", _, true) => {
                // One after the other: the first that decides, those before it not doing so.
                let mut open = vec![state];
                let mut states = Vec::new();
                for part in rest {
                    states.extend(self.each(open.clone(), |walker, state| walker.when(part, holds, state))?);
                    open = self.each(open, |walker, state| walker.when(part, !holds, state))?;
                }
                return Ok(states);
            }
            ("not", [part], _) => return self.when(part, !holds, state),
            _ => {}
        }
        let (head, holds) = match head.strip_prefix("not-") {
            Some(head) => (head, !holds),
            None => (head, holds),
        };
        self.simple(condition, head, rest, holds, state)
    }

    /// A condition of one square: the one that was reached, or one a step or a name away.
    fn simple(
        &self,
        whole: &Node,
        head: &str,
        rest: &[&Node],
        holds: bool,
        mut state: State,
    ) -> Faulty<Vec<State>> {
        let unknown = || format!("the condition `{}`", whole.shown());
        let takes = usize::from(matches!(head, "piece?" | "in-zone?" | "position?" | "flag?"));
        let named = rest.first().filter(|_| takes == 1).and_then(|node| node.said());
        let home = state.at;
        if head == "on-board?" {
            let [direction] = rest else { return Err(unknown()) };
            let direction = direction
                .word()
                .and_then(|word| self.board.direction(word, self.side))
                .ok_or_else(unknown)?;
            let zone = &mut state.visits[home].zone;
            for (at, on) in zone.iter_mut().enumerate() {
                *on &= self.board.step(at, &direction).is_some() == holds;
            }
            return Ok(vec![state]);
        }
        match &rest[takes.min(rest.len())..] {
            [] => {}
            [step] => {
                let direction = step.word().and_then(|word| self.board.direction(word, self.side));
                self.go(&mut state, direction.ok_or_else(unknown)?)?;
            }
            _ => return Err(unknown()),
        }
        let here = state.at;
        state.at = home;
        let visit = &mut state.visits[here];
        let mask = match head {
            "empty?" => Some(EMPTY),
            "enemy?" => Some(ENEMY),
            "friend?" => Some(FRIEND),
            _ => None,
        };
        if let Some(mask) = mask {
            visit.may &= if holds { mask } else { ANYTHING & !mask };
            return Ok(if visit.may == 0 { Vec::new() } else { vec![state] });
        }
        match (head, named, holds) {
            ("in-zone?", Some(zone), _) => {
                let zone =
                    self.board.zone_of(zone, self.side).unwrap_or_else(|| vec![false; visit.zone.len()]);
                visit.zone.iter_mut().zip(zone).for_each(|(on, inside)| *on &= inside == holds);
                if visit.zone.iter().all(|on| !on) {
                    return Ok(Vec::new());
                }
            }
            ("piece?", Some(kind), true) => {
                visit.may &= ENEMY | FRIEND;
                match &mut visit.kinds {
                    None => visit.kinds = Some(vec![kind.to_owned()]),
                    Some(kinds) if kinds.iter().any(|known| known == kind) => {}
                    Some(_) => return Ok(Vec::new()),
                }
            }
            ("last-from?", None, true) => visit.last_from = true,
            ("last-to?", None, true) => visit.last_to = true,
            ("attacked?", None, _) if visit.attacked.is_none_or(|before| before == holds) => {
                visit.attacked = Some(holds);
            }
            (attribute, None, _) if attribute.ends_with('?') && attribute.contains("moved") => {
                visit.attributes.push((attribute.to_owned(), holds));
            }
            _ => return Err(unknown()),
        }
        Ok(vec![state])
    }
}

impl State {
    fn part(&mut self) -> &mut Part {
        self.parts.last_mut().expect("there is a first")
    }

    /// The squares from the start to one of them.
    pub(super) fn way(&self, to: usize) -> Vec<usize> {
        let mut way = Vec::new();
        let mut at = to;
        while at != 0 {
            way.push(at);
            at = self.visits[at].parent;
        }
        way.reverse();
        way
    }
}
