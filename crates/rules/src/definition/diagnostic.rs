//! Faults of variant files, as people read them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::message::{Language, Message};
use crate::say;

/// How grave a [`Diagnostic`] is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The game cannot be played.
    Error,
    /// The game can be played, but is probably not what was meant.
    Warning,
}

impl Severity {
    /// The word before a message.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// Makes [`Code`] of the table below it: a line for each code, with what it means, under its severity.
macro_rules! codes {
    ($($severity:ident { $($code:ident $meaning:literal,)* })*) => {
        /// What kind of fault a [`Diagnostic`] is about. Codes with `E` are errors, with `W` warnings.
        ///
        /// ```
        /// use berolina_rules::definition::{Code, Severity};
        ///
        /// assert_eq!(Code::E010.text(), "E010");
        /// assert_eq!(Code::E010.meaning(), "an unknown key");
        /// assert_eq!(Code::W209.severity(), Severity::Warning);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $($(
                #[doc = concat!("It means: ", $meaning, ".")]
                $code,
            )*)*
        }

        impl Code {
            /// Every code, in the order of the manual.
            pub const ALL: &'static [Self] = &[$($(Self::$code,)*)*];

            const fn row(self) -> (&'static str, Severity) {
                match self {
                    $($(Self::$code => (stringify!($code), Severity::$severity),)*)*
                }
            }

            /// What it means, in a few words.
            // Apart from the rest, so that programs which do not ask for it do not hold it.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $($(Self::$code => $meaning,)*)*
                }
            }
        }
    };
}

codes! {
    Error {
        E001 "the file is too large, or is not text in UTF-8",
        E002 "the file is not TOML",
        E003 "the file has too many values, or a line too many dots",
        E004 "a text for people has control characters",
        E005 "a text is too long",
        E006 "the file or folder cannot be read",
        E010 "an unknown key",
        E011 "a value of the wrong type",
        E012 "a word that is not among the possible ones",
        E013 "a number or a count out of range",
        E014 "something required is missing",
        E015 "a name with other characters than small letters, digits and hyphens",
        E016 "figures that are not two characters",
        E020 "the game to extend is unknown",
        E021 "a game extends itself",
        E022 "too many files extend one another",
        E030 "a character that is no letter of Betza notation",
        E031 "a part of Betza notation that is not supported",
        E032 "letters of Betza notation that do not go together",
        E033 "moves too long, or a range too great",
        E034 "single steps or leaps were expected",
        E040 "a text that is no region or square",
        E041 "a region or square off the board",
        E050 "a board that cannot be",
        E051 "a rank of the array has a wrong length",
        E052 "an array has an unknown letter",
        E053 "an array has too many ranks",
        E054 "the two arrays overlap",
        E060 "two pieces with one letter",
        E061 "a letter or a name of no piece",
        E062 "too many kinds of pieces",
        E063 "nothing decides the game",
        E064 "a player does not start with one king, or with what is royal",
        E065 "the order does not list every piece once",
        E066 "a result for royal pieces that are never captured",
        E070 "a castling that does not work on the board",
        E071 "king or rook of a castling is not in the array",
        E072 "the game is over at the start",
        E073 "the king of the player who is not to move is attacked at the start",
        E080 "a piece promotes where there is no promotion",
        E081 "a promotion to a king or to the same piece",
        E082 "a promoted piece could not revert to what it was",
        E083 "a letter with a `+` where there can be none",
        E090 "a hand with too many pieces of a kind",
        E091 "an exchange for a king or for the same piece",
        E092 "a king with a rule that no king can have",
        E093 "two moves that would be written alike",
        E094 "pieces in hand that can never all be placed",
        E095 "a piece with moves behind which none can enter",
        E096 "a piece that would come to stand outside the region that it stays in",
        E100 "too many options or values",
        E101 "the default is not among the values",
        E102 "an option that cannot shuffle, or has values as well",
        E103 "an unknown army",
        E110 "mechanisms that exclude each other",
        E120 "something of the game is not written yet",
        E121 "a picture that there is not",
        E122 "something in a picture that is not drawn",
        E130 "a game that costs too much to read, to keep or to play",
    }
    Warning {
        W201 "a piece that can never be on the board",
        W202 "a promotion to nothing",
        W203 "a promotion that can never happen",
        W204 "moves that add nothing to the others",
        W206 "a text for people is missing",
        W207 "a letter said twice",
        W208 "a king that cannot be lost",
        W209 "a piece without moves",
        W210 "a piece in hand that can never come onto the board",
        W211 "a goal that cannot be reached",
        W212 "a key that has no effect",
        W213 "a double step that can never be made",
    }
}

impl Code {
    /// The code as reports write it, such as `E010`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        self.row().0
    }

    /// How grave such a fault is.
    #[must_use]
    pub const fn severity(self) -> Severity {
        self.row().1
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A fault of a variant file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What kind of fault it is, which says how grave it is.
    pub code: Code,
    /// The file: its name as the library knows it, with `.toml`.
    pub file: String,
    /// Where it is, in bytes of the file.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: Message,
    /// What would be right.
    pub hint: Option<Message>,
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
        code: Code,
        file: &str,
        source: &Arc<str>,
        span: Range<usize>,
        message: Message,
        hint: Option<Message>,
    ) -> Self {
        let start = floor(source, span.start);
        let end = ceil(source, span.end.max(start));
        let before = &source[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let (file, source) = (file.to_owned(), Arc::clone(source));
        Self { code, file, span: start..end, line, column, message, hint, source }
    }

    /// The fault with the line of the file, a mark below it and the hint.
    ///
    /// ```
    /// use berolina_rules::definition::{Code, Library, Style};
    ///
    /// let mut library = Library::shipped();
    /// library.add_text("mine", "extends = \"chess\"\ntitle = \"Mine\"\nstalemat = \"win\"\n").unwrap();
    /// let faults = library.check("mine");
    /// let fault = faults.iter().find(|f| f.code == Code::E010).unwrap();
    /// assert!(fault.render(Style::Plain).contains("did you mean `stalemate`?"));
    /// ```
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        self.render_in(&Language::default(), style)
    }

    /// The same in a language.
    #[must_use]
    pub fn render_in(&self, language: &Language, style: Style) -> String {
        let level = match self.severity() {
            Severity::Error => Level::ERROR.with_name(language.say(&say!("error"))),
            Severity::Warning => Level::WARNING.with_name(language.say(&say!("warning"))),
        };
        let (start, window) = self.window();
        let at = (self.span.start - start).min(window.len());
        let end = self.span.end.saturating_sub(start).clamp(at, window.len());
        let shown: String = window.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
        let snippet = Snippet::source(shown)
            .path(self.file.as_str())
            .line_start(self.line)
            .annotation(AnnotationKind::Primary.span(at..end));
        let mut group =
            level.primary_title(language.say(&self.message)).id(self.code.text()).element(snippet);
        if let Some(hint) = &self.hint {
            let help = Level::HELP.with_name(language.say(&say!("help")));
            group = group.element(help.message(language.say(hint)));
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

    /// How grave it is.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.code.severity()
    }

    pub(super) fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    /// One line: `file:line:column: error E010: what is wrong (what would be right)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = self.severity().name();
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
