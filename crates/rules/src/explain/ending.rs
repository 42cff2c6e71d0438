//! How a game ends.

use super::royalty;
use super::words::{colored, name, piece, pieces, player, zone};
use crate::definition::{
    Award, Clock, ClockEnd, Definition, Extinction, FacingLines, Goal, KingLoss, PieceId, Stalemate, Verdict,
};
use crate::geometry::{Color, Grid, Offset, SquareSet};
use crate::message::{Arg, Message, and, list, or};
use crate::say;
use crate::tables::{Kind, KindSet};
use crate::variant::Variant;
use crate::visit;

pub(super) fn sentences(definition: &Definition) -> Vec<Message> {
    let mut out = Vec::new();
    kings(definition, &mut out);
    extinctions(definition, &mut out);
    checks(definition, &mut out);
    goals(definition, &mut out);
    bare_king(definition, &mut out);
    stalemate(definition, &mut out);
    passing(definition, &mut out);
    mate(definition, &mut out);
    counting(definition, &mut out);
    if let Some(rule) = definition.repetition {
        let result = match rule.mover {
            Verdict::Draw => say!("the game is drawn"),
            verdict => say!("the player whose move made it {verb}", verb = third_person(verdict)),
        };
        out.push(say!(
            "When the same position occurs for the {times:th} time, with the same player to move, {result}.",
            times = rule.times,
            result,
        ));
        if rule.perpetual_check {
            out.push(say!(
                "Who has given check with every move between the first and the last of these has lost instead; if both have, that does not count."
            ));
        }
    }
    clock(definition, &mut out);
    by_themselves(definition, &mut out);
    match definition.draws {
        Some(Award::Points) => out.push(points(definition)),
        Some(Award::Player(color)) => {
            out.push(say!("What would be a draw is won by {player}.", player = player(definition, color)));
        }
        None if !definition.can_be_drawn() => out.push(say!("No game is drawn.")),
        None => {}
    }
    out
}

/// Which ends nobody has to claim.
fn by_themselves(definition: &Definition, out: &mut Vec<Message>) {
    let repetition = definition.repetition.is_some();
    match (repetition, definition.clock.limit) {
        (true, Some((_, ClockEnd::Draw))) => {
            out.push(say!(
                "Both the repetition and this count end the game by themselves: nobody has to claim it."
            ));
        }
        (true, _) => out.push(say!("The repetition ends the game by itself: nobody has to claim it.")),
        (false, Some((_, ClockEnd::Draw))) => {
            out.push(say!("This count ends the game by itself: nobody has to claim it."));
        }
        (false, _) => {}
    }
}

/// How points decide what would be a draw.
fn points(definition: &Definition) -> Message {
    let counted = definition.pieces.iter().filter(|piece| piece.points > 0);
    let counted =
        counted.map(|piece| say!("{piece} {points}", piece = name(&piece.name), points = piece.points));
    say!(
        "What would be a draw is won by the player whose pieces on the board have more points ({counted}); who moves second has one point and a half more.",
        counted = list(counted, ", "),
    )
}

/// Moves that a weaker player counts.
fn counting(definition: &Definition, out: &mut Vec<Message>) {
    let Some(rule) = &definition.counting else { return };
    let pawns = || pieces(definition, &rule.pawns, "or");
    if let Some(board) = rule.board {
        let who = match rule.most {
            Some(most) => say!("a player with at most {most} pieces", most),
            None if rule.pawns.is_empty() => say!("a player"),
            None => say!("once no {pawns} is left, a player", pawns = pawns()),
        };
        out.push(say!(
            "{^who} counts the moves from then on, unless the other has nothing but the king: after {board} moves of each the game is drawn.",
            who,
            board,
        ));
    }
    let against = |(pieces, moves): &(Vec<(PieceId, u8)>, u8)| {
        let named =
            pieces.iter().map(|&(piece, n)| say!("{n} {piece}", n, piece = self::piece(definition, piece)));
        match pieces.is_empty() {
            true => say!("{moves} against anything else", moves = *moves),
            false => say!("{moves} against {pieces}", moves = *moves, pieces = and(named)),
        }
    };
    let from = if rule.from_pieces { say!("the number of pieces on the board") } else { say!("nothing") };
    let counts = say!(
        "a bare king counts from {from}, anew after each capture or promotion, up to the first of these that fits: {limits}; then the game is drawn",
        from,
        limits = list(rule.bare.iter().map(against), ", "),
    );
    out.push(match rule.pawns.is_empty() {
        true => say!("{^counts}.", counts),
        false => say!("Once no {pawns} is left, {counts}.", pawns = pawns(), counts),
    });
}

