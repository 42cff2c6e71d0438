//! Whether rules that come as bytes are such as the reader of files makes: what tables, positions and notation rely on.
//!
//! The reader says what is wrong and where; of bytes it is enough to know that something is. Nothing here looks at texts for people.

use super::cost::{self, walk};
use super::exclusions::EXCLUSIONS;
use super::sense::begins_in_check;
use super::{
    Castling, DoubleStep, Goal, MAX_HAND, MAX_TYPES, Mechanism, Moves, Path, PieceId, PieceRules, Player,
    PromotionStep, Ray, Rules,
};
use crate::geometry::{Color, MAX_FILES, Offset, Shape, Square, SquareSet};

/// The longest that an offset is: a leap of twice the longest range, or across the board.
const FAR: u8 = 2 * MAX_FILES;

fn is_near((x, y): Offset) -> bool {
    x.unsigned_abs() <= FAR && y.unsigned_abs() <= FAR
}

fn is_step(offset: Offset) -> bool {
    is_near(offset) && offset != (0, 0)
}

/// Whether a ray can be walked.
fn is_ray(ray: &Ray) -> bool {
    let leaps = (ray.min, ray.max) == (1, 1);
    is_step(ray.step)
        && (1..=ray.max).contains(&ray.min)
        && (ray.moves || ray.captures)
        && match &ray.path {
            Path::Clear | Path::Cannon | Path::Grasshopper => true,
            Path::Lame { via } => leaps && is_step(*via),
            Path::Over { square, .. } => leaps && is_step(*square) && ray.moves && !ray.captures,
            Path::Legs(legs) => {
                let goes = |leg: &super::Leg| {
                    is_step(leg.step)
                        && leg.max > 0
                        && (leg.empty || leg.captures || leg.hops_own || leg.hops_enemy)
                };
                legs.is_whole()
                    && legs.list().iter().all(goes)
                    && legs.list().iter().filter(|leg| leg.captures).count() <= 1
            }
            Path::Winding(winding) => winding.is_whole() && winding.list().iter().all(|&step| is_step(step)),
        }
}

impl Rules {
    /// Whether the rules can be compiled and played.
    pub(super) fn is_sound(&self) -> bool {
        // Each part relies on those before it.
        self.shape.is_sound()
            && self.has_pieces()
            && self.names_pieces()
            && self.kind_count() <= MAX_TYPES
            && self.stays_on_board()
            && self.pieces.iter().flat_map(|piece| &piece.rules).all(|rules| self.is_piece(rules))
            && self.players.iter().all(|player| self.is_player(player))
            && self.has_start()
            && self.has_ends()
            && self.is_of_one_mind()
            && self.table_bytes() <= cost::MAX_TABLES
            && self.cost().is_bearable()
            && !begins_in_check(self)
    }

    /// Pieces with letters that tell them apart.
    fn has_pieces(&self) -> bool {
        let letters: Vec<_> = self.pieces.iter().map(|piece| piece.letter).collect();
        let known = |at: usize| {
            let letter = letters[at];
            letter.upper().is_ascii_uppercase()
                && !letters[..at].contains(&letter)
                && letters.contains(&letter.unpromoted())
        };
        (1..=MAX_TYPES).contains(&letters.len())
            && (0..letters.len()).all(known)
            && self.chosen.len() == self.options.len()
    }

