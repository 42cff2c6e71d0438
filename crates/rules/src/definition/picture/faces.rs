//! Which drawing shows which piece.
//!
//! The drawings themselves stand with the browser app (`web/src/lib/art`); here are their names, the other names of pieces that they
//! show, and the moves that they suit.

use std::collections::BTreeSet;

use super::beside::is_file_name;
use super::clean_svg;
use crate::definition::reader::Reader;
use crate::definition::syntax::Node;
use crate::definition::{Code, Path, Piece, Ray, betza, names};
use crate::geometry::{Grid, Offset};
use crate::say;

/// A drawing a line: its name, moves, and names of pieces; divided by tabs.
const FACES: &str = include_str!("faces.tsv");

/// What a file says of a piece that is to be shown by its letter.
pub const LETTER: &str = "letter";

/// What begins the picture of a piece that another one promotes to, and is drawn as that one with a sign.
const PROMOTED: &str = "promoted-";

/// The drawing of what must not be lost.
const KING: &str = "king";

/// How many steps of a slide are compared.
const SLIDE: u8 = 5;

/// A drawing.
struct Face {
    name: &'static str,
    moves: &'static str,
    others: &'static str,
}

fn faces() -> impl Iterator<Item = Face> {
    FACES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut cells = line.split('\t');
        let [name, moves, others] = std::array::from_fn(|_| cells.next().unwrap_or_default());
        Face { name, moves, others }
    })
}

/// The names of all drawings, in their order.
///
/// ```
/// use berolina_rules::definition::drawings;
///
/// assert_eq!(drawings().next(), Some("king"));
/// assert!(drawings().any(|name| name == "wizard"));
/// ```
pub fn drawings() -> impl Iterator<Item = &'static str> {
    faces().map(|face| face.name).filter(|name| !name.starts_with(PROMOTED))
}

/// The drawing of pieces of this name.
fn called(name: &str) -> Option<&'static str> {
    let find = |fits: &dyn Fn(&Face) -> bool| faces().find(fits).map(|face| face.name);
    find(&|face| face.name == name)
        .or_else(|| find(&|face| face.others.split(' ').any(|other| other == name)))
}

/// What a file says of a piece's picture.
pub(in crate::definition) struct Said<'a> {
    pub(in crate::definition) picture: Option<&'a Node>,
    pub(in crate::definition) royal: bool,
}

/// The drawings that a piece may still have.
struct Left<'a> {
    taken: &'a BTreeSet<String>,
    royal: bool,
}

impl Left<'_> {
    /// What looks like a king is royal.
    fn has(&self, name: &str) -> bool {
        !self.taken.contains(name) && (self.royal || name != KING)
    }
}

