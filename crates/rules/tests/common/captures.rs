//! What captures do beside taking an enemy, from the definition alone.

use std::collections::BTreeSet;
use std::sync::Arc;

use berolina_rules::geometry::{Color, Square};
use berolina_rules::position::{Manner, Origin};
use berolina_rules::{Move, Position, Variant};

use super::attacks;
use berolina_rules::definition::{Captures, PieceId, RoyalLoss};

fn standing(position: &Position, square: Square) -> Option<(PieceId, Color)> {
    position.piece_at(square).map(|(kind, color)| (position.variant().piece_of(kind), color))
}

/// What is special about captures by the piece on a square.
fn captures(position: &Position, square: Square) -> Option<&Captures> {
    let (piece, color) = standing(position, square)?;
    Some(&position.variant().definition().rules(color, piece).captures)
}

/// Whether the piece on a square is gone when it captures.
pub fn ends_capturer(position: &Position, from: Square) -> bool {
    let survives = |(piece, _): (PieceId, Color)| {
        let explosion = &position.variant().definition().explosion;
        explosion.as_ref().is_none_or(|explosion| explosion.survives.contains(&piece))
    };
    captures(position, from).is_some_and(|captures| captures.petrifies)
        || !standing(position, from).is_none_or(survives)
}

/// Whether the piece on a square turns to stone when it captures, and is one of several royal pieces of which none may be lost.
/// The game is that of `game`: without check one may be lost.
pub fn loses_capturer(game: &Position, position: &Position, from: Square) -> bool {
    let each = |(piece, color): (PieceId, Color)| {
        let definition = game.variant().definition();
        let royal = definition.royals(color).any(|royal| royal == piece);
        royal && definition.players[color.index()].royal.lost == RoyalLoss::Any
    };
    captures(position, from).is_some_and(|captures| captures.petrifies)
        && standing(position, from).is_some_and(each)
}

/// The squares that a move is aimed at.
pub fn aimed(position: &Position, mv: Move) -> impl Iterator<Item = Square> {
    let taken = position.effect(mv).taken;
    let explodes = position.variant().definition().explosion.is_some();
    let direct = match mv.manner() {
        Manner::Over(square) | Manner::Through(square) => Some(square),
        _ => None,
    };
    let alone = taken.len() == 1;
    let squares: Vec<Square> = taken.into_iter().map(|taken| taken.piece.square).collect();
    squares.into_iter().filter(move |&s| !explodes || alone || s == mv.to() || Some(s) == direct)
}

/// Captures of own pieces are those that pieces could make on enemies, and what is told of captures is as the definition says.
pub fn check(position: &Position, free: &Arc<Variant>, moves: &[Move]) {
    let (us, shape) = (position.turn(), position.variant().shape());
    let own = |square: Square| position.piece_at(square).is_some_and(|(_, color)| color == us);
    for &mv in moves {
        effect(position, mv);
    }
    let pairs = |position: &Position, moves: &[Move]| -> BTreeSet<(Square, Square)> {
        let taken = |mv: &&Move| position.taken(**mv).contains(mv.to()) && own(mv.to());
        moves.iter().filter(taken).map(|mv| (mv.from(), mv.to())).collect()
    };
    let found = pairs(position, moves);
    if !position.variant().definition().pieces.iter().any(|piece| piece.rules.iter().any(|r| r.captures.own))
    {
        assert!(found.is_empty() || position.variant().definition().explosion.is_some());
        return;
    }
    // Those of the game without check are all that the pieces have.
    let Ok(all) = position.setup().position(free) else { return };
    // While pieces are placed none moves, also where none can be placed.
    let hands = position.setup().hands;
    let placing = position.variant().definition().hands.placement && hands.iter().flatten().any(|&n| n > 0);
    if placing
        || all.outcome().is_some()
        || position.legal_moves().iter().any(|mv| matches!(mv.manner(), Manner::Drop(_)))
    {
        return;
    }
    let mut expected = BTreeSet::new();
    for to in shape.iter().filter(|&square| own(square)) {
        if position.piece_at(to).is_some_and(|(kind, color)| position.is_royal(kind, color)) {
            continue;
        }
        for from in attacks::attackers(position, to, us).iter() {
            let over = !attacks::goes_to(position, from, to);
            if captures(position, from).is_some_and(|captures| captures.own) && !over {
                expected.insert((from, to));
            }
        }
    }
    let pseudo = pairs(&all, &all.legal_moves());
    // Who must promote and cannot has no such move.
    assert!(pseudo.is_subset(&expected), "{}: own captures {pseudo:?}, not {expected:?}", position.fen());
    let missing = expected.difference(&pseudo).filter(|(from, _)| {
        let (piece, color) = standing(position, *from).expect("a piece");
        position.variant().definition().rules(color, piece).promotes_to.is_empty()
    });
    assert_eq!(missing.count(), 0, "{}: own captures {pseudo:?}, not {expected:?}", position.fen());
    assert!(found.is_subset(&pseudo), "{}: own captures", position.fen());
}

/// What a capture makes of the capturer.
fn effect(position: &Position, mv: Move) {
    let (us, definition) = (position.turn(), position.variant().definition());
    let effect = position.effect(mv);
    let said = || format!("{}: {mv:?} has {effect:?}", position.fen());
    let special = |square| captures(position, square);
    let taken = effect.taken.last().map(|taken| position.variant().piece_of(taken.piece.kind));
    let Some(taken) = taken.filter(|_| !matches!(mv.manner(), Manner::Entry(_) | Manner::Castling(_))) else {
        return;
    };
    if definition.explosion.is_some() {
        let gone = effect.filled.is_empty();
        assert_eq!(gone, ends_capturer(position, mv.from()), "{}", said());
        let stone = special(mv.from()).is_some_and(|captures| captures.petrifies);
        assert_eq!(stone, effect.blocker.is_some_and(|b| b.from.is_none() && b.to == mv.to()), "{}", said());
        assert!(
            effect.taken.iter().all(|taken| !position.blockers().contains(taken.piece.square)),
            "{}",
            said()
        );
        return;
    }
    let stone = special(mv.from()).is_some_and(|captures| captures.petrifies);
    assert_eq!(
        stone,
        effect.blocker.is_some_and(|b| b.from.is_none() && b.to == mv.to()) && mv.blocks().is_none(),
        "{}",
        said()
    );
    let (moved, _) = standing(position, mv.from()).expect("a piece moves");
    // An enemy that counts as moved now arrives where it stood.
    let arrival = effect
        .filled
        .iter()
        .find(|arrival| arrival.piece.color == us && matches!(arrival.from, Origin::Square(_)));
    let arrived = arrival.map(|arrival| position.variant().piece_of(arrival.piece.kind));
    let becomes = definition.rules(us, taken).captures.captor_becomes;
    let royal = definition.royals(us).any(|royal| royal == moved);
    let expected = match mv.manner() {
        Manner::Promotion(kind) | Manner::EnPassant(Some(kind)) => position.variant().piece_of(kind),
        _ => becomes.filter(|_| !royal).unwrap_or(moved),
    };
    assert_eq!(arrived, (!stone).then_some(expected), "{}", said());
}
