//! `berolina play`: a game in the terminal.

mod answers;
mod command;
mod end;
mod example;
mod input;
mod opponent;
mod record;
mod session;
pub(crate) mod store;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use berolina_rules::geometry::Color;
use berolina_rules::notation::pgn::GameResult;
use berolina_rules::{Game, Position, Variant};

use crate::args::{PlayArgs, Side, game_name};
use crate::chance;
use crate::output::Failure;
use crate::terminal::Terminal;
use input::Input;
use opponent::{Interrupt, Opponent, Strength};
use record::{Kept, Settings};
use session::Session;
use store::{Latest, Slot};

pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let terminal = Terminal::stdout(args.ascii);
    let (mut kept, file) = match &args.resume {
        Some(Some(path)) => (read(path, args)?, None),
        Some(None) => {
            let slot = latest()?;
            (read(slot.path(), args)?, Some(slot))
        }
        None => (fresh(args)?, None),
    };
    if let Some(side) = args.color {
        kept.settings.computer = computer(side);
    }
    if let Some(strength) = strength(args) {
        kept.settings.strength = strength;
    }
    let mut opponent = Opponent::new(Interrupt::install()?, terminal.live, args.seed);
    opponent.learn(&record::library(&kept.settings)?, kept.game.position().variant());
    let input = Input::new()?;
    let resumed = args.resume.is_some();
    let mut session = Session::new(kept, file, terminal, opponent, input);
    session.greet(resumed)?;
    session.run()?;
    io::stdout().flush()?;
    Ok(())
}

/// The kept game to go on with where none is named.
fn latest() -> Result<Slot, Failure> {
    match store::latest() {
        Ok(Latest::Free(slot)) => Ok(slot),
        Ok(Latest::Busy(path, error)) => Err(Failure::usage(format!(
            "every unfinished game is being played; the latest is {}: {error}",
            path.display()
        ))),
        Ok(Latest::None) => {
            let folder = store::folder().map_or(String::new(), |folder| format!(" in {}", folder.display()));
            Err(Failure::usage(format!(
                "there is no unfinished game{folder}; start one with `berolina play GAME`"
            )))
        }
        Err((path, error)) => Err(Failure::usage(format!("{}: {error}", path.display()))),
    }
}

fn read(path: &Path, args: &PlayArgs) -> Result<Kept, Failure> {
    let shown = path.display().to_string();
    let text = store::read(path).map_err(|error| Failure::usage(format!("{shown}: {error}")))?;
    record::read(&text, &shown, &args.library.paths)
}

/// A new game, as the command line asks for it.
fn fresh(args: &PlayArgs) -> Result<Kept, Failure> {
    let named = args.game.as_deref().unwrap_or_default();
    let mut library = args.library.library()?;
    let name = game_name(&mut library, named)?;
    let drawn = args.fen.is_none().then(|| chance::shuffled(&library, &name, args.seed)).flatten();
    let variant = Variant::load(&library, drawn.as_ref().unwrap_or(&name))
        .map_err(|error| args.library.failure(error, named))?;
    let start = match &args.fen {
        Some(fen) => Position::from_fen(&variant, fen).map_err(Failure::usage)?,
        None => variant.start(),
    };
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let settings = Settings {
        computer: computer(args.color.unwrap_or(Side::White)),
        strength: strength(args).unwrap_or_default(),
        game: if named.contains(".toml") {
            absolute(&PathBuf::from(named)).display().to_string()
        } else {
            name
        },
        variants: args.library.paths.iter().map(absolute).collect(),
        date: store::today().0,
        shuffles: drawn.is_some(),
    };
    Ok(Kept { game: Game::new(start), settings, result: GameResult::Unknown })
}

fn strength(args: &PlayArgs) -> Option<Strength> {
    args.level.map(Strength::Level).or(args.time.map(Strength::Time))
}

/// Which players are the computer.
fn computer(side: Side) -> [bool; 2] {
    let person = match side {
        Side::Both => return [false, false],
        Side::None => return [true, true],
        Side::White => Color::White,
        Side::Black => Color::Black,
        Side::Random => Color::ALL[(chance::seed() % 2) as usize],
    };
    Color::ALL.map(|color| color != person)
}
