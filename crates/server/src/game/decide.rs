//! What comes of a wish.

use berolina_wire::event::{End, Phrase, Request, Times};
use berolina_wire::socket::{Act, Wish};
use berolina_wire::{Code, Color, Event, MAX_SAID, MAX_WISH, Refusal, What};

use super::clock::{Clock, GIFT};
use super::state::{Entry, Match, color, index, of_rules};
use crate::text::cleaned;

/// After so many events a game that goes on has room for moves and its end only: nobody can fill the record so that the other can
/// neither move nor give up.
const MAX_TALKATIVE: u32 = 16_000;
/// A game that still goes on after so many events is called off by the server.
const MAX_PLAYED: u32 = 19_900;
/// A game has no more events: after its end there is room for some words and another game.
const MAX_EVENTS: u32 = 20_000;
/// So often each player may say something, so that nobody fills the record with talk, nor makes it too long to be sent as one message.
const MAX_TALK: usize = 300;
/// Before so many moves a game can be called off, and no time runs but where moves have days.
const UNBEGUN: u32 = 2;

/// A rated game without a clock, as older versions let people agree on, ends after so many milliseconds without an event: 30 days.
pub(crate) const ABANDONED: u64 = 30 * 24 * 60 * 60 * 1000;

/// Who wishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wisher {
    /// The colour.
    pub color: Color,
    /// The other has been gone for so long that the game may be claimed.
    pub alone: bool,
}

/// When it is wished, and what only the server has.
#[derive(Clone, Copy, Debug)]
pub struct Now<'a> {
    /// Milliseconds since 1970.
    pub at: u64,
    /// Served milliseconds.
    pub served: u64,
    /// What the wisher's line is given back, in milliseconds.
    pub credit: u32,
    /// The id of another game, if one comes of it.
    pub fresh: &'a str,
}

/// What a page sent, as a wish.
///
/// # Errors
/// Text that is none, or a wish without a number.
pub fn read(text: &str) -> Result<Wish, Refusal> {
    let wish: Wish = serde_json::from_str(text)
        .map_err(|error| Refusal::new(Code::Malformed, format!("this is no wish: {error}")))?;
    if wish.id == 0 {
        return Err(Refusal::new(Code::Malformed, "a wish has a number greater than 0"));
    }
    Ok(wish)
}

/// What is to happen, with the times after it if they change.
type Happens = (What, Option<Times>);

impl Match {
    /// What comes of a player's wish: events that follow the last, not yet applied. None if the wish was granted before. The
    /// game itself is as it was before (a move is tried and taken back).
    ///
    /// # Errors
    /// Why it is not granted.
    pub fn decide(&mut self, wisher: Wisher, wish: &Wish, now: Now) -> Result<Vec<Entry>, Refusal> {
        if self.granted(wisher.color, wish.id).is_some() {
            return Ok(Vec::new());
        }
        if wish.id > MAX_WISH {
            return refused(Code::Malformed, &format!("a wish has a number from 1 to {MAX_WISH}"));
        }
        // Whoever asks late finds the game over, whatever was asked.
        let late = self.flagged(now.served, self.credit_of(wisher, now));
        if let Some(ended) = late.or_else(|| self.outlasted(self.number(), now)) {
            return Ok(self.entries(0, vec![ended], now));
        }
        let happens = match &wish.act {
            Act::Move { text } => self.moved(wisher.color, text, wish.ply, now)?,
            Act::Say { text } => vec![(self.said(wisher.color, text)?, None)],
            &Act::Phrase { phrase } => vec![(self.phrased(wisher.color, phrase)?, None)],
            &Act::Ask { what } => vec![self.ask(wisher.color, what, wish.ply, now)?],
            &Act::Decline { what } => vec![(self.decline(wisher.color, what)?, None)],
            act => vec![self.end_by(wisher, act, now)?],
        };
        self.has_room_for(&happens)?;
        Ok(self.entries(wish.id, happens, now))
    }

