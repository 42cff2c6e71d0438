//! A report as text for terminals.

use std::fmt::Write as _;

use crate::figure::Figure;
use crate::report::{Branch, Piece, Report};

/// A share is told where its error is at most this.
pub(crate) const SHARE: f64 = 0.1;
/// A worth is told where its error is at most this share of it, or of 1.
const WORTH: f64 = 0.5;

/// What a figure is measured in, for people.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// Of a hundred, for shares.
    Percent,
    /// As it is, with so many digits.
    Plain(usize),
}

/// A figure with its error, or how many more games it takes.
pub(crate) fn told(figure: Figure, unit: Unit, wanted: f64) -> String {
    let missing = figure.missing(wanted);
    if figure.count == 0 {
        return "no game tells".to_owned();
    }
    if missing > 0 {
        return format!("too few games: some {missing} more are needed");
    }
    match unit {
        Unit::Percent => format!("{:.1} ± {:.1} %", 100.0 * figure.value, 100.0 * figure.error),
        Unit::Plain(digits) => format!("{:.digits$} ± {:.digits$}", figure.value, figure.error),
    }
}

/// So many games.
pub(crate) fn counted(games: u64) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}

/// White's points in some games, or that those are too few.
pub(crate) fn games(count: u64, white: Figure) -> String {
    if count == 0 {
        return "not played".to_owned();
    }
    let games = counted(count);
    if white.missing(SHARE) > 0 {
        return format!("{games}, too few to say who wins");
    }
    format!("{games}, White {}", told(white, Unit::Percent, SHARE))
}

/// A mean, told where its error is at most half of it.
pub(crate) fn mean(figure: Figure, digits: usize) -> String {
    told(figure, Unit::Plain(digits), (figure.value.abs() / 2.0).max(0.1))
}

/// What a piece is worth.
pub(crate) fn worth(piece: &Piece, unit: Option<&str>) -> String {
    match piece.value {
        _ if piece.royal => "royal".to_owned(),
        Some(_) if unit == Some(&piece.name) => "1, by which the others are told".to_owned(),
        None => "the games do not tell".to_owned(),
        Some(figure) => told(figure, Unit::Plain(2), WORTH * figure.value.abs().max(1.0)),
    }
}

/// A game's end in words.
pub(crate) fn end(name: &str) -> String {
    match name {
        crate::play::UNFINISHED => {
            format!("not finished after {} plies, counted as drawn", crate::play::LONGEST)
        }
        crate::play::CLAIM => "a claim".to_owned(),
        _ => name.replace('-', " "),
    }
}

/// Elo for points, with the error of those.
pub(crate) fn elo(figure: Figure) -> (f64, f64) {
    let of = |points: f64| -400.0 * (1.0 / points.clamp(0.001, 0.999) - 1.0).log10();
    let (low, high) = (of(figure.value - figure.error), of(figure.value + figure.error));
    (of(figure.value), (high - low) / 2.0)
}

/// Who has the better chances, in a sentence.
pub(crate) fn balance(report: &Report) -> String {
    let white = report.white;
    if white.missing(SHARE) > 0 {
        return "There are too few games to say who has the better chances.".to_owned();
    }
    let (low, high) = (white.value - white.error, white.value + white.error);
    let who = if low > 0.5 {
        "White has the better chances"
    } else if high < 0.5 {
        "Black has the better chances"
    } else {
        "neither player has surely the better chances"
    };
    format!(
        "Between engines of this strength {who}: White makes {:.1} ± {:.1} of 100 points.",
        100.0 * white.value,
        100.0 * white.error
    )
}

