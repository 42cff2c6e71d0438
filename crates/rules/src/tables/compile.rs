//! From a definition to tables.

use std::array;

use berolina_numbers::Random;

use super::chances::Chances;
use super::doubles::doubles;
use super::features::{features, needs_trial, simple_blasts};
use super::movement::{FARTHEST, is_odd, mirrored};
use super::{
    Attackers, CastlingTable, Counting, DropLimit, EntryTable, Extinction, Features, GoalAsks, Keys, Kind,
    KindInfo, KindMasks, KindSet, KindState, Movers, Returns, Royalty, Side, Stepping, Tables, Zone,
};
use crate::definition::{
    self, Award, Castling, ClockEnd, Definition, KingLoss, Moves, Piece, PieceId, PieceRules, PromotionStep,
    Ray, RoyalLoss, Zones,
};
use crate::geometry::{Color, Lines, Offset, Shape, Size, Square, SquareSet, Table, Word, walk};

/// The kinds of a definition: all base states in the order of the pieces, then the other states.
fn kinds(definition: &Definition) -> Vec<KindInfo> {
    let info = |piece: PieceId, state, reverts_to: PieceId| KindInfo {
        piece,
        state,
        letter: definition.piece(piece).letter,
        prisoner: (!definition.is_one_king(piece)).then(|| Kind::base(definition.in_hand(reverts_to))),
        silent: definition.piece(piece).silent,
        colorbound: false,
    };
    // As many as `kind_count` says, with the one that no piece has.
    let base = definition.ids().map(|p| info(p, KindState::Base, p));
    let moved = definition.moved_states().map(|p| info(p, KindState::Moved, p));
    let promoted = definition.promoted_states().map(|(p, from)| info(p, KindState::Promoted, from));
    base.chain(moved).chain(promoted).collect()
}

/// The rays of a kind for a player, mirrored, and the cells that they lead over.
fn rays(definition: &Definition, info: &KindInfo, color: Color) -> Vec<(Shape, Vec<Ray>)> {
    let rules = definition.rules(color, info.piece);
    let moves = match (&rules.first_moves, info.state) {
        (Some(first), KindState::Base) => first,
        _ => &rules.moves,
    };
    let mirrored = |moves: &Moves| {
        moves.rays.iter().map(|&ray| mirrored(definition.shape, ray, color)).collect::<Vec<_>>()
    };
    rules.groups(moves, definition.shape).map(|(cells, moves)| (cells, mirrored(moves))).collect()
}

/// The kinds that stand for some pieces, in all their states.
fn set_of(pieces: impl IntoIterator<Item = PieceId>, kinds: &[KindInfo]) -> KindSet {
    let of = |piece| Kind::first(kinds.len()).filter(move |kind| kinds[kind.index()].piece == piece);
    pieces.into_iter().flat_map(of).collect()
}

/// Whether every move keeps to squares of one colour.
fn colorbound(shape: Shape, rays: &[Ray]) -> bool {
    let keeps = |ray: &Ray| {
        let cells = ray.board(shape);
        ray.reach_on(shape, FARTHEST).ends.into_iter().all(|end| cells.keeps_color(end))
    };
    rays.iter().all(keeps)
}

