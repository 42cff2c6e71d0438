//! What a player must not lose.

use super::{ClockEnd, KingLoss, PieceId, Player, Rules, Verdict};
use crate::geometry::Color;

/// The royal pieces of a player, and when they are lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Royalty {
    /// The kinds, in their order; may be empty.
    pub pieces: Vec<PieceId>,
    /// Which of them must be lost.
    pub lost: RoyalLoss,
    /// What their loss means for the player.
    pub result: Verdict,
    /// The file does not say how they are lost: there is one, and there will be no more.
    pub single: bool,
}

/// How many royal pieces a player must lose for the game to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoyalLoss {
    /// A single one.
    Any,
    /// All of them.
    All,
    /// All of any one kind.
    Kind,
    /// The last: while there are more, they are captured like others.
    Last,
}

/// Pieces of which a player may not have too few, royal or not: the game ends as soon as so few are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extinction {
    /// The kinds, in their order.
    pub pieces: Vec<PieceId>,
    /// So many left, on the board and in hand, are too few.
    pub left: u8,
    /// Of each kind by itself, instead of all together.
    pub each: bool,
    /// What that means for the player.
    pub result: Verdict,
}

impl Extinction {
    /// The kinds that are counted together.
    pub fn groups(&self) -> impl Iterator<Item = &[PieceId]> {
        self.pieces.chunks(if self.each { 1 } else { self.pieces.len().max(1) })
    }
}

impl Rules {
    /// The pieces that are royal for a player.
    pub fn royals(&self, color: Color) -> impl Iterator<Item = PieceId> {
        self.players[color.index()].royal.pieces.iter().copied()
    }

    /// Whether a piece is royal for a player.
    #[must_use]
    pub fn is_royal(&self, color: Color, piece: PieceId) -> bool {
        self.players[color.index()].royal.pieces.contains(&piece)
    }

    /// Whether a player has one king, as in chess: a single royal piece, which can become neither more nor another, and whose
    /// loss loses the game.
    #[must_use]
    pub fn has_one_king(&self, color: Color) -> bool {
        let royal = &self.players[color.index()].royal;
        if royal.single {
            return !royal.pieces.is_empty();
        }
        let count: usize = self.royals(color).map(|piece| self.start.count(color, piece)).sum();
        let promotes = |id: PieceId| {
            let to = &self.rules(color, id).promotes_to;
            self.is_royal(color, id) && !to.is_empty() || to.iter().any(|&to| self.is_royal(color, to))
        };
        count == 1 && royal.result == Verdict::Loss && !self.ids().any(promotes)
    }

    /// Whether a player has pieces of which each single one loses the game when it is lost: one king, or several.
    #[must_use]
    pub fn has_kings(&self, color: Color) -> bool {
        let royal = &self.players[color.index()].royal;
        let any = royal.lost == RoyalLoss::Any && royal.result == Verdict::Loss;
        !royal.pieces.is_empty() && (any || self.has_one_king(color))
    }

    /// Whether a game can end otherwise than in a draw.
    #[must_use]
    pub fn can_be_decided(&self) -> bool {
        let decides = |verdict: Verdict| verdict != Verdict::Draw;
        let lost = |player: &Player| {
            let result = match player.king_lost_by {
                KingLoss::Checkmate => self.checkmate,
                KingLoss::Capture => player.royal.result,
            };
            let extinct = player.extinction.as_ref().is_some_and(|rule| decides(rule.result));
            let castles = player.castling.iter().flatten().any(|castling| castling.wins);
            extinct || castles || (!player.royal.pieces.is_empty() && decides(result))
        };
        self.players.iter().any(|player| player.goal.is_some() || lost(player))
            || !self.stalemate.is_draw()
            || self.repetition.is_some_and(|rule| decides(rule.mover))
            || self.bare_king.is_some_and(decides)
            || matches!(self.clock.limit, Some((_, ClockEnd::Claim)))
    }

    /// Whether a piece is the one king of some player. Nobody takes it prisoner.
    #[must_use]
    pub fn is_one_king(&self, piece: PieceId) -> bool {
        Color::ALL.into_iter().any(|color| self.is_royal(color, piece) && self.has_one_king(color))
    }
}
