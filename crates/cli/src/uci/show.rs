//! What the program says.

use std::fmt::Write as _;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use berolina_engine::{Bound, Report, Score};
use berolina_rules::{Game, Position};

use crate::draw::Drawing;
use crate::gui::settings::{Offer, OfferKind};
use crate::gui::{expected_reply, line, millis, one_line, rate, say};
use crate::terminal::Terminal;

/// The answer to `go` where there is no move.
pub(super) const NO_MOVE: &str = "bestmove (none)";

/// Tells a person something, in one line.
pub(super) fn info(text: &str) -> io::Result<()> {
    say(&told(text))
}

/// The line that tells a person something.
pub(super) fn told(text: &str) -> String {
    format!("info string {}", one_line(text))
}

/// The answer to `uci`.
pub(super) fn greeting(offers: &[Offer]) -> String {
    let mut text =
        format!("id name Berolina {}\nid author the Berolina developers\n\n", env!("CARGO_PKG_VERSION"));
    for Offer { name, kind } in offers {
        let _ = write!(text, "option name {name} type ");
        let _ = match kind {
            OfferKind::Check(default) => writeln!(text, "check default {default}"),
            OfferKind::Spin { default, min, max } => {
                writeln!(text, "spin default {default} min {min} max {max}")
            }
            OfferKind::Combo { default, values } => {
                let values = values.iter().fold(String::new(), |text, value| text + " var " + value);
                writeln!(text, "combo default {default}{values}")
            }
            OfferKind::Button => writeln!(text, "button"),
            OfferKind::Path => writeln!(text, "string default <empty>"),
        };
    }
    text.push_str("uciok");
    text
}

/// What a search has found so far.
pub(super) fn progress(position: &Position, report: &Report) -> io::Result<()> {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let pv = line(position, &report.pv, Position::move_text);
    say(&format!(
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {} hashfull {} time {}{}{pv}",
        report.depth,
        report.seldepth.max(report.depth),
        report.rank.max(1),
        score(report.score),
        report.nodes,
        rate(report.nodes, report.elapsed),
        report.hashfull,
        millis(report.elapsed),
        if pv.is_empty() { "" } else { " pv " },
    ))
}

fn score(score: Score) -> String {
    match (score.mate(), score.centipawns()) {
        (Some(moves), _) => format!("mate {moves}"),
        (None, cp) => format!("cp {}", cp.unwrap_or(0)),
    }
}

/// The best move, and what is expected in reply where the GUI may ponder.
pub(super) fn best_move(position: &Position, report: &Report, ponder: bool) -> String {
    let Some(best) = report.best else { return NO_MOVE.to_owned() };
    let mut line = format!("bestmove {}", position.move_text(best));
    if let Some((after, reply)) = expected_reply(position, report).filter(|_| ponder) {
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
        let count = position.play_unchecked(mv).perft(depth - 1);
        nodes += count;
        say(&format!("{text}: {count}"))?;
    }
    let time = started.elapsed();
    info(&format!("perft {depth}: {} ms, {} nps", millis(time), rate(nodes, time)))?;
    Ok(format!("\nNodes searched: {nodes}"))
}
