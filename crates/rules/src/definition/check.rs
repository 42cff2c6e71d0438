//! Checking a game under every combination of its options.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use super::inherited::Home;
use super::merge::Family;
use super::picture::Beside;
use super::reader::Reader;
use super::resolve::instance;
use super::syntax::{File, MAX_FAULTS};
use super::{Code, Diagnostic, GameOption, OptionValues, options};
use crate::message::Message;
use crate::order::sort_short;

/// How many combinations of options are checked at most.
pub const MAX_COMBINATIONS: usize = 4096;
/// How many values are read at most in checking all combinations: larger files have fewer.
const MAX_WORK: usize = 4_000_000;
/// How many directions of moves are read at most in checking all combinations: pieces with many take longest.
const MAX_DIRECTIONS: usize = 1_000_000;
/// How many faults are looked at in all before the rest of the combinations is left out.
const MAX_LOOKED_AT: usize = 5000;
/// Warnings that count only where every combination has them.
const EVERYWHERE: [Code; 5] = [Code::W201, Code::W203, Code::W208, Code::W212, Code::W213];

/// A file that cannot be read at all, as a diagnostic.
pub(super) fn unreadable(path: &str, code: Code, message: Message) -> Diagnostic {
    let file = File { name: super::names::shown_path(path), source: "".into(), beside: Beside::default() };
    file.diagnostic(code, 0..0, message, None)
}

/// Whether what the files say cannot be known, so that it makes no sense to read on.
pub(super) fn is_broken(faults: &[Diagnostic]) -> bool {
    faults.iter().any(|d| [Code::E001, Code::E003, Code::E020, Code::E021, Code::E022].contains(&d.code))
}

/// Takes out what only follows from other faults, and puts the rest in the order of the files.
///
/// A line that is not TOML has one fault, and then nothing is missing anywhere. What can never
/// happen in a game is said only of one without errors.
pub(super) fn tidy(family: &Family, faults: &mut Vec<Diagnostic>) {
    let file = |d: &Diagnostic| family.files.iter().position(|f| f.name == d.file);
    let place = |d: &Diagnostic| (file(d), d.span.start, d.severity(), d.code);
    let before = |a: &Diagnostic, b: &Diagnostic| match place(a).cmp(&place(b)) {
        Ordering::Equal => a.message.to_string() < b.message.to_string(),
        order => order.is_lt(),
    };
    sort_short(faults, before);
    faults.dedup_by(|a, b| identity(a) == identity(b));
    let syntax: Vec<(String, usize)> =
        faults.iter().filter(|d| d.code == Code::E002).map(|d| (d.file.clone(), d.line)).collect();
    if !syntax.is_empty() {
        let mut said = Vec::new();
        faults.retain(|d| {
            let line = (d.file.clone(), d.line);
            if d.code == Code::E002 {
                let new = !said.contains(&line);
                said.extend(new.then_some(line));
                new
            } else {
                d.code != Code::E014 && !syntax.contains(&line)
            }
        });
    }
    missing_because_wrong(faults);
    if faults.iter().any(Diagnostic::is_error) {
        faults.retain(|d| d.is_error() || [Code::W204, Code::W207].contains(&d.code));
    }
}

/// Takes out that a key is missing where it is there with a value that cannot be used.
fn missing_because_wrong(faults: &mut Vec<Diagnostic>) {
    let key = |d: &Diagnostic| d.message.to_string().split('`').nth(1).map(str::to_owned);
    let wrong: Vec<String> = faults
        .iter()
        .filter(|d| WRONG_VALUES.contains(&d.code) && d.message.text().starts_with('`'))
        .filter_map(key)
        .collect();
    // The key that is missing is the last named.
    let missing = |d: &Diagnostic| d.message.to_string().rsplit('`').nth(1).map(str::to_owned);
    faults.retain(|d| d.code != Code::E014 || missing(d).is_none_or(|key| !wrong.contains(&key)));
}

/// What is said of a value of which later steps know nothing.
const WRONG_VALUES: [Code; 5] = [Code::E005, Code::E011, Code::E012, Code::E013, Code::E015];

/// All faults of a game, each once, in the order of the files; `faults` are those of its syntax.
pub(super) fn all(name: &str, family: &Family, mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if is_broken(&faults) {
        tidy(family, &mut faults);
        return faults;
    }
    let read = options::read(&mut Reader::new(&family.files, &mut faults), &family.tree);
    let mut seen: HashSet<_> = faults.iter().map(identity).collect();
    let most = MAX_COMBINATIONS.min(MAX_WORK / family.tree.size().max(1));
    let combinations = combinations(&read, most);
    let mut everywhere: HashMap<_, (usize, Diagnostic)> = HashMap::new();
    let (mut looked_at, mut directions) = (0, 0);
    let mut home = Home::new();
    for chosen in &combinations {
        let mut found = Vec::new();
        let rules = instance(name, family, &read, chosen, &mut found);
        looked_at += found.len();
        let pieces = rules.iter().flat_map(|rules| &rules.pieces).flat_map(|piece| &piece.rules);
        directions += pieces.map(|rules| rules.rays().count()).sum::<usize>();
        home.bring(name, family, &read, chosen, &mut found);
        for fault in found {
            if EVERYWHERE.contains(&fault.code) {
                everywhere.entry(identity(&fault)).or_insert((0, fault)).0 += 1;
            } else if seen.insert(identity(&fault)) {
                faults.push(fault);
            }
        }
        if faults.len() >= MAX_FAULTS || looked_at >= MAX_LOOKED_AT || directions >= MAX_DIRECTIONS {
            break;
        }
    }
    let always = everywhere.into_values().filter(|(count, _)| *count == combinations.len());
    faults.extend(always.map(|(_, fault)| fault));
    tidy(family, &mut faults);
    faults
}

/// What tells one fault from another.
pub(super) type Identity = (Code, String, usize, usize, Message);

pub(super) fn identity(d: &Diagnostic) -> Identity {
    (d.code, d.file.clone(), d.span.start, d.span.end, d.message.clone())
}

/// Every combination of choices; of numbers the default, both ends and some between. Beyond
/// `most`, each value with all others at their defaults.
fn combinations(options: &[GameOption], most: usize) -> Vec<Vec<String>> {
    let values: Vec<Vec<String>> = options.iter().map(sample).collect();
    let defaults: Vec<String> = options.iter().map(|o| o.default.clone()).collect();
    let count = values.iter().try_fold(1usize, |n, v| n.checked_mul(v.len()));
    if count.is_none_or(|n| n > most) {
        let mut single = vec![defaults.clone()];
        for (i, values) in values.iter().enumerate() {
            for value in values.iter().filter(|v| **v != defaults[i]) {
                let mut chosen = defaults.clone();
                chosen[i].clone_from(value);
                single.push(chosen);
            }
        }
        return single;
    }
    let mut all = vec![Vec::new()];
    for values in &values {
        all = all
            .into_iter()
            .flat_map(|chosen: Vec<String>| {
                values.iter().map(move |v| chosen.iter().cloned().chain([v.clone()]).collect())
            })
            .collect();
    }
    all
}

fn sample(option: &GameOption) -> Vec<String> {
    match &option.values {
        OptionValues::Choice(values) => values.iter().map(|v| v.0.clone()).collect(),
        OptionValues::Number { min, max } => {
            let mut numbers = vec![option.default.clone()];
            for n in [*min, *max, min + (max - min) / 3, min + (max - min) / 3 * 2] {
                if !numbers.contains(&n.to_string()) {
                    numbers.push(n.to_string());
                }
            }
            numbers
        }
    }
}
