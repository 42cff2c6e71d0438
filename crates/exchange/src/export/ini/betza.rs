//! Moves in the notation of Fairy-Stockfish, which is smaller than ours and reads some letters otherwise.

use std::collections::{BTreeMap, BTreeSet};

use berolina_rules::definition::{Path, Ray, betza};
use berolina_rules::geometry::Offset;

use crate::ini::betza::{self as theirs, Step};

/// Moves that are written alike but for their directions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Form {
    /// Where it may go: to empty squares, to enemies.
    modes: (bool, bool),
    /// `n`, `p`, `g` or nothing.
    path: &'static str,
    /// How often it repeats the step; 0 without limit.
    range: u8,
    atom: char,
}

/// Moves as the program reads them, each with what stands before all its letters, such as `i`; `None` where it has no words for one.
pub(super) fn write(rays: &[Ray], before: &str) -> Option<String> {
    let mut modes: Vec<(Ray, (bool, bool))> = Vec::new();
    for (ray, mode) in plain(rays) {
        match modes.iter_mut().find(|(other, _)| *other == ray) {
            Some((_, had)) => *had = (had.0 | mode.0, had.1 | mode.1),
            None => modes.push((ray, mode)),
        }
    }
    let mut forms: BTreeMap<Form, BTreeSet<Step>> = BTreeMap::new();
    for (ray, modes) in modes {
        let (form, step) = form(&ray, modes)?;
        forms.entry(form).or_default().insert(step);
    }
    let mut text = String::new();
    let mut written: Vec<(Form, Vec<String>)> = Vec::new();
    for (form, steps) in forms {
        written.push((form, directions(form.atom, &steps)?));
    }
    for (form, words) in &written {
        // Both straight and diagonal: one letter for both.
        let other = |atom| {
            written.iter().any(|(one, dirs)| *one == Form { atom, ..*form } && dirs == words && *dirs == [""])
        };
        let letter = match (form.atom, form.range) {
            ('F', _) if other('W') => continue,
            ('W', 1) if other('F') => "K".to_owned(),
            ('W', 0) if other('F') => "Q".to_owned(),
            ('W', 0) => "R".to_owned(),
            ('F', 0) => "B".to_owned(),
            ('W', range) if other('F') => format!("Q{range}"),
            ('W', range) if range > 1 => format!("R{range}"),
            ('F', range) if range > 1 => format!("B{range}"),
            (atom, 0) => format!("{atom}{atom}"),
            (atom, 1) => atom.to_string(),
            (atom, range) => format!("{atom}{range}"),
        };
        let mode = match form.modes {
            (true, true) => "",
            (true, false) => "m",
            _ => "c",
        };
        for word in words {
            let part = format!("{before}{mode}{}{word}{letter}", form.path);
            // A letter doubled would be another.
            text = if text.ends_with(&part[..1]) { part + &text } else { text + &part };
        }
    }
    says(&text, rays).then_some(text)
}

/// Whether a text means these moves, as our own reader of the program's notation has it.
fn says(text: &str, rays: &[Ray]) -> bool {
    let mut parts = theirs::read(text);
    parts.iter_mut().for_each(|part| part.initial = false);
    let Some(ours) = theirs::write(&parts) else { return false };
    let same = |rays: &[Ray]| {
        let mut seen: Vec<String> = plain(rays)
            .flat_map(|(ray, (quiet, takes))| {
                let one = |mode: &str| format!("{mode}{ray:?}");
                [quiet.then(|| one("m")), takes.then(|| one("c"))].into_iter().flatten()
            })
            .collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    };
    let parsed = betza::parse(&ours);
    parsed.is_valid() && same(&parsed.rays) == same(rays)
}

/// Rays without how they may end, and that beside them.
fn plain(rays: &[Ray]) -> impl Iterator<Item = (Ray, (bool, bool))> + '_ {
    rays.iter().map(|ray| (Ray { moves: true, captures: true, ..*ray }, (ray.moves, ray.captures)))
}

/// How a ray is written, and where its step leads.
fn form(ray: &Ray, modes: (bool, bool)) -> Option<(Form, Step)> {
    if ray.round {
        return None;
    }
    let slides = |step: Offset| matches!(atom(step), Some('W' | 'F' | 'N'));
    let range = match ray.max {
        u8::MAX => 0,
        max if max <= 9 => max,
        _ => return None,
    };
    let (path, range, step) = match ray.path {
        Path::Clear if ray.min == 1 && (range == 1 || slides(ray.step)) => ("", range, ray.step),
        Path::Clear if (ray.min, ray.max) == (2, 2) && matches!(atom(ray.step), Some('W' | 'F')) => {
            ("n", 1, (2 * ray.step.0, 2 * ray.step.1))
        }
        Path::Lame { .. } if ray.max == 1 => ("n", 1, ray.step),
        Path::Cannon => ("p", range, ray.step),
        Path::Grasshopper => ("g", 0, ray.step),
        _ => return None,
    };
    Some((Form { modes, path, range, atom: atom(step)? }, step))
}

/// The letter of a leap.
fn atom((x, y): Offset) -> Option<char> {
    let (near, far) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
    Some(match (near, far) {
        (0, 1) => 'W',
        (1, 1) => 'F',
        (0, 2) => 'D',
        (1, 2) => 'N',
        (2, 2) => 'A',
        (0, 3) => 'H',
        (1, 3) => 'C',
        (2, 3) => 'Z',
        (3, 3) => 'G',
        _ => return None,
    })
}

/// Letters for some of an atom's steps; several texts, where one does not do.
fn directions(atom: char, steps: &BTreeSet<Step>) -> Option<Vec<String>> {
    const WORDS: [&str; 36] = [
        "", "f", "b", "l", "r", "v", "s", "fs", "bs", "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb", "lv",
        "rv", "fh", "bh", "lh", "rh", "hl", "hr", "ff", "bb", "ll", "rr", "vv", "ss", "fb", "vl", "vr", "fv",
        "bv",
    ];
    let chosen = |word: &str| theirs::read(&format!("{word}{atom}")).pop().map(|part| part.steps);
    if let Some(word) = WORDS.iter().find(|word| chosen(word).as_ref() == Some(steps)) {
        return Some(vec![(*word).to_owned()]);
    }
    let mut left = steps.clone();
    let mut found = Vec::new();
    while !left.is_empty() {
        let fitting = WORDS.iter().filter_map(|word| chosen(word).map(|set| (set, *word)));
        let inside = fitting.filter(|(set, _)| !set.is_empty() && set.is_subset(&left));
        let (set, word) = inside.max_by_key(|(set, word)| (set.len(), usize::MAX - word.len()))?;
        left = left.difference(&set).copied().collect();
        found.push(word.to_owned());
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_as_the_program_reads_them() {
        for (ours, expected) in [
            ("K", "K"),
            ("Q", "Q"),
            ("fK", "fW"),
            ("fmWfcF", "cfFmfW"),
            ("mRcpR", "cpRmR"),
            ("FfW", "FfW"),
            ("nN", "nN"),
            ("NN", "NN"),
            ("gQ", "gQ"),
            ("lfF", "flF"),
            ("Z", "Z"),
            ("RcpRnN", "RcpRnN"),
        ] {
            let rays = betza::parse(ours).rays;
            assert_eq!(write(&rays, "").as_deref(), Some(expected), "{ours}");
        }
        for none in ["nH", "jR", "zB", "[F?fsR]", "oR", "FX"] {
            assert_eq!(write(&betza::parse(none).rays, ""), None, "{none}");
        }
    }
}
