//! Pieces in hand: what players start with, and where it may be placed.

use super::special::{by_player, seen};
use super::words::{about, counted, piece, pieces, zone};
use crate::definition::{Castling, Definition, KingLoss, PieceId};
use crate::geometry::{Color, SquareSet};
use crate::message::{Message, and, list};
use crate::say;

/// The pieces that each player starts with in hand.
fn starting_hand(definition: &Definition, color: Color) -> Vec<(PieceId, usize)> {
    let count = |id| usize::from(definition.start.held(color, id));
    definition.ids().map(|id| (id, count(id))).filter(|(_, n)| *n > 0).collect()
}

pub(super) fn hands(definition: &Definition, out: &mut Vec<Message>) {
    if !definition.hands.used {
        return;
    }
    let write = |name: Option<Message>, hand: Vec<(PieceId, usize)>| {
        let who = name.unwrap_or_else(|| say!("Each player"));
        let pieces = and(hand.iter().map(|&(id, n)| counted(definition, id, n)));
        (!hand.is_empty()).then(|| say!("{who} starts with {pieces} in hand, off the board.", who, pieces))
    };
    by_player(definition, |color| starting_hand(definition, color), write, out);
    if definition.hands.prisoners {
        out.push(match definition.hands.returned {
            true => say!("A captured piece goes to the hand of the player whose it was."),
            false => {
                say!(
                    "A captured piece goes to the hand of the player who captured it, and changes its colour."
                )
            }
        });
    }
    gating(definition, out);
    let shape = definition.shape;
    let zones = |color: Color| -> Vec<(PieceId, SquareSet)> {
        let held = starting_hand(definition, color);
        let holds = |id: PieceId| definition.hands.prisoners || held.iter().any(|(held, _)| *held == id);
        let zone = |id| seen(color, shape, definition.rules(color, id).drop_zone);
        let zones = definition.ids().filter(|&id| holds(id)).map(|id| (id, zone(id)));
        zones
            .filter(|(id, zone)| {
                !(zone.is_empty() || definition.hands.prisoners && definition.is_royal(color, *id))
            })
            .collect()
    };
    by_player(definition, zones, |name, zones| placing(definition, name, &zones), out);
    drop_limits(definition, &zones, out);
    let balanced = |color: Color| -> Vec<PieceId> {
        definition.ids().filter(|&id| definition.rules(color, id).drops_balanced).collect()
    };
    let write = |name: Option<Message>, balanced: Vec<PieceId>| {
        (!balanced.is_empty()).then(|| {
            let text = say!(
                "{pieces:s} must come to stand on squares of all colours alike, and nothing else may take the room for that",
                pieces = pieces(definition, &balanced, "and"),
            );
            about(name, text)
        })
    };
    by_player(definition, balanced, write, out);
    if definition.hands.placement {
        let kings = Color::ALL
            .iter()
            .any(|&color| definition.players[color.index()].king_lost_by == KingLoss::Checkmate);
        if kings {
            out.push(say!(
                "A king that stands on the board may not be left attacked, also while pieces are placed."
            ));
        }
    }
}

/// Where pieces of a player stand too many on a file to place another, and whose placing may not mate.
fn drop_limits(
    definition: &Definition,
    zones: &impl Fn(Color) -> Vec<(PieceId, SquareSet)>,
    out: &mut Vec<Message>,
) {
    let limits = |color: Color| -> Vec<(PieceId, u8)> {
        let limit = |(id, _): (PieceId, SquareSet)| Some((id, definition.rules(color, id).drop_limit?));
        zones(color).into_iter().filter_map(limit).collect()
    };
    let write = |name: Option<Message>, limits: Vec<(PieceId, u8)>| {
        let sentence = |&(id, most): &(PieceId, u8)| {
            let others = on_file(definition, id, most);
            let piece = piece(definition, id);
            about(name.clone(), say!("{piece:a} may not be placed on a file where {others}", piece, others))
        };
        (!limits.is_empty()).then(|| say!("{sentences}", sentences = list(limits.iter().map(sentence), " ")))
    };
    by_player(definition, limits, write, out);
    let mating = |color: Color| -> Vec<PieceId> {
        let ids = zones(color).into_iter().map(|(id, _)| id);
        let forbidden = |id: &PieceId| {
            definition.rules(color, *id).no_drop_mates
                && definition.players[color.other().index()].king_lost_by == KingLoss::Checkmate
        };
        ids.filter(forbidden).collect()
    };
    let write = |name: Option<Message>, mating: Vec<PieceId>| {
        (!mating.is_empty()).then(|| {
            let pieces = pieces(definition, &mating, "or");
            about(name, say!("placing {pieces:a} may not give checkmate", pieces))
        })
    };
    by_player(definition, mating, write, out);
}

