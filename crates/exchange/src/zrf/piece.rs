//! What a kind of piece can do, for one player, as keys of the language.

use std::collections::{BTreeMap, BTreeSet};

use berolina_rules::definition::Ray;
use berolina_rules::geometry::Grid;

use super::betza;
use super::board::{Field, Mirror};
use super::shape::{Castling, Kind, Pairs, Passing, Shape};
use super::walk::{EMPTY, ENEMY, FRIEND, Found};
use crate::Value;
use crate::region::Region;

/// A move with what is said of it.
pub(super) struct Move {
    pub line: usize,
    /// The type that stands before it.
    pub tag: Option<String>,
    pub found: Found,
    pub kind: Kind,
    /// It is only made in check.
    pub check: bool,
}

/// Keys of a piece, and what could not be said.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Keys {
    pub keys: BTreeMap<String, Value>,
    pub left: Vec<(usize, String)>,
    pub castling: Vec<(usize, Castling)>,
    /// Kinds that it captures in passing.
    pub passing: Vec<Passing>,
    /// Ways of two steps from certain squares.
    pub doubles: Vec<Ray>,
    /// Some of its moves do not set the attribute that says that it has not moved.
    pub forgetful: bool,
}

/// Moves of one shape that capture, or do not.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Group {
    shape: Shape,
    captures: bool,
    /// Only of a piece that has not moved.
    first: bool,
}

/// What is known besides of a game when a piece is written.
pub(super) struct Around<'a> {
    pub field: &'a Field,
    pub side: usize,
    pub mirror: Mirror,
    /// Letters of pieces by their names.
    pub letters: &'a BTreeMap<String, String>,
    /// Where such pieces stand at first.
    pub stand: BTreeSet<usize>,
    pub name: &'a str,
    /// Attributes with what they are at first.
    pub attributes: &'a [(String, bool)],
    pub royal: bool,
}

/// The groups with their pairs, and a line for each.
type Groups = BTreeMap<Group, (usize, Pairs)>;
/// A move of a shape: from where, to where, over which squares.
type Course = (usize, usize, Vec<usize>);
/// Of a group the pairs of those courses that fit.
type PairsOf<'a> = dyn Fn(&Group, &dyn Fn(&Course) -> bool) -> Pairs + 'a;
/// What a piece may become where it arrives; nothing is to stay what it is.
type Becomes = BTreeMap<usize, BTreeSet<Option<String>>>;

impl Around<'_> {
    /// A region as the player sees it.
    pub(super) fn region(&self, squares: impl IntoIterator<Item = usize>) -> String {
        let seen = |at| self.field.seen(at, self.side, self.mirror);
        region(self.field, &squares.into_iter().filter_map(seen).collect())
    }

    fn text(&self, shapes: impl IntoIterator<Item = Group>) -> Option<String> {
        let rays = shapes.into_iter().map(|group| self.ray(&group)).collect::<Option<Vec<_>>>()?;
        betza::text(self.field.grid, &rays)
    }

    fn ray(&self, group: &Group) -> Option<Ray> {
        let ray = group.shape.ray(self.field, self.side, self.mirror)?;
        Some(Ray { moves: !group.captures, captures: group.captures, ..ray })
    }
}

/// Squares in the words of the language.
pub(super) fn region(field: &Field, squares: &BTreeSet<(usize, usize)>) -> String {
    if field.grid == Grid::Square {
        return Region::all(field.files, field.ranks).of(squares.clone()).to_string();
    }
    let edge = |&(rank, file): &(usize, usize)| rank + 1 == field.height(file);
    if squares.iter().all(edge) && squares.len() == field.files {
        return "far edge".to_owned();
    }
    squares.iter().map(|&square| field.name(square)).collect::<Vec<_>>().join(", ")
}

/// The keys of a piece.
pub(super) fn keys(around: &Around<'_>, moves: &[Move]) -> Keys {
    let mut out = Keys::default();
    let (groups, becomes) = gather(around, moves, &mut out);
    promotion(around, &becomes, &mut out);
    let text = placed(around, &groups, &mut out);
    in_passing(around, moves, &groups, &mut out);
    out.keys.insert("moves".to_owned(), text.into());
    out
}

