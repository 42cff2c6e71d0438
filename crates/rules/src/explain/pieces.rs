//! What each piece does.

use super::PieceText;
use super::diagram::Diagram;
use super::words::{self, zone};
use crate::definition::{Definition, DoubleStep, Leg, Path, PieceId, PieceRules, Ray};
use crate::geometry::{Color, Grid, Line, SquareSet};
use crate::message::Message;
use crate::say;

/// What is said in the entries of all pieces.
pub(super) fn texts(definition: &Definition) -> Vec<PieceText> {
    let mut texts = Vec::new();
    let had = super::promotion::had(definition);
    for id in definition.ids() {
        if alike(definition, id) {
            texts.push(text(definition, id, None));
        } else {
            // Whose it never is, of that player there is nothing to say.
            let owners = Color::ALL.into_iter().filter(|color| had[color.index()][id.index()]);
            let owners: Vec<Color> = owners.collect();
            let owners = if owners.is_empty() { Color::ALL.to_vec() } else { owners };
            texts.extend(owners.into_iter().map(|color| text(definition, id, Some(color))));
        }
    }
    texts
}

/// Whether both players' pieces move alike, ranks counted by each player.
fn alike(definition: &Definition, id: PieceId) -> bool {
    let shape = definition.shape;
    let told = |color: Color| {
        let rules = definition.rules(color, id);
        let seen = |set: SquareSet| if color == Color::White { set } else { set.mirrored(shape) };
        (
            (&rules.moves, &rules.first_moves),
            rules.double_step.as_ref().map(|d| (&d.steps, seen(d.from), seen(d.triple_from))),
            (takes_en_passant(definition, color, id), seen(taken_en_passant(definition, color, id))),
            rules.entry.map(|entry| (entry.exchanges, seen(entry.from))),
            rules.stays_in.map(seen),
            rules.moves_on.as_ref().map(|on| (seen(on.region), &on.moves)),
            (&rules.avoids, &rules.unsettled_by, rules.promoted_moved),
        )
    };
    told(Color::White) == told(Color::Black)
}

fn text(definition: &Definition, id: PieceId, side: Option<Color>) -> PieceText {
    PieceText { piece: id, side, notes: sentences(definition, id, side.unwrap_or(Color::White)) }
}

/// The moves of a piece on boards of their own.
pub(super) fn diagrams(definition: &Definition, id: PieceId, side: Option<Color>) -> Vec<Diagram> {
    let rules = definition.rules(side.unwrap_or(Color::White), id);
    let double = rules.double_step.as_ref();
    let grid = definition.shape.grid();
    let mut diagrams = match &rules.first_moves {
        None => vec![Diagram::new(grid, None, &rules.moves, double)],
        Some(first) => vec![
            Diagram::new(grid, Some(say!("first move")), first, double),
            Diagram::new(grid, Some(say!("later")), &rules.moves, double),
        ],
    };
    if let Some(on) = &rules.moves_on {
        diagrams.push(Diagram::new(grid, Some(say!("on some squares, too")), &on.moves, None));
    }
    diagrams
}

/// What a diagram of a player's piece does not show.
pub(super) fn sentences(definition: &Definition, id: PieceId, color: Color) -> Vec<Message> {
    let rules = definition.rules(color, id);
    let grid = definition.shape.grid();
    let mut notes = Vec::new();
    let about = definition.piece(id).about.trim();
    if !about.is_empty() {
        notes.push(Message::prose(about));
    }
    if let Some(region) = rules.stays_in {
        let region = zone(seen(definition, color, region), definition.shape, "and");
        notes.push(say!("It stays on {region}.", region));
    }
    if let Some(on) = &rules.moves_on {
        let region = zone(seen(definition, color, on.region), definition.shape, "and");
        notes.push(say!("On {region} it has more moves, from one of these squares to another.", region));
    }
    paths(grid, rules, &mut notes);
    others(definition, rules, &mut notes);
    pawn_like(definition, id, color, &mut notes);
    entry(definition, id, color, &mut notes);
    notes
}

/// What other pieces mean for its moves.
fn others(definition: &Definition, rules: &PieceRules, notes: &mut Vec<Message>) {
    let names = |ids: &[PieceId]| words::pieces(definition, ids, "or");
    if !rules.avoids.is_empty() {
        notes.push(say!("It neither captures {pieces:a} nor leaps over one.", pieces = names(&rules.avoids)));
    }
    if !rules.unsettled_by.is_empty() {
        notes.push(say!(
            "Its first moves are lost as soon as an enemy {pieces} moves to where it aims at this piece, whatever stands between; a king has none of them in check.",
            pieces = names(&rules.unsettled_by),
        ));
    }
    if rules.promoted_moved {
        notes.push(say!("One that came by promotion has no first moves."));
    }
}