/// Which checkmates count.
fn mate(definition: &Definition, out: &mut Vec<Message>) {
    let Some(rule) = &definition.mate else { return };
    if !rule.needs.is_empty() {
        out.push(say!(
            "A checkmate wins only if one of the checks in the unbroken row that it ends was given by {pieces:a}; else the game is drawn.",
            pieces = pieces(definition, &rule.needs, "or"),
        ));
    }
    if !rule.not_by.is_empty() {
        out.push(say!(
            "Who gives checkmate by {pieces:a} alone has lost.",
            pieces = pieces(definition, &rule.not_by, "or"),
        ));
    }
}

/// Where kings stand that face each other.
fn facing(definition: &Definition) -> Message {
    let moves = match &definition.facing_lines {
        FacingLines::Files => return say!("on one file"),
        FacingLines::Orthogonal => return say!("on one rank or file"),
        FacingLines::Along(moves) => moves,
    };
    let words: [(&[Offset], Message); 5] = [
        (&[(0, 1)], say!("straight ahead")),
        (&[(0, -1)], say!("straight behind")),
        (&[(-1, 0), (1, 0)], say!("to the side")),
        (&[(-1, 1), (1, 1)], say!("diagonally ahead")),
        (&[(-1, -1), (1, -1)], say!("diagonally behind")),
    ];
    let leads = |step: &Offset| moves.rays.iter().any(|ray| ray.step == *step && ray.max == u8::MAX);
    let told: Vec<_> = words.into_iter().filter(|(steps, _)| steps.iter().all(leads)).collect();
    let steps: usize = told.iter().map(|(steps, _)| steps.len()).sum();
    if definition.shape.grid() == Grid::Square && steps == moves.rays.len() {
        let words = told.into_iter().map(|(_, word)| word);
        say!("where one sees the other {words}", words = or(words))
    } else {
        say!("where one sees the other along its lines `{moves}`", moves = moves.betza.as_str())
    }
}

/// What passing means, and what it answers.
fn passing(definition: &Definition, out: &mut Vec<Message>) {
    if definition.passing {
        out.push(say!(
            "A player may pass instead of moving, but not in check. When both have passed, the game is drawn."
        ));
    }
    if definition.facing_offers_draw {
        out.push(say!(
            "Who makes the two kings face each other, {facing} with nothing between them, offers a draw: the other accepts by passing, even in check, or must part them with the next move.",
            facing = facing(definition),
        ));
    }
}

/// What each player plays and how, where the two differ.
pub(super) fn sides(definition: &Definition) -> Option<[Message; 2]> {
    let sides = Color::ALL.map(|color| {
        let own = |color: Color| definition.players[color.index()].army.as_ref().map(|army| name(army));
        if !royalty::is_usual(definition) {
            let other = own(color.other()).is_some();
            return match own(color) {
                Some(army) => say!("{^army}", army),
                None if other => colored(color),
                None => Message::default(),
            };
        }
        let wins = match definition.players[color.other().index()].king_lost_by {
            KingLoss::Capture => say!("wins by capturing the king"),
            KingLoss::Checkmate => say!("wins by checkmate"),
        };
        match own(color) {
            Some(army) => say!("{^army}: {wins}", army, wins),
            None => say!("{^wins}", wins),
        }
    });
    (sides[0] != sides[1]).then_some(sides)
}

pub(super) fn third_person(verdict: Verdict) -> Message {
    match verdict {
        Verdict::Loss => say!("loses"),
        Verdict::Draw => say!("draws"),
        Verdict::Win => say!("wins"),
    }
}

