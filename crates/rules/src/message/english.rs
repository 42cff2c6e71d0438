//! English: articles, plurals, numbers in words.

/// The plural of a piece's name.
///
/// ```
/// # use berolina_rules::message::plural;
/// assert_eq!(["pawn", "fox", "spy"].map(plural), ["pawns", "foxes", "spies"]);
/// ```
#[must_use]
pub fn plural(name: &str) -> String {
    let consonant_y = name.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    match consonant_y {
        Some(stem) => format!("{stem}ies"),
        None if name.ends_with(['s', 'x', 'z']) || name.ends_with("ch") || name.ends_with("sh") => {
            format!("{name}es")
        }
        None => format!("{name}s"),
    }
}

/// A number in words, up to twelve.
pub(super) fn number(n: usize) -> Option<&'static str> {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(n).copied()
}

/// A number as a place in a row.
pub(super) fn ordinal(n: usize) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        n if n > 20 && matches!(n % 10, 1..=3) => format!("{n}{}", ["st", "nd", "rd"][n % 10 - 1]),
        n => format!("{n}th"),
    }
}

/// `a` or `an` before a word.
pub(super) fn article(word: &str) -> &'static str {
    // A unicorn begins with the sound of `you`.
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']) && !word.starts_with("uni");
    if vowel { "an" } else { "a" }
}
