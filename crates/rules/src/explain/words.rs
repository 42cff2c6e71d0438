//! Words: lists, plurals, regions.

use crate::definition::{Definition, PieceId};
use crate::geometry::{Color, Shape, SquareSet};

/// `a`, `a and b`, `a, b and c`; with another word instead of `and`.
///
/// ```
/// # use berolina_rules::explain::list;
/// assert_eq!(list(&["a", "b", "c"], "or"), "a, b or c");
/// ```
#[must_use]
pub fn list<T: AsRef<str>>(items: &[T], last: &str) -> String {
    let texts: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match texts.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_owned(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// The plural of a piece's name.
///
/// ```
/// # use berolina_rules::explain::plural;
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

/// A region in words: `rank 8`, `ranks 1 to 3`, `d4, e4, d5 and e5`, `any square`.
#[must_use]
pub fn zone(set: SquareSet, shape: Shape, last: &str) -> String {
    if set == shape.cells() {
        return "any square".to_owned();
    }
    let rank = |r: u8| shape.iter().filter(|&s| shape.rank(s) == r).collect::<SquareSet>();
    let file = |f: u8| shape.iter().filter(|&s| shape.file(s) == f).collect::<SquareSet>();
    let within = |part: SquareSet| part.0 & !set.0 == 0;
    let ranks: Vec<u8> = (0..shape.ranks()).filter(|&r| within(rank(r))).collect();
    if ranks.iter().fold(0, |all, &r| all | rank(r).0) == set.0 {
        return lines("rank", &ranks, |r| (r + 1).to_string(), last);
    }
    let files: Vec<u8> = (0..shape.files()).filter(|&f| within(file(f))).collect();
    if files.iter().fold(0, |all, &f| all | file(f).0) == set.0 {
        return lines("file", &files, |f| shape.file_name(f).to_string(), last);
    }
    for (color, cell) in [(Color::White, "last"), (Color::Black, "first")] {
        if set == shape.far_edge(color) {
            return format!("the {cell} cell of a file");
        }
    }
    let names: Vec<String> = set.iter().map(|s| shape.name(s).to_string()).collect();
    list(&names, last)
}

fn lines(word: &str, numbers: &[u8], name: impl Fn(u8) -> String, last: &str) -> String {
    match numbers {
        [] => "no square".to_owned(),
        [one] => format!("{word} {}", name(*one)),
        [first, .., end] if usize::from(end - first) == numbers.len() - 1 && numbers.len() > 2 => {
            format!("{word}s {} to {}", name(*first), name(*end))
        }
        _ => {
            let names: Vec<String> = numbers.iter().map(|&n| name(n)).collect();
            format!("{word}s {}", list(&names, last))
        }
    }
}

/// A number in words, up to twelve.
pub(super) fn number(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// A number as a place in a row.
pub(super) fn ordinal(n: u8) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        n if n > 20 && matches!(n % 10, 1..=3) => {
            format!("{n}{}", ["st", "nd", "rd"][usize::from(n % 10 - 1)])
        }
        n => format!("{n}th"),
    }
}

/// A sentence begins with a capital.
pub(super) fn capital(text: &str) -> String {
    // Names of pieces and armies have no other letters.
    let mut out = text.to_owned();
    out.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
    out
}

/// `a` or `an` before a word.
pub(super) fn article(word: &str) -> &'static str {
    // A unicorn begins with the sound of `you`.
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']) && !word.starts_with("uni");
    if vowel { "an" } else { "a" }
}

/// How a player is called: with the name of the army where there is one.
pub(super) fn player(definition: &Definition, color: Color) -> String {
    let name = capital(color.name());
    match &definition.players[color.index()].army {
        Some(army) => format!("{name} ({})", spaced(army)),
        None => name,
    }
}

/// A piece's name as people write it.
pub(super) fn piece(definition: &Definition, id: PieceId) -> String {
    spaced(&definition.piece(id).name)
}

/// The names of pieces.
pub(super) fn pieces(definition: &Definition, ids: &[PieceId]) -> Vec<String> {
    ids.iter().map(|&id| piece(definition, id)).collect()
}

pub(super) fn spaced(name: &str) -> String {
    name.replace('-', " ")
}

/// A count of pieces: `two rooks`.
pub(super) fn counted(definition: &Definition, id: PieceId, n: usize) -> String {
    let name = piece(definition, id);
    format!("{} {}", number(n), if n == 1 { name } else { plural(&name) })
}
