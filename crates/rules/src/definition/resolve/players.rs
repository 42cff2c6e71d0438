//! What differs by player.

use std::iter;

use super::game;
use super::pieces::Kind;
use crate::definition::reader::Reader;
use crate::definition::syntax::{Node, Table};
use crate::definition::{
    Castling, Code, Extinction, Goal, KingLoss, Obligation, PieceId, Player, Promotion, PromotionStep,
    RoyalLoss, Royalty, Verdict, Wing, Zones,
};
use crate::geometry::{Color, Grid, Offset, Shape, Square, SquareSet};
use crate::message::Message;
use crate::say;

pub(super) fn read(r: &mut Reader<'_>, view: &Table, color: Color, kinds: &[Kind<'_>]) -> Player {
    let king_lost_by = match view.get("king-lost-by").and_then(Node::text) {
        Some("capture") => KingLoss::Capture,
        _ => KingLoss::Checkmate,
    };
    let obligation = view.get("capture").and_then(Node::text).map(|word| match word {
        "most" => Obligation::Most,
        "unless-check" => Obligation::UnlessCheck,
        _ => Obligation::Any,
    });
    let castling = Wing::ALL.map(|wing| castling(r, view, color, wing));
    Player {
        army: None,
        royal: royalty(r, view, kinds),
        extinction: extinction(r, view, kinds.len()),
        king_lost_by,
        obligation,
        castling,
        promotion: promotion(r, view, color, kinds.len()),
        goal: goal(r, view, color),
        checks: view.get("checks").and_then(Node::number).map(|n| n as u8),
        gives_check: view.get("giving-check").and_then(Node::truth).unwrap_or(true),
        king_flees: view.get("king-flees").and_then(Node::truth).unwrap_or(true),
    }
}

/// What a player must not lose: the pieces that say so themselves, unless others are named.
fn royalty(r: &mut Reader<'_>, view: &Table, kinds: &[Kind<'_>]) -> Royalty {
    let node = view.get("royal");
    let table = node.and_then(Node::table);
    let said = table.and_then(|t| t.get("pieces"));
    let pieces = match said {
        Some(letters) => r.set_of_pieces(letters),
        None if node.is_some_and(Node::is_false) => Vec::new(),
        None => PieceId::first(kinds.len()).filter(|piece| kinds[piece.index()].royal).collect(),
    };
    let lost = match table.and_then(|t| t.get("lost")).and_then(Node::text) {
        Some("any") => RoyalLoss::Any,
        Some("kind") => RoyalLoss::Kind,
        Some("last") => RoyalLoss::Last,
        _ => RoyalLoss::All,
    };
    let result = table.and_then(|t| t.get("result")).and_then(game::verdict).unwrap_or(Verdict::Loss);
    Royalty { pieces, lost, result, single: node.is_none() }
}

/// What a player may not have too few of: all pieces, unless some are named.
fn extinction(r: &mut Reader<'_>, view: &Table, pieces: usize) -> Option<Extinction> {
    let table = view.get("extinction")?.table()?;
    let named = table.get("pieces").map(|letters| r.set_of_pieces(letters));
    Some(Extinction {
        pieces: named.unwrap_or_else(|| PieceId::first(pieces).collect()),
        left: table.get("left").and_then(Node::number).map_or(0, |n| n as u8),
        each: table.get("each").and_then(Node::truth).unwrap_or(false),
        result: table.get("result").and_then(game::verdict).unwrap_or(Verdict::Loss),
    })
}

/// The key of a wing.
pub(super) const fn wing_key(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "king-side",
        Wing::Queen => "queen-side",
    }
}

