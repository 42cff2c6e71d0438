//! Names that people choose and mistype.

use crate::geometry::Color;
use crate::message::{self, Arg, Message};
use crate::say;

/// The greatest length of a name: of a piece, an option, a value, an army.
pub const MAX_NAME: usize = 32;

/// Whether a text may be the name of a game, piece, army, option or value.
pub(super) fn is_name(text: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=MAX_NAME).contains(&text.len()) && text.bytes().all(allowed)
}

/// Whether a character must not stand in a text for people: it is invisible or turns the text around.
pub(super) fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A text as it may stand in one line of a message: what must not stand in texts for people as an escape.
// Not by `escape_debug`, which brings tables of Unicode to browsers.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if is_control(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// A text from a file as a message may show it: without control characters, and not too long.
pub(super) fn shown(text: &str) -> String {
    let mut out: String = text.chars().take(40).filter(|&c| !is_control(c)).collect();
    if text.chars().nth(40).is_some() {
        out.push('…');
    }
    out
}

/// ``did you mean `…`?``, if one of the names is near.
pub(super) fn did_you_mean<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<Message> {
    near(text, names).map(meaning)
}

/// ``did you mean `…`?``
pub(super) fn meaning(name: &str) -> Message {
    say!("did you mean `{name}`?", name)
}

/// The name that such a hint tells; kept nowhere else, so that browsers that only play need not hold it.
pub(super) fn meant(hint: &Message) -> Option<&str> {
    match hint.args() {
        [Arg::Text(name)] if hint.text() == meaning("").text() => Some(name),
        _ => None,
    }
}

/// The name that a mistyped text is likely to mean.
pub(super) fn near<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if text.len() > 2 * MAX_NAME {
        return None;
    }
    let best = names.map(|n| (strsim::damerau_levenshtein(text, n), n)).min()?;
    let lengths = [text, best.1].map(|name| name.chars().count());
    let most = lengths[0].max(lengths[1]) / 3;
    // Of a single character nothing is left when it is another.
    let alike = best.0 < lengths[0].max(2) && lengths != [1, 1];
    (best.0 == 0 || alike && best.0 <= most.max(1)).then_some(best.1)
}

/// The name that is most like a text, if there is any name.
pub(super) fn nearest<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let start: String = text.chars().take(2 * MAX_NAME).collect();
    names.min_by_key(|name| strsim::damerau_levenshtein(&start, name))
}

/// So many names are told where none is near.
const NEAREST: usize = 3;

/// `the nearest names are …`, if there is any name: those that begin as the text does before others.
pub(super) fn nearest_hint<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<Message> {
    let start: String = text.chars().take(2 * MAX_NAME).collect::<String>().to_ascii_lowercase();
    let begins = |name: &str| start.len() > 2 && (name.starts_with(&start) || start.starts_with(name));
    let mut all: Vec<_> =
        names.map(|name| (!begins(name), strsim::damerau_levenshtein(&start, name), name)).collect();
    crate::order::sort_short(&mut all, |a, b| a < b);
    one_of(say!("the nearest names are"), all.into_iter().take(NEAREST).map(|(_, _, name)| name))
}

/// The names with what is said of them before, as a hint.
pub(super) fn one_of<'a>(lead: Message, names: impl Iterator<Item = &'a str>) -> Option<Message> {
    let names: Vec<&str> = names.collect();
    (!names.is_empty()).then(|| say!("{lead} {names}", lead, names = message::list(names, ", ")))
}

/// White or Black.
pub(crate) fn colored(color: Color) -> Message {
    match color {
        Color::White => say!("White"),
        Color::Black => say!("Black"),
    }
}

/// The name of a piece as a message may show it.
pub(super) fn piece(name: &str) -> Arg {
    Arg::Name(shown(name))
}

/// A path as a message may show it.
pub(super) fn shown_path(path: &str) -> String {
    path.chars().filter(|&c| !is_control(c)).collect()
}
