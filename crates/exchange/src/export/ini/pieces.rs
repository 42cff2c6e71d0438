//! The kinds of pieces, their moves, and double steps.

use std::collections::BTreeSet;

use berolina_rules::definition::{KingLoss, Path, PieceId, PieceRules, Ray, Verdict, betza as ours};
use berolina_rules::geometry::{Color, SquareSet};

use super::{COLOURS, Section, betza};
use crate::export::{ExportError, Feature};
use crate::ini::keys::TYPES;

/// The number of kinds with moves of their own.
const CUSTOMS: usize = 25;

/// A kind of piece as the program has them.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// Its name, as `knight` or `customPiece1`.
    pub name: String,
    pub letter: char,
    /// Its moves, where the name does not say them.
    pub moves: Option<String>,
}

/// Kinds whose names mean more than moves: they are given where that is meant.
const MEANING: [&str; 9] = [
    "pawn",
    "shogiPawn",
    "clobber",
    "breakthrough",
    "immobile",
    "janggiCannon",
    "soldier",
    "banner",
    "commoner",
];

impl Section<'_> {
    /// Which pieces may come into the game.
    fn reach(&mut self) {
        let d = self.d;
        let start = |color| d.ids().filter(move |&id| d.start.count(color, id) > 0).collect::<BTreeSet<_>>();
        let mut used = Color::ALL.map(start);
        loop {
            let before = used.clone();
            for color in Color::ALL {
                let (own, other) = (before[color.index()].clone(), &before[color.other().index()]);
                let mine = &mut used[color.index()];
                for &id in &own {
                    mine.extend(d.rules(color, id).promotes_to.iter().copied());
                    if d.hands.promoted {
                        mine.extend(d.lettered(d.piece(id).letter.promoted()));
                    }
                }
                for &id in other {
                    let rules = d.rules(color.other(), id);
                    mine.extend(rules.leaves.into_iter().chain(rules.captures.captor_becomes));
                    if d.hands.prisoners && !d.is_one_king(id) {
                        mine.insert(d.in_hand(id));
                    }
                }
            }
            if used == before {
                break;
            }
        }
        self.used = used;
    }

    /// Gives every piece a kind.
    pub(super) fn pieces(&mut self) -> Result<(), ExportError> {
        self.reach();
        let d = self.d;
        let all: Vec<PieceId> = d.ids().filter(|&id| self.owners(id).next().is_some()).collect();
        // A promoted face that moves as a piece of its own is that piece.
        for plain in [true, false] {
            for &id in all.iter().filter(|&&id| d.piece(id).letter.is_promoted() != plain) {
                let kind = self.kind(id)?;
                self.kind_of[id.index()] = Some(kind);
            }
        }
        for &id in &all {
            self.alike(id);
        }
        self.stays(&all);
        self.immune(&all);
        self.said(Feature::Stone);
        let stones: Vec<PieceId> =
            all.iter().copied().filter(|&id| self.any(id, |rules| rules.captures.petrifies)).collect();
        if !stones.is_empty() {
            let letters = self.letters(&stones);
            self.set("petrifyOnCaptureTypes", letters);
        }
        self.soldiers(&all);
        Ok(())
    }

    /// Whether something holds of a piece for one of its players.
    pub(super) fn any(&self, id: PieceId, holds: impl Fn(&PieceRules) -> bool) -> bool {
        self.owners(id).any(|color| holds(self.d.rules(color, id)))
    }

    /// Whether a piece is to the program what it calls a king: the one king of each player who has it, who loses by checkmate.
    pub(super) fn is_king(&self, id: PieceId) -> bool {
        let d = self.d;
        let king = |color: Color| {
            let player = &d.players[color.index()];
            d.is_royal(color, id)
                && d.has_one_king(color)
                && player.royal.pieces.len() == 1
                && player.king_lost_by == KingLoss::Checkmate
                && player.royal.result == Verdict::Loss
        };
        d.explosion.is_none() && self.owners(id).all(king) && !d.piece(id).letter.is_promoted()
    }

    /// The text of its moves: those that it always has, and behind them those from where pawns step twice.
    fn kind(&mut self, id: PieceId) -> Result<usize, ExportError> {
        let d = self.d;
        let piece = d.piece(id);
        let owner = self.owners(id).next().unwrap_or(Color::White);
        let rules = d.rules(owner, id);
        let soldier = self.is_soldier(rules);
        let initial = self.initial(id);
        let Some(moves) = betza::write(&rules.moves.rays, "") else {
            return Err(ExportError(format!(
                "Fairy-Stockfish has no such moves: `{}` of the {} ({})",
                rules.moves.betza, piece.name, piece.letter
            )));
        };
        let name = self.named(id, rules, soldier, &initial);
        let text = moves.clone() + &initial.clone().unwrap_or_default();
        if piece.letter.is_promoted() {
            let shared = self.kinds.iter().position(|kind| {
                kind.name != "king"
                    && kind.name != "pawn"
                    && initial.is_none()
                    && self.moves_of(kind).as_deref() == Some(&moves)
            });
            if let Some(kind) = shared.filter(|_| rules.stays_in.is_none() && rules.avoids.is_empty()) {
                return Ok(kind);
            }
        }
        let letter = match piece.letter.is_promoted() {
            false => piece.letter.lower(),
            true => {
                let taken = |c: &char| {
                    d.pieces.iter().any(|piece| piece.letter.lower() == *c)
                        || self.kinds.iter().any(|kind| kind.letter == *c)
                };
                let mut wanted = piece.name.chars().filter(char::is_ascii_lowercase).chain('a'..='z');
                let free = wanted.find(|c| !taken(c));
                free.ok_or_else(|| ExportError("there are more kinds of pieces than letters".to_owned()))?
            }
        };
        let customs = self.kinds.iter().filter(|kind| kind.name.starts_with("custom")).count();
        let (name, moves) = match name {
            Some("king") => ("king".to_owned(), (text != "K").then_some(text)),
            Some(name) => (name.to_owned(), None),
            None if customs == CUSTOMS => {
                return Err(ExportError(format!(
                    "Fairy-Stockfish has at most {CUSTOMS} kinds with moves of their own"
                )));
            }
            None => (format!("customPiece{}", customs + 1), Some(text)),
        };
        self.kinds.push(Kind { name, letter, moves });
        Ok(self.kinds.len() - 1)
    }

    /// The moves of a kind that is written already, in the program's notation.
    fn moves_of(&self, kind: &Kind) -> Option<String> {
        let known = TYPES.iter().find(|one| one.0 == kind.name && !MEANING.contains(&one.0));
        kind.moves.clone().or_else(|| known.and_then(|one| betza::write(&ours::parse(one.1).rays, "")))
    }

    /// The program's own kind that a piece is, unless another is that already.
    fn named(
        &self,
        id: PieceId,
        rules: &PieceRules,
        soldier: bool,
        initial: &Option<String>,
    ) -> Option<&'static str> {
        let free = |name: &str| !self.kinds.iter().any(|kind| kind.name == name);
        if self.is_king(id) && free("king") {
            return Some("king");
        }
        if soldier {
            return free("soldier").then_some("soldier");
        }
        let same = |text: &str| {
            let rays = ours::parse(text).rays;
            rays.len() == rules.moves.rays.len() && rules.moves.rays.iter().all(|ray| rays.contains(ray))
        };
        if same("fmWfcF") && free("pawn") && self.is_pawn(id, initial) {
            return Some("pawn");
        }
        if initial.is_some() {
            return None;
        }
        if rules.no_drop_mates {
            return (same("fW") && free("shogiPawn")).then_some("shogiPawn");
        }
        let fits = |one: &&(&'static str, &str)| !MEANING.contains(&one.0) && same(one.1) && free(one.0);
        let commoner = same("K") && free("commoner");
        TYPES.iter().find(fits).map(|one| one.0).or_else(|| commoner.then_some("commoner"))
    }

    /// Whether what the program does with pawns alone is meant of a piece: their double step, and that explosions spare them.
    fn is_pawn(&self, id: PieceId, initial: &Option<String>) -> bool {
        let d = self.d;
        let doubles = d
            .ids()
            .any(|other| self.any(other, |rules| rules.double_step.is_some() || rules.first_moves.is_some()));
        let steps = if doubles { initial.as_deref() == Some("imnfD") } else { initial.is_none() };
        steps && d.explosion.as_ref().is_none_or(|explosion| explosion.spares.contains(&id))
    }

    /// What a piece may do from where pawns step twice: all that the program has for first moves. `None` for nothing.
    pub(super) fn initial(&self, id: PieceId) -> Option<String> {
        let of = |color: Color| {
            let rules = self.d.rules(color, id);
            let mut rays: Vec<Ray> = Vec::new();
            for &step in rules.double_step.iter().flat_map(|double| &double.steps) {
                rays.push(Ray {
                    step,
                    min: 2,
                    max: 2,
                    path: Path::Clear,
                    moves: true,
                    captures: false,
                    round: false,
                });
            }
            if self.unmoved_region(color, id).is_some() {
                rays.extend(self.first(color, id));
            }
            rays
        };
        let rays = self.owners(id).map(of).find(|rays| !rays.is_empty())?;
        betza::write(&rays, "i")
    }

    /// The moves that only an unmoved piece has.
    fn first(&self, color: Color, id: PieceId) -> Vec<Ray> {
        let rules = self.d.rules(color, id);
        let first = rules.first_moves.iter().flat_map(|moves| &moves.rays);
        first.filter(|ray| !rules.moves.rays.contains(ray)).copied().collect()
    }

    /// The program has the same kinds for both players.
    fn alike(&mut self, id: PieceId) {
        let d = self.d;
        let owners: Vec<Color> = self.owners(id).collect();
        let [white, black] = owners[..] else { return };
        let sorted = |color| {
            let mut rays = d.rules(color, id).moves.rays.clone();
            rays.sort_unstable();
            rays
        };
        if sorted(white) != sorted(black) {
            let name = &d.piece(id).name;
            self.unsaid.push(format!("`moves`: Black's {name} does not move as White's"));
        }
    }

    /// Squares that a piece does not leave.
    fn stays(&mut self, all: &[PieceId]) {
        self.said(Feature::StaysIn);
        for &id in all {
            let Some(kind) = self.kind_of[id.index()] else { continue };
            let mut name = self.kinds[kind].name.clone();
            name[..1].make_ascii_uppercase();
            for color in self.owners(id).collect::<Vec<_>>() {
                if let Some(region) = self.d.rules(color, id).stays_in {
                    let region = self.region(region);
                    self.set(format!("mobilityRegion{}{name}", COLOURS[color.index()]), region);
                }
            }
        }
    }

    /// Pieces that do not take their own kind.
    fn immune(&mut self, all: &[PieceId]) {
        self.said(Feature::Avoids);
        let avoiding: Vec<PieceId> =
            all.iter().copied().filter(|&id| self.any(id, |rules| !rules.avoids.is_empty())).collect();
        let own = |id: PieceId| {
            let leaps = |ray: &Ray| ray.max == 1;
            self.owners(id).all(|color| {
                let rules = self.d.rules(color, id);
                rules.avoids == [id] && rules.moves.rays.iter().all(leaps)
            })
        };
        if avoiding.iter().any(|&id| !own(id)) {
            self.leave(
                Feature::Avoids,
                "pieces that do not take others than their own kind, or do not leap over them",
            );
        } else if !avoiding.is_empty() {
            let letters = self.letters(&avoiding);
            self.set("mutuallyImmuneTypes", letters);
        }
    }

    /// Whether a piece gains steps to the side, as a soldier beyond the river.
    fn is_soldier(&self, rules: &PieceRules) -> bool {
        rules.moves.rays == ours::parse("fW").rays
            && rules.moves_on.as_ref().is_some_and(|on| {
                let side = ours::parse("sW").rays;
                on.moves.rays.len() == 2 && on.moves.rays.iter().all(|ray| side.contains(ray))
            })
    }

    fn soldiers(&mut self, all: &[PieceId]) {
        let d = self.d;
        let shape = d.shape;
        let mut ranks = BTreeSet::new();
        for &id in all {
            for color in self.owners(id).collect::<Vec<_>>() {
                let rules = d.rules(color, id);
                let Some(on) = &rules.moves_on else { continue };
                let from = |rank: u8| -> SquareSet {
                    shape.iter().filter(|&square| shape.rank(shape.relative(color, square)) >= rank).collect()
                };
                let rank = (0..shape.ranks()).find(|&rank| from(rank) == on.region);
                match rank.filter(|_| self.is_soldier(rules)) {
                    Some(rank) => {
                        ranks.insert(rank + 1);
                    }
                    None => return,
                }
            }
        }
        if let [rank] = ranks.into_iter().collect::<Vec<_>>()[..] {
            self.set("soldierPromotionRank", rank);
            self.said(Feature::MovesOn);
        }
    }

    /// Double steps and first moves, which the program has on squares.
    pub(super) fn double_steps(&mut self) {
        let d = self.d;
        let mut regions: [Option<SquareSet>; 2] = [None; 2];
        let mut first = true;
        for color in Color::ALL {
            let mut found: Vec<SquareSet> = Vec::new();
            for &id in &self.used[color.index()].clone() {
                let rules = d.rules(color, id);
                if let Some(double) = &rules.double_step {
                    found.push(double.from);
                    if double.unmoved {
                        self.leave(
                            Feature::DoubleStep,
                            "only of pawns that have not moved, on squares to which they may come back",
                        );
                    }
                    self.forced_ends(color, id, double.from, &double.steps);
                }
                if rules.first_moves.is_some() {
                    match self.unmoved_region(color, id) {
                        Some(region) => found.push(region),
                        None => first = false,
                    }
                }
            }
            found.dedup();
            if found.len() > 1 {
                self.leave(Feature::DoubleStep, "from other squares for other pieces");
            }
            regions[color.index()] = found.first().copied();
        }
        let same = |id: &PieceId| {
            let said: Vec<_> = self
                .owners(*id)
                .filter_map(|color| {
                    let rules = d.rules(color, *id);
                    let steps = rules.double_step.as_ref().map(|double| double.steps.clone());
                    (regions[color.index()].is_some()).then(|| (steps, self.first(color, *id)))
                })
                .collect();
            said.windows(2).all(|pair| pair[0] == pair[1])
        };
        if !d.ids().all(|id| same(&id)) {
            self.leave(Feature::DoubleStep, "of only one player's pieces of a kind");
        }
        if first {
            self.said(Feature::FirstMoves);
        }
        self.said(Feature::DoubleStep);
        if regions == [None; 2] {
            self.set("doubleStep", false);
        } else {
            let values = regions.map(|region| self.region(region.unwrap_or_default()));
            self.set_both("doubleStepRegion", values, false);
        }
        self.en_passant();
    }

    /// A double step may end where a pawn must promote in the program, and not here.
    fn forced_ends(&mut self, color: Color, id: PieceId, from: SquareSet, steps: &[(i8, i8)]) {
        let d = self.d;
        if d.rules(color, id).promotes_to.is_empty() {
            return;
        }
        let forced = d.zones(color, id).all();
        let ends = from.iter().flat_map(|square| steps.iter().map(move |&(x, y)| (square, (2 * x, 2 * y))));
        let meets = ends
            .filter_map(|(square, step)| d.shape.offset(square, d.shape.relative_offset(color, step)))
            .any(|end| forced.contains(end));
        if meets {
            self.leave(Feature::DoubleStep, "those that end where a pawn promotes");
        }
    }

    /// The squares where a piece stands that has not moved, if it can be there only so: it goes ahead only, and all stand on one rank.
    fn unmoved_region(&self, color: Color, id: PieceId) -> Option<SquareSet> {
        let d = self.d;
        let rules = d.rules(color, id);
        let ahead = rules.rays().all(|ray| ray.step.1 > 0);
        let gained = d.hands.used
            || !rules.unsettled_by.is_empty()
            || d.ids().any(|other| d.rules(color, other).promotes_to.contains(&id));
        let squares: Vec<_> = d
            .start
            .standing()
            .filter(|&(_, piece, whose)| (piece, whose) == (id, color))
            .map(|one| one.0)
            .collect();
        let rank = d.shape.rank(*squares.first()?);
        let one = squares.iter().all(|&square| d.shape.rank(square) == rank);
        let quiet = self.first(color, id).iter().all(|ray| !ray.captures);
        (ahead && !gained && one && quiet).then(|| d.shape.row(rank).collect())
    }

    /// The squares that a player's pieces pass by steps that can be answered en passant, and by others.
    fn passed(&self, color: Color) -> [SquareSet; 2] {
        let shape = self.d.shape;
        let mut passed = [SquareSet::EMPTY; 2];
        let rules = self.used[color.index()].iter().map(|&id| self.d.rules(color, id));
        for double in rules.filter_map(|rules| rules.double_step.as_ref()) {
            let exposed = double.exposed_from();
            for (steps, from) in [2, 3].into_iter().flat_map(|n| double.starts(n).iter().map(move |s| (n, s)))
            {
                let set = &mut passed[usize::from(!exposed.contains(from))];
                for &step in &double.steps {
                    let way = shape.relative_offset(color, step);
                    let squares = std::iter::successors(Some(from), |&square| shape.offset(square, way));
                    squares.skip(1).take(steps - 1).for_each(|square| set.insert(square));
                }
            }
        }
        passed
    }

    /// Who captures en passant: of whom the other has double steps that can be answered.
    fn en_passant(&mut self) {
        let d = self.d;
        let mut takes = [String::new(), String::new()];
        let mut regions: [Option<SquareSet>; 2] = [None; 2];
        for color in Color::ALL {
            let [open, shut] = self.passed(color.other());
            let takers: Vec<PieceId> = self.used[color.index()]
                .iter()
                .copied()
                .filter(|&id| d.rules(color, id).en_passant)
                .collect();
            if !takers.is_empty() && !open.is_empty() {
                takes[color.index()] = self.letters(&takers);
                if !open.and(shut).is_empty() {
                    self.leave(Feature::EnPassant, "only some double steps can be answered");
                }
                regions[color.index()] = Some(open).filter(|_| !shut.is_empty());
            }
        }
        // What the program calls a pawn captures so wherever it may at all.
        let pawn = self.kinds.iter().find(|kind| kind.name == "pawn").map(|kind| kind.letter);
        for (color, letters) in Color::ALL.into_iter().zip(&takes) {
            let has =
                self.used[color.index()].iter().any(|&id| Some(self.d.piece(id).letter.lower()) == pawn);
            if has && !letters.is_empty() && !pawn.is_some_and(|letter| letters.contains(letter)) {
                self.leave(Feature::EnPassant, "pawns capture so as others do");
            }
        }
        let nowhere = takes.each_ref().map(String::is_empty);
        if nowhere != [false; 2] {
            let colour = match nowhere {
                [true, true] => "",
                [true, false] => COLOURS[0],
                _ => COLOURS[1],
            };
            self.set(format!("enPassantRegion{colour}"), "-");
        }
        for (colour, region) in COLOURS.into_iter().zip(regions) {
            if let Some(region) = region {
                self.set(format!("enPassantRegion{colour}"), self.region(region));
            }
        }
        if nowhere != [true; 2] {
            let takes = takes.map(|letters| if letters.is_empty() { "-".to_owned() } else { letters });
            self.set_both("enPassantTypes", takes, true);
        }
        self.said(Feature::EnPassant);
    }
}
