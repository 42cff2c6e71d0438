//! Moves of several legs: `a` between the letters of one atom, and brackets with an atom for each leg.

use super::super::{Code, Leg, Legs, Path, Ray};
use super::atoms::{Atom, Chooser, Symmetry};
use super::{Group, Modifiers, Parser, refused};
use crate::geometry::{Grid, Offset};
use crate::say;

/// The directions of a king on squares, to the right from straight ahead: what direction letters of a later leg are said in.
const AROUND: [Offset; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A leg as it is read: its steps by the step before, and what it may do.
struct Plan {
    modifiers: Modifiers,
    atom: Atom,
    range: u8,
    /// Turns in places of [`AROUND`]; none: as the notation has it.
    turns: Option<Vec<usize>>,
    /// The atom's own steps, or all alike around the piece.
    between_brackets: bool,
}

/// A move being put together.
#[derive(Clone, Default)]
struct Way {
    legs: Vec<Leg>,
    last: Offset,
}

impl Parser<'_> {
    /// The moves of an atom with `a`: each leg goes on from where the one before ended.
    pub(super) fn again(&mut self, legs: &[Modifiers], atom: Atom, range: u8) -> Option<Vec<Ray>> {
        let first = self.steps(&legs[0].directions, atom)?;
        let mut plans = Vec::new();
        let (mut range, mut slides) = (range, atom.slides);
        for (at, modifiers) in legs.iter().enumerate() {
            let turns = if at == 0 { None } else { self.turns(modifiers)? };
            let modifiers = modifiers.clone();
            let toggles = matches!(modifiers.path, Some(('g' | 'y', _)));
            plans.push(Plan { modifiers, atom, range, turns, between_brackets: false });
            if toggles {
                slides = if atom.step.1 == 1 { !slides } else { range == 1 };
                range = if slides { u8::MAX } else { 1 };
            }
        }
        self.ways(&plans, first)
    }

    /// Reads brackets: legs with an atom each, divided by `-`, or by `?` where the move may also end.
    pub(super) fn brackets(&mut self, start: usize, before: &[Modifiers]) {
        let faults = self.out.faults.len();
        let first = before[0].first.is_some();
        let round = before[0].round;
        if before.len() > 1 || before[0].span.len() > usize::from(first) + usize::from(round.is_some()) {
            let hint = say!("directions and modes stand before each leg, such as [fW-cF]");
            self.odd(start..self.at, say!("only i and o stand before brackets"), hint);
        }
        self.at += 1;
        let mut plans: Vec<Plan> = Vec::new();
        let mut rays = Vec::new();
        loop {
            let from = self.at;
            let legs = self.all_modifiers();
            let Some((atom, range)) = self.atom(from) else { return };
            if legs.len() > 1 || legs[0].first.is_some() || legs[0].round.is_some() {
                self.odd(
                    from..self.at,
                    say!("between brackets each leg has an atom"),
                    say!("divide them by -, such as [W-F]"),
                );
            }
            let turns = if plans.is_empty() { None } else { self.turns(&legs[0]).unwrap_or_default() };
            plans.push(Plan { modifiers: legs[0].clone(), atom, range, turns, between_brackets: true });
            let sign = self.peek();
            self.at += usize::from(matches!(sign, Some('-' | '?' | ']')));
            if matches!(sign, Some('?' | ']')) && self.is_sound(faults) {
                let Some(steps) = self.steps(&plans[0].modifiers.directions.clone(), plans[0].atom) else {
                    return;
                };
                let Some(found) = self.ways(&plans, steps) else { return };
                rays.extend(found);
            }
            match sign {
                Some('-' | '?') => {}
                Some(']') => break,
                _ => {
                    return self.odd(
                        start..self.at,
                        say!("these brackets do not end"),
                        say!("write ] behind the last leg"),
                    );
                }
            }
        }
        let digits = self.at;
        if !self.digits().is_empty() {
            let hint = say!("write the legs as often as they may be made, divided by ?");
            let message = say!("a range behind brackets is not supported");
            self.fault(digits..self.at, Code::E031, message, Some(hint));
        }
        self.lead_round(&mut rays, round);
        if self.is_sound(faults) {
            self.groups.push(Group { span: start..self.at, rays, first });
        }
    }

    /// The turns that the direction letters of a later leg name; the inner `None` is no letter.
    #[allow(clippy::option_option, reason = "no letters differ from letters that are wrong")]
    fn turns(&mut self, modifiers: &Modifiers) -> Option<Option<Vec<usize>>> {
        if modifiers.directions.is_empty() {
            return Some(None);
        }
        let text = &self.text[modifiers.directions.clone()];
        let plain = text.chars().all(|c| matches!(c, 'f' | 'b'));
        if self.grid == Grid::Hexagon && !plain {
            let hint = say!("leave the letters out, or say f or b");
            self.odd(
                modifiers.directions.clone(),
                say!("on hexagons a later leg goes on, back, or anywhere"),
                hint,
            );
            return None;
        }
        let chosen = self.choosers(Grid::Square, &modifiers.directions, Symmetry::Royal)?;
        let has = |step: Offset| chosen.iter().any(|c: &Chooser| c.has(Grid::Square, step, Symmetry::Royal));
        Some(Some((0..AROUND.len()).filter(|&n| has(AROUND[n])).collect()))
    }

    /// All ways through legs.
    fn ways(&mut self, plans: &[Plan], first: Vec<Offset>) -> Option<Vec<Ray>> {
        let (last, before) = plans.split_last()?;
        if before.is_empty() {
            return self.single(&last.modifiers.clone(), last.atom, last.range);
        }
        let mut ways: Vec<Way> = first.iter().map(|&last| Way { legs: Vec::new(), last }).collect();
        for (at, plan) in before.iter().enumerate() {
            let leg = self.leg(plan)?;
            let next = &plans[at + 1];
            let mut longer = Vec::new();
            for way in ways {
                let mut legs = way.legs;
                legs.push(Leg { step: way.last, max: plan.range, ..leg });
                longer.extend(
                    turned(self.grid, next, way.last)
                        .into_iter()
                        .map(|last| Way { legs: legs.clone(), last }),
                );
            }
            if longer.is_empty() {
                let hint = say!("f goes on with the least turn; leave the letters out");
                self.odd(next.modifiers.span.clone(), say!("this leg has no step in such a direction"), hint);
                return None;
            }
            if longer.len() > super::MAX_RAYS {
                let message = say!("these are more than {most} ways", most = super::MAX_RAYS);
                self.fault(next.modifiers.span.clone(), Code::E033, message, None);
                return None;
            }
            ways = longer;
        }
        self.last_leg(last, ways)
    }

    /// What a leg that another follows may do.
    fn leg(&mut self, plan: &Plan) -> Option<Leg> {
        let said = &plan.modifiers;
        let mark = said.path.map(|path| path.0);
        if let Some((mark, at)) = said.path.filter(|path| !matches!(path.0, 'p' | 'g' | 'y')) {
            let hint = say!("write its steps as legs of their own");
            self.odd(at..at + 1, say!("`{mark}` has no meaning in a leg", mark), hint);
        }
        if let Some(at) = said.en_passant {
            self.odd(at..at + 1, say!("only a whole move captures en passant"), say!("leave the e out"));
        }
        let hops = said.hops || matches!(mark, Some('p' | 'g'));
        if let Some(at) = said.tame.filter(|_| !hops) {
            let (code, message, hint) = refused::unknown('t');
            self.fault(at..at + 1, code, message, hint);
        }
        let empty = said.moves || mark == Some('y') || !(said.captures || hops);
        let hops_enemy = hops && said.tame.is_none();
        (said.en_passant.is_none()).then_some(Leg {
            empty,
            captures: said.captures,
            hops_own: hops,
            hops_enemy,
            ..Leg::default()
        })
    }

    /// Ends ways with the last leg.
    fn last_leg(&mut self, plan: &Plan, ways: Vec<Way>) -> Option<Vec<Ray>> {
        let said = &plan.modifiers;
        for (at, later) in
            [(said.first, say!("i stands before the first leg")), (said.en_passant, say!("leave the e out"))]
        {
            if let Some(at) = at {
                self.odd(at..at + 1, say!("this is said of a whole move"), later);
            }
        }
        let all = !said.moves && !said.captures;
        let (moves, captures) = (said.moves || all, said.captures || all);
        let hop = said.path.map(|path| path.0);
        if let Some((mark, at)) = said.path.filter(|path| !matches!(path.0, 'p' | 'g')) {
            self.odd(
                at..at + 1,
                say!("`{mark}` has no meaning in the last leg", mark),
                say!("write its steps as legs"),
            );
        }
        let mut rays = Vec::new();
        for mut way in ways {
            let mut max = plan.range;
            if hop.is_some() {
                let leg = Leg { step: way.last, max, hops_own: true, ..Leg::default() };
                way.legs.push(Leg { hops_enemy: said.tame.is_none(), ..leg });
                max = if hop == Some('g') { 1 } else { max };
            }
            if way.legs.iter().filter(|leg| leg.captures).count() > 1 {
                let hint = say!("let only one of the legs before the last capture");
                let message = say!("a move can capture on one square on its way, and where it ends");
                self.fault(said.span.clone(), Code::E031, message, Some(hint));
                return None;
            }
            let Some(legs) = Legs::new(&way.legs) else {
                let message = say!("a move has at most {most} legs before the last", most = Legs::MOST);
                self.fault(said.span.clone(), Code::E033, message, None);
                return None;
            };
            rays.push(Ray {
                step: way.last,
                min: 1,
                max,
                path: Path::Legs(legs),
                moves,
                captures,
                round: false,
            });
        }
        Some(rays)
    }
}

