//! Captured pieces that go to squares beside the board, which are a hand in all but name, and come back from there.

use std::collections::{BTreeMap, BTreeSet};

use super::aside::Aside;
use super::board::{Board, Field};
use super::goals::Goals;
use super::shape::Kind;
use super::walk::{EMPTY, ENEMY, Fate, Found};
use super::{Reading, Walked};

/// Puts together what one block does with captured pieces of several kinds, so that it is one capture of whatever stands there. `royal`
/// are kinds of the enemy whose loss ends the game: nobody need say what becomes of them.
pub(super) fn united(founds: Vec<Found>, kinds: &[String], royal: &BTreeSet<String>) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    // Captures that are alike but for what is captured, with the kinds, and those that are safe there.
    let mut open: Vec<(Found, BTreeSet<String>, BTreeSet<String>)> = Vec::new();
    for mut found in founds {
        found.state.flags.clear();
        (found.state.at, found.state.mark) = (0, 0);
        let part = &found.state.parts[0];
        let end = part.to;
        if end != Some(found.to) || found.to == 0 || part.away.is_some() {
            out.push(found);
            continue;
        }
        let visit = &mut found.state.visits[found.to];
        if visit.may == EMPTY {
            visit.kinds = None;
            found.shy = visit.attacked == Some(false);
            visit.attacked = visit.attacked.filter(|attacked| *attacked);
            out.push(found);
            continue;
        }
        let taken: BTreeSet<String> = visit.kinds.as_deref().unwrap_or(kinds).iter().cloned().collect();
        let shelf = match found.state.parts.get(1..) {
            Some([]) => None,
            Some([part]) if part.from == found.to => match &part.away {
                Some(Aside::FirstFree(shelf)) => Some((part.flips, part.becomes.clone(), shelf.clone())),
                _ => None,
            },
            _ => None,
        };
        if visit.may != ENEMY || (found.state.parts.len() > 1 && shelf.is_none()) {
            out.push(found);
            continue;
        }
        let safe = visit.attacked == Some(false);
        visit.attacked = visit.attacked.filter(|attacked| *attacked);
        visit.kinds = None;
        if let Some((flips, becomes, shelf)) = shelf {
            found.state.parts.truncate(1);
            for kind in &taken {
                let becomes = becomes.clone().unwrap_or_else(|| kind.clone());
                found.fates.insert(kind.clone(), Fate { flips, becomes, shelf: shelf.clone() });
            }
        }
        let shy = if safe { taken.clone() } else { BTreeSet::new() };
        let like = |one: &&mut (Found, _, BTreeSet<String>)| {
            one.0.state == found.state && one.0.to == found.to && one.0.kinds == found.kinds
        };
        match open.iter_mut().find(like) {
            Some((before, all, safe)) => {
                before.fates.extend(found.fates);
                all.extend(taken);
                safe.extend(shy);
            }
            None => open.push((found, taken, shy)),
        }
    }
    for (mut found, taken, safe) in open {
        let plain = |kind: &&String| !royal.contains(*kind);
        // Who cannot take a king gives it no check.
        if !kinds.iter().all(|kind| taken.contains(kind)) {
            found.state.visits[found.to].kinds = Some(taken.into_iter().collect());
        } else if !safe.is_empty() {
            match taken.iter().filter(plain).all(|kind| safe.contains(kind)) {
                true => found.shy = true,
                false => found.state.visits[found.to].attacked = Some(false),
            }
        }
        out.push(found);
    }
    out
}

/// The kinds that may not be lost.
pub(super) fn royal(goals: &Goals) -> BTreeSet<String> {
    goals.mated.iter().cloned().chain(goals.taken.iter().map(|(kind, _)| kind.clone())).collect()
}

/// Where a piece beside the board may be placed by a move: from which squares, and where to.
fn placed(found: &Found) -> Option<(&[bool], usize)> {
    let state = &found.state;
    let ([square], [part]) = (state.visits.as_slice(), state.parts.as_slice()) else { return None };
    let Some(Aside::At(to)) = part.away else { return None };
    let plain = square.kinds.is_none() && square.attacked.is_none() && square.attributes.is_empty();
    let alone = state.captures.is_empty() && found.kinds.is_none() && state.checked.is_empty();
    let free = state.asks.iter().all(|ask| *ask == (to, EMPTY)) && !state.asks.is_empty();
    (plain && alone && free && !square.last_from && !square.last_to).then_some((&square.zone, to))
}

