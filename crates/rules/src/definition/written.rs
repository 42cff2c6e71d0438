//! What a file and those that it extends say, key by key, before it is given a meaning: for programs that show and
//! change files.

use super::syntax::{Node, Table, Value};
use super::{Library, LoadError};

/// A key with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The names of the tables and of the key itself.
    pub path: Vec<String>,
    /// Its value.
    pub value: WrittenValue,
    /// It stands in the file itself; else in one that it extends.
    pub own: bool,
}

/// A value that is no table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrittenValue {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// True or false.
    Truth(bool),
    /// A list of texts.
    Texts(Vec<String>),
}

impl Library {
    /// The keys that hold in a game before any option or army is laid over, in the order of the files; those that make
    /// no sense are left out.
    ///
    /// ```
    /// use berolina_rules::definition::{Library, WrittenValue};
    ///
    /// let mut library = Library::shipped();
    /// library.add_text("mine", "extends = \"chess\"\npieces.knight.moves = \"NN\"\n").unwrap();
    /// let keys = library.written("mine")?;
    /// let find = |path: &str| keys.iter().find(|key| key.path.join(".") == path).unwrap();
    /// assert_eq!(find("pieces.knight.moves").value, WrittenValue::Text("NN".into()));
    /// assert!(find("pieces.knight.moves").own && !find("pieces.rook.moves").own);
    /// # Ok::<(), berolina_rules::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// There is no such game.
    pub fn written(&self, name: &str) -> Result<Vec<Written>, LoadError> {
        if self.get(name).is_none() {
            return Err(LoadError::Unknown(self.no_such_game(name).to_string()));
        }
        let family = self.family(name, &mut Vec::new());
        let mut out = Vec::new();
        collect(&family.tree, &mut Vec::new(), &mut out);
        Ok(out)
    }
}

fn collect(table: &Table, path: &mut Vec<String>, out: &mut Vec<Written>) {
    for entry in &table.0 {
        path.push(entry.key.to_string());
        let value = match &entry.node.value {
            Value::Table(table) => {
                collect(table, path, out);
                None
            }
            Value::Text(text) => Some(WrittenValue::Text(text.to_string())),
            Value::Number(number) => Some(WrittenValue::Number(*number)),
            Value::Truth(truth) => Some(WrittenValue::Truth(*truth)),
            Value::List(list) => Some(WrittenValue::Texts(
                list.iter().filter_map(|item| Node::text(item).map(str::to_owned)).collect(),
            )),
            Value::Other(_) => None,
        };
        let own = entry.node.place.file == 0;
        out.extend(value.map(|value| Written { path: path.clone(), value, own }));
        path.pop();
    }
}
