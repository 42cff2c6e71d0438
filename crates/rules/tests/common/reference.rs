//! Slow second opinions, each by another way than the generator's: legality by trying every move, and
//! attack by walking the rays of the definition square by square.

use std::collections::BTreeMap;
use std::sync::Arc;

use berolina_rules::definition::{Goal, Obligation, Path, PieceId, Ray, RoyalLoss, Stalemate, Wing};
use berolina_rules::geometry::{Color, Grid, Square, SquareSet};
use berolina_rules::position::{Arrival, Manner, Reason};
use berolina_rules::tables::KindState;
use berolina_rules::{Move, Position, Setup, Variant};

use super::attacks::{attackers, go, joined};
use super::facing::face;
use super::{captures, promotion};

/// The legal moves: all that the pieces have in the game without check (`free`), less those that leave
/// a king attacked that is lost by checkmate. Capturing the enemy king is always allowed.
pub fn legal_moves(position: &Position, free: &Arc<Variant>) -> Vec<Move> {
    let color = [Color::White, Color::Black];
    let lost = |color: Color| {
        has_lost(position, position, color)
            || position.checks_left(color) == Some(0)
            || is_passed_out(position)
            || has_too_few(position, color)
            || has_castled_or_cannot(position, color)
            || has_won(position, free, color.other())
    };
    if color.into_iter().any(lost) { Vec::new() } else { moves(position, free) }
}

/// Whether a player has reached the goal, where that depends on the moves that there are.
fn has_won(position: &Position, free: &Arc<Variant>, color: Color) -> bool {
    let definition = position.variant().definition();
    let [us, them] = [color, color.other()].map(|color| definition.players[color.index()].goal.as_ref());
    let Some(goal) = us.filter(|goal| !goal.is_simple()) else { return false };
    let there = standing(position, color, goal);
    let replies = if position.turn() == color { Vec::new() } else { moves(position, free) };
    let safe = |&square: &Square| !replies.iter().any(|&mv| position.taken(mv).contains(square));
    let equal = |&mv: &Move| {
        let after = position.effect(mv);
        let them = them.expect("a goal to reach");
        let kind = |arrival: &Arrival| position.variant().piece_of(arrival.piece.kind);
        let came = |arrival: &&Arrival| {
            them.squares.contains(arrival.piece.square) && them.pieces.contains(&kind(arrival))
        };
        let left = standing(position, color.other(), them);
        let left =
            left.iter().filter(|&&square| after.emptied.iter().all(|gone| gone.square != square)).count();
        left + after.filled.iter().filter(came).count() >= usize::from(them.count)
    };
    let enough = |n: usize| n >= usize::from(goal.count);
    if goal.safe && !(goal.hold && position.turn() == color) {
        return position.turn() != color && enough(there.iter().filter(|s| safe(s)).count());
    }
    let undecided = (goal.hold && position.turn() != color)
        || (goal.last_move && color == Color::White && them.is_some() && replies.iter().any(equal));
    enough(there.len()) && !undecided
}

/// The squares of a goal where a player's pieces stand that count there.
fn standing(position: &Position, color: Color, goal: &Goal) -> Vec<Square> {
    let stands = |&square: &Square| {
        let piece = position.piece_at(square).filter(|&(_, owner)| owner == color);
        piece.is_some_and(|(kind, _)| goal.pieces.contains(&position.variant().piece_of(kind)))
    };
    goal.squares.iter().filter(stands).collect()
}

/// The legal moves, were the game not over.
fn moves(position: &Position, free: &Arc<Variant>) -> Vec<Move> {
    let mut setup = position.setup();
    let mut found: BTreeMap<String, Move> = BTreeMap::new();
    // Without en passant first: a piece whose capture en passant turns out illegal may still step
    // there quietly where it can. A legal capture replaces that step.
    let offered = setup.en_passant.take();
    for offer in [None, offered] {
        setup.en_passant = offer;
        let from = without_check(&setup, free);
        let all = from.legal_moves();
        promotion::check_steps(&from, &all);
        // Whether there is a pass hangs on the moves that are legal.
        let all = all.into_iter().filter(|mv| mv.manner() != Manner::Pass).collect::<Vec<_>>();
        for &mv in all.iter().filter(|&&mv| offer.is_none() || from.takes_in_passing(mv)) {
            // A piece that enters behind another does so only with a move that is legal without it.
            let mut alone = all.iter().filter(|other| is_without_gating(**other, mv)).peekable();
            let gating = matches!(mv.manner(), Manner::Gating(_) | Manner::GatingCastling(..));
            assert_eq!(
                gating,
                alone.peek().is_some(),
                "{}: a move that lets a piece in has one without",
                from.fen()
            );
            let placed = may_be_placed(position, &from, mv, free);
            if placed && is_safe(position, &from, mv) && alone.all(|&other| is_safe(position, &from, other)) {
                found.insert(from.move_text(mv), mv);
            }
        }
    }
    let mut moves: Vec<_> = found.into_values().collect();
    captures::check(position, free, &moves);
    let in_check =
        position.loses_by_checkmate(position.turn()) && is_check(position, position, position.turn());
    if promotion::is_declined(position, &moves, in_check) {
        moves.clear();
    }
    oblige(position, &mut moves);
    moves.extend(pass(position, &moves));
    check_blockers(position, &moves);
    moves.sort_unstable();
    moves
}