    /// Every piece that is named is there.
    fn names_pieces(&self) -> bool {
        let all = |ids: &[PieceId]| ids.iter().all(|id| id.index() < self.pieces.len());
        let some = |id: Option<PieceId>| id.is_none_or(|id| id.index() < self.pieces.len());
        let rules = |rules: &PieceRules| {
            let lists = [&rules.promotes_to, &rules.enters_behind, &rules.avoids, &rules.unsettled_by];
            lists.into_iter().all(|list| all(list))
                && some(rules.entry.map(|entry| entry.exchanges))
                && some(rules.leaves)
                && some(rules.captures.captor_becomes)
        };
        let player = |player: &Player| {
            let castling = player.castling.iter().flatten();
            all(&player.royal.pieces)
                && player.extinction.as_ref().is_none_or(|rule| all(&rule.pieces))
                && player.goal.as_ref().is_none_or(|goal| all(&goal.pieces))
                && castling.into_iter().all(|castling| all(&[castling.king, castling.rook]))
        };
        let counted = |pieces: &[(PieceId, u8)]| pieces.iter().all(|&(id, _)| all(&[id]));
        self.pieces.iter().flat_map(|piece| &piece.rules).all(rules)
            && self.players.iter().all(player)
            && all(&self.clock.captures)
            && all(&self.clock.moves)
            && self.insufficient.as_deref().is_none_or(all)
            && self.explosion.as_ref().is_none_or(|e| all(&e.spares) && all(&e.survives))
            && self.mate.as_ref().is_none_or(|rule| all(&rule.needs) && all(&rule.not_by))
            && self
                .counting
                .as_ref()
                .is_none_or(|rule| all(&rule.pawns) && rule.bare.iter().all(|(pieces, _)| counted(pieces)))
            && self.start.board.iter().flatten().all(|&(id, _)| all(&[id]))
    }

    /// Every square that is named is on the board.
    fn stays_on_board(&self) -> bool {
        let cells = self.shape.cells();
        let within = |set: SquareSet| set.0 & !cells.0 == 0;
        let has = |square: Square| self.shape.has(square);
        let rules = |rules: &PieceRules| {
            within(rules.drop_zone)
                && rules.stays_in.is_none_or(|set| within(set) && !set.is_empty())
                && rules.entry.is_none_or(|entry| within(entry.from))
                && rules.moves_on.as_ref().is_none_or(|on| within(on.region))
                && rules.promotion.is_none_or(|zones| within(zones.all()))
                && rules.double_step.as_ref().is_none_or(|step| within(step.from) && within(step.triple_from))
        };
        let castles = |castling: &Castling| {
            let pairs = castling.from.iter().chain(&castling.farther);
            let squares = pairs.flat_map(|&(king, rook)| [king, rook]);
            squares.chain([castling.king_to, castling.rook_to]).all(has)
        };
        let player = |player: &Player| {
            let step = player.promotion.step.as_ref();
            within(player.promotion.zones.all())
                && step.is_none_or(|step| within(step.from))
                && player.goal.as_ref().is_none_or(|goal| within(goal.squares))
                && player.castling.iter().flatten().all(castles)
        };
        self.pieces.iter().flat_map(|piece| &piece.rules).all(rules) && self.players.iter().all(player)
    }

    /// Moves that can be made, and do not take too long to follow.
    fn is_piece(&self, rules: &PieceRules) -> bool {
        let walked = |moves: &Moves| {
            let steps = moves.rays.iter().fold(0u64, |sum, ray| sum.saturating_add(walk(self.shape, ray).0));
            steps <= cost::MAX_WALK && moves.rays.len() <= super::betza::MAX_RAYS
        };
        let moves = |moves: &Moves| moves.rays.iter().all(is_ray) && walked(moves);
        let doubles = |double: &DoubleStep| {
            let short =
                |&(x, y): &Offset| is_step((x, y)) && is_near((x.saturating_mul(3), y.saturating_mul(3)));
            double.steps.len() <= 64 && double.steps.iter().all(short)
        };
        moves(&rules.moves)
            && rules.first_moves.as_ref().is_none_or(moves)
            && rules.double_step.as_ref().is_none_or(doubles)
            && rules
                .moves_on
                .as_ref()
                .is_none_or(|on| moves(&on.moves) && !on.moves.rays.iter().any(Ray::captures_on_the_way))
    }

