//! Whether a game that can be read makes sense: what can never happen in it.

use super::reader::Reader;
use super::syntax::{Entry, Node, Place, Table};
use super::{
    Code, DoubleStep, KingLoss, Letter, PieceId, PieceRules, Ray, RoyalLoss, Rules, Verdict, idle, names,
    targets_avoiding,
};
use crate::geometry::{Color, Offset, Square, SquareSet, Word, walk};
use crate::message::Message;
use crate::say;

/// Reports what can never happen in a game.
pub(super) fn check(r: &mut Reader<'_>, d: &Rules, tree: &Table) {
    let men = men(d);
    let places: Vec<Place> = d.pieces.iter().map(|p| place_of(r, tree, p.letter)).collect();
    let near = |r: &Reader<'_>, place: &Place, key: &str| {
        r.nearest(&[Some(place.clone()), tree.entry(key).map(|e| e.place.clone())])
    };
    let reachable = reachable(d, &men);
    for (id, piece) in d.numbered() {
        let name = &names::piece(&piece.name);
        if !reachable[id.index()] {
            let remove = match &places[id.index()] {
                place if place.file == 0 => say!("remove it"),
                place => say!("write pieces.{piece} = false", piece = r.written(place)),
            };
            let hint =
                say!("put it in the array or a hand, let something promote to it, or {remove}", remove);
            let message = say!("the {name} is in no array and no hand, and nothing becomes one", name);
            r.fault(Code::W201, &near(r, &places[id.index()], "array"), message, Some(hint));
        }
        if piece.rules.iter().all(|rules| rules.moves.betza.trim().is_empty() && rules.moves.rays.is_empty())
        {
            r.fault(Code::W209, &places[id.index()], say!("the {name} has no moves", name), None);
        }
        promotions(r, d, id, &near(r, &places[id.index()], "promotion"));
        hands(r, d, id, &men, &near(r, &places[id.index()], "hand"));
    }
    kept(r, d, &men, &places);
    let facing = d.kings_never_face || d.facing_offers_draw;
    if facing && Color::ALL.into_iter().any(|color| !d.has_one_king(color)) {
        let place = tree.entry("facing-kings").map_or(r.nowhere(), |e| e.place.clone());
        let message = say!("`facing-kings` is a rule for games in which each player has one king to lose");
        r.fault(Code::E110, &place, message, Some(say!("remove it, or give each player one king")));
    }
    king(r, d, &places);
    royalty(r, d, tree);
    left(r, d, &places);
    reverts(r, d, &tree.entry("promotion").map_or(r.nowhere(), |e| e.place.clone()));
    for color in Color::ALL {
        // How its king is lost is of no interest to a player without one.
        if let Some(king) = d.royals(color).next() {
            lost(r, d, &reachable, color, &near(r, &places[king.index()], "array"));
        }
    }
    goals(r, d, tree, &men);
    extinctions(r, d, tree);
    placement(r, d, tree, &men);
    if r.faults.iter().all(|f| !f.is_error()) && begins_in_check(d) {
        let place = r.nearest(&[tree.entry("array").map(|e| e.place.clone())]);
        let [mover, other] = [d.start.turn, d.start.turn.other()].map(names::colored);
        let message = say!("{mover} attacks {other}'s king at the start, and is to move", mover, other);
        r.fault(Code::E073, &place, message, Some(say!("move the armies apart")));
    }
}

