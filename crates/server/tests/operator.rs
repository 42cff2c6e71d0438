//! What keeps a server on the open internet well: limits by address, numbers, and whether it is well.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use berolina_server::{Asset, Proxies, Quotas, Rate, Rates, Reach, Server};
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

const ASSETS: &[Asset] =
    &[Asset { path: "index.html", tag: "\"1\"", bytes: b"<!doctype html>", brotli: None, gzip: None }];
/// So long a test waits for what should come soon.
const PATIENCE: Duration = Duration::from_secs(20);

struct Running {
    address: SocketAddr,
    admin: SocketAddr,
    _data: tempfile::TempDir,
}

/// A server on a thread of its own, as it has a runtime of its own.
fn start(quotas: Quotas, proxies: &[&str]) -> Running {
    let data = tempfile::tempdir().expect("a folder");
    let (folder, (tell, told)) = (data.path().to_owned(), std::sync::mpsc::channel());
    let proxies: Proxies = proxies.iter().flat_map(|name| Proxies::named(name).expect("a proxy")).collect();
    std::thread::spawn(move || {
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let server = Server::bind(local, 0, ASSETS).expect("a free port").with_quotas(quotas);
        let mut server = server.trusting(proxies);
        server.add_games(&folder, Reach::default()).expect("a folder for games");
        let admin = server.listen_for_admin(SocketAddr::new(local, 0)).expect("a free port");
        tell.send((server.address().expect("an address"), admin)).expect("a test that waits");
        server.run()
    });
    let (address, admin) = told.recv().expect("a server");
    Running { address, admin, _data: data }
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.map(str::trim)
    }
}

