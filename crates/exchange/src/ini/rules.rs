//! What a game's keys come to, after those of the games that it builds on.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::bases::BASES;
use super::keys::{KEYS, Key, PAWN_KEYS, Sides, Sort, TYPES};
use super::syntax::{self, Said, Section};

/// A kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// The program's name for it.
    pub name: String,
    /// Its letter, a capital.
    pub letter: char,
    /// Its moves, where the file says them.
    pub moves: Option<String>,
}

/// A game, as its keys say it. Kinds of pieces stand by their names in all values, as letters may change hands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub kinds: Vec<Kind>,
    keys: BTreeMap<String, Said>,
    /// What is not understood.
    pub odd: Vec<String>,
}

/// White's and Black's names in keys.
pub(super) const COLOURS: [&str; 2] = ["White", "Black"];

/// The number of kinds with moves of their own.
const CUSTOMS: usize = 25;

/// The most things told of a section that are not understood.
const MAX_ODD: usize = 50;

/// The names of all kinds, in the order in which they are read.
fn names() -> impl Iterator<Item = String> {
    let customs = (1..=CUSTOMS).map(|at| format!("customPiece{at}"));
    let named = TYPES.iter().map(|one| one.0.to_owned());
    named.chain(customs).chain(std::iter::once("king".to_owned()))
}

/// Further built-in games, in the syntax of the files that are read.
const MORE: &str = include_str!("more.ini");

/// The sections of [`MORE`].
fn more() -> &'static [Section] {
    static SECTIONS: OnceLock<Vec<Section>> = OnceLock::new();
    SECTIONS.get_or_init(|| syntax::read(MORE).unwrap_or_default())
}

/// The rules of a built-in game.
pub(crate) fn built_in(name: &str) -> Option<Rules> {
    if name.is_empty() {
        return Some(Rules::default());
    }
    if let Some((_, base, keys)) = BASES.iter().find(|base| base.0 == name) {
        let mut rules = built_in(base)?;
        let said = |value: &str| Said { value: value.to_owned(), line: 0 };
        let keys = keys.iter().map(|(key, value)| ((*key).to_owned(), said(value))).collect();
        rules.lay_over(&Section { name: name.to_owned(), base: (*base).to_owned(), line: 0, keys });
        return Some(rules);
    }
    let section = more().iter().find(|section| section.name == name)?;
    let mut rules = built_in(&section.base)?;
    rules.lay_over(&section.clone().of_no_line());
    Some(rules)
}

/// The names of all built-in games.
pub(crate) fn built_in_names() -> impl Iterator<Item = &'static str> {
    BASES.iter().map(|base| base.0).chain(more().iter().map(|section| section.name.as_str()))
}

impl Rules {
    /// Lays the keys of a section over those that are there.
    pub(crate) fn lay_over(&mut self, section: &Section) {
        let mut left: BTreeMap<&str, &Said> = section.keys.iter().map(|(k, v)| (k.as_str(), v)).collect();
        for name in names() {
            if let Some(said) = left.remove(name.as_str()) {
                self.kind(&name, said);
            }
            let mut capital = name.clone();
            capital[..1].make_ascii_uppercase();
            for colour in COLOURS {
                let key = format!("mobilityRegion{colour}{capital}");
                if let Some(said) = left.remove(key.as_str()) {
                    self.keys.insert(format!("mobilityRegion{colour}/{name}"), said.clone());
                }
            }
        }
        if let Some(said) = left.remove("pawnTypes") {
            let value = self.pieces("pawnTypes", said);
            for (key, colour) in PAWN_KEYS.iter().flat_map(|key| COLOURS.map(|colour| (key, colour))) {
                self.set(format!("{key}{colour}"), &value, said.line);
            }
        }
        for key in KEYS {
            let plain = (key.sides != Sides::Two).then(|| left.remove(key.name)).flatten();
            match plain {
                Some(said) if key.sides == Sides::Both => {
                    COLOURS.iter().for_each(|colour| self.say(key, colour, said));
                }
                Some(said) => self.say(key, "", said),
                None => {}
            }
            if key.sides != Sides::One {
                for colour in COLOURS {
                    if let Some(said) = left.remove(format!("{}{colour}", key.name).as_str()) {
                        self.say(key, colour, said);
                    }
                }
            }
        }
        let room = MAX_ODD.saturating_sub(self.odd.len());
        for (key, said) in left.into_iter().take(room) {
            let (key, value) = (short(key), short(&said.value));
            self.odd.push(format!("line {}: `{key} = {value}`: an unknown key", said.line));
        }
    }

