//! A real server on a port of its own, browsers that ask it, and pages that follow a game.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use berolina_server::play::Hall;
use berolina_server::{Asset, Quotas, Reach, Server};
use berolina_wire::request::{Invite, Invited, Joined};
use berolina_wire::socket::{Act, Snapshot, Told, Wish};
use berolina_wire::{Audience, Code, Color, Refusal, Terms, What};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Message, http};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub(crate) const ASSETS: &[Asset] =
    &[Asset { path: "index.html", tag: "\"1\"", bytes: b"<!doctype html>", brotli: None, gzip: None }];
/// So long a test waits for what should come at once.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A server on a thread of its own, as it has a runtime of its own.
pub(crate) fn serve(data: &Path) -> SocketAddr {
    serve_with(data, false)
}

/// The same, perhaps with accounts.
pub(crate) fn serve_with(data: &Path, accounts: bool) -> SocketAddr {
    serve_within(data, accounts, Quotas::none()).0
}

/// The same within limits, and its games.
pub(crate) fn serve_within(data: &Path, accounts: bool, quotas: Quotas) -> (SocketAddr, Arc<Hall>) {
    let (data, (tell, told)) = (data.to_owned(), std::sync::mpsc::channel());
    std::thread::spawn(move || {
        let server = Server::bind(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, ASSETS).expect("a free port");
        let server =
            server.with_games(&data, Reach::default()).expect("a folder for games").with_accounts(accounts);
        // All browsers of a test have one address.
        let server = server.with_quotas(quotas);
        let hall = server.hall().expect("games");
        tell.send((server.address().expect("an address"), hall)).expect("a test that waits");
        server.run()
    });
    told.recv().expect("a server")
}

pub(crate) fn terms(spec: &str) -> Terms {
    Terms {
        spec: spec.to_owned(),
        files: Vec::new(),
        start: None,
        clock: None,
        rated: false,
        audience: Audience::Private,
    }
}

/// Somebody's browser.
#[derive(Clone)]
pub(crate) struct Browser {
    pub server: SocketAddr,
    pub cookie: Option<String>,
    /// What stays when somebody signs out.
    pub device: Option<String>,
    /// For whom it asks, where it is believed.
    pub address: Option<String>,
}

impl Browser {
    pub(crate) fn new(server: SocketAddr) -> Self {
        Self { server, cookie: None, device: None, address: None }
    }

    fn cookies(&self) -> Option<String> {
        let cookies: Vec<&str> =
            [&self.cookie, &self.device].into_iter().flatten().map(String::as_str).collect();
        (!cookies.is_empty()).then(|| cookies.join("; "))
    }

    pub(crate) async fn send(&mut self, method: &str, path: &str, body: Option<String>) -> (u16, String) {
        let cookie = self.cookies().map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        let address = self.address.as_ref().map(|address| format!("X-Forwarded-For: {address}\r\n"));
        let cookie = cookie + &address.unwrap_or_default();
        let body = body.unwrap_or_default();
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{cookie}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.server,
            body.len(),
        );
        let mut stream = TcpStream::connect(self.server).await.expect("the server listens");
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("the server answers in text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        for cookie in head.lines().filter_map(|line| line.strip_prefix("set-cookie: ")) {
            let cookie = cookie.split(';').next().map(str::to_owned);
            let device = cookie.as_ref().is_some_and(|cookie| cookie.starts_with("berolina-device="));
            *(if device { &mut self.device } else { &mut self.cookie }) = cookie;
        }
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        (status, body.to_owned())
    }

    pub(crate) async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, Refusal> {
        let (status, body) = self.send("GET", path, None).await;
        read(status, &body)
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Refusal> {
        let body = serde_json::to_string(body).expect("plain data");
        let (status, body) = self.send("POST", path, Some(body)).await;
        read(status, &body)
    }

    pub(crate) async fn invite(&mut self, terms: Terms, color: Color) -> Invited {
        self.post("/invitations", &Invite { terms, color: Some(color), open: false })
            .await
            .expect("an invitation")
    }

    pub(crate) async fn join(&mut self, secret: &str) -> Result<Joined, Refusal> {
        self.post(&format!("/invitations/{secret}/join"), &()).await
    }

    pub(crate) async fn open(&self, game: &str, query: &str) -> Board {
        let url = format!("ws://{}/api/v1/games/{game}/socket?wire=1{query}", self.server);
        let mut request = url.into_client_request().expect("an address");
        if let Some(cookie) = self.cookies() {
            request.headers_mut().insert("cookie", http::HeaderValue::from_str(&cookie).expect("a cookie"));
        }
        if let Some(address) = &self.address {
            let address = http::HeaderValue::from_str(address).expect("an address");
            request.headers_mut().insert("x-forwarded-for", address);
        }
        let (socket, _) = connect_async(request).await.expect("a socket");
        Board { socket, wishes: 0 }
    }
}

