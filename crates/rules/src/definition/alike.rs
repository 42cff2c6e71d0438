//! Whether every move of a game can be told from the others by its text, which names the squares that
//! a piece leaves and reaches.

use super::reader::Reader;
use super::syntax::{Node, Place, Table};
use super::{
    Castling, Code, DoubleStep, Path, Piece, PieceId, PieceRules, PromotionStep, Ray, Rules, names, sense,
};
use crate::geometry::{Color, MAX_RANKS, Shape, Square};
use crate::message::Message;
use crate::say;

/// Reports two moves of one piece that would be written alike.
pub(super) fn check(r: &mut Reader<'_>, d: &Rules, tree: &Table) {
    for (id, piece) in d.numbered() {
        let place = sense::place_of(r, tree, piece.letter);
        for color in Color::ALL {
            if let Some(said) = alike(d.shape, piece, &piece.rules[color.index()]) {
                fault(r, &place, said);
            }
            let rules = &piece.rules[color.index()];
            if let Some(entry) = rules.entry.filter(|entry| rules.enters_behind.contains(&entry.exchanges)) {
                let [name, other] = [piece, d.piece(entry.exchanges)].map(|p| names::piece(&p.name));
                fault(
                    r,
                    &place,
                    say!("the {name} enters both in the place of the {other} and behind it", name, other),
                );
            }
            if steps_as_promotion(d, id, color) {
                let name = &names::piece(&piece.name);
                fault(
                    r,
                    &place,
                    say!("the {name} promotes by a step of `promotion.step` and by a move as well", name),
                );
            }
            if enters_as_promotion(d, id, color) {
                let name = &names::piece(&piece.name);
                fault(
                    r,
                    &place,
                    say!("the {name} enters where the piece before it could promote to it as well", name),
                );
            }
        }
    }
    for color in Color::ALL {
        if let Some(said) = castling_alike(d, color) {
            let king = d.royals(color).next().map(|king| sense::place_of(r, tree, d.piece(king).letter));
            let wing = tree.get("castling").and_then(Node::table).and_then(|t| t.0.first());
            let place = r.nearest(&[wing.map(|e| e.place.clone()), king]);
            fault(r, &place, said);
        }
    }
}

fn fault(r: &mut Reader<'_>, place: &Place, said: Message) {
    let hint = say!("a move is told by the squares that it leaves and reaches: remove one of the two");
    r.fault(Code::E093, place, said, Some(hint));
}

/// Two moves of a piece from one square to another, in words.
fn alike(shape: Shape, piece: &Piece, rules: &PieceRules) -> Option<Message> {
    let name = &names::piece(&piece.name);
    for moves in [Some(&rules.moves), rules.first_moves.as_ref()].into_iter().flatten() {
        let reach = |to| moves.rays.iter().any(|ray| goes_quietly(shape, ray, to));
        let doubles = || rules.double_step.iter();
        if doubles().flat_map(DoubleStep::ends).any(reach) {
            return Some(say!("a double step of the {name} is one of its other moves as well", name));
        }
        let ends: Vec<_> = doubles().flat_map(DoubleStep::ends).map(|end| shape.reduced(end)).collect();
        if ends.iter().enumerate().any(|(n, end)| ends[..n].contains(end)) {
            return Some(say!("two double steps of the {name} meet on the other side of the board", name));
        }
        if doubles().any(|double| passes_alike(shape, double)) {
            return Some(say!("two double steps of the {name} pass a square in the same way", name));
        }
        for leap in &moves.rays {
            let Path::Over { square, .. } = leap.path else { continue };
            let other = |ray: &Ray| {
                !matches!(ray.path, Path::Over { .. })
                    && goes_quietly(shape, ray, leap.step)
                    && !passes(shape, ray, square)
            };
            let over = |end: (i8, i8)| end == (2 * square.0, 2 * square.1);
            let double = |end: (i8, i8)| shape.reduced(end) == shape.reduced(leap.step) && !over(end);
            let placed = rules.moves_on.iter().flat_map(|on| &on.moves.rays);
            let steps = || doubles().flat_map(DoubleStep::ends);
            if moves.rays.iter().chain(placed).any(other) || steps().any(double) {
                return Some(say!(
                    "a leap of the {name} that captures is one of its other moves as well",
                    name
                ));
            }
        }
    }
    None
}

/// Whether one step of some is two of another where three of these may be made: who then took en passant could not be told from
/// where the pawn went.
fn passes_alike(shape: Shape, double: &DoubleStep) -> bool {
    let twice = |&(x, y): &(i8, i8)| shape.reduced((2 * x, 2 * y));
    let once = |&step: &(i8, i8)| shape.reduced(step);
    !double.triple_from.is_empty()
        && double.steps.iter().any(|step| double.steps.iter().any(|other| once(other) == twice(step)))
}

