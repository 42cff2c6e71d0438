//! A game with its variations, as a page for analysis shows and changes it.

use std::sync::Arc;

use berolina_rules::Game;
use berolina_rules::explain::{self, Texts};
use berolina_rules::geometry::Color;
use berolina_rules::message::Language;
use berolina_rules::notation::record::{AddError, MoveStyle, NodeId, Notes, Record};

use crate::model;
use crate::session::Session;

/// A game with its variations. Moves are known by numbers, which stay the same as long as the tree lives.
#[derive(Clone, Debug)]
pub struct Tree {
    record: Record,
    /// What each move is called, by the number of its node.
    names: Vec<Name>,
    /// What stands before the game's name in a spec.
    prefix: &'static str,
    texts: Arc<Texts>,
    language: Arc<Language>,
}

/// What a move is called.
#[derive(Clone, Debug)]
struct Name {
    text: String,
    san: String,
    ply: usize,
    number: u16,
    color: Color,
}

const GONE: &str = "this move is not there any more";

impl Tree {
    /// The tree of a record; `prefix` stands before its game's name in a spec.
    #[must_use]
    pub fn new(record: Record, prefix: &'static str) -> Self {
        let texts = Arc::new(explain::texts(record.variant().definition()));
        let mut tree = Self { record, names: Vec::new(), prefix, texts, language: Arc::default() };
        // Each with the position before the move; variations wait until their line is done.
        let start = tree.record.start().clone();
        let mut waiting: Vec<_> = tree.record.children(None).map(|id| (id, start.clone(), 0)).collect();
        while let Some((id, before, ply)) = waiting.pop() {
            tree.name(id, &before, ply + 1);
            let after = before.play_unchecked(tree.record.mv(id));
            waiting.extend(tree.record.children(Some(id)).map(|id| (id, after.clone(), ply + 1)));
        }
        tree
    }

    /// The same, told of in a language.
    #[must_use]
    pub fn speaking(self, language: &Arc<Language>) -> Self {
        Self { language: Arc::clone(language), ..self }
    }

    fn name(&mut self, id: NodeId, before: &berolina_rules::Position, ply: usize) {
        let mv = self.record.mv(id);
        let name = Name {
            text: before.move_text(mv),
            san: before.san(mv),
            ply,
            number: before.move_number(),
            color: before.turn(),
        };
        if self.names.len() <= id.index() {
            self.names.resize_with(id.index() + 1, || name.clone());
        }
        self.names[id.index()] = name;
    }

    /// The game's name with its options.
    #[must_use]
    pub fn spec(&self) -> String {
        format!("{}{}", self.prefix, self.record.variant().definition().full_name())
    }

    /// The moves with all that is said about them, each line before its variations.
    #[must_use]
    pub fn view(&self) -> model::TreeView {
        let record = &self.record;
        let mut moves = Vec::new();
        let mut waiting: Vec<NodeId> = record.children(None).collect();
        waiting.reverse();
        while let Some(id) = waiting.pop() {
            moves.push(self.view_of(id));
            let from = waiting.len();
            waiting.extend(record.children(Some(id)));
            waiting[from..].reverse();
        }
        model::TreeView {
            start: record.start().fen(),
            comment: record.comments.join(" "),
            tags: record.tags().to_vec(),
            result: record.result().as_str().to_owned(),
            first: record.children(None).map(number).collect(),
            moves,
        }
    }

    fn view_of(&self, id: NodeId) -> model::TreeMove {
        let (name, notes) = (&self.names[id.index()], self.record.notes(id));
        model::TreeMove {
            id: number(id),
            parent: self.record.parent(id).map(number),
            ply: name.ply,
            number: name.number,
            color: name.color.into(),
            text: name.text.clone(),
            san: name.san.clone(),
            nags: notes.nags.clone(),
            before: notes.before.join(" "),
            comment: notes.said(),
            eval: notes.eval().and_then(evaluation),
            next: self.record.children(Some(id)).map(number).collect(),
        }
    }

    /// The game that leads to a move; without one, the start.
    ///
    /// # Errors
    /// The move is gone.
    pub fn session(&self, at: Option<usize>) -> Result<Session, String> {
        let node = self.find(at)?;
        let mut game = Game::new(self.record.start().clone());
        for id in node.map_or(Vec::new(), |node| self.record.path(node)) {
            game.push(self.record.mv(id));
        }
        Ok(Session::new(game, self.prefix).speaking(&self.language).told(&self.texts))
    }

