//! Positions to learn from.

use std::fmt;
use std::io::{self, BufRead, Read as _};
use std::str::FromStr;

/// A position, what became of it, and what a search said.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position as FEN.
    pub fen: String,
    /// What White scored in the game: 0, 0.5 or 1.
    pub result: f32,
    /// The search's score for White, in hundredths of a pawn.
    pub score: i32,
    /// Which game it is from; positions of one game are kept together.
    pub game: u32,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{};{}", self.fen, self.result, self.score, self.game)
    }
}

impl FromStr for Sample {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let fault = || format!("`{line}` is not a position: it would be FEN;result;score;game");
        let mut parts = line.rsplitn(4, ';');
        let mut next = || parts.next().ok_or_else(fault);
        let (game, score, result, fen) = (next()?, next()?, next()?, next()?);
        Ok(Self {
            fen: fen.to_owned(),
            result: result.parse().ok().filter(|r| (0.0..=1.0).contains(r)).ok_or_else(fault)?,
            score: score.parse().map_err(|_| fault())?,
            game: game.parse().map_err(|_| fault())?,
        })
    }
}

/// No line of a file of positions is longer, in bytes.
const MAX_LINE: u64 = 4096;

impl Sample {
    /// The positions of a file, one by one, for it may be large. After a fault comes nothing more.
    pub fn read(mut input: impl BufRead) -> impl Iterator<Item = Result<Self, String>> {
        let mut line = Vec::new();
        let mut numbers = 1..;
        let mut next = move || {
            line.clear();
            let told = |error: io::Error| error.to_string();
            if input.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line).map_err(told)? == 0 {
                return Ok(None);
            }
            let number: usize = numbers.next().unwrap_or_default();
            if line.len() as u64 > MAX_LINE {
                return Err(format!("line {number} has more than {MAX_LINE} bytes: these are no positions"));
            }
            let text =
                str::from_utf8(line.trim_ascii_end()).map_err(|error| format!("line {number}: {error}"))?;
            text.parse().map(Some).map_err(|error| format!("line {number}: {error}"))
        };
        let mut over = false;
        std::iter::from_fn(move || {
            let sample = (!over).then(&mut next)?.transpose();
            over = !matches!(sample, Some(Ok(_)));
            sample
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_round_trip_as_text() {
        let sample = Sample { fen: "8/8/8 w - - 0 1".into(), result: 0.5, score: -31, game: 7 };
        assert_eq!(sample.to_string().parse(), Ok(sample));
        for bad in ["", "x", "fen;2;0;0", "fen;1;x;0", "fen;1;0", "fen;NaN;0;0"] {
            assert!(bad.parse::<Sample>().is_err(), "{bad}");
        }
    }

    #[test]
    fn files_are_read_to_the_first_fault() {
        let read = |text: &[u8]| Sample::read(text).map(|sample| sample.map(|s| s.score)).collect::<Vec<_>>();
        assert_eq!(read(b"a;1;7;0\nb;0;-3;1\r\n"), [Ok(7), Ok(-3)]);
        let faulty = read(b"a;1;7;0\nb\nc;0;1;1\n");
        assert!(
            faulty.len() == 2 && faulty[1].as_ref().is_err_and(|e| e.starts_with("line 2: ")),
            "{faulty:?}"
        );
    }

    #[test]
    fn a_line_without_end_is_not_read() {
        let read: Vec<_> = Sample::read(io::BufReader::new(io::repeat(0))).collect();
        assert!(matches!(&read[..], [Err(error)] if error.contains("more than 4096 bytes")), "{read:?}");
    }
}
