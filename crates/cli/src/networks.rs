//! Networks of people's own games: `mine.net` beside `mine.toml`.

use std::path::{Path, PathBuf};

use berolina_engine::{Engine, net};
use berolina_rules::{Library, Variant, files};

/// The network beside the file of a game, if there is one.
pub(crate) fn beside(library: &Library, variant: &Variant) -> Option<PathBuf> {
    let path = library.path(&variant.definition().name)?.with_extension("net");
    path.is_file().then_some(path)
}

/// Gives an engine the network of a file.
///
/// # Errors
/// One line: the file cannot be read, or is no network of the game.
pub(crate) fn give(engine: &mut Engine, variant: &Variant, path: &Path) -> Result<(), String> {
    let told = |error: String| format!("{}: {error}", path.display());
    let bytes = files::read(path, net::MAX_FILE).map_err(|error| told(error.to_string()))?;
    engine.set_net(variant, &bytes).map_err(|error| told(error.to_string()))
}

/// Gives an engine the network beside the file of a game, if there is one. One of other rules is told and not used.
pub(crate) fn give_beside(engine: &mut Engine, library: &Library, variant: &Variant) {
    if let Some(Err(error)) = beside(library, variant).map(|path| give(engine, variant, &path)) {
        eprintln!("{error}; it is not used");
    }
}
