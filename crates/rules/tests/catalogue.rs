//! The German catalogue has what the program says, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use berolina_rules::definition::{EXCLUSIONS, OptionValues};
use berolina_rules::explain::{self, Explanation};
use berolina_rules::message::{Arg, Language, Message, plural};
use berolina_rules::{Library, Variant, say};

const GERMAN: &str = concat!(include_str!("../texts/de.txt"), include_str!("../texts/de-faults.txt"));

/// What is no template of `say!`: joints of lists, and numbers in words.
const WORDS: [&str; 18] = [
    "and",
    "or",
    "or of the",
    " or ",
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "{text}",
];

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

/// The templates of all crates.
fn templates() -> BTreeSet<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for folder in ["rules", "view", "cli"] {
        rust_files(&crates.join(folder).join("src"), &mut files);
    }
    let mut found = BTreeSet::new();
    for file in files {
        // What stands in its documentation is no message.
        if file.parent().unwrap().ends_with("message") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for (at, _) in text.match_indices("say!(") {
            let rest = text[at + "say!(".len()..].trim_start();
            let quoted = rest.strip_prefix('"').unwrap_or_else(|| panic!("{}: {rest:.60}", file.display()));
            let ends = |(at, _): &(usize, &str)| !quoted[..*at].ends_with('\\');
            let (end, _) = quoted.match_indices('"').find(ends).unwrap();
            let template = quoted[..end].replace("\\\"", "\"");
            assert!(!template.contains(['\\', '\n']), "{}: {template}", file.display());
            found.insert(template);
        }
        // What tables of keys call the things that an author names.
        for (at, _) in text.match_indices("Kind::Named(\"") {
            found.insert(text[at..].split('"').nth(1).unwrap().to_owned());
        }
    }
    assert!(found.len() > 200);
    found
}

/// The catalogue's templates, and their translations by form.
fn entries() -> BTreeMap<&'static str, Vec<(&'static str, &'static str)>> {
    let mut entries: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    let mut last = "";
    for line in GERMAN.lines() {
        if let Some(template) = line.strip_prefix('"') {
            last = template.strip_suffix('"').unwrap();
            assert!(entries.insert(last, Vec::new()).is_none(), "twice: {last}");
        } else if line.starts_with(' ') {
            let (form, text) = line.trim().split_once('"').unwrap();
            entries.get_mut(last).unwrap().push((form.trim(), text.strip_suffix('"').unwrap()));
        }
    }
    entries
}

/// The names and forms of a template's placeholders.
fn places(text: &str) -> BTreeSet<(&str, &str)> {
    text.split('{')
        .skip(1)
        .map(|part| part.split_once('}').expect("closed").0.trim_start_matches('^'))
        .map(|place| place.split_once(':').unwrap_or((place, "")))
        .collect()
}

fn names(text: &str) -> BTreeSet<&str> {
    places(text).into_iter().map(|(name, _)| name).collect()
}

/// What variant files say of pieces, what they advise, and what they say of options.
fn prose() -> BTreeSet<String> {
    let library = Library::shipped();
    let mut found = BTreeSet::new();
    for game in library.names().map(|name| library.load(name).unwrap()) {
        found.extend(game.pieces.iter().map(|piece| piece.about.trim().to_owned()));
        found.extend(game.text.hints.iter().cloned());
        for option in &game.options {
            found.insert(option.about.clone());
            if let OptionValues::Choice(values) = &option.values {
                found.extend(values.iter().flat_map(|(value, about)| [called(value), about.clone()]));
            }
        }
    }
    found.remove("");
    assert!(found.len() > 200);
    found
}

/// What pages call a value: its name in the file, in words.
fn called(value: &str) -> String {
    let words = value.replace('-', " ");
    words[..1].to_uppercase() + &words[1..]
}

/// Why mechanisms exclude each other, and what those are called that have more than keys for a name.
fn exclusions() -> impl Iterator<Item = &'static str> {
    let words = |said: &str| said.split('`').step_by(2).any(|part| !part.trim().is_empty());
    let called = EXCLUSIONS.iter().flat_map(|(a, b, _)| [a.said(), b.said()]).filter(move |said| words(said));
    EXCLUSIONS.iter().map(|(_, _, why)| *why).chain(called)
}

/// The words of the parser of TOML, which no source of ours has.
fn parsers() -> impl Iterator<Item = &'static str> {
    let (_, words) = GERMAN.split_once("# The words of the parser").unwrap();
    words.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'))
}

#[test]
fn german_has_every_template_and_no_other() {
    let (templates, prose, entries) = (templates(), prose(), entries());
    let mut known: BTreeSet<&str> = templates.iter().chain(&prose).map(String::as_str).collect();
    known.extend(WORDS);
    for text in exclusions().chain(parsers()) {
        known.insert(text);
    }
    let missing: Vec<_> = known.iter().filter(|text| !entries.contains_key(**text)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let unused: Vec<_> = entries.keys().filter(|text| !known.contains(**text)).collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

#[test]
fn translations_have_the_placeholders_of_their_templates() {
    let defined: BTreeSet<&str> =
        GERMAN.lines().filter_map(|line| Some(line.strip_prefix("form ")?.split_once(':')?.0)).collect();
    let cases: BTreeSet<&str> =
        GERMAN.lines().find_map(|line| line.strip_prefix("cases ")).unwrap().split(' ').collect();
    let own: BTreeSet<&str> = entries().values().flatten().map(|(form, _)| *form).collect();
    for (template, translations) in entries() {
        assert!(translations.first().is_some_and(|(form, _)| form.is_empty()), "{template}: none in no form");
        for (_, text) in translations {
            // A reason may be told without who has it; nothing is told that nobody said.
            assert!(names(text).is_subset(&names(template)), "{template}: {text}");
            let left_out = ["{who} in check", "the game is over"];
            if !left_out.iter().any(|part| template.contains(part)) {
                assert_eq!(names(text), names(template), "{template}: {text}");
            }
            for (_, form) in places(text) {
                let known = form == "word" || [&defined, &cases, &own].iter().any(|set| set.contains(form));
                assert!(form.is_empty() || known, "{template}: no form {form}");
            }
        }
    }
}

/// The names of pieces and armies in a message.
fn named<'a>(message: &'a Message, out: &mut BTreeSet<&'a str>) {
    fn arg<'a>(it: &'a Arg, out: &mut BTreeSet<&'a str>) {
        match it {
            Arg::Name(name) => drop(out.insert(name)),
            Arg::Message(message) => named(message, out),
            Arg::List(items, _) => items.iter().for_each(|item| arg(item, out)),
            Arg::Text(_) | Arg::Prose(_) | Arg::Number(_) => {}
        }
    }
    message.args().iter().for_each(|it| arg(it, out));
}

