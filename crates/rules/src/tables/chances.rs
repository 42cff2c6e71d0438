//! How a player may win at all, so that material can prove that it is impossible.
//!
//! Whatever is not proven here counts as possible.

use super::{Kind, KindMasks, KindSet, Side, Tables};
use crate::definition::{Path, Ray, Stalemate, Verdict};
use crate::geometry::{Color, Grid, Size, Table, Word};

/// By what a player may win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Chances {
    /// By something else than an attack on what the other may not leave attacked: no material proves the contrary.
    pub(crate) otherwise: bool,
    /// Also by what the other's own pieces do: by perpetual check, which loses, or by having no move. Where a file says that dead
    /// positions are drawn, having no move counts only while some piece of either player could attack.
    pub(crate) by_theirs: bool,
    /// By leaving the other nothing but the king: not where both have nothing else.
    pub(crate) by_baring: bool,
    /// By losing everything.
    pub(crate) by_losing: bool,
    /// What the other has may become the player's.
    pub(crate) takes_prisoners: bool,
    /// Kinds that never attack what the other may not leave attacked, whatever they become.
    pub(crate) harmless: KindSet,
    /// Royal kinds that could attack that only where it would attack them, where they may not be left.
    pub(crate) shy: KindSet,
    /// Kinds of which a single one on the board, or those of one colour of squares, do not win.
    pub(crate) lonely: KindSet,
    /// Those of them that keep to squares of one colour, if that makes them harmless together.
    pub(crate) bound: KindSet,
    /// Kinds that the player cannot be deprived of by pieces that keep to squares of another colour, and which have a move as long as
    /// there is an empty square of theirs.
    pub(crate) steadfast: KindSet,
}

impl Chances {
    pub(super) fn new<S: Size>(tables: &Tables<S>, color: Color) -> Self {
        let (us, them) = (tables.side(color), tables.side(color.other()));
        let reversed = us.royalty.as_ref().is_some_and(|rule| rule.result == Verdict::Win);
        let unmoving = match tables.stalemate {
            Stalemate::Is(Verdict::Win) => !reversed,
            Stalemate::Is(Verdict::Loss) => tables.insufficient.is_none(),
            Stalemate::Fewer => true,
            Stalemate::Is(Verdict::Draw) | Stalemate::Pass => false,
        };
        let lonely = tables.insufficient.filter(|_| {
            let one_king = |side: &Side<S>| side.by_checkmate && side.royalty.is_none();
            one_king(us)
                && one_king(them)
                && tables.stalemate.is_draw()
                && them.checks == 0
                && !tables.features.prisoners
        });
        let lonely = lonely.unwrap_or_default();
        let bound = |kind: &Kind| tables.kinds[kind.index()].colorbound && !tables.features.explosion;
        Self {
            otherwise: unmoving || captures_decide(us, them) || rarely(tables, color),
            by_theirs: tables.repetition.is_some_and(|rule| rule.perpetual_check)
                || tables.stalemate == Stalemate::Is(Verdict::Loss),
            by_baring: tables.bare_king == Some(Verdict::Loss),
            by_losing: reversed,
            takes_prisoners: tables.features.prisoners,
            harmless: harmless(tables, color),
            shy: shy(tables, color),
            lonely,
            bound: lonely.iter().filter(bound).collect(),
            steadfast: steadfast(tables, us),
        }
    }
}

/// Whether a player wins by capturing something.
fn captures_decide<S: Size>(us: &Side<S>, them: &Side<S>) -> bool {
    let loses = |result| result == Verdict::Loss;
    let royals = !them.kings.is_empty() || them.royalty.as_ref().is_some_and(|rule| loses(rule.result));
    let few = them.extinction.as_ref().is_some_and(|rule| loses(rule.result));
    (royals && !them.by_checkmate)
        || few
        || us.extinction.as_ref().is_some_and(|rule| rule.result == Verdict::Win)
}

/// Whether a player may win by what few games have.
fn rarely<S: Size>(tables: &Tables<S>, color: Color) -> bool {
    let us = tables.side(color);
    !us.goal.is_empty()
        || tables.checkmate == Verdict::Win
        || tables.mate.is_some_and(|[_, not_by]| !not_by.is_empty())
        || tables.bare_king == Some(Verdict::Win)
        || tables.castling_decides
        || tables.repetition.is_some_and(|rule| rule.mover != Verdict::Draw)
        || matches!(tables.clock_limit, Some((_, true)))
        || tables.draws.is_some()
        || tables.features.creation
        || tables.features.blockers()
}

