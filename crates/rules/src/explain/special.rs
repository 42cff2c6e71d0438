//! What is special: armies, castling, creation, captures; hands and promotion have their own files.

use super::hands::hands;
use super::promotion::{promoting, promotion, promotion_of, reverting, reverts};
use super::royalty;
use super::words::{about, name, piece, pieces, player};
use crate::definition::{
    Blocker, Captures, Castling, Definition, Explosion, KingLoss, Obligation, PieceId, Wing,
};
use crate::geometry::{Color, Shape, SquareSet};
use crate::message::{Arg, Message, and, list, or};
use crate::say;

pub(super) fn sentences(definition: &Definition) -> Vec<Message> {
    let mut out = Vec::new();
    if definition.shape.is_cylinder() {
        let shape = definition.shape;
        let [first, last] = [0, shape.files() - 1].map(|file| shape.file_name(file).to_string());
        out.push(say!(
            "The board is a cylinder: file {last} lies beside file {first}, and every move may lead round that edge, but none to the square where it began.",
            last,
            first,
        ));
    }
    if definition.start.turn == Color::Black {
        out.push(say!("Black makes the first move."));
    }
    armies(definition, &mut out);
    hands(definition, &mut out);
    castling(definition, &mut out);
    promotion(definition, &mut out);
    creation(definition, &mut out);
    captures(definition, &mut out);
    explosion(definition, &mut out);
    obligation(definition, &mut out);
    blocker(definition, &mut out);
    out
}

fn armies(definition: &Definition, out: &mut Vec<Message>) {
    if let [Some(white), Some(black)] = definition.players.each_ref().map(|p| p.army.as_deref())
        && white != black
    {
        out.push(say!(
            "The players follow different rules: White plays {white}, Black plays {black}.",
            white = name(white),
            black = name(black),
        ));
    }
}

/// Sentences for both players at once where what is told of them is the same, else for each.
pub(super) fn by_player<T: PartialEq>(
    definition: &Definition,
    told: impl Fn(Color) -> T,
    write: impl Fn(Option<Message>, T) -> Option<Message>,
    out: &mut Vec<Message>,
) {
    if told(Color::White) == told(Color::Black) {
        out.extend(write(None, told(Color::White)));
        return;
    }
    for color in Color::ALL {
        out.extend(write(Some(player(definition, color)), told(color)));
    }
}

pub(super) fn seen(color: Color, shape: Shape, set: SquareSet) -> SquareSet {
    if color == Color::White { set } else { set.mirrored(shape) }
}

/// What is special about one piece of a player: promotion, and what its captures create.
pub(super) fn of_piece(definition: &Definition, color: Color, id: PieceId) -> Vec<Message> {
    let promoting = promoting(definition, color, |other| other == id);
    let promotion = promoting.iter().map(|group| {
        let told = promotion_of(definition, None, group);
        let reverts = reverting(definition, group).then(reverts);
        match reverts {
            Some(reverts) => say!("{sentences}", sentences = list([told, reverts], " ")),
            None => told,
        }
    });
    promotion.chain(creation_of(definition, None, &created(definition, color))).collect()
}

fn castling(definition: &Definition, out: &mut Vec<Message>) {
    let shape = definition.shape;
    let of = |color: Color| definition.players[color.index()].castling;
    let relative = |color: Color| {
        of(color).map(|castling| {
            castling.map(|c| Castling {
                from: c.from.map(|(king, rook)| (shape.relative(color, king), shape.relative(color, rook))),
                king_to: shape.relative(color, c.king_to),
                rook_to: shape.relative(color, c.rook_to),
                farther: c
                    .farther
                    .map(|(king, rook)| (shape.relative(color, king), shape.relative(color, rook))),
                ..c
            })
        })
    };
    let some = |color: Color| of(color).iter().any(Option::is_some);
    match (some(Color::White), some(Color::Black)) {
        (false, false) => {
            out.push(say!("Nobody castles."));
            return;
        }
        (true, true) if relative(Color::White) == relative(Color::Black) => {
            out.push(say!(
                "Castling, as one move: {wings}. Black likewise.",
                wings = wings(definition, of(Color::White)),
            ));
        }
        _ => {
            for color in Color::ALL {
                let player = player(definition, color);
                out.push(match some(color) {
                    true => say!(
                        "{player} may castle, as one move: {wings}.",
                        player,
                        wings = wings(definition, of(color)),
                    ),
                    false => say!("{player} does not castle.", player),
                });
            }
        }
    }
    conditions(definition, out);
}

