//! The united tree to the [`Rules`].

mod game;
mod initial;
mod pieces;
mod players;
mod start;

use super::merge::{Family, with_army};
use super::reader::Reader;
use super::syntax::{Node, Table};
use super::{
    Code, Diagnostic, Explosion, GameOption, Hands, MAX_TYPES, PieceId, Rules, Text, alike, cost, exclusions,
    facing, idle, names, sense,
};
use crate::geometry::{Color, Shape, ShapeError, SquareSet};
use crate::say;

/// What is being read: the game and each player's view of it.
struct Source<'a> {
    name: &'a str,
    tree: &'a Table,
    /// The table of options, which `tree` has no more.
    option_keys: Option<&'a Table>,
    options: &'a [GameOption],
    chosen: &'a [String],
}

/// Reads one combination of options.
pub(super) fn instance(
    name: &str,
    family: &Family,
    options: &[GameOption],
    chosen: &[String],
    faults: &mut Vec<Diagnostic>,
) -> Option<Rules> {
    let pairs: Vec<(&str, &str)> =
        options.iter().zip(chosen).map(|(o, v)| (o.name.as_str(), v.as_str())).collect();
    let tree = family.chosen(&pairs);
    let option_keys = family.tree.get("options").and_then(Node::table);
    let source = Source { name, tree: &tree, option_keys, options, chosen };
    resolve(&mut Reader::new(&family.files, faults), &source)
}

/// Reads a game whose options are chosen. Faults are reported; `None` where nothing sensible can
/// be made of the rest.
fn resolve(r: &mut Reader<'_>, source: &Source<'_>) -> Option<Rules> {
    let tree = source.tree;
    let text = text(r, tree);
    r.shape = shape(r, tree)?;
    let armies = armies(r, tree);
    let views = [with_army(tree, armies[0].as_deref()), with_army(tree, armies[1].as_deref())];
    let kinds = pieces::kinds(r, tree)?;
    let hands = hands(tree, &kinds);
    let (mut pieces, initial) = pieces::read(r, &kinds, &views, hands);
    let mut players = Color::ALL.map(|c| players::read(r, &views[c.index()], c, &kinds));
    for (player, army) in players.iter_mut().zip(armies) {
        player.army = army;
    }
    let clock = game::clock(r, tree);
    let start = start::read(r, source, &views, &mut players, &initial);
    initial::settle(r, &mut pieces, &start, initial);
    let repetition = game::repetition(tree);
    let bare_king = tree.get("bare-king").and_then(game::verdict);
    let insufficient = match tree.get("insufficient") {
        Some(node) if node.text().is_some() => Some(r.set_of_pieces(node)),
        Some(node) => node.truth().filter(|&drawn| drawn).map(|_| Vec::new()),
        None => None,
    };
    let explosion = tree.get("explosion").and_then(Node::table).map(|t| {
        let mut letters = |key| t.get(key).map(|n| r.set_of_pieces(n)).unwrap_or_default();
        Explosion { spares: letters("spares"), survives: letters("survives") }
    });
    let mut rules = Rules {
        name: source.name.to_owned(),
        lineage: r.lineage(),
        chosen: source.chosen.to_vec(),
        options: source.options.to_vec(),
        text,
        shape: r.shape,
        pieces,
        players,
        start,
        stalemate: game::stalemate(tree),
        checkmate: tree.get("checkmate").and_then(game::verdict).unwrap_or(super::Verdict::Loss),
        repetition,
        clock,
        insufficient,
        bare_king,
        explosion,
        hands,
        kings_never_face: game::facing(tree).is_some_and(|word| word.starts_with("illegal")),
        facing_lines: facing::read(r, tree),
        facing_offers_draw: game::facing(tree) == Some("draw-offer"),
        passing: game::passing(r, tree),
        mate: game::mate(r, tree),
        counting: game::counting(r, tree),
        draws: game::draws(r, tree),
        blocker: game::blocker(tree),
        says_check: tree.get("says-check").and_then(Node::truth) == Some(true),
        mover_loses_first: tree.get("both-lost").and_then(Node::text) == Some("mover"),
    };
    unplaced(&mut rules);
    if rules.kind_count() > MAX_TYPES {
        let message = say!(
            "{count} kinds of pieces, with those for first moves and promoted ones, exceed {most}",
            count = rules.kind_count(),
            most = MAX_TYPES
        );
        let at = tree.entry("pieces").map_or(r.nowhere(), |e| e.place.clone());
        r.fault(Code::E062, &at, message, None);
    }
    cost::check(r, &rules, tree);
    sense::check(r, &rules, tree);
    alike::check(r, &rules, tree);
    idle::check(r, &rules, tree);
    exclusions::check(r, &rules, tree, source.option_keys);
    Some(rules)
}

/// A king that nobody takes prisoner comes into no hand, and is placed from none.
fn unplaced(rules: &mut Rules) {
    let kings: Vec<PieceId> = rules.ids().filter(|&id| rules.is_one_king(id)).collect();
    for king in kings {
        for color in Color::ALL {
            if rules.start.held(color, king) == 0 {
                rules.pieces[king.index()].rules[color.index()].drop_zone = SquareSet::EMPTY;
            }
        }
    }
}

