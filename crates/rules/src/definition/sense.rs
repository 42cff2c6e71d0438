//! Whether a game that can be read makes sense: what can never happen in it.

use super::reader::Reader;
use super::syntax::{Node, Place, Table};
use super::{Definition, KingLoss, Path, PieceId, PieceRules, Ray, names};
use crate::geometry::{Color, MAX_FILES, MAX_RANKS, Shape, Square, SquareSet};

/// Reports what can never happen in a game.
pub(super) fn check(r: &mut Reader<'_>, d: &Definition, tree: &Table) {
    let men = men(d);
    let places: Vec<Place> = d.pieces.iter().map(|p| place_of(r, tree, p.letter)).collect();
    let near = |r: &Reader<'_>, place: &Place, key: &str| {
        r.nearest(&[Some(place.clone()), tree.entry(key).map(|e| e.place.clone())])
    };
    let reachable = reachable(d, &men);
    for (id, piece) in d.pieces.iter().enumerate() {
        let name = names::shown(&piece.name);
        if !reachable[id] {
            let hint = "put it in the array or a hand, let something promote to it, or remove it".to_owned();
            let message = format!("the {name} is in no array and no hand, and nothing becomes one");
            r.fault("W201", &near(r, &places[id], "array"), message, Some(hint));
        }
        if piece.rules.iter().all(|rules| rules.moves.betza.is_empty() && rules.moves.rays.is_empty()) {
            r.fault("W209", &places[id], format!("the {name} has no moves"), None);
        }
        promotions(r, d, id, &near(r, &places[id], "promotion"));
        hands(r, d, id, &men, &near(r, &places[id], "hand"));
    }
    king(r, d, &places);
    reverts(r, d, &tree.entry("promotion").map_or(r.nowhere(), |e| e.place.clone()));
    lost(r, d, &reachable, &near(r, &places[Definition::KING], "array"));
    goals(r, d, tree, &men);
    placement(r, d, tree, &men);
    if r.faults.iter().all(|f| !f.is_error()) && attacked_at_start(d, &men) {
        let place = r.nearest(&[tree.entry("array").map(|e| e.place.clone())]);
        let message = "White attacks Black's king at the start, and is to move".to_owned();
        r.fault("E073", &place, message, Some("move the armies apart".into()));
    }
}

/// Whether White could take Black's king, which is lost by checkmate, with the first move.
fn attacked_at_start(d: &Definition, men: &[Man]) -> bool {
    let king = men.iter().find(|m| m.1 == Definition::KING && m.2 == Color::Black).and_then(|m| m.0);
    let Some(king) = king.filter(|_| d.players[1].king_lost_by == KingLoss::Checkmate) else { return false };
    let taken: SquareSet = men.iter().filter_map(|m| m.0).collect();
    let friends: SquareSet = men.iter().filter(|m| m.2 == Color::White).filter_map(|m| m.0).collect();
    let reaches = |rules: &PieceRules, from: Square| {
        let moves = rules.first_moves.as_ref().unwrap_or(&rules.moves);
        moves.rays.iter().any(|ray| captures(d.shape, ray, from, king, taken, friends))
    };
    men.iter().filter(|m| m.2 == Color::White).any(|&(square, id, _)| {
        let rules = d.rules(Color::White, id);
        match (square, rules.entry) {
            (Some(square), _) => reaches(rules, square),
            (None, Some(entry)) => men.iter().any(|&(from, other, color)| {
                let exchanged = from.filter(|&s| entry.from.contains(s));
                color == Color::White
                    && other == entry.exchanges
                    && exchanged.is_some_and(|s| reaches(rules, s))
            }),
            (None, None) => false,
        }
    })
}

/// Whether a piece on `from` could capture on `target` by one ray.
fn captures(
    shape: Shape,
    ray: &Ray,
    from: Square,
    target: Square,
    taken: SquareSet,
    friends: SquareSet,
) -> bool {
    let at =
        |n: u8| shape.offset(from, ray.step.0.saturating_mul(n as i8), ray.step.1.saturating_mul(n as i8));
    let passed = |offset: (i8, i8)| shape.offset(from, offset.0, offset.1);
    match ray.path {
        Path::Over { square, .. } => {
            passed(square) == Some(target)
                && at(1).is_some_and(|to| !taken.contains(to) && !friends.contains(to))
        }
        Path::Lame { via } => {
            ray.captures && at(1) == Some(target) && passed(via).is_some_and(|s| !taken.contains(s))
        }
        Path::Clear | Path::Cannon | Path::Grasshopper => {
            let steps = ray.min..=ray.max.min(MAX_FILES.max(MAX_RANKS));
            ray.captures
                && steps.into_iter().any(|n| {
                    let between = (1..n).filter_map(at).filter(|&s| taken.contains(s)).count();
                    at(n) == Some(target)
                        && match ray.path {
                            Path::Clear => between == 0,
                            Path::Cannon => between == 1,
                            _ => between == 1 && at(n - 1).is_some_and(|s| taken.contains(s)),
                        }
                })
        }
    }
}

