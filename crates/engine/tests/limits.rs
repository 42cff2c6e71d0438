//! What holds for every game: legal moves, the same result each time, limits kept.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::common::{Random, game, variant};
use berolina_engine::{Engine, Limits, Report, search};
use berolina_rules::{Game, Library};

/// Positions tried in each game.
const POSITIONS: usize = 30;

fn every_game() -> Vec<String> {
    let mut names: Vec<String> = Library::shipped().names().map(str::to_owned).collect();
    names.extend(
        ["near:win=checkmate", "near-drop:win=checkmate", "near-free:win=checkmate"].map(str::to_owned),
    );
    names.push("near-vs-normal:near-wins-by=checkmate,en-passant=on".to_owned());
    names
}

/// A game of random moves, so many at most; it stops before its end.
fn random_game(name: &str, plies: usize, random: &mut Random) -> Game {
    let mut game = Game::new(variant(name).start());
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            game.pop();
            break;
        }
        game.push(moves[random.below(moves.len())]);
    }
    game
}

#[track_caller]
fn assert_legal(name: &str, game: &Game, report: &Report) {
    let mut position = game.position().clone();
    assert_eq!(report.best.is_none(), position.legal_moves().is_empty(), "{name} {}", position.fen());
    assert_eq!(report.best, report.pv.first().copied());
    for &mv in &report.pv {
        assert!(position.is_legal(mv), "{name}: {mv:?} is not legal in {}", position.fen());
        position = position.play_unchecked(mv);
    }
}

#[test]
fn moves_are_legal_in_every_game() {
    let mut random = Random::new(2026);
    for name in every_game() {
        for _ in 0..POSITIONS {
            let plies = random.below(120);
            let game = random_game(&name, plies, &mut random);
            let report = search(&game, &Limits::depth(2), &mut |report| assert_legal(&name, &game, report));
            assert_legal(&name, &game, &report);
        }
    }
}

#[test]
fn limits_of_nodes_and_depth_give_the_same_each_time() {
    for name in ["chess", "near", "npnc-choice", "forward", "near-free", "crazyhouse"] {
        let game = Game::new(variant(name).start());
        for limits in [Limits::nodes(3_000), Limits::depth(3)] {
            let run = || {
                let mut lines = Vec::new();
                let last =
                    search(&game, &limits, &mut |r| lines.push((r.depth, r.nodes, r.score, r.pv.clone())));
                lines.push((last.depth, last.nodes, last.score, last.pv));
                lines
            };
            assert_eq!(run(), run(), "{name}");
        }
        assert!(search(&game, &Limits::nodes(3_000), &mut |_| {}).nodes <= 3_000, "{name}");
    }
}

#[test]
fn there_is_a_move_however_little_time_there_is() {
    for name in every_game() {
        let game = Game::new(variant(&name).start());
        let stopped = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
        for limits in
            [Limits::time(Duration::ZERO), Limits::time(Duration::from_millis(1)), Limits::nodes(0), stopped]
        {
            let report = search(&game, &limits, &mut |_| {});
            assert_legal(&name, &game, &report);
            assert!(report.best.is_some(), "{name}");
        }
    }
}

