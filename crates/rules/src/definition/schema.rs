//! The keys that a variant file may have, and what kind of value each takes.

mod values;

use super::names;
use super::syntax::Node;
use crate::geometry::{MAX_FILES, MAX_RANKS, MAX_SIDE};
use crate::message::Message;
use crate::say;

pub(super) use values::check;

/// The greatest length of a line of text for people, in characters.
pub const MAX_LINE: usize = 200;
/// The greatest length of a longer text, in characters.
pub const MAX_PARAGRAPHS: usize = 4000;
/// The greatest length of moves, regions and lists of pieces.
pub const MAX_NOTATION: usize = 256;
/// The greatest number of hints.
pub const MAX_HINTS: usize = 32;
/// The greatest number of checks that a game counts.
pub const MAX_CHECKS: u8 = 99;
/// The greatest number of pieces that a goal asks for.
pub const MAX_GOAL: u8 = 64;
/// The greatest number of pieces that are too few.
pub const MAX_LEFT: u8 = 64;

/// The greatest number of points that a piece is worth where they decide drawn games.
pub const MAX_POINTS: u8 = 100;

/// The greatest number of moves that a player counts.
pub const MAX_COUNT: u8 = 100;

/// What a key takes.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// One line for people.
    Line,
    /// Paragraphs for people.
    Paragraphs,
    /// A list of lines.
    Lines,
    /// The name of a game, army or value.
    Name,
    Number(i64, i64),
    Truth,
    /// `false` alone, which removes what was inherited.
    No,
    /// A text that a later step reads.
    Notation(Notation),
    /// Moves in Betza notation.
    Moves,
    /// The name of a drawing or of a file with one, or an SVG.
    Picture,
    /// Ranks of an array.
    Rows,
    Word(&'static [&'static str]),
    Table(&'static [Key]),
    /// Tables with names of the writer's choice: the name of one, and its keys.
    Named(&'static str, &'static [Kind]),
    /// Any keys that are rules.
    Rules,
}

/// What is written in a notation of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Squares of the board.
    Region,
    /// One square.
    Square,
    /// Letters of pieces.
    Letters,
    /// The letter of a piece.
    Letter,
    /// The ranks of an array, in letters of pieces.
    Ranks,
    /// Moves in Betza notation.
    Moves,
    /// Letters of pieces and the number for them, part by part.
    Counts,
}

impl Notation {
    fn said(self) -> Message {
        match self {
            Self::Region => say!("a region"),
            Self::Square => say!("a square"),
            Self::Letters => say!("letters of pieces"),
            Self::Letter => say!("the letter of a piece"),
            Self::Ranks => say!("a list of ranks"),
            Self::Moves => say!("moves in Betza notation"),
            Self::Counts => say!("letters and a number, part by part"),
        }
    }
}

/// A key and what it takes.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) kinds: &'static [Kind],
}

const fn key(name: &'static str, kinds: &'static [Kind]) -> Key {
    Key { name, kinds }
}

const MOVES: Kind = Kind::Moves;
const REGION: Kind = Kind::Notation(Notation::Region);
const LETTERS: Kind = Kind::Notation(Notation::Letters);
const LETTER: Kind = Kind::Notation(Notation::Letter);
const SQUARE: Kind = Kind::Notation(Notation::Square);
const VERDICT: Kind = Kind::Word(&["draw", "loss", "win"]);

const LEAP_CAPTURE: Kind =
    Kind::Table(&[key("leap", &[MOVES]), key("over", &[MOVES]), key("must-capture", &[Kind::Truth])]);

