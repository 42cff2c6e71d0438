//! What a move is that another game does not have.

use std::collections::BTreeSet;
use std::sync::Arc;

use berolina_numbers::Random;
use berolina_rules::definition::{KingLoss, PieceId, PieceRules, targets};
use berolina_rules::geometry::{Color, Square, Word as _};
use berolina_rules::position::{Manner, Origin};
use berolina_rules::tables::Kind as PieceKind;
use berolina_rules::tables::KindState;
use berolina_rules::{Move, Outcome, Position, Reason, Setup, Variant};

use super::Kind;
use super::search::walk;

/// Games by which another game is known, and their length.
const GAMES: u64 = 24;
const PLIES: usize = 200;

/// A kind and, where kinds are too coarse to be compared, which of it: a promotion by its pieces and rank.
pub type Feature = (Kind, String);

/// What stands on a square: the piece's name and whose it is.
type Cell<'a> = Option<(&'a str, Color)>;
/// Squares that changed with what stands there, and who has won if the game is over.
type Changed<'a> = (Vec<(u8, Cell<'a>)>, Option<Option<Color>>);

/// The game with which another is compared.
#[derive(Debug)]
pub struct Other {
    variant: Arc<Variant>,
    /// What happens in it.
    known: BTreeSet<Feature>,
}

impl Other {
    /// A game, known by random games of it.
    #[must_use]
    pub fn new(variant: &Arc<Variant>) -> Self {
        let mut known = BTreeSet::new();
        for seed in 0..GAMES {
            walk(variant, PLIES, &mut Random::new(0x07E4 + seed), &mut |position, moves| {
                for &mv in moves {
                    known.extend(features(position, mv, &position.play_unchecked(mv)));
                }
            });
        }
        Self { variant: Arc::clone(variant), known }
    }

    /// The game.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// What a position's moves are that this game does not have; of a move that it has, with the same result, nothing.
    #[must_use]
    pub fn strange(&self, position: &Position, moves: &[Move]) -> Vec<(Move, Vec<Kind>)> {
        let here = self.same(position);
        let known: Option<BTreeSet<_>> = here.as_ref().map(|here| {
            let after = |mv| result(&self.variant, here, &here.play_unchecked(mv));
            here.legal_moves().into_iter().map(after).collect()
        });
        let kinds = |&mv: &Move| {
            let after = position.play_unchecked(mv);
            let result = result(position.variant(), position, &after);
            if known.as_ref().is_some_and(|known| known.contains(&result)) {
                return (mv, Vec::new());
            }
            let mut kinds: BTreeSet<Kind> = features(position, mv, &after)
                .into_iter()
                .filter(|feature| known.is_some() || !(self.known.contains(feature) || self.may(feature.0)))
                .map(|(kind, _)| kind)
                .collect();
            kinds.extend(self.stranger(position, mv));
            (mv, kinds.into_iter().collect())
        };
        moves.iter().map(kinds).collect()
    }

    /// The same placement in this game, if it has the board and the pieces and may come about.
    fn same(&self, position: &Position) -> Option<Position> {
        let (variant, setup) = (position.variant(), position.setup());
        if variant.shape() != self.variant.shape() || !setup.blockers.is_empty() {
            return None;
        }
        let fresh = Setup::empty(&self.variant);
        let hands =
            if self.variant.definition().hands.used { self.hands(variant, &setup)? } else { fresh.hands };
        let mut same =
            Setup { hands, capturer: None, checks: fresh.checks, count_limit: None, passes: 0, ..setup };
        for (kind, _) in same.board.iter_mut().flatten() {
            *kind = self.named(variant, *kind)?;
        }
        same.position(&self.variant).ok()
    }

    /// The hands in the order of this game's pieces, if it has all that are held.
    fn hands(&self, variant: &Variant, setup: &Setup) -> Option<[Vec<u8>; 2]> {
        let mut hands = Setup::empty(&self.variant).hands;
        for (theirs, mine) in hands.iter_mut().zip(&setup.hands) {
            let held = variant.definition().numbered().zip(mine).filter(|(_, count)| **count > 0);
            for ((_, piece), &count) in held {
                theirs[self.piece(&piece.name)?.index()] = count;
            }
        }
        Some(hands)
    }

