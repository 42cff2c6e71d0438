//! Changes of a variant file that keep its comments, its order and its manner of writing.

use berolina_view::model::FileValue;
use serde::Deserialize;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, Value};
use tsify::Tsify;

/// A change of a file.
#[derive(Deserialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The parts of a key.
    pub path: Vec<String>,
    /// The value to be written; without one, the key or table is removed.
    #[tsify(optional)]
    pub value: Option<FileValue>,
}

/// The greatest size of a file that is changed, in bytes.
const MAX_FILE: usize = berolina_rules::definition::MAX_FILE;
/// The most changes at once.
const MAX_EDITS: usize = 1000;
/// The most parts of a key.
const MAX_DEPTH: usize = 16;

/// The text with the changes made, in their order.
///
/// # Errors
/// The text is not TOML, or a change makes no sense, in one line.
pub fn edit(text: &str, edits: &[Edit]) -> Result<String, String> {
    if text.len() > MAX_FILE || edits.len() > MAX_EDITS {
        return Err("the file is too large to be changed here".to_owned());
    }
    let mut document: DocumentMut =
        text.parse().map_err(|_| "the text is not TOML yet: mend it first".to_owned())?;
    for edit in edits {
        let (last, tables) = edit.path.split_last().ok_or("a change without a key")?;
        if tables.len() > MAX_DEPTH {
            return Err("a key with too many parts".to_owned());
        }
        match &edit.value {
            Some(value) => write(document.as_table_mut(), tables, last, value),
            None => remove(document.as_item_mut(), tables, last),
        }
    }
    Ok(document.to_string())
}

/// Writes a value into a table under a heading, or into one below it.
fn write(table: &mut Table, tables: &[String], key: &str, value: &FileValue) {
    let Some((first, rest)) = tables.split_first() else {
        match table.get_mut(key).and_then(Item::as_value_mut) {
            Some(old) => replace(old, value),
            None => {
                table.insert(key, Item::Value(fresh(value)));
            }
        }
        return;
    };
    let known = table.get(first).is_some_and(Item::is_table_like);
    if !known {
        let mut made = Table::new();
        // A table of tables, such as `pieces`, needs no heading of its own.
        made.set_implicit(!rest.is_empty());
        made.set_dotted(table.is_dotted());
        table.insert(first, Item::Table(made));
    }
    match table.get_mut(first) {
        Some(Item::Table(below)) => write(below, rest, key, value),
        Some(Item::Value(Value::InlineTable(below))) => write_inline(below, rest, key, value),
        _ => {}
    }
}

/// The same for a table in braces, in which there are no headings.
fn write_inline(table: &mut InlineTable, tables: &[String], key: &str, value: &FileValue) {
    let Some((first, rest)) = tables.split_first() else {
        match table.get_mut(key) {
            Some(old) => replace(old, value),
            None => {
                let value = ending_as_the_last(table, fresh(value));
                table.insert(key, value);
            }
        }
        return;
    };
    if !table.get(first).is_some_and(Value::is_inline_table) {
        let made = ending_as_the_last(table, Value::InlineTable(InlineTable::new()));
        table.insert(first, made);
    }
    if let Some(Value::InlineTable(below)) = table.get_mut(first) {
        write_inline(below, rest, key, value);
    }
}

/// The value, with the space before the closing brace that the last one had.
fn ending_as_the_last(table: &mut InlineTable, mut value: Value) -> Value {
    value.decor_mut().set_prefix(" ");
    if let Some((_, last)) = table.iter_mut().last() {
        let space = last.decor().suffix().and_then(|suffix| suffix.as_str()).unwrap_or_default().to_owned();
        last.decor_mut().set_suffix("");
        value.decor_mut().set_suffix(space);
    }
    value
}

/// Removes a key or a table. What is not there is removed already.
fn remove(item: &mut Item, tables: &[String], key: &str) {
    let Some((first, rest)) = tables.split_first() else {
        if let Some(table) = item.as_table_like_mut() {
            table.remove(key);
        }
        return;
    };
    let Some(below) = item.as_table_like_mut().and_then(|table| table.get_mut(first)) else { return };
    remove(below, rest, key);
    // An empty table says nothing, unless somebody wrote a comment above it.
    let empty = match &*below {
        Item::Table(table) => table.is_empty() && table.decor().prefix().is_none_or(is_blank),
        Item::Value(Value::InlineTable(table)) => table.is_empty(),
        _ => false,
    };
    if empty && let Some(table) = item.as_table_like_mut() {
        table.remove(first);
    }
}

fn is_blank(text: &toml_edit::RawString) -> bool {
    text.as_str().is_some_and(|text| text.trim().is_empty())
}

/// Puts a value in the place of another, with the comment that follows it.
fn replace(old: &mut Value, value: &FileValue) {
    if let (Value::Array(list), FileValue::Texts(texts)) = (&mut *old, value) {
        return replace_texts(list, texts);
    }
    let decor = old.decor().clone();
    *old = fresh(value);
    *old.decor_mut() = decor;
}

