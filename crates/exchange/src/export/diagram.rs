//! The block of an Interactive Diagram.

use std::collections::BTreeSet;

use berolina_rules::Variant;
use berolina_rules::definition::{
    Castling, Definition, Exposed, KingLoss, PieceId, PieceRules, Ray, RoyalLoss, Stalemate, Verdict, Zones,
};
use berolina_rules::geometry::{Color, Grid, Square, SquareSet};

use super::{ExportError, Exported, Feature, head, xboard};
use crate::diagram::doubt;

/// A block in the making.
struct Block<'a> {
    d: &'a Definition,
    /// The kinds in the order of their lines: those that promote first.
    order: Vec<PieceId>,
    lines: Vec<String>,
    left: BTreeSet<Feature>,
    unsaid: Vec<String>,
}

/// Writes a game as a block.
pub(super) fn write(variant: &Variant) -> Result<Exported, ExportError> {
    let d = variant.definition();
    let shape = d.shape;
    if shape.is_cylinder() || shape.grid() == Grid::Hexagon {
        return Err(ExportError(format!("a diagram has no such board: {shape}")));
    }
    let mut block = Block {
        d,
        order: Vec::new(),
        lines: Vec::new(),
        left: Feature::of(d).into_iter().collect(),
        unsaid: Vec::new(),
    };
    block.set("files", shape.files());
    block.set("ranks", shape.ranks());
    block.set("firstRank", 1);
    block.promotion();
    block.royal();
    block.ends();
    block.castling();
    block.pieces();
    Ok(block.finished())
}

