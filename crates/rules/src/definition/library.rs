//! The games that can be played: the shipped ones and those added at run time.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::inherited::Home;
use super::merge::{self, Family, MAX_DEPTH};
use super::picture::{self, Beside};
use super::reader::Reader;
use super::resolve::instance;
use super::syntax::MAX_FILE;
use super::{Code, Definition, Diagnostic, GameOption, OptionValues, check, names, options};
use crate::files;
use crate::message::{Message, list};
use crate::order::sort_short;
use crate::say;

/// The shipped games: name and text.
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A set of games by name.
///
/// ```
/// use berolina_rules::definition::Library;
///
/// let library = Library::shipped();
/// let chess = library.load("chess").unwrap();
/// assert_eq!(chess.start.standing().count(), 32);
///
/// let near = library.load("near-vs-normal:near=black,en-passant=on").unwrap();
/// assert_eq!(near.full_name(), "near-vs-normal:near=black,en-passant=on");
///
/// let error = library.load("near-vs-normal:near=blak").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "near-vs-normal: near cannot be `blak`: did you mean `black`? (it is white or black)"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    games: BTreeMap<String, Source>,
}

/// The text of a game's file, and pictures that stand beside it.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) text: Arc<str>,
    pub(super) beside: Beside,
    /// Where the file is, if it is one.
    path: Option<PathBuf>,
}

/// Why a game cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// There is no such game, option or value: one line that names the choices.
    Unknown(String),
    /// The file has faults.
    Faulty(Vec<Diagnostic>),
}

impl fmt::Display for LoadError {
    /// One line; of several faults the first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(line) => f.write_str(line),
            Self::Faulty(faults) => match faults.iter().find(|d| d.is_error()) {
                Some(first) => first.fmt(f),
                None => f.write_str("the file is faulty"),
            },
        }
    }
}

impl std::error::Error for LoadError {}

/// Why a file cannot be added to a [`Library`].
#[derive(Debug)]
pub enum AddError {
    /// The file or folder cannot be read.
    Unreadable(String, std::io::Error),
    /// The file's name is not the name of a game.
    BadName(String),
    /// The file is too large.
    TooLarge(String),
    /// The file is not text in UTF-8.
    NotText(String),
    /// The folder has no `.toml` file.
    Empty(String),
    /// Several files of a folder cannot be added.
    Several(Vec<AddError>),
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.said().fmt(f)
    }
}

impl std::error::Error for AddError {}

impl AddError {
    /// One line for people.
    #[must_use]
    pub fn said(&self) -> Message {
        match self {
            Self::Unreadable(path, error) => say!("{path}: {error}", path, error = error.to_string()),
            Self::BadName(path) => say!(
                "{path}: a game's file is named in small letters, digits and hyphens, such as near-2.toml",
                path
            ),
            Self::TooLarge(path) => {
                say!("{path}: the file is larger than {most} KiB", path, most = MAX_FILE / 1024)
            }
            Self::NotText(path) => say!("{path}: the file is not text in UTF-8", path),
            Self::Empty(path) => say!("{path}: there is no .toml file in this folder", path),
            Self::Several(errors) => say!("{all}", all = list(errors.iter().map(Self::said), "; ")),
        }
    }

    /// The same as `check` reports it.
    fn diagnostic(&self, path: &str) -> Diagnostic {
        let code = match self {
            Self::Unreadable(..) | Self::Empty(_) | Self::Several(_) => Code::E006,
            Self::BadName(_) => Code::E015,
            Self::TooLarge(_) | Self::NotText(_) => Code::E001,
        };
        check::unreadable(path, code, self.said())
    }
}

/// What [`Library::check_each`] says of one game.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The game: its name, or the path of its file.
    pub game: String,
    /// Its faults and warnings.
    pub faults: Vec<Diagnostic>,
}

impl Source {
    fn new(text: &str) -> Self {
        Self { text: text.into(), beside: Beside::default(), path: None }
    }
}

impl Library {
    /// A library without games.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// The games that Berolina brings along.
    #[must_use]
    pub fn shipped() -> Self {
        let games = SHIPPED.iter().map(|&(name, text)| (name.to_owned(), Source::new(text))).collect();
        Self { games }
    }

    /// Adds a file, or every `.toml` file of a folder, and returns the names of the games. A game
    /// of the same name is replaced. The files need not be correct: see [`check`](Self::check).
    ///
    /// A game that such a file extends, and that is not known, is added too where its file stands next door.
    /// Of a folder every file is added that can be, also where others cannot.
    pub fn add_path(&mut self, path: &Path) -> Result<Vec<String>, AddError> {
        let mut added = Vec::new();
        let mut errors = Vec::new();
        for file in files_of(path)? {
            match self.add_file(&file) {
                Ok(name) => added.push(name),
                Err(error) => errors.push(error),
            }
        }
        for name in &added {
            errors.extend(self.add_extended(name, path_next_to(path)).err());
        }
        match errors.len() {
            0 => Ok(added),
            1 => Err(errors.remove(0)),
            _ => Err(AddError::Several(errors)),
        }
    }

