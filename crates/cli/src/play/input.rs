//! Lines that a player types: with editing and completion in a terminal, plain from a pipe.

use std::io::{self, BufRead, IsTerminal, Read};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// The longest line that is read from a pipe, in bytes.
const MAX_LINE: u64 = 4096;

/// Where lines come from.
pub(crate) enum Input {
    Terminal(Box<Editor<Words, MemHistory>>),
    Pipe,
}

/// What was typed.
pub(crate) enum Line {
    Text(String),
    /// Ctrl-C.
    Interrupted,
    /// The end of input: Ctrl-D.
    End,
}

impl Input {
    pub(crate) fn new() -> io::Result<Self> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(Self::Pipe);
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new()).map_err(io::Error::other)?;
        editor.set_helper(Some(Words::default()));
        Ok(Self::Terminal(Box::new(editor)))
    }

    pub(crate) fn is_pipe(&self) -> bool {
        matches!(self, Self::Pipe)
    }

    /// Reads a line. `words` can be completed.
    pub(crate) fn read(&mut self, prompt: &str, words: Vec<String>) -> io::Result<Line> {
        match self {
            Self::Pipe => read_plain(),
            Self::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.words = words;
                }
                match editor.readline(prompt) {
                    Ok(text) => Ok(Line::Text(text)),
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(error) => Err(io::Error::other(error)),
                }
            }
        }
    }
}

fn read_plain() -> io::Result<Line> {
    let mut line = Vec::new();
    let mut input = io::stdin().lock();
    if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(Line::End);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(Line::Text(String::from_utf8_lossy(&line).into_owned()))
}

/// The words that can be completed now.
#[derive(Default)]
pub(crate) struct Words {
    words: Vec<String>,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..pos].rfind(' ').map_or(0, |i| i + 1);
        let typed = &line[start..pos];
        let fits = |word: &&String| word.starts_with(typed) && (start == 0 || !word.starts_with(' '));
        let mut found: Vec<String> = self.words.iter().filter(fits).cloned().collect();
        found.dedup();
        Ok((start, found))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
