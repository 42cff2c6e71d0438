//! What a FEN is read for: a position to play on, one that was kept, or a mate problem.

use std::sync::Arc;

use super::fen::{FenError, FenFault};
use crate::position::{Position, Setup, SetupFault};
use crate::variant::Variant;

impl Position {
    /// Reads a position of a game that is to be played on: it has what nobody may lose, no piece stands where it never can, and
    /// every castling right that the text names is there. Where pieces are marked that have moved, a piece that stands where
    /// none of its kind starts has moved, marked or not.
    ///
    /// # Errors
    /// Every reason why the text is no position of the game.
    ///
    /// ```
    /// # use berolina_rules::{Library, Position, Variant};
    /// let chess = Variant::load(&Library::shipped(), "chess")?;
    /// let error = Position::from_fen(&chess, "8/8/8/8/8/8/8/7 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "FEN: board: rank 1 has 7 squares, not 8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, FenError> {
        Setup::from_fen(variant, fen)?.playable(variant).map_err(faults)
    }

    /// Reads a position that was kept: one that is over too, such as after the capture of a king, and what older versions took.
    /// Castling rights without king or rook are dropped.
    ///
    /// # Errors
    /// Every reason why the text is no position of the game.
    ///
    /// ```
    /// # use berolina_rules::{Library, Position, Variant};
    /// let near = Variant::load(&Library::shipped(), "near")?;
    /// let over = "8/8/4K3/8/8/8/8/8 b - - 0 1";
    /// let error = Position::from_fen(&near, over).unwrap_err();
    /// assert_eq!(error.to_string(), "FEN: black has no king, so the game would be over before its first move");
    /// assert!(Position::from_kept_fen(&near, over)?.outcome().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_kept_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, FenError> {
        Setup::from_fen(variant, fen)?.position(variant).map_err(faults)
    }

    /// Reads what [`Position::fen`] wrote, of a game that is over too: which pieces have moved is believed as it is marked.
    ///
    /// # Errors
    /// Every reason why the text is no position of the game.
    pub fn from_own_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, FenError> {
        Setup::from_own_fen(variant, fen)?.position(variant).map_err(faults)
    }

    /// Reads a mate problem: one player may lack the king, as the attacker does in problems of shogi. That player then has no king
    /// to lose, and the position is one of a game of its own ([`Variant::without_king`]), in which all else is the same.
    ///
    /// # Errors
    /// Every reason why the text is no position of the game.
    ///
    /// ```
    /// # use berolina_rules::{Library, Position, Variant};
    /// let shogi = Variant::load(&Library::shipped(), "shogi")?;
    /// let problem = Position::from_problem_fen(&shogi, "4k4/9/4P4/9/9/9/9/9/9[G] w - - 0 1")?;
    /// let mate = problem.play(problem.parse_move("G@e8")?)?;
    /// assert_eq!(mate.outcome().unwrap().winner, Some(berolina_rules::geometry::Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_problem_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, FenError> {
        let setup = Setup::from_fen(variant, fen)?;
        let missing = setup.missing_king(variant);
        let game = missing.map_or_else(|| Arc::clone(variant), |color| variant.without_king(color));
        setup.playable(&game).map_err(faults)
    }

    /// The position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        self.setup().to_fen(self.variant())
    }
}

fn faults(faults: Vec<SetupFault>) -> FenError {
    FenError { faults: faults.into_iter().map(FenFault::Setup).collect() }
}
