//! From a definition to tables.

use std::array;

use super::movement::{is_odd, mirrored, step};
use super::{
    Attackers, CastlingTable, Double, EntryTable, Features, KING, Keys, Kind, KindInfo, KindMasks, KindSet,
    KindState, Movers, NO_KIND, Side, Tables,
};
use crate::definition::{Castling, ClockEnd, Definition, KingLoss, Piece, PieceId, PieceRules, Ray};
use crate::geometry::{
    Color, DIAGONAL, Lines, ORTHOGONAL, Shape, Size, Square, SquareSet, Table, Word, walk,
};

/// The number of kinds that a definition needs.
pub(crate) fn kind_count(definition: &Definition) -> usize {
    kinds(definition).len()
}

/// The kinds of a definition: all base states in the order of the pieces, then the other states.
fn kinds(definition: &Definition) -> Vec<KindInfo> {
    let info = |piece: PieceId, state, prisoner| KindInfo {
        piece,
        state,
        letter: definition.pieces[piece].letter,
        prisoner,
        silent: definition.pieces[piece].silent,
        colorbound: false,
    };
    let mut kinds: Vec<_> =
        (0..definition.pieces.len()).map(|p| info(p, KindState::Base, p as Kind)).collect();
    for (p, piece) in definition.pieces.iter().enumerate() {
        if piece.rules.iter().any(|rules| rules.first_moves.is_some()) {
            kinds.push(info(p, KindState::Moved, p as Kind));
        }
    }
    if definition.players.iter().any(|player| player.promotion.reverts) {
        for p in 0..definition.pieces.len() {
            let from = (0..definition.pieces.len())
                .find(|&q| definition.pieces[q].rules.iter().any(|rules| rules.promotes_to.contains(&p)));
            if let Some(from) = from {
                kinds.push(info(p, KindState::Promoted, from as Kind));
            }
        }
    }
    kinds
}

/// The rays of a kind for a player, mirrored.
fn rays(definition: &Definition, info: &KindInfo, color: Color) -> Vec<Ray> {
    let rules = definition.rules(color, info.piece);
    let moves = match (&rules.first_moves, info.state) {
        (Some(first), KindState::Base) => first,
        _ => &rules.moves,
    };
    moves.rays.iter().map(|&ray| mirrored(ray, color)).collect()
}

fn set_of(pieces: impl IntoIterator<Item = PieceId>, tables_kinds: &[KindInfo]) -> KindSet {
    let mut set = 0;
    for piece in pieces {
        for (kind, info) in tables_kinds.iter().enumerate() {
            if info.piece == piece {
                set |= 1 << kind;
            }
        }
    }
    set
}

/// Whether every move keeps to squares of one colour.
fn colorbound(rays: &[Ray]) -> bool {
    rays.iter().all(|ray| (ray.step.0 + ray.step.1) % 2 == 0)
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
        assert!(
            shape.squares() <= S::Word::BITS && kinds.len() <= S::KINDS,
            "a game too large for its tables"
        );
        for info in &mut kinds {
            let later = |color| {
                let rules = definition.rules(color, info.piece);
                colorbound(&rules.moves.rays)
                    && (info.state != KindState::Base
                        || rules.first_moves.as_ref().is_none_or(|m| colorbound(&m.rays)))
            };
            info.colorbound = Color::ALL.into_iter().all(later);
        }
        let orthogonal = rays_of::<S>(shape, &ORTHOGONAL);
        let diagonal = rays_of::<S>(shape, &DIAGONAL);
        let between = between::<S>(shape);
        let sides = Color::ALL.map(|color| side(definition, &kinds, color, &orthogonal, &diagonal, &between));
        let mut tables = Self {
            shape,
            all: S::Word::from_set(SquareSet::all(shape)),
            lines: <S::Word as Word>::Lines::shared(shape),
            between,
            orthogonal,
            diagonal,
            pieces: definition.pieces.len(),
            keys: Box::new(keys()),
            features: Features::default(),
            stalemate: definition.stalemate,
            repetition: definition.repetition,
            clock_limit: definition.clock.limit.map(|(plies, end)| (plies, end == ClockEnd::Claim)),
            clock_placements: definition.clock.placements,
            insufficient: definition.insufficient.as_ref().map(|p| set_of(p.iter().copied(), &kinds)),
            bare_king: definition.bare_king,
            kinds,
            sides,
        };
        tables.features = features(definition, &tables);
        tables
    }
}

fn rays_of<S: Size>(shape: Shape, steps: &[(i8, i8)]) -> S::BySquare<S::Word> {
    let mut table = S::BySquare::filled(S::Word::EMPTY);
    for square in shape.iter() {
        for &step in steps {
            *table.at_mut(square.index()) |= S::Word::from_set(walk(shape, square, step, SquareSet::EMPTY));
        }
    }
    table
}

