//! From where the server may be asked.
//!
//! A page of another site can make a browser send requests here: by a form or a script, with the cookie, or under a name of its own
//! that it lets point to this machine (DNS rebinding). So the name by which it was asked has to be one of the server's, and where a
//! browser says which site asks (`Origin`), that has to be the server's own page.

use std::fmt;
use std::net::IpAddr;

use axum::extract::Request;
use axum::http::{HeaderMap, Method, Uri, header};
use berolina_wire::{Code, Refusal};

/// By which names the server is reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// The address that the operator has named: scheme, and host with port.
    public: Option<(String, String)>,
}

/// An address that no page can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachError(String);

impl fmt::Display for ReachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no address of a server: it would be like https://chess.example.org", self.0)
    }
}

impl std::error::Error for ReachError {}

impl Reach {
    /// A server that is reached under an address such as `https://chess.example.org`, besides addresses of numbers and `localhost`.
    ///
    /// # Errors
    /// Anything but a scheme and a host, perhaps with a port.
    pub fn public(url: &str) -> Result<Self, ReachError> {
        let bad = || ReachError(url.to_owned());
        let parsed: Uri = url.parse().map_err(|_| bad())?;
        let scheme =
            parsed.scheme_str().filter(|scheme| ["http", "https"].contains(scheme)).ok_or_else(bad)?;
        let host = parsed.authority().filter(|host| !host.as_str().contains('@')).ok_or_else(bad)?;
        if !matches!(parsed.path(), "" | "/") || parsed.query().is_some() {
            return Err(bad());
        }
        let host = host.as_str().to_ascii_lowercase();
        Ok(Self { public: Some((scheme.to_owned(), without_usual_port(scheme, &host).to_owned())) })
    }

    /// The address for others, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        self.public.as_ref().map(|(scheme, host)| format!("{scheme}://{host}"))
    }

    /// Whether browsers reach it only encrypted.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.public.as_ref().is_some_and(|(scheme, _)| scheme == "https")
    }

    /// Whether a request may be answered.
    pub(crate) fn check(&self, request: &Request) -> Result<(), Refusal> {
        let headers = request.headers();
        let host = text(headers, &header::HOST).or_else(|| request.uri().host()).unwrap_or_default();
        let host = host.to_ascii_lowercase();
        if !self.knows(&host) {
            let line = format!(
                "this server is not called `{}`: its operator names it with --public-url",
                shown(&host)
            );
            return Err(Refusal::new(Code::UnknownHost, line));
        }
        let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
        let opens = headers.contains_key(header::UPGRADE);
        if (changes || opens) && !self.is_own(headers, &host) {
            return Err(Refusal::new(Code::ForeignOrigin, "a page of another site asked for this"));
        }
        Ok(())
    }

    fn knows(&self, host: &str) -> bool {
        if self.is_public(host) {
            return true;
        }
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        };
        // No name server can make an address of numbers point elsewhere.
        name == "localhost" || name.parse::<IpAddr>().is_ok()
    }

    /// Whether that is the host that the operator has named: its usual port may be said or not.
    fn is_public(&self, host: &str) -> bool {
        let is = |(scheme, public): &(String, String)| without_usual_port(scheme, host) == public;
        self.public.as_ref().is_some_and(is)
    }

    /// Whether the page that asks is the server's, if it was a page.
    fn is_own(&self, headers: &HeaderMap, host: &str) -> bool {
        if text(headers, "sec-fetch-site").is_some_and(|site| !["same-origin", "none"].contains(&site)) {
            return false;
        }
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let origin = origin.to_str().unwrap_or_default().to_ascii_lowercase();
        let own = |scheme: &str| {
            let from = origin.strip_prefix(scheme).and_then(|rest| rest.strip_prefix("://"));
            from.is_some_and(|from| without_usual_port(scheme, from) == without_usual_port(scheme, host))
        };
        match &self.public {
            Some((scheme, _)) if self.is_public(host) => own(scheme),
            _ => own("http") || own("https"),
        }
    }
}

/// A host without the port that its scheme has by itself, which browsers leave out.
fn without_usual_port<'a>(scheme: &str, host: &'a str) -> &'a str {
    let port = if scheme == "https" { ":443" } else { ":80" };
    host.strip_suffix(port).unwrap_or(host)
}

