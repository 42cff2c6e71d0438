//! Ends of games that take more than a word to say.

use super::{PieceId, Verdict};
use crate::geometry::Color;
use crate::order::sort_short;

/// Moves that a weaker player counts, after which the game is drawn: the rules of makruk and its kin. Nobody counts against a
/// bare king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    /// As long as one of these is on the board, a bare king does not count, nor anybody without [`Counting::most`].
    pub pawns: Vec<PieceId>,
    /// So many moves for a player who is not bare; `None`: only a bare king counts.
    pub board: Option<u8>,
    /// A player who is not bare counts with so many pieces at most, whatever pawns there are; `None`: once there are none.
    pub most: Option<u8>,
    /// How many moves a bare king counts: the first of these whose pieces the other has, so many of each.
    pub bare: Vec<(Vec<(PieceId, u8)>, u8)>,
    /// A bare king begins with the number of pieces on the board, else with none.
    pub from_pieces: bool,
}

impl Counting {
    /// All its limits in plies, the least first.
    #[must_use]
    pub fn limits(&self) -> Vec<u16> {
        let moves = self.bare.iter().map(|(_, moves)| *moves).chain(self.board);
        let mut limits: Vec<u16> = moves.map(|moves| 2 * u16::from(moves)).collect();
        sort_short(&mut limits, |a, b| a < b);
        limits.dedup();
        limits
    }
}

/// What a checkmate needs to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateRule {
    /// One of the checks in the unbroken row that ends with the mate must have been given by such a piece; else it is a draw.
    /// Empty: by any.
    pub needs: Vec<PieceId>,
    /// Who mates by such pieces alone has lost.
    pub not_by: Vec<PieceId>,
}

/// Who has won what would be a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Award {
    /// A player.
    Player(Color),
    /// The player whose pieces on the board have more points; who moves second has one point and a half more.
    Points,
}

/// What an occurrence of the same position means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Which occurrence ends the game; 2 or more.
    pub times: u8,
    /// What it means for the player whose move made it.
    pub mover: Verdict,
    /// Who has given check with every move since its first occurrence that counts has lost instead, unless both have.
    pub perpetual_check: bool,
}

/// The count of plies without progress: the halfmove clock of FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Captures of these pieces set it to 0.
    pub captures: Vec<PieceId>,
    /// Moves of these pieces set it to 0.
    pub moves: Vec<PieceId>,
    /// Of those only what the piece could not take back: on an empty board it could not go back there without capturing.
    pub irreversible: bool,
    /// Promotions set it to 0, whatever promotes.
    pub promotions: bool,
    /// Placing a piece sets it to 0.
    pub placements: bool,
    /// What it means when so many plies have passed.
    pub limit: Option<(u16, ClockEnd)>,
}

/// What happens at the clock's limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockEnd {
    /// The game is drawn.
    Draw,
    /// The player who last set it to 0 by a capture may claim a win. FEN has a seventh field.
    Claim,
}
