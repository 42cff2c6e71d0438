//! What is done to the server. Each deed has a rate, and what came of it is counted.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use berolina_wire::Color;
use berolina_wire::request::{Invite, Invited};
use berolina_wire::socket::{Act, Wish};
use serde::Serialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::heavy;
use crate::Outcome;
use crate::client::{Browser, Page, Way, terms};
use crate::lines::Chance;

/// Of each deed how often what came of it.
pub(super) type Tally = BTreeMap<String, BTreeMap<String, u64>>;

/// Whoever does harm does not wait longer.
const PATIENCE: Duration = Duration::from_secs(10);
/// So long a connection is held that does nothing.
const HELD: Duration = Duration::from_secs(20);
/// So much of one deed is under way at once.
const HANDS: usize = 64;
/// Bytes of the largest frame that the server takes.
const FRAME: usize = 4096;

/// The deeds, and how often a second each is done.
const DEEDS: &[(&str, f64)] = &[
    ("heavy files", 6.0),
    ("long files", 6.0),
    ("lobby", 20.0),
    ("wrong passphrases", 10.0),
    ("wrong codes", 3.0),
    ("names taken", 3.0),
    ("archive", 60.0),
    ("export", 3.0),
    ("publish", 3.0),
    ("reports", 3.0),
    ("marks", 1.0),
    ("many moves", 0.5),
    ("last number", 1.0),
    ("slow readers", 3.0),
    ("broken frames", 10.0),
    ("half open", 10.0),
    ("half a body", 5.0),
];

/// Does harm for so long.
pub(super) async fn run(way: Way, prefixes: u16, time: Duration, pace: f64, only: &[String]) -> Tally {
    let tally = Arc::new(Mutex::new(Tally::new()));
    let end = Instant::now() + time;
    let mut doers = tokio::task::JoinSet::new();
    for (number, &(deed, rate)) in DEEDS.iter().enumerate() {
        if only.is_empty() || only.iter().any(|name| name == deed) {
            let source = Source { way, prefixes, chance: Chance::new(number as u64 + 11) };
            doers.spawn(repeat(source, deed, rate * pace, end, Arc::clone(&tally)));
        }
    }
    while doers.join_next().await.is_some() {}
    let tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    tally.clone()
}

async fn repeat(mut source: Source, deed: &'static str, rate: f64, end: Instant, tally: Arc<Mutex<Tally>>) {
    let hands = Arc::new(Semaphore::new(HANDS));
    let mut at = Instant::now();
    loop {
        at += source.chance.gap(rate);
        if at >= end {
            break;
        }
        sleep_until(at).await;
        let count = |what: &str, tally: &Mutex<Tally>| {
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            *tally.entry(deed.to_owned()).or_default().entry(what.to_owned()).or_default() += 1;
        };
        let Ok(hand) = Arc::clone(&hands).try_acquire_owned() else {
            count("not done: enough is under way", &tally);
            continue;
        };
        let (way, chance) = (source.next(), Chance::new(source.chance.next()));
        let tally = Arc::clone(&tally);
        tokio::spawn(async move {
            let done = tokio::time::timeout_at(end, act(deed, way, chance)).await;
            let what = match done {
                Ok(Ok(what)) => what,
                // The same trouble is one line: what it says of itself after the first words differs.
                Ok(Err(error)) => {
                    let text = error.to_string();
                    let said = text.split_once(": ").map_or(text.as_str(), |(_, said)| said);
                    said.chars().take(24).collect()
                }
                Err(_) => "not ended in time".to_owned(),
            };
            count(&what, &tally);
            drop(hand);
        });
    }
}

/// From where it comes.
struct Source {
    way: Way,
    prefixes: u16,
    chance: Chance,
}

impl Source {
    fn next(&mut self) -> Way {
        let which = u16::try_from(self.chance.below(self.prefixes.into())).unwrap_or_default();
        let said = match self.prefixes {
            1 => IpAddr::V4(Ipv4Addr::new(198, 51, 100, 7)),
            // Networks of customers of one provider, and any address in them.
            _ => {
                IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, which, 0, 0, 0, self.chance.below(60_000) as u16))
            }
        };
        Way { said: Some(said), ..self.way }
    }
}

