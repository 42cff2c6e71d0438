//! One game: it alone decides, keeps and tells what happens in it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use berolina_numbers::date::{DAY, civil};
use berolina_rules::Record;
use berolina_rules::notation::pgn::GameResult;
use berolina_rules::notation::record::MoveStyle;
use berolina_wire::event::End;
use berolina_wire::request::InvitationState;
use berolina_wire::socket::{Act, Snapshot, Told, Waiting, Wish};
use berolina_wire::{Audience, Code, Color, Event, Refusal, Seat, What};
use tokio::sync::mpsc;

mod clocks;

use clocks::Aside;

use super::presence::Presence;
use super::{Ask, Denied, Granted, Hall, Look, Viewer, begin, unkept};
use crate::bus::Notice;
use crate::game::{Clock, Entry, Match, Now, OWN, Summary, Wisher};
use crate::judge::{Judge, Undone};
use crate::secret;
use crate::store::{NewGame, Rated, StoreError, StoredGame, Write};
use crate::time::date;

/// A game at which nobody looks sleeps after this.
const IDLE: Duration = Duration::from_mins(1);
/// A game by somebody's own rules that has more moves than this is written in coordinates: to find the shortest SAN means to make all
/// legal moves of each position.
const LONG: u32 = 400;
/// Who comes and goes is told so often at most.
const PRESENCE: Duration = Duration::from_millis(500);

pub(super) struct Actor {
    hall: Arc<Hall>,
    begun: Begun,
    game: Match,
    /// Why it cannot go on.
    damage: Option<Refusal>,
    presence: Presence,
    /// Who is there is to be told then.
    unsaid: Option<Instant>,
    /// What concerns the time on the way and at a start, apart, as it is large.
    aside: Box<Aside>,
}

/// A rated game that is resigned or agreed on counts after so many moves of both together.
const COUNTED: u32 = 6;

/// What never changes of a game.
#[derive(Clone)]
struct Begun {
    id: String,
    players: [i64; 2],
    names: [Option<String>; 2],
    ratings: [Option<u32>; 2],
    watch_key: String,
    at: u64,
    /// The same in served milliseconds.
    served: u64,
}

impl Actor {
    /// Lives until nobody looks at the game.
    pub(super) async fn live(hall: Arc<Hall>, id: String, mut mailbox: mpsc::Receiver<Ask>) {
        match Box::pin(Self::load(&hall, &id)).await {
            Ok(Some(mut actor)) => {
                actor.hold();
                actor.run(&mut mailbox).await;
            }
            Ok(None) => Box::pin(Self::turn_away(&hall, &id, &mut mailbox)).await,
            Err(refusal) => {
                leave(&hall, &id, &mut mailbox, true);
                while let Some(ask) = mailbox.recv().await {
                    deny(ask, &refusal);
                }
            }
        }
    }

    pub(super) async fn load(hall: &Arc<Hall>, id: &str) -> Result<Option<Self>, Refusal> {
        let Some(StoredGame { begun, names, ratings, log, waited }) =
            hall.store.game(id.to_owned()).await.map_err(|error| unread(&error))?
        else {
            return Ok(None);
        };
        let NewGame { id, terms, rules, players, watch_key, at, served, summary: stands, .. } = begun;
        // A game may have to be compiled, and a long one takes time to be replayed.
        let judge = if terms.spec.starts_with(OWN) { &hall.judges.reading } else { &hall.judges.waking };
        let with = Arc::clone(hall);
        let ends = log.last().map_or(0, |last| last.event.number);
        let over = log.iter().any(|entry| matches!(entry.event.what, What::Ended { .. }));
        let replayed = judge.run(move || Match::replay(with.cabinet.recall(terms, rules)?, served, log));
        let (game, damage) = match replayed.await {
            Ok(replayed) => replayed?,
            Err(Undone::Full) => return Err(Undone::Full.into()),
            Err(Undone::Fault) => {
                if !over {
                    Self::call_off(hall, &id, ends, stands).await;
                }
                return Err(Undone::Fault.into());
            }
        };
        let begun = Begun { id, players, names, ratings, watch_key, at, served };
        let presence = Presence::new(game.agreed().terms.clock);
        let hall = Arc::clone(hall);
        let aside = Box::new(Aside { before: waited, ..Aside::default() });
        Ok(Some(Self { hall, begun, game, damage, presence, unsaid: None, aside }))
    }

