//! What is wrong with a file that is not TOML, for people who do not know TOML.

use std::ops::Range;

use super::syntax::File;
use super::{Code, Diagnostic, names};
use crate::message::{Arg, Message, list};
use crate::say;

/// A fault that the parser has found, in its words or in better ones.
pub(super) fn fault(file: &File, span: Range<usize>, said: &str) -> Diagnostic {
    let source = &*file.source;
    if let Some(quote) = open_quote(source, span.start) {
        let sign = &source[quote.clone()];
        let message = say!("the quote that begins here is not closed");
        let hint = say!("write {sign} where the text ends", sign);
        return file.diagnostic(Code::E002, quote, message, Some(hint));
    }
    let word = word_at(source, span.start);
    if let Some(meant) = truth(&source[word.clone()]) {
        let message = say!("`{word}` is neither true nor false", word = &source[word.clone()]);
        return file.diagnostic(Code::E002, word, message, Some(names::meaning(meant)));
    }
    let message = match said.split_once(", expected ") {
        Some((what, expected)) => {
            let expected = expected.split(", ").map(|one| Arg::Prose(one.to_owned()));
            let what = Arg::Prose(what.to_owned());
            say!(
                "the file is not TOML here: {what}, expected {expected}",
                what,
                expected = list(expected, ", ")
            )
        }
        None => say!("the file is not TOML here: {what}", what = Arg::Prose(said.to_owned())),
    };
    file.diagnostic(Code::E002, span, message, hint(said))
}

/// What is meant, where the parser's words are for those who know TOML.
fn hint(said: &str) -> Option<Message> {
    let hints = [
        ("duplicate key", say!("this key or table stands above already; keep one of them")),
        ("invalid boolean", say!("texts stand in quotes, such as letter = \"T\"")),
        ("string values must be quoted", say!("texts stand in quotes, such as name = \"reed\"")),
        ("key with no value", say!("after a key come = and its value, such as title = \"My Chess\"")),
        ("unexpected key or value", say!("every key has a line of its own, without a sign at its end")),
    ];
    hints.into_iter().find(|(start, _)| said.starts_with(start)).map(|(_, hint)| hint)
}

/// The word at a place of a file.
fn word_at(source: &str, at: usize) -> Range<usize> {
    let other = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let at = (at..=source.len()).find(|&at| source.is_char_boundary(at)).unwrap_or(source.len());
    let start = source[..at].rfind(other).map_or(0, |before| before + 1);
    let end = source[at..].find(other).map_or(source.len(), |length| at + length);
    start.min(end)..end
}

/// `true` or `false`, if a word is likely to mean it and stands where a value does.
fn truth(word: &str) -> Option<&'static str> {
    names::near(&word.to_ascii_lowercase(), ["true", "false"].into_iter())
}

/// The quote that is open at a place of a file: the sign or signs that begin a text of which there is no end on its line, or in the file.
fn open_quote(source: &str, at: usize) -> Option<Range<usize>> {
    let mut rest = 0;
    while let Some(found) = source[rest..].find(['"', '\'', '#']) {
        let start = rest + found;
        let sign = &source[start..=start];
        let line = || source[start..].find('\n').map_or(source.len(), |length| start + length);
        if sign == "#" {
            rest = line();
            continue;
        }
        let three = source[start..].starts_with(&sign.repeat(3));
        let begun = if three { start + 3 } else { start + 1 };
        let bound = if three { source.len() } else { line() };
        match end_of_text(&source[..bound], begun, &source[start..begun], sign == "\"") {
            Some(end) => rest = end,
            None if start <= at && at <= bound => return Some(start..begun),
            None => rest = bound,
        }
    }
    None
}

/// Where a text ends that begins at a place: behind the signs that close it.
fn end_of_text(source: &str, mut at: usize, quote: &str, escapes: bool) -> Option<usize> {
    loop {
        let rest = &source[at..];
        let end = rest.find(quote)?;
        match rest.find('\\').filter(|escape| escapes && *escape < end) {
            Some(escape) => at += escape + 1 + rest[escape + 1..].chars().next().map_or(0, char::len_utf8),
            None => {
                // Of several signs that close a long text the last do.
                let more = if quote.len() == 3 {
                    rest[end + 3..].len() - rest[end + 3..].trim_start_matches(&quote[..1]).len()
                } else {
                    0
                };
                return Some(at + end + quote.len() + more.min(2));
            }
        }
    }
}
