//! The command `go`.

use std::time::Duration;

use berolina_rules::geometry::Color;
use berolina_rules::{Move, Position};

use super::clock::{self, Clock};
use super::position;

/// The deepest count of move sequences.
const MAX_PERFT: u32 = 16;

/// What `go` asks for.
#[derive(Default, Debug)]
pub(super) struct Go {
    clocks: [Option<u64>; 2],
    increments: [u64; 2],
    moves_to_go: Option<u64>,
    move_time: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// A mate in so many moves is looked for.
    pub(super) mate: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    pub(super) perft: Option<u32>,
    pub(super) moves: Option<Vec<Move>>,
    /// What was not understood, and is left out.
    pub(super) ignored: Vec<String>,
    mover: usize,
}

impl Go {
    /// Reads what stands behind `go`. Numbers below 0, which some GUIs send for clocks, are 0.
    pub(super) fn read(text: &str, position: &Position) -> Result<Self, String> {
        let mut go = Self { mover: position.turn().index(), ..Self::default() };
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let mut moves = Vec::new();
                    while let Some(text) = words.next_if(|word| !is_keyword(word)) {
                        match position::read_move(position, text) {
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
                _ => {
                    let word: String = word.chars().take(24).filter(|c| !c.is_control()).collect();
                    go.ignored.push(format!("`{word}` is unknown"));
                }
            }
        }
        Ok(go)
    }

    fn number(&mut self, word: &str, number: u64) -> Result<(), String> {
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "wtime" => self.clocks[Color::White.index()] = Some(number),
            "btime" => self.clocks[Color::Black.index()] = Some(number),
            "winc" => self.increments[Color::White.index()] = number,
            "binc" => self.increments[Color::Black.index()] = number,
            "movestogo" => self.moves_to_go = Some(number).filter(|&n| n > 0),
            "movetime" => self.move_time = Some(number),
            "depth" => self.depth = Some(small.max(1)),
            "nodes" => self.nodes = Some(number.max(1)),
            "mate" => self.mate = Some(small.max(1)),
            _ if small <= MAX_PERFT => self.perft = Some(small),
            _ => return Err(format!("perft: at most {MAX_PERFT}")),
        }
        Ok(())
    }

    /// The most time, if there is a limit.
    pub(super) fn time(&self, overhead: u64) -> Option<Duration> {
        let clock = self.clocks[self.mover].map(|left| {
            let clock = Clock { left, increment: self.increments[self.mover], moves: self.moves_to_go };
            clock.budget(overhead)
        });
        let fixed = self.move_time.map(|millis| clock::fixed(millis, overhead));
        clock.into_iter().chain(fixed).min().filter(|_| !self.infinite)
    }
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
