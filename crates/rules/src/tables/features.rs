//! Which mechanisms a game uses.

use super::{Double, KindMasks, Side, Tables};
use crate::definition::{Definition, Moves, PieceRules};
use crate::geometry::{Color, Size, Table, Word};

/// Mechanisms that change more of the state than two squares of the board. A generator for a game
/// that has none of them leaves their code out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Hands are written in FEN.
    pub hands: bool,
    /// All hands are emptied before anything moves.
    pub placement: bool,
    /// Captured pieces go to their captor's hand.
    pub prisoners: bool,
    /// Captured pieces go back to their owner's hand.
    pub returned: bool,
    /// A piece in hand enters by exchange.
    pub entry: bool,
    /// A piece in hand enters on the square that another leaves.
    pub gating: bool,
    /// Captures explode.
    pub explosion: bool,
    /// Captures leave a piece behind.
    pub creation: bool,
    /// A double step may lead round the edge, or there are triple ones, so that what is passed first is not half way in the numbers of
    /// squares.
    pub round_doubles: bool,
    /// Three steps may be made at once that can be answered on either of two squares.
    pub triple_steps: bool,
    /// Some pieces hop, ride or move lamely.
    pub odd: bool,
    /// Moves may change three squares, so that one may be legal in double check that is not the king's alone.
    pub three: bool,
    /// Pieces promote where they stand.
    pub in_place: bool,
    /// Pieces promote in zones of their own.
    pub zones: bool,
    /// A piece may both capture en passant and step quietly to the same square.
    pub quiet_en_passant: bool,
    /// A royal piece may move twice at once, hop, ride or move lamely, capture en passant, or castle where it is attacked.
    pub rare_king: bool,
    /// Castling with kings and rooks in shuffled places.
    pub shuffled_castling: bool,
    /// Which moves reset the clock is not to be seen by the piece alone.
    pub progress: bool,
    /// The clock ends in a claim, so the last capturer is part of the state.
    pub claims: bool,
    /// Checks are counted.
    pub checks: bool,
    /// A player has other royal pieces than one king.
    pub royalty: bool,
    /// The kings may not face each other.
    pub facing: bool,
    /// Moves that the pieces could make may be forbidden for other reasons than the own king's safety.
    pub filtered: bool,
    /// Who can capture must.
    pub obligation: bool,
    /// Each move puts a neutral piece on an empty square.
    pub blocker: bool,
    /// Some pieces neither capture nor leap over others.
    pub avoiding: bool,
    /// A weaker player counts moves.
    pub counting: bool,
    /// Not every checkmate counts.
    pub mate_rule: bool,
    /// Enemies that aim at a piece end its first moves.
    pub unsettling: bool,
    /// A player may pass.
    pub passing: bool,
    /// Kings that face each other offer a draw.
    pub facing_offers: bool,
    /// Kings and rooks may castle that are placed from the hand.
    pub placed_castling: bool,
    /// Pieces capture their own side's.
    pub captures_own: bool,
    /// Who captures may become another piece.
    pub captor_becomes: bool,
    /// Who captures may turn to stone.
    pub petrifies: bool,
    /// Which pieces attack a king is not to be seen by their moves alone: a capture can lose the capturer's own, or some capture
    /// not all.
    pub trial: bool,
    /// Legal moves are more than those that lines and leaps allow: one question for all of which a generator asks then.
    pub(crate) rare_moves: bool,
    /// The same for what moves change.
    pub(crate) rare_changes: bool,
    /// The same for what is counted after a move.
    pub(crate) counted: bool,
}

impl Features {
    /// The features, and which of them are asked for together.
    const fn summed(self) -> Self {
        let safety = self.royalty || self.trial || self.avoiding || self.odd || self.facing || self.petrifies;
        let changes =
            self.progress || self.explosion || self.unsettling || self.captor_becomes || self.captures_own;
        Self {
            rare_moves: self.apart() || self.filtered || self.checks || self.explosion || safety,
            rare_changes: self.odd || self.gating || self.blockers() || self.passing || changes,
            counted: self.checks || self.mate_rule || self.counting,
            ..self
        }
    }

