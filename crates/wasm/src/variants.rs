//! Games that have been compiled.

use std::sync::Arc;

use berolina_rules::{Library, Variant};

/// Games kept compiled.
const MAX_KEPT: usize = 16;

/// Compiles games and keeps the last ones.
#[derive(Debug)]
pub(crate) struct Variants {
    library: Library,
    kept: Vec<Arc<Variant>>,
}

impl Variants {
    pub(crate) fn new() -> Self {
        Self { library: Library::shipped(), kept: Vec::new() }
    }

    #[cfg(feature = "rules")]
    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// The game of a spec. The error is one line.
    pub(crate) fn find(&mut self, spec: &str) -> Result<Arc<Variant>, String> {
        let called = |variant: &Arc<Variant>| variant.definition().full_name() == spec;
        if let Some(variant) = self.kept.iter().find(|variant| called(variant)) {
            return Ok(Arc::clone(variant));
        }
        let variant = Variant::load(&self.library, spec).map_err(|error| error.to_string())?;
        if self.kept.len() == MAX_KEPT {
            self.kept.remove(0);
        }
        self.kept.push(Arc::clone(&variant));
        Ok(variant)
    }
}
