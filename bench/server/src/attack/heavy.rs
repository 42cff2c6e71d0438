//! Variant files that strangers may bring along: legal, and as heavy as they come.

use std::fmt::Write as _;

use berolina_wire::GameFile;

use crate::lines::Chance;

const LETTERS: &str = "ABCDEFGHIJLMNOPQRSTUVWXYZ";
/// Bytes of a file that is mostly remarks: less than a game may bring along.
const LONG: usize = 200 * 1024;

/// A file that no other is like, so that nothing that is known of one helps with another.
pub(super) fn file(chance: &mut Chance) -> GameFile {
    let number = chance.next();
    let text = match chance.below(6) {
        0 => promotions(number, 4),
        1 => promotions(number, 26),
        2 => options(number),
        3 => kinds(number),
        4 => drops(number),
        _ => long(number),
    };
    GameFile { name: "heavy".to_owned(), text }
}

/// A game of which each position has a hundred thousand moves: a blocker, and promotions everywhere.
pub(super) fn many_moves(number: u64) -> GameFile {
    GameFile { name: "heavy".to_owned(), text: promotions(number, 4) }
}

/// A small game whose file is long.
pub(super) fn long(number: u64) -> String {
    let mut text = format!("extends = \"near\"\ntitle = \"Long {number}\"\nabout = \"Remarks.\"\n");
    while text.len() < LONG {
        let _ = writeln!(text, "# {number:0198}");
    }
    text
}

fn head(number: u64) -> String {
    format!("title = \"Heavy {number}\"\nabout = \"Heavy.\"\nboard = {{ files = 16, ranks = 8 }}\n")
}

const ROYAL: &str = "[pieces.king]\nletter = \"K\"\nmoves = \"K\"\nroyal = true\n";

fn promotions(number: u64, kinds: usize) -> String {
    let letters = &LETTERS[..kinds.min(LETTERS.len())];
    let mut text = head(number);
    text +=
        "array = [\"AAAAAAAKAAAAAAAA\", \"AAAAAAAAAAAAAAAA\"]\nblocker = true\nking-lost-by = \"capture\"\n";
    text += "insufficient = false\npromotion = { optional = \"all\" }\n";
    text += ROYAL;
    for letter in letters.chars() {
        let (name, others) = (letter.to_ascii_lowercase(), letters.replace(letter, ""));
        let _ = writeln!(
            text,
            "[pieces.p{name}]\nletter = \"{letter}\"\nmoves = \"QNCZ\"\npromotes = \"{others}\""
        );
    }
    text
}

/// Four thousand combinations, each of which is checked.
fn options(number: u64) -> String {
    let mut text = head(number);
    text += "array = [\"AAAAAAAKAAAAAAAA\", \"AAAAAAAAAAAAAAAA\"]\nblocker = true\nking-lost-by = \"capture\"\ninsufficient = false\n";
    text += ROYAL;
    text += "[pieces.amazon]\nletter = \"A\"\nmoves = \"QNCZ\"\n";
    for option in 0..12 {
        let _ = writeln!(text, "[options.o{option}]\nabout = \"o\"\ndefault = \"v0\"");
        for value in 0..2 {
            let worth = 100 + option * 37 + value;
            let _ = writeln!(
                text,
                "[options.o{option}.values.v{value}]\nabout = \"v\"\nset.pieces.amazon.value = {worth}"
            );
        }
    }
    text
}

/// As many kinds of pieces as there may be, each with many ways to move.
fn kinds(number: u64) -> String {
    let mut text = head(number);
    text += "array = [\"ABCDEFGKHIJLMNOP\", \"QRSTUVWXYZABCDEF\"]\nking-lost-by = \"checkmate\"\ninsufficient = false\n";
    text += ROYAL;
    for letter in LETTERS.chars() {
        let name = letter.to_ascii_lowercase();
        let _ = writeln!(text, "[pieces.p{name}]\nletter = \"{letter}\"\nmoves = \"QNCZ\"");
    }
    text
}

/// Hands full of pieces, and promotions in place.
fn drops(number: u64) -> String {
    let all = LETTERS.replace('P', "");
    let mut text = head(number);
    text += "array = [\"7K8\", \"P15\"]\nking-lost-by = \"checkmate\"\ninsufficient = false\n";
    let _ = writeln!(text, "hand = {{ pieces = \"{all}{all}\", prisoners = true }}");
    let _ = writeln!(text, "promotion = {{ optional = \"all\", to = \"{all}\", in-place = true }}");
    text += ROYAL;
    for letter in LETTERS.chars() {
        let name = letter.to_ascii_lowercase();
        let promotes = if letter == 'P' { "promotes = true\n" } else { "" };
        let _ = write!(text, "[pieces.p{name}]\nletter = \"{letter}\"\nmoves = \"QNCZ\"\n{promotes}");
    }
    text
}