    /// Ends a game whose moves the program cannot follow any more, so that no clock runs in it. What was kept of it stays.
    async fn call_off(hall: &Arc<Hall>, id: &str, last: u32, stands: Summary) {
        let what = What::Ended { by: None, winner: None, end: End::Fault };
        let event = Event { number: last + 1, at: date(), wish: 0, what, times: None };
        let entries = vec![Entry { event, served: hall.served.now() }];
        let summary = Summary { turn: None, result: "*", due: None, ..stands };
        let write = Write::Events { game: id.to_owned(), entries, summary, next: None, rated: None };
        if let Err(error) = hall.store.write(write).await {
            tracing::error!(game = id, %error, "a game in which the program failed could not be called off");
        }
    }

    /// Where there is no game: perhaps there is to be one, which somebody waits for.
    async fn turn_away(hall: &Arc<Hall>, id: &str, mailbox: &mut mpsc::Receiver<Ask>) {
        let invitation = hall.store.invitation_to(id.to_owned()).await.ok().flatten();
        leave(hall, id, mailbox, true);
        while let Some(ask) = mailbox.recv().await {
            match (ask, &invitation) {
                (Ask::Look { viewer, reply, .. }, Some(invitation))
                    if viewer.person == Some(invitation.made.from) =>
                {
                    let made = &invitation.made;
                    let waiting = Waiting {
                        invitation: made.secret.clone(),
                        terms: made.terms.clone(),
                        color: made.color,
                        state: invitation.state,
                        open: made.open,
                    };
                    // Somebody joined at this moment: whoever asks again finds the game.
                    let told = match waiting.state {
                        InvitationState::Taken => Err(Refusal::new(Code::Busy, "the game begins: try again")),
                        _ => Ok(Look { told: Told::Waiting(Box::new(waiting)), number: 0, color: None }),
                    };
                    let _ = reply.send(told);
                }
                (ask, _) => deny(ask, &Refusal::new(Code::NotFound, "there is no such game here")),
            }
        }
    }

