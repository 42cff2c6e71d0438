//! The moves of a record: a tree in one vector.

use std::fmt;

use super::Record;
use crate::notation::pgn::MAX_DEPTH;
use crate::position::{Move, Position};

/// A move of a record, in its place in the tree. It belongs to the record that gave it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// Its number: moves are counted in the order in which they were added, those removed since included.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

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

/// After how many moves a position is kept: few, so that a move is soon added anywhere, and not so few that a record
/// takes much more space.
pub(super) const KEPT_EVERY: usize = 32;

/// The depth of a move that was removed.
const REMOVED: u8 = u8::MAX;
const _: () = assert!(MAX_DEPTH < REMOVED as usize);

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
        match self.ends_mut(parent) {
            Some((_, last)) => *last = id,
            ends => *ends = Some((id, id)),
        }
        if let Some(last) = last {
            self.nodes[last.0 as usize].sibling = Some(id);
        }
        id
    }

    /// The first and the last of the moves after one, to be changed.
    fn ends_mut(&mut self, parent: Option<NodeId>) -> &mut Option<(NodeId, NodeId)> {
        match parent {
            Some(parent) => &mut self.nodes[parent.index()].children,
            None => &mut self.roots,
        }
    }

    /// A move with all that follow it, in no order.
    fn subtree(&self, id: NodeId) -> Vec<NodeId> {
        let mut found = vec![id];
        let mut seen = 0;
        while let Some(&id) = found.get(seen) {
            seen += 1;
            let first = self.next(Some(id));
            found.extend(first.into_iter().chain(first.into_iter().flat_map(|first| self.further(first))));
        }
        found
    }

    /// Takes a move out of the moves that may stand instead of it.
    fn unlink(&mut self, id: NodeId) {
        let Node { parent, sibling, .. } = self.nodes[id.index()];
        let Some((first, last)) = self.ends(parent) else { return };
        let before =
            std::iter::once(first).chain(self.further(first)).find(|&n| self.node(n).sibling == Some(id));
        if let Some(before) = before {
            self.nodes[before.index()].sibling = sibling;
        }
        let first = if first == id { sibling } else { Some(first) };
        let last = if last == id { before } else { Some(last) };
        *self.ends_mut(parent) = first.zip(last.or(first));
        self.nodes[id.index()].sibling = None;
    }

    /// Puts a move that is in no list before the others that follow the same one.
    fn link_first(&mut self, id: NodeId) {
        let parent = self.node(id).parent;
        let ends = self.ends(parent);
        self.nodes[id.index()].sibling = ends.map(|(first, _)| first);
        *self.ends_mut(parent) = Some((id, ends.map_or(id, |(_, last)| last)));
    }

    /// Moves all of these so many variations up or down.
    fn sink(&mut self, ids: &[NodeId], by: i8) {
        for id in ids {
            let depth = &mut self.nodes[id.index()].depth;
            *depth = depth.saturating_add_signed(by);
        }
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
        self.reach(node).0
    }

    /// The position after a node, and how many moves were made to find it from one that is kept.
    fn reach(&self, node: Option<NodeId>) -> (Position, usize) {
        let mut way = Vec::new();
        let mut at = node;
        let kept = loop {
            let Some(node) = at else { break self.start() };
            if let Some(kept) = self.kept.get(&node) {
                break kept;
            }
            way.push(node);
            at = self.parent(node);
        };
        let position =
            way.iter().rev().fold(kept.clone(), |position, &node| position.play_unchecked(self.mv(node)));
        (position, way.len())
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
        let (position, moves) = self.reach(after);
        if !position.is_legal(mv) {
            return Err(AddError::Illegal);
        }
        if let Some(node) = after.filter(|_| moves >= KEPT_EVERY) {
            self.kept.insert(node, position);
        }
        Ok(self.tree.push(after, mv))
    }

    /// The node of a number that [`NodeId::index`] gave; `None` if there is none, or it was removed.
    #[must_use]
    pub fn node(&self, index: usize) -> Option<NodeId> {
        let node = self.tree.nodes.get(index)?;
        (node.depth != REMOVED).then_some(NodeId(index as u32))
    }

    /// Removes a move with all that follow it. If others stand instead of it, the next of them goes on with the
    /// line. What was removed is not to be asked for again.
    ///
    /// ```
    /// # use berolina_rules::{Library, Variant};
    /// # use berolina_rules::notation::record::{self, Catalog, MoveStyle};
    /// let mut catalog = Catalog::new(Library::shipped());
    /// let mut record = record::read(b"1. e4 (1. d4 d5) 1... e5 *", &mut catalog).next().unwrap()?;
    /// let e4 = record.next(None).unwrap();
    /// record.remove(e4);
    /// assert!(record.to_text(MoveStyle::San).ends_with("\n\n1. d4 d5 *\n\n"));
    /// assert_eq!(record.node(e4.index()), None);
    /// # Ok::<(), record::RecordError>(())
    /// ```
    pub fn remove(&mut self, node: NodeId) {
        if self.tree.node(node).depth == REMOVED {
            return;
        }
        let heir = self.tree.next(self.parent(node)).filter(|&first| first == node);
        let heir = heir.and_then(|first| self.tree.further(first).next());
        if let Some(heir) = heir {
            let line = self.tree.subtree(heir);
            self.tree.sink(&line, -1);
        }
        let gone = self.tree.subtree(node);
        self.tree.unlink(node);
        for id in gone {
            self.kept.remove(&id);
            let node = &mut self.tree.nodes[id.index()];
            (node.depth, node.notes) = (REMOVED, None);
        }
    }

    /// Makes a move the one that goes on with the line; what did until now becomes its first variation.
    ///
    /// # Errors
    /// What did until now would nest too deep.
    ///
    /// ```
    /// # use berolina_rules::{Library, Variant};
    /// # use berolina_rules::notation::record::{self, Catalog, MoveStyle};
    /// let mut catalog = Catalog::new(Library::shipped());
    /// let mut record = record::read(b"1. e4 (1. d4) (1. c4 c5) 1... e5 *", &mut catalog).next().unwrap()?;
    /// let c4 = record.children(None).last().unwrap();
    /// record.promote(c4).unwrap();
    /// assert!(record.to_text(MoveStyle::San).ends_with("\n\n1. c4 (1. e4 e5) (1. d4) 1... c5 *\n\n"));
    /// # Ok::<(), record::RecordError>(())
    /// ```
    pub fn promote(&mut self, node: NodeId) -> Result<(), AddError> {
        let Some(first) = self.tree.next(self.parent(node)).filter(|&first| first != node) else {
            return Ok(());
        };
        let (up, down) = (self.tree.subtree(node), self.tree.subtree(first));
        if down.iter().any(|&id| usize::from(self.tree.node(id).depth) >= MAX_DEPTH) {
            return Err(AddError::TooDeep);
        }
        self.tree.sink(&up, -1);
        self.tree.sink(&down, 1);
        self.tree.unlink(node);
        self.tree.link_first(node);
        Ok(())
    }
}