    /// Whether legal moves are found by looking at others, or have a second half.
    pub(crate) const fn apart(&self) -> bool {
        self.obligation || self.blocker
    }

    /// Whether neutral pieces may stand on the board.
    pub(crate) const fn blockers(&self) -> bool {
        self.blocker || self.petrifies
    }

    /// Whether the short generator suffices.
    #[must_use]
    pub const fn plain(&self) -> bool {
        !(self.hands
            || self.placement
            || self.prisoners
            || self.entry
            || self.gating
            || self.explosion
            || self.creation
            || self.round_doubles
            || self.odd
            || self.in_place
            || self.zones
            || self.quiet_en_passant
            || self.rare_king
            || self.shuffled_castling
            || self.claims
            || self.progress
            || self.obligation
            || self.checks
            || self.royalty
            || self.facing
            || self.filtered
            || self.avoiding
            || self.mate_rule
            || self.counting
            || self.unsettling
            || self.passing
            || self.facing_offers
            || self.captures_own
            || self.captor_becomes
            || self.petrifies
            || self.trial
            || self.blocker)
    }
}

pub(super) fn features<S: Size>(definition: &Definition, tables: &Tables<S>) -> Features {
    let sides = &tables.sides;
    let any = |test: &dyn Fn(&Side<S>) -> bool| sides.iter().any(test);
    let gating = |s: &Side<S>| s.gates.all().iter().any(|held| !held.is_empty());
    Features {
        hands: definition.hands.used,
        placement: definition.hands.placement,
        prisoners: definition.hands.prisoners,
        returned: definition.hands.returned,
        entry: any(&|s| !s.entries.is_empty()),
        gating: any(&gating),
        explosion: definition.explosion.is_some(),
        creation: any(&|s| !s.leaving.is_empty()),
        round_doubles: any(&|s| s.doubles.iter().any(|d| d.shifts[0] != d.shifts[1] || d.third != 0)),
        triple_steps: any(&|s| s.doubles.iter().any(|double| double.third != 0 && double.en_passant)),
        odd: any(&|s| !s.movers.odd.is_empty()),
        three: any(&|s| !s.captures_own.is_empty() || !s.movers.odd.is_empty() || gating(s)),
        in_place: any(&|s| !s.in_place.is_empty() || s.stepping.is_some()),
        zones: any(&|s| !s.zoned.is_empty()),
        quiet_en_passant: any(&|s| any_quiet_en_passant(s)),
        rare_king: any(&|s| {
            s.doubles.iter().any(|double| s.royals.has(double.kind))
                || s.royals.iter().any(|kind| !s.masks[usize::from(kind)].is_even())
                || !(s.en_passant & s.royals).is_empty()
                || s.castling
                    .iter()
                    .flatten()
                    .any(|c| s.royals.has(c.king) && c.from.is_some() && c.safe.is_empty())
        }),
        shuffled_castling: any(&|s| s.castling.iter().flatten().any(|c| c.from.is_none())),
        progress: tables.clock_promotions || any(&|s| !s.clock_returns.is_empty()),
        claims: tables.clock_limit.is_some_and(|(_, claim)| claim),
        blocker: definition.blocker.is_some(),
        royalty: any(&|s| s.royalty.is_some()),
        obligation: any(&|s| s.obligation.is_some()),
        counting: definition.counting.is_some(),
        filtered: any(&|s| !s.gives_check || !s.king_flees || !s.unsettled.is_empty() || s.goal_shy)
            || any(&|s| s.quiet_promotion || s.stepping.as_ref().is_some_and(|stepping| stepping.declinable))
            || definition.may_pass(),
        mate_rule: definition.mate.is_some(),
        unsettling: any(&|s| !s.unsettled.is_empty()),
        passing: definition.may_pass(),
        facing_offers: definition.facing_offers_draw,
        avoiding: any(&|s| s.masks.iter().any(|mask| !mask.avoids.is_empty())),
        placed_castling: any(&|s| s.castling.iter().flatten().any(|c| c.placed)),
        captures_own: any(&|s| !s.captures_own.is_empty()),
        captor_becomes: any(&|s| s.captor_becomes.all().iter().any(Option::is_some)),
        petrifies: any(&|s| !s.petrifies.is_empty()),
        trial: needs_trial(definition, sides),
        checks: any(&|s| s.checks > 0),
        facing: definition.kings_never_face,
        ..Features::default()
    }
    .summed()
}

