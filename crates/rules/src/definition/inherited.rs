//! Faults of what a file inherits, told where its author wrote: at the key that makes an inherited one wrong.
//!
//! Which key that is nobody has to say. A fault in an inherited file that this file does not have by itself is brought about by one
//! that extends it; the key of that one without which there is no such fault is the one to blame, and where there is
//! none, `extends` is. So no rule needs to know who inherits what.

use std::collections::HashMap;

use super::check::{Identity, identity};
use super::merge::Family;
use super::reader::Reader;
use super::resolve::instance;
use super::schema::{Kind, RULES, TEXT};
use super::syntax::{Entry, Node, Place, Table, Value};
use super::{Code, Diagnostic, GameOption, Notation, names, options};
use crate::message::Message;
use crate::say;

/// How many values are read at most in looking for the keys to blame.
const MAX_WORK: usize = 400_000;

/// What was found of the faults of one game.
pub(super) struct Home {
    /// Each fault that lay in an inherited file, and how it is told.
    told: HashMap<Identity, Diagnostic>,
    /// How many values may still be read.
    budget: usize,
}

impl Home {
    pub(super) fn new() -> Self {
        Self { told: HashMap::new(), budget: MAX_WORK }
    }

    /// Moves the faults that lie in inherited files to what brings them about; `chosen` is what was chosen of `options`.
    pub(super) fn bring(
        &mut self,
        name: &str,
        family: &Family,
        options: &[GameOption],
        chosen: &[String],
        faults: &mut [Diagnostic],
    ) {
        let all = faults.to_vec();
        for fault in faults {
            let Some(inherited) = family.files.iter().position(|file| file.name == fault.file) else {
                continue;
            };
            if inherited == 0 {
                continue;
            }
            let key = identity(fault);
            if let Some(told) = self.told.get(&key) {
                *fault = told.clone();
                continue;
            }
            let pairs = options.iter().zip(chosen).map(|(o, value)| (o.name.as_str(), value.as_str()));
            let mut search = Search { name, family, chosen: pairs.collect(), budget: &mut self.budget };
            if let Some(found) = search.told_at_home(fault, inherited, &all) {
                *fault = found;
            }
            self.told.insert(key, fault.clone());
        }
    }
}

struct Search<'a> {
    name: &'a str,
    family: &'a Family,
    chosen: Vec<(&'a str, &'a str)>,
    budget: &'a mut usize,
}