/// What castling needs.
fn conditions(definition: &Definition, out: &mut Vec<Message>) {
    let of = |color: Color| definition.players[color.index()].castling;
    let shuffled = Color::ALL.iter().flat_map(|&c| of(c)).flatten().any(|c| c.from.is_none());
    let empty = match shuffled {
        true => say!("the squares that they cross or reach must be empty but for themselves"),
        false => say!("the squares between them must be empty"),
    };
    let free = |color: Color| {
        let castling = of(color);
        let mut wings = castling.iter().flatten();
        let captured = definition.players[color.index()].king_lost_by == KingLoss::Capture;
        wings.any(|castling| {
            captured && castling.through_attack || royalty::castles_freely(definition, color, castling.king)
        })
    };
    let mut wings = Color::ALL.iter().flat_map(|&color| of(color)).flatten();
    if wings.clone().any(|castling| castling.opposite) {
        out.push(say!("When a player has castled, the other may not castle to the same side any more."));
    }
    if wings.any(|castling| castling.wins) {
        out.push(winning(definition));
    }
    let placed = |color: Color| of(color).iter().flatten().any(|castling| castling.placed);
    if Color::ALL.into_iter().any(placed) {
        out.push(say!("Only pieces that were placed on these squares may castle."));
    }
    out.push(match Color::ALL.into_iter().any(free) {
        true => say!(
            "For castling, neither piece may have moved, and {empty}; attacks do not hinder it.",
            empty,
        ),
        false => say!(
            "For castling, neither piece may have moved, {empty}, and the king may not be attacked where it stands, on its way, or where it arrives.",
            empty,
        ),
    });
}

/// Which castling wins.
fn winning(definition: &Definition) -> Message {
    let of = |color: Color| {
        let wings = definition.players[color.index()].castling.into_iter().zip(["O-O", "O-O-O"]);
        wings
            .filter(|(castling, _)| castling.is_some_and(|c| c.wins))
            .map(|(_, sign)| sign)
            .collect::<Vec<_>>()
    };
    let [white, black] = Color::ALL.map(of);
    let said = |who: Message, signs: Vec<&str>| {
        say!(
            "{^who} wins by castling ({signs}), and has lost once that is impossible for good.",
            who,
            signs = or(signs),
        )
    };
    if white == black {
        return said(say!("a player"), white);
    }
    let sides = Color::ALL.into_iter().zip([white, black]).filter(|(_, signs)| !signs.is_empty());
    let each = sides.map(|(color, signs)| said(player(definition, color), signs));
    say!("{sentences}", sentences = list(each, " "))
}

