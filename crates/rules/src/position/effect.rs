//! What a move changes: said here once, for all who need to know.
//!
//! [`State::describe`] tells every change of a move to whoever listens. Three listen: [`Making`] changes a state, [`Hashing`]
//! follows the hash alone, and [`Effect`] collects the changes as a value for notation, pages and other programs. A search asks the
//! questions beneath ([`State::taken`], [`State::moved_kind`], [`State::arriving_kind`]), from which the description is made.

mod listeners;
mod questions;

use super::moves::{Manner, Move, Tag};
use super::state::{Cell, NO_CASTLING, NO_SQUARE, State};
use crate::definition::{MAX_HAND, Wing};
use crate::geometry::{Color, Size, Square, Table, Word};
use crate::tables::{Kind, Tables};
use questions::entering;

pub(super) use listeners::Making;

/// Everything that a move changes but whose turn it is and the counters of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// How the move is made.
    pub manner: Manner,
    /// Who makes it.
    pub by: Color,
    /// Squares that are emptied, in the order in which it happens, before any is filled.
    pub emptied: Vec<Standing>,
    /// Squares that are filled. The first is where the piece arrives that the move is named for.
    pub filled: Vec<Arrival>,
    /// The captured among those that are emptied.
    pub taken: Vec<Taken>,
    /// Hands that change.
    pub hands: Vec<HandChange>,
    /// Rights to castle that are lost.
    pub castling_lost: Vec<(Color, Wing)>,
    /// Rights to castle that are gained, by pieces that are placed.
    pub castling_gained: Vec<(Color, Wing)>,
    /// The square passed over by a double step, which may be entered en passant if somebody legally can.
    pub passed: Option<Square>,
    /// The clock begins anew.
    pub resets_clock: bool,
    /// It is the mover who may claim once the clock has run out.
    pub claims: bool,
    /// The neutral piece that the second half of the move puts somewhere.
    pub blocker: Option<Blocked>,
}

/// A neutral piece that is put on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// From where; `None`: it is new.
    pub from: Option<Square>,
    /// Where to.
    pub to: Square,
}

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Where.
    pub square: Square,
    /// What.
    pub kind: Kind,
    /// Whose.
    pub color: Color,
}

/// A piece that arrives on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The piece, where it stands then.
    pub piece: Standing,
    /// Where it comes from.
    pub from: Origin,
}

/// Where a piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Another square, or the same where it promotes in place.
    Square(Square),
    /// The mover's hand.
    Hand,
    /// Nowhere: a capture made it.
    Created,
}

/// A captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The piece, where it stood.
    pub piece: Standing,
    /// The kind that it is as a prisoner in its captor's hand; `None`: it is gone.
    pub prisoner: Option<Kind>,
}

/// How many pieces of a kind a player has in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandChange {
    /// Whose hand.
    pub color: Color,
    /// Which pieces.
    pub kind: Kind,
    /// How many there were.
    pub before: u8,
    /// How many there are.
    pub after: u8,
}

/// Listens to what a move changes. Squares are emptied before any is filled.
pub(crate) trait Changes<S: Size> {
    /// A piece leaves its square.
    fn empties(&mut self, square: Square, kind: Kind, color: Color);
    /// A piece is captured; it leaves its square and may become a prisoner, of which the hand is told apart.
    #[inline(always)]
    fn takes(&mut self, square: Square, kind: Kind, color: Color, _prisoner: Option<Kind>) {
        self.empties(square, kind, color);
    }
    /// A piece arrives on an empty square.
    fn fills(&mut self, square: Square, kind: Kind, color: Color, from: Origin);
    /// A hand changes.
    fn holds(&mut self, change: HandChange);
    /// A right to castle is lost that was there.
    fn loses_castling(&mut self, color: Color, wing: usize);
    /// A player may castle to a wing with the piece on a square.
    fn gains_castling(&mut self, color: Color, wing: usize, rook: Square);
    /// The clock begins anew.
    fn resets_clock(&mut self);
    /// It is the mover who may claim.
    fn claims(&mut self);
    /// A neutral piece comes to a square.
    fn blocks(&mut self, blocked: Blocked);
}

