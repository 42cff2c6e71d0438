//! Moves that a weaker player counts, from the definition and what stands on the board alone.

use berolina_rules::definition::{Counting, PieceId};
use berolina_rules::geometry::Color;
use berolina_rules::position::{Effect, Manner};
use berolina_rules::{Position, Setup};

/// The pieces of a player on the board.
fn standing(position: &Position, setup: &Setup, of: Color) -> Vec<PieceId> {
    let own = setup.board.iter().flatten().filter(|(_, color)| *color == of);
    own.map(|(kind, _)| position.variant().piece_of(*kind)).collect()
}

/// Counts in the arrangement after a move, of which everything else is done, as the rule says.
pub fn follow(rule: &Counting, before: &Position, effect: &Effect, after: &mut Setup) {
    let old = before.setup();
    if old.count_limit.is_some() {
        after.clock = old.clock.saturating_add(1);
    }
    let pieces = |color: Color| standing(before, after, color);
    let (mover, next) = (pieces(effect.by), pieces(effect.by.other()));
    let all = (mover.len() + next.len()) as u16;
    let pawns = [&mover, &next].into_iter().flatten().any(|piece| rule.pawns.contains(piece));
    let taken = effect.taken.iter().map(|taken| before.variant().piece_of(taken.piece.kind));
    // A king alone that takes the last pawn counts at once, and its own move is the first.
    let takes_the_last = mover.len() == 1 && !pawns && taken.clone().any(|p| rule.pawns.contains(&p));
    if rule.from_pieces
        && takes_the_last
        && let Some(moves) = moves_of(rule, &mover, &next, pawns)
    {
        (after.count_limit, after.clock) = (Some(2 * u16::from(moves)), 2 * all - 1);
    }
    let changed =
        taken.count() > 0 || matches!(effect.manner, Manner::Promotion(_) | Manner::EnPassant(Some(_)));
    if (after.count_limit.is_none() || (changed && next.len() == 1))
        && let Some(moves) = moves_of(rule, &next, &mover, pawns)
    {
        let bare = rule.from_pieces && next.len() == 1;
        (after.count_limit, after.clock) = (Some(2 * u16::from(moves)), if bare { 2 * all } else { 0 });
    }
}

/// How many moves a player with some pieces may count against others.
fn moves_of(rule: &Counting, own: &[PieceId], other: &[PieceId], pawns: bool) -> Option<u8> {
    let has =
        |(piece, least): &(PieceId, u8)| other.iter().filter(|&p| p == piece).count() >= usize::from(*least);
    match (own.len(), other.len()) {
        (_, 1) => None,
        (1, _) if pawns => None,
        (1, _) => rule.bare.iter().find(|(pieces, _)| pieces.iter().all(has)).map(|(_, moves)| *moves),
        (n, _) => match rule.most {
            Some(most) => rule.board.filter(|_| n <= usize::from(most)),
            None => rule.board.filter(|_| !pawns),
        },
    }
}
