//! Whether an arrangement is a position to play on from, which is more than that it can be looked at.

use std::sync::Arc;

use super::position::Position;
use super::setup::{CastlingRook, Setup, SetupFault};
use crate::definition::{PieceId, RoyalLoss, Wing};
use crate::geometry::{Color, Square, SquareSet, Word};
use crate::tables::Kind;
use crate::variant::Variant;
use crate::visit;

impl Setup {
    /// The position, if play can go on from it: what [`Setup::position`] asks, and that nobody has lost already by what is
    /// missing, that nothing stands where the game can never put it or where it would have had to promote, and that every
    /// castling right is one.
    ///
    /// # Errors
    /// Every reason why it cannot be played.
    ///
    /// # Panics
    /// If the board or a hand has not the size that [`Setup::empty`] gives it.
    pub fn playable(&self, variant: &Arc<Variant>) -> Result<Position, Vec<SetupFault>> {
        let (position, mut faults) = match self.position(variant) {
            Ok(position) => (position, Vec::new()),
            Err(faults) => (Position::arranged(variant, self), faults),
        };
        if !faults.contains(&SetupFault::NoKings) {
            let lost = Color::ALL.into_iter().filter_map(|color| missing(variant, &position, color));
            faults.extend(lost);
        }
        faults.extend(self.misplaced(variant));
        faults.extend(self.lost_rights(variant, &position));
        if faults.is_empty() { Ok(position) } else { Err(faults) }
    }

    /// The player who has no king where each has one, if only one of them lacks it.
    pub(crate) fn missing_king(&self, variant: &Arc<Variant>) -> Option<Color> {
        let position = Position::arranged(variant, self);
        let lacks = |&color: &Color| variant.definition().has_one_king(color) && has_lost(&position, color);
        let lacking: Vec<Color> = Color::ALL.into_iter().filter(lacks).collect();
        if let [color] = lacking[..] { Some(color) } else { None }
    }

    /// Pieces on squares where they would have had to promote, and pieces that a player can never have.
    fn misplaced(&self, variant: &Variant) -> Vec<SetupFault> {
        let (definition, shape) = (variant.definition(), variant.shape());
        let mut faults = Vec::new();
        for color in Color::ALL {
            // Where pieces can come is only looked at where it is in doubt.
            let mut reach: Option<Vec<SquareSet>> = None;
            for (id, piece) in definition.numbered() {
                let own = |&(_, kind, owner): &(Square, Kind, Color)| {
                    owner == color && variant.piece_of(kind) == id
                };
                let own: SquareSet = self.standing().filter(own).map(|(square, ..)| square).collect();
                let stuck = own.and(forced(variant, color, id));
                let starts = definition.start.count(color, id) > 0;
                if own.is_empty() || (starts && stuck.is_empty()) {
                    continue;
                }
                let reached = reach.get_or_insert_with(|| reached(variant, color))[id.index()];
                let stuck: SquareSet = stuck.iter().filter(|&square| !reached.contains(square)).collect();
                let names = |squares: SquareSet| {
                    squares.iter().map(|square| shape.name(square).to_string()).collect::<Vec<_>>().join(", ")
                };
                let name = piece.name.replace('-', " ");
                if reached.is_empty() {
                    faults.push(SetupFault::Foreign(color, name, names(own)));
                } else if !stuck.is_empty() {
                    faults.push(SetupFault::Unpromoted(color, name, names(stuck)));
                }
            }
        }
        faults
    }

    /// Castling rights that the position does not have.
    fn lost_rights(&self, variant: &Variant, position: &Position) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for (color, wing) in Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing))) {
            let Some(rook) = self.castling[color.index()][wing as usize] else { continue };
            if position.castling_rook(color, wing).is_none() {
                faults.push(SetupFault::Castling(color, wing, needed(variant, color, wing, rook)));
            }
        }
        faults
    }
}

/// For each piece the squares where one of the player's can ever stand.
fn reached(variant: &Variant, color: Color) -> Vec<SquareSet> {
    visit!(variant.tables(), |tables| {
        super::obstacle::reach(tables, variant, color).iter().map(|word| word.to_set()).collect()
    })
}

/// What a castling right needs; nothing if there is no such castling.
fn needed(variant: &Variant, color: Color, wing: Wing, rook: CastlingRook) -> Option<String> {
    let definition = variant.definition();
    let castling = definition.players[color.index()].castling[wing as usize]?;
    let shape = variant.shape();
    let name = |id: PieceId| definition.piece(id).name.replace('-', " ");
    let (king, other) = (name(castling.king), name(castling.rook));
    Some(match (castling.from, rook) {
        (Some((from, beside)), _) => {
            format!(
                "a {king} on {} and a {other} on {} that have not moved",
                shape.name(from),
                shape.name(beside)
            )
        }
        (None, CastlingRook::OnFile(file)) => {
            let rank = shape.rank(castling.king_to) + 1;
            format!("the {king} on rank {rank} and a {other} on {}{rank}", shape.file_name(file))
        }
        (None, CastlingRook::Usual) => {
            let rank = shape.rank(castling.king_to) + 1;
            let side = if wing == Wing::King { "right" } else { "left" };
            format!("the {king} on rank {rank} and a {other} to the {side} of it")
        }
    })
}

/// Where a piece must promote when it comes there.
fn forced(variant: &Variant, color: Color, id: PieceId) -> SquareSet {
    let definition = variant.definition();
    let promotion = &definition.players[color.index()].promotion;
    let zones = definition.zones(color, id);
    let free = definition.rules(color, id).promotes_to.is_empty() || promotion.in_place || zones.by_capture;
    if free || promotion.step.is_some() { SquareSet::EMPTY } else { zones.forced }
}

fn has_lost(position: &Position, color: Color) -> bool {
    visit!(position.sized(), |p| p.state().has_lost(p.tables(), color))
}

/// Why the game is over by what a player does not have.
fn missing(variant: &Variant, position: &Position, color: Color) -> Option<SetupFault> {
    let definition = variant.definition();
    let count = |id: PieceId| -> usize {
        let standing = variant.shape().iter().filter_map(|square| position.piece_at(square));
        let own = standing.filter(|&(kind, owner)| owner == color && variant.piece_of(kind) == id).count();
        own + usize::from(position.in_hand(color, Kind::base(definition.in_hand(id))))
    };
    let name = |id: &PieceId| definition.piece(*id).name.replace('-', " ");
    let royal = &definition.players[color.index()].royal;
    if has_lost(position, color) {
        let lacking: Vec<PieceId> = royal.pieces.iter().copied().filter(|&id| count(id) == 0).collect();
        let each = royal.lost == RoyalLoss::Kind;
        let named = match &lacking[..] {
            [] => royal.pieces.iter().map(name).collect::<Vec<_>>(),
            [first, ..] if each => vec![name(first)],
            some => some.iter().map(name).collect(),
        };
        return Some(SetupFault::Lost(color, named.join(" or ")));
    }
    let rule = definition.players[color.index()].extinction.as_ref()?;
    let few = rule
        .groups()
        .find(|group| group.iter().map(|&id| count(id)).sum::<usize>() <= usize::from(rule.left))?;
    Some(SetupFault::TooFew(color, few.iter().map(name).collect::<Vec<_>>().join(" or "), rule.left))
}
