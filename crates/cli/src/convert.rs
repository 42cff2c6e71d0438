//! `berolina convert`: files of games and positions, tidied or in another form.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read, StdoutLock, Write};
use std::path::Path;
use std::sync::Arc;

use berolina_rules::notation::pgn::{self, GameResult, Place, ReadError};
use berolina_rules::notation::record::MoveStyle;
use berolina_rules::notation::{Epd, FenError, FenFault, MAX_FEN};
use berolina_rules::{Catalog, Position, Record, Variant};
use serde_json::{Map, Value, json};

use crate::args::{ConvertArgs, Form, GameArgs, Moves};
use crate::output::Failure;

/// How much of a file is looked at to see whether it holds positions.
const MAX_HEAD: u64 = 1 << 16;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// What the fields of a FEN are called in errors, in their order.
const FIELDS: [&str; 8] =
    ["board", "side to move", "castling", "en passant", "checks", "clock", "move number", "last capturer"];

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let mut catalog = Catalog::new(args.library.library()?);
    if let Some(game) = &args.variant {
        let game = GameArgs { game: game.clone(), library: args.library.clone() };
        catalog = catalog.with_unnamed(game.variant()?);
    }
    let style = match args.moves {
        Moves::San => MoveStyle::San,
        Moves::Coordinates => MoveStyle::Coordinates,
    };
    let out = BufWriter::new(io::stdout().lock());
    let mut converter = Converter { catalog, to: args.to, style, fen: args.fen, out, wrong: false };
    if args.files.is_empty() {
        converter.file(Path::new("-"))?;
    }
    for file in &args.files {
        converter.file(file)?;
    }
    converter.out.flush()?;
    if converter.wrong { Err(Failure::Told) } else { Ok(()) }
}

/// Reads files one game or line at a time, and writes what they hold.
struct Converter {
    catalog: Catalog,
    to: Option<Form>,
    style: MoveStyle,
    fen: bool,
    out: BufWriter<StdoutLock<'static>>,
    /// Whether anything has been told to be wrong.
    wrong: bool,
}

impl Converter {
    /// Tells what is wrong; nobody need listen.
    fn tell(&mut self, line: &str) {
        self.wrong = true;
        let _ = writeln!(io::stderr(), "{line}");
    }

    fn tell_at(&mut self, name: &str, place: Place, message: &str) {
        self.tell(&format!("{name}:{}:{}: {message}", place.line, place.column));
    }

    /// Converts a file. A file that cannot be read is told; failing is left to what cannot be written.
    fn file(&mut self, path: &Path) -> io::Result<()> {
        let name = path.display().to_string();
        let input: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            match File::open(path) {
                Ok(file) => Box::new(BufReader::with_capacity(1 << 16, file)),
                Err(error) => {
                    self.tell(&format!("{name}: {error}"));
                    return Ok(());
                }
            }
        };
        self.input(&name, input)
    }

    fn input(&mut self, name: &str, mut input: Box<dyn BufRead>) -> io::Result<()> {
        let head = match head(&mut input) {
            Ok(head) => head,
            Err(error) => {
                self.tell(&format!("{name}: {error}"));
                return Ok(());
            }
        };
        let fen = self.fen || holds_positions(&head);
        let input = Cursor::new(head).chain(input);
        if fen { self.positions(name, input) } else { self.games(name, input) }
    }

    fn games(&mut self, name: &str, input: impl BufRead) -> io::Result<()> {
        for game in pgn::read_from(input) {
            match game {
                Ok(game) => match Record::from_pgn(&game, &mut self.catalog) {
                    Ok(record) => {
                        if let Some((place, message)) = contradiction(&game, &record) {
                            self.tell_at(name, place, &message);
                        }
                        for notice in record.notices() {
                            self.tell_at(name, notice.place.unwrap_or_default(), &notice.message);
                        }
                        self.record(&record, Form::Pgn)?;
                    }
                    Err(error) => self.tell_at(name, error.place.unwrap_or_default(), &error.message),
                },
                Err(ReadError::Damage(damage)) => self.tell_at(name, damage.place, &damage.message),
                Err(ReadError::Io(error)) => self.tell(&format!("{name}: {error}")),
            }
        }
        Ok(())
    }

    /// Writes a record, in that form if none was asked for.
    fn record(&mut self, record: &Record, form: Form) -> io::Result<()> {
        match self.to.unwrap_or(form) {
            Form::Pgn => self.out.write_all(record.to_text(self.style).as_bytes()),
            Form::Fen => writeln!(self.out, "{}", record.end().fen()),
            Form::Json => writeln!(self.out, "{}", object(record, self.style)),
        }
    }

    fn positions(&mut self, name: &str, mut input: impl BufRead) -> io::Result<()> {
        let variant = match self.catalog.find("") {
            Ok(variant) => variant,
            Err(error) => {
                self.tell(&format!("{name}: {error}"));
                return Ok(());
            }
        };
        let mut line = Vec::new();
        for number in 1_u32.. {
            line.clear();
            match read_line(&mut input, &mut line) {
                Ok(true) => self.position(name, number, &line, &variant)?,
                Ok(false) => break,
                Err(error) => {
                    self.tell(&format!("{name}: {error}"));
                    break;
                }
            }
        }
        Ok(())
    }

    fn position(&mut self, name: &str, number: u32, line: &[u8], variant: &Arc<Variant>) -> io::Result<()> {
        let line = if number == 1 { line.strip_prefix(BOM).unwrap_or(line) } else { line };
        let line = String::from_utf8_lossy(line);
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        match Epd::read_by(variant, &line, Position::from_kept_fen) {
            Ok(Epd { position, operations }) => {
                let mut record = Record::new(position);
                let told = |(opcode, operands): &(String, String)| format!("{opcode} {operands};");
                let operations: Vec<String> = operations.iter().map(told).collect();
                record.comments.extend((!operations.is_empty()).then(|| operations.join(" ")));
                self.record(&record, Form::Fen)
            }
            Err(error) => {
                let place = Place { line: number, column: column(&line, &error), offset: 0 };
                self.tell_at(name, place, &error.to_string());
                Ok(())
            }
        }
    }
}