fn kings(definition: &Definition, out: &mut Vec<Message>) {
    loss_of_kings(definition, out);
    let captured = |color: Color| {
        definition.has_kings(color) && definition.players[color.index()].king_lost_by == KingLoss::Capture
    };
    if definition.says_check && Color::ALL.into_iter().any(captured) {
        out.push(say!("Where moves are written, an attack on the king is marked with + all the same."));
    }
}

fn loss_of_kings(definition: &Definition, out: &mut Vec<Message>) {
    if !royalty::is_usual(definition) {
        royalty::sentences(definition, out);
        return;
    }
    let loss = Color::ALL.map(|color| definition.players[color.index()].king_lost_by);
    match loss {
        [KingLoss::Capture, KingLoss::Capture] => out.push(say!(
            "You win by capturing the enemy king. There is no check: a king may stay under attack, or move into one, and nobody has to warn of it."
        )),
        [KingLoss::Checkmate, KingLoss::Checkmate] => out.push(say!(
            "You win by checkmate: the enemy king is attacked, and no move helps. A king may not be left under attack."
        )),
        _ => {
            for color in Color::ALL {
                let (winner, loser) = (player(definition, color), player(definition, color.other()));
                out.push(match loss[color.other().index()] {
                    KingLoss::Capture => say!(
                        "{winner} wins by capturing the enemy king: there is no check for {loser}, whose king may stay under attack.",
                        winner,
                        loser,
                    ),
                    KingLoss::Checkmate => say!(
                        "{winner} wins by checkmate: {loser} may not leave the king under attack, unless the move captures the enemy king and so ends the game.",
                        winner,
                        loser,
                    ),
                });
            }
        }
    }
}

/// What players may not have too few of, and whose loss counts where both lose.
fn extinctions(definition: &Definition, out: &mut Vec<Message>) {
    let rule = |color: Color| definition.players[color.index()].extinction.as_ref();
    let [white, black] = Color::ALL.map(rule);
    if white == black {
        out.extend(white.map(|rule| extinction(definition, rule, say!("a player"))));
    } else {
        let said = |color| Some(extinction(definition, rule(color)?, player(definition, color)));
        out.extend(Color::ALL.into_iter().filter_map(said));
    }
    if definition.mover_loses_first {
        out.push(say!(
            "Where a move takes from both players what they may not lose, it counts as lost by who moved."
        ));
    }
}

/// What a player may not have too few of.
fn extinction(definition: &Definition, rule: &Extinction, who: Message) -> Message {
    let verb = third_person(rule.result);
    let all = rule.pieces.len() == definition.pieces.len();
    let pieces = pieces(definition, &rule.pieces, "and");
    let of = match (rule.each, all) {
        (false, true) => say!("pieces"),
        (true, true) => say!("pieces of any one kind"),
        (false, false) => say!("{pieces:s}", pieces),
        (true, false) => say!("pieces of one kind, of {pieces:s}", pieces),
    };
    match rule.left {
        0 => say!("{^who} {verb} with no {of} left, on the board and in hand together.", who, verb, of),
        n => say!(
            "{^who} {verb} with no more than {n:word} of the {of} left, on the board and in hand together.",
            who,
            verb,
            n,
            of,
        ),
    }
}

/// Checks that are counted, and checks that may not be given.
fn checks(definition: &Definition, out: &mut Vec<Message>) {
    let players = &definition.players;
    let lost = |who: Message, n: u8| say!("{^who} in check for the {n:th} time has lost.", who, n);
    if players[0].checks == players[1].checks {
        out.extend(players[0].checks.map(|n| lost(say!("a player"), n)));
    } else {
        for color in Color::ALL {
            out.extend(players[color.index()].checks.map(|n| lost(player(definition, color), n)));
        }
    }
    if definition.kings_never_face {
        out.push(say!(
            "The two kings may not face each other: no move may leave them {facing} with nothing between them.",
            facing = facing(definition),
        ));
    }
    match [players[0].king_flees, players[1].king_flees] {
        [true, true] => {}
        [white, black] => {
            let who = match (white, black) {
                (false, false) => say!("A king"),
                (white, _) => {
                    let color = if white { Color::Black } else { Color::White };
                    say!("The king of {player}", player = player(definition, color))
                }
            };
            out.push(say!(
                "{who} in check may not step away: it may only capture the one piece that gives the check.",
                who,
            ));
        }
    }
    match [players[0].gives_check, players[1].gives_check] {
        [true, true] => {}
        [false, false] => out.push(say!("No move may give check.")),
        [white, _] => {
            let who = player(definition, if white { Color::Black } else { Color::White });
            out.push(say!("{who} may not give check.", who));
        }
    }
}

