//! Which moves the clock counts from, by the definition and what a move is said to change.

use berolina_rules::definition::Path;
use berolina_rules::geometry::Square;
use berolina_rules::position::{Effect, Manner};
use berolina_rules::{Move, Position};

use super::attacks::{go, rays_of};

/// Whether the clock is 0 after a move, unless a piece winds its way, has several legs, or explodes in passing.
pub fn begins_anew(position: &Position, mv: Move, effect: &Effect) -> Option<bool> {
    let definition = position.variant().definition();
    let rule = &definition.clock;
    let exploding = definition.explosion.is_some() && !effect.taken.is_empty();
    if exploding && matches!(effect.manner, Manner::EnPassant(_)) {
        return None;
    }
    // Of what explodes only that counts which was captured.
    let captured = effect.taken.iter().filter(|taken| {
        let square = taken.piece.square;
        !exploding || square == mv.to() || effect.manner.passed() == Some(square)
    });
    if captured
        .into_iter()
        .any(|taken| rule.captures.contains(&position.variant().piece_of(taken.piece.kind)))
    {
        return Some(true);
    }
    match effect.manner {
        Manner::Drop(_) => return Some(rule.placements),
        Manner::Castling(_) | Manner::GatingCastling(..) | Manner::Pass => return Some(false),
        Manner::Promotion(_) | Manner::EnPassant(Some(_)) if rule.promotions => return Some(true),
        _ => {}
    }
    let Some((kind, _)) = position.piece_at(mv.from()) else { return Some(false) };
    let counts = rule.moves.contains(&position.variant().piece_of(kind));
    if counts && rule.irreversible { goes_back(position, mv).map(|back| !back) } else { Some(counts) }
}

/// Whether the piece that a move moves could go back by a later move, on an empty board.
fn goes_back(position: &Position, mv: Move) -> Option<bool> {
    let (kind, color) = position.piece_at(mv.from())?;
    let piece = position.variant().piece_of(kind);
    let rays: Vec<_> =
        rays_of(position, piece, color, false).into_iter().filter(|(_, ray)| ray.moves).collect();
    if rays.iter().any(|(_, ray)| matches!(ray.path, Path::Legs(_) | Path::Winding(_))) {
        return None;
    }
    Some(rays.into_iter().any(|(cells, ray)| {
        // Round a cylinder nothing comes back to where it stands.
        let next = |at: &Square| go(cells, *at, ray.step).filter(|&next| next != mv.to());
        let mut line = std::iter::successors(next(&mv.to()), next).take(usize::from(ray.max));
        let reached = line.position(|square| square == mv.from());
        let reaches = cells.has(mv.to()) && reached.is_some_and(|n| n + 1 >= usize::from(ray.min));
        match ray.path {
            Path::Clear => reaches,
            Path::Lame { via: passed } | Path::Over { square: passed, must_capture: false } => {
                reaches && go(cells, mv.to(), passed).is_some()
            }
            Path::Cannon | Path::Grasshopper | Path::Over { must_capture: true, .. } => false,
            Path::Legs(_) | Path::Winding(_) => unreachable!("answered above"),
        }
    }))
}
