//! Puzzles from rows of forced wins.

use std::collections::{BTreeMap, HashSet};

use berolina_lab::proof::course::answers::Maker;
use berolina_lab::proof::course::solve::Solver;
use berolina_lab::proof::course::{Puzzle, Puzzles, identity};
use berolina_lab::proof::suite::Row;
use berolina_rules::{Library, Position};
use berolina_view::goal::{Aim, Goal};

/// In the order of the page.
const FAMILIES: [&str; 6] = ["near", "near-vs-normal", "npnc", "forward", "chess", "others"];
/// No longer wins become puzzles, in moves.
const LONGEST: u32 = 4;

/// Writes `courses/puzzles/NAME.json`: the easiest first, at most so many.
pub(crate) fn make(name: &str, most: &str, files: &[&str]) -> Result<(), String> {
    let most: usize = most.parse().map_err(|_| format!("`{most}` is not a number"))?;
    let title = title(name).ok_or_else(|| format!("`{name}` is no family"))?;
    let library = Library::shipped();
    let (mut seen, mut rows) = (HashSet::new(), Vec::new());
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for row in Row::read(&text).map_err(|why| format!("{file}: {why}"))? {
            let fits = row.keys.len() == 1 && row.plies % 2 == 1 && (2..=LONGEST).contains(&row.moves);
            if fits && family(&row.variant) == name && seen.insert((row.variant.clone(), row.fen.clone())) {
                rows.push(row);
            }
        }
    }
    let mut graded = Vec::new();
    for row in rows {
        let position = row.position(&library)?;
        graded.push((grade(&row, position.legal_moves().len()), row));
    }
    graded.sort_by_key(|(grade, _)| *grade);
    // A spread over all grades, if there are too many.
    let all = graded.len();
    let kept = graded
        .into_iter()
        .enumerate()
        .filter(|(at, _)| all <= most || at * most / all != (at + 1) * most / all);
    let mut lines = Vec::new();
    for (_, (_, row)) in kept {
        let position = row.position(&library)?;
        let goal = Goal::Win(row.tags[0].clone());
        let aim = Aim::new(&goal, false, &position)?;
        let answers = Maker::new(Solver::new(&aim), BTreeMap::new()).node(&position, aim.open(), row.moves);
        let about = row.tags.into_iter().skip(1).filter(|tag| tag != "unique" && !tag.starts_with("for-"));
        let themes = [end(&position, &answers.line())].into_iter().chain(about).collect();
        let id = identity(&row.variant, &row.fen);
        let puzzle = Puzzle { id, game: row.variant, fen: row.fen, moves: row.moves, themes, answers };
        lines.push(serde_json::to_string(&puzzle).map_err(|error| error.to_string())?);
        eprintln!("{name}: {}", lines.len());
    }
    let text = lines.join(",\n    ");
    let text = format!(
        "{{\n  \"name\": \"{name}\",\n  \"title\": \"{title}\",\n  \"puzzles\": [\n    {text}\n  ]\n}}\n"
    );
    crate::write(&format!("puzzles/{name}"), &text)?;
    index()
}

/// Writes `courses/puzzles/index.json`: the families and their puzzles' names, for pages that only count.
pub(crate) fn index() -> Result<(), String> {
    let mut lines = Vec::new();
    for name in FAMILIES {
        let path = crate::path(&format!("puzzles/{name}"));
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let family: Puzzles = serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))?;
        let line = serde_json::json!({
            "name": family.name,
            "title": family.title,
            "ids": family.puzzles.iter().map(|puzzle| &puzzle.id).collect::<Vec<_>>(),
        });
        lines.push(line.to_string());
    }
    crate::write("puzzles/index", &format!("[\n  {}\n]\n", lines.join(",\n  ")))
}

/// How the game ends after a line.
fn end(position: &Position, line: &[String]) -> String {
    let play =
        |position: Position, text: &String| position.parse_move(text).map(|mv| position.play_unchecked(mv));
    let last = line.iter().try_fold(position.clone(), play);
    let outcome = last.ok().and_then(|last| last.outcome());
    outcome.map_or("claim", |outcome| outcome.reason.name()).to_owned()
}

/// How hard it is for people: long wins, then those whose key does not attack or capture, then many moves.
fn grade(row: &Row, choices: usize) -> (u32, usize) {
    let has = |tag: &str| row.tags.iter().any(|other| other == tag);
    let hidden = if has("quiet") {
        30
    } else if has("attack") || has("capture") {
        0
    } else {
        15
    };
    (row.moves, choices + hidden + if has("underpromotion") { 15 } else { 0 })
}

/// The family that a game's puzzles belong to.
fn family(variant: &str) -> &'static str {
    let name = variant.split(':').next().unwrap_or_default();
    match name {
        "near" | "near-6" | "near-10" | "near-960" | "near-drop" | "near-free" | "near-anywhere" => "near",
        "near-vs-normal" => "near-vs-normal",
        "forward" | "forward-near" => "forward",
        "chess" | "chess960" | "skirmish" => "chess",
        name if name.starts_with("npnc") => "npnc",
        _ => "others",
    }
}

fn title(name: &str) -> Option<&'static str> {
    Some(match name {
        "near" => "Near Chess",
        "near-vs-normal" => "Near vs Normal",
        "npnc" => "Not-Particularly-New Chess",
        "forward" => "Forward Chess",
        "chess" => "Chess",
        "others" => "Other games",
        _ => return None,
    })
}
