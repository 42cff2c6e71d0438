//! One game between two engines, by our rules and our clock.
//!
//! Each move is checked. An illegal move, a crash, a hang, or a clock overstepped by more than the margin loses, and what
//! happened is told with the position. A claim that the rules allow is made at once.
//!
//! Where an engine believes that its king must not be left attacked but the game is won by capturing it
//! ([`Dialect::royal`]), positions can arise that it does not know. So such a game ends as soon as it is clear who loses the
//! king: when the player to move can capture one, or has no move that does not lose his own.

use std::time::{Duration, Instant};

use berolina_rules::geometry::Color;
use berolina_rules::{Game, Position};
use serde::{Deserialize, Serialize};

use crate::matches::adjudicate::{Adjudication, Agreed};
use crate::matches::dialect::Dialect;
use crate::matches::spec::Limit;
use crate::matches::uci::{Client, EngineScore, Failure, Reply};

/// How games are conducted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// When games are ended early; `None`: never.
    pub adjudication: Option<Adjudication>,
    /// A game of so many plies is drawn.
    pub max_plies: usize,
    /// A clock may be overstepped by so much; it is counted, but does not lose.
    pub margin: Duration,
    /// An engine that gives no answer so long after its time is up hangs.
    pub grace: Duration,
    /// An engine without a clock hangs after so long.
    pub patience: Duration,
}

impl Default for Conduct {
    fn default() -> Self {
        Self {
            adjudication: Some(Adjudication::default()),
            max_plies: 600,
            margin: Duration::from_millis(20),
            grace: Duration::from_secs(5),
            patience: Duration::from_secs(300),
        }
    }
}

/// A player: an engine in its place.
pub struct Seat<'a> {
    /// The engine.
    pub client: &'a mut Client,
    /// How long it may think.
    pub limit: Limit,
    /// What it calls the game.
    pub dialect: &'a Dialect,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules.
    Rules,
    /// A player claimed a win.
    Claim,
    /// A king is lost by the next move, in a game with an engine that does not know such positions.
    KingLost,
    /// Both engines agreed who wins.
    AgreedWin,
    /// Both engines agreed that nobody wins.
    AgreedDraw,
    /// The game was too long.
    TooLong,
    /// A move that is not legal, or no move where there are some.
    IllegalMove,
    /// A clock was overstepped by more than the margin.
    Time,
    /// No answer long after the time was up.
    Hang,
    /// A program ended.
    Crash,
}

impl Ending {
    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Claim => "claim",
            Self::KingLost => "king lost",
            Self::AgreedWin => "agreed win",
            Self::AgreedDraw => "agreed draw",
            Self::TooLong => "too long",
            Self::IllegalMove => "illegal move",
            Self::Time => "time",
            Self::Hang => "hang",
            Self::Crash => "crash",
        }
    }

    /// Whether it is an engine's fault.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::IllegalMove | Self::Time | Self::Hang | Self::Crash)
    }

    /// The value of the tag `Termination`, as the PGN standard has it.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Rules | Self::Claim => "normal",
            Self::KingLost | Self::AgreedWin | Self::AgreedDraw | Self::TooLong => "adjudication",
            Self::IllegalMove => "rules infraction",
            Self::Time => "time forfeit",
            Self::Hang | Self::Crash => "abandoned",
        }
    }
}

/// What an engine has used, over the moves of a game or of many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Moves.
    pub moves: u64,
    /// The sum of their depths, in plies.
    pub depth: u64,
    /// Positions visited, by the engine's own count.
    pub nodes: u64,
    /// The time, by our clock, in microseconds.
    pub micros: u64,
    /// How often the clock was overstepped, within the margin or not.
    pub oversteps: u64,
    /// By how much at most, in microseconds.
    pub worst: u64,
}

impl Tally {
    /// Adds another's.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.depth += other.depth;
        self.nodes += other.nodes;
        self.micros += other.micros;
        self.oversteps += other.oversteps;
        self.worst = self.worst.max(other.worst);
    }
}

/// What is known about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// The score, as the mover sees it.
    pub score: Option<EngineScore>,
    /// The depth in plies.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The time, by our clock.
    pub time: Duration,
    /// The processor time that the engine used, where the system tells it.
    pub processor: Option<Duration>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The moves.
    pub game: Game,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub ending: Ending,
    /// More about that, in words.
    pub detail: String,
    /// What is known about each move.
    pub thoughts: Vec<Thought>,
    /// What each player used.
    pub tallies: [Tally; 2],
}

/// A clock as the rules of the game have it.
#[derive(Clone, Copy)]
struct Clock {
    left: Duration,
    moves_left: Option<u32>,
}

impl Clock {
    fn new(limit: Limit) -> Self {
        match limit {
            Limit::Clock { base, moves, .. } => Self { left: base, moves_left: moves },
            Limit::MoveTime(time) => Self { left: time, moves_left: None },
            Limit::Nodes(_) | Limit::Depth(_) => Self { left: Duration::MAX, moves_left: None },
        }
    }