/// The rules of a piece, which may differ by army.
const PIECE_RULES: [Key; 24] = [
    key("moves", &[MOVES]),
    key("first-moves", &[MOVES, Kind::No]),
    key("leap-capture", &[LEAP_CAPTURE, Kind::No]),
    key("first-leap-capture", &[LEAP_CAPTURE, Kind::No]),
    key(
        "double-step",
        &[
            Kind::Table(&[
                key("moves", &[MOVES]),
                key("from", &[REGION]),
                key("triple-from", &[REGION, Kind::No]),
                key("en-passant", &[Kind::Truth, REGION]),
            ]),
            Kind::No,
        ],
    ),
    key("en-passant", &[Kind::Truth]),
    key("promotes", &[Kind::Truth, LETTERS]),
    key("enters-for", &[Kind::Table(&[key("piece", &[LETTER]), key("on", &[REGION])]), Kind::No]),
    key("enters-behind", &[LETTERS, Kind::No]),
    key("drops", &[REGION]),
    key("leaves", &[LETTER, Kind::No]),
    key("captor-becomes", &[LETTER, Kind::No]),
    key("captures-own", &[Kind::Truth]),
    key("turns-to-stone", &[Kind::Truth]),
    key("stays-in", &[REGION, Kind::No]),
    key("moves-on", &[Kind::Table(&[key("region", &[REGION]), key("moves", &[MOVES])]), Kind::No]),
    key(
        "promotion",
        &[
            Kind::Table(&[
                key("on", &[REGION]),
                key("optional", &[REGION]),
                key("leaving", &[Kind::Truth]),
                key("by-capture", &[Kind::Truth]),
            ]),
            Kind::No,
        ],
    ),
    key("drop-limit", &[Kind::Number(1, MAX_RANKS as i64), Kind::No]),
    key("drop-mates", &[Kind::Truth]),
    key("drops-balanced", &[Kind::Truth]),
    key("value", &[Kind::Number(0, 10_000)]),
    key("avoids", &[LETTERS, Kind::No]),
    key("unsettled-by", &[LETTERS, Kind::No]),
    key("promoted-moved", &[Kind::Truth]),
];

const PIECE: [Key; 32] = joined(
    &joined::<25>(&[key("letter", &[LETTER])], &PIECE_RULES),
    &[
        key("royal", &[Kind::Truth]),
        key("silent", &[Kind::Truth]),
        key("figures", &[Kind::Line]),
        key("picture", &[Kind::Picture, Kind::No]),
        key("about", &[Kind::Line]),
        key("name", &[Kind::Name]),
        key("points", &[Kind::Number(0, MAX_POINTS as i64)]),
    ],
);

/// Keys behind others; `N` is the sum of their numbers.
const fn joined<const N: usize>(first: &[Key], then: &[Key]) -> [Key; N] {
    assert!(first.len() + then.len() == N);
    let mut all = [key("", &[]); N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() { first[at] } else { then[at - first.len()] };
        at += 1;
    }
    all
}

const WING: Kind = Kind::Table(&[
    key("king", &[SQUARE, Kind::No]),
    key("rook", &[SQUARE, Kind::No]),
    key("king-to", &[SQUARE]),
    key("rook-to", &[SQUARE]),
    key("farther", &[Kind::Table(&[key("king-to", &[SQUARE]), key("rook-to", &[SQUARE])]), Kind::No]),
    key("wins", &[Kind::Truth]),
]);
const CASTLING: [Kind; 2] = [
    Kind::Table(&[
        key("by", &[LETTER]),
        key("placed", &[LETTER, Kind::No]),
        key("king-side", &[WING, Kind::No]),
        key("queen-side", &[WING, Kind::No]),
        key("through-attack", &[Kind::Truth]),
        key("opposite", &[Kind::Truth]),
    ]),
    Kind::No,
];
const PROMOTION_STEP: Kind = Kind::Table(&[
    key("on", &[REGION]),
    key("moves", &[MOVES]),
    key("last-anywhere", &[Kind::Truth]),
    key("declinable", &[Kind::Truth]),
]);
const PROMOTION: [Kind; 2] = [
    Kind::Table(&[
        key("on", &[REGION]),
        key("optional", &[REGION]),
        key("to", &[LETTERS]),
        key("leaving", &[Kind::Truth]),
        key("by-capture", &[Kind::Truth]),
        key("limit", &[LETTERS, Kind::No]),
        key("limit-counts-hand", &[Kind::Truth]),
        key("in-place", &[Kind::Truth]),
        key("reverts", &[Kind::Truth]),
        key("step", &[PROMOTION_STEP, Kind::No]),
        key("quiet", &[Kind::Truth]),
    ]),
    Kind::No,
];
const CAPTURE: [Kind; 2] = [Kind::Word(&["any", "most", "unless-check"]), Kind::No];
const GOAL: [Kind; 2] = [
    Kind::Table(&[
        key("pieces", &[LETTERS]),
        key("on", &[REGION]),
        key("count", &[Kind::Number(1, MAX_GOAL as i64)]),
        key("safe", &[Kind::Truth]),
        key("hold", &[Kind::Truth]),
        key("last-move", &[Kind::Truth]),
        key("shy", &[Kind::Truth]),
    ]),
    Kind::No,
];
const CHECKS: [Kind; 2] = [Kind::Number(1, MAX_CHECKS as i64), Kind::No];
const LOST_BY: Kind = Kind::Word(&["checkmate", "capture"]);
const ROYAL: [Kind; 2] = [
    Kind::Table(&[
        key("pieces", &[LETTERS]),
        key("lost", &[Kind::Word(&["any", "all", "kind", "last"])]),
        key("result", &[VERDICT]),
    ]),
    Kind::No,
];

