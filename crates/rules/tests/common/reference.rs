//! Slow second opinions, each by another way than the generator's: legality by trying every move, and
//! attack by walking the rays of the definition square by square.

use std::collections::BTreeMap;
use std::sync::Arc;

use berolina_rules::definition::{Path, Ray};
use berolina_rules::geometry::{Color, Square, SquareSet};
use berolina_rules::tables::KindState;
use berolina_rules::{Move, Position, Setup, Variant};

/// The legal moves: all that the pieces have in the game without check (`free`), less those that leave
/// a king attacked that is lost by checkmate. Capturing the enemy king is always allowed.
pub fn legal_moves(position: &Position, free: &Arc<Variant>) -> Vec<Move> {
    let us = position.turn();
    let mut setup = position.setup();
    let mut found: BTreeMap<String, Move> = BTreeMap::new();
    // Without en passant first: a piece whose capture en passant turns out illegal may still step
    // there quietly where it can. A legal capture replaces that step.
    let offered = setup.en_passant.take();
    for offer in [None, offered] {
        setup.en_passant = offer;
        let from = without_check(&setup, free);
        for mv in from.legal_moves().into_iter().filter(|mv| offer.is_none() || mv.is_en_passant()) {
            let after = from.play(mv);
            let captured = position.king(us.other()).is_some() && after.king(us.other()).is_none();
            let safe = !position.is_royal(us) || captured || !after.king_attacked(us);
            // What is in hand attacks nothing, so it takes no king that is lost by checkmate.
            let spared = captured && mv.entry().is_some() && position.is_royal(us.other());
            if safe && !spared {
                found.insert(from.move_text(mv), mv);
            }
        }
    }
    let mut moves: Vec<_> = found.into_values().collect();
    moves.sort_unstable();
    moves
}

fn without_check(setup: &Setup, free: &Arc<Variant>) -> Position {
    setup.position(free).unwrap_or_else(|faults| panic!("{}: {faults:?}", setup.to_fen(free)))
}

/// The pieces of `by` that attack a square, by walking their rays.
pub fn attackers(position: &Position, square: Square, by: Color) -> SquareSet {
    let shape = position.variant().shape();
    let own = shape.iter().filter(|&s| position.piece_at(s).is_some_and(|(_, color)| color == by));
    own.filter(|&from| rays(position, from).into_iter().any(|ray| hits(position, from, ray, square)))
        .collect()
}

/// The rays of the piece on a square, as its owner makes them.
fn rays(position: &Position, square: Square) -> Vec<Ray> {
    let Some((kind, color)) = position.piece_at(square) else { return Vec::new() };
    let info = &position.variant().kinds()[usize::from(kind)];
    let rules = position.variant().definition().rules(color, info.piece);
    let moves = match (&rules.first_moves, info.state) {
        (Some(first), KindState::Base) => first,
        _ => &rules.moves,
    };
    let turned = |ray: &Ray| {
        let mut ray = *ray;
        if color == Color::Black {
            ray.step.1 *= -1;
            match &mut ray.path {
                Path::Lame { via: (_, y) } | Path::Over { square: (_, y), .. } => *y *= -1,
                Path::Clear | Path::Cannon | Path::Grasshopper => {}
            }
        }
        ray
    };
    moves.rays.iter().map(turned).collect()
}

/// Whether the piece on `from` could capture an enemy on `target` by this ray.
fn hits(position: &Position, from: Square, ray: Ray, target: Square) -> bool {
    let shape = position.variant().shape();
    let stands = |s: Square| position.piece_at(s).is_some();
    let reach = |steps: i8| {
        let at = |s: u8, step: i8| i32::from(s) + i32::from(step) * i32::from(steps);
        shape.square(at(shape.file(from), ray.step.0), at(shape.rank(from), ray.step.1))
    };
    if let Path::Over { square, .. } = ray.path {
        let landing = shape.offset(from, ray.step.0, ray.step.1);
        return shape.offset(from, square.0, square.1) == Some(target) && landing.is_some_and(|s| !stands(s));
    }
    if !ray.captures {
        return false;
    }
    let Some(steps) = (1..=16).find(|&n| reach(n) == Some(target)) else { return false };
    if steps < ray.min as i8 || steps > ray.max.min(16) as i8 {
        return false;
    }
    let between: Vec<bool> = (1..steps).map(|n| reach(n).is_some_and(stands)).collect();
    match ray.path {
        Path::Clear => !between.contains(&true),
        Path::Lame { via } => shape.offset(from, via.0, via.1).is_some_and(|s| !stands(s)),
        Path::Cannon => between.iter().filter(|&&s| s).count() == 1,
        Path::Grasshopper => between.last() == Some(&true) && between.iter().filter(|&&s| s).count() == 1,
        Path::Over { .. } => unreachable!("answered above"),
    }
}