impl<S: Size> Tables<S> {
    /// Compiles a definition.
    ///
    /// # Panics
    /// If the board or the number of kinds exceeds the size `S`.
    #[must_use]
    pub fn new(definition: &Definition) -> Self {
        let shape = definition.shape;
        let mut kinds = kinds(definition);
        let count = definition.kind_count();
        assert!(shape.size() <= S::Word::BITS && count <= S::KINDS, "a game too large for its tables");
        for info in &mut kinds {
            let later = |color| {
                let rules = definition.rules(color, info.piece);
                rules.groups(&rules.moves, shape).all(|(_, moves)| colorbound(shape, &moves.rays))
                    && (info.state != KindState::Base
                        || rules.first_moves.as_ref().is_none_or(|m| colorbound(shape, &m.rays)))
            };
            info.colorbound = Color::ALL.into_iter().all(later);
        }
        // Lines end at the edge; what goes on round a cylinder is an odd move.
        let flat = shape.flat();
        let orthogonal = rays_of::<S>(flat, shape.grid().orthogonal());
        let diagonal = rays_of::<S>(flat, shape.grid().diagonal());
        let between = between::<S>(flat);
        let sides = Color::ALL.map(|color| side(definition, &kinds, color, &orthogonal, &diagonal, &between));
        let decides = |side: &Side<S>| side.castling.iter().flatten().any(|castling| castling.wins);
        let mut tables = Self {
            shape,
            all: S::Word::from_set(shape.cells()),
            lines: <S::Word as Word>::Lines::shared(flat),
            between,
            orthogonal,
            diagonal,
            faces: Color::ALL.map(|color| faces::<S>(definition, color)),
            pieces: definition.pieces.len(),
            keys: Box::new(keys()),
            features: Features::default(),
            stalemate: definition.stalemate,
            checkmate: definition.checkmate,
            repetition: definition.repetition,
            draws: definition.draws.map(|award| match award {
                Award::Player(color) => color,
                Award::Points => definition.start.turn.other(),
            }),
            counting: definition.counting.as_ref().map(|rule| Box::new(counting(rule, &kinds))),
            mate: definition.mate.as_ref().map(|rule| {
                let set = |pieces: &[PieceId]| set_of(pieces.iter().copied(), &kinds);
                let all = Kind::first(kinds.len()).collect();
                [if rule.needs.is_empty() { all } else { set(&rule.needs) }, set(&rule.not_by)]
            }),
            points: (definition.draws == Some(Award::Points))
                .then(|| kinds.iter().map(|info| definition.piece(info.piece).points).collect()),
            clock_limit: definition.clock.limit.map(|(plies, end)| (plies, end == ClockEnd::Claim)),
            clock_promotions: definition.clock.promotions,
            clock_placements: definition.clock.placements,
            insufficient: definition.insufficient.as_ref().map(|p| set_of(p.iter().copied(), &kinds)),
            bare_king: definition.bare_king,
            rare_ends: definition.bare_king.is_some()
                || definition.may_pass()
                || sides
                    .iter()
                    .any(|side| side.royalty.is_some() || side.extinction.is_some() || decides(side)),
            says_check: definition.says_check,
            castling_decides: sides.iter().any(decides),
            pass_at_will: definition.passing,
            mover_loses_first: definition.mover_loses_first,
            rare_checks: needs_trial(definition, &sides)
                || definition.kings_never_face
                || sides.iter().any(|side| side.royalty.is_some()),
            placed_otherwise: definition.hands.prisoners
                || sides.iter().any(|side| {
                    let turned = side.placed.iter().any(|(kind, held)| kind != held);
                    turned || side.castling.iter().flatten().any(|table| table.placed)
                }),
            files: (0..shape.files())
                .map(|file| S::Word::from_set(shape.iter().filter(|&s| shape.file(s) == file).collect()))
                .collect(),
            colors: colors::<S>(shape),
            blast: blast::<S>(shape),
            blocker: definition.blocker.unwrap_or_default(),
            simple_blasts: false,
            spared: set_of(definition.explosion.iter().flat_map(|e| &e.spares).copied(), &kinds),
            survivors: set_of(definition.explosion.iter().flat_map(|e| &e.survives).copied(), &kinds),
            kinds,
            sides,
        };
        tables.features = features(definition, &tables);
        tables.simple_blasts = simple_blasts(definition, &tables);
        let chances = Color::ALL.map(|color| Chances::new(&tables, color));
        for (side, chances) in tables.sides.iter_mut().zip(chances) {
            side.chances = chances;
        }
        tables
    }
}

/// The squares of each colour.
fn colors<S: Size>(shape: Shape) -> Vec<S::Word> {
    let most = shape.iter().map(|square| usize::from(shape.color(square))).max().unwrap_or(0);
    let of = |color| shape.iter().filter(move |&square| usize::from(shape.color(square)) == color);
    (0..=most).map(|color| S::Word::from_set(of(color).collect())).collect()
}

