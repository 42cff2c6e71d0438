//! Games by what files call them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::spellings::{key, spellings};
use crate::definition::{Library, LoadError};
use crate::variant::Variant;

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
///     ("3check", "three-check"),
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
        let spec = self.name_of(text)?;
        let variant = Variant::load(&self.library, &spec)?;
        if text.len() <= MAX_KEY {
            if self.kept.len() >= MAX_KEPT {
                self.kept.clear();
            }
            self.kept.insert(text.to_owned(), Arc::clone(&variant));
        }
        Ok(variant)
    }

    /// Our name, with options, of the game that a text means. A text that means none is given back without spaces
    /// around it: the library then says what there is.
    ///
    /// ```
    /// use berolina_rules::{Catalog, Library};
    ///
    /// let mut catalog = Catalog::new(Library::shipped());
    /// assert_eq!(catalog.name_of("Racing Kings")?, "racing-kings");
    /// assert_eq!(catalog.name_of("kingofthehill")?, "king-of-the-hill");
    /// # Ok::<(), berolina_rules::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// Several games are called so.
    pub fn name_of(&mut self, text: &str) -> Result<String, LoadError> {
        let (game, options) = text.split_once(':').map_or((text, None), |(game, rest)| (game, Some(rest)));
        let name = if self.library.get(game).is_some() { game.to_owned() } else { self.name(game)? };
        let Some(options) = options else { return Ok(name) };
        let plain = |c: &char| !c.is_whitespace();
        let options: String = options.chars().filter(plain).map(|c| c.to_ascii_lowercase()).collect();
        // A spelling may mean a game with options already.
        let sign = if name.contains(':') { ',' } else { ':' };
        Ok(format!("{name}{sign}{options}"))
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
    spellings().find(|spelling| spelling.key().is_empty()).map_or("", |spelling| spelling.game)
}

fn called(library: &Library) -> [Vec<(String, String)>; 3] {
    let names = library.names().map(|name| (key(name), name.to_owned())).collect();
    let title = |name: &str| library.load(name).ok().map(|definition| key(&definition.text.title));
    let titles = library.names().filter_map(|name| Some((title(name)?, name.to_owned()))).collect();
    let others = spellings().filter(|spelling| library.get(spelling.name()).is_some());
    [names, titles, others.map(|spelling| (spelling.key(), spelling.game.to_owned())).collect()]
}
