//! What is said of promotion.

use super::special::seen;
use super::words::{about, counted, name, piece, pieces, player, zone};
use crate::definition::{Definition, KingLoss, PieceId, PromotionStep, Zones};
use crate::geometry::{Color, Grid, Shape, Square, SquareSet};
use crate::message::{Arg, Message, list, or};
use crate::say;

/// What is told of one player's promotion, squares as that player counts.
#[derive(PartialEq)]
pub(super) struct Promoting {
    who: Vec<(PieceId, Vec<PieceId>)>,
    zones: Zones,
    limit: Option<Vec<u8>>,
    limit_counts_hand: bool,
    in_place: bool,
    /// Promotion as a move of its own, its squares as the player sees them.
    step: Option<PromotionStep>,
    quiet: bool,
    reverts: bool,
    king_can_be_captured: bool,
}

/// What is told of the promotion of those pieces of a player that `which` names: together of those that promote in the same zones.
pub(super) fn promoting(
    definition: &Definition,
    color: Color,
    which: impl Fn(PieceId) -> bool,
) -> Vec<Promoting> {
    let shape = definition.shape;
    let rules = &definition.players[color.index()].promotion;
    let mut groups: Vec<Promoting> = Vec::new();
    for id in definition.ids().filter(|&id| which(id)) {
        let to = definition.rules(color, id).promotes_to.clone();
        if to.is_empty() {
            continue;
        }
        let zones = definition.zones(color, id);
        let (forced, optional) = (seen(color, shape, zones.forced), seen(color, shape, zones.optional));
        let zones = Zones { forced, optional, ..zones };
        match groups.iter_mut().find(|group| group.zones == zones) {
            Some(group) => group.who.push((id, to)),
            None => groups.push(Promoting {
                who: vec![(id, to)],
                zones,
                limit: rules.limit.clone(),
                limit_counts_hand: rules.limit_counts_hand,
                in_place: rules.in_place,
                step: rules
                    .step
                    .as_ref()
                    .map(|step| PromotionStep { from: seen(color, shape, step.from), ..step.clone() }),
                quiet: rules.quiet,
                reverts: rules.reverts,
                king_can_be_captured: definition.players[color.other().index()].king_lost_by
                    == KingLoss::Capture,
            }),
        }
    }
    groups
}

pub(super) fn promotion(definition: &Definition, out: &mut Vec<Message>) {
    let had = had(definition);
    let told = Color::ALL.map(|color| promoting(definition, color, |id| had[color.index()][id.index()]));
    let [white, black] = &told;
    if white.is_empty() && black.is_empty() {
        out.push(say!("Nothing promotes."));
        return;
    }
    let both = |group: &&Promoting| black.contains(group);
    out.extend(white.iter().filter(both).map(|group| promotion_of(definition, None, group)));
    for color in Color::ALL {
        let name = || Some(player(definition, color));
        let other = &told[color.other().index()];
        let own = told[color.index()].iter().filter(|group| !other.contains(group));
        out.extend(own.map(|group| promotion_of(definition, name(), group)));
        if told[color.index()].is_empty() {
            out.push(about(name(), say!("nothing promotes")));
        }
    }
    if told.iter().flatten().any(|group| reverting(definition, group)) {
        out.push(reverts());
    }
}

pub(super) fn reverts() -> Message {
    say!("When a promoted piece is captured, it becomes again what it was before.")
}

/// Whether pieces become what they were before when they are captured.
pub(super) fn reverting(definition: &Definition, promoting: &Promoting) -> bool {
    let marked = |id: &PieceId| definition.piece(*id).letter.is_promoted();
    promoting.reverts
        || (definition.hands.prisoners && promoting.who.iter().any(|(_, to)| to.iter().any(marked)))
}

