//! A process that plays many games: both players of each, so that one clock measures from the wish of one to what the other is told.
//!
//! It is told what to do by lines of JSON, and answers each by one.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use berolina_wire::Color;
use berolina_wire::socket::{Act, Told, Wish};
use clap::Args;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::sync::mpsc;
use tokio::time::{Instant as Moment, sleep_until};

use crate::Outcome;
use crate::client::{Browser, Page, Way, terms};
use crate::lines::{Chance, lines};

/// Where it plays.
#[derive(Args, Debug)]
pub(crate) struct CrewArgs {
    #[arg(long)]
    server: SocketAddr,
    /// Which of several processes it is: 0 is the first.
    #[arg(long)]
    number: u8,
    #[arg(long)]
    variant: String,
}

/// What a crew is told to do.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) enum Order {
    /// Make so many games by invitations.
    Make(u32),
    /// Open the sockets of all games.
    Open,
    /// Make so many moves a second, at random moments in games taken by turns.
    Play { rate: f64, seconds: u32 },
}

/// What a crew says when it has done so.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) enum Report {
    Made,
    Opened,
    Played(Played),
    Failed(String),
}

/// What was measured while a crew played. Times are in microseconds.
#[derive(Serialize, Deserialize, Default, Debug)]
pub(crate) struct Played {
    /// From the wish to the opponent's receipt of the move.
    pub(crate) told: Vec<u32>,
    /// From the wish to the receipt of its acknowledgement.
    pub(crate) done: Vec<u32>,
    /// Moves that were to be made in a game whose last one was still unanswered, and were not.
    pub(crate) missed: u32,
    /// Moves that were refused.
    pub(crate) refused: u32,
    /// Moves that were never answered.
    pub(crate) unanswered: u32,
    /// Connections that ended.
    pub(crate) broken: u32,
}

/// So many people take part in each process; each plays many games.
const PEOPLE: usize = 40;
/// So many requests are under way at once.
const HANDS: usize = 8;
/// Lines that are played.
const LINES: usize = 32;
/// So long after the last move one still waits for answers.
const REST: Duration = Duration::from_secs(5);

/// Does what it is told until nothing more is said.
pub(crate) async fn run(args: &CrewArgs) -> Outcome<()> {
    let from = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2 + args.number));
    let lines = lines(&args.variant, LINES, u64::from(args.number) + 1)?;
    let way = Way { server: args.server, from, kept: None, said: None };
    let mut crew = Crew {
        way,
        variant: args.variant.clone(),
        lines: lines.into_iter().map(Arc::new).collect(),
        made: Vec::new(),
        tables: Vec::new(),
        next: 0,
        chance: Chance::new(u64::from(args.number) + 77),
    };
    let mut orders = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = orders.next_line().await? {
        let report = match serde_json::from_str(&line)? {
            Order::Make(games) => crew.make(games as usize).await.map(|()| Report::Made),
            Order::Open => crew.open().await.map(|()| Report::Opened),
            Order::Play { rate, seconds } => Ok(Report::Played(crew.play(rate, seconds).await)),
        };
        let report = report.unwrap_or_else(|error| Report::Failed(error.to_string()));
        println!("{}", serde_json::to_string(&report)?);
    }
    Ok(())
}

struct Crew {
    way: Way,
    variant: String,
    lines: Vec<Arc<Vec<String>>>,
    /// Games without sockets: White, Black, the game.
    made: Vec<(Arc<Browser>, Arc<Browser>, String)>,
    tables: Vec<mpsc::Sender<Ear>>,
    next: usize,
    chance: Chance,
}

/// What a game is told: to make a move, and to whom to say what came of it.
type Ear = mpsc::UnboundedSender<Note>;

/// What a game says of a move.
enum Note {
    Told(Duration),
    Done(Duration),
    Missed,
    Refused,
    Broken,
}

impl Crew {
    async fn make(&mut self, games: usize) -> Outcome<()> {
        let mut hands = tokio::task::JoinSet::new();
        for hand in 0..HANDS {
            let share = games / HANDS + usize::from(hand < games % HANDS);
            let (way, variant) = (self.way, self.variant.clone());
            hands.spawn(make(way, variant, share));
        }
        while let Some(made) = hands.join_next().await {
            self.made.extend(made??);
        }
        Ok(())
    }

    async fn open(&mut self) -> Outcome<()> {
        let mut waiting = std::mem::take(&mut self.made);
        let mut hands = tokio::task::JoinSet::new();
        while !waiting.is_empty() || !hands.is_empty() {
            while hands.len() < HANDS
                && let Some((white, black, game)) = waiting.pop()
            {
                hands.spawn(async move {
                    let pages = [white.open(&game, None, None).await?, black.open(&game, None, None).await?];
                    Outcome::Ok(pages)
                });
            }
            if let Some(opened) = hands.join_next().await {
                let mut pages = opened??;
                for page in &mut pages {
                    while !matches!(page.hear().await?, Told::Game(_)) {}
                }
                let (order, orders) = mpsc::channel(1);
                let line = Arc::clone(&self.lines[self.tables.len() % self.lines.len()]);
                tokio::spawn(
                    Table { pages, line, ply: 0, sent: Instant::now(), done: true, told: true, notes: None }
                        .run(orders),
                );
                self.tables.push(order);
            }
        }
        for at in (1..self.tables.len()).rev() {
            let other = self.chance.below(at + 1);
            self.tables.swap(at, other);
        }
        Ok(())
    }