fn ask(address: SocketAddr, method: &str, path: &str, more: &str) -> Answer {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let request = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{more}\r\n");
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("the server answers in text");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// An invitation to a game of chess.
fn invite(address: SocketAddr, more: &str) -> Answer {
    let body = r#"{"terms":{"spec":"chess","files":[],"start":null,"clock":null,"rated":false,"audience":"private"},"color":"white"}"#;
    let length = body.len();
    let head = format!("{more}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}");
    ask(address, "POST", "/api/v1/invitations", &head)
}

/// So many at once, and nothing that comes back while a test runs.
fn few(each: u32) -> Option<Rates> {
    Some(Rates { each: Rate { per_second: 1, burst: each }, all: Rate { per_second: 1, burst: 1_000 } })
}

#[test]
fn who_asks_too_often_is_told_when_to_come_again() {
    let server = start(Quotas { reads: few(5), ..Quotas::none() }, &[]);
    let hello = |more| ask(server.address, "GET", "/api/v1/hello", more);
    let answers: Vec<Answer> = (0..20).map(|_| hello("")).collect();
    let granted = answers.iter().filter(|answer| answer.status == 200).count();
    assert!((5..=8).contains(&granted), "{granted}");
    let refused = answers.iter().find(|answer| answer.status != 200).expect("a refusal");
    assert_eq!(refused.status, 429);
    assert!(refused.body.contains("\"code\":\"too-many\""), "{}", refused.body);
    let wait: u64 = refused.header("retry-after").expect("when").parse().expect("seconds");
    assert!((1..=2).contains(&wait));
    // Nobody believes what somebody says of himself.
    assert_eq!(hello("X-Forwarded-For: 203.0.113.5\r\n").status, 429);
    // The app, and who watches over the server, are not counted.
    assert_eq!(ask(server.address, "GET", "/", "").status, 200);
    assert_eq!(ask(server.address, "GET", "/healthz", "").status, 200);
    let numbers = ask(server.admin, "GET", "/metrics", "").body;
    assert!(numbers.contains("berolina_limited_total{what=\"reads\",whose=\"address\"}"), "{numbers}");
    std::thread::sleep(Duration::from_millis(1_100));
    assert_eq!(hello("").status, 200, "it comes back");
}

#[test]
fn behind_a_proxy_everybody_has_an_own_limit() {
    let server = start(Quotas { writes: few(3), ..Quotas::none() }, &["loopback"]);
    let granted = |who: &str| {
        let header = format!("X-Forwarded-For: 198.51.100.7, {who}\r\n");
        (0..6).filter(|_| invite(server.address, &header).status == 201).count()
    };
    assert!((3..=5).contains(&granted("203.0.113.5")));
    assert!((3..=5).contains(&granted("203.0.113.6")));
    assert!((3..=5).contains(&granted("2001:db8:1:2::1")));
    assert!(granted("2001:db8:1:2::2") <= 2, "the same customer");
}

#[tokio::test]
async fn one_address_has_so_many_sockets() {
    let server = start(Quotas { sockets: 3, ..Quotas::none() }, &[]);
    let invited = invite(server.address, "");
    let game =
        invited.body.split("\"game\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a game");
    let cookie = invited.header("set-cookie").and_then(|cookie| cookie.split(';').next()).expect("a cookie");
    let open = async || {
        let url = format!("ws://{}/api/v1/games/{game}/socket?wire=1", server.address);
        let mut request = url.into_client_request().expect("an address");
        request.headers_mut().insert("cookie", cookie.parse().expect("a header"));
        connect_async(request).await.map(|(socket, _)| socket)
    };
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(open().await.expect("a place"));
    }
    let Err(Error::Http(refused)) = open().await else { panic!("there is no fourth place") };
    assert_eq!(refused.status().as_u16(), 429);
    assert!(refused.headers().contains_key("retry-after"));
    held.pop();
    let begin = Instant::now();
    while open().await.is_err() {
        assert!(begin.elapsed() < PATIENCE, "places do not come back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[test]
fn numbers_are_told_to_the_operator_alone() {
    let server = start(Quotas::default(), &[]);
    assert_eq!(invite(server.address, "").status, 201);
    let told = ask(server.admin, "GET", "/metrics", "");
    assert_eq!(told.status, 200);
    assert!(told.header("content-type").is_some_and(|kind| kind.starts_with("application/openmetrics-text")));
    for name in [
        "berolina_requests_total{class=\"2xx\"}",
        "berolina_commit_seconds_count",
        "berolina_readers",
        "berolina_write_queue 0",
        "berolina_games_awake 0",
        "process_open_fds",
    ] {
        assert!(told.body.contains(name), "{name} is not in\n{}", told.body);
    }
    assert_eq!(ask(server.admin, "GET", "/healthz", "").body, "ok\n");
    assert_eq!(ask(server.admin, "GET", "/api/v1/hello", "").status, 404);
    assert_eq!(ask(server.address, "GET", "/metrics", "").status, 404, "nobody else is told");
    // A name that somebody lets point here.
    let mut stream = TcpStream::connect(server.admin).expect("the server listens");
    stream
        .write_all(b"GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        .expect("it reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    assert!(text.starts_with("HTTP/1.1 421 "), "{text}");
}

#[test]
fn the_admin_is_not_reached_from_everywhere() {
    let mut server = Server::bind(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, ASSETS).expect("a free port");
    for address in ["0.0.0.0:0", "[::]:0", "203.0.113.5:0"] {
        let error = server.listen_for_admin(address.parse().expect("an address")).expect_err("refused");
        assert_eq!(error.to_string().lines().count(), 1);
    }
}

/// Another program holds the file, as a full disk would: nothing can be written, but all be read.
async fn hold(folder: &Path) -> SqliteConnection {
    let file = folder.join(berolina_server::store::sqlite::FILE);
    let mut other = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.expect("a file");
    other.execute("BEGIN IMMEDIATE").await.expect("nobody else writes");
    other
}

#[tokio::test]
async fn a_server_that_cannot_write_is_not_well() {
    let server = start(Quotas::default(), &[]);
    let well = || ask(server.address, "GET", "/healthz", "");
    assert_eq!((well().status, well().body.as_str()), (200, "ok\n"));
    let mut other = hold(server._data.path()).await;
    let refused = tokio::task::spawn_blocking(move || invite(server.address, "")).await.expect("an answer");
    assert_eq!(refused.status, 507, "{}", refused.body);
    let ill = well();
    assert_eq!((ill.status, ill.body.lines().count()), (503, 1));
    other.execute("ROLLBACK").await.expect("it was held");
    // It is seen by itself, before anybody plays again.
    let begin = Instant::now();
    while well().status != 200 {
        assert!(begin.elapsed() < PATIENCE, "{}", well().body);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[test]
fn the_operator_reads_reports_and_deals_with_them() {
    let server = start(Quotas::none(), &[]);
    let body = r#"{"about":"person/Somebody","text":"he is rude"}"#;
    let head = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    assert_eq!(ask(server.address, "POST", "/api/v1/reports", &head).status, 204);
    let told = ask(server.admin, "GET", "/reports", "").body;
    assert!(told.contains(r#""id":1,"by":null,"about":"person/Somebody","text":"he is rude""#), "{told}");
    let nothing = "Content-Length: 0\r\n";
    assert_eq!(ask(server.admin, "POST", "/reports/1/done", nothing).status, 204);
    assert_eq!(ask(server.admin, "GET", "/reports", "").body, "[]");
    for (path, why) in [
        ("/reports/1/done", "dealt with"),
        ("/people/Nobody/close", "nobody has this name"),
        ("/published/AAAAAAAAAAAA/hide", "no such game"),
    ] {
        let refused = ask(server.admin, "POST", path, nothing);
        assert!(refused.status == 404 && refused.body.contains(why), "{path}: {}", refused.body);
    }
    // Not where people play.
    assert_eq!(ask(server.address, "GET", "/reports", "").status, 404);
    let foreign = "Content-Length: 0\r\nOrigin: http://evil.example\r\n";
    assert_eq!(ask(server.admin, "POST", "/people/Nobody/close", foreign).status, 403);
}

#[test]
fn what_the_operator_does_is_written_down_with_what_came_of_it() {
    let server = start(Quotas::none(), &[]);
    let body = r#"{"about":"person/Somebody","text":"he is rude"}"#;
    let head = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    assert_eq!(ask(server.address, "POST", "/api/v1/reports", &head).status, 204);
    let said = r#"{"why": "dealt with by mail"}"#;
    let more = format!("X-Operator: Ada\r\nContent-Length: {}\r\n\r\n{said}", said.len());
    assert_eq!(ask(server.admin, "POST", "/reports/1/done", &more).status, 204);
    let nothing = "Content-Length: 0\r\n";
    assert_eq!(ask(server.admin, "POST", "/people/Nobody/close", nothing).status, 404);
    // What is only read, or is no action, is not written down.
    assert_eq!(ask(server.admin, "GET", "/reports", "").status, 200);
    assert_eq!(ask(server.admin, "POST", "/nothing", nothing).status, 404);
    let read = |query: &str| -> Vec<serde_json::Value> {
        let told = ask(server.admin, "GET", &format!("/audit{query}"), "");
        assert_eq!(told.status, 200, "{}", told.body);
        serde_json::from_str(&told.body).expect("JSON")
    };
    let all = read("");
    assert_eq!(all.len(), 2, "{all:?}");
    assert_eq!(all[0]["action"], "POST /people/{name}/close");
    assert_eq!(all[0]["target"], "Nobody");
    assert_eq!(all[0]["outcome"], "refused: 404 not-found");
    assert_eq!((&all[1]["target"], &all[1]["outcome"]), (&"1".into(), &"done".into()));
    assert_eq!((&all[1]["operator"], &all[1]["detail"]), (&"Ada".into(), &said.into()));
    assert!(all[1]["at"].as_u64().is_some_and(|at| at > 1_700_000_000_000));
    let before = read(&format!("?before={}", all[0]["id"]));
    assert_eq!(before, all[1..]);
    assert_eq!(read("?most=1"), all[..1]);
    assert_eq!(ask(server.address, "GET", "/audit", "").status, 404, "not where people play");
}

#[tokio::test]
async fn an_action_that_cannot_be_written_down_is_not_done() {
    let server = start(Quotas::none(), &[]);
    let body = r#"{"about":"person/Somebody","text":"he is rude"}"#;
    let head = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    assert_eq!(ask(server.address, "POST", "/api/v1/reports", &head).status, 204);
    let mut other = hold(server._data.path()).await;
    let admin = server.admin;
    let refused =
        tokio::task::spawn_blocking(move || ask(admin, "POST", "/reports/1/done", "Content-Length: 0\r\n"));
    assert_eq!(refused.await.expect("an answer").status, 507);
    other.execute("ROLLBACK").await.expect("it was held");
    assert!(ask(server.admin, "GET", "/reports", "").body.contains("he is rude"));
}
