//! Those who only play, and what they notice.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use berolina_wire::Color;
use berolina_wire::socket::{Act, Told, Wish};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{sleep, sleep_until, timeout};

use crate::Outcome;
use crate::client::{Browser, Page, Way, terms};
use crate::lines::Chance;

/// Who hears nothing for so long comes again, as a page does.
const PATIENCE: Duration = Duration::from_secs(20);
/// Before one comes again.
const PAUSE: Duration = Duration::from_millis(500);

/// What players noticed.
#[derive(Debug)]
pub(super) enum Note {
    /// A move was acknowledged, after so long.
    Done(Duration),
    /// A move was refused, or its line broke: it was made again.
    Trouble(String),
}

/// One game after another between two people who have addresses of their own.
pub(super) struct Pair {
    pub(super) number: u16,
    pub(super) way: Way,
    pub(super) lines: Arc<Vec<Vec<String>>>,
    pub(super) variant: String,
    /// Moves a second.
    pub(super) rate: f64,
    pub(super) notes: UnboundedSender<Note>,
}

impl Pair {
    /// Plays for ever.
    pub(super) async fn play(self) {
        let mut chance = Chance::new(u64::from(self.number) + 1);
        let [high, low] = self.number.to_be_bytes();
        let way = |host| Way { said: Some(IpAddr::V4(Ipv4Addr::new(203, high, low, host))), ..self.way };
        let mut people = [Browser::new(way(1)), Browser::new(way(2))];
        loop {
            if let Err(error) = self.game(&mut people, &mut chance).await {
                let _ = self.notes.send(Note::Trouble(format!("no game: {error}")));
                sleep(PAUSE).await;
            }
        }
    }

    async fn game(&self, people: &mut [Browser; 2], chance: &mut Chance) -> Outcome<()> {
        let [white, black] = people;
        // Connections that were kept since the last game may be closed.
        white.hang_up();
        black.hang_up();
        let invited = white.invite(terms(&self.variant, None), Color::White).await?;
        let game = black.join(&invited.invitation).await?.game;
        white.hang_up();
        black.hang_up();
        let mut pages = [enter(white, &game).await?, enter(black, &game).await?];
        let line = &self.lines[chance.below(self.lines.len())];
        let mut at = tokio::time::Instant::now();
        for (ply, text) in line.iter().enumerate() {
            at = (at + chance.gap(self.rate)).max(tokio::time::Instant::now());
            sleep_until(at).await;
            let begin = Instant::now();
            // What was made before a line broke is in what the other is told first when the line is there again.
            let mut listens = true;
            while let Err(error) = moved(&mut pages, ply, text, listens).await {
                listens = false;
                let _ = self.notes.send(Note::Trouble(error.to_string()));
                sleep(PAUSE).await;
                for (page, person) in pages.iter_mut().zip(people.iter()) {
                    if let Ok(again) = enter(person, &game).await {
                        *page = again;
                    }
                }
            }
            let _ = self.notes.send(Note::Done(begin.elapsed()));
        }
        Ok(())
    }
}

async fn enter(person: &Browser, game: &str) -> Outcome<Page> {
    let mut page = person.open(game, None, None).await?;
    while !matches!(timeout(PATIENCE, page.hear()).await??, Told::Game(_)) {}
    Ok(page)
}

/// Makes a move, and waits until it is acknowledged and, if the other listens, seen.
async fn moved(pages: &mut [Page; 2], ply: usize, text: &str, listens: bool) -> Outcome<()> {
    let (mover, number) = (ply % 2, u32::try_from(ply)?);
    let wish = Wish { id: number / 2 + 1, ply: number, act: Act::Move { text: text.to_owned() } };
    pages[mover].send(&wish).await?;
    loop {
        match timeout(PATIENCE, pages[mover].hear()).await.map_err(|_| "no answer for 20 s")?? {
            Told::Done { wish: id, .. } if id == wish.id => break,
            Told::Refused { why, .. } => return Err(format!("refused: {}", why.text).into()),
            _ => {}
        }
    }
    if !listens {
        return Ok(());
    }
    loop {
        let told = timeout(PATIENCE, pages[1 - mover].hear()).await.map_err(|_| "not told for 20 s")??;
        if let Told::Events { events, .. } = told
            && events.iter().any(|event| event.number > number)
        {
            return Ok(());
        }
    }
}
