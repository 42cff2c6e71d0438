//! Reports from real games, of every kind of board.

use std::sync::Arc;

use berolina_engine::Limits;
use berolina_report::play::{Plan, Players, Record, first_moves, play};
use berolina_report::{Tally, page, text};
use berolina_rules::{Library, Variant};

fn variant(name: &str) -> Arc<Variant> {
    Variant::load(&Library::shipped(), name).unwrap()
}

fn plan(nodes: u64) -> Plan {
    Plan { nodes, seed: 3, ..Plan::default() }
}

fn games(variant: &Arc<Variant>, plan: &Plan, numbers: impl Iterator<Item = u64>) -> Vec<Record> {
    let mut players = Players::new();
    numbers.map(|number| play(variant, &mut players, plan, number, &Limits::default()).unwrap()).collect()
}

#[test]
fn a_number_is_always_the_same_game_whatever_was_played_before() {
    let near = variant("near");
    let row = games(&near, &plan(80), 0..6);
    let alone = games(&near, &plan(80), 4..5);
    assert_eq!(row[4], alone[0]);
    assert_ne!(row[4].moves, row[5].moves);
    let other = games(&near, &Plan { seed: 4, ..plan(80) }, 4..5);
    assert_ne!(row[4].moves, other[0].moves);
}

#[test]
fn order_and_repetition_of_games_change_nothing() {
    let near = variant("near");
    let records = games(&near, &plan(60), 0..12);
    let firsts = first_moves(&near, &mut Players::new(), 200, &Limits::default()).unwrap();
    let told = |records: &mut dyn Iterator<Item = &Record>| {
        let mut tally = Tally::new(&near);
        records.for_each(|record| tally.add(record.clone()).unwrap());
        serde_json::to_string(&tally.report(&plan(60), &firsts, 25)).unwrap()
    };
    let once = told(&mut records.iter());
    assert_eq!(once, told(&mut records.iter().rev().chain(&records)));
}

#[test]
fn what_is_counted_agrees_with_the_games() {
    let chess = variant("chess");
    let records = games(&chess, &plan(150), 0..20);
    let mut tally = Tally::new(&chess);
    records.iter().for_each(|record| tally.add(record.clone()).unwrap());
    let report = tally.report(&plan(150), &[], 25);
    assert_eq!((report.games, report.equal), (20, 16));
    let ends: u64 = report.ends.iter().flat_map(|end| end.results).sum();
    assert_eq!(ends, report.equal);
    assert!((report.results.iter().map(|figure| figure.value).sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(report.lengths.iter().sum::<u64>(), report.equal);
    let plies: usize = records.iter().map(|record| record.moves.len()).sum();
    let moves: f64 = report.pieces.iter().map(|piece| piece.moves).sum();
    assert!((moves * 20.0 - plies as f64).abs() < 1e-6, "every move is some piece's");
    // 32 pieces less those captured are left; White's and Black's of equal games only, so no more than bounds.
    let captured: f64 = report.pieces.iter().map(|piece| piece.captured).sum();
    assert!(captured > 5.0 && captured < 31.0, "{captured}");
    let king = report.pieces.iter().find(|piece| piece.name == "king").unwrap();
    assert!(king.royal && king.value.is_none() && king.captured == 0.0);
    for piece in &report.pieces {
        let total: f64 = piece.stood.iter().flatten().flatten().sum();
        assert!((total - 1.0).abs() < 1e-9, "{}: {total}", piece.name);
    }
    // The home rank is the lowest row, for both players.
    let row = |name: &str, row: usize| -> f64 {
        let piece = report.pieces.iter().find(|piece| piece.name == name).unwrap();
        piece.stood[row].iter().flatten().sum()
    };
    assert!(row("rook", 7) > row("rook", 3) && row("pawn", 6) > row("pawn", 1));
    assert!(row("pawn", 7) == 0.0 && row("pawn", 0) == 0.0);
}

#[test]
fn every_kind_of_board_has_a_report() {
    for name in [
        "crazyhouse",
        "glinski",
        "forward",
        "near-drop",
        "near-free",
        "near-vs-normal",
        "seirawan",
        "manchu",
        "duck",
        "antichess",
        "shogi",
    ] {
        let game = variant(name);
        let plan = plan(20);
        let mut tally = Tally::new(&game);
        games(&game, &plan, 0..2).into_iter().for_each(|record| tally.add(record).unwrap());
        let firsts = first_moves(&game, &mut Players::new(), 5, &Limits::default()).unwrap();
        let report = tally.report(&plan, &firsts, 5);
        assert!(report.length.value > 4.0, "{name}");
        let page = page::page(&[report.clone(), report.clone()], "http://x/");
        assert!(!page.contains("NaN") && !page.contains("inf"), "{name}");
        assert!(text::report(&report).contains("too few games"), "{name}");
        assert!(text::compared(&[report]).lines().count() > 8);
    }
}

#[test]
fn nothing_is_said_where_nothing_was_counted() {
    let near = variant("near");
    let mut tally = Tally::new(&near);
    let told = |tally: &Tally| {
        let report = tally.report(&plan(20), &[], 5);
        let (page, text) = (page::page(std::slice::from_ref(&report), ""), text::report(&report));
        assert!(!page.contains("NaN") && !text.contains("NaN"), "{text}");
        assert!(text.contains("no game tells"), "{text}");
    };
    told(&tally);
    // A game of unequal players says nothing of balance.
    games(&near, &plan(20), 8..9).into_iter().for_each(|record| tally.add(record).unwrap());
    told(&tally);
}

#[test]
fn texts_of_files_stay_texts() {
    let mut library = Library::shipped();
    let text = "extends = \"near\"\ntitle = \"<script>alert(1)</script>\"\n";
    library.add_text("marked", text).unwrap();
    let Ok(game) = Variant::load(&library, "marked") else { panic!("the file is right") };
    let mut tally = Tally::new(&game);
    games(&game, &plan(20), 0..1).into_iter().for_each(|record| tally.add(record).unwrap());
    let page = page::page(&[tally.report(&plan(20), &[], 5)], "\"><script>");
    assert!(!page.contains("<script"), "nothing runs");
}

#[test]
fn games_of_other_rules_are_refused() {
    let (near, chess) = (variant("near"), variant("chess"));
    let record = games(&near, &plan(20), 0..1).remove(0);
    let mut tally = Tally::new(&chess);
    let error = tally.add(record.clone()).unwrap_err();
    assert!(error.contains("game 0 is no game of chess"), "{error}");
    assert!(
        tally.is_empty() && tally.report(&plan(20), &[], 5).pieces.iter().all(|piece| piece.moves == 0.0)
    );
    let mut short = record;
    short.scores.pop();
    assert!(Tally::new(&near).add(short).is_err());
}
