//! The server as a browser meets it: real requests over a real connection.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::OnceLock;
use std::time::Duration;

use berolina_server::{Asset, Server};

const HOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

const ASSETS: &[Asset] = &[
    Asset {
        path: "index.html",
        tag: "\"1\"",
        bytes: b"<!doctype html>",
        brotli: Some(b"BR"),
        gzip: Some(b"GZ"),
    },
    Asset { path: "assets/app-X1.js", tag: "\"2\"", bytes: b"run()", brotli: None, gzip: Some(b"GZ") },
    Asset { path: "assets/rules-X2.wasm", tag: "\"3\"", bytes: b"\0asm", brotli: None, gzip: None },
];

/// A server that the tests of this file share.
fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        let server = Server::bind(HOST, 0, ASSETS).expect("a free port");
        let address = server.address().expect("an address");
        std::thread::spawn(move || server.run());
        address
    })
}

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.map(str::trim)
    }
}

/// Sends these lines and reads all that comes.
fn send(request: &str) -> Answer {
    let mut stream = TcpStream::connect(address()).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout");
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("the server answers and ends the connection");
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(bytes[..end].to_vec()).expect("a head is text");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    Answer { status, head, body: bytes[end + 4..].to_vec() }
}

fn ask(method: &str, path: &str, more: &str) -> Answer {
    send(&format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\r\n"))
}

#[test]
fn the_page_is_asked_for_again_each_time() {
    let page = ask("GET", "/", "");
    assert_eq!((page.status, page.body.as_slice()), (200, &b"<!doctype html>"[..]));
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let again = ask("GET", "/index.html", "If-None-Match: \"0\", W/\"1\"\r\n");
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some("\"1\""));
}

#[test]
fn files_with_a_hash_in_their_name_are_kept() {
    let script = ask("GET", "/assets/app-X1.js", "");
    assert_eq!((script.status, script.body.as_slice()), (200, &b"run()"[..]));
    assert_eq!(script.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(ask("GET", "/assets/rules-X2.wasm", "").header("content-type"), Some("application/wasm"));
    assert_eq!(ask("GET", "/?a=b", "").status, 200);
}

#[test]
fn the_smallest_form_that_the_browser_takes_is_sent() {
    let cases = [
        ("gzip, deflate, br, zstd", Some("br"), &b"BR"[..]),
        ("gzip", Some("gzip"), b"GZ"),
        ("br;q=0, GZIP;q=0.5", Some("gzip"), b"GZ"),
        ("identity", None, b"<!doctype html>"),
        ("br;q=nonsense", Some("br"), b"BR"),
    ];
    for (accepted, encoding, body) in cases {
        let page = ask("GET", "/", &format!("Accept-Encoding: {accepted}\r\n"));
        assert_eq!((page.header("content-encoding"), page.body.as_slice()), (encoding, body), "{accepted}");
        assert_eq!(page.header("vary"), Some("accept-encoding"));
    }
    let script = ask("GET", "/assets/app-X1.js", "Accept-Encoding: br\r\n");
    assert_eq!(script.header("content-encoding"), None);
}

#[test]
fn a_head_has_no_body() {
    let page = ask("HEAD", "/", "");
    assert_eq!((page.status, page.body.len()), (200, 0));
    assert_eq!(page.header("content-length"), Some("15"));
    assert_eq!(ask("HEAD", "/nothing", "").body.len(), 0);
}

#[test]
fn every_answer_is_guarded() {
    for answer in [ask("GET", "/", ""), ask("GET", "/nothing", ""), ask("POST", "/", "")] {
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe-inline"), "{policy}");
        assert!(!policy.contains("'unsafe-eval'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(answer.header("cross-origin-embedder-policy"), Some("require-corp"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
    }
}

#[test]
fn what_is_unknown_gets_one_line() {
    let unknown = [
        "/nothing",
        "/assets/",
        "/assets",
        "//index.html",
        "/index.html/",
        "/INDEX.HTML",
        "/assets/../index.html",
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/Cargo.toml",
        "/assets/%00",
        "/\\windows",
        "/index.html%20",
        "/.git/config",
    ];
    for path in unknown {
        let answer = ask("GET", path, "");
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.body, b"There is no such page.\n", "{path}");
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "NONSENSE"] {
        let answer = ask(method, "/", "");
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")), "{method}");
        assert_eq!(String::from_utf8_lossy(&answer.body).lines().count(), 1);
    }
}

#[test]
fn nonsense_is_refused_and_the_server_goes_on() {
    for nonsense in ["GET\r\n\r\n", "\u{1}\u{2}\u{3}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"] {
        assert_eq!(send(nonsense).status, 400, "{nonsense:?}");
    }
    let long = format!("/{}", "a".repeat(100_000));
    assert!(ask("GET", &long, "").status >= 400);
    assert_eq!(ask("GET", "/", "").status, 200);
}

#[test]
fn a_port_that_is_taken_is_left_to_its_owner() {
    let owner = TcpListener::bind((HOST, 0)).expect("a free port");
    let taken = owner.local_addr().expect("an address").port();
    let server = Server::bind(HOST, taken, ASSETS).expect("another port");
    assert_ne!(server.address().expect("an address").port(), taken);
}
