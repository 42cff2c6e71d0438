//! The program's own Betza notation, which is smaller than XBoard's and differs: `fK` is `fWfF`, `L` and `C` are one leap, letters that
//! it does not know mean nothing.

use std::collections::BTreeSet;

use berolina_rules::definition::betza;

/// A step to the right and forward.
pub(crate) type Step = (i8, i8);

/// A part of a piece's moves.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Which leap, by our letter.
    atom: char,
    pub steps: BTreeSet<Step>,
    pub quiet: bool,
    captures: bool,
    /// Only from where pawns may step twice.
    pub initial: bool,
    hops: bool,
    pub lame: bool,
    /// How often it repeats the step, 0 without limit.
    range: Option<u8>,
}

/// The leaps by our letters, forward and to the side.
const LEAPS: [(char, i8, i8); 10] = [
    ('W', 1, 0),
    ('F', 1, 1),
    ('D', 2, 0),
    ('N', 2, 1),
    ('A', 2, 2),
    ('H', 3, 0),
    ('C', 3, 1),
    ('Z', 3, 2),
    ('G', 3, 3),
    ('C', 3, 1),
];

/// For each of the eight turns of a leap, the pairs of letters that choose it.
const CHOSEN: [&str; 8] = [
    "ff vv rf rv fh rh hr",
    "bb vv lb lv bh lh hr",
    "rr ss br bs bh rh hr",
    "ll ss fl fs fh lh hr",
    "rr ss fr fs fh rh hl",
    "ll ss bl bs bh lh hl",
    "bb vv rb rv bh rh hl",
    "ff vv lf lv fh lh hl",
];

/// The eight turns of a leap, in the same order.
fn turns(ahead: i8, aside: i8) -> [Step; 8] {
    [
        (aside, ahead),
        (-aside, -ahead),
        (ahead, -aside),
        (-ahead, aside),
        (ahead, aside),
        (-ahead, -aside),
        (aside, -ahead),
        (-aside, ahead),
    ]
}

/// What stands before an atom.
#[derive(Default)]
struct Before {
    quiet: bool,
    captures: bool,
    pairs: Vec<[char; 2]>,
    hops: bool,
    grasshops: bool,
    lame: bool,
    initial: bool,
}

/// The parts of a piece's moves.
pub(crate) fn read(text: &str) -> Vec<Part> {
    let chars: Vec<char> = text.chars().take(256).collect();
    let (up, side) = (['f', 'b', 'v', 'h'], ['r', 'l', 's', 'h']);
    let mut parts = Vec::new();
    let mut before = Before::default();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let next = chars.get(at + 1).copied();
        at += 1;
        match c {
            'm' => before.quiet = true,
            'c' => before.captures = true,
            'p' => before.hops = true,
            'g' => before.grasshops = true,
            'n' => before.lame = true,
            'i' => before.initial = true,
            c if up.contains(&c) || side.contains(&c) => {
                let joins = |n: &char| {
                    *n == c || up.contains(&c) && side.contains(n) || side.contains(&c) && up.contains(n)
                };
                let second = next.filter(joins);
                at += usize::from(second.is_some());
                before.pairs.push([c, second.unwrap_or(c)]);
            }
            'W' | 'F' | 'D' | 'N' | 'A' | 'H' | 'L' | 'C' | 'J' | 'Z' | 'G' | 'K' | 'R' | 'B' | 'Q' => {
                let digit = next.and_then(|n| n.to_digit(10)).map(|n| n as u8);
                let doubled = next == Some(c);
                at += usize::from(digit.is_some() || doubled);
                let slides = matches!(c, 'R' | 'B' | 'Q') || digit.is_some() || doubled;
                add(&mut parts, c, slides, digit, std::mem::take(&mut before));
            }
            _ => {}
        }
    }
    parts
}

fn add(parts: &mut Vec<Part>, letter: char, slides: bool, digit: Option<u8>, before: Before) {
    let atoms: &[char] = match letter {
        'K' | 'Q' => &['W', 'F'],
        'R' => &['W'],
        'B' => &['F'],
        'L' => &['C'],
        'J' => &['Z'],
        _ => &[letter],
    };
    for &atom in atoms {
        let Some(&(_, ahead, aside)) = LEAPS.iter().find(|leap| leap.0 == atom) else { continue };
        // Of straight leaps each letter of a pair counts by itself, unless the atom has diagonal ones as well.
        let split = atoms.len() == 1 && aside == 0;
        let pairs: Vec<[char; 2]> = match split {
            true => before.pairs.iter().flat_map(|&[a, b]| [[a, a], [b, b]]).collect(),
            false => before.pairs.clone(),
        };
        let pairs: Vec<String> = pairs.iter().map(|pair| pair.iter().collect()).collect();
        let fits = |chosen: &str| chosen.split(' ').any(|pair| pairs.iter().any(|said| said == pair));
        let all = turns(ahead, aside);
        let steps = all.into_iter().zip(CHOSEN).filter(|(_, chosen)| pairs.is_empty() || fits(chosen));
        let either = !before.quiet && !before.captures;
        let range = match (slides, before.grasshops) {
            (_, true) => Some(digit.unwrap_or(1)),
            (true, false) => Some(digit.unwrap_or(0)),
            (false, false) => None,
        };
        parts.push(Part {
            atom,
            steps: steps.map(|(step, _)| step).collect(),
            quiet: before.quiet || either,
            captures: before.captures || either,
            initial: before.initial,
            hops: before.hops || before.grasshops,
            lame: before.lame && !slides,
            range,
        });
    }
}

