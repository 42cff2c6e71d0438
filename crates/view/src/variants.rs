//! Games that have been compiled.

use std::sync::Arc;

use berolina_rules::{Definition, Library, Variant};

use crate::kept::Kept;

/// What stands before the names of a person's own games in a spec.
pub const OWN: &str = "my:";
/// How many of a person's own games are known at once.
const MAX_OWN: usize = 256;

/// Compiles games and keeps the last ones.
#[derive(Debug)]
pub struct Variants {
    library: Library,
    kept: Kept,
    /// Own games by name, the latest last. They never take the place of a shipped one.
    own: Vec<(String, String)>,
}

impl Default for Variants {
    fn default() -> Self {
        Self::new()
    }
}

impl Variants {
    /// The shipped games.
    #[must_use]
    pub fn new() -> Self {
        Self { library: Library::shipped(), kept: Kept::new(), own: Vec::new() }
    }

    /// The shipped games.
    #[must_use]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Makes a game known as `my:NAME`, in place of one of the same name.
    ///
    /// # Errors
    /// A bad name or too large a text, in one line.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), String> {
        if self.own.iter().any(|own| own.0 == name && own.1 == text) {
            return Ok(());
        }
        Library::empty().add_text(name, text).map_err(|error| error.to_string())?;
        self.own.retain(|own| own.0 != name);
        if self.own.len() == MAX_OWN {
            self.own.remove(0);
        }
        self.own.push((name.to_owned(), text.to_owned()));
        // Another may extend this one.
        self.kept.forget_own();
        Ok(())
    }

    /// The shipped games and a person's own beside them.
    #[must_use]
    pub fn with_own(&self) -> Library {
        let mut library = self.library.clone();
        for (name, text) in &self.own {
            // They were looked at when they were added.
            let _ = library.add_text(name, text);
        }
        library
    }

    /// The games that a PGN text may name: the shipped ones, and own ones that are not called like one of them.
    #[must_use]
    pub fn nameable(&self) -> Library {
        let mut library = self.library.clone();
        for (name, text) in self.own.iter().filter(|own| self.library.get(&own.0).is_none()) {
            // They were looked at when they were added.
            let _ = library.add_text(name, text);
        }
        library
    }

    /// What stands in a spec before the name of a game that a PGN text names.
    #[must_use]
    pub fn prefix_of(&self, name: &str) -> &'static str {
        if self.library.get(name).is_none() { OWN } else { "" }
    }

    /// The game of a spec.
    ///
    /// # Errors
    /// An unknown game or option, in one line.
    pub fn find(&mut self, spec: &str) -> Result<Arc<Variant>, String> {
        if let Some(variant) = self.kept.get(spec) {
            return Ok(variant);
        }
        let definition = self.definition(spec)?;
        Ok(self.kept.keep(spec, definition))
    }

    /// What the files of a spec's game say, not compiled.
    ///
    /// # Errors
    /// As of [`Self::find`].
    pub fn definition(&self, spec: &str) -> Result<Definition, String> {
        let loaded = match spec.strip_prefix(OWN) {
            Some(rest) => {
                let name = rest.split(':').next().unwrap_or_default();
                if !self.own.iter().any(|own| own.0 == name) {
                    return Err("you have no game of this name here".to_owned());
                }
                self.with_own().load(rest)
            }
            None => self.library.load(spec),
        };
        loaded.map_err(|error| error.to_string())
    }
}
