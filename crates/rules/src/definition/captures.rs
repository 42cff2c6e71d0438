//! What a capture may do beside taking an enemy off the board.

use super::PieceId;

/// What is special about captures by a piece, and of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    /// It may capture pieces of its own side, but nothing royal.
    pub own: bool,
    /// It turns to stone by a capture: a neutral blocker stands where it went, which stays for good.
    pub petrifies: bool,
    /// What the piece becomes, unless it is royal or promotes by that, that captures *this* kind of piece.
    pub captor_becomes: Option<PieceId>,
}

/// Captures explode: the capturer leaves the game too, and so does every piece within a king's step of where it went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explosion {
    /// Those that stay, unless they are captured or capture.
    pub spares: Vec<PieceId>,
    /// Those that stay when they capture.
    pub survives: Vec<PieceId>,
}
