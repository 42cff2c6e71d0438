//! Games by link.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use berolina_wire::request::{Invitation, InvitationState, Invite, Invited, Joined};
use berolina_wire::{Code, Color, Refusal, Seat, Terms};

use super::asks::json;
use super::{App, Refused};
use crate::bus::Notice;
use crate::game::{Agreed, Rulebook};
use crate::play::{begin, unkept};
use crate::rating;
use crate::secret;
use crate::store::{NewInvitation, PersonId, StoreError, StoredInvitation, Write};
use crate::time::date;

type Answer = Result<Response, Refused>;

/// An invitation is open for so many milliseconds: two weeks.
pub(super) const OPEN: u64 = 14 * 24 * 60 * 60 * 1000;

impl App {
    /// Reads a game that somebody proposes, away from those who play.
    pub(super) async fn propose(&self, terms: Terms) -> Result<Agreed, Refusal> {
        let busy = || Refusal::new(Code::Busy, "too many games are being read: try again in a moment");
        let _place = self.reading.acquire().await.map_err(|_| busy())?;
        let hall = Arc::clone(&self.hall);
        let read = tokio::task::spawn_blocking(move || hall.cabinet.propose(terms, secret::below));
        read.await.map_err(|_| Refusal::new(Code::BadGame, "the game cannot be read"))?
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

    async fn recall(&self, terms: Terms, rules: Rulebook) -> Result<Agreed, Refusal> {
        let hall = Arc::clone(&self.hall);
        let read = tokio::task::spawn_blocking(move || hall.cabinet.recall(terms, rules));
        read.await.map_err(|_| Refusal::new(Code::BadGame, "the game cannot be read"))?
    }

    async fn invitation(&self, secret: &str) -> Result<StoredInvitation, Refusal> {
        let none = || {
            Refusal::new(
                Code::NoInvitation,
                "nobody has been invited by this link: perhaps a part of it is missing",
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
pub(super) async fn invite(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Answer {
    let Invite { terms, color, open } = json(&headers, &body)?;
    let rated = terms.rated;
    if rated {
        // Before the game is read.
        app.named(&headers).await.map_err(|refusal| app.unrated(refusal))?;
    }
    app.may_take_part(&headers).await?;
    let agreed = app.propose(terms).await?;
    let known = app.guest(&headers).await?;
    let made = NewInvitation {
        secret: secret::secret(),
        game: secret::id(),
        from: known.person.id,
        color,
        title: agreed.title().to_owned(),
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
    let agreed = app.recall(made.terms, made.rules).await?;
    Ok(Json(Invitation {
        terms: app.hall.cabinet.told(&agreed),
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
    let agreed = app.recall(made.terms, made.rules).await?;
    let game = begin(made.game.clone(), &agreed, players, &app.hall.served)?;
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