impl<S: Size> State<S> {
    /// Tells what a legal move changes on the board, in hands, rights and counts. An instance with `RICH` off knows only
    /// what games without [`crate::tables::Features`] need.
    #[inline(always)]
    pub(crate) fn describe<const RICH: bool, C: Changes<S>>(
        &self,
        tables: &Tables<S>,
        mv: Move,
        changes: &mut C,
    ) {
        if RICH && (cfg!(feature = "compact") || tables.features.rare_changes) {
            self.describe_rare(tables, mv, changes);
        } else {
            self.describe_as::<RICH, false, C>(tables, mv, changes);
        }
    }

    /// The same where the game has [`crate::tables::Features::rare_changes`].
    #[inline(never)]
    fn describe_rare<C: Changes<S>>(&self, tables: &Tables<S>, mv: Move, changes: &mut C) {
        self.describe_as::<true, true, C>(tables, mv, changes);
        if let Some(to) = mv.blocks() {
            changes.blocks(Blocked { from: self.lifted_blocker(tables), to });
        }
    }

    /// All but the blocker that a move puts somewhere.
    #[inline(always)]
    fn describe_as<const RICH: bool, const RARE: bool, C: Changes<S>>(
        &self,
        tables: &Tables<S>,
        mv: Move,
        changes: &mut C,
    ) {
        let us = self.turn;
        let side = tables.side(us);
        let (from, to, tag) = (mv.from(), mv.to(), mv.tag());
        match tag {
            Tag::CastleKing | Tag::GatingCastleKing => {
                return self.describe_castling(tables, mv, Wing::King, changes);
            }
            Tag::CastleQueen | Tag::GatingCastleQueen => {
                return self.describe_castling(tables, mv, Wing::Queen, changes);
            }
            Tag::Drop if RICH => return self.describe_drop(tables, mv, changes),
            Tag::Pass if RARE => return,
            _ => {}
        }
        let kind = self.cell(from).kind();
        let taken = self.taken_square(mv);
        if RARE
            && tables.features.explosion
            && let Some(square) = taken
        {
            return self.describe_explosion(tables, mv, square, changes);
        }
        // Own pieces that are captured may end the same right to castle as the capturer's move.
        let own = if RARE { taken.filter(|&square| self.of(us).has(square)) } else { None };
        let gained = match (taken, own) {
            (Some(square), None) => self.describe_capture::<RICH, RARE, C>(tables, square, changes),
            (Some(square), Some(_)) => self.describe_taking::<RICH, RARE, C>(tables, square, changes),
            (None, _) => None,
        };
        let gained = if RARE && tag == Tag::Through {
            self.describe_second_capture(tables, mv, gained, changes)
        } else {
            gained
        };
        changes.empties(from, kind, us);
        let spent = if RICH { entering(mv) } else { None };
        let placed = if RARE && tag == Tag::Gating { Some(mv.kind()) } else { spent };
        if RICH && (gained != placed || tables.features.returned) {
            // Where they are the same, the hand stays as it is.
            let keeper = self.keeper(tables);
            gained.into_iter().for_each(|kind| changes.holds(self.hand_change(keeper, kind, 1)));
            placed.into_iter().for_each(|kind| changes.holds(self.hand_change(us, kind, -1)));
        }
        let unsettled =
            if RARE && tables.features.unsettling { self.unsettles(tables, mv) } else { S::Word::EMPTY };
        for square in unsettled.iter() {
            changes.empties(square, self.cell(square).kind(), us.other());
        }
        let origin = if spent.is_some() { Origin::Hand } else { Origin::Square(from) };
        let becomes = match tag {
            Tag::Promotion | Tag::EnPassantPromotion => *side.promoted_as.at(usize::from(mv.kind())),
            _ if RARE && tables.features.captor_becomes => self.arriving_kind(tables, mv),
            _ => *side.becomes.at(usize::from(spent.unwrap_or(kind))),
        };
        if RARE && taken.is_some() && side.petrifies.has(kind) {
            changes.blocks(Blocked { from: None, to });
        } else {
            changes.fills(to, becomes, us, origin);
        }
        if RICH
            && let Some(square) = taken
            && from != to
            && let Some(left) = *side.leaves.at(usize::from(self.cell(square).kind()))
        {
            changes.fills(from, left, us, Origin::Created);
        }
        for square in unsettled.iter() {
            let later = *tables.side(us.other()).becomes.at(usize::from(self.cell(square).kind()));
            changes.fills(square, later, us.other(), Origin::Square(square));
        }
        if RARE && tag == Tag::Gating {
            self.describe_gating(tables, mv, changes);
        }
        match own {
            Some(square) if RARE => {
                let gone = S::Word::bit(square) | S::Word::bit(from);
                self.lose_rights_but(tables, gone, S::Word::EMPTY, changes);
            }
            _ => self.lose_rights(tables, from, changes),
        }
        if side.clock_moves.has(kind) || (RARE && self.is_progress(tables, mv)) {
            changes.resets_clock();
        }
    }

