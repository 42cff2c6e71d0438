//! Lists and records of games.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use berolina_wire::request::{GameLine, GameList};
use berolina_wire::{Code, Color, Refusal, Seat};
use serde::Deserialize;

use super::{App, Refused};
use crate::play::{Viewer, unkept};
use crate::secret;
use crate::store::{PersonId, StoredLine};

/// So many games are listed.
const MOST: u32 = 100;

/// What a watcher of a private game brings.
#[derive(Deserialize, Debug)]
pub(super) struct Key {
    watch: Option<String>,
}

/// `GET /games`
pub(super) async fn mine(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<GameList>, Refused> {
    let Some(person) = app.person(&headers).await? else { return Ok(Json(GameList { games: Vec::new() })) };
    let games = app.hall.store.games_of(person.id, MOST).await.map_err(|error| unkept(&error))?;
    Ok(Json(GameList { games: games.into_iter().map(|line| told(line, person.id)).collect() }))
}

/// `GET /games/ID/pgn`
pub(super) async fn pgn(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(Key { watch }): Query<Key>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    if !secret::is_plausible(&id) {
        return Err(Refusal::new(Code::NotFound, "there is no such game here").into());
    }
    let person = app.person(&headers).await?.map(|person| person.id);
    let pgn = app.hall.pgn(&id, Viewer { person, key: watch }).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], pgn).into_response())
}

fn told(line: StoredLine, person: PersonId) -> GameLine {
    let [white, black] = line.names.map(|name| Seat { name, rating: None, level: None });
    let you = line.players.iter().position(|&player| player == person).map(|at| Color::ALL[at]);
    let StoredLine { id, spec, title, turn, result, plies, created, updated, .. } = line;
    GameLine { id, spec, title, white, black, you, turn, result, plies, created, updated }
}
