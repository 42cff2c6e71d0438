//! What only one game has: of every shipped game a move, found by comparing it with the game that it extends, or with chess.
//!
//! [`strange`] says what a move is that the other game cannot make from where the pieces stand, [`search`] looks for such moves
//! in seeded games, and [`choose`] takes one for each game, so that neighbours differ. `ideas/README.md` describes the file.

pub mod choose;
pub mod search;
pub mod strange;

use serde::{Deserialize, Serialize};

/// What is special about a move, or about a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A capture leaves a new piece behind.
    Creates,
    /// A piece comes in from the hand by another's move.
    Enters,
    /// A piece is dropped from the hand.
    Drops,
    /// The game begins with placing pieces.
    Places,
    /// A capture explodes.
    Explodes,
    /// Something is captured elsewhere than where the piece arrives.
    Beside,
    /// A neutral piece comes to stand in everybody's way.
    Blocks,
    /// A player passes.
    Passes,
    /// The king is captured, and the game won.
    TakesKing,
    /// A piece reaches its goal, and the game is won.
    Goal,
    /// The last of the checks that are counted.
    Checks,
    /// The last piece of those that a player may not lose all of, or one of several kings.
    Extinct,
    /// Who has lost everything wins.
    Loses,
    /// A king left alone decides the game.
    Bares,
    /// Who cannot move has lost, or won.
    Stalemates,
    /// A mate that is none in the other game.
    Mates,
    /// Who can capture must.
    MustTake,
    /// A king may stand attacked.
    Exposed,
    /// Castling from or to elsewhere.
    Castles,
    /// Promotion elsewhere, or to something else.
    Promotes,
    /// A piece that the other game knows moves as it does not there.
    Moves,
    /// A piece that the other game does not know.
    NewPiece,
    /// A board of hexagons instead of squares.
    Hexagons,
    /// A board of another size.
    Board,
    /// Nothing but another array.
    Array,
    /// A player has several kings, or none: said of games, not of moves.
    Kings,
}

/// The idea of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Idea {
    /// The game.
    pub game: String,
    /// What is shown.
    pub kind: Kind,
    /// The game that does not have it: one that this game extends, or chess.
    pub than: String,
    /// The game with the options of the position.
    pub spec: String,
    /// Where the move is made; for [`Kind::Array`] the array.
    pub fen: String,
    /// The move; none for [`Kind::Array`].
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// For [`Kind::Array`] where the pieces stand in the other game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The name of the piece that makes the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The course that teaches it, of `courses/`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<String>,
    /// All that happens in the game, whether others have it or not.
    pub shows: Vec<Kind>,
    /// How many plies a game has: the median of some of the engine against itself.
    pub plies: usize,
}