/// What stands in the way of moves that diagrams cannot show.
fn paths(grid: Grid, rules: &PieceRules, notes: &mut Vec<Message>) {
    let rays = || rules.first_moves.iter().chain([&rules.moves]).flat_map(|moves| &moves.rays);
    let over = rays().find_map(|ray| match ray.path {
        Path::Over { must_capture, .. } => Some(must_capture),
        _ => None,
    });
    match over {
        Some(false) => notes.push(say!("The leap must end on an empty square. On the square that it passes over, an enemy is captured and a piece of one's own is left alone.")),
        Some(true) => notes.push(say!("The leap must end on an empty square and pass over an enemy, which is captured.")),
        None => {}
    }
    if rays().any(|ray| ray.round) {
        let all = rays().all(|ray| ray.round);
        notes.push(match all {
            true => say!("All its moves lead round the edge: for that the first file lies beside the last."),
            false => {
                say!("Some of its moves lead round the edge: for that the first file lies beside the last.")
            }
        });
    }
    if rays().any(|ray| ray.path == Path::Clear && ray.max > 1 && grid.line(ray.step).is_none()) {
        notes.push(say!("It can go on in leaps of one direction as long as it lands on empty squares."));
    }
    // `nN` passes one square; `nA`, `nD`, `nZ` and longer ones may pass several.
    let passes = |ray: &Ray| match ray.path {
        Path::Clear => ray.min > 1 && grid.line(ray.step).is_some(),
        Path::Legs(_) => lame(ray),
        _ => false,
    };
    if rays().any(passes) {
        notes.push(say!("It does not leap: a piece on a square that it passes blocks it."));
    } else if rays().any(|ray| matches!(ray.path, Path::Lame { .. })) {
        notes.push(say!("It does not leap: a piece on the square next to it blocks the way."));
    }
    if rays().any(|ray| ray.path == Path::Cannon) {
        let captures_only = rays().filter(|ray| ray.path == Path::Cannon).all(|ray| !ray.moves);
        notes.push(match captures_only {
            true => say!("To capture, it leaps over exactly one piece, wherever that stands on the line."),
            false => say!("It leaps over exactly one piece, wherever that stands on the line."),
        });
    }
    if rays().any(|ray| ray.path == Path::Grasshopper) {
        notes.push(say!("It leaps over the first piece on the line and lands directly behind it."));
    }
    legs(&rays().copied().collect::<Vec<_>>(), notes);
}

/// Whether a move of several legs only comes to one square, over empty ones.
fn lame(ray: &Ray) -> bool {
    let Path::Legs(legs) = ray.path else { return false };
    let plain = |leg: &Leg| leg.max == 1 && leg.empty && !leg.captures && !leg.hops_own && !leg.hops_enemy;
    ray.min == ray.max && legs.list().iter().all(plain)
}

/// What moves of several legs do on their way.
fn legs(rays: &[Ray], notes: &mut Vec<Message>) {
    if rays.iter().any(|ray| matches!(ray.path, Path::Winding(winding) if winding.pairs())) {
        notes.push(say!("It rides on in the same direction, and any piece on its way blocks it."));
    }
    if rays.iter().any(|ray| matches!(ray.path, Path::Winding(winding) if !winding.pairs())) {
        notes.push(say!("Its path turns with each step; it stops at the first piece that it meets."));
    }
    let all = || {
        rays.iter().filter_map(|ray| match ray.path {
            Path::Legs(legs) => Some((ray, legs)),
            _ => None,
        })
    };
    let any = |test: &dyn Fn(&Ray, &Leg) -> bool| {
        all().any(|(ray, legs)| legs.list().iter().any(|leg| test(ray, leg)))
    };
    if any(&|_, leg| leg.captures) {
        notes.push(say!("It may capture on a square on its way and go on from there in the same move; it may also come back to where it stood."));
    }
    if any(&|ray, leg| leg.empty && !leg.hops_own && !leg.hops_enemy && !lame(ray)) {
        notes.push(say!("It may go on from an empty square in another direction; a piece there blocks it."));
    }
    if any(&|_, leg| leg.empty && leg.hops_own) {
        notes.push(say!("It may pass its first square whatever stands there."));
    }
    if any(&|_, leg| !leg.empty && leg.hops_own) {
        notes.push(say!("It may leap over a piece and go on behind it."));
    }
}