    fn find(&self, at: Option<usize>) -> Result<Option<NodeId>, String> {
        at.map(|index| self.record.node(index).ok_or_else(|| GONE.to_owned())).transpose()
    }

    /// Adds a move by its text or in SAN, if it is not there, and gives its number.
    ///
    /// # Errors
    /// Why it is not legal, or that the tree can hold no more.
    pub fn play(&mut self, at: Option<usize>, text: &str) -> Result<u32, String> {
        let node = self.find(at)?;
        let position = self.record.position(node);
        let mv = position.parse_any(text).map_err(|error| self.language.say(&error.reason))?;
        if let Some(there) = self.record.children(node).find(|&id| self.record.mv(id) == mv) {
            return Ok(number(there));
        }
        let id = self.record.add(node, mv).map_err(|error| error.to_string())?;
        let ply = node.map_or(0, |node| self.names[node.index()].ply);
        self.name(id, &position, ply + 1);
        Ok(number(id))
    }

    /// Removes a move and all that follow it.
    ///
    /// # Errors
    /// The move is gone already.
    pub fn remove(&mut self, at: usize) -> Result<(), String> {
        let node = self.record.node(at).ok_or_else(|| GONE.to_owned())?;
        self.record.remove(node);
        Ok(())
    }

    /// Makes the variation in which a move stands the line that it departs from; `all` goes on until the move
    /// stands in the main line.
    ///
    /// # Errors
    /// The move is gone, or a variation would nest too deep.
    pub fn promote(&mut self, at: usize, all: bool) -> Result<(), String> {
        let node = self.record.node(at).ok_or_else(|| GONE.to_owned())?;
        let mut path = self.record.path(node);
        while let Some(id) = path.pop() {
            if self.record.next(self.record.parent(id)) != Some(id) {
                self.record.promote(id).map_err(|error: AddError| error.to_string())?;
                if !all {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Says something about a move, or before the first, in place of what was said.
    ///
    /// # Errors
    /// The move is gone.
    pub fn say(&mut self, at: Option<usize>, text: &str) -> Result<(), String> {
        match self.find(at)? {
            Some(node) => {
                let notes = self.record.notes_mut(node);
                notes.before.clear();
                notes.say(text);
            }
            None => {
                let mut notes =
                    Notes { after: std::mem::take(&mut self.record.comments), ..Notes::default() };
                notes.say(text);
                self.record.comments = notes.after;
            }
        }
        Ok(())
    }

    /// Puts a glyph that judges in place of any other such; none takes it away.
    ///
    /// # Errors
    /// The move is gone.
    pub fn glyph(&mut self, at: usize, nag: Option<u8>) -> Result<(), String> {
        let node = self.record.node(at).ok_or_else(|| GONE.to_owned())?;
        self.record.notes_mut(node).set_glyph(nag);
        Ok(())
    }

    /// Writes what a review says about a move: an evaluation as a command of PGN, a sentence, a glyph, and a line
    /// that was better, in words that [`Tree::play`] takes.
    ///
    /// # Errors
    /// The move is gone.
    pub fn judge(
        &mut self,
        at: usize,
        eval: Option<&str>,
        remark: Option<&str>,
        nag: Option<u8>,
        better: &[String],
    ) -> Result<(), String> {
        let node = self.record.node(at).ok_or_else(|| GONE.to_owned())?;
        self.record.notes_mut(node).judge(eval, remark, nag);
        let mut last = self.record.parent(node).map(NodeId::index);
        for text in better {
            // A tree that is full takes no more.
            let Ok(id) = self.play(last, text) else { break };
            last = Some(id as usize);
        }
        Ok(())
    }

    /// Gives a tag a value, such as a player's name; an empty one removes nothing but says so.
    pub fn tag(&mut self, name: &str, value: &str) {
        self.record.set_tag(name, value);
    }

    /// All of it as PGN.
    #[must_use]
    pub fn pgn(&self) -> String {
        self.record.to_text(MoveStyle::San)
    }
}

fn number(id: NodeId) -> u32 {
    id.index() as u32
}

/// What a command such as `[%eval 0.35]` or `[%eval #-2]` says; a depth behind a comma is passed over.
fn evaluation(text: &str) -> Option<model::Evaluation> {
    let value = text.split(',').next().unwrap_or_default().trim();
    if let Some(moves) = value.strip_prefix('#') {
        return Some(model::Evaluation::Mate(moves.parse().ok()?));
    }
    let pawns: f64 = value.parse().ok().filter(|pawns: &f64| pawns.is_finite())?;
    Some(model::Evaluation::Cp((pawns * 100.0).round().clamp(-100_000.0, 100_000.0) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use berolina_rules::Library;
    use berolina_rules::notation::record::{self, Catalog};

    fn tree(pgn: &str) -> Tree {
        let mut catalog = Catalog::new(Library::shipped());
        Tree::new(record::read(pgn.as_bytes(), &mut catalog).next().unwrap().unwrap(), "")
    }

    fn moves(tree: &Tree) -> String {
        let text = tree.pgn();
        text.rsplit("\n\n").nth(1).unwrap().replace('\n', " ")
    }

    #[test]
    fn a_tree_is_shown_with_all_that_is_said() {
        let tree = tree("{go} 1. e4 $1 {[%eval 0.3,20] king's pawn} (1. d4 {[%eval #-2]} d5) 1... e5 *");
        let view = tree.view();
        assert_eq!(view.comment, "go");
        let sans: Vec<_> = view.moves.iter().map(|mv| (mv.san.as_str(), mv.ply, mv.color)).collect();
        let (white, black) = (model::Color::White, model::Color::Black);
        assert_eq!(sans, [("e4", 1, white), ("e5", 2, black), ("d4", 1, white), ("d5", 2, black)]);
        let e4 = &view.moves[0];
        assert_eq!(
            (e4.comment.as_str(), e4.eval, &e4.nags[..]),
            ("king's pawn", Some(model::Evaluation::Cp(30)), &[1][..])
        );
        assert_eq!(view.moves[2].eval, Some(model::Evaluation::Mate(-2)));
        assert_eq!(view.first, [view.moves[0].id, view.moves[2].id]);
    }

    #[test]
    fn moves_are_added_once_and_become_variations() {
        let mut tree = tree("1. e4 e5 *");
        let e4 = tree.play(None, "e2e4").unwrap() as usize;
        assert_eq!(tree.view().moves.len(), 2);
        let c5 = tree.play(Some(e4), "c5").unwrap();
        assert_eq!(moves(&tree), "1. e4 e5 (1... c5) *");
        assert_eq!(
            tree.session(Some(c5 as usize)).unwrap().view().fen,
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        );
        assert!(tree.play(Some(e4), "e4").unwrap_err().contains("pawn"));
    }

    #[test]
    fn variations_are_promoted_and_removed() {
        let mut tree = tree("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) *");
        let d5 = tree.view().moves.iter().find(|mv| mv.san == "d5").unwrap().id as usize;
        let mut other = tree.clone();
        tree.promote(d5, false).unwrap();
        assert_eq!(moves(&tree), "1. e4 e5 (1... c5 2. c3 (2. Nf3) 2... d5) *");
        other.promote(d5, true).unwrap();
        assert_eq!(moves(&other), "1. e4 c5 (1... e5) 2. c3 (2. Nf3) 2... d5 *");
        let c5 = tree.record.parent(tree.record.parent(tree.record.node(d5).unwrap()).unwrap()).unwrap();
        tree.remove(c5.index()).unwrap();
        assert_eq!(moves(&tree), "1. e4 e5 *");
        assert_eq!(tree.play(Some(d5), "e4").unwrap_err(), GONE);
        assert!(tree.session(Some(9999)).is_err());
    }

    #[test]
    fn a_review_is_written_over_an_older_one() {
        let mut tree = tree("1. e4 {hm} e5 *");
        let e4 = 0;
        let line = ["d2d4".to_owned(), "d7d5".to_owned()];
        tree.judge(e4, Some("[%eval 0.10]"), Some("Mistake: d4 was better (+0.20)."), Some(2), &line)
            .unwrap();
        tree.judge(e4, Some("[%eval 0.20]"), Some("Blunder: d4 was better (+0.30)."), Some(4), &line)
            .unwrap();
        assert_eq!(
            moves(&tree),
            "1. e4 $4 {[%eval 0.20] Blunder: d4 was better (+0.30).} {hm} (1. d4 d5) 1... e5 *"
        );
    }

    #[test]
    fn evaluations() {
        for (text, value) in [
            ("0.35", Some(model::Evaluation::Cp(35))),
            ("-1", Some(model::Evaluation::Cp(-100))),
            ("#-3", Some(model::Evaluation::Mate(-3))),
            ("1e999", None),
            ("1e30", Some(model::Evaluation::Cp(100_000))),
            ("", None),
            ("#", None),
        ] {
            assert_eq!(evaluation(text), value, "{text}");
        }
    }
}
