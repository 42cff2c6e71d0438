//! How a game ends.

use super::royalty;
use super::words::{article, capital, list, number, ordinal, piece, pieces, player, plural, spaced, zone};
use crate::definition::{
    Award, Clock, ClockEnd, Definition, Extinction, FacingLines, Goal, KingLoss, PieceId, Stalemate, Verdict,
};
use crate::geometry::{Color, Grid, Offset, SquareSet};
use crate::tables::Kind;
use crate::variant::Variant;

pub(super) fn sentences(definition: &Definition) -> Vec<String> {
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
            Verdict::Draw => "the game is drawn".to_owned(),
            verdict => format!("the player whose move made it {}", third_person(verdict)),
        };
        out.push(format!(
            "When the same position occurs for the {} time, with the same player to move, {result}.",
            ordinal(rule.times)
        ));
        if rule.perpetual_check {
            out.push(
                "Who has given check with every move between the first and the last of these has lost instead; if \
                 both have, that does not count."
                    .to_owned(),
            );
        }
    }
    clock(definition, &mut out);
    match definition.draws {
        Some(Award::Points) => out.push(points(definition)),
        Some(Award::Player(color)) => {
            out.push(format!("What would be a draw is won by {}.", player(definition, color)));
        }
        None if !definition.can_be_drawn() => out.push("No game is drawn.".to_owned()),
        None => {}
    }
    out
}

/// How points decide what would be a draw.
fn points(definition: &Definition) -> String {
    let counted: Vec<String> = definition
        .pieces
        .iter()
        .filter(|piece| piece.points > 0)
        .map(|piece| format!("{} {}", spaced(&piece.name), piece.points))
        .collect();
    format!(
        "What would be a draw is won by the player whose pieces on the board have more points ({}); who moves second has \
         one point and a half more.",
        counted.join(", ")
    )
}

/// Moves that a weaker player counts.
fn counting(definition: &Definition, out: &mut Vec<String>) {
    let Some(rule) = &definition.counting else { return };
    let pawns = list(&pieces(definition, &rule.pawns), "or");
    let without = if rule.pawns.is_empty() { String::new() } else { format!("once no {pawns} is left, ") };
    if let Some(board) = rule.board {
        let who = match rule.most {
            Some(most) => format!("a player with at most {most} pieces"),
            None => format!("{without}a player"),
        };
        out.push(format!(
            "{} counts the moves from then on, unless the other has nothing but the king: after {board} moves of each the game \
             is drawn.",
            capital(&who)
        ));
    }
    let against = |(pieces, moves): &(Vec<(PieceId, u8)>, u8)| {
        let named = |(piece, n): &(PieceId, u8)| format!("{n} {}", self::piece(definition, *piece));
        let named: Vec<String> = pieces.iter().map(named).collect();
        if named.is_empty() {
            format!("{moves} against anything else")
        } else {
            format!("{moves} against {}", list(&named, "and"))
        }
    };
    let limits: Vec<String> = rule.bare.iter().map(against).collect();
    let from = if rule.from_pieces { "the number of pieces on the board" } else { "nothing" };
    out.push(capital(&format!(
        "{without}a bare king counts from {from}, anew after each capture or promotion, up to the first of these that fits: {}; \
         then the game is drawn.",
        limits.join(", ")
    )));
}

/// Which checkmates count.
fn mate(definition: &Definition, out: &mut Vec<String>) {
    let Some(rule) = &definition.mate else { return };
    if !rule.needs.is_empty() {
        out.push(format!(
            "A checkmate wins only if one of the checks in the unbroken row that it ends was given by a {}; else the game is drawn.",
            list(&pieces(definition, &rule.needs), "or")
        ));
    }
    if !rule.not_by.is_empty() {
        out.push(format!(
            "Who gives checkmate by a {} alone has lost.",
            list(&pieces(definition, &rule.not_by), "or")
        ));
    }
}

