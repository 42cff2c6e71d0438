//! Text to a tree in which every key and value knows its file and place.

use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::diagnostic::{Code, Diagnostic};
use super::not_toml;
use super::picture::Beside;
use crate::message::Message;
use crate::say;

/// The greatest size of a file, in bytes.
pub const MAX_FILE: usize = 256 * 1024;
/// The greatest number of values in a file.
pub const MAX_VALUES: usize = 8192;
/// The greatest number of dots in a line: each may nest a table deeper.
pub const MAX_DOTS: usize = 32;
/// How deep values may be nested: no key is deeper.
const MAX_NESTING: usize = 16;
/// How many faults of a file are reported at most.
pub const MAX_FAULTS: usize = 200;

/// A place in one of the files that make a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) file: u16,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) value: Value,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(Arc<str>),
    Number(i64),
    Truth(bool),
    List(Vec<Node>),
    Table(Table),
    /// Something that TOML knows and no key takes: a date, a fraction, a number out of range.
    Other(Message),
}

/// Keys in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Table(pub(super) Vec<Entry>);

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: Arc<str>,
    pub(super) place: Place,
    pub(super) node: Node,
}

impl Table {
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|e| &e.node)
    }

    pub(super) fn entry(&self, key: &str) -> Option<&Entry> {
        self.0.iter().find(|e| &*e.key == key)
    }

    pub(super) fn remove(&mut self, key: &str) -> Option<Entry> {
        let index = self.0.iter().position(|e| &*e.key == key)?;
        Some(self.0.remove(index))
    }

    /// The number of values in the table and below.
    pub(super) fn size(&self) -> usize {
        self.0.iter().map(|e| e.node.size()).sum()
    }

    /// Lays `over` over this table: tables unite, anything else replaces.
    pub(super) fn merge(&mut self, over: &Self) {
        for entry in &over.0 {
            let Some(mine) = self.0.iter_mut().find(|e| e.key == entry.key) else {
                self.0.push(entry.clone());
                continue;
            };
            match (&mut mine.node.value, &entry.node.value) {
                (Value::Table(table), Value::Table(theirs)) => {
                    table.merge(theirs);
                    (mine.place, mine.node.place) = (entry.place.clone(), entry.node.place.clone());
                }
                _ => *mine = entry.clone(),
            }
        }
    }
}

