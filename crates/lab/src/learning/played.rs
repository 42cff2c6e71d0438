//! Games of the engine against itself, as programs that learn want them: moves and what a search said before each.

use std::sync::Arc;

use berolina_rules::geometry::Color;
use berolina_rules::{Move, Position, Variant};

use super::Sample;

/// Scores beyond this are proven ends, and larger ones are kept as this.
pub(super) const DECIDED: i32 = 10_000;
/// Positions in which a side is further ahead teach nothing.
const CLEAR: i32 = 1500;

/// A game that was played, from the end of its opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its number; the same number, seed and players give the same game.
    pub number: u32,
    /// Where it begins, as FEN.
    pub start: String,
    /// The moves.
    pub moves: Vec<Move>,
    /// What the search said before each move, for the mover, in hundredths of a pawn.
    pub scores: Vec<i16>,
    /// Who won.
    pub winner: Option<Color>,
}

/// A quiet position of a game, and what is known of it.
#[derive(Clone, Debug)]
pub struct Quiet {
    /// The position.
    pub position: Position,
    /// What the search said, for the mover, in hundredths of a pawn.
    pub score: i32,
    /// What the mover scored in the game: 0, 0.5 or 1.
    pub result: f32,
}

impl Played {
    /// The game as bytes: see [`archive`](super::archive).
    ///
    /// # Panics
    /// If the FEN or the game is longer than 65,535 bytes or plies.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let short =
            |length: usize| u16::try_from(length).expect("no FEN and no game is so long").to_le_bytes();
        let mut bytes = Vec::with_capacity(9 + self.start.len() + 6 * self.moves.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.push(match self.winner {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        });
        bytes.extend(short(self.start.len()));
        bytes.extend(self.start.as_bytes());
        bytes.extend(short(self.moves.len()));
        bytes.extend(self.moves.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        bytes.extend(self.scores.iter().flat_map(|score| score.to_le_bytes()));
        bytes
    }

    /// The game of such bytes; `None` if they are none. Whether its moves are legal [`Played::quiet`] says.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (number, rest) = bytes.split_first_chunk::<4>()?;
        let (&winner, rest) = rest.split_first()?;
        let winner = match winner {
            0 => Some(Color::Black),
            1 => None,
            2 => Some(Color::White),
            _ => return None,
        };
        let (length, rest) = rest.split_first_chunk::<2>()?;
        let (start, rest) = rest.split_at_checked(u16::from_le_bytes(*length).into())?;
        let (plies, rest) = rest.split_first_chunk::<2>()?;
        let plies = usize::from(u16::from_le_bytes(*plies));
        let (moves, scores) = rest.split_at_checked(4 * plies)?;
        if scores.len() != 2 * plies {
            return None;
        }
        let moves = moves.as_chunks::<4>().0.iter().map(|bytes| Move::from_bits(u32::from_le_bytes(*bytes)));
        let scores = scores.as_chunks::<2>().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
        Some(Self {
            number: u32::from_le_bytes(*number),
            start: String::from_utf8(start.to_vec()).ok()?,
            moves: moves.collect(),
            scores: scores.collect(),
            winner,
        })
    }

    /// What a color scored.
    fn points(&self, color: Color) -> f32 {
        match self.winner {
            None => 0.5,
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
        }
    }

    /// The positions from which something can be learnt: without check, where nobody is far ahead, and the move made from them captures
    /// nothing, promotes nothing and places nothing.
    ///
    /// # Errors
    /// One line, if it is no game of this variant.
    pub fn quiet(&self, variant: &Arc<Variant>) -> Result<Vec<Quiet>, String> {
        let fault = |what: String| format!("game {}: {what}", self.number);
        let mut position =
            Position::from_kept_fen(variant, &self.start).map_err(|error| fault(error.to_string()))?;
        let mut found = Vec::new();
        for (ply, (&mv, &score)) in self.moves.iter().zip(&self.scores).enumerate() {
            if !position.is_legal(mv) {
                return Err(fault(format!("move {} is not legal in {}", ply + 1, position.fen())));
            }
            let after = position.play_unchecked(mv);
            let score = i32::from(score);
            let is_quiet = score.abs() < CLEAR
                && position.taken(mv).is_empty()
                && mv.promotion().is_none()
                && position.origin(mv).is_some()
                && !position.is_check();
            if is_quiet {
                let result = self.points(position.turn());
                found.push(Quiet { position, score, result });
            }
            position = after;
        }
        Ok(found)
    }

    /// The quiet positions as text.
    ///
    /// # Errors
    /// Those of [`Played::quiet`].
    pub fn samples(&self, variant: &Arc<Variant>) -> Result<Vec<Sample>, String> {
        let result = self.points(Color::White);
        let sample = |quiet: Quiet| {
            let white = quiet.position.turn() == Color::White;
            let score = if white { quiet.score } else { -quiet.score };
            Sample { fen: quiet.position.fen(), result, score, game: self.number }
        };
        Ok(self.quiet(variant)?.into_iter().map(sample).collect())
    }
}

#[cfg(test)]
mod tests {
    use berolina_numbers::Random;
    use berolina_rules::{Game, Library};

    use super::*;

    /// Whatever bytes there are, they are no game, or its moves are told to be illegal, or all of its positions are of its rules.
    #[test]
    fn bytes_of_any_kind_are_a_game_or_refused() {
        let mut random = Random::new(3);
        for name in ["near", "duck", "npnc", "minishogi"] {
            let variant = Variant::load(&Library::shipped(), name).unwrap();
            let mut game = Game::new(variant.start());
            while game.moves().len() < 40 && game.outcome().is_none() {
                let moves = game.position().legal_moves();
                game.push(moves[random.below(moves.len())]);
            }
            let scores = vec![12; game.moves().len()];
            let start = game.start().fen();
            let moves = game.moves().to_vec();
            let played = Played { number: 7, start, moves, scores, winner: None };
            let bytes = played.to_bytes();
            assert_eq!(Played::from_bytes(&bytes).as_ref(), Some(&played));
            assert!(!played.quiet(&variant).unwrap().is_empty());
            let mut told = 0;
            for _ in 0..3000 {
                let mut bytes = bytes.clone();
                for _ in 0..=random.below(3) {
                    let at = random.below(bytes.len());
                    bytes[at] = random.below(256) as u8;
                }
                bytes.truncate(bytes.len() - random.below(50).saturating_sub(48));
                if let Some(Err(error)) = Played::from_bytes(&bytes).map(|game| game.quiet(&variant)) {
                    assert!(!error.contains('\n'), "{error}");
                    told += 1;
                }
            }
            assert!(told > 1000, "{name}: {told}");
        }
    }
}