/// Sorts the moves by shape; what is of another kind is set down at once.
fn gather(around: &Around<'_>, moves: &[Move], out: &mut Keys) -> (Groups, Becomes) {
    let mut groups = Groups::new();
    // Attributes that tell that it has not moved, and which of them each move takes away.
    let mut lost: BTreeSet<String> = BTreeSet::new();
    let mut sets: Vec<BTreeSet<String>> = Vec::new();
    // For each way of arriving what may be become, to see whether the square alone decides.
    let mut ways: BTreeMap<(Group, usize, usize), BTreeSet<Option<String>>> = BTreeMap::new();
    for one in moves.iter().filter(|one| !one.check) {
        let (shape, pairs) = match &one.kind {
            Kind::Plain { shape, pairs } => (*shape, pairs),
            Kind::Passing { passing, .. } => {
                if !out.passing.contains(passing) {
                    out.passing.push(passing.clone());
                }
                continue;
            }
            Kind::Castling(castling) => {
                out.castling.push((one.line, castling.clone()));
                continue;
            }
        };
        let state = &one.found.state;
        let first = match state.visits[0].attributes.as_slice() {
            [] => false,
            // One that it has at first, and loses.
            [had @ (name, true)] if around.attributes.contains(had) => {
                lost.insert(name.clone());
                true
            }
            _ => {
                out.left.push((one.line, "moves of a piece that has moved".to_owned()));
                continue;
            }
        };
        out.forgetful |= !state.sets.iter().any(|(_, value)| !value);
        let names = state.sets.iter().filter(|(_, value)| !value).map(|(name, _)| name.clone()).collect();
        sets.push(names);
        let may = match shape {
            Shape::Still => EMPTY,
            _ => state.visits[one.found.to].may,
        };
        if may & FRIEND != 0 {
            out.left.push((one.line, "it may capture pieces of its own side".to_owned()));
        }
        for (mask, captures) in [(EMPTY, false), (ENEMY, true)] {
            if may & mask == 0 {
                continue;
            }
            let group = Group { shape, captures, first };
            for &(from, to) in pairs {
                let set = ways.entry((group.clone(), from, to)).or_default();
                match &one.found.kinds {
                    None => drop(set.insert(None)),
                    Some(kinds) => set.extend(kinds.iter().cloned().map(Some)),
                }
            }
            let entry = groups.entry(group).or_insert_with(|| (one.line, Pairs::new()));
            entry.1.extend(pairs);
        }
    }
    out.forgetful |= sets.iter().any(|names| !lost.is_subset(names));
    if groups.keys().any(|group| group.shape == Shape::Still) {
        let line =
            groups.iter().find(|(group, _)| group.shape == Shape::Still).map_or(0, |(_, (line, _))| *line);
        out.left.push((line, "it becomes another where it stands".to_owned()));
        groups.retain(|group, _| group.shape != Shape::Still);
    }
    let mut becomes = Becomes::new();
    let plain = BTreeSet::from([None]);
    for ((group, _, to), set) in &ways {
        if group.shape == Shape::Still {
            continue;
        }
        let before = becomes.entry(*to).or_insert_with(|| set.clone());
        if before != set {
            let line = groups.get(group).map_or(0, |(line, _)| *line);
            let what = "what it becomes depends on the way on which it arrives".to_owned();
            if !out.left.contains(&(line, what.clone())) {
                out.left.push((line, what));
            }
        }
    }
    becomes.retain(|_, set| *set != plain);
    (groups, becomes)
}

/// Where it promotes, and to what.
fn promotion(around: &Around<'_>, becomes: &Becomes, out: &mut Keys) {
    if becomes.is_empty() {
        return;
    }
    let kinds = |set: &BTreeSet<Option<String>>| set.iter().flatten().cloned().collect::<BTreeSet<_>>();
    let all = becomes.values().next().map(kinds).unwrap_or_default();
    if becomes.values().any(|set| kinds(set) != all) {
        out.left.push((0, "it becomes other pieces on some squares than on others".to_owned()));
    }
    let mut letters = String::new();
    for kind in &all {
        match around.letters.get(kind) {
            Some(letter) => letters.push_str(letter),
            None => out.left.push((0, format!("it becomes `{kind}`, which is no piece"))),
        }
    }
    let must = becomes.iter().filter(|(_, set)| !set.contains(&None)).map(|(at, _)| *at);
    let may = becomes.iter().filter(|(_, set)| set.contains(&None)).map(|(at, _)| *at);
    let [must, may] = [must.collect::<Vec<_>>(), may.collect::<Vec<_>>()];
    out.keys.insert("promotes".to_owned(), letters.into());
    if !must.is_empty() {
        out.keys.insert("promotion.on".to_owned(), around.region(must).into());
    }
    if !may.is_empty() {
        out.keys.insert("promotion.optional".to_owned(), around.region(may).into());
    }
}

