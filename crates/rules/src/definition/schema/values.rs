//! Whether the keys of a file are known and their values of the right kind.

use super::{
    Key, Kind, MAX_HINTS, MAX_LINE, MAX_NOTATION, MAX_PARAGRAPHS, Notation, RULES, TEXT, example, walk,
};
use crate::definition::names::{self, MAX_NAME};
use crate::definition::syntax::{File, MAX_FAULTS, Node, Place, Table, Value};
use crate::definition::{Code, Diagnostic, betza};
use crate::geometry::{Grid, MAX_RANKS};

/// Reports the unknown keys and the values of a wrong kind in one file, and takes them out, so
/// that later steps can trust what is left.
pub(in crate::definition) fn check(file: &File, tree: &mut Table, faults: &mut Vec<Diagnostic>) {
    Checker { file, faults }.table(tree, &[&TEXT, &RULES]);
}

struct Checker<'a> {
    file: &'a File,
    faults: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    fn fault(&mut self, code: Code, at: &Place, message: String, hint: Option<String>) {
        if self.faults.len() < MAX_FAULTS {
            let span = at.start as usize..at.end as usize;
            self.faults.push(self.file.diagnostic(code, span, message, hint));
        }
    }

    fn table(&mut self, table: &mut Table, keys: &[&'static [Key]]) {
        let all = || keys.iter().flat_map(|k| k.iter());
        table.0.retain_mut(|entry| {
            if self.faults.len() >= MAX_FAULTS {
                return false;
            }
            let Some(key) = all().find(|k| k.name == &*entry.key) else {
                let hint = belongs(&entry.key)
                    .or_else(|| names::did_you_mean(&entry.key, all().map(|k| k.name)))
                    .or_else(|| names::one_of("the keys here are", all().map(|k| k.name)));
                let message = format!("the key `{}` is not known here", names::shown(&entry.key));
                self.fault(Code::E010, &entry.place, message, hint);
                return false;
            };
            self.value(&entry.key, &mut entry.node, key.kinds)
        });
    }

    /// Checks a value, and says whether it can be used.
    fn value(&mut self, name: &str, node: &mut Node, kinds: &[Kind]) -> bool {
        // A text where there are words is a wrong word.
        let word = || kinds.iter().find(|kind| matches!(kind, Kind::Word(_)) && node.text().is_some());
        if let Some(kind) = kinds.iter().find(|k| fits(k, node)).or_else(word) {
            return self.inside(name, node, kind);
        }
        let expected: Vec<String> = kinds.iter().map(said).collect();
        let message =
            format!("`{}` takes {}, not {}", names::shown(name), expected.join(" or "), node.kind());
        let hint = kinds.iter().find_map(|kind| example(name, kind, node));
        self.fault(Code::E011, &node.place.clone(), message, hint);
        false
    }

    fn inside(&mut self, name: &str, node: &mut Node, kind: &Kind) -> bool {
        let at = node.place.clone();
        match (kind, &mut node.value) {
            (Kind::Table(keys), Value::Table(table)) => self.table(table, &[keys]),
            (Kind::Rules, Value::Table(table)) => self.table(table, &[&RULES]),
            (Kind::Named(what, kinds), Value::Table(table)) => self.named(what, table, kinds),
            (Kind::Number(min, max), Value::Number(n)) => {
                let fits = (*min..=*max).contains(n);
                if !fits {
                    let message = format!("`{name}` takes a number from {min} to {max}");
                    self.fault(Code::E013, &at, message, None);
                }
                return fits;
            }
            (Kind::Word(words), Value::Text(text)) => {
                let fits = words.contains(&&**text);
                if !fits {
                    let hint = names::did_you_mean(text, words.iter().copied())
                        .or_else(|| names::one_of("it is one of", words.iter().copied()));
                    let message = format!("`{name}` cannot be `{}`", names::shown(text));
                    self.fault(Code::E012, &at, message, hint);
                }
                return fits;
            }
            (Kind::Notation(_) | Kind::Moves, Value::Text(text)) if text.len() > MAX_NOTATION => {
                let message = format!("`{name}` takes at most {MAX_NOTATION} characters");
                self.fault(Code::E005, &at, message, None);
                return false;
            }
            (Kind::Moves, Value::Text(text)) => {
                // Read here for its faults, so that they are told whatever is wrong elsewhere. Which cells the board
                // has is not known yet.
                let hexagons = betza::parse_on(Grid::Hexagon, text).faults;
                for fault in betza::parse(text).faults.into_iter().filter(|fault| hexagons.contains(fault)) {
                    let at = node.part(self.file, fault.at);
                    self.fault(fault.code, &at, fault.message, fault.hint);
                }
            }
            (Kind::Name, Value::Text(text)) => {
                let fits = names::is_name(text);
                if !fits {
                    self.bad_name(&at, &format!("`{name}`"));
                }
                return fits;
            }
            (Kind::Line, Value::Text(text)) => self.people(name, text, &at, false),
            // An SVG has its own bounds.
            (Kind::Picture, Value::Text(text)) if !text.trim_start().starts_with('<') => {
                self.people(name, text, &at, false);
            }
            (Kind::Paragraphs, Value::Text(text)) => self.people(name, text, &at, true),
            (Kind::Lines | Kind::Rows, Value::List(list)) => self.list(name, list, kind, &at),
            _ => {}
        }
        true
    }

    fn bad_name(&mut self, at: &Place, what: &str) {
        let message = format!("{what} takes a name of small letters, digits and hyphens");
        let hint = format!("such as `near-2`; at most {MAX_NAME} characters");
        self.fault(Code::E015, at, message, Some(hint));
    }

    fn named(&mut self, what: &str, table: &mut Table, kinds: &'static [Kind]) {
        table.0.retain_mut(|entry| {
            if !names::is_name(&entry.key) {
                self.bad_name(&entry.place, what);
                return false;
            }
            self.value(&entry.key, &mut entry.node, kinds)
        });
    }

    fn list(&mut self, name: &str, list: &mut Vec<Node>, kind: &Kind, at: &Place) {
        let most = if matches!(kind, Kind::Lines) { MAX_HINTS } else { usize::from(MAX_RANKS) };
        if list.len() > most {
            self.fault(Code::E013, at, format!("`{name}` takes at most {most} lines"), None);
            list.truncate(most);
        }
        list.retain(|item| match item.text() {
            Some(text) if matches!(kind, Kind::Lines) => {
                self.people(name, text, &item.place, false);
                true
            }
            Some(text) if text.len() > MAX_NOTATION => {
                let message = format!("a rank takes at most {MAX_NOTATION} characters");
                self.fault(Code::E005, &item.place, message, None);
                false
            }
            Some(_) => true,
            None => {
                let message = format!("`{name}` takes texts, not {}", item.kind());
                self.fault(Code::E011, &item.place, message, None);
                false
            }
        });
    }

    /// Checks a text for people.
    fn people(&mut self, name: &str, text: &str, at: &Place, lines: bool) {
        let most = if lines { MAX_PARAGRAPHS } else { MAX_LINE };
        let count = text.chars().count();
        if count > most {
            let message = format!("`{name}` has {count} characters, more than {most}");
            self.fault(Code::E005, at, message, None);
        }
        if let Some(c) = text.chars().find(|&c| names::is_control(c) && !(lines && c == '\n')) {
            let message = format!("`{name}` has the control character `{}`", c.escape_unicode());
            let hint = (c == '\n').then(|| "write it in one line".to_owned());
            self.fault(Code::E004, at, message, hint);
        }
    }
}

