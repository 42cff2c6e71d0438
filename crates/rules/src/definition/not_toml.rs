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
    let of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let at = (at..=source.len()).find(|&at| source.is_char_boundary(at)).unwrap_or(source.len());
    let start = source[..at].trim_end_matches(of_word).len();
    let end = source.len() - source[at..].trim_start_matches(of_word).len();
    start..end
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
fn end_of_text(source: &str, at: usize, quote: &str, escapes: bool) -> Option<usize> {
    let mut signs = source[at..].char_indices();
    while let Some((offset, sign)) = signs.next() {
        let rest = &source[at + offset..];
        if escapes && sign == '\\' {
            signs.next();
        } else if rest.starts_with(quote) {
            // Of several signs that close a long text the last do.
            let several = rest.len() - rest.trim_start_matches(sign).len();
            let most = if quote.len() == 3 { 5 } else { 1 };
            return Some(at + offset + several.min(most));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes_are_found_at_every_place_of_every_text() {
        for text in [
            "",
            "\u{feff}\0\u{202e}",
            "é\u{202e}True\u{202e}é",
            "a = 'é\\",
            "\"é\\\"é\n'''é''''\n\"\"\"\\é",
            "# \"é",
        ] {
            for at in 0..text.len() + 2 {
                let word = &text[word_at(text, at)];
                assert!(word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{word}");
                if let Some(quote) = open_quote(text, at) {
                    assert!(text[quote].chars().all(|c| matches!(c, '"' | '\'')), "{text}");
                }
            }
        }
        assert_eq!(&"x = True # y"[word_at("x = True # y", 6)], "True");
    }

    #[test]
    fn a_quote_is_open_where_its_text_goes_on() {
        let open = |text: &str| open_quote(text, text.len()).map(|quote| quote.start);
        for closed in [
            "a = \"b\"",
            "a = 'b\\'",
            "# don't",
            "a = \"\\\"\"",
            "a = \"\"",
            "a = \"\"\"b\"c\"\"\"",
            "a = '''b\n''''",
        ] {
            assert_eq!(open(closed), None, "{closed}");
        }
        for (text, start) in
            [("a = \"b", 4), ("a = \"b\\\"", 4), ("a = ['b', 'c", 10), ("a = \"\"\"b\"\n\"\"", 4)]
        {
            assert_eq!(open(text), Some(start), "{text}");
        }
        // On another line it is another text's.
        assert_eq!(open("a = \"b\nc = 1"), None);
    }
}
