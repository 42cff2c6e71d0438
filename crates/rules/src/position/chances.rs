//! Whether a player could still win: by any sequence of legal moves, however badly the other plays.

use super::state::State;
use crate::geometry::{Color, Size, Table, Word};
use crate::tables::{Kind, Tables};

impl<S: Size> State<S> {
    /// Whether a player could still win by some sequence of legal moves. Where that is not known to be impossible, it counts as
    /// possible.
    #[must_use]
    pub fn can_win(&self, tables: &Tables<S>, color: Color) -> bool {
        let chances = &tables.side(color).chances;
        let bare = || (self.occupied() & !self.both_kings(tables)).is_empty();
        if chances.otherwise || (chances.by_baring && !bare()) {
            return true;
        }
        if chances.by_losing {
            return !self.cannot_lose_all(tables, color);
        }
        if self.may_attack(tables, color) {
            return !self.are_lonely(tables, color);
        }
        (chances.by_theirs || chances.takes_prisoners) && self.may_attack(tables, color.other())
    }

    /// Whether neither player can win, where the game draws then.
    #[must_use]
    pub fn insufficient(&self, tables: &Tables<S>) -> bool {
        tables.insufficient.is_some() && !Color::ALL.iter().any(|&color| self.can_win(tables, color))
    }

    /// Whether a player has anything that could attack what the other may not leave attacked.
    fn may_attack(&self, tables: &Tables<S>, color: Color) -> bool {
        let side = tables.side(color);
        let chances = &side.chances;
        let men = self.of(color) & !self.of_set(chances.harmless);
        let royals = men & self.of_set(chances.shy);
        // Of several that may be lost but for the last, one may be where it is attacked.
        let all = side.royalty.as_ref().is_none_or(|rule| rule.each);
        let shy = if all || royals.count() == 1 { royals } else { S::Word::EMPTY };
        !(men & !shy).is_empty() || self.may_enter(tables, color)
    }

    /// Whether a piece that a player holds in hand could come onto the board.
    fn may_enter(&self, tables: &Tables<S>, color: Color) -> bool {
        if !tables.features.hands {
            return false;
        }
        let side = tables.side(color);
        let own = self.of(color);
        let stands = |kind: Kind| !(self.of_kind(kind) & own).is_empty();
        let enters = |kind: Kind| {
            let gates = |behind: Kind| side.gates.at(behind.index()).has(kind) && stands(behind);
            side.placed.iter().any(|&(_, held)| held == kind)
                || !side.drop_zone.at(kind.index()).is_empty()
                || side.entries.iter().any(|entry| entry.kind == kind && stands(entry.exchanges))
                || Kind::first(tables.kinds.len()).any(gates)
        };
        Kind::first(tables.pieces).any(|kind| self.in_hand(color, kind) > 0 && enters(kind))
    }

    fn both_kings(&self, tables: &Tables<S>) -> S::Word {
        self.kings(tables, Color::White) | self.kings(tables, Color::Black)
    }

    /// Whether nothing is left beside the kings but what does not win: a single piece, or pieces that keep to squares of one colour.
    fn are_lonely(&self, tables: &Tables<S>, color: Color) -> bool {
        let chances = &tables.side(color).chances;
        if chances.lonely.is_empty() || Color::ALL.iter().any(|&color| self.may_enter(tables, color)) {
            return false;
        }
        let others = self.occupied() & !self.both_kings(tables);
        if others.count() <= 1 {
            return (others & !self.of_set(chances.lonely)).is_empty();
        }
        (others & !self.of_set(chances.bound)).is_empty() && {
            let color = tables.shape.color(others.first());
            others.iter().all(|square| tables.shape.color(square) == color)
        }
    }