fn goals(definition: &Definition, out: &mut Vec<Message>) {
    let shape = definition.shape;
    let told = |color: Color| {
        definition.players[color.index()].goal.as_ref().map(|goal| {
            let seen = |set: SquareSet| if color == Color::White { set } else { set.mirrored(shape) };
            Goal { squares: seen(goal.squares), ..goal.clone() }
        })
    };
    let equalises = definition.players[0].goal.as_ref().is_some_and(|goal| goal.last_move);
    if told(Color::White) == told(Color::Black) {
        out.extend(told(Color::White).map(|goal| goal_of(definition, say!("A player"), &goal)));
    } else {
        for color in Color::ALL {
            let who = || say!("{player},", player = player(definition, color));
            out.extend(told(color).map(|goal| goal_of(definition, who(), &goal)));
        }
    }
    if equalises {
        out.push(say!(
            "Once White has reached it, Black, who moved later, has one more move: if it reaches Black's goal as well, the game is drawn."
        ));
    }
}

/// What reaching a goal means.
fn goal_of(definition: &Definition, who: Message, goal: &Goal) -> Message {
    let pieces = pieces(definition, &goal.pieces, "or");
    let places = zone(goal.squares, definition.shape, "or");
    let when = match (goal.safe, goal.hold) {
        (true, true) => say!(
            "wins at once, if it cannot be captured with the next move, and else if it still stands there after that move"
        ),
        (true, false) => say!("wins at once, if it cannot be captured with the next move"),
        (false, true) => say!("wins if it still stands there after the opponent's reply"),
        (false, false) => say!("wins at once"),
    };
    let shy = goal.shy.then(|| {
        say!(
            " No such piece may go there where an enemy attacks it, unless it captures what the enemy must not lose."
        )
    });
    match goal.count {
        1 => say!("{who} whose {pieces} reaches {places} {when}.{shy}", who, pieces, places, when, shy),
        n => say!(
            "{who} who has {n} pieces there, each {pieces:a} on {places}, {when}.{shy}",
            who,
            n,
            pieces,
            places,
            when,
            shy,
        ),
    }
}

fn bare_king(definition: &Definition, out: &mut Vec<Message>) {
    let Some(verdict) = definition.bare_king else { return };
    let verb = third_person(verdict);
    out.push(match (verdict, definition.insufficient.is_some()) {
        (Verdict::Win, _) => say!("A player who has nothing left but the king {verb} at once.", verb),
        (_, true) => say!(
            "A player who has nothing left but the king {verb}, unless that player's next move captures the opponent's last piece as well: then the game is drawn.",
            verb,
        ),
        (_, false) => say!(
            "A player who has nothing left but the king {verb}, unless that player's next move captures the opponent's last piece as well: then the game goes on.",
            verb,
        ),
    });
}

fn stalemate(definition: &Definition, out: &mut Vec<Message>) {
    let check = definition.players.iter().any(|player| player.king_lost_by == KingLoss::Checkmate);
    let safe = check.then(|| say!(" and is not in check"));
    out.push(match definition.stalemate {
        Stalemate::Is(Verdict::Draw) => {
            say!("A player who has no legal move{safe} is stalemated, and the game is drawn.", safe)
        }
        Stalemate::Pass => say!(
            "A player who has no legal move{safe} passes. When both have passed, the game is drawn.",
            safe,
        ),
        Stalemate::Fewer => say!(
            "When a player has no legal move{safe}, whoever has fewer pieces wins; with as many of both the game is drawn.",
            safe,
        ),
        Stalemate::Is(verdict) => say!(
            "A player who has no legal move{safe} is stalemated and {verb}.",
            safe,
            verb = third_person(verdict),
        ),
    });
}