fn between<S: Size>(shape: Shape) -> Vec<S::BySquare<S::Word>> {
    let mut table = vec![S::BySquare::filled(S::Word::EMPTY); shape.squares()];
    for square in shape.iter() {
        for step in ORTHOGONAL.into_iter().chain(DIAGONAL) {
            let mut passed = S::Word::EMPTY;
            let mut at = square;
            while let Some(next) = shape.offset(at, step.0, step.1) {
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
    let masks: Vec<KindMasks<S>> =
        (0..kinds.len()).map(|kind| KindMasks::new(definition.shape, &rays[kind], promotes(kind))).collect();
    let select = |test: &dyn Fn(usize) -> bool| {
        (0..kinds.len()).filter(|&k| test(k)).fold(0, |set: KindSet, k| set | 1 << k)
    };
    let word = |set: SquareSet| S::Word::from_set(set);
    let mut promotes_to = S::ByKind::<KindSet>::filled(0);
    let mut promoted_as = S::ByKind::filled(NO_KIND);
    let mut becomes = S::ByKind::filled(NO_KIND);
    let mut leaves = S::ByKind::filled(NO_KIND);
    let mut drop_zone = S::ByKind::filled(S::Word::EMPTY);
    let state_of = |piece, state| kinds.iter().position(|i| i.piece == piece && i.state == state);
    for (kind, info) in kinds.iter().enumerate() {
        let rules = rules(kind);
        *promotes_to.at_mut(kind) = rules.promotes_to.iter().fold(0, |set, &p| set | 1 << p);
        let promoted = state_of(info.piece, KindState::Promoted).filter(|_| player.promotion.reverts);
        *promoted_as.at_mut(kind) = promoted.unwrap_or(kind) as Kind;
        let moved = state_of(info.piece, KindState::Moved)
            .filter(|_| info.state == KindState::Base && rules.first_moves.is_some());
        *becomes.at_mut(kind) = moved.unwrap_or(kind) as Kind;
        *leaves.at_mut(kind) = rules.leaves.map_or(NO_KIND, |p| p as Kind);
        if info.state == KindState::Base {
            *drop_zone.at_mut(kind) = word(rules.drop_zone);
        }
    }
    Side {
        royal: player.king_lost_by == KingLoss::Checkmate,
        movers: Movers::new(definition.shape, &rays, &masks, orthogonal, diagonal),
        attackers: Attackers::new(definition.shape, &masks, orthogonal, diagonal),
        doubles: doubles(definition, kinds, color),
        en_passant: select(&|k| rules(k).en_passant),
        forced: word(player.promotion.forced),
        promotion_zone: word(player.promotion.forced) | word(player.promotion.optional),
        promotes_to,
        promoted_as,
        promotion_limit: player.promotion.limit.clone(),
        in_place: select(&|k| player.promotion.in_place && promotes(k)),
        becomes,
        leaves,
        leaving: select(&|k| rules(k).leaves.is_some()),
        drop_zone,
        entries: entries(definition, color),
        goal: player.goal.as_ref().map_or(S::Word::EMPTY, |goal| word(goal.squares)),
        goal_kinds: player.goal.as_ref().map_or(0, |goal| set_of(goal.pieces.iter().copied(), kinds)),
        castling: array::from_fn(|wing| {
            player.castling[wing].as_ref().map(|castling| castling_table::<S>(definition, castling, between))
        }),
        clock_captures: set_of(definition.clock.captures.iter().copied(), kinds),
        clock_moves: set_of(definition.clock.moves.iter().copied(), kinds),
        masks,
    }
}

fn doubles<W: Word>(definition: &Definition, kinds: &[KindInfo], color: Color) -> Vec<Double<W>> {
    let shape = definition.shape;
    let forced = definition.players[color.index()].promotion.forced;
    let mut doubles = Vec::new();
    for (kind, info) in kinds.iter().enumerate() {
        let Some(rule) = &definition.rules(color, info.piece).double_step else { continue };
        for &(dx, dy) in &rule.steps {
            let dy = if color == Color::White { dy } else { -dy };
            let single: super::Step<W> = step(shape, (dx, dy));
            let promotes = !definition.rules(color, info.piece).promotes_to.is_empty();
            // It does not promote, so it may not end where the piece would have to.
            let both = shape.iter().filter(|&s| {
                let end = shape.offset(s, dx, dy).and_then(|mid| shape.offset(mid, dx, dy));
                rule.from.contains(s) && end.is_some_and(|end| !(promotes && forced.contains(end)))
            });
            doubles.push(Double {
                kind: kind as Kind,
                shift: single.shift,
                from: W::from_set(both.collect()),
                en_passant: rule.en_passant,
            });
        }
    }
    doubles
}

fn entries<W: Word>(definition: &Definition, color: Color) -> Vec<EntryTable<W>> {
    let entry = |(kind, piece): (usize, &Piece)| {
        let entry = piece.rules[color.index()].entry?;
        let (exchanges, from) = (entry.exchanges as Kind, W::from_set(entry.from));
        Some(EntryTable { kind: kind as Kind, exchanges, from })
    };
    definition.pieces.iter().enumerate().filter_map(entry).collect()
}

fn castling_table<S: Size>(
    definition: &Definition,
    castling: &Castling,
    between: &[S::BySquare<S::Word>],
) -> CastlingTable<S::Word> {
    let shape = definition.shape;
    let at_edge = |rook: Square| shape.file(rook) == 0 || shape.file(rook) + 1 == shape.files;
    let rays = |rules: &PieceRules| {
        let first = rules.first_moves.iter().flat_map(|moves| &moves.rays);
        rules.moves.rays.iter().chain(first).any(is_odd)
    };
    let odd = definition.pieces.iter().any(|piece| piece.rules.iter().any(rays));
    let span = |a: Square, b: Square| *between[a.index()].at(b.index()) | S::Word::bit(a) | S::Word::bit(b);
    let (mut empty, mut safe) = (S::Word::EMPTY, S::Word::EMPTY);
    if let Some((king, rook)) = castling.from {
        safe = span(king, castling.king_to);
        empty = (safe | span(rook, castling.rook_to) | span(king, rook))
            & !(S::Word::bit(king) | S::Word::bit(rook));
    }
    CastlingTable {
        from: castling.from,
        king_to: castling.king_to,
        rook_to: castling.rook_to,
        rook: castling.rook as Kind,
        empty,
        safe,
        exposed: odd || castling.from.is_none_or(|(_, rook)| !at_edge(rook)),
    }
}

fn features<S: Size>(definition: &Definition, tables: &Tables<S>) -> Features {
    let sides = &tables.sides;
    let any = |test: &dyn Fn(&Side<S>) -> bool| sides.iter().any(test);
    Features {
        hands: definition.hands.used,
        placement: definition.hands.placement,
        prisoners: definition.hands.prisoners,
        entry: any(&|s| !s.entries.is_empty()),
        creation: any(&|s| s.leaving != 0),
        odd: any(&|s| !s.movers.odd.is_empty()),
        in_place: any(&|s| s.in_place != 0),
        quiet_en_passant: any(&|s| any_quiet_en_passant(s)),
        rare_king: any(&|s| {
            s.doubles.iter().any(|double| double.kind == KING)
                || !s.masks[usize::from(KING)].odd.is_empty()
                || s.en_passant >> KING & 1 == 1
        }),
        shuffled_castling: any(&|s| s.castling.iter().flatten().any(|c| c.from.is_none())),
        claims: tables.clock_limit.is_some_and(|(_, claim)| claim),
    }
}

/// Whether a kind that captures en passant has a quiet move like one of its captures.
fn any_quiet_en_passant<S: Size>(side: &Side<S>) -> bool {
    super::kinds_in(side.en_passant).any(|kind| {
        let m = &side.masks[kind as usize];
        let shared = |quiet: &S::BySquare<S::Word>, capture: &S::BySquare<S::Word>| {
            quiet.all().iter().zip(capture.all()).any(|(&q, &c)| !(q & c).is_empty())
        };
        shared(&m.quiet_leap, &m.capture_leap)
            || shared(&m.quiet_orthogonal, &m.capture_orthogonal)
            || shared(&m.quiet_diagonal, &m.capture_diagonal)
            || !m.odd.is_empty()
            || side.doubles.iter().any(|double| double.kind == kind && captures_doubly(double, m))
    })
}

/// Whether a double step goes where the piece can also capture.
fn captures_doubly<S: Size>(double: &Double<S::Word>, masks: &KindMasks<S>) -> bool {
    double.from.iter().any(|from| {
        let captures = [&masks.capture_leap, &masks.capture_orthogonal, &masks.capture_diagonal];
        let to = S::Word::bit(from).rotate(double.shift).rotate(double.shift);
        captures.iter().any(|table| !(*table.at(from.index()) & to).is_empty())
    })
}

/// Random numbers by `SplitMix64` (Steele, Lea, Flood 2014) from a fixed seed, so that hashes are the
/// same in every run.
fn keys<S: Size>() -> Keys<S> {
    let mut state = 0x0BE2_011A_u64;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    let mut keys = Keys::<S> {
        piece: S::ByKind::filled([S::BySquare::<u64>::filled(0); 2]),
        hand: S::ByKind::<[u64; 2]>::filled([0; 2]),
        black: next(),
        castling: [[next(), next()], [next(), next()]],
        en_passant: S::BySquare::<u64>::filled(0),
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
    keys
}

const _: () = assert!(KING == Definition::KING as Kind);
