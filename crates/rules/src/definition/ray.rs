//! Families of moves: what Betza notation comes to.

use crate::geometry::{Offset, Shape};
use crate::packed::packed;

/// A family of moves in one direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ray {
    /// One step: files to the right and ranks forward.
    pub step: Offset,
    /// The least number of steps.
    pub min: u8,
    /// The greatest number of steps; `u8::MAX` for a slide to the edge of the board.
    pub max: u8,
    /// What may stand in between.
    pub path: Path,
    /// It may go to an empty square.
    pub moves: bool,
    /// It may go to an enemy's square and capture there.
    pub captures: bool,
    /// It leads round the edge, as if the first and the last file were neighbours.
    pub round: bool,
}

/// What a [`Ray`] says of the squares between.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Path {
    /// Each square that a step touches before the last must be empty. A single step leaps.
    Clear,
    /// A lame leap (`min == max == 1`): the square at this offset must be empty.
    Lame {
        /// The offset of that square from the origin.
        via: Offset,
    },
    /// Exactly one piece must stand in between, as for a xiangqi cannon.
    Cannon,
    /// It lands directly behind the first piece it meets, as a grasshopper.
    Grasshopper,
    /// A leap (`min == max == 1`, `moves` only) over a square: an enemy there is captured, a friend left alone.
    Over {
        /// The offset of that square from the origin.
        square: Offset,
        /// There must be an enemy to capture, as in draughts.
        must_capture: bool,
    },
    /// The ray is the last of several legs: it begins where the last of these ends.
    Legs(Legs),
    /// The steps are these in turn, the ray's own the first of them; squares between must be empty.
    Winding(Winding),
}

/// A leg before the last: steps in one direction over empty squares, to a square where the move goes on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Leg {
    /// One step.
    pub step: Offset,
    /// The greatest number of steps.
    pub max: u8,
    /// It may end on an empty square.
    pub empty: bool,
    /// It may end on an enemy's square and capture there.
    pub captures: bool,
    /// It may end on a square with a piece of its own side, which stays.
    pub hops_own: bool,
    /// It may end on an enemy's square and leave the enemy there.
    pub hops_enemy: bool,
}

/// The legs of a move before its last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Legs {
    legs: [Leg; Self::MOST],
    count: u8,
}

packed!(struct Legs { legs, count });

impl Legs {
    /// How many legs may come before the last.
    pub const MOST: usize = 4;

    /// These legs, unless there are too many.
    #[must_use]
    pub fn new(list: &[Leg]) -> Option<Self> {
        let mut legs = [Leg::default(); Self::MOST];
        legs.get_mut(..list.len())?.copy_from_slice(list);
        Some(Self { legs, count: list.len() as u8 })
    }

    /// The legs, the first of the move first.
    #[must_use]
    pub fn list(&self) -> &[Leg] {
        &self.legs[..usize::from(self.count)]
    }

    /// Whether there are as many as it says.
    pub(super) fn is_whole(&self) -> bool {
        usize::from(self.count) <= Self::MOST
    }

    /// Whether something may be captured where a leg ends.
    #[must_use]
    pub fn captures(&self) -> bool {
        self.list().iter().any(|leg| leg.captures)
    }
}

/// Steps that are made in turn, from the first again after the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Winding {
    steps: [Offset; Self::MOST],
    count: u8,
    /// A step only goes on to the next, and does not stop: the even ones of pairs, as in a rider that moves lamely.
    pairs: bool,
}

packed!(struct Winding { steps, count, pairs });

impl Winding {
    /// The greatest number of steps until the first comes again.
    pub const MOST: usize = 12;

    /// These steps. With `pairs` the piece stops only after every second.
    #[must_use]
    pub fn new(list: &[Offset], pairs: bool) -> Option<Self> {
        let mut steps = [(0, 0); Self::MOST];
        steps.get_mut(..list.len())?.copy_from_slice(list);
        (!list.is_empty()).then_some(Self { steps, count: list.len() as u8, pairs })
    }

    /// The steps.
    #[must_use]
    pub fn list(&self) -> &[Offset] {
        &self.steps[..usize::from(self.count)]
    }

    /// Whether there are as many as it says, and any.
    pub(super) fn is_whole(&self) -> bool {
        (1..=Self::MOST).contains(&usize::from(self.count))
    }

    /// The piece stops only after every second step.
    #[must_use]
    pub const fn pairs(&self) -> bool {
        self.pairs
    }

