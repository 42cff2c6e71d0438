//! What players must not lose, where that is not just a king that must be checkmated or captured.

use super::ending::third_person;
use super::words::{pieces, player};
use crate::definition::{Definition, KingLoss, PieceId, RoyalLoss, Verdict};
use crate::geometry::Color;
use crate::message::Message;
use crate::say;

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

pub(super) fn sentences(definition: &Definition, out: &mut Vec<Message>) {
    let alike = definition.players[0].royal == definition.players[1].royal
        && definition.players[0].king_lost_by == definition.players[1].king_lost_by
        && definition.has_one_king(Color::White) == definition.has_one_king(Color::Black);
    if alike {
        out.push(of_player(definition, Color::White, say!("a player")));
    } else {
        out.extend(
            Color::ALL.into_iter().map(|color| of_player(definition, color, player(definition, color))),
        );
    }
    let by = |loss: KingLoss| definition.players.iter().any(|player| player.king_lost_by == loss);
    if by(KingLoss::Checkmate) {
        out.push(say!(
            "Whoever is in check and has no legal move is checkmated and {verb}.",
            verb = third_person(definition.checkmate),
        ));
    }
    if by(KingLoss::Capture) && !by(KingLoss::Checkmate) {
        out.push(say!("There is no check."));
    }
}

/// What a player must not lose.
fn of_player(definition: &Definition, color: Color, who: Message) -> Message {
    let royal = &definition.players[color.index()].royal;
    if royal.pieces.is_empty() {
        return say!("{^who} has nothing royal to lose.", who);
    }
    let everything = definition.ids().all(|id| {
        royal.pieces.contains(&id)
            || definition.start.count(color, id) == 0 && !becomes(definition, color, id)
    });
    let only = royal.pieces.len() == 1;
    let named = |last| pieces(definition, &royal.pieces, last);
    if definition.players[color.index()].king_lost_by == KingLoss::Capture {
        let what = match royal.lost {
            _ if definition.has_one_king(color) => say!("the {pieces}", pieces = named("or")),
            RoyalLoss::Any => say!("any {pieces}", pieces = named("or")),
            RoyalLoss::All | RoyalLoss::Last if everything => say!("the last piece"),
            RoyalLoss::All | RoyalLoss::Last if only => say!("the last {piece}", piece = named("or")),
            RoyalLoss::All | RoyalLoss::Last => say!("the last of all {pieces:s}", pieces = named("and")),
            RoyalLoss::Kind if everything => say!("the last piece of any kind"),
            RoyalLoss::Kind => say!("the last of the {pieces:s}", pieces = named("or of the")),
        };
        let verb = third_person(royal.result);
        return say!("{^who} {verb} as soon as {what} is lost.", who, verb, what);
    }
    let what = match royal.lost {
        _ if definition.has_one_king(color) => say!("the {pieces}", pieces = named("or")),
        RoyalLoss::Any => say!("any {pieces}", pieces = named("or")),
        RoyalLoss::Last => {
            let last = match only {
                true => say!("the last {piece}", piece = named("or")),
                false => say!("the last of all {pieces:s}", pieces = named("and")),
            };
            return say!(
                "{^who} may not leave {last} under attack: that is check. While there are more, they may be captured.",
                who,
                last,
            );
        }
        RoyalLoss::All => say!("all {pieces:s} at once", pieces = named("and")),
        RoyalLoss::Kind => say!("all pieces of one kind at once, of {pieces:s}", pieces = named("and")),
    };
    say!("{^who} may not leave {what} under attack: that is check.", who, what)
}

/// Whether something of a player's becomes a piece.
fn becomes(definition: &Definition, color: Color, piece: PieceId) -> bool {
    definition.ids().any(|id| definition.rules(color, id).promotes_to.contains(&piece))
}
