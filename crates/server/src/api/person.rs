//! Who asks: a browser is known by its cookie, the only one there is.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use berolina_wire::Refusal;
use berolina_wire::request::{Hello, You};

use super::{App, Refused};
use crate::play::unkept;
use crate::secret;
use crate::store::{PersonId, Write};
use crate::time::date;

/// The cookie's name.
const COOKIE: &str = "berolina";
/// The name of the one that stays when somebody signs out, and says that this browser was signed in before.
const DEVICE: &str = "berolina-device";
/// For how long a browser keeps it, in seconds: a year.
const AGE: u32 = 365 * 24 * 60 * 60;

/// A person who is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Person {
    pub(super) id: PersonId,
    pub(super) name: Option<String>,
}

/// A person, and the cookie for a browser that had none.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) person: Person,
    cookie: Option<HeaderValue>,
}

impl Known {
    /// An answer that brings the cookie, if there is one to bring.
    pub(super) fn with(self, mut answer: Response) -> Response {
        if let Some(cookie) = self.cookie {
            answer.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        answer
    }
}

/// The secrets of a new session.
pub(super) struct Secrets {
    pub(super) session: String,
    pub(super) device: String,
}

/// A browser that was signed in before.
#[derive(Default)]
pub(super) struct Device {
    pub(super) secret: Option<String>,
    pub(super) accounts: Vec<PersonId>,
}

impl App {
    /// Who asks, if the browser is known.
    pub(super) async fn person(&self, headers: &HeaderMap) -> Result<Option<Person>, Refusal> {
        let Some(token) = token(headers) else { return Ok(None) };
        let found = self.hall.store.person(secret::digest(token)).await.map_err(|error| unkept(&error))?;
        Ok(found.map(|(id, name)| Person { id, name }))
    }

    /// Whether who asks may take part: before something is done that costs time.
    pub(super) async fn may_take_part(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        self.person(headers).await?.map_or(Ok(()), |person| self.hall.bans.check(person.id))
    }

    /// Who asks and may take part; a browser that is not known becomes a guest. A cookie that this server did not make is never taken.
    pub(super) async fn guest(&self, headers: &HeaderMap) -> Result<Known, Refusal> {
        if let Some(person) = self.person(headers).await? {
            self.hall.bans.check(person.id)?;
            return Ok(Known { person, cookie: None });
        }
        let fresh = secret::secret();
        let token = secret::digest(&fresh);
        self.hall.store.write(Write::Session { token, at: date() }).await.map_err(|error| unkept(&error))?;
        let found = self.hall.store.person(token).await.map_err(|error| unkept(&error))?;
        let (id, name) = found.ok_or_else(|| unkept(&crate::store::StoreError::Conflict))?;
        Ok(Known { person: Person { id, name }, cookie: self.cookie(COOKIE, &fresh, AGE) })
    }

    fn cookie(&self, name: &str, secret: &str, age: u32) -> Option<HeaderValue> {
        let secure = if self.reach.is_secure() { "; Secure" } else { "" };
        let cookie = format!("{name}={secret}; Path=/api/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}");
        HeaderValue::from_str(&cookie).ok()
    }

    /// An answer that brings the secrets of a new session: its own, and what the browser is known by afterwards.
    pub(super) fn with_cookies(&self, fresh: &Secrets, mut answer: Response) -> Response {
        let cookies = [self.cookie(COOKIE, &fresh.session, AGE), self.cookie(DEVICE, &fresh.device, AGE)];
        for cookie in cookies.into_iter().flatten() {
            answer.headers_mut().append(header::SET_COOKIE, cookie);
        }
        answer
    }

    /// What the browser was known by when it was signed in before, and to which accounts.
    pub(super) async fn device(&self, headers: &HeaderMap) -> Result<Device, Refusal> {
        let Some(secret) = brought(headers, DEVICE) else { return Ok(Device::default()) };
        let accounts =
            self.hall.store.device(secret::digest(secret)).await.map_err(|error| unkept(&error))?;
        // One that this server did not make, or has forgotten, is never taken.
        let secret = (!accounts.is_empty()).then(|| secret.to_owned());
        Ok(Device { secret, accounts })
    }

    /// An answer after which the browser is nobody here.
    pub(super) fn without_cookie(&self, mut answer: Response) -> Response {
        if let Some(cookie) = self.cookie(COOKIE, "", 0) {
            answer.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        answer
    }
}

/// `GET /hello`
pub(super) async fn hello(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Hello>, Refused> {
    let you = app.person(&headers).await?.map(|person| You { name: person.name });
    Ok(Json(Hello { wire: berolina_wire::VERSION, accounts: app.accounts, public_url: app.reach.url(), you }))
}

/// The hash of the secret that a browser brings, whether or not anybody has it.
pub(super) fn digest(headers: &HeaderMap) -> Option<[u8; 32]> {
    token(headers).map(secret::digest)
}

/// The secret of the browser's session.
pub(super) fn token(headers: &HeaderMap) -> Option<&str> {
    brought(headers, COOKIE)
}

fn brought<'a>(headers: &'a HeaderMap, cookie: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, value)| *name == cookie && secret::is_plausible(value)).map(|(_, value)| value)
}