/// The pieces of a kind that stand on a file when it has no room for another.
fn on_file(definition: &Definition, id: PieceId, most: u8) -> Message {
    let promotes = Color::ALL.into_iter().any(|color| !definition.rules(color, id).promotes_to.is_empty());
    let piece = piece(definition, id);
    match (most, promotes) {
        (1, true) => say!("an unpromoted {piece} of the same player stands", piece),
        (1, false) => say!("{piece:a} of the same player stands", piece),
        (_, true) => say!("{most:word} unpromoted {piece:s} of the same player stand", most, piece),
        (_, false) => say!("{most:word} {piece:s} of the same player stand", most, piece),
    }
}

/// What may enter from the hand behind which pieces.
fn gating(definition: &Definition, out: &mut Vec<Message>) {
    let told = |color: Color| -> Vec<(PieceId, Vec<PieceId>)> {
        let behind = |id| (id, definition.rules(color, id).enters_behind.clone());
        definition.ids().map(behind).filter(|(_, behind)| !behind.is_empty()).collect()
    };
    let castling = |of: fn(&Castling) -> PieceId| {
        let lets_in = |color: Color| {
            let mut wings = definition.players[color.index()].castling.iter().flatten();
            wings.any(|castling| definition.lets_in(color, of(castling)).next().is_some())
        };
        Color::ALL.into_iter().any(lets_in)
    };
    let castling = || match (castling(|c| c.king), castling(|c| c.rook)) {
        (true, true) => Some(say!("; in castling on the square of either")),
        (true, false) => Some(say!("; in castling on the king's square")),
        (false, true) => Some(say!("; in castling on the other's square")),
        (false, false) => None,
    };
    let write = |name: Option<Message>, told: Vec<(PieceId, Vec<PieceId>)>| {
        let behind = &told.first()?.1;
        let named = |ids: &[PieceId]| pieces(definition, ids, "or");
        let text = if told.iter().all(|(_, other)| other == behind) {
            let held: Vec<PieceId> = told.iter().map(|(id, _)| *id).collect();
            say!(
                "{held:a} in hand may enter on the square of {behind:a} that leaves it with its first move, as part of that move{castling}",
                held = named(&held),
                behind = named(behind),
                castling = castling(),
            )
        } else {
            let entry = |(id, behind): &(PieceId, Vec<PieceId>)| {
                say!(
                    "a {held} in hand on that of {behind:a}",
                    held = piece(definition, *id),
                    behind = named(behind)
                )
            };
            say!(
                "there may enter {entries} that leaves it with its first move, as part of that move{castling}",
                entries = and(told.iter().map(entry)),
                castling = castling(),
            )
        };
        let text = about(name, text);
        Some(say!("{text} The move must be legal without that.", text))
    };
    by_player(definition, told, write, out);
}

fn placing(
    definition: &Definition,
    name: Option<Message>,
    zones: &[(PieceId, SquareSet)],
) -> Option<Message> {
    let shape = definition.shape;
    let (_, usual) =
        *zones.iter().max_by_key(|(_, zone)| zones.iter().filter(|(_, other)| other == zone).count())?;
    let place = match usual == shape.cells() {
        true => say!("any empty square"),
        false => say!("an empty square of {zone}", zone = zone(usual, shape, "and")),
    };
    let mut others: Vec<(SquareSet, Vec<PieceId>)> = Vec::new();
    for &(id, set) in zones.iter().filter(|(_, set)| *set != usual) {
        match others.iter_mut().find(|(other, _)| *other == set) {
            Some((_, ids)) => ids.push(id),
            None => others.push((set, vec![id])),
        }
    }
    let except = others.iter().map(|(set, ids)| {
        say!(
            ", {pieces:s} only on {zone}",
            pieces = pieces(definition, ids, "and"),
            zone = zone(*set, shape, "and"),
        )
    });
    let except = list(except, "");
    Some(if definition.hands.placement {
        say!(
            "Before anything moves, the players take turns, White first, and {who} places one piece on {place}{except}, until both hands are empty. Then play begins.",
            who = name.unwrap_or_else(|| say!("each")),
            place,
            except,
        )
    } else {
        say!(
            "Instead of a move, {who} may place a piece from the hand on {place}{except}.",
            who = name.unwrap_or_else(|| say!("a player")),
            place,
            except,
        )
    })
}
