//! The sections of a game, and of its variants.

use super::expand::Macros;
use super::read::{Kind, Node};
use crate::ImportError;

/// The most games and variants of a file.
const MAX_GAMES: usize = 100;
/// The most sections that all games of a file come to, with those that variants take over.
const MAX_SECTIONS: usize = 20_000;

/// A game or variant with all of its sections.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub line: usize,
    pub sections: Vec<Node>,
    /// Whether it is a variant of a game of the file.
    pub variant: bool,
}

/// A kind of piece.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceSource {
    pub line: usize,
    pub name: String,
    pub notation: Option<String>,
    pub attributes: Vec<(String, bool)>,
    pub moves: Vec<Block>,
    pub drops: Vec<Block>,
    pub odd: Vec<(usize, String)>,
}

/// A block of instructions.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub line: usize,
    /// The type of move that it has.
    pub tag: Option<String>,
    pub nodes: Vec<Node>,
}

/// The games of a file, macros expanded.
pub(super) fn games(
    nodes: &[Node],
    include: &mut dyn FnMut(&str) -> Option<Vec<Node>>,
) -> Result<Vec<Source>, ImportError> {
    let mut macros = Macros::default();
    let mut read: Vec<(usize, bool, Vec<Node>)> = Vec::new();
    let mut waiting: Vec<Node> = nodes.iter().rev().cloned().collect();
    let mut includes = 0;
    while let Some(node) = waiting.pop() {
        match node.call() {
            Some(("define", what)) => macros.define(node.line, what)?,
            Some(("game", inner)) => read.push((node.line, false, macros.expand(inner)?)),
            Some(("variant", inner)) => read.push((node.line, true, macros.expand(inner)?)),
            Some(("include", [file])) => {
                includes += 1;
                let name = file.said().unwrap_or("");
                let found = if includes <= 8 { include(name) } else { None };
                let Some(found) = found else {
                    let message = format!(
                        "the file that `(include \"{name}\")` names is needed and cannot be read here"
                    );
                    return Err(ImportError::new(Some(node.line), message));
                };
                waiting.extend(found.into_iter().rev());
            }
            Some(("version", _)) => {}
            _ => {
                // A macro may stand for a whole game.
                let made = macros.expand(std::slice::from_ref(&node))?;
                let whole =
                    made.iter().all(|made| matches!(made.call(), Some(("game" | "variant" | "define", _))));
                if !whole || made == [node.clone()] {
                    let message = format!("`{}` is no game, variant or macro", node.shown());
                    return Err(ImportError::new(Some(node.line), message));
                }
                waiting.extend(made.into_iter().rev());
            }
        }
        if read.len() > MAX_GAMES {
            return Err(ImportError::new(
                Some(node.line),
                format!("more than {MAX_GAMES} games and variants"),
            ));
        }
    }
    let Some(first) = read.iter().position(|one| !one.1) else {
        return Err(ImportError::new(None, "the file has no (game ...)"));
    };
    let mut room = MAX_SECTIONS;
    let mut out = Vec::new();
    for (at, (line, variant, sections)) in read.iter().enumerate() {
        // A variant changes the game before it, or where there is none the first.
        let base = read[..at].iter().rposition(|one| !one.1).unwrap_or(first);
        let sections = if *variant { merged(&read[base].2, sections) } else { sections.clone() };
        if *variant && is_separator(&read[at].2) {
            continue;
        }
        room = room.checked_sub(sections.len()).ok_or_else(|| {
            ImportError::new(Some(*line), format!("the games come to more than {MAX_SECTIONS} sections"))
        })?;
        out.push(Source { line: *line, sections, variant: *variant });
    }
    // The game comes first, whatever stands before it.
    out.sort_by_key(|one| one.variant);
    Ok(out)
}

/// A line in the menu of games.
fn is_separator(sections: &[Node]) -> bool {
    sections.iter().all(|section| matches!(section.call(), Some(("title" | "default", _))))
}

/// The name that a section is replaced by.
fn key(section: &Node) -> (String, String) {
    let Some((head, inner)) = section.call() else { return (String::new(), String::new()) };
    let named = match head {
        "piece" => {
            let name = inner.iter().filter_map(Node::call).find(|call| call.0 == "name");
            name.and_then(|call| call.1.first()?.said()).unwrap_or("")
        }
        "option" => inner.first().and_then(Node::said).unwrap_or(""),
        _ => "",
    };
    let head = if head.ends_with("-condition") { "condition" } else { head };
    (head.to_owned(), named.to_owned())
}

/// A game with the sections that a variant says anew.
fn merged(game: &[Node], variant: &[Node]) -> Vec<Node> {
    let new: Vec<(String, String)> = variant.iter().map(key).collect();
    // Texts are of one game each.
    let kept = game.iter().filter(|section| {
        let key = key(section);
        !new.contains(&key) && !matches!(key.0.as_str(), "title" | "description" | "history" | "strategy")
    });
    kept.chain(variant).cloned().collect()
}

impl Source {
    /// What stands in the sections of a name.
    pub(super) fn all<'a>(&'a self, head: &'a str) -> impl Iterator<Item = (usize, &'a [Node])> {
        let named = move |section: &'a Node| {
            section.call().filter(|call| call.0 == head).map(|call| (section.line, call.1))
        };
        self.sections.iter().filter_map(named)
    }

    /// The last section of a name.
    pub(super) fn last<'a>(&'a self, head: &'a str) -> Option<(usize, &'a [Node])> {
        self.all(head).last()
    }

    /// The words or the text of a section.
    pub(super) fn words(&self, head: &str) -> Vec<String> {
        let said =
            |(_, nodes): (usize, &[Node])| nodes.iter().filter_map(Node::said).map(str::to_owned).collect();
        self.last(head).map(said).unwrap_or_default()
    }

    pub(super) fn pieces(&self) -> Vec<PieceSource> {
        self.all("piece").map(|(line, nodes)| piece(line, nodes)).collect()
    }
}

fn piece(line: usize, nodes: &[Node]) -> PieceSource {
    let mut out = PieceSource { line, ..PieceSource::default() };
    for node in nodes {
        match node.call() {
            Some(("name", [name])) => name.said().unwrap_or("").clone_into(&mut out.name),
            Some(("notation", [text])) => out.notation = text.said().map(str::to_owned),
            Some(("attribute", [name, value])) => {
                if let (Some(name), Some(value)) = (name.said(), value.said()) {
                    out.attributes.push((name.to_owned(), value == "true"));
                }
            }
            Some(("moves", inner)) => blocks(inner, &mut out.moves, &mut out.odd),
            Some(("drops", inner)) => blocks(inner, &mut out.drops, &mut out.odd),
            Some(("image" | "help" | "description" | "dummy" | "open", _)) => {}
            _ => out.odd.push((node.line, format!("`{}`", node.shown()))),
        }
    }
    out
}

fn blocks(nodes: &[Node], out: &mut Vec<Block>, odd: &mut Vec<(usize, String)>) {
    let mut tag = None;
    for node in nodes {
        match &node.kind {
            Kind::List(inner) => match node.call() {
                Some(("move-type", [name])) => tag = name.said().map(str::to_owned),
                _ => out.push(Block { line: node.line, tag: tag.clone(), nodes: inner.clone() }),
            },
            _ => odd.push((node.line, format!("`{}`", node.shown()))),
        }
    }
}