    /// A piece of the enemy on `square` is captured. Returns what it is in hand, if it is taken prisoner.
    #[inline(always)]
    fn describe_capture<const RICH: bool, const RARE: bool, C: Changes<S> + ?Sized>(
        &self,
        tables: &Tables<S>,
        square: Square,
        changes: &mut C,
    ) -> Option<Kind> {
        self.lose_rights(tables, square, changes);
        self.describe_taking::<RICH, RARE, C>(tables, square, changes)
    }

    /// The same but for rights to castle.
    #[inline(always)]
    fn describe_taking<const RICH: bool, const RARE: bool, C: Changes<S> + ?Sized>(
        &self,
        tables: &Tables<S>,
        square: Square,
        changes: &mut C,
    ) -> Option<Kind> {
        let us = self.turn;
        let them = if RARE { self.cell(square).color() } else { us.other() };
        let captured = self.cell(square).kind();
        let prisoner = if RICH && tables.features.prisoners {
            tables.kinds[usize::from(captured)].prisoner
        } else {
            None
        };
        changes.takes(square, captured, them, prisoner);
        if tables.side(us).clock_captures.has(captured) {
            changes.resets_clock();
            if RICH && tables.features.claims {
                changes.claims();
            }
        }
        prisoner
    }

    /// A move of several legs captures where it ends, after a capture on its way. Returns what goes to the hand besides.
    #[cold]
    fn describe_second_capture(
        &self,
        tables: &Tables<S>,
        mv: Move,
        gained: Option<Kind>,
        changes: &mut dyn Changes<S>,
    ) -> Option<Kind> {
        let Some(to) = self.reached_enemy(mv) else { return gained };
        let second = self.describe_taking::<true, true, dyn Changes<S>>(tables, to, changes);
        self.lose_rights_but(tables, S::Word::bit(to), S::Word::bit(mv.third()), changes);
        match (gained, second) {
            (Some(first), Some(second)) if first == second => {
                changes.holds(self.hand_change(self.keeper(tables), first, 2));
                None
            }
            (Some(first), Some(second)) => {
                changes.holds(self.hand_change(self.keeper(tables), second, 1));
                Some(first)
            }
            (first, second) => first.or(second),
        }
    }

    /// Where a move that captured on its way captures once more.
    pub(super) fn reached_enemy(&self, mv: Move) -> Option<Square> {
        let other = mv.to() != mv.from() && mv.to() != mv.third() && !self.cell(mv.to()).is_empty();
        (mv.tag() == Tag::Through && other).then(|| mv.to())
    }