    /// The steps without end, each with whether the piece may stop after it.
    pub fn walk(&self) -> impl Iterator<Item = (Offset, bool)> + '_ {
        let steps = self.list();
        (0..).map(move |n: usize| (steps[n % steps.len()], !self.pairs || n % 2 == 1))
    }
}

impl Ray {
    /// The board as this move finds it: joined to a cylinder where it leads round the edge.
    #[inline]
    #[must_use]
    pub fn board(&self, shape: Shape) -> Shape {
        if self.round { shape.joined().unwrap_or(shape) } else { shape }
    }

    /// The same moves as another player makes them, who sees offsets by `turn`.
    #[must_use]
    pub fn turned(mut self, turn: impl Fn(Offset) -> Offset) -> Self {
        self.step = turn(self.step);
        match &mut self.path {
            Path::Clear | Path::Cannon | Path::Grasshopper => {}
            Path::Lame { via: passed } | Path::Over { square: passed, .. } => *passed = turn(*passed),
            Path::Legs(legs) => legs.legs.iter_mut().for_each(|leg| leg.step = turn(leg.step)),
            Path::Winding(winding) => winding.steps.iter_mut().for_each(|step| *step = turn(*step)),
        }
        self
    }

    /// Something may be captured on a square that is not the one reached.
    #[must_use]
    pub fn captures_on_the_way(&self) -> bool {
        match &self.path {
            Path::Over { .. } => true,
            Path::Legs(legs) => legs.captures(),
            Path::Clear | Path::Lame { .. } | Path::Cannon | Path::Grasshopper | Path::Winding(_) => false,
        }
    }

    /// Where it could ever lead and on which squares it could capture on its way, whatever stands on a board without edges:
    /// offsets up to `most` away.
    #[must_use]
    pub fn reach(&self, most: i8) -> Reach {
        self.reach_by(most, |offset| offset)
    }

    /// The same on a board whose squares are reached by offsets up to `most`, on a cylinder [reduced](Shape::reduced).
    #[must_use]
    pub fn reach_on(&self, shape: Shape, most: i8) -> Reach {
        let shape = self.board(shape);
        self.reach_by(most, |offset| shape.reduced(offset))
    }

    fn reach_by(&self, most: i8, reduced: impl Fn(Offset) -> Offset) -> Reach {
        let near = |(x, y): Offset| x.abs() <= most && y.abs() <= most;
        let add = |(x, y): Offset, (dx, dy): Offset| reduced((x.saturating_add(dx), y.saturating_add(dy)));
        let mut reach = Reach::default();
        let mut starts = vec![(0, 0)];
        // Each offset once: legs that slide meet on many squares.
        let side = 2 * i32::from(most) + 1;
        let place = |(x, y): Offset| (i32::from(x) + i32::from(most)) * side + i32::from(y) + i32::from(most);
        let slide = |starts: &[Offset], step: Offset, least: u8, max: u8| {
            let mut ends = Vec::new();
            let mut seen = vec![0u64; if starts.len() > 1 { (side * side) as usize / 64 + 1 } else { 0 }];
            let mut is_new = |at: Offset| {
                let place = place(at) as usize;
                let Some(word) = seen.get_mut(place / 64) else { return true };
                let bit = 1 << (place % 64);
                std::mem::replace(word, *word | bit) & bit == 0
            };
            for &start in starts {
                let mut at = start;
                for n in 1..=max {
                    at = add(at, step);
                    if !near(at) || at == start {
                        break;
                    }
                    if n >= least && is_new(at) {
                        ends.push(at);
                    }
                }
            }
            ends
        };
        match &self.path {
            Path::Legs(legs) => {
                for leg in legs.list() {
                    starts = slide(&starts, leg.step, 1, leg.max);
                    if leg.captures {
                        reach.passed.extend(&starts);
                    }
                }
            }
            Path::Over { square, .. } => reach.passed.push(reduced(*square)),
            Path::Winding(winding) => {
                let mut at = (0, 0);
                let mut stops = 0;
                for (step, stop) in winding.walk() {
                    at = add(at, step);
                    if !near(at) || at == (0, 0) || stops == self.max {
                        return reach;
                    }
                    stops += u8::from(stop);
                    if stop {
                        reach.ends.push(at);
                    }
                }
            }
            Path::Clear | Path::Lame { .. } | Path::Cannon | Path::Grasshopper => {}
        }
        reach.ends = slide(&starts, self.step, self.min, self.max);
        reach
    }
}

/// Where a ray could ever lead: [`Ray::reach`].
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Offsets of squares that it may go to.
    pub ends: Vec<Offset>,
    /// Offsets of squares on which it may capture on its way.
    pub passed: Vec<Offset>,
}
