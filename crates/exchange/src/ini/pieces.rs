//! The pieces, how they move, and where they may be placed.

use std::collections::BTreeSet;

use super::Writer;
use super::betza::{self, Part};
use super::keys::TYPES;
use super::rules::COLOURS;
use crate::region::Region;

/// The program's name for a kind as the name of a table.
fn table(name: &str, letter: char) -> String {
    if name.starts_with("custom") {
        return format!("piece-{}", letter.to_ascii_lowercase());
    }
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

impl Writer<'_> {
    /// The name of a kind.
    pub(super) fn name(&self, at: usize) -> &str {
        &self.rules.kinds[at].name
    }

    pub(super) fn letter(&self, at: usize) -> String {
        self.rules.kinds[at].letter.to_string()
    }

    pub(super) fn at(&self, name: &str) -> Option<usize> {
        self.rules.kinds.iter().position(|kind| kind.name == name)
    }

    /// How a kind moves, as the program writes it.
    fn moves(&self, at: usize) -> String {
        let kind = &self.rules.kinds[at];
        let known = TYPES.iter().find(|one| one.0 == kind.name).map(|one| one.1.to_owned());
        known
            .or_else(|| kind.moves.clone())
            .unwrap_or_else(|| if kind.name == "king" { "K".to_owned() } else { String::new() })
    }

    pub(super) fn parts(&self, at: usize) -> Vec<Part> {
        betza::read(&self.moves(at))
    }

    /// What a kind promotes to as in shogi.
    pub(super) fn promoted(&self, at: usize) -> Option<usize> {
        self.rules.pair("promotedPieceType", self.name(at)).and_then(|to| self.at(to))
    }

    /// The letters under which a kind stands on the board: its own, and those of what promotes to it.
    pub(super) fn letters(&self, name: &str) -> Vec<String> {
        let mut all = Vec::new();
        for &at in &self.used {
            if name == "*" || self.name(at) == name {
                all.push(self.letter(at));
            }
            if self.promoted(at).is_some_and(|to| name == "*" || self.name(to) == name) {
                all.push(format!("+{}", self.letter(at)));
            }
        }
        // A kind that only others promote to has no letter of its own.
        let unseen = |letter: &String| letter.starts_with('+') || self.stands(letter);
        let filtered: Vec<String> = all.iter().filter(|letter| unseen(letter)).cloned().collect();
        if filtered.is_empty() { all } else { filtered }
    }

    pub(super) fn letters_of(&self, names: &[&str]) -> String {
        let mut found: Vec<String> = Vec::new();
        for letter in names.iter().flat_map(|name| self.letters(name)) {
            if !found.contains(&letter) {
                found.push(letter);
            }
        }
        found.concat()
    }

    /// Whether a kind is on the board or in hand without being promoted, at the start or by a pawn's promotion.
    fn stands(&self, letter: &str) -> bool {
        let start =
            (0..2).any(|side| self.start.count(side, letter) > 0 || self.start.hands[side].contains(letter));
        let chosen = || {
            COLOURS.iter().any(|colour| {
                let choices = self.rules.list(&format!("promotionPieceTypes{colour}"));
                choices.iter().filter_map(|name| self.at(name)).any(|at| self.letter(at) == letter)
            })
        };
        let promoted = format!("+{letter}");
        start || chosen() || (0..2).any(|side| self.start.count(side, &promoted) > 0)
    }

    /// The kinds that can ever be in the game.
    pub(super) fn kinds_in_game(&self) -> Vec<usize> {
        (0..self.rules.kinds.len()).filter(|&at| self.stands(&self.letter(at))).collect()
    }

    /// Writes the tables of all pieces.
    pub(super) fn pieces(&mut self) {
        for at in self.used.clone() {
            let kind = &self.rules.kinds[at];
            let name = table(&kind.name, kind.letter);
            let letter = self.letter(at);
            self.piece(at, &name, &letter);
            if let Some(to) = self.promoted(at) {
                self.piece(to, &format!("promoted-{name}"), &format!("+{letter}"));
            }
        }
    }

    /// The table of a kind in `pieces`.
    pub(super) fn path(&self, at: usize) -> String {
        let kind = &self.rules.kinds[at];
        format!("pieces.{}", table(&kind.name, kind.letter))
    }

    /// Writes how a kind moves under a letter.
    fn piece(&mut self, at: usize, name: &str, letter: &str) {
        let path = format!("pieces.{name}");
        let kind = self.name(at).to_owned();
        let parts = self.parts(at);
        self.draft.set(&format!("{path}.letter"), letter);
        let soldier = kind == "soldier" && self.rules.number("soldierPromotionRank") > 1;
        let moves = if soldier { Some("fW".to_owned()) } else { betza::write(&parts) };
        match moves {
            Some(moves) => self.draft.set(&format!("{path}.moves"), moves),
            None => {
                self.draft.set(&format!("{path}.moves"), "");
                let moves = self.moves(at);
                self.draft.leave(format!("the moves `{moves}` of `{letter}`"));
            }
        }
        if kind == "pawn" {
            self.draft.set(&format!("{path}.silent"), true);
        }
        if soldier {
            let from = self.rules.number("soldierPromotionRank");
            if from <= self.ranks {
                self.draft.set(&format!("{path}.moves-on.region"), format!("ranks {from}-{}", self.ranks));
                self.draft.set(&format!("{path}.moves-on.moves"), "sW");
            }
        }
        self.first_moves(at, &path, &parts);
        self.en_passant(at, &path);
        self.on_lines(at, &path);
        for side in 0..2 {
            self.stays(at, side, &path);
        }
        let immune = self.rules.list("mutuallyImmuneTypes");
        if kind == "janggiCannon" || immune.contains(&kind.as_str()) {
            let letters = self.letters_of(&[&kind]);
            self.draft.set(&format!("{path}.avoids"), letters);
        }
        if self.rules.list("petrifyOnCaptureTypes").contains(&kind.as_str()) {
            self.draft.set(&format!("{path}.turns-to-stone"), true);
        }
        let points = match kind.as_str() {
            "rook" => 13,
            "janggiCannon" => 7,
            "horse" => 5,
            "janggiElephant" | "wazir" => 3,
            "soldier" => 2,
            _ => 0,
        };
        if self.rules.get("materialCounting") == "janggi" && points > 0 {
            self.draft.set(&format!("{path}.points"), points);
        }
    }

    /// Two steps at once.
    fn first_moves(&mut self, at: usize, path: &str, parts: &[Part]) {
        let pawn = self.name(at) == "pawn";
        let first: Vec<Part> = parts.iter().filter(|part| part.initial).cloned().collect();
        if pawn && !self.rules.is("doubleStep") {
            let none = Region::all(self.files, self.ranks).of(BTreeSet::new());
            (0..2).for_each(|side| drop(self.triple_steps(side, &none)));
        }
        if (!pawn && first.is_empty()) || !self.rules.is("doubleStep") {
            return;
        }
        let ahead = |part: &Part| part.quiet && part.lame && part.steps.iter().eq(&[(0, 2)]);
        let plain = first.len() == 1 && ahead(&first[0]);
        if !pawn && !plain {
            let moves = self.moves(at);
            self.draft.leave(format!(
                "`i` in the moves `{moves}`: they are for squares, not for pieces that have not moved"
            ));
            return;
        }
        for side in 0..2 {
            let from = self.region("doubleStepRegion", side);
            let triple = if pawn { self.triple_steps(side, &from) } else { from.of(BTreeSet::new()) };
            if from.is_empty() {
                continue;
            }
            let taken = !self.rules.list(&format!("enPassantTypes{}", COLOURS[1 - side])).is_empty();
            let exposed = if taken { self.exposed(side, &from, &triple) } else { from.of(BTreeSet::new()) };
            let from = self.promoting_steps(side, from, path);
            if from.is_empty() {
                continue;
            }
            self.side(side, &format!("{path}.double-step.moves"), "fW");
            self.side(side, &format!("{path}.double-step.from"), from.to_string());
            if !triple.is_empty() {
                self.side(side, &format!("{path}.double-step.triple-from"), triple.to_string());
            }
            let starts = from.of(from.squares.union(&triple.squares).copied().collect());
            let exposed = exposed.and(&starts);
            let key = format!("{path}.double-step.en-passant");
            if exposed == starts {
                self.side(side, &key, true);
            } else if !exposed.is_empty() {
                self.side(side, &key, exposed.to_string());
            }
        }
    }

    /// From which squares, as the player sees them, double and triple steps can be answered on each square that they pass.
    fn exposed(&mut self, side: usize, double: &Region, triple: &Region) -> Region {
        let key = format!("enPassantRegion{}", COLOURS[1 - side]);
        let allowed = self.squares(&key);
        let allowed = if side == 1 { allowed.answered(self.rotated) } else { allowed };
        let mut exposed = BTreeSet::new();
        let mut partly = false;
        for &(rank, file) in double.squares.union(&triple.squares) {
            let most = if triple.squares.contains(&(rank, file)) { 3 } else { 2 };
            let answers = (1..most).filter(|steps| allowed.squares.contains(&(rank + steps, file))).count();
            partly |= answers > 0 && answers < most - 1;
            if answers > 0 {
                exposed.insert((rank, file));
            }
        }
        if partly {
            self.leave(&key, "triple steps can be answered on one of the squares that they pass");
        }
        double.of(exposed)
    }

    /// The squares from which pawns step three squares at once. What promotes by it is left.
    fn triple_steps(&mut self, side: usize, double: &Region) -> Region {
        let key = format!("tripleStepRegion{}", COLOURS[side]);
        let from = self.region("tripleStepRegion", side);
        let zone = self.region("promotionRegion", side);
        let promotes = from.squares.iter().any(|&(rank, file)| zone.squares.contains(&(rank + 3, file)));
        if !from.is_empty() && (promotes || double.is_empty()) {
            self.leave(&key, "triple steps that promote, or without double steps");
            return from.of(BTreeSet::new());
        }
        from
    }

    /// Double steps that end where pawns must promote are moves of their own, as our double step does not promote. What is left of the
    /// squares where one may start.
    fn promoting_steps(&mut self, side: usize, from: Region, path: &str) -> Region {
        let zone = self.region("promotionRegion", side);
        let ends = |square: &&(usize, usize)| zone.squares.contains(&(square.0 + 2, square.1));
        let promoting: BTreeSet<_> = from.squares.iter().filter(ends).copied().collect();
        if promoting.is_empty() || self.pawns(side).is_empty() {
            return from;
        }
        let ranks: BTreeSet<usize> = promoting.iter().map(|square| square.0).collect();
        if ranks.len() > 1 {
            self.leave(&format!("doubleStepRegion{}", COLOURS[side]), "double steps that promote");
        }
        let lines = promoting.iter().flat_map(|&(rank, file)| (rank..rank + 3).map(move |rank| (rank, file)));
        let lines = from.of(lines.collect());
        self.side(side, &format!("{path}.moves-on.region"), lines.to_string());
        self.side(side, &format!("{path}.moves-on.moves"), "fmnD");
        from.without(&from.of(promoting))
    }

    /// Whether it captures en passant; nobody does where nothing has a double step.
    fn en_passant(&mut self, at: usize, path: &str) {
        let steps = |at: &usize| self.name(*at) == "pawn" || self.parts(*at).iter().any(|part| part.initial);
        if !self.rules.is("doubleStep") || !self.used.iter().any(steps) {
            return;
        }
        for (side, colour) in COLOURS.into_iter().enumerate() {
            let types = self.rules.list(&format!("enPassantTypes{colour}"));
            let takes = types.contains(&self.name(at))
                && !self.rules.get(&format!("enPassantRegion{colour}")).is_empty();
            if takes {
                self.side(side, &format!("{path}.en-passant"), true);
            }
        }
    }

    /// Moves along the diagonals of palaces.
    fn on_lines(&mut self, at: usize, path: &str) {
        if self.rules.get("diagonalLines").is_empty() {
            return;
        }
        let moves = match (self.name(at), self.rules.kinds[at].moves.as_deref()) {
            ("wazir", _) | ("king", Some("W")) => "F",
            ("soldier", _) => "fF",
            ("rook", _) => "B",
            ("janggiCannon", _) => "pB",
            _ => return,
        };
        if self.name(at) == "soldier" && self.rules.number("soldierPromotionRank") > 1 {
            self.leave("diagonalLines", "with soldiers that gain steps");
        }
        let lines = self.squares("diagonalLines");
        for side in 0..2 {
            let region = if side == 1 { lines.answered(self.rotated) } else { lines.clone() };
            self.side(side, &format!("{path}.moves-on.region"), region.to_string());
            self.side(side, &format!("{path}.moves-on.moves"), moves);
        }
    }

    /// Where a kind may go at all.
    pub(super) fn mobility(&mut self, at: usize, side: usize) -> Region {
        let key = format!("mobilityRegion{}/{}", COLOURS[side], self.name(at));
        let region = self.squares(&key);
        if region.is_empty() {
            return Region::all(self.files, self.ranks);
        }
        if side == 1 { region.answered(self.rotated) } else { region }
    }

    /// The squares from which a kind could never move, as its player sees them.
    pub(super) fn stuck(&self, at: usize) -> Region {
        let parts = self.parts(at);
        let soldier = self.name(at) == "soldier";
        let all = Region::all(self.files, self.ranks);
        if self.name(at) == "immobile" || soldier && self.files > 1 {
            return all.of(BTreeSet::new());
        }
        let can =
            |&(rank, file): &(usize, usize)| betza::can_move(&parts, file, rank, self.files, self.ranks);
        all.of(all.squares.iter().filter(|square| !can(square)).copied().collect())
    }

    fn stays(&mut self, at: usize, side: usize, path: &str) {
        let mut region = self.mobility(at, side);
        if path.contains(".promoted-") {
            if !region.is_all() {
                self.side(side, &format!("{path}.stays-in"), region.to_string());
            }
            return;
        }
        let zone = self.region("promotionRegion", side);
        if self.rules.is("immobilityIllegal") {
            let stuck = self.stuck(at);
            let kept = if self.promoted(at).is_some() || self.pawns(side).contains(&at) {
                stuck.without(&zone)
            } else {
                stuck
            };
            region = region.without(&kept);
        }
        if !region.is_all() {
            self.side(side, &format!("{path}.stays-in"), region.to_string());
        }
    }

    /// Hands, and where pieces may be placed from them.
    pub(super) fn hands(&mut self) {
        if !self.rules.is("pieceDrops") {
            if self.rules.is("capturesToHand") {
                self.leave("capturesToHand", "captured pieces go to a hand from which nothing is placed");
            }
            if self.start.hands != ["", ""] {
                self.leave("startFen", "pieces in hand that are never placed");
            }
            return;
        }
        let prisoners = self.rules.is("capturesToHand");
        if prisoners {
            self.both("hand.prisoners", true);
        }
        if self.rules.is("mustDrop") {
            self.both("hand.placement", true);
            let behind = |side: usize| {
                let rank =
                    self.start.armies[side].get(if side == 0 { 1 } else { self.ranks.wrapping_sub(2) });
                rank.is_some_and(|rank| rank.iter().all(Option::is_some))
            };
            let first = Region::read("*1", self.files, self.ranks).expect("a rank");
            let hidden = (0..2).all(behind);
            if !hidden || (0..2).any(|side| !self.region("dropRegion", side).without(&first).is_empty()) {
                self.leave("mustDrop", "who is in check while pieces are placed may move");
            }
        }
        if self.rules.is("dropPromoted") {
            self.both("hand.promoted", true);
        }
        for side in 0..2 {
            let letters = self.start.hands[side].clone();
            if !letters.is_empty() {
                self.side(side, "hand.pieces", letters);
            }
            let region = self.region("dropRegion", side);
            if !region.is_all() {
                self.side(side, "hand.drops", region.to_string());
            }
            for at in self.used.clone() {
                self.drops(at, side, &region);
            }
        }
    }

    fn drops(&mut self, at: usize, side: usize, region: &Region) {
        let path = self.path(at);
        let mut own = region.and(&self.mobility(at, side));
        if self.name(at) == "pawn" {
            if !self.rules.is("promotionZonePawnDrops") {
                own = own.without(&self.region("promotionRegion", side));
            }
            if !self.rules.is("firstRankPawnDrops") {
                own = own.without(&Region::read("*1", self.files, self.ranks).expect("a rank"));
            }
        }
        if self.rules.is("immobilityIllegal") {
            own = own.without(&self.stuck(at));
        }
        if self.rules.is("sittuyinRookDrop") && self.name(at) == "rook" {
            own = own.and(&Region::read("*1", self.files, self.ranks).expect("a rank"));
        }
        if self.rules.get("dropNoDoubled") == self.name(at) {
            match self.rules.number("dropNoDoubledCount") {
                0 => own = own.of(BTreeSet::new()),
                count => self.side(side, &format!("{path}.drop-limit"), count),
            }
        }
        if own != *region {
            self.side(side, &format!("{path}.drops"), own.to_string());
        }
        if self.rules.is("shogiPawnDropMateIllegal") && self.name(at) == "shogiPawn" {
            self.side(side, &format!("{path}.drop-mates"), false);
        }
        if self.rules.is("dropOppositeColoredBishop") && self.name(at) == "bishop" {
            self.side(side, &format!("{path}.drops-balanced"), true);
        }
    }
}
