//! Where pieces stand at first, and which squares are the board.

use std::collections::BTreeMap;

use super::Walked;
use super::board::{Board, Set};
use super::game::{PieceSource, Source};
use super::read::Node;

/// The pieces of a game at its start.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    /// The kind on each square, for each player.
    pub stand: [BTreeMap<usize, String>; 2],
    /// How many of a kind are beside the board.
    pub off: [BTreeMap<String, usize>; 2],
}

pub(super) fn read(
    source: &Source,
    board: &Board,
    players: &[String; 2],
    pieces: &[PieceSource],
    left: &mut Vec<(usize, String)>,
) -> Start {
    let mut start = Start::default();
    let Some((line, sides)) = source.last("board-setup") else {
        left.push((source.line, "the game has no (board-setup ...)".to_owned()));
        return start;
    };
    for node in sides {
        let Some((player, placed)) = node.call() else { continue };
        let Some(side) = players.iter().position(|name| name == player) else {
            left.push((node.line, format!("pieces of `{player}`, who does not play")));
            continue;
        };
        for one in placed {
            if !place(one, side, board, pieces, &mut start) {
                left.push((one.line, format!("`{}` of the start", one.shown())));
            }
        }
    }
    if start.stand.iter().all(BTreeMap::is_empty) {
        left.push((line, "no piece stands on the board".to_owned()));
    }
    start
}

/// `(Pawn a2 b2 off 3)`; whether all of it is understood.
fn place(node: &Node, side: usize, board: &Board, pieces: &[PieceSource], start: &mut Start) -> bool {
    let Some((kind, places)) = node.call() else { return false };
    if !pieces.iter().any(|piece| piece.name == kind) {
        return false;
    }
    let mut words = places.iter().map(Node::said);
    while let Some(word) = words.next() {
        let Some(word) = word else { return false };
        if word == "off" {
            let count = words.next().flatten().and_then(|count| count.parse::<usize>().ok());
            let off = start.off[side].entry(kind.to_owned()).or_default();
            let Some(count) = count.filter(|count| *count <= 64 - *off) else { return false };
            *off += count;
            continue;
        }
        let Some(at) = board.position(word).filter(|&at| board.alive[at]) else { return false };
        start.stand[1 - side].remove(&at);
        start.stand[side].insert(at, kind.to_owned());
    }
    true
}

/// The squares that can be reached from where pieces stand by directions that are the same everywhere. Where all moves begin in one
/// region, only those: what lies beside it serves for something else.
pub(super) fn reached(board: &Board, start: &Start, founds: &[Walked]) -> Set {
    let mut on = vec![false; board.names.len()];
    let mut open: Vec<usize> = start.stand.iter().flat_map(|stand| stand.keys().copied()).collect();
    if open.is_empty() {
        open.extend((0..on.len()).filter(|&at| board.alive[at] && board.places[at].is_some()));
    }
    let directions: Vec<String> = board.directions().filter(|name| board.vector(name).is_some()).collect();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut on[at], true) {
            continue;
        }
        open.extend(directions.iter().filter_map(|direction| board.step(at, direction)));
    }
    let begins = |at: usize| {
        let moves = founds.iter().filter(|one| !one.drop).flat_map(|one| &one.found);
        let moves = moves.filter(|found| !super::prisoners::goes_aside(found));
        moves.map(|found| &found.state.visits[0]).any(|visit| visit.zone[at])
    };
    let begun: Set = (0..on.len()).map(|at| on[at] && begins(at)).collect();
    let stands = start.stand.iter().flat_map(|stand| stand.keys()).all(|&at| begun[at]);
    if stands && begun.contains(&true) { begun } else { on }
}
