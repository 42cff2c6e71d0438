//! What a section builds on: a game that the program has built in, or one of ours by whatever name it is known.

use std::collections::BTreeMap;

use berolina_rules::{Catalog, Library, Variant};

use super::Writer;
use super::rules::{self, Rules};
use super::syntax;
use crate::{Draft, Target};

/// Built-in games with rules that this format's reading cannot say, and the game of ours that is the same. A section on one of them
/// extends ours and says what differs.
const SAME: [(&str, &str); 10] = [
    ("asean", "asean"),
    ("berolina", "berolina"),
    ("coregal", "coregal"),
    ("courier", "courier"),
    ("fischerandom", "chess960"),
    ("horde", "horde"),
    ("kinglet", "kinglet"),
    ("seirawan", "seirawan"),
    ("shatranj", "shatranj"),
    ("spartan", "spartan"),
];

/// The longest name of a parent that is looked up.
const MAX_NAME: usize = 64;

/// What a section builds on.
#[derive(Clone)]
pub(super) struct Parent {
    pub(super) rules: Rules,
    /// The game of ours that a section may extend instead, and what its built-in counterpart comes to.
    pub(super) ours: Option<(&'static str, Rules)>,
}

/// Finds parents. What was found of our games is kept: a file of a thousand sections asks for each once.
#[derive(Default)]
pub(super) struct Finder {
    catalog: Option<Catalog>,
    /// By the name with options: the rules, or none where the format cannot say all of them.
    ours: BTreeMap<String, Option<Rules>>,
}

impl Finder {
    /// The game of a name: one that the program has built in, or else one of ours; or why there is none, and what may be meant.
    pub(super) fn find(&mut self, name: &str) -> Result<Parent, String> {
        if let Some(rules) = rules::built_in(name) {
            let ours = SAME.iter().find(|same| same.0 == name).map(|same| (same.1, rules.clone()));
            return Ok(Parent { rules, ours });
        }
        let shown: String = name.chars().take(40).collect();
        if name.len() <= MAX_NAME {
            let catalog = self.catalog.get_or_insert_with(|| Catalog::new(Library::shipped()));
            let spec = catalog.name_of(name).unwrap_or_default();
            if catalog.library().load(&spec).is_ok() {
                let library = catalog.library();
                let found = self.ours.entry(spec.clone()).or_insert_with(|| of_ours(library, &spec)).clone();
                return found.map(|rules| Parent { rules, ours: None }).ok_or_else(|| {
                    format!("it builds on `{shown}`, of which this format cannot say all: write a file that extends `{spec}`")
                });
            }
        }
        let names = rules::built_in_names();
        let near = names.map(|known| (strsim::damerau_levenshtein(&shown, known), known)).min();
        let near = near.filter(|(away, known)| *away <= known.len().max(shown.len()) / 3);
        let hint = near.map_or(String::new(), |(_, known)| format!(": did you mean `{known}`?"));
        Err(format!("it builds on `{shown}`, which is neither an earlier section nor known here{hint}"))
    }
}

impl Parent {
    /// The draft, or another that extends our game, where what is left of this one is only what the built-in game has.
    pub(super) fn over_ours(&self, draft: Draft, begun: impl Fn() -> Draft) -> Draft {
        let Some((ours, base)) = &self.ours else { return draft };
        let plain = Writer::write(begun(), base);
        if draft.unfinished().iter().any(|what| !plain.unfinished().contains(what)) {
            return draft;
        }
        let had = plain.entries();
        let differs: Vec<_> =
            draft.entries().into_iter().filter(|(path, value)| plain.get(path) != Some(value)).collect();
        let gone = had.iter().any(|(path, _)| draft.get(path).is_none());
        let pieces: Vec<String> = Library::shipped()
            .load(ours)
            .map(|game| game.pieces.iter().map(|piece| piece.name.to_string()).collect())
            .unwrap_or_default();
        if gone || !differs.iter().all(|(path, _)| is_alike(path, &pieces)) {
            return draft;
        }
        let mut over = begun();
        over.set("extends", *ours);
        for (path, value) in differs {
            over.set(&path, value.clone());
        }
        over
    }
}

/// Whether a key means the same over our game: one of the whole game, or of a piece that ours calls so.
fn is_alike(path: &str, pieces: &[String]) -> bool {
    let Some(rest) = path.strip_prefix("pieces.") else {
        return !["armies.", "players.", "array", "board.", "mirror"]
            .iter()
            .any(|other| path.starts_with(other));
    };
    rest.split('.').next().is_some_and(|name| pieces.iter().any(|piece| piece == name))
}

/// The rules of one of our games, as a section for the program says them; none if that cannot say all of it.
fn of_ours(library: &Library, spec: &str) -> Option<Rules> {
    let variant = Variant::load(library, spec).ok()?;
    let exported = crate::export(&variant, Target::FairyIni).ok()?;
    if !exported.unsaid.is_empty() {
        return None;
    }
    let section = syntax::read(&exported.text).ok()?.into_iter().next()?;
    let mut rules = rules::built_in(&section.base)?;
    rules.lay_over(&section.of_no_line());
    Some(rules)
}
