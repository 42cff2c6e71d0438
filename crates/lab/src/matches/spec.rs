//! What an engine is, and how long it may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::matches::dialect::Dialect;

/// An engine that takes part.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// What it is called in tables; no two have the same name.
    pub name: String,
    /// The program's path.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Options to be set, in this order.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub limit: Limit,
    /// What it calls games, by our full name of them; the others it calls as we do.
    pub dialects: Vec<(String, Dialect)>,
}

impl EngineSpec {
    /// An engine of a name and a command with its arguments. Quotes `'…'` and `"…"` keep spaces together.
    ///
    /// # Errors
    /// The command is empty, or a quote is not closed.
    pub fn new(name: &str, command: &str, limit: Limit) -> Result<Self, String> {
        let mut words = words(command)?.into_iter();
        let program = words.next().ok_or_else(|| format!("{name}: there is no command"))?;
        let (options, dialects) = (Vec::new(), Vec::new());
        Ok(Self { name: name.to_owned(), program, args: words.collect(), options, limit, dialects })
    }

    /// What the engine calls a game, whose full name with us it is.
    #[must_use]
    pub fn dialect(&self, game: &str) -> Dialect {
        let found = self.dialects.iter().find(|(ours, _)| ours == game);
        found.map_or_else(|| Dialect::same(game), |(_, dialect)| dialect.clone())
    }
}

fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("`{text}`: a quote is not closed"));
    }
    words.extend(word);
    Ok(words)
}

/// How long an engine may think about its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// A clock for the game, or for so many moves, after which it gets the same time again.
    Clock {
        /// The time at the start.
        base: Duration,
        /// What each move adds.
        increment: Duration,
        /// The moves for which the time is given.
        moves: Option<u32>,
    },
    /// So long for each move.
    MoveTime(Duration),
    /// So many positions for each move.
    Nodes(u64),
    /// So many plies for each move.
    Depth(u32),
}

/// Seconds such as `1`, `0.25`, up to a day.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.0..=86_400.0).contains(s))?;
    Some(Duration::from_secs_f64(seconds))
}

impl FromStr for Limit {
    type Err = String;

    /// Reads `1+0.01`, `60`, `40/60+0.5`, `movetime=100` (ms), `nodes=20000`, or `depth=5`.
    fn from_str(text: &str) -> Result<Self, String> {
        let error =
            || format!("`{text}`: write 1+0.01, 60, 40/60+0.5 (seconds), movetime=MS, nodes=N or depth=N");
        let number = |text: &str| text.parse::<u64>().ok().filter(|&n| n > 0).ok_or_else(error);
        match text.split_once('=') {
            Some(("time", clock)) => return clock.parse(),
            Some(("movetime", ms)) => return Ok(Self::MoveTime(Duration::from_millis(number(ms)?))),
            Some(("nodes", nodes)) => return Ok(Self::Nodes(number(nodes)?)),
            Some(("depth", depth)) => {
                return Ok(Self::Depth(u32::try_from(number(depth)?).map_err(|_| error())?));
            }
            Some(_) => return Err(error()),
            None => {}
        }
        let (moves, rest) = text.split_once('/').map_or((None, text), |(moves, rest)| (Some(moves), rest));
        let moves = moves.map(|moves| moves.parse().ok().filter(|&n| n > 0).ok_or_else(error)).transpose()?;
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = seconds(base).filter(|base| !base.is_zero()).ok_or_else(error)?;
        Ok(Self::Clock { base, increment: seconds(increment).ok_or_else(error)?, moves })
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock { base, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", increment.as_secs_f64()) }
            }
            Self::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

impl Serialize for Limit {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_written() {
        for text in ["1+0.01", "60", "40/60+0.5", "movetime=100", "nodes=20000", "depth=5"] {
            assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
        }
        for text in ["", "0", "x", "1+", "nodes=0", "nodes=-1", "0/5", "1e99", "NaN", "fish=1"] {
            assert!(text.parse::<Limit>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn commands_have_quotes() {
        let limit = Limit::Depth(1);
        let spec = EngineSpec::new("a", "'/my games/x' uci \"\" a'b c'", limit).unwrap();
        assert_eq!(spec.program, "/my games/x");
        assert_eq!(spec.args, ["uci", "", "ab c"]);
        assert!(EngineSpec::new("a", "  ", limit).is_err());
        assert!(EngineSpec::new("a", "'x", limit).is_err());
    }
}
