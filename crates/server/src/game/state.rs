//! The state of a game: what follows from its log.

use berolina_rules::{Game, Move, geometry};
use berolina_wire::event::{End, Request, Times};
use berolina_wire::{Color, Event, Refusal, What};

use super::agreed::Agreed;
use super::clock::Clock;

/// An event, and the served time at which it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The event.
    pub event: Event,
    /// Milliseconds that the server had run for.
    pub served: u64,
}

/// What one player has asked, and the other not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Asked {
    pub(super) draw: Option<Color>,
    /// Who asks, and how many moves would be left.
    pub(super) take_back: Option<(Color, u32)>,
    pub(super) rematch: Option<Color>,
    /// After how many moves each, White first, last offered a draw.
    pub(super) offered_at: [Option<u32>; 2],
    /// After how many moves each last asked to take back.
    pub(super) begged_at: [Option<u32>; 2],
}

/// A game between two players.
#[derive(Clone, Debug)]
pub struct Match {
    pub(super) agreed: Agreed,
    pub(super) game: Game,
    pub(super) clock: Option<Clock>,
    pub(super) asked: Asked,
    pub(super) over: Option<(Option<Color>, End)>,
    pub(super) rematch: Option<String>,
    log: Vec<Entry>,
    /// How often each has said something, White first.
    talk: [usize; 2],
    /// The move that was decided on last, in the position as it is: its event comes next, and need not be read again.
    pub(super) decided: Option<(String, Move)>,
    /// What each was not charged for, in milliseconds, White first.
    forgiven: [u32; 2],
}

/// What lists show of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Moves made.
    pub plies: u32,
    /// Whose turn it is; nobody's after the end.
    pub turn: Option<Color>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
    /// When the running time is over, in served milliseconds.
    pub due: Option<u64>,
}

impl Match {
    /// A game that begins now.
    ///
    /// # Errors
    /// A start that cannot be played.
    pub fn new(agreed: Agreed, served: u64) -> Result<Self, Refusal> {
        let game = Game::new(agreed.start()?);
        let mut begun = Self {
            clock: agreed.terms.clock.map(|rule| Clock::new(rule, served)),
            agreed,
            game,
            asked: Asked::default(),
            over: None,
            rematch: None,
            log: Vec::new(),
            talk: [0; 2],
            decided: None,
            forgiven: [0; 2],
        };
        begun.clock = begun.clock.map(|clock| {
            let times = clock.turned(clock.times(served, 0), begun.turn(), false);
            clock.at(times, served)
        });
        Ok(begun)
    }

    /// The same game before anything happened in it, to stand in its place while it is elsewhere.
    pub(crate) fn blank(&self) -> Self {
        Self {
            agreed: self.agreed.clone(),
            game: Game::new(self.game.start().clone()),
            clock: None,
            asked: Asked::default(),
            over: None,
            rematch: None,
            log: Vec::new(),
            talk: [0; 2],
            decided: None,
            forgiven: [0; 2],
        }
    }

    /// A game as its log tells it, and why that cannot be followed to the end, if it cannot: it stands then as it stood before.
    ///
    /// # Errors
    /// A start that cannot be played.
    pub fn replay(agreed: Agreed, served: u64, log: Vec<Entry>) -> Result<(Self, Option<Refusal>), Refusal> {
        let mut game = Self::new(agreed, served)?;
        for entry in log {
            if let Err(refusal) = game.apply(entry) {
                return Ok((game, Some(refusal)));
            }
        }
        Ok((game, None))
    }

    /// Goes on by one event, which [`decide`](Self::decide) made, or which was read.
    ///
    /// # Errors
    /// An event of another number than the next, or a move that is not legal. Nothing has changed then.
    pub fn apply(&mut self, entry: Entry) -> Result<(), Refusal> {
        let event = &entry.event;
        // It belongs to this position.
        if !matches!(event.what, What::Moved { .. }) {
            self.decided = None;
        }
        if event.number != self.number() + 1 {
            return Err(damaged(format!("event {} follows event {}", event.number, self.number())));
        }
        match &event.what {
            What::Moved { text, .. } => {
                let decided = self.decided.take().filter(|(decided, _)| decided == text);
                let read = || self.game.position().parse_move(text);
                let mv = decided.map_or_else(read, |(_, mv)| Ok(mv));
                let mv = mv.map_err(|error| damaged(format!("move {text}: {}", error.reason)))?;
                self.game.push(mv);
                // Whatever was asked, a move answers.
                self.asked.draw = self.asked.draw.filter(|&by| by != self.turn());
                self.asked.take_back = None;
            }
            &What::TakenBack { ply, .. } => {
                while self.ply() > ply && self.game.pop().is_some() {}
                self.asked = Asked { offered_at: self.asked.offered_at, ..Asked::default() };
            }
            &What::TakeBackAsked { by, ply } => {
                self.asked.take_back = Some((by, ply));
                self.asked.begged_at[index(by)] = Some(self.ply());
            }
            &What::DrawOffered { by } => {
                self.asked.draw = Some(by);
                self.asked.offered_at[index(by)] = Some(self.ply());
            }
            What::Declined { what: Request::Draw, .. } => self.asked.draw = None,
            What::Declined { what: Request::TakeBack, .. } => self.asked.take_back = None,
            What::Declined { what: Request::Rematch, .. } => self.asked.rematch = None,
            What::Ended { winner, end, .. } => {
                self.over = Some((*winner, end.clone()));
                self.asked = Asked::default();
            }
            &What::RematchOffered { by } => self.asked.rematch = Some(by),
            What::RematchMade { game, .. } => self.rematch = Some(game.clone()),
            &What::Said { by, .. } | &What::Phrase { by, .. } => self.talk[index(by)] += 1,
            What::TimeGiven { .. } => {}
        }
        if let (Some(clock), Some(times)) = (&mut self.clock, event.times) {
            if let What::Moved { by, .. } = event.what {
                let forgiven = &mut self.forgiven[index(by)];
                *forgiven = forgiven.saturating_add(clock.forgiven(by, times, entry.served));
            }
            *clock = clock.at(times, entry.served);
        }
        self.log.push(entry);
        Ok(())
    }