/// The report on a game.
#[must_use]
pub fn report(report: &Report) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<26}{value}");
    };
    line("Game", format!("{} ({})", report.title, report.game));
    line(
        "Games",
        format!(
            "{}, {} of them between equal players, {} of those different; {} positions a move",
            report.games, report.equal, report.distinct, report.plan.nodes
        ),
    );
    line("White's points", told(report.white, Unit::Percent, SHARE));
    for (name, share) in ["White wins", "Drawn", "Black wins"].into_iter().zip(report.results) {
        line(name, told(share, Unit::Percent, SHARE));
    }
    line("Length in plies", mean(report.length, 1));
    line("Legal moves", mean(report.choices, 1));
    line("Captures in 100 plies", mean(report.captures, 1));
    line("Checks in 100 plies", mean(report.checks, 1));
    line("Changes of lead", mean(report.changes, 2));
    line("Points of a clear lead", told(report.decisiveness, Unit::Percent, SHARE));
    for (who, left) in ["White", "Black"].into_iter().zip(report.left) {
        line(&format!("Pieces left to {who}"), mean(left, 1));
    }
    let skill = told(report.skill, Unit::Percent, SHARE);
    let skill = if report.skill.missing(SHARE) == 0 {
        let (elo, error) = elo(report.skill);
        format!("{skill}, {elo:+.0} ± {error:.0} Elo")
    } else {
        skill
    };
    line("Points of twice the work", skill);
    text.push_str("\nHow games end\n");
    for found in &report.ends {
        let [white, draw, black] = found.results;
        let results = format!("White {white}, drawn {draw}, Black {black}");
        let _ = writeln!(text, "  {:<34}{:>5.1} %  {results}", end(&found.name), 100.0 * found.share.value);
    }
    let unit = report.unit.as_deref().unwrap_or("none");
    let _ = write!(
        text,
        "\nPieces, in a game (worth: how many of {unit})\n  {:<16}{:>7}{:>9}{:>9}{:>9}  worth\n",
        "", "moves", "captures", "captured", "promoted"
    );
    for piece in &report.pieces {
        let worth = worth(piece, report.unit.as_deref());
        let _ = writeln!(
            text,
            "  {:<16}{:>7.1}{:>9.2}{:>9.2}{:>9.2}  {worth}",
            format!("{} {}", piece.letter, piece.name),
            piece.moves,
            piece.captures,
            piece.captured,
            piece.promoted
        );
    }
    text.push_str("\nFirst moves, by White's score in pawns\n");
    for first in report.firsts.iter().take(12) {
        let score = f64::from(first.mv.score) / 100.0;
        let games = games(first.games, first.white);
        let _ = writeln!(text, "  {:<12}{score:>+7.2}  {games}", first.mv.san);
    }
    text.push_str("\nOpenings\n");
    branches(&mut text, &report.tree, 0);
    text.push_str("\nThe most dramatic games, which the page shows\n");
    for game in &report.dramatic {
        let _ = writeln!(
            text,
            "  game {}: {} by {} after {} plies, the lead changed {} times",
            game.number + 1,
            game.result,
            end(&game.end),
            game.moves.len(),
            game.changes
        );
    }
    let _ = write!(
        text,
        "\n{}\nErrors are those of 95 %. Engines are not people: other players may find other things.\n",
        balance(report)
    );
    text
}

fn branches(text: &mut String, branches: &[Branch], depth: usize) {
    for branch in branches.iter().take(if depth == 0 { 5 } else { 2 }) {
        let name = format!("{:indent$}{}", "", branch.san, indent = 2 + 2 * depth);
        let _ = writeln!(text, "{name:<22}{}", games(branch.games, branch.white));
        if depth < 2 {
            self::branches(text, &branch.next, depth + 1);
        }
    }
}

/// Several games side by side.
#[must_use]
pub fn compared(reports: &[Report]) -> String {
    let mut text = String::new();
    for (name, values) in rows(reports) {
        let _ = write!(text, "{name:<26}");
        for value in values {
            let _ = write!(text, "{value:<34}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// What is compared, with the value of each game.
pub(crate) fn rows(reports: &[Report]) -> Vec<(&'static str, Vec<String>)> {
    let row = |name, of: &dyn Fn(&Report) -> String| (name, reports.iter().map(of).collect());
    vec![
        row("Game", &|r| r.game.clone()),
        row("Games", &|r| format!("{} of {} positions a move", r.games, r.plan.nodes)),
        row("White's points", &|r| told(r.white, Unit::Percent, SHARE)),
        row("White wins", &|r| told(r.results[0], Unit::Percent, SHARE)),
        row("Drawn", &|r| told(r.results[1], Unit::Percent, SHARE)),
        row("Black wins", &|r| told(r.results[2], Unit::Percent, SHARE)),
        row("Length in plies", &|r| mean(r.length, 1)),
        row("Legal moves", &|r| mean(r.choices, 1)),
        row("Captures in 100 plies", &|r| mean(r.captures, 1)),
        row("Checks in 100 plies", &|r| mean(r.checks, 1)),
        row("Changes of lead", &|r| mean(r.changes, 2)),
        row("Points of a clear lead", &|r| told(r.decisiveness, Unit::Percent, SHARE)),
        row("Points of twice the work", &|r| told(r.skill, Unit::Percent, SHARE)),
    ]
}