/// Whether a found move places a piece, or goes otherwise to a square by its name.
pub(super) fn goes_aside(found: &Found) -> bool {
    found.state.parts[0].away.is_some()
}

/// The hands that squares beside the board are.
#[derive(Clone, Default)]
pub(super) struct Prisoners {
    /// Captured pieces go to the captor.
    pub flips: bool,
    /// What a captured piece is in hand.
    pub becomes: BTreeMap<String, String>,
    /// All squares of the hands.
    shelf: BTreeSet<usize>,
}

impl Reading {
    /// Sees whether captured pieces go to hands, and says so.
    pub(super) fn captives(&mut self, founds: &[Walked]) {
        let any = |one: &Walked| one.found.iter().any(|found| !found.fates.is_empty());
        let Some(line) = founds.iter().find(|one| any(one)).map(|one| one.line) else { return };
        match self.hands_of(founds) {
            Ok(hands) => {
                for (kind, becomes) in hands.becomes.iter().filter(|(kind, becomes)| kind != becomes) {
                    let letter = format!("+{}", self.letters[becomes]);
                    self.letters.insert(kind.clone(), letter);
                }
                self.prisoners = true;
                self.captive = Some(hands);
            }
            Err(what) => self.left.push((line, what)),
        }
    }

    fn hands_of(&self, founds: &[Walked]) -> Result<Prisoners, String> {
        let mut all: BTreeMap<String, Fate> = BTreeMap::new();
        let mut least = usize::MAX;
        let mut shelf = BTreeSet::new();
        for one in founds.iter().filter(|one| !one.drop) {
            let royal = royal(&self.goals[1 - one.side]);
            let takes = |found: &&Found| {
                !goes_aside(found)
                    && (found.state.visits[found.to].may & ENEMY != 0 || !found.state.captures.is_empty())
            };
            for found in one.found.iter().filter(takes) {
                let kinds = self.pieces.iter().map(|piece| &piece.name).filter(|kind| !royal.contains(*kind));
                for kind in kinds {
                    let Some(fate) = found.fates.get(kind) else {
                        return Err("some captured pieces go to squares beside the board, and others do not"
                            .to_owned());
                    };
                    least = least.min(fate.shelf.len());
                    shelf.extend(fate.shelf.iter().copied());
                    let before = all.entry(kind.clone()).or_insert_with(|| fate.clone());
                    if (before.flips, &before.becomes) != (fate.flips, &fate.becomes) {
                        return Err("captured pieces of one kind become now this, now that".to_owned());
                    }
                }
            }
        }
        let flips = all.values().next().is_some_and(|fate| fate.flips);
        if all.values().any(|fate| fate.flips != flips) {
            return Err("captured pieces of some kinds change sides, and others do not".to_owned());
        }
        let becomes: BTreeMap<String, String> =
            all.into_iter().map(|(kind, fate)| (kind, fate.becomes)).collect();
        let once = becomes.iter().filter(|(kind, base)| kind != base).map(|(_, base)| base);
        let bases: BTreeSet<&String> = once.clone().collect();
        if bases.len() != once.count() || bases.iter().any(|base| becomes.get(*base) != Some(*base)) {
            return Err("captured pieces become others than those that they were promoted from".to_owned());
        }
        let pieces = (0..2).flat_map(|side| {
            let royal = royal(&self.goals[side]);
            self.start.stand[side].values().filter(move |kind| !royal.contains(*kind))
        });
        let pieces = pieces.count();
        if pieces > least {
            return Err(format!("a hand with room for {least} of {pieces} pieces: hands have room for all"));
        }
        if shelf.iter().any(|at| self.field.cells[*at].is_some()) {
            return Err("captured pieces go to squares of the board".to_owned());
        }
        let hands = Prisoners { flips, becomes, shelf };
        self.only_come_back(founds, &hands)?;
        Ok(hands)
    }