/// Reads a castling move; the kinds of king and rook are filled in when the array is known.
fn castling(r: &mut Reader<'_>, view: &Table, color: Color, wing: Wing) -> Option<Castling> {
    let both = view.get("castling")?.table()?;
    let truth = |key| both.get(key).and_then(Node::truth).unwrap_or(false);
    let (through_attack, opposite) = (truth("through-attack"), truth("opposite"));
    let entry = both.entry(wing_key(wing))?;
    let table = entry.node.table()?;
    let (king_to, rook_to) = (
        r.required(table, "king-to", &entry.place).and_then(|n| r.square(n, color)),
        r.required(table, "rook-to", &entry.place).and_then(|n| r.square(n, color)),
    );
    let mut start = |key| table.get(key).filter(|n| !n.is_false()).map(|n: &Node| r.square(n, color));
    let from = match (start("king"), start("rook")) {
        (Some(king), Some(rook)) => Some((king?, rook?)),
        (None, None) => None,
        _ => {
            let hint = say!("name both, or neither where a shuffle places them");
            r.fault(
                Code::E070,
                &entry.place,
                say!("castling has `king` without `rook` or the reverse"),
                Some(hint),
            );
            return None;
        }
    };
    let to = (king_to?, rook_to?);
    let farther = match table.entry("farther").and_then(|entry| Some((entry, entry.node.table()?))) {
        Some((entry, table)) => {
            let mut place = |key| r.required(table, key, &entry.place).and_then(|node| r.square(node, color));
            Some((place("king-to"), place("rook-to"))).map(|(king, rook)| Some((king?, rook?)))?
        }
        None => None,
    };
    let fault = iter::once(to).chain(farther).find_map(|to| unworkable(r.shape, color, wing, to, from));
    let fault = fault.or_else(|| ambiguous(to, farther?, from));
    if let Some((message, hint)) = fault {
        r.fault(Code::E070, &entry.place, message, Some(hint));
        return None;
    }
    Some(Castling {
        from,
        king: PieceId::new(0),
        king_to: to.0,
        rook_to: to.1,
        farther,
        rook: PieceId::new(0),
        through_attack,
        placed: false,
        opposite,
        wins: table.get("wins").and_then(Node::truth).unwrap_or(false),
    })
}

/// Why castling to two squares does not work on the board, if it does not, and what would.
pub(super) fn unworkable(
    shape: Shape,
    color: Color,
    wing: Wing,
    to: (Square, Square),
    from: Option<(Square, Square)>,
) -> Option<(Message, Message)> {
    if let Err(message) = passable(shape, &[to.0, to.1], from) {
        return Some((message, say!("castling = false removes an inherited one")));
    }
    let (king, rook) = from?;
    let hexagons = shape.grid() == Grid::Hexagon;
    // Where Black's half is White's turned, his last file is the first.
    let right = (shape.file(rook) > shape.file(king)) != (shape.is_turned() && color == Color::Black);
    let one_rank = [rook, to.0, to.1].iter().all(|&s| shape.rank(s) == shape.rank(king));
    let works = (one_rank || hexagons)
        && to.0 != to.1
        && shape.file(king) != shape.file(rook)
        && (wing == Wing::King) == right;
    let hint = if hexagons {
        say!("all four cells are on one straight line of cells; king-side is towards the last file")
    } else {
        say!("all four squares are on one rank; king-side is towards the last file")
    };
    (!works).then_some((say!("this castling does not work on the board"), hint))
}

/// Why a second castling to one side could not be told from the first, if it could not.
fn ambiguous(
    (king_to, _): (Square, Square),
    (farther, _): (Square, Square),
    from: Option<(Square, Square)>,
) -> Option<(Message, Message)> {
    let Some((king, rook)) = from else {
        return Some((
            say!("castling has `farther` without `king` and `rook`"),
            say!("name where both start"),
        ));
    };
    [king_to, king, rook].contains(&farther).then_some((
        say!("the farther castling takes the king where it stands, to the rook, or to where the other does"),
        say!("it is written as a move of the king: give it a square of its own"),
    ))
}

