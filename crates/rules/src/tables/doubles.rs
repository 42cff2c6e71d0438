//! Double and triple steps.

use std::iter;

use super::movement::shift;
use super::{Double, Kind, KindInfo, KindState};
use crate::definition::{Definition, Zones};
use crate::geometry::{Color, Square, Word};

/// The steps of a player's pieces, those alike together.
pub(super) fn doubles<W: Word>(definition: &Definition, kinds: &[KindInfo], color: Color) -> Vec<Double<W>> {
    let shape = definition.shape;
    let mut doubles = Vec::new();
    for (kind, info) in kinds.iter().enumerate() {
        let Some(rule) = &definition.rules(color, info.piece).double_step else { continue };
        if rule.unmoved && info.state != KindState::Base {
            continue;
        }
        for &offset in &rule.steps {
            let shape = definition.rules(color, info.piece).cells(shape);
            let offset = shape.relative_offset(color, offset);
            let promotes = !definition.rules(color, info.piece).promotes_to.is_empty();
            let Zones { forced, by_capture, .. } = definition.zones(color, info.piece);
            let promotes = promotes && !by_capture;
            for (from, steps) in shape.iter().flat_map(|from| [(from, 2), (from, 3)]) {
                let way = iter::successors(Some(from), |&square| shape.offset(square, offset));
                let squares: Vec<Square> = way.skip(1).take(steps).collect();
                if squares.len() < steps || !rule.starts(steps).contains(from) {
                    continue;
                }
                let end = squares[steps - 1];
                // It does not promote, so it may not end where the piece would have to.
                if squares.contains(&from) || (promotes && forced.contains(end)) {
                    continue;
                }
                let kind = Kind::new(kind);
                let shifts = [shift(from, squares[0]), shift(squares[0], squares[1])];
                let third = shift(squares[1], end);
                let en_passant = rule.exposed_from().contains(from);
                let alike = |d: &&mut Double<W>| {
                    (d.kind, d.shifts, d.third, d.en_passant) == (kind, shifts, third, en_passant)
                };
                match doubles.iter_mut().find(alike) {
                    Some(double) => double.from |= W::bit(from),
                    None => {
                        let from = W::bit(from);
                        doubles.push(Double { kind, shifts, third, from, en_passant });
                    }
                }
            }
        }
    }
    doubles
}
