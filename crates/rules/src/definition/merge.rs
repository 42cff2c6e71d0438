//! Inheritance and options: many files and choices to one tree.
use super::library::Source;
use super::picture::Beside;
use super::syntax::{self, File, Node, Place, Table, Value};
use super::{Code, Diagnostic, names, schema};
use crate::say;

/// How many files may extend one another.
pub const MAX_DEPTH: usize = 8;

/// A game with everything it inherits, before options are chosen.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The files, its own first.
    pub(super) files: Vec<File>,
    /// The united keys.
    pub(super) tree: Table,
    /// The keys of each file.
    pub(super) layers: Vec<Table>,
    /// Where each file says what it extends.
    pub(super) extends: Vec<Place>,
}

/// The keys that a file says of itself alone.
const OWN: [&str; 6] = ["title", "inventor", "year", "link", "about", "hints"];

/// Keys of a piece that say how it moves.
const MOVEMENT: [&str; 4] = ["moves", "first-moves", "leap-capture", "first-leap-capture"];
/// Keys of a piece that are wrong when it moves otherwise.
const FOLLOWING: [&str; 2] = ["about", "value"];

/// Lays `over` over `tree`. What was inherited about a piece's moves and worth goes with its moves.
fn lay(tree: &mut Table, over: &Table) {
    let mine = tree.0.iter_mut().find(|e| &*e.key == "pieces").map(|e| &mut e.node.value);
    if let (Some(Value::Table(mine)), Some(theirs)) = (mine, over.get("pieces").and_then(Node::table)) {
        for entry in &mut mine.0 {
            let theirs = theirs.get(&entry.key).and_then(Node::table);
            if let (Value::Table(piece), Some(theirs)) = (&mut entry.node.value, theirs)
                && MOVEMENT.iter().any(|key| theirs.get(key).is_some())
            {
                piece.0.retain(|e| !FOLLOWING.contains(&&*e.key));
            }
        }
    }
    tree.merge(over);
}

/// The name of the game that a file extends, if it says one that can be a name.
pub(super) fn extended(source: &str) -> Option<String> {
    let file = File { name: String::new(), source: source.into(), beside: Beside::default() };
    let tree = syntax::parse(&file, 0, &mut Vec::new());
    tree.get("extends").and_then(Node::text).filter(|name| names::is_name(name)).map(str::to_owned)
}

/// Reads the file `name` and the files that it extends.
pub(super) fn family(
    name: &str,
    find: &dyn Fn(&str) -> Option<Source>,
    all: &[&str],
    faults: &mut Vec<Diagnostic>,
) -> Family {
    let mut files = Vec::new();
    let mut layers: Vec<Table> = Vec::new();
    let mut places = Vec::new();
    let mut next = Some((name.to_owned(), None::<Place>));
    while let Some((name, from)) = next.take() {
        let fault = |code, message, hint, files: &[File], faults: &mut Vec<Diagnostic>| {
            if let Some(from) = &from {
                let span = from.start as usize..from.end as usize;
                faults.push(files[from.file as usize].diagnostic(code, span, message, hint));
            }
        };
        let file_name = format!("{name}.toml");
        if files.iter().any(|f: &File| f.name == file_name) {
            fault(Code::E021, say!("this game extends itself"), None, &files, faults);
            break;
        }
        if files.len() == MAX_DEPTH {
            let message = say!("more than {most} files extend one another", most = MAX_DEPTH);
            fault(Code::E022, message, None, &files, faults);
            break;
        }
        let Some(source) = find(&name) else {
            let hint = names::did_you_mean(&name, all.iter().copied())
                .or_else(|| names::nearest_hint(&name, all.iter().copied()));
            fault(Code::E020, say!("there is no game `{name}` to extend", name), hint, &files, faults);
            break;
        };
        let index = files.len() as u16;
        let file = File { name: file_name, source: source.text, beside: source.beside };
        let mut tree = syntax::parse(&file, index, faults);
        schema::check(&file, &mut tree, faults);
        files.push(file);
        if index > 0 {
            tree.0.retain(|e| !OWN.contains(&&*e.key));
        }
        let extends = tree.remove("extends");
        places.extend(extends.as_ref().map(|e| e.node.place.clone()));
        next = extends.and_then(|e| Some((e.node.text()?.to_owned(), Some(e.node.place))));
        layers.push(tree);
    }
    for (at, file) in files.iter().enumerate().filter(|(at, _)| at + 1 < layers.len()) {
        nothing_to_remove(file, &layers[at], &unite(&layers[at + 1..]), faults);
    }
    Family { files, tree: unite(&layers), layers, extends: places }
}

/// Reports what a file would remove and does not inherit: its name is likely to be mistyped.
fn nothing_to_remove(file: &File, layer: &Table, inherited: &Table, faults: &mut Vec<Diagnostic>) {
    for (key, code) in [("pieces", Code::E061), ("options", Code::E010)] {
        let own = layer.get(key).and_then(Node::table).into_iter().flat_map(|table| &table.0);
        let known = inherited.get(key).and_then(Node::table);
        for entry in own.filter(|entry| entry.node.is_false()) {
            if known.is_some_and(|table| table.get(&entry.key).is_some()) {
                continue;
            }
            let all = || known.into_iter().flat_map(|table| &table.0).map(|entry| &*entry.key);
            let name = names::shown(&entry.key);
            let (message, those) = match key {
                "pieces" => {
                    (say!("there is no piece `{name}` to remove", name), say!("the inherited pieces are"))
                }
                _ => (say!("there is no option `{name}` to remove", name), say!("the inherited options are")),
            };
            let hint = names::did_you_mean(&entry.key, all()).or_else(|| names::one_of(those, all()));
            let span = entry.place.start as usize..entry.place.end as usize;
            faults.push(file.diagnostic(code, span, message, hint));
        }
    }
}

/// The keys of files that extend one another, the last of which extends none.
pub(super) fn unite(layers: &[Table]) -> Table {
    let Some((last, over)) = layers.split_last() else { return Table::default() };
    over.iter().rev().fold(last.clone(), |mut tree, over| {
        lay(&mut tree, over);
        tree
    })
}

impl Family {
    /// The tree with the `set` of each chosen value laid over it.
    pub(super) fn chosen(&self, choices: &[(&str, &str)]) -> Table {
        let mut tree = self.tree.clone();
        let options = tree.remove("options");
        let options = options.as_ref().and_then(|o| o.node.table());
        for (option, value) in choices {
            let set = options.and_then(|t| {
                t.get(option)?.table()?.get("values")?.table()?.get(value)?.table()?.get("set")
            });
            if let Some(set) = set.and_then(Node::table) {
                lay(&mut tree, set);
            }
        }
        tree
    }
}

/// The tree as one player has it: with the army's keys laid over.
pub(super) fn with_army(tree: &Table, army: Option<&str>) -> Table {
    let mut own = tree.clone();
    let armies = own.remove("armies");
    let army = armies.as_ref().and_then(|a| a.node.table()?.get(army?)?.table());
    if let Some(army) = army {
        let mut army = army.clone();
        army.remove("about");
        // A piece that was removed stays removed, whatever an army says of it.
        if let (Some(pieces), Some(Value::Table(over))) = (
            tree.get("pieces").and_then(Node::table),
            army.0.iter_mut().find(|e| &*e.key == "pieces").map(|e| &mut e.node.value),
        ) {
            over.0.retain(|e| pieces.get(&e.key).is_some_and(|n| n.table().is_some()));
        }
        own.merge(&army);
    }
    own
}