/// Whether king and rook can pass each other: on one straight rank without holes between them, or on one straight line of hexagons.
/// Where a shuffle places them, the whole rank must be there.
fn passable(shape: Shape, to: &[Square], from: Option<(Square, Square)>) -> Result<(), Message> {
    if shape.grid() == Grid::Hexagon {
        let Some((king, rook)) = from else {
            return Err(say!(
                "ranks of a hexagonal board are bent, so castling says where king and rook start"
            ));
        };
        let along = |&step: &Offset| {
            let line = |step: Offset| iter::successors(Some(king), move |&cell| shape.offset(cell, step));
            let cells: SquareSet = line(step).chain(line((-step.0, -step.1))).collect();
            to.iter().chain([&rook]).all(|&cell| cells.contains(cell))
        };
        let straight = Grid::Hexagon.orthogonal().iter().any(along);
        return straight
            .then_some(())
            .ok_or_else(|| say!("king and rook castle along one straight line of cells"));
    }
    let files = || to.iter().copied().chain(from.into_iter().flat_map(|(king, rook)| [king, rook]));
    let (first, last) = match from {
        Some(_) => (files().map(|s| shape.file(s)).min(), files().map(|s| shape.file(s)).max()),
        None => (Some(0), Some(u8::MAX)),
    };
    let holes = |s: &Square| !shape.has(*s) && (first..=last).contains(&Some(shape.file(*s)));
    match to.iter().flat_map(|&s| shape.row(shape.rank(s))).find(holes) {
        Some(_) => Err(say!("there is a hole in the way of this castling")),
        None => Ok(()),
    }
}

fn promotion(r: &mut Reader<'_>, view: &Table, color: Color, pieces: usize) -> Promotion {
    let Some(entry) = view.entry("promotion") else { return Promotion::default() };
    let Some(table) = entry.node.table() else { return Promotion::default() };
    let zones = zones(r, &[Some(table)], color);
    let step = promotion_step(r, table, color);
    if table.get("on").is_none() && table.get("optional").is_none() && step.is_none() {
        let hint = say!("write on = \"last rank\"");
        r.fault(Code::E014, &entry.place, say!("the promotion has no `on`"), Some(hint));
    }
    let limit = table.get("limit").filter(|n| !n.is_false()).map(|node| {
        let mut limit = vec![0u8; pieces];
        for piece in r.pieces(node) {
            limit[piece.index()] = limit[piece.index()].saturating_add(1);
        }
        limit
    });
    let truth = |key| table.get(key).and_then(Node::truth).unwrap_or(false);
    let (in_place, reverts, quiet) = (truth("in-place"), truth("reverts"), truth("quiet"));
    let limit_counts_hand = table.get("limit-counts-hand").and_then(Node::truth).unwrap_or(true);
    Promotion { zones, limit, limit_counts_hand, in_place, reverts, step, quiet }
}

/// Promotion as a move of its own.
fn promotion_step(r: &mut Reader<'_>, promotion: &Table, color: Color) -> Option<PromotionStep> {
    let entry = promotion.entry("step")?;
    let table = entry.node.table()?;
    let truth = |key| table.get(key).and_then(Node::truth).unwrap_or(false);
    let (last_anywhere, declinable) = (truth("last-anywhere"), truth("declinable"));
    let from = r.required(table, "on", &entry.place).map(|n| r.region(n, color));
    let steps = table.get("moves").map(|n| r.single_steps(n)).unwrap_or_default();
    Some(PromotionStep { from: from?, steps, last_anywhere, declinable })
}

/// Where pieces promote, by the first of some tables that says it.
pub(super) fn zones(r: &mut Reader<'_>, tables: &[Option<&Table>], color: Color) -> Zones {
    let find = |key| tables.iter().flatten().find_map(|table| table.get(key));
    let truth = |key| find(key).and_then(Node::truth).unwrap_or(false);
    let (leaving, by_capture) = (truth("leaving"), truth("by-capture"));
    let mut region = |key| find(key).map_or(SquareSet::EMPTY, |n| r.region(n, color));
    let (forced, optional) = (region("on"), region("optional"));
    Zones { forced, optional: SquareSet(optional.0 & !forced.0), leaving, by_capture }
}

fn goal(r: &mut Reader<'_>, view: &Table, color: Color) -> Option<Goal> {
    let entry = view.entry("goal")?;
    let table = entry.node.table()?;
    let pieces = r.required(table, "pieces", &entry.place).map(|n| r.set_of_pieces(n));
    let squares = r.required(table, "on", &entry.place).map(|n| r.region(n, color));
    let truth = |key| table.get(key).and_then(Node::truth).unwrap_or(false);
    let (safe, hold, last_move) = (truth("safe"), truth("hold"), truth("last-move"));
    let shy = truth("shy");
    let count = table.get("count").and_then(Node::number).map_or(1, |n| n as u8);
    Some(Goal { pieces: pieces?, squares: squares?, count, safe, hold, last_move, shy })
}