/// Whether who is not to move, and loses by checkmate, begins in check.
pub(super) fn begins_in_check(d: &Rules) -> bool {
    let men = &men(d);
    let color = d.start.turn.other();
    let player = &d.players[color.index()];
    if player.king_lost_by != KingLoss::Checkmate {
        return false;
    }
    let royal: Vec<Man> = men.iter().copied().filter(|m| m.2 == color && d.is_royal(m.2, m.1)).collect();
    let attacked = |man: &Man| man.0.is_some_and(|square| could_take(d, men, square));
    let all = |kind: Option<PieceId>| {
        let mut group = royal.iter().filter(|m| kind.is_none_or(|kind| m.1 == kind)).peekable();
        group.peek().is_some() && group.all(&attacked)
    };
    match player.royal.lost {
        RoyalLoss::Any => royal.iter().any(attacked),
        RoyalLoss::All => all(None),
        RoyalLoss::Last => royal.len() == 1 && all(None),
        RoyalLoss::Kind => player.royal.pieces.iter().any(|&piece| all(Some(piece))),
    }
}

/// Whether who is to move could take a royal piece on a square with the first move.
fn could_take(d: &Rules, men: &[Man], king: Square) -> bool {
    let us = d.start.turn;
    let all =
        |men: &mut dyn Iterator<Item = &Man>| men.filter_map(|m| m.0).fold(0, |set, at| set | u128::bit(at));
    let occupied = all(&mut men.iter());
    let own = all(&mut men.iter().filter(|m| m.2 == us));
    let reaches = |rules: &PieceRules, from: Square| {
        let moves = rules.first_moves.as_ref().unwrap_or(&rules.moves);
        rules.groups(moves, d.shape).filter(|(cells, _)| cells.has(from)).any(|(cells, moves)| {
            let avoided = all(&mut men.iter().filter(|m| rules.avoids.contains(&m.1)));
            let turned = |ray: &Ray| ray.turned(|offset| d.shape.relative_offset(us, offset));
            let rays: Vec<Ray> = moves.rays.iter().map(turned).collect();
            let found = targets_avoiding(cells, &rays, from, occupied, own, avoided);
            (found.attacked | found.attacked_over).has(king)
        })
    };
    // Who loses by checkmate may not explode what is royal, nor let it turn to stone.
    let careful = d.players[us.index()].king_lost_by == KingLoss::Checkmate;
    let royal = |id: PieceId| careful && d.explosion.is_some() && d.is_royal(us, id);
    let ends = |id: PieceId| {
        let explodes = d.explosion.as_ref().is_some_and(|explosion| !explosion.survives.contains(&id));
        let captures = &d.rules(us, id).captures;
        careful && d.is_royal(us, id) && (explodes || captures.petrifies)
    };
    let spared = |id: PieceId| d.explosion.iter().flat_map(|e| &e.spares).any(|&other| other == id);
    let mut blast = d.shape.grid().directions().filter_map(|step| d.shape.offset(king, step));
    let standing = || men.iter().filter(|m| m.2 == us).filter_map(|m| Some((m.0?, m.1)));
    let exposed = |square: Square| standing().any(|(at, id)| at == square && royal(id) && !spared(id));
    let faces = |other: Square| {
        let sees = |step: Offset| walk(d.shape.flat(), king, step, SquareSet(occupied)).contains(other);
        d.facing(us, other).contains(king) && d.shape.grid().directions().any(sees)
    };
    if d.kings_never_face && standing().any(|(at, id)| d.is_royal(us, id) && faces(at)) {
        return true;
    }
    // What is in hand attacks nothing.
    !blast.any(exposed) && standing().any(|(at, id)| !ends(id) && reaches(d.rules(us, id), at))
}

/// A piece at the start: its square, or none in a hand.
type Man = (Option<Square>, PieceId, Color);

/// Everything that stands or lies in hand at the start.
fn men(d: &Rules) -> Vec<Man> {
    let standing = d.start.standing().map(|(square, piece, color)| (Some(square), piece, color));
    let held = Color::ALL.into_iter().flat_map(|color| {
        let each = d.ids().zip(&d.start.hands[color.index()]);
        each.flat_map(move |(piece, &n)| std::iter::repeat_n((None, piece, color), usize::from(n)))
    });
    standing.chain(held).collect()
}

