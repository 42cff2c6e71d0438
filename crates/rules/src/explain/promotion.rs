//! What is said of promotion.

use super::special::seen;
use super::words::{article, capital, counted, list, piece, pieces, player, zone};
use crate::definition::{Definition, KingLoss, PieceId, PromotionStep, Zones};
use crate::geometry::{Color, Grid, Shape, Square, SquareSet};

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

pub(super) fn promotion(definition: &Definition, out: &mut Vec<String>) {
    let had = had(definition);
    let told = Color::ALL.map(|color| promoting(definition, color, |id| had[color.index()][id.index()]));
    let [white, black] = &told;
    if white.is_empty() && black.is_empty() {
        out.push("Nothing promotes.".to_owned());
        return;
    }
    let both = |group: &&Promoting| black.contains(group);
    out.extend(white.iter().filter(both).map(|group| promotion_of(definition, None, group)));
    for color in Color::ALL {
        let name = player(definition, color);
        let other = &told[color.other().index()];
        let own = told[color.index()].iter().filter(|group| !other.contains(group));
        out.extend(own.map(|group| promotion_of(definition, Some(&name), group)));
        if told[color.index()].is_empty() {
            out.push(format!("{name}: nothing promotes."));
        }
    }
    if told.iter().flatten().any(|group| reverting(definition, group)) {
        out.push(REVERTS.to_owned());
    }
}

pub(super) const REVERTS: &str = "When a promoted piece is captured, it becomes again what it was before.";

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

pub(super) fn promotion_of(definition: &Definition, name: Option<&str>, promoting: &Promoting) -> String {
    let lead = name.map_or(String::new(), |name| format!("{name}: "));
    let Some((_, to)) = promoting.who.first() else { return format!("{lead}nothing promotes.") };
    let shape = definition.shape;
    let ids: Vec<PieceId> = promoting.who.iter().map(|(id, _)| *id).collect();
    let who = list(&pieces(definition, &ids), "or");
    let who = format!("{} {who}", article(&who));
    let zones = &promoting.zones;
    let forced = zone(zones.forced, shape, "or");
    let same = promoting.who.iter().all(|(_, other)| other == to);
    let becomes = |to: &[PieceId]| {
        let names = list(&pieces(definition, to), "or");
        format!("{} {names}", article(&names))
    };
    let target = if same {
        becomes(to)
    } else {
        let each =
            promoting.who.iter().map(|(id, to)| format!("{} to {}", piece(definition, *id), becomes(to)));
        format!("another piece ({})", each.collect::<Vec<_>>().join("; "))
    };
    let mut text = match (zones.forced.is_empty(), zones.optional.is_empty()) {
        (false, true) => {
            format!("{who} that {} promotes to {target}", comes(zones, zones.forced, shape, "reaches"))
        }
        (false, false) => format!(
            "{who} that {} may promote to {target}, and on {forced} it must",
            comes(zones, zones.optional, shape, "comes to")
        ),
        (true, false) => {
            format!("{who} that {} may promote to {target}", comes(zones, zones.optional, shape, "comes to"))
        }
        (true, true) => format!("{who} may promote to {target}"),
    };
    if name.is_none() {
        text = capital(&text);
    }
    let mut text = format!("{lead}{text}.");
    if let Some(step) = &promoting.step {
        text.push_str(&by_step(definition, promoting, step));
    }
    if promoting.quiet {
        text.push_str(" What comes by promotion may not attack an enemy, nor may promoting give check.");
    }
    if let Some(limit) = &promoting.limit {
        text.push_str(&limited(definition, promoting, &ids, limit, &forced));
    }
    if promoting.in_place {
        let created = definition
            .ids()
            .any(|id| Color::ALL.iter().any(|&color| definition.rules(color, id).leaves.is_some()));
        let how = if created { "was created on" } else { "stands on" };
        text.push_str(&format!(
            " One that {how} {forced} without moving there stays what it is; to promote it where it stands is then \
             a move of its own, its only one."
        ));
    }
    let fresh =
        to.iter().filter(|&&id| Color::ALL.iter().any(|&c| definition.rules(c, id).first_moves.is_some()));
    let fresh: Vec<PieceId> = fresh.copied().collect();
    if !fresh.is_empty() {
        let names = list(&pieces(definition, &fresh), "or");
        text.push_str(&format!(
            " {} {names} that comes by promotion has not moved yet.",
            capital(article(&names))
        ));
    }
    text
}