/// Where kings stand that face each other.
fn facing(definition: &Definition) -> String {
    let moves = match &definition.facing_lines {
        FacingLines::Files => return "on one file".to_owned(),
        FacingLines::Orthogonal => return "on one rank or file".to_owned(),
        FacingLines::Along(moves) => moves,
    };
    const WORDS: [(&[Offset], &str); 5] = [
        (&[(0, 1)], "straight ahead"),
        (&[(0, -1)], "straight behind"),
        (&[(-1, 0), (1, 0)], "to the side"),
        (&[(-1, 1), (1, 1)], "diagonally ahead"),
        (&[(-1, -1), (1, -1)], "diagonally behind"),
    ];
    let leads = |step: &Offset| moves.rays.iter().any(|ray| ray.step == *step && ray.max == u8::MAX);
    let told: Vec<&(&[Offset], &str)> = WORDS.iter().filter(|(steps, _)| steps.iter().all(leads)).collect();
    let steps: usize = told.iter().map(|(steps, _)| steps.len()).sum();
    if definition.shape.grid() == Grid::Square && steps == moves.rays.len() {
        let words: Vec<&str> = told.iter().map(|(_, word)| *word).collect();
        format!("where one sees the other {}", list(&words, "or"))
    } else {
        format!("where one sees the other along its lines `{}`", moves.betza)
    }
}

/// What passing means, and what it answers.
fn passing(definition: &Definition, out: &mut Vec<String>) {
    if definition.passing {
        out.push("A player may pass instead of moving, but not in check. When both have passed, the game is drawn.".to_owned());
    }
    if definition.facing_offers_draw {
        out.push(format!(
            "Who makes the two kings face each other, {} with nothing between them, offers a draw: the other accepts by passing, \
             even in check, or must part them with the next move.",
            facing(definition)
        ));
    }
}

/// What each player plays and how, where the two differ.
pub(super) fn sides(definition: &Definition) -> Option<[String; 2]> {
    let sides = Color::ALL.map(|color| {
        let own =
            |color: Color| definition.players[color.index()].army.as_ref().map(|army| capital(&spaced(army)));
        if !royalty::is_usual(definition) {
            let other = own(color.other()).is_some();
            return own(color).unwrap_or_else(|| if other { capital(color.name()) } else { String::new() });
        }
        let wins = match definition.players[color.other().index()].king_lost_by {
            KingLoss::Capture => "wins by capturing the king",
            KingLoss::Checkmate => "wins by checkmate",
        };
        match own(color) {
            Some(army) => format!("{army}: {wins}"),
            None => capital(wins),
        }
    });
    (sides[0] != sides[1]).then_some(sides)
}

fn third_person(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Loss => "loses",
        Verdict::Draw => "draws",
        Verdict::Win => "wins",
    }
}

fn kings(definition: &Definition, out: &mut Vec<String>) {
    if !royalty::is_usual(definition) {
        royalty::sentences(definition, out);
        return;
    }
    let loss = Color::ALL.map(|color| definition.players[color.index()].king_lost_by);
    match loss {
        [KingLoss::Capture, KingLoss::Capture] => out.push(
            "You win by capturing the enemy king. There is no check: a king may stay under attack, or move \
             into one, and nobody has to warn of it."
                .to_owned(),
        ),
        [KingLoss::Checkmate, KingLoss::Checkmate] => out.push(
            "You win by checkmate: the enemy king is attacked, and no move helps. A king may not be left under \
             attack."
                .to_owned(),
        ),
        _ => {
            for color in Color::ALL {
                let (winner, loser) = (player(definition, color), player(definition, color.other()));
                out.push(match loss[color.other().index()] {
                    KingLoss::Capture => format!(
                        "{winner} wins by capturing the enemy king: there is no check for {loser}, whose king may stay \
                         under attack."
                    ),
                    KingLoss::Checkmate => format!(
                        "{winner} wins by checkmate: {loser} may not leave the king under attack, unless the move \
                         captures the enemy king and so ends the game."
                    ),
                });
            }
        }
    }
}

/// What players may not have too few of, and whose loss counts where both lose.
fn extinctions(definition: &Definition, out: &mut Vec<String>) {
    let rule = |color: Color| definition.players[color.index()].extinction.as_ref();
    let [white, black] = Color::ALL.map(rule);
    if white == black {
        out.extend(white.map(|rule| extinction(definition, rule, "A player")));
    } else {
        let said = |color| Some(extinction(definition, rule(color)?, &player(definition, color)));
        out.extend(Color::ALL.into_iter().filter_map(said));
    }
    if definition.mover_loses_first {
        out.push(
            "Where a move takes from both players what they may not lose, it counts as lost by who moved."
                .to_owned(),
        );
    }
}

