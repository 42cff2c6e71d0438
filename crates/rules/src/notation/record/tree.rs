//! The moves of a record: a tree in one vector.

use std::fmt;

use super::Record;
use crate::notation::pgn::MAX_DEPTH;
use crate::position::{Move, Position};

/// A move of a record, in its place in the tree. It belongs to the record that gave it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

/// What is said about a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// The comments before it.
    pub before: Vec<String>,
    /// Numeric glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
    /// The comments after it.
    pub after: Vec<String>,
}

/// Why a move cannot be added to a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddError {
    /// It is not legal there.
    Illegal,
    /// Its variation would nest deeper than [`MAX_DEPTH`].
    TooDeep,
    /// The record has as many moves as it can have.
    Full,
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal => f.write_str("the move is not legal in this position"),
            Self::TooDeep => {
                write!(f, "a variation nests too deep; at most {MAX_DEPTH} may stand in each other")
            }
            Self::Full => write!(f, "a record has at most {MAX_NODES} moves"),
        }
    }
}

impl std::error::Error for AddError {}

/// The most moves of a record. A file of the greatest size that is read has far fewer.
const MAX_NODES: usize = 1 << 26;

/// All moves, each after the one that it follows.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The moves at the start: the first and the last of them.
    roots: Option<(NodeId, NodeId)>,
}

#[derive(Clone, Debug)]
struct Node {
    mv: Move,
    parent: Option<NodeId>,
    /// The first and the last of the moves after it.
    children: Option<(NodeId, NodeId)>,
    /// The next of the moves instead of it.
    sibling: Option<NodeId>,
    /// In how many variations it stands.
    depth: u8,
    notes: Option<Box<Notes>>,
}

impl Tree {
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn mv(&self, id: NodeId) -> Move {
        self.node(id).mv
    }

    fn ends(&self, parent: Option<NodeId>) -> Option<(NodeId, NodeId)> {
        parent.map_or(self.roots, |id| self.node(id).children)
    }

    /// The move that goes on with the line.
    pub(super) fn next(&self, parent: Option<NodeId>) -> Option<NodeId> {
        self.ends(parent).map(|(first, _)| first)
    }

    /// The moves that may stand instead of a move and after it in order.
    pub(super) fn further(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).sibling, |&id| self.node(id).sibling)
    }

    /// In how many variations the next move added after that one would stand.
    fn depth_after(&self, parent: Option<NodeId>) -> usize {
        let depth = parent.map_or(0, |id| usize::from(self.node(id).depth));
        depth + usize::from(self.ends(parent).is_some())
    }

    /// Whether a move may be added there, legality aside.
    pub(super) fn room(&self, parent: Option<NodeId>) -> Result<(), AddError> {
        if self.nodes.len() >= MAX_NODES {
            return Err(AddError::Full);
        }
        if self.depth_after(parent) > MAX_DEPTH { Err(AddError::TooDeep) } else { Ok(()) }
    }

    /// Adds a move after all others that follow the same one. [`Tree::room`] says whether it may.
    pub(super) fn push(&mut self, parent: Option<NodeId>, mv: Move) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let depth = self.depth_after(parent) as u8;
        self.nodes.push(Node { mv, parent, children: None, sibling: None, depth, notes: None });
        let last = self.ends(parent).map(|(_, last)| last);
        let ends = match parent {
            Some(parent) => &mut self.nodes[parent.0 as usize].children,
            None => &mut self.roots,
        };
        match ends {
            Some((_, last)) => *last = id,
            None => *ends = Some((id, id)),
        }
        if let Some(last) = last {
            self.nodes[last.0 as usize].sibling = Some(id);
        }
        id
    }

    /// Tells what is said about a move; most often it is nothing, and takes no space.
    pub(super) fn set_notes(&mut self, id: NodeId, before: &[String], nags: &[u8], after: &[String]) {
        if !(before.is_empty() && nags.is_empty() && after.is_empty()) {
            let notes = Notes { before: before.to_vec(), nags: nags.to_vec(), after: after.to_vec() };
            self.nodes[id.0 as usize].notes = Some(Box::new(notes));
        }
    }
}

/// The moves of the tree. Functions that take a [`NodeId`] panic if another record gave it and this one
/// has fewer moves.
impl Record {
    /// The move of a node.
    #[must_use]
    pub fn mv(&self, node: NodeId) -> Move {
        self.tree.mv(node)
    }

    /// The move before a node.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.tree.node(node).parent
    }

    /// The moves that follow a node: first the one that goes on with its line, then the variations.
    pub fn children(&self, node: Option<NodeId>) -> impl Iterator<Item = NodeId> {
        let first = self.tree.next(node);
        first.into_iter().chain(first.into_iter().flat_map(|first| self.tree.further(first)))
    }

    /// The move that goes on with the line of a node.
    #[must_use]
    pub fn next(&self, node: Option<NodeId>) -> Option<NodeId> {
        self.tree.next(node)
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.tree.next(None), |&node| self.tree.next(Some(node)))
    }

    /// The moves from the start to a node, the node included.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }

    /// The position after a node.
    #[must_use]
    pub fn position(&self, node: Option<NodeId>) -> Position {
        let path = node.map_or(Vec::new(), |node| self.path(node));
        path.into_iter().fold(self.start().clone(), |position, node| position.play(self.mv(node)))
    }

    /// What is said about a move.
    #[must_use]
    pub fn notes(&self, node: NodeId) -> &Notes {
        static NONE: Notes = Notes { before: Vec::new(), nags: Vec::new(), after: Vec::new() };
        self.tree.node(node).notes.as_deref().unwrap_or(&NONE)
    }

    /// What is said about a move, to be changed.
    pub fn notes_mut(&mut self, node: NodeId) -> &mut Notes {
        self.tree.nodes[node.0 as usize].notes.get_or_insert_default()
    }

    /// Adds a move after a node. If others follow the node already, it is a variation of the first.
    ///
    /// # Errors
    /// The move is not legal there, or nests too deep.
    pub fn add(&mut self, after: Option<NodeId>, mv: Move) -> Result<NodeId, AddError> {
        self.tree.room(after)?;
        if !self.position(after).is_legal(mv) {
            return Err(AddError::Illegal);
        }
        Ok(self.tree.push(after, mv))
    }
}
