//! Accounts: a name and a passphrase for who plays from several browsers, or for ratings.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use berolina_wire::place::{
    CloseAccount, NewPassphrase, Recover, Recovered, Register, Registered, SignIn, SignedIn,
};
use berolina_wire::{Code, Refusal};

use super::asks::json;
use super::passphrase::{check, check_name, code_digest, codes};
use super::person::{Person, token};
use super::{App, Refused};
use crate::play::unkept;
use crate::secret;
use crate::store::place::{NewSession, PlaceWrite, StoredAccount};
use crate::store::{StoreError, Write};
use crate::time::date;

type Answer = Result<Response, Refused>;

/// So many games of a guest are counted when they become an account's.
const COUNTED: u32 = 1000;

impl App {
    fn must_have_accounts(&self) -> Result<(), Refusal> {
        if self.accounts {
            return Ok(());
        }
        Err(Refusal::new(
            Code::NoAccounts,
            "this server has no accounts: its operator has to start it with --accounts",
        ))
    }

    /// Who asks, with a name.
    pub(super) async fn named(&self, headers: &HeaderMap) -> Result<(Person, String), Refusal> {
        let person = self.person(headers).await?;
        let named = person.and_then(|person| Some((person.name.clone()?, person)));
        let (name, person) =
            named.ok_or_else(|| Refusal::new(Code::NeedsAccount, "this is for accounts: sign in first"))?;
        Ok((person, name))
    }

    async fn account(&self, name: &str) -> Result<Option<StoredAccount>, Refusal> {
        self.hall.store.account(name.to_owned()).await.map_err(|error| unkept(&error))
    }

    async fn keep(&self, write: PlaceWrite) -> Result<(), Refusal> {
        self.hall.store.write(Write::Place(write)).await.map_err(|error| unkept(&error))
    }

    /// Looks whether a passphrase is an account's. Names that nobody has are answered alike, after as long.
    async fn proven(&self, name: &str, passphrase: String) -> Result<StoredAccount, Refusal> {
        self.passphrases.try_for(name)?;
        let account = self.account(name).await?;
        let kept = account.as_ref().map(|account| account.passphrase.clone());
        let is = self.passphrases.is(passphrase, kept).await?;
        account.filter(|_| is).ok_or_else(|| {
            Refusal::new(Code::WrongPassphrase, "the name and the passphrase do not belong together")
        })
    }

    /// Sessions have ended: whoever has an open page proves that the own one has not.
    fn sessions_ended(&self) {
        self.sessions.fetch_add(1, Ordering::Release);
    }
}

/// A new session for a browser, and its secret.
fn session(headers: &HeaderMap) -> (NewSession, String) {
    let fresh = secret::secret();
    let instead = token(headers).map(secret::digest);
    (NewSession { token: secret::digest(&fresh), instead, at: date() }, fresh)
}

