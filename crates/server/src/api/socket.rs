//! The WebSocket of one page that looks at one game.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use berolina_wire::socket::Told;
use berolina_wire::{Code, Color, MAX_FRAME, Refusal, VERSION};
use serde::Deserialize;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::address::Client;
use super::person::token;
use super::{App, Refused};
use crate::bus::Notice;
use crate::game::read;
use crate::metrics::METRICS;
use crate::play::{Ask, Denied, Viewer};
use crate::secret;

/// So often the line is measured and the page told that it is alive, and whoever has not answered the last time is gone.
const PING: Duration = Duration::from_secs(15);
/// Who takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// Buffers, in bytes: messages are small, and connections many.
const BUFFER: usize = 1024;
/// More than the longest record as one message: events of some 170 bytes, all talk, and the files.
const MAX_UNSENT: usize = 8 * 1024 * 1024;

/// Codes with which a connection is closed; from 4000 on they are a program's own.
mod closing {
    /// The game does not exist, or is hidden.
    pub(super) const NOT_FOUND: u16 = 4404;
    /// The session has ended: come again, as somebody else.
    pub(super) const SIGNED_OUT: u16 = 4401;
    /// Too slow: come again.
    pub(super) const SLOW: u16 = 4409;
    /// Too much was wished.
    pub(super) const TOO_MUCH: u16 = 4429;
    /// Another version.
    pub(super) const VERSION: u16 = 4426;
    /// The server is going away: come again.
    pub(super) const AWAY: u16 = 1001;
}

/// What a page says when it comes.
#[derive(Deserialize, Debug)]
pub(super) struct Hello {
    /// Its version.
    wire: Option<u32>,
    /// The last event that it knows.
    since: Option<u32>,
    /// What lets it watch a private game.
    watch: Option<String>,
}

/// `GET /games/ID/socket`
pub(super) async fn open(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    Query(hello): Query<Hello>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refused> {
    let upgrade = upgrade.map_err(|_| Refusal::new(Code::Malformed, "this address is for a WebSocket"))?;
    let busy = || Refusal::new(Code::Busy, "too many pages are open here: try again later");
    let place = Arc::clone(&app.sockets).try_acquire_owned().map_err(|_| busy())?;
    let seat = app.gate.seat(client)?;
    // Before it is asked who that is, so that no end of a session is missed between.
    let sessions = app.sessions.load(Ordering::Acquire);
    let person = app.person(&headers).await?.map(|person| person.id);
    let upgrade = upgrade
        .max_frame_size(MAX_FRAME)
        .max_message_size(MAX_FRAME)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_UNSENT);
    // Not the headers themselves: they would keep what the request was read into for as long as the page is open.
    let session = token(&headers).map(secret::digest);
    let spare = app.gate.page().burst;
    Ok(upgrade.on_upgrade(async move |socket| {
        let viewer = Viewer { person, key: hello.watch };
        let mut page = Page {
            session,
            sessions,
            app,
            id,
            viewer,
            client,
            socket,
            color: None,
            known: 0,
            ping: None,
            pings: 0,
            spare,
        };
        let (code, reason) = page.attend(hello.wire, hello.since).await;
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = timeout(Duration::from_secs(1), page.socket.send(close)).await;
        drop((place, seat));
    }))
}