/// The steps of a leg that follows a step.
fn turned(grid: Grid, plan: &Plan, before: Offset) -> Vec<Offset> {
    if plan.between_brackets {
        return nearest(grid, plan, before);
    }
    let ring = plan.atom.ring(grid);
    let Some(at) = ring.iter().position(|&step| step == before) else { return Vec::new() };
    let count = ring.len();
    let goes = |turn: usize| match &plan.turns {
        Some(turns) => turns.iter().any(|&n| n * count == turn * AROUND.len()),
        // Anywhere but back, and in steps of its own kind.
        None => {
            let four = matches!(plan.atom.symmetry, Symmetry::Orthogonal | Symmetry::Diagonal);
            turn * 2 != count && !(four && turn % 2 == 1)
        }
    };
    (0..count).filter(|&turn| goes(turn)).map(|turn| ring[(at + turn) % count]).collect()
}

/// The steps of an atom that turn least, or nearest to the turns that are named: less than half of the way to the next.
fn nearest(grid: Grid, plan: &Plan, before: Offset) -> Vec<Offset> {
    let steps = plan.atom.steps(grid);
    let angle = |step: Offset| {
        let (x, y) = grid.drawn(step);
        let width = if grid == Grid::Hexagon { 3f64.sqrt() } else { 1.0 };
        (f64::from(x) * width).atan2(f64::from(y)).to_degrees()
    };
    let turns = plan.turns.clone().unwrap_or_else(|| vec![0]);
    let mut found = Vec::new();
    for turn in turns {
        let away = |step: Offset| {
            let by = (angle(step) - angle(before) - 45.0 * turn as f64).rem_euclid(360.0);
            by.min(360.0 - by)
        };
        let least = steps.iter().map(|&step| away(step)).fold(f64::MAX, f64::min);
        let fits = |step: Offset| away(step) < least + 0.001 && (turn % 4 == 0 || least < 22.6);
        found.extend(steps.iter().copied().filter(|&step| fits(step)));
    }
    let mut seen: Vec<Offset> = Vec::new();
    found.retain(|&step| !seen.contains(&step) && (seen.push(step), true).1);
    found
}
