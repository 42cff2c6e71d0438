//! What attacks a square, by walking the rays of the definition square by square.

use berolina_rules::Position;
use berolina_rules::definition::{Legs, Path, PieceId, Ray};
use berolina_rules::geometry::{Color, Shape, Square, SquareSet};
use berolina_rules::tables::KindState;

/// The square an offset away by files and ranks, counted on from the first file where those of a cylinder end.
pub fn go(shape: Shape, from: Square, (x, y): (i8, i8)) -> Option<Square> {
    if !shape.is_cylinder() {
        return shape.offset(from, (x, y));
    }
    let files = i32::from(shape.files());
    let file = (i32::from(shape.file(from)) + i32::from(x) + 16 * files) % files;
    shape.square(file, i32::from(shape.rank(from)) + i32::from(y))
}

/// The pieces of `by` that attack a square, by walking their rays.
pub fn attackers(position: &Position, square: Square, by: Color) -> SquareSet {
    let shape = position.variant().shape();
    let own = shape.iter().filter(|&s| position.piece_at(s).is_some_and(|(_, color)| color == by));
    own.filter(|&from| {
        rays(position, from).into_iter().any(|(cells, ray)| hits(position, cells, from, ray, square))
    })
    .collect()
}

/// Whether the piece on a square attacks another by going there, and not by leaping over it or capturing on its way.
pub fn goes_to(position: &Position, from: Square, to: Square) -> bool {
    let lands = |ray: &Ray| !ray.captures_on_the_way();
    rays(position, from).into_iter().any(|(cells, ray)| lands(&ray) && hits(position, cells, from, ray, to))
}

/// The rays of the piece on a square, as its owner makes them.
fn rays(position: &Position, square: Square) -> Vec<(Shape, Ray)> {
    let Some((kind, color)) = position.piece_at(square) else { return Vec::new() };
    let info = &position.variant().kinds()[usize::from(kind)];
    rays_of(position, info.piece, color, info.state == KindState::Base)
}

/// The rays of a player's piece, before its first move or later.
pub fn rays_of(position: &Position, piece: PieceId, color: Color, first: bool) -> Vec<(Shape, Ray)> {
    let rules = position.variant().definition().rules(color, piece);
    let moves = match &rules.first_moves {
        Some(moves) if first => moves,
        _ => &rules.moves,
    };
    let shape = position.variant().shape();
    let turned = |ray: &Ray| ray.turned(|offset| shape.relative_offset(color, offset));
    let mut all: Vec<_> = moves.rays.iter().map(|ray| (rules.cells(shape), turned(ray))).collect();
    if let Some(on) = &rules.moves_on {
        let cells = rules.cells(shape).within(on.region);
        all.extend(on.moves.rays.iter().map(|ray| (cells, turned(ray))));
    }
    all.into_iter().map(|(cells, ray)| (joined(cells, ray), ray)).collect()
}

/// The cells as a move finds them that may lead round the edge.
pub fn joined(cells: Shape, ray: Ray) -> Shape {
    if ray.round { cells.joined().unwrap_or(cells) } else { cells }
}