/// Why a connection ends: a code and a word.
type End = (u16, &'static str);

struct Page {
    app: Arc<App>,
    id: String,
    viewer: Viewer,
    client: Client,
    socket: WebSocket,
    /// Which player it is.
    color: Option<Color>,
    /// The last event that it was told.
    known: u32,
    /// The ping that was not answered yet.
    ping: Option<(u64, Instant)>,
    pings: u64,
    /// What it may still wish.
    spare: u32,
    /// The hash of the secret that says who it is.
    session: Option<[u8; 32]>,
    /// So many sessions had ended when that was last proven.
    sessions: u64,
}

impl Page {
    async fn attend(&mut self, wire: Option<u32>, since: Option<u32>) -> End {
        if wire != Some(VERSION) {
            let _ = self.tell(&Told::Reload { version: VERSION }).await;
            return (closing::VERSION, "another version");
        }
        if !secret::is_plausible(&self.id) {
            return (closing::NOT_FOUND, "no such game");
        }
        if let Err(end) = self.take_part().await {
            return end;
        }
        // Before it looks, so that nothing is missed between.
        let mut notices = self.app.hall.bus.follow(&self.id);
        let end = match self.look(since).await {
            Ok(()) => {
                let color = self.color;
                self.say(Ask::Came { color });
                let end = self.follow(&mut notices).await;
                // It may be that a player came while it waited.
                let color = self.color;
                self.say(Ask::Left { color });
                end
            }
            Err(end) => end,
        };
        drop(notices);
        self.app.hall.bus.left(&self.id);
        end
    }

    /// Tells the game as it is, or what is new in it.
    async fn look(&mut self, since: Option<u32>) -> Result<(), End> {
        match self.app.hall.look(&self.id, self.viewer.clone(), since).await {
            Ok(look) => {
                self.known = look.number;
                self.color = look.color;
                self.tell(&look.told).await
            }
            Err(refusal) => {
                let code = if refusal.code == Code::Busy { closing::SLOW } else { closing::NOT_FOUND };
                let told = Told::Refused { wish: 0, why: refusal, fen: String::new(), ply: 0 };
                self.tell(&told).await?;
                Err((code, "no such game"))
            }
        }
    }

    async fn follow(&mut self, notices: &mut broadcast::Receiver<Notice>) -> End {
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut refill = Instant::now();
        loop {
            let done = tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => {
                        let rate = self.app.gate.page();
                        let earned = refill.elapsed().as_millis() * u128::from(rate.per_second) / 1000;
                        if earned > 0 {
                            refill = Instant::now();
                            let earned = u32::try_from(earned).unwrap_or(u32::MAX);
                            self.spare = self.spare.saturating_add(earned).min(rate.burst);
                        }
                        self.hear(message).await
                    }
                    // What cannot be read ends it too: a frame too large, or a line that broke.
                    Some(Err(_)) | None => return (closing::AWAY, "gone"),
                },
                notice = notices.recv() => self.pass_on(notice).await,
                _ = pings.tick() => self.ping().await,
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        match message {
            Message::Text(text) => {
                self.spare = self.spare.checked_sub(1).ok_or_else(|| {
                    METRICS.limited("wishes", "page");
                    (closing::TOO_MUCH, "too much at once")
                })?;
                self.wish(&text).await
            }
            Message::Pong(payload) => {
                if let (Some((number, at)), Some(color)) = (self.ping, self.color)
                    && payload.as_ref() == number.to_be_bytes()
                {
                    self.say(Ask::Measured { color, round_trip: at.elapsed() });
                }
                self.ping = None;
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Close(_) => Err((1000, "closed")),
            Message::Binary(_) => Err((1003, "text only")),
        }
    }

    async fn wish(&mut self, text: &str) -> Result<(), End> {
        self.prove().await?;
        let refused = |wish, why| Told::Refused { wish, why, fen: String::new(), ply: 0 };
        let wish = match read(text) {
            Ok(wish) => wish,
            Err(why) => {
                METRICS.denied(why.code);
                return self.tell(&refused(0, why)).await;
            }
        };
        METRICS.wishes.inc();
        let number = wish.id;
        let bans = &self.app.hall.bans;
        if let Err(why) = self.app.gate.wish(self.client).and_then(|()| bans.check_client(self.client)) {
            METRICS.denied(why.code);
            return self.tell(&refused(number, why)).await;
        }
        let Some(color) = self.color else {
            let why = Refusal::new(Code::NotYours, "only the players of this game may do this");
            METRICS.denied(why.code);
            return self.tell(&refused(number, why)).await;
        };
        let told = match self.app.hall.wish(&self.id, color, wish).await {
            Ok(event) => Told::Done { wish: number, number: event },
            Err(Denied { why, fen, ply }) => {
                METRICS.denied(why.code);
                Told::Refused { wish: number, why, fen, ply }
            }
        };
        self.tell(&told).await
    }

    async fn pass_on(&mut self, notice: Result<Notice, RecvError>) -> Result<(), End> {
        match notice {
            // It was in what the page was told first.
            Ok(Notice::Text { number, .. }) if number != 0 && number <= self.known => Ok(()),
            Ok(Notice::Text { number, text }) => {
                self.known = self.known.max(number);
                self.send(Message::Text(text)).await
            }
            Ok(Notice::Changed) => {
                let before = self.color;
                self.look(None).await?;
                if before != self.color {
                    // Who waited without a colour is a player now.
                    self.say(Ask::Left { color: before });
                    let color = self.color;
                    self.say(Ask::Came { color });
                }
                Ok(())
            }
            Err(RecvError::Lagged(_)) => Err((closing::SLOW, "too slow")),
            Err(RecvError::Closed) => Err((closing::AWAY, "gone")),
        }
    }

    /// Whoever may not take part any more is told so and leaves.
    async fn take_part(&mut self) -> Result<(), End> {
        let banned = self.viewer.person.and_then(|person| self.app.hall.bans.check(person).err());
        let Some(why) = banned else { return Ok(()) };
        self.tell(&Told::Refused { wish: 0, why, fen: String::new(), ply: 0 }).await?;
        Err((closing::NOT_FOUND, "banned"))
    }

    /// Whoever's session has ended, by another passphrase or by signing out, comes again as who it is now.
    async fn prove(&mut self) -> Result<(), End> {
        self.take_part().await?;
        let ended = self.app.sessions.load(Ordering::Acquire);
        let Some(session) = self.session.filter(|_| ended != self.sessions) else { return Ok(()) };
        let person = self.app.hall.store.person(session).await;
        let person = person.map_err(|_| (closing::SLOW, "try again"))?.map(|(id, _)| id);
        if person != self.viewer.person {
            return Err((closing::SIGNED_OUT, "the session has ended"));
        }
        self.sessions = ended;
        Ok(())
    }

    async fn ping(&mut self) -> Result<(), End> {
        self.prove().await?;
        if self.ping.is_some() {
            return Err((closing::SLOW, "no answer"));
        }
        self.pings += 1;
        self.ping = Some((self.pings, Instant::now()));
        self.send(Message::Ping(Bytes::copy_from_slice(&self.pings.to_be_bytes()))).await?;
        // The first comes with what the page is told of the game.
        if self.pings == 1 { Ok(()) } else { self.tell(&Told::Alive).await }
    }

    fn say(&self, ask: Ask) {
        // Who is there may be told late.
        let _ = self.app.hall.tell(&self.id, ask);
    }

    async fn tell(&mut self, told: &Told) -> Result<(), End> {
        let text = serde_json::to_string(told).unwrap_or_default();
        self.send(Message::Text(Utf8Bytes::from(text))).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        match timeout(PATIENCE, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err((closing::AWAY, "gone")),
            Err(_) => Err((closing::SLOW, "too slow")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size<F: Future>(_: impl FnOnce(&'static mut Page, Option<u32>, Option<u32>) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn a_page_takes_little_while_nothing_happens() {
        let size = size(Page::attend);
        assert!(size <= 1024, "{size} bytes for each page that is open");
    }
}