pub(super) fn place_of(r: &Reader<'_>, tree: &Table, letter: Letter) -> Place {
    entry_of(tree, letter).map_or(r.nowhere(), |entry| entry.place.clone())
}

/// The keys of the piece with a letter.
pub(super) fn keys_of(tree: &Table, letter: Letter) -> Option<&Table> {
    entry_of(tree, letter)?.node.table()
}

fn entry_of(tree: &Table, letter: Letter) -> Option<&Entry> {
    let pieces = tree.get("pieces").and_then(Node::table)?;
    pieces.0.iter().find(|e| {
        let text = e.node.table().and_then(|t| t.get("letter")).and_then(Node::text);
        text.is_some_and(|t| t.parse() == Ok(letter))
    })
}

/// Which pieces can come onto the board, by array, hand, promotion and creation.
fn reachable(d: &Rules, men: &[Man]) -> Vec<bool> {
    let mut reachable = vec![false; d.pieces.len()];
    men.iter().for_each(|m| reachable[m.1.index()] = true);
    loop {
        let mut next = reachable.clone();
        for (id, _) in d.ids().zip(&reachable).filter(|r| *r.1) {
            for rules in &d.piece(id).rules {
                let created = rules.leaves.iter().chain(&rules.captures.captor_becomes);
                rules.promotes_to.iter().chain(created).for_each(|&to| next[to.index()] = true);
            }
        }
        if next == reachable {
            return reachable;
        }
        reachable = next;
    }
}

fn promotions(r: &mut Reader<'_>, d: &Rules, id: PieceId, place: &Place) {
    for color in Color::ALL {
        let to = &d.rules(color, id).promotes_to;
        let promotion = &d.players[color.index()].promotion;
        if to.is_empty() {
            continue;
        }
        let zones = d.zones(color, id);
        let step = promotion.step.as_ref();
        let by_step = step.map_or(SquareSet::EMPTY, |step| step.ends(d.shape, color));
        let nowhere = zones.all().is_empty() && by_step.is_empty();
        let stands = d.start.count(color, id) > 0;
        let anywhere = step.is_some_and(|step| step.last_anywhere);
        let squares = SquareSet(zones.all().0 | step.map_or(0, |step| step.from.0));
        let unreached = stands && !anywhere && !idle::may_stand(d, color, id, squares, true);
        let never = promotion.limit.as_ref().is_some_and(|limit| to.iter().all(|&p| limit[p.index()] == 0));
        if nowhere || never || unreached {
            let message = say!("the {name} can never promote", name = names::piece(&d.piece(id).name));
            let hint = if nowhere {
                say!("give [promotion] squares on the board")
            } else if unreached {
                say!("no move leads it to where it promotes: change its moves or [promotion]")
            } else {
                say!("promotion.limit must have some of the pieces in promotion.to")
            };
            r.fault(Code::W203, place, message, Some(hint));
        }
        if promotion.in_place && zones.forced.is_empty() {
            let message = say!("promotion in place happens on the squares of `on`, and there are none");
            r.fault(Code::W203, place, message, None);
        }
    }
}

/// A piece in hand must have somewhere to go.
fn hands(r: &mut Reader<'_>, d: &Rules, id: PieceId, men: &[Man], place: &Place) {
    let name = &names::piece(&d.piece(id).name);
    let held_by = |color| men.iter().any(|m| m.0.is_none() && m.1 == id && m.2 == color);
    let may_enter = Color::ALL.into_iter().filter(|&color| d.rules(color, id).enters());
    if may_enter.clone().next().is_some() && !may_enter.into_iter().any(held_by) && !d.hands.prisoners {
        let message = say!("no {name} is in hand, so none can enter", name);
        r.fault(Code::W210, place, message, Some(say!("put it in hand.pieces")));
    }
    for color in Color::ALL {
        let rules = d.rules(color, id);
        let held = held_by(color);
        if held && rules.drop_zone.is_empty() && !rules.enters() {
            let (code, message) = if d.hands.placement {
                (
                    Code::E094,
                    say!("the {name} in hand has no square to go to, so nothing would ever move", name),
                )
            } else {
                (Code::W210, say!("the {name} in hand can never be placed", name))
            };
            r.fault(code, place, message, Some(say!("give it `drops`, or hand.drops")));
        }
    }
}