/// Whether the piece on `from` could capture an enemy on `target` by this ray.
fn hits(position: &Position, shape: Shape, from: Square, ray: Ray, target: Square) -> bool {
    // Round a cylinder nothing comes back to where it stands.
    if !shape.has(from) || target == from {
        return false;
    }
    let stands = |s: Square| position.piece_at(s).is_some() || position.blockers().contains(s);
    let reach = |steps: i8| (0..steps).try_fold(from, |square, _| go(shape, square, ray.step));
    if let Path::Over { square, .. } = ray.path {
        let landing = go(shape, from, ray.step);
        return go(shape, from, square) == Some(target) && landing.is_some_and(|s| !stands(s));
    }
    if let Path::Legs(legs) = ray.path {
        return passes(position, joined(shape, ray), from, ray, legs, target);
    }
    if !ray.captures {
        return false;
    }
    if let Path::Winding(winding) = ray.path {
        let mut at = from;
        for (n, (step, stop)) in winding.walk().enumerate() {
            let stops = if winding.pairs() { n.div_ceil(2) } else { n + 1 };
            let Some(next) = go(shape, at, step).filter(|&s| s != from && stops <= usize::from(ray.max))
            else {
                return false;
            };
            at = next;
            if stop && at == target {
                return true;
            }
            if stands(at) {
                return false;
            }
        }
    }
    let Some(steps) = (1..=16).find(|&n| reach(n) == Some(target)) else { return false };
    let avoids = |s: Square| {
        let (variant, by) = (position.variant(), position.piece_at(from));
        let rules = by.map(|(kind, color)| variant.definition().rules(color, variant.piece_of(kind)));
        let stands = position.piece_at(s).map(|(kind, _)| variant.piece_of(kind));
        rules.is_some_and(|rules| stands.is_some_and(|piece| rules.avoids.contains(&piece)))
    };
    let lame = matches!(ray.path, Path::Lame { .. });
    if (1..=steps).any(|n| (!lame || n == steps) && reach(n).is_some_and(avoids)) {
        return false;
    }
    if steps < ray.min as i8 || steps > ray.max.min(16) as i8 {
        return false;
    }
    let between: Vec<bool> = (1..steps).map(|n| reach(n).is_some_and(stands)).collect();
    match ray.path {
        Path::Clear => !between.contains(&true),
        Path::Lame { via } => go(shape, from, via).is_some_and(|s| !stands(s)),
        Path::Cannon => between.iter().filter(|&&s| s).count() == 1,
        Path::Grasshopper => between.last() == Some(&true) && between.iter().filter(|&&s| s).count() == 1,
        Path::Over { .. } | Path::Legs(_) | Path::Winding(_) => unreachable!("answered above"),
    }
}

/// Whether a move of several legs could capture an enemy on `target`, where it ends or on its way.
fn passes(position: &Position, shape: Shape, from: Square, ray: Ray, legs: Legs, target: Square) -> bool {
    let by = position.piece_at(from).map(|(_, color)| color);
    // What stands on a square once the piece has left its own and taken another.
    let standing = |square: Square, taken: Option<Square>| {
        let gone = square == from || taken == Some(square);
        // A blocker is in everybody's way and nobody's prey.
        if position.blockers().contains(square) {
            return Some(true);
        }
        position.piece_at(square).filter(|_| !gone).map(|(_, color)| Some(color) == by)
    };
    let line = |at: Square, step, taken: Option<Square>, most: u8| {
        let squares = std::iter::successors(go(shape, at, step), move |&s| go(shape, s, step));
        let mut open = true;
        squares
            .take(usize::from(most))
            .take_while(move |&s| s != at)
            .take_while(move |&s| std::mem::replace(&mut open, standing(s, taken).is_none()))
            .collect::<Vec<_>>()
    };
    let mut states = vec![(from, None)];
    for leg in legs.list() {
        let mut next = Vec::new();
        for (at, taken) in states {
            for square in line(at, leg.step, taken, leg.max) {
                let goes = match standing(square, taken) {
                    None => leg.empty,
                    Some(true) => leg.hops_own,
                    Some(false) => leg.hops_enemy,
                };
                next.extend(goes.then_some((square, taken)));
                let prey = standing(square, taken) == Some(false) || square == target;
                if leg.captures && taken.is_none() && square != from && prey {
                    next.push((square, Some(square)));
                }
            }
        }
        states = next;
    }
    states.into_iter().any(|(at, taken)| {
        line(at, ray.step, taken, ray.max).into_iter().enumerate().any(|(n, square)| {
            let lands = match standing(square, taken) {
                None => ray.moves,
                Some(own) => ray.captures && !own,
            };
            let counts = n + 1 >= usize::from(ray.min);
            counts && (taken == Some(target) && lands || square == target && ray.captures && square != from)
        })
    })
}