fn wings(definition: &Definition, castling: [Option<Castling>; 2]) -> Arg {
    let shape = definition.shape;
    let at = |square| shape.name(square).to_string();
    let one = |wing: Wing| {
        let castling = castling[wing as usize]?;
        let rook = piece(definition, castling.rook);
        let (king_to, rook_to) = (at(castling.king_to), at(castling.rook_to));
        let name = || piece(definition, castling.king);
        let Some((king_from, rook_from)) = castling.from else {
            return Some(match wing {
                Wing::King => say!(
                    "the king goes to {king_to} and the {rook} on White's right to {rook_to} (O-O)",
                    king_to,
                    rook,
                    rook_to,
                ),
                Wing::Queen => say!(
                    "the king goes to {king_to} and the {rook} on White's left to {rook_to} (O-O-O)",
                    king_to,
                    rook,
                    rook_to,
                ),
            });
        };
        let farther = castling.farther.map(|(king_to, rook_to)| {
            say!(
                ", or farther, the {king} to {king_to} and the {rook} to {rook_to}",
                king = name(),
                king_to = at(king_to),
                rook = rook.clone(),
                rook_to = at(rook_to),
            )
        });
        Some(say!(
            "the {king} goes from {king_from} to {king_to} and the {rook} from {rook_from} to {rook_to} ({sign}){farther}",
            king = name(),
            king_from = at(king_from),
            king_to,
            rook,
            rook_from = at(rook_from),
            rook_to,
            sign = match wing {
                Wing::King => "O-O",
                Wing::Queen => "O-O-O",
            },
            farther,
        ))
    };
    or(Wing::ALL.into_iter().filter_map(one))
}

fn explosion(definition: &Definition, out: &mut Vec<Message>) {
    let Some(Explosion { spares: spared, survives }) = &definition.explosion else { return };
    let but =
        (!spared.is_empty()).then(|| say!(" but {pieces:s}", pieces = pieces(definition, spared, "and")));
    out.push(say!(
        "A capture explodes: the capturer leaves the game as well, and so does every piece{but} within a king's step of where it went. Whoever explodes the enemy king wins at once.",
        but,
    ));
    if !survives.is_empty() {
        out.push(say!("{^pieces:s} stay when they capture.", pieces = pieces(definition, survives, "and")));
    }
    let careful = |color: Color| definition.players[color.index()].king_lost_by == KingLoss::Checkmate;
    let write = |player: Option<Message>, careful: bool| {
        careful.then(|| match player {
            None => say!("Nobody may explode their own king, nor take with it."),
            Some(player) => say!("{player} may not explode their own king, nor take with it.", player),
        })
    };
    by_player(definition, careful, write, out);
    let spared = |color| definition.royals(color).all(|king| spared.contains(&king));
    if Color::ALL.into_iter().all(careful) && !Color::ALL.into_iter().any(spared) {
        out.push(say!("Where the kings stand side by side, nothing can take either."));
    }
}

/// For each piece but the king what its capture by a player leaves.
fn created(definition: &Definition, color: Color) -> Vec<(PieceId, Option<PieceId>)> {
    let taken = definition.ids().filter(|&id| !definition.is_royal(color.other(), id));
    taken.map(|id| (id, definition.rules(color, id).leaves)).collect()
}

fn creation(definition: &Definition, out: &mut Vec<Message>) {
    let write = |name: Option<Message>, told: Vec<_>| creation_of(definition, name, &told);
    by_player(definition, |color| created(definition, color), write, out);
}

fn creation_of(
    definition: &Definition,
    name: Option<Message>,
    told: &[(PieceId, Option<PieceId>)],
) -> Option<Message> {
    let named = |id: PieceId| piece(definition, id);
    let some = told.iter().filter_map(|(id, leaves)| leaves.map(|left| (*id, left)));
    let some: Vec<Message> = some
        .map(|(id, left)| say!("{left:a} for a captured {taken}", left = named(left), taken = named(id)))
        .collect();
    if some.is_empty() {
        return None;
    }
    let none = told.iter().filter(|(_, left)| left.is_none());
    let none: Vec<Message> = none.map(|(id, _)| say!("a {piece}", piece = named(*id))).collect();
    let nothing = (!none.is_empty()).then(|| say!("; nothing for {pieces}", pieces = or(none)));
    let capture = match name {
        None => say!("A capture"),
        Some(player) => say!("A capture by {player}", player),
    };
    Some(say!(
        "{capture} creates a piece of the capturer's colour on the square that the capturer came from: {pieces}{nothing}. Any piece that captures does this, and it is part of the move.",
        capture,
        pieces = and(some),
        nothing,
    ))
}