impl Search<'_> {
    /// The fault at the key that brings it about; `None` where the inherited file has it by itself.
    fn told_at_home(
        &mut self,
        fault: &Diagnostic,
        inherited: usize,
        all: &[Diagnostic],
    ) -> Option<Diagnostic> {
        let layers = &self.family.layers;
        // Of the files that extend the inherited one, the first with which the fault comes.
        let layer = (0..inherited)
            .find(|&layer| self.without(layers.get(layer + 1..).unwrap_or(&[]), fault).is_some())?;
        let place = self.culprit(layer, fault).or_else(|| self.family.extends.get(layer).cloned())?;
        let base = fault.file.trim_end_matches(".toml");
        let key = path_of(&layers[inherited], fault.span.start as u32);
        let (message, hint) = match &key {
            Some(key) => {
                let message = say!(
                    "{message} (in `{path}`, inherited from `{base}`)",
                    message = fault.message.clone(),
                    path = &key.path,
                    base
                );
                (message, Some(hint(key, fault, all)))
            }
            None => (
                say!("{message} (inherited from `{base}`)", message = fault.message.clone(), base),
                fault.hint.clone(),
            ),
        };
        let span = place.start as usize..place.end as usize;
        Some(self.family.files[place.file as usize].diagnostic(fault.code, span, message, hint))
    }

    /// The key of a layer without which the game has no such fault: a single value, or else a table; of several the one
    /// whose loss brings about the fewest others.
    fn culprit(&mut self, layer: usize, fault: &Diagnostic) -> Option<Place> {
        let mut layers = self.family.layers[layer..].to_vec();
        let mut paths = Vec::new();
        all_paths(&layers[0], &mut Vec::new(), &mut paths);
        let (values, tables): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_value);
        for paths in [values, tables] {
            let mut best: Option<(usize, Place)> = None;
            for Path { at, .. } in paths {
                let (&last, table) = at.split_last()?;
                let entry = table_at(&mut layers[0], table)?.0.remove(last);
                if let Some(others) = self.without(&layers, fault)
                    && best.as_ref().is_none_or(|best| others < best.0)
                {
                    best = Some((others, entry.place.clone()));
                }
                table_at(&mut layers[0], table)?.0.insert(last, entry);
            }
            if let Some((_, place)) = best {
                return Some(place);
            }
        }
        None
    }

    /// The number of errors in the game of these layers alone, if it does not have the fault; a game that cannot be read at
    /// all is no better.
    fn without(&mut self, layers: &[Table], fault: &Diagnostic) -> Option<usize> {
        let family = Family {
            files: self.family.files.clone(),
            tree: super::merge::unite(layers),
            layers: Vec::new(),
            extends: Vec::new(),
        };
        let size = family.tree.size();
        *self.budget = self.budget.checked_sub(size)?;
        let mut found = Vec::new();
        let options = options::read(&mut Reader::new(&family.files, &mut found), &family.tree);
        let value = |option: &GameOption| {
            let said = self.chosen.iter().find(|(name, _)| *name == option.name);
            said.map_or_else(|| option.default.clone(), |(_, value)| (*value).to_owned())
        };
        let chosen: Vec<String> = options.iter().map(value).collect();
        let read = instance(self.name, &family, &options, &chosen, &mut found);
        let same = |other: &Diagnostic| {
            (other.code, &other.file, &other.span) == (fault.code, &fault.file, &fault.span)
        };
        let errors = found.iter().filter(|other| other.is_error()).count();
        (read.is_some() && !found.iter().any(same)).then_some(errors)
    }
}

/// The way to a key of a layer, as positions in its tables.
struct Path {
    at: Vec<usize>,
    is_value: bool,
}

fn all_paths(table: &Table, way: &mut Vec<usize>, out: &mut Vec<Path>) {
    for (at, entry) in table.0.iter().enumerate() {
        way.push(at);
        let inner = entry.node.table();
        out.push(Path { at: way.clone(), is_value: inner.is_none() });
        if let Some(inner) = inner {
            all_paths(inner, way, out);
        }
        way.pop();
    }
}

/// The table that a path of positions leads to.
fn table_at<'t>(table: &'t mut Table, path: &[usize]) -> Option<&'t mut Table> {
    path.iter().try_fold(table, |table, &at| match &mut table.0.get_mut(at)?.node.value {
        Value::Table(inner) => Some(inner),
        _ => None,
    })
}

/// An inherited key.
struct Key<'t> {
    path: String,
    node: &'t Node,
}

/// The key that stands at a place of a file, as deep in its tables as possible.
fn path_of(table: &Table, at: u32) -> Option<Key<'_>> {
    let inside = |place: &Place| (place.start..=place.end).contains(&at);
    table.0.iter().find_map(|entry: &Entry| {
        let deeper = entry.node.table().and_then(|table| path_of(table, at));
        if let Some(Key { path, node }) = deeper {
            return Some(Key { path: format!("{}.{path}", entry.key), node });
        }
        let here = inside(&entry.place) || inside(&entry.node.place);
        here.then(|| Key { path: entry.key.to_string(), node: &entry.node })
    })
}

/// The hint to a fault of an inherited key, for who has not written that key.
fn hint(key: &Key<'_>, fault: &Diagnostic, all: &[Diagnostic]) -> Message {
    let write = what_to_write(key, fault, all);
    match &fault.hint {
        // These speak of the inherited text itself, or are enough.
        Some(_) if [Code::E052, Code::E061].contains(&fault.code) => write,
        Some(hint) if names::meant(hint).is_some() => write,
        Some(hint) if hint.to_string().contains("= false") => hint.clone(),
        Some(hint) if fault.code == Code::E051 => say!("{write}; {hint}", write, hint = hint.clone()),
        Some(hint) => say!("{hint}; or {write}", hint = hint.clone(), write),
        None => write,
    }
}