pub(crate) fn read<T: DeserializeOwned>(status: u16, body: &str) -> Result<T, Refusal> {
    if (200..300).contains(&status) {
        let body = if body.is_empty() { "null" } else { body };
        return Ok(serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}")));
    }
    let refusal: Refusal =
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{status}, {error}: {body}"));
    assert_eq!(refusal.code.status(), status);
    Err(refusal)
}

/// A page that shows a game.
pub(crate) struct Board {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub wishes: u32,
}

impl Board {
    /// The next message; who comes and goes is passed over.
    pub(crate) async fn hear(&mut self) -> Told {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.next());
            match next.await.expect("an answer in time").expect("an open socket").expect("a message") {
                Message::Text(text) => match serde_json::from_str(&text).expect("a message of ours") {
                    Told::Present(_) => {}
                    told => return told,
                },
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    pub(crate) async fn snapshot(&mut self) -> Snapshot {
        match self.hear().await {
            Told::Game(snapshot) => *snapshot,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn event(&mut self) -> What {
        loop {
            match self.hear().await {
                Told::Events { mut events, .. } if events.len() == 1 => return events.remove(0).what,
                Told::Done { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }

    pub(crate) async fn send(&mut self, ply: u32, act: Act) -> u32 {
        self.wishes += 1;
        let wish = serde_json::to_string(&Wish { id: self.wishes, ply, act }).expect("plain data");
        self.socket.send(Message::Text(wish.into())).await.expect("an open socket");
        self.wishes
    }

    /// Wishes something and waits until it is granted or refused; what happens meanwhile is passed over.
    pub(crate) async fn wish(&mut self, ply: u32, act: Act) -> Result<u32, Code> {
        let id = self.send(ply, act).await;
        loop {
            match self.hear().await {
                Told::Done { wish, number } if wish == id => return Ok(number),
                Told::Refused { wish, why, .. } if wish == id => return Err(why.code),
                _ => {}
            }
        }
    }

    /// Whether the server closes it; what it tells before is passed over.
    pub(crate) async fn ends(&mut self) -> bool {
        let closed = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return true,
                    Some(Ok(_)) => {}
                }
            }
        };
        tokio::time::timeout(PATIENCE, closed).await.unwrap_or(false)
    }

    pub(crate) async fn play(&mut self, ply: u32, text: &str) -> Result<u32, Code> {
        self.wish(ply, Act::Move { text: text.to_owned() }).await
    }
}

/// Two people with a game that has begun.
pub(crate) async fn table(server: SocketAddr, terms: Terms) -> (Browser, Board, Browser, Board, String) {
    let (mut anna, mut ben) = (Browser::new(server), Browser::new(server));
    let invited = anna.invite(terms, Color::White).await;
    let joined = ben.join(&invited.invitation).await.expect("a free seat");
    assert_eq!(joined.game, invited.game);
    let (mut white, mut black) = (anna.open(&joined.game, "").await, ben.open(&joined.game, "").await);
    assert_eq!(white.snapshot().await.you, Some(Color::White));
    assert_eq!(black.snapshot().await.you, Some(Color::Black));
    (anna, white, ben, black, joined.game)
}
