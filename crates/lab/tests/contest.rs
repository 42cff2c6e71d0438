//! Contests with an engine that does wrong what it is told to.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use berolina_lab::matches::contest::{Contest, Fixture};
use berolina_lab::matches::finished::Finished;
use berolina_lab::matches::play::{Conduct, Ending};
use berolina_lab::matches::report::Report;
use berolina_lab::matches::spec::{EngineSpec, Limit};
use berolina_lab::matches::uci::Failure;
use berolina_lab::matches::verify;
use berolina_rules::{Library, Position, Variant};

fn engine(name: &str, faults: &str, limit: Limit) -> EngineSpec {
    EngineSpec::new(name, &format!("'{}' {faults}", env!("CARGO_BIN_EXE_faulty-engine")), limit).unwrap()
}

fn contest(engines: Vec<EngineSpec>, total: usize) -> Contest {
    let near = Variant::load(&Library::shipped(), "near").unwrap();
    let conduct = Conduct { max_plies: 20, grace: Duration::from_millis(400), ..Conduct::default() };
    let date = "2026.01.31".to_owned();
    Contest { games: vec![near], engines, total, concurrency: 2, hash: Some(1), conduct, date }
}

fn run(contest: &Contest, done: &[usize]) -> Result<Vec<Finished>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    contest.check(&stop)?;
    let openings: Vec<_> = contest.games.iter().map(|game| vec![game.start()]).collect();
    let done: HashSet<usize> = done.iter().copied().collect();
    let mut finished = Vec::new();
    contest.run(&openings, &done, &stop, &mut |game| {
        finished.push(game);
        true
    })?;
    finished.sort_by_key(|game| game.number);
    Ok(finished)
}

const CLOCK: Limit =
    Limit::Clock { base: Duration::from_millis(10_000), increment: Duration::ZERO, moves: None };

/// Two games of a good engine against one that does something wrong.
fn against(fault: &str, limit: Limit) -> Vec<Finished> {
    run(&contest(vec![engine("good", "", CLOCK), engine("bad", fault, limit)], 2), &[]).unwrap()
}

fn all_lost(games: &[Finished], ending: Ending) {
    let endings: Vec<_> =
        games.iter().map(|game| (game.ending, game.result.as_str(), game.detail.as_str())).collect();
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.ending == ending), "{endings:?}");
    assert_eq!([games[0].result.as_str(), games[1].result.as_str()], ["1-0", "0-1"], "{endings:?}");
}

/// Engines that call both games chess are told which one it is each time.
#[test]
fn chess_and_chess960_by_turns() {
    let library = Library::shipped();
    let games: Vec<_> = ["chess", "chess960"].map(|name| Variant::load(&library, name).unwrap()).into();
    let shuffled = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    let openings = [vec![games[0].start()], vec![Position::from_fen(&games[1], shuffled).unwrap()]];
    let engines = vec![engine("a", "strict", CLOCK), engine("b", "strict", CLOCK)];
    let contest = Contest { games, concurrency: 1, ..contest(engines, 8) };
    let mut endings = Vec::new();
    let stop = Arc::new(AtomicBool::new(false));
    contest
        .run(&openings, &HashSet::new(), &stop, &mut |game| {
            endings.push(game.ending);
            true
        })
        .unwrap();
    assert_eq!(endings.len(), 8);
    assert!(endings.iter().all(|ending| !ending.is_fault()), "{endings:?}");
}

#[test]
fn good_engines_do_nothing_wrong() {
    let games = against("", CLOCK);
    assert!(games.iter().all(|game| !game.ending.is_fault()), "{games:?}");
}

#[test]
fn garbage_does_no_harm() {
    let games = against("garbage", CLOCK);
    assert!(games.iter().all(|game| !game.ending.is_fault()), "{games:?}");
    assert!(games[0].pgn.contains("{+0.05/1 "), "what it says between is heard: {}", games[0].pgn);
}

#[test]
fn illegal_moves_lose_and_are_told_with_the_position() {
    let games = against("illegal", CLOCK);
    all_lost(&games, Ending::IllegalMove);
    assert!(games[0].detail.starts_with("illegal move a1a1; position 8/"), "{}", games[0].detail);
    assert!(games[0].pgn.contains("[Termination \"rules infraction\"]"));
    all_lost(&against("none", CLOCK), Ending::IllegalMove);
}

#[test]
fn crashes_lose_and_the_engine_starts_anew() {
    let games = against("crash", CLOCK);
    all_lost(&games, Ending::Crash);
    assert!(games[0].detail.contains("exit status: 3") || cfg!(windows), "{}", games[0].detail);
}

#[test]
fn hanging_engines_lose_after_a_while() {
    let start = Instant::now();
    let limit = Limit::MoveTime(Duration::from_millis(200));
    all_lost(&against("hang", limit), Ending::Hang);
    assert!(start.elapsed() < Duration::from_secs(20));
}