    /// What was agreed on.
    #[must_use]
    pub fn agreed(&self) -> &Agreed {
        &self.agreed
    }

    /// The position and the moves.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// All that happened.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// What happened after an event; all of it where there is no event of that number.
    #[must_use]
    pub fn since(&self, number: u32) -> Vec<Event> {
        let from = if number > self.number() { 0 } else { number as usize };
        self.log[from..].iter().map(|entry| entry.event.clone()).collect()
    }

    /// The number of the last event.
    #[must_use]
    pub fn number(&self) -> u32 {
        count(self.log.len())
    }

    /// How often a player has said something.
    pub(super) fn talk(&self, by: Color) -> usize {
        self.talk[index(by)]
    }

    /// Moves made.
    #[must_use]
    pub fn ply(&self) -> u32 {
        count(self.game.moves().len())
    }

    /// Whose turn it is, or would be.
    #[must_use]
    pub fn turn(&self) -> Color {
        color(self.game.position().turn())
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// How it ended.
    #[must_use]
    pub fn end(&self) -> Option<&End> {
        self.over.as_ref().map(|(_, end)| end)
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// The times at a moment.
    #[must_use]
    pub fn times(&self, served: u64) -> Option<Times> {
        self.clock.as_ref().map(|clock| clock.times(served, 0))
    }

    /// What a player is given back of the time on the way for a move made now, where the line would need so much: there is a bound for the
    /// whole game.
    #[must_use]
    pub fn credit(&self, by: Color, line: u32) -> u32 {
        let most = self.clock.as_ref().map_or(0, Clock::most_forgiven);
        line.min(most.saturating_sub(self.forgiven[index(by)]))
    }

    /// After a start of the server: whose clock waits until then, in served milliseconds, unless it is resumed before.
    pub fn hold(&mut self, start: u64, until: u64) -> Option<Color> {
        let clock = self.clock.as_mut().filter(|_| self.over.is_none())?;
        let held = clock.is_live().then(|| clock.running()).flatten()?;
        // Where it still waited when the server ended, that is over.
        let before = clock.resumed(start);
        *clock = clock.at(before.times(start, 0), until);
        Some(held)
    }

    /// A clock that waits goes on.
    pub fn resume(&mut self, served: u64) {
        self.clock = self.clock.map(|clock| clock.resumed(served));
    }

    /// The clock as another state of the same game has it, if nothing has happened between.
    pub fn clocked_as(&mut self, other: &Self) {
        if self.number() == other.number() {
            self.clock = other.clock;
        }
    }

    /// A clock has waited, as it is known from before.
    pub fn waited(&mut self, since: u64, waited: u64) {
        self.clock = self.clock.map(|clock| clock.waited(since, waited));
    }

    /// What lists show of it.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let result = match &self.over {
            None | Some((_, End::Abort | End::Fault)) => "*",
            Some((Some(Color::White), _)) => "1-0",
            Some((Some(Color::Black), _)) => "0-1",
            Some((None, _)) => "1/2-1/2",
        };
        let turn = (!self.is_over()).then(|| self.turn());
        let due = turn.and(self.clock.as_ref()).and_then(Clock::over_at);
        Summary { plies: self.ply(), turn, result, due }
    }
}

pub(super) fn index(color: Color) -> usize {
    usize::from(color == Color::Black)
}

/// The same to the rules.
pub(super) fn of_rules(color: Color) -> geometry::Color {
    match color {
        Color::White => geometry::Color::White,
        Color::Black => geometry::Color::Black,
    }
}

pub(super) fn color(color: geometry::Color) -> Color {
    match color {
        geometry::Color::White => Color::White,
        geometry::Color::Black => Color::Black,
    }
}

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

fn damaged(text: String) -> Refusal {
    Refusal::new(berolina_wire::Code::BadGame, text)
}