/// A piece at the start: its square, or none in a hand.
type Man = (Option<Square>, PieceId, Color);

/// Everything that stands or lies in hand at the start.
fn men(d: &Definition) -> Vec<Man> {
    let board = d.start.split(' ').next().unwrap_or_default();
    let (board, hand) = board.split_once('[').unwrap_or((board, ""));
    let piece = |c: char| {
        let id = d.pieces.iter().position(|p| p.letter == c.to_ascii_uppercase());
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        id.map(|id| (id, color))
    };
    let mut men = Vec::new();
    for (row, rank) in board.split('/').zip((0..d.shape.ranks).rev()) {
        let (mut file, mut number) = (0, 0);
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                number = number * 10 + digit as i32;
                continue;
            }
            file += std::mem::take(&mut number);
            let square = d.shape.square(file, i32::from(rank));
            men.extend(piece(c).map(|(id, color)| (square, id, color)));
            file += 1;
        }
    }
    men.extend(hand.chars().filter_map(piece).map(|(id, color)| (None, id, color)));
    men
}

pub(super) fn place_of(r: &Reader<'_>, tree: &Table, letter: char) -> Place {
    let pieces = tree.get("pieces").and_then(Node::table);
    let mut entries = pieces.iter().flat_map(|t| &t.0);
    let found = entries.find(|e| {
        let text = e.node.table().and_then(|t| t.get("letter")).and_then(Node::text);
        text.is_some_and(|t| t.starts_with(letter))
    });
    found.map_or(r.nowhere(), |e| e.place.clone())
}

/// Which pieces can come onto the board, by array, hand, promotion and creation.
fn reachable(d: &Definition, men: &[Man]) -> Vec<bool> {
    let mut reachable = vec![false; d.pieces.len()];
    men.iter().for_each(|m| reachable[m.1] = true);
    loop {
        let mut next = reachable.clone();
        for (id, _) in reachable.iter().enumerate().filter(|r| *r.1) {
            for rules in &d.pieces[id].rules {
                rules.promotes_to.iter().chain(&rules.leaves).for_each(|&to| next[to] = true);
            }
        }
        if next == reachable {
            return reachable;
        }
        reachable = next;
    }
}

fn promotions(r: &mut Reader<'_>, d: &Definition, id: PieceId, place: &Place) {
    for color in Color::ALL {
        let to = &d.rules(color, id).promotes_to;
        let promotion = &d.players[color.index()].promotion;
        if to.is_empty() {
            continue;
        }
        let nowhere = promotion.forced.is_empty() && promotion.optional.is_empty();
        let never = promotion.limit.as_ref().is_some_and(|limit| to.iter().all(|&p| limit[p] == 0));
        if nowhere || never {
            let message = format!("the {} can never promote", names::shown(&d.pieces[id].name));
            let hint = if nowhere {
                "give [promotion] squares on the board"
            } else {
                "promotion.limit must have some of the pieces in promotion.to"
            };
            r.fault("W203", place, message, Some(hint.into()));
        }
        if promotion.in_place && promotion.forced.is_empty() {
            let message = "promotion in place happens on the squares of `on`, and there are none".to_owned();
            r.fault("W203", place, message, None);
        }
    }
}

/// A piece in hand must have somewhere to go.
fn hands(r: &mut Reader<'_>, d: &Definition, id: PieceId, men: &[Man], place: &Place) {
    let name = names::shown(&d.pieces[id].name);
    let held_by = |color| men.iter().any(|m| m.0.is_none() && m.1 == id && m.2 == color);
    let may_enter = Color::ALL.into_iter().filter(|&color| d.rules(color, id).entry.is_some());
    if may_enter.clone().next().is_some() && !may_enter.into_iter().any(held_by) && !d.hands.prisoners {
        let message = format!("no {name} is in hand, so none can enter");
        r.fault("W210", place, message, Some("put it in hand.pieces".into()));
    }
    for color in Color::ALL {
        let rules = d.rules(color, id);
        let held = held_by(color);
        if held && rules.drop_zone.is_empty() && rules.entry.is_none() {
            let (code, message) = if d.hands.placement {
                ("E094", format!("the {name} in hand has no square to go to, so nothing would ever move"))
            } else {
                ("W210", format!("the {name} in hand can never be placed"))
            };
            r.fault(code, place, message, Some("give it `drops`, or hand.drops".into()));
        }
    }
}