fn text(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// What a stranger wrote, so that it fits into a line.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn asked(method: &str, headers: &[(&str, &str)]) -> Request {
        let mut request = Request::builder().method(method).uri("/api/v1/hello");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::empty()).unwrap()
    }

    fn code(reach: &Reach, method: &str, headers: &[(&str, &str)]) -> Option<Code> {
        reach.check(&asked(method, headers)).err().map(|refusal| refusal.code)
    }

    #[test]
    fn names_that_others_could_let_point_here_are_refused() {
        let (local, public) = (Reach::default(), Reach::public("https://chess.example.org").unwrap());
        for host in ["localhost:8642", "127.0.0.1:8642", "[::1]:8642", "192.168.1.5", "[fe80::1]"] {
            assert_eq!(code(&local, "GET", &[("host", host)]), None, "{host}");
        }
        for host in
            ["evil.example", "chess.example.org", "127.0.0.1.evil.example", "", "localhost.evil.example"]
        {
            assert_eq!(code(&local, "GET", &[("host", host)]), Some(Code::UnknownHost), "{host}");
        }
        assert_eq!(code(&public, "GET", &[("host", "chess.example.org")]), None);
        assert_eq!(code(&public, "GET", &[("host", "chess.example.org.evil")]), Some(Code::UnknownHost));
    }

    #[test]
    fn only_the_own_page_changes_something_or_opens_a_socket() {
        let local = Reach::default();
        let host = ("host", "localhost:8642");
        assert_eq!(code(&local, "POST", &[host]), None);
        assert_eq!(code(&local, "POST", &[host, ("origin", "http://localhost:8642")]), None);
        for origin in ["http://localhost:1", "null", "https://evil.example", "http://localhost:8642.evil"] {
            assert_eq!(
                code(&local, "POST", &[host, ("origin", origin)]),
                Some(Code::ForeignOrigin),
                "{origin}"
            );
            let opening = [host, ("origin", origin), ("upgrade", "websocket")];
            assert_eq!(code(&local, "GET", &opening), Some(Code::ForeignOrigin), "{origin}");
        }
        assert_eq!(
            code(&local, "POST", &[host, ("sec-fetch-site", "cross-site")]),
            Some(Code::ForeignOrigin)
        );
        let public = Reach::public("https://chess.example.org").unwrap();
        let host = ("host", "chess.example.org");
        assert_eq!(code(&public, "POST", &[host, ("origin", "https://chess.example.org")]), None);
        assert_eq!(
            code(&public, "POST", &[host, ("origin", "http://chess.example.org")]),
            Some(Code::ForeignOrigin)
        );
    }

    #[test]
    fn a_port_belongs_to_the_name_unless_it_is_the_usual_one() {
        let origin = |text| ("origin", text);
        let other = Reach::public("https://chess.example.org:8443").unwrap();
        let host = ("host", "chess.example.org:8443");
        assert_eq!(code(&other, "POST", &[host, origin("https://chess.example.org:8443")]), None);
        assert_eq!(code(&other, "GET", &[("host", "chess.example.org")]), Some(Code::UnknownHost));
        let foreign = [host, origin("https://chess.example.org")];
        assert_eq!(code(&other, "POST", &foreign), Some(Code::ForeignOrigin));
        for url in ["https://chess.example.org", "https://chess.example.org:443"] {
            let usual = Reach::public(url).unwrap();
            assert_eq!(usual.url().unwrap(), "https://chess.example.org");
            for host in ["chess.example.org", "chess.example.org:443"] {
                let asked = [("host", host), origin("https://chess.example.org")];
                assert_eq!(code(&usual, "POST", &asked), None, "{url} {host}");
            }
            assert_eq!(code(&usual, "GET", &[("host", "chess.example.org:80")]), Some(Code::UnknownHost));
        }
    }

    #[test]
    fn an_address_has_a_scheme_and_a_host() {
        assert_eq!(
            Reach::public("https://Chess.example.org:444/").unwrap().url().unwrap(),
            "https://chess.example.org:444"
        );
        for bad in [
            "chess.example.org",
            "ftp://a.b",
            "https://a.b/c",
            "https://u@a.b",
            "https://",
            "",
            "https://a.b/?c",
        ] {
            assert!(Reach::public(bad).is_err(), "{bad}");
        }
    }
}