    /// This game's piece of the same name, in the same state where it has one.
    fn named(&self, variant: &Variant, kind: PieceKind) -> Option<PieceKind> {
        let info = &variant.kinds()[kind.index()];
        let piece = self.piece(&variant.definition().piece(info.piece).name)?;
        let letter = self.variant.definition().piece(piece).letter;
        self.variant.kind(letter, info.state).or_else(|| self.variant.kind(letter, KindState::Base))
    }

    fn piece(&self, name: &str) -> Option<PieceId> {
        self.variant.definition().numbered().find(|(_, piece)| piece.name == name).map(|(id, _)| id)
    }

    /// What is strange about who moves, how it goes, and where.
    fn stranger(&self, position: &Position, mv: Move) -> Vec<Kind> {
        let mut kinds = Vec::new();
        let variant = position.variant();
        let moved = variant.piece_of(position.moved_kind(mv));
        match self.piece(&variant.definition().piece(moved).name) {
            None => kinds.push(Kind::NewPiece),
            Some(piece) if self.goes_otherwise(position, mv, piece) => kinds.push(Kind::Moves),
            Some(_) => {}
        }
        let (mine, theirs) = (variant.shape(), self.variant.shape());
        if mine.grid() != theirs.grid() {
            kinds.push(Kind::Hexagons);
        } else if mine.flat() != theirs.flat() {
            kinds.push(Kind::Board);
        }
        kinds
    }

    /// Whether the rules of this game have such a thing at all. What is a matter of where and what is not asked here.
    fn may(&self, kind: Kind) -> bool {
        let rules = self.variant.definition();
        let players = || rules.players.iter();
        let pieces = || rules.pieces.iter().flat_map(|piece| &piece.rules);
        match kind {
            Kind::Creates => pieces().any(|piece| piece.leaves.is_some()),
            Kind::Enters => pieces().any(PieceRules::enters),
            Kind::Drops => {
                rules.hands.used && !rules.hands.placement && pieces().any(|p| !p.drop_zone.is_empty())
            }
            Kind::Places => rules.hands.placement,
            Kind::Explodes => rules.explosion.is_some(),
            Kind::Blocks => rules.has_blockers(),
            Kind::Passes => rules.may_pass(),
            Kind::TakesKing | Kind::Exposed => {
                players().any(|player| player.king_lost_by == KingLoss::Capture)
            }
            Kind::Goal => players().any(|player| player.goal.is_some()),
            Kind::Checks => players().any(|player| player.checks.is_some()),
            Kind::Extinct | Kind::Loses => {
                players().any(|player| player.extinction.is_some() || !player.royal.single)
            }
            Kind::Bares => rules.bare_king.is_some(),
            Kind::Stalemates => !rules.stalemate.is_draw(),
            Kind::Mates => players().any(|player| player.king_lost_by == KingLoss::Checkmate),
            Kind::MustTake => players().any(|player| player.obligation.is_some()),
            Kind::Beside | Kind::Castles | Kind::Promotes | Kind::Moves | Kind::NewPiece => false,
            Kind::Hexagons | Kind::Board | Kind::Array | Kind::Kings => false,
        }
    }

    /// Whether White's piece of this game would not go there, were this its board.
    fn goes_otherwise(&self, position: &Position, mv: Move, piece: PieceId) -> bool {
        let (mine, theirs) = (position.variant().shape(), self.variant.shape());
        let plain = matches!(mv.manner(), Manner::Plain | Manner::Promotion(_) | Manner::Double);
        if !plain || position.turn() == Color::Black || mine.grid() != theirs.grid() || mv.from() == mv.to() {
            return false;
        }
        let rules = self.variant.definition().rules(Color::White, piece);
        let on = |color: Option<Color>| {
            let stands = |square: &Square| {
                position.piece_at(*square).is_some_and(|(_, owner)| color.is_none_or(|color| owner == color))
            };
            mine.iter().filter(stands).fold(0_u128, |set, square| set | u128::bit(square))
        };
        let somewhere = rules.moves_on.iter().flat_map(|on| &on.moves.rays);
        let rays: Vec<_> = rules.rays().chain(somewhere).copied().collect();
        let mine = if theirs.is_cylinder() { mine } else { mine.flat() };
        let found = targets(mine, &rays, mv.from(), on(None), on(Some(Color::White)));
        let mut steps = rules.double_step.iter().flat_map(berolina_rules::definition::DoubleStep::ends);
        if position.piece_at(mv.to()).is_some() {
            !found.attacked.has(mv.to())
        } else {
            !found.quiet.has(mv.to()) && !steps.any(|step| mine.offset(mv.from(), step) == Some(mv.to()))
        }
    }
}

