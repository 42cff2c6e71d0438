//! What the program says.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use berolina_engine::{Limits, Report, Score, search};
use berolina_rules::{Game, Position};

use super::millis;
use crate::draw::Drawing;
use crate::terminal::Terminal;

/// Writes a line, or several, whole.
pub(super) fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Tells a person something, in one line.
pub(super) fn info(text: &str) -> io::Result<()> {
    say(&told(text))
}

/// The line that tells a person something.
pub(super) fn told(text: &str) -> String {
    format!("info string {}", text.replace(|c: char| c.is_control(), " "))
}

/// What a search has found so far.
pub(super) fn progress(position: &Position, report: &Report) -> io::Result<()> {
    let mut line = format!(
        "info depth {} score {} nodes {} nps {} time {}",
        report.depth,
        score(report.score),
        report.nodes,
        rate(report.nodes, report.elapsed),
        millis(report.elapsed),
    );
    let mut at = position.clone();
    for (i, &mv) in report.pv.iter().enumerate() {
        if !at.is_legal(mv) {
            break;
        }
        let _ = write!(line, "{}{}", if i == 0 { " pv " } else { " " }, at.move_text(mv));
        at = at.play(mv);
    }
    say(&line)
}

fn score(score: Score) -> String {
    match (score.mate(), score.centipawns()) {
        (Some(moves), _) => format!("mate {moves}"),
        (None, cp) => format!("cp {}", cp.unwrap_or(0)),
    }
}

/// A second's share of a count.
pub(super) fn rate(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The best move, and what is expected in reply where the GUI may ponder.
pub(super) fn best_move(position: &Position, report: &Report, ponder: bool) -> String {
    let Some(best) = report.best else { return "bestmove (none)".to_owned() };
    let mut line = format!("bestmove {}", position.move_text(best));
    let after = position.play(best);
    if let Some(&reply) = report.pv.get(1)
        && ponder
        && after.is_legal(reply)
    {
        let _ = write!(line, " ponder {}", after.move_text(reply));
    }
    line
}

/// The answer to `d`.
pub(super) fn position(game: &Game) -> String {
    let position = game.position();
    let terminal = Terminal { colour: false, unicode: false, live: false, width: 80 };
    let mut text = Drawing { position, terminal, flipped: false, last: None }.text();
    let moves = position.move_texts();
    let _ = writeln!(text, "\nGame: {}", position.variant().definition().full_name());
    let _ = writeln!(text, "Fen: {}", position.fen());
    let _ = writeln!(text, "Key: {:016X}", position.hash());
    if let Some(outcome) = game.outcome() {
        let winner = outcome.winner.map_or("nobody", |color| color.name());
        let _ = writeln!(text, "Over: {winner} wins ({})", outcome.reason.name());
    }
    if let Some(player) = position.claim() {
        let _ = writeln!(text, "Claim: {} may claim a win", player.name());
    }
    let _ = write!(text, "Legal moves ({}): {}", moves.len(), moves.join(" "));
    text
}

/// The answer to `eval`: one ply and the captures behind it.
pub(super) fn evaluation(game: &Game) -> String {
    let report = search(game, &Limits::depth(1), &mut |_| {});
    format!("info string eval {} for the side to move (a search to depth 1)", report.score)
}

/// Counts legal move sequences: says a line for each move, and returns the sum.
pub(super) fn perft(position: &Position, depth: u32, stop: &AtomicBool) -> io::Result<String> {
    let started = Instant::now();
    let mut nodes = u64::from(depth == 0);
    let mut moves: Vec<_> =
        position.legal_moves().into_iter().map(|mv| (position.move_text(mv), mv)).collect();
    moves.sort_unstable();
    for (text, mv) in moves.into_iter().filter(|_| depth > 0) {
        if stop.load(Ordering::Relaxed) {
            return Ok(told("perft: stopped"));
        }
        let count = position.play(mv).perft(depth - 1);
        nodes += count;
        say(&format!("{text}: {count}"))?;
    }
    let time = started.elapsed();
    info(&format!("perft {depth}: {} ms, {} nps", millis(time), rate(nodes, time)))?;
    Ok(format!("\nNodes searched: {nodes}"))
}