    /// A letter for a kind, or none any more.
    fn kind(&mut self, name: &str, said: &Said) {
        let mut chars = said.value.chars();
        let Some(first) = chars.next() else { return };
        chars.next();
        let moves = chars.as_str().trim_end();
        let custom = name.starts_with("custom");
        let letter = first.to_ascii_uppercase();
        let old = self.kinds.iter().position(|kind| kind.name == name);
        let before = old.map(|at| self.kinds.remove(at));
        if !first.is_ascii_alphabetic() {
            self.forget(name);
            return;
        }
        if let Some(at) = self.kinds.iter().position(|kind| kind.letter == letter) {
            let gone = self.kinds.remove(at).name;
            self.forget(&gone);
        }
        let moves = match (custom || name == "king") && !moves.is_empty() {
            true => Some(moves.to_owned()),
            false if custom => before.and_then(|kind| kind.moves),
            false => None,
        };
        if custom && moves.as_ref().is_some_and(|moves| moves.contains('e')) {
            for colour in COLOURS {
                let key = format!("enPassantTypes{colour}");
                if !self.get(&key).split(' ').any(|one| one == name) {
                    let value = format!("{} {name}", self.get(&key));
                    self.set(key, &value, said.line);
                }
            }
        }
        self.kinds.push(Kind { name: name.to_owned(), letter, moves });
    }

    /// A kind that is gone is nothing that pawns promote to.
    fn forget(&mut self, name: &str) {
        for colour in COLOURS {
            let key = format!("promotionPieceTypes{colour}");
            let kept: Vec<&str> = self.get(&key).split(' ').filter(|one| *one != name).collect();
            let (value, line) = (kept.join(" "), self.line(&key));
            self.set(key, &value, line);
        }
    }

    fn set(&mut self, key: String, value: &str, line: usize) {
        self.keys.insert(key, Said { value: value.trim().to_owned(), line });
    }

    /// Takes a value over.
    fn say(&mut self, key: &Key, colour: &str, said: &Said) {
        let name = format!("{}{colour}", key.name);
        let value = match key.sort {
            Sort::Idle => return,
            Sort::Pieces => self.pieces(key.name, said),
            Sort::Piece => self.pieces(key.name, said).split(' ').next_back().unwrap_or("").to_owned(),
            Sort::Pairs => {
                let new = self.pairs(key.name, said);
                let from = |pair: &str| pair.split(':').next().unwrap_or("").to_owned();
                let said: Vec<String> = new.split(' ').map(from).collect();
                let old = self.get(&name).split(' ').filter(|pair| !said.contains(&from(pair)));
                format!("{} {new}", old.collect::<Vec<_>>().join(" "))
            }
            Sort::Flag => {
                let value = said.value.trim_end();
                if value != "true" && value != "false" {
                    self.fault(key.name, said, "neither `true` nor `false`, which is taken for `false`");
                }
                (value == "true").to_string()
            }
            Sort::Number => {
                let value: String = said.value.chars().take_while(char::is_ascii_digit).collect();
                if value.is_empty() || value.len() > 6 {
                    self.fault(key.name, said, "no number");
                    return;
                }
                value
            }
            Sort::File => {
                let value = said.value.trim_end().to_ascii_lowercase();
                let letter = value.len() == 1 && value.as_bytes()[0].is_ascii_lowercase();
                if !letter && value.parse::<u8>().is_err() {
                    self.fault(key.name, said, "no file or rank");
                    return;
                }
                value
            }
            Sort::Region => match said.value.trim_end() {
                "-" => String::new(),
                value => value.to_owned(),
            },
            Sort::Word => said.value.trim_end().to_owned(),
        };
        self.set(name, &value, said.line);
    }

    fn fault(&mut self, key: &str, said: &Said, what: &str) {
        self.odd.push(format!("line {}: `{key} = {}`: {what}", said.line, short(&said.value)));
    }

    /// Letters as names of kinds.
    fn pieces(&mut self, key: &str, said: &Said) -> String {
        let mut found: Vec<String> = Vec::new();
        for c in said.value.chars().filter(|c| !c.is_whitespace()) {
            match self.named(c) {
                _ if c == '*' => found.push("*".to_owned()),
                Some(name) => found.push(name),
                None if c == '-' => break,
                None => {
                    self.fault(key, said, "a letter of no piece");
                    break;
                }
            }
        }
        found.join(" ")
    }

    /// `p:g` as `pawn:gold`.
    fn pairs(&mut self, key: &str, said: &Said) -> String {
        let mut found = Vec::new();
        for pair in said.value.split_whitespace() {
            let (from, to) = pair.split_once(':').unwrap_or((pair, ""));
            let from = from.chars().next().and_then(|c| self.named(c));
            let number = to.chars().all(|c| c.is_ascii_digit());
            let to = match to.chars().next() {
                Some('-') => Some("-".to_owned()),
                Some(_) if number => Some(to.to_owned()),
                Some(c) => self.named(c),
                None => None,
            };
            let (Some(from), Some(to)) = (from, to) else {
                self.fault(key, said, "not as `p:g s:g`");
                continue;
            };
            found.push(format!("{from}:{to}"));
        }
        found.join(" ")
    }