/// The lines of a file up to the first that is not blank, as far as they are not too long.
fn head(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut input = input.take(MAX_HEAD);
    let mut blank = true;
    while blank {
        let start = head.len();
        if input.read_until(b'\n', &mut head)? == 0 {
            break;
        }
        blank = head[start..].trim_ascii().is_empty();
    }
    Ok(head)
}

/// Whether what a file begins with is a position: ranks, and who is to move.
pub(crate) fn holds_positions(head: &[u8]) -> bool {
    let head = head.strip_prefix(BOM).unwrap_or(head);
    let mut fields = head.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let ranks = |board: &[u8]| board.contains(&b'/') && !board.starts_with(b"[") && !board.starts_with(b"{");
    fields.next().is_some_and(ranks) && matches!(fields.next(), Some(b"w" | b"b"))
}

/// Reads a line, of one that is too long only so much that it is refused. `false`: there is none.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let most = MAX_FEN as u64 + 2;
    let read = input.by_ref().take(most).read_until(b'\n', line)? as u64;
    if read == most && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

/// Where in a line the first fault of its position is: at its field, or at the start.
fn column(line: &str, error: &FenError) -> u32 {
    let field = match error.faults.first() {
        Some(FenFault::Field("hand", _)) => line.find('['),
        Some(FenFault::Field(name, _)) => FIELDS.iter().position(|field| field == name).and_then(|index| {
            // Few games count checks.
            let counted = line.split_ascii_whitespace().nth(4).is_some_and(|field| field.contains('+'));
            let index = if index > 4 && !counted { index - 1 } else { index };
            let field = line.split_ascii_whitespace().nth(index)?;
            Some(field.as_ptr() as usize - line.as_ptr() as usize)
        }),
        _ => None,
    };
    let start = line.len() - line.trim_ascii_start().len();
    u32::try_from(line[..field.unwrap_or(start)].chars().count() + 1).unwrap_or(u32::MAX)
}

/// What a game says about its result against itself or its moves, and where.
fn contradiction(game: &pgn::Game, record: &Record) -> Option<(Place, String)> {
    let told = record.told_result();
    let tag = game.tag("Result").and_then(GameResult::from_text);
    let last = game.line.last().and_then(|node| node.place);
    let place = game.tag_place("Result").or(last).unwrap_or_default();
    let result = record.result();
    if told != GameResult::Unknown && told != result {
        let reason = record.outcome().map_or("", |outcome| outcome.reason.name());
        return Some((place, format!("the result {told} contradicts the moves ({reason}); it is {result}")));
    }
    let tag = tag.filter(|&tag| tag != GameResult::Unknown && tag != told)?;
    Some((place, format!("the tag Result says {tag}, but the moves end with {told}, which is kept")))
}

/// A game as an object. Its first keys are a question of `berolina query`, if moves are coordinates.
fn object(record: &Record, style: MoveStyle) -> Value {
    let mut position = record.start().clone();
    let mut moves = Vec::new();
    for node in record.main_line() {
        let mv = record.mv(node);
        moves.push(style.write(&position, mv));
        position = position.play_unchecked(mv);
    }
    let outcome = record.outcome().map(|outcome| {
        let winner = outcome.winner.map(berolina_rules::geometry::Color::name);
        json!({ "winner": winner, "reason": outcome.reason.name() })
    });
    let tags: Map<_, _> = record.tags().iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "variant": record.variant().definition().full_name(),
        "fen": record.start().fen(),
        "moves": moves,
        "result": record.result().as_str(),
        "outcome": outcome,
        "tags": tags,
    })
}
