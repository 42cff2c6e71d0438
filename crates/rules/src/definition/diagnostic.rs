//! Faults of variant files, as people read them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// How grave a [`Diagnostic`] is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The game cannot be played.
    Error,
    /// The game can be played, but is probably not what was meant.
    Warning,
}

/// A fault of a variant file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// What kind of fault it is, such as `E010`: see [`CODES`].
    pub code: &'static str,
    /// The file: its name as the library knows it, with `.toml`.
    pub file: String,
    /// Where it is, in bytes of the file.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
    pub(super) source: Arc<str>,
}

/// With or without colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Text alone.
    Plain,
    /// Text with ANSI colours, for a terminal.
    Coloured,
}

impl Diagnostic {
    /// Makes a diagnostic about a part of `source`.
    pub(super) fn new(
        code: &'static str,
        file: &str,
        source: &Arc<str>,
        span: Range<usize>,
        message: String,
        hint: Option<String>,
    ) -> Self {
        let severity = if code.starts_with('W') { Severity::Warning } else { Severity::Error };
        let start = floor(source, span.start);
        let end = ceil(source, span.end.max(start));
        let before = &source[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let (file, source) = (file.to_owned(), Arc::clone(source));
        Self { severity, code, file, span: start..end, line, column, message, hint, source }
    }

    /// The fault with the line of the file, a mark below it and the hint.
    ///
    /// ```
    /// use berolina_rules::definition::{Library, Style};
    ///
    /// let mut library = Library::shipped();
    /// library.add_text("mine", "extends = \"chess\"\ntitle = \"Mine\"\nstalemat = \"win\"\n").unwrap();
    /// let faults = library.check("mine");
    /// assert!(faults[0].render(Style::Plain).contains("did you mean `stalemate`?"));
    /// ```
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let (start, window) = self.window();
        let span = self.span.start - start..self.span.end.min(start + window.len()) - start;
        let shown: String = window.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
        let snippet = Snippet::source(shown)
            .path(self.file.as_str())
            .line_start(self.line)
            .annotation(AnnotationKind::Primary.span(span));
        let mut group = level.primary_title(self.message.as_str()).id(self.code).element(snippet);
        if let Some(hint) = &self.hint {
            group = group.element(Level::HELP.message(hint.as_str()));
        }
        let renderer = match style {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        };
        renderer.render(&[group])
    }

    /// The line that the fault begins in, cut to a length that can be shown, and where it begins.
    fn window(&self) -> (usize, &str) {
        let line_start = self.source[..self.span.start].rfind('\n').map_or(0, |i| i + 1);
        let start = line_start.max(floor(&self.source, self.span.start.saturating_sub(200)));
        let rest = &self.source[start..];
        let end = rest.find('\n').unwrap_or(rest.len());
        let end = end.min(floor(rest, (self.span.start - start + 200).min(rest.len())));
        (start, rest[..end].trim_end_matches('\r'))
    }

    pub(super) fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    /// One line: `file:line:column: error E010: what is wrong (what would be right)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let Self { file, line, column, code, message, .. } = self;
        write!(f, "{file}:{line}:{column}: {severity} {code}: {message}")?;
        self.hint.iter().try_for_each(|hint| write!(f, " ({hint})"))
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