    /// Adds what a game extends, and what that extends, from files of a folder; games that are known stay.
    fn add_extended(&mut self, name: &str, folder: &Path) -> Result<(), AddError> {
        let mut next = merge::extended(self.get(name).unwrap_or_default());
        for _ in 0..MAX_DEPTH {
            let Some(name) = next.filter(|name| !self.games.contains_key(name)) else { break };
            let path = folder.join(format!("{name}.toml"));
            if !path.is_file() {
                break;
            }
            self.add_file(&path)?;
            next = merge::extended(self.get(&name).unwrap_or_default());
        }
        Ok(())
    }

    fn add_file(&mut self, path: &Path) -> Result<String, AddError> {
        let shown = names::shown_path(&path.display().to_string());
        let name = path.file_stem().and_then(|s| s.to_str()).filter(|n| names::is_name(n));
        let Some(name) = name else { return Err(AddError::BadName(shown)) };
        let text = files::read_text(path, MAX_FILE).map_err(|error| match error.kind() {
            ErrorKind::FileTooLarge => AddError::TooLarge(shown),
            ErrorKind::InvalidData => AddError::NotText(shown),
            _ => AddError::Unreadable(shown, error),
        })?;
        self.add_text(name, &text)?;
        if let Some(game) = self.games.get_mut(name) {
            game.beside = picture::beside(path, &text);
            game.path = Some(path.to_owned());
        }
        Ok(name.to_owned())
    }

    /// Adds a game from its text.
    pub fn add_text(&mut self, name: &str, text: &str) -> Result<(), AddError> {
        if !names::is_name(name) {
            return Err(AddError::BadName(names::shown(name)));
        }
        if text.len() > MAX_FILE {
            return Err(AddError::TooLarge(name.to_owned()));
        }
        self.games.insert(name.to_owned(), Source::new(text));
        Ok(())
    }

