//! Promotion, from the definition alone.

use std::collections::BTreeSet;

use berolina_rules::definition::{PieceId, PromotionStep};
use berolina_rules::geometry::{Square, SquareSet};
use berolina_rules::position::Manner;
use berolina_rules::tables::Kind;
use berolina_rules::{Move, Position, visit};

use super::{attacks, reference};

/// A piece promotes where the definition says, and does not where it need not.
pub fn check(position: &Position, legal: &[Move]) {
    let (variant, us) = (position.variant(), position.turn());
    // Of a move that is forbidden by itself, others of the same piece may remain.
    if visit!(position.sized(), |sized| sized.tables().features.filtered) {
        return;
    }
    let choices = position.promotion_choices();
    let told = |mv: &Move| match mv.manner() {
        Manner::Plain => Some(None),
        Manner::Promotion(kind) => Some(Some(kind)),
        _ => None,
    };
    let own = steps(position);
    let own = |mv: &Move| own.iter().any(|&(from, to, _)| (from, to) == (mv.from(), mv.to()));
    for mv in legal.iter().filter(|mv| told(mv).is_some() && mv.from() != mv.to() && !own(mv)) {
        let piece = variant.piece_of(position.moved_kind(*mv));
        let rules = variant.definition().rules(us, piece);
        let zones = variant.definition().zones(us, piece);
        let taken = position.taken(*mv);
        let double = |&(x, y): &(i8, i8)| {
            let (x, y) = variant.shape().relative_offset(us, (x, y));
            let shape = variant.shape();
            shape.reduced((2 * x, 2 * y)) == shape.reduced(shape.between(mv.from(), mv.to()))
        };
        if rules.double_step.iter().flat_map(|rule| &rule.steps).any(double) {
            continue;
        }
        let counts = !zones.by_capture || !taken.is_empty();
        let inside =
            |set: SquareSet| counts && (set.contains(mv.to()) || (zones.leaving && set.contains(mv.from())));
        let promotes = !rules.promotes_to.is_empty();
        let all = rules.promotes_to.iter().map(|&to| Kind::base(to));
        let mut expected: Vec<_> =
            all.filter(|kind| choices.contains(kind) && inside(zones.all())).map(Some).collect();
        let royal = |s| position.piece_at(s).is_some_and(|(kind, color)| position.is_royal(kind, color));
        if !(promotes && inside(zones.forced)) || (expected.is_empty() && taken.iter().any(royal)) {
            expected.push(None);
        }
        let alike = legal.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to()));
        let mut found: Vec<_> = alike.filter_map(told).collect();
        // With a blocker it is one move for each square where that may go.
        found.sort_unstable();
        found.dedup();
        expected.sort_unstable();
        // What must not be lost may not come where it would stand attacked.
        let exposed = |kind: &Option<Kind>| {
            position.loses_by_checkmate(us) && kind.is_some_and(|kind| position.is_royal(kind, us))
        };
        let royal_only = found.iter().all(exposed);
        found.retain(|kind| !exposed(kind));
        expected.retain(|kind| !exposed(kind));
        // Where a second king is what saves the first, nothing else may come.
        if royal_only {
            continue;
        }
        assert_eq!(found, expected, "{}: promotions of {mv:?}", position.fen());
    }
}

/// Where pieces can promote by moves of their own, were there no check: the squares left and reached, and what comes.
fn steps(position: &Position) -> BTreeSet<(Square, Square, Kind)> {
    let (variant, us) = (position.variant(), position.turn());
    let (definition, shape) = (variant.definition(), variant.shape());
    let rule = &definition.players[us.index()].promotion;
    let mut found = BTreeSet::new();
    let Some(step) = &rule.step else { return found };
    let promotes = |&square: &Square| {
        let piece = position.piece_at(square).filter(|&(_, color)| color == us);
        piece.is_some_and(|(kind, _)| !definition.rules(us, variant.piece_of(kind)).promotes_to.is_empty())
    };
    let all: Vec<Square> = shape.iter().filter(promotes).collect();
    let hands = &position.setup().hands[us.index()];
    // A blocker that goes behind a piece has no square behind one that stays, and on a full board none has a square.
    let bare = |s: Square| position.piece_at(s).is_none() && !position.blockers().contains(s);
    let stays = definition.blocker.is_none_or(|blocker| !blocker.behind && shape.iter().any(bare));
    for &from in all.iter().filter(|&&s| step.from.contains(s) || (step.last_anywhere && all.len() == 1)) {
        let (kind, _) = position.piece_at(from).expect("a piece that promotes");
        let to = step.steps.iter().filter_map(|&step| PromotionStep::end(shape, us, from, step));
        for to in to.filter(|&to| bare(to)).chain(stays.then_some(from)) {
            let may = |&&piece: &&PieceId| {
                let most = rule.limit.as_ref().map(|limit| usize::from(limit[piece.index()]));
                let held = if rule.limit_counts_hand { 0 } else { usize::from(hands[piece.index()]) };
                most.is_none_or(|most| reference::count(position, us, piece) - held < most)
            };
            let kinds = &definition.rules(us, variant.piece_of(kind)).promotes_to;
            found.extend(kinds.iter().filter(may).map(|&piece| (from, to, Kind::base(piece))));
        }
    }
    found
}

/// Among the moves of the game without check are the promotions that are moves of their own, and nothing else promotes where it stands.
pub fn check_steps(position: &Position, all: &[Move]) {
    let definition = position.variant().definition();
    let us = position.turn();
    let held = position.setup().hands[us.index()].iter().any(|&n| n > 0);
    if definition.players[us.index()].promotion.step.is_none() || all.is_empty() {
        return;
    }
    let expected = if definition.hands.placement && held { BTreeSet::new() } else { steps(position) };
    let promotion = |mv: &Move| match mv.manner() {
        Manner::Promotion(kind) => Some((mv.from(), mv.to(), kind)),
        _ => None,
    };
    let found: BTreeSet<_> = all.iter().filter_map(promotion).collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    assert!(missing.is_empty(), "{}: no promotion {missing:?}", position.fen());
    let stays = |&(from, to, _): &&(Square, Square, Kind)| from == to;
    let wrong: Vec<_> = found.difference(&expected).filter(stays).collect();
    assert!(wrong.is_empty(), "{}: promotion in place {wrong:?}", position.fen());
}

/// Whether a move promotes to what attacks an enemy then, where that may not be.
pub fn is_loud(position: &Position, after: &Position, mv: Move) -> bool {
    let (variant, us) = (position.variant(), position.turn());
    let quiet = variant.definition().players[us.index()].promotion.quiet;
    let enemy = |s: &Square| after.piece_at(*s).is_some_and(|(_, color)| color != us);
    let attacks = |s: Square| attacks::attackers(after, s, us).contains(mv.to());
    quiet && mv.promotion().is_some() && variant.shape().iter().filter(enemy).any(attacks)
}

/// Whether a player may let be all of these legal moves, since one piece beside the king can only promote.
pub fn is_declined(position: &Position, moves: &[Move], in_check: bool) -> bool {
    let (definition, us) = (position.variant().definition(), position.turn());
    let declinable = definition.players[us.index()].promotion.step.as_ref().is_some_and(|s| s.declinable);
    let setup = position.setup();
    let own = setup.board.iter().flatten().filter(|(_, color)| *color == us).count();
    let held = setup.hands[us.index()].iter().any(|&n| n > 0);
    declinable && !in_check && own == 2 && !held && moves.iter().all(|mv| mv.promotion().is_some())
}