/// A promoted piece must tell what it was: one kind of piece promotes to each.
fn reverts(r: &mut Reader<'_>, d: &Rules, place: &Place) {
    if d.players.iter().all(|player| !player.promotion.reverts) {
        return;
    }
    for (id, piece) in d.numbered() {
        let from = |p: &&super::Piece| p.rules.iter().any(|rules| rules.promotes_to.contains(&id));
        if d.pieces.iter().filter(from).count() > 1 {
            let name = &names::piece(&piece.name);
            let message =
                say!("a captured {name} could not revert: several kinds of pieces promote to it", name);
            let hint = say!("remove promotion.reverts, or let one kind promote");
            r.fault(Code::E082, place, message, Some(hint));
        }
    }
}

/// A piece that stays in a region must not come to stand elsewhere.
fn kept(r: &mut Reader<'_>, d: &Rules, men: &[Man], places: &[Place]) {
    for (color, id) in Color::ALL.into_iter().flat_map(|color| d.ids().map(move |id| (color, id))) {
        let Some(region) = d.rules(color, id).stays_in else { continue };
        let outside = |set: SquareSet| set.0 & !region.0 != 0;
        let player = &d.players[color.index()];
        let promotes = |from: super::PieceId| {
            let zones = d.zones(color, from);
            let promotes = d.rules(color, from).promotes_to.contains(&id);
            let step = player.promotion.step.as_ref();
            let by_step = step.is_some_and(|step| outside(step.ends(d.shape, color)));
            promotes && (by_step || outside(if zones.leaving { d.shape.cells() } else { zones.all() }))
        };
        let mut rules = d.pieces.iter().map(|piece| &piece.rules[color.index()]);
        let mut castling = player.castling.iter().flatten();
        let goes = |c: &super::Castling| {
            (c.king == id && !region.contains(c.king_to)) || (c.rook == id && !region.contains(c.rook_to))
        };
        let wrong = [
            (
                men.iter().any(|m| m.2 == color && m.1 == id && m.0.is_some_and(|s| !region.contains(s))),
                say!("starts"),
            ),
            (d.ids().any(promotes), say!("comes by promotion")),
            (rules.clone().any(|rules| rules.leaves == Some(id)), say!("is left by a capture")),
            (rules.any(|rules| rules.captures.captor_becomes == Some(id)), say!("comes by a capture")),
            (!d.rules(color, id).enters_behind.is_empty(), say!("enters behind others")),
            (castling.any(goes), say!("castles")),
        ];
        if let Some((_, how)) = wrong.iter().find(|wrong| wrong.0) {
            let name = &names::piece(&d.piece(id).name);
            let message = say!("the {name} {how} where it may not be", name, how);
            let hint = say!("widen its `stays-in`, or let it come only there");
            r.fault(Code::E096, &places[id.index()], message, Some(hint));
        }
    }
}