/// Each square and those within a king's step.
fn blast<S: Size>(shape: Shape) -> S::BySquare<S::Word> {
    let mut table = S::BySquare::filled(S::Word::EMPTY);
    for square in shape.iter() {
        let beside = shape.grid().directions().filter_map(|step| shape.offset(square, step));
        *table.at_mut(square.index()) = beside.fold(S::Word::bit(square), |set, s| set | S::Word::bit(s));
    }
    table
}

fn rays_of<S: Size>(shape: Shape, steps: &[Offset]) -> S::BySquare<S::Word> {
    let mut table = S::BySquare::filled(S::Word::EMPTY);
    for square in shape.iter() {
        for &step in steps {
            *table.at_mut(square.index()) |= S::Word::from_set(walk(shape, square, step, SquareSet::EMPTY));
        }
    }
    table
}

/// Where the other king faces that of a player; nowhere in games without such a rule.
fn faces<S: Size>(definition: &Definition, color: Color) -> S::BySquare<S::Word> {
    let mut table = S::BySquare::filled(S::Word::EMPTY);
    if definition.kings_never_face || definition.facing_offers_draw {
        for square in definition.shape.iter() {
            *table.at_mut(square.index()) = S::Word::from_set(definition.facing(color, square));
        }
    }
    table
}

fn between<S: Size>(shape: Shape) -> Vec<S::BySquare<S::Word>> {
    let mut table = vec![S::BySquare::filled(S::Word::EMPTY); shape.size()];
    for square in shape.iter() {
        for step in shape.grid().directions() {
            let mut passed = S::Word::EMPTY;
            let mut at = square;
            while let Some(next) = shape.offset(at, step) {
                *table[square.index()].at_mut(next.index()) = passed;
                passed |= S::Word::bit(next);
                at = next;
            }
        }
    }
    table
}