/// The lines of a list one by one, so that their comments stay.
fn replace_texts(list: &mut Array, texts: &[String]) {
    while list.len() > texts.len() {
        list.remove(list.len() - 1);
    }
    for (at, text) in texts.iter().enumerate() {
        match list.get_mut(at) {
            Some(old) if old.as_str() == Some(text) => {}
            Some(old) => {
                let decor = old.decor().clone();
                *old = Value::from(text.as_str());
                *old.decor_mut() = decor;
            }
            None => {
                // On a line of its own if the one before is; what stands before a value may be a comment too.
                let before = list.get(at.wrapping_sub(1)).and_then(|value| value.decor().prefix()?.as_str());
                let space = match before.and_then(|before| Some(&before[before.rfind('\n')?..])) {
                    Some(space) => space.to_owned(),
                    None if at > 0 => " ".to_owned(),
                    None => String::new(),
                };
                let mut value = Value::from(text.as_str());
                value.decor_mut().set_prefix(space);
                list.push_formatted(value);
            }
        }
    }
}

fn fresh(value: &FileValue) -> Value {
    match value {
        FileValue::Truth(truth) => Value::from(*truth),
        FileValue::Number(number) => Value::from(i64::from(*number)),
        FileValue::Text(text) => Value::from(text.as_str()),
        FileValue::Texts(texts) => texts.iter().map(String::as_str).collect::<Array>().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(path: &str, value: FileValue) -> Edit {
        Edit { path: path.split('.').map(str::to_owned).collect(), value: Some(value) }
    }

    fn text(text: &str) -> FileValue {
        FileValue::Text(text.to_owned())
    }

    fn unset(path: &str) -> Edit {
        Edit { path: path.split('.').map(str::to_owned).collect(), value: None }
    }

    const FILE: &str = r#"# My game
title = "Old"   # its name
array = [
  "RNBQKBNR", # the great
  "PPPPPPPP",
]
pieces.pawn.moves = "fmWfcF"
clock = { limit = 100 } # plies

# The riders
[pieces.knight]
moves = "N"
"#;

    #[test]
    fn comments_and_the_manner_of_writing_stay() {
        let edits = [
            set("title", text("New \"one\"")),
            set("array", FileValue::Texts(vec!["RNBQKBN1".into(), "PPPPPPPP".into(), "8".into()])),
            set("pieces.pawn.value", FileValue::Number(100)),
            set("pieces.knight.moves", text("NN")),
            set("pieces.cannon.letter", text("C")),
            set("pieces.cannon.moves", text("mRcpR")),
            set("clock.result", text("draw")),
            set("board.files", FileValue::Number(9)),
            set("stalemate", text("loss")),
        ];
        let expected = r#"# My game
title = 'New "one"'   # its name
array = [
  "RNBQKBN1", # the great
  "PPPPPPPP",
  "8",
]
pieces.pawn.moves = "fmWfcF"
pieces.pawn.value = 100
pieces.cannon.letter = "C"
pieces.cannon.moves = "mRcpR"
clock = { limit = 100, result = "draw" } # plies
stalemate = "loss"

# The riders
[pieces.knight]
moves = "NN"

[board]
files = 9
"#;
        assert_eq!(edit(FILE, &edits).unwrap(), expected);
    }

    #[test]
    fn what_is_removed_leaves_no_empty_table() {
        let edited = edit(FILE, &[unset("pieces.pawn.moves"), unset("clock.limit"), unset("nothing.here")]);
        let edited = edited.unwrap();
        assert!(!edited.contains("pawn") && !edited.contains("clock"), "{edited}");
        let edited = edit(FILE, &[unset("pieces.knight")]).unwrap();
        assert!(!edited.contains("knight") && edited.contains("pieces.pawn.moves"), "{edited}");
    }

    #[test]
    fn false_gives_way_to_a_table_and_the_other_way_round() {
        let edited = edit("castling = false\n", &[set("castling.king-side.king", text("e1"))]).unwrap();
        assert!(edited.contains("[castling.king-side]"), "{edited}");
        let edited = edit(&edited, &[set("castling", FileValue::Truth(false))]).unwrap();
        assert_eq!(edited.trim(), "castling = false");
    }

    #[test]
    fn an_empty_file_grows_from_nothing() {
        let edits =
            [set("title", text("T")), set("board.files", FileValue::Number(5)), set("about", text("A"))];
        assert_eq!(edit("", &edits).unwrap(), "title = \"T\"\nabout = \"A\"\n\n[board]\nfiles = 5\n");
    }

    #[test]
    fn what_cannot_be_changed_says_so() {
        assert!(edit("title = ", &[unset("title")]).unwrap_err().contains("not TOML"));
        assert!(edit(&"#".repeat(1 << 20), &[]).is_err());
        assert!(edit("", &[Edit { path: vec![], value: None }]).is_err());
    }
}
