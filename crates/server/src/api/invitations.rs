//! Games by link.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use berolina_wire::request::{Invitation, InvitationState, Invite, Invited, Joined};
use berolina_wire::{Code, Color, Refusal, Seat, Terms};

use super::address::Client;
use super::asks::json;
use super::{App, Refused};
use crate::bus::Notice;
use crate::game::{Agreed, OWN, Rulebook};
use crate::play::{begin, unkept};
use crate::rating;
use crate::secret;
use crate::store::{NewInvitation, PersonId, StoreError, StoredInvitation, Write};
use crate::sweep::OPEN;
use crate::time::date;

type Answer = Result<Response, Refused>;

/// So many invitations of one person wait for somebody at most.
const MOST_WAITING: u32 = 50;
/// So many of them in the lobby.
const MOST_OPEN: usize = 5;

impl App {
    /// Reads a game that somebody proposes, away from those who play.
    pub(super) async fn propose(&self, client: Option<Client>, terms: Terms) -> Result<Agreed, Refusal> {
        let bytes: usize = terms.files.iter().map(|file| file.text.len()).sum();
        self.costs.may_keep(client, bytes)?;
        let own = terms.spec.starts_with(OWN);
        let hall = Arc::clone(&self.hall);
        let agreed = self.read(client, own, move || hall.cabinet.propose(terms, secret::below)).await??;
        if own {
            let kept = agreed.rules.files.iter().map(|file| file.text.len()).sum();
            self.costs.keep(client, &agreed.rules.hash(), kept)?;
        }
        Ok(agreed)
    }

    /// Does work that reads a game, which costs its address the time that it takes where it is one of somebody's own.
    async fn read<T: Send + 'static>(
        &self,
        client: Option<Client>,
        own: bool,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        if !own {
            return Ok(self.hall.judges.waking.run(work).await?);
        }
        let bill = self.costs.open_bill(client)?;
        let read = self.hall.judges.reading.run(move || {
            // It is paid when the work is done, also where nobody waits for it any more.
            let _bill = bill.begin();
            work()
        });
        Ok(read.await?)
    }

    /// Why somebody cannot play for ratings.
    fn unrated(&self, refusal: Refusal) -> Refusal {
        match refusal.code {
            Code::NeedsAccount if self.accounts => {
                Refusal::new(Code::NeedsAccount, "rated games are between accounts: sign in first")
            }
            Code::NeedsAccount => {
                Refusal::new(Code::NeedsAccount, "rated games are between accounts, and there are none here")
            }
            _ => refusal,
        }
    }

    /// Whether a person may invite once more.
    async fn may_invite(&self, person: PersonId, open: bool) -> Result<(), Refusal> {
        if !self.gate.is_limited() {
            return Ok(());
        }
        let waiting = self.hall.store.waiting(person, date().saturating_sub(OPEN), MOST_WAITING).await;
        let waiting = waiting.map_err(|error| unkept(&error))?;
        let challenges = waiting.iter().filter(|made| made.open).count();
        if waiting.len() >= MOST_WAITING as usize || (open && challenges >= MOST_OPEN) {
            let text = if open && challenges >= MOST_OPEN {
                format!("{MOST_OPEN} challenges of yours wait in the lobby already: call one off first")
            } else {
                format!("{MOST_WAITING} invitations of yours wait already: call one off first")
            };
            return Err(Refusal::new(Code::TooMany, text));
        }
        Ok(())
    }

    /// Whether a rated game may be played by who joins and who invited.
    async fn may_rate(&self, made: &NewInvitation, person: PersonId) -> Result<(), Refusal> {
        let not = |text: String| Err(Refusal::new(Code::NotAllowed, text));
        let store = &self.hall.store;
        if made.terms.clock.is_none() {
            return not("rated games have a clock: this one was offered before that was so".to_owned());
        }
        if store.related(made.from, person).await.map_err(|error| unkept(&error))? {
            let text =
                "accounts that were signed in from the same browser play no rated games with each other";
            return not(text.to_owned());
        }
        let week = date().saturating_sub(rating::WEEK);
        if store.counted(made.from, person, week).await.map_err(|error| unkept(&error))?
            >= rating::MOST_A_WEEK
        {
            let most = rating::MOST_A_WEEK;
            return not(format!("you two have played {most} rated games within a week: no more count"));
        }
        Ok(())
    }

    async fn invitation(&self, secret: &str) -> Result<StoredInvitation, Refusal> {
        let none = || {
            Refusal::new(
                Code::NoInvitation,
                "nobody has been invited by this link: perhaps a part of it is missing, or it is too old",
            )
        };
        if !secret::is_plausible(secret) {
            return Err(none());
        }
        let found = self.hall.store.invitation(secret.to_owned()).await.map_err(|error| unkept(&error))?;
        let mut found = found.ok_or_else(none)?;
        if found.state == InvitationState::Open && date() > found.made.at + OPEN {
            found.state = InvitationState::Expired;
        }
        Ok(found)
    }
}