    /// The names of the games, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.keys().map(String::as_str)
    }

    /// The name that a mistyped one is likely to mean.
    #[must_use]
    pub fn near(&self, name: &str) -> Option<&str> {
        names::near(name, self.names())
    }

    /// The text of a game's file.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.games.get(name).map(|game| &*game.text)
    }

    /// Where a game's file is; `None` for those that were added as text, as the games that Berolina brings along.
    #[must_use]
    pub fn path(&self, name: &str) -> Option<&Path> {
        self.games.get(name)?.path.as_deref()
    }

    /// The files that a game is made of, by name and text: its own, what that extends, and so on, as far as they are known.
    ///
    /// ```
    /// use berolina_rules::definition::Library;
    ///
    /// let library = Library::shipped();
    /// let names: Vec<_> = library.lineage("forward-near").into_iter().map(|(name, _)| name).collect();
    /// assert_eq!(names[..2], ["forward-near", "forward"]);
    /// ```
    #[must_use]
    pub fn lineage(&self, name: &str) -> Vec<(String, &str)> {
        let mut files: Vec<(String, &str)> = Vec::new();
        let mut next = Some(name.to_owned());
        while let Some(name) =
            next.filter(|name| files.len() <= MAX_DEPTH && files.iter().all(|f| f.0 != *name))
        {
            let Some(text) = self.get(&name) else { break };
            files.push((name, text));
            next = merge::extended(text);
        }
        files
    }

    /// Loads a game by its name and options, such as `near:win=checkmate`. An option that is left
    /// out has its default; options may stand in any order.
    pub fn load(&self, spec: &str) -> Result<Definition, LoadError> {
        let (name, choices) = spec.split_once(':').map_or((spec, ""), |(name, rest)| (name, rest));
        if !self.games.contains_key(name) {
            return Err(LoadError::Unknown(self.no_such_game(name).to_string()));
        }
        let mut faults = Vec::new();
        let family = self.family(name, &mut faults);
        let faulty = |mut faults| {
            check::tidy(&family, &mut faults);
            Err(LoadError::Faulty(faults))
        };
        if check::is_broken(&faults) {
            return faulty(faults);
        }
        let options = options::read(&mut Reader::new(&family.files, &mut faults), &family.tree);
        if faults.iter().any(Diagnostic::is_error) {
            return faulty(faults);
        }
        let chosen = choose(name, &options, choices).map_err(LoadError::Unknown)?;
        let before = faults.len();
        let rules = instance(name, &family, &options, &chosen, &mut faults);
        match rules.and_then(|rules| Definition::checked(rules, &faults)) {
            Some(definition) => Ok(definition),
            None => {
                Home::new().bring(name, &family, &options, &chosen, &mut faults[before..]);
                faulty(faults)
            }
        }
    }

    /// The spec with a number for each shuffle whose number it leaves open, if it leaves any; `draw` is asked for a number
    /// below another.
    ///
    /// ```
    /// # use berolina_rules::Library;
    /// let library = Library::shipped();
    /// let shuffled = |spec| library.shuffled(spec, |count| count - 1);
    /// assert_eq!(shuffled("near-960:win=checkmate").unwrap(), "near-960:win=checkmate,position=959");
    /// assert_eq!(shuffled("chess960:position=518"), None);
    /// assert_eq!(shuffled("near"), None);
    /// ```
    pub fn shuffled(&self, spec: &str, mut draw: impl FnMut(u32) -> u32) -> Option<String> {
        let definition = self.load(spec).ok()?;
        let said = |name: &str| {
            let choices = spec.split_once(':').map_or("", |(_, choices)| choices);
            choices.split(',').any(|part| part.split_once('=').is_some_and(|(said, _)| said == name))
        };
        let mut shuffled = spec.to_owned();
        for option in &definition.options {
            if let OptionValues::Number { min, max } = option.values
                && !said(&option.name)
            {
                let number = min + draw(max - min + 1).min(max - min);
                let sign = if shuffled.contains(':') { ',' } else { ':' };
                shuffled.push_str(&format!("{sign}{}={number}", option.name));
            }
        }
        (shuffled.len() > spec.len()).then_some(shuffled)
    }

    /// The name, with options, of the game that a spec most likely means: where a part of it is wrong, the
    /// nearest name; an option or a value that is near none is left out. `None` if there is no game.
    ///
    /// ```
    /// # use berolina_rules::Library;
    /// let library = Library::shipped();
    /// let nearest = |spec| library.nearest(spec).unwrap();
    /// assert_eq!(nearest("Near-vs-Norml:near=blak,speed=high"), "near-vs-normal:near=black");
    /// assert_eq!(nearest("chess960:position=1000"), "chess960:position=959");
    /// ```
    #[must_use]
    pub fn nearest(&self, spec: &str) -> Option<String> {
        let spec = spec.trim().to_ascii_lowercase();
        let (name, choices) = spec.split_once(':').unwrap_or((&spec, ""));
        let name = names::nearest(name, self.names())?;
        let Ok(definition) = self.load(name) else { return Some(name.to_owned()) };
        let mut wanted: Vec<(&str, String)> = Vec::new();
        for part in choices.split(',') {
            let (option, value) = part.split_once('=').unwrap_or((part, ""));
            let all = || definition.options.iter();
            let Some(name) = names::near(option.trim(), all().map(|o| o.name.as_str())) else { continue };
            let Some(option) = all().find(|o| o.name == name) else { continue };
            if let Some(value) =
                nearest_value(option, value.trim()).filter(|_| wanted.iter().all(|w| w.0 != name))
            {
                wanted.push((&option.name, value));
            }
        }
        let choices: Vec<String> = wanted.iter().map(|(option, value)| format!("{option}={value}")).collect();
        let spec = if choices.is_empty() { name.to_owned() } else { format!("{name}:{}", choices.join(",")) };
        Some(self.load(&spec).map_or_else(|_| name.to_owned(), |definition| definition.full_name()))
    }

    /// All faults and warnings of a game, under every combination of its options. `game` is a name,
    /// or the path of a file, which is read but not added.
    ///
    /// ```
    /// use berolina_rules::definition::{Code, Library, Severity};
    ///
    /// let mut library = Library::shipped();
    /// assert!(library.check("near").is_empty());
    ///
    /// let text = "extends = \"near\"\ntitle = \"Mine\"\narray = [\"8\", \"RNBQKBNX\"]\n";
    /// library.add_text("mine", text)?;
    /// let fault = &library.check("mine")[0];
    /// assert_eq!((fault.severity(), fault.code, fault.line, fault.column), (Severity::Error, Code::E052, 3, 23));
    /// # Ok::<(), berolina_rules::definition::AddError>(())
    /// ```
    #[must_use]
    pub fn check(&self, game: &str) -> Vec<Diagnostic> {
        self.check_each(game).into_iter().flat_map(|checked| checked.faults).collect()
    }

    /// The same for each game alone: `game` may also be the path of a folder, whose files are read but not added.
    #[must_use]
    pub fn check_each(&self, game: &str) -> Vec<Checked> {
        let one = |faults| vec![Checked { game: game.to_owned(), faults }];
        if self.games.contains_key(game) {
            return one(self.faults(game));
        }
        let path = Path::new(game);
        if names::is_name(game) && !path.exists() {
            return one(vec![check::unreadable("library", Code::E006, self.no_such_game(game))]);
        }
        let files = match files_of(path) {
            Ok(files) => files,
            Err(error) => return one(vec![error.diagnostic(game)]),
        };
        // All are added first: they may extend one another.
        let mut library = self.clone();
        let added: Vec<_> = files.iter().map(|file| library.add_file(file)).collect();
        let each = files.iter().zip(added).map(|(file, added)| {
            let shown = file.display().to_string();
            let added = added.and_then(|name| {
                library.add_extended(&name, path_next_to(file))?;
                Ok(library.faults(&name))
            });
            Checked { faults: added.unwrap_or_else(|error| vec![error.diagnostic(&shown)]), game: shown }
        });
        each.collect()
    }

    /// All faults of a game that is known.
    fn faults(&self, name: &str) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let family = self.family(name, &mut faults);
        check::all(name, &family, faults)
    }

    /// One line that names what was meant most likely.
    pub(super) fn no_such_game(&self, name: &str) -> Message {
        let hint = names::did_you_mean(name, self.names());
        let hint = hint.or_else(|| names::nearest_hint(name, self.names()));
        let meant = hint.map(|hint| say!(": {hint}", hint));
        say!("there is no game `{name}`{meant}", name = names::shown(name), meant)
    }

    pub(super) fn family(&self, name: &str, faults: &mut Vec<Diagnostic>) -> Family {
        let all: Vec<&str> = self.names().collect();
        merge::family(name, &|name| self.games.get(name).cloned(), &all, faults)
    }
}