fn text(r: &mut Reader<'_>, tree: &Table) -> Text {
    let get = |key: &str| tree.get(key).and_then(Node::text).map(str::to_owned);
    let title = get("title").filter(|t| !t.trim().is_empty()).unwrap_or_default();
    if title.is_empty() {
        let at = tree.get("title").map_or(r.nowhere(), |n| n.place.clone());
        let hint = say!("such as title = \"Near Chess\"; it is not inherited");
        r.fault(Code::E014, &at, say!("the game has no `title`"), Some(hint));
    }
    if get("about").is_none() {
        let hint = say!("say in a few sentences what it is about; this is not inherited");
        let at = tree.get("title").map_or(r.nowhere(), |n| n.place.clone());
        r.fault(Code::W206, &at, say!("the game has no `about`"), Some(hint));
    }
    for missing in tree.get("unfinished").and_then(Node::list).unwrap_or_default() {
        let message = say!("not written yet: {text}", text = missing.text().unwrap_or_default());
        let hint = say!("write it with the keys of this language, or delete the line to play without it");
        r.fault(Code::E120, &missing.place, message, Some(hint));
    }
    let hints = tree.get("hints").and_then(Node::list).unwrap_or_default();
    Text {
        title,
        inventor: get("inventor"),
        year: tree.get("year").and_then(Node::number),
        link: get("link"),
        about: paragraphs(&get("about").unwrap_or_default()),
        hints: hints.iter().filter_map(Node::text).map(str::to_owned).collect(),
    }
}

/// A text with one line a paragraph: line breaks within one are those of the file's editor.
fn paragraphs(text: &str) -> String {
    let mut out = String::new();
    let mut gap = "";
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            gap = if out.is_empty() { "" } else { "\n\n" };
        } else {
            out.push_str(gap);
            out.push_str(line);
            gap = " ";
        }
    }
    out
}

fn shape(r: &mut Reader<'_>, tree: &Table) -> Option<Shape> {
    let at = tree.entry("board").map_or(r.nowhere(), |e| e.place.clone());
    let Some(board) = tree.get("board").and_then(Node::table) else {
        let hint = say!("write [board] with files and ranks, or extend a game that has one");
        r.fault(Code::E014, &at, say!("the game has no `board`"), Some(hint));
        return None;
    };
    let said = |key: &str| board.get(key).filter(|node| !node.is_false());
    let number = |node: &Node| node.number().and_then(|n| u8::try_from(n).ok());
    let outline = match said("hexagon") {
        Some(side) => {
            if let Some(node) = said("ranks") {
                let message = say!("a hexagonal board has a side, and perhaps files, but no ranks");
                let hint =
                    say!("write ranks = false (and files = false for a regular one), or hexagon = false");
                r.fault(Code::E050, &node.place, message, Some(hint));
                return None;
            }
            match said("files") {
                Some(files) => Shape::hexagon(number(side)?, number(files)?),
                None => Shape::regular_hexagon(number(side)?),
            }
        }
        None => {
            let [files, ranks] = ["files", "ranks"].map(|key| {
                if said(key).is_none() {
                    let hint = say!("a rectangle has files and ranks, a hexagonal board hexagon = 6");
                    r.fault(Code::E014, &at, say!("the key `{key}` is missing here", key), Some(hint));
                }
                said(key).and_then(number)
            });
            Shape::rectangle(files?, ranks?)
        }
    };
    let shape = outline.map_err(|error| r.fault(Code::E050, &at, error.said(), None)).ok()?;
    let turned = tree.get("mirror").and_then(Node::text) == Some("rotation");
    let shape = if turned { shape.turned() } else { shape };
    let shape = match said("cylinder") {
        None => shape,
        Some(node) => {
            let hint = say!("write cylinder = false");
            let fault = |error: ShapeError| r.fault(Code::E050, &node.place, error.said(), Some(hint));
            shape.joined().map_err(fault).ok()?
        }
    };
    let Some(holes) = said("holes") else { return Some(shape) };
    r.shape = shape;
    let shape = shape.with_holes(r.region(holes, Color::White));
    shape.map_err(|error| r.fault(Code::E050, &holes.place, error.said(), None)).ok()
}

/// The names of the players' armies.
fn armies(r: &mut Reader<'_>, tree: &Table) -> [Option<String>; 2] {
    let known = tree.get("armies").and_then(Node::table);
    let players = tree.get("players").and_then(Node::table);
    Color::ALL.map(|color| {
        let node = players?.get(color.name())?;
        let name = node.text()?;
        if known.and_then(|k| k.get(name)).is_none() {
            let all = || known.iter().flat_map(|k| k.0.iter()).map(|e| &*e.key);
            let hint =
                names::did_you_mean(name, all()).or_else(|| names::one_of(say!("the armies are"), all()));
            r.fault(Code::E103, &node.place, say!("there is no army `{name}`", name), hint);
            return None;
        }
        Some(name.to_owned())
    })
}

fn hands(tree: &Table, kinds: &[pieces::Kind<'_>]) -> Hands {
    let hand = tree.get("hand").and_then(Node::table);
    let truth = |key| hand.and_then(|h| h.get(key)).and_then(Node::truth).unwrap_or(false);
    let returned = hand.and_then(|h| h.get("prisoners")).and_then(Node::text) == Some("owner");
    let enters = kinds.iter().any(|k| k.keys.get("enters-for").is_some_and(|n| !n.is_false()));
    let armed = tree.get("armies").and_then(Node::table).is_some_and(|armies| {
        armies.0.iter().any(|a| a.node.table().is_some_and(|t| t.get("hand").is_some()))
    });
    Hands {
        used: hand.is_some() || enters || armed,
        placement: truth("placement"),
        prisoners: truth("prisoners") || returned,
        returned,
        promoted: truth("promoted"),
    }
}