fn messages(variant: &Variant) -> Vec<Message> {
    let Explanation { pieces, special, ending } = explain::explain(variant);
    let mut all: Vec<Message> = special.into_iter().chain(ending).collect();
    for note in pieces {
        all.extend(note.notes);
        all.extend(note.diagrams.into_iter().filter_map(|diagram| diagram.caption));
    }
    all.extend(explain::sides(variant).into_iter().flatten());
    all.extend(explain::texts(variant.definition()).each.into_iter().flatten());
    all
}

#[test]
fn german_knows_the_pieces_of_all_games() {
    let library = Library::shipped();
    let german = Language::shipped("de_DE.UTF-8").unwrap();
    for name in library.names() {
        let variant = Variant::load(&library, name).unwrap();
        let messages = messages(&variant);
        let mut names = BTreeSet::new();
        messages.iter().for_each(|message| named(message, &mut names));
        // Names of armies that are the titles of games stay what they are.
        let titles = ["near", "mini grand", "bow"];
        for name in names.into_iter().filter(|name| !titles.contains(name)) {
            assert!(GERMAN.contains(&format!("\nnoun {name}: ")), "{name}: {}", plural(name));
        }
        for message in &messages {
            let told = german.say(message);
            assert!(!told.contains(['{', '}']) && !told.contains("  ") && !told.ends_with(' '), "{told}");
            for word in [" the ", " of ", " and ", " or ", " is ", "It ", " to "] {
                assert!(!told.contains(word), "{name}: {told}");
            }
        }
    }
}

#[test]
fn german_sentences_agree_with_the_pieces_in_them() {
    let library = Library::shipped();
    let german = Language::shipped("de").unwrap();
    let told = |game: &str| -> String {
        let messages = messages(&Variant::load(&library, game).unwrap());
        messages.iter().map(|message| german.say(message)).collect::<Vec<_>>().join("\n")
    };
    for (game, sentence) in [
        (
            "near",
            "Ein Bauer, der die 8. Reihe erreicht, wird in eine Dame, einen Turm, einen Läufer oder einen Springer umgewandelt.",
        ),
        ("dobutsu", "Ein Küken, das die 4. Reihe erreicht, wird in eine Henne umgewandelt."),
        ("shogi", "Eine Lanze oder ein Bauer, der auf die Reihen 7 oder 8 kommt"),
        (
            "shogi",
            "Ein Bauer darf nicht auf einer Linie eingesetzt werden, auf der schon ein nicht umgewandelter Bauer desselben Spielers steht.",
        ),
        ("forward", "einen Turm für eine geschlagene Dame"),
        (
            "npnc-guarding",
            "oder nur mit Läufern und schon gezogenen Einhörnern, die alle auf Feldern einer Farbe stehen.",
        ),
        (
            "chess",
            "Nach 50 Zügen jedes Spielers, ohne dass geschlagen oder ein Bauer gezogen wurde, ist die Partie remis.",
        ),
        ("spartan", "Schwarz (Spartaner) darf nicht alle Könige zugleich angegriffen stehen lassen"),
        ("xiangqi", "auf einer Linie"),
    ] {
        assert!(told(game).contains(sentence), "{game}: {sentence}\n{}", told(game));
    }
}

#[test]
fn pieces_that_a_catalogue_does_not_have_keep_their_names() {
    let german = Language::shipped("de").unwrap();
    let archer = || Arg::Name("archer".to_owned());
    let list = berolina_rules::message::or([archer(), Arg::Name("queen".to_owned())]);
    let message = say!("Who gives checkmate by {pieces:a} alone has lost.", pieces = list);
    assert_eq!(german.say(&message), "Wer nur mit einem Archer oder einer Dame mattsetzt, hat verloren.");
    let unknown = Message::new("Nobody says {piece:a}.", vec![archer()]);
    assert_eq!(german.say(&unknown), "Nobody says an archer.");
}

#[test]
fn bad_catalogues_get_one_clear_line() {
    let head = "cases nom pl\n";
    for (text, line) in [
        ("something", 2),
        ("noun pawn: m Bauer", 2),
        ("noun pawn m Bauer | Bauern", 2),
        ("form ein: m", 2),
        ("  \"no template\"", 2),
        ("\"not closed", 2),
        ("\"a\"\n  b", 3),
    ] {
        let error = Language::read(&format!("{head}{text}\n")).unwrap_err();
        assert!(error.starts_with(&format!("line {line}: ")), "{text}: {error}");
        assert!(!error.contains('\n'));
    }
    assert!(Language::read("").is_ok());
    assert_eq!(Language::shipped("xx"), None);
    assert_eq!(Language::shipped("en_GB"), Some(Language::default()));
}