    fn is_player(&self, player: &Player) -> bool {
        let goal = |goal: &Goal| goal.count > 0;
        let step =
            |step: &PromotionStep| step.steps.len() <= 64 && step.steps.iter().all(|&step| is_step(step));
        let castles = |castling: &Castling| castling.king != castling.rook;
        player.goal.as_ref().is_none_or(goal)
            && player.promotion.limit.as_ref().is_none_or(|limit| limit.len() == self.pieces.len())
            && player.promotion.step.as_ref().is_none_or(step)
            && player.checks.is_none_or(|checks| checks > 0)
            && player.castling.iter().flatten().all(castles)
            && player.extinction.as_ref().is_none_or(|rule| !rule.pieces.is_empty())
    }

    /// An array and hands of the game's size, with a king where there must be one.
    fn has_start(&self) -> bool {
        let start = &self.start;
        let hands = |hand: &Vec<u8>| hand.len() == self.pieces.len() && hand.iter().all(|&n| n <= MAX_HAND);
        let cells = || start.board.iter().enumerate().filter(|(_, cell)| cell.is_some());
        let whole = start.board.len() == self.shape.size()
            && cells().all(|(at, _)| self.shape.has(Square(at as u8)))
            && start.hands.iter().all(hands);
        let king = |color: Color| {
            let counts = || self.royals(color).map(|id| start.count(color, id));
            !self.has_one_king(color) || (self.royals(color).count() == 1 && counts().sum::<usize>() == 1)
        };
        let rights = |color: Color| {
            let player = &self.players[color.index()];
            let wings = start.castling[color.index()].iter().zip(&player.castling);
            wings.into_iter().all(|(&may, castling)| !may || castling.is_some())
        };
        whole && Color::ALL.into_iter().all(|color| king(color) && rights(color))
    }

    fn has_ends(&self) -> bool {
        self.repetition.is_none_or(|rule| rule.times >= 2)
            && self.clock.limit.is_none_or(|(plies, _)| plies > 0)
            && self.counting.as_ref().is_none_or(|rule| rule.limits().len() < usize::from(u8::MAX))
            && match &self.facing_lines {
                super::FacingLines::Along(moves) => moves.rays.iter().all(is_ray),
                super::FacingLines::Files | super::FacingLines::Orthogonal => true,
            }
    }

    /// No two mechanisms exclude each other.
    fn is_of_one_mind(&self) -> bool {
        // Only an option that renumbers the array excludes castling from named squares, and bytes do not say which one it is.
        let told = |mechanism: Mechanism| mechanism != Mechanism::Shuffle;
        EXCLUSIONS.iter().all(|&(a, b, _)| !(told(a) && told(b) && a.is_in(self) && b.is_in(self)))
            && Color::ALL.into_iter().all(|color| self.has_plain_kings(color))
    }

    /// A king is nothing that another piece becomes, and becomes nothing itself.
    fn has_plain_kings(&self, color: Color) -> bool {
        let king = |id: PieceId| self.is_royal(color, id) && self.has_one_king(color);
        self.ids().all(|id| {
            let rules = self.rules(color, id);
            let mut others =
                rules.promotes_to.iter().chain(&rules.leaves).chain(&rules.captures.captor_becomes);
            let made = others.any(|&other| king(other));
            !made && (!king(id) || rules.promotes_to.is_empty())
        })
    }
}

impl Shape {
    /// Whether a shape is one that is made of an outline and holes.
    pub(super) fn is_sound(self) -> bool {
        let outline = match self.grid() {
            crate::geometry::Grid::Square => Self::rectangle(self.files(), self.ranks()),
            crate::geometry::Grid::Hexagon => Self::hexagon(self.side(), self.files()),
        };
        let Ok(outline) = outline else { return false };
        let outline = if self.is_turned() { outline.turned() } else { outline };
        let outline = if self.is_cylinder() { outline.joined() } else { Ok(outline) };
        let Ok(outline) = outline else { return false };
        let holes = SquareSet(outline.cells().0 & !self.cells().0);
        outline.with_holes(holes).is_ok_and(|shape| shape == self)
    }
}
