//! Somebody's browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use berolina_wire::request::{Invite, Invited, Joined};
use berolina_wire::socket::{Told, Wish};
use berolina_wire::{Audience, ClockRule, Color, Terms};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, http};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::Outcome;

/// So long one waits for an answer; on a machine that is overloaded it takes seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// Bytes of a socket's buffer here.
const BUFFER: usize = 2048;

/// A way to the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// Where it leads.
    pub(crate) server: SocketAddr,
    /// The address that it comes from.
    pub(crate) from: IpAddr,
    /// How much the kernel keeps for who does not read, in bytes; as it likes if nothing is said.
    pub(crate) kept: Option<u32>,
    /// For whom a proxy says that it asks, if there is one.
    pub(crate) said: Option<IpAddr>,
}

impl Way {
    /// From this machine's own address.
    pub(crate) fn plain(server: SocketAddr) -> Self {
        Self { server, from: IpAddr::V4(Ipv4Addr::LOCALHOST), kept: None, said: None }
    }

    /// What a proxy adds to the head of a request.
    pub(crate) fn forwarded(&self) -> String {
        self.said.map(|said| format!("X-Forwarded-For: {said}\r\n")).unwrap_or_default()
    }

    pub(crate) async fn connect(&self) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        // Ports of connections that ended a moment ago can be used again.
        socket.set_reuseaddr(true)?;
        if let Some(bytes) = self.kept {
            socket.set_recv_buffer_size(bytes)?;
        }
        socket.bind(SocketAddr::new(self.from, 0))?;
        let stream = socket.connect(self.server).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// Somebody's browser, which has a cookie.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) way: Way,
    cookie: Option<String>,
    stream: Option<TcpStream>,
}

impl Browser {
    pub(crate) fn new(way: Way) -> Self {
        Self { way, cookie: None, stream: None }
    }

    /// Invites to a game.
    pub(crate) async fn invite(&mut self, terms: Terms, color: Color) -> Outcome<Invited> {
        self.post("/invitations", &Invite { terms, color: Some(color), open: false }).await
    }

    /// Joins a game by its link.
    pub(crate) async fn join(&mut self, secret: &str) -> Outcome<Joined> {
        self.post(&format!("/invitations/{secret}/join"), &()).await
    }

    /// Opens the socket of a game.
    pub(crate) async fn open(&self, game: &str, since: Option<u32>, watch: Option<&str>) -> Outcome<Page> {
        let since = since.map(|since| format!("&since={since}")).unwrap_or_default();
        let watch = watch.map(|key| format!("&watch={key}")).unwrap_or_default();
        let wire = berolina_wire::VERSION;
        let url = format!("ws://{}/api/v1/games/{game}/socket?wire={wire}{since}{watch}", self.way.server);
        let mut request = url.into_client_request()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", http::HeaderValue::from_str(cookie)?);
        }
        if let Some(said) = self.way.said {
            request.headers_mut().insert("x-forwarded-for", http::HeaderValue::from_str(&said.to_string())?);
        }
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
        let opened = async {
            let stream = self.way.connect().await?;
            Outcome::Ok(client_async_with_config(request, stream, Some(config)).await?.0)
        };
        Ok(Page(timeout(PATIENCE, opened).await??))
    }

    async fn post<T: DeserializeOwned>(&mut self, path: &str, body: &impl Serialize) -> Outcome<T> {
        let body = serde_json::to_string(body)?;
        let kept = self.stream.is_some();
        let answer = match timeout(PATIENCE, self.send(path, &body)).await? {
            // The server ends what is old between two requests.
            Err(_) if kept => timeout(PATIENCE, self.send(path, &body)).await?,
            answer => answer,
        };
        let (status, body) = answer?;
        if !status.starts_with('2') {
            return Err(format!("{path}: {status} {body}").into());
        }
        Ok(serde_json::from_str(&body)?)
    }

    async fn send(&mut self, path: &str, body: &str) -> Outcome<(String, String)> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => self.way.connect().await?,
        };
        let cookie = self.cookie.as_ref().map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        let forwarded = self.way.forwarded();
        let request = format!(
            "POST /api/v1{path} HTTP/1.1\r\nHost: {}\r\n{cookie}{forwarded}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.way.server,
            body.len(),
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        let (head, begin) = loop {
            if stream.read_buf(&mut answer).await? == 0 {
                return Err("the server has hung up".into());
            }
            if let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") {
                break (String::from_utf8(answer[..end].to_vec())?, end + 4);
            }
        };
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
        let length: usize = field("content-length: ").unwrap_or_default().parse()?;
        if let Some(cookie) = field("set-cookie: ") {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        while answer.len() < begin + length {
            if stream.read_buf(&mut answer).await? == 0 {
                return Err("the server has hung up".into());
            }
        }
        self.stream = Some(stream);
        let status = head.split(' ').nth(1).unwrap_or_default().to_owned();
        Ok((status, String::from_utf8(answer.split_off(begin))?))
    }

    /// Nothing of it is kept open.
    pub(crate) fn hang_up(&mut self) {
        self.stream = None;
    }
}

/// A page that shows a game.
#[derive(Debug)]
pub(crate) struct Page(WebSocketStream<TcpStream>);

impl Page {
    /// The next message; an error when the connection has ended.
    pub(crate) async fn hear(&mut self) -> Outcome<Told> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text)?),
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or_else(|| "closed".to_owned(), |frame| frame.to_string()).into());
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err("closed".into()),
            }
        }
    }

    pub(crate) async fn send(&mut self, wish: &Wish) -> Outcome<()> {
        let text = serde_json::to_string(wish)?;
        Ok(self.0.send(Message::Text(text.into())).await?)
    }

    /// Sends anything, whatever it is.
    pub(crate) async fn send_raw(&mut self, message: Message) -> Outcome<()> {
        Ok(self.0.send(message).await?)
    }
}

/// What is agreed on.
pub(crate) fn terms(variant: &str, clock: Option<ClockRule>) -> Terms {
    Terms {
        spec: variant.to_owned(),
        files: Vec::new(),
        start: None,
        clock,
        rated: false,
        audience: Audience::Private,
    }
}