    /// Whether two games are the same: their kinds of pieces, and what every key comes to.
    pub(crate) fn means(&self, other: &Self) -> bool {
        let kinds = |rules: &Self| {
            let all = rules.kinds.iter().map(|kind| (kind.name.clone(), kind.letter, kind.moves.clone()));
            all.collect::<std::collections::BTreeSet<_>>()
        };
        let mut names: Vec<String> = self.keys.keys().chain(other.keys.keys()).cloned().collect();
        for key in KEYS {
            let colours = COLOURS.iter().map(|colour| format!("{}{colour}", key.name));
            names.extend(if key.sides == Sides::One { vec![key.name.to_owned()] } else { colours.collect() });
        }
        let same = |name: &String| {
            let key = KEYS.iter().find(|key| name.starts_with(key.name)).map_or(Sort::Region, |key| key.sort);
            let ordered = !matches!(key, Sort::Pieces | Sort::Pairs | Sort::Region);
            let value = |rules: &Self| {
                let mut words: Vec<String> = rules.get(name).split(' ').map(str::to_owned).collect();
                words.retain(|word| ordered || !word.is_empty());
                if !ordered {
                    words.sort_unstable();
                }
                words
            };
            value(self) == value(other)
        };
        kinds(self) == kinds(other) && self.odd == other.odd && names.iter().all(same)
    }

    /// How much room its texts take, in bytes.
    pub(super) fn size(&self) -> usize {
        let keys: usize = self.keys.iter().map(|(key, said)| key.len() + said.value.len()).sum();
        let moves: usize = self.kinds.iter().filter_map(|kind| kind.moves.as_ref()).map(String::len).sum();
        keys + moves + self.odd.iter().map(String::len).sum::<usize>()
    }

    /// The kind with a letter.
    pub(super) fn named(&self, letter: char) -> Option<String> {
        let letter = letter.to_ascii_uppercase();
        self.kinds.iter().find(|kind| kind.letter == letter).map(|kind| kind.name.clone())
    }

    /// The value of a key, of one colour where it has two.
    pub(super) fn get(&self, key: &str) -> &str {
        if let Some(said) = self.keys.get(key) {
            return &said.value;
        }
        let colour = COLOURS.iter().position(|colour| key.ends_with(colour));
        let of_one = colour.and_then(|at| key.strip_suffix(COLOURS[at]));
        let Some(found) = KEYS.iter().find(|one| one.name == key || Some(one.name) == of_one) else {
            return "";
        };
        match found.default.split_once('|') {
            Some((white, black)) => [white, black][colour.unwrap_or(0)],
            None => found.default,
        }
    }

    /// The line that says a key; 0 for none.
    pub(super) fn line(&self, key: &str) -> usize {
        self.keys.get(key).map_or(0, |said| said.line)
    }

    /// Whether a key is `true`.
    pub(super) fn is(&self, key: &str) -> bool {
        self.get(key) == "true"
    }

    pub(super) fn number(&self, key: &str) -> usize {
        self.get(key).parse().unwrap_or(0)
    }

    /// A file or a rank, from 1.
    pub(super) fn file(&self, key: &str) -> usize {
        let value = self.get(key);
        let letter = value.bytes().next().filter(u8::is_ascii_lowercase);
        letter.map_or_else(|| value.parse().unwrap_or(0), |letter| usize::from(letter - b'a') + 1)
    }

    /// The names of kinds that a key lists, those that are in the game; `*` stays.
    pub(super) fn list(&self, key: &str) -> Vec<&str> {
        let known = |name: &&str| *name == "*" || self.kinds.iter().any(|kind| kind.name == *name);
        let mut all: Vec<&str> = Vec::new();
        for name in self.get(key).split(' ').filter(known) {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        all
    }

    /// What a pair says of a kind; the last counts.
    pub(super) fn pair(&self, key: &str, name: &str) -> Option<&str> {
        let pairs = self.get(key).split(' ').filter_map(|pair| pair.split_once(':'));
        pairs.filter(|pair| pair.0 == name && pair.1 != "-").map(|pair| pair.1).next_back()
    }

    /// Where something is said: its line, or that a built-in game says it.
    pub(super) fn place(&self, key: &str) -> String {
        match self.line(key) {
            0 => "in the built-in game".to_owned(),
            line => format!("line {line}"),
        }
    }

    /// The keys that say something of the rules which has no counterpart.
    pub(super) fn unsaid(&self) -> Vec<String> {
        let mut all = Vec::new();
        for key in KEYS.iter().filter(|key| !key.unsaid.is_empty()) {
            let names = match key.sides {
                Sides::One => vec![key.name.to_owned()],
                _ => COLOURS.iter().map(|colour| format!("{}{colour}", key.name)).collect(),
            };
            for name in names {
                if self.get(&name) != key.default {
                    all.push(format!(
                        "{}: `{name} = {}`: {}",
                        self.place(&name),
                        short(self.get(&name)),
                        key.unsaid
                    ));
                }
            }
        }
        all
    }
}

/// The beginning of a text, for messages.
pub(super) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