    /// A capture takes the capturer too, and what stands around.
    #[cold]
    fn describe_explosion(&self, tables: &Tables<S>, mv: Move, square: Square, changes: &mut dyn Changes<S>) {
        let (us, from) = (self.turn, mv.from());
        let side = tables.side(us);
        let taken = self.taken(tables, mv);
        for square in taken.iter() {
            let cell = self.cell(square);
            changes.takes(square, cell.kind(), cell.color(), None);
        }
        let kind = self.cell(from).kind();
        changes.empties(from, kind, us);
        if side.petrifies.has(kind) {
            changes.blocks(Blocked { from: None, to: mv.to() });
        } else if !self.explodes(tables, mv) {
            changes.fills(mv.to(), self.arriving_kind(tables, mv), us, Origin::Square(from));
        }
        let gone = taken | S::Word::bit(from);
        self.lose_rights_but(tables, gone, S::Word::EMPTY, changes);
        let captured = [Some(square), self.reached_enemy(mv)];
        if captured.into_iter().flatten().any(|square| side.clock_captures.has(self.cell(square).kind())) {
            changes.resets_clock();
            if tables.features.claims {
                changes.claims();
            }
        }
        if side.clock_moves.has(kind) || self.is_progress(tables, mv) {
            changes.resets_clock();
        }
    }

    /// The rights to castle that end when the piece on a square leaves it.
    #[inline(always)]
    fn lose_rights<C: Changes<S> + ?Sized>(&self, tables: &Tables<S>, square: Square, changes: &mut C) {
        let (kind, color) = (self.cell(square).kind(), self.cell(square).color());
        if tables.side(color).castlers.has(kind) {
            self.lose_castling_of(tables, color, square, changes);
        } else {
            self.lose_castling(color, square, changes);
        }
    }

    /// The rights to castle that end when the pieces on `gone` leave the board, each once; not those that end with what stands on
    /// `told`.
    #[cold]
    fn lose_rights_but(
        &self,
        tables: &Tables<S>,
        gone: S::Word,
        told: S::Word,
        changes: &mut dyn Changes<S>,
    ) {
        for color in Color::ALL {
            let own = self.of(color);
            for wing in 0..2 {
                let ends = |square| self.ends_right(tables, color, wing, square);
                if (gone & own).iter().any(ends) && !(told & own).iter().any(ends) {
                    changes.loses_castling(color, wing);
                }
            }
        }
    }

    #[cold]
    fn describe_castling(&self, tables: &Tables<S>, mv: Move, wing: Wing, changes: &mut dyn Changes<S>) {
        let us = self.turn;
        let side = tables.side(us);
        let rook = Square(self.castling[us.index()][wing as usize]);
        let farther = side.farther[wing as usize].as_ref().filter(|table| table.king_to == mv.to());
        let (Some(table), king) = (farther.or(side.castling[wing as usize].as_ref()), mv.from()) else {
            return;
        };
        changes.empties(king, table.king, us);
        changes.empties(rook, table.rook, us);
        changes.fills(table.king_to, *side.becomes.at(usize::from(table.king)), us, Origin::Square(king));
        changes.fills(table.rook_to, *side.becomes.at(usize::from(table.rook)), us, Origin::Square(rook));
        if matches!(mv.tag(), Tag::GatingCastleKing | Tag::GatingCastleQueen) {
            changes.holds(self.hand_change(us, mv.kind(), -1));
            self.describe_gating(tables, mv, changes);
        }
        self.lose_all_castling(us, changes);
        let them = us.other();
        if table.opposite && self.castling[them.index()][wing as usize] != NO_SQUARE {
            changes.loses_castling(them, wing as usize);
        }
    }

    /// A piece in hand enters on a square that was left; the hand has changed already.
    fn describe_gating(&self, tables: &Tables<S>, mv: Move, changes: &mut dyn Changes<S>) {
        changes.fills(mv.third(), self.placed_kind(tables, mv.kind()), self.turn, Origin::Hand);
    }

    #[inline(always)]
    fn describe_drop<C: Changes<S>>(&self, tables: &Tables<S>, mv: Move, changes: &mut C) {
        if tables.placed_otherwise {
            changes.holds(self.hand_change(self.turn, tables.held_as(mv.kind()), -1));
            changes.fills(mv.to(), self.placed_kind(tables, mv.kind()), self.turn, Origin::Hand);
            if tables.features.placed_castling {
                self.gain_castling(tables, mv, changes);
            }
        } else {
            changes.holds(self.hand_change(self.turn, mv.kind(), -1));
            changes.fills(mv.to(), mv.kind(), self.turn, Origin::Hand);
        }
        if tables.clock_placements {
            changes.resets_clock();
        }
    }