    async fn run(&mut self, mailbox: &mut mpsc::Receiver<Ask>) {
        loop {
            let flag = self.flag_in();
            let mut idle = pin!(tokio::time::sleep(IDLE));
            let presence =
                self.unsaid.map_or(Duration::MAX, |at| at.saturating_duration_since(Instant::now()));
            tokio::select! {
                ask = mailbox.recv() => match ask {
                    // What is seldom under way takes room only then.
                    Some(ask) => Box::pin(self.answer(ask)).await,
                    None => return,
                },
                () = tokio::time::sleep(flag.unwrap_or_default()), if flag.is_some() => Box::pin(self.flag()).await,
                () = tokio::time::sleep(presence), if self.unsaid.is_some() => self.tell_presence(),
                () = &mut idle, if self.presence.is_empty() => {
                    if leave(&self.hall, &self.begun.id, mailbox, false) {
                        return;
                    }
                }
            }
        }
    }

    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Look { viewer, since, reply } => {
                self.resume(self.color_of(&viewer));
                drop(reply.send(self.look(&viewer, since)));
            }
            Ask::Pgn { viewer, reply } => {
                let pgn = match self.may_see(&viewer) {
                    Ok(()) => self.written().await,
                    Err(refusal) => Err(refusal),
                };
                drop(reply.send(pgn));
            }
            Ask::Wish { color, wish, reply } => {
                let granted = self.wish(color, &wish).await;
                // Whoever asked may have gone.
                let _ = reply.send(granted);
            }
            Ask::Came { color } => {
                self.presence.came(color);
                self.unsaid.get_or_insert(Instant::now() + PRESENCE);
            }
            Ask::Left { color } => {
                self.presence.left(color);
                self.unsaid.get_or_insert(Instant::now() + PRESENCE);
            }
            Ask::Measured { color, round_trip } => self.aside.lags[at(color)].measured(round_trip),
            Ask::Wake => self.flag().await,
            Ask::Again { anew } => self.again(anew).await,
        }
    }

    fn look(&self, viewer: &Viewer, since: Option<u32>) -> Result<Look, Refusal> {
        self.may_see(viewer)?;
        let color = self.color_of(viewer);
        let number = self.game.number();
        let times = self.game.times(self.hall.served.now());
        let told = match since.filter(|&known| known <= number) {
            Some(known) => Told::Events { events: self.game.since(known), times },
            None => Told::Game(Box::new(Snapshot {
                id: self.begun.id.clone(),
                terms: self.hall.cabinet.told(&self.game.agreed().terms, &self.game.agreed().rules),
                white: self.seat(Color::White),
                black: self.seat(Color::Black),
                you: color,
                created: self.begun.at,
                events: self.game.since(0),
                times,
                present: self.presence.told(),
                watch_key: color.map(|_| self.begun.watch_key.clone()),
            })),
        };
        Ok(Look { told, number, color })
    }

    fn seat(&self, color: Color) -> Seat {
        let (name, rating) = (self.begun.names[at(color)].clone(), self.begun.ratings[at(color)]);
        Seat { name, rating, gained: None, level: None }
    }

    fn color_of(&self, viewer: &Viewer) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| viewer.person == Some(self.begun.players[at(color)]))
    }

    fn may_see(&self, viewer: &Viewer) -> Result<(), Refusal> {
        if self.aside.removed {
            return Err(removed());
        }
        let private = self.game.agreed().terms.audience == Audience::Private;
        if private && self.color_of(viewer).is_none() && viewer.key.as_ref() != Some(&self.begun.watch_key) {
            return Err(Refusal::new(
                Code::Hidden,
                "this game is seen only by its players, and by whom they give the link",
            ));
        }
        Ok(())
    }

    async fn wish(&mut self, color: Color, wish: &Wish) -> Granted {
        if let Some(damage) = &self.damage {
            return Err(self.denied(damage.clone()));
        }
        let moved = matches!(wish.act, Act::Move { .. });
        if let Some((_, told)) =
            self.aside.told.filter(|&(by, _)| moved && by != color && self.game.turn() == color)
        {
            // It is taken into account for this move already: nobody answers faster than the line.
            let mut line = self.aside.lags[at(color)];
            line.answered(told.elapsed());
            if wish.ply == self.game.ply() {
                self.aside.lags[at(color)] = line;
            }
        }
        self.resume(Some(color));
        let credit = self.credit(color);
        let wisher = Wisher { color, alone: self.presence.is_gone(color.other()) };
        let (when, served) = (date(), self.hall.served.now());
        let (before, wished) = (self.game.number(), wish.clone());
        let fault = self.hall.is_to_fail(&wish.act);
        let decided = self.judged(false, move |game| {
            assert!(!fault, "a fault that a test asked for");
            let now = Now { at: when, served, credit, fresh: &secret::id() };
            let entries = game.decide(wisher, &wished, now)?;
            let failed = entries.iter().find_map(|entry| game.apply(entry.clone()).err());
            Ok((entries, failed))
        });
        let (entries, failed) = match decided.await {
            Ok(decided) => decided.map_err(|why| self.denied(why))?,
            Err(why) => return Err(self.denied(why)),
        };
        if !entries.is_empty() {
            self.settle(before, entries, failed).await.map_err(|error| self.denied(unkept(&error)))?;
            if moved {
                self.aside.told = Some((color, Instant::now()));
            }
        }
        let over =
            || Refusal::new(Code::Over, "the game is over: it has just ended, by time or by its length");
        self.game.granted(color, wish.id).ok_or_else(|| self.denied(over()))
    }

    /// Looks again at who plays, who sees it, and at what was said.
    async fn again(&mut self, anew: bool) {
        match Box::pin(Self::load(&self.hall, &self.begun.id)).await {
            Ok(Some(mut new)) => {
                new.game.clocked_as(&self.game);
                (self.begun, self.game, self.damage) = (new.begun, new.game, new.damage);
            }
            Ok(None) => (self.damage, self.aside.removed) = (Some(removed()), true),
            Err(refusal) => {
                tracing::warn!(game = self.begun.id, reason = refusal.text, "people are told as they were");
            }
        }
        if anew {
            self.hall.bus.publish(&self.begun.id, Notice::Changed);
        }
    }

    fn denied(&self, why: Refusal) -> Denied {
        Denied { why, fen: self.game.game().position().fen(), ply: self.game.ply() }
    }

    /// Asks the rules. Those that somebody wrote run where they hold up nobody else, and so does what is to run `apart`. Where the
    /// program fails, this game ends and no other.
    async fn judged<T: Send + 'static>(
        &mut self,
        apart: bool,
        work: impl FnOnce(&mut Match) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        if !apart && !self.game.agreed().is_own() {
            // A half-made change is not looked at: the game is read anew.
            match catch_unwind(AssertUnwindSafe(|| work(&mut self.game))) {
                Ok(done) => return Ok(done),
                Err(_) => return Err(self.failed().await),
            }
        }
        let places = self.hall.judges.playing.reserve().await.map_err(|_| too_much())?;
        let blank = self.game.blank();
        let mut game = std::mem::replace(&mut self.game, blank);
        let done = Judge::begin(places, move || {
            let done = work(&mut game);
            (game, done)
        });
        match done.await {
            Ok((game, done)) => {
                self.game = game;
                Ok(done)
            }
            Err(_) => Err(self.failed().await),
        }
    }

    /// The program failed in this game: it is read anew and called off, and the players are told why.
    async fn failed(&mut self) -> Refusal {
        tracing::error!(game = self.begun.id, "the program failed in this game");
        let refusal = Refusal::new(
            Code::Fault,
            "the program failed in this game, which is called off: please report it",
        );
        // If that fails too, it has been called off there.
        match Box::pin(Self::load(&self.hall, &self.begun.id)).await {
            Ok(Some(new)) => (self.game, self.damage) = (new.game, new.damage),
            Ok(None) | Err(_) => {
                self.damage = Some(refusal.clone());
                return refusal;
            }
        }
        let now = Now { at: date(), served: self.hall.served.now(), credit: 0, fresh: "" };
        let entries = self.game.call_off(now);
        if !entries.is_empty() && self.keep(entries).await.is_err() {
            self.damage = Some(refusal.clone());
        }
        refusal
    }

    /// Applies events, puts them on the disk, then tells everybody.
    async fn keep(&mut self, entries: Vec<Entry>) -> Result<(), StoreError> {
        let before = self.game.number();
        let failed = entries.iter().find_map(|entry| self.game.apply(entry.clone()).err());
        self.settle(before, entries, failed).await
    }

    /// Puts events on the disk that were applied already, then tells everybody; or why they could not be.
    async fn settle(
        &mut self,
        before: u32,
        entries: Vec<Entry>,
        failed: Option<Refusal>,
    ) -> Result<(), StoreError> {
        let written = match failed {
            Some(refusal) => Err(StoreError::Failed(refusal.text)),
            None => self.write(entries).await,
        };
        if let Err(error) = written {
            match &error {
                StoreError::Busy => tracing::debug!(game = self.begun.id, %error, "events were not kept"),
                error => tracing::error!(game = self.begun.id, %error, "events were not kept"),
            }
            self.restore(before).await;
            return Err(error);
        }
        self.tell_since(before);
        Ok(())
    }

    async fn write(&self, entries: Vec<Entry>) -> Result<(), StoreError> {
        let next = entries.iter().find_map(|entry| match &entry.event.what {
            What::RematchMade { game, .. } => Some(game.clone()),
            _ => None,
        });
        let next = next.map(|id| {
            let [white, black] = self.begun.players;
            let mut agreed = self.game.agreed().clone();
            // Older versions let people agree on rated games without a clock.
            agreed.terms.rated &= agreed.terms.clock.is_some();
            let next = begin(id, &agreed, [black, white], &self.hall.served);
            next.map(Box::new).map_err(|refusal| StoreError::Failed(refusal.text))
        });
        let game = self.begun.id.clone();
        let summary = self.game.summary();
        let rated = entries.iter().find_map(|entry| match &entry.event.what {
            What::Ended { winner, end, .. } => self.counts(*winner, end),
            _ => None,
        });
        self.hall.store.write(Write::Events { game, entries, summary, next: next.transpose()?, rated }).await
    }

    /// What the end of a rated game counts for.
    fn counts(&self, winner: Option<Color>, end: &End) -> Option<Rated> {
        let agreed = self.game.agreed();
        let least = match end {
            End::Abort | End::Fault => u32::MAX,
            End::Resignation | End::Agreement => COUNTED,
            _ => 2,
        };
        (agreed.terms.rated && self.game.ply() >= least).then(|| Rated {
            family: agreed.rules.family().to_owned(),
            players: self.begun.players,
            winner,
        })
    }

    /// After something was not written: as the store has it, or else as it was before.
    async fn restore(&mut self, before: u32) {
        let agreed = self.game.agreed().clone();
        let stored = self.hall.store.game(self.begun.id.clone()).await.ok().flatten();
        let log = stored.map_or_else(|| self.game.log()[..before as usize].to_vec(), |stored| stored.log);
        let served = self.begun.served;
        match tokio::task::spawn_blocking(move || Match::replay(agreed, served, log)).await {
            Ok(Ok((game, damage))) => (self.game, self.damage) = (game, damage),
            Ok(Err(refusal)) => self.damage = Some(refusal),
            Err(_) => self.damage = Some(Undone::Fault.into()),
        }
        // Another writer was faster.
        if self.game.number() > before {
            self.tell_since(before);
        }
    }

    fn tell_since(&self, before: u32) {
        let times = self.game.times(self.hall.served.now());
        self.tell(self.game.number(), &Told::Events { events: self.game.since(before), times });
    }

    fn tell_presence(&mut self) {
        self.unsaid = None;
        self.tell(0, &Told::Present(self.presence.told()));
    }

    fn tell(&self, number: u32, told: &Told) {
        let text = serde_json::to_string(told).unwrap_or_default();
        self.hall.bus.publish(&self.begun.id, Notice::Text { number, text: text.into() });
    }

    async fn flag(&mut self) {
        if self.damage.is_some() {
            return;
        }
        let late = self.game.clock().and_then(Clock::running);
        let credit = late.map_or(0, |late| self.credit(late));
        let now = Now { at: date(), served: self.hall.served.now(), credit, fresh: "" };
        let begun = self.begun.at;
        // Who wins by time, the rules say.
        let decided = self.judged(false, move |game| match late {
            Some(_) => game.decide_time(now),
            None => game.decide_left(begun, now),
        });
        let done = match decided.await {
            Ok(entries) => entries.is_empty() || self.keep(entries).await.is_ok(),
            Err(_) => false,
        };
        if !done {
            // The disk, or those who judge, may have room later.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// The game as PGN, written apart from what serves everybody: a long one takes time.
    async fn written(&mut self) -> Result<String, Refusal> {
        let begun = self.begun.clone();
        self.judged(true, move |game| begun.pgn(game)).await
    }

    /// The same of a game that is not awake.
    pub(super) async fn into_pgn(self) -> Result<String, Refusal> {
        let Self { hall, begun, game, .. } = self;
        Ok(hall.judges.waking.run(move || begun.pgn(&game)).await?)
    }
}

impl Begun {
    fn pgn(&self, game: &Match) -> String {
        let mut record = Record::from_game(game.game());
        let name = |color| self.names[at(color)].clone().unwrap_or_else(|| "Guest".to_owned());
        let (year, month, day) = civil(self.at / 1000 / DAY);
        let rated = game.agreed().terms.rated;
        record.set_tag("Event", if rated { "Rated game" } else { "Game by link" });
        record.set_tag("Date", format!("{year:04}.{month:02}.{day:02}"));
        record.set_tag("White", name(Color::White));
        record.set_tag("Black", name(Color::Black));
        for (tag, color) in [("WhiteElo", Color::White), ("BlackElo", Color::Black)] {
            if let Some(rating) = self.ratings[at(color)] {
                record.set_tag(tag, rating.to_string());
            }
        }
        if let Some(result) = GameResult::from_text(game.summary().result) {
            record.set_result(result);
        }
        if let Some(End::Time | End::Gone) = game.end() {
            record.set_tag("Termination", "time forfeit");
        }
        let long = game.agreed().is_own() && game.ply() > LONG;
        record.to_text(if long { MoveStyle::Coordinates } else { MoveStyle::San })
    }
}

/// Goes to sleep, unless somebody has just come.
fn leave(hall: &Hall, id: &str, mailbox: &mut mpsc::Receiver<Ask>, always: bool) -> bool {
    let mut games = hall.games();
    if always || mailbox.is_empty() {
        games.remove(id);
        mailbox.close();
        return true;
    }
    false
}

fn deny(ask: Ask, refusal: &Refusal) {
    match ask {
        Ask::Look { reply, .. } => drop(reply.send(Err(refusal.clone()))),
        Ask::Pgn { reply, .. } => drop(reply.send(Err(refusal.clone()))),
        Ask::Wish { reply, .. } => {
            drop(reply.send(Err(Denied { why: refusal.clone(), fen: String::new(), ply: 0 })));
        }
        Ask::Came { .. } | Ask::Left { .. } | Ask::Measured { .. } | Ask::Wake | Ask::Again { .. } => {}
    }
}

fn too_much() -> Refusal {
    Refusal::new(Code::Busy, "too many games by people's own rules are played at this moment: try again")
}

fn removed() -> Refusal {
    Refusal::new(Code::NotFound, "the operator of this server has removed this game")
}

fn unread(error: &StoreError) -> Refusal {
    match error {
        // Too much at once, or the server ends.
        StoreError::Busy => tracing::debug!(%error, "a game was not read"),
        error => tracing::error!(%error, "a game could not be read"),
    }
    Refusal::new(Code::Busy, "the game cannot be read now: try again later")
}

fn at(color: Color) -> usize {
    usize::from(color == Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size<F: Future>(_: impl FnOnce(Arc<Hall>, String, mpsc::Receiver<Ask>) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn a_game_takes_little_while_nothing_happens() {
        let size = size(Actor::live);
        assert!(size <= 2048, "{size} bytes for each game that is awake");
    }
}
