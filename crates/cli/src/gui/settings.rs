//! What a GUI can set: the engine's options, the game and its options.
//!
//! Protocols let a program offer options once, before a game is chosen. So the options of every game are
//! offered, each named `GAME.OPTION`, and those of the game that is played count.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use berolina::protocol::shown;
use berolina_engine::{Engine, Level};
use berolina_rules::definition::{Definition, OptionValues, Severity, Style};
use berolina_rules::notation::record::{Catalog, spellings};
use berolina_rules::{Library, Variant};

use crate::{chance, networks};

/// What `UCI_Chess960` makes of chess.
const CHESS960: [&str; 2] = ["chess", "chess960"];
/// Milliseconds of each move that are not ours: pipes, the GUI, other programs on the machine.
const OVERHEAD: u64 = 50;
const MAX_OVERHEAD: u64 = 5_000;
/// The most lines that `MultiPV` can show.
const MAX_LINES: usize = 256;
/// GUIs keep numbers in 32 bits.
const MAX_SEED: u64 = (1 << 31) - 1;

/// An option, as a protocol offers it.
pub(crate) struct Offer {
    pub(crate) name: String,
    pub(crate) kind: OfferKind,
}

/// The type of an option, with its default.
pub(crate) enum OfferKind {
    Check(bool),
    Spin {
        default: u64,
        min: u64,
        max: u64,
    },
    Combo {
        default: String,
        values: Vec<String>,
    },
    Button,
    /// A path, empty by default.
    Path,
}

/// What a change of an option asks of the session.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Nothing, or the game has changed: compare [`Settings::variant`].
    None,
    /// The engine is to be told its sizes.
    Tune,
    /// The engine is to forget what it has learnt.
    Forget,
    /// These lines are to be told.
    Told(Vec<String>),
}

/// Why a protocol cannot have a game, if it cannot.
pub(crate) type Obstacle = fn(&Definition) -> Option<String>;

/// What has been set.
pub(crate) struct Settings {
    catalog: Catalog,
    /// Games that it names are neither offered nor chosen.
    obstacle: Obstacle,
    /// The game that was set, and the options that were written behind its name.
    game: String,
    behind: Vec<(String, String)>,
    /// What was set by `GAME.OPTION`.
    chosen: BTreeMap<(String, String), String>,
    /// Numbers of shuffled starts that were drawn for the next game, where none were set.
    drawn: Vec<(String, String)>,
    chess960: bool,
    variant: Arc<Variant>,
    /// The size of the transposition table, in MiB.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// How many best lines are shown.
    pub(crate) lines: usize,
    /// The engine may think in the opponent's time.
    pub(crate) ponder: bool,
    /// Milliseconds that each move costs beside thinking.
    pub(crate) overhead: u64,
    skill: u8,
    limited: bool,
    elo: u32,
    analysing: bool,
    /// What the errors of weak levels follow from; `None` is another number in every game.
    pub(crate) seed: Option<u64>,
    /// Numbers of the search that were set; only a program for tuning has any to set.
    pub(crate) numbers: BTreeMap<&'static str, i32>,
    /// Networks evaluate the games that have one.
    pub(crate) use_nets: bool,
    /// A network for the game that is played, as a file.
    pub(crate) net: Option<PathBuf>,
}

impl Settings {
    /// The network beside the file of the game.
    pub(crate) fn net_beside(&self) -> Option<PathBuf> {
        networks::beside(self.catalog.library(), &self.variant)
    }

    /// Chess, from a library that has it.
    pub(crate) fn new(library: Library, obstacle: Obstacle) -> Result<Self, String> {
        let variant = Variant::load(&library, CHESS960[0]).map_err(|error| error.to_string())?;
        obstacle(variant.definition()).map_or(Ok(()), Err)?;
        Ok(Self {
            catalog: Catalog::new(library),
            obstacle,
            game: CHESS960[0].to_owned(),
            behind: Vec::new(),
            chosen: BTreeMap::new(),
            drawn: Vec::new(),
            chess960: false,
            variant,
            hash: Engine::DEFAULT_HASH,
            threads: 1,
            lines: 1,
            ponder: false,
            overhead: OVERHEAD,
            skill: Level::MAX,
            limited: false,
            elo: Level::MAX_ELO,
            analysing: false,
            seed: None,
            numbers: BTreeMap::new(),
            use_nets: true,
            net: None,
        })
    }

    /// The game that is played.
    pub(crate) fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// How well to play; `None` is as well as possible.
    pub(crate) fn level(&self) -> Option<Level> {
        if self.analysing {
            return None;
        }
        if self.limited {
            return Some(Level::from_elo(self.elo));
        }
        (self.skill < Level::MAX).then(|| Level::new(self.skill))
    }

    /// The games that can be played, with their default options.
    pub(crate) fn games(&self) -> Vec<Definition> {
        let library = self.catalog.library();
        let games = library.names().filter_map(|name| library.load(name).ok());
        games.filter(|game| (self.obstacle)(game).is_none()).collect()
    }

