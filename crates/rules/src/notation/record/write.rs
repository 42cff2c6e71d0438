//! Records as PGN.

use super::catalog::unnamed;
use super::spellings::spellings;
use super::{NodeId, Notes, Record};
use crate::definition::OptionValues;
use crate::notation::pgn::{self, GameResult, MoveText, Start};
use crate::order::sort_short;
use crate::position::{Move, Position};

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum MoveStyle {
    /// `Nf3`, as [`Position::san`] writes it.
    #[default]
    San,
    /// `g1f3`, as [`Position::move_text`] writes it.
    Coordinates,
}

impl MoveStyle {
    /// The text of a legal move.
    #[must_use]
    pub fn write(self, position: &Position, mv: Move) -> String {
        match self {
            Self::San => position.san(mv),
            Self::Coordinates => position.move_text(mv),
        }
    }
}

impl Record {
    /// The record as a game of PGN. Its tags, result, comments and moves are all there; the module's page
    /// says which tags are written.
    #[must_use]
    pub fn to_pgn(&self, style: MoveStyle) -> pgn::Game {
        let mut game = pgn::Game { comments: self.comments.clone(), ..pgn::Game::default() };
        self.write_tags(&mut game, self.result());
        if let Some(first) = self.tree.next(None) {
            game.line = self.write_line(first, &self.start, style);
        }
        game
    }

    /// The record as PGN text, lines wrapped, with an empty line at its end.
    #[must_use]
    pub fn to_text(&self, style: MoveStyle) -> String {
        let start = Start { number: u32::from(self.start.move_number()), side: self.start.turn() };
        pgn::write_from(&self.to_pgn(style), start)
    }

    fn write_tags(&self, game: &mut pgn::Game, result: GameResult) {
        game.result = Some(result);
        game.set_tag("Result", result.as_str());
        let mut tags = self.tags.clone();
        let name = self.variant().definition().full_name();
        if name != unnamed() {
            // As other programs know it, if they know it.
            let written = spellings().find(|spelling| spelling.is_written() && spelling.game == name);
            let name = written.map_or(name, |spelling| spelling.text.to_owned());
            tags.push(("Variant".to_owned(), name));
        }
        let fen = self.start.fen();
        // Other programs do not know which start our name of a shuffled game means.
        let definition = self.variant().definition();
        let mut chosen = definition.options.iter().zip(&definition.chosen);
        let shuffled = chosen.any(|(option, value)| {
            matches!(option.values, OptionValues::Number { .. }) && option.default != *value
        });
        if shuffled || fen != self.variant().start().fen() {
            tags.push(("SetUp".to_owned(), "1".to_owned()));
            tags.push(("FEN".to_owned(), fen));
        }
        sort_short(&mut tags, |a, b| a.0 < b.0);
        game.tags.append(&mut tags);
    }

    /// The line that a move begins. Recursion is bounded, because so is the depth of variations.
    fn write_line(&self, first: NodeId, before: &Position, style: MoveStyle) -> pgn::Line {
        let mut position = before.clone();
        let mut line = pgn::Line::new();
        let mut at = Some(first);
        while let Some(id) = at {
            let mv = self.mv(id);
            let mut node = pgn::Node::new(text(style, &position, mv));
            let Notes { before, nags, after } = self.notes(id).clone();
            (node.before, node.nags, node.after) = (before, nags, after);
            if self.tree.next(self.parent(id)) == Some(id) {
                let variations = self.tree.further(id);
                node.variations = variations.map(|other| self.write_line(other, &position, style)).collect();
            }
            line.push(node);
            position = position.play_unchecked(mv);
            at = self.tree.next(Some(id));
        }
        line
    }
}

/// The text of a move as PGN takes it.
fn text(style: MoveStyle, position: &Position, mv: Move) -> MoveText {
    let text = style.write(position, mv);
    match MoveText::new(&text) {
        Ok(text) => text,
        // Both ways to write a move name a square, or castling.
        Err(error) => unreachable!("{error}"),
    }
}
