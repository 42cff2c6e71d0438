//! What a game has beside pieces that move, capture and check a king.

use berolina_rules::definition::{
    Captures, Castling, Clock, Definition, Extinction, Hands, KingLoss, PieceRules, Player, Promotion,
    Royalty, Rules, Stalemate, Verdict, Zones,
};
use berolina_rules::geometry::Color;

/// Something special about a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Feature {
    /// King and rook castle.
    Castling,
    /// They castle in games in which the king is lost by capture, out of attacks too.
    CastlingThroughAttack,
    /// Castling keeps the other from castling to the same side.
    CastlingOpposite,
    /// Castling wins.
    CastlingWins,
    /// King and rook have the choice between two castlings to a side.
    CastlingFarther,
    /// Two steps at once.
    DoubleStep,
    /// Three steps at once.
    TripleStep,
    /// Captures en passant.
    EnPassant,
    /// Moves of pieces that have not moved.
    FirstMoves,
    /// First moves that end otherwise than by moving.
    Unsettled,
    /// Promotion of pieces.
    Promotion,
    /// How many of a kind there may be after promoting.
    PromotionLimit,
    /// Promotion without moving.
    PromotionInPlace,
    /// Promotion as a move of its own.
    PromotionStep,
    /// Promotion that may not attack.
    QuietPromotion,
    /// Black moves first.
    FirstMove,
    /// Pieces in hand.
    Hands,
    /// Where pieces may be placed.
    Drops,
    /// All pieces in hand are placed first.
    Placement,
    /// Pieces in hand come with either face.
    PromotedDrops,
    /// How many of a kind may stand on a file.
    DropLimit,
    /// Placing a piece may not give mate.
    DropMates,
    /// Pieces come on squares of both colours.
    BalancedDrops,
    /// A piece enters in exchange for another.
    Entry,
    /// A piece enters behind another.
    Gating,
    /// Captured pieces go back to their owners.
    Returned,
    /// Squares that a piece does not leave.
    StaysIn,
    /// Moves on some squares.
    MovesOn,
    /// Pieces that are not captured by others.
    Avoids,
    /// What is left where a piece was captured.
    Leaves,
    /// The captor becomes another piece.
    CaptorBecomes,
    /// Pieces of one's own can be captured.
    CapturesOwn,
    /// Pieces turn to stone.
    Stone,
    /// Captures explode.
    Explosion,
    /// Neutral pieces.
    Blocker,
    /// Captures are compulsory.
    Obligation,
    /// Royal pieces other than one king.
    Royalty,
    /// Kings are lost by capture.
    KingCapture,
    /// Pieces of which there may not be too few.
    Extinction,
    /// Whose loss counts where both lose at once.
    BothLost,
    /// Kings may not face each other.
    Facing,
    /// Kings that face each other offer a draw.
    DrawOffer,
    /// Players may pass.
    Pass,
    /// A square to reach.
    Goal,
    /// Checks are counted.
    Checks,
    /// Checks are forbidden.
    NoChecks,
    /// A king may not flee.
    NoFleeing,
    /// Not every mate counts.
    MateRule,
    /// What mate means.
    Checkmate,
    /// What a player loses or wins who has no move.
    Stalemate,
    /// What a bare king means.
    BareKing,
    /// What the same position means.
    Repetition,
    /// Moves without progress are counted.
    Clock,
    /// Dead positions are drawn.
    Insufficient,
    /// A weaker player counts moves.
    Counting,
    /// Draws are decided.
    Draws,
}