    /// The options, those of UCI first.
    pub(crate) fn offers(&self) -> Vec<Offer> {
        let games = self.games();
        let mut names = Vec::new();
        for game in &games {
            names.push(game.name.clone());
            // Most programs know a game only if they find their own name for it here.
            let others = spellings().filter(|other| other.is_of_uci() && other.name() == game.name);
            names.extend(others.map(|other| other.text.to_ascii_lowercase()));
        }
        let spin = |default: u64, min: u64, max: u64| OfferKind::Spin { default, min, max };
        let (default, max) = (Engine::DEFAULT_HASH as u64, Engine::MAX_HASH as u64);
        let skill = spin(Level::MAX.into(), Level::MIN.into(), Level::MAX.into());
        let elo = spin(Level::MAX_ELO.into(), Level::MIN_ELO.into(), Level::MAX_ELO.into());
        let mut offers: Vec<Offer> = [
            ("UCI_Variant", OfferKind::Combo { default: CHESS960[0].to_owned(), values: names }),
            ("VariantPath", OfferKind::Path),
            ("UCI_Chess960", OfferKind::Check(false)),
            ("Hash", spin(default, 1, max)),
            ("Clear Hash", OfferKind::Button),
            ("Threads", spin(1, 1, Engine::MAX_THREADS as u64)),
            ("MultiPV", spin(1, 1, MAX_LINES as u64)),
            ("Ponder", OfferKind::Check(false)),
            ("UCI_AnalyseMode", OfferKind::Check(false)),
            ("Skill Level", skill),
            ("UCI_LimitStrength", OfferKind::Check(false)),
            ("UCI_Elo", elo),
            ("Seed", spin(0, 0, MAX_SEED)),
            ("Move Overhead", spin(OVERHEAD, 0, MAX_OVERHEAD)),
            ("UseNet", OfferKind::Check(true)),
            ("NetFile", OfferKind::Path),
        ]
        .into_iter()
        .map(|(name, kind)| Offer { name: name.to_owned(), kind })
        .collect();
        offers.extend(Engine::numbers().iter().map(|number| {
            let [default, least, most] = [number.default, number.least, number.most].map(i32::unsigned_abs);
            Offer { name: number.name.to_owned(), kind: spin(default.into(), least.into(), most.into()) }
        }));
        for game in &games {
            for option in &game.options {
                let kind = match &option.values {
                    OptionValues::Choice(values) => OfferKind::Combo {
                        default: option.default.clone(),
                        values: values.iter().map(|(value, _)| value.clone()).collect(),
                    },
                    OptionValues::Number { min, max } => {
                        spin(option.default.parse().unwrap_or(0), u64::from(*min), u64::from(*max))
                    }
                };
                offers.push(Offer { name: format!("{}.{}", game.name, option.name), kind });
            }
        }
        offers
    }

