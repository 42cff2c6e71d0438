//! Positions from games that were lost.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use berolina_engine::Limits;
use berolina_lab::matches::finished::Finished;
use berolina_lab::matches::spec::EngineSpec;
use berolina_lab::matches::uci::{Client, Reply};
use berolina_rules::geometry::Color;
use berolina_rules::notation::pgn;
use berolina_rules::notation::record::Catalog;
use berolina_rules::{Game, Library, Move, Position, Record};

/// By how much the score must have fallen until the next move, in hundredths of a pawn: then something was not seen.
const FALLEN: i32 = 50;
/// Positions that are lost or won already tell little.
const DECIDED: i32 = 400;
/// An engine that says nothing for so long is given up.
const PATIENCE: Duration = Duration::from_secs(3600);

pub(crate) fn run(peer: &EngineSpec, nodes: u64, file: &str, journals: &[&str]) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{file}: {error}");
    let mut output = File::options().create(true).append(true).read(true).open(file).map_err(told)?;
    let known = std::fs::read_to_string(file).map_err(told)?;
    // A last line that was cut off in the middle is dropped.
    let whole = known.rfind('\n').map_or(0, |end| end + 1);
    output.set_len(whole as u64).map_err(told)?;
    let mut known: HashSet<String> = known[..whole]
        .lines()
        .filter_map(|line| Some(line.trim_start_matches('#').split('\t').nth(1)?.to_owned()))
        .collect();
    let mut client = Client::start(peer, Some(crate::HASH), &Arc::new(AtomicBool::new(false)))
        .map_err(|failure| failure.to_string())?;
    for journal in journals {
        let text = std::fs::read_to_string(journal).map_err(|error| format!("{journal}: {error}"))?;
        for line in text.lines().skip(1) {
            let game: Finished = serde_json::from_str(line).map_err(|error| format!("{journal}: {error}"))?;
            for (position, played) in fallen(&game)? {
                let fen = position.fen();
                if !known.insert(fen.clone()) {
                    continue;
                }
                let line = judge(&position, played, nodes, peer, &mut client)?;
                output.write_all(format!("{line}\n").as_bytes()).map_err(told)?;
            }
        }
    }
    Ok(())
}

/// The line of a file that tells what the engines choose.
fn judge(
    position: &Position,
    played: Move,
    nodes: u64,
    spec: &EngineSpec,
    client: &mut Client,
) -> Result<String, String> {
    let name = position.variant().definition().full_name();
    let report = crate::engine().search(&Game::new(position.clone()), &Limits::nodes(nodes), &mut |_| {});
    let theirs = ask(position, nodes, spec, client).map_err(|failure| failure.to_string())?;
    let agreed = report.best.is_some() && report.best == theirs && report.best != Some(played);
    let mut after = position.clone();
    let mut moves = Vec::new();
    for &mv in &report.pv {
        moves.push(after.move_text(mv));
        after = after.play_unchecked(mv);
    }
    let mark = if agreed { "" } else { "#" };
    let best = report.best.map(|mv| position.san(mv)).unwrap_or_default();
    Ok(format!("{mark}{name}\t{}\t{best}\t{}", position.fen(), moves.join(" ")))
}

/// The positions of a game that the first engine lost in which it moved and then thought less of itself, and what it played.
fn fallen(game: &Finished) -> Result<Vec<(Position, Move)>, String> {
    let ours = if game.white == 0 { Color::White } else { Color::Black };
    let lost = game.white_points() == if ours == Color::White { 0 } else { 2 };
    if !lost {
        return Ok(Vec::new());
    }
    let mut catalog = Catalog::new(Library::shipped());
    let mut moves: Vec<(Position, Move, i32)> = Vec::new();
    for read in pgn::read(game.pgn.as_bytes()) {
        let read = read.map_err(|damage| damage.to_string())?;
        let record = Record::from_pgn(&read, &mut catalog).map_err(|error| error.to_string())?;
        for node in record.main_line() {
            let position = record.position(record.parent(node));
            let score = record.notes(node).after.first().and_then(|text| score(text));
            if position.turn() == ours
                && let Some(score) = score
            {
                moves.push((position, record.mv(node), score));
            }
        }
    }
    let pairs = moves.windows(2).filter(|pair| pair[0].2.abs() < DECIDED && pair[1].2 <= pair[0].2 - FALLEN);
    Ok(pairs.map(|pair| (pair[0].0.clone(), pair[0].1)).collect())
}

/// The score of a comment such as `-0.55/9 0.015s`, in hundredths of a pawn.
fn score(comment: &str) -> Option<i32> {
    let pawns: f64 = comment.split('/').next()?.trim().parse().ok()?;
    Some((pawns * 100.0) as i32)
}

/// The move that an engine chooses, with an empty table.
fn ask(
    position: &Position,
    nodes: u64,
    spec: &EngineSpec,
    client: &mut Client,
) -> Result<Option<Move>, berolina_lab::matches::uci::Failure> {
    let mut chosen = None;
    listen(position, nodes, spec, client, |reply| {
        if let Reply::BestMove(mv) = reply {
            chosen = mv;
        }
    })?;
    let dialect = spec.dialect(&position.variant().definition().full_name());
    Ok(chosen.and_then(|text| dialect.read_move(position, &text)))
}

/// Lets an engine search with an empty table, and shows what it says.
pub(crate) fn listen(
    position: &Position,
    nodes: u64,
    spec: &EngineSpec,
    client: &mut Client,
    mut look: impl FnMut(Reply),
) -> Result<(), berolina_lab::matches::uci::Failure> {
    client.set_game(spec, position.variant())?;
    client.new_game()?;
    let dialect = spec.dialect(&position.variant().definition().full_name());
    client.send(&format!("position fen {}", dialect.fen(&position.fen())))?;
    let go = format!("go nodes {nodes}");
    client.send(&go)?;
    client.wait(Instant::now() + PATIENCE, &go, |_, reply| {
        let over = matches!(reply, Reply::BestMove(_));
        look(reply);
        over.then_some(())
    })
}
