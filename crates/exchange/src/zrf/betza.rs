//! Betza notation for moves that were found: parts of it are tried until they say all moves and no other.

use std::sync::OnceLock;

use berolina_rules::definition::{Path, Ray, betza};
use berolina_rules::geometry::Grid;

/// A part of a notation with what it means.
struct Part {
    text: String,
    rays: Vec<Ray>,
}

/// Capitals with what stands beside them, the most usual first.
const ATOMS: [&str; 24] = [
    "R", "B", "W", "F", "N", "D", "A", "C", "Z", "H", "G", "NN", "nN", "nD", "nA", "nH", "pR", "pB", "gR",
    "gB", "Q", "K", "pQ", "gQ",
];

/// The parts that are tried.
fn parts(grid: Grid) -> &'static [Part] {
    static PARTS: [OnceLock<Vec<Part>>; 2] = [const { OnceLock::new() }; 2];
    let at = usize::from(grid == Grid::Hexagon);
    PARTS[at].get_or_init(|| {
        let letters = ["f", "b", "l", "r", "v", "s", "h"];
        let pairs = letters.iter().flat_map(|a| letters.iter().map(move |b| format!("{a}{b}")));
        let single = letters.iter().take(6).map(|a| (*a).to_owned());
        let chosen: Vec<String> = std::iter::once(String::new()).chain(single).chain(pairs).collect();
        let mut found: Vec<Part> = Vec::new();
        for mode in ["", "m", "c"] {
            for atom in ATOMS {
                let head = atom.find(|c: char| c.is_ascii_uppercase()).unwrap_or(0);
                for way in &chosen {
                    let text = format!("{way}{mode}{atom}");
                    let text = if head > 0 {
                        format!("{way}{mode}{}{}", &atom[..head], &atom[head..])
                    } else {
                        text
                    };
                    let parsed = betza::parse_on(grid, &text);
                    if parsed.is_valid() && parsed.is_plain() {
                        found.push(Part { text, rays: parsed.rays });
                    }
                }
            }
        }
        found
    })
}

/// The notation of moves; `None` where it has no words for them.
pub(super) fn text(grid: Grid, rays: &[Ray]) -> Option<String> {
    let wanted = united(rays);
    let fits = |part: &&Part| part.rays.iter().all(|ray| wanted.contains(ray));
    let fitting: Vec<&Part> = parts(grid).iter().filter(fits).collect();
    let mut left = wanted.clone();
    let mut chosen: Vec<&Part> = Vec::new();
    while !left.is_empty() {
        let gain = |part: &Part| part.rays.iter().filter(|ray| left.contains(ray)).count();
        // Of those that say most, the shortest; of these the first.
        let best =
            fitting.iter().rev().max_by_key(|part| (gain(part), std::cmp::Reverse(part.text.len())))?;
        if gain(best) == 0 {
            return None;
        }
        left.retain(|ray| !best.rays.contains(ray));
        chosen.push(best);
    }
    // Captures stand last, as people write pawns.
    chosen.sort_by_key(|part| part.rays.iter().all(|ray| !ray.moves));
    let mut text = String::new();
    for part in chosen {
        // `W W` is not `WW`.
        if text.chars().last().is_some_and(|last| part.text.starts_with(last)) {
            text.push(' ');
        }
        text.push_str(&part.text);
    }
    let mut said = betza::parse_on(grid, &text).rays;
    said.sort_unstable();
    (said == wanted && text.len() <= betza::MAX_TEXT).then_some(text)
}

/// Moves that go the same way with and without capturing are one.
fn united(rays: &[Ray]) -> Vec<Ray> {
    let mut all: Vec<Ray> = Vec::new();
    for ray in rays {
        let like = |one: &&mut Ray| Ray { moves: ray.moves, captures: ray.captures, ..**one } == *ray;
        match all.iter_mut().find(like) {
            Some(one) => {
                one.moves |= ray.moves;
                one.captures |= ray.captures;
            }
            None => all.push(*ray),
        }
    }
    all.sort_unstable();
    all
}

/// A move without what may stand at its end.
pub(super) fn ray(step: (i8, i8), min: u8, max: u8, path: Path) -> Ray {
    Ray { step, min, max, path, moves: false, captures: false, round: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_comes_back_from_what_it_means() {
        for (theirs, ours) in [
            ("fmWfcF", "fmWfcF"),
            ("WFN", "KN"),
            ("R", "R"),
            ("mWcFbW", "fsmWbWcF"),
            ("mRcpR", "mRcpR"),
            ("nNnA", "nNnA"),
            ("fWflFrN", "fWflFrN"),
            ("W R", "R"),
        ] {
            let rays = betza::parse(theirs).rays;
            let text = text(Grid::Square, &rays).unwrap();
            let mut back = betza::parse(&text).rays;
            let mut meant = united(&rays);
            back.sort_unstable();
            meant.sort_unstable();
            assert_eq!(back, meant, "{theirs} {text}");
            if theirs != "W R" {
                assert_eq!(text.len(), ours.len(), "{theirs} {text}");
            }
        }
        let pawn = betza::parse_on(Grid::Hexagon, "fmWfscW").rays;
        assert_eq!(betza::parse_on(Grid::Hexagon, &text(Grid::Hexagon, &pawn).unwrap()).rays.len(), 3);
        assert_eq!(text(Grid::Square, &betza::parse("FyafsF").rays), None);
    }
}
