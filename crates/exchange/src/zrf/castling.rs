//! Castling, as keys of the language.

use super::Reading;
use super::board::Mirror;
use super::piece::Keys;
use super::shape::Castling;
use crate::Value;

use std::collections::BTreeMap;

impl Reading {
    /// The castlings of a player.
    pub(super) fn castling(
        &self,
        side: usize,
        mirror: Mirror,
        all: &[[Keys; 2]],
        keys: &mut BTreeMap<String, Value>,
        left: &mut Vec<(usize, String)>,
    ) {
        for (at, piece) in self.pieces.iter().enumerate() {
            for (line, castling) in &all[at][side].castling {
                let stand: Vec<usize> = self.around(piece, side, mirror).stand.into_iter().collect();
                let mut wrong = |what: &str| left.push((*line, format!("{}: castling {what}", piece.name)));
                let &[king] = stand.as_slice() else {
                    if !stand.is_empty() {
                        wrong("of one of several kings");
                    }
                    continue;
                };
                let Some(cell) = self.field.cells[king] else { continue };
                let place = |by: (i8, i8)| {
                    let to = (cell.at.0.saturating_add(by.0), cell.at.1.saturating_add(by.1));
                    self.field.cells.iter().position(|cell| cell.is_some_and(|cell| cell.at == to))
                };
                let places = [castling.to, castling.rook, castling.rook_to].map(place);
                let [Some(to), Some(rook), Some(rook_to)] = places else { continue };
                // Nothing that could castle stands there at first.
                if self.start.stand[side].get(&rook) != Some(&castling.rook_kind) {
                    continue;
                }
                if let Some(what) = self.unlike(at, side, all, castling) {
                    wrong(&what);
                }
                let seen =
                    |at: usize| self.field.seen(at, side, mirror).map(|square| self.field.name(square));
                let king_side = self.field.seen(rook, side, mirror) > self.field.seen(king, side, mirror);
                let name = if king_side { "castling.king-side" } else { "castling.queen-side" };
                for (key, at) in [("king", king), ("rook", rook), ("king-to", to), ("rook-to", rook_to)] {
                    if let Some(square) = seen(at) {
                        let before = keys.insert(format!("{name}.{key}"), square.clone().into());
                        if before.is_some_and(|before| before != Value::Text(square)) {
                            left.push((*line, format!("{}: two castlings to one side", piece.name)));
                        }
                    }
                }
            }
        }
    }

    /// In what it is not the castling of chess: of unmoved pieces, over empty squares, through no attack.
    fn unlike(&self, king: usize, side: usize, all: &[[Keys; 2]], castling: &Castling) -> Option<String> {
        let sign = castling.rook.0.signum();
        let level = [castling.to, castling.rook, castling.rook_to]
            .iter()
            .all(|by| by.1 == 0 && by.0.signum() == sign);
        let apart =
            castling.rook_to.0.abs() < castling.to.0.abs() && castling.to.0.abs() <= castling.rook.0.abs();
        if !level || !apart {
            return Some("not along a rank".to_owned());
        }
        let empty = |x: i8| castling.empty.contains(&(x, 0)) || (x, 0) == castling.rook;
        if !(1..=castling.rook.0.abs().max(castling.to.0.abs())).all(|x| empty(x * sign)) {
            return Some("over squares that need not be empty".to_owned());
        }
        let rook = self.pieces.iter().position(|piece| piece.name == castling.rook_kind);
        if self.invariant && castling.king_has.is_empty() && castling.rook_has.is_empty() {
            return None;
        }
        let (Some(rook), [(king_has, true)], [(rook_has, true)]) =
            (rook, castling.king_has.as_slice(), castling.rook_has.as_slice())
        else {
            return Some(
                "of pieces that may have moved, and through attacks; here it is that of chess".to_owned(),
            );
        };
        for (piece, has) in [(king, king_has), (rook, rook_has)] {
            let starts = self.pieces[piece].attributes.contains(&(has.clone(), true));
            if !starts || all[piece][side].forgetful {
                return Some(format!("of a {} that may have moved", self.pieces[piece].name));
            }
        }
        let safe = |x: i8| castling.safe.contains(&(x, 0));
        (!(0..castling.to.0.abs()).all(|x| safe(x * sign))).then(|| "through attacks".to_owned())
    }
}