/// The moves, and where they hold; the notation of those that hold everywhere.
fn placed(around: &Around<'_>, groups: &Groups, out: &mut Keys) -> String {
    let field = around.field;
    let mut open: Vec<(&Group, &(usize, Pairs))> = Vec::new();
    let mut whole: Vec<Group> = Vec::new();
    let pairs_of = |group: &Group, fits: &dyn Fn(&Course) -> bool| -> Pairs {
        group
            .shape
            .everywhere(field)
            .iter()
            .filter(|one| fits(one))
            .map(|(from, to, _)| (*from, *to))
            .collect()
    };
    for (group, entry) in groups {
        if pairs_of(group, &|_| true) == entry.1 {
            whole.push(group.clone());
        } else {
            open.push((group, entry));
        }
    }
    // Kept in a region, in which it stands at first.
    let inside: BTreeSet<usize> =
        groups.values().flat_map(|(_, pairs)| pairs.iter().map(|(_, to)| *to)).collect();
    let kept = |one: &Course| {
        inside.contains(&one.0) && inside.contains(&one.1) && one.2.iter().all(|at| inside.contains(at))
    };
    let fits = |(group, (_, pairs)): (&Group, &(usize, Pairs))| {
        let within: Pairs = pairs.iter().filter(|(from, _)| inside.contains(from)).copied().collect();
        within == pairs_of(group, &kept)
    };
    if !open.is_empty() && around.stand.is_subset(&inside) && groups.iter().all(fits) {
        out.keys.insert("stays-in".to_owned(), around.region(inside.iter().copied()).into());
        whole.extend(open.drain(..).map(|(group, _)| group.clone()));
        whole.sort();
    }
    double_step(around, &mut open, out);
    moves_on(around, &mut open, &pairs_of, out);
    for (_, (line, _)) in open {
        out.left.push((*line, "moves that it has on some squares only".to_owned()));
    }
    let (first, always): (Vec<Group>, Vec<Group>) = whole.into_iter().partition(|group| group.first);
    let mut text = around.text(always).unwrap_or_else(|| {
        let line = groups.values().next().map_or(0, |(line, _)| *line);
        out.left.push((line, "moves for which the notation has no words".to_owned()));
        String::new()
    });
    for group in first {
        match around.text([group.clone()]) {
            Some(one) if !out.forgetful => text += &format!("i{one}"),
            _ => {
                let line = groups.get(&group).map_or(0, |(line, _)| *line);
                out.left.push((line, "moves of a piece that has not moved".to_owned()));
            }
        }
    }
    text
}

/// Two equal steps from some squares.
fn double_step(around: &Around<'_>, open: &mut Vec<(&Group, &(usize, Pairs))>, out: &mut Keys) {
    let is_double =
        |group: &Group| matches!(group.shape, Shape::Slow(_, 2)) && !group.captures && !group.first;
    let doubles: Vec<_> = open.iter().filter(|(group, _)| is_double(group)).copied().collect();
    let starts = |pairs: &Pairs| pairs.iter().map(|(from, _)| *from).collect::<BTreeSet<_>>();
    let Some((_, (line, pairs))) = doubles.first() else { return };
    let from = starts(pairs);
    let single = |group: &Group| match group.shape {
        Shape::Slow(by, _) => Group { shape: Shape::Leap(by), ..group.clone() },
        _ => group.clone(),
    };
    let steps = doubles.iter().map(|(group, _)| Group { captures: false, ..single(group) });
    // All moves of that kind that begin on these squares.
    let right = doubles.iter().all(|(group, (_, pairs))| {
        let all = group.shape.everywhere(around.field).into_iter();
        let all: Pairs = all.filter(|one| from.contains(&one.0)).map(|one| (one.0, one.1)).collect();
        starts(pairs) == from && all == *pairs
    });
    let text = steps.map(|group| around.ray(&group)).collect::<Option<Vec<_>>>().and_then(|rays| {
        let both: Vec<Ray> = rays.iter().map(|ray| Ray { moves: true, captures: true, ..*ray }).collect();
        out.doubles.clone_from(&both);
        betza::text(around.field.grid, &both)
    });
    match text.filter(|_| right) {
        Some(text) => {
            out.keys.insert("double-step.moves".to_owned(), text.into());
            out.keys.insert("double-step.from".to_owned(), around.region(from).into());
        }
        None => out.left.push((*line, "moves of two steps that it has on some squares only".to_owned())),
    }
    open.retain(|(group, _)| !is_double(group));
}

