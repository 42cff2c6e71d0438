//! Whether the keys of a file are known and their values of the right kind.

use super::{
    Key, Kind, MAX_HINTS, MAX_LINE, MAX_NOTATION, MAX_PARAGRAPHS, Notation, RULES, TEXT, example, walk,
};
use crate::definition::names::{self, MAX_NAME};
use crate::definition::syntax::{File, MAX_FAULTS, Node, Place, Table, Value};
use crate::definition::{Code, Diagnostic, betza};
use crate::geometry::{Grid, MAX_RANKS};
use crate::message::{Message, list, plural};
use crate::say;

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
    fn fault(&mut self, code: Code, at: &Place, message: Message, hint: Option<Message>) {
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
                let several = |k: &&Key| k.name == plural(&entry.key);
                let takes = |kinds: &[Kind]| kinds.iter().any(|kind| fits(kind, &entry.node));
                let hint = belongs(&entry.key, &takes)
                    .or_else(|| all().find(several).map(|k| names::meaning(k.name)))
                    .or_else(|| names::did_you_mean(&entry.key, all().map(|k| k.name)))
                    .or_else(|| belongs(&entry.key, &|_| true))
                    .or_else(|| names::one_of(say!("the keys here are"), all().map(|k| k.name)));
                let message = say!("the key `{key}` is not known here", key = names::shown(&entry.key));
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
        let message = say!(
            "`{name}` takes {kinds}, not {other}",
            name = names::shown(name),
            kinds = list(kinds.iter().map(said), " or "),
            other = node.kind()
        );
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
                    let message =
                        say!("`{name}` takes a number from {min} to {max}", name, min = *min, max = *max);
                    self.fault(Code::E013, &at, message, None);
                }
                return fits;
            }
            (Kind::Word(words), Value::Text(text)) => {
                let fits = words.contains(&&**text);
                if !fits {
                    let hint = names::did_you_mean(text, words.iter().copied())
                        .or_else(|| names::one_of(say!("it is one of"), words.iter().copied()));
                    let message = say!("`{name}` cannot be `{text}`", name, text = names::shown(text));
                    self.fault(Code::E012, &at, message, hint);
                }
                return fits;
            }
            (Kind::Notation(_) | Kind::Moves, Value::Text(text)) if text.len() > MAX_NOTATION => {
                let message = say!("`{name}` takes at most {most} characters", name, most = MAX_NOTATION);
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
                    self.bad_name(&at, say!("`{name}`", name));
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

    fn bad_name(&mut self, at: &Place, what: Message) {
        let message = say!("{what} takes a name of small letters, digits and hyphens", what);
        let hint = say!("such as `near-2`; at most {most} characters", most = MAX_NAME);
        self.fault(Code::E015, at, message, Some(hint));
    }

    fn named(&mut self, what: &'static str, table: &mut Table, kinds: &'static [Kind]) {
        table.0.retain_mut(|entry| {
            if !names::is_name(&entry.key) {
                self.bad_name(&entry.place, Message::new(what, Vec::new()));
                return false;
            }
            self.value(&entry.key, &mut entry.node, kinds)
        });
    }

    fn list(&mut self, name: &str, list: &mut Vec<Node>, kind: &Kind, at: &Place) {
        let most = if matches!(kind, Kind::Lines) { MAX_HINTS } else { usize::from(MAX_RANKS) };
        if list.len() > most {
            self.fault(Code::E013, at, say!("`{name}` takes at most {most} lines", name, most), None);
            list.truncate(most);
        }
        list.retain(|item| match item.text() {
            Some(text) if matches!(kind, Kind::Lines) => {
                self.people(name, text, &item.place, false);
                true
            }
            Some(text) if text.len() > MAX_NOTATION => {
                let message = say!("a rank takes at most {most} characters", most = MAX_NOTATION);
                self.fault(Code::E005, &item.place, message, None);
                false
            }
            Some(_) => true,
            None => {
                let message = say!("`{name}` takes texts, not {other}", name, other = item.kind());
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
            let message = say!("`{name}` has {count} characters, more than {most}", name, count, most);
            self.fault(Code::E005, at, message, None);
        }
        if let Some(c) = text.chars().find(|&c| names::is_control(c) && !(lines && c == '\n')) {
            let message =
                say!("`{name}` has the control character `{c}`", name, c = c.escape_unicode().to_string());
            let hint = (c == '\n').then(|| say!("write it in one line"));
            self.fault(Code::E004, at, message, hint);
        }
    }
}

/// Where a key belongs that is known elsewhere, if it takes there what is said. Whatever follows a heading belongs to it, which is easily forgotten.
fn belongs(key: &str, takes: &dyn Fn(&[Kind]) -> bool) -> Option<Message> {
    if TEXT.iter().chain(&RULES).any(|known| known.name == key && takes(known.kinds)) {
        return Some(say!("`{key}` belongs to the whole game: above the first [table]", key));
    }
    let found = walk().into_iter().filter(|found| takes(found.kinds) && !found.path.starts_with("armies."));
    let mut tables: Vec<String> =
        found.filter_map(|found| Some(found.path.strip_suffix(key)?.strip_suffix('.')?.to_owned())).collect();
    // Names of the author's choice are no depth.
    let depth =
        |table: &String| table.split('.').filter(|part| !part.starts_with(char::is_uppercase)).count();
    let least = tables.iter().map(depth).min()?;
    tables.retain(|table| depth(table) == least);
    let tables: Vec<String> = tables.iter().map(|table| format!("[{table}]")).collect();
    Some(say!("`{key}` belongs in {tables}", key, tables = list(tables, " or ")))
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
fn said(kind: &Kind) -> Message {
    match kind {
        Kind::Line | Kind::Paragraphs => say!("a text"),
        Kind::Picture => say!("the name of a drawing, or an SVG"),
        Kind::Lines => say!("a list of texts"),
        Kind::Rows => Notation::Ranks.said(),
        Kind::Name => say!("a name"),
        Kind::Number(min, max) => say!("a number from {min} to {max}", min = *min, max = *max),
        Kind::Truth => say!("true or false"),
        Kind::No => say!("false"),
        Kind::Notation(what) => what.said(),
        Kind::Moves => Notation::Moves.said(),
        Kind::Word(words) => say!("{words}", words = list(words.iter().map(|w| format!("\"{w}\"")), " or ")),
        Kind::Table(_) | Kind::Named(..) | Kind::Rules => say!("a table"),
    }
}
