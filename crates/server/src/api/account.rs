//! Accounts: a name and a passphrase for who plays from several browsers, or for ratings.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use berolina_wire::place::{
    CloseAccount, NewPassphrase, Recover, Recovered, Register, Registered, SignIn, SignedIn,
};
use berolina_wire::{Code, Refusal};

use super::address::Client;
use super::asks::json;
use super::passphrase::{From, check, check_name, code_digest, codes};
use super::person::{Device, Person, Secrets, token};
use super::{App, Refused};
use crate::play::unkept;
use crate::secret;
use crate::store::place::{Digest, NewSession, PlaceWrite, StoredAccount};
use crate::store::{PersonId, StoreError, Write};
use crate::time::date;

/// The number of no person.
const NOBODY: PersonId = 0;

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

    /// Looks whether a passphrase is an account's. Names that nobody has are answered alike, after as long. `known`: by what the browser is
    /// known that was signed in before, and to which accounts.
    async fn proven(
        &self,
        name: &str,
        passphrase: String,
        client: Client,
        known: (Option<Digest>, &[PersonId]),
    ) -> Result<StoredAccount, Refusal> {
        let account = self.account(name).await?;
        let (token, accounts) = known;
        let device =
            token.filter(|_| account.as_ref().is_some_and(|account| accounts.contains(&account.person)));
        let granted = self.tries.passphrase(name, client, device)?;
        tokio::time::sleep(granted.wait).await;
        let kept = account.as_ref().map(|account| account.passphrase.clone());
        let from = From { network: client.wide(), known: device.is_some() };
        let is = self.passphrases.is(passphrase, kept, from).await;
        if *is.as_ref().unwrap_or(&true) {
            granted.forgiven();
        }
        let is = is?;
        account.filter(|_| is).ok_or_else(|| {
            Refusal::new(Code::WrongPassphrase, "the name and the passphrase do not belong together")
        })
    }

    /// Looks again whether the passphrase is that of who is signed in.
    async fn proven_again(
        &self,
        (person, name): (&Person, &str),
        passphrase: String,
        client: Client,
        headers: &HeaderMap,
    ) -> Result<StoredAccount, Refusal> {
        let session = token(headers).map(secret::digest);
        self.proven(name, passphrase, client, (session, &[person.id])).await
    }

    /// Sessions have ended: whoever has an open page proves that the own one has not.
    fn sessions_ended(&self) {
        self.sessions.fetch_add(1, Ordering::Release);
    }
}

/// A new session for a browser, and its secrets.
fn session(headers: &HeaderMap, device: Device) -> (NewSession, Secrets) {
    let fresh = Secrets { session: secret::secret(), device: device.secret.unwrap_or_else(secret::secret) };
    let (instead, device) = (token(headers).map(secret::digest), secret::digest(&fresh.device));
    (NewSession { token: secret::digest(&fresh.session), instead, device, at: date() }, fresh)
}

/// `POST /accounts`
pub(super) async fn register(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    app.must_have_accounts()?;
    let Register { name, passphrase } = json(&headers, &body)?;
    check_name(&name)?;
    check(&passphrase, &name)?;
    let taken = || Refusal::new(Code::NameTaken, "somebody else has this name, or had it");
    let closed = app.hall.store.was_closed(secret::digest(&name.to_ascii_lowercase())).await;
    if app.account(&name).await?.is_some() || closed.map_err(|error| unkept(&error))? {
        return Err(taken().into());
    }
    let device = app.device(&headers).await?;
    app.may_take_part(&headers).await?;
    let kept = app.passphrases.keep(passphrase, From { network: client.wide(), known: false }).await?;
    let person = app.guest(&headers).await?.person;
    if person.name.is_some() {
        return Err(Refusal::new(Code::SignedIn, "this browser is signed in already").into());
    }
    let codes = codes();
    let (session, fresh) = session(&headers, device);
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
    Ok(app.with_cookies(&fresh, (StatusCode::CREATED, registered).into_response()))
}