/// What a player may not have too few of.
fn extinction(definition: &Definition, rule: &Extinction, who: &str) -> String {
    let verb = third_person(rule.result);
    let all = rule.pieces.len() == definition.pieces.len();
    let named = pieces(definition, &rule.pieces);
    let of = match (rule.each, all) {
        (false, true) => "pieces".to_owned(),
        (true, true) => "pieces of any one kind".to_owned(),
        (false, false) => list(&named.iter().map(|name| plural(name)).collect::<Vec<_>>(), "and"),
        (true, false) => {
            format!(
                "pieces of one kind, of {}",
                list(&named.iter().map(|n| plural(n)).collect::<Vec<_>>(), "and")
            )
        }
    };
    let left = match rule.left {
        0 => "no".to_owned(),
        n => format!("no more than {} of the", number(usize::from(n))),
    };
    capital(&format!("{who} {verb} with {left} {of} left, on the board and in hand together."))
}

/// Checks that are counted, and checks that may not be given.
fn checks(definition: &Definition, out: &mut Vec<String>) {
    let players = &definition.players;
    let lost = |who: &str, n: u8| format!("{who} in check for the {} time has lost.", ordinal(n));
    if players[0].checks == players[1].checks {
        out.extend(players[0].checks.map(|n| lost("A player", n)));
    } else {
        for color in Color::ALL {
            out.extend(players[color.index()].checks.map(|n| lost(&player(definition, color), n)));
        }
    }
    if definition.kings_never_face {
        out.push(format!(
            "The two kings may not face each other: no move may leave them {} with nothing between them.",
            facing(definition)
        ));
    }
    match [players[0].king_flees, players[1].king_flees] {
        [true, true] => {}
        [white, black] => {
            let who = match (white, black) {
                (false, false) => "A king".to_owned(),
                (white, _) => {
                    let color = if white { Color::Black } else { Color::White };
                    format!("The king of {}", player(definition, color))
                }
            };
            out.push(format!(
                "{who} in check may not step away: it may only capture the one piece that gives the check."
            ));
        }
    }
    match [players[0].gives_check, players[1].gives_check] {
        [true, true] => {}
        [false, false] => out.push("No move may give check.".to_owned()),
        [white, _] => {
            let who = player(definition, if white { Color::Black } else { Color::White });
            out.push(format!("{who} may not give check."));
        }
    }
}

fn goals(definition: &Definition, out: &mut Vec<String>) {
    let shape = definition.shape;
    let told = |color: Color| {
        definition.players[color.index()].goal.as_ref().map(|goal| {
            let seen = |set: SquareSet| if color == Color::White { set } else { set.mirrored(shape) };
            Goal { squares: seen(goal.squares), ..goal.clone() }
        })
    };
    let write = |who: &str, goal: &Goal| {
        let names = list(&pieces(definition, &goal.pieces), "or");
        let places = zone(goal.squares, shape, "or");
        let when = if goal.safe && goal.hold {
            "wins at once, if it cannot be captured with the next move, and else if it still stands there after that move"
        } else if goal.safe {
            "wins at once, if it cannot be captured with the next move"
        } else if goal.hold {
            "wins if it still stands there after the opponent's reply"
        } else {
            "wins at once"
        };
        let shy = match goal.shy {
            true => {
                " No such piece may go there where an enemy attacks it, unless it captures what the enemy must not lose."
            }
            false => "",
        };
        match goal.count {
            1 => format!("{who} whose {names} reaches {places} {when}.{shy}"),
            n => format!("{who} who has {n} pieces there, each a {names} on {places}, {when}.{shy}"),
        }
    };
    let equalises = definition.players[0].goal.as_ref().is_some_and(|goal| goal.last_move);
    if told(Color::White) == told(Color::Black) {
        out.extend(told(Color::White).map(|goal| write("A player", &goal)));
    } else {
        for color in Color::ALL {
            out.extend(told(color).map(|goal| write(&format!("{},", player(definition, color)), &goal)));
        }
    }
    if equalises {
        out.push(
            "Once White has reached it, Black, who moved later, has one more move: if it reaches Black's goal as \
             well, the game is drawn."
                .to_owned(),
        );
    }
}

fn bare_king(definition: &Definition, out: &mut Vec<String>) {
    if let Some(verdict) = definition.bare_king {
        out.push(format!(
            "A player who has nothing left but the king {}, unless that player's next move captures the \
             opponent's last piece as well: then the game goes on.",
            third_person(verdict)
        ));
    }
}

