//! Files behind whose pieces others may enter, which other programs write among the castling rights: `KQBCDFGkqbcdfg`.

use crate::definition::Wing;
use crate::geometry::{Color, Square, SquareSet};
use crate::position::{CastlingRook, Setup};
use crate::tables::Kind;
use crate::variant::Variant;

/// The pieces that a FEN says have not moved, where it says so by their files.
#[derive(Default)]
pub(super) struct Gates {
    /// Where they stand. `None`: the text says it with the pieces, or not at all.
    named: Option<SquareSet>,
}

impl Gates {
    /// Whether a player has pieces behind which others may enter.
    pub(super) fn has(variant: &Variant, color: Color) -> bool {
        (0..variant.kinds().len()).any(|kind| variant.lets_in(Kind::new(kind), color))
    }

    /// Reads the letter of a file; whether it names such a piece. A rook that castles from any square is a castling right first.
    pub(super) fn read(&mut self, setup: &Setup, variant: &Variant, color: Color, file: u8) -> bool {
        let Some(square) = gate(setup, variant, color, file) else { return false };
        self.named.get_or_insert_default().insert(square);
        let castling = variant.definition().players[color.index()].castling;
        let shuffled = castling.iter().flatten().filter(|castling| castling.from.is_none());
        let rook = setup.board[square.index()].map(|(kind, _)| variant.piece_of(kind));
        !shuffled.into_iter().any(|castling| Some(castling.rook) == rook)
    }

    /// Marks the pieces as moved that are not named, if any is: all but kings and rooks that may still castle.
    pub(super) fn close(self, setup: &mut Setup, variant: &Variant) {
        let Some(mut named) = self.named else { return };
        for color in Color::ALL {
            for wing in Wing::ALL {
                named = named.or(castlers(setup, variant, color, wing));
            }
        }
        for (at, cell) in setup.board.iter_mut().enumerate() {
            if let Some((kind, color)) = cell
                && variant.lets_in(*kind, *color)
                && !named.contains(Square(at as u8))
            {
                *kind = variant.moved(*kind, *color);
            }
        }
    }
}

/// The piece on a file of a player's first squares that has not moved and lets others in.
fn gate(setup: &Setup, variant: &Variant, color: Color, file: u8) -> Option<Square> {
    let shape = variant.shape();
    shape.iter().filter(|&square| shape.file(square) == file).find(|&square| {
        setup.board[square.index()]
            .is_some_and(|(kind, owner)| owner == color && variant.lets_in(kind, color))
    })
}

/// The king and the rook of a castling right.
fn castlers(setup: &Setup, variant: &Variant, color: Color, wing: Wing) -> SquareSet {
    let right = setup.castling[color.index()][wing as usize];
    let Some((castling, right)) =
        variant.definition().players[color.index()].castling[wing as usize].zip(right)
    else {
        return SquareSet::EMPTY;
    };
    if let Some((king, rook)) = castling.from {
        return [king, rook].into_iter().collect();
    }
    let shape = variant.shape();
    let home = shape.rank(castling.king_to);
    let of = |piece| {
        shape.iter().filter(move |&square| {
            let cell = setup.board[square.index()];
            shape.rank(square) == home
                && cell.is_some_and(|(kind, owner)| owner == color && variant.piece_of(kind) == piece)
        })
    };
    let rook = match right {
        CastlingRook::OnFile(file) => of(castling.rook).find(|&square| shape.file(square) == file),
        CastlingRook::Usual if wing == Wing::King => of(castling.rook).last(),
        CastlingRook::Usual => of(castling.rook).next(),
    };
    of(castling.king).chain(rook).collect()
}
