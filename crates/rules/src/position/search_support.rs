//! What a program that searches asks of a state beyond its moves and its end.

use super::generate::Wanted;
use super::moves::{Move, MoveList};
use super::state::{NO_SQUARE, State};
use crate::definition::{Obligation, Verdict, Wing};
use crate::geometry::{Color, Size, Square, Table, Word};
use crate::tables::{Kind, KindSet, Tables};

impl<S: Size> State<S> {
    /// Whether a player has the right to castle to a wing: king and rook have not moved.
    #[inline]
    #[must_use]
    pub fn may_castle(&self, color: Color, wing: Wing) -> bool {
        self.castling[color.index()][wing as usize] != NO_SQUARE
    }

    /// Who made the last capture that the clock counts, in games where it ends in a claim.
    #[inline]
    #[must_use]
    pub const fn capturer(&self) -> Option<Color> {
        self.capturer
    }

    /// Whether the players still place the pieces in their hands and nothing else moves.
    #[inline]
    #[must_use]
    pub fn placing(&self, tables: &Tables<S>) -> bool {
        tables.features.placement && Color::ALL.iter().any(|&color| self.has_hand(color))
    }

    /// The kinds of `wanted` that a player may promote to now, within the game's limits.
    #[inline]
    #[must_use]
    pub fn available_promotions(&self, tables: &Tables<S>, color: Color, wanted: KindSet) -> KindSet {
        self.promotion_choices(tables, color, wanted)
    }

    /// Whether the player to move can take the other's king at once: then nothing else matters. A
    /// king that may not be left attacked never stands so.
    #[inline]
    #[must_use]
    pub fn can_take_king(&self, tables: &Tables<S>) -> bool {
        let them = self.turn.other();
        // Who must take as many as possible may have to take others.
        let free = tables.side(self.turn).obligation != Some(Obligation::Most);
        free && !tables.side(them).by_checkmate && !self.placing(tables) && self.king_attacked(tables, them)
    }
}

/// From where pieces of the player to move attack the enemy king, for one position.
pub struct Aims<S: Size> {
    king: Option<Square>,
    straight: S::Word,
    diagonal: S::Word,
    /// The kind last asked for and from where it attacks: moves come kind by kind.
    last: Option<Kind>,
    squares: S::Word,
}

impl<S: Size> Aims<S> {
    /// The aims in a position.
    #[inline]
    #[must_use]
    pub fn new(tables: &Tables<S>, state: &State<S>) -> Self {
        let king = state.king(tables, state.turn.other());
        let occupied = state.occupied();
        let seen = |lines: fn(&Tables<S>, Square, S::Word) -> S::Word| {
            king.map_or(S::Word::EMPTY, |king| lines(tables, king, occupied))
        };
        Self {
            king,
            straight: seen(Tables::rook),
            diagonal: seen(Tables::bishop),
            last: None,
            squares: S::Word::EMPTY,
        }
    }

    /// Whether the piece that a legal move moves attacks the enemy king from where it goes. Attacks that the
    /// move uncovers, and hops, do not count.
    #[inline]
    #[must_use]
    pub fn attacks(&mut self, tables: &Tables<S>, state: &State<S>, mv: Move) -> bool {
        let Some(king) = self.king else { return false };
        let side = tables.side(state.turn);
        let kind = state.arriving_kind(tables, mv);
        let (i, mask) = (king.index(), &side.masks[usize::from(kind)]);
        if self.last != Some(kind) {
            self.last = Some(kind);
            self.squares = *mask.from_leap.at(i)
                | (*mask.from_orthogonal.at(i) & self.straight)
                | (*mask.from_diagonal.at(i) & self.diagonal);
        }
        self.squares.has(mv.to())
            || self.opens(tables, state, mv, *mask.from_orthogonal.at(i) | *mask.from_diagonal.at(i))
    }

    /// Whether the piece itself stood between the king and where it goes.
    fn opens(&self, tables: &Tables<S>, state: &State<S>, mv: Move, lines: S::Word) -> bool {
        let Some(king) = self.king else { return false };
        (self.straight | self.diagonal).has(mv.from())
            && lines.has(mv.to())
            && (tables.between(king, mv.to()) & state.occupied() & !S::Word::bit(mv.from())).is_empty()
    }
}