    /// The rights to castle that a king and a rook have that now both stand where they castle from.
    #[cold]
    fn gain_castling<C: Changes<S> + ?Sized>(&self, tables: &Tables<S>, mv: Move, changes: &mut C) {
        let us = self.turn;
        for (wing, table) in tables.side(us).castling.iter().enumerate() {
            let Some((table, (king, rook))) = table.as_ref().and_then(|table| Some((table, table.from?)))
            else {
                continue;
            };
            let stands = |square: Square, kind: Kind| {
                let placed = square == mv.to() && mv.kind() == kind;
                placed || self.cell(square) == Cell::new(kind, us)
            };
            let placed = mv.to() == king || mv.to() == rook;
            if table.placed && placed && stands(king, table.king) && stands(rook, table.rook) {
                changes.gains_castling(us, wing, rook);
            }
        }
    }

    /// Whose hand gets what is captured now.
    fn keeper(&self, tables: &Tables<S>) -> Color {
        if tables.features.returned { self.turn.other() } else { self.turn }
    }

    fn hand_change(&self, color: Color, kind: Kind, by: i8) -> HandChange {
        let before = self.in_hand(color, kind);
        HandChange { color, kind, before, after: before.saturating_add_signed(by).min(MAX_HAND) }
    }

    /// A rook has left `square` or was taken there.
    #[inline(always)]
    fn lose_castling<C: Changes<S> + ?Sized>(&self, color: Color, square: Square, changes: &mut C) {
        if self.castling == NO_CASTLING {
            return;
        }
        for wing in 0..2 {
            if self.castling[color.index()][wing] == square.0 {
                changes.loses_castling(color, wing);
            }
        }
    }

    /// A piece of a kind that castles has left `square` or was taken there.
    #[inline(always)]
    fn lose_castling_of<C: Changes<S> + ?Sized>(
        &self,
        tables: &Tables<S>,
        color: Color,
        square: Square,
        changes: &mut C,
    ) {
        for wing in 0..2 {
            if self.ends_right(tables, color, wing, square) {
                changes.loses_castling(color, wing);
            }
        }
    }

    /// Whether a right to castle is there and ends when a player's piece leaves its square: it may be the one that castles, another
    /// of its kind, or a rook.
    #[inline(always)]
    fn ends_right(&self, tables: &Tables<S>, color: Color, wing: usize, square: Square) -> bool {
        let side = tables.side(color);
        let right = self.castling[color.index()][wing];
        if right == NO_SQUARE || right == square.0 {
            return right != NO_SQUARE;
        }
        let from = side.castling[wing].as_ref().and_then(|table| table.from);
        side.castlers.has(self.cell(square).kind()) && from.is_none_or(|(king, _)| king == square)
    }

    #[inline(always)]
    fn lose_all_castling<C: Changes<S> + ?Sized>(&self, color: Color, changes: &mut C) {
        for wing in 0..2 {
            if self.castling[color.index()][wing] != NO_SQUARE {
                changes.loses_castling(color, wing);
            }
        }
    }

    /// What a legal move changes.
    #[must_use]
    pub fn effect(&self, tables: &Tables<S>, mv: Move) -> Effect {
        let mut effect = Effect {
            manner: mv.manner(),
            by: self.turn,
            emptied: Vec::new(),
            filled: Vec::new(),
            taken: Vec::new(),
            hands: Vec::new(),
            castling_lost: Vec::new(),
            castling_gained: Vec::new(),
            passed: self.passed_square::<true>(tables, mv),
            resets_clock: false,
            claims: false,
            blocker: None,
        };
        self.describe::<true, _>(tables, mv, &mut effect);
        effect
    }
}