fn stalemate(definition: &Definition, out: &mut Vec<String>) {
    let check = definition.players.iter().any(|player| player.king_lost_by == KingLoss::Checkmate);
    let safe = if check { " and is not in check" } else { "" };
    out.push(match definition.stalemate {
        Stalemate::Is(Verdict::Draw) => {
            format!("A player who has no legal move{safe} is stalemated, and the game is drawn.")
        }
        Stalemate::Pass => format!(
            "A player who has no legal move{safe} passes. When both have passed, the game is drawn."
        ),
        Stalemate::Fewer => format!(
            "When a player has no legal move{safe}, whoever has fewer pieces wins; with as many of both the game is drawn."
        ),
        Stalemate::Is(verdict) => {
            format!("A player who has no legal move{safe} is stalemated and {}.", third_person(verdict))
        }
    });
}

fn clock(definition: &Definition, out: &mut Vec<String>) {
    let Some((limit, end)) = definition.clock.limit else { return };
    let span = if limit.is_multiple_of(2) {
        format!("{} moves of each player", limit / 2)
    } else {
        format!("{limit} moves, counting both players',")
    };
    out.push(match end {
        ClockEnd::Draw => format!("After {span} without {}, the game is drawn.", progress(definition)),
        ClockEnd::Claim => {
            let what = captured(definition, &definition.clock);
            format!(
                "Once {span} have passed since {what} was last captured, the player who made that capture may \
                 claim a win, at any time before the next such capture."
            )
        }
    });
}

/// The pieces whose capture counts, as `a pawn` or `anything`.
fn captured(definition: &Definition, clock: &Clock) -> String {
    if clock.captures.len() >= definition.pieces.len() - 1 {
        return "a piece".to_owned();
    }
    let names = list(&pieces(definition, &clock.captures), "or");
    format!("{} {names}", article(&names))
}

fn progress(definition: &Definition) -> String {
    let clock = &definition.clock;
    let mut events = Vec::new();
    if clock.captures.len() + 1 >= definition.pieces.len() {
        events.push("a capture".to_owned());
    } else if !clock.captures.is_empty() {
        events.push(format!("the capture of {}", captured(definition, clock)));
    }
    if !clock.moves.is_empty() {
        let names = list(&pieces(definition, &clock.moves), "or");
        let which = if clock.irreversible { " that it could not take back" } else { "" };
        events.push(format!("a move of {} {names}{which}", article(&names)));
    }
    if clock.promotions {
        events.push("a promotion".to_owned());
    }
    if clock.placements && definition.hands.used && !definition.hands.placement && placeable(definition) {
        events.push("a placement".to_owned());
    }
    if events.is_empty() { "progress".to_owned() } else { list(&events, "or") }
}

fn placeable(definition: &Definition) -> bool {
    let zones = Color::ALL.iter().flat_map(|&c| definition.ids().map(move |id| (c, id)));
    zones.into_iter().any(|(color, id)| !definition.rules(color, id).drop_zone.is_empty())
}

/// The dead positions, where they are drawn.
pub(super) fn insufficient(variant: &Variant) -> Option<String> {
    let definition = variant.definition();
    let minor = definition.insufficient.as_ref()?;
    let royal = definition.players.iter().all(|player| player.king_lost_by == KingLoss::Checkmate);
    if !royal || !definition.stalemate.is_draw() {
        return None;
    }
    let mut text = "The game is drawn when king stands against king".to_owned();
    if !minor.is_empty() {
        let names = list(&pieces(definition, minor), "or");
        text.push_str(&format!(", alone or with a single {names} on the board"));
    }
    let mut bound: Vec<String> = Vec::new();
    for (kind, info) in variant.kinds().iter().enumerate() {
        if info.colorbound && minor.contains(&info.piece) {
            let name = plural(&piece(definition, info.piece));
            let moved = variant.symbol(Kind::new(kind)).starts_with('+');
            bound.push(if moved { format!("moved {name}") } else { name });
        }
    }
    if !bound.is_empty() {
        text.push_str(&format!(
            ", or with only {} that all stand on squares of one colour",
            list(&bound, "and")
        ));
    }
    Some(capital(&text) + ".")
}
