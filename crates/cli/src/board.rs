//! `berolina board`: a position as a board, in text or as a picture.

use std::io::{self, Write};

use berolina_rules::notation::Epd;
use berolina_rules::{Position, Variant, files};

use crate::args::{BoardArgs, game_name};
use crate::draw::Drawing;
use crate::output::{Failure, make_folder_of};
use crate::svg::Picture;
use crate::terminal::Terminal;

pub(crate) fn run(args: &BoardArgs) -> Result<(), Failure> {
    let position = position(args)?;
    if args.svg {
        let svg = Picture { position: &position, flipped: args.flip }.svg();
        return match &args.out {
            Some(path) => {
                make_folder_of(path)?;
                files::write(path, svg.as_bytes())
                    .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
            }
            None => Ok(io::stdout().write_all(svg.as_bytes())?),
        };
    }
    let terminal = Terminal::stdout(args.ascii);
    let drawing = Drawing { position: &position, terminal, flipped: args.flip, last: None };
    let mut out = io::stdout().lock();
    write!(out, "{}", drawing.text())?;
    writeln!(out, "{}", position.fen())?;
    Ok(())
}

/// The position: of a game, or one given as FEN.
fn position(args: &BoardArgs) -> Result<Position, Failure> {
    let given = &args.position.game.game;
    // No game's name and hardly a file's has ranks and fields.
    if !(given.contains('/') && given.trim().contains(' ')) {
        return args.position.position_by(Position::from_kept_fen);
    }
    if args.position.fen.is_some() {
        return Err(Failure::usage("two positions: one in place of the game, another as --fen"));
    }
    let mut library = args.position.game.library.library()?;
    let game = args.variant.as_deref().unwrap_or("chess");
    let name = game_name(&mut library, game)?;
    let variant =
        Variant::load(&library, &name).map_err(|error| args.position.game.library.failure(error, game))?;
    Epd::read_by(&variant, given, Position::from_kept_fen).map(|epd| epd.position).map_err(Failure::usage)
}