const EXTINCTION: [Kind; 2] = [
    Kind::Table(&[
        key("pieces", &[LETTERS]),
        key("left", &[Kind::Number(0, MAX_LEFT as i64)]),
        key("each", &[Kind::Truth]),
        key("result", &[VERDICT]),
    ]),
    Kind::No,
];

const ARMY: Kind = Kind::Table(&[
    key("about", &[Kind::Line]),
    key("pieces", &[Kind::Named("a piece", &[Kind::Table(&PIECE_RULES)])]),
    key("array", &[Kind::Rows]),
    key("royal", &ROYAL),
    key("extinction", &EXTINCTION),
    key("king-lost-by", &[LOST_BY]),
    key("capture", &CAPTURE),
    key("castling", &CASTLING),
    key("promotion", &PROMOTION),
    key("hand", &[Kind::Table(&[key("pieces", &[LETTERS]), key("drops", &[REGION])])]),
    key("goal", &GOAL),
    key("checks", &CHECKS),
    key("giving-check", &[Kind::Truth]),
    key("king-flees", &[Kind::Truth]),
]);

/// The keys that are rules: they may stand in the `set` of an option's value.
pub(super) const RULES: [Key; 35] = [
    key(
        "board",
        &[Kind::Table(&[
            key("files", &[Kind::Number(1, MAX_FILES as i64), Kind::No]),
            key("ranks", &[Kind::Number(1, MAX_RANKS as i64), Kind::No]),
            key("hexagon", &[Kind::Number(2, MAX_SIDE as i64), Kind::No]),
            key("holes", &[REGION, Kind::No]),
            key("cylinder", &[Kind::Truth]),
        ])],
    ),
    key("mirror", &[Kind::Word(&["reflection", "rotation"])]),
    key("first-move", &[Kind::Word(&["white", "black"])]),
    key("order", &[LETTERS]),
    key("pieces", &[Kind::Named("a piece", &[Kind::Table(&PIECE), Kind::No])]),
    key("array", &[Kind::Rows]),
    key("royal", &ROYAL),
    key("extinction", &EXTINCTION),
    key("says-check", &[Kind::Truth]),
    key("both-lost", &[Kind::Word(&["mover", "opponent"])]),
    key("king-lost-by", &[LOST_BY]),
    key("capture", &CAPTURE),
    key("castling", &CASTLING),
    key("promotion", &PROMOTION),
    key(
        "hand",
        &[
            Kind::Table(&[
                key("pieces", &[LETTERS]),
                key("drops", &[REGION]),
                key("placement", &[Kind::Truth]),
                key("prisoners", &[Kind::Truth, Kind::Word(&["owner"])]),
                key("promoted", &[Kind::Truth]),
            ]),
            Kind::No,
        ],
    ),
    key("goal", &GOAL),
    key("checks", &CHECKS),
    key("giving-check", &[Kind::Truth]),
    key("king-flees", &[Kind::Truth]),
    key("facing-kings", &[Kind::Word(&["illegal", "illegal-orthogonal", "draw-offer"]), Kind::No]),
    key("facing-lines", &[Kind::Moves, Kind::No]),
    key("pass", &[Kind::Truth]),
    key("draws", &[Kind::Word(&["white", "black", "points"]), Kind::No]),
    key("stalemate", &[Kind::Word(&["draw", "loss", "win", "fewer", "pass"])]),
    key("checkmate", &[VERDICT]),
    key("mate", &[Kind::Table(&[key("needs", &[LETTERS]), key("not-by", &[LETTERS])]), Kind::No]),
    key(
        "repetition",
        &[
            Kind::Table(&[
                key("times", &[Kind::Number(2, 100)]),
                key("mover", &[VERDICT]),
                key("perpetual-check", &[Kind::Word(&["loss"]), Kind::No]),
            ]),
            Kind::No,
        ],
    ),
    key(
        "clock",
        &[
            Kind::Table(&[
                key("captures", &[Kind::Word(&["all", "none"]), LETTERS]),
                key("moves", &[LETTERS]),
                key("irreversible", &[Kind::Truth]),
                key("promotions", &[Kind::Truth]),
                key("placements", &[Kind::Truth]),
                key("limit", &[Kind::Number(1, 1000), Kind::No]),
                key("result", &[Kind::Word(&["draw", "claim"])]),
            ]),
            Kind::No,
        ],
    ),
    key("insufficient", &[Kind::Truth, LETTERS]),
    key(
        "counting",
        &[
            Kind::Table(&[
                key("pawns", &[LETTERS]),
                key("board", &[Kind::Number(1, MAX_COUNT as i64)]),
                key("most", &[Kind::Number(2, 64)]),
                key("bare", &[Kind::Notation(Notation::Counts)]),
                key("from-pieces", &[Kind::Truth]),
            ]),
            Kind::No,
        ],
    ),
    key("bare-king", &[VERDICT, Kind::No]),
    key("explosion", &[Kind::Table(&[key("spares", &[LETTERS]), key("survives", &[LETTERS])]), Kind::No]),
    key(
        "blocker",
        &[Kind::Table(&[key("stays", &[Kind::Truth]), key("behind", &[Kind::Truth])]), Kind::Truth],
    ),
    key("players", &[Kind::Table(&[key("white", &[Kind::Name]), key("black", &[Kind::Name])])]),
    key("armies", &[Kind::Named("an army", &[ARMY])]),
];