/// For each player and piece whether the player can ever have it: from the start, by exchange, promotion, creation or capture.
pub(super) fn had(definition: &Definition) -> [Vec<bool>; 2] {
    let mut had = Color::ALL
        .map(|color| definition.ids().map(|id| definition.start.held(color, id) > 0).collect::<Vec<_>>());
    for (_, id, color) in definition.start.standing() {
        had[color.index()][id.index()] = true;
    }
    loop {
        let mut next = had.clone();
        for color in Color::ALL {
            let own = &mut next[color.index()];
            for id in definition.ids() {
                let rules = definition.rules(color, id);
                if had[color.index()][id.index()] {
                    rules.promotes_to.iter().for_each(|to| own[to.index()] = true);
                }
                if had[color.other().index()][id.index()] {
                    let comes = rules.leaves.iter().chain(&rules.captures.captor_becomes);
                    comes.for_each(|to| own[to.index()] = true);
                    own[id.index()] |= definition.hands.prisoners;
                }
                own[id.index()] |=
                    rules.entry.is_some_and(|entry| had[color.index()][entry.exchanges.index()]);
            }
        }
        if next == had {
            return had;
        }
        had = next;
    }
}

pub(super) fn promotion_of(definition: &Definition, name: Option<Message>, promoting: &Promoting) -> Message {
    let Some((_, to)) = promoting.who.first() else { return about(name, say!("nothing promotes")) };
    let shape = definition.shape;
    let ids: Vec<PieceId> = promoting.who.iter().map(|(id, _)| *id).collect();
    let who = pieces(definition, &ids, "or");
    let zones = &promoting.zones;
    let becomes = |to: &[PieceId]| say!("{pieces:a}", pieces = pieces(definition, to, "or"));
    let same = promoting.who.iter().all(|(_, other)| other == to);
    let target = if same {
        becomes(to)
    } else {
        let each = promoting.who.iter().map(|(id, to)| {
            say!("{piece} to {target}", piece = piece(definition, *id), target = becomes(to))
        });
        say!("another piece ({each})", each = list(each, "; "))
    };
    let optional = || {
        comes(
            zones,
            zones.optional,
            shape,
            say!("comes to {squares}", squares = zone(zones.optional, shape, "or")),
        )
    };
    let text = match (zones.forced.is_empty(), zones.optional.is_empty()) {
        (false, true) => {
            let reaches = say!("reaches {squares}", squares = zone(zones.forced, shape, "or"));
            let comes = comes(zones, zones.forced, shape, reaches);
            say!("{who:a} that {comes} promotes to {target}", who, comes, target)
        }
        (false, false) => say!(
            "{who:a} that {comes} may promote to {target}, and on {forced} it must",
            who,
            comes = optional(),
            target,
            forced = zone(zones.forced, shape, "or"),
        ),
        (true, false) => {
            say!("{who:a} that {comes} may promote to {target}", who, comes = optional(), target)
        }
        (true, true) => say!("{who:a} may promote to {target}", who, target),
    };
    let mut sentences = vec![about(name, text)];
    details(definition, promoting, &ids, &mut sentences);
    match sentences.pop() {
        Some(only) if sentences.is_empty() => only,
        last => say!("{sentences}", sentences = list(sentences.into_iter().chain(last), " ")),
    }
}

/// What more is told of promotion.
fn details(definition: &Definition, promoting: &Promoting, ids: &[PieceId], out: &mut Vec<Message>) {
    let shape = definition.shape;
    if let Some(step) = &promoting.step {
        by_step(definition, promoting, step, out);
    }
    if promoting.quiet {
        out.push(say!("What comes by promotion may not attack an enemy, nor may promoting give check."));
    }
    if let Some(limit) = &promoting.limit {
        limited(definition, promoting, ids, limit, out);
    }
    if promoting.in_place {
        let created = definition
            .ids()
            .any(|id| Color::ALL.iter().any(|&color| definition.rules(color, id).leaves.is_some()));
        let squares = zone(promoting.zones.forced, shape, "or");
        out.push(match created {
            true => say!(
                "One that was created on {squares} without moving there stays what it is; to promote it where it stands is then a move of its own, its only one.",
                squares,
            ),
            false => say!(
                "One that stands on {squares} without moving there stays what it is; to promote it where it stands is then a move of its own, its only one.",
                squares,
            ),
        });
    }
    let to = promoting.who.first().map_or(&[][..], |(_, to)| to);
    let fresh =
        to.iter().filter(|&&id| Color::ALL.iter().any(|&c| definition.rules(c, id).first_moves.is_some()));
    let fresh: Vec<PieceId> = fresh.copied().collect();
    if !fresh.is_empty() {
        out.push(say!(
            "{^pieces:a} that comes by promotion has not moved yet.",
            pieces = pieces(definition, &fresh, "or"),
        ));
    }
}

