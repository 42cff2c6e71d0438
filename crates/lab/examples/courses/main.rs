//! Makes what the courses' files do not have from their writers.
//!
//! ```text
//! courses show NAME             what the solver says of each lesson of courses/NAME.json
//! courses answers NAME          writes courses/answers/NAME.json
//! ```

use std::collections::BTreeMap;
use std::process::ExitCode;

use berolina_lab::proof::course::answers::Maker;
use berolina_lab::proof::course::past;
use berolina_lab::proof::course::solve::{self, Solver, alone};
use berolina_lab::proof::course::{Answers, Course, Help, Lesson};
use berolina_rules::{Library, Position};
use berolina_view::goal::{Aim, Goal};

const USAGE: &str = "usage: courses show NAME | answers NAME";
/// No lesson is longer, in moves of the learner.
const LONGEST: u32 = 6;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["show", name] => show(name),
        ["answers", name] => answers(name),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("courses: {why}");
            ExitCode::FAILURE
        }
    }
}

/// A file of the folder `courses`.
fn path(name: &str) -> String {
    format!("{}/../../courses/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

fn course(name: &str) -> Result<Course, String> {
    let path = path(name);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    Course::read(&text).map_err(|error| format!("{path}: {error}"))
}

fn show(name: &str) -> Result<(), String> {
    let (course, library) = (course(name)?, Library::shipped());
    for lesson in &course.lessons {
        match shown(lesson, &course, &library) {
            Ok(text) => println!("{}: {text}", lesson.name),
            Err(why) => println!("{}: WRONG {why}", lesson.name),
        }
    }
    Ok(())
}

fn shown(lesson: &Lesson, course: &Course, library: &Library) -> Result<String, String> {
    let start = lesson.start(course, library)?;
    let aim = Aim::new(&lesson.goal, lesson.safe, &start)?;
    if let Goal::Try(tried) = &lesson.goal {
        return Ok(start.why_not(&tried.mv).to_string());
    }
    if let Goal::Play(_) = lesson.goal {
        return Ok("a game".to_owned());
    }
    if lesson.alone {
        let way = alone(&start, &aim, LONGEST).ok_or("no way")?;
        let texts = solve::texts(&start, &way)?;
        return Ok(format!("{} of {}, by {}", way.len(), lesson.moves, texts.join(" ")));
    }
    if lesson.is_game() {
        let mut game = past::begun(&start, &lesson.before)?;
        let fewest = past::fewest(&mut game, lesson.moves.max(3)).ok_or("no way")?;
        return Ok(format!("{fewest} of {}", lesson.moves));
    }
    let mut solver = Solver::new(&aim);
    let fewest = solver.fewest(&start, aim.open(), lesson.moves.max(3)).ok_or("no way")?;
    let right = |mv: &_| solver.right(&start, *mv, aim.open(), fewest);
    let keys: Vec<_> = start.legal_moves().into_iter().filter(right).collect();
    let keys: Vec<String> = keys.into_iter().map(|mv| start.san(mv)).collect();
    Ok(format!("{fewest} of {}, by {}", lesson.moves, keys.join(" ")))
}

fn answers(name: &str) -> Result<(), String> {
    let (course, library) = (course(name)?, Library::shipped());
    let mut all = Answers::new();
    for lesson in course.lessons.iter().filter(|lesson| lesson.moves > 0) {
        let start: Position = lesson.start(&course, &library)?;
        let aim = Aim::new(&lesson.goal, lesson.safe, &start)?;
        if lesson.alone {
            let way = alone(&start, &aim, LONGEST).ok_or_else(|| format!("{}: no way", lesson.name))?;
            all.insert(lesson.name.clone(), Help::Alone { line: solve::texts(&start, &way)? });
            continue;
        }
        let named = lesson.wrong.iter().filter_map(|wrong| Some((wrong.mv.clone(), wrong.reply.clone()?)));
        let named = named.collect::<BTreeMap<_, _>>();
        if lesson.is_game() {
            let mut game = past::begun(&start, &lesson.before)?;
            all.insert(lesson.name.clone(), Help::Answered(past::node(&mut game, lesson.moves, &named)));
            continue;
        }
        let mut maker = Maker::new(Solver::new(&aim), named);
        let node = maker.node(&start, aim.open(), lesson.moves);
        all.insert(lesson.name.clone(), Help::Answered(node));
    }
    let text = all.iter().map(|(name, node)| {
        let node = serde_json::to_string(node).map_err(|error| error.to_string())?;
        Ok(format!("  \"{name}\": {node}"))
    });
    let lines: Vec<String> = text.collect::<Result<_, String>>()?;
    write(&format!("answers/{name}"), &format!("{{\n{}\n}}\n", lines.join(",\n")))
}

fn write(name: &str, text: &str) -> Result<(), String> {
    let path = path(name);
    std::fs::write(&path, text).map_err(|error| format!("{path}: {error}"))
}
