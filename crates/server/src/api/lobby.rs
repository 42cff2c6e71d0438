//! Who looks for somebody to play with, what is played, and what was played.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use berolina_wire::place::{Archive, Challenge, FamilyRating, Lobby, PersonPage};
use berolina_wire::{ClockRule, Code, Color, Refusal, Seat};
use serde::Deserialize;

use super::games::told;
use super::invitations::OPEN;
use super::{App, Refused};
use crate::play::unkept;
use crate::store::place::{Search, StoredChallenge};
use crate::store::{PersonId, StoreError};
use crate::time::date;

/// Challenges that are shown.
const CHALLENGES: u32 = 50;
/// Of so many: those with a clock of minutes are shown only while who made them is there.
const LOOKED_AT: u32 = 500;
/// Live games that are shown.
const LIVE: u32 = 20;
/// Games in which nothing has happened for so many milliseconds are not live: a day.
const LIVELY: u64 = 24 * 60 * 60 * 1000;
/// Games on one page of the archive.
const PAGE: u32 = 50;

/// `GET /lobby`
pub(super) async fn lobby(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Lobby>, Refused> {
    let person = app.person(&headers).await?.map(|person| person.id);
    let store = &app.hall.store;
    let unread = |error: StoreError| unkept(&error);
    let found = store.challenges(date().saturating_sub(OPEN), LOOKED_AT).await.map_err(unread)?;
    let waits = |made: &&StoredChallenge| {
        !matches!(made.clock, Some(ClockRule::Fischer { .. } | ClockRule::Delay { .. }))
            || app.hall.bus.is_followed(&made.game)
    };
    let challenges = found.iter().filter(waits).take(CHALLENGES as usize);
    let challenges = challenges.map(|made| challenge(made, person)).collect();
    let live = store.live(date().saturating_sub(LIVELY), LIVE).await.map_err(unread)?;
    Ok(Json(Lobby { challenges, live: live.into_iter().map(|line| told(line, person)).collect() }))
}

/// A challenge as it is told to somebody.
pub(super) fn challenge(made: &StoredChallenge, person: Option<PersonId>) -> Challenge {
    Challenge {
        invitation: made.secret.clone(),
        game: (person == Some(made.from)).then(|| made.game.clone()),
        spec: made.spec.clone(),
        title: made.title.clone(),
        from: Seat { name: made.name.clone(), rating: None, gained: None, level: None },
        color: made.color.map(Color::other),
        clock: made.clock,
        rated: made.rated,
        created: made.created,
    }
}

/// `GET /people/NAME`
pub(super) async fn person(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Json<PersonPage>, Refused> {
    let account = app.hall.store.account(name).await.map_err(|error| unkept(&error))?;
    let account = account.ok_or_else(nobody)?;
    let you = app.person(&headers).await?.is_some_and(|person| person.id == account.person);
    let ratings = app.hall.store.ratings(account.person).await.map_err(|error| unkept(&error))?;
    let rating = |stored: crate::store::place::StoredRating| FamilyRating {
        title: app.hall.cabinet.title(&stored.family),
        family: stored.family,
        rating: stored.standing.rating.round() as u32,
        deviation: stored.standing.deviation.round() as u32,
        games: stored.standing.games,
    };
    let ratings = ratings.into_iter().map(rating).collect();
    let published = app.published_by(account.person, you).await?;
    Ok(Json(PersonPage { name: account.name, since: account.created, you, ratings, published }))
}

/// What is asked of the archive.
#[derive(Deserialize, Debug)]
pub(super) struct Asked {
    person: Option<String>,
    game: Option<String>,
    result: Option<String>,
    rated: Option<bool>,
    before: Option<String>,
}

/// `GET /archive`
pub(super) async fn archive(
    State(app): State<Arc<App>>,
    asked: Result<Query<Asked>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<Archive>, Refused> {
    let Query(asked) = asked.map_err(|_| malformed("the search cannot be read"))?;
    let you = app.person(&headers).await?.map(|person| person.id);
    let person = match asked.person.filter(|name| !name.is_empty()) {
        None => None,
        Some(name) => {
            let account = app.hall.store.account(name).await.map_err(|error| unkept(&error))?;
            Some(account.ok_or_else(nobody)?.person)
        }
    };
    let result = asked.result.filter(|result| !result.is_empty());
    if result.as_ref().is_some_and(|result| !["1-0", "0-1", "1/2-1/2"].contains(&result.as_str())) {
        return Err(malformed("a result is 1-0, 0-1 or 1/2-1/2").into());
    }
    let after = match asked.before {
        None => None,
        Some(cursor) => Some(place(&cursor).ok_or_else(|| malformed("`before` is what `next` was"))?),
    };
    let search = Search {
        own: person.is_some() && person == you,
        person,
        game: asked.game.filter(|game| !game.is_empty()),
        result,
        rated: asked.rated.unwrap_or_default(),
        after,
        most: PAGE,
    };
    let found = app.hall.store.archive(search).await.map_err(|error| unkept(&error))?;
    let next = found.next.map(|(updated, id)| format!("{updated}-{id}"));
    Ok(Json(Archive { games: found.games.into_iter().map(|line| told(line, you)).collect(), next }))
}

/// Where a page of the archive ended.
fn place(cursor: &str) -> Option<(u64, String)> {
    let (updated, id) = cursor.split_once('-')?;
    Some((updated.parse().ok()?, id.to_owned()))
}

fn malformed(text: &str) -> Refusal {
    Refusal::new(Code::Malformed, text)
}

fn nobody() -> Refusal {
    Refusal::new(Code::NotFound, "nobody has this name here")
}