fn side<S: Size>(
    definition: &Definition,
    kinds: &[KindInfo],
    color: Color,
    orthogonal: &S::BySquare<S::Word>,
    diagonal: &S::BySquare<S::Word>,
    between: &[S::BySquare<S::Word>],
) -> Side<S> {
    let player = &definition.players[color.index()];
    let rules = |kind: usize| definition.rules(color, kinds[kind].piece);
    let rays: Vec<_> = kinds.iter().map(|info| rays(definition, info, color)).collect();
    let promotes = |kind: usize| !rules(kind).promotes_to.is_empty();
    let zones: Vec<Zone<S::Word>> =
        kinds.iter().map(|info| zone(definition.zones(color, info.piece))).collect();
    let special = |kind: usize| {
        let own = zones[kind] != zone(player.promotion.zones);
        promotes(kind) && (zones[kind].leaving || zones[kind].by_capture || own)
    };
    // Where officers promote in zones of their own, as in shogi, they are officers all the same.
    let ahead = |ray: &Ray| ray.max == 1 && definition.shape.relative_offset(color, ray.step).1 > 0;
    let is_pawn = |kind: usize| {
        promotes(kind)
            && rules(kind).avoids.is_empty()
            && (!special(kind) || rays[kind].iter().flat_map(|(_, rays)| rays).all(ahead))
    };
    let masks: Vec<KindMasks<S>> = (0..kinds.len())
        .map(|kind| {
            let avoids = set_of(rules(kind).avoids.iter().copied(), kinds);
            KindMasks::new(&rays[kind], is_pawn(kind), avoids)
        })
        .collect();
    let select = |test: &dyn Fn(usize) -> bool| {
        Kind::first(kinds.len()).filter(|k| test(k.index())).collect::<KindSet>()
    };
    let word = |set: SquareSet| S::Word::from_set(set);
    let mut promotes_to = S::ByKind::<KindSet>::filled(KindSet::EMPTY);
    let mut promoted_as = S::ByKind::filled(Kind::new(0));
    let mut becomes = S::ByKind::filled(Kind::new(0));
    let mut leaves = S::ByKind::<Option<Kind>>::filled(None);
    let mut captor_becomes = S::ByKind::<Option<Kind>>::filled(None);
    let mut gates = S::ByKind::<KindSet>::filled(KindSet::EMPTY);
    let mut drop_zone = S::ByKind::filled(S::Word::EMPTY);
    let state_of = |piece, state| kinds.iter().position(|i| i.piece == piece && i.state == state);
    for (kind, info) in kinds.iter().enumerate() {
        let rules = rules(kind);
        *promotes_to.at_mut(kind) = rules.promotes_to.iter().map(|&p| Kind::base(p)).collect();
        let promoted = state_of(info.piece, KindState::Promoted).filter(|_| player.promotion.reverts);
        let moved = state_of(info.piece, KindState::Moved)
            .filter(|_| info.state == KindState::Base && definition.tells_moved(color, info.piece));
        *becomes.at_mut(kind) = Kind::new(moved.unwrap_or(kind));
        // Nothing enters behind a piece that came by promotion.
        let promoted = promoted.or(moved.filter(|_| rules.first_moves.is_none() || rules.promoted_moved));
        *promoted_as.at_mut(kind) = Kind::new(promoted.unwrap_or(kind));
        *leaves.at_mut(kind) = rules.leaves.map(Kind::base);
        // It has moved.
        *captor_becomes.at_mut(kind) = rules.captures.captor_becomes.map(|piece| {
            let moved = state_of(piece, KindState::Moved).filter(|_| definition.tells_moved(color, piece));
            moved.map_or(Kind::base(piece), Kind::new)
        });
        if info.state == KindState::Base {
            *drop_zone.at_mut(kind) = word(rules.drop_zone);
            *gates.at_mut(kind) = definition.lets_in(color, info.piece).map(Kind::base).collect();
        }
    }
    let zoned = select(&special);
    let everywhere = |zone: &Zone<S::Word>| zone.all == S::Word::from_set(definition.shape.cells());
    let promoting = |k: usize| if zones[k].leaving { S::Word::FULL } else { zones[k].all };
    let royals = set_of(player.royal.pieces.iter().copied(), kinds);
    let kings = if definition.has_kings(color) { royals } else { KindSet::EMPTY };
    // Where there are none, a kind that no piece has.
    let king = kings.iter().next().unwrap_or_else(|| Kind::new(kinds.len()));
    let movers = Movers::new(&rays, &masks, orthogonal, diagonal, zoned);
    let in_place = select(&|k| player.promotion.in_place && promotes(k));
    let stepping = stepping::<S>(definition, color, select(&promotes));
    let in_place_zone = in_place.iter().fold(S::Word::EMPTY, |set, kind| set | zones[kind.index()].forced);
    let in_place_zone = stepping.as_ref().map_or(in_place_zone, |stepping| {
        in_place_zone | if stepping.last_anywhere { S::Word::FULL } else { stepping.from }
    });
    let by_step = player.promotion.step.as_ref();
    let by_step = by_step.map_or(SquareSet::EMPTY, |step| step.ends(definition.shape, color));
    let by_move = SquareSet(player.promotion.zones.all().0 | by_step.0);
    let entries = entries(definition, color);
    let drop_limits = drop_limits(definition, kinds, color);
    let no_drop_mates = select(&|k| kinds[k].state == KindState::Base && rules(k).no_drop_mates);
    let drops_balanced = drops_balanced(definition, kinds, color);
    let clock_moves = set_of(definition.clock.moves.iter().copied(), kinds);
    let rare = definition.hands.used
        || !(movers.zoned.is_empty() && movers.odd.is_empty() && entries.is_empty())
        || definition.ids().any(|id| definition.rules(color, id).captures.own)
        || gates.all().iter().any(|held| !held.is_empty());
    Side {
        royals,
        king,
        kings,
        more_kings: kings & !KindSet::of(king),
        royalty: royalty(definition, kinds, color),
        extinction: player.extinction.as_ref().map(|rule| Extinction {
            groups: rule.groups().map(|group| set_of(group.iter().copied(), kinds)).collect(),
            left: u32::from(rule.left),
            result: rule.result,
        }),
        by_checkmate: player.king_lost_by == KingLoss::Checkmate,
        obligation: player.obligation,
        movers,
        attackers: Attackers::new(&masks, orthogonal, diagonal),
        doubles: doubles(definition, kinds, color),
        chances: Chances::default(),
        en_passant: select(&|k| rules(k).en_passant),
        forced: word(player.promotion.zones.forced),
        promotion_zone: word(player.promotion.zones.all()),
        promoting: zoned.iter().fold(word(by_move), |set, k| set | promoting(k.index())),
        flips: select(&|k| zoned.has(Kind::new(k)) && everywhere(&zones[k])),
        zoned,
        zones,
        promotes_to,
        promoted_as,
        promotion_limit: player.promotion.limit.clone(),
        limit_counts_hand: player.promotion.limit_counts_hand,
        in_place,
        stepping,
        quiet_promotion: player.promotion.quiet,
        in_place_zone,
        rare,
        becomes,
        leaves,
        leaving: select(&|k| rules(k).leaves.is_some()),
        captures_own: select(&|k| rules(k).captures.own),
        petrifies: select(&|k| rules(k).captures.petrifies),
        captor_becomes,
        placed: Kind::first(definition.pieces.len())
            .filter(|kind| !drop_zone.at(kind.index()).is_empty())
            .map(|kind| (kind, kinds[kind.index()].prisoner.unwrap_or(kind)))
            .collect(),
        drops_limited: !(drop_limits.is_empty() && no_drop_mates.is_empty() && drops_balanced.is_empty()),
        drop_zone,
        drop_limits,
        no_drop_mates,
        drops_balanced,
        gates,
        entries,
        goal: player.goal.as_ref().map_or(S::Word::EMPTY, |goal| word(goal.squares)),
        goal_kinds: player
            .goal
            .as_ref()
            .map_or(KindSet::EMPTY, |goal| set_of(goal.pieces.iter().copied(), kinds)),
        goal_asks: player.goal.as_ref().filter(|goal| !goal.is_simple()).map(|goal| GoalAsks {
            count: goal.count,
            safe: goal.safe,
            hold: goal.hold,
            last_move: goal.last_move,
        }),
        goal_shy: player.goal.as_ref().is_some_and(|goal| goal.shy),
        checks: player.checks.unwrap_or(0),
        gives_check: player.gives_check,
        king_flees: player.king_flees,
        unsettled: Kind::first(kinds.len())
            .filter(|kind| kinds[kind.index()].state == KindState::Base)
            .filter(|kind| !rules(kind.index()).unsettled_by.is_empty())
            .map(|kind| (kind, set_of(rules(kind.index()).unsettled_by.iter().copied(), kinds)))
            .collect(),
        castling: array::from_fn(|wing| {
            player.castling[wing]
                .as_ref()
                .map(|castling| castling_table::<S>(definition, color, castling, between))
        }),
        farther: array::from_fn(|wing| {
            let farther = player.castling[wing].and_then(|castling| castling.other())?;
            Some(castling_table::<S>(definition, color, &farther, between))
        }),
        castlers: set_of(player.castling.iter().flatten().map(|castling| castling.king), kinds),
        clock_captures: set_of(definition.clock.captures.iter().copied(), kinds),
        clock_moves: if definition.clock.irreversible { KindSet::EMPTY } else { clock_moves },
        clock_returns: if definition.clock.irreversible {
            let after = |kind: Kind| returns::<S>(&masks[becomes.at(kind.index()).index()]);
            clock_moves.iter().map(|kind| Returns { kind, squares: after(kind) }).collect()
        } else {
            Vec::new()
        },
        masks,
    }
}