/// What stands where after a move, and who has won.
fn result<'v>(variant: &'v Variant, before: &Position, after: &Position) -> Changed<'v> {
    let cell = |position: &Position, square: Square| -> Cell<'v> {
        let (kind, color) = position.piece_at(square)?;
        Some((name(variant, kind), color))
    };
    let changed = |square: Square| {
        let (old, new) = (cell(before, square), cell(after, square));
        (old != new).then_some((square.0, new))
    };
    let ended = after.outcome().filter(|outcome| outcome.reason.is_final());
    (variant.shape().iter().filter_map(changed).collect(), ended.map(|outcome| outcome.winner))
}

fn name(variant: &Variant, kind: PieceKind) -> &str {
    &variant.definition().piece(variant.piece_of(kind)).name
}

/// What happens by a move, whatever other games have.
#[must_use]
pub fn features(position: &Position, mv: Move, after: &Position) -> Vec<Feature> {
    let (effect, outcome) = (position.effect(mv), after.outcome());
    let mut kinds = match effect.manner {
        Manner::Drop(_) if position.is_placing() => vec![Kind::Places],
        Manner::Drop(_) => vec![Kind::Drops],
        Manner::Entry(_) | Manner::Gating(_) | Manner::GatingCastling(..) => vec![Kind::Enters],
        Manner::Over(_) | Manner::Through(_) => vec![Kind::Beside],
        Manner::Pass => vec![Kind::Passes],
        Manner::Plain | Manner::Double | Manner::EnPassant(_) => Vec::new(),
        Manner::Castling(_) | Manner::Promotion(_) => Vec::new(),
    };
    if effect.filled.iter().any(|arrival| arrival.from == Origin::Created) {
        kinds.push(Kind::Creates);
    }
    if !effect.taken.is_empty() && effect.filled.is_empty() {
        kinds.push(Kind::Explodes);
    }
    if after.blockers() != position.blockers() {
        kinds.push(Kind::Blocks);
    }
    if !effect.taken.is_empty() && position.must_capture() {
        kinds.push(Kind::MustTake);
    }
    let mover = position.turn();
    match outcome {
        Some(outcome) => kinds.extend(ending(outcome, mover, after)),
        None if position.variant().definition().has_one_king(mover) && after.king_attacked(mover) => {
            kinds.push(Kind::Exposed);
        }
        None => {}
    }
    let mut features: Vec<Feature> = kinds.into_iter().map(|kind| (kind, String::new())).collect();
    features.extend(detailed(position, mv));
    features
}

/// What an end of the game shows, if it shows anything.
fn ending(outcome: Outcome, mover: Color, after: &Position) -> Option<Kind> {
    let won = outcome.winner? == mover;
    let gone = || {
        let theirs = |square| after.piece_at(square).is_some_and(|(_, color)| color != mover);
        !after.variant().shape().iter().any(theirs)
    };
    match outcome.reason {
        Reason::KingCaptured if won => Some(Kind::TakesKing),
        Reason::GoalReached if won => Some(Kind::Goal),
        Reason::CheckCount if won => Some(Kind::Checks),
        Reason::TooFew | Reason::RoyalsLost if won => Some(Kind::Extinct),
        Reason::TooFew | Reason::RoyalsLost if gone() => Some(Kind::Loses),
        Reason::Checkmate if won => Some(Kind::Mates),
        Reason::BareKing => Some(Kind::Bares),
        Reason::Stalemate => Some(Kind::Stalemates),
        Reason::Castling => Some(Kind::Castles),
        _ => None,
    }
}

/// Castling by where the king goes, and promotion by what becomes what how far from the end of the board.
fn detailed(position: &Position, mv: Move) -> Option<Feature> {
    let (variant, shape) = (position.variant(), position.variant().shape());
    match mv.manner() {
        Manner::Castling(_) => {
            Some((Kind::Castles, format!("{}{}", shape.name(mv.from()), shape.name(mv.to()))))
        }
        Manner::Promotion(kind) => {
            let far = match position.turn() {
                Color::White => shape.ranks() - 1 - shape.rank(mv.to()),
                Color::Black => shape.rank(mv.to()),
            };
            let moved = name(variant, position.moved_kind(mv));
            Some((Kind::Promotes, format!("{moved} {} {far}", name(variant, kind))))
        }
        _ => None,
    }
}
