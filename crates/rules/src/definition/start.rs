//! How a game starts.

use super::PieceId;
use crate::geometry::{Color, Square};

/// How a game starts: arrays, hands and castling rights. No move was made, so that all else is as ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// For each square, from a1, the piece that stands there and whose it is.
    pub board: Vec<Option<(PieceId, Color)>>,
    /// For each colour and piece the number in hand.
    pub hands: [Vec<u8>; 2],
    /// Who is to move.
    pub turn: Color,
    /// For each colour and wing whether castling may happen.
    pub castling: [[bool; 2]; 2],
}

impl Start {
    /// What stands on the board, from a1.
    pub fn standing(&self) -> impl Iterator<Item = (Square, PieceId, Color)> {
        let cells = self.board.iter().enumerate();
        cells.filter_map(|(at, cell)| cell.map(|(piece, color)| (Square(at as u8), piece, color)))
    }

    /// The number of a player's pieces of a kind in hand.
    #[must_use]
    pub fn held(&self, color: Color, piece: PieceId) -> u8 {
        self.hands[color.index()][piece.index()]
    }

    /// The number of a player's pieces of a kind, on the board and in hand.
    #[must_use]
    pub fn count(&self, color: Color, piece: PieceId) -> usize {
        let standing = self.standing().filter(|&(_, id, c)| (id, c) == (piece, color)).count();
        standing + usize::from(self.held(color, piece))
    }
}