/// A promoted piece must tell what it was: one kind of piece promotes to each.
fn reverts(r: &mut Reader<'_>, d: &Definition, place: &Place) {
    if d.players.iter().all(|player| !player.promotion.reverts) {
        return;
    }
    for (id, piece) in d.pieces.iter().enumerate() {
        let from = |p: &&super::Piece| p.rules.iter().any(|rules| rules.promotes_to.contains(&id));
        if d.pieces.iter().filter(from).count() > 1 {
            let name = names::shown(&piece.name);
            let message =
                format!("a captured {name} could not revert: several kinds of pieces promote to it");
            let hint = "remove promotion.reverts, or let one kind promote".to_owned();
            r.fault("E082", place, message, Some(hint));
        }
    }
}

/// What a king cannot have.
fn king(r: &mut Reader<'_>, d: &Definition, places: &[Place]) {
    for rules in &d.pieces[Definition::KING].rules {
        let wrong = [
            (!rules.promotes_to.is_empty(), "promote"),
            (rules.entry.is_some(), "enter by exchange"),
            (rules.double_step.as_ref().is_some_and(|s| s.en_passant), "be captured en passant"),
        ];
        for (_, what) in wrong.iter().filter(|w| w.0) {
            r.fault("E092", &places[Definition::KING], format!("a king cannot {what}"), None);
        }
    }
    for (piece, place) in d.pieces.iter().zip(places) {
        if piece.rules.iter().any(|rules| rules.leaves == Some(Definition::KING)) {
            let message = format!("a captured {} cannot leave a king", names::shown(&piece.name));
            r.fault("E092", place, message, None);
        }
    }
}

/// A king that nothing can attack is never lost.
fn lost(r: &mut Reader<'_>, d: &Definition, reachable: &[bool], place: &Place) {
    for color in Color::ALL {
        let captures = d.pieces.iter().enumerate().filter(|p| reachable[p.0]).any(|(_, piece)| {
            let rules = &piece.rules[color.index()];
            let all = rules.moves.rays.iter().chain(rules.first_moves.iter().flat_map(|m| &m.rays));
            all.into_iter().any(|ray| ray.captures || matches!(ray.path, Path::Over { .. }))
        });
        if !captures {
            let message = format!(
                "nothing of {} can capture, so the king of {} cannot be lost",
                color.name(),
                color.other().name()
            );
            r.fault("W208", place, message, None);
        }
    }
}

/// No game may be over before it begins.
fn goals(r: &mut Reader<'_>, d: &Definition, tree: &Table, men: &[Man]) {
    let place = tree.entry("goal").map_or(r.nowhere(), |e| e.place.clone());
    for (player, color) in d.players.iter().zip(Color::ALL) {
        let Some(goal) = &player.goal else { continue };
        let there = |m: &&Man| {
            m.2 == color && goal.pieces.contains(&m.1) && m.0.is_some_and(|s| goal.squares.contains(s))
        };
        if men.iter().any(|m| there(&m)) {
            let message = "a piece stands on its goal at the start, so the game is over".to_owned();
            r.fault("E072", &place, message, None);
        }
        if goal.squares.is_empty() || goal.pieces.is_empty() {
            r.fault("W211", &place, "nothing can ever reach this goal".into(), None);
        }
    }
}

/// All pieces in hand must fit on the board.
fn placement(r: &mut Reader<'_>, d: &Definition, tree: &Table, men: &[Man]) {
    if !d.hands.placement {
        return;
    }
    let place = tree.entry("hand").map_or(r.nowhere(), |e| e.place.clone());
    let taken: SquareSet = men.iter().filter_map(|m| m.0).collect();
    for color in Color::ALL {
        let held = || men.iter().filter(|m| m.0.is_none() && m.2 == color);
        let zones = held().fold(0, |zones, m| zones | d.rules(color, m.1).drop_zone.0);
        let free = SquareSet(zones & !taken.0).len();
        let count = held().count();
        if count > free {
            let message =
                format!("{count} pieces are to be placed on {free} squares, so nothing would ever move");
            r.fault("E094", &place, message, None);
        }
    }
}
