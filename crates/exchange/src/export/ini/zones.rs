//! Promotion, castling, and what comes from hands.

use berolina_rules::definition::{KingLoss, PieceId, Player, Wing, Zones};
use berolina_rules::geometry::{Color, Square, SquareSet};

use super::Section;
use crate::export::Feature;

/// How the pieces of a player promote.
#[derive(Clone, PartialEq, Eq, Default)]
struct Way {
    pawns: String,
    to: String,
    zone: SquareSet,
}

impl Section<'_> {
    /// The pieces that promote to a choice, and those that turn over, each with where.
    fn promoters(&self, color: Color, faces: bool) -> Vec<(PieceId, Zones)> {
        let d = self.d;
        let face = |id: PieceId| {
            let to = &d.rules(color, id).promotes_to;
            to.len() == 1 && d.piece(to[0]).letter.unpromoted() == d.piece(id).letter.unpromoted()
        };
        let own = self.used[color.index()].iter().copied();
        let all = own.filter(|&id| !d.rules(color, id).promotes_to.is_empty() && face(id) == faces);
        all.map(|id| (id, d.zones(color, id))).collect()
    }

    pub(super) fn promotion(&mut self) {
        let d = self.d;
        let mut ways = [Way::default(), Way::default()];
        let mut stuck = false;
        let mut must = Vec::new();
        for color in Color::ALL {
            let chosen = self.promoters(color, false);
            let Some(&(first, zones)) = chosen.first() else { continue };
            let to = &d.rules(color, first).promotes_to;
            if chosen.iter().any(|&(id, other)| other != zones || d.rules(color, id).promotes_to != *to) {
                self.leave(Feature::Promotion, "of pieces that promote to others, or elsewhere than others");
            }
            if zones.leaving || zones.by_capture {
                self.leave(Feature::Promotion, "by moves out of the zone, or by captures only");
            }
            for &(id, _) in &chosen {
                stuck |= self.forced(color, id, zones, &mut must);
            }
            let limit = d.players[color.index()].promotion.limit.as_ref();
            let open = |id: &&PieceId| limit.is_none_or(|limit| limit[id.index()] > 0);
            let pawns: Vec<PieceId> = chosen.iter().map(|one| one.0).collect();
            let open: Vec<PieceId> = to.iter().filter(open).copied().collect();
            ways[color.index()] =
                Way { pawns: self.letters(&pawns), to: self.letters(&open), zone: zones.all() };
        }
        let or_none = |text: &String| if text.is_empty() { "-".to_owned() } else { text.clone() };
        self.set_both("promotionPawnTypes", ways.each_ref().map(|way| or_none(&way.pawns)), true);
        self.set_both("promotionPieceTypes", ways.each_ref().map(|way| or_none(&way.to)), true);
        must.dedup();
        match must[..] {
            [] => {}
            [must] => self.set("mandatoryPawnPromotion", must),
            _ => self.leave(Feature::Promotion, "which must happen for some pieces only"),
        }
        let mut zones = ways.map(|way| way.zone);
        self.faces(&mut zones, &mut stuck);
        if zones != [SquareSet::default(); 2] {
            let zones = zones.map(|zone| self.region(zone));
            self.set_both("promotionRegion", zones, false);
        }
        if stuck {
            self.immobile();
        }
        self.limits();
        self.said(Feature::Promotion);
    }

    /// What must promote, for pieces that choose: all of the zone, none of it, or where they could not move on, which is told by `true`.
    fn forced(&mut self, color: Color, id: PieceId, zones: Zones, must: &mut Vec<bool>) -> bool {
        if zones.optional.is_empty() || zones.forced == zones.all() {
            must.push(true);
            return false;
        }
        must.push(false);
        if zones.forced.is_empty() {
            return false;
        }
        let stuck: SquareSet =
            self.stuck(color, id).iter().filter(|&square| zones.all().contains(square)).collect();
        if stuck != zones.forced {
            self.leave(
                Feature::Promotion,
                "which must happen on some squares on which the piece could move on",
            );
        }
        true
    }

    /// Squares from which a piece could never move.
    fn stuck(&self, color: Color, id: PieceId) -> SquareSet {
        let d = self.d;
        let rays = &d.rules(color, id).moves.rays;
        let leads = |square: Square| {
            let step = |ray: &berolina_rules::definition::Ray| d.shape.relative_offset(color, ray.step);
            rays.iter().any(|ray| ray.moves && d.shape.offset(square, step(ray)).is_some())
        };
        d.shape.iter().filter(|&square| !leads(square)).collect()
    }

    /// Pieces that turn over as in shogi.
    fn faces(&mut self, zones: &mut [SquareSet; 2], stuck: &mut bool) {
        let d = self.d;
        let mut pairs: Vec<String> = Vec::new();
        let mut ways = Vec::new();
        let mut closed = false;
        let mut back = Vec::new();
        for color in Color::ALL {
            for (id, own) in self.promoters(color, true) {
                let zone = &mut zones[color.index()];
                let to = d.rules(color, id).promotes_to[0];
                if *zone != own.all() && !zone.is_empty() {
                    self.leave(Feature::Promotion, "on other squares for other pieces");
                }
                *zone = own.all();
                let dead = self.stuck(color, id);
                let stays = own.all().iter().any(|square| !dead.contains(square));
                if !own.leaving && own.all() != d.shape.cells() && stays {
                    self.leave(Feature::Promotion, "only by moves into the zone");
                }
                if own.by_capture {
                    self.set("piecePromotionOnCapture", true);
                }
                let inside: SquareSet = dead.iter().filter(|&square| own.all().contains(square)).collect();
                ways.push((own.forced == own.all(), own.forced.is_empty() || own.forced == inside));
                closed |= !own.forced.is_empty();
                if d.piece(id).letter.is_promoted() {
                    back.push(to);
                    continue;
                }
                let pair = format!("{}:{}", self.letters(&[id]), self.letters(&[to]));
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        if pairs.is_empty() {
            return;
        }
        self.set("promotedPieceType", pairs.join(" "));
        if ways.iter().all(|way| way.0) {
            self.set("mandatoryPiecePromotion", true);
        } else if ways.iter().all(|way| way.1) {
            *stuck |= closed;
        } else {
            self.leave(
                Feature::Promotion,
                "which some pieces must do where they could move on, and others may",
            );
        }
        if !back.is_empty() {
            self.set("pieceDemotion", true);
            if pairs.len() * 2 != back.len() {
                self.leave(Feature::Promotion, "back for some pieces only");
            }
        }
    }

    /// No piece goes to where it could never move, which the program has for all pieces or none.
    fn immobile(&mut self) {
        let d = self.d;
        self.set("immobilityIllegal", true);
        for color in Color::ALL {
            for &id in &self.used[color.index()].clone() {
                let rules = d.rules(color, id);
                let stuck = self.stuck(color, id);
                let kept = |square: Square| {
                    let forced = !rules.promotes_to.is_empty() && d.zones(color, id).forced.contains(square);
                    let outside = rules.stays_in.is_some_and(|region| !region.contains(square));
                    let dropped =
                        d.hands.used && rules.drop_zone.contains(square) && !d.piece(id).letter.is_promoted();
                    (forced || outside) && !dropped
                };
                if stuck.iter().any(|square| !kept(square)) {
                    self.leave(
                        Feature::Promotion,
                        "squares from which a piece could not move on are closed to all or none",
                    );
                }
            }
        }
    }

    /// How many of a kind there may be after promoting.
    fn limits(&mut self) {
        let d = self.d;
        if !self.left.contains(&Feature::PromotionLimit) {
            return;
        }
        // What the program counts is only the board.
        let hand = d
            .players
            .iter()
            .any(|player| player.promotion.limit.is_some() && player.promotion.limit_counts_hand);
        if d.hands.used && !d.hands.placement && hand {
            self.leave(Feature::PromotionLimit, "counting what is in hand");
            return;
        }
        let [white, black] = Color::ALL.map(|color| self.limits_of(color));
        let differ = |one: &[(PieceId, Option<u8>)], other: &[(PieceId, Option<u8>)]| {
            one.iter().any(|(id, most)| other.iter().any(|(also, limit)| id == also && most != limit))
        };
        if differ(&white, &black) {
            self.leave(Feature::PromotionLimit, "of one player only");
            return;
        }
        let mut pairs: Vec<String> = Vec::new();
        for (id, most) in white.iter().chain(&black) {
            let pair = most.map(|most| format!("{}:{most}", self.letters(&[*id])));
            pairs.extend(pair.filter(|pair| !pairs.contains(pair)));
        }
        let captured =
            |player: &Player| player.promotion.limit.is_some() && player.king_lost_by == KingLoss::Capture;
        if d.players.iter().any(captured) {
            let why =
                "a piece that can become nothing may still take the king where it would have to promote";
            self.leave(Feature::PromotionLimit, why);
        }
        if !pairs.is_empty() {
            self.set("promotionLimit", pairs.join(" "));
        }
        self.said(Feature::PromotionLimit);
    }

    /// What a player promotes to, each with how many there may be where that can ever matter.
    fn limits_of(&self, color: Color) -> Vec<(PieceId, Option<u8>)> {
        let d = self.d;
        let pawns = self.promoters(color, false);
        let Some(&(first, _)) = pawns.first() else { return Vec::new() };
        let count: usize = pawns.iter().map(|one| d.start.count(color, one.0)).sum();
        let limit = d.players[color.index()].promotion.limit.as_ref();
        let most = |id: PieceId| {
            limit
                .map(|limit| limit[id.index()])
                .filter(|&most| usize::from(most) < d.start.count(color, id) + count)
        };
        let to = d.rules(color, first).promotes_to.iter();
        to.filter(|id| limit.is_none_or(|limit| limit[id.index()] > 0)).map(|&id| (id, most(id))).collect()
    }

    /// What castles, from where and to where.
    pub(super) fn castling(&mut self) {
        let d = self.d;
        let wings: Vec<(Color, Wing, berolina_rules::definition::Castling)> = Color::ALL
            .into_iter()
            .flat_map(|color| Wing::ALL.map(|wing| (color, wing)))
            .filter_map(|(color, wing)| {
                Some((color, wing, d.players[color.index()].castling[wing as usize]?))
            })
            .collect();
        let Some(&(_, _, any)) = wings.first() else {
            self.set("castling", false);
            return;
        };
        let file = |square: Square| i32::from(d.shape.file(square));
        let rank = |color, square: Square| d.shape.rank(d.shape.relative(color, square));
        let mut odd = false;
        let mut files: [Option<i32>; 5] = [None; 5];
        let mut put = |at: usize, file: i32, odd: &mut bool| {
            *odd |= files[at].is_some_and(|had| had != file);
            files[at] = Some(file);
        };
        for &(color, wing, castling) in &wings {
            let beside = if wing == Wing::King { -1 } else { 1 };
            odd |= file(castling.rook_to) != file(castling.king_to) + beside
                || rank(color, castling.king_to) != rank(wings[0].0, any.king_to)
                || (castling.king, castling.rook, castling.placed) != (any.king, any.rook, any.placed)
                || castling.from.is_none() != any.from.is_none();
            let at = usize::from(wing == Wing::Queen);
            put(at, file(castling.king_to), &mut odd);
            if let Some((king, rook)) = castling.from {
                put(2, file(king), &mut odd);
                // The outermost are what the program looks for by itself.
                if ![0, i32::from(d.shape.files()) - 1].contains(&file(rook)) {
                    put(3 + at, file(rook), &mut odd);
                }
            }
        }
        if odd {
            self.leave(Feature::Castling, "the players castle in other ways, or not as the program has it");
            self.set("castling", false);
            return;
        }
        let letter = |file: i32| char::from(b'a' + file as u8);
        let keys = [
            "castlingKingsideFile",
            "castlingQueensideFile",
            "castlingKingFile",
            "castlingRookKingsideFile",
            "castlingRookQueensideFile",
        ];
        for (key, file) in keys.into_iter().zip(files) {
            if let Some(file) = file {
                self.set(key, letter(file));
            }
        }
        self.set("castlingRank", rank(wings[0].0, any.king_to) + 1);
        let (king, rook) = (self.letters(&[any.king]), self.letters(&[any.rook]));
        self.set("castlingKingPiece", king);
        self.set("castlingRookPieces", rook);
        if any.placed {
            self.set("castlingDroppedPiece", true);
        }
        if any.from.is_none() {
            self.set("chess960", true);
        }
        // Where others are royal too nothing hinders it here either.
        let open = |color: Color| {
            d.players[color.index()].king_lost_by == KingLoss::Capture && d.has_one_king(color)
        };
        if wings.iter().any(|wing| open(wing.0) && !wing.2.through_attack) {
            self.leave(
                Feature::Castling,
                "a king that is lost by capture may not castle through attacked squares",
            );
        }
        self.said(Feature::Castling);
        if wings.iter().all(|wing| wing.2.opposite) {
            self.set("oppositeCastling", true);
            self.said(Feature::CastlingOpposite);
        }
        let letter = |one: &&(Color, Wing, berolina_rules::definition::Castling)| match (one.0, one.1) {
            (Color::White, Wing::King) => 'K',
            (Color::White, Wing::Queen) => 'Q',
            (Color::Black, Wing::King) => 'k',
            (Color::Black, Wing::Queen) => 'q',
        };
        let winning: String = wings.iter().filter(|wing| wing.2.wins).map(|wing| letter(&wing)).collect();
        if !winning.is_empty() {
            self.set("castlingWins", winning);
            self.said(Feature::CastlingWins);
        }
        let captured = wings.iter().all(|wing| wing.2.through_attack);
        if captured {
            self.said(Feature::CastlingThroughAttack);
        }
    }

    /// Hands.
    pub(super) fn hands(&mut self) {
        let d = self.d;
        if !d.hands.used {
            return;
        }
        let held = |color: Color, id: PieceId| {
            !d.piece(id).letter.is_promoted()
                && (d.start.held(color, id) > 0 || d.hands.prisoners && !d.is_one_king(id))
                && self.has(color, id)
        };
        let placed: Vec<(Color, PieceId)> = Color::ALL
            .into_iter()
            .flat_map(|color| d.ids().map(move |id| (color, id)))
            .filter(|&(color, id)| held(color, id) && !d.rules(color, id).enters())
            .collect();
        self.said(Feature::Hands);
        if placed.is_empty() {
            return;
        }
        self.set("pieceDrops", true);
        if d.hands.prisoners && !d.hands.returned {
            self.set("capturesToHand", true);
            let turns = Color::ALL.into_iter().any(|color| !self.promoters(color, false).is_empty());
            let reverts = d.players.iter().any(|player| player.promotion.reverts);
            if turns && !reverts {
                self.set("dropLoop", true);
            }
            let pawns = Color::ALL.into_iter().any(|color| self.promoters(color, false).len() > 1);
            if turns && reverts && pawns {
                self.leave(Feature::Hands, "of several pieces that promote, captured ones become the first");
            }
        }
        if d.hands.placement {
            self.set("mustDrop", true);
            if d.players.iter().any(|player| player.king_lost_by == KingLoss::Checkmate) {
                self.leave(Feature::Placement, "who is in check while pieces are placed may answer it");
            }
            self.said(Feature::Placement);
        }
        if d.hands.promoted {
            self.set("dropPromoted", true);
            self.said(Feature::PromotedDrops);
        }
        self.drop_zones(&placed);
        self.drop_rules(&placed);
    }

    /// Where pieces may be placed: a region for all, less where pawns may not stand or a piece could never move.
    fn drop_zones(&mut self, placed: &[(Color, PieceId)]) {
        let d = self.d;
        let mut regions = [SquareSet::default(); 2];
        for &(color, id) in placed {
            let region = &mut regions[color.index()];
            d.rules(color, id).drop_zone.iter().for_each(|square| region.insert(square));
        }
        if regions.iter().any(|region| *region != d.shape.cells()) {
            let regions = regions.map(|region| self.region(region));
            self.set_both("dropRegion", regions, false);
        }
        let first_rank = |color: Color, square: Square| d.shape.rank(d.shape.relative(color, square)) == 0;
        let pawn = |id: PieceId| self.kind_of[id.index()].is_some_and(|kind| self.kinds[kind].name == "pawn");
        let flags = |first: bool, zone: bool, stuck: bool| {
            placed.iter().all(|&(color, id)| {
                let rules = d.rules(color, id);
                let promotes = |square| {
                    d.zones(color, id).all().contains(square)
                        || self.region_of_promotion(color).contains(square)
                };
                let fits = |square: Square| {
                    regions[color.index()].contains(square)
                        && rules.stays_in.is_none_or(|region| region.contains(square))
                        && (!pawn(id) || first || !first_rank(color, square))
                        && (!pawn(id) || zone || !promotes(square))
                        && (!stuck || !self.stuck(color, id).contains(square))
                };
                d.shape.iter().all(|square| fits(square) == rules.drop_zone.contains(square))
            })
        };
        let stuck = self.keys.iter().any(|(key, _)| key == "immobilityIllegal");
        let ways = [(false, false), (true, false), (false, true), (true, true)];
        let found = ways.into_iter().find(|&(first, zone)| flags(first, zone, stuck));
        let found = found.map(|way| (way, stuck)).or_else(|| {
            let closed = ways.into_iter().find(|&(first, zone)| flags(first, zone, true));
            closed.map(|way| (way, true))
        });
        let Some(((first, zone), closed)) = found else {
            self.leave(Feature::Drops, "where pieces may be placed from the hand");
            return;
        };
        for (key, flag) in [("firstRankPawnDrops", first), ("promotionZonePawnDrops", zone)] {
            if flag && placed.iter().any(|one| pawn(one.1)) {
                self.keys.push((key.to_owned(), true.to_string()));
            }
        }
        if closed && !stuck {
            self.immobile();
        }
        self.said(Feature::Drops);
    }

    /// The zone in which anything of a player promotes.
    fn region_of_promotion(&self, color: Color) -> SquareSet {
        let zones = [false, true].into_iter().flat_map(|faces| self.promoters(color, faces));
        zones.flat_map(|one| one.1.all().iter().collect::<Vec<_>>()).collect()
    }

    fn drop_rules(&mut self, placed: &[(Color, PieceId)]) {
        let d = self.d;
        let mut limits: Vec<(PieceId, u8)> =
            placed.iter().filter_map(|&(color, id)| Some((id, d.rules(color, id).drop_limit?))).collect();
        limits.sort_unstable();
        limits.dedup();
        match limits[..] {
            [] => {}
            [(id, most)] => {
                let letter = self.letters(&[id]);
                self.set("dropNoDoubled", letter);
                self.set("dropNoDoubledCount", most);
                self.said(Feature::DropLimit);
            }
            _ => self.leave(Feature::DropLimit, "of several kinds"),
        }
        let named = |section: &Self, id: PieceId, name: &str| {
            section.kind_of[id.index()].is_some_and(|kind| section.kinds[kind].name == name)
        };
        let mates: Vec<PieceId> =
            placed.iter().filter(|one| d.rules(one.0, one.1).no_drop_mates).map(|one| one.1).collect();
        if !mates.is_empty() && mates.iter().all(|&id| named(self, id, "shogiPawn")) {
            self.set("shogiPawnDropMateIllegal", true);
            self.said(Feature::DropMates);
        }
        let balanced: Vec<PieceId> =
            placed.iter().filter(|one| d.rules(one.0, one.1).drops_balanced).map(|one| one.1).collect();
        if !balanced.is_empty() && balanced.iter().all(|&id| named(self, id, "bishop")) {
            self.set("dropOppositeColoredBishop", true);
            self.said(Feature::BalancedDrops);
        }
    }
}