    /// Whether the record may go on by this.
    fn has_room_for(&self, happens: &[Happens]) -> Result<(), Refusal> {
        let needed = happens.iter().any(|(what, _)| matches!(what, What::Moved { .. } | What::Ended { .. }));
        match (self.is_over(), self.number()) {
            (true, MAX_EVENTS..) => refused(Code::TooMany, "the record of this game is full"),
            (false, MAX_TALKATIVE..) if !needed => {
                refused(Code::TooMany, "the record of this game has room for moves and the end only")
            }
            _ => Ok(()),
        }
    }

    /// The end of a game that has as many events as one may have, by the server.
    fn outlasted(&self, events: u32, now: Now) -> Option<Happens> {
        let full = events >= MAX_PLAYED && !self.is_over();
        full.then(|| self.ended(None, None, End::Abort, self.now(now)))
    }

    /// What comes of the time alone: the end of the game if the running time is over.
    #[must_use]
    pub fn decide_time(&self, now: Now) -> Vec<Entry> {
        let ended = self.flagged(now.served, now.credit);
        ended.map_or_else(Vec::new, |ended| self.entries(0, vec![ended], now))
    }

    /// The end of a game in which the program failed, if it goes on: without a result.
    #[must_use]
    pub fn call_off(&self, now: Now) -> Vec<Entry> {
        if self.is_over() {
            return Vec::new();
        }
        self.entries(0, vec![self.ended(None, None, End::Fault, self.now(now))], now)
    }

    /// The end of a rated game without a clock that was left, by whoever is to move; it began at a date.
    #[must_use]
    pub fn decide_left(&self, begun: u64, now: Now) -> Vec<Entry> {
        let last = self.log().last().map_or(begun, |entry| entry.event.at);
        let rated = self.agreed.terms.rated && self.clock.is_none();
        if !rated || self.is_over() || now.at < last.saturating_add(ABANDONED) {
            return Vec::new();
        }
        let ended = if self.ply() < UNBEGUN {
            self.ended(None, None, End::Abort, self.now(now))
        } else {
            self.ended(None, Some(self.turn().other()), End::Gone, self.now(now))
        };
        self.entries(0, vec![ended], now)
    }

    /// The number of the first event that came of a wish, if it was granted before.
    #[must_use]
    pub fn granted(&self, by: Color, wish: u32) -> Option<u32> {
        let same = |event: &Event| event.wish == wish && event.what.by() == Some(by);
        let mut latest = self.log().iter().rev().map(|entry| &entry.event);
        (wish != 0).then(|| latest.find(|event| same(event)).map(|event| event.number)).flatten()
    }

    fn entries(&self, wish: u32, happens: Vec<Happens>, now: Now) -> Vec<Entry> {
        let entry = |(number, (what, times)): (u32, Happens)| {
            let wish = if what.by().is_some() { wish } else { 0 };
            Entry { event: Event { number, at: now.at, wish, what, times }, served: now.served }
        };
        (self.number() + 1..).zip(happens).map(entry).collect()
    }

    /// Only who is to move is given back lag.
    fn credit_of(&self, wisher: Wisher, now: Now) -> u32 {
        if self.turn() == wisher.color { now.credit } else { 0 }
    }

    fn flagged(&self, served: u64, credit: u32) -> Option<Happens> {
        let clock = self.clock.as_ref().filter(|_| !self.is_over())?;
        let late = clock.running()?;
        if served < clock.over_at()?.saturating_add(u64::from(credit)) {
            return None;
        }
        let winner = self.winner_without(late);
        Some(self.ended(None, winner, End::Time, clock.times(served, 0)))
    }

    /// Who wins where a player does not go on: the other, if that player could still win by the rules.
    fn winner_without(&self, gone: Color) -> Option<Color> {
        self.game.position().winner_on_time(of_rules(gone)).map(color)
    }