/// Gives each piece a picture: what the file says of it, else a drawing that no other piece of the game has. What a piece is called says
/// more than how it moves, and how it moves more than a word of its name; a piece for which nothing is left is shown by its letter.
pub(in crate::definition) fn choose(r: &mut Reader<'_>, said: &[Said<'_>], pieces: &mut [Piece]) {
    let mut chosen: Vec<Option<String>> =
        said.iter().map(|said| said.picture.and_then(|node| told(r, node))).collect();
    let grid = r.shape.grid();
    type Way<'a> = &'a dyn Fn(&Piece, &Left<'_>) -> Option<String>;
    let ways: [Way<'_>; 6] = [
        &|piece, left| by_name(&piece.name).filter(|name| *name == piece.name && left.has(name)),
        &|_, left| Some(KING.to_owned()).filter(|name| left.royal && left.has(name)),
        &|piece, left| by_name(&piece.name).filter(|name| left.has(name)),
        &|piece, left| by_moves(piece, grid, left, 1.0),
        &|piece, left| piece.name.rsplit('-').filter_map(by_name).find(|name| left.has(name)),
        &|piece, left| by_moves(piece, grid, left, NEAR),
    ];
    for way in ways {
        let mut taken: BTreeSet<String> = chosen.iter().flatten().cloned().collect();
        let open = chosen.iter_mut().zip(said).zip(&*pieces).filter(|((mine, _), _)| mine.is_none());
        for ((mine, said), piece) in open {
            *mine = way(piece, &Left { taken: &taken, royal: said.royal });
            taken.extend(mine.clone());
        }
    }
    for (piece, picture) in pieces.iter_mut().zip(chosen) {
        piece.picture = picture.unwrap_or_default();
    }
}

/// The picture that a file names; an empty one is the letter.
fn told(r: &mut Reader<'_>, node: &Node) -> Option<String> {
    let text = node.text()?;
    if text == LETTER {
        return Some(String::new());
    }
    if text.trim_start().starts_with('<') {
        let cleaned = clean_svg(text).map_err(|fault| {
            let at = r.part(node, fault.at);
            r.fault(Code::E122, &at, fault.message, fault.hint);
        });
        return cleaned.ok();
    }
    if text.contains(['/', '\\']) || text.ends_with(".svg") {
        return from_file(r, node, text);
    }
    let found = called(text).filter(|name| !name.starts_with(PROMOTED));
    if found.is_none() {
        let all =
            || faces().flat_map(|face| face.others.split(' ').chain([face.name])).filter(|n| !n.is_empty());
        let hint =
            names::did_you_mean(text, all()).or_else(|| names::one_of(say!("the drawings are"), drawings()));
        r.fault(
            Code::E121,
            &node.place,
            say!("there is no drawing `{text}`", text = names::shown(text)),
            hint,
        );
    }
    found.map(str::to_owned)
}

/// The picture of a file beside the one that names it.
fn from_file(r: &mut Reader<'_>, node: &Node, name: &str) -> Option<String> {
    let shown = names::shown(name);
    if !is_file_name(name) {
        let hint = say!("a picture stands beside the game's file, such as picture = \"wyvern.svg\"");
        r.fault(Code::E121, &node.place, say!("`{shown}` is no plain name of a file", shown), Some(hint));
        return None;
    }
    let beside = r.files[usize::from(node.place.file)].beside.clone();
    match beside.get(name) {
        Some(Ok(text)) => {
            let cleaned = clean_svg(text);
            cleaned.map_err(|fault| r.fault_elsewhere(Code::E122, name, text, fault)).ok()
        }
        Some(Err(why)) => {
            r.fault(Code::E121, &node.place, say!("`{shown}` {why}", shown, why = why.clone()), None);
            None
        }
        None => {
            let hint = say!(
                "put it into the folder of the game's file, or write the SVG itself between ''' and '''"
            );
            let message = say!("there is no `{shown}` beside this file", shown);
            r.fault(Code::E121, &node.place, message, Some(hint));
            None
        }
    }
}

/// The drawing of a name. What a piece becomes by promotion, where that is a piece of its own, is drawn as what it was.
fn by_name(name: &str) -> Option<String> {
    let known = called(name).map(str::to_owned);
    known.or_else(|| called(name.strip_prefix(PROMOTED)?).map(|before| format!("{PROMOTED}{before}")))
}

/// How alike the moves of a drawing and of a piece must be: the part of all their moves that is of both.
const NEAR: f64 = 0.55;

/// The drawing, among those that are left, whose moves are most like a piece's.
fn by_moves(piece: &Piece, grid: Grid, left: &Left<'_>, least: f64) -> Option<String> {
    let mine = steps(&piece.rules[0].moves.rays);
    let mut best: Option<(f64, &str)> = None;
    for face in faces().filter(|face| !face.moves.is_empty() && left.has(face.name)) {
        let parsed = betza::parse_on(grid, face.moves);
        if !parsed.is_valid() {
            continue;
        }
        let theirs = steps(&parsed.rays);
        let both = mine.intersection(&theirs).count() as f64;
        let all = mine.union(&theirs).count().max(1) as f64;
        let alike = both / all;
        if alike >= least && best.is_none_or(|best| alike > best.0) {
            best = Some((alike, face.name));
        }
    }
    best.map(|best| best.1.to_owned())
}

/// The moves of a piece one by one, a slide as its first steps: where to, over what, and whether it captures.
fn steps(rays: &[Ray]) -> BTreeSet<(Offset, Path, u8, bool)> {
    let mut steps = BTreeSet::new();
    for ray in rays {
        for length in ray.min..=ray.max.min(SLIDE) {
            let mut add = |captures| steps.insert((ray.step, ray.path, length, captures));
            if ray.moves {
                add(false);
            }
            if ray.captures {
                add(true);
            }
        }
    }
    steps
}
