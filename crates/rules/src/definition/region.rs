//! Regions of the board, in words.

use std::ops::Range;

use super::{Code, names};
use crate::geometry::{Color, Grid, Shape, SquareSet};
use crate::message::Message;
use crate::say;

/// A fault in the text of a region.
pub(super) struct RegionFault {
    pub(super) at: Range<usize>,
    pub(super) code: Code,
    pub(super) message: Message,
    pub(super) hint: Option<Message>,
}

fn hint() -> Message {
    say!(
        "a region is a list of: e4, d1-f3, rank 8, ranks 1-3, last rank, far edge, file e, files a-c, all, none"
    )
}

/// Reads a region as White sees it, such as `rank 8, e4`.
pub(super) fn parse(text: &str, shape: Shape) -> Result<SquareSet, RegionFault> {
    let mut set = SquareSet::EMPTY;
    let mut start = 0;
    for part in text.split(',') {
        let lead = part.len() - part.trim_start().len();
        let at = start + lead..start + lead + part.trim().len();
        start += part.len() + 1;
        let found = term(part.trim(), shape).map_err(|(code, message)| RegionFault {
            at,
            code,
            message,
            hint: Some(match code {
                Code::E040 => meant(part.trim(), shape).unwrap_or_else(hint),
                _ if shape.is_rectangle() => {
                    say!(
                        "the board has {files} files and {ranks} ranks",
                        files = shape.files(),
                        ranks = shape.ranks()
                    )
                }
                _ => say!("the board: {shape}", shape = shape.to_string()),
            }),
        })?;
        set = SquareSet(set.0 | found.0);
    }
    Ok(set)
}

/// What a mistyped term is likely to mean, as a hint.
fn meant(text: &str, shape: Shape) -> Option<Message> {
    const FIRST: [&str; 8] = ["rank", "ranks", "file", "files", "last", "far", "all", "none"];
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let (first, rest) = words.split_first()?;
    let first = names::near(&first.to_ascii_lowercase(), FIRST.into_iter())?;
    let rest = match (first, rest) {
        ("last", _) => vec!["rank"],
        ("far", _) => vec!["edge"],
        (_, rest) => rest.to_vec(),
    };
    let meant = [&[first], &rest[..]].concat().join(" ");
    (meant != text && term(&meant, shape).is_ok()).then(|| names::meaning(&meant))
}

fn term(text: &str, shape: Shape) -> Result<SquareSet, (Code, Message)> {
    let mut words = text.split_ascii_whitespace();
    let unreadable = || (Code::E040, say!("`{text}` is no region", text = names::escaped(text)));
    let off = || (Code::E041, say!("`{text}` is not on the board", text));
    let select = |inside: &dyn Fn(u8, u8) -> bool| {
        shape.iter().filter(|&s| inside(shape.file(s), shape.rank(s))).collect::<SquareSet>()
    };
    let (first, second, rest) = (words.next(), words.next(), words.next());
    if rest.is_some() {
        return Err(unreadable());
    }
    match (first, second) {
        (Some("all"), None) => Ok(shape.cells()),
        (Some("none"), None) => Ok(SquareSet::EMPTY),
        (Some("far"), Some("edge")) => Ok(shape.far_edge(Color::White)),
        (Some("last"), Some("rank")) if shape.grid() == Grid::Hexagon => {
            Err((Code::E040, say!("ranks of a hexagonal board are bent: write far edge")))
        }
        (Some("last"), Some("rank")) => Ok(select(&|_, r| r + 1 == shape.ranks())),
        (Some(word @ ("rank" | "ranks" | "file" | "files")), Some(ends)) => {
            let ranks = word.starts_with('r');
            let number = |text: &str| if ranks { rank_number(text) } else { file_number(text, shape) };
            let (from, to) = match ends.split_once('-') {
                Some((a, b)) if word.ends_with('s') => (number(a), number(b)),
                _ => (number(ends), number(ends)),
            };
            let (Some(from), Some(to)) = (from, to) else { return Err(unreadable()) };
            let count = if ranks { shape.ranks() } else { shape.files() };
            if from > to {
                return Err((Code::E040, say!("`{text}` runs backwards", text)));
            }
            if to >= count {
                return Err(off());
            }
            Ok(select(&|f, r| (from..=to).contains(if ranks { &r } else { &f })))
        }
        (Some(corners), None) if corners.contains('-') => {
            let (a, b) = corners.split_once('-').ok_or_else(unreadable)?;
            if !looks_like_square(a) || !looks_like_square(b) {
                return Err(unreadable());
            }
            let (Some(a), Some(b)) = (corner(a, shape), corner(b, shape)) else { return Err(off()) };
            let between = |x: u8, y: u8| x.min(y)..=x.max(y);
            Ok(select(&|f, r| between(a.0, b.0).contains(&f) && between(a.1, b.1).contains(&r)))
        }
        (Some(square), None) => match shape.parse(square) {
            Some(square) => Ok([square].into_iter().collect()),
            None if looks_like_square(square) => Err(off()),
            None => Err(unreadable()),
        },
        _ => Err(unreadable()),
    }
}

