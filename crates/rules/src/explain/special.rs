//! What is special: armies, castling, hands, creation; promotion has its own file.

use super::promotion::{REVERTS, promoting, promotion, promotion_of, reverting};
use super::royalty;
use super::words::{self, article, capital, counted, list, piece, pieces, player, plural, zone};
use crate::definition::{
    Blocker, Captures, Castling, Definition, Explosion, KingLoss, Obligation, PieceId, Wing,
};
use crate::geometry::{Color, Shape, SquareSet};

pub(super) fn sentences(definition: &Definition) -> Vec<String> {
    let mut out = Vec::new();
    if definition.shape.is_cylinder() {
        let shape = definition.shape;
        let [first, last] = [0, shape.files() - 1].map(|file| shape.file_name(file));
        out.push(format!(
            "The board is a cylinder: file {last} lies beside file {first}, and every move may lead round that edge, but none to the \
             square where it began."
        ));
    }
    if definition.start.turn == Color::Black {
        out.push("Black makes the first move.".to_owned());
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

fn armies(definition: &Definition, out: &mut Vec<String>) {
    if let [Some(white), Some(black)] = definition.players.each_ref().map(|p| p.army.as_deref())
        && white != black
    {
        let (white, black) = (words::spaced(white), words::spaced(black));
        out.push(format!("The players follow different rules: White plays {white}, Black plays {black}."));
    }
}

/// Sentences for both players at once where what is told of them is the same, else for each.
fn by_player<T: PartialEq>(
    definition: &Definition,
    told: impl Fn(Color) -> T,
    write: impl Fn(Option<String>, T) -> Option<String>,
    out: &mut Vec<String>,
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
pub(super) fn of_piece(definition: &Definition, color: Color, id: PieceId) -> Vec<String> {
    let promoting = promoting(definition, color, |other| other == id);
    let promotion = promoting.iter().map(|group| {
        let reverts = if reverting(definition, group) { format!(" {REVERTS}") } else { String::new() };
        promotion_of(definition, None, group) + &reverts
    });
    promotion.chain(creation_of(definition, None, &created(definition, color))).collect()
}

fn castling(definition: &Definition, out: &mut Vec<String>) {
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
            out.push("Nobody castles.".to_owned());
            return;
        }
        (true, true) if relative(Color::White) == relative(Color::Black) => {
            out.push(format!(
                "Castling, as one move: {}. Black likewise.",
                wings(definition, of(Color::White))
            ));
        }
        _ => {
            for color in Color::ALL {
                let name = player(definition, color);
                if some(color) {
                    out.push(format!("{name} may castle, as one move: {}.", wings(definition, of(color))));
                } else {
                    out.push(format!("{name} does not castle."));
                }
            }
        }
    }
    let shuffled = Color::ALL.iter().flat_map(|&c| of(c)).flatten().any(|c| c.from.is_none());
    let empty = if shuffled {
        "the squares that they cross or reach must be empty but for themselves"
    } else {
        "the squares between them must be empty"
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
        out.push("When a player has castled, the other may not castle to the same side any more.".to_owned());
    }
    if wings.any(|castling| castling.wins) {
        out.push(winning(definition));
    }
    let placed = |color: Color| of(color).iter().flatten().any(|castling| castling.placed);
    if Color::ALL.into_iter().any(placed) {
        out.push("Only pieces that were placed on these squares may castle.".to_owned());
    }
    out.push(if Color::ALL.into_iter().any(free) {
        format!("For castling, neither piece may have moved, and {empty}; attacks do not hinder it.")
    } else {
        format!(
            "For castling, neither piece may have moved, {empty}, and the king may not be attacked where it stands, \
             on its way, or where it arrives."
        )
    });
}

/// Which castling wins.
fn winning(definition: &Definition) -> String {
    let of = |color: Color| {
        let wings = definition.players[color.index()].castling.into_iter().zip(["O-O", "O-O-O"]);
        wings
            .filter(|(castling, _)| castling.is_some_and(|c| c.wins))
            .map(|(_, sign)| sign)
            .collect::<Vec<_>>()
    };
    let [white, black] = Color::ALL.map(of);
    let said = |who: &str, signs: &[&str]| {
        format!(
            "{who} wins by castling ({}), and has lost once that is impossible for good.",
            list(signs, "or")
        )
    };
    if white == black {
        return said("A player", &white);
    }
    let sides = Color::ALL.into_iter().zip([white, black]).filter(|(_, signs)| !signs.is_empty());
    let each: Vec<String> =
        sides.map(|(color, signs)| capital(&said(&player(definition, color), &signs))).collect();
    each.join(" ")
}

fn wings(definition: &Definition, castling: [Option<Castling>; 2]) -> String {
    let shape = definition.shape;
    let one = |wing: Wing| {
        let castling = castling[wing as usize]?;
        let rook = piece(definition, castling.rook);
        let (king_to, rook_to) = (shape.name(castling.king_to), shape.name(castling.rook_to));
        let (sign, side) = match wing {
            Wing::King => ("O-O", "right"),
            Wing::Queen => ("O-O-O", "left"),
        };
        let name = piece(definition, castling.king);
        Some(match castling.from {
            Some((king, from)) => {
                let (king, from) = (shape.name(king), shape.name(from));
                let farther = castling.farther.map_or(String::new(), |(king, to)| {
                    format!(
                        ", or farther, the {name} to {} and the {rook} to {}",
                        shape.name(king),
                        shape.name(to)
                    )
                });
                format!(
                    "the {name} goes from {king} to {king_to} and the {rook} from {from} to {rook_to} \
                     ({sign}){farther}"
                )
            }
            None => {
                format!("the king goes to {king_to} and the {rook} on White's {side} to {rook_to} ({sign})")
            }
        })
    };
    let parts: Vec<String> = Wing::ALL.into_iter().filter_map(one).collect();
    list(&parts, "or")
}

fn explosion(definition: &Definition, out: &mut Vec<String>) {
    let Some(Explosion { spares: spared, survives }) = &definition.explosion else { return };
    let but = if spared.is_empty() {
        String::new()
    } else {
        let names: Vec<String> = spared.iter().map(|&id| plural(&piece(definition, id))).collect();
        format!(" but {}", list(&names, "and"))
    };
    out.push(format!(
        "A capture explodes: the capturer leaves the game as well, and so does every piece{but} within a king's step of where \
         it went. Whoever explodes the enemy king wins at once."
    ));
    if !survives.is_empty() {
        let names: Vec<String> = survives.iter().map(|&id| plural(&piece(definition, id))).collect();
        out.push(format!("{} stay when they capture.", capital(&list(&names, "and"))));
    }
    let careful = |color: Color| definition.players[color.index()].king_lost_by == KingLoss::Checkmate;
    let write = |name: Option<String>, careful: bool| {
        let who = name.unwrap_or_else(|| "nobody".to_owned());
        let verb = if who == "nobody" { "may" } else { "may not" };
        careful.then(|| format!("{} {verb} explode their own king, nor take with it.", capital(&who)))
    };
    by_player(definition, careful, write, out);
    let spared = |color| definition.royals(color).all(|king| spared.contains(&king));
    if Color::ALL.into_iter().all(careful) && !Color::ALL.into_iter().any(spared) {
        out.push("Where the kings stand side by side, nothing can take either.".to_owned());
    }
}

/// For each piece but the king what its capture by a player leaves.
fn created(definition: &Definition, color: Color) -> Vec<(PieceId, Option<PieceId>)> {
    let taken = definition.ids().filter(|&id| !definition.is_royal(color.other(), id));
    taken.map(|id| (id, definition.rules(color, id).leaves)).collect()
}

fn creation(definition: &Definition, out: &mut Vec<String>) {
    let write = |name: Option<String>, told: Vec<_>| creation_of(definition, name, &told);
    by_player(definition, |color| created(definition, color), write, out);
}

fn creation_of(
    definition: &Definition,
    name: Option<String>,
    told: &[(PieceId, Option<PieceId>)],
) -> Option<String> {
    let named = |id: PieceId| piece(definition, id);
    let some = told.iter().filter_map(|(id, leaves)| leaves.map(|l| (*id, l)));
    let some: Vec<String> = some
        .map(|(id, left)| format!("{} {} for a captured {}", article(&named(left)), named(left), named(id)))
        .collect();
    if some.is_empty() {
        return None;
    }
    let none: Vec<String> =
        told.iter().filter(|(_, l)| l.is_none()).map(|(id, _)| format!("a {}", named(*id))).collect();
    let nothing =
        if none.is_empty() { String::new() } else { format!("; nothing for {}", list(&none, "or")) };
    let lead = name.map_or_else(|| "A capture".to_owned(), |name| format!("A capture by {name}"));
    Some(format!(
        "{lead} creates a piece of the capturer's colour on the square that the capturer came from: {}{nothing}. \
         Any piece that captures does this, and it is part of the move.",
        list(&some, "and")
    ))
}

/// What is special about captures by some pieces, and of some.
fn captures(definition: &Definition, out: &mut Vec<String>) {
    let of = |color: Color| -> Vec<(PieceId, Captures)> {
        definition.ids().map(|id| (id, definition.rules(color, id).captures.clone())).collect()
    };
    for write in [captures_own, petrifies, captor_becomes] {
        by_player(definition, of, |name, told: Vec<_>| write(definition, name, &told), out);
    }
}

/// The pieces of which something holds, as `queens and rooks`.
fn those(
    definition: &Definition,
    told: &[(PieceId, Captures)],
    holds: impl Fn(&Captures) -> bool,
) -> Option<String> {
    let names: Vec<String> = told
        .iter()
        .filter(|(_, captures)| holds(captures))
        .map(|(id, _)| plural(&piece(definition, *id)))
        .collect();
    (!names.is_empty()).then(|| list(&names, "and"))
}

/// A sentence about a player's pieces.
fn about(name: Option<String>, text: &str) -> String {
    name.map_or_else(|| format!("{}.", capital(text)), |name| format!("{name}: {text}."))
}

fn captures_own(
    definition: &Definition,
    name: Option<String>,
    told: &[(PieceId, Captures)],
) -> Option<String> {
    let who = those(definition, told, |captures| captures.own)?;
    Some(about(name, &format!("{who} may also capture pieces of their own side, but nothing royal")))
}

fn petrifies(definition: &Definition, name: Option<String>, told: &[(PieceId, Captures)]) -> Option<String> {
    let who = those(definition, told, |captures| captures.petrifies)?;
    let text = format!(
        "{who} turn to stone when they capture: a blocker stands where they went, which belongs to nobody, stays for good, \
         and is neither captured nor passed"
    );
    Some(about(name, &text))
}

fn captor_becomes(
    definition: &Definition,
    name: Option<String>,
    told: &[(PieceId, Captures)],
) -> Option<String> {
    let changes = told.iter().filter_map(|(id, captures)| Some((*id, captures.captor_becomes?)));
    let all: Vec<String> = changes
        .map(|(id, to)| {
            let [taken, becomes] = [piece(definition, id), piece(definition, to)];
            format!("{} {taken} becomes {} {becomes}", article(&taken), article(&becomes))
        })
        .collect();
    if all.is_empty() {
        return None;
    }
    let text = format!("a piece that captures {}, unless it is royal or promotes", list(&all, "and"));
    Some(about(name, &text))
}

/// Who must capture.
fn obligation(definition: &Definition, out: &mut Vec<String>) {
    let several = definition.explosion.is_some();
    let write = |name: Option<String>, obligation: Option<Obligation>| {
        let who = name.unwrap_or_else(|| "A player".to_owned());
        let which = match obligation? {
            Obligation::Most if several => "must, by a move that takes as many enemies as any",
            Obligation::Any | Obligation::Most => "must, and may choose how",
            Obligation::UnlessCheck => {
                "must, and may choose how, but is free to answer a check with any move"
            }
        };
        let check = definition.players.iter().any(|player| player.king_lost_by == KingLoss::Checkmate);
        let safe = if check { " without leaving the king attacked" } else { "" };
        Some(format!("{who} who can capture{safe} {which}."))
    };
    by_player(definition, |color| definition.players[color.index()].obligation, write, out);
}

/// The second half of a move.
fn blocker(definition: &Definition, out: &mut Vec<String>) {
    let Some(Blocker { stays, behind }) = definition.blocker else { return };
    let what = if stays { "a blocker, which stays there," } else { "the blocker" };
    let place = if behind { "on the square that the piece has left" } else { "on an empty square" };
    let other = if stays || behind { "" } else { " where it did not stand" };
    out.push(format!(
        "Each move has a second half: the player puts {what} {place}{other}. It belongs to nobody, and nothing captures or \
         passes it."
    ));
}

/// The pieces that each player starts with in hand.
fn starting_hand(definition: &Definition, color: Color) -> Vec<(PieceId, usize)> {
    let count = |id| usize::from(definition.start.held(color, id));
    definition.ids().map(|id| (id, count(id))).filter(|(_, n)| *n > 0).collect()
}

fn hands(definition: &Definition, out: &mut Vec<String>) {
    if !definition.hands.used {
        return;
    }
    let write = |name: Option<String>, hand: Vec<(PieceId, usize)>| {
        let who = name.unwrap_or_else(|| "Each player".to_owned());
        let all: Vec<String> = hand.iter().map(|&(id, n)| counted(definition, id, n)).collect();
        (!hand.is_empty()).then(|| format!("{who} starts with {} in hand, off the board.", list(&all, "and")))
    };
    by_player(definition, |color| starting_hand(definition, color), write, out);
    if definition.hands.prisoners {
        let whose = match definition.hands.returned {
            true => "of the player whose it was.",
            false => "of the player who captured it, and changes its colour.",
        };
        out.push(format!("A captured piece goes to the hand {whose}"));
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
    let write = |name: Option<String>, balanced: Vec<PieceId>| {
        let who = name.map_or_else(String::new, |name| format!("{name}: "));
        let names: Vec<String> = balanced.iter().map(|&id| plural(&piece(definition, id))).collect();
        let text = format!(
            "{who}{} must come to stand on squares of all colours alike, and nothing else may take the room for that.",
            list(&names, "and")
        );
        (!balanced.is_empty()).then(|| capital(&text))
    };
    by_player(definition, balanced, write, out);
    if definition.hands.placement {
        let kings = Color::ALL
            .iter()
            .any(|&color| definition.players[color.index()].king_lost_by == KingLoss::Checkmate);
        if kings {
            out.push(
                "A king that stands on the board may not be left attacked, also while pieces are placed."
                    .to_owned(),
            );
        }
    }
}

/// Where pieces of a player stand too many on a file to place another, and whose placing may not mate.
fn drop_limits(
    definition: &Definition,
    zones: &impl Fn(Color) -> Vec<(PieceId, SquareSet)>,
    out: &mut Vec<String>,
) {
    let some = |ids: &[PieceId]| {
        let names = list(&pieces(definition, ids), "or");
        format!("{} {names}", article(&names))
    };
    let limits = |color: Color| -> Vec<(PieceId, u8)> {
        let limit = |(id, _): (PieceId, SquareSet)| Some((id, definition.rules(color, id).drop_limit?));
        zones(color).into_iter().filter_map(limit).collect()
    };
    let write = |name: Option<String>, limits: Vec<(PieceId, u8)>| {
        let sentence = |&(id, most): &(PieceId, u8)| {
            let who = some(&[id]);
            let promotes =
                Color::ALL.into_iter().any(|color| !definition.rules(color, id).promotes_to.is_empty());
            let unpromoted = if promotes { "unpromoted " } else { "" };
            let others = match most {
                1 => {
                    let one = format!("{unpromoted}{}", piece(definition, id));
                    format!("{} {one} of the same player stands", article(&one))
                }
                _ => format!(
                    "{} {unpromoted}{} of the same player stand",
                    words::number(usize::from(most)),
                    plural(&piece(definition, id))
                ),
            };
            about(name.clone(), &format!("{who} may not be placed on a file where {others}"))
        };
        (!limits.is_empty()).then(|| limits.iter().map(sentence).collect::<Vec<_>>().join(" "))
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
    let write = |name: Option<String>, mating: Vec<PieceId>| {
        (!mating.is_empty())
            .then(|| about(name, &format!("placing {} may not give checkmate", some(&mating))))
    };
    by_player(definition, mating, write, out);
}

/// What may enter from the hand behind which pieces.
fn gating(definition: &Definition, out: &mut Vec<String>) {
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
    let castling = match (castling(|c| c.king), castling(|c| c.rook)) {
        (true, true) => "; in castling on the square of either",
        (true, false) => "; in castling on the king's square",
        (false, true) => "; in castling on the other's square",
        (false, false) => "",
    };
    let write = |name: Option<String>, told: Vec<(PieceId, Vec<PieceId>)>| {
        let behind = &told.first()?.1;
        let same: Vec<PieceId> =
            told.iter().filter(|(_, other)| other == behind).map(|(id, _)| *id).collect();
        let all = told.iter().map(|(id, behind)| {
            let behind = list(&pieces(definition, behind), "or");
            format!("a {} in hand on that of {} {behind}", piece(definition, *id), article(&behind))
        });
        let who = if same.len() == told.len() {
            let (held, behind) =
                (list(&pieces(definition, &same), "or"), list(&pieces(definition, behind), "or"));
            format!(
                "{} {held} in hand may enter on the square of {} {behind}",
                article(&held),
                article(&behind)
            )
        } else {
            format!("there may enter {}", list(&all.collect::<Vec<_>>(), "and"))
        };
        let lead = name.map_or(String::new(), |name| format!("{name}: "));
        Some(format!(
            "{} that leaves it with its first move, as part of that move{castling}. The move must be legal without that.",
            if lead.is_empty() { capital(&who) } else { format!("{lead}{who}") }
        ))
    };
    by_player(definition, told, write, out);
}

fn placing(definition: &Definition, name: Option<String>, zones: &[(PieceId, SquareSet)]) -> Option<String> {
    let shape = definition.shape;
    let (_, usual) =
        *zones.iter().max_by_key(|(_, zone)| zones.iter().filter(|(_, other)| other == zone).count())?;
    let place = |set: SquareSet| match zone(set, shape, "and") {
        any if set == shape.cells() => any.replace("any square", "any empty square"),
        text => format!("an empty square of {text}"),
    };
    let mut others: Vec<(SquareSet, Vec<String>)> = Vec::new();
    for &(id, set) in zones.iter().filter(|(_, set)| *set != usual) {
        let name = plural(&piece(definition, id));
        match others.iter_mut().find(|(other, _)| *other == set) {
            Some((_, names)) => names.push(name),
            None => others.push((set, vec![name])),
        }
    }
    let except: String = others
        .iter()
        .map(|(set, names)| format!(", {} only on {}", list(names, "and"), zone(*set, shape, "and")))
        .collect();
    let text = if definition.hands.placement {
        let who = name.unwrap_or_else(|| "each".to_owned());
        format!(
            "Before anything moves, the players take turns, White first, and {who} places one piece on {}{except}, \
             until both hands are empty. Then play begins.",
            place(usual)
        )
    } else {
        let who = name.unwrap_or_else(|| "a player".to_owned());
        format!("Instead of a move, {who} may place a piece from the hand on {}{except}.", place(usual))
    };
    Some(text)
}