/// [`Tables::simple_blasts`].
pub(super) fn simple_blasts<S: Size>(definition: &Definition, tables: &Tables<S>) -> bool {
    let features = &tables.features;
    let steps = |mask: &KindMasks<S>| {
        let near = |(from, to): (&S::Word, &S::Word)| (*from & !*to).is_empty();
        !mask.has_orthogonal
            && !mask.has_diagonal
            && mask.from_leap.all().iter().zip(tables.blast.all()).all(near)
    };
    let simple = |color: Color| {
        let side = tables.side(color);
        side.by_checkmate
            && definition.has_one_king(color)
            && (side.kings & tables.spared).is_empty()
            && side.kings.iter().all(|kind| steps(&side.masks[kind.index()]))
    };
    let others = features.hands
        || features.entry
        || features.gating
        || features.creation
        || features.odd
        || features.rare_king
        || features.royalty
        || features.facing
        || features.blocker;
    let others = others
        || features.avoiding
        || features.captures_own
        || features.petrifies
        || !tables.survivors.is_empty();
    features.explosion && !others && Color::ALL.into_iter().all(simple)
}

/// Whether a kind that captures en passant has a quiet move like one of its captures.
fn any_quiet_en_passant<S: Size>(side: &Side<S>) -> bool {
    side.en_passant.iter().any(|kind| {
        let m = &side.masks[usize::from(kind)];
        let shared = |quiet: &S::BySquare<S::Word>, capture: &S::BySquare<S::Word>| {
            quiet.all().iter().zip(capture.all()).any(|(&q, &c)| !(q & c).is_empty())
        };
        shared(&m.quiet_leap, &m.capture_leap)
            || shared(&m.quiet_orthogonal, &m.capture_orthogonal)
            || shared(&m.quiet_diagonal, &m.capture_diagonal)
            || !m.is_even()
            || side.doubles.iter().any(|double| double.kind == kind && captures_doubly(double, m))
    })
}

/// Whether a double step goes where the piece can also capture.
fn captures_doubly<S: Size>(double: &Double<S::Word>, masks: &KindMasks<S>) -> bool {
    double.from.iter().any(|from| {
        let captures = [&masks.capture_leap, &masks.capture_orthogonal, &masks.capture_diagonal];
        let to = S::Word::bit(from).rotate(double.shift());
        captures.iter().any(|table| !(*table.at(from.index()) & to).is_empty())
    })
}

/// Whether who attacks a king is not to be seen by moves alone.
pub(super) fn needs_trial<S: Size>(definition: &Definition, sides: &[Side<S>; 2]) -> bool {
    // An attack that is made by first moves alone ends with them, which also a move off its line may bring about.
    let attacks = |moves: &Moves| moves.rays.iter().copied().filter(|ray| ray.captures).collect::<Vec<_>>();
    let first = |rules: &PieceRules| {
        let more = rules.first_moves.as_ref().is_some_and(|first| attacks(first) != attacks(&rules.moves));
        more && !rules.unsettled_by.is_empty()
    };
    definition.explosion.is_some()
        || sides.iter().any(|side| !(side.petrifies & side.royals).is_empty())
        || definition.pieces.iter().flat_map(|piece| &piece.rules).any(first)
}
