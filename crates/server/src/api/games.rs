//! Lists and records of games.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use berolina_wire::request::{GameLine, GameList};
use berolina_wire::{Code, Color, Refusal, Seat};
use futures_util::StreamExt as _;
use serde::Deserialize;

use super::lobby::challenge;
use super::{App, Refused};
use crate::play::{Viewer, unkept};
use crate::secret;
use crate::store::{PersonId, StoredLine};
use crate::sweep::OPEN;
use crate::time::date;

/// So many games are listed.
const MOST: u32 = 100;
/// So many are written at once.
const MOST_WRITTEN: u32 = 10_000;

impl App {
    fn must_exist(&self, id: &str) -> Result<(), Refusal> {
        if secret::is_plausible(id) { Ok(()) } else { Err(none()) }
    }
}

fn none() -> Refusal {
    Refusal::new(Code::NotFound, "there is no such game here")
}

/// What a watcher of a private game brings.
#[derive(Deserialize, Debug)]
pub(super) struct Key {
    watch: Option<String>,
}

/// `GET /games`
pub(super) async fn mine(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<GameList>, Refused> {
    let Some(person) = app.person(&headers).await?.map(|person| person.id) else {
        return Ok(Json(GameList { games: Vec::new(), waiting: Vec::new() }));
    };
    let store = &app.hall.store;
    let games = store.games_of(person, MOST).await.map_err(|error| unkept(&error))?;
    let waiting = store.waiting(person, date().saturating_sub(OPEN), MOST).await;
    let waiting = waiting.map_err(|error| unkept(&error))?;
    Ok(Json(GameList {
        games: games.into_iter().map(|line| told(line, Some(person))).collect(),
        waiting: waiting.iter().map(|made| challenge(made, Some(person))).collect(),
    }))
}

/// `GET /games/ID`: a game in one line.
pub(super) async fn one(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(Key { watch }): Query<Key>,
    headers: HeaderMap,
) -> Result<Json<GameLine>, Refused> {
    let person = app.person(&headers).await?.map(|person| person.id);
    app.must_exist(&id)?;
    // The game itself says who may see it.
    app.hall.look(&id, Viewer { person, key: watch }, Some(u32::MAX)).await?;
    let line = app.hall.store.line(id).await.map_err(|error| unkept(&error))?;
    Ok(Json(told(line.ok_or_else(none)?, person)))
}

/// `GET /games/pgn`: all games of who asks, the latest first, one after the other as they are written.
pub(super) async fn all_pgn(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Refused> {
    let Some(person) = app.person(&headers).await? else {
        return Err(Refusal::new(Code::NotFound, "this browser has played no game here").into());
    };
    let place = Arc::clone(&app.exports).try_acquire_owned().map_err(|_| {
        Refusal::new(Code::Busy, "others are having their games written: try again in a moment")
    })?;
    let lines = app.hall.store.games_of(person.id, MOST_WRITTEN).await.map_err(|error| unkept(&error))?;
    let written = futures_util::stream::iter(lines).then(move |line| {
        // Until the last is written.
        let _ = &place;
        let app = Arc::clone(&app);
        async move {
            let pgn = app.hall.written(&line.id).await;
            // One that cannot be written must not look like the end.
            pgn.map(|pgn| format!("{pgn}\n")).map_err(|refusal| std::io::Error::other(refusal.text))
        }
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"berolina.pgn\""),
    ];
    Ok((headers, Body::from_stream(written)).into_response())
}

/// `GET /games/ID/pgn`
pub(super) async fn pgn(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(Key { watch }): Query<Key>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    app.must_exist(&id)?;
    let person = app.person(&headers).await?.map(|person| person.id);
    let pgn = app.hall.pgn(&id, Viewer { person, key: watch }).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], pgn).into_response())
}

/// A line as it is told to somebody.
pub(super) fn told(line: StoredLine, person: Option<PersonId>) -> GameLine {
    let you = line.players.iter().position(|&player| person == Some(player)).map(|at| Color::ALL[at]);
    let StoredLine { id, spec, title, names, ratings, gained, clock, rated, turn, result, .. } = line;
    let [white_name, black_name] = names;
    let seat = |name, at: usize| Seat { name, rating: ratings[at], gained: gained[at], level: None };
    let (white, black) = (seat(white_name, 0), seat(black_name, 1));
    let title = crate::text::title(&title, &spec);
    let (plies, created, updated) = (line.plies, line.created, line.updated);
    GameLine { id, spec, title, white, black, you, turn, result, clock, rated, plies, created, updated }
}