/// A part of the moves of a position, for programs that search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Every move.
    All,
    /// Captures, promotions, and moves to the goal.
    Tactical,
    /// The others.
    Quiet,
}

impl<S: Size> State<S> {
    /// Whether a legal move captures, promotes or reaches the goal.
    #[inline]
    #[must_use]
    pub fn is_tactical(&self, tables: &Tables<S>, mv: Move) -> bool {
        let side = tables.side(self.turn);
        let promotes = mv.promotion().is_some() && !side.flips.has(self.cell(mv.from()).kind());
        if promotes || !self.taken(tables, mv).is_empty() {
            return true;
        }
        side.goal.has(mv.to()) && side.goal_kinds.has(self.moved_kind(mv))
    }

    /// Whether a king that is lost by capture loses the game as surely as one that is lost by checkmate: a
    /// move that leaves it attacked is answered by its capture, whatever else that move does. Not where such
    /// a move can end the game by itself, nor while pieces are placed.
    #[must_use]
    pub fn is_sheltered(&self, tables: &Tables<S>) -> bool {
        let side = tables.side(self.turn);
        side.by_checkmate
            || (side.goal.is_empty()
                && !tables.rare_ends
                && !tables.features.odd
                && !tables.features.royalty
                && !tables.features.rare_king
                && !tables.features.trial
                && !tables.features.captures_own
                && !tables.features.placement
                && !tables.features.apart()
                && !tables.features.passing
                && tables.repetition.is_none_or(|rule| rule.mover == Verdict::Draw)
                && tables.clock_limit.is_none_or(|(limit, _)| self.clock + 1 < limit))
    }

    /// The legal moves of a part, in no particular order. With `sheltered`, only those that do not leave the
    /// own king attacked, also where it is lost by capture (but for some by pieces that hop, ride or
    /// move lamely and some captures en passant): where [`State::is_sheltered`] holds, the others lose at once.
    pub fn moves_of(&self, tables: &Tables<S>, part: Part, sheltered: bool, list: &mut MoveList) {
        self.telling_moves_of(tables, part, sheltered, None, list);
    }

    /// The same, but where moves have a second half, with at most `blocks` of them for each first half, one after the other: those that
    /// hinder the enemy most come first.
    pub fn telling_moves_of(
        &self,
        tables: &Tables<S>,
        part: Part,
        sheltered: bool,
        blocks: Option<u32>,
        list: &mut MoveList,
    ) {
        list.clear();
        if self.is_decided(tables) || self.any_checked_out(tables) {
            return;
        }
        let us = self.turn;
        // Who must capture must also where that loses the king, and a blocker may shelter it.
        let sheltered = sheltered && !tables.features.apart() && !tables.features.passing;
        let royal = if sheltered || tables.side(us).by_checkmate { self.king(tables, us) } else { None };
        let wanted = match part {
            Part::All => Wanted::ALL,
            Part::Tactical => {
                let side = tables.side(us);
                Wanted { quiet: side.promoting | side.goal, ..Wanted::ALL }
            }
            Part::Quiet => Wanted { capture: S::Word::EMPTY, ..Wanted::ALL },
        };
        let wanted = Wanted { blocks, ..wanted };
        if tables.is_plain() {
            self.generate_wanted::<false, _>(tables, royal, wanted, list);
        } else {
            self.generate_wanted::<true, _>(tables, royal, wanted, list);
        }
        match part {
            Part::All => {}
            Part::Tactical => list.retain(|&mv| self.is_tactical(tables, mv)),
            // Without capture there remain promotions and captures en passant, which their tags tell.
            Part::Quiet if tables.is_plain() && tables.side(us).goal.is_empty() => {
                list.retain(|mv| mv.promotion().is_none() && !self.takes_in_passing(*mv));
            }
            Part::Quiet => list.retain(|&mv| !self.is_tactical(tables, mv)),
        }
    }
}