/// What pieces that promote are called: by their name, if they are of one kind.
fn called(definition: &Definition, ids: &[PieceId]) -> Arg {
    if let [only] = ids { piece(definition, *only) } else { name("piece") }
}

/// What is told of promotion as a move of its own.
fn by_step(definition: &Definition, promoting: &Promoting, step: &PromotionStep, out: &mut Vec<Message>) {
    let shape = definition.shape;
    let ids: Vec<PieceId> = promoting.who.iter().map(|(id, _)| *id).collect();
    let who = || called(definition, &ids);
    let steps = || steps(shape, step);
    if !step.from.is_empty() {
        out.push(say!(
            "One that stands on {squares} promotes by a move of its own: where it stands{steps}.",
            squares = zone(step.from, shape, "or"),
            steps = steps(),
        ));
    }
    if step.last_anywhere {
        out.push(match step.from.is_empty() {
            true => say!(
                "A player's last {piece} may promote where it stands{steps}.",
                piece = who(),
                steps = steps(),
            ),
            false => say!("A player's last {piece} may do so anywhere.", piece = who()),
        });
    }
    if step.declinable {
        out.push(say!(
            "Who has nothing but the king and {piece:a}, and no move but to promote it, need not: that is stalemate.",
            piece = who(),
        ));
    }
}

/// The steps by which a piece promotes, if it need not stay where it stands.
fn steps(shape: Shape, step: &PromotionStep) -> Option<Message> {
    let king = step.steps.iter().filter(|&&(x, y)| x.abs().max(y.abs()) == 1).count();
    let straight = step.steps.iter().filter(|&&(x, y)| x.abs() + y.abs() == 1).count();
    let square = shape.grid() == Grid::Square;
    Some(match (square, step.steps.len(), king, straight) {
        (_, 0, ..) => return None,
        (true, 4, 4, 0) => say!(" or with a step diagonally to an empty square"),
        (true, 4, 4, 4) => say!(" or with a step straight to an empty square"),
        (true, 8, 8, 4) => say!(" or with a king's step to an empty square"),
        _ => {
            let ends = |from: Square| -> Vec<Square> {
                let end = |&step| PromotionStep::end(shape, Color::White, from, step);
                step.steps.iter().filter_map(end).collect()
            };
            let from = step.from.iter().max_by_key(|&from| ends(from).len());
            let example = from.map(|from| {
                let to = ends(from).into_iter().map(|s| shape.name(s).to_string());
                say!(", as from {from} to {to}", from = shape.name(from).to_string(), to = or(to))
            });
            say!(" or with a step to an empty square{example}", example)
        }
    })
}

/// What a piece does that promotes on a set of squares.
fn comes(zones: &Zones, set: SquareSet, shape: Shape, usual: Message) -> Message {
    let squares = zone(set, shape, "or");
    match (zones.by_capture, zones.leaving) {
        (true, _) if set == shape.cells() => say!("captures"),
        (false, _) if set == shape.cells() => say!("moves"),
        (false, false) => usual,
        (false, true) => say!("comes to {squares} or begins its move there", squares),
        (true, false) => say!("captures on {squares}", squares),
        (true, true) => say!("captures on {squares} or begins its capture there", squares),
    }
}

fn limited(
    definition: &Definition,
    promoting: &Promoting,
    ids: &[PieceId],
    limit: &[u8],
    out: &mut Vec<Message>,
) {
    let targets = &promoting.who[0].1;
    let most = || or(targets.iter().map(|&id| counted(definition, id, usize::from(limit[id.index()]))));
    out.push(match (definition.hands.used, promoting.limit_counts_hand) {
        (true, false) => say!("Promotion may not give a player more than {most} on the board.", most = most()),
        (true, true) => say!(
            "Only lost pieces come back: promotion may not give a player more than {most}, on the board and in hand together.",
            most = most(),
        ),
        (false, _) => say!(
            "Only lost pieces come back: promotion may not give a player more than {most}.",
            most = most(),
        ),
    });
    if promoting.zones.forced.is_empty() {
        return;
    }
    let except = promoting
        .king_can_be_captured
        .then(|| say!(", except to capture the king there; it then stays what it is"));
    out.push(say!(
        "{^piece:a} that could become nothing may not go to {squares}{except}.",
        piece = called(definition, ids),
        squares = zone(promoting.zones.forced, definition.shape, "or"),
        except,
    ));
}
