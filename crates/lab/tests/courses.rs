//! Lessons are what they say: every claim of the files in `courses/` is proven by trying all moves.

use std::collections::HashSet;
use std::fs;

use berolina_lab::proof::course::answers::fault;
use berolina_lab::proof::course::past;
use berolina_lab::proof::course::solve::{Solver, alone};
use berolina_lab::proof::course::{Answers, Course, Help, Lesson, Then, Wrong};
use berolina_rules::{Game, Library, Position};
use berolina_view::goal::{Aim, Goal, capture, passed};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../courses");

/// The texts of the files of a folder, by their names.
fn files(folder: &str) -> Vec<(String, String)> {
    let path = format!("{FOLDER}{folder}");
    let entries = fs::read_dir(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a file that can be read"))
        })
        .collect();
    files.sort();
    files
}

fn courses() -> Vec<(Course, Answers)> {
    let answers = files("/answers");
    let read = |(name, text): (String, String)| {
        let course = Course::read(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(course.name, name, "a course is called as its file");
        let (_, text) = answers.iter().find(|(other, _)| *other == name).expect("its answers");
        (course, serde_json::from_str(text).unwrap_or_else(|why| panic!("answers of {name}: {why}")))
    };
    files("").into_iter().map(read).collect()
}

/// Every lesson with where it begins.
fn each(mut check: impl FnMut(&str, &Lesson, &Position, &Aim<'_>, Option<&Help>)) {
    let library = Library::shipped();
    let mut seen = 0;
    for (course, answers) in courses() {
        for lesson in &course.lessons {
            let name = format!("{}/{}", course.name, lesson.name);
            let start = lesson.start(&course, &library).unwrap_or_else(|why| panic!("{name}: {why}"));
            let aim =
                Aim::new(&lesson.goal, lesson.safe, &start).unwrap_or_else(|why| panic!("{name}: {why}"));
            check(&name, lesson, &start, &aim, answers.get(&lesson.name));
            seen += 1;
        }
    }
    assert!(seen >= 40, "only {seen} lessons");
}

#[test]
fn courses_are_complete() {
    let all = courses();
    for family in ["near", "near-vs-normal", "npnc", "forward"] {
        assert!(all.iter().any(|(course, _)| course.name == family), "no course of {family}");
    }
    for (course, answers) in all {
        let names: HashSet<&str> = course.lessons.iter().map(|lesson| lesson.name.as_str()).collect();
        assert_eq!(names.len(), course.lessons.len(), "{}: a lesson's name is there twice", course.name);
        assert!(
            answers.keys().all(|name| names.contains(name.as_str())),
            "{}: answers to nothing",
            course.name
        );
        let game = course.lessons.iter().filter(|lesson| matches!(lesson.goal, Goal::Play(_))).count();
        assert_eq!(game, 1, "{}: a course has one game", course.name);
        for lesson in &course.lessons {
            let name = format!("{}/{}", course.name, lesson.name);
            for text in [&lesson.title, &lesson.text, &lesson.done] {
                assert!(!text.is_empty() && text.len() <= 240, "{name}: few words, not {}", text.len());
            }
        }
    }
}

#[test]
fn every_lesson_is_solved_in_its_number_of_moves() {
    each(|name, lesson, start, aim, help| {
        if lesson.is_game() {
            return;
        }
        if lesson.moves == 0 {
            assert!(matches!(lesson.goal, Goal::Try(_) | Goal::Play(_)), "{name}: moves are missing");
            return;
        }
        let fewest = if lesson.alone {
            alone(start, aim, lesson.moves + 1).map(|way| way.len() as u32)
        } else {
            Solver::new(aim).fewest(start, aim.open(), lesson.moves + 1)
        };
        assert_eq!(fewest, Some(lesson.moves), "{name}: the fewest moves");
        match help {
            Some(Help::Alone { line }) if lesson.alone => {
                follow(name, start, aim, line);
                assert_eq!(line.len(), lesson.moves as usize, "{name}");
            }
            Some(Help::Answered(node)) if !lesson.alone => {
                let fault = fault(&mut Solver::new(aim), start, node, aim.open(), lesson.moves);
                assert_eq!(fault, None, "{name}");
                assert_eq!(node.line().len(), 2 * lesson.moves as usize - 1, "{name}");
                if let Goal::Win(reason) = &lesson.goal {
                    assert_eq!(&end(start, &node.line()), reason, "{name}");
                }
            }
            _ => panic!("{name}: its answers are missing; run the example `courses`"),
        }
    });
}

/// Plays a way to the goal while the other side waits.
fn follow(name: &str, start: &Position, aim: &Aim<'_>, line: &[String]) {
    let (mut position, mut open) = (start.clone(), aim.open());
    for text in line {
        let mv = position.parse_move(text).unwrap_or_else(|why| panic!("{name}: {why}"));
        let after = position.play_unchecked(mv);
        open = aim.after(open, &position, mv, &after);
        assert_eq!(capture(&after), None, "{name}: {text} can be answered");
        if open > 0 {
            position = passed(&after).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
    }
    assert_eq!(open, 0, "{name}: the goal is not reached");
}

/// How the game ends after moves.
fn end(start: &Position, line: &[String]) -> String {
    let last = line.iter().fold(start.clone(), |position, text| {
        let mv = position.parse_move(text).expect("a legal move");
        position.play_unchecked(mv)
    });
    last.outcome().map_or("nothing", |outcome| outcome.reason.name()).to_owned()
}

#[test]
fn wrong_moves_fail_as_they_say() {
    let mut named = 0;
    each(|name, lesson, start, aim, _| {
        if lesson.is_game() {
            return;
        }
        for wrong in &lesson.wrong {
            check_wrong(&format!("{name} {}", wrong.mv), lesson, start, aim, wrong);
            named += 1;
        }
    });
    assert!(named >= 15, "only {named} wrong moves are named");
}

/// What repeats is known from the moves before the lesson: these are won by the game so far, or could be lost by it.
#[test]
fn lessons_with_a_past_are_what_they_say() {
    let (mut own, mut other) = (0, 0);
    each(|name, lesson, start, _, help| {
        if !lesson.is_game() {
            return;
        }
        let mut game = past::begun(start, &lesson.before)
            .unwrap_or_else(|why| panic!("{name}: before it begins: {why}"));
        assert_eq!(game.position().turn(), start.turn(), "{name}: the learner moves first");
        assert_eq!(past::fewest(&mut game, lesson.moves + 1), Some(lesson.moves), "{name}: the fewest moves");
        let Some(Help::Answered(node)) = help else { panic!("{name}: its answers are missing") };
        assert_eq!(past::fault(&mut game, node, lesson.moves), None, "{name}");
        let Goal::Win(reason) = &lesson.goal else { panic!("{name}: the past matters only to a win") };
        let mut last = game.clone();
        for text in node.line() {
            last.push(last.position().parse_move(&text).expect("a legal move"));
        }
        assert_eq!(last.outcome().map(|outcome| outcome.reason.name()), Some(reason.as_str()), "{name}");
        if lesson.given {
            assert!(
                lesson.before.is_empty() && lesson.wrong.is_empty(),
                "{name}: an answer wins, not the past"
            );
            return;
        }
        // Without its past it is no win, or a move that loses by it does not.
        let mut bare = Game::new(game.position().clone());
        let mut repeats = 0;
        for wrong in &lesson.wrong {
            let mv = game.position().parse_move(&wrong.mv).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert!(!past::right(&mut game, mv, lesson.moves), "{name} {} wins", wrong.mv);
            let Some(reply) = &wrong.reply else {
                bare.push(mv);
                game.push(mv);
                let lost = game.outcome().expect("what needs no reply ends the game");
                assert_eq!(lost.reason.name(), "repetition", "{name} {}", wrong.mv);
                assert!(
                    lost.winner == Some(start.turn().other()) && bare.outcome().is_none(),
                    "{name} {}",
                    wrong.mv
                );
                bare.pop();
                game.pop();
                repeats += 1;
                continue;
            };
            let named = node.wrong.get(reply).is_some_and(|list| list.split(' ').any(|mv| mv == wrong.mv));
            assert!(named, "{name} {}: {reply} is not its answer", wrong.mv);
            assert_eq!(wrong.then, Some(Then::Holds), "{name} {}", wrong.mv);
        }
        let wins = past::fewest(&mut bare, lesson.moves).is_some();
        assert_eq!(wins, repeats > 0, "{name}: the past does not matter");
        (own, other) = (own + repeats, other + usize::from(!wins));
    });
    assert!(own > 0 && other > 0, "no lesson of either side's repetition");
}

fn check_wrong(name: &str, lesson: &Lesson, start: &Position, aim: &Aim<'_>, wrong: &Wrong) {
    let mv = start.parse_move(&wrong.mv).unwrap_or_else(|why| panic!("{name}: {why}"));
    let after = start.play_unchecked(mv);
    let left = aim.after(aim.open(), start, mv, &after);
    assert!(left > 0, "{name} reaches the goal");
    let Some(text) = &wrong.reply else {
        assert!(wrong.then.is_none() && lesson.moves == 1, "{name}: what does what it says?");
        return;
    };
    let reply = after.parse_move(text).unwrap_or_else(|why| panic!("{name}: {why}"));
    if lesson.alone {
        assert_eq!(capture(&after), Some(reply), "{name}: what the waiting side takes");
    }
    let last = after.play_unchecked(reply);
    match wrong.then.as_ref().unwrap_or_else(|| panic!("{name}: what does {text} do?")) {
        Then::Takes(letter) => {
            let effect = after.effect(reply);
            let [taken] = effect.taken[..] else { panic!("{name}: {text} takes {:?}", effect.taken) };
            assert_eq!(taken.piece.color, start.turn(), "{name}");
            let found = after.variant().kinds()[usize::from(taken.piece.kind)].letter;
            assert_eq!(&found.to_string(), letter, "{name}: what {text} takes");
        }
        Then::Wins(reason) => {
            let outcome = last.outcome().unwrap_or_else(|| panic!("{name}: {text} does not end the game"));
            assert_eq!(outcome.winner, Some(after.turn()), "{name}");
            assert_eq!(outcome.reason.name(), reason, "{name}");
        }
        Then::Holds => {}
    }
    let on = !lesson.alone && lesson.moves > 1;
    assert!(!on || !Solver::new(aim).can(&last, left, lesson.moves - 1), "{name}: {text} refutes nothing");
}

#[test]
fn moves_to_be_tried_are_refused_for_one_reason() {
    let mut tried = 0;
    each(|name, lesson, start, _, _| {
        let Goal::Try(goal) = &lesson.goal else { return };
        let has = |position: &Position| position.move_texts().iter().any(|text| text.starts_with(&goal.mv));
        assert!(!has(start), "{name}: {} is legal", goal.mv);
        assert!(!start.why_not(&goal.mv).text().is_empty(), "{name}: nobody says why");
        if let Some(fen) = &goal.unless {
            let other =
                Position::from_fen(start.variant(), fen).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert!(has(&other), "{name}: {} is not legal there either", goal.mv);
        }
        tried += 1;
    });
    assert!(tried >= 4, "only {tried} moves are to be tried");
}