/// The engine that has no time left draws where it stands against a lone king, and loses where it is the lone king.
#[test]
fn who_cannot_win_does_not_win_on_time() {
    let chess = Variant::load(&Library::shipped(), "chess").unwrap();
    let start = Position::from_fen(&chess, "Q7/8/8/4k3/8/8/8/K7 w - - 0 1").unwrap();
    let limit = Limit::MoveTime(Duration::from_millis(150));
    for (fault, ending) in [("slow", Ending::Time), ("hang", Ending::Hang)] {
        let engines = vec![engine("good", "", CLOCK), engine("bad", fault, limit)];
        let contest = Contest { games: vec![chess.clone()], ..contest(engines, 2) };
        let mut games = Vec::new();
        let stop = Arc::new(AtomicBool::new(false));
        contest
            .run(&[vec![start.clone()]], &HashSet::new(), &stop, &mut |game| {
                games.push(game);
                true
            })
            .unwrap();
        games.sort_by_key(|game| game.number);
        assert!(games.iter().all(|game| game.ending == ending), "{games:?}");
        assert_eq!([games[0].result.as_str(), games[1].result.as_str()], ["1-0", "1/2-1/2"], "{games:?}");
        assert!(games[1].detail.contains("cannot win"), "{}", games[1].detail);
    }
}

#[test]
fn overstepping_the_clock_loses() {
    let limit = Limit::MoveTime(Duration::from_millis(150));
    let games = against("slow", limit);
    all_lost(&games, Ending::Time);
    assert_eq!(games[0].tallies[1].oversteps, 1);
    assert!(games[0].tallies[1].worst >= 100_000, "{:?}", games[0].tallies[1]);
}

#[test]
fn a_wide_margin_forgives_but_counts() {
    let limit = Limit::MoveTime(Duration::from_millis(150));
    let mut contest = contest(vec![engine("good", "", CLOCK), engine("bad", "slow", limit)], 2);
    contest.conduct.margin = Duration::from_secs(5);
    contest.conduct.grace = Duration::from_secs(10);
    let games = run(&contest, &[]).unwrap();
    assert!(games.iter().all(|game| !game.ending.is_fault()), "{games:?}");
    assert_eq!((games[0].tallies[1].oversteps, games[1].tallies[0].oversteps), (1, 1));
}

#[test]
fn unfit_engines_are_refused() {
    let unfit =
        |engine: EngineSpec| run(&contest(vec![engine.clone(), engine], 2), &[]).unwrap_err().to_string();
    let error = unfit(engine("e", "chess-only", CLOCK));
    assert!(error.contains("no option UCI_Variant"), "{error}");
    let mut other = engine("e", "", CLOCK);
    other.options.push(("Threads".to_owned(), "2".to_owned()));
    assert!(unfit(other).contains("no option `Threads`"));
    let missing = EngineSpec::new("e", "/no/such/program", CLOCK).unwrap();
    assert!(unfit(missing).contains("cannot start"));
    let mut strange = engine("e", "", CLOCK);
    strange.dialects.push(("near".to_owned(), berolina_lab::matches::dialect::Dialect::same("nearer")));
    assert!(unfit(strange).contains("does not list the game nearer"));
}

#[test]
fn only_games_that_are_missing_are_played() {
    let contest = contest(vec![engine("a", "", CLOCK), engine("b", "", CLOCK)], 8);
    let whole = run(&contest, &[]).unwrap();
    let rest = run(&contest, &[0, 1, 5]).unwrap();
    let numbers: Vec<usize> = rest.iter().map(|game| game.number).collect();
    assert_eq!(numbers, [2, 3, 4, 6, 7]);
    for game in &rest {
        assert_eq!(
            (game.white, game.black, &game.opening),
            (whole[game.number].white, whole[game.number].black, &whole[game.number].opening)
        );
    }
    let names = ["a".to_owned(), "b".to_owned()];
    let report = Report::new(&names, &["near".to_owned()], &whole, None);
    assert_eq!(report.meetings()[0].total.pairs.count(), 4);
}

#[test]
fn pairs_go_round_games_and_engines() {
    let mut contest = contest(["a", "b", "c"].map(|name| engine(name, "", CLOCK)).to_vec(), 24);
    contest.games.push(Variant::load(&Library::shipped(), "chess").unwrap());
    assert_eq!(contest.openings(), 2);
    assert_eq!(contest.fixture(0), Fixture { game: 0, engines: [0, 1], opening: 0 });
    assert_eq!(contest.fixture(1), Fixture { game: 0, engines: [1, 0], opening: 0 });
    assert_eq!(contest.fixture(2), Fixture { game: 1, engines: [0, 1], opening: 0 });
    assert_eq!(contest.fixture(5), Fixture { game: 0, engines: [2, 0], opening: 0 });
    assert_eq!(contest.fixture(23), Fixture { game: 1, engines: [2, 1], opening: 1 });
}

#[test]
fn stopping_ends_at_once() {
    let contest = contest(vec![engine("good", "", CLOCK), engine("bad", "hang", CLOCK)], 2);
    let stop = Arc::new(AtomicBool::new(false));
    let start = Instant::now();
    let later = Arc::clone(&stop);
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        later.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let openings = vec![vec![contest.games[0].start()]];
    let stopped = contest.run(&openings, &HashSet::new(), &stop, &mut |_| true);
    assert_eq!(stopped, Err(Failure::Stopped));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_engine_without_perft_is_not_compared() {
    let near = Variant::load(&Library::shipped(), "near").unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let compared = verify::compare(&engine("e", "", CLOCK), &[near.start()], &stop).unwrap();
    assert!(compared.unknown);
}