async fn act(deed: &str, way: Way, mut chance: Chance) -> Outcome<String> {
    match deed {
        "heavy files" => {
            let body = invitation(vec![heavy::file(&mut chance)], "my:heavy", false);
            invite_and_look(way, &body).await
        }
        "long files" => {
            let file = berolina_wire::GameFile { name: "long".to_owned(), text: heavy::long(chance.next()) };
            invite_and_look(way, &invitation(vec![file], "my:long", false)).await
        }
        "lobby" => {
            let first = post(way, "/invitations", &invitation(Vec::new(), "near", true)).await?;
            get(way, "/lobby").await?;
            Ok(first.0)
        }
        "wrong passphrases" => {
            let name = format!("Name{}", chance.below(50));
            let body = serde_json::json!({ "name": name, "passphrase": "wrong horse battery" });
            Ok(post(way, "/session", &body).await?.0)
        }
        "wrong codes" => {
            let name = format!("Name{}", chance.below(50));
            let body = serde_json::json!({ "name": name, "code": "aaaa-bbbb-cccc", "passphrase": "another horse battery" });
            Ok(post(way, "/accounts/recover", &body).await?.0)
        }
        "names taken" => {
            let name = format!("Name{}", chance.below(100_000));
            let body = serde_json::json!({ "name": name, "passphrase": "correct horse battery" });
            Ok(post(way, "/accounts", &body).await?.0)
        }
        "archive" => {
            let games = ["chess", "near", "duck", "my:heavy", "nothing"];
            let game = games[chance.below(games.len())];
            let before = if chance.below(2) == 0 { "&before=1-AAAAAAAAAAAA" } else { "" };
            get(way, &format!("/archive?game={game}&result=0-1&rated=true{before}")).await
        }
        "export" => get(way, "/games/pgn").await,
        "publish" => {
            let files = vec![heavy::file(&mut chance)];
            let body = serde_json::json!({ "spec": "my:heavy", "files": files, "audience": "public" });
            Ok(post(way, "/published", &body).await?.0)
        }
        "reports" => {
            let body =
                serde_json::json!({ "about": format!("person/{}", chance.next()), "text": "x".repeat(900) });
            Ok(post(way, "/reports", &body).await?.0)
        }
        "marks" => {
            wish(way, "duck", None, &mut chance, &|_| format!("a1a8{}", "!".repeat(FRAME - 200))).await
        }
        "many moves" => {
            let file = heavy::many_moves(chance.next());
            wish(way, "my:heavy", Some(file), &mut chance, &|_| "a2a3,a4".to_owned()).await
        }
        "last number" => last_number(way).await,
        "slow readers" => slow_reader(way).await,
        "broken frames" => broken_frame(way, &mut chance).await,
        "half open" => half(way, "GET / HTTP/1.1\r\nHost: loc").await,
        "half a body" => {
            let head =
                "POST /api/v1/invitations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
            half(way, &format!("{head}{}Content-Length: 300000\r\n\r\n{{", way.forwarded())).await
        }
        _ => Err("nobody knows this deed".into()),
    }
}

fn invitation(files: Vec<berolina_wire::GameFile>, spec: &str, open: bool) -> Invite {
    let mut terms = terms(spec, None);
    terms.files = files;
    Invite { terms, color: None, open }
}

async fn invite_and_look(way: Way, body: &Invite) -> Outcome<String> {
    let (status, answer) = post(way, "/invitations", body).await?;
    if let Ok(Invited { invitation, .. }) = serde_json::from_str(&answer) {
        for _ in 0..2 {
            get(way, &format!("/invitations/{invitation}")).await?;
        }
    }
    Ok(status)
}

/// A game against oneself, of which both are there.
async fn game(way: Way, spec: &str, file: Option<berolina_wire::GameFile>) -> Outcome<[Page; 2]> {
    let (mut one, mut other) = (Browser::new(way), Browser::new(way));
    let mut terms = terms(spec, None);
    terms.files.extend(file);
    let invited = one.invite(terms, Color::White).await?;
    let game = other.join(&invited.invitation).await?.game;
    let mut pages = [one.open(&game, None, None).await?, other.open(&game, None, None).await?];
    for page in &mut pages {
        timeout(PATIENCE, page.hear()).await??;
    }
    Ok(pages)
}

