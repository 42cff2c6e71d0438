//! Lines of EPD: a position without its counts, and operations behind it.

use std::sync::Arc;

use super::fen::{FenError, FenFault, shown};
use crate::position::Position;
use crate::variant::Variant;

/// A position, and what its line says of it.
#[derive(Clone, Debug)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// What the line says beside the position: opcodes and their operands as they stand there, without `hmvc` and `fmvn`, which the
    /// position has taken.
    pub operations: Vec<(String, String)>,
}

/// The fields that begin each line: board, side to move, castling, en passant.
const FIELDS: usize = 4;

impl Epd {
    /// Reads a line: a FEN, with operations behind it or without; or an EPD, which has no counts but where the operations `hmvc`
    /// (the clock) and `fmvn` (the move number) say them.
    ///
    /// ```
    /// # use berolina_rules::{Library, Variant};
    /// # use berolina_rules::notation::Epd;
    /// let chess = Variant::load(&Library::shipped(), "chess")?;
    /// let epd = Epd::read(&chess, "4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+; hmvc 2; fmvn 41;")?;
    /// assert_eq!(epd.position.fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 2 41");
    /// assert_eq!(epd.operations, [("bm".to_owned(), "Ra8+".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Every reason why the text is no position of the game.
    pub fn read(variant: &Arc<Variant>, line: &str) -> Result<Self, FenError> {
        Self::read_by(variant, line, Position::from_fen)
    }

    /// The same by another reader of positions, such as [`Position::from_kept_fen`] or [`Position::from_problem_fen`].
    ///
    /// # Errors
    /// Every reason why the text is no position for that reader.
    pub fn read_by(
        variant: &Arc<Variant>,
        line: &str,
        read: impl Fn(&Arc<Variant>, &str) -> Result<Position, FenError>,
    ) -> Result<Self, FenError> {
        let error = match read(variant, line) {
            Ok(position) => return Ok(Self { position, operations: Vec::new() }),
            Err(error) => error,
        };
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        let begins = |field: &&str| field.starts_with(|c: char| c.is_ascii_alphabetic());
        let behind = fields.iter().skip(FIELDS).position(|field| begins(field) && !is_field(field));
        let count = behind.map_or(fields.len(), |at| at + FIELDS);
        // Words behind a position that are no operations are a fault of it, and so is a line that is too long.
        let told = behind.is_none() || line.trim_end().ends_with(';');
        let is_fen = behind.is_none() && !has_other_fields(&error);
        if count < FIELDS || !told || line.len() > super::MAX_FEN || is_fen {
            return Err(error);
        }
        let rest = match fields.get(count) {
            Some(first) => &line[first.as_ptr() as usize - line.as_ptr() as usize..],
            None => "",
        };
        let mut operations = operations(rest);
        let clock = taken(&mut operations, "hmvc", 0)?;
        let number = taken(&mut operations, "fmvn", 1)?;
        let head = fields[..count].join(" ");
        let counts = format!("{head} {clock} {number}");
        // What the counts cannot say is that nobody has done it yet.
        let ways = [head, format!("{counts} -"), counts];
        let mut error = error;
        for way in ways {
            match read(variant, &way) {
                Ok(position) => return Ok(Self { position, operations }),
                // What is wrong with the position tells more than how many fields it should have.
                Err(other) if !has_other_fields(&other) => error = other,
                Err(_) => {}
            }
        }
        Err(error)
    }
}

/// Whether a line has more or fewer fields than a FEN of the game.
fn has_other_fields(error: &FenError) -> bool {
    error.faults.iter().any(|fault| matches!(fault, FenFault::Field("fields", _)))
}

/// Whether a word is one of the last fields that some games have in a FEN, and no opcode.
fn is_field(word: &str) -> bool {
    matches!(word, "w" | "b" | "wb")
}

/// The operations of a text: each ends with `;`, which may also stand in a text between quotation marks.
fn operations(text: &str) -> Vec<(String, String)> {
    let mut quoted = false;
    let ends = |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    let each = text.split(ends).map(str::trim).filter(|operation| !operation.is_empty());
    each.map(|operation| {
        let (opcode, operands) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        (opcode.to_owned(), operands.trim().to_owned())
    })
    .collect()
}

/// The number that an operation says, which is taken away; `usual` where there is none.
fn taken(operations: &mut Vec<(String, String)>, opcode: &str, usual: u32) -> Result<u32, FenError> {
    let Some(at) = operations.iter().position(|(name, _)| name == opcode) else { return Ok(usual) };
    let (_, operand) = operations.remove(at);
    operand.parse().map_err(|_| {
        let told = format!("`{}` is no number", shown(&operand));
        let name = if opcode == "hmvc" { "hmvc" } else { "fmvn" };
        FenError { faults: vec![FenFault::Field(name, told)] }
    })
}
