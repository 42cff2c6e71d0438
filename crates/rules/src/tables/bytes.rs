//! How much memory the tables of a game take.

use super::{Attackers, Keys, KindMasks, Leaps, Movers, Side, Tables};
use crate::definition::Ray;
use crate::geometry::{Shape, Size};

const fn list<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// The bytes of something for each square.
const fn board<S: Size>() -> usize {
    size_of::<S::BySquare<S::Word>>()
}

impl<S: Size> Tables<S> {
    /// The bytes that the tables take, without those of lines, which games on boards of one shape share.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let lists = list(&self.between) + list(&self.files) + list(&self.colors) + list(&self.kinds);
        let sides: usize = self.sides.iter().map(Side::bytes).sum();
        size_of::<Self>() + size_of::<Keys<S>>() + lists + sides
    }
}

impl<S: Size> Side<S> {
    /// The bytes beside the side itself.
    fn bytes(&self) -> usize {
        let masks: usize = self.masks.iter().map(KindMasks::bytes).sum();
        let returns = list(&self.clock_returns) + self.clock_returns.len() * board::<S>();
        let lists = list(&self.doubles) + list(&self.zones) + list(&self.placed) + list(&self.masks);
        masks + returns + lists + self.movers.bytes() + self.attackers.bytes()
    }
}

impl<S: Size> KindMasks<S> {
    fn bytes(&self) -> usize {
        let placed: usize =
            self.placed.iter().map(|(_, rays)| list(rays) + size_of::<(Shape, Vec<Ray>)>()).sum();
        9 * board::<S>()
            + list(&self.odd)
            + placed
            + self.odd_moves.as_ref().map_or(0, super::odd::OddMoves::bytes)
    }
}

fn leaps<S: Size>(groups: &Vec<Leaps<S>>) -> usize {
    list(groups) + groups.iter().map(|group| board::<S>() + list(&group.kinds)).sum::<usize>()
}

impl<S: Size> Movers<S> {
    fn bytes(&self) -> usize {
        let steps: usize = self.steps.iter().map(|steps| list(&steps.quiet) + list(&steps.captures)).sum();
        leaps(&self.leaps) + list(&self.steps) + steps
    }
}

impl<S: Size> Attackers<S> {
    fn bytes(&self) -> usize {
        let ways = |ways: &super::odd::Ways<S::Word>| ways.bytes();
        let odd = self.odd.iter().map(|odd| board::<S>() + odd.ways.as_ref().map_or(0, ways));
        leaps(&self.leaps) + list(&self.odd) + odd.sum::<usize>()
    }
}