const OPTION: [Key; 4] = [
    key("about", &[Kind::Line]),
    key("default", &[Kind::Name, Kind::Number(0, u32::MAX as i64)]),
    key(
        "values",
        &[Kind::Named("a value", &[Kind::Table(&[key("about", &[Kind::Line]), key("set", &[Kind::Rules])])])],
    ),
    key(
        "shuffles",
        &[Kind::Table(&[
            key("rank", &[Kind::Number(1, MAX_RANKS as i64)]),
            key("numbering", &[Kind::Word(&["chess960"])]),
            key("pieces", &[LETTERS]),
            key("balanced", &[LETTERS]),
            key("order", &[LETTERS]),
        ])],
    ),
];

/// The keys that are no rules.
pub(super) const TEXT: [Key; 9] = [
    key("extends", &[Kind::Name]),
    key("title", &[Kind::Line]),
    key("inventor", &[Kind::Line]),
    key("year", &[Kind::Number(1, 9999)]),
    key("link", &[Kind::Line]),
    key("about", &[Kind::Paragraphs]),
    key("hints", &[Kind::Lines]),
    key("unfinished", &[Kind::Lines]),
    key("options", &[Kind::Named("an option", &[Kind::Table(&OPTION), Kind::No])]),
];

/// A key that some table knows.
pub(super) struct Found {
    /// Its path, as a document writes it.
    pub(super) path: String,
    /// What can be written as its value.
    pub(super) values: Vec<String>,
    /// It is a rule.
    pub(super) is_rule: bool,
    /// The notation that its value is written in.
    pub(super) notation: Option<Notation>,
    kinds: &'static [Kind],
}

