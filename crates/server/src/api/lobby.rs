//! Who looks for somebody to play with, what is played, and what was played.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use berolina_wire::place::{Archive, Challenge, FamilyRating, Lobby, PersonPage};
use berolina_wire::{Code, Color, Refusal, Seat};
use serde::Deserialize;

use super::games::told;
use super::{App, Refused};
use crate::play::unkept;
use crate::store::place::{Search, StoredChallenge};
use crate::store::{PersonId, StoreError};
use crate::sweep::{LOOKED_AT, OPEN, is_quick};
use crate::text::title;
use crate::time::date;

/// Challenges that are shown.
const CHALLENGES: u32 = 50;
/// Of these so many at which somebody waits, and so many of people with a name: the others are drawn from the rest.
const ATTENDED: usize = 25;
const NAMED: usize = 15;
/// More open challenges than these are kept for so long.
const MANY: usize = 200;
const FRESH: Duration = Duration::from_secs(1);
/// Of one person so many.
const OF_ONE: usize = 5;
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
    let found = app.challenges().await.map_err(unread)?;
    let shown = fair(&found, person, date() / 60_000, |made| app.hall.bus.is_followed(&made.game));
    let challenges = shown.into_iter().map(|made| challenge(made, person)).collect();
    let live = store.live(date().saturating_sub(LIVELY), LIVE).await.map_err(unread)?;
    Ok(Json(Lobby { challenges, live: live.into_iter().map(|line| told(line, person)).collect() }))
}

impl App {
    /// The open challenges. Where there are many, they are read once for all who ask within a second.
    async fn challenges(&self) -> Result<Arc<Vec<StoredChallenge>>, StoreError> {
        let mut kept = self.lobby.lock().await;
        if let Some((at, found)) = &*kept
            && at.elapsed() < FRESH
        {
            return Ok(Arc::clone(found));
        }
        let found = self.hall.store.challenges(date().saturating_sub(OPEN), LOOKED_AT).await?;
        let found = Arc::new(found);
        *kept = (found.len() > MANY).then(|| (Instant::now(), Arc::clone(&found)));
        Ok(found)
    }
}

/// The challenges that are shown, the latest first. Those with a clock of minutes are shown only while somebody waits at them. Where
/// there are more than can be shown, one's own are among them, and nobody fills the list: of the others are shown some at which
/// somebody waits, some of people with names, and some more, drawn anew each minute.
fn fair(
    found: &[StoredChallenge],
    person: Option<PersonId>,
    minute: u64,
    is_attended: impl Fn(&StoredChallenge) -> bool,
) -> Vec<&StoredChallenge> {
    let mut of_one = HashMap::<PersonId, usize>::new();
    let mut ranked: Vec<(bool, &StoredChallenge)> = Vec::new();
    for made in found {
        let attended = is_attended(made);
        let count = of_one.entry(made.from).or_default();
        if (attended || !is_quick(made)) && *count < OF_ONE {
            *count += 1;
            ranked.push((attended, made));
        }
    }
    let mut shown: Vec<&StoredChallenge> = Vec::new();
    if ranked.len() > CHALLENGES as usize {
        let lot = |made: &StoredChallenge| {
            let mut hasher = DefaultHasher::new();
            (minute, &made.secret).hash(&mut hasher);
            hasher.finish()
        };
        ranked.sort_by_cached_key(|(_, made)| lot(made));
        let mut take = |most: usize, wanted: &dyn Fn(bool, &StoredChallenge) -> bool| {
            let room = most.min(CHALLENGES as usize - shown.len());
            let (mut taken, mut rest) = (Vec::new(), Vec::new());
            for (attended, made) in ranked.drain(..) {
                if taken.len() < room && wanted(attended, made) {
                    taken.push(made);
                } else {
                    rest.push((attended, made));
                }
            }
            ranked = rest;
            shown.extend(taken);
        };
        take(OF_ONE, &|_, made| person == Some(made.from));
        take(ATTENDED, &|attended, _| attended);
        take(NAMED, &|_, made| made.name.is_some());
        take(CHALLENGES as usize, &|_, _| true);
    } else {
        shown = ranked.into_iter().map(|(_, made)| made).collect();
    }
    shown.sort_by_key(|made| std::cmp::Reverse(made.created));
    shown
}

/// A challenge as it is told to somebody.
pub(super) fn challenge(made: &StoredChallenge, person: Option<PersonId>) -> Challenge {
    Challenge {
        invitation: made.secret.clone(),
        game: (person == Some(made.from)).then(|| made.game.clone()),
        spec: made.spec.clone(),
        title: title(&made.title, &made.spec),
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

#[cfg(test)]
mod tests {
    use berolina_wire::ClockRule;

    use super::*;

    fn made(from: PersonId, created: u64, days: bool) -> StoredChallenge {
        let quick = ClockRule::Fischer { base: 60_000, increment: 0 };
        StoredChallenge {
            secret: format!("{from} {created}"),
            game: format!("{from} {created}"),
            from,
            name: None,
            color: None,
            spec: "near".to_owned(),
            title: "Near Chess".to_owned(),
            clock: Some(if days { ClockRule::Days { days: 1 } } else { quick }),
            rated: false,
            created,
            open: true,
        }
    }

    #[test]
    fn nobody_fills_the_lobby() {
        let honest = made(1, 1, true);
        let waiting = made(2, 2, false);
        let mut all: Vec<_> = (0..500).map(|i| made(1000 + i, 1000 + i as u64, false)).collect();
        all.extend([honest.clone(), waiting.clone()]);
        let attended = |made: &StoredChallenge| made.from == 2;
        let shown = |all: &[StoredChallenge], person, minute| {
            let shown = fair(all, person, minute, attended).into_iter().cloned().collect::<Vec<_>>();
            assert!(
                shown.len() <= CHALLENGES as usize
                    && shown.is_sorted_by_key(|made| std::cmp::Reverse(made.created))
            );
            shown
        };
        assert_eq!(shown(&all, None, 0), [waiting.clone(), honest.clone()]);
        // One who makes many.
        all.extend((0..100).map(|i| made(3, 5000 + i, true)));
        assert_eq!(shown(&all, None, 0).len(), 2 + OF_ONE);
        // Many, of many people.
        all.extend((0..1000).map(|i| made(5000 + i, 5000 + i as u64, true)));
        assert!(shown(&all, None, 0).contains(&waiting));
        assert!(shown(&all, Some(1), 0).contains(&honest), "one's own");
        let seen = (0..2000).filter(|&minute| shown(&all, None, minute).contains(&honest)).count();
        assert!((40..200).contains(&seen), "drawn by lot: {seen} of 2000");
    }
}