/// Moves from some squares to some squares, the same for all.
fn moves_on(
    around: &Around<'_>,
    open: &mut Vec<(&Group, &(usize, Pairs))>,
    pairs_of: &PairsOf<'_>,
    out: &mut Keys,
) {
    if open.is_empty() || open.iter().any(|(group, _)| group.first) {
        return;
    }
    let region: BTreeSet<usize> =
        open.iter().flat_map(|(_, (_, pairs))| pairs.iter().flat_map(|(from, to)| [*from, *to])).collect();
    let inside = |one: &Course| {
        region.contains(&one.0) && region.contains(&one.1) && one.2.iter().all(|at| region.contains(at))
    };
    if open.iter().all(|(group, (_, pairs))| pairs_of(group, &inside) == *pairs)
        && let Some(text) = around.text(open.iter().map(|(group, _)| (*group).clone()))
    {
        out.keys.insert("moves-on.region".to_owned(), around.region(region).into());
        out.keys.insert("moves-on.moves".to_owned(), text.into());
        open.clear();
    }
}

/// Captures in passing, which must be those that pawns make.
fn in_passing(around: &Around<'_>, moves: &[Move], groups: &Groups, out: &mut Keys) {
    let Some(line) = moves.iter().find(|one| matches!(one.kind, Kind::Passing { .. })).map(|one| one.line)
    else {
        return;
    };
    let captures: BTreeSet<_> = groups
        .keys()
        .filter(|group| group.captures)
        .map(|group| match group.shape {
            Shape::Leap(by) => Some(by),
            _ => None,
        })
        .collect();
    let ends: BTreeSet<_> = out.passing.iter().map(|passing| Some(passing.to)).collect();
    let whole = moves.iter().all(|one| match &one.kind {
        Kind::Passing { passing, pairs } => {
            let all = Shape::Leap(passing.to).everywhere(around.field);
            // Where nothing can pass it does not matter whether it could be captured.
            pairs.iter().all(|pair| all.iter().any(|one| (one.0, one.1) == *pair))
        }
        _ => true,
    });
    let own = out.passing.iter().all(|passing| passing.kinds == [around.name]);
    if captures != ends || !whole || !own {
        out.left.push((line, "captures in passing other than by the squares that it captures on".to_owned()));
        return;
    }
    out.keys.insert("en-passant".to_owned(), true.into());
}

/// Whether the captures in passing of one player answer the double steps of the other; what must be so for `en-passant`.
pub(super) fn answers(around: &Around<'_>, passing: &[Passing], doubles: &[Ray]) -> bool {
    // As the opponent sees it: a step ahead is from the square passed to the one captured.
    let other = Around {
        side: 1 - around.side,
        field: around.field,
        mirror: around.mirror,
        letters: around.letters,
        stand: BTreeSet::new(),
        name: around.name,
        attributes: around.attributes,
        royal: around.royal,
    };
    let seen = |one: &Passing| {
        let step = (one.captured.0 - one.to.0, one.captured.1 - one.to.1);
        let before = (one.to.0 - one.from.0, one.to.1 - one.from.1);
        (step == before).then(|| other.field.turned(step, other.side, other.mirror))
    };
    let known = |one: &Passing| seen(one).is_some_and(|step| doubles.iter().any(|ray| ray.step == step));
    // Each capture answers each way of going past.
    let every = |ray: &Ray| {
        let answers = |to: (i8, i8)| passing.iter().any(|one| one.to == to && seen(one) == Some(ray.step));
        passing.iter().all(|one| answers(one.to))
    };
    passing.iter().all(known) && doubles.iter().all(every)
}