    /// Whether a player who wins by losing everything, or by having no move, has a piece that can never be captured and always has
    /// one: all enemies keep to squares of other colours, and so does it to its own.
    fn cannot_lose_all(&self, tables: &Tables<S>, color: Color) -> bool {
        let steadfast = tables.side(color).chances.steadfast;
        let (own, enemies) = (self.of(color), self.of(color.other()));
        let them = tables.side(color.other());
        let bound = |kind: Kind| {
            tables.kinds[kind.index()].colorbound && them.promotes_to.at(kind.index()).is_empty()
        };
        if steadfast.is_empty() || enemies.is_empty() || !enemies.iter().all(|s| bound(self.cell(s).kind())) {
            return false;
        }
        tables.colors.iter().any(|&squares| {
            let here = own & squares;
            (enemies & squares).is_empty()
                && !here.is_empty()
                && here != squares
                && (here & !self.of_set(steadfast)).is_empty()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Library;
    use crate::geometry::Square;
    use crate::tables::{KindSet, KindState};
    use crate::variant::Variant;
    use crate::visit;

    /// The kinds of a player of which a single one beside its king never mates a lone king, wherever they stand, and what they become
    /// neither.
    fn mateless<S: Size>(tables: &Tables<S>, color: Color) -> KindSet {
        let side = tables.side(color);
        let mates: KindSet = Kind::first(tables.kinds.len())
            .filter(|&k| !side.royals.has(k) && mates(tables, color, k))
            .collect();
        let becomes = |kind: Kind| {
            let to = side.promotes_to.at(kind.index()).iter();
            to.map(|to| *side.promoted_as.at(to.index()))
                .chain([*side.becomes.at(kind.index())])
                .collect::<KindSet>()
        };
        let stays =
            |&kind: &Kind| !mates.has(kind) && !side.royals.has(kind) && (becomes(kind) & mates).is_empty();
        Kind::first(tables.kinds.len()).filter(stays).collect()
    }

    fn mates<S: Size>(tables: &Tables<S>, color: Color, kind: Kind) -> bool {
        let (us, them) = (tables.side(color), tables.side(color.other()));
        let cells = us.masks[kind.index()].cells;
        let zone = us.promotion_squares(kind);
        let at = |square: Square| {
            cells.has(square) && (us.promotes_to.at(kind.index()).is_empty() || !zone.has(square))
        };
        tables.shape.iter().any(|king| {
            tables.shape.iter().filter(|&own| own != king).any(|own| {
                let mut kings = State::<S>::empty();
                kings.turn = color.other();
                kings.put(tables, own, us.king, color);
                kings.put(tables, king, them.king, color.other());
                let occupied = kings.occupied();
                let stands =
                    us.masks[us.king.index()].cells.has(own) && them.masks[them.king.index()].cells.has(king);
                stands
                    && !kings.attacked(tables, own, color.other(), occupied)
                    && tables.shape.iter().any(|square| {
                        if occupied.has(square) || !at(square) {
                            return false;
                        }
                        let mut state = kings;
                        state.put(tables, square, kind, color);
                        state.attacked(tables, king, color, state.occupied())
                            && state.king_attacked(tables, color.other())
                            && !state.king_attacked(tables, color)
                            && state.count_moves(tables) == 0
                    })
            })
        })
    }

    /// Whether a king beside which all squares of its colour are attacked could be mated by the other king's help.
    fn bound_mates<S: Size>(tables: &Tables<S>, color: Color) -> bool {
        let (us, them) = (tables.side(color), tables.side(color.other()));
        tables.shape.iter().any(|king| {
            let same = tables.colors[usize::from(tables.shape.color(king))];
            let flight = *them.masks[them.king.index()].quiet_leap.at(king.index()) & !same;
            tables.shape.iter().filter(|&own| own != king).any(|own| {
                let mut state = State::<S>::empty();
                state.put(tables, own, us.king, color);
                let hits = |square| state.attacked(tables, square, color, state.occupied());
                !hits(king) && flight.iter().all(hits)
            })
        })
    }

    fn faults<S: Size>(variant: &Variant, tables: &Tables<S>) -> Option<String> {
        if tables.sides.iter().any(|side| side.chances.lonely.is_empty()) {
            return None;
        }
        let letters = |kinds: KindSet| {
            let base = |kind: &Kind| variant.kinds()[kind.index()].state == KindState::Base;
            let letters =
                kinds.iter().filter(base).map(|kind| variant.kinds()[kind.index()].letter.to_string());
            letters.collect::<String>()
        };
        let said = letters(tables.sides[0].chances.lonely);
        let found = Color::ALL.map(|color| letters(mateless(tables, color)));
        if found.iter().any(|found| *found != said) {
            return Some(format!("says {said}, is {found:?}"));
        }
        let bound =
            |&color: &Color| !tables.side(color).chances.bound.is_empty() && bound_mates(tables, color);
        Color::ALL.iter().any(bound).then(|| "pieces of one colour mate".to_owned())
    }

    /// What a file says of lone pieces is what holds: each of those that it names never mates alone, and each other does.
    #[test]
    fn lone_pieces_are_those_that_files_name() {
        let library = Library::shipped();
        let mut wrong = Vec::new();
        for name in library.names() {
            let variant = Variant::load(&library, name).unwrap();
            wrong.extend(
                visit!(variant.tables(), |tables| faults(&variant, tables))
                    .map(|fault| format!("{name}: {fault}")),
            );
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
