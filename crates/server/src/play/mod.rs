//! Games that are being played: each is an actor, which alone changes it, found by its id in the [`Hall`].

mod actor;
mod presence;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use berolina_wire::socket::{Act, Told, Wish};
use berolina_wire::{Code, Color, Refusal};
use tokio::sync::{mpsc, oneshot};

use crate::bans::Bans;
use crate::bus::Bus;
use crate::game::{ABANDONED, Agreed, Cabinet, Match};
use crate::judge::Judge;
use crate::metrics::METRICS;
use crate::secret;
use crate::store::{NewGame, PersonId, Store, StoreError};
use crate::time::{Served, date};
use actor::Actor;

/// So many questions wait at one game at most.
const MAILBOX: usize = 32;

/// Who looks at a game.
#[derive(Clone, Debug, Default)]
pub struct Viewer {
    /// The person, if the browser is known.
    pub person: Option<PersonId>,
    /// What lets somebody watch a private game.
    pub key: Option<String>,
}

/// What a game says to who comes to it.
#[derive(Debug)]
pub struct Look {
    /// The first message.
    pub told: Told,
    /// The number of the last event in it.
    pub number: u32,
    /// The colour of who looks, if it is a player.
    pub color: Option<Color>,
}

/// The answer to a wish: the number of what came of it, or why nothing did.
pub type Granted = Result<u32, Denied>;

/// Why a wish was not granted, and how the game stands.
#[derive(Debug)]
pub struct Denied {
    /// Why.
    pub why: Refusal,
    /// The position, as FEN.
    pub fen: String,
    /// Moves made.
    pub ply: u32,
}

/// What one says to a game.
#[derive(Debug)]
pub(crate) enum Ask {
    Look {
        viewer: Viewer,
        since: Option<u32>,
        reply: oneshot::Sender<Result<Look, Refusal>>,
    },
    Wish {
        color: Color,
        wish: Box<Wish>,
        reply: oneshot::Sender<Granted>,
    },
    Came {
        color: Option<Color>,
    },
    Left {
        color: Option<Color>,
    },
    Measured {
        color: Color,
        round_trip: Duration,
    },
    Pgn {
        viewer: Viewer,
        reply: oneshot::Sender<Result<String, Refusal>>,
    },
    /// A time may be over.
    Wake,
    /// Who plays, who sees it, or what was said, has changed in the store; perhaps pages are to look at it anew.
    Again {
        anew: bool,
    },
}

/// All games that somebody looks at or whose clock runs, and what they need.
#[derive(Debug)]
pub struct Hall {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) cabinet: Cabinet,
    pub(crate) served: Served,
    pub(crate) judges: Judges,
    pub(crate) bans: Bans,
    /// When this run of the server began, in served milliseconds.
    pub(crate) start: u64,
    games: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
    /// What a test asks the program to fail at.
    fault: OnceLock<String>,
}

/// Where rules run apart from what serves everybody.
#[derive(Debug)]
pub(crate) struct Judges {
    /// Files that somebody brings along, and games by them that wake.
    pub(crate) reading: Judge,
    /// Moves by rules that somebody wrote.
    pub(crate) playing: Judge,
    /// Shipped games: those that are proposed and that wake, which may be many after a restart.
    pub(crate) waking: Judge,
}

impl Default for Judges {
    fn default() -> Self {
        let [reading, playing, waking] = [16, 256, 8192].map(Judge::half_of_the_machine);
        Self { reading, playing, waking }
    }
}

