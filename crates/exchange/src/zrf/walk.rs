//! What a block of instructions can do, found by following it without a position: every square that it looks at, what must
//! stand there, and where a move ends.

use std::collections::BTreeMap;

use super::aside::Aside;
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
/// The most instructions that are followed for all blocks of a player, counting those of loops as often as they are.
const MAX_STEPS: usize = 200_000;
/// The most moves of one block.
const MAX_FOUND: usize = 256;

/// A square that was looked at.
#[derive(Clone, PartialEq, Debug)]
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
    /// Kinds one of which must stand there, if anything does.
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

impl Visit {
    /// A piece of a kind stands there, or none of it does; whether that can be.
    fn is_kind(&mut self, kind: &str, holds: bool, all: &[String]) -> bool {
        let kinds = self.kinds.get_or_insert_with(|| all.to_vec());
        kinds.retain(|known| (known == kind) == holds);
        if holds || kinds.is_empty() {
            self.may &= if holds { ENEMY | FRIEND } else { EMPTY };
        }
        self.may != 0 && !(holds && kinds.is_empty())
    }
}

/// A piece on its way.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Part {
    pub from: usize,
    pub to: Option<usize>,
    /// Where it goes instead, if that is no square that was walked to.
    pub away: Option<Aside>,
    /// It changes sides.
    pub flips: bool,
    /// What one becomes that is not the piece that moves.
    pub becomes: Option<String>,
}

/// How far a block has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct State {
    pub visits: Vec<Visit>,
    pub(super) at: usize,
    pub(super) mark: usize,
    pub parts: Vec<Part>,
    pub captures: Vec<usize>,
    /// Attributes that are set.
    pub sets: Vec<(String, bool)>,
    pub(super) becomes: Option<String>,
    /// Steps to squares that were looked at before, which must be possible as well.
    pub again: Vec<(usize, String)>,
    /// Flags that were set.
    pub flags: BTreeMap<String, bool>,
    /// A square by its name where it looks now, and what may stand on those where it looked.
    pub aside: Option<Aside>,
    pub asks: Vec<(usize, u8)>,
    /// Squares on which an own piece of a kind must be attacked, if it stands there.
    pub checked: Vec<(String, usize)>,
}

/// A move of a block.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub state: State,
    /// Where the piece goes.
    pub to: usize,
    /// What it becomes, one of these.
    pub kinds: Option<Vec<String>>,
    /// What becomes of pieces that it captures, by their kinds.
    pub fates: BTreeMap<String, Fate>,
    /// It may not go there where it would be attacked, unless it captures something royal.
    pub shy: bool,
}

/// What becomes of a captured piece that goes to a square beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fate {
    /// It changes sides.
    pub flips: bool,
    pub becomes: String,
    /// The squares of which it takes the first free one.
    pub shelf: Vec<usize>,
}

/// Follows the blocks of a player.
pub(super) struct Walker<'a> {
    pub board: &'a Board,
    pub side: usize,
    /// The names of all pieces.
    kinds: Vec<String>,
    found: Vec<Found>,
    steps: usize,
}

pub(super) type Faulty<T> = Result<T, String>;

impl<'a> Walker<'a> {
    pub(super) fn new(board: &'a Board, side: usize, kinds: Vec<String>) -> Self {
        Self { board, side, kinds, found: Vec::new(), steps: 0 }
    }

    /// The moves of a block.
    pub(super) fn block(&mut self, nodes: &[Node]) -> Faulty<Vec<Found>> {
        self.found.clear();
        let all = self.board.all();
        let start = Visit::new(all, (0, Vec::new()), 0, Some((0, 0)));
        let state = State { visits: vec![start], parts: vec![Part::default()], ..State::default() };
        self.run(nodes, vec![state])?;
        Ok(std::mem::take(&mut self.found))
    }

    pub(super) fn run(&mut self, nodes: &[Node], mut states: Vec<State>) -> Faulty<Vec<State>> {
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
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(format!("more than {MAX_STEPS} instructions to follow"));
        }
        if let Some(word) = node.word() {
            match word {
                "add" => self.add(&state, None)?,
                "back" => (state.at, state.aside) = (state.mark, None),
                "change-owner" | "flip" if state.parts.len() > 1 => {
                    let part = state.part();
                    part.flips = !part.flips;
                }
                _ if state.aside.is_some() || self.is_named(word) => return self.go_aside(word, state),
                "capture" => state.captures.push(state.at),
                "mark" => state.mark = state.at,
                "from" => state.part().from = state.at,
                "to" => state.part().to = Some(state.at),
                "cascade" => {
                    let at = state.at;
                    state.part().to.get_or_insert(at);
                    state.parts.push(Part { from: at, ..Part::default() });
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
            Some(("if", [condition, then @ ..])) if state.aside.is_some() => {
                self.if_aside(condition, then, state)
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
            Some(("while", [condition, body @ ..])) if state.aside.is_some() => {
                self.while_aside(condition, body, state)
            }
            Some(("while", [condition, body @ ..])) => self.ride(condition, body, state),
            Some(("set-attribute", [name, value])) => {
                let (Some(name), Some(value)) = (name.said(), value.said()) else {
                    return Err(format!("`{}` is not understood", node.shown()));
                };
                state.sets.push((name.to_owned(), value == "true"));
                Ok(vec![state])
            }
            Some(("set-flag", [name, value])) => self.set_flag(node, name, value, state),
            Some(("change-type", [kind])) => {
                let kind = kind.said().map(str::to_owned);
                match state.parts.len() {
                    1 => state.becomes = kind,
                    _ => state.part().becomes = kind,
                }
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
        match state.aside.take() {
            Some(aside) => state.part().away = Some(aside),
            None => drop(state.part().to.get_or_insert(at)),
        }
        let kinds = kinds.or_else(|| state.becomes.clone().map(|kind| vec![kind]));
        let to = state.parts[0].to.unwrap_or(at);
        self.found.push(Found { state, to, kinds, fates: BTreeMap::new(), shy: false });
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
            return self.while_from(condition, body, &state);
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
    pub(super) fn when(&mut self, condition: &Node, holds: bool, state: State) -> Faulty<Vec<State>> {
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
        if state.aside.is_some() {
            return self.simple_aside(whole, head, rest, holds, state);
        }
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
            ("flag?", Some(flag), _) => {
                let set = state.flags.get(flag).copied().unwrap_or(false);
                return Ok(if set == holds { vec![state] } else { Vec::new() });
            }
            ("position?", Some(name), _) => {
                let place = self.board.position(name).ok_or_else(unknown)?;
                visit.zone.iter_mut().enumerate().for_each(|(at, on)| *on &= (at == place) == holds);
            }
            ("piece?", Some(kind), _) => {
                if !visit.is_kind(kind, holds, &self.kinds) {
                    return Ok(Vec::new());
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
    pub(super) fn part(&mut self) -> &mut Part {
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