impl Part {
    /// Whether it says the same for other steps of one leap.
    fn joins(&self, other: &Self) -> bool {
        (self.atom, self.quiet, self.captures, self.hops, self.lame, self.range)
            == (other.atom, other.quiet, other.captures, other.hops, other.lame, other.range)
    }

    /// The same in XBoard's notation; `None` for what is not known to mean the same.
    fn write(&self) -> Option<String> {
        let mode = match (self.quiet, self.captures) {
            (true, true) => "",
            (true, false) => "m",
            _ => "c",
        };
        let (path, atom) = match (self.hops, self.lame, self.range, self.atom) {
            (true, _, Some(1), 'W' | 'F') => ("g", self.slide(0)),
            (true, _, range, 'W' | 'F') => ("p", self.slide(range.unwrap_or(0))),
            (true, ..) => return None,
            (false, true, _, 'W' | 'F') => ("", self.atom.to_string()),
            (false, true, _, 'N' | 'A' | 'D' | 'Z') => ("n", self.atom.to_string()),
            (false, true, ..) => return None,
            (false, false, None, atom) => ("", atom.to_string()),
            (false, false, Some(range), 'W' | 'F' | 'N') => ("", self.slide(range)),
            (false, false, Some(1), atom) => ("", atom.to_string()),
            _ => return None,
        };
        let texts = directions(self.atom, &self.steps);
        Some(texts.iter().map(|text| format!("{mode}{path}{text}{atom}")).collect())
    }

    fn slide(&self, range: u8) -> String {
        match (self.atom, range) {
            ('W', 0) => "R".to_owned(),
            ('F', 0) => "B".to_owned(),
            ('N', 0) => "NN".to_owned(),
            (atom, 1) => atom.to_string(),
            (atom, range) => format!("{atom}{range}"),
        }
    }
}

/// Letters for some of an atom's steps; several texts, where one does not do.
fn directions(atom: char, steps: &BTreeSet<Step>) -> Vec<String> {
    let words = [
        "", "f", "b", "l", "r", "v", "s", "fs", "bs", "fl", "fr", "bl", "br", "fv", "lf", "rf", "lb", "rb",
        "fh", "bh", "lh", "rh", "hl", "hr", "vl", "vr", "flr", "blr", "fbl", "fbr", "lv", "rv", "ff", "bb",
        "sv", "flbr", "frbl", "fsb", "bsf", "frb", "flb",
    ];
    let chosen = |word: &str| -> Option<BTreeSet<Step>> {
        let parsed = betza::parse(&format!("{word}{atom}"));
        parsed.is_valid().then(|| parsed.rays.iter().map(|ray| ray.step).collect())
    };
    if let Some(word) = words.iter().find(|word| chosen(word).as_ref() == Some(steps)) {
        return vec![(*word).to_owned()];
    }
    let mut left = steps.clone();
    let mut found = Vec::new();
    while !left.is_empty() {
        let fitting = words.iter().filter_map(|word| chosen(word).map(|set| (set, *word)));
        let best = fitting.filter(|(set, _)| set.is_subset(&left)).max_by_key(|(set, _)| set.len());
        let Some((set, word)) = best else { break };
        left = left.difference(&set).copied().collect();
        found.push(word.to_owned());
    }
    found
}

/// All parts but the first moves in our notation; `None` for what is not known to mean the same.
pub(crate) fn write(parts: &[Part]) -> Option<String> {
    let mut joined: Vec<Part> = Vec::new();
    for part in parts.iter().filter(|part| !part.initial && !part.steps.is_empty()) {
        match joined.iter_mut().find(|one| one.joins(part)) {
            Some(one) => one.steps.extend(&part.steps),
            None => joined.push(part.clone()),
        }
    }
    let texts: Option<Vec<String>> = joined.iter().map(Part::write).collect();
    let text = texts?.concat();
    let text = match text.as_str() {
        "WF" => "K".to_owned(),
        "RB" => "Q".to_owned(),
        "mRmB" => "mQ".to_owned(),
        "cRcB" => "cQ".to_owned(),
        _ => text,
    };
    Some(text)
}

/// Whether the moves tell left from right.
pub(super) fn is_handed(parts: &[Part]) -> bool {
    let has = |part: &Part, (x, y): Step| {
        parts
            .iter()
            .any(|other| other.joins(part) && other.initial == part.initial && other.steps.contains(&(-x, y)))
    };
    parts.iter().any(|part| part.steps.iter().any(|&step| !has(part, step)))
}

/// Whether a piece could go back by the same moves without capturing.
pub(super) fn goes_back(parts: &[Part]) -> bool {
    let quiet = || parts.iter().filter(|part| part.quiet && !part.initial);
    quiet().any(|part| part.steps.iter().any(|&(x, y)| quiet().any(|other| other.steps.contains(&(-x, -y)))))
}

/// Whether a piece has a move from a square on an empty board.
pub(super) fn can_move(parts: &[Part], file: usize, rank: usize, files: usize, ranks: usize) -> bool {
    let inside =
        |at: usize, by: i8, size: usize| at.checked_add_signed(by.into()).is_some_and(|to| to < size);
    let quiet = parts.iter().filter(|part| part.quiet && !part.initial);
    quiet.flat_map(|part| &part.steps).any(|&(x, y)| inside(file, x, files) && inside(rank, y, ranks))
}
