//! One game with two players and a watcher, whose lines may break at any moment. It notes all that is not as promised.

use std::time::{Duration, Instant};

use berolina_wire::socket::{Act, Present, Told, Wish};
use berolina_wire::{ClockRule, Code, Color, Event, What};
use tokio::time::timeout;

use crate::Outcome;
use crate::client::{Browser, Page, Way, terms};

/// So long at most one waits for what should come at once.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where the watcher is, behind White and Black.
pub(super) const WATCHER: usize = 2;

/// What was counted over all games.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Tally {
    /// Moves that were acknowledged.
    pub(super) acknowledged: usize,
    /// Wishes that were said again, as their answer had not come.
    pub(super) again: usize,
    /// Of those, how many had been kept already.
    pub(super) kept: usize,
    /// How often all logs were compared.
    pub(super) compared: usize,
}

/// A move that was acknowledged.
#[derive(Debug)]
struct Granted {
    wish: u32,
    number: u32,
    text: String,
}

/// A game with who sits at it.
#[derive(Debug)]
pub(super) struct Seats {
    /// White, Black, a watcher.
    people: [Browser; 3],
    game: String,
    key: String,
    line: Vec<String>,
    /// Of all three, or none.
    pages: Vec<Page>,
    /// What each of the three was told.
    pub(super) logs: [Vec<Event>; 3],
    granted: Vec<Granted>,
    /// The wish that was not answered yet.
    open: Option<Wish>,
    /// What the player who wished was last refused for.
    pub(super) refused: Option<Code>,
    /// Who is there, as White was last told.
    pub(super) present: Present,
    pub(super) tally: Tally,
    /// What was not as promised.
    pub(super) faults: Vec<String>,
}

impl Seats {
    /// A game that has begun, with no page open.
    pub(super) async fn begin(
        ways: [Way; 3],
        variant: &str,
        line: Vec<String>,
        clock: Option<ClockRule>,
    ) -> Outcome<Self> {
        let mut people = ways.map(Browser::new);
        let invited = people[0].invite(terms(variant, clock), Color::White).await?;
        let game = people[1].join(&invited.invitation).await?.game;
        let mut page = people[0].open(&game, None, None).await?;
        let key = loop {
            if let Told::Game(snapshot) = page.hear().await? {
                break snapshot.watch_key.ok_or("no key for watchers")?;
            }
        };
        people.iter_mut().for_each(Browser::hang_up);
        Ok(Self {
            people,
            game,
            key,
            line,
            pages: Vec::new(),
            logs: Default::default(),
            granted: Vec::new(),
            open: None,
            refused: None,
            present: Present::default(),
            tally: Tally::default(),
            faults: Vec::new(),
        })
    }

    /// Whether no move of the line is left.
    pub(super) fn is_over(&self) -> bool {
        self.logs.iter().map(Vec::len).max() == Some(self.line.len())
    }

    /// Opens all pages anew: the players ask for what they missed, the watcher for everything. All must know the same then; what was
    /// not answered is wished again.
    pub(super) async fn reopen(&mut self) -> Outcome<()> {
        self.pages.clear();
        let mut pages = Vec::new();
        for (who, person) in self.people.iter().enumerate() {
            let since = u32::try_from(self.logs[who].len()).ok().filter(|_| who != WATCHER);
            let watch = (who == WATCHER).then_some(self.key.as_str());
            let mut page = person.open(&self.game, since, watch).await?;
            let first = timeout(PATIENCE, page.hear()).await??;
            let faults = match first {
                Told::Game(snapshot) => merge(&mut self.logs[who], snapshot.events),
                Told::Events { events, .. } => merge(&mut self.logs[who], events),
                Told::Refused { why, .. } if why.code == Code::Busy => return Err("busy".into()),
                other => vec![format!("the first message was {other:?}")],
            };
            self.faults.extend(faults);
            pages.push(page);
        }
        self.pages = pages;
        self.compare();
        if let Some(wish) = &self.open {
            self.tally.again += 1;
            let mover = (wish.ply % 2) as usize;
            let kept = |event: &&Event| event.wish == wish.id && event.what.by() == Some(Color::ALL[mover]);
            self.tally.kept += self.logs[mover].iter().filter(kept).count();
            self.pages[mover].send(wish).await?;
            self.settle().await?;
        }
        Ok(())
    }

