//! How games end that end otherwise than by a king, and how pieces castle.

use super::{Kind, KindSet};
use crate::definition::Verdict;
use crate::geometry::Square;

/// What a goal asks beside a piece that stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalAsks {
    /// So many pieces at once.
    pub count: u8,
    /// That they cannot be captured with the next move.
    pub safe: bool,
    /// That they still stand there after the opponent's reply.
    pub hold: bool,
    /// That Black, if White has reached the goal, cannot reach his with the next move.
    pub last_move: bool,
}

/// When royal pieces are lost that are not just one king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Royalty {
    /// The kinds that count together.
    pub groups: Vec<KindSet>,
    /// Who has fewer of a group than this, on the board and in hand, has lost it.
    pub least: u32,
    /// None of them may be left attacked by who loses by checkmate; else not all of a group at once.
    pub each: bool,
    /// One may not be left attacked when it is the only one left, and several may.
    pub last: bool,
    /// What the loss means.
    pub result: Verdict,
}

/// What a player may not have too few of, royal or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extinction {
    /// The kinds that count together.
    pub groups: Vec<KindSet>,
    /// Who has no more of a group than this, on the board and in hand, has too few.
    pub left: u32,
    /// What that means.
    pub result: Verdict,
}

/// Castling to one wing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingTable<W> {
    /// Where king and rook start; `None` in shuffled games.
    pub from: Option<(Square, Square)>,
    /// Where the king goes.
    pub king_to: Square,
    /// Where the rook goes.
    pub rook_to: Square,
    /// The kind that castles.
    pub king: Kind,
    /// The kind of the other piece.
    pub rook: Kind,
    /// The squares that must be empty, where the start is fixed.
    pub empty: W,
    /// The squares that must not be attacked, where the start is fixed.
    pub safe: W,
    /// Castling may expose the king to what did not attack its way before.
    pub exposed: bool,
    /// Both are placed on their squares from the hand.
    pub placed: bool,
    /// It takes from the other player the right to castle to the same wing.
    pub opposite: bool,
    /// It wins, and who can do nothing of the kind any more loses.
    pub wins: bool,
}