/// `POST /invitations`
pub(super) async fn invite(
    State(app): State<Arc<App>>,
    client: Option<Extension<Client>>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let client = client.map(|Extension(client)| client);
    let Invite { terms, color, open } = json(&headers, &body)?;
    app.costs.invites(client, open)?;
    let rated = terms.rated;
    if rated {
        // Before the game is read.
        app.named(&headers).await.map_err(|refusal| app.unrated(refusal))?;
    }
    app.may_take_part(&headers).await?;
    let agreed = app.propose(client, terms).await?;
    let known = app.guest(&headers).await?;
    app.may_invite(known.person.id, open).await?;
    let made = NewInvitation {
        secret: secret::secret(),
        game: secret::id(),
        from: known.person.id,
        color,
        title: agreed.title(),
        open,
        terms: agreed.terms,
        rules: Rulebook::clone(&agreed.rules),
        at: date(),
    };
    let invited = Invited { invitation: made.secret.clone(), game: made.game.clone() };
    let write = Write::Invitation(Box::new(made));
    app.hall.store.write(write).await.map_err(|error| unkept(&error))?;
    Ok(known.with((StatusCode::CREATED, Json(invited)).into_response()))
}

/// `GET /invitations/SECRET`: takes no seat, so that whatever looks at links does no harm.
pub(super) async fn look(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Invitation>, Refused> {
    let StoredInvitation { made, name, state } = app.invitation(&secret).await?;
    let person = app.person(&headers).await?;
    let yours = person.as_ref().is_some_and(|person| person.id == made.from);
    let joined = match person.filter(|_| state == InvitationState::Taken) {
        Some(person) => {
            let game = app.hall.store.game(made.game.clone()).await.map_err(|error| unkept(&error))?;
            game.is_some_and(|game| game.begun.players.contains(&person.id))
        }
        None => false,
    };
    let game = (yours || joined).then(|| made.game.clone());
    Ok(Json(Invitation {
        terms: app.hall.cabinet.told(&made.terms, &made.rules),
        from: Seat { name, rating: None, gained: None, level: None },
        open: made.open,
        color: made.color.map(Color::other),
        state,
        yours,
        game,
    }))
}

/// `POST /invitations/SECRET/join`
pub(super) async fn join(
    State(app): State<Arc<App>>,
    client: Option<Extension<Client>>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let StoredInvitation { made, state, .. } = app.invitation(&secret).await?;
    if made.terms.rated && state == InvitationState::Open {
        app.named(&headers).await.map_err(|refusal| app.unrated(refusal))?;
    }
    let known = app.guest(&headers).await?;
    let person = known.person.id;
    if person == made.from {
        return Err(Refusal::new(
            Code::OwnInvitation,
            "this is your own invitation: send the link to somebody else",
        )
        .into());
    }
    match state {
        InvitationState::Open if made.terms.rated => app.may_rate(&made, person).await?,
        InvitationState::Open => {}
        InvitationState::Taken => {
            // Whoever presses twice, or comes back by the link, is already there.
            let game = app.hall.store.game(made.game.clone()).await.map_err(|error| unkept(&error))?;
            if game.is_some_and(|game| game.begun.players.contains(&person)) {
                return Ok(known.with(Json(Joined { game: made.game }).into_response()));
            }
            return Err(
                Refusal::new(Code::InvitationTaken, "somebody else has already joined by this link").into()
            );
        }
        InvitationState::Withdrawn => {
            return Err(Refusal::new(Code::InvitationWithdrawn, "this invitation was called off").into());
        }
        InvitationState::Expired => {
            return Err(
                Refusal::new(Code::InvitationExpired, "nobody joined by this link in two weeks").into()
            );
        }
    }
    let inviter = made.color.unwrap_or(if secret::below(2) == 0 { Color::White } else { Color::Black });
    let players = if inviter == Color::White { [made.from, person] } else { [person, made.from] };
    let (hall, id, own) = (Arc::clone(&app.hall), made.game.clone(), made.terms.spec.starts_with(OWN));
    let game = app.read(client.map(|Extension(client)| client), own, move || {
        begin(id, &hall.cabinet.recall(made.terms, made.rules)?, players, &hall.served)
    });
    let game = game.await??;
    let written = app.hall.store.write(Write::Join { secret, game: Box::new(game) }).await;
    written.map_err(|error| match error {
        StoreError::Conflict => {
            Refusal::new(Code::InvitationTaken, "somebody else has just joined by this link")
        }
        error => unkept(&error),
    })?;
    app.hall.bus.publish(&made.game, Notice::Changed);
    Ok(known.with(Json(Joined { game: made.game }).into_response()))
}

/// `POST /invitations/SECRET/withdraw`
pub(super) async fn withdraw(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let StoredInvitation { made, .. } = app.invitation(&secret).await?;
    if app.person(&headers).await?.is_none_or(|person| person.id != made.from) {
        return Err(Refusal::new(Code::NotYours, "this is somebody else's invitation").into());
    }
    app.hall.store.write(Write::Withdraw { secret }).await.map_err(|error| match error {
        StoreError::Conflict => Refusal::new(Code::InvitationTaken, "it is too late to call this off"),
        error => unkept(&error),
    })?;
    app.hall.bus.publish(&made.game, Notice::Changed);
    Ok(StatusCode::NO_CONTENT.into_response())
}
