//! What the games tell, as plain data.

use serde::Serialize;

use crate::figure::Figure;
use crate::play::{FirstMove, Plan};

/// A report on a game. Shares and points are from 0 to 1.
///
/// Balance, ends and length are those of games between equal players; pieces, choices and the like are counted in all games.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// The game's full name, with its options.
    pub game: String,
    /// Its title.
    pub title: String,
    /// Its board has hexagons: rows of [`Piece::stood`] are half a cell high.
    pub hexagons: bool,
    /// How the games were played.
    pub plan: Plan,
    /// All games.
    pub games: u64,
    /// Those between equal players.
    pub equal: u64,
    /// Those of them that went a way of their own.
    pub distinct: u64,
    /// White's points.
    pub white: Figure,
    /// The share of games that White won, that were drawn, and that Black won.
    pub results: [Figure; 3],
    /// How games ended, the most frequent first.
    pub ends: Vec<End>,
    /// Plies to the end.
    pub length: Figure,
    /// Games by length, in classes of [`Report::LENGTH_CLASS`] plies.
    pub lengths: Vec<u64>,
    /// Legal moves in a position.
    pub choices: Figure,
    /// The mean number of legal moves before each ply, as long as a tenth of the games last.
    pub choices_by_ply: Vec<f64>,
    /// Plies of a hundred that capture.
    pub captures: Figure,
    /// Plies of a hundred that give check.
    pub checks: Figure,
    /// How often the lead goes over to the other player: who is a pawn better by the engine's score leads.
    pub changes: Figure,
    /// Of games in which a player first stood three pawns better, the points that he made of them: how sure a clear advantage is.
    pub decisiveness: Figure,
    /// Pieces left at the end, for White and Black.
    pub left: [Figure; 2],
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The piece in whose worth the others are told.
    pub unit: Option<String>,
    /// The points of a player who visits twice as many positions.
    pub skill: Figure,
    /// The first moves.
    pub firsts: Vec<First>,
    /// The first moves of the games, and what was answered.
    pub tree: Vec<Branch>,
    /// The most dramatic games, the most dramatic first.
    pub dramatic: Vec<Dramatic>,
}

impl Report {
    /// Plies of a class of [`Report::lengths`].
    pub const LENGTH_CLASS: usize = 10;
}

/// A way in which games ended.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct End {
    /// In a word, such as `checkmate`.
    pub name: String,
    /// Games that White won so, that were drawn so, and that Black won so.
    pub results: [u64; 3],
    /// Its share of the games.
    pub share: Figure,
}

/// What is known of a piece.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Piece {
    /// Its name, such as `cardinal`.
    pub name: String,
    /// Its letter.
    pub letter: String,
    /// It is royal for a player.
    pub royal: bool,
    /// What it is worth, in the worth of [`Report::unit`]; `None` where the games do not tell.
    pub value: Option<Figure>,
    /// Moves in a game, of both players.
    pub moves: f64,
    /// Captures that it made in a game.
    pub captures: f64,
    /// How many of it were captured in a game.
    pub captured: f64,
    /// How many others became it in a game.
    pub promoted: f64,
    /// By rank from above and file, as its owner sees the board: the share of the time it stood there, of all its time; `None` where the board has no
    /// square.
    pub stood: Vec<Vec<Option<f64>>>,
}

/// A first move.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct First {
    /// The move and what a search says of it.
    #[serde(flatten)]
    pub mv: FirstMove,
    /// Games that began with it.
    pub games: u64,
    /// White's points in them.
    pub white: Figure,
}

/// A move of the games' beginnings.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Branch {
    /// The move.
    pub san: String,
    /// Games that came this way.
    pub games: u64,
    /// White's points in them.
    pub white: Figure,
    /// What was played then, the most frequent first.
    pub next: Vec<Branch>,
}

/// A game that was dramatic.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Dramatic {
    /// Its number.
    pub number: u64,
    /// The moves, as move text.
    pub moves: Vec<String>,
    /// White's score before each, in hundredths of a pawn.
    pub scores: Vec<i32>,
    /// `1-0`, `1/2-1/2` or `0-1`.
    pub result: &'static str,
    /// How it ended.
    pub end: String,
    /// How often the lead went over.
    pub changes: u32,
    /// How far the winner's expected score once lay below a half (of a draw: from it), and a tenth for each change of lead.
    pub drama: f64,
}
