//! Games against weak opponents: all must be won.

use std::thread;

use crate::common::{Opponent, tally};

const GAMES: [&str; 5] = ["near", "chess", "npnc", "forward", "near-drop"];

fn must_win(games: u64, nodes: u64) {
    let lost: Vec<String> = thread::scope(|scope| {
        let runs: Vec<_> = [Opponent::Random, Opponent::Greedy]
            .into_iter()
            .flat_map(|opponent| GAMES.map(|name| (name, opponent)))
            .map(|(name, opponent)| scope.spawn(move || tally(name, opponent, games, nodes).1))
            .collect();
        runs.into_iter().flat_map(|run| run.join().expect("no panic")).collect()
    });
    assert!(lost.is_empty(), "not won:\n{}", lost.join("\n"));
}

/// Four games each, with few positions a move.
#[test]
fn weak_opponents_lose() {
    must_win(4, 5_000);
}

/// Ten games each; `cargo test --release -p berolina-engine --test all matches:: -- --ignored`.
#[test]
#[ignore = "takes half a minute"]
fn weak_opponents_lose_ten_times() {
    must_win(10, 20_000);
}