/// `POST /accounts`
pub(super) async fn register(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Answer {
    app.must_have_accounts()?;
    let Register { name, passphrase } = json(&headers, &body)?;
    check_name(&name)?;
    check(&passphrase, &name)?;
    let taken = || Refusal::new(Code::NameTaken, "somebody else has this name, or had it");
    let closed = app.hall.store.was_closed(secret::digest(&name.to_ascii_lowercase())).await;
    if app.account(&name).await?.is_some() || closed.map_err(|error| unkept(&error))? {
        return Err(taken().into());
    }
    let kept = app.passphrases.keep(passphrase).await?;
    let person = app.guest(&headers).await?.person;
    if person.name.is_some() {
        return Err(Refusal::new(Code::SignedIn, "this browser is signed in already").into());
    }
    let codes = codes();
    let (session, fresh) = session(&headers);
    let write = PlaceWrite::Register {
        person: person.id,
        name: name.clone(),
        passphrase: kept,
        codes: codes.iter().map(|code| code_digest(code)).collect(),
        session,
    };
    app.hall.store.write(Write::Place(write)).await.map_err(|error| match error {
        StoreError::Conflict => taken(),
        error => unkept(&error),
    })?;
    app.sessions_ended();
    let running = app.hall.store.running(person.id).await.unwrap_or_default();
    app.hall.look_again(&running);
    let registered = Json(Registered { name, codes });
    Ok(app.with_cookie(&fresh, (StatusCode::CREATED, registered).into_response()))
}

/// `POST /session`
pub(super) async fn sign_in(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Answer {
    app.must_have_accounts()?;
    let SignIn { name, passphrase } = json(&headers, &body)?;
    let account = app.proven(&name, passphrase).await?;
    let guest = app.person(&headers).await?.filter(|person| person.name.is_none()).map(|person| person.id);
    let (mut claimed, mut running) = (0, Vec::new());
    if let Some(guest) = guest {
        let games = app.hall.store.games_of(guest, COUNTED).await.map_err(|error| unkept(&error))?;
        let others = games.iter().filter(|game| !game.players.contains(&account.person));
        claimed = u32::try_from(others.count()).unwrap_or(COUNTED);
        running = app.hall.store.running(guest).await.map_err(|error| unkept(&error))?;
    }
    let (session, fresh) = session(&headers);
    app.keep(PlaceWrite::SignIn { person: account.person, guest, session }).await?;
    app.sessions_ended();
    app.hall.look_again(&running);
    Ok(app.with_cookie(&fresh, Json(SignedIn { name: account.name, claimed }).into_response()))
}

/// `POST /session/end`
pub(super) async fn sign_out(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    if let Some(token) = token(&headers) {
        app.keep(PlaceWrite::SignOut { token: secret::digest(token) }).await?;
        app.sessions_ended();
    }
    Ok(app.without_cookie(StatusCode::NO_CONTENT.into_response()))
}

/// `POST /accounts/passphrase`
pub(super) async fn change(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Answer {
    let (person, name) = app.named(&headers).await?;
    let NewPassphrase { old, new } = json(&headers, &body)?;
    check(&new, &name)?;
    app.proven(&name, old).await?;
    let passphrase = app.passphrases.keep(new).await?;
    let (session, fresh) = session(&headers);
    app.keep(PlaceWrite::Passphrase { person: person.id, passphrase, code: None, session }).await?;
    app.sessions_ended();
    Ok(app.with_cookie(&fresh, StatusCode::NO_CONTENT.into_response()))
}

/// `POST /accounts/recover`
pub(super) async fn recover(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Answer {
    app.must_have_accounts()?;
    let Recover { name, code, passphrase } = json(&headers, &body)?;
    check(&passphrase, &name)?;
    app.passphrases.try_for(&name)?;
    let wrong = || Refusal::new(Code::WrongPassphrase, "the name and the code do not belong together");
    // Worked out for whoever asks: so it takes as long for names that nobody has.
    let kept = app.passphrases.keep(passphrase).await?;
    let account = app.account(&name).await?.ok_or_else(wrong)?;
    let codes = app.hall.store.codes(account.person).await.map_err(|error| unkept(&error))?;
    let used = code_digest(&code);
    if !codes.contains(&used) {
        return Err(wrong().into());
    }
    let (session, fresh) = session(&headers);
    let write =
        PlaceWrite::Passphrase { person: account.person, passphrase: kept, code: Some(used), session };
    app.hall.store.write(Write::Place(write)).await.map_err(|error| match error {
        // Somebody else used it at this moment.
        StoreError::Conflict => wrong(),
        error => unkept(&error),
    })?;
    app.sessions_ended();
    let left = u32::try_from(codes.len() - 1).unwrap_or(u32::MAX);
    Ok(app.with_cookie(&fresh, Json(Recovered { name: account.name, left }).into_response()))
}

/// `POST /accounts/close`
pub(super) async fn close(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Answer {
    let (_, name) = app.named(&headers).await?;
    let CloseAccount { passphrase } = json(&headers, &body)?;
    let account = app.proven(&name, passphrase).await?;
    app.remove(&account).await?;
    Ok(app.without_cookie(StatusCode::NO_CONTENT.into_response()))
}

impl App {
    /// Removes an account with all that its owner said.
    pub(crate) async fn remove(&self, account: &StoredAccount) -> Result<(), Refusal> {
        let name = secret::digest(&account.name.to_ascii_lowercase());
        let running = self.hall.store.running(account.person).await.map_err(|error| unkept(&error))?;
        self.keep(PlaceWrite::Close { person: account.person, name }).await?;
        self.sessions_ended();
        self.hall.look_again(&running);
        Ok(())
    }
}