/// Whether a piece promotes by a move from one square to another to what may enter there in its place
/// and move to the same square.
fn enters_as_promotion(d: &Rules, id: PieceId, color: Color) -> bool {
    let Some(entry) = d.rules(color, id).entry else { return false };
    let leaving = d.rules(color, entry.exchanges);
    let zones = d.zones(color, entry.exchanges);
    let zone = if zones.leaving { d.shape.cells() } else { zones.all() };
    let promotes = |from: Square| {
        let most = i8::try_from(MAX_RANKS).unwrap_or(i8::MAX);
        leaving.moves.rays.iter().any(|ray| {
            let goes = |end| ray.board(d.shape).offset(from, d.shape.relative_offset(color, end));
            ray.reach_on(d.shape, most).ends.into_iter().filter_map(goes).any(|to| zone.contains(to))
        })
    };
    leaving.promotes_to.contains(&id) && entry.from.iter().any(promotes)
}

/// Whether a piece promotes by a step of its own to where one of its moves promotes as well.
fn steps_as_promotion(d: &Rules, id: PieceId, color: Color) -> bool {
    let rules = d.rules(color, id);
    let Some(step) = d.players[color.index()].promotion.step.as_ref() else { return false };
    let zones = d.zones(color, id);
    if rules.promotes_to.is_empty() || zones.by_capture {
        return false;
    }
    let stands = if step.last_anywhere { d.shape.cells() } else { step.from };
    let promotes =
        |from: Square, to: Square| zones.all().contains(to) || (zones.leaving && zones.all().contains(from));
    let ends = |offset| {
        let mut squares = stands.iter();
        squares
            .any(|from| PromotionStep::end(d.shape, color, from, offset).is_some_and(|to| promotes(from, to)))
    };
    let placed = || rules.moves_on.iter().flat_map(|on| &on.moves.rays);
    let goes = |offset| rules.rays().chain(placed()).any(|ray| goes_quietly(d.shape, ray, offset));
    step.steps.iter().any(|&offset| goes(offset) && ends(offset))
}

/// Castling moves that are written alike, or like a step of the king.
fn castling_alike(d: &Rules, color: Color) -> Option<Message> {
    let castling = d.players[color.index()].castling;
    for table in castling.into_iter().flatten().filter(|table| table.from.is_some()) {
        let rules = d.rules(color, table.king);
        // It is written as if the king took the rook then, and as if something entered behind it.
        if d.castles_by_rook(color, &table) && (rules.captures.own || !rules.enters_behind.is_empty()) {
            return Some(say!("castling takes the king where it can go by itself"));
        }
        // The farther one is written as a move of the king, which must be no other.
        if let Some(farther) = table.other() {
            if d.castles_by_rook(color, &farther) {
                return Some(say!("the farther castling takes the king where it can go by itself"));
            }
            if [table.king, table.rook].iter().any(|&id| d.lets_in(color, id).next().is_some()) {
                return Some(say!("what enters behind king or rook is not told for two castlings"));
            }
        }
    }
    let same = |a: &Castling, b: &Castling| {
        a.king_to == b.king_to
            || a.is_farther(b.king_to)
            || b.is_farther(a.king_to)
            || a.farther.is_some_and(|(to, _)| b.is_farther(to))
    };
    match castling {
        [Some(a), Some(b)] if a.from.is_some() && a.from.map(|f| f.0) == b.from.map(|f| f.0) => {
            same(&a, &b).then(|| say!("castling takes the king to one square on both sides"))
        }
        _ => None,
    }
}

impl Rules {
    /// Whether castling is written with the square of the rook: where the king castles from anywhere, or could go to the same square
    /// by itself.
    #[must_use]
    pub fn castles_by_rook(&self, color: Color, castling: &Castling) -> bool {
        let Some((king, _)) = castling.from else { return true };
        let shape = self.shape;
        let way = shape.relative_offset(color, shape.between(king, castling.king_to));
        let rules = self.rules(color, castling.king);
        let mut doubles = rules.double_step.iter().flat_map(DoubleStep::ends);
        rules.moves.rays.iter().any(|ray| goes_quietly(shape, ray, way))
            || doubles.any(|end| shape.reduced(end) == shape.reduced(way))
    }
}

/// Whether a ray may go to an empty square at an offset.
fn goes_quietly(shape: Shape, ray: &Ray, to: (i8, i8)) -> bool {
    let leaps = !matches!(ray.path, Path::Over { must_capture: true, .. });
    let most = i8::try_from(MAX_RANKS).unwrap_or(i8::MAX);
    ray.moves && leaps && ray.reach_on(shape, most).ends.contains(&ray.board(shape).reduced(to))
}

/// Whether a ray needs a square on its way to be empty.
fn passes(shape: Shape, ray: &Ray, square: (i8, i8)) -> bool {
    let shape = ray.board(shape);
    match ray.path {
        Path::Clear => (1..i8::try_from(ray.max.min(16)).unwrap_or(1))
            .any(|n| shape.reduced((ray.step.0 * n, ray.step.1 * n)) == shape.reduced(square)),
        Path::Lame { via } => shape.reduced(via) == shape.reduced(square),
        Path::Cannon | Path::Grasshopper | Path::Over { .. } | Path::Legs(_) | Path::Winding(_) => false,
    }
}