/// What the author can write to be rid of a fault of an inherited key.
fn what_to_write(key: &Key<'_>, fault: &Diagnostic, all: &[Diagnostic]) -> Message {
    let path = &key.path;
    // Letters of no piece: the same value without them.
    let unknown: Vec<std::ops::Range<u32>> = all
        .iter()
        .filter(|other| (other.code, &other.file) == (fault.code, &fault.file))
        .map(|other| other.span.start as u32..other.span.end as u32)
        .collect();
    let kept = |node: &Node, gap: &str| {
        let text = node.text()?;
        // A value with escapes has no places of its own for its characters.
        let start =
            (node.place.end - node.place.start == text.len() as u32 + 2).then_some(node.place.start + 1)?;
        let letters = text.char_indices().map(|(at, c)| {
            let at = start + at as u32;
            match unknown.iter().find(|span| span.contains(&at)) {
                // A letter may have a sign before it.
                Some(span) if span.start == at => gap.to_owned(),
                Some(_) => String::new(),
                None => c.to_string(),
            }
        });
        Some(letters.collect::<Vec<_>>().concat())
    };
    match (fault.code, &key.node.value) {
        (Code::E061, Value::Text(_)) => {
            if let Some(letters) = kept(key.node, "").filter(|letters| !letters.is_empty()) {
                return say!("write {path} = \"{letters}\"", path, letters);
            }
        }
        (Code::E052, Value::List(rows)) => {
            let emptied = "\u{1}";
            let rows: Option<Vec<String>> = rows.iter().map(|row| kept(row, emptied)).collect();
            if let Some(rows) = rows {
                let rows: Vec<String> =
                    rows.iter().map(|row| format!("\"{}\"", counted(row, '\u{1}'))).collect();
                return say!("write {path} = [{rows}]", path, rows = rows.join(", "));
            }
        }
        _ => {}
    }
    match removable(path) {
        Some(removable) if removable == *path => say!("write {path} = false", path),
        Some(removable) => say!("write {path} anew, or {removable} = false", path, removable),
        None => say!("write {path} anew", path),
    }
}

/// A rank of an array with the emptied squares counted among the empty ones.
fn counted(row: &str, emptied: char) -> String {
    let mut out = String::new();
    let (mut empty, mut digits) = (0usize, String::new());
    for c in row.chars().chain(['\0']) {
        match c {
            _ if c.is_ascii_digit() => {
                digits.push(c);
                continue;
            }
            _ => empty += digits.parse::<usize>().unwrap_or(0),
        }
        digits.clear();
        if c == emptied {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out.push_str(&empty.to_string());
            empty = 0;
        }
        if c != '\0' {
            out.push(c);
        }
    }
    out
}

/// Of a key and those that it stands in, the innermost that `false` removes.
fn removable(path: &str) -> Option<String> {
    let mut tables: Vec<&[Kind]> = vec![&[Kind::Table(&TEXT), Kind::Table(&RULES)]];
    let mut found = None;
    let mut walked = String::new();
    for part in path.split('.') {
        let within = tables.iter().flat_map(|kinds| kinds.iter());
        tables = within
            .filter_map(|kind| match kind {
                Kind::Table(keys) => keys.iter().find(|key| key.name == part).map(|key| key.kinds),
                Kind::Named(_, kinds) => Some(*kinds),
                _ => None,
            })
            .collect();
        walked.push_str(if walked.is_empty() { "" } else { "." });
        walked.push_str(part);
        let has = |wanted: &dyn Fn(&Kind) -> bool| tables.iter().any(|kinds| kinds.iter().any(wanted));
        // Castling from a square that is `false` is castling from anywhere.
        // Beside a text, `false` is none as well.
        let none = has(&|kind| matches!(kind, Kind::Truth)) && has(&|kind| matches!(kind, Kind::Notation(_)));
        if (none || has(&|kind| matches!(kind, Kind::No)))
            && !has(&|kind| matches!(kind, Kind::Notation(Notation::Square)))
        {
            found = Some(walked.clone());
        }
    }
    found
}
