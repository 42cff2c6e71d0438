//! A variant file in the making.

use std::fmt;

/// What stands behind a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A text.
    Text(String),
    /// A list of texts, each on a line of its own where they are long.
    Texts(Vec<String>),
    /// A number.
    Number(i64),
    /// `true` or `false`.
    Flag(bool),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<String>> for Value {
    fn from(texts: Vec<String>) -> Self {
        Self::Texts(texts)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// A key with its value, and what is remarked on it.
#[derive(Clone, Debug)]
struct Entry {
    key: String,
    value: Value,
    remark: Option<String>,
}

/// A variant file in the making: keys in the order in which they were set, tables in the order of their first key.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    name: String,
    head: Vec<String>,
    top: Vec<Entry>,
    tables: Vec<(String, Vec<Entry>)>,
    unfinished: Vec<String>,
}

/// The longest name of a game, in characters.
const MAX_NAME: usize = 32;

/// A line of a list longer than this has each text on a line of its own.
const WIDTH: usize = 90;

impl Draft {
    /// An empty file; of the name small letters, digits and hyphens are left.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: file_name(name), ..Self::default() }
    }

    /// The name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Another name for the file, where that one is taken.
    pub(crate) fn rename(&mut self, taken: impl Fn(&str) -> bool) {
        let mut number = 2_u32;
        while taken(&self.name) {
            let end = format!("-{number}");
            let kept: String = self.name.chars().take(MAX_NAME - end.len()).collect();
            let kept = if number > 2 {
                kept.rsplit_once('-').map_or(kept.as_str(), |parts| parts.0).to_owned()
            } else {
                kept
            };
            self.name = kept + &end;
            number += 1;
        }
    }

    /// The value of a key by its path.
    pub(crate) fn get(&self, path: &str) -> Option<&Value> {
        let (table, key) = split(path);
        let named = self.tables.iter().find(|(name, _)| name == table).map(|(_, entries)| entries);
        let entries = if table.is_empty() { Some(&self.top) } else { named };
        entries?.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// All keys by their paths, with their values.
    pub(crate) fn entries(&self) -> Vec<(String, &Value)> {
        let top = self.top.iter().map(|entry| (entry.key.clone(), &entry.value));
        let in_table = |(table, entries): &'_ (String, Vec<Entry>)| {
            let path = |key: &str| format!("{table}.{key}");
            entries.iter().map(|entry| path(&entry.key)).collect::<Vec<_>>()
        };
        let paths: Vec<String> = self.tables.iter().flat_map(in_table).collect();
        let values = self.tables.iter().flat_map(|(_, entries)| entries.iter().map(|entry| &entry.value));
        top.chain(paths.into_iter().zip(values)).collect()
    }

    /// What could not be said in the language.
    #[must_use]
    pub fn unfinished(&self) -> &[String] {
        &self.unfinished
    }

    /// A remark at the top of the file.
    pub fn head(&mut self, remark: impl Into<String>) {
        self.head.push(remark.into());
    }

    /// Something that cannot be said, which has to be written by hand. One line.
    pub fn leave(&mut self, what: impl Into<String>) {
        let what: String =
            what.into().chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect();
        if !self.unfinished.contains(&what) {
            self.unfinished.push(what);
        }
    }

    /// Sets a key by its path, such as `board.files` or `pieces.king.moves`; a key that is set already is set anew.
    pub fn set(&mut self, path: &str, value: impl Into<Value>) {
        let (table, key) = split(path);
        let entries = match table {
            "" => &mut self.top,
            table => match self.tables.iter().position(|(name, _)| name == table) {
                Some(at) => &mut self.tables[at].1,
                None => {
                    self.tables.push((table.to_owned(), Vec::new()));
                    &mut self.tables.last_mut().expect("one was added").1
                }
            },
        };
        let value = value.into();
        match entries.iter_mut().find(|entry| entry.key == key) {
            Some(entry) => entry.value = value,
            None => entries.push(Entry { key: key.to_owned(), value, remark: None }),
        }
    }

    /// A remark above a key that is set.
    pub fn remark(&mut self, path: &str, remark: impl Into<String>) {
        let (table, key) = split(path);
        let named = self.tables.iter_mut().find(|(name, _)| name == table).map(|(_, entries)| entries);
        let entries = if table.is_empty() { Some(&mut self.top) } else { named };
        if let Some(entry) = entries.and_then(|all| all.iter_mut().find(|entry| entry.key == key)) {
            entry.remark = Some(remark.into());
        }
    }
}