fn clock(definition: &Definition, out: &mut Vec<Message>) {
    let Some((limit, end)) = definition.clock.limit else { return };
    let span = if limit.is_multiple_of(2) {
        say!("{n} moves of each player", n = usize::from(limit / 2))
    } else {
        say!("{n} moves, counting both players',", n = usize::from(limit))
    };
    out.push(match end {
        ClockEnd::Draw => say!(
            "After {span} without {progress}, the game is drawn.",
            span,
            progress = progress(definition),
        ),
        ClockEnd::Claim => say!(
            "Once {span} have passed since {what} was last captured, the player who made that capture may claim a win, at any time before the next such capture.",
            span,
            what = captured(definition, &definition.clock),
        ),
    });
}

/// The pieces whose capture counts, as `a pawn` or `a piece`.
fn captured(definition: &Definition, clock: &Clock) -> Message {
    if clock.captures.len() >= definition.pieces.len() - 1 {
        return say!("a piece");
    }
    say!("{pieces:a}", pieces = pieces(definition, &clock.captures, "or"))
}

fn progress(definition: &Definition) -> Arg {
    let clock = &definition.clock;
    let mut events = Vec::new();
    if clock.captures.len() + 1 >= definition.pieces.len() {
        events.push(say!("a capture"));
    } else if !clock.captures.is_empty() {
        events.push(say!("the capture of {pieces:a}", pieces = pieces(definition, &clock.captures, "or")));
    }
    if !clock.moves.is_empty() {
        let pieces = pieces(definition, &clock.moves, "or");
        let which = clock.irreversible.then(|| say!(" that it could not take back"));
        events.push(say!("a move of {pieces:a}{which}", pieces, which));
    }
    if clock.promotions {
        events.push(say!("a promotion"));
    }
    if clock.placements && definition.hands.used && !definition.hands.placement && placeable(definition) {
        events.push(say!("a placement"));
    }
    if events.is_empty() {
        events.push(say!("progress"));
    }
    or(events)
}

fn placeable(definition: &Definition) -> bool {
    let zones = Color::ALL.iter().flat_map(|&c| definition.ids().map(move |id| (c, id)));
    zones.into_iter().any(|(color, id)| !definition.rules(color, id).drop_zone.is_empty())
}

/// The dead positions, where they are drawn.
pub(super) fn insufficient(variant: &Variant) -> Vec<Message> {
    let definition = variant.definition();
    let Some(minor) = &definition.insufficient else { return Vec::new() };
    let chances = visit!(variant.tables(), |tables| tables.sides.each_ref().map(|side| side.chances));
    if chances.iter().any(|chances| chances.otherwise) {
        return Vec::new();
    }
    let named = |kinds: KindSet| {
        let piece = |kind: Kind| {
            let piece = piece(definition, variant.kinds()[kind.index()].piece);
            let moved = variant.symbol(kind).starts_with('+');
            if moved { say!("moved {piece:s}", piece) } else { say!("{piece:s}", piece) }
        };
        kinds.iter().map(piece).collect::<Vec<_>>()
    };
    if chances.iter().all(|chances| chances.by_losing) {
        return vec![say!(
            "The game is drawn when each player has {pieces} that the other, whose pieces all keep to squares of another colour, can never capture.",
            pieces = or(named(chances[0].steadfast)),
        )];
    }
    if chances.iter().any(|chances| chances.by_baring) {
        return vec![say!("The game is drawn when both players have nothing but the king.")];
    }
    if minor.is_empty() {
        return vec![say!(
            "The game is drawn when neither player has anything left that could ever give check."
        )];
    }
    let single = Some(say!(
        ", alone or with a single {pieces} on the board",
        pieces = pieces(definition, minor, "or")
    ));
    let bound = named(chances[0].bound);
    let bound = (!bound.is_empty()).then(|| {
        say!(", or with only {pieces} that all stand on squares of one colour", pieces = and(bound))
    });
    let mut out =
        vec![say!("The game is drawn when king stands against king{single}{bound}.", single, bound)];
    if definition.pieces.iter().flat_map(|piece| &piece.rules).any(|rules| !rules.enters_behind.is_empty()) {
        out.push(say!("It goes on then as long as a piece in hand could still enter."));
    }
    out
}