/// Where a key belongs that is known elsewhere. Whatever follows a heading belongs to it, which is easily forgotten.
fn belongs(key: &str) -> Option<String> {
    if TEXT.iter().chain(&RULES).any(|known| known.name == key) {
        return Some(format!("`{key}` belongs to the whole game: above the first [table]"));
    }
    let paths = walk().into_iter().map(|found| found.path).filter(|path| !path.starts_with("armies."));
    let mut tables: Vec<String> =
        paths.filter_map(|path| Some(path.strip_suffix(key)?.strip_suffix('.')?.to_owned())).collect();
    // Names of the author's choice are no depth.
    let depth =
        |table: &String| table.split('.').filter(|part| !part.starts_with(char::is_uppercase)).count();
    let least = tables.iter().map(depth).min()?;
    tables.retain(|table| depth(table) == least);
    let tables: Vec<String> = tables.iter().map(|table| format!("[{table}]")).collect();
    Some(format!("`{key}` belongs in {}", tables.join(" or ")))
}

/// Whether a value is of the kind, by its type alone.
fn fits(kind: &Kind, node: &Node) -> bool {
    match kind {
        Kind::Line | Kind::Paragraphs | Kind::Name | Kind::Picture | Kind::Notation(_) | Kind::Moves => {
            node.text().is_some()
        }
        Kind::Word(words) => node.text().is_some_and(|t| words.contains(&t) || !words.contains(&"all")),
        Kind::Number(..) => node.number().is_some(),
        Kind::Truth => node.truth().is_some(),
        Kind::No => node.is_false(),
        Kind::Lines | Kind::Rows => node.list().is_some(),
        Kind::Table(_) | Kind::Named(..) | Kind::Rules => node.table().is_some(),
    }
}

/// What a kind is called in a message.
fn said(kind: &Kind) -> String {
    match kind {
        Kind::Line | Kind::Paragraphs => "a text".into(),
        Kind::Picture => "the name of a drawing, or an SVG".into(),
        Kind::Lines => "a list of texts".into(),
        Kind::Rows => Notation::Ranks.said().into(),
        Kind::Name => "a name".into(),
        Kind::Number(min, max) => format!("a number from {min} to {max}"),
        Kind::Truth => "true or false".into(),
        Kind::No => "false".into(),
        Kind::Notation(what) => what.said().into(),
        Kind::Moves => Notation::Moves.said().into(),
        Kind::Word(words) => words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(" or "),
        Kind::Table(_) | Kind::Named(..) | Kind::Rules => "a table".into(),
    }
}
