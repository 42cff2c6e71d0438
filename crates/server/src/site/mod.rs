//! The files of the browser app, which are part of the program, so no request can read any other.

pub(crate) mod assets;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Method, Response, StatusCode};

use assets::Asset;

/// What pages may load and run: nothing from elsewhere, no code but their own, and no page may frame them.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; worker-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'self'; \
    form-action 'none'; frame-ancestors 'none'";

/// Sent with every answer. The three `cross-origin` isolate pages, which may then share memory with their workers.
pub(crate) const ALWAYS: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// The whole of it: no file is so large that it would be sent in parts.
pub(crate) type Answer = Response<Full<Bytes>>;

/// Answers a request for a path.
pub(crate) fn respond(assets: &'static [Asset], method: &Method, path: &str, asked: &HeaderMap) -> Answer {
    let wanted = match path {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    // One slash at the start and no more, so that each file has one address.
    let one = path.strip_prefix('/').is_some_and(|rest| !rest.starts_with('/'));
    let Some(asset) = assets.iter().find(|asset| one && asset.path == wanted) else {
        return plain(StatusCode::NOT_FOUND, "There is no such page.\n", method);
    };
    if method != Method::GET && method != Method::HEAD {
        let mut answer =
            plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.\n", method);
        answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return answer;
    }
    file(asset, method, asked)
}

fn file(asset: &'static Asset, method: &Method, asked: &HeaderMap) -> Answer {
    let (bytes, encoding) = encoded(asset, asked);
    let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let tags = known.unwrap_or_default().split(',').map(|tag| tag.trim().trim_start_matches("W/"));
    let unchanged = tags.into_iter().any(|tag| tag == asset.tag || tag == "*");
    let status = if unchanged { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let mut answer = answer(status, if unchanged || method == Method::HEAD { &[] } else { bytes });
    let headers = answer.headers_mut();
    let caching = if asset.is_fixed() { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(ETAG, HeaderValue::from_static(asset.tag));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if !unchanged {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.kind()));
        headers.insert(CONTENT_LENGTH, HeaderValue::from(bytes.len()));
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
    }
    answer
}

/// The content in the smallest form that the browser takes.
fn encoded(asset: &'static Asset, asked: &HeaderMap) -> (&'static [u8], Option<&'static str>) {
    let accepted = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = |name: &str| {
        accepted.split(',').any(|part| {
            let (coding, weight) = part.split_once(';').unwrap_or((part, ""));
            let weight = weight.trim().trim_start_matches("q=").parse::<f32>().unwrap_or(1.0);
            coding.trim().eq_ignore_ascii_case(name) && weight > 0.0
        })
    };
    let forms = [(asset.brotli, "br"), (asset.gzip, "gzip")];
    let smaller =
        forms.into_iter().find_map(|(bytes, name)| Some((bytes.filter(|_| takes(name))?, Some(name))));
    smaller.unwrap_or((asset.bytes, None))
}

/// One line of text.
fn plain(status: StatusCode, line: &'static str, method: &Method) -> Answer {
    let mut answer = answer(status, if method == Method::HEAD { &[] } else { line.as_bytes() });
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

fn answer(status: StatusCode, bytes: &'static [u8]) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from_static(bytes)));
    *answer.status_mut() = status;
    for (name, value) in ALWAYS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::POLICY;

    /// Hosts that send no headers rely on the policy within the page: it is the same but for what only a header can say.
    #[test]
    fn the_page_holds_the_same_policy() {
        let page = include_str!("../../../../web/build/policy.ts");
        let list = page.split("policy = [").nth(1).and_then(|rest| rest.split("].join").next());
        let held: Vec<&str> = list
            .expect("the list of directives")
            .lines()
            .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","))
            .collect();
        let sent: Vec<&str> =
            POLICY.split("; ").filter(|part| !part.starts_with("frame-ancestors")).collect();
        assert_eq!(held, sent);
    }
}
