//! Draws that are a move away. Who stands worse and can lead back to a position of the line searched has a draw at least, and the search
//! need not find the way there. Stockfish has that since 2018; like its search this one knows such moves by the difference that they make to a
//! hash, but asks the rules whether they can be made, for the rules of games differ.

use berolina_rules::definition::Verdict;
use berolina_rules::geometry::{Color, Size, Square, Table as _, Word as _};
use berolina_rules::position::{MoveList, Part, State};
use berolina_rules::tables::{Kind, Tables};

use super::Worker;

/// A set of so many bits; the moves of chess fill a twentieth of it.
const BITS: usize = 1 << 17;

/// Which differences of hashes may be those of a move that can be taken back by another.
pub(crate) struct Cycles {
    /// A Bloom filter (1970) with two bits each. Empty where a repetition is no draw.
    bits: Vec<u64>,
}

impl Cycles {
    pub(crate) fn new<S: Size>(tables: &Tables<S>) -> Self {
        let draws = |rule: berolina_rules::definition::Repetition| {
            rule.mover == Verdict::Draw && !rule.perpetual_check
        };
        let mut cycles = Self { bits: Vec::new() };
        if !tables.repetition.is_some_and(draws) {
            return cycles;
        }
        cycles.bits.resize(BITS / 64, 0);
        for color in Color::ALL {
            for kind in Kind::first(tables.kinds.len()) {
                let mask = &tables.side(color).masks[usize::from(kind)];
                let reached = |from: Square| {
                    let i = from.index();
                    *mask.quiet_leap.at(i) | *mask.quiet_orthogonal.at(i) | *mask.quiet_diagonal.at(i)
                };
                let key = |square: Square| {
                    tables.keys.piece.at(usize::from(kind))[color.index()].at(square.index())
                };
                for from in tables.shape.iter() {
                    for to in reached(from).iter().filter(|&to| from < to && reached(to).has(from)) {
                        cycles.add(key(from) ^ key(to));
                    }
                }
            }
        }
        cycles
    }

    /// Where a difference's bits stand.
    fn places(difference: u64) -> [usize; 2] {
        [difference as usize % BITS, (difference >> 32) as usize % BITS]
    }

    fn add(&mut self, difference: u64) {
        for place in Self::places(difference) {
            self.bits[place / 64] |= 1 << (place % 64);
        }
    }

    /// Whether it may be such a difference; hardly ever where it is none.
    #[inline]
    fn have(&self, difference: u64) -> bool {
        Self::places(difference).iter().all(|&place| self.bits[place / 64] >> (place % 64) & 1 == 1)
    }

    /// Whether a quiet move leads from a state to one of these positions, in which the other player was to move. The list is overwritten.
    fn lead<S: Size>(
        &self,
        tables: &Tables<S>,
        state: &State<S>,
        mut positions: impl Iterator<Item = u64>,
        list: &mut MoveList,
    ) -> bool {
        let now = state.hash() ^ tables.keys.black;
        positions.any(|hash| self.have(now ^ hash) && leads(tables, state, hash, list))
    }
}

/// Whether a quiet move leads from a state to the position with a hash.
#[cold]
fn leads<S: Size>(tables: &Tables<S>, state: &State<S>, hash: u64, list: &mut MoveList) -> bool {
    state.moves_of(tables, Part::Quiet, state.is_sheltered(tables), list);
    list.iter().any(|&mv| state.likely_hash(tables, mv) == hash && state.after(tables, mv).hash() == hash)
}

impl<S: Size> Worker<'_, S> {
    /// Whether the player to move can lead back to a position of the line below the root, which draws.
    pub(super) fn can_repeat(&mut self, state: &State<S>, ply: usize) -> bool {
        let cycles = &self.shared.game.cycles;
        let back = usize::from(state.clock()).min(ply.saturating_sub(1));
        if back < 3 || cycles.bits.is_empty() {
            return false;
        }
        let mut list = std::mem::take(&mut self.moves_back);
        let moved = (1..=back).take_while(|&plies| self.frame(ply - plies).moved);
        let positions = moved.skip(2).step_by(2).map(|plies| self.line.before(plies));
        let can = cycles.lead(self.shared.tables, state, positions, &mut list) && self.drawn(state, ply) == 0;
        self.moves_back = list;
        can
    }
}

#[cfg(test)]
mod tests {
    use berolina_numbers::Random;
    use berolina_rules::geometry::BySize;
    use berolina_rules::{Library, Move, Variant};

    use super::*;

    /// Games by random moves, quiet ones more often: a move back is found exactly where one of all moves leads back.
    fn check<S: Size>(tables: &Tables<S>, start: &State<S>, name: &str) -> usize {
        let cycles = Cycles::new(tables);
        let (mut random, mut found) = (Random::new(7), 0);
        for _ in 0..40 {
            let (mut state, mut line, mut list) = (*start, vec![start.hash()], MoveList::new());
            for _ in 0..120 {
                let mut moves = MoveList::new();
                state.legal_moves(tables, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let back = usize::from(state.clock()).min(line.len() - 1);
                let positions = || (3..=back).step_by(2).map(|plies| line[line.len() - 1 - plies]);
                let truly = moves.iter().any(|&mv| {
                    let after = state.after(tables, mv);
                    // A king left to be taken is taken.
                    !state.is_tactical(tables, mv)
                        && !after.can_take_king(tables)
                        && positions().any(|hash| hash == after.hash())
                });
                assert_eq!(cycles.lead(tables, &state, positions(), &mut list), truly, "{name}");
                found += usize::from(truly);
                let quiet: Vec<Move> =
                    moves.iter().copied().filter(|&mv| !state.is_tactical(tables, mv)).collect();
                let choice = if quiet.is_empty() { &moves } else { &quiet };
                state = state.after(tables, choice[random.below(choice.len())]);
                line.push(state.hash());
            }
        }
        found
    }

    #[test]
    fn moves_back_are_found_where_one_of_all_moves_leads_back() {
        for name in ["chess", "near", "npnc", "makruk", "glinski", "grand"] {
            let variant = Variant::load(&Library::shipped(), name).unwrap();
            let found = match variant.start().sized() {
                BySize::Small(position) => check(position.tables(), position.state(), name),
                BySize::Large(position) => check(position.tables(), position.state(), name),
            };
            assert!(found > 20, "{name}: {found}");
        }
    }
}