impl Feature {
    /// What it is, with the key that says it in variant files.
    #[must_use]
    pub const fn told(self) -> &'static str {
        match self {
            Self::Castling => "`castling`: how king and rook castle",
            Self::CastlingThroughAttack => {
                "`castling.through-attack`: the king castles through attacked squares"
            }
            Self::CastlingOpposite => {
                "`castling.opposite`: who castles keeps the other from castling to the same side"
            }
            Self::CastlingWins => "`castling.king-side.wins`: castling wins",
            Self::CastlingFarther => "`castling.king-side.farther`: two castlings to one side",
            Self::TripleStep => "`double-step.triple-from`: three steps at once",
            Self::DoubleStep => "`double-step`: two steps at once",
            Self::EnPassant => "`en-passant`: captures en passant",
            Self::FirstMoves => "`first-moves`: moves of pieces that have not moved",
            Self::Unsettled => "`unsettled-by`, `promoted-moved`: when first moves are lost",
            Self::FirstMove => "`first-move`: Black begins",
            Self::Promotion => "`promotion`: where and to what pieces promote",
            Self::PromotionLimit => "`promotion.limit`: how many of a kind there may be",
            Self::PromotionInPlace => "`promotion.in-place`: a piece promotes where it stands",
            Self::PromotionStep => "`promotion.step`: promotion as a move of its own",
            Self::QuietPromotion => "`promotion.quiet`: what comes by promotion may attack nothing",
            Self::Hands => "`hand`: pieces in hand",
            Self::Drops => "`drops`: where pieces may be placed from the hand",
            Self::Placement => "`hand.placement`: all pieces in hand are placed first",
            Self::PromotedDrops => "`hand.promoted`: pieces in hand may be placed promoted",
            Self::DropLimit => "`drop-limit`: how many of a kind may stand on a file",
            Self::DropMates => "`drop-mates`: placing a piece may not give mate",
            Self::BalancedDrops => "`drops-balanced`: pieces come on squares of both colours",
            Self::Entry => "`enters-for`: a piece in hand enters in exchange for another",
            Self::Gating => "`enters-behind`: a piece in hand enters behind another",
            Self::Returned => "`hand.prisoners`: captured pieces go back to their owner's hand",
            Self::StaysIn => "`stays-in`: squares that a piece does not leave",
            Self::MovesOn => "`moves-on`: moves on some squares only",
            Self::Avoids => "`avoids`: pieces that another can neither capture nor leap over",
            Self::Leaves => "`leaves`: what a captured piece leaves behind its captor",
            Self::CaptorBecomes => "`captor-becomes`: the captor becomes another piece",
            Self::CapturesOwn => "`captures-own`: pieces of one's own can be captured",
            Self::Stone => "`turns-to-stone`: a piece that captures turns to stone",
            Self::Explosion => "`explosion`: captures explode",
            Self::Blocker => "`blocker`: a neutral piece is moved with each move",
            Self::Obligation => "`capture`: captures are compulsory",
            Self::Royalty => "`royal`: what must not be lost, and when it is",
            Self::KingCapture => {
                "`king-lost-by`: the king is lost by capture, and nobody need answer a check"
            }
            Self::Extinction => "`extinction`: pieces of which there may not be too few",
            Self::BothLost => "`both-lost`: whose loss counts where both lose at once",
            Self::Facing => "`facing-kings`: kings may not face each other",
            Self::DrawOffer => "`facing-kings`: kings that face each other offer a draw",
            Self::Pass => "`pass`: a player may pass",
            Self::Goal => "`goal`: squares that win",
            Self::Checks => "`checks`: so many checks lose",
            Self::NoChecks => "`giving-check`: moves may not give check",
            Self::NoFleeing => "`king-flees`: a king in check may not step away",
            Self::MateRule => "`mate`: which checkmates count",
            Self::Checkmate => "`checkmate`: what it means to be checkmated",
            Self::Stalemate => "`stalemate`: what it means to have no move",
            Self::BareKing => "`bare-king`: what it means to have nothing but the king",
            Self::Repetition => "`repetition`: what the same position again means",
            Self::Clock => "`clock`: what so many moves without progress mean",
            Self::Insufficient => "`insufficient`: positions that nobody can win are drawn",
            Self::Counting => "`counting`: a weaker player counts moves to a draw",
            Self::Draws => "`draws`: who wins what would be a draw",
        }
    }

    /// All features of a game.
    #[must_use]
    pub fn of(d: &Definition) -> Vec<Self> {
        nothing_is_forgotten(d);
        let mut found = of_pieces(d);
        found.extend(of_players(d));
        found.extend(of_the_game(d));
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Those that are there.
fn present(list: &[(Feature, bool)]) -> Vec<Feature> {
    list.iter().filter(|(_, there)| *there).map(|(feature, _)| *feature).collect()
}

fn of_pieces(d: &Definition) -> Vec<Feature> {
    let any = |has: &dyn Fn(&PieceRules) -> bool| d.pieces.iter().flat_map(|piece| &piece.rules).any(has);
    let drops = |color: Color| {
        let held = |&id: &berolina_rules::definition::PieceId| {
            (d.hands.prisoners && !d.is_royal(color, id) || d.start.held(color, id) > 0)
                && !d.piece(id).letter.is_promoted()
        };
        d.ids().filter(held).any(|id| {
            let rules = d.rules(color, id);
            !rules.enters() && rules.drop_zone != d.shape.cells()
        })
    };
    present(&[
        (Feature::DoubleStep, any(&|rules| rules.double_step.is_some())),
        (
            Feature::TripleStep,
            any(&|rules| rules.double_step.as_ref().is_some_and(|d| !d.triple_from.is_empty())),
        ),
        (Feature::EnPassant, any(&|rules| rules.en_passant)),
        (Feature::FirstMoves, any(&|rules| rules.first_moves.is_some())),
        (Feature::Unsettled, any(&|rules| !rules.unsettled_by.is_empty() || rules.promoted_moved)),
        (Feature::Promotion, any(&|rules| !rules.promotes_to.is_empty())),
        (Feature::DropLimit, d.hands.used && any(&|rules| rules.drop_limit.is_some())),
        (Feature::DropMates, d.hands.used && any(&|rules| rules.no_drop_mates)),
        (Feature::BalancedDrops, d.hands.used && any(&|rules| rules.drops_balanced)),
        (Feature::Drops, d.hands.used && Color::ALL.into_iter().any(drops)),
        (Feature::Entry, any(&|rules| rules.entry.is_some())),
        (Feature::Gating, any(&|rules| !rules.enters_behind.is_empty())),
        (Feature::StaysIn, any(&|rules| rules.stays_in.is_some())),
        (Feature::MovesOn, any(&|rules| rules.moves_on.is_some())),
        (Feature::Avoids, any(&|rules| !rules.avoids.is_empty())),
        (Feature::Leaves, any(&|rules| rules.leaves.is_some())),
        (Feature::CaptorBecomes, any(&|rules| rules.captures.captor_becomes.is_some())),
        (Feature::CapturesOwn, any(&|rules| rules.captures.own)),
        (Feature::Stone, any(&|rules| rules.captures.petrifies)),
    ])
}

fn of_players(d: &Definition) -> Vec<Feature> {
    let castles = || d.players.iter().flat_map(|player| player.castling.iter().flatten());
    let promotes = |has: &dyn Fn(&Promotion) -> bool| d.players.iter().any(|player| has(&player.promotion));
    let kings = Color::ALL.into_iter().all(|color| d.has_one_king(color));
    let captured = d.players.iter().any(|player| player.king_lost_by == KingLoss::Capture);
    present(&[
        (Feature::Castling, castles().next().is_some()),
        (Feature::CastlingThroughAttack, castles().any(|wing| wing.through_attack)),
        (Feature::CastlingOpposite, castles().any(|wing| wing.opposite)),
        (Feature::CastlingWins, castles().any(|wing| wing.wins)),
        (Feature::CastlingFarther, castles().any(|wing| wing.farther.is_some())),
        (Feature::PromotionLimit, promotes(&|promotion| promotion.limit.is_some())),
        (Feature::PromotionInPlace, promotes(&|promotion| promotion.in_place)),
        (Feature::PromotionStep, promotes(&|promotion| promotion.step.is_some())),
        (Feature::QuietPromotion, promotes(&|promotion| promotion.quiet)),
        (Feature::Royalty, !kings),
        (Feature::KingCapture, captured),
        (Feature::Obligation, d.players.iter().any(|player| player.obligation.is_some())),
        (Feature::Extinction, d.players.iter().any(|player| player.extinction.is_some())),
        (Feature::Goal, d.players.iter().any(|player| player.goal.is_some())),
        (Feature::Checks, d.players.iter().any(|player| player.checks.is_some())),
        (Feature::NoChecks, d.players.iter().any(|player| !player.gives_check)),
        (Feature::NoFleeing, d.players.iter().any(|player| !player.king_flees)),
    ])
}

fn of_the_game(d: &Definition) -> Vec<Feature> {
    present(&[
        (Feature::FirstMove, d.start.turn == Color::Black),
        (Feature::Hands, d.hands.used),
        (Feature::Placement, d.hands.placement),
        (Feature::Returned, d.hands.returned),
        (Feature::PromotedDrops, d.hands.promoted),
        (Feature::BothLost, d.mover_loses_first),
        (Feature::Explosion, d.explosion.is_some()),
        (Feature::Blocker, d.blocker.is_some()),
        (Feature::Facing, d.kings_never_face),
        (Feature::DrawOffer, d.facing_offers_draw),
        (Feature::Pass, d.passing),
        (Feature::MateRule, d.mate.is_some()),
        (Feature::Checkmate, d.checkmate != Verdict::Loss),
        (Feature::Stalemate, d.stalemate != Stalemate::Is(Verdict::Draw)),
        (Feature::BareKing, d.bare_king.is_some()),
        (Feature::Repetition, d.repetition.is_some()),
        (Feature::Clock, d.clock.limit.is_some()),
        (Feature::Insufficient, d.insufficient.is_some()),
        (Feature::Counting, d.counting.is_some()),
        (Feature::Draws, d.draws.is_some()),
    ])
}

/// Names everything that a game has: what is new in the language does not compile before it has a feature here, or is found to be none.
fn nothing_is_forgotten(rules: &Rules) {
    let Rules {
        name: _,
        lineage: _,
        chosen: _,
        options: _,
        text: _,
        shape: _,
        pieces,
        players,
        start: _,
        stalemate: _,
        checkmate: _,
        mate: _,
        repetition: _,
        clock,
        insufficient: _,
        bare_king: _,
        explosion: _,
        hands,
        kings_never_face: _,
        facing_offers_draw: _,
        passing: _,
        counting: _,
        draws: _,
        blocker: _,
        facing_lines: _,
        mover_loses_first: _,
        says_check: _,
    } = rules;
    let Hands { used: _, placement: _, prisoners: _, returned: _, promoted: _ } = hands;
    let Clock { captures: _, moves: _, irreversible: _, promotions: _, placements: _, limit: _ } = clock;
    for player in players {
        let Player {
            army: _,
            royal,
            extinction,
            king_lost_by: _,
            obligation: _,
            castling,
            promotion,
            goal: _,
            checks: _,
            gives_check: _,
            king_flees: _,
        } = player;
        let Royalty { pieces: _, lost: _, result: _, single: _ } = royal;
        let Promotion { zones, limit: _, limit_counts_hand: _, in_place: _, reverts: _, step: _, quiet: _ } =
            promotion;
        let Zones { forced: _, optional: _, leaving: _, by_capture: _ } = zones;
        for wing in castling.iter().flatten() {
            let Castling {
                from: _,
                king: _,
                king_to: _,
                rook_to: _,
                farther: _,
                rook: _,
                through_attack: _,
                placed: _,
                opposite: _,
                wins: _,
            } = wing;
        }
        if let Some(extinction) = extinction {
            let Extinction { pieces: _, left: _, each: _, result: _ } = extinction;
        }
    }
    for rules in pieces.iter().flat_map(|piece| &piece.rules) {
        let PieceRules {
            moves: _,
            first_moves: _,
            double_step: _,
            en_passant: _,
            promotes_to: _,
            entry: _,
            enters_behind: _,
            drop_zone: _,
            stays_in: _,
            avoids: _,
            unsettled_by: _,
            promoted_moved: _,
            moves_on: _,
            leaves: _,
            promotion: _,
            drop_limit: _,
            no_drop_mates: _,
            drops_balanced: _,
            captures,
        } = rules;
        let Captures { own: _, petrifies: _, captor_becomes: _ } = captures;
    }
}
