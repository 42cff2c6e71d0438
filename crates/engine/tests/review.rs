//! Reviews of games made by hand, whose faults are known.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use berolina_engine::review::{Class, Judged, Mark, Review, ReviewOptions, annotate, assess, review, whites};
use berolina_engine::{Engine, Limits};
use berolina_rules::geometry::Color;
use berolina_rules::notation::record::{Catalog, MoveStyle, Record, read};
use berolina_rules::{Game, Library};

/// A game from a position, or from the start.
fn played(name: &str, fen: &str, moves: &str) -> Game {
    let mut game = match fen {
        "" => Game::new(crate::common::variant(name).start()),
        _ => crate::common::game(name, fen),
    };
    for text in moves.split_whitespace() {
        let mv = game.position().parse_any(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.push(mv);
    }
    game
}

fn options(depth: u32) -> ReviewOptions {
    ReviewOptions { limits: Limits::depth(depth), ..ReviewOptions::default() }
}

fn reviewed(game: &Game, depth: u32) -> Review {
    let review = review(game, &options(depth), &mut Engine::new(), &mut |_| {});
    assert!(review.complete);
    assert_eq!(review.moves.len(), game.moves().len());
    review
}

/// The remark about a move, and whether it is marked so.
fn said(game: &Game, judged: &Judged) -> (Class, &'static str, String) {
    let remark = judged.remark(&game.positions()[judged.ply]).unwrap_or_default();
    (judged.class, judged.mark().map_or("", Mark::text), remark)
}

#[test]
fn checkmate_missed_and_allowed() {
    let game = played("chess", "", "f3 e5 g4 a6 a3 Qh4");
    let review = reviewed(&game, 3);
    let (class, mark, remark) = said(&game, &review.moves[2]);
    assert_eq!((class, mark), (Class::MissedDefence, "??"));
    assert!(remark.starts_with("Missed defence: this loses in 1; "), "{remark}");
    let there = "Missed win in 1: Qh4# was there.".to_owned();
    assert_eq!(said(&game, &review.moves[3]), (Class::MissedWin, "??", there));
    assert_eq!(review.moves[4].class, Class::MissedDefence);
    let last = &review.moves[5];
    assert!(matches!(last.class, Class::Best | Class::Only));
    assert_eq!((last.played.end(), last.after.end()), (Some((true, 1)), Some((true, 0))));
    assert_eq!(whites(last.played, last.mover).to_string(), "#-1");
    let (white, black) = (review.summary(Color::White), review.summary(Color::Black));
    assert_eq!((white.count(Class::MissedDefence), black.count(Class::MissedWin)), (2, 1));
    let (white, black) = (white.accuracy.unwrap(), black.accuracy.unwrap());
    assert!(white < black && black < 90.0, "{white} {black}");
}

#[test]
fn a_king_left_to_be_captured() {
    let game = played("near", "r7/8/8/4k3/8/8/4R3/4K3 b - - 0 1", "Rb8 Kd1 Kd5");
    let review = reviewed(&game, 4);
    let (class, mark, remark) = said(&game, &review.moves[0]);
    assert_eq!((class, mark), (Class::MissedDefence, "??"), "{remark}");
    assert!(remark.starts_with("Missed defence: this loses in 1; K"), "{remark}");
    let (class, mark, remark) = said(&game, &review.moves[1]);
    assert_eq!((class, mark), (Class::MissedWin, "??"));
    assert!(remark.starts_with("Missed win in 1: Rxe5"), "{remark}");
    assert!(!review.moves[2].class.is_fault());
}

#[test]
fn a_goal_not_run_for() {
    let game = played("forward", "8/8/5K2/8/8/3k4/8/8 w - - 0 1 -", "Kg6 Kd2");
    let review = reviewed(&game, 4);
    let (class, mark, remark) = said(&game, &review.moves[0]);
    assert_eq!((class, mark), (Class::MissedWin, "??"));
    assert!(remark.starts_with("Missed win in 2: K"), "{remark}");
    assert_eq!(review.moves[0].played.end(), Some((false, 4)));
    assert!(!review.moves[1].class.is_fault());
}

#[test]
fn a_mate_on_a_wide_board() {
    let game = played("npnc", "8k/6K2/9/9/9/9/9/7R1[] w - - 0 1", "Rh7");
    let there = "Missed win in 1: Ri1# was there.".to_owned();
    let review = reviewed(&game, 4);
    assert_eq!(game.outcome().map(|outcome| outcome.reason.name()), Some("stalemate"));
    assert_eq!(said(&game, &review.moves[0]), (Class::MissedWin, "??", there));
}

#[test]
fn no_choice_and_one_good_choice() {
    let game = played("chess", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "Kb8 Rh8");
    let review = reviewed(&game, 3);
    assert_eq!(said(&game, &review.moves[0]), (Class::Forced, "", String::new()));
    assert_eq!(review.summary(Color::Black).accuracy, None);
    assert_eq!(review.summary(Color::White).accuracy, Some(100.0));

    let saved = played("near", "1r6/5k2/8/8/8/6RR/2n5/K7 w - - 0 1", "Ka2");
    let judged = &reviewed(&saved, 4).moves[0];
    assert_eq!(said(&saved, judged), (Class::Only, "!", "The only move.".to_owned()));
    let without = ReviewOptions { only_moves: false, ..options(4) };
    let plain = review_with(&saved, &without);
    assert_eq!(plain.moves[0].class, Class::Best);
}

fn review_with(game: &Game, options: &ReviewOptions) -> Review {
    review(game, options, &mut Engine::new(), &mut |_| {})
}

#[test]
fn several_lines() {
    let game = played("chess", "6k1/5ppp/8/8/8/8/R7/R3K3 w - - 0 1", "");
    let limits = Limits { lines: 3, ..Limits::depth(3) };
    let found = assess(&game, &limits, &mut Engine::new(), &mut |_| {});
    assert_eq!(found.lines.len(), 3);
    let firsts: Vec<String> = found.lines.iter().map(|line| game.position().san(line.pv[0])).collect();
    assert_eq!(firsts[0], "Ra8#");
    assert!(firsts[1] != firsts[2] && !firsts[1..].contains(&firsts[0]), "{firsts:?}");
    assert_eq!(found.lines[0].score, found.score);
    assert_eq!(found.lines[0].score.mate(), Some(1));
    assert!(found.lines.windows(2).all(|two| two[0].score >= two[1].score));
    let many = Limits { lines: 500, ..Limits::depth(1) };
    let king = played("chess", "8/8/8/8/8/k7/8/K7 w - - 0 1", "");
    assert_eq!(assess(&king, &many, &mut Engine::new(), &mut |_| {}).lines.len(), 1);
}

#[test]
fn a_stopped_review_has_the_end_of_the_game() {
    let game = played("chess", "", "e4 e5 Nf3 Nc6 Bb5");
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { stop: Some(Arc::clone(&stop)), ..Limits::depth(2) };
    let options = ReviewOptions { limits, ..ReviewOptions::default() };
    let mut told = Vec::new();
    let review = review(&game, &options, &mut Engine::new(), &mut |progress| {
        told.push((progress.done, progress.total));
        stop.store(progress.done == 3, Ordering::Relaxed);
    });
    assert_eq!(told, [(1, 6), (2, 6), (3, 6)]);
    assert!(!review.complete);
    assert_eq!(review.moves.iter().map(|judged| judged.ply).collect::<Vec<_>>(), [3, 4]);
}

#[test]
fn the_same_game_gives_the_same_review() {
    let game = played("near", "", "c4 d5 e4");
    let mut engine = Engine::new();
    let mut once = || format!("{:?}", review(&game, &options(3), &mut engine, &mut |_| {}).moves);
    assert_eq!(once(), once());
}

#[test]
fn annotated_records_are_read_again() {
    let mut catalog = Catalog::new(Library::shipped());
    let text = "[White \"W\"]\n\n1. f3 $1 {[%eval 9.99] hm} e5 2. g4 (2. e4) a6 {lazy} 3. e4 Qh4+ 4. Ke2 *";
    let mut record = read(text.as_bytes(), &mut catalog).next().unwrap().unwrap();
    let review = reviewed(&record.game(), 3);
    annotate(&mut record, &review);
    let written = record.to_text(MoveStyle::San);
    let again = read(written.as_bytes(), &mut catalog).next().unwrap().unwrap();
    assert_eq!(again.to_text(MoveStyle::San), written);
    assert_eq!(again.game().moves(), record.game().moves());
    let notes = |ply: usize| again.notes(again.main_line().nth(ply).unwrap());
    assert!(!written.contains("9.99") && notes(0).after[1] == "hm", "{written}");
    assert_eq!(notes(2).nags, [4]);
    assert!(notes(2).after[0].starts_with("[%eval #-1] Missed defence: this loses in 1; "), "{written}");
    assert!(notes(3).after[0].ends_with("Missed win in 1: Qh4# was there."), "{written}");
    assert_eq!(notes(3).after[1], "lazy");
    let start = again.main_line().nth(2);
    let lines: Vec<_> = again.children(start).map(|node| again.position(start).san(again.mv(node))).collect();
    assert_eq!(lines, ["a6", "Qh4#"]);

    let mut twice = again.clone();
    annotate(&mut twice, &review);
    assert_eq!(twice.to_text(MoveStyle::San), written);
}

#[test]
fn an_empty_record_is_reviewed() {
    let mut record = Record::new(crate::common::variant("chess").start());
    let review = reviewed(&record.game(), 1);
    assert!(review.end.is_some() && review.summary(Color::White).accuracy.is_none());
    annotate(&mut record, &review);
    assert!(record.to_text(MoveStyle::San).ends_with("\n\n*\n\n"));
}
