//! What an engine calls our games and pieces.

use berolina_rules::geometry::Color;
use berolina_rules::position::Manner;
use berolina_rules::{Move, Position};

/// What an engine calls a game and its pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dialect {
    /// The game's name, a value of `UCI_Variant`.
    pub game: String,
    /// For each colour, our letters that the engine has others for, in capitals: ours, its.
    pub letters: [Vec<(char, char)>; 2],
    /// The engine believes that a king must not be left attacked, where with us it is captured. The game is then ended
    /// for it a move early: see [`crate::matches::play`].
    pub royal: bool,
}

impl Dialect {
    /// The dialect of an engine that has our names.
    #[must_use]
    pub fn same(game: &str) -> Self {
        Self { game: game.to_owned(), ..Self::default() }
    }

    /// Reads what stands behind `=>` in an alias: the engine's name for the game, then maybe `royal`, and
    /// `white:OURS=ITS` and `black:OURS=ITS` with letters that stand for each other.
    ///
    /// # Errors
    /// What is wrong and what would be right.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let mut dialect = Self::same(words.next().ok_or("write OURS => ITS")?);
        for word in words {
            if word == "royal" {
                dialect.royal = true;
                continue;
            }
            let pairs = word.split_once(':').and_then(|(color, pairs)| {
                let color = match color {
                    "white" => Color::White,
                    "black" => Color::Black,
                    _ => return None,
                };
                let (ours, its) = pairs.split_once('=')?;
                let paired: Vec<_> = upper(ours).zip(upper(its)).collect();
                let whole = !paired.is_empty() && ours.chars().count() == its.chars().count();
                whole.then_some((color, paired))
            });
            let (color, pairs) = pairs.ok_or_else(|| {
                format!(
                    "`{word}`: write royal, or letters such as white:QRBN=MCAH, as many of ours as of its"
                )
            })?;
            dialect.letters[color.index()] = pairs;
        }
        Ok(dialect)
    }

    fn letter(&self, color: Color, ours: char) -> char {
        let pairs = &self.letters[color.index()];
        let found =
            pairs.iter().find(|(from, _)| *from == ours.to_ascii_uppercase()).map_or(ours, |(_, to)| *to);
        if ours.is_ascii_lowercase() { found.to_ascii_lowercase() } else { found }
    }

    /// A FEN as the engine knows it.
    #[must_use]
    pub fn fen(&self, fen: &str) -> String {
        let (board, rest) = fen.split_at(fen.find(' ').unwrap_or(fen.len()));
        let piece = |c: char| match c {
            'A'..='Z' => self.letter(Color::White, c),
            'a'..='z' => self.letter(Color::Black, c),
            _ => c,
        };
        board.chars().map(piece).chain(rest.chars()).collect()
    }

    /// A legal move as the engine knows it.
    #[must_use]
    pub fn move_text(&self, position: &Position, mv: Move) -> String {
        let text = position.move_text(mv);
        let color = position.turn();
        if matches!(mv.manner(), Manner::Drop(_)) {
            let mut chars = text.chars();
            return chars.next().map(|c| self.letter(color, c)).into_iter().chain(chars).collect();
        }
        match text.char_indices().last() {
            Some((at, c)) if mv.manner().named().is_some() => {
                format!("{}{}", &text[..at], self.letter(color, c))
            }
            _ => text,
        }
    }

    /// The legal move that the engine means. Letter case does not matter, and castling may be told by the squares of
    /// king and rook as well as by those of the king.
    #[must_use]
    pub fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        let legal = position.legal_moves();
        if let Some(&mv) = legal.iter().find(|&&mv| self.move_text(position, mv) == text) {
            return Some(mv);
        }
        if let Some(&mv) = legal.iter().find(|&&mv| self.move_text(position, mv).eq_ignore_ascii_case(text)) {
            return Some(mv);
        }
        position.parse_castling(text)
    }
}

fn upper(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().map(|c| c.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use berolina_rules::{Library, Variant};

    fn position(game: &str, fen: &str) -> Position {
        let variant = Variant::load(&Library::shipped(), game).unwrap();
        Position::from_fen(&variant, fen).unwrap()
    }

    #[test]
    fn letters_of_one_colour() {
        let dialect = Dialect::read("theirs white:QRBN=MCAH royal").unwrap();
        assert!(dialect.royal);
        assert_eq!(dialect.fen("rnbq/PPPP/RNBQ b KQkq - 0 1"), "rnbq/PPPP/CHAM b KQkq - 0 1");
    }

    #[test]
    fn promotions_have_the_engines_letters() {
        let position = position("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1");
        let dialect = Dialect::read("x white:Q=M").unwrap();
        let mv = position.parse_move("a7a8q").unwrap();
        assert_eq!(dialect.move_text(&position, mv), "a7a8m");
        assert_eq!(dialect.read_move(&position, "a7a8M"), Some(mv));
        assert_eq!(dialect.read_move(&position, "a7a8q"), None);
    }

    #[test]
    fn castling_by_either_square() {
        let position = position("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let dialect = Dialect::same("chess");
        let mv = position.parse_move("e1g1").unwrap();
        assert_eq!(dialect.read_move(&position, "e1h1"), Some(mv));
        assert_eq!(dialect.read_move(&position, "e1e3"), None);
    }

    #[test]
    fn drops() {
        let position = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1");
        let mv = position.parse_move("N@b2").unwrap();
        assert_eq!(Dialect::same("crazyhouse").read_move(&position, "N@b2"), Some(mv));
        assert_eq!(Dialect::read("x white:N=H").unwrap().move_text(&position, mv), "H@b2");
    }

    #[test]
    fn faults_are_told() {
        for text in ["", "x white:QR=M", "x green:Q=M", "x white:Q", "x loyal"] {
            assert!(Dialect::read(text).is_err(), "{text:?}");
        }
    }
}