    /// Takes the time of a move off, and adds what the move earns.
    fn press(&mut self, used: Duration, limit: Limit) {
        let Limit::Clock { base, increment, moves } = limit else { return };
        self.left = self.left.saturating_sub(used) + increment;
        if let Some(left) = &mut self.moves_left {
            *left -= 1;
            if *left == 0 {
                self.left += base;
                self.moves_left = moves;
            }
        }
    }
}

/// Plays a game.
///
/// # Errors
/// Only [`Failure::Stopped`]: other failures end the game, and its engine loses.
pub fn play(start: &Position, seats: &mut [Seat<'_>; 2], conduct: &Conduct) -> Result<Played, Failure> {
    let mut table = Table::new(start, seats, conduct);
    loop {
        let end = match table.over() {
            Some(end) => Some(end),
            None => table.turn()?,
        };
        if let Some((winner, ending, detail)) = end {
            let Table { game, thoughts, tallies, .. } = table;
            return Ok(Played { game, winner, ending, detail, thoughts, tallies });
        }
    }
}

/// Who won, why, and more about it.
type End = (Option<Color>, Ending, String);

/// A game that is being played.
struct Table<'a, 'b> {
    game: Game,
    seats: &'a mut [Seat<'b>; 2],
    conduct: &'a Conduct,
    clocks: [Clock; 2],
    /// The moves, as each engine knows them, each with a space before it.
    texts: [String; 2],
    /// The start, as each engine knows it.
    fens: [String; 2],
    thoughts: Vec<Thought>,
    /// As White sees them.
    scores: Vec<Option<i32>>,
    tallies: [Tally; 2],
    royal: bool,
}