/// `POST /session`
pub(super) async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    app.must_have_accounts()?;
    let SignIn { name, passphrase } = json(&headers, &body)?;
    // Whoever is banned as a guest, or by another account, does not come in by this one.
    app.may_take_part(&headers).await?;
    let device = app.device(&headers).await?;
    let token = device.secret.as_deref().map(secret::digest);
    let account = app.proven(&name, passphrase, client, (token, &device.accounts)).await?;
    app.hall.bans.check(account.person)?;
    let guest = app.person(&headers).await?.filter(|person| person.name.is_none()).map(|person| person.id);
    let (mut claimed, mut running) = (0, Vec::new());
    if let Some(guest) = guest {
        let games = app.hall.store.games_of(guest, COUNTED).await.map_err(|error| unkept(&error))?;
        let others = games.iter().filter(|game| !game.players.contains(&account.person));
        claimed = u32::try_from(others.count()).unwrap_or(COUNTED);
        running = app.hall.store.running(guest).await.map_err(|error| unkept(&error))?;
    }
    let (session, fresh) = session(&headers, device);
    app.keep(PlaceWrite::SignIn { person: account.person, guest, session }).await?;
    app.sessions_ended();
    app.hall.look_again(&running);
    Ok(app.with_cookies(&fresh, Json(SignedIn { name: account.name, claimed }).into_response()))
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
pub(super) async fn change(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let (person, name) = app.named(&headers).await?;
    let NewPassphrase { old, new } = json(&headers, &body)?;
    check(&new, &name)?;
    app.proven_again((&person, &name), old, client, &headers).await?;
    let from = From { network: client.wide(), known: true };
    let passphrase = app.passphrases.keep(new, from).await?;
    let (session, fresh) = session(&headers, app.device(&headers).await?);
    app.keep(PlaceWrite::Passphrase { person: person.id, passphrase, code: None, session }).await?;
    app.sessions_ended();
    Ok(app.with_cookies(&fresh, StatusCode::NO_CONTENT.into_response()))
}

/// `POST /accounts/recover`
pub(super) async fn recover(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    app.must_have_accounts()?;
    let Recover { name, code, passphrase } = json(&headers, &body)?;
    check(&passphrase, &name)?;
    app.tries.code(&name, client)?;
    let wrong = || Refusal::new(Code::WrongPassphrase, "the name and the code do not belong together");
    // Names that nobody has are answered by the same steps; only the right code costs more.
    let account = app.account(&name).await?;
    let person = account.as_ref().map_or(NOBODY, |account| account.person);
    let codes = app.hall.store.codes(person).await.map_err(|error| unkept(&error))?;
    let used = code_digest(&code);
    let account = account.filter(|_| codes.contains(&used)).ok_or_else(wrong)?;
    app.hall.bans.check(account.person)?;
    let from = From { network: client.wide(), known: true };
    let kept = app.passphrases.keep(passphrase, from).await?;
    let (session, fresh) = session(&headers, app.device(&headers).await?);
    let write =
        PlaceWrite::Passphrase { person: account.person, passphrase: kept, code: Some(used), session };
    app.hall.store.write(Write::Place(write)).await.map_err(|error| match error {
        // Somebody else used it at this moment.
        StoreError::Conflict => wrong(),
        error => unkept(&error),
    })?;
    app.sessions_ended();
    let left = u32::try_from(codes.len() - 1).unwrap_or(u32::MAX);
    Ok(app.with_cookies(&fresh, Json(Recovered { name: account.name, left }).into_response()))
}

/// `POST /accounts/close`
pub(super) async fn close(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let (person, name) = app.named(&headers).await?;
    let CloseAccount { passphrase } = json(&headers, &body)?;
    let account = app.proven_again((&person, &name), passphrase, client, &headers).await?;
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
