//! What the GUI can set: the game and its options above all.
//!
//! UCI lets a program offer options once, before a game is chosen. So the options of every game are
//! offered, each named `GAME.OPTION`, and those of the game that is played count.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use berolina_rules::definition::{GameOption, OptionValues};
use berolina_rules::notation::record::Catalog;
use berolina_rules::{Library, LoadError, Variant};

/// What most programs call a game: they know a game only if they find their own name for it among the
/// values of `UCI_Variant`.
const USUAL_NAMES: [(&str, &str); 1] = [("king-of-the-hill", "kingofthehill")];
/// What `UCI_Chess960` makes of chess.
const CHESS960: [&str; 2] = ["chess", "chess960"];
/// Milliseconds of each move that are not ours: pipes, the GUI, other programs on the machine.
const OVERHEAD: u64 = 50;
const MAX_OVERHEAD: u64 = 5_000;

/// What has been set.
pub(super) struct Options {
    catalog: Catalog,
    /// The game of `UCI_Variant`, and the options that were written behind its name.
    game: String,
    behind: Vec<(String, String)>,
    /// What was set by `GAME.OPTION`.
    chosen: BTreeMap<(String, String), String>,
    chess960: bool,
    ponder: bool,
    overhead: u64,
    variant: Arc<Variant>,
}

impl Options {
    /// Chess, from a library that has it.
    pub(super) fn new(library: Library) -> Result<Self, LoadError> {
        let variant = Variant::load(&library, CHESS960[0])?;
        Ok(Self {
            catalog: Catalog::new(library),
            game: CHESS960[0].to_owned(),
            behind: Vec::new(),
            chosen: BTreeMap::new(),
            chess960: false,
            ponder: false,
            overhead: OVERHEAD,
            variant,
        })
    }

    /// The game that is played.
    pub(super) fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Whether the reply that is expected is told with the best move.
    pub(super) fn ponder(&self) -> bool {
        self.ponder
    }

    /// Milliseconds that each move costs beside thinking.
    pub(super) fn overhead(&self) -> u64 {
        self.overhead
    }

    /// The answer to `uci`.
    pub(super) fn greeting(&self) -> String {
        let mut text =
            format!("id name Berolina {}\nid author the Berolina developers\n\n", env!("CARGO_PKG_VERSION"));
        let library = self.catalog.library();
        let games: Vec<_> = library.names().filter_map(|name| library.load(name).ok()).collect();
        text.push_str("option name UCI_Variant type combo default chess");
        for game in &games {
            let _ = write!(text, " var {}", game.name);
            for (_, usual) in USUAL_NAMES.iter().filter(|(name, _)| *name == game.name) {
                let _ = write!(text, " var {usual}");
            }
        }
        text.push_str("\noption name VariantPath type string default <empty>\n");
        text.push_str("option name UCI_Chess960 type check default false\n");
        text.push_str("option name Ponder type check default false\n");
        let _ =
            writeln!(text, "option name Move Overhead type spin default {OVERHEAD} min 0 max {MAX_OVERHEAD}");
        for game in &games {
            for option in &game.options {
                let _ = writeln!(text, "{}", offered(&game.name, option));
            }
        }
        text.push_str("uciok");
        text
    }