/// Where a piece goes without capturing, from each square of an empty board.
fn returns<S: Size>(masks: &KindMasks<S>) -> Box<S::BySquare<S::Word>> {
    let mut table = Box::new(S::BySquare::<S::Word>::filled(S::Word::EMPTY));
    for from in masks.cells.iter() {
        let here = S::Word::bit(from);
        let odd = masks.odd_targets(from, here, here, S::Word::EMPTY).quiet;
        let lines = [&masks.quiet_orthogonal, &masks.quiet_diagonal, &masks.quiet_leap];
        *table.at_mut(from.index()) = lines.iter().fold(odd, |to, quiet| to | *quiet.at(from.index()));
    }
    table
}

fn zone<W: Word>(zones: Zones) -> Zone<W> {
    let Zones { forced, optional: _, leaving, by_capture } = zones;
    Zone { forced: W::from_set(forced), all: W::from_set(zones.all()), leaving, by_capture }
}

fn counting(rule: &definition::Counting, kinds: &[KindInfo]) -> Counting {
    let plies = |moves: u8| 2 * u16::from(moves);
    let set = |&(piece, n): &(PieceId, u8)| (set_of([piece], kinds), u32::from(n));
    let bare: Vec<_> =
        rule.bare.iter().map(|(pieces, moves)| (pieces.iter().map(set).collect(), plies(*moves))).collect();
    let board = rule.board.map(plies);
    let limits = rule.limits();
    let pawns = set_of(rule.pawns.iter().copied(), kinds);
    Counting { pawns, board, most: rule.most.map(u32::from), bare, from_pieces: rule.from_pieces, limits }
}