impl Hall {
    /// A hall without games.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn open(store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> Result<Arc<Self>, StoreError> {
        let start = store.served().await?;
        let served = Served::after(start);
        let (people, networks) = store.bans().await?;
        let bans = Bans::new(people, networks);
        Ok(Arc::new(Self {
            store,
            bus,
            cabinet: Cabinet::default(),
            served,
            bans,
            start,
            judges: Judges::default(),
            games: Mutex::default(),
            fault: OnceLock::new(),
        }))
    }

    /// From now on the program fails in each game where somebody wishes this move: for tests of what becomes of the others.
    #[doc(hidden)]
    pub fn fail_at(&self, text: &str) {
        let _ = self.fault.set(text.to_owned());
    }

    fn is_to_fail(&self, act: &Act) -> bool {
        self.fault.get().is_some_and(|fault| matches!(act, Act::Move { text } if text == fault))
    }

    /// Says something to a game, which is woken if it sleeps.
    ///
    /// # Errors
    /// If too much waits there.
    pub(crate) fn tell(self: &Arc<Self>, game: &str, mut ask: Ask) -> Result<(), Refusal> {
        let mut games = self.games();
        for _ in 0..2 {
            let sender = games.entry(game.to_owned()).or_insert_with(|| {
                let (sender, mailbox) = mpsc::channel(MAILBOX);
                tokio::spawn(Actor::live(Arc::clone(self), game.to_owned(), mailbox));
                sender
            });
            match sender.try_send(ask) {
                Ok(()) => return Ok(()),
                Err(mpsc::error::TrySendError::Full(_)) => break,
                // It went to sleep.
                Err(mpsc::error::TrySendError::Closed(unsaid)) => {
                    games.remove(game);
                    ask = unsaid;
                }
            }
        }
        Err(Refusal::new(Code::Busy, "too much is going on in this game: try again"))
    }

    /// Looks at a game, after what one knows of it.
    ///
    /// # Errors
    /// A game that does not exist or is hidden.
    pub async fn look(
        self: &Arc<Self>,
        game: &str,
        viewer: Viewer,
        since: Option<u32>,
    ) -> Result<Look, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.tell(game, Ask::Look { viewer, since, reply })?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    /// A player's wish.
    ///
    /// # Errors
    /// Why it was not granted.
    pub async fn wish(self: &Arc<Self>, game: &str, color: Color, wish: Wish) -> Granted {
        let (reply, answer) = oneshot::channel();
        let denied = |why| Denied { why, fen: String::new(), ply: 0 };
        let moved = matches!(wish.act, Act::Move { .. }).then(Instant::now);
        self.tell(game, Ask::Wish { color, wish: Box::new(wish), reply }).map_err(denied)?;
        let granted = answer.await.unwrap_or_else(|_| Err(denied(gone())));
        if let (Some(begin), Ok(_)) = (moved, &granted) {
            METRICS.moved(begin.elapsed());
        }
        granted
    }

    /// A game as PGN.
    ///
    /// # Errors
    /// A game that does not exist or is hidden.
    pub async fn pgn(self: &Arc<Self>, game: &str, viewer: Viewer) -> Result<String, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.tell(game, Ask::Pgn { viewer, reply })?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    /// A game as PGN without waking it, as it is kept: for many at once.
    pub(crate) async fn written(self: &Arc<Self>, game: &str) -> Result<String, Refusal> {
        match Actor::load(self, game).await? {
            Some(game) => game.into_pgn().await,
            None => Err(Refusal::new(Code::NotFound, "there is no such game here")),
        }
    }

    /// Wakes games whose time may be over, for ever, and writes down how long the server has run.
    pub(crate) async fn watch_clocks(self: Arc<Self>) {
        const BEAT: Duration = Duration::from_secs(1);
        const MOST: u32 = 1000;
        // So often it is looked for rated games without a clock that were left, in milliseconds.
        const SWEEP: u64 = 10 * 60 * 1000;
        let (mut last, mut swept) = (0, 0);
        loop {
            tokio::time::sleep(BEAT).await;
            let now = self.served.now();
            // Where nobody plays, nobody's time runs but in days. After a failure it is seen soon whether there is room again.
            let calm = self.games().is_empty() && !self.store.condition().failed;
            let often = if calm { 60_000 } else { 1000 };
            if now >= last + often {
                last = now;
                if let Err(error) = self.store.write(crate::store::Write::Served(now)).await {
                    tracing::warn!(%error, "the time that was served could not be kept");
                }
            }
            if now >= swept {
                swept = now + SWEEP;
                match self.store.abandoned(date().saturating_sub(ABANDONED), MOST).await {
                    Ok(left) => left.iter().for_each(|game| drop(self.tell(game, Ask::Wake))),
                    Err(error) => tracing::warn!(%error, "abandoned games could not be looked for"),
                }
            }
            match self.store.due(now, MOST).await {
                Ok(due) => due.iter().for_each(|game| drop(self.tell(game, Ask::Wake))),
                Err(error) => tracing::warn!(%error, "no clock could be looked at"),
            }
        }
    }

    /// Has games that are awake look again at who plays them, and at what was said.
    pub(crate) fn look_again(&self, games: &[String]) {
        self.again(games, false);
    }

    /// The same where the operator has changed something: pages are told the whole game, or that there is none.
    pub(crate) fn look_anew(&self, games: &[String]) {
        self.again(games, true);
    }

    fn again(&self, games: &[String], anew: bool) {
        let awake = self.games();
        for game in games {
            if let Some(sender) = awake.get(game) {
                // One that has no room will be asked for its people when it wakes the next time.
                let _ = sender.try_send(Ask::Again { anew });
            }
        }
    }

    /// Games that are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.games().len()
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Ask>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A game as it begins now.
///
/// # Errors
/// A start that cannot be played.
pub fn begin(
    id: String,
    agreed: &Agreed,
    players: [PersonId; 2],
    served: &Served,
) -> Result<NewGame, Refusal> {
    let (at, served) = (date(), served.now());
    Ok(NewGame {
        id,
        terms: agreed.terms.clone(),
        title: agreed.title(),
        family: agreed.rules.family().to_owned(),
        rules: (*agreed.rules).clone(),
        players,
        watch_key: secret::secret(),
        at,
        served,
        summary: Match::new(agreed.clone(), served)?.summary(),
    })
}

fn gone() -> Refusal {
    Refusal::new(Code::Busy, "the game could not be asked: try again")
}

/// What somebody is told of an error of the store.
pub(crate) fn unkept(error: &StoreError) -> Refusal {
    match error {
        StoreError::Busy => Refusal::new(Code::Busy, "too much is going on here: try again in a moment"),
        StoreError::Conflict => Refusal::new(Code::Late, "something else happened meanwhile"),
        _ => Refusal::new(
            Code::NotKept,
            "the server could not write this down, so it has not happened: try again later",
        ),
    }
}
