//! How soon a move is found, and what becomes of it meanwhile.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use berolina_engine::Limits;
use berolina_lab::matches::spec::EngineSpec;
use berolina_lab::matches::uci::{Client, Reply};
use berolina_rules::{Game, Move};

use crate::Row;

/// Prints how many positions each row needs, and how many rows are found with few and with many.
pub(crate) fn run(rows: &[Row], most: u64, peer: Option<&EngineSpec>) -> Result<(), String> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut client = match peer {
        Some(spec) => {
            let client =
                Client::start(spec, Some(crate::HASH), &stop).map_err(|failure| failure.to_string())?;
            Some((spec, client))
        }
        None => None,
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    println!("ours\tits\tgame\tfen\tmove");
    for row in rows {
        let found = needed(row, most);
        ours.push(found);
        let its = match &mut client {
            None => None,
            Some((spec, client)) => {
                let found = needed_by(row, most, spec, client).map_err(|failure| failure.to_string())?;
                theirs.push(found);
                found
            }
        };
        let shown = |found: Option<u64>| found.map_or("-".to_owned(), |n| n.to_string());
        let Row { position, mv, .. } = row;
        let (game, fen, san) =
            (position.variant().definition().full_name(), position.fen(), position.san(*mv));
        println!("{}\t{}\t{game}\t{fen}\t{san}", shown(found), shown(its));
    }
    for (name, found) in [("ours", &ours), ("its", &theirs)] {
        if !found.is_empty() {
            summary(name, found, most);
        }
    }
    Ok(())
}

/// Of how many rows the move is held with so many positions, and the mean of the logarithm of what is needed, for which what was not
/// found counts twice the most.
fn summary(name: &str, found: &[Option<u64>], most: u64) {
    let mut told = Vec::new();
    let mut limit = 10_000;
    while limit <= most {
        let count = found.iter().filter(|found| found.is_some_and(|n| n <= limit)).count();
        told.push(format!("{count} with {limit}"));
        limit *= 10;
    }
    let logs = found.iter().map(|found| (found.unwrap_or(2 * most).max(1) as f64).ln());
    let mean = (logs.sum::<f64>() / found.len() as f64).exp();
    eprintln!("{name}: of {} rows {}; geometric mean {mean:.0}", found.len(), told.join(", "));
}

/// After how many positions our search holds the move to the end.
fn needed(row: &Row, most: u64) -> Option<u64> {
    let mut since = None;
    let game = Game::new(row.position.clone());
    let last = crate::engine().search(&game, &Limits::nodes(most), &mut |report| {
        since = if report.best == Some(row.mv) { since.or(Some(report.nodes)) } else { None };
    });
    (last.best == Some(row.mv)).then(|| since.unwrap_or(last.nodes))
}

/// The same for another engine.
fn needed_by(
    row: &Row,
    most: u64,
    spec: &EngineSpec,
    client: &mut Client,
) -> Result<Option<u64>, berolina_lab::matches::uci::Failure> {
    let dialect = spec.dialect(&row.position.variant().definition().full_name());
    let read = |text: &str| -> Option<Move> { dialect.read_move(&row.position, text) };
    let (mut since, mut last) = (None, None);
    crate::find::listen(&row.position, most, spec, client, |reply| match reply {
        Reply::Info(info) => {
            if let (Some(first), Some(nodes)) = (info.first, info.nodes) {
                since = if read(&first) == Some(row.mv) { since.or(Some(nodes)) } else { None };
            }
        }
        Reply::BestMove(text) => last = text.and_then(|text| read(&text)),
        _ => {}
    })?;
    Ok(if last == Some(row.mv) { since } else { None })
}

/// Prints by which rules the moves of the lines are left out, by their places in the line.
#[cfg(feature = "trace")]
pub(crate) fn why(rows: &[Row], most: u64) -> Result<(), String> {
    use berolina_engine::trace::{Rule, Trace};
    use std::collections::BTreeMap;

    let mut counts: BTreeMap<(usize, String), (u64, i64)> = BTreeMap::new();
    for row in rows {
        let trace = Arc::new(Trace::new(row.line.clone()));
        let limits = Limits { trace: Some(Arc::clone(&trace)), ..Limits::nodes(most) };
        crate::engine().search(&Game::new(row.position.clone()), &limits, &mut |_| {});
        for event in trace.take() {
            let rule = match event.rule {
                Rule::Reduced(by) => format!("Reduced by {by}"),
                rule => format!("{rule:?}"),
            };
            let (count, depth) = counts.entry((event.ply, rule)).or_default();
            *count += 1;
            *depth += i64::from(event.depth);
        }
    }
    println!("ply\trule\ttimes\tmean depth");
    for ((ply, rule), (count, depth)) in counts {
        println!("{ply}\t{rule}\t{count}\t{:.1}", depth as f64 / count as f64);
    }
    Ok(())
}