/// The piece in all its states, but not what promoted to it.
fn unpromoted(kinds: &[KindInfo], piece: PieceId) -> KindSet {
    let counted = |k: &Kind| kinds[k.index()].piece == piece && kinds[k.index()].state != KindState::Promoted;
    Kind::first(kinds.len()).filter(counted).collect()
}

fn drops_balanced(definition: &Definition, kinds: &[KindInfo], color: Color) -> Vec<(Kind, KindSet)> {
    let balanced = definition.ids().filter(|&piece| definition.rules(color, piece).drops_balanced);
    balanced.map(|piece| (Kind::base(piece), unpromoted(kinds, piece))).collect()
}

fn drop_limits(definition: &Definition, kinds: &[KindInfo], color: Color) -> Vec<DropLimit> {
    let limit = |piece: PieceId| {
        let most = definition.rules(color, piece).drop_limit?;
        Some(DropLimit { kind: Kind::base(piece), most, counted: unpromoted(kinds, piece) })
    };
    definition.ids().filter_map(limit).collect()
}

fn stepping<S: Size>(definition: &Definition, color: Color, kinds: KindSet) -> Option<Stepping<S>> {
    let step = definition.players[color.index()].promotion.step.as_ref()?;
    let shape = definition.shape;
    let mut to = S::BySquare::<S::Word>::filled(S::Word::EMPTY);
    for from in shape.iter() {
        let ends = step.steps.iter().filter_map(|&step| PromotionStep::end(shape, color, from, step));
        *to.at_mut(from.index()) = S::Word::from_set(ends.collect());
    }
    let from = S::Word::from_set(step.from);
    Some(Stepping { kinds, from, to, last_anywhere: step.last_anywhere, declinable: step.declinable })
}

fn entries<W: Word>(definition: &Definition, color: Color) -> Vec<EntryTable<W>> {
    let entry = |(id, piece): (PieceId, &Piece)| {
        let entry = piece.rules[color.index()].entry?;
        let (exchanges, from) = (Kind::base(entry.exchanges), W::from_set(entry.from));
        Some(EntryTable { kind: Kind::base(id), exchanges, from })
    };
    definition.numbered().filter_map(entry).collect()
}

