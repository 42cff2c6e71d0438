//! Moves where captures explode and the king may not be left attacked.
//!
//! Quiet moves are those of other games, but that nothing attacks a king beside the enemy's. A capture that takes the enemy king along is
//! legal whatever else it does. Others are where the king is not attacked and nothing explodes or leaves that stands between it and a
//! slider; the few that remain are tried, by looking at what is left on the board.

use super::{Generator, Wanted};
use crate::geometry::{Size, Square, Table, Word};
use crate::position::attack::{Shield, Watch};
use crate::position::moves::{Move, MoveList};
use crate::position::sink::Sink;
use crate::position::state::State;
use crate::tables::Tables;

impl<S: Size> State<S> {
    /// The moves that are wanted in a game with [`Tables::simple_blasts`].
    #[inline(never)]
    pub(super) fn generate_exploding<K: Sink<S::Word>>(
        &self,
        tables: &Tables<S>,
        king: Square,
        wanted: Wanted<S::Word>,
        sink: &mut K,
    ) {
        let (us, occupied) = (self.turn, self.occupied());
        let enemy = self.of(us.other());
        let blast = |square: Square| *tables.blast.at(square.index());
        let other = self.king(tables, us.other());
        let beside = other.is_some_and(|other| blast(king).has(other));
        let mut shield = Shield::NONE;
        // What keeps sliders from the king.
        let mut walls = S::Word::EMPTY;
        if !beside {
            shield = self.shield(tables, king, us);
            let sliders = self.aimed_sliders(tables, king, us.other());
            walls = sliders.iter().fold(S::Word::EMPTY, |walls, slider| walls | tables.between(king, slider));
            walls &= occupied;
        }
        let deadly = enemy & wanted.capture & !blast(king);
        let winning = other.map_or(S::Word::EMPTY, |other| deadly & blast(other));
        let brittle =
            (walls & !self.of_set(tables.spared)).iter().fold(walls, |near, wall| near | blast(wall));
        let in_check = shield.block != S::Word::FULL;
        let free = if in_check { S::Word::EMPTY } else { deadly & !brittle };
        let own_walls = walls & self.of(us);
        let watch = Watch::of_explosions(winning, free, own_walls);
        let mut generator = Generator::new::<true>(self, tables, shield, Some(&watch), Some(king), wanted);
        generator.all::<true, K>(sink);
        // The captures that are left: of the others, and by pieces that are walls.
        let mut list = MoveList::new();
        let movers = generator.own & !S::Word::bit(king);
        generator.quiet = S::Word::EMPTY;
        generator.wanted.others = false;
        generator.capture = deadly & !winning & !free;
        if !generator.capture.is_empty() {
            generator.list_pieces(movers, &mut list);
        }
        generator.capture = free & !winning;
        if !(movers & own_walls).is_empty() && !generator.capture.is_empty() {
            generator.list_pieces(movers & own_walls, &mut list);
        }
        let safe = |mv: &Move| {
            let left = occupied & !self.taken(tables, *mv) & !S::Word::bit(mv.from());
            !self.attacked(tables, king, us.other(), left)
        };
        list.into_iter().filter(safe).for_each(|mv| sink.one(mv));
    }
}

impl<S: Size> Generator<'_, S> {
    /// The moves of some pieces into a list.
    #[inline(never)]
    fn list_pieces(&self, movers: S::Word, list: &mut MoveList) {
        self.listed(movers, list);
        if self.side.rare {
            self.rare(movers, list);
        }
    }
}