impl Node {
    /// The place of a part of a text value; the whole value where it is written with escapes.
    pub(super) fn part(&self, file: &File, part: Range<usize>) -> Place {
        let whole = self.place.start as usize..self.place.end as usize;
        let source = file.source.get(whole).unwrap_or_default();
        match self.text().filter(|t| !t.is_empty()).and_then(|t| source.find(t)) {
            Some(offset) => Place {
                file: self.place.file,
                start: self.place.start + (offset + part.start) as u32,
                end: self.place.start + (offset + part.end) as u32,
            },
            None => self.place.clone(),
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<i64> {
        match self.value {
            Value::Number(n) => Some(n),
            _ => None,
        }
    }

    pub(super) fn truth(&self) -> Option<bool> {
        match self.value {
            Value::Truth(b) => Some(b),
            _ => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    pub(super) fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    fn size(&self) -> usize {
        1 + match &self.value {
            Value::List(list) => list.iter().map(Self::size).sum(),
            Value::Table(table) => table.size(),
            _ => 0,
        }
    }

    pub(super) fn is_false(&self) -> bool {
        self.truth() == Some(false)
    }

    /// What it is, as a message says it.
    pub(super) fn kind(&self) -> Message {
        match &self.value {
            Value::Text(_) => say!("a text"),
            Value::Number(_) => say!("a number"),
            Value::Truth(true) => say!("true"),
            Value::Truth(false) => say!("false"),
            Value::List(_) => say!("a list"),
            Value::Table(_) => say!("a table"),
            Value::Other(kind) => kind.clone(),
        }
    }
}

/// A file of the game that is being read.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// Its name with `.toml`.
    pub(super) name: String,
    pub(super) source: Arc<str>,
    /// Pictures that stand beside it.
    pub(super) beside: Beside,
}

impl File {
    pub(super) fn diagnostic(
        &self,
        code: Code,
        span: Range<usize>,
        message: Message,
        hint: Option<Message>,
    ) -> Diagnostic {
        Diagnostic::new(code, &self.name, &self.source, span, message, hint)
    }
}

/// Reads a file as TOML; faults of its syntax are reported and the rest is read all the same.
pub(super) fn parse(file: &File, index: u16, faults: &mut Vec<Diagnostic>) -> Table {
    if file.source.len() > MAX_FILE {
        let message = say!("the file is larger than {most} KiB", most = MAX_FILE / 1024);
        faults.push(file.diagnostic(Code::E001, 0..0, message, None));
        return Table::default();
    }
    let mut start = 0;
    for line in file.source.split('\n') {
        if dots(line) > MAX_DOTS {
            let message = say!("the line has more than {most} dots", most = MAX_DOTS);
            faults.push(file.diagnostic(Code::E003, start..start + line.len(), message, None));
            return Table::default();
        }
        start += line.len() + 1;
    }
    let (table, errors) = DeTable::parse_recoverable(&file.source);
    for error in errors.iter().take(MAX_FAULTS) {
        let span = error.span().unwrap_or(0..0);
        faults.push(not_toml::fault(file, span, error.message()));
    }
    let mut budget = MAX_VALUES;
    let tree = convert_table(table.into_inner(), index, MAX_NESTING, &mut budget);
    if budget == 0 {
        let message = say!("the file has more than {most} values", most = MAX_VALUES);
        faults.push(file.diagnostic(Code::E003, 0..0, message, None));
        return Table::default();
    }
    tree
}

/// The greatest number of dots in a line that may nest tables: those of a picture's numbers, between which nothing stands but two numbers and
/// a space or comma, begin to count anew.
fn dots(line: &str) -> usize {
    let mut parts = line.split('.');
    // What stands before the first dot, of which there may be none.
    parts.next();
    let (mut most, mut count) = (0, 0);
    for part in parts {
        count += 1;
        most = most.max(count);
        let plain = part.bytes().all(|b| b.is_ascii_alphanumeric() || b" ,-\t".contains(&b));
        let several = part.trim().contains([' ', ',']);
        if plain && several {
            count = 0;
        }
    }
    most
}

fn place(file: u16, span: &Range<usize>) -> Place {
    Place { file, start: span.start as u32, end: span.end as u32 }
}

fn convert_table(table: DeTable<'_>, file: u16, depth: usize, budget: &mut usize) -> Table {
    let mut entries = Vec::with_capacity(table.len().min(*budget));
    for (key, value) in table {
        if *budget == 0 {
            break;
        }
        let key_place = place(file, &key.span());
        let span = value.span();
        let node =
            Node { place: place(file, &span), value: convert(value.into_inner(), file, depth, budget) };
        entries.push(Entry { key: key.into_inner().as_ref().into(), place: key_place, node });
    }
    Table(entries)
}

fn convert(value: DeValue<'_>, file: u16, depth: usize, budget: &mut usize) -> Value {
    *budget = budget.saturating_sub(1);
    let Some(depth) = depth.checked_sub(1) else { return Value::Other(say!("something nested so deep")) };
    match value {
        DeValue::String(text) => Value::Text(text.as_ref().into()),
        DeValue::Integer(n) => {
            let digits = n.as_str().replace('_', "");
            i64::from_str_radix(&digits, n.radix())
                .map_or_else(|_| Value::Other(say!("a number out of range")), Value::Number)
        }
        DeValue::Float(_) => Value::Other(say!("a fraction")),
        DeValue::Boolean(b) => Value::Truth(b),
        DeValue::Datetime(_) => Value::Other(say!("a date")),
        DeValue::Array(list) => Value::List(
            list.into_iter()
                .take(*budget)
                .map(|item| Node {
                    place: place(file, &item.span()),
                    value: convert(item.into_inner(), file, depth, budget),
                })
                .collect(),
        ),
        DeValue::Table(table) => Value::Table(convert_table(table, file, depth, budget)),
    }
}
