//! Games by what files call them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::definition::{Library, LoadError};
use crate::variant::Variant;

/// Spellings that are neither names nor titles: lines of spelling, tab, game.
const SPELLINGS: &str = include_str!("../../../../../variants/spellings.tsv");
/// Games kept compiled.
const MAX_KEPT: usize = 64;
/// The longest text that a game is kept under.
const MAX_KEY: usize = 256;

/// Finds games by what files call them, and keeps them compiled.
///
/// A game is found by its name, with options or without, then by its title, then by the spellings that
/// other programs use. Capitals, spaces and punctuation do not matter. Nothing, or `?`, is chess.
///
/// ```
/// use berolina_rules::Library;
/// use berolina_rules::notation::record::Catalog;
///
/// let mut catalog = Catalog::new(Library::shipped());
/// for (text, name) in [
///     ("near-vs-normal:near=black", "near-vs-normal:near=black"),
///     ("Near vs Normal: Near = Black", "near-vs-normal:near=black"),
///     ("Not-Particularly-New Chess", "npnc"),
///     ("Fischerandom", "chess960"),
///     ("Standard", "chess"),
///     ("", "chess"),
/// ] {
///     assert_eq!(catalog.find(text)?.definition().full_name(), name);
/// }
/// assert!(catalog.find("ches").unwrap_err().to_string().contains("did you mean `chess`?"));
/// # Ok::<(), berolina_rules::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Catalog {
    library: Library,
    unnamed: Option<Arc<Variant>>,
    /// By the text that found them.
    kept: HashMap<String, Arc<Variant>>,
    /// What the games are called, and their names: their names, titles, and other spellings.
    called: Option<[Vec<(String, String)>; 3]>,
}

impl Catalog {
    /// The games of a library.
    #[must_use]
    pub fn new(library: Library) -> Self {
        Self { library, unnamed: None, kept: HashMap::new(), called: None }
    }

    /// The same games; where a file does not say which is played, it is this one instead of chess.
    #[must_use]
    pub fn with_unnamed(mut self, variant: Arc<Variant>) -> Self {
        self.unnamed = Some(variant);
        self
    }

    /// The library.
    #[must_use]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The game that a text such as the tag `Variant` means.
    ///
    /// # Errors
    /// No game or several games are called so, or its file is faulty.
    pub fn find(&mut self, text: &str) -> Result<Arc<Variant>, LoadError> {
        if let Some(variant) = self.unnamed.as_ref().filter(|_| key(text).is_empty()) {
            return Ok(Arc::clone(variant));
        }
        if let Some(variant) = self.kept.get(text) {
            return Ok(Arc::clone(variant));
        }
        let spec = self.spec(text)?;
        let variant = Variant::load(&self.library, &spec)?;
        if text.len() <= MAX_KEY {
            if self.kept.len() >= MAX_KEPT {
                self.kept.clear();
            }
            self.kept.insert(text.to_owned(), Arc::clone(&variant));
        }
        Ok(variant)
    }

    /// The name, with options, of the game that a text means.
    fn spec(&mut self, text: &str) -> Result<String, LoadError> {
        let (game, options) = text.split_once(':').map_or((text, None), |(game, rest)| (game, Some(rest)));
        let name = if self.library.get(game).is_some() { game.to_owned() } else { self.name(game)? };
        Ok(match options {
            None => name,
            Some(options) => {
                let plain = |c: &char| !c.is_whitespace();
                let options: String = options.chars().filter(plain).map(|c| c.to_ascii_lowercase()).collect();
                format!("{name}:{options}")
            }
        })
    }

    fn name(&mut self, game: &str) -> Result<String, LoadError> {
        let wanted = key(game);
        let called = self.called.get_or_insert_with(|| called(&self.library));
        for way in called {
            let names: BTreeSet<&str> =
                way.iter().filter(|(called, _)| *called == wanted).map(|(_, name)| name.as_str()).collect();
            match Vec::from_iter(names)[..] {
                [] => {}
                [name] => return Ok(name.to_owned()),
                ref names => {
                    let game = super::shown(game);
                    let line = format!("`{game}` can be {}; say which", names.join(" or "));
                    return Err(LoadError::Unknown(line));
                }
            }
        }
        // The library says what there is instead.
        Ok(game.trim().to_owned())
    }
}

/// The game that a file plays if it does not say.
pub(super) fn unnamed() -> &'static str {
    spellings().find(|(called, _)| key(called).is_empty()).map_or("", |(_, name)| name)
}

fn spellings() -> impl Iterator<Item = (&'static str, &'static str)> {
    SPELLINGS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'))
}

fn called(library: &Library) -> [Vec<(String, String)>; 3] {
    let names = library.names().map(|name| (key(name), name.to_owned())).collect();
    let title = |name: &str| library.load(name).ok().map(|definition| key(&definition.text.title));
    let titles = library.names().filter_map(|name| Some((title(name)?, name.to_owned()))).collect();
    let others = spellings().filter(|(_, name)| library.get(name).is_some());
    [names, titles, others.map(|(called, name)| (key(called), name.to_owned())).collect()]
}

/// What is left of a text when capitals, spaces and punctuation do not matter.
fn key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
}