/// Where moves put a blocker, each first half has one for every square that is empty then, but for that where it stood.
fn check_blockers(position: &Position, moves: &[Move]) {
    let Some(rule) = position.variant().definition().blocker else {
        return assert!(moves.iter().all(|mv| mv.blocks().is_none()), "{}: a blocker", position.fen());
    };
    let mut found: BTreeMap<Move, SquareSet> = BTreeMap::new();
    for mv in moves {
        let square = mv.blocks().unwrap_or_else(|| panic!("{}: no blocker by {mv:?}", position.fen()));
        found.entry(mv.first_half()).or_insert(SquareSet::EMPTY).insert(square);
    }
    for (first, squares) in found {
        let mut cells: Vec<_> = position.variant().shape().iter().collect();
        let effect = position.effect(first);
        let left = |s: &Square| effect.emptied.iter().any(|left| left.square == *s);
        let filled = |s: &Square| effect.filled.iter().any(|arrival| arrival.piece.square == *s);
        cells.retain(|s| !filled(s) && !position.blockers().contains(*s));
        cells.retain(|s| left(s) || position.piece_at(*s).is_none());
        cells.retain(|&s| !rule.behind || s == first.from());
        assert_eq!(squares, cells.into_iter().collect(), "{}: blockers after {first:?}", position.fen());
    }
}

/// Whether both players have passed, or one as an answer to kings that face each other.
fn is_passed_out(position: &Position) -> bool {
    let passes = position.setup().passes;
    passes > 1
        || (passes == 1 && position.variant().definition().facing_offers_draw && face(position, position))
}

/// Whether a king in check has such a move later too, or may make first moves in check.
fn may_leap(position: &Position, mv: Move) -> bool {
    let us = position.turn();
    let (variant, shape) = (position.variant(), position.variant().shape());
    let Some((kind, _)) = position.piece_at(mv.from()).filter(|_| position.king(us) == Some(mv.from()))
    else {
        return true;
    };
    let rules = variant.definition().rules(us, variant.piece_of(kind));
    let unmoved = variant.kinds()[usize::from(kind)].state == KindState::Base;
    if rules.unsettled_by.is_empty() || !unmoved || !is_check(position, position, us) {
        return true;
    }
    rules.groups(&rules.moves, shape).any(|(cells, moves)| {
        let leaps = moves.rays.iter().filter(|ray| ray.path == Path::Clear && (ray.min, ray.max) == (1, 1));
        let go = |ray: &Ray| go(joined(cells, *ray), mv.from(), shape.relative_offset(us, ray.step));
        let mut ends = leaps.filter_map(go);
        rules.avoids.is_empty() && cells.has(mv.from()) && ends.any(|end| end == mv.to())
    })
}

/// The pass of the player to move, if there is one.
fn pass(position: &Position, others: &[Move]) -> Option<Move> {
    let (definition, us) = (position.variant().definition(), position.turn());
    let offered = definition.facing_offers_draw && face(position, position);
    let free = offered || !position.loses_by_checkmate(us) || !is_check(position, position, us);
    let must = definition.players[us.index()].obligation.is_some();
    let captures = |mv: &Move| position.effect(*mv).taken.iter().any(|taken| taken.piece.color != us);
    let may = definition.passing || (definition.stalemate == Stalemate::Pass && others.is_empty());
    if !may || !free || (must && others.iter().any(captures)) {
        return None;
    }
    let own = |&square: &Square| position.piece_at(square).is_some_and(|(_, color)| color == us);
    let shape = position.variant().shape();
    let nearest = || shape.iter().filter(own).min_by_key(|&square| shape.relative(us, square));
    let square = position.king(us).or_else(nearest)?;
    position.parse_move(&position.variant().shape().name(square).to_string().repeat(2)).ok()
}