    /// The end, which stops the clock.
    fn ended(&self, by: Option<Color>, winner: Option<Color>, end: End, times: Times) -> Happens {
        (What::Ended { by, winner, end }, self.clock.map(|_| Times { running: None, ..times }))
    }

    fn moved(&mut self, by: Color, text: &str, ply: u32, now: Now) -> Result<Vec<Happens>, Refusal> {
        self.must_go_on()?;
        if ply != self.ply() {
            return refused(Code::Late, "the game has gone on since: this move was for another position");
        }
        if self.turn() != by {
            return refused(Code::NotYourTurn, "it is the other player's turn");
        }
        let position = self.game.position();
        let mv = position
            .parse_any(text)
            .map_err(|error| Refusal::new(Code::IllegalMove, error.reason.to_string()))?;
        let text = position.move_text(mv);
        self.decided = Some((text.clone(), mv));
        self.game.push(mv);
        let (next, outcome) = (self.turn(), self.game.outcome());
        self.game.pop();
        let runs = self.ply() + 1 >= UNBEGUN;
        let pressed = self.clock.map(|clock| clock.after_move(by, next, runs, now.served, now.credit));
        // `flagged` has ended the game where the time was over.
        let times = pressed.flatten();
        let mut happens = vec![(What::Moved { by, text }, times)];
        if let Some(outcome) = outcome {
            let end = End::Rules { reason: outcome.reason.name().to_owned() };
            let none = Times { white: 0, black: 0, running: None, delay: 0 };
            happens.push(self.ended(None, outcome.winner.map(color), end, times.unwrap_or(none)));
        } else if let Some((ended, _)) = self.outlasted(self.number() + 1, now) {
            happens.push((ended, times.map(|times| Times { running: None, ..times })));
        }
        Ok(happens)
    }

    fn phrased(&self, by: Color, phrase: Phrase) -> Result<What, Refusal> {
        self.may_talk(by)?;
        Ok(What::Phrase { by, phrase })
    }

    fn may_talk(&self, by: Color) -> Result<(), Refusal> {
        if self.talk(by) < MAX_TALK {
            Ok(())
        } else {
            refused(Code::TooMany, "you have said enough in this game")
        }
    }

    fn said(&self, by: Color, text: &str) -> Result<What, Refusal> {
        self.may_talk(by)?;
        let text = cleaned(text);
        if text.is_empty() {
            return refused(Code::Malformed, "there is nothing in this message");
        }
        if text.chars().count() > MAX_SAID {
            return refused(Code::TooLarge, &format!("a message has at most {MAX_SAID} characters"));
        }
        Ok(What::Said { by, text })
    }

    fn ask(&self, by: Color, what: Request, ply: u32, now: Now) -> Result<Happens, Refusal> {
        match what {
            Request::Draw => self.ask_draw(by, now),
            Request::TakeBack => self.ask_back(by, ply, now),
            Request::Rematch => match self.asked.rematch {
                _ if !self.is_over() => refused(Code::NotOver, "the game is not over yet"),
                _ if self.rematch.is_some() => refused(Code::Again, "the next game has begun"),
                Some(asked) if asked != by => {
                    Ok((What::RematchMade { by, game: now.fresh.to_owned() }, None))
                }
                Some(_) => refused(Code::Again, "you have offered another game already"),
                None => Ok((What::RematchOffered { by }, None)),
            },
        }
    }

    fn ask_draw(&self, by: Color, now: Now) -> Result<Happens, Refusal> {
        self.must_go_on()?;
        match self.asked.draw {
            Some(asked) if asked != by => Ok(self.ended(Some(by), None, End::Agreement, self.now(now))),
            _ if !self.agreed.variant.definition().can_be_drawn() => {
                refused(Code::NotAllowed, "this game knows no draw")
            }
            _ if self.ply() < UNBEGUN => refused(Code::NotAllowed, "the game has only begun"),
            _ if self.asked.offered_at[index(by)].is_some_and(|at| self.ply() < at + 2) => {
                refused(Code::Again, "you have just offered a draw: make a move first")
            }
            _ => Ok((What::DrawOffered { by }, None)),
        }
    }

