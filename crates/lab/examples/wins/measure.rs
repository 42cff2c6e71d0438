//! How many nodes the engine needs.

use berolina_engine::{Engine, Limits};
use berolina_lab::proof::suite::{HEADER, Row};
use berolina_rules::{Game, Library, Position};

/// A limit is so many times what was needed, and no less than [`LEAST`].
const MARGIN: u64 = 4;
const LEAST: u64 = 20_000;

/// Measures every row; prints what was needed, or with `limit` the file with new limits.
pub(crate) fn run(file: &str, most: &str, limit: bool) -> Result<(), String> {
    let most: u64 = most.parse().map_err(|_| format!("`{most}` is not a number"))?;
    let text = crate::read(file)?;
    let mut rows = Row::read(&text).map_err(|why| format!("{file}: {why}"))?.into_iter();
    let library = Library::shipped();
    let (mut all, mut solved, mut sum) = (0, 0, 0);
    println!("{}", if limit { HEADER } else { "needed\tlimit\tfound\tvariant\tfen\tplies\tkeys\ttags" });
    for line in text.lines().skip(1) {
        if line.starts_with('#') {
            println!("{line}");
            continue;
        }
        let Some(mut row) = rows.next() else { break };
        let (needed, found) = needed(&row, most, &library)?;
        all += 1;
        solved += u32::from(needed.is_some());
        sum += needed.unwrap_or(most);
        if limit {
            row.nodes = needed.map(|n| (n * MARGIN).max(LEAST).next_multiple_of(10_000).min(most.max(n)));
            println!("{row}");
        } else {
            let shown = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
            let Row { variant, fen, plies, keys, nodes, tags, .. } = &row;
            let (keys, tags) = (keys.join(" "), tags.join(" "));
            let (needed, nodes) = (shown(needed), shown(*nodes));
            println!("{needed}\t{nodes}\t{found}\t{variant}\t{fen}\t{plies}\t{keys}\t{tags}");
        }
    }
    eprintln!("{solved} of {all} solved within {most} nodes each; {sum} nodes");
    Ok(())
}

/// After how many nodes the engine reports a key with the exact distance and keeps to it; and what it
/// says in the end.
fn needed(row: &Row, most: u64, library: &Library) -> Result<(Option<u64>, String), String> {
    let position = row.position(library)?;
    let keys: Result<Vec<_>, _> = row.keys.iter().map(|san| position.parse_san(san)).collect();
    let keys = keys.map_err(|error| format!("{} {}: {error}", row.variant, row.fen))?;
    let right = |report: &berolina_engine::Report| {
        report.best.is_some_and(|mv| keys.contains(&mv)) && report.score.end() == Some((true, row.plies))
    };
    let mut since = None;
    let limits = Limits { nodes: Some(most), mate: Some(row.moves), ..Limits::default() };
    let last = Engine::new().search(&Game::new(position.clone()), &limits, &mut |report| {
        since = if right(report) { since.or(Some(report.nodes)) } else { None };
    });
    let best = last.best.map(|mv| position.san(mv)).unwrap_or_default();
    // The last report may come without a call, from a depth that was not finished.
    let needed = right(&last).then(|| since.unwrap_or(last.nodes));
    Ok((needed, format!("{best} {}", last.score)))
}

/// The fewest positions, of so many and twice as many and so on, after which the engine chooses one of these moves, and does so as well
/// after twice that.
pub(crate) fn choice(position: &Position, keys: &[String]) -> Option<u64> {
    let chosen = |nodes: u64| {
        let game = Game::new(position.clone());
        let best = Engine::new().search(&game, &Limits::nodes(nodes), &mut |_| {}).best;
        best.is_some_and(|mv| keys.contains(&position.san(mv)))
    };
    (0..10).map(|n| 1000 << n).find(|&nodes| chosen(nodes) && chosen(2 * nodes))
}