impl<'a, 'b> Table<'a, 'b> {
    fn new(start: &Position, seats: &'a mut [Seat<'b>; 2], conduct: &'a Conduct) -> Self {
        let fen = start.fen();
        Self {
            game: Game::new(start.clone()),
            clocks: [Clock::new(seats[0].limit), Clock::new(seats[1].limit)],
            texts: Default::default(),
            fens: [seats[0].dialect.fen(&fen), seats[1].dialect.fen(&fen)],
            thoughts: Vec::new(),
            scores: Vec::new(),
            tallies: Default::default(),
            royal: seats.iter().any(|seat| seat.dialect.royal),
            seats,
            conduct,
        }
    }

    /// Whether the game is over before the next move.
    fn over(&self) -> Option<End> {
        if let Some(outcome) = self.game.outcome() {
            return Some((outcome.winner, Ending::Rules, outcome.reason.name().to_owned()));
        }
        let position = self.game.position();
        if let Some(player) = position.claim() {
            return Some((Some(player), Ending::Claim, format!("{} claims a win", player.name())));
        }
        if self.royal
            && let Some(winner) = king_lost(position)
        {
            return Some((
                Some(winner),
                Ending::KingLost,
                format!("{} loses the king", winner.other().name()),
            ));
        }
        match self.conduct.adjudication.and_then(|adjudication| adjudication.judge(&self.scores)) {
            Some(Agreed::Win(player)) => {
                return Some((
                    Some(player),
                    Ending::AgreedWin,
                    format!("both engines see {} win", player.name()),
                ));
            }
            Some(Agreed::Draw) => {
                return Some((None, Ending::AgreedDraw, "both engines see a draw".to_owned()));
            }
            None => {}
        }
        let long = self.game.moves().len() >= self.conduct.max_plies;
        long.then(|| (None, Ending::TooLong, format!("{} plies", self.conduct.max_plies)))
    }

    /// The end where the player to move has no time left: a draw if the other cannot win any more.
    fn out_of_time(&self, ending: Ending, text: &str) -> End {
        let position = self.game.position();
        let winner = position.winner_on_time(position.turn());
        let saved = if winner.is_none() { ", against an opponent that cannot win" } else { "" };
        (winner, ending, self.told(&format!("{text}{saved}")))
    }

    /// Lets the player to move move.
    fn turn(&mut self) -> Result<Option<End>, Failure> {
        let color = self.game.position().turn();
        let me = color.index();
        let lost = |ending, detail| Ok(Some((Some(color.other()), ending, detail)));
        let (answer, thought) = match self.ask(me) {
            Ok(answered) => answered,
            Err(Failure::Stopped) => return Err(Failure::Stopped),
            Err(Failure::Hang(text)) => return Ok(Some(self.out_of_time(Ending::Hang, &text))),
            Err(failure) => return lost(Ending::Crash, self.told(&failure.to_string())),
        };
        let over = thought.time.checked_sub(self.clocks[me].left).unwrap_or_default();
        self.count(me, &thought, over);
        if over > self.conduct.margin {
            // A busy machine may not have let the engine compute.
            let computed = thought.processor.map(|used| format!(", computing for {} ms", used.as_millis()));
            let (over, time) = (over.as_millis(), thought.time.as_millis());
            let text = format!("{over} ms over the time, after {time} ms{}", computed.unwrap_or_default());
            return Ok(Some(self.out_of_time(Ending::Time, &text)));
        }
        let position = self.game.position().clone();
        let mv = answer.as_deref().and_then(|text| self.seats[me].dialect.read_move(&position, text));
        let Some(mv) = mv else {
            let text =
                answer.map_or_else(|| "no move".to_owned(), |text| format!("illegal move {}", shown(&text)));
            return lost(Ending::IllegalMove, self.told(&text));
        };
        for (seat, texts) in self.seats.iter().zip(&mut self.texts) {
            texts.push(' ');
            texts.push_str(&seat.dialect.move_text(&position, mv));
        }
        self.game.push(mv);
        self.clocks[me].press(thought.time, self.seats[me].limit);
        let sign = if color == Color::White { 1 } else { -1 };
        self.scores.push(thought.score.map(|score| sign * score.value()));
        self.thoughts.push(thought);
        Ok(None)
    }

    /// A fault with the position in which it happened.
    fn told(&self, text: &str) -> String {
        format!("{text}; position {}", self.game.position().fen())
    }

    fn count(&mut self, me: usize, thought: &Thought, over: Duration) {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.tallies[me].add(&Tally {
            moves: 1,
            depth: u64::from(thought.depth),
            nodes: thought.nodes,
            micros: micros(thought.time),
            oversteps: u64::from(!over.is_zero()),
            worst: micros(over),
        });
    }

    /// Asks an engine for its move. The clock runs from before `go` is sent until the line with the move has come.
    fn ask(&mut self, me: usize) -> Result<(Option<String>, Thought), Failure> {
        let texts = &self.texts[me];
        let moves = if texts.is_empty() { String::new() } else { format!(" moves{texts}") };
        let go = self.go(me);
        let Conduct { grace, patience, .. } = *self.conduct;
        let left = self.clocks[me].left;
        let client = &mut *self.seats[me].client;
        let used = client.processor_time();
        client.send(&format!("position fen {}{moves}", self.fens[me]))?;
        let start = Instant::now();
        client.send(&go)?;
        let longest = if left == Duration::MAX { patience } else { left + grace };
        let mut thought = Thought::default();
        client
            .wait(start + longest, &go, |at, reply| match reply {
                Reply::Info(info) => {
                    thought.depth = info.depth.unwrap_or(thought.depth);
                    thought.nodes = info.nodes.unwrap_or(thought.nodes);
                    thought.score = info.score.or(thought.score);
                    None
                }
                Reply::BestMove(mv) => {
                    thought.time = at.saturating_duration_since(start);
                    Some(mv)
                }
                _ => None,
            })
            .map(|mv| {
                if thought.time > left {
                    thought.processor =
                        client.processor_time().zip(used).map(|(now, before)| now.saturating_sub(before));
                }
                (mv, thought)
            })
    }

    fn go(&self, me: usize) -> String {
        match self.seats[me].limit {
            Limit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::Depth(depth) => format!("go depth {depth}"),
            Limit::Clock { .. } => {
                // Of an opponent without a clock our own time is told.
                let clock = |i: usize| match self.seats[i].limit {
                    Limit::Clock { increment, .. } => (self.clocks[i].left, increment),
                    _ => (self.clocks[me].left, Duration::ZERO),
                };
                let [(white, winc), (black, binc)] = [clock(0), clock(1)];
                let ms = |time: Duration| time.as_millis().max(1);
                let mut go = format!(
                    "go wtime {} btime {} winc {} binc {}",
                    ms(white),
                    ms(black),
                    winc.as_millis(),
                    binc.as_millis()
                );
                if let Some(moves) = self.clocks[me].moves_left {
                    go.push_str(&format!(" movestogo {moves}"));
                }
                go
            }
        }
    }
}

/// Who wins because a king is lost by the next move, if that is so.
fn king_lost(position: &Position) -> Option<Color> {
    let us = position.turn();
    let takes = |position: &Position| {
        let them = position.turn().other();
        !position.loses_by_checkmate(them) && !position.is_placing() && position.king_attacked(them)
    };
    if takes(position) {
        return Some(us);
    }
    if position.loses_by_checkmate(us) || position.is_placing() {
        return None;
    }
    let legal = position.legal_moves();
    let loses = |mv| {
        let after = position.play_unchecked(mv);
        after.outcome().is_none() && takes(&after)
    };
    legal.into_iter().all(loses).then(|| us.other())
}

/// A text from an engine as a message may show it.
fn shown(text: &str) -> String {
    text.chars().take(24).filter(|c| !c.is_control()).collect()
}
