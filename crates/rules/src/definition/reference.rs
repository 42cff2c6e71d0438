//! What every key means: the source of the manual's tables and of what an editor shows.

use super::schema::{self, Notation};

/// Sections as `# Title`, then a key a line: its path, what it takes, its default, its meaning and an example, divided
/// by tabs.
const ROWS: &str = include_str!("reference.tsv");

/// What is known of a key. Texts are Markdown, as the manual prints them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyHelp {
    /// Its path. PIECE, ARMY, OPTION and VALUE stand for names of the writer's choice.
    pub key: String,
    /// The heading of the manual below which it stands.
    pub section: &'static str,
    /// The type of its value.
    pub takes: &'static str,
    /// What holds without it.
    pub default: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// How it may look.
    pub example: &'static str,
    /// Values that can be written, as TOML: words, truth values, or what an empty value looks like.
    pub values: Vec<String>,
    /// It may stand in the `set` of an option's value.
    pub is_rule: bool,
    /// The notation that its value is written in, if it has one of its own.
    pub notation: Option<Notation>,
}

/// A row of the manual's tables, or the heading above one.
struct Row {
    section: &'static str,
    cells: [&'static str; 5],
}

fn rows() -> impl Iterator<Item = Row> {
    let mut section = "";
    ROWS.lines().filter_map(move |line| {
        if let Some(title) = line.strip_prefix("# ") {
            section = title;
            return None;
        }
        let mut cells = line.split('\t');
        let cells = std::array::from_fn(|_| cells.next().unwrap_or_default());
        Some(Row { section, cells })
    })
}

/// The rows of the manual's tables as it prints them, with the heading each stands below.
#[must_use]
pub fn manual_rows() -> Vec<(&'static str, String)> {
    let row = |Row { section, cells: [key, takes, default, meaning, example] }: Row| {
        // An empty cell has one space, as all Markdown has it.
        let cell = |text: &str| if text.is_empty() { " ".to_owned() } else { format!(" {text} ") };
        let rest = [takes, default, meaning, example].map(cell).join("|");
        (section, format!("| `{key}` |{rest}|"))
    };
    rows().map(row).collect()
}

/// Every key that a variant file may have, with what the manual says of it. What an army may have says what the same
/// key says of both players.
///
/// ```
/// let all = berolina_rules::definition::reference();
/// let stalemate = all.iter().find(|help| help.key == "stalemate").unwrap();
/// assert_eq!(stalemate.values, ["\"draw\"", "\"loss\"", "\"win\"", "\"fewer\"", "\"pass\""]);
/// assert!(stalemate.meaning.starts_with("for a player who has no move"));
/// ```
#[must_use]
pub fn reference() -> Vec<KeyHelp> {
    let rows: Vec<Row> = rows().collect();
    let help = |found: schema::Found| {
        let same = |row: &&Row| {
            row.cells[0] == found.path || Some(row.cells[0]) == found.path.strip_prefix("armies.ARMY.")
        };
        let exact = rows.iter().find(|row| row.cells[0] == found.path);
        let row = exact.or_else(|| rows.iter().find(same))?;
        let [_, takes, default, meaning, example] = row.cells;
        let (values, is_rule, notation) = (found.values, found.is_rule, found.notation);
        Some(KeyHelp {
            key: found.path,
            section: row.section,
            takes,
            default,
            meaning,
            example,
            values,
            is_rule,
            notation,
        })
    };
    schema::walk().into_iter().filter_map(help).collect()
}
