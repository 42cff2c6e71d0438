//! What is to be analysed: games of files, and positions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use berolina_rules::notation::Epd;
use berolina_rules::notation::pgn::{self, ReadError};
use berolina_rules::notation::record::{Notice, RecordError};
use berolina_rules::{Catalog, Game, Library, Record, Variant};

use crate::args::{AnalyseArgs, game_name};
use crate::convert::holds_positions;
use crate::output::Failure;

/// A thing to be analysed.
pub(super) enum Subject {
    /// All moves of a game.
    Game(Box<Record>),
    /// The position that a game has reached.
    Position(Box<Game>),
}

impl Subject {
    /// The game that it is of.
    pub(super) fn variant(&self) -> &Arc<Variant> {
        match self {
            Self::Game(record) => record.start().variant(),
            Self::Position(game) => game.start().variant(),
        }
    }

    /// How many positions have to be searched.
    pub(super) fn positions(&self) -> usize {
        match self {
            Self::Game(record) => record.main_line().count() + 1,
            Self::Position(_) => 1,
        }
    }
}

/// What could be read.
pub(super) struct Input {
    pub(super) subjects: Vec<Subject>,
    /// Whether something could not be read. It has been told.
    pub(super) wrong: bool,
    /// The games.
    pub(super) library: Library,
}

/// Reads everything before anything is analysed, so that what is wrong is told at once and the time that
/// is left can be estimated.
pub(super) fn read(args: &AnalyseArgs) -> Result<Input, Failure> {
    let mut library = args.library.library()?;
    let mut unnamed = None;
    if let Some(game) = &args.variant {
        let name = game_name(&mut library, game)?;
        let variant = Variant::load(&library, &name);
        unnamed = Some(variant.map_err(|error| args.library.failure(error, game))?);
    }
    let mut catalog = Catalog::new(library.clone());
    if let Some(variant) = unnamed {
        catalog = catalog.with_unnamed(variant);
    }
    let mut reader = Reader { catalog, input: Input { subjects: Vec::new(), wrong: false, library } };
    let is_position = |text: &str| holds_positions(text.as_bytes()) && !Path::new(text).exists();
    match &args.inputs[..] {
        [] if args.moves.is_some() || args.variant.is_some() => reader.position(None, args)?,
        [] if io::stdin().is_terminal() => {
            return Err(Failure::usage(
                "nothing to analyse; give a PGN file, `-` for standard input, a FEN in quotes, or --moves",
            ));
        }
        [] => reader.file("-"),
        [fen] if is_position(fen) => reader.position(Some(fen), args)?,
        inputs if args.moves.is_some() => {
            return Err(Failure::usage(format!(
                "--moves go from one position; `{}` is none: a FEN is given in quotes",
                inputs.iter().find(|text| !is_position(text)).unwrap_or(&inputs[0])
            )));
        }
        inputs => {
            for input in inputs {
                if is_position(input) { reader.position(Some(input), args)? } else { reader.file(input) }
            }
        }
    }
    Ok(reader.input)
}

struct Reader {
    catalog: Catalog,
    input: Input,
}

impl Reader {
    /// Tells what is wrong; nobody need listen.
    fn tell(&mut self, line: &str) {
        self.input.wrong = true;
        let _ = writeln!(io::stderr(), "{line}");
    }

    fn position(&mut self, fen: Option<&str>, args: &AnalyseArgs) -> Result<(), Failure> {
        let variant = self
            .catalog
            .find("")
            .map_err(|error| args.library.failure(error, args.variant.as_deref().unwrap_or("chess")))?;
        let start = match fen {
            None => variant.start(),
            Some(fen) => {
                Epd::read(&variant, fen).map(|epd| epd.position).map_err(|error| match args.variant {
                    Some(_) => Failure::usage(error),
                    None => Failure::usage(format!("{error} (the game is chess; --variant names another)")),
                })?
            }
        };
        let mut game = Game::new(start);
        let moves = args.moves.as_deref().unwrap_or_default();
        for word in moves.split_whitespace() {
            // `1.e4`, `1.` and `1...` carry numbers; castling by zeros and drops do not begin with them.
            let text = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
            let text = if word.contains('.') { text } else { word };
            if text.is_empty() {
                continue;
            }
            let place = game.moves().len() + 1;
            let mv = game.position().parse_written(text).map(|read| read.mv);
            let mv = mv.map_err(|error| Failure::usage(format!("--moves: move {place}: {error}")))?;
            game.push(mv);
        }
        self.input.subjects.push(Subject::Position(Box::new(game)));
        Ok(())
    }

    /// Reads the games of a file. What cannot be read is told with its place and left out.
    fn file(&mut self, name: &str) {
        let input: Box<dyn BufRead> = if name == "-" {
            Box::new(io::stdin().lock())
        } else {
            match File::open(name) {
                Ok(file) => Box::new(BufReader::new(file)),
                Err(error) => return self.tell(&format!("{name}: {error}")),
            }
        };
        let before = self.input.subjects.len();
        for game in pgn::read_from(input) {
            let record = match game {
                Ok(game) => Record::from_pgn(&game, &mut self.catalog),
                Err(ReadError::Damage(damage)) => Err(RecordError::from_damage(damage, &mut self.catalog)),
                Err(ReadError::Io(error)) => return self.tell(&format!("{name}: {error}")),
            };
            match record {
                Ok(record) => {
                    for Notice { place, message } in record.notices() {
                        let place = place.unwrap_or_default();
                        self.tell(&format!("{name}:{}:{}: {message}", place.line, place.column));
                    }
                    self.input.subjects.push(Subject::Game(Box::new(record)));
                }
                Err(RecordError { place, message, .. }) => {
                    let place = place.unwrap_or_default();
                    self.tell(&format!("{name}:{}:{}: {message}", place.line, place.column));
                }
            }
        }
        if self.input.subjects.len() == before && !self.input.wrong {
            self.tell(&format!("{name}: it has no games"));
        }
    }
}
