//! Promotion and castling.

use super::Writer;
use super::rules::COLOURS;

impl Writer<'_> {
    pub(super) fn promotion(&mut self) {
        let shogi: Vec<usize> = self.used.iter().copied().filter(|&at| self.promoted(at).is_some()).collect();
        for side in 0..2 {
            let pawns = self.pawns(side);
            if !pawns.is_empty() {
                self.by_choice(side, &pawns);
            }
            for &at in &shogi {
                if pawns.contains(&at) {
                    self.leave("promotedPieceType", "of a piece that promotes as pawns do, too");
                }
                self.as_in_shogi(side, at);
            }
            if !self.rules.get("promotionLimit").trim().is_empty() {
                self.limit(side, &pawns, &shogi);
            }
        }
    }

    /// The kinds that promote as pawns do.
    pub(super) fn pawns(&self, side: usize) -> Vec<usize> {
        let colour = COLOURS[side];
        let chosen = !self.rules.list(&format!("promotionPieceTypes{colour}")).is_empty();
        // Where nothing can be chosen but they must, they may not go there, and attack it still.
        if !chosen && !self.rules.is("mandatoryPawnPromotion") {
            return Vec::new();
        }
        let pawns = self.rules.list(&format!("promotionPawnTypes{colour}"));
        let any = pawns.contains(&"*");
        let face = |at: &usize| chosen || self.promoted(*at).is_none();
        let fits = |at: &usize| any || pawns.contains(&self.name(*at));
        self.used.iter().copied().filter(fits).filter(face).collect()
    }

    fn by_choice(&mut self, side: usize, pawns: &[usize]) {
        let key = format!("promotionPieceTypes{}", COLOURS[side]);
        let zone = self.region("promotionRegion", side);
        if zone.is_empty() {
            return;
        }
        let choices: Vec<usize> = self.rules.list(&key).iter().filter_map(|name| self.at(name)).collect();
        for &at in pawns {
            let path = self.path(at);
            self.side(side, &format!("{path}.promotes"), true);
        }
        let letters: String = choices.iter().map(|&at| self.letter(at)).collect();
        if letters.is_empty() {
            self.closed(side, pawns);
        } else {
            self.side(side, "promotion.to", letters);
        }
        if self.rules.is("mandatoryPawnPromotion") {
            self.side(side, "promotion.on", zone.to_string());
        } else {
            self.side(side, "promotion.optional", zone.to_string());
            for &at in pawns {
                let stuck = self.stuck(at).and(&zone);
                if self.rules.is("immobilityIllegal") && !stuck.is_empty() {
                    let path = self.path(at);
                    self.side(side, &format!("{path}.promotion.on"), stuck.to_string());
                }
            }
        }
        if self.rules.is("capturesToHand") && self.rules.is("pieceDrops") && !self.rules.is("dropLoop") {
            self.side(side, "promotion.reverts", true);
            if pawns.len() > 1 {
                self.leave(
                    &format!("promotionPawnTypes{}", COLOURS[side]),
                    "a captured one becomes the first of these",
                );
            }
        }
    }

    /// Pawns that must promote and have nothing to promote to may not enter the zone, and attack it still: as where all there is to
    /// promote to is on the board.
    fn closed(&mut self, side: usize, pawns: &[usize]) {
        let royal = self.royal[side].letters.clone();
        let other = self.used.iter().find(|at| !pawns.contains(at) && !royal.contains(&self.letter(**at)));
        let Some(&other) = other else {
            self.leave(&format!("promotionPieceTypes{}", COLOURS[side]), "pawns that never promote");
            return;
        };
        let limit: String = pawns.iter().map(|&at| self.letter(at)).collect();
        self.side(side, "promotion.to", self.letter(other));
        self.side(side, "promotion.limit", limit);
    }

    /// How many of a kind there may be on the board for a piece to promote to it.
    fn limit(&mut self, side: usize, pawns: &[usize], shogi: &[usize]) {
        let key = format!("promotionPieceTypes{}", COLOURS[side]);
        let choices = if pawns.is_empty() { Vec::new() } else { self.rules.list(&key) };
        let choices: Vec<usize> = choices.iter().filter_map(|name| self.at(name)).collect();
        let faces: Vec<(usize, usize)> =
            shogi.iter().filter_map(|&at| Some((at, self.promoted(at)?))).collect();
        let most = |kind: usize| self.rules.pair("promotionLimit", self.name(kind))?.parse::<usize>().ok();
        // A pawn that has another face does not ask how many there are.
        let odd = faces.iter().any(|&(at, to)| self.name(at) == "pawn" && most(to).is_some());
        let targets = choices.iter().chain(faces.iter().map(|(_, to)| to));
        if odd || targets.clone().any(|&to| most(to).is_some() && self.letters(self.name(to)).len() > 1) {
            self.leave("promotionLimit", "of kinds with several letters, or of what is a pawn");
            return;
        }
        let none = targets.clone().all(|&to| most(to).is_none());
        if none {
            return;
        }
        // Of what has no limit there are never more than of what there is and of what promotes to it.
        let there = |letter: &str| {
            let held = |side: usize| self.start.hands[side].matches(letter).count();
            (0..2).map(|side| self.start.count(side, letter) + held(side)).sum::<usize>()
        };
        let mut letters = String::new();
        for &to in &choices {
            let all = || pawns.iter().chain([&to]).map(|&at| there(&self.letter(at))).sum();
            letters.push_str(&self.letter(to).repeat(most(to).unwrap_or_else(all).min(64)));
        }
        for (at, to) in faces {
            let face = format!("+{}", self.letter(at));
            let all = || there(&self.letter(at)) + there(&face);
            letters.push_str(&face.repeat(most(to).unwrap_or_else(all).min(64)));
        }
        self.side(side, "promotion.limit", letters);
        if self.rules.is("pieceDrops") {
            self.side(side, "promotion.limit-counts-hand", false);
        }
    }

    /// A kind with another face.
    fn as_in_shogi(&mut self, side: usize, at: usize) {
        let letter = self.letter(at);
        let path = self.path(at);
        let zone = self.region("promotionRegion", side);
        let back = self.rules.is("pieceDemotion");
        let to = self.promoted(at).map_or(String::new(), |to| self.path(to));
        let promoted = path.replacen("pieces.", "pieces.promoted-", 1);
        self.side(side, &format!("{path}.promotes"), format!("+{letter}"));
        let stuck = self.stuck(at).and(&zone);
        let must = self.rules.is("mandatoryPiecePromotion");
        let mut tables = vec![path.clone()];
        if back {
            self.side(side, &format!("{promoted}.promotes"), letter.clone());
            tables.push(promoted);
        }
        // Where pawns promote in another way, each piece says itself where it does.
        if (0..2).all(|side| self.pawns(side).is_empty()) {
            tables = vec![String::new()];
            if !must && self.rules.is("immobilityIllegal") && !stuck.is_empty() {
                self.side(side, &format!("{path}.promotion.on"), stuck.to_string());
            }
        }
        for table in tables {
            let key =
                |name: &str| format!("{table}{}promotion.{name}", if table.is_empty() { "" } else { "." });
            if must {
                self.side(side, &key("on"), zone.to_string());
            } else {
                if !table.is_empty() {
                    let faced = table.contains("promoted-") || !self.rules.is("immobilityIllegal");
                    self.side(side, &key("on"), if faced { "none".to_owned() } else { stuck.to_string() });
                }
                self.side(side, &key("optional"), zone.to_string());
            }
            if !must || self.may_begin_inside(side, at) {
                self.side(side, &key("leaving"), true);
            }
            if self.rules.is("piecePromotionOnCapture") {
                self.side(side, &key("by-capture"), true);
            }
        }
        if self.rules.is("dropLoop") {
            self.leave("dropLoop", "a captured piece with another face keeps it");
        }
        if to.ends_with(".pawn") {
            self.leave("promotedPieceType", "a piece that becomes a pawn");
        }
    }

    /// Whether a move that promotes may begin in the zone: where a piece must promote that comes there, it seldom does.
    fn may_begin_inside(&mut self, side: usize, at: usize) -> bool {
        let zone = self.squares(&format!("promotionRegion{}", COLOURS[side]));
        let letter = self.letter(at);
        let there = |&(rank, file): &(usize, usize)| {
            let rows = &self.start.armies[side];
            rows.get(rank).and_then(|row| row.get(file)).is_some_and(|cell| cell.as_deref() == Some(&letter))
        };
        self.rules.is("pieceDrops")
            || self.rules.is("pieceDemotion")
            || self.rules.is("piecePromotionOnCapture")
            || zone.squares.iter().any(there)
    }

    pub(super) fn castling(&mut self) {
        if !self.rules.is("castling") {
            return;
        }
        let placed = self.rules.is("castlingDroppedPiece");
        for (side, colour) in COLOURS.into_iter().enumerate() {
            let mut king = self.letters(self.rules.get(&format!("castlingKingPiece{colour}")));
            if king.len() > 1 {
                king.retain(|letter| self.start.count(side, letter) > 0);
            }
            let names = self.rules.list(&format!("castlingRookPieces{colour}"));
            let rooks: Vec<String> = names.iter().flat_map(|name| self.letters(name)).collect();
            let wings = [true, false].map(|short| self.wing(side, short, &king, &rooks));
            let wins = |sign: char| {
                let sign = if side == 0 { sign } else { sign.to_ascii_lowercase() };
                self.rules.get("castlingWins").contains(sign)
            };
            let wins = [wins('K'), wins('Q')];
            if (0..2).any(|at| wins[at] && !wings[at]) {
                self.leave("castlingWins", "by a castling that there is not");
            }
            if wings == [false, false] {
                continue;
            }
            if self.rules.is("oppositeCastling") {
                self.side(side, "castling.opposite", true);
            }
            for (wins, wing) in wins.into_iter().zip(["king-side", "queen-side"]) {
                if wins {
                    self.side(side, &format!("castling.{wing}.wins"), true);
                }
            }
            if placed {
                self.side(side, "castling.placed", rooks.concat());
            }
            if self.lost_by_capture(side) {
                self.side(side, "castling.through-attack", true);
            }
            if self.castles_without_king(side) {
                self.side(side, "castling.by", king.concat());
            }
        }
    }

    /// Writes castling to the king's side or the other; whether there is one.
    fn wing(&mut self, side: usize, short: bool, king: &[String], rooks: &[String]) -> bool {
        let placed = self.rules.is("castlingDroppedPiece");
        let rank = self.rules.file("castlingRank");
        let row = if side == 0 { rank.wrapping_sub(1) } else { self.ranks.wrapping_sub(rank) };
        let chosen = self.rules.file("castlingKingFile").wrapping_sub(1);
        let kings = self.start.on_rank(side, row, king);
        let from = match kings[..] {
            [one] => Some(one),
            _ => kings.iter().copied().find(|&file| file == chosen).or_else(|| placed.then_some(chosen)),
        };
        let keys = match short {
            true => ["castlingKingsideFile", "castlingRookKingsideFile"],
            false => ["castlingQueensideFile", "castlingRookQueensideFile"],
        };
        let [to, edge] = keys.map(|key| self.rules.file(key).saturating_sub(1));
        let edge = edge.min(self.files - 1);
        let standing = self.start.on_rank(side, row, rooks);
        let rook = match short {
            true => standing.iter().copied().rev().find(|&file| file <= edge),
            false => standing.iter().copied().find(|&file| file >= edge),
        };
        let rook = rook.or_else(|| placed.then_some(edge));
        let right = if short { 'K' } else { 'Q' };
        let right = if side == 0 { right } else { right.to_ascii_lowercase() };
        let has = placed || self.start.castling.contains(right);
        let (true, Some(from), Some(rook)) = (has, from, rook) else { return false };
        if (rook > from) != short || to >= self.files {
            self.leave("startFen", "a right to castle where king and rook do not stand so");
            return false;
        }
        let square = |file: usize| format!("{}{rank}", char::from(b'a' + file.min(25) as u8));
        let beside = if short { to.saturating_sub(1) } else { to + 1 };
        let wing = if short { "king-side" } else { "queen-side" };
        for (key, file) in [("king", from), ("rook", rook), ("king-to", to), ("rook-to", beside)] {
            self.side(side, &format!("castling.{wing}.{key}"), square(file));
        }
        true
    }
}
