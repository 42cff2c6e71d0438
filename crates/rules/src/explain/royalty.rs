//! What players must not lose, where that is not just a king that must be checkmated or captured.

use super::words::{capital, list, piece, player, plural};
use crate::definition::{Definition, KingLoss, PieceId, RoyalLoss, Verdict};
use crate::geometry::Color;

/// Whether each player has one king, and loses by checkmate if by check at all.
pub(super) fn is_usual(definition: &Definition) -> bool {
    definition.checkmate == Verdict::Loss
        && Color::ALL.into_iter().all(|color| definition.has_one_king(color))
}

/// Whether a piece of a player castles unhindered by attacks.
pub(super) fn castles_freely(definition: &Definition, color: Color, castling: PieceId) -> bool {
    let captured = definition.players[color.index()].king_lost_by == KingLoss::Capture;
    !definition.is_royal(color, castling) || captured && !definition.has_one_king(color)
}

pub(super) fn sentences(definition: &Definition, out: &mut Vec<String>) {
    let alike = definition.players[0].royal == definition.players[1].royal
        && definition.players[0].king_lost_by == definition.players[1].king_lost_by
        && definition.has_one_king(Color::White) == definition.has_one_king(Color::Black);
    if alike {
        out.push(of_player(definition, Color::White, "A player"));
    } else {
        out.extend(
            Color::ALL.into_iter().map(|color| of_player(definition, color, &player(definition, color))),
        );
    }
    let by = |loss: KingLoss| definition.players.iter().any(|player| player.king_lost_by == loss);
    if by(KingLoss::Checkmate) {
        out.push(format!(
            "Whoever is in check and has no legal move is checkmated and {}.",
            verb(definition.checkmate)
        ));
    }
    if by(KingLoss::Capture) && !by(KingLoss::Checkmate) {
        out.push("There is no check.".to_owned());
    }
}

/// What a player must not lose.
fn of_player(definition: &Definition, color: Color, who: &str) -> String {
    let royal = &definition.players[color.index()].royal;
    let named: Vec<String> = royal.pieces.iter().map(|&id| piece(definition, id)).collect();
    let everything = definition.ids().all(|id| {
        royal.pieces.contains(&id)
            || definition.start.count(color, id) == 0 && !becomes(definition, color, id)
    });
    if royal.pieces.is_empty() {
        return format!("{who} has nothing royal to lose.");
    }
    let several = |last: &str| list(&named.iter().map(|name| plural(name)).collect::<Vec<_>>(), last);
    if definition.players[color.index()].king_lost_by == KingLoss::Capture {
        let what = match royal.lost {
            _ if definition.has_one_king(color) => format!("the {}", list(&named, "or")),
            RoyalLoss::Any => format!("any {}", list(&named, "or")),
            RoyalLoss::All | RoyalLoss::Last if everything => "the last piece".to_owned(),
            RoyalLoss::All | RoyalLoss::Last if named.len() == 1 => format!("the last {}", named[0]),
            RoyalLoss::All | RoyalLoss::Last => format!("the last of all {}", several("and")),
            RoyalLoss::Kind if everything => "the last piece of any kind".to_owned(),
            RoyalLoss::Kind => format!("the last of the {}", several("or of the")),
        };
        return capital(&format!("{who} {} as soon as {what} is lost.", verb(royal.result)));
    }
    let what = match royal.lost {
        _ if definition.has_one_king(color) => format!("the {}", list(&named, "or")),
        RoyalLoss::Any => format!("any {}", list(&named, "or")),
        RoyalLoss::Last => {
            let several =
                if named.len() == 1 { named[0].clone() } else { format!("of all {}", several("and")) };
            return capital(&format!(
                "{who} may not leave the last {several} under attack: that is check. While there are more, they may be captured."
            ));
        }
        RoyalLoss::All => format!("all {} at once", several("and")),
        RoyalLoss::Kind => format!("all pieces of one kind at once, of {}", several("and")),
    };
    capital(&format!("{who} may not leave {what} under attack: that is check."))
}

/// Whether something of a player's becomes a piece.
fn becomes(definition: &Definition, color: Color, piece: PieceId) -> bool {
    definition.ids().any(|id| definition.rules(color, id).promotes_to.contains(&piece))
}

fn verb(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Loss => "loses",
        Verdict::Draw => "draws",
        Verdict::Win => "wins",
    }
}