/// A kind with all that it may become.
fn becoming<S: Size>(tables: &Tables<S>, side: &Side<S>, kind: Kind) -> KindSet {
    let mut found = KindSet::of(kind);
    loop {
        let next = found.iter().fold(found, |set, kind| {
            let index = kind.index();
            let promoted = side.promotes_to.at(index).iter().map(|to| *side.promoted_as.at(to.index()));
            let captor = Kind::first(tables.kinds.len()).filter_map(|k| *side.captor_becomes.at(k.index()));
            let captor = captor.filter(|_| tables.features.captor_becomes);
            let more: KindSet = promoted.chain(captor).chain([*side.becomes.at(index)]).collect();
            set | more | *side.promotes_to.at(index)
        });
        if next == found {
            return found;
        }
        found = next;
    }
}

fn harmless<S: Size>(tables: &Tables<S>, color: Color) -> KindSet {
    if tables.features.explosion {
        return KindSet::EMPTY;
    }
    let (us, them) = (tables.side(color), tables.side(color.other()));
    let cells = |side: &Side<S>, kind: Kind| S::Word::from_set(side.masks[kind.index()].cells.cells());
    let targets = (them.royals.iter()).fold(S::Word::EMPTY, |set, kind| set | cells(them, kind));
    let keeps_away = |kind: Kind| {
        let masks = &us.masks[kind.index()];
        let plain = masks.odd_groups().flat_map(|(_, rays)| rays).all(captures_where_it_ends);
        !captures(masks) || (plain && !us.en_passant.has(kind) && (cells(us, kind) & targets).is_empty())
    };
    Kind::first(tables.kinds.len())
        .filter(|&kind| becoming(tables, us, kind).iter().all(keeps_away))
        .collect()
}

/// Whether a kind captures anything at all.
fn captures<S: Size>(masks: &KindMasks<S>) -> bool {
    let lines = [&masks.from_orthogonal, &masks.from_diagonal, &masks.from_leap];
    let from = |table: &S::BySquare<S::Word>| table.all().iter().any(|set| !set.is_empty());
    lines.into_iter().any(|table| from(table))
        || masks
            .odd_groups()
            .flat_map(|(_, rays)| rays)
            .any(|ray| ray.captures || !captures_where_it_ends(ray))
}

/// Whether a ray captures nothing but what stands where it ends.
fn captures_where_it_ends(ray: &Ray) -> bool {
    matches!(ray.path, Path::Clear | Path::Lame { .. } | Path::Cannon | Path::Grasshopper)
}

fn shy<S: Size>(tables: &Tables<S>, color: Color) -> KindSet {
    let (us, them) = (tables.side(color), tables.side(color.other()));
    if !us.by_checkmate || !them.by_checkmate {
        return KindSet::EMPTY;
    }
    let is_shy = |kind: &Kind| {
        // What explodes when it captures may not capture.
        tables.ends_by_capture(color, *kind)
            || (!tables.features.explosion
                && us.masks[kind.index()].is_even()
                && them.royals.iter().all(|royal| is_answered(tables, color, *kind, royal)))
    };
    us.royals.iter().filter(is_shy).collect()
}

/// Whether a royal kind of `color` that attacks one of the other's is always attacked by it.
fn is_answered<S: Size>(tables: &Tables<S>, color: Color, kind: Kind, royal: Kind) -> bool {
    let ours = &tables.side(color).masks[kind.index()];
    let theirs = &tables.side(color.other()).masks[royal.index()];
    if theirs.avoids.has(kind) || tables.side(color.other()).petrifies.has(royal) {
        return false;
    }
    tables.shape.iter().all(|at| {
        let lines = *ours.from_orthogonal.at(at.index()) | *ours.from_diagonal.at(at.index());
        let answers = |from: crate::geometry::Square| {
            let line = *theirs.from_orthogonal.at(from.index()) | *theirs.from_diagonal.at(from.index());
            let slides = line.has(at) && tables.between(from, at).is_empty();
            theirs.from_leap.at(from.index()).has(at) || slides
        };
        lines.is_empty() && ours.from_leap.at(at.index()).iter().all(answers)
    })
}

fn steadfast<S: Size>(tables: &Tables<S>, side: &Side<S>) -> KindSet {
    let shape = tables.shape;
    let whole = shape.grid() == Grid::Square
        && shape.size() == usize::from(shape.files()) * usize::from(shape.ranks());
    let plain = |kind: &&Kind| {
        let index = kind.index();
        tables.kinds[index].colorbound && side.promotes_to.at(index).is_empty()
    };
    let others = tables.features.hands || tables.features.explosion || tables.features.captor_becomes;
    if !whole || others || tables.features.blockers() || tables.features.filtered || side.by_checkmate {
        return KindSet::EMPTY;
    }
    side.movers.diagonal.iter().filter(plain).copied().collect()
}
