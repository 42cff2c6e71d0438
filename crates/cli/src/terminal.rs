//! What the terminal can show: colours, Unicode, its width; and text laid out for it.

use std::env;
use std::io::{self, IsTerminal};

/// The widest text that is comfortable to read.
const COMFORTABLE: usize = 100;
/// The width where there is no terminal.
const USUAL: usize = 80;

/// What standard output can show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    /// ANSI colours.
    pub(crate) colour: bool,
    /// Characters beyond ASCII.
    pub(crate) unicode: bool,
    /// A line can be written again.
    pub(crate) live: bool,
    /// Columns.
    pub(crate) width: usize,
}

impl Terminal {
    /// What standard output can show; `ascii` asks for ASCII only.
    pub(crate) fn stdout(ascii: bool) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb") && !cfg!(windows);
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let width =
            terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).filter(|_| is_terminal);
        Self {
            colour: is_terminal && !dumb && !refused,
            live: is_terminal && !dumb,
            unicode: !ascii && speaks_unicode(),
            width: width.unwrap_or(USUAL).clamp(20, COMFORTABLE),
        }
    }

    fn painted(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// A heading.
    pub(crate) fn bold(self, text: &str) -> String {
        self.painted("1", text)
    }

    /// Something less important.
    pub(crate) fn dim(self, text: &str) -> String {
        self.painted("2", text)
    }

    /// A warning or refusal.
    pub(crate) fn alert(self, text: &str) -> String {
        self.painted("33", text)
    }

    /// Something grave.
    pub(crate) fn bad(self, text: &str) -> String {
        self.painted("31", text)
    }

    /// Something good.
    pub(crate) fn good(self, text: &str) -> String {
        self.painted("32", text)
    }

    /// A text that a file wrote, with what this terminal cannot show replaced.
    pub(crate) fn plain(self, text: &str) -> String {
        if self.unicode {
            text.to_owned()
        } else {
            text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect()
        }
    }
}

/// Whether the locale says that text is UTF-8; it is taken for granted where nothing is said.
fn speaks_unicode() -> bool {
    let said =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| env::var(name).ok().filter(|v| !v.is_empty()));
    said.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The text in lines of at most `width` characters, broken at spaces.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut columns = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if columns > 0 && columns + 1 + length > width {
            lines.push(std::mem::take(&mut line));
            columns = 0;
        }
        if columns > 0 {
            line.push(' ');
            columns += 1;
        }
        line.push_str(word);
        columns += length;
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// The paragraphs of a text (separated by empty lines), each wrapped and indented.
pub(crate) fn paragraphs(text: &str, width: usize, indent: &str) -> String {
    let mut out = String::new();
    for (i, paragraph) in text.trim().split("\n\n").enumerate() {
        if i > 0 {
            out.push('\n');
        }
        for line in wrap(paragraph, width - indent.len()) {
            out.push_str(&format!("{indent}{line}\n"));
        }
    }
    out
}

/// A point of a list: wrapped, its further lines indented below the first.
pub(crate) fn point(text: &str, width: usize, lead: &str) -> String {
    let hang = " ".repeat(lead.chars().count());
    let mut out = String::new();
    for (i, line) in wrap(text, width.saturating_sub(hang.len()).max(10)).iter().enumerate() {
        out.push_str(&format!("{}{line}\n", if i == 0 { lead } else { &hang }));
    }
    out
}