/// What is told of promotion as a move of its own.
fn by_step(definition: &Definition, promoting: &Promoting, step: &PromotionStep) -> String {
    let shape = definition.shape;
    let ids: Vec<PieceId> = promoting.who.iter().map(|(id, _)| *id).collect();
    let who = if let [only] = ids[..] { piece(definition, only) } else { "piece".to_owned() };
    let king = step.steps.iter().filter(|&&(x, y)| x.abs().max(y.abs()) == 1).count();
    let straight = step.steps.iter().filter(|&&(x, y)| x.abs() + y.abs() == 1).count();
    let square = shape.grid() == Grid::Square;
    let steps = match (square, step.steps.len(), king, straight) {
        (_, 0, ..) => String::new(),
        (true, 4, 4, 0) => " or with a step diagonally to an empty square".to_owned(),
        (true, 4, 4, 4) => " or with a step straight to an empty square".to_owned(),
        (true, 8, 8, 4) => " or with a king's step to an empty square".to_owned(),
        _ => {
            let ends = |from: Square| -> Vec<Square> {
                let end = |&step| PromotionStep::end(shape, Color::White, from, step);
                step.steps.iter().filter_map(end).collect()
            };
            let from = step.from.iter().max_by_key(|&from| ends(from).len());
            let example = from.map_or(String::new(), |from| {
                let to: Vec<String> = ends(from).iter().map(|&s| shape.name(s).to_string()).collect();
                format!(", as from {} to {}", shape.name(from), list(&to, "or"))
            });
            format!(" or with a step to an empty square{example}")
        }
    };
    let on = zone(step.from, shape, "or");
    let mut text = if step.from.is_empty() {
        String::new()
    } else {
        format!(" One that stands on {on} promotes by a move of its own: where it stands{steps}.")
    };
    if step.last_anywhere {
        let so = if step.from.is_empty() {
            format!("promote where it stands{steps}")
        } else {
            "do so anywhere".into()
        };
        text.push_str(&format!(" A player's last {who} may {so}."));
    }
    if step.declinable {
        text.push_str(&format!(
            " Who has nothing but the king and a {who}, and no move but to promote it, need not: that is stalemate."
        ));
    }
    text
}

/// What a piece does that promotes on a set of squares.
fn comes(zones: &Zones, set: SquareSet, shape: Shape, usual: &str) -> String {
    let squares = zone(set, shape, "or");
    match (zones.by_capture, zones.leaving) {
        (true, _) if set == shape.cells() => "captures".to_owned(),
        (false, _) if set == shape.cells() => "moves".to_owned(),
        (false, false) => format!("{usual} {squares}"),
        (false, true) => format!("comes to {squares} or begins its move there"),
        (true, false) => format!("captures on {squares}"),
        (true, true) => format!("captures on {squares} or begins its capture there"),
    }
}

fn limited(
    definition: &Definition,
    promoting: &Promoting,
    ids: &[PieceId],
    limit: &[u8],
    forced: &str,
) -> String {
    let targets = &promoting.who[0].1;
    let most: Vec<String> =
        targets.iter().map(|&id| counted(definition, id, usize::from(limit[id.index()]))).collect();
    let name = if let [only] = ids { piece(definition, *only) } else { "piece".to_owned() };
    let most = list(&most, "or");
    let mut text = match (definition.hands.used, promoting.limit_counts_hand) {
        (true, false) => format!(" Promotion may not give a player more than {most} on the board."),
        (used, _) => format!(
            " Only lost pieces come back: promotion may not give a player more than {most}{}.",
            if used { ", on the board and in hand together" } else { "" }
        ),
    };
    if !promoting.zones.forced.is_empty() {
        text.push_str(&format!(" A {name} that could become nothing may not go to {forced}"));
        text.push_str(if promoting.king_can_be_captured {
            ", except to capture the king there; it then stays what it is."
        } else {
            "."
        });
    }
    text
}
