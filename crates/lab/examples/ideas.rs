//! Makes `ideas/ideas.json`: of every shipped game a move that the game that it extends does not have. Build it with `--release`.
//!
//! ```text
//! ideas                         writes the file
//! ideas show GAME               what was found of a game, the best move of each kind
//! ```

use std::collections::BTreeMap;
use std::process::ExitCode;

use berolina_lab::ideas::choose::choose;
use berolina_lab::ideas::search::{Found, common_names, find, others_of};
use berolina_lab::ideas::strange::Other;
use berolina_lab::proof::course::Course;
use berolina_rules::{Library, Variant};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ideas/ideas.json");
const COURSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../courses");
const USAGE: &str = "usage: ideas | ideas show GAME";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        [] => write(),
        ["show", game] => show(game),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("ideas: {why}");
            ExitCode::FAILURE
        }
    }
}

fn found(library: &Library, names: &[&str]) -> Result<Vec<Found>, String> {
    let load = |name: &str| Variant::load(library, name).map_err(|error| error.to_string());
    let all = library.names().map(load).collect::<Result<Vec<_>, _>>()?;
    let rare = common_names(all.iter());
    let mut others = BTreeMap::<String, Other>::new();
    let mut games = Vec::new();
    for name in names {
        let mut best: Option<Found> = None;
        for other in others_of(library, name)? {
            if !others.contains_key(&other) {
                others.insert(other.clone(), Other::new(&load(&other)?));
            }
            let mut found = find(library, name, &others[&other], &rare)?;
            if let Some(nearer) = &best {
                found.array = nearer.array.clone().or(found.array);
            }
            // Where only the board or the array is another, what the games further up do not have stands for it.
            if !found.is_faint() {
                best = Some(found);
                break;
            }
            best = best.or(Some(found));
        }
        games.extend(best);
        eprintln!("{name}");
    }
    Ok(games)
}

fn show(name: &str) -> Result<(), String> {
    for game in found(&Library::shipped(), &[name])? {
        println!("{} compared with {}, {} plies, shows {:?}", game.spec, game.other, game.plies, game.shows);
        for (kind, best) in &game.moves {
            println!("{kind:?} {}: {} in {}", best.cost, best.mv, best.fen);
        }
    }
    Ok(())
}

fn write() -> Result<(), String> {
    let library = Library::shipped();
    let names: Vec<&str> = library.names().collect();
    let mut ideas = choose(&found(&library, &names)?);
    let courses = courses()?;
    for idea in &mut ideas {
        let lineage = library.load(&idea.game).map_err(|error| error.to_string())?.lineage.clone();
        idea.course = course_of(&courses, &idea.game, &lineage);
    }
    let line = |idea| serde_json::to_string(idea).map_err(|error| error.to_string());
    let lines = ideas.iter().map(line).collect::<Result<Vec<_>, _>>()?;
    let text = format!("[\n  {}\n]\n", lines.join(",\n  "));
    std::fs::write(FILE, text).map_err(|error| format!("{FILE}: {error}"))
}

fn courses() -> Result<Vec<Course>, String> {
    let fault = |error: std::io::Error| format!("{COURSES}: {error}");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(COURSES).map_err(fault)? {
        paths.push(entry.map_err(fault)?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let read = |path: &std::path::PathBuf| Course::read(&std::fs::read_to_string(path).map_err(fault)?);
    paths.iter().map(read).collect()
}

/// The course of a game, or one with a lesson of it, or that of the nearest game that it extends; chess does not stand for all.
fn course_of(courses: &[Course], game: &str, lineage: &[String]) -> Option<String> {
    let is = |spec: &str, name: &str| spec.split(':').next() == Some(name);
    let whole = |name: &str| courses.iter().find(|course| is(&course.game, name));
    let lesson = |course: &&Course| {
        course.lessons.iter().any(|lesson| lesson.game.as_deref().is_some_and(|spec| is(spec, game)))
    };
    let kin = || lineage.iter().filter(|name| *name != "chess").find_map(|name| whole(name));
    let found = whole(game).or_else(|| courses.iter().find(lesson)).or_else(kin);
    found.map(|course| course.name.clone())
}