/// When a player's royal pieces are lost, unless they are just one king.
fn royalty(definition: &Definition, kinds: &[KindInfo], color: Color) -> Option<Royalty> {
    let player = &definition.players[color.index()];
    let royal = &player.royal;
    if royal.pieces.is_empty() || definition.has_one_king(color) {
        return None;
    }
    let groups = match royal.lost {
        RoyalLoss::Any | RoyalLoss::All | RoyalLoss::Last => {
            vec![set_of(royal.pieces.iter().copied(), kinds)]
        }
        RoyalLoss::Kind => royal.pieces.iter().map(|&piece| set_of([piece], kinds)).collect(),
    };
    // What may not be left attacked is not captured, and may become more or less.
    let counted = player.king_lost_by == KingLoss::Capture || definition.explosion.is_some();
    let each = royal.lost == RoyalLoss::Any;
    let count = || royal.pieces.iter().map(|&piece| definition.start.count(color, piece) as u32).sum();
    let least = if each && counted { count() } else { 1 };
    let last = royal.lost == RoyalLoss::Last;
    Some(Royalty { groups, least, each, last, result: royal.result })
}

fn castling_table<S: Size>(
    definition: &Definition,
    color: Color,
    castling: &Castling,
    between: &[S::BySquare<S::Word>],
) -> CastlingTable<S::Word> {
    let shape = definition.shape;
    let at_edge = |rook: Square| shape.file(rook) == 0 || shape.file(rook) + 1 == shape.files();
    let rays = |rules: &PieceRules| {
        let first = rules.first_moves.iter().flat_map(|moves| &moves.rays);
        rules.moves.rays.iter().chain(first).any(|ray| is_odd(shape, ray))
    };
    let odd = definition.pieces.iter().any(|piece| piece.rules.iter().any(rays));
    let span = |a: Square, b: Square| *between[a.index()].at(b.index()) | S::Word::bit(a) | S::Word::bit(b);
    // Who may be left attacked where others are royal too may castle through attacks as well.
    let by_checkmate = definition.players[color.index()].king_lost_by == KingLoss::Checkmate;
    let guarded = definition.is_royal(color, castling.king)
        && (by_checkmate || (definition.has_one_king(color) && !castling.through_attack));
    let (mut empty, mut safe) = (S::Word::EMPTY, S::Word::EMPTY);
    if let Some((king, rook)) = castling.from {
        safe = span(king, castling.king_to);
        empty = (safe | span(rook, castling.rook_to) | span(king, rook))
            & !(S::Word::bit(king) | S::Word::bit(rook));
    }
    if !guarded {
        safe = S::Word::EMPTY;
    }
    CastlingTable {
        from: castling.from,
        king_to: castling.king_to,
        rook_to: castling.rook_to,
        king: Kind::base(castling.king),
        rook: Kind::base(castling.rook),
        empty,
        safe,
        placed: castling.placed,
        opposite: castling.opposite,
        wins: castling.wins,
        exposed: guarded && (odd || castling.from.is_none_or(|(_, rook)| !at_edge(rook))),
    }
}

/// Random numbers from a fixed seed, so that hashes are the same in every run.
fn keys<S: Size>() -> Keys<S> {
    let mut random = Random::new(0x0BE2_011A);
    let mut next = || random.bits();
    let mut keys = Keys::<S> {
        piece: S::ByKind::filled([S::BySquare::<u64>::filled(0); 2]),
        hand: S::ByKind::<[u64; 2]>::filled([0; 2]),
        black: next(),
        castling: [[next(), next()], [next(), next()]],
        en_passant: S::BySquare::<u64>::filled(0),
        checks: [0; 2],
        blocker: S::BySquare::<u64>::filled(0),
    };
    for square in 0..S::Word::BITS {
        *keys.en_passant.at_mut(square) = next();
    }
    for kind in 0..S::KINDS {
        for color in 0..2 {
            keys.hand.at_mut(kind)[color] = next();
            for square in 0..S::Word::BITS {
                *keys.piece.at_mut(kind)[color].at_mut(square) = next();
            }
        }
    }
    keys.checks = [next(), next()];
    for square in 0..S::Word::BITS {
        *keys.blocker.at_mut(square) = next();
    }
    keys
}