    async fn play(&mut self, rate: f64, seconds: u32) -> Played {
        let (note, mut notes) = mpsc::unbounded_channel();
        let begin = Moment::now();
        let end = begin + Duration::from_secs(u64::from(seconds));
        let mut at = begin + self.chance.gap(rate);
        let mut played = Played::default();
        let mut wished = 0;
        while at < end {
            sleep_until(at).await;
            self.next = (self.next + 1) % self.tables.len();
            wished += 1;
            if self.tables[self.next].try_send(note.clone()).is_err() {
                played.missed += 1;
            }
            at += self.chance.gap(rate);
            while let Ok(note) = notes.try_recv() {
                played.note(&note);
            }
        }
        drop(note);
        // Whoever has nothing more to say lets go of the line.
        let rest = async {
            while let Some(note) = notes.recv().await {
                played.note(&note);
                let answered = played.told.len().min(played.done.len());
                if answered + (played.missed + played.refused) as usize >= wished {
                    break;
                }
            }
        };
        let _ = tokio::time::timeout(REST, rest).await;
        let answered = played.told.len() as u32 + played.missed + played.refused;
        played.unanswered = u32::try_from(wished).unwrap_or(u32::MAX).saturating_sub(answered);
        played
    }
}

impl Played {
    fn note(&mut self, note: &Note) {
        let micros = |time: &Duration| u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
        match note {
            Note::Told(time) => self.told.push(micros(time)),
            Note::Done(time) => self.done.push(micros(time)),
            Note::Missed => self.missed += 1,
            Note::Refused => self.refused += 1,
            Note::Broken => self.broken += 1,
        }
    }
}

async fn make(way: Way, variant: String, games: usize) -> Outcome<Vec<(Arc<Browser>, Arc<Browser>, String)>> {
    let mut people: Vec<Browser> = (0..(PEOPLE / HANDS).max(2)).map(|_| Browser::new(way)).collect();
    let mut made = Vec::new();
    for game in 0..games {
        let (white, black) = (game % people.len(), (game + 1) % people.len());
        let invited = people[white].invite(terms(&variant, None), Color::White).await?;
        let joined = people[black].join(&invited.invitation).await?;
        made.push((white, black, joined.game));
    }
    people.iter_mut().for_each(Browser::hang_up);
    let people: Vec<Arc<Browser>> = people.into_iter().map(Arc::new).collect();
    let seated = |(white, black, game): (usize, usize, String)| {
        (Arc::clone(&people[white]), Arc::clone(&people[black]), game)
    };
    Ok(made.into_iter().map(seated).collect())
}

/// One game with both players.
struct Table {
    pages: [Page; 2],
    line: Arc<Vec<String>>,
    ply: usize,
    /// When the last move was wished.
    sent: Instant,
    /// Whether it was acknowledged.
    done: bool,
    /// Whether the opponent was told of the last move.
    told: bool,
    notes: Option<Ear>,
}

impl Table {
    async fn run(mut self, mut orders: mpsc::Receiver<Ear>) {
        loop {
            let [white, black] = &mut self.pages;
            let heard = tokio::select! {
                order = orders.recv() => match order {
                    Some(notes) => {
                        self.wish(notes).await;
                        continue;
                    }
                    None => return,
                },
                heard = white.hear() => (0, heard),
                heard = black.hear() => (1, heard),
            };
            let Ok(told) = heard.1 else {
                self.say(Note::Broken);
                return;
            };
            self.hear(heard.0, told);
        }
    }

    async fn wish(&mut self, notes: Ear) {
        if !self.done || !self.told || self.ply == self.line.len() {
            let _ = notes.send(Note::Missed);
            return;
        }
        self.notes = Some(notes);
        let mover = self.ply % 2;
        let id = u32::try_from(self.ply / 2 + 1).unwrap_or(u32::MAX);
        let ply = u32::try_from(self.ply).unwrap_or(u32::MAX);
        let wish = Wish { id, ply, act: Act::Move { text: self.line[self.ply].clone() } };
        self.ply += 1;
        (self.sent, self.done, self.told) = (Instant::now(), false, false);
        if self.pages[mover].send(&wish).await.is_err() {
            self.say(Note::Broken);
        }
    }

    fn hear(&mut self, page: usize, told: Told) {
        // After a move is made, the count says who is to move next: the opponent of who moved.
        let opponent = self.ply % 2;
        match told {
            Told::Events { events, .. } if page == opponent => {
                let number = events.last().map_or(0, |event| event.number as usize);
                if number == self.ply && !self.told {
                    self.told = true;
                    self.say(Note::Told(self.sent.elapsed()));
                }
            }
            Told::Done { .. } => {
                self.done = true;
                self.say(Note::Done(self.sent.elapsed()));
            }
            Told::Refused { wish, .. } if wish != 0 => {
                (self.done, self.told) = (true, true);
                self.ply -= 1;
                self.say(Note::Refused);
            }
            _ => {}
        }
        if self.done && self.told {
            self.notes = None;
        }
    }

    fn say(&self, note: Note) {
        if let Some(notes) = &self.notes {
            let _ = notes.send(note);
        }
    }
}