    /// All have the same log; all that was acknowledged is in it, once.
    pub(super) fn compare(&mut self) {
        self.tally.compared += 1;
        let [white, black, watcher] = &self.logs;
        if white != black || white != watcher {
            let lens = self.logs.each_ref().map(Vec::len);
            self.faults.push(format!("logs differ: {lens:?} events"));
        }
        for Granted { wish, number, text } in &self.granted {
            let event = white.get(*number as usize - 1);
            let same = event.is_some_and(|event| {
                event.wish == *wish && matches!(&event.what, What::Moved { text: made, .. } if made == text)
            });
            if !same {
                self.faults.push(format!("acknowledged move {number} ({text}) is lost: {event:?}"));
            }
        }
        for (at, event) in white.iter().enumerate() {
            let alike = |other: &&Event| other.wish == event.wish && other.what.by() == event.what.by();
            if event.wish != 0 && white[..at].iter().any(|other| alike(&other)) {
                self.faults.push(format!("wish {} was granted twice", event.wish));
            }
        }
    }

    /// Makes the next move, and waits until all are told of it.
    pub(super) async fn step(&mut self) -> Outcome<Duration> {
        let ply = self.logs[0].len();
        let (mover, begin) = (ply % 2, Instant::now());
        if self.open.is_none() {
            let id = u32::try_from(ply / 2 + 1)?;
            let act = Act::Move { text: self.line[ply].clone() };
            self.open = Some(Wish { id, ply: u32::try_from(ply)?, act });
        }
        if let Some(wish) = &self.open {
            self.pages[mover].send(wish).await?;
        }
        self.settle().await?;
        Ok(begin.elapsed())
    }

    /// Hears until the open wish is answered and all know the same.
    async fn settle(&mut self) -> Outcome<()> {
        let settled = async {
            // Which comes first, the answer or the event, is not said.
            while self.open.is_some() || self.logs.iter().any(|log| log.len() < self.known()) {
                let (who, told) = self.hear().await?;
                self.take(who, told);
            }
            Outcome::Ok(())
        };
        match timeout(PATIENCE, settled).await {
            Ok(done) => done,
            Err(_) => {
                self.faults.push("a wish was not answered".to_owned());
                Err("a wish was not answered".into())
            }
        }
    }

    /// So many events there are at least, as one of the three knows.
    fn known(&self) -> usize {
        let granted = self.granted.last().map_or(0, |granted| granted.number as usize);
        self.logs.iter().map(Vec::len).fold(granted, usize::max)
    }

    /// Hears for so long, whatever is said.
    pub(super) async fn listen(&mut self, time: Duration) -> Outcome<()> {
        let heard = async {
            loop {
                let (who, told) = self.hear().await?;
                self.take(who, told);
            }
        };
        timeout(time, heard).await.unwrap_or(Ok(()))
    }

    /// Hears what White is told, when the others may be gone.
    pub(super) async fn listen_to_white(&mut self, time: Duration) -> Outcome<()> {
        let Some(white) = self.pages.first_mut() else { return Err("no page is open".into()) };
        if let Ok(told) = timeout(time, white.hear()).await {
            self.take(0, told?);
        }
        Ok(())
    }

    async fn hear(&mut self) -> Outcome<(usize, Told)> {
        let [white, black, watcher] = &mut self.pages[..] else { return Err("no page is open".into()) };
        Ok(tokio::select! {
            told = white.hear() => (0, told?),
            told = black.hear() => (1, told?),
            told = watcher.hear() => (WATCHER, told?),
        })
    }

    fn take(&mut self, who: usize, told: Told) {
        match told {
            Told::Events { events, .. } => {
                let faults = merge(&mut self.logs[who], events);
                self.faults.extend(faults);
            }
            Told::Done { wish, number } => {
                if let Some(open) = self.open.take_if(|open| open.id == wish)
                    && let Act::Move { text } = open.act
                {
                    self.tally.acknowledged += 1;
                    self.granted.push(Granted { wish, number, text });
                }
            }
            Told::Refused { wish, why, .. } => {
                self.refused = Some(why.code);
                self.open.take_if(|open| open.id == wish);
                if why.code != Code::NotKept {
                    self.faults.push(format!("wish {wish} was refused: {}", why.text));
                }
            }
            Told::Present(present) if who == 0 => self.present = present,
            _ => {}
        }
    }
}

/// Adds events to a log, and says what does not fit.
fn merge(log: &mut Vec<Event>, events: Vec<Event>) -> Vec<String> {
    let mut faults = Vec::new();
    for event in events {
        match log.get(event.number as usize - 1) {
            Some(known) if *known == event => {}
            Some(known) => faults.push(format!("event {} was {known:?} and is {event:?}", event.number)),
            None if event.number as usize == log.len() + 1 => log.push(event),
            None => faults.push(format!("event {} came after {} events", event.number, log.len())),
        }
    }
    faults
}