/// What a king cannot have.
fn king(r: &mut Reader<'_>, d: &Rules, places: &[Place]) {
    for (color, king) in Color::ALL.into_iter().flat_map(|c| d.royals(c).map(move |king| (c, king))) {
        // Where there are more, the others are still there when one has become something else.
        let player = &d.players[color.index()];
        let captured = player.king_lost_by == KingLoss::Capture;
        // Whoever says what else their loss means than a loss has captures in mind: that is the fault, told by itself.
        if !captured && player.royal.result != Verdict::Loss {
            continue;
        }
        if captured && d.royals(color).map(|piece| d.start.count(color, piece)).sum::<usize>() > 1 {
            continue;
        }
        let rules = d.rules(color, king);
        // What is royal as well takes its place; where it matters which kinds there are, nothing can.
        let stays = |to: &PieceId| d.is_royal(color, *to) && player.royal.lost != RoyalLoss::Kind;
        let wrong = [
            (!rules.promotes_to.iter().all(stays), say!("promote to what is not royal")),
            (rules.entry.is_some(), say!("enter by exchange")),
            (rules.double_step.as_ref().is_some_and(DoubleStep::is_exposed), say!("be captured en passant")),
        ];
        for (_, what) in wrong.iter().filter(|w| w.0) {
            r.fault(Code::E092, &places[king.index()], say!("a king cannot {what}", what), None);
        }
    }
    for (piece, place) in d.pieces.iter().zip(places) {
        let royal = |left: PieceId| Color::ALL.into_iter().any(|color| d.is_royal(color, left));
        if piece.rules.iter().filter_map(|rules| rules.leaves).any(royal) {
            let message = say!("a captured {name} cannot leave a king", name = names::piece(&piece.name));
            r.fault(Code::E092, place, message, None);
        }
        if piece.rules.iter().filter_map(|rules| rules.captures.captor_becomes).any(royal) {
            let message =
                say!("what captures a {name} cannot become a king", name = names::piece(&piece.name));
            r.fault(Code::E092, place, message, None);
        }
    }
}

/// Something must decide a game, and what is lost when a single one is must not become more.
fn royalty(r: &mut Reader<'_>, d: &Rules, tree: &Table) {
    if !d.can_be_decided() {
        let hint = say!("write royal = true for the piece whose loss loses the game, or give players a goal");
        let place = r.nearest(&[tree.entry("royal").map(|e| e.place.clone())]);
        r.fault(Code::E063, &place, say!("no piece is royal, and nothing else decides a game"), Some(hint));
    }
    for color in Color::ALL {
        let player = &d.players[color.index()];
        if player.royal.result != Verdict::Loss && player.king_lost_by == KingLoss::Checkmate {
            let message =
                say!("`royal.result` is for pieces that are captured, and these may not be left attacked");
            let hint = say!("write king-lost-by = \"capture\", or say with `checkmate` what mate means");
            let place = tree.entry("royal").map_or(r.nowhere(), |e| e.place.clone());
            r.fault(Code::E066, &place, message, Some(hint));
            break;
        }
    }
    let place = tree.entry("promotion").map_or(r.nowhere(), |e| e.place.clone());
    for color in Color::ALL {
        let player = &d.players[color.index()];
        let counted = player.king_lost_by == KingLoss::Capture || d.explosion.is_some();
        let promotes = |id: &PieceId| {
            let to = &d.rules(color, *id).promotes_to;
            d.royals(color).any(|royal| to.contains(&royal))
        };
        if player.royal.lost == RoyalLoss::Any && counted && d.ids().any(|id| promotes(&id)) {
            let message = say!("nothing promotes to a piece that loses the game as soon as one is captured");
            let hint = say!("name others in `promotion.to`, or write lost = \"all\" or \"kind\"");
            r.fault(Code::E081, &place, message, Some(hint));
            break;
        }
    }
}

/// What a piece may not do behind which others enter: the text of such a move has no room for both.
fn left(r: &mut Reader<'_>, d: &Rules, places: &[Place]) {
    for (id, place) in d.ids().zip(places) {
        for color in Color::ALL.into_iter().filter(|&color| d.lets_in(color, id).next().is_some()) {
            let rules = d.rules(color, id);
            let mut rays = rules.moves.rays.iter().chain(rules.first_moves.iter().flat_map(|m| &m.rays));
            let wrong = [
                (!rules.promotes_to.is_empty(), say!("promotes")),
                (rules.double_step.is_some(), say!("has a double step")),
                (rules.en_passant, say!("captures en passant")),
                (rays.any(Ray::captures_on_the_way), say!("captures what it leaps over")),
            ];
            if let Some((_, what)) = wrong.iter().find(|w| w.0) {
                let name = &names::piece(&d.piece(id).name);
                let hint = say!("name others in `enters-behind`, or change its moves");
                r.fault(
                    Code::E095,
                    place,
                    say!("none can enter behind the {name}, which {what}", name, what),
                    Some(hint),
                );
                break;
            }
        }
    }
}

