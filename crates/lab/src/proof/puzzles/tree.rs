//! Answers as a text, which is about a third of what JSON takes:
//!
//! ```text
//! node  = right { "|" right } { ";" wrong }
//! right = MOVE [ " " REPLY [ "(" node ")" ] ]      without REPLY it ends the game; without a node REPLY does
//! wrong = REPLY ":" ( "*" | MOVE { " " MOVE } )    REPLY is "-" where the moves end the game
//! ```
//!
//! `*` stands for all legal moves that are not named in the node.

use std::collections::BTreeMap;

use berolina_rules::Position;

use crate::proof::course::Node;
use crate::proof::course::answers::Answer;

/// The signs between texts of moves, which hold none of them.
const SIGNS: [char; 6] = [' ', '|', ';', ':', '(', ')'];
const REST: &str = "*";

/// The text of a tree of answers.
#[must_use]
pub fn write(node: &Node) -> String {
    let right: Vec<String> = node.right.iter().map(|(mv, answer)| right(mv, answer.as_ref())).collect();
    let mut text = right.join("|");
    let longest = node.wrong.iter().max_by_key(|(_, moves)| moves.len()).map(|(reply, _)| reply);
    for (reply, moves) in &node.wrong {
        let moves = if longest == Some(reply) { REST } else { moves };
        text.push_str(&format!(";{reply}:{moves}"));
    }
    text
}

fn right(mv: &str, answer: Option<&Answer>) -> String {
    match answer {
        None => mv.to_owned(),
        Some(Answer { reply, then }) if then.right.is_empty() => format!("{mv} {reply}"),
        Some(Answer { reply, then }) => format!("{mv} {reply}({})", write(then)),
    }
}

/// Reads what [`write()`] has written of a position.
///
/// # Errors
/// One line that says what is wrong with the text.
pub fn read(text: &str, position: &Position) -> Result<Node, String> {
    let mut reader = Reader { rest: text };
    let node = reader.node(position)?;
    if reader.rest.is_empty() { Ok(node) } else { Err(format!("`{}` is too much", reader.rest)) }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn node(&mut self, position: &Position) -> Result<Node, String> {
        let mut node = Node::default();
        loop {
            let mv = self.word()?;
            let answer = if self.takes(' ') { Some(self.answer(position, mv)?) } else { None };
            node.right.insert(mv.to_owned(), answer);
            if !self.takes('|') {
                break;
            }
        }
        let mut rest = None;
        while self.takes(';') {
            let reply = self.word()?;
            self.expect(':')?;
            let mut moves = vec![self.word()?];
            while self.takes(' ') {
                moves.push(self.word()?);
            }
            if moves == [REST] {
                rest = Some(reply.to_owned());
            } else {
                node.wrong.insert(reply.to_owned(), moves.join(" "));
            }
        }
        if let Some(reply) = rest {
            let others = others(position, &node.right, &node.wrong);
            node.wrong.insert(reply, others);
        }
        Ok(node)
    }

    fn answer(&mut self, position: &Position, mv: &str) -> Result<Answer, String> {
        let reply = self.word()?;
        let mut then = Node::default();
        if self.takes('(') {
            let play = |position: &Position, text: &str| {
                let mv = position.parse_move(text).map_err(|error| format!("{text}: {error}"))?;
                Ok::<_, String>(position.play_unchecked(mv))
            };
            then = self.node(&play(&play(position, mv)?, reply)?)?;
            self.expect(')')?;
        }
        Ok(Answer { reply: reply.to_owned(), then })
    }

    fn word(&mut self) -> Result<&'a str, String> {
        let (word, rest) = self.rest.split_at(self.rest.find(SIGNS).unwrap_or(self.rest.len()));
        self.rest = rest;
        if word.is_empty() { Err(format!("a move is missing before `{rest}`")) } else { Ok(word) }
    }

    fn takes(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        if self.takes(sign) { Ok(()) } else { Err(format!("`{sign}` is missing before `{}`", self.rest)) }
    }
}

/// The legal moves that are in none of the lists.
fn others(
    position: &Position,
    right: &BTreeMap<String, Option<Answer>>,
    wrong: &BTreeMap<String, String>,
) -> String {
    let named: Vec<&str> = wrong.values().flat_map(|moves| moves.split(' ')).collect();
    let mut texts = position.move_texts();
    texts.retain(|text| !right.contains_key(text) && !named.contains(&text.as_str()));
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use berolina_rules::{Library, Variant};

    use super::*;

    fn position(name: &str, fen: &str) -> Position {
        let variant = Variant::load(&Library::shipped(), name).expect("a game");
        Position::from_fen(&variant, fen).expect("a position")
    }

    #[test]
    fn a_tree_is_read_as_it_is_written() {
        let morphy = position("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
        let node = super::super::answers::make(&morphy, 3).expect("answers");
        let text = write(&node);
        assert!(text.starts_with("a1a6 b7a6(b6b7;"), "{text}");
        let read = read(&text, &morphy).expect("a tree");
        let sorted = |node: &Node| {
            let mut all: Vec<&str> = node.wrong.values().flat_map(|moves| moves.split(' ')).collect();
            all.sort_unstable();
            all.join(" ")
        };
        assert_eq!(sorted(&read), sorted(&node));
        assert_eq!((read.line(), write(&read)), (node.line(), text));
    }

    #[test]
    fn what_is_no_tree_is_told() {
        let mate = position("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
        for (text, fault) in [
            ("", "a move is missing before ``"),
            ("a1a8;", "a move is missing before ``"),
            ("a1a8;g8f8", "`:` is missing before ``"),
            ("a1a7 g8f8(a7a8", "`)` is missing before ``"),
            ("a1a8)", "`)` is too much"),
        ] {
            assert_eq!(read(text, &mate), Err(fault.to_owned()), "{text}");
        }
        assert!(read("a1a9 g8f8(a7a8)", &mate).is_err());
    }
}
