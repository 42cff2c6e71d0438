//! The manual of variant files tells the truth: its examples run, and it has every key, every
//! diagnostic code, every exclusion and every limit.

use berolina_rules::definition::{
    Code, Diagnostic, EXCLUSIONS, Library, MAX_COMBINATIONS, MAX_DEPTH, MAX_DOTS, MAX_FAULTS, MAX_FILE,
    MAX_HAND, MAX_HINTS, MAX_LEGAL_MOVES, MAX_LINE, MAX_NAME, MAX_NOTATION, MAX_OPTION_VALUES, MAX_OPTIONS,
    MAX_PARAGRAPHS, MAX_STEPS, MAX_SVG, MAX_TABLES, MAX_TYPES, MAX_VALUES, MAX_WALK, all_keys, betza,
    manual_rows, reference,
};
use berolina_rules::geometry::{MAX_FILES, MAX_RANKS, MAX_SQUARES};

fn manual() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/variant-files.md");
    std::fs::read_to_string(path).unwrap()
}

/// An example: what stands after `toml`, its first line, its text.
struct Example {
    words: Vec<String>,
    line: usize,
    text: String,
}

impl Example {
    fn word(&self, key: &str) -> Option<&str> {
        self.words.iter().find_map(|w| w.strip_prefix(key)?.strip_prefix('='))
    }
}

fn examples() -> Vec<Example> {
    let mut examples = Vec::new();
    let manual = manual();
    let mut lines = manual.lines().enumerate();
    while let Some((line, text)) = lines.next() {
        let Some(info) = text.strip_prefix("```") else { continue };
        let words: Vec<String> = info.split_whitespace().map(str::to_owned).collect();
        let body = lines.by_ref().take_while(|l| l.1 != "```");
        let text = body.map(|l| format!("{}\n", l.1)).collect();
        assert_eq!(words.first().map(String::as_str), Some("toml"), "line {line}: only TOML is shown");
        examples.push(Example { words, line: line + 1, text });
    }
    examples
}

#[test]
fn every_example_runs() {
    let examples = examples();
    assert!(examples.len() > 15);
    let mut library = Library::shipped();
    for example in &examples {
        let (game, base, fault) = (example.word("game"), example.word("over"), example.word("fault"));
        let name = game.unwrap_or("example");
        let text = match base {
            Some(base) => format!(
                "extends = \"{base}\"\ntitle = \"Example\"\nabout = \"An example.\"\n{}",
                example.text
            ),
            None => example.text.clone(),
        };
        assert!(game.is_some() || base.is_some(), "line {}: a game or a fragment over one", example.line);
        library.add_text(name, &text).unwrap();
        let faults = library.check(name);
        let said: Vec<String> = faults.iter().map(Diagnostic::to_string).collect();
        match fault {
            Some(code) => {
                assert!(faults.iter().any(|f| f.code.text() == code), "line {}: {said:?}", example.line);
            }
            None => assert!(faults.is_empty(), "line {}: {said:?}", example.line),
        }
    }
}

#[test]
fn the_manual_has_every_key() {
    let manual = manual();
    let has = |key: &str| manual.contains(&format!("\n| `{key}` |"));
    let missing: Vec<String> = all_keys()
        .into_iter()
        .filter(|key| !has(key) && !key.strip_prefix("armies.ARMY.").is_some_and(has))
        .collect();
    assert!(missing.is_empty(), "not in the manual: {missing:#?}");
    let keys = all_keys();
    let rows = manual.lines().filter(|l| l.matches(" | ").count() == 4 && l.starts_with("| `"));
    for row in rows {
        let key = row.split('`').nth(1).unwrap();
        assert!(keys.iter().any(|k| k == key), "no such key: {key}");
    }
}

#[test]
fn the_manual_and_the_editor_say_the_same() {
    let manual = manual();
    let mut section = "";
    let mut printed = Vec::new();
    for line in manual.lines() {
        if let Some(title) = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
        {
            section = title;
        }
        if line.starts_with("| `") && line.matches(" | ").count() + line.matches("| |").count() >= 4 {
            printed.push((section, line.to_owned()));
        }
    }
    printed.retain(|(section, _)| manual_rows().iter().any(|(known, _)| known == section));
    assert_eq!(printed, manual_rows());
    let told: Vec<String> = reference().into_iter().map(|help| help.key).collect();
    assert_eq!(told, all_keys(), "a key without help");
}

#[test]
fn the_manual_has_every_code_and_exclusion() {
    let manual = manual();
    for code in Code::ALL {
        let meaning = code.meaning();
        assert!(manual.contains(&format!("| {code} | {meaning} |")), "| {code} | {meaning} |");
    }
    for (a, b, why) in EXCLUSIONS {
        let row = format!("| {} | {} | {why} |", a.said(), b.said());
        assert!(manual.contains(&row), "{row}");
    }
}

#[test]
fn the_manual_has_every_limit() {
    let manual = manual();
    for (what, limit) in [
        ("size of a file", format!("{} KiB", MAX_FILE / 1024)),
        ("values in a file", MAX_VALUES.to_string()),
        ("dots in a line", MAX_DOTS.to_string()),
        ("files that extend one another", MAX_DEPTH.to_string()),
        ("length of moves, regions, letters", format!("{MAX_NOTATION} characters")),
        ("range of moves", format!("{}, or no limit", betza::MAX_RANGE)),
        ("length of a line for people", format!("{MAX_LINE} characters")),
        ("length of `about`", format!("{MAX_PARAGRAPHS} characters")),
        ("hints", MAX_HINTS.to_string()),
        ("length of a name", format!("{MAX_NAME} characters")),
        ("squares", MAX_SQUARES.to_string()),
        ("files, ranks", MAX_FILES.to_string()),
        ("kinds of pieces, counting a first move's and a promoted (`~`) state", MAX_TYPES.to_string()),
        ("pieces of a kind in a hand", MAX_HAND.to_string()),
        ("options", MAX_OPTIONS.to_string()),
        ("values of an option", MAX_OPTION_VALUES.to_string()),
        ("size of a picture", format!("{} KiB", MAX_SVG / 1024)),
        ("faults reported", MAX_FAULTS.to_string()),
        ("squares looked at to know where a piece can go from one square", MAX_WALK.to_string()),
        ("legal moves of a position", MAX_LEGAL_MOVES.to_string()),
        ("squares looked at to find the legal moves of a position", MAX_STEPS.to_string()),
        ("tables of a game", format!("{} KiB", MAX_TABLES / 1024)),
    ] {
        assert!(manual.contains(&format!("| {what} | {limit} |")), "| {what} | {limit} |");
    }
    assert!(manual.contains(&format!("up to {MAX_COMBINATIONS}")));
    assert_eq!((MAX_FILES, betza::MAX_TEXT), (MAX_RANKS, MAX_NOTATION));
}