    fn ask_back(&self, by: Color, ply: u32, now: Now) -> Result<Happens, Refusal> {
        self.must_go_on()?;
        if self.agreed.terms.rated {
            return refused(Code::NotAllowed, "in rated games nothing is taken back");
        }
        if ply != self.ply() {
            return refused(Code::Late, "the game has gone on since");
        }
        match self.asked.take_back {
            Some((asked, left)) if asked != by => {
                let positions = self.game.positions();
                let next =
                    positions.get(left as usize).map_or(self.turn(), |position| color(position.turn()));
                let runs = left >= UNBEGUN;
                let times = self.clock.map(|clock| clock.turned(clock.times(now.served, 0), next, runs));
                Ok((What::TakenBack { by, ply: left }, times))
            }
            Some(_) => refused(Code::Again, "you have asked already"),
            None if self.asked.begged_at[index(by)] == Some(self.ply()) => {
                refused(Code::Again, "you have asked for this already")
            }
            None => {
                let made = |&left: &u32| color(self.game.positions()[left as usize].turn()) == by;
                let Some(left) = (0..self.ply()).rev().find(made) else {
                    return refused(Code::NothingThere, "you have made no move that could be taken back");
                };
                Ok((What::TakeBackAsked { by, ply: left }, None))
            }
        }
    }

    fn decline(&self, by: Color, what: Request) -> Result<What, Refusal> {
        let asked = match what {
            Request::Draw => self.asked.draw.is_some(),
            Request::TakeBack => self.asked.take_back.is_some(),
            Request::Rematch => self.asked.rematch.is_some() && self.rematch.is_none(),
        };
        if asked {
            Ok(What::Declined { by, what })
        } else {
            refused(Code::NothingThere, "nobody asks for this any more")
        }
    }

    /// What one player does alone.
    fn end_by(&self, wisher: Wisher, act: &Act, now: Now) -> Result<Happens, Refusal> {
        self.must_go_on()?;
        let Wisher { color: by, alone } = wisher;
        let ended = |winner, end| Ok(self.ended(Some(by), winner, end, self.now(now)));
        match act {
            Act::Resign => ended(Some(by.other()), End::Resignation),
            Act::Abort if self.ply() < UNBEGUN => ended(None, End::Abort),
            Act::Abort => refused(Code::TooLateToAbort, "both have moved: the game can only be resigned"),
            Act::Claim if self.game.position().claim().map(color) == Some(by) => ended(Some(by), End::Claim),
            Act::Claim => refused(Code::NothingToClaim, "the rules offer you no win to claim"),
            Act::ClaimGone { draw } if alone && self.ply() >= UNBEGUN => {
                ended(if *draw { None } else { self.winner_without(by.other()) }, End::Gone)
            }
            Act::ClaimGone { .. } => {
                refused(Code::NothingToClaim, "the other player is not gone, or not for long enough")
            }
            Act::GiveTime => {
                let times = self.clock.and_then(|clock| clock.given(by.other(), now.served));
                let Some(times) = times else {
                    return refused(Code::NotAllowed, "no time can be given in this game");
                };
                Ok((What::TimeGiven { by, time: GIFT }, Some(times)))
            }
            _ => refused(Code::Malformed, "this is no wish"),
        }
    }

    fn now(&self, now: Now) -> Times {
        let stopped = Times { white: 0, black: 0, running: None, delay: 0 };
        self.clock.as_ref().map_or(stopped, |clock: &Clock| clock.times(now.served, 0))
    }

    fn must_go_on(&self) -> Result<(), Refusal> {
        if self.is_over() { refused(Code::Over, "the game is over") } else { Ok(()) }
    }
}

fn refused<T>(code: Code, text: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, text))
}