/// Every key that some table knows, tables after what is in them.
pub(super) fn walk() -> Vec<Found> {
    fn inside(prefix: &str, kinds: &'static [Kind], is_rule: bool, out: &mut Vec<Found>) {
        for kind in kinds {
            match kind {
                Kind::Table(keys) => keys.iter().for_each(|k| visit(prefix, k, is_rule, out)),
                Kind::Named(what, kinds) => {
                    let name = what.rsplit(' ').next().unwrap_or(what).to_ascii_uppercase();
                    inside(&format!("{prefix}.{name}"), kinds, is_rule, out);
                }
                _ => {}
            }
        }
    }
    fn visit(prefix: &str, key: &'static Key, is_rule: bool, out: &mut Vec<Found>) {
        let path = if prefix.is_empty() { key.name.to_owned() } else { format!("{prefix}.{}", key.name) };
        inside(&path, key.kinds, is_rule, out);
        let mut values: Vec<String> = key.kinds.iter().flat_map(writable).collect();
        values.dedup();
        let notation = key.kinds.iter().find_map(|kind| match kind {
            Kind::Notation(notation) => Some(*notation),
            Kind::Moves => Some(Notation::Moves),
            Kind::Rows => Some(Notation::Ranks),
            _ => None,
        });
        out.push(Found { path, values, is_rule, notation, kinds: key.kinds });
    }
    let mut out = Vec::new();
    TEXT.iter().for_each(|k| visit("", k, false, &mut out));
    RULES.iter().for_each(|k| visit("", k, true, &mut out));
    out
}

/// How a value of a kind is written, where that is not plain.
fn example(name: &str, kind: &Kind, node: &Node) -> Option<Message> {
    match (kind, node.text()) {
        (Kind::Table(keys), _) => {
            let keys: Vec<String> = keys.iter().map(|key| format!("{} = …", key.name)).collect();
            Some(say!(
                "a table has keys of its own, such as {example}",
                example = format!("{name} = {{ {} }}", keys[..keys.len().min(3)].join(", "))
            ))
        }
        (Kind::Rows, Some(text)) => {
            let rows: Vec<String> = text.split('/').map(|row| format!("\"{}\"", names::shown(row))).collect();
            Some(say!("write {name} = [{rows}], the nearest rank first", name, rows = rows.join(", ")))
        }
        (Kind::Lines, Some(_)) => Some(say!("write {name} = [\"…\", \"…\"]", name)),
        _ => None,
    }
}

/// What can be written of a kind, as TOML; an empty value where there is much to choose from.
fn writable(kind: &Kind) -> Vec<String> {
    match kind {
        Kind::Word(words) => words.iter().map(|word| format!("\"{word}\"")).collect(),
        Kind::Truth => vec!["true".to_owned(), "false".to_owned()],
        Kind::No => vec!["false".to_owned()],
        Kind::Line | Kind::Paragraphs | Kind::Name | Kind::Picture | Kind::Notation(_) | Kind::Moves => {
            vec!["\"\"".to_owned()]
        }
        Kind::Lines | Kind::Rows => vec!["[\"\"]".to_owned()],
        Kind::Number(..) => Vec::new(),
        Kind::Table(_) | Kind::Named(..) | Kind::Rules => vec!["{  }".to_owned()],
    }
}

/// Every key that some table knows, as the path that a document writes: for the test that the
/// manual has them all.
#[must_use]
pub fn all_keys() -> Vec<String> {
    walk().into_iter().map(|found| found.path).collect()
}