    /// Sets an option; capitals and spaces in its name do not matter.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
        match name.as_str() {
            "uci_variant" => self.set_variant(value)?,
            "variantpath" => return self.add_path(value),
            "uci_chess960" => {
                let before = self.chess960;
                self.chess960 = check(value)?;
                self.reload().inspect_err(|_| self.chess960 = before)?;
            }
            "hash" => {
                self.hash = number("Hash", value, 1..=Engine::MAX_HASH as u64)? as usize;
                return Ok(Effect::Tune);
            }
            "clear hash" => return Ok(Effect::Forget),
            "threads" => {
                self.threads = number("Threads", value, 1..=Engine::MAX_THREADS as u64)? as usize;
                return Ok(Effect::Tune);
            }
            "multipv" => self.lines = number("MultiPV", value, 1..=MAX_LINES as u64)? as usize,
            "ponder" => self.ponder = check(value)?,
            "uci_analysemode" => self.analysing = check(value)?,
            "skill level" => {
                self.skill = number("Skill Level", value, Level::MIN.into()..=Level::MAX.into())? as u8;
            }
            "usenet" => {
                self.use_nets = check(value)?;
                return Ok(Effect::Tune);
            }
            "netfile" => {
                self.net = Some(PathBuf::from(value)).filter(|_| !value.is_empty() && value != "<empty>");
                return Ok(Effect::Tune);
            }
            "uci_limitstrength" => self.limited = check(value)?,
            "uci_elo" => {
                self.elo = number("UCI_Elo", value, Level::MIN_ELO.into()..=Level::MAX_ELO.into())? as u32;
            }
            "seed" => {
                self.seed = Some(number("Seed", value, 0..=MAX_SEED)?).filter(|&seed| seed > 0);
                return Ok(Effect::Tune);
            }
            "move overhead" => self.overhead = number("Move Overhead", value, 0..=MAX_OVERHEAD)?,
            _ => match (name.split_once('.'), Engine::numbers().iter().find(|number| number.name == name)) {
                (Some((game, option)), _) => self.choose(game, option, value)?,
                (None, Some(known)) => {
                    let bounds = u64::from(known.least.unsigned_abs())..=u64::from(known.most.unsigned_abs());
                    self.numbers.insert(known.name, number(known.name, value, bounds)? as i32);
                    return Ok(Effect::Tune);
                }
                (None, None) => return Err(self.no_such_option(&name)),
            },
        }
        Ok(Effect::None)
    }

    fn no_such_option(&self, name: &str) -> String {
        let offers = self.offers();
        let near = offers
            .iter()
            .map(|offer| (strsim::damerau_levenshtein(name, &offer.name.to_ascii_lowercase()), offer));
        let near = near.min_by_key(|near| near.0).filter(|near| near.0 <= near.1.name.len() / 3);
        let hint = near.map_or(String::new(), |near| format!(": did you mean `{}`?", near.1.name));
        format!("there is no option `{}`{hint}; docs/gui.md lists them", shown(name))
    }

    /// Chooses the game: its name, title or another usual spelling, and maybe options behind it.
    pub(crate) fn set_variant(&mut self, value: &str) -> Result<(), String> {
        if value.split(':').next().unwrap_or_default().trim().is_empty() {
            return Err("UCI_Variant is the name of a game".to_owned());
        }
        // This checks the options as well; a spelling may bring some of its own.
        let name = self.catalog.find(value).map_err(|error| error.to_string())?.definition().name.clone();
        let spec = self.catalog.name_of(value).map_err(|error| error.to_string())?;
        let pair = |text: &str| {
            let (key, value) = text.split_once('=')?;
            Some((key.trim().to_lowercase(), value.trim().to_lowercase()))
        };
        let pairs =
            spec.split_once(':').map_or("", |(_, options)| options).split(',').filter_map(pair).collect();
        self.drawn.clear();
        let before = (std::mem::replace(&mut self.game, name), std::mem::replace(&mut self.behind, pairs));
        self.reload().inspect_err(|_| (self.game, self.behind) = before)
    }

    /// Draws the start of the next game, where the game that is set has several and none was chosen; says which it is.
    pub(crate) fn draw(&mut self) -> Option<String> {
        self.drawn.clear();
        let drawn = chance::shuffled(self.catalog.library(), &self.spec(), self.seed)?;
        let (_, choices) = drawn.split_once(':')?;
        let pairs = choices.split(',').filter_map(|pair| pair.split_once('='));
        self.drawn = pairs.map(|(option, value)| (option.to_owned(), value.to_owned())).collect();
        if self.reload().is_err() {
            self.drawn.clear();
        }
        Some(drawn)
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

    /// Adds variant files. What `berolina check` says of them is told.
    fn add_path(&mut self, value: &str) -> Result<Effect, String> {
        if value.is_empty() || value == "<empty>" {
            return Ok(Effect::None);
        }
        let mut library = self.catalog.library().clone();
        let names = library.add_path(Path::new(value)).map_err(|error| error.to_string())?;
        let mut told = Vec::new();
        let mut verdicts = Vec::new();
        for name in &names {
            let faults = library.check(name);
            let faulty = faults.iter().any(|fault| fault.severity() == Severity::Error);
            let obstacle = library.load(name).ok().and_then(|game| (self.obstacle)(&game));
            verdicts.push(match obstacle {
                Some(obstacle) => format!("{name} cannot be played: {obstacle}"),
                None => format!("{name} {}", if faulty { "is faulty" } else { "added" }),
            });
            told.extend(faults.iter().flat_map(|fault| {
                let text = fault.render(Style::Plain);
                text.lines().map(str::to_owned).collect::<Vec<_>>()
            }));
        }
        let before = std::mem::replace(&mut self.catalog, Catalog::new(library));
        match self.find() {
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
        told.push(format!("{}; ask for the options again to see it", verdicts.join("; ")));
        Ok(Effect::Told(told))
    }

    /// Loads the game that is now set, if it is another.
    fn reload(&mut self) -> Result<(), String> {
        let variant = self.find()?;
        if variant.definition().full_name() != self.variant.definition().full_name() {
            self.variant = variant;
        }
        Ok(())
    }

    /// The game that is now set.
    fn find(&mut self) -> Result<Arc<Variant>, String> {
        let variant = self.catalog.find(&self.spec()).map_err(|error| error.to_string())?;
        (self.obstacle)(variant.definition()).map_or(Ok(variant), Err)
    }

    /// The game with its options; those behind its name come before those of `GAME.OPTION`.
    fn spec(&self) -> String {
        let shuffled = self.chess960 && self.game == CHESS960[0];
        let name = if shuffled { CHESS960[1] } else { &self.game };
        let set = self.chosen.iter().filter(|((game, _), _)| game == name);
        let mut options: BTreeMap<&str, &str> =
            self.drawn.iter().map(|(option, value)| (option.as_str(), value.as_str())).collect();
        options.extend(set.map(|((_, option), value)| (option.as_str(), value.as_str())));
        options.extend(self.behind.iter().map(|(option, value)| (option.as_str(), value.as_str())));
        let options: Vec<String> =
            options.iter().map(|(option, value)| format!("{option}={value}")).collect();
        if options.is_empty() { name.to_owned() } else { format!("{name}:{}", options.join(",")) }
    }
}

fn number(name: &str, value: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    let number = value.trim().parse().ok().filter(|n| range.contains(n));
    number.ok_or_else(|| format!("{name} is a number from {} to {}", range.start(), range.end()))
}

fn check(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(format!("`{}`: write true or false", shown(value))),
    }
}