    /// Does what stands behind `setoption`; returns what is to be told.
    pub(super) fn set(&mut self, text: &str) -> Result<Option<String>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if !words.first().is_some_and(|word| word.eq_ignore_ascii_case("name")) {
            return Err("write name NAME value VALUE".to_owned());
        }
        let split = words.iter().position(|word| word.eq_ignore_ascii_case("value")).unwrap_or(words.len());
        let name = words[1..split].join(" ").to_ascii_lowercase();
        // A path keeps its spaces as they are.
        let value = behind_value(text);
        match name.as_str() {
            "uci_variant" => self.set_variant(value)?,
            "variantpath" => return self.add_path(value),
            "uci_chess960" => {
                let before = self.chess960;
                self.chess960 = check(value)?;
                self.reload().inspect_err(|_| self.chess960 = before)?;
            }
            "ponder" => self.ponder = check(value)?,
            "move overhead" => {
                let number = value.parse().ok().filter(|&n| n <= MAX_OVERHEAD);
                self.overhead =
                    number.ok_or(format!("Move Overhead is a number from 0 to {MAX_OVERHEAD}"))?;
            }
            _ => match name.split_once('.') {
                Some((game, option)) => self.choose(game, option, value)?,
                None => return Err(format!("there is no option `{}`; `uci` lists them", shown(&name))),
            },
        }
        Ok(None)
    }

    fn set_variant(&mut self, value: &str) -> Result<(), String> {
        let (called, options) = value.split_once(':').map_or((value, None), |(c, o)| (c, Some(o)));
        if called.trim().is_empty() {
            return Err("UCI_Variant is the name of a game".to_owned());
        }
        // This checks the options as well.
        let name = self.catalog.find(value).map_err(|error| error.to_string())?.definition().name.clone();
        let pair = |text: &str| {
            let (key, value) = text.split_once('=')?;
            Some((key.trim().to_lowercase(), value.trim().to_lowercase()))
        };
        let pairs = options.unwrap_or("").split(',').filter_map(pair).collect();
        let before = (std::mem::replace(&mut self.game, name), std::mem::replace(&mut self.behind, pairs));
        self.reload().inspect_err(|_| (self.game, self.behind) = before)
    }

    fn choose(&mut self, game: &str, option: &str, value: &str) -> Result<(), String> {
        let value = value.to_lowercase();
        let library = self.catalog.library();
        library.load(&format!("{game}:{option}={value}")).map_err(|error| error.to_string())?;
        let key = (game.to_owned(), option.to_owned());
        let before = self.chosen.insert(key.clone(), value);
        self.reload().inspect_err(|_| {
            match before {
                Some(value) => self.chosen.insert(key, value),
                None => self.chosen.remove(&key),
            };
        })
    }

    fn add_path(&mut self, value: &str) -> Result<Option<String>, String> {
        if value.is_empty() || value == "<empty>" {
            return Ok(None);
        }
        let mut library = self.catalog.library().clone();
        let names = library.add_path(Path::new(value)).map_err(|error| error.to_string())?;
        let mut told = Vec::new();
        for name in &names {
            told.push(match library.load(name) {
                Ok(_) => format!("{name} added"),
                Err(error) => format!("{name} is faulty: {error}"),
            });
        }
        let before = std::mem::replace(&mut self.catalog, Catalog::new(library));
        let spec = self.spec();
        match self.catalog.find(&spec) {
            // The game that is played may have been replaced, or what it extends.
            Ok(variant) => {
                if variant.definition() != self.variant.definition() {
                    self.variant = variant;
                }
            }
            Err(error) => {
                self.catalog = before;
                return Err(format!("nothing added, for the game that is played would be faulty: {error}"));
            }
        }
        Ok(Some(format!("{}; send uci to read the options again", told.join("; "))))
    }

    /// Loads the game that is now set, if it is another.
    fn reload(&mut self) -> Result<(), String> {
        let variant = self.catalog.find(&self.spec()).map_err(|error| error.to_string())?;
        if variant.definition().full_name() != self.variant.definition().full_name() {
            self.variant = variant;
        }
        Ok(())
    }

    /// The game with its options; those behind its name come before those of `GAME.OPTION`.
    fn spec(&self) -> String {
        let shuffled = self.chess960 && self.game == CHESS960[0];
        let name = if shuffled { CHESS960[1] } else { &self.game };
        let set = self.chosen.iter().filter(|((game, _), _)| game == name);
        let mut options: BTreeMap<&str, &str> =
            set.map(|((_, option), value)| (option.as_str(), value.as_str())).collect();
        options.extend(self.behind.iter().map(|(option, value)| (option.as_str(), value.as_str())));
        let options: Vec<String> =
            options.iter().map(|(option, value)| format!("{option}={value}")).collect();
        if options.is_empty() { name.to_owned() } else { format!("{name}:{}", options.join(",")) }
    }
}

/// An option of a game as UCI offers it.
fn offered(game: &str, option: &GameOption) -> String {
    let mut text = format!("option name {game}.{} type ", option.name);
    let _ = match &option.values {
        OptionValues::Choice(values) => {
            let values = values.iter().fold(String::new(), |text, (value, _)| text + " var " + value);
            write!(text, "combo default {}{values}", option.default)
        }
        OptionValues::Number { min, max } => {
            write!(text, "spin default {} min {min} max {max}", option.default)
        }
    };
    text
}

/// What stands behind the word `value`.
fn behind_value(text: &str) -> &str {
    let mut rest = text;
    while let Some(word) = rest.split_whitespace().next() {
        let end = rest.find(word).unwrap_or(0) + word.len();
        rest = &rest[end..];
        if word.eq_ignore_ascii_case("value") {
            break;
        }
    }
    rest.trim()
}

fn check(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("`{}`: write true or false", shown(value))),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(24).collect()
}