/// Double steps and en passant.
fn pawn_like(definition: &Definition, id: PieceId, color: Color, notes: &mut Vec<Message>) {
    let rules = definition.rules(color, id);
    let promotes = !rules.promotes_to.is_empty();
    let expected = promotes && chess_pawn(rules);
    if let Some(double) = &rules.double_step {
        steps(definition, id, color, double, notes);
    } else if expected {
        notes.push(say!("It has no double step."));
    }
    if takes_en_passant(definition, color, id) {
        notes.push(say!("It captures en passant."));
    } else if expected && exposed(definition, color.other()) {
        notes.push(say!("It does not capture en passant."));
    }
}

/// Double and triple steps.
fn steps(definition: &Definition, id: PieceId, color: Color, double: &DoubleStep, notes: &mut Vec<Message>) {
    let from = |set| zone(seen(definition, color, set), definition.shape, "or");
    let promotes = !definition.rules(color, id).promotes_to.is_empty();
    let answered = able(definition, color.other());
    let exposed = if answered { double.exposed_from() } else { SquareSet::EMPTY };
    let taken = match exposed.and(double.from) {
        all if all == double.from && !all.is_empty() => Some(say!("; it can then be captured en passant")),
        SquareSet::EMPTY if answered && promotes => Some(say!("; it cannot be captured en passant")),
        SquareSet::EMPTY => None,
        some => Some(say!("; from {from} it can then be captured en passant", from = from(some))),
    };
    let grid = definition.shape.grid();
    let diagonal = double.steps.iter().all(|&step| grid.line(step) == Some(Line::Diagonal));
    let way = || diagonal.then(|| say!(" along a diagonal"));
    let squares = || if grid == Grid::Hexagon { say!("cells") } else { say!("squares") };
    notes.push(say!(
        "From {from} it may step two {squares}{way} at once, if both are empty{taken}.",
        from = from(double.from),
        squares = squares(),
        way = way(),
        taken,
    ));
    if !double.triple_from.is_empty() {
        let taken = match exposed.and(double.triple_from) {
            SquareSet::EMPTY => None,
            all if all == double.triple_from => Some(say!(
                ", and can then be captured en passant on either of the {squares} that it passes",
                squares = squares()
            )),
            some => Some(say!(
                "; from {from} it can then be captured en passant on either of the {squares} that it passes",
                from = from(some),
                squares = squares()
            )),
        };
        notes.push(say!(
            "From {from} it may also step three {squares}{way}, if all are empty{taken}.",
            from = from(double.triple_from),
            squares = squares(),
            way = way(),
            taken,
        ));
    }
}

/// Whether a piece moves as a chess pawn, so that people expect of it what a chess pawn does besides.
fn chess_pawn(rules: &PieceRules) -> bool {
    let pawn = |ray: &Ray| {
        let (moves, captures) = match ray.step {
            (0, 1) => (true, false),
            (-1 | 1, 1) => (false, true),
            _ => return false,
        };
        ray.path == Path::Clear && (ray.min, ray.max, ray.moves, ray.captures) == (1, 1, moves, captures)
    };
    rules.first_moves.is_none() && rules.moves.rays.len() == 3 && rules.moves.rays.iter().all(pawn)
}

/// A set as the player counts ranks.
fn seen(definition: &Definition, color: Color, set: SquareSet) -> SquareSet {
    if color == Color::White { set } else { set.mirrored(definition.shape) }
}

/// Whether a player has pieces that capture en passant.
fn able(definition: &Definition, color: Color) -> bool {
    definition.ids().any(|id| definition.rules(color, id).en_passant)
}

/// Whether a player has pieces that can be captured en passant by some game's piece.
fn exposed(definition: &Definition, color: Color) -> bool {
    let exposed = |id| definition.rules(color, id).double_step.as_ref().is_some_and(DoubleStep::is_exposed);
    definition.ids().any(exposed)
}

fn takes_en_passant(definition: &Definition, color: Color, id: PieceId) -> bool {
    definition.rules(color, id).en_passant && exposed(definition, color.other())
}

/// The squares from which a piece can be captured en passant after its double step.
fn taken_en_passant(definition: &Definition, color: Color, id: PieceId) -> SquareSet {
    let double = definition.rules(color, id).double_step.as_ref();
    let answered = double.filter(|_| able(definition, color.other()));
    answered.map_or(SquareSet::EMPTY, DoubleStep::exposed_from)
}

fn entry(definition: &Definition, id: PieceId, color: Color, notes: &mut Vec<Message>) {
    if let Some(entry) = definition.rules(color, id).entry {
        notes.push(say!(
            "It starts off the board. Instead of an ordinary move, a player may take one of their own {pawn:s} on {from} out of the game and make a move with the {piece} from its square.",
            pawn = words::piece(definition, entry.exchanges),
            from = zone(seen(definition, color, entry.from), definition.shape, "or"),
            piece = words::piece(definition, id),
        ));
    }
}