    /// Pieces in hand must do nothing but come back, and others must not.
    fn only_come_back(&self, founds: &[Walked], hands: &Prisoners) -> Result<(), String> {
        let mut places: BTreeMap<(usize, usize, Option<&Aside>), Vec<bool>> = BTreeMap::new();
        for one in founds.iter().filter(|one| !one.drop) {
            for found in &one.found {
                let start = &found.state.visits[0].zone;
                if goes_aside(found) {
                    let key = (one.piece, one.side, found.state.parts[0].away.as_ref());
                    let from = places.entry(key).or_insert_with(|| vec![false; start.len()]);
                    from.iter_mut().zip(start).for_each(|(from, on)| *from |= on);
                    continue;
                }
                let moves = |at: usize| start[at] && super::shape::leads(&self.board, &found.state, at);
                if hands.shelf.iter().any(|&at| moves(at)) {
                    return Err("pieces in hand move by steps".to_owned());
                }
            }
        }
        for from in places.values() {
            let inside = |at: usize| from[at] && self.field.cells[at].is_some();
            if (0..from.len()).any(inside) || !hands.shelf.iter().all(|at| from[*at]) {
                return Err("moves to squares by their names, other than from a hand".to_owned());
            }
        }
        Ok(())
    }

    /// Where a piece that may be in hand is placed, or nothing if that is all.
    pub(super) fn returns(
        &self,
        founds: &[Walked],
        piece: usize,
        side: usize,
    ) -> Result<Option<BTreeSet<usize>>, String> {
        let Some(hands) = &self.captive else { return Ok(None) };
        if !hands.becomes.values().any(|kind| *kind == self.pieces[piece].name) {
            return Ok(None);
        }
        let mut on = BTreeSet::new();
        for one in founds.iter().filter(|one| (one.piece, one.side, one.drop) == (piece, side, false)) {
            for found in one.found.iter().filter(|found| goes_aside(found)) {
                let Some((_, to)) = placed(found) else {
                    return Err("a drop that is not just onto an empty square".to_owned());
                };
                if self.field.cells[to].is_none() {
                    return Err("a drop onto a square beside the board".to_owned());
                }
                on.insert(to);
            }
        }
        Ok((on.len() < self.field.cells.iter().flatten().count()).then_some(on))
    }
}

impl Reading {
    /// Whether what reaches a player's goal keeps off it where it would be attacked. Moves that depend on attacks otherwise are told.
    pub(super) fn shyness(&mut self, founds: &[Walked], side: usize) -> bool {
        let mut shy = BTreeSet::new();
        let goals = &self.goals[side];
        let on = |kind: &String| {
            let squares = goals.aims.iter().filter(|aim| aim.kind == *kind).flat_map(|aim| &aim.squares);
            squares.copied().collect::<BTreeSet<usize>>()
        };
        let mut left = Vec::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            let moves = self.moves(founds, at, side).0;
            let Some(line) = moves.iter().find(|one| one.found.shy).map(|one| one.line) else { continue };
            if goals.mated.contains(&piece.name) && need_not_ask(&self.board, &self.field, founds, side) {
                continue;
            }
            let squares = on(&piece.name);
            let fits = |one: &super::piece::Move| match &one.kind {
                Kind::Plain { pairs, .. } => {
                    pairs.iter().all(|(_, to)| squares.contains(to) == one.found.shy)
                }
                _ => !one.found.shy,
            };
            match moves.iter().all(fits) {
                true => drop(shy.insert(piece.name.clone())),
                false => left.push((line, format!("{}: moves that depend on attacks", piece.name))),
            }
        }
        let all = goals.aims.iter().all(|aim| shy.contains(&aim.kind));
        if !shy.is_empty() && !all {
            left.push((self.source.line, "of several goals some depend on attacks".to_owned()));
        }
        self.left.extend(left);
        !shy.is_empty()
    }
}

/// Whether what may not stay attacked would be attacked where a move goes is known without asking; not where pieces attack over others.
pub(super) fn need_not_ask(board: &Board, field: &Field, founds: &[Walked], side: usize) -> bool {
    use super::shape::Shape;
    let over = |found: &Found| {
        let kind = super::shape::kind(board, field, found);
        !matches!(kind, Ok(Kind::Plain { shape: Shape::Cannon(_) | Shape::Hop(_), .. }))
    };
    founds.iter().filter(|one| one.side != side && !one.drop).flat_map(|one| &one.found).all(over)
}