/// A path as the table that it stands in and its key there.
fn split(path: &str) -> (&str, &str) {
    let dots: Vec<usize> = path.match_indices('.').map(|(at, _)| at).collect();
    let deep = path.starts_with("pieces.") || path.starts_with("armies.");
    match (dots.first(), dots.get(1)) {
        (Some(_), Some(&second)) if deep => (&path[..second], &path[second + 1..]),
        (Some(&first), _) => (&path[..first], &path[first + 1..]),
        _ => ("", path),
    }
}

/// What a file may be called; a longer name is no name of a game.
pub(crate) fn file_name(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars().flat_map(char::to_lowercase).take(MAX_NAME) {
        if c.is_ascii_alphanumeric() {
            out.push(c);
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    let out = out.trim_end_matches('-');
    if out.is_empty() { "imported".to_owned() } else { out.to_owned() }
}

/// The cells of a rank as arrays are written: letters, and numbers for empty squares.
pub(crate) fn rank(cells: &[Option<String>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in cells {
        let Some(letter) = cell else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text += &empty.to_string();
        }
        empty = 0;
        text += letter;
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for remark in &self.head {
            comment(f, remark)?;
        }
        if !self.head.is_empty() {
            writeln!(f)?;
        }
        for entry in &self.top {
            write!(f, "{entry}")?;
        }
        if !self.unfinished.is_empty() {
            writeln!(
                f,
                "\n# What could not be carried over; the game cannot be played before each line is deleted."
            )?;
            let entry = Entry {
                key: "unfinished".to_owned(),
                value: Value::Texts(self.unfinished.clone()),
                remark: None,
            };
            write!(f, "{entry}")?;
        }
        for (name, entries) in &self.tables {
            writeln!(f, "\n[{name}]")?;
            for entry in entries {
                write!(f, "{entry}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(remark) = &self.remark {
            comment(f, remark)?;
        }
        match &self.value {
            Value::Text(text) => writeln!(f, "{} = {}", self.key, quoted(text)),
            Value::Number(number) => writeln!(f, "{} = {number}", self.key),
            Value::Flag(flag) => writeln!(f, "{} = {flag}", self.key),
            Value::Texts(texts) => {
                let all: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
                let line = format!("{} = [{}]", self.key, all.join(", "));
                if line.len() <= WIDTH {
                    return writeln!(f, "{line}");
                }
                writeln!(f, "{} = [\n  {},\n]", self.key, all.join(",\n  "))
            }
        }
    }
}

/// Lines behind `#`; what is no text stays out of them.
fn comment(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for line in text.lines() {
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        writeln!(f, "# {}", line.trim_end())?;
    }
    Ok(())
}

/// A text as TOML's basic string, on one line.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_in_their_tables_and_texts_are_quoted() {
        let mut draft = Draft::new("My  Game!");
        draft.set("title", "A \"game\"\\\n\u{7}");
        draft.set("pieces.king.letter", "K");
        draft.set("board.files", 9);
        draft.set("pieces.king.letter", "A");
        draft.set("pieces.king.royal", true);
        draft.remark("board.files", "line 1\nline 2");
        draft.leave("line 3: `x=1`");
        draft.leave("line 3: `x=1`");
        draft.head("From somewhere.");
        assert_eq!(draft.name(), "my-game");
        assert_eq!(
            draft.to_string(),
            "# From somewhere.\n\ntitle = \"A \\\"game\\\"\\\\  \"\n\n\
             # What could not be carried over; the game cannot be played before each line is deleted.\n\
             unfinished = [\"line 3: `x=1`\"]\n\n[pieces.king]\nletter = \"A\"\nroyal = true\n\n\
             [board]\n# line 1\n# line 2\nfiles = 9\n"
        );
    }
}