impl Block<'_> {
    fn set(&mut self, key: &str, value: impl ToString) {
        self.lines.push(format!("{key}={}", value.to_string()));
    }

    fn said(&mut self, feature: Feature) {
        self.left.remove(&feature);
    }

    /// The kinds that a player has, or may get by promotion.
    fn owners(&self, id: PieceId) -> Vec<Color> {
        let d = self.d;
        let gets = |color: Color| {
            d.ids()
                .any(|pawn| d.start.count(color, pawn) > 0 && d.rules(color, pawn).promotes_to.contains(&id))
        };
        Color::ALL.into_iter().filter(|&color| d.start.count(color, id) > 0 || gets(color)).collect()
    }

    /// Puts the kinds in order, and says where and to what they promote, where the last ranks are the zone and all choose alike.
    fn promotion(&mut self) {
        let d = self.d;
        let promotes =
            |id: &PieceId| self.owners(*id).iter().any(|&color| !d.rules(color, *id).promotes_to.is_empty());
        let (pawns, others): (Vec<PieceId>, Vec<PieceId>) =
            d.ids().filter(|&id| !self.owners(id).is_empty()).partition(promotes);
        let count = pawns.len();
        self.order = pawns.iter().copied().chain(others).collect();
        self.set("maxPromote", count);
        if count == 0 {
            return;
        }
        let ways: Vec<(Vec<PieceId>, Zones, Color)> = pawns
            .iter()
            .flat_map(|&id| self.owners(id).into_iter().map(move |color| (id, color)))
            .map(|(id, color)| (d.rules(color, id).promotes_to.clone(), d.zones(color, id), color))
            .collect();
        // The last ranks on which a piece promotes, and those on which it must: all of these, the last, or none.
        let zone = |zones: &Zones, color: Color| {
            let ranks = self.last_ranks(zones.all(), color).filter(|&ranks| ranks > 0)?;
            let must = self.last_ranks(zones.forced, color).filter(|&must| must <= 1 || must == ranks)?;
            (!zones.leaving && !zones.by_capture).then_some((ranks, must))
        };
        let told: Vec<_> = ways.iter().map(|(to, zones, color)| (to, zone(zones, *color))).collect();
        let (to, Some((ranks, must))) = told[0] else { return };
        let faces = to.iter().any(|&to| d.piece(to).letter.is_promoted());
        if told.iter().any(|other| *other != told[0]) || faces || (must != ranks && count > 1) {
            return;
        }
        let Some(lost) = self.lost_only(to) else { return };
        self.set("promoZone", ranks);
        let own = d.piece(pawns[0]).letter;
        let stays = match must {
            must if must == ranks => String::new(),
            0 => own.to_string(),
            _ => format!("!{own}"),
        };
        let choices: String = to.iter().map(|&to| format!("{lost}{}", d.piece(to).letter)).collect();
        self.set("promoChoice", stays + &choices);
        if !lost.is_empty() {
            self.set("holdingsType", 1);
        }
        self.said(Feature::PromotionLimit);
        self.said(Feature::Promotion);
    }

    /// `*` where only what was lost can be chosen, nothing where anything can; `None` for other limits.
    fn lost_only(&self, to: &[PieceId]) -> Option<&'static str> {
        let d = self.d;
        let limits: Vec<_> =
            Color::ALL.iter().map(|color| d.players[color.index()].promotion.limit.as_ref()).collect();
        if limits.iter().all(Option::is_none) {
            return Some("");
        }
        let exact = |color: Color| {
            let limit = limits[color.index()];
            limit.is_some_and(|limit| {
                to.iter().all(|&id| usize::from(limit[id.index()]) == d.start.count(color, id))
            })
        };
        (Color::ALL.into_iter().all(exact) && !d.hands.used).then_some("*")
    }

    /// How many last ranks of a player a region is.
    fn last_ranks(&self, region: SquareSet, color: Color) -> Option<u8> {
        let shape = self.d.shape;
        let ranks = shape.ranks();
        let of = |count: u8| -> SquareSet {
            let near = |square: &Square| shape.rank(shape.relative(color, *square)) >= ranks - count;
            shape.iter().filter(near).collect()
        };
        (0..=ranks).find(|&count| of(count) == region)
    }

    fn royal(&mut self) {
        let d = self.d;
        let royal: BTreeSet<PieceId> = Color::ALL.into_iter().flat_map(|color| d.royals(color)).collect();
        let places = self.order.iter().enumerate().filter(|(_, id)| royal.contains(id)).map(|(at, _)| at + 1);
        let places: Vec<usize> = places.collect();
        for place in places {
            self.set("royal", place);
        }
        let any = |color: Color| {
            let player = &d.players[color.index()];
            player.royal.lost == RoyalLoss::Any
                && player.king_lost_by == KingLoss::Checkmate
                && player.royal.result == Verdict::Loss
                && royal.iter().all(|&id| d.is_royal(color, id))
        };
        if self.left.contains(&Feature::Royalty) && Color::ALL.into_iter().all(any) {
            self.set("extinction", 0);
            self.said(Feature::Royalty);
        }
    }

    fn ends(&mut self) {
        if self.d.stalemate == Stalemate::Is(Verdict::Loss) {
            self.set("stalemate", "loss");
            self.said(Feature::Stalemate);
        }
        if self.d.bare_king == Some(Verdict::Loss) {
            self.set("baring", 0);
            self.said(Feature::BareKing);
        }
    }

    /// Castling with what stands at both ends of the rank, the king equally far to both sides.
    fn castling(&mut self) {
        let d = self.d;
        let shape = d.shape;
        let file = |square: Square| i32::from(shape.file(square));
        let mut found = BTreeSet::new();
        for color in Color::ALL {
            let castling = &d.players[color.index()].castling;
            let whole = |wing: &Option<Castling>| -> Option<i32> {
                let wing = (*wing)?;
                let (king, rook) = wing.from?;
                let far = file(wing.king_to) - file(king);
                let row = d.start.standing().filter(|one| shape.rank(one.0) == shape.rank(king));
                let row: Vec<i32> = row.map(|one| file(one.0)).collect();
                let (least, most) = (*row.iter().min()?, *row.iter().max()?);
                let outermost = file(rook) == if far > 0 { most } else { least };
                let beside = file(wing.rook_to) == file(wing.king_to) - far.signum();
                (outermost && beside && !wing.through_attack && !wing.placed).then_some(far.abs())
            };
            found.insert([whole(&castling[0]), whole(&castling[1])]);
            if castling
                .iter()
                .zip([whole(&castling[0]), whole(&castling[1])])
                .any(|(wing, far)| wing.is_some() && far.is_none())
            {
                return;
            }
        }
        let even = found.iter().all(|[king, queen]| king == queen);
        if found.len() == 1
            && even
            && d.players.iter().all(|player| player.king_lost_by == KingLoss::Checkmate)
        {
            self.said(Feature::Castling);
        }
    }

    fn pieces(&mut self) {
        let d = self.d;
        let arrays = Color::ALL.map(|color| {
            let of = |id: PieceId| {
                d.start.standing().filter(move |one| (one.1, one.2) == (id, color)).map(|one| one.0)
            };
            self.order.iter().map(|&id| of(id).collect::<SquareSet>()).collect::<Vec<_>>()
        });
        let answered = |turn: &dyn Fn(Square) -> Square| {
            arrays[0]
                .iter()
                .zip(&arrays[1])
                .all(|(white, black)| white.iter().map(turn).collect::<SquareSet>() == *black)
        };
        let shape = d.shape;
        let up = |square: Square| {
            shape
                .square(i32::from(shape.file(square)), i32::from(shape.ranks() - 1 - shape.rank(square)))
                .unwrap_or(square)
        };
        let round = |square: Square| {
            let file = i32::from(shape.files() - 1 - shape.file(square));
            shape.square(file, i32::from(shape.ranks() - 1 - shape.rank(square))).unwrap_or(square)
        };
        let symmetry = if answered(&up) {
            "mirror"
        } else if answered(&round) {
            "rotate"
        } else {
            "none"
        };
        self.set("symmetry", symmetry);
        self.double_steps();
        let holes: SquareSet = shape.indices().filter(|&square| !shape.has(square)).collect();
        if !holes.is_empty() {
            let holes = self.squares(holes);
            self.lines.push(format!("hole::::{holes}"));
        }
        for (at, id) in self.order.clone().into_iter().enumerate() {
            let moves = self.moves(id);
            let mut squares = self.squares(arrays[0][at]);
            if symmetry == "none" && !arrays[1][at].is_empty() {
                squares += if squares.is_empty() { "," } else { ",," };
                squares += &self.squares(arrays[1][at]);
            }
            let piece = d.piece(id);
            let mut name: String = piece.name.replace('-', " ");
            name[..1].make_ascii_uppercase();
            self.lines.push(format!("{name}:{}:{moves}:{}:{squares}", piece.letter, piece.name));
        }
    }

    /// A piece's moves, which are the same for both players, as diagrams turn them.
    fn moves(&mut self, id: PieceId) -> String {
        let d = self.d;
        let owners = self.owners(id);
        let name = &d.piece(id).name;
        let text = |color: Color| {
            let castling = &d.players[color.index()].castling;
            let castles = castling.iter().flatten().any(|wing| wing.king == id);
            let said = castles && !self.left.contains(&Feature::Castling);
            xboard::betza(d.rules(color, id), said.then_some(castling), d.shape)
        };
        let texts: BTreeSet<String> = owners.iter().map(|&color| text(color)).collect();
        let moves = text(owners.first().copied().unwrap_or(Color::White));
        if texts.len() > 1 {
            self.unsaid.push(format!("`moves`: Black's {name} does not move as White's"));
        }
        let rays: Vec<Ray> = owners.iter().flat_map(|&color| d.rules(color, id).rays()).copied().collect();
        let handed = rays.iter().any(|ray| !rays.contains(&ray.turned(|(x, y)| (-x, y))));
        if handed && !d.shape.is_turned() {
            self.unsaid.push(
                "`mirror`: moves that tell left from right are turned for Black, not mirrored".to_owned(),
            );
        }
        if let Some(why) = doubt(&moves) {
            self.unsaid.push(format!("`moves` of the {name}: {why}"));
        }
        if moves.is_empty() { "O".to_owned() } else { moves }
    }

    /// Double steps, first moves and captures en passant, which diagrams have of pieces that have not moved.
    fn double_steps(&mut self) {
        let d = self.d;
        let mut steps = true;
        let mut first = true;
        let mut answered: Vec<bool> = Vec::new();
        let mut takes = false;
        for &id in &self.order {
            for color in self.owners(id) {
                let rules = d.rules(color, id);
                takes |= rules.en_passant;
                if let Some(double) = &rules.double_step {
                    steps &= double.unmoved || self.stands_unmoved(color, id, double.from);
                    answered.extend([double.is_exposed(), double.en_passant == Exposed::Always]);
                }
                if let Some(moves) = &rules.first_moves {
                    let stays = rules.moves.rays.iter().all(|ray| moves.rays.contains(ray));
                    first &= stays && !d.is_royal(color, id) && !d.hands.used;
                }
            }
        }
        let plain = |rules: &PieceRules| {
            let captures = rules.moves.rays.iter().filter(|ray| ray.captures);
            captures.clone().all(|ray| ray.max == 1 && matches!(ray.step, (-1..=1, 1)))
        };
        let clear = self.order.iter().all(|&id| {
            self.owners(id).iter().all(|&color| !d.rules(color, id).en_passant || plain(d.rules(color, id)))
        });
        if steps {
            self.said(Feature::DoubleStep);
        }
        if first {
            self.said(Feature::FirstMoves);
        }
        if clear && (!takes || !answered.contains(&false)) {
            self.said(Feature::EnPassant);
        }
    }

    /// Whether a piece stands on these squares only before it has moved: it goes ahead only, and begins on all ranks of them.
    fn stands_unmoved(&self, color: Color, id: PieceId, from: SquareSet) -> bool {
        let d = self.d;
        let ahead = d.rules(color, id).rays().all(|ray| ray.step.1 > 0);
        let own = d.start.standing().filter(|one| (one.1, one.2) == (id, color));
        let begins: Vec<Square> = own.map(|one| one.0).collect();
        let ranks: BTreeSet<u8> = begins.iter().map(|&square| d.shape.rank(square)).collect();
        let gained = d.hands.used || d.ids().any(|other| d.rules(color, other).promotes_to.contains(&id));
        let left = d.ids().any(|other| d.rules(color.other(), other).leaves == Some(id));
        ahead
            && !gained
            && !left
            && ranks.len() <= 1
            && begins.iter().all(|&square| from.contains(square))
            && from.iter().all(|square| ranks.contains(&d.shape.rank(square)))
    }

    /// Squares, rows of them from their first to their last.
    fn squares(&self, set: SquareSet) -> String {
        let shape = self.d.shape;
        let mut words: Vec<String> = Vec::new();
        for rank in 0..shape.ranks() {
            let on = |square: &Square| shape.rank(*square) == rank && set.contains(*square);
            let row: Vec<Square> = shape.indices().filter(on).collect();
            for run in row.chunk_by(|a, b| shape.file(*b) == shape.file(*a) + 1) {
                let (first, last) = (run[0], run[run.len() - 1]);
                words.push(match run.len() {
                    1 | 2 => {
                        run.iter().map(|&square| shape.name(square).to_string()).collect::<Vec<_>>().join(",")
                    }
                    _ => format!("{}-{}", shape.name(first), shape.name(last)),
                });
            }
        }
        words.join(",")
    }

    fn finished(mut self) -> Exported {
        let left: Vec<String> = self.left.iter().map(|feature| feature.told().to_owned()).collect();
        self.unsaid.extend(left);
        self.unsaid.dedup();
        // A remark with an equals sign would be a parameter.
        let unsaid: Vec<String> = self.unsaid.iter().map(|line| line.replace('=', " ")).collect();
        let head = head(self.d, "#", "the block of an Interactive Diagram", &unsaid);
        Exported { text: head.replace('=', " ") + &self.lines.join("\n") + "\n", unsaid: self.unsaid }
    }
}