/// Takes out what a player may not do who must capture.
fn oblige(position: &Position, moves: &mut Vec<Move>) {
    let us = position.turn();
    let Some(obligation) = position.variant().definition().players[us.index()].obligation else { return };
    let free = obligation == Obligation::UnlessCheck && position.loses_by_checkmate(us);
    if free && is_check(position, position, us) {
        return;
    }
    let enemies = |mv: &Move| {
        let taken = position.effect(*mv).taken;
        let count = taken.iter().filter(|taken| taken.piece.color != us).count();
        if obligation == Obligation::Most { count } else { count.min(1) }
    };
    let most = moves.iter().map(enemies).max();
    moves.retain(|mv| Some(enemies(mv)) == most);
}

/// Whether a piece may be placed where it is: not beside too many of its kind on a file, and not to mate if it may not.
fn may_be_placed(position: &Position, from: &Position, mv: Move, free: &Arc<Variant>) -> bool {
    let Manner::Drop(kind) = mv.manner() else { return true };
    let variant = position.variant();
    let (shape, piece, us) = (variant.shape(), variant.piece_of(kind), position.turn());
    let rules = variant.definition().rules(us, piece);
    let own = |(kind, color)| {
        let info = variant.kinds()[usize::from(kind)];
        color == us && info.piece == piece && info.state != KindState::Promoted
    };
    if let Some(most) = rules.drop_limit {
        let beside = shape.iter().filter(|&s| shape.file(s) == shape.file(mv.to()));
        let count = beside.filter(|&s| position.piece_at(s).is_some_and(own)).count();
        assert!(count < usize::from(most), "{}: too many on the file of {mv:?}", position.fen());
    }
    if rules.drops_balanced {
        let standing = || shape.iter().filter(|&s| position.piece_at(s).is_some_and(own));
        let all = standing().count() + usize::from(position.setup().hands[us.index()][piece.index()]);
        let alike = standing().filter(|&s| shape.color(s) == shape.color(mv.to())).count();
        let colors = shape.iter().map(|s| shape.color(s)).max().map_or(1, |most| usize::from(most) + 1);
        assert!(alike < all.div_ceil(colors), "{}: too many on the colour of {mv:?}", position.fen());
    }
    if !rules.no_drop_mates || !position.loses_by_checkmate(us.other()) {
        return true;
    }
    let Ok(after) = from.play_unchecked(mv).setup().position(variant) else { return true };
    let open = after.outcome().is_none_or(|end| end.reason == Reason::Checkmate);
    !(after.is_check() && open && legal_moves(&after, free).is_empty())
}

/// Whether a move that the pieces can make leaves the mover's king safe where that is asked, or takes the other.
fn is_safe(position: &Position, from: &Position, mv: Move) -> bool {
    let us = position.turn();
    let after = from.play_unchecked(mv);
    let gone = captures::loses_capturer(position, position, mv.from()) && !position.taken(mv).is_empty();
    if position.loses_by_checkmate(us) && (gone || has_lost(position, &after, us)) {
        return false;
    }
    if position.variant().definition().kings_never_face && face(position, &after) {
        return false;
    }
    if position.variant().definition().facing_offers_draw
        && face(position, position)
        && face(position, &after)
    {
        return false;
    }
    if position.loses_by_checkmate(us) && !may_leap(position, mv) {
        return false;
    }
    let king = position.king(us).filter(|_| !position.variant().definition().players[us.index()].king_flees);
    if let Some(king) = king.filter(|&king| mv.from() == king && position.loses_by_checkmate(us)) {
        let checkers = attackers(position, king, us.other());
        if !checkers.is_empty() && checkers != [mv.to()].into_iter().collect() {
            return false;
        }
    }
    if !position.variant().definition().players[us.index()].gives_check
        && is_check(position, &after, us.other())
    {
        return false;
    }
    if !arrives_safely(position, &after, mv) {
        return false;
    }
    let quiet =
        position.variant().definition().players[us.index()].promotion.quiet && mv.promotion().is_some();
    let checks = position.loses_by_checkmate(us.other()) && is_check(position, &after, us.other());
    if quiet && (checks || promotion::is_loud(position, &after, mv)) {
        return false;
    }
    let won = has_lost(position, &after, us.other());
    let safe = !position.loses_by_checkmate(us) || won || !is_check(position, &after, us);
    // What is in hand attacks nothing, so it takes nothing royal that is lost by checkmate.
    let royal = |&square: &Square| {
        let taken = position.piece_at(square);
        taken.is_some_and(|(kind, color)| color != us && position.is_royal(kind, color))
    };
    let entry = matches!(mv.manner(), Manner::Entry(_)) && position.taken(mv).iter().any(|s| royal(&s));
    safe && !(entry && position.loses_by_checkmate(us.other())) && may_castle(position, mv)
}

