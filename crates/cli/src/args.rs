//! What the command line can say: one definition for the parser, `--help`, completions and the
//! manual page.

use std::path::PathBuf;
use std::sync::Arc;

use berolina_rules::{Library, Position, Variant};
use clap::{Args, Parser, Subcommand};

use crate::output::Failure;

/// Plays chess variants, and any game that a short text file describes.
#[derive(Parser, Debug)]
#[command(name = "berolina", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the legal moves of a position
    Moves(PositionArgs),
    /// Count legal move sequences
    Perft(PerftArgs),
    /// Answer questions about rules, one JSON object a line
    Query(LibraryArgs),
}

/// Where games come from.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct LibraryArgs {
    /// Add a variant file or a folder of them; may be given several times
    #[arg(long = "variants", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

/// A game.
#[derive(Args, Debug, Clone)]
pub(crate) struct GameArgs {
    /// The game and its options, such as `near` or `near-vs-normal:near=black`; or a variant file
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) library: LibraryArgs,
}

/// A position of a game.
#[derive(Args, Debug, Clone)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position; the start position if left out
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The length of the sequences
    #[arg(long, short, default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: u32,
    /// Show the count behind each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count on so many threads
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
}

impl LibraryArgs {
    /// The shipped games and those of the paths.
    pub(crate) fn library(&self) -> Result<Library, Failure> {
        let mut library = Library::shipped();
        for path in &self.paths {
            library.add_path(path).map_err(Failure::usage)?;
        }
        Ok(library)
    }
}

impl GameArgs {
    /// The game, compiled. A path to a file is a game too.
    pub(crate) fn variant(&self) -> Result<Arc<Variant>, Failure> {
        let mut library = self.library.library()?;
        let (path, options) = match self.game.split_once(".toml:") {
            Some((stem, options)) => (format!("{stem}.toml"), Some(options)),
            None => (self.game.clone(), None),
        };
        let mut name = self.game.clone();
        if path.ends_with(".toml") {
            let names = library.add_path(path.as_ref()).map_err(Failure::usage)?;
            name = names.first().cloned().unwrap_or_default();
            if let Some(options) = options {
                name = format!("{name}:{options}");
            }
        }
        Variant::load(&library, &name).map_err(Failure::usage)
    }
}

impl PositionArgs {
    /// The position.
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        let variant = self.game.variant()?;
        match &self.fen {
            None => Ok(variant.start()),
            Some(fen) => Position::from_fen(&variant, fen).map_err(Failure::usage),
        }
    }
}
