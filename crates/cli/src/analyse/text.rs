//! Analyses for people to read.

use std::fmt::Write as _;

use berolina_engine::review::{Assessment, Class, Judged, Mark, Summary, whites};
use berolina_rules::geometry::Color;
use berolina_rules::notation::reason_text;
use berolina_rules::{Game, Record};

use super::{Reviewed, number, numbered};
use crate::terminal::{Terminal, wrap};

/// The most moves of a line that are shown.
const MAX_LINE: usize = 10;
/// Columns of an evaluation.
const EVAL: usize = 8;
/// The least columns for what is said of a move.
const MIN_SAID: usize = 30;

/// A table of the moves, and how well each player played.
pub(super) fn game(reviewed: &Reviewed<'_>, terminal: Terminal) -> String {
    let Reviewed { record, game, review, .. } = reviewed;
    let mut out = heading(reviewed, terminal);
    let rows: Vec<(String, &Judged)> = review
        .moves
        .iter()
        .map(|judged| {
            let before = &game.positions()[judged.ply];
            (format!("{:>6} {}", number(before), before.san(judged.mv)), judged)
        })
        .collect();
    let widest = rows.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0) + 3;
    for (text, judged) in &rows {
        row(&mut out, text, judged, reviewed, widest, terminal);
    }
    out.push('\n');
    if !review.complete {
        let missing = game.moves().len() - review.moves.len();
        let line =
            format!("Stopped: the first {missing} of {} moves were not looked at.", game.moves().len());
        let _ = writeln!(out, "{}", terminal.alert(&line));
    }
    for color in Color::ALL {
        let line = summary(record, color, &review.summary(color));
        for line in wrap(&terminal.plain(&line), terminal.width) {
            let _ = writeln!(out, "{line}");
        }
    }
    out.push('\n');
    out
}

fn heading(reviewed: &Reviewed<'_>, terminal: Terminal) -> String {
    let Reviewed { number, several, record, .. } = reviewed;
    let name = |tag| record.tag(tag).filter(|name| !matches!(*name, "" | "?")).unwrap_or("?");
    let title = &record.variant().definition().text.title;
    let players = match (name("White"), name("Black")) {
        ("?", "?") => String::new(),
        (white, black) => format!(", {white} - {black}"),
    };
    let number = if *several { format!("{number}. ") } else { String::new() };
    let text = format!("{number}{title}{players}, {}", record.result());
    format!("{}\n\n", terminal.bold(&terminal.plain(&text)))
}

fn row(
    out: &mut String,
    text: &str,
    judged: &Judged,
    reviewed: &Reviewed<'_>,
    widest: usize,
    terminal: Terminal,
) {
    let before = &reviewed.game.positions()[judged.ply];
    let mark = judged.mark().map_or("", Mark::text);
    let padding = " ".repeat(widest - text.chars().count() - mark.chars().count());
    let eval = format!("{:>EVAL$}", eval(judged, &reviewed.game));
    let lead = widest + EVAL + 2;
    let start = format!("{text}{}{padding}{eval}", painted(judged, mark, terminal));
    let mut said = Vec::new();
    let room = terminal.width.saturating_sub(lead).max(MIN_SAID);
    if let Some(remark) = judged.remark(before) {
        said.extend(wrap(&remark, room));
    }
    if let Some(line) = judged.better() {
        let moves = numbered(before, &line.pv[..line.pv.len().min(MAX_LINE)]);
        said.extend(wrap(&moves, room).iter().map(|line| terminal.dim(line)));
    }
    for i in 0..said.len().max(1) {
        let left = if i == 0 { start.clone() } else { " ".repeat(lead - 2) };
        let line = format!("{left}  {}", said.get(i).map_or("", String::as_str));
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

fn painted(judged: &Judged, mark: &str, terminal: Terminal) -> String {
    match judged.mark() {
        None => String::new(),
        Some(Mark::Good) => terminal.good(mark),
        Some(Mark::Blunder) => terminal.bad(mark),
        Some(Mark::Mistake | Mark::Dubious) => terminal.alert(mark),
    }
}

/// How White stands after a move; behind the last, the result that the rules give.
fn eval(judged: &Judged, game: &Game) -> String {
    let last = judged.ply + 1 == game.moves().len();
    match game.outcome().filter(|_| last) {
        Some(outcome) => outcome.score().to_owned(),
        None => whites(judged.after, judged.mover).to_string(),
    }
}

/// `White (Nelson): accuracy 87 %, 1 blunder`.
fn summary(record: &Record, color: Color, summary: &Summary) -> String {
    let player = player(color);
    let name = record.tag(player).filter(|name| !matches!(*name, "" | "?"));
    let mut line = name.map_or(player.to_owned(), |name| format!("{player} ({name})"));
    match summary.accuracy {
        Some(accuracy) => {
            let _ = write!(line, ": accuracy {accuracy:.0} %");
        }
        None => line.push_str(": no choices"),
    }
    let mut faults = String::new();
    for (class, one, many) in [
        (Class::Inaccuracy, "inaccuracy", "inaccuracies"),
        (Class::Mistake, "mistake", "mistakes"),
        (Class::Blunder, "blunder", "blunders"),
        (Class::MissedWin, "missed win", "missed wins"),
        (Class::MissedDefence, "missed defence", "missed defences"),
    ] {
        match summary.count(class) {
            0 => {}
            1 => {
                let _ = write!(faults, ", 1 {one}");
            }
            n => {
                let _ = write!(faults, ", {n} {many}");
            }
        }
    }
    line.push_str(if faults.is_empty() { ", no faults" } else { &faults });
    line
}

/// A player's name in a sentence, which is also the tag of PGN for the person.
fn player(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

/// The best lines of a position.
pub(super) fn position(game: &Game, found: &Assessment, terminal: Terminal) -> String {
    let at = game.position();
    let mut out = String::new();
    let player = player(at.turn());
    let title = &at.variant().definition().text.title;
    let _ = writeln!(out, "{}", terminal.bold(&terminal.plain(&format!("{title}, {player} to move"))));
    let _ = writeln!(out, "{}", terminal.dim(&at.fen()));
    if let Some(outcome) = game.outcome() {
        let _ = writeln!(out, "The game is over: {} {}", reason_text(outcome.reason), outcome.score());
    }
    if !found.lines.is_empty() {
        out.push('\n');
    }
    for (i, line) in found.lines.iter().enumerate() {
        let score = whites(line.score, found.turn).to_string();
        let lead = format!("{:>2}. {score:>EVAL$}  depth {:>2}  ", i + 1, line.depth);
        let room = terminal.width.saturating_sub(lead.len()).max(MIN_SAID);
        let moves = numbered(at, &line.pv);
        for (j, text) in wrap(&moves, room).iter().enumerate() {
            let left = if j == 0 { lead.clone() } else { " ".repeat(lead.len()) };
            let _ = writeln!(out, "{left}{text}");
        }
    }
    if found.lines.is_empty() {
        return out;
    }
    let seconds = found.elapsed.as_secs_f64();
    let _ = writeln!(out, "\n{}", terminal.dim(&format!("{} positions, {seconds:.2} s", found.nodes)));
    out
}
