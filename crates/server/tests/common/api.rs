//! Requests as strangers send them: any method, address, headers and body. Nothing panics; what is refused has a code and a line.

use std::cell::RefCell;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use berolina_server::play::Hall;
use berolina_server::{Asset, Reach, bus, routes};
use berolina_wire::Refusal;
use http_body_util::BodyExt as _;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;

use super::memory::Memory;

const ASSETS: &[Asset] =
    &[Asset { path: "index.html", tag: "\"1\"", bytes: b"<!doctype html>", brotli: None, gzip: None }];
/// So many requests are sent.
const MAX_REQUESTS: usize = 12;

/// Inputs to begin with: requests, a line `---` between each two. `{secret}` and `{game}` are those of the last invitation, `{a}` and `{b}` the
/// first two cookies.
pub const SEEDS: [&str; 5] = [
    "POST /api/v1/invitations\ncontent-type: application/json\n\n{\"terms\":{\"spec\":\"near\"},\"color\":\"white\"}\n---\nGET /api/v1/invitations/{secret}\n---\nPOST /api/v1/invitations/{secret}/join\n\n---\nGET /api/v1/games\ncookie: {a}\n---\nGET /api/v1/games/{game}/pgn\ncookie: {b}\n---\nGET /api/v1/games/{game}/pgn?watch=AAAAAAAAAAAAAAAAAAAAAA",
    "POST /api/v1/invitations\ncontent-type: application/json; charset=utf-8\norigin: http://localhost\n\n{\"terms\":{\"spec\":\"my:mine\",\"files\":[{\"name\":\"mine\",\"text\":\"extends = \\\"near\\\"\\ntitle = \\\"Mine\\\"\\nabout = \\\"Mine.\\\"\\n\"}],\"start\":null,\"clock\":{\"kind\":\"fischer\",\"base\":60000,\"increment\":1000},\"rated\":false,\"audience\":\"public\"}}\n---\nPOST /api/v1/invitations/{secret}/withdraw\ncookie: {a}\n---\nPOST /api/v1/invitations/{secret}/join\nsec-fetch-site: same-origin",
    "GET /api/v1/hello\nhost: chess.example.org\n---\nGET /api/v1/hello\ncookie: berolina=AAAAAAAAAAAAAAAAAAAAAA; x=y\n---\nDELETE /api/v1/games\n---\nGET /api/v1/games/AAAAAAAAAAAA/socket?wire=1&since=3&watch=x\nupgrade: websocket\nconnection: upgrade\nsec-websocket-version: 13\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\n---\nGET /healthz\n---\nGET /index.html",
    "POST /api/v1/invitations\nhost: [::1]:8642\norigin: https://[::1]:8642\ncontent-type: application/json\n\n{\"terms\":{\"spec\":\"chess\",\"start\":\"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\",\"clock\":{\"kind\":\"days\",\"days\":3}}}\n---\nHEAD /api/v1/hello\n---\nOPTIONS /api/v1/games\norigin: null\n---\nGET /api/v1/games/%41%ff/pgn",
    "POST /api/v1/invitations\nhost: chess.example.org\norigin: https://chess.example.org\ncontent-type: application/json\n\n{\"terms\":{\"spec\":\"near-960\",\"clock\":{\"kind\":\"delay\",\"base\":0,\"delay\":5000},\"rated\":true}}\n---\nGET /api/v1/games/x/socket?wire=-1\n---\nPOST /api/v1/invitations/{secret}/join\norigin: http://evil.example",
];

/// A server of which nobody is told.
struct Inner {
    runtime: Runtime,
    store: Arc<Memory>,
    router: Router,
}

impl Inner {
    fn new() -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let store = Arc::new(Memory::default());
        let bus = Arc::new(bus::Local::default());
        let hall = runtime.block_on(Hall::open(store.clone(), bus)).expect("an empty store");
        let reach = Reach::public("https://chess.example.org").expect("an address");
        let router = routes(ASSETS, Some((hall, reach)));
        Self { runtime, store, router }
    }
}

thread_local! {
    static SERVER: RefCell<Inner> = RefCell::new(Inner::new());
}

/// What a browser would remember.
#[derive(Default)]
struct Known {
    secret: String,
    game: String,
    cookies: Vec<String>,
}

/// The property: requests as text.
pub fn hold(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    SERVER.with_borrow_mut(|server| {
        server.store.clear();
        let mut known = Known::default();
        for request in text.split("\n---\n").take(MAX_REQUESTS) {
            if let Some(request) = known.request(request) {
                server.runtime.block_on(ask(server.router.clone(), request, &mut known));
            }
        }
    });
}

impl Known {
    fn request(&self, text: &str) -> Option<Request<Body>> {
        let cookie = |at: usize| self.cookies.get(at).map_or("", String::as_str);
        let text = text.replace("{secret}", &self.secret).replace("{game}", &self.game);
        let text = text.replace("{a}", cookie(0)).replace("{b}", cookie(1));
        let (head, body) = text.split_once("\n\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let (method, path) = lines.next()?.split_once(' ')?;
        let mut request = Request::builder().method(method).uri(path);
        let mut named = false;
        for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
            named |= name.eq_ignore_ascii_case("host");
            request = request.header(name, value);
        }
        if !named {
            request = request.header(header::HOST, "localhost");
        }
        // What is no HTTP does not come so far.
        request.body(Body::from(body.to_owned())).ok()
    }
}

async fn ask(router: Router, request: Request<Body>, known: &mut Known) {
    let (path, method) = (request.uri().path().to_owned(), request.method().clone());
    let text = |name| request.headers().get(name)?.to_str().ok().map(str::to_ascii_lowercase);
    let (origin, host) = (text(header::ORIGIN), text(header::HOST));
    let answer = router.oneshot(request).await.expect("a router has an answer for everything");
    let (head, body) = answer.into_parts();
    let body = body.collect().await.expect("a whole body").to_bytes();
    if !path.starts_with("/api/v1/") || path == "/api/v1/" {
        return;
    }
    assert_eq!(head.headers.get(header::CACHE_CONTROL).expect("a header"), "no-store");
    assert_eq!(head.headers.get(header::X_CONTENT_TYPE_OPTIONS).expect("a header"), "nosniff");
    let status = head.status;
    if status.is_success() {
        if method == "POST"
            && let (Some(origin), Some(host)) = (origin, host)
        {
            let own = origin.split_once("://").is_some_and(|(_, page)| page == host);
            assert!(own, "{origin} changed something at {host}");
        }
        let told: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
        let field = |name: &str| told.get(name).and_then(|value| value.as_str()).map(str::to_owned);
        known.secret = field("invitation").unwrap_or(std::mem::take(&mut known.secret));
        known.game = field("game").unwrap_or(std::mem::take(&mut known.game));
    } else if method != "HEAD" {
        let refusal: Refusal = serde_json::from_slice(&body)
            .unwrap_or_else(|error| panic!("{path}: {status} {error}: {}", String::from_utf8_lossy(&body)));
        assert_eq!(refusal.code.status(), status.as_u16());
        super::is_one_line(&refusal);
    }
    if let Some(cookie) = head.headers.get(header::SET_COOKIE) {
        let cookie = cookie.to_str().expect("letters and digits");
        known.cookies.extend(cookie.split(';').next().map(str::to_owned));
    }
}
