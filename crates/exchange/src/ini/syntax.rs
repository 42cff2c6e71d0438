//! Sections, and keys with their values.

use std::collections::BTreeMap;

use crate::ImportError;

/// The most sections that are read.
const MAX_SECTIONS: usize = 1000;

/// A value with the line that it stands on, from 1; 0 is for what a built-in game says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Said {
    pub value: String,
    pub line: usize,
}

/// A section: one game.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub name: String,
    pub base: String,
    pub line: usize,
    pub keys: BTreeMap<String, Said>,
}

impl Section {
    /// The same as a built-in game has it: no line of a file says it.
    pub(super) fn of_no_line(mut self) -> Self {
        self.line = 0;
        self.keys.values_mut().for_each(|said| said.line = 0);
        self
    }
}

/// Whether a text seems to be a file of sections with keys.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let mut section = false;
    for line in text.lines() {
        if line.starts_with(['#', ';']) {
            continue;
        }
        if header(line).is_some() {
            section = true;
        } else if section && line.contains('=') {
            return true;
        } else if !section && line.contains('=') {
            return false;
        }
    }
    section
}

/// The name and the base of a line such as `[name:base]`.
fn header(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix('[')?;
    let inside = &inside[..inside.find(']')?];
    Some(inside.split_once(':').unwrap_or((inside, "")))
}

/// The sections of a text. What stands before the first is skipped; the last of two equal keys counts.
pub(crate) fn read(text: &str) -> Result<Vec<Section>, ImportError> {
    let mut sections: Vec<Section> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        if line.starts_with(['#', ';']) {
            continue;
        }
        if line.starts_with('[') {
            let Some((name, base)) = header(line) else {
                return Err(ImportError::new(Some(number), "a section is written `[name]` or `[name:base]`"));
            };
            if sections.len() == MAX_SECTIONS {
                let message = format!("there are more than {MAX_SECTIONS} sections");
                return Err(ImportError::new(Some(number), message));
            }
            let (name, base) = (name.to_owned(), base.to_owned());
            sections.push(Section { name, base, line: number, keys: BTreeMap::new() });
            continue;
        }
        let (Some((key, value)), Some(section)) = (line.split_once('='), sections.last_mut()) else {
            continue;
        };
        let said = Said { value: value.trim_start().to_owned(), line: number };
        section.keys.insert(key.trim_end().to_owned(), said);
    }
    if sections.is_empty() {
        return Err(ImportError::new(None, "there is no section, such as `[name:chess]`"));
    }
    Ok(sections)
}