/// A file itself, or the variant files of a folder in alphabetical order.
fn files_of(path: &Path) -> Result<Vec<PathBuf>, AddError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let shown = names::shown_path(&path.display().to_string());
    let unreadable = |e| AddError::Unreadable(shown.clone(), e);
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            files.push(path);
        }
    }
    sort_short(&mut files, |a, b| a < b);
    if files.is_empty() { Err(AddError::Empty(shown)) } else { Ok(files) }
}

/// The folder that a file stands in; a folder itself.
fn path_next_to(path: &Path) -> &Path {
    if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("")) }
}

/// The values that a text such as `near=black,en-passant=on` chooses, the defaults elsewhere.
fn choose(game: &str, options: &[GameOption], text: &str) -> Result<Vec<String>, String> {
    let mut chosen: Vec<String> = options.iter().map(|o| o.default.clone()).collect();
    let mut said = vec![false; options.len()];
    for part in text.split(',').filter(|_| !text.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let shown = names::shown(name);
        let all = || options.iter().map(|o| o.name.as_str());
        let Some(index) = all().position(|n| n == name) else {
            let hint = names::did_you_mean(name, all()).map(|h| format!(": {h}")).unwrap_or_default();
            let listed = match all().collect::<Vec<_>>()[..] {
                [] => "it has no options".to_owned(),
                ref names => format!("its options are {}", names.join(", ")),
            };
            return Err(format!("{game}: there is no option `{shown}`{hint} ({listed})"));
        };
        if std::mem::replace(&mut said[index], true) {
            return Err(format!("{game}: {name} is said twice"));
        }
        chosen[index] = value_of(&options[index], value).map_err(|e| format!("{game}: {e}"))?;
    }
    Ok(chosen)
}

fn nearest_value(option: &GameOption, value: &str) -> Option<String> {
    match &option.values {
        OptionValues::Choice(values) => {
            names::near(value, values.iter().map(|v| v.0.as_str())).map(str::to_owned)
        }
        OptionValues::Number { min, max } => {
            value.parse::<u32>().ok().map(|n| n.clamp(*min, *max).to_string())
        }
    }
}

fn value_of(option: &GameOption, value: &str) -> Result<String, String> {
    let name = &option.name;
    let shown = names::shown(value);
    match &option.values {
        OptionValues::Choice(values) => {
            let all = || values.iter().map(|v| v.0.as_str());
            if all().any(|v| v == value) {
                return Ok(value.to_owned());
            }
            let hint = names::did_you_mean(value, all()).map(|h| format!(": {h}")).unwrap_or_default();
            let listed = all().collect::<Vec<_>>().join(" or ");
            Err(format!("{name} cannot be `{shown}`{hint} (it is {listed})"))
        }
        OptionValues::Number { min, max } => {
            let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
            let number = value.parse::<u32>().ok().filter(|n| digits && (min..=max).contains(&n));
            let number = number
                .ok_or_else(|| format!("{name} cannot be `{shown}` (it is a number from {min} to {max})"))?;
            Ok(number.to_string())
        }
    }
}