/// Wishes that are refused, as fast as a page may.
async fn wish(
    way: Way,
    spec: &str,
    file: Option<berolina_wire::GameFile>,
    chance: &mut Chance,
    text: &(dyn Fn(u32) -> String + Sync),
) -> Outcome<String> {
    let mut pages = game(way, spec, file).await?;
    let mut number = chance.below(1000) as u32 + 1;
    for _ in 0..20 {
        number += 1;
        for page in &mut pages {
            let wish = Wish { id: number, ply: 0, act: Act::Move { text: text(number) } };
            page.send(&wish).await?;
        }
        for page in &mut pages {
            timeout(PATIENCE, page.hear()).await??;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok("20 wishes refused".to_owned())
}

/// Wishes numbered at the end of their range.
async fn last_number(way: Way) -> Outcome<String> {
    let mut pages = game(way, "near", None).await?;
    for (id, ply) in [(u32::MAX, 0), (u32::MAX, u32::MAX), (0, 0), (u32::MAX - 1, 0)] {
        let wish = Wish { id, ply, act: Act::Say { text: "x".repeat(300) } };
        pages[0].send(&wish).await?;
    }
    timeout(PATIENCE, pages[0].hear()).await??;
    Ok("answered".to_owned())
}

/// Opens a game and takes nothing of what it is told, while the other talks.
async fn slow_reader(way: Way) -> Outcome<String> {
    let mut pages = game(Way { kept: Some(4096), ..way }, "near", None).await?;
    for id in 1..60 {
        let wish = Wish { id, ply: 0, act: Act::Say { text: "y".repeat(300) } };
        if pages[1].send(&wish).await.is_err() {
            return Ok("cut off".to_owned());
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    Ok("talked".to_owned())
}

/// Opens a game and sends what is no frame, or none that a page would send.
async fn broken_frame(way: Way, chance: &mut Chance) -> Outcome<String> {
    let mut person = Browser::new(way);
    let invited = person.invite(terms("near", None), Color::White).await?;
    person.hang_up();
    let mut page = person.open(&invited.game, None, None).await?;
    let message = match chance.below(6) {
        0 => Message::Binary(vec![0xFF; 1000].into()),
        1 => Message::Text("x".repeat(60_000).into()),
        2 => Message::Text("{\"id\":1,\"ply\":0,\"act\":{\"type\":\"move\"".into()),
        3 => Message::Text(format!("{}1{}", "[".repeat(2000), "]".repeat(2000)).into()),
        4 => Message::Text("{\"id\":1e99,\"ply\":-1,\"act\":{\"type\":\"say\",\"text\":\"\\ud800\"}}".into()),
        _ => Message::Pong(vec![1; 100].into()),
    };
    page.send_raw(message).await?;
    let _ = timeout(Duration::from_secs(1), async { while page.hear().await.is_ok() {} }).await;
    Ok("sent".to_owned())
}

/// Begins to ask, and then does nothing until the server has enough of it.
async fn half(way: Way, text: &str) -> Outcome<String> {
    let mut stream = timeout(PATIENCE, way.connect()).await??;
    stream.write_all(text.as_bytes()).await?;
    let mut bytes = [0; 1024];
    match timeout(HELD, stream.read(&mut bytes)).await {
        Ok(_) => Ok("ended by the server".to_owned()),
        Err(_) => Ok(format!("held for {} s", HELD.as_secs())),
    }
}

async fn get(way: Way, path: &str) -> Outcome<String> {
    Ok(ask(way, "GET", path, "").await?.0)
}

async fn post(way: Way, path: &str, body: &impl Serialize) -> Outcome<(String, String)> {
    ask(way, "POST", path, &serde_json::to_string(body)?).await
}

/// Asks once as somebody unknown: the status and the body.
async fn ask(way: Way, method: &str, path: &str, body: &str) -> Outcome<(String, String)> {
    let answered = async {
        let mut stream = way.connect().await?;
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: localhost\r\n{}Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            way.forwarded(),
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Outcome::Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    let answer = timeout(PATIENCE, answered).await.map_err(|_| "no answer for 10 s")??;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("the server has hung up")?;
    Ok((head.split(' ').nth(1).unwrap_or_default().to_owned(), body.to_owned()))
}
