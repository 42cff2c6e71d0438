//! Rules of the whole game.

use crate::definition::reader::Reader;
use crate::definition::syntax::{Node, Table};
use crate::definition::{
    Award, Blocker, Clock, ClockEnd, Code, Counting, MAX_COUNT, MateRule, PieceId, Repetition, Stalemate,
    Verdict,
};
use crate::geometry::Color;
use crate::say;

/// The verdict that a value names; `None` for `false`.
pub(super) fn verdict(node: &Node) -> Option<Verdict> {
    Some(match node.text()? {
        "loss" => Verdict::Loss,
        "win" => Verdict::Win,
        _ => Verdict::Draw,
    })
}

/// What no legal move means: a draw where nothing else is said.
pub(super) fn stalemate(tree: &Table) -> Stalemate {
    let Some(node) = tree.get("stalemate") else { return Stalemate::Is(Verdict::Draw) };
    match node.text() {
        Some("fewer") => Stalemate::Fewer,
        Some("pass") => Stalemate::Pass,
        _ => Stalemate::Is(verdict(node).unwrap_or(Verdict::Draw)),
    }
}

/// The third occurrence draws where nothing else is said.
pub(super) fn repetition(tree: &Table) -> Option<Repetition> {
    let mut found = Repetition { times: 3, mover: Verdict::Draw, perpetual_check: false };
    let Some(node) = tree.get("repetition") else { return Some(found) };
    let table = node.table()?;
    if let Some(times) = table.get("times").and_then(Node::number) {
        found.times = times as u8;
    }
    if let Some(mover) = table.get("mover").and_then(verdict) {
        found.mover = mover;
    }
    found.perpetual_check = table.get("perpetual-check").is_some_and(|node| !node.is_false());
    Some(found)
}

/// What is said of kings that face each other.
pub(super) fn facing(tree: &Table) -> Option<&str> {
    tree.get("facing-kings").and_then(Node::text)
}

/// Whether players may pass. An offer of a draw is accepted by that.
pub(super) fn passing(r: &mut Reader<'_>, tree: &Table) -> bool {
    let passing = tree.get("pass").and_then(Node::truth).unwrap_or(false);
    if let Some(entry) = tree.entry("facing-kings").filter(|_| !passing && facing(tree) == Some("draw-offer"))
    {
        let message = say!("the draw that facing kings offer is accepted by passing, and nobody may pass");
        r.fault(Code::E014, &entry.place, message, Some(say!("write pass = true")));
    }
    passing
}

/// Moves that a weaker player counts.
pub(super) fn counting(r: &mut Reader<'_>, tree: &Table) -> Option<Counting> {
    let entry = tree.entry("counting")?;
    let table = entry.node.table()?;
    let pawns = table.get("pawns").map(|node| r.set_of_pieces(node)).unwrap_or_default();
    let number = |key| table.get(key).and_then(Node::number).map(|n| n as u8);
    let node = r.required(table, "bare", &entry.place)?;
    let mut bare = Vec::new();
    for part in node.text()?.split(',') {
        let (letters, moves) = part.trim().rsplit_once(' ').unwrap_or(("", part.trim()));
        let mut pieces: Vec<(PieceId, u8)> = Vec::new();
        for letter in letters.trim().chars() {
            let piece = r.letters.iter().position(|known| known.to_string() == letter.to_string());
            match piece.map(PieceId::new) {
                Some(piece) => match pieces.iter_mut().find(|counted| counted.0 == piece) {
                    Some(counted) => counted.1 += 1,
                    None => pieces.push((piece, 1)),
                },
                None => {
                    let message = say!(
                        "no piece has the letter `{letter}`",
                        letter = letter.escape_default().to_string()
                    );
                    r.fault(Code::E061, &node.place, message, None);
                }
            }
        }
        match moves.parse() {
            Ok(moves) if (1..=MAX_COUNT).contains(&moves) => bare.push((pieces, moves)),
            _ => {
                let message =
                    say!("each part ends with a number of moves from 1 to {most}", most = MAX_COUNT);
                r.fault(Code::E013, &node.place, message, Some(say!("such as \"RR 8, R 16, 64\"")));
            }
        }
    }
    let from_pieces = table.get("from-pieces").and_then(Node::truth).unwrap_or(true);
    Some(Counting { pawns, board: number("board"), most: number("most"), bare, from_pieces })
}

/// What a checkmate needs to count.
pub(super) fn mate(r: &mut Reader<'_>, tree: &Table) -> Option<MateRule> {
    let table = tree.get("mate")?.table()?;
    let mut set = |key| table.get(key).map(|node| r.set_of_pieces(node)).unwrap_or_default();
    Some(MateRule { needs: set("needs"), not_by: set("not-by") })
}

/// Who has won what would be a draw.
pub(super) fn draws(r: &mut Reader<'_>, tree: &Table) -> Option<Award> {
    let node = tree.get("draws")?;
    let pieces = tree.get("pieces").and_then(Node::table);
    let points = |e: &crate::definition::syntax::Entry| {
        e.node.table().and_then(|t| t.get("points")).and_then(Node::number).is_some_and(|n| n > 0)
    };
    match node.text()? {
        "white" => Some(Award::Player(Color::White)),
        "black" => Some(Award::Player(Color::Black)),
        _ if pieces.iter().flat_map(|t| &t.0).any(points) => Some(Award::Points),
        _ => {
            let hint = say!("give pieces their `points`, such as pieces.rook.points = 13");
            r.fault(Code::E014, &node.place, say!("no piece has any `points`"), Some(hint));
            None
        }
    }
}

/// The neutral piece; `true` stands for one that is moved from square to square.
pub(super) fn blocker(tree: &Table) -> Option<Blocker> {
    let node = tree.get("blocker").filter(|node| !node.is_false())?;
    let truth = |key| node.table().and_then(|t| t.get(key)).and_then(Node::truth).unwrap_or(false);
    Some(Blocker { stays: truth("stays"), behind: truth("behind") })
}

pub(super) fn clock(r: &mut Reader<'_>, tree: &Table) -> Clock {
    let all = PieceId::first(r.letters.len()).collect();
    let mut clock = Clock {
        captures: all,
        moves: Vec::new(),
        irreversible: false,
        promotions: false,
        placements: true,
        limit: None,
    };
    let Some(table) = tree.get("clock").and_then(Node::table) else { return clock };
    match table.get("captures") {
        Some(node) if node.text() == Some("none") => clock.captures.clear(),
        Some(node) if node.text() != Some("all") => clock.captures = r.set_of_pieces(node),
        _ => {}
    }
    if let Some(node) = table.get("moves") {
        clock.moves = r.set_of_pieces(node);
    }
    let truth = |key, default| table.get(key).and_then(Node::truth).unwrap_or(default);
    clock.irreversible = truth("irreversible", false);
    clock.promotions = truth("promotions", false);
    clock.placements = truth("placements", true);
    let end = match table.get("result").and_then(Node::text) {
        Some("claim") => ClockEnd::Claim,
        _ => ClockEnd::Draw,
    };
    match table.get("limit").and_then(Node::number) {
        Some(limit) => clock.limit = Some((limit as u16, end)),
        None => {
            // A limit that is switched off takes an inherited result along.
            let off = table.get("limit").is_some_and(Node::is_false);
            if let Some(result) = table.get("result").filter(|_| !off) {
                r.fault(Code::E014, &result.place, say!("a clock with a `result` needs a `limit`"), None);
            }
        }
    }
    clock
}
