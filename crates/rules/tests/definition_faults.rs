//! Every fault of a variant file is reported, each with its line: `faults/*.toml` are faulty files,
//! and the `.txt` beside each is what is said of it. `UPDATE=1` writes the texts anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use berolina_rules::definition::{Code, Library, Style};
use berolina_rules::message::Language;

fn faulty_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    let files = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|p| p.extension().is_some_and(|e| e == "toml")).collect();
    files.sort();
    files
}

fn report(file: &Path) -> String {
    let faults = Library::shipped().check(file.to_str().unwrap());
    assert!(!faults.is_empty(), "{} has no fault", file.display());
    faults.iter().map(|f| f.render(Style::Plain) + "\n").collect::<Vec<_>>().join("\n")
}

#[test]
fn each_faulty_file_is_reported_as_expected() {
    let mut wrong = Vec::new();
    for file in faulty_files() {
        let (report, expected) = (report(&file), file.with_extension("txt"));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&expected, &report).unwrap();
        }
        if fs::read_to_string(&expected).unwrap_or_default() != report {
            wrong.push(format!("{}:\n{report}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "not as expected:\n{}", wrong.join("\n"));
}

/// Codes that need more than one small file; other tests have them.
const ELSEWHERE: [Code; 3] = [Code::E001, Code::E006, Code::E022];

#[test]
fn every_code_has_an_example() {
    let reports: String = faulty_files().iter().map(|f| report(f)).collect();
    let missing: BTreeSet<Code> = Code::ALL
        .iter()
        .copied()
        .filter(|code| !ELSEWHERE.contains(code) && !reports.contains(&format!("[{code}]")))
        .collect();
    assert!(missing.is_empty(), "no faulty file has {missing:?}");
}

#[test]
fn reports_show_the_line_in_colour_too_and_no_control_characters_of_the_file() {
    for file in faulty_files() {
        for fault in Library::shipped().check(file.to_str().unwrap()) {
            let plain = fault.render(Style::Plain);
            assert!(plain.chars().all(|c| c == '\n' || !c.is_control()), "{plain:?}");
            assert!(fault.render(Style::Coloured).contains('\u{1b}'));
            assert!(!fault.to_string().contains('\n'), "{fault}");
        }
    }
}

#[test]
fn every_fault_is_told_in_german_without_english() {
    let german = Language::shipped("de").unwrap();
    let mut english = BTreeSet::new();
    for file in faulty_files() {
        for fault in Library::shipped().check(file.to_str().unwrap()) {
            for said in fault.hint.iter().chain([&fault.message]) {
                let told = german.say(said);
                let words = ["the", "is", "of", "or", "and", "it", "has", "write", "not"];
                if told.split_whitespace().any(|word| words.contains(&word.trim_matches([',', ':', ';']))) {
                    english.insert(told);
                }
            }
        }
    }
    assert!(english.is_empty(), "{english:#?}");
}

#[test]
fn german_reports_are_german_throughout() {
    let german = Language::shipped("de").unwrap();
    let told = |file: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults").join(file);
        let faults = Library::shipped().check(path.to_str().unwrap());
        faults.iter().map(|fault| fault.render_in(&german, Style::Plain) + "\n").collect::<String>()
    };
    for (file, line) in [
        ("quote.toml", "Fehler[E002]: das Anführungszeichen, das hier beginnt, wird nicht geschlossen"),
        ("quote.toml", "Hilfe: schreibe \", wo der Text endet"),
        ("truth.toml", "`flase` ist weder true noch false"),
        ("truth.toml", "meintest du `false`?"),
        ("warnings.toml", "Warnung["),
        ("syntax.toml", "die Datei ist hier kein TOML"),
    ] {
        assert!(told(file).contains(line), "{line}:\n{}", told(file));
    }
}