/// A king that nothing can attack is never lost.
fn lost(r: &mut Reader<'_>, d: &Rules, reachable: &[bool], color: Color, place: &Place) {
    let captures = d.numbered().filter(|p| reachable[p.0.index()]).any(|(id, _)| {
        let rules = d.rules(color.other(), id);
        let all = rules.moves.rays.iter().chain(rules.first_moves.iter().flat_map(|m| &m.rays));
        all.into_iter().any(|ray| ray.captures || ray.captures_on_the_way())
    });
    if !captures {
        let message = say!(
            "nothing of {other} can capture, so the king of {side} cannot be lost",
            other = side(color.other()),
            side = side(color)
        );
        r.fault(Code::W208, place, message, None);
    }
}

/// No game may be over before it begins.
fn goals(r: &mut Reader<'_>, d: &Rules, tree: &Table, men: &[Man]) {
    let place = tree.entry("goal").map_or(r.nowhere(), |e| e.place.clone());
    for (player, color) in d.players.iter().zip(Color::ALL) {
        let Some(goal) = &player.goal else { continue };
        let there = |m: &&Man| {
            m.2 == color && goal.pieces.contains(&m.1) && m.0.is_some_and(|s| goal.squares.contains(s))
        };
        if men.iter().any(|m| there(&m)) {
            let message = say!("a piece stands on its goal at the start, so the game is over");
            r.fault(Code::E072, &place, message, None);
        }
        if goal.squares.is_empty() || goal.pieces.is_empty() {
            r.fault(Code::W211, &place, say!("nothing can ever reach this goal"), None);
        }
    }
}

/// Nobody may have too few pieces before the game begins.
fn extinctions(r: &mut Reader<'_>, d: &Rules, tree: &Table) {
    for (player, color) in d.players.iter().zip(Color::ALL) {
        let Some(rule) = &player.extinction else { continue };
        let count = |group: &[PieceId]| group.iter().map(|&id| d.start.count(color, id)).sum::<usize>();
        let few = rule.pieces.is_empty() || rule.groups().any(|group| count(group) <= usize::from(rule.left));
        if few {
            let place = tree.entry("extinction").map_or(r.nowhere(), |e| e.place.clone());
            let message =
                say!("{side} has too few pieces at the start, so the game is over", side = side(color));
            let hint = say!("name others in `pieces`, or write a smaller number in `left`");
            r.fault(Code::E072, &place, message, Some(hint));
            break;
        }
    }
}

/// All pieces in hand must fit on the board.
fn placement(r: &mut Reader<'_>, d: &Rules, tree: &Table, men: &[Man]) {
    if !d.hands.placement {
        return;
    }
    let place = tree.entry("hand").map_or(r.nowhere(), |e| e.place.clone());
    let taken: SquareSet = men.iter().filter_map(|m| m.0).collect();
    for color in Color::ALL {
        let held = || men.iter().filter(|m| m.0.is_none() && m.2 == color);
        let zones = held().fold(0, |zones, m| zones | d.rules(color, m.1).drop_zone.0);
        let free = SquareSet(zones & !taken.0).len();
        let count = held().count();
        if count > free {
            let message = say!(
                "{count} pieces are to be placed on {free} squares, so nothing would ever move",
                count,
                free
            );
            r.fault(Code::E094, &place, message, None);
        }
    }
}

/// A player within a sentence.
fn side(color: Color) -> Message {
    match color {
        Color::White => say!("white"),
        Color::Black => say!("black"),
    }
}