fn rank_number(text: &str) -> Option<u8> {
    let number: u8 = text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()))?;
    number.checked_sub(1)
}

fn file_number(text: &str, shape: Shape) -> Option<u8> {
    let mut chars = text.chars();
    let file = shape.file_named(chars.next()?)?;
    chars.next().is_none().then_some(file)
}

/// File and rank of a corner, which may be a hole.
fn corner(text: &str, shape: Shape) -> Option<(u8, u8)> {
    let (file, rank) = (file_number(text.get(..1)?, shape)?, rank_number(text.get(1..)?)?);
    (file < shape.files() && rank < shape.ranks()).then_some((file, rank))
}

/// Whether a text has the form of a square, on whatever board.
pub(super) fn looks_like_square(text: &str) -> bool {
    let mut chars = text.chars();
    let rest = |c: std::str::Chars<'_>| c.as_str().len() < 4 && rank_number(c.as_str()).is_some();
    chars.next().is_some_and(|c| c.is_ascii_lowercase()) && rest(chars)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        parse(text, Shape::rectangle(9, 8).unwrap()).map_or(999, SquareSet::len)
    }

    fn code(text: &str) -> Option<Code> {
        parse(text, Shape::rectangle(9, 8).unwrap()).err().map(|f| f.code)
    }

    #[test]
    fn regions_are_lists_of_terms() {
        assert_eq!(count("all"), 72);
        assert_eq!(count("none"), 0);
        assert_eq!(count("rank 8"), 9);
        assert_eq!(count("ranks 1-3"), 27);
        assert_eq!(count("file i, e4, last rank"), 8 + 1 + 8);
        assert_eq!(count("far edge"), 9);
        assert_eq!(count("files a-c, rank 1"), 24 + 6);
        for palace in ["d1-f3", "f3-d1", "d3-f1", "d1-f3, e2"] {
            assert_eq!(count(palace), 9, "{palace}");
        }
        assert_eq!(count("a1-i8"), 72);
        assert_eq!(count("e4-e4, e1-e3"), 4);
        for off in ["rank 9", "j1", "d1-z9", "j1-a1", "a1-a9", "a1-p16"] {
            assert_eq!(code(off), Some(Code::E041), "{off}");
        }
        for wrong in ["d1-", "-f3", "d1-f", "d-f3", "d1-f3-g4", "D1-F3", "d1 - f3", "d0-f3", "d1-é3"] {
            assert_eq!(code(wrong), Some(Code::E040), "{wrong}");
        }
        for wrong in ["", "rank", "ranks 3-1", "rank 1-3", "e4 e5", "E4", "rank 0", "é", "files a-"] {
            assert_eq!(code(wrong), Some(Code::E040), "{wrong}");
        }
    }

    #[test]
    fn regions_know_holes_and_hexagons() {
        let on = |shape: Shape, text: &str| parse(text, shape).map_or(904, SquareSet::len);
        let rectangle = Shape::rectangle(8, 8).unwrap();
        let holes = rectangle.with_holes(parse("a1, a8, d4, d5", rectangle).ok().unwrap()).unwrap();
        let sizes = ["all", "rank 1", "file d", "far edge", "last rank", "d4"].map(|text| on(holes, text));
        assert_eq!(sizes, [60, 7, 6, 8, 7, 904]);
        assert_eq!(["d4-e5", "c3-e5", "a1-b2"].map(|text| on(holes, text)), [2, 7, 3]);
        let hexagon = Shape::regular_hexagon(6).unwrap();
        let sizes =
            ["all", "rank 1", "rank 7", "file f", "files k-l", "far edge", "file j", "last rank", "a7"];
        assert_eq!(sizes.map(|text| on(hexagon, text)), [91, 11, 9, 11, 13, 11, 904, 904, 904]);
        assert_eq!(["f1-k1", "e1-g3", "a6-b7", "i1-k2"].map(|text| on(hexagon, text)), [5, 9, 3, 4]);
        assert!(parse("last rank", hexagon).err().unwrap().message.text().contains("far edge"));
    }
}