/// What is special about captures by some pieces, and of some.
fn captures(definition: &Definition, out: &mut Vec<Message>) {
    let of = |color: Color| -> Vec<(PieceId, Captures)> {
        definition.ids().map(|id| (id, definition.rules(color, id).captures.clone())).collect()
    };
    for write in [captures_own, petrifies, captor_becomes] {
        by_player(definition, of, |name, told: Vec<_>| write(definition, name, &told), out);
    }
}

/// The pieces of which something holds.
fn those(
    definition: &Definition,
    told: &[(PieceId, Captures)],
    holds: impl Fn(&Captures) -> bool,
) -> Option<Arg> {
    let ids: Vec<PieceId> = told.iter().filter(|(_, captures)| holds(captures)).map(|(id, _)| *id).collect();
    (!ids.is_empty()).then(|| pieces(definition, &ids, "and"))
}

fn captures_own(
    definition: &Definition,
    name: Option<Message>,
    told: &[(PieceId, Captures)],
) -> Option<Message> {
    let pieces = those(definition, told, |captures| captures.own)?;
    Some(about(name, say!("{pieces:s} may also capture pieces of their own side, but nothing royal", pieces)))
}

fn petrifies(
    definition: &Definition,
    name: Option<Message>,
    told: &[(PieceId, Captures)],
) -> Option<Message> {
    let pieces = those(definition, told, |captures| captures.petrifies)?;
    let text = say!(
        "{pieces:s} turn to stone when they capture: a blocker stands where they went, which belongs to nobody, stays for good, and is neither captured nor passed",
        pieces,
    );
    Some(about(name, text))
}

fn captor_becomes(
    definition: &Definition,
    name: Option<Message>,
    told: &[(PieceId, Captures)],
) -> Option<Message> {
    let changes = told.iter().filter_map(|(id, captures)| Some((*id, captures.captor_becomes?)));
    let all: Vec<Message> = changes
        .map(|(id, to)| {
            say!("{taken:a} becomes {piece:a}", taken = piece(definition, id), piece = piece(definition, to),)
        })
        .collect();
    if all.is_empty() {
        return None;
    }
    Some(about(
        name,
        say!("a piece that captures {changes}, unless it is royal or promotes", changes = and(all)),
    ))
}

/// Who must capture.
fn obligation(definition: &Definition, out: &mut Vec<Message>) {
    let several = definition.explosion.is_some();
    let write = |player: Option<Message>, obligation: Option<Obligation>| {
        let how = match obligation? {
            Obligation::Most if several => say!("must, by a move that takes as many enemies as any"),
            Obligation::Any | Obligation::Most => say!("must, and may choose how"),
            Obligation::UnlessCheck => {
                say!("must, and may choose how, but is free to answer a check with any move")
            }
        };
        let check = definition.players.iter().any(|player| player.king_lost_by == KingLoss::Checkmate);
        let safe = check.then(|| say!(" without leaving the king attacked"));
        Some(match player {
            None => say!("A player who can capture{safe} {how}.", safe, how),
            Some(player) => say!("{player} who can capture{safe} {how}.", player, safe, how),
        })
    };
    by_player(definition, |color| definition.players[color.index()].obligation, write, out);
}

/// The second half of a move.
fn blocker(definition: &Definition, out: &mut Vec<Message>) {
    let Some(Blocker { stays, behind }) = definition.blocker else { return };
    let blocker = if stays { say!("a blocker, which stays there,") } else { say!("the blocker") };
    let place = match (behind, stays) {
        (true, _) => say!("on the square that the piece has left"),
        (false, true) => say!("on an empty square"),
        (false, false) => say!("on an empty square where it did not stand"),
    };
    out.push(say!(
        "Each move has a second half: the player puts {blocker} {place}. It belongs to nobody, and nothing captures or passes it.",
        blocker,
        place,
    ));
}
