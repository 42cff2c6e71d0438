//! The command `go` of UCI.

use std::time::Duration;

use berolina_engine::Clock;
use berolina_rules::geometry::Color;
use berolina_rules::{Move, Position};

use super::{read_move, shown};

/// The deepest count of move sequences.
pub const MAX_PERFT: u32 = 16;

/// What `go` asks for.
#[derive(Default, Debug)]
pub struct Go {
    clocks: [Option<u64>; 2],
    increments: [u64; 2],
    moves_to_go: Option<u32>,
    /// Something was said of a clock, whoever's it is.
    clocked: bool,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The last depth, in plies.
    pub depth: Option<u32>,
    /// The greatest number of positions.
    pub nodes: Option<u64>,
    /// A mate in so many moves is looked for.
    pub mate: Option<u32>,
    /// Nothing but `stop` brings the best move.
    pub infinite: bool,
    /// The position is only expected, and the opponent's clock runs.
    pub ponder: bool,
    /// Move sequences of that length are counted instead.
    pub perft: Option<u32>,
    /// Only these moves are considered.
    pub moves: Option<Vec<Move>>,
    /// What was not understood, and is left out.
    pub ignored: Vec<String>,
    mover: usize,
}

impl Go {
    /// Reads what stands behind `go`. Numbers below 0, which some GUIs send for clocks, are 0.
    ///
    /// # Errors
    /// A number is missing or too large, or what is unknown leaves nothing that would end the search, in one line.
    pub fn read(text: &str, position: &Position) -> Result<Self, String> {
        let mut go = Self { mover: position.turn().index(), ..Self::default() };
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let mut moves = Vec::new();
                    while let Some(text) = words.next_if(|word| !is_keyword(word)) {
                        match read_move(position, text) {
                            Ok(mv) => moves.push(mv),
                            Err(error) => go.ignored.push(format!("searchmoves: {error}")),
                        }
                    }
                    go.moves = Some(moves);
                }
                _ if is_keyword(word) => {
                    let number = words.next_if(|word| !is_keyword(word)).and_then(number);
                    let number = number.ok_or_else(|| format!("{word}: a whole number belongs behind it"))?;
                    go.number(word, number)?;
                }
                _ => go.ignored.push(format!("`{}` is unknown", shown(word))),
            }
        }
        match go.ignored.first() {
            Some(unknown) if !go.is_limited() && !go.infinite && !go.ponder && go.perft.is_none() => {
                Err(unknown.clone())
            }
            _ => Ok(go),
        }
    }

    fn number(&mut self, word: &str, number: u64) -> Result<(), String> {
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        self.clocked |= matches!(word, "wtime" | "btime" | "winc" | "binc" | "movestogo");
        match word {
            "wtime" => self.clocks[Color::White.index()] = Some(number),
            "btime" => self.clocks[Color::Black.index()] = Some(number),
            "winc" => self.increments[Color::White.index()] = number,
            "binc" => self.increments[Color::Black.index()] = number,
            "movestogo" => self.moves_to_go = Some(small).filter(|&n| n > 0),
            "movetime" => self.move_time = Some(millis(number)),
            "depth" => self.depth = Some(small.max(1)),
            "nodes" => self.nodes = Some(number.max(1)),
            "mate" => self.mate = Some(small.max(1)),
            _ if small <= MAX_PERFT => self.perft = Some(small),
            _ => return Err(format!("perft: at most {MAX_PERFT}")),
        }
        Ok(())
    }

    /// Whether something ends the search by itself, unless `infinite` says otherwise.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.is_counted() || self.clock().is_some()
    }

    /// Whether something else than a clock ends the search.
    fn is_counted(&self) -> bool {
        self.depth.is_some() || self.mate.is_some() || self.nodes.is_some() || self.move_time.is_some()
    }

    /// The clock of the player to move, if there is one. It has no time left where only the other's clock, an increment or
    /// a number of moves is told and nothing else ends the search: a GUI that speaks of time waits for a move.
    #[must_use]
    pub fn clock(&self) -> Option<Clock> {
        let empty = (self.clocked && !self.is_counted()).then_some(0);
        self.clocks[self.mover].or(empty).map(|left| Clock {
            left: millis(left),
            increment: millis(self.increments[self.mover]),
            moves_to_go: self.moves_to_go,
        })
    }
}

/// What GUIs send by mistake is cut to a hundred days, so that sums of times do not overflow.
fn millis(number: u64) -> Duration {
    Duration::from_millis(number.min(100 * 24 * 3_600_000))
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "searchmoves"
            | "ponder"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "depth"
            | "nodes"
            | "mate"
            | "movetime"
            | "infinite"
            | "perft"
    )
}

fn number(word: &str) -> Option<u64> {
    let number = word.parse::<i128>().ok()?;
    Some(u64::try_from(number.max(0)).unwrap_or(u64::MAX))
}