/// Whether what comes to a goal that is shunned under attack is not attacked there, or takes something royal.
fn arrives_safely(position: &Position, after: &Position, mv: Move) -> bool {
    let us = position.turn();
    let goal = position.variant().definition().players[us.index()].goal.as_ref();
    let Some(goal) = goal.filter(|goal| goal.shy) else { return true };
    let royal = |square: Square| {
        let taken = position.piece_at(square);
        taken.is_some_and(|(kind, color)| color != us && position.is_royal(kind, color))
    };
    let before = standing(position, us, goal);
    let came = |square: &&Square| !before.contains(square) || **square == mv.from();
    position.taken(mv).iter().any(royal)
        || standing(after, us, goal).iter().filter(came).all(|s| attackers(after, *s, us.other()).is_empty())
}

/// How many of a piece a player has on the board and in hand.
pub fn count(position: &Position, color: Color, piece: PieceId) -> usize {
    let setup = position.setup();
    let standing = setup.board.iter().flatten();
    let standing =
        standing.filter(|(kind, owner)| (position.variant().piece_of(*kind), *owner) == (piece, color));
    standing.count() + usize::from(setup.hands[color.index()][piece.index()])
}

/// Whether a player for whom castling wins can do so no more.
fn has_castled_or_cannot(position: &Position, color: Color) -> bool {
    let castling = position.variant().definition().players[color.index()].castling;
    let mut wins =
        Wing::ALL.into_iter().filter(|&wing| castling[wing as usize].is_some_and(|c| c.wins)).peekable();
    wins.peek().is_some() && wins.all(|wing| position.castling_rook(color, wing).is_none())
}

/// Whether a player has too few of some pieces, counted one kind after the other.
fn has_too_few(position: &Position, color: Color) -> bool {
    let Some(rule) = &position.variant().definition().players[color.index()].extinction else { return false };
    let mut counts = rule.pieces.iter().map(|&piece| count(position, color, piece));
    let left = usize::from(rule.left);
    if rule.each { counts.any(|n| n <= left) } else { counts.sum::<usize>() <= left }
}

/// Whether a player has lost what is royal in the game of `position`.
fn has_lost(position: &Position, after: &Position, color: Color) -> bool {
    let definition = position.variant().definition();
    let counts: Vec<usize> = definition.royals(color).map(|piece| count(after, color, piece)).collect();
    let all: usize = counts.iter().sum();
    if counts.is_empty() {
        return false;
    }
    match definition.players[color.index()].royal.lost {
        RoyalLoss::All | RoyalLoss::Last => all == 0,
        RoyalLoss::Kind => counts.contains(&0),
        // What may not be left attacked is not captured, but it can explode.
        RoyalLoss::Any if position.loses_by_checkmate(color) && definition.explosion.is_none() => all == 0,
        RoyalLoss::Any => {
            all < definition.royals(color).map(|piece| definition.start.count(color, piece)).sum::<usize>()
        }
    }
}

/// Whether a player who loses by checkmate has left attacked what must not be.
fn is_check(position: &Position, after: &Position, us: Color) -> bool {
    let definition = position.variant().definition();
    let by = us.other();
    let threatened = |square: Square| is_threatened(position, after, square, by);
    let of = |piece: PieceId| -> Vec<Square> {
        let own = |&s: &Square| {
            after.piece_at(s).is_some_and(|(k, c)| c == us && after.variant().piece_of(k) == piece)
        };
        after.variant().shape().iter().filter(own).collect()
    };
    let all = |pieces: &[PieceId]| {
        let squares: Vec<Square> = pieces.iter().flat_map(|&piece| of(piece)).collect();
        let number: usize = pieces.iter().map(|&piece| count(after, us, piece)).sum();
        !squares.is_empty() && squares.len() == number && squares.into_iter().all(threatened)
    };
    let royal: Vec<PieceId> = definition.royals(us).collect();
    match definition.players[us.index()].royal.lost {
        RoyalLoss::Any => royal.iter().flat_map(|&piece| of(piece)).any(threatened),
        RoyalLoss::All => all(&royal),
        RoyalLoss::Last => {
            royal.iter().map(|&piece| count(after, us, piece)).sum::<usize>() == 1 && all(&royal)
        }
        RoyalLoss::Kind => royal.iter().any(|&piece| all(&[piece])),
    }
}