#[test]
fn time_is_kept() {
    for name in ["chess", "npnc-choice", "near-anywhere"] {
        let game = Game::new(variant(name).start());
        let started = Instant::now();
        search(&game, &Limits::time(Duration::from_millis(60)), &mut |_| {});
        // Far more than the limit, because the machine that tests may be busy.
        assert!(started.elapsed() < Duration::from_secs(10), "{name}: {:?}", started.elapsed());
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let game = crate::common::game("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let report = search(&game, &Limits::depth(3), &mut |_| {});
    assert_eq!((report.best, report.score.to_string().as_str()), (None, "0.00"));
    let game = crate::common::game("near", "8/8/6K1/8/8/8/8/8 b - - 0 1");
    let report = search(&game, &Limits::depth(3), &mut |_| {});
    assert_eq!((report.best, report.score.to_string().as_str()), (None, "#-0"));
}

#[test]
fn root_moves_are_kept_to() {
    let chess = variant("chess");
    let position = berolina_rules::Position::from_fen(&chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let game = Game::new(position.clone());
    let mv = |text| position.parse_move(text).unwrap();
    let only = vec![mv("e1e2"), mv("a1a2")];
    let limits = Limits { root_moves: Some(only.clone()), ..Limits::depth(4) };
    let report = search(&game, &limits, &mut |report| assert!(only.contains(&report.best.unwrap())));
    assert!(only.contains(&report.best.unwrap()) && report.score.mate() != Some(1));

    let elsewhere = position.play_unchecked(mv("a1a8")).legal_moves();
    for none in [Vec::new(), elsewhere] {
        let limits = Limits { root_moves: Some(none), ..Limits::depth(3) };
        let report = search(&game, &limits, &mut |_| {});
        assert_eq!(report.best, Some(mv("a1a8")), "where none of them is legal, all moves count");
    }
}

/// Whenever the search is cut short, each line is another, and none is told with less depth than before.
#[test]
fn several_lines_are_kept_when_the_search_is_cut_short() {
    for (name, lines) in [("chess", 3), ("near", 4), ("crazyhouse", 2)] {
        let game = Game::new(variant(name).start());
        let mut mixed = 0;
        for nodes in (1..40).map(|n| n * n * 20) {
            let mut told: Vec<Report> = Vec::new();
            let limits = Limits { lines, ..Limits::nodes(nodes) };
            let last = Engine::with_hash(1).search(&game, &limits, &mut |report| {
                assert_legal(name, &game, report);
                assert!(report.rank <= told.len() + 1, "{name} {nodes}: rank {} is missing", told.len() + 1);
                if let Some(line) = told.get_mut(report.rank - 1) {
                    assert!(report.depth >= line.depth, "{name} {nodes}: {report:?} after {line:?}");
                    *line = report.clone();
                } else {
                    told.push(report.clone());
                }
            });
            if told.is_empty() {
                continue;
            }
            assert_eq!((last.best, last.depth), (told[0].best, told[0].depth), "{name} {nodes}");
            let mut moves: Vec<_> = told.iter().map(|line| line.best).collect();
            moves.sort_unstable();
            moves.dedup();
            assert_eq!(moves.len(), told.len(), "{name} {nodes}: {told:?}");
            assert!(told.iter().is_sorted_by(|a, b| a.depth >= b.depth), "{name} {nodes}: {told:?}");
            mixed += u32::from(told.iter().any(|line| line.depth < last.depth));
        }
        assert!(mixed > 0, "{name}: no search was cut short between two lines");
    }
}

/// Whichever thread is the first to finish a depth, what is told deepens to the last one, and is legal.
#[test]
fn several_threads_finish_each_depth_together() {
    let mut random = Random::new(31);
    for name in ["chess", "near", "npnc", "forward", "crazyhouse"] {
        let mut engine = Engine::with_hash(4);
        engine.set_threads(3);
        for _ in 0..6 {
            let plies = random.below(40);
            let game = random_game(name, plies, &mut random);
            let mut last = 0;
            let report = engine.search(&game, &Limits::depth(7), &mut |report| {
                assert_legal(name, &game, report);
                assert!(report.depth > last && report.depth <= 7, "{name}: {} after {last}", report.depth);
                last = report.depth;
            });
            assert_legal(name, &game, &report);
            assert!(report.depth == 7 || report.score.end().is_some(), "{name}: depth {}", report.depth);
        }
    }
}

#[test]
fn quiescence_ends_where_everything_hangs() {
    // All pieces stand where they were placed at random, so that captures and captures back have no end of their own.
    let positions = [
        "p6B/kP4p1/pbp1qPP1/2B3Np/NpQP1p2/PnP2R2/r1n2pPK/R1r2b1P[] w - - 0 17",
        "Q1R1Br1p/1PNb1PPp/B1P3n1/5b1r/1pKn2p1/q1P1Pp1k/1NPRpp1p/P7[] w - - 0 17",
        "p5q1/pB1PB2N/pp1p1P1n/2PP1Qr1/N2nprpb/P1b1Rp1P/2R5/P1PK1k2[] w - - 0 17",
        "3q4/pPnppRB1/1P3p2/1r1NPKpk/P2p2p1/rb1QRp1B/PPN3n1/1bP4P[] w - - 0 17",
    ];
    let nodes: u64 = positions
        .iter()
        .map(|fen| {
            let game = game("near-anywhere:win=checkmate", fen);
            let limits = Limits { nodes: Some(1_000_000), depth: Some(4), ..Limits::default() };
            search(&game, &limits, &mut |_| {}).nodes
        })
        .sum();
    // 17,000; four times as many if every capture is looked at however deep.
    assert!(nodes < 34_000, "{nodes} positions");
}