/// Whether a royal piece that castles, where it may not be left attacked, passes no attacked square.
fn may_castle(position: &Position, mv: Move) -> bool {
    let us = position.turn();
    let Manner::Castling(_) = mv.manner() else { return true };
    let royal = position.piece_at(mv.from()).is_some_and(|(kind, color)| position.is_royal(kind, color));
    if !royal || !position.loses_by_checkmate(us) {
        return true;
    }
    let by = us.other();
    let definition = position.variant().definition();
    let petrifies = |piece: PieceId| definition.rules(by, piece).captures.petrifies;
    let trial = definition.explosion.is_some() || definition.royals(by).any(petrifies);
    let safe = |square: Square| {
        // Where not every attack is a check, the king is put on each square of its way; where it ends, the move itself tells.
        let mut moved = position.setup();
        let king = moved.board[mv.from().index()].take();
        moved.board[square.index()] = king;
        match moved.position(position.variant()) {
            Ok(_) if trial && square == mv.to() && square != mv.from() => true,
            Ok(moved) if trial => !is_threatened(position, &moved, square, by),
            _ => attackers(position, square, by).is_empty(),
        }
    };
    let shape = position.variant().shape();
    if shape.grid() == Grid::Hexagon {
        let (x, y) = shape.between(mv.from(), mv.to());
        let cells = x.abs().max(y.abs()).max(1);
        let way = (0..=cells).map(|n| shape.offset(mv.from(), (x / cells * n, y / cells * n)));
        return way.flatten().all(safe);
    }
    let (a, b) = (mv.from().0.min(mv.to().0), mv.from().0.max(mv.to().0));
    (a..=b).all(|square| safe(Square(square)))
}

/// Whether a royal piece on `king` could be taken by `by`, who, if they lose by checkmate, explode nothing that loses them the game.
fn is_threatened(game: &Position, position: &Position, king: Square, by: Color) -> bool {
    let definition = position.variant().definition();
    let careful = game.loses_by_checkmate(by);
    let attackers = attackers(position, king, by);
    let spared = definition.explosion.as_ref().map(|explosion| &explosion.spares);
    let shape = position.variant().shape();
    let piece =
        |square| position.piece_at(square).map(|(kind, color)| (position.variant().piece_of(kind), color));
    let away = |a: u8, b: u8| a.abs_diff(b) > 1;
    let round = |a: u8, b: u8| shape.is_cylinder() && a.abs_diff(b) + 1 == shape.files();
    attackers.iter().any(|from| {
        let mut left = position.setup();
        if careful && captures::loses_capturer(game, position, from) {
            return false;
        }
        if captures::ends_capturer(position, from) {
            left.board[from.index()] = None;
        }
        let Some(spared) = spared else {
            return !careful
                || !left.position(position.variant()).is_ok_and(|left| has_lost(game, &left, by));
        };
        for square in shape.iter() {
            let Some((id, _)) = piece(square).filter(|(_, color)| *color == by) else { continue };
            let files = [shape.file(square), shape.file(king)];
            let far = (away(files[0], files[1]) && !round(files[0], files[1]))
                || away(shape.rank(square), shape.rank(king));
            if square != from && !(far || spared.contains(&id)) {
                left.board[square.index()] = None;
            }
        }
        !careful || !left.position(position.variant()).is_ok_and(|left| has_lost(game, &left, by))
    })
}

/// Whether a move is another but for what enters behind it.
fn is_without_gating(mv: Move, other: Move) -> bool {
    let squares = (mv.from(), mv.to()) == (other.from(), other.to());
    match other.manner() {
        Manner::Gating(_) => squares && mv.manner() == Manner::Plain,
        Manner::GatingCastling(wing, ..) => squares && mv.manner() == Manner::Castling(wing),
        _ => false,
    }
}

fn without_check(setup: &Setup, free: &Arc<Variant>) -> Position {
    setup.position(free).unwrap_or_else(|faults| panic!("{}: {faults:?}", setup.to_fen(free)))
}
