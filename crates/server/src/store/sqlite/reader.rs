//! What is read.

use berolina_wire::request::InvitationState;
use berolina_wire::{Audience, Color, GameFile, Terms};
use serde::de::DeserializeOwned;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, query};

use super::{StoreError, meant, signed, unsigned};
use crate::game::{Entry, Rulebook, Summary};
use crate::store::{NewGame, NewInvitation, PersonId, StoredGame, StoredInvitation, StoredLine, Waited};

pub(super) type Read<T> = Result<T, StoreError>;

/// What [`line`] reads of a game `g` and its players `w` and `b`.
macro_rules! line_columns {
    () => {
        concat!(
            "SELECT g.id, g.terms, g.title, white, black, w.name, b.name, plies, turn, result, g.created, g.updated, ",
            "white_rating, black_rating, white_gained, black_gained"
        )
    };
}
pub(super) use line_columns;

pub(super) async fn person(pool: &SqlitePool, token: [u8; 32]) -> Read<Option<(PersonId, Option<String>)>> {
    let found =
        query("SELECT person.id, name FROM session JOIN person ON person.id = person WHERE token = ?");
    let row = found.bind(token.to_vec()).fetch_optional(pool).await.map_err(|error| meant(&error))?;
    row.map(|row| Ok((get(&row, 0)?, get(&row, 1)?))).transpose()
}

pub(super) async fn invitation(
    pool: &SqlitePool,
    by: &'static str,
    key: String,
) -> Read<Option<StoredInvitation>> {
    let found = match by {
        "secret" => query(concat!(
            "SELECT secret, game, inviter, color, terms, files, state, i.created, open, title, name FROM invitation i ",
            "JOIN rules ON hash = rules JOIN person ON person.id = inviter WHERE secret = ?"
        )),
        _ => query(concat!(
            "SELECT secret, game, inviter, color, terms, files, state, i.created, open, title, name FROM invitation i ",
            "JOIN rules ON hash = rules JOIN person ON person.id = inviter WHERE game = ?"
        )),
    };
    let row = found.bind(key).fetch_optional(pool).await.map_err(|error| meant(&error))?;
    let Some(row) = row else { return Ok(None) };
    let made = NewInvitation {
        secret: get(&row, 0)?,
        game: get(&row, 1)?,
        from: get(&row, 2)?,
        color: color(&get::<Option<String>>(&row, 3)?),
        terms: parsed(&row, 4)?,
        rules: Rulebook { files: parsed::<Vec<GameFile>>(&row, 5)? },
        at: unsigned(get(&row, 7)?),
        open: get(&row, 8)?,
        title: get(&row, 9)?,
    };
    let state = match get::<String>(&row, 6)?.as_str() {
        "open" => InvitationState::Open,
        "taken" => InvitationState::Taken,
        _ => InvitationState::Withdrawn,
    };
    Ok(Some(StoredInvitation { made, name: get(&row, 10)?, state }))
}

pub(super) async fn game(pool: &SqlitePool, id: String) -> Read<Option<StoredGame>> {
    let found = query(concat!(
        "SELECT terms, files, title, white, black, watch_key, game.created, served, plies, turn, result, due, w.name, b.name, white_rating, black_rating, ",
        "waited.since, waited.waited, waited.start ",
        "FROM game JOIN rules ON hash = rules JOIN person w ON w.id = white JOIN person b ON b.id = black ",
        "LEFT JOIN waited ON waited.game = game.id WHERE game.id = ?"
    ));
    let row = found.bind(&id).fetch_optional(pool).await.map_err(|error| meant(&error))?;
    let Some(row) = row else { return Ok(None) };
    let rules = Rulebook { files: parsed::<Vec<GameFile>>(&row, 1)? };
    let begun = NewGame {
        id: id.clone(),
        family: rules.family().to_owned(),
        terms: parsed(&row, 0)?,
        rules,
        title: get(&row, 2)?,
        players: [get(&row, 3)?, get(&row, 4)?],
        watch_key: get(&row, 5)?,
        at: unsigned(get(&row, 6)?),
        served: unsigned(get(&row, 7)?),
        summary: Summary {
            plies: get(&row, 8)?,
            turn: color(&get::<Option<String>>(&row, 9)?),
            result: result(&get::<String>(&row, 10)?),
            due: get::<Option<i64>>(&row, 11)?.map(unsigned),
        },
    };
    let names = [get(&row, 12)?, get(&row, 13)?];
    let ratings = [get(&row, 14)?, get(&row, 15)?];
    let waited = match get::<Option<i64>>(&row, 16)? {
        None => None,
        Some(since) => Some(Waited {
            since: unsigned(since),
            waited: unsigned(get(&row, 17)?),
            start: unsigned(get(&row, 18)?),
        }),
    };
    let events = query("SELECT served, body FROM event WHERE game = ? ORDER BY number").bind(&id);
    let rows = events.fetch_all(pool).await.map_err(|error| meant(&error))?;
    let entry = |row: &SqliteRow| Ok(Entry { served: unsigned(get(row, 0)?), event: parsed(row, 1)? });
    let log = rows.iter().map(entry).collect::<Read<Vec<Entry>>>()?;
    Ok(Some(StoredGame { begun, names, ratings, log, waited }))
}

pub(super) async fn games_of(pool: &SqlitePool, person: PersonId, most: u32) -> Read<Vec<StoredLine>> {
    // Two searches by their indexes, each at most as long as what is wanted.
    let found = query(concat!(
        line_columns!(),
        " FROM (",
        "SELECT * FROM (SELECT * FROM game WHERE white = ?1 ORDER BY updated DESC LIMIT ?2) UNION ",
        "SELECT * FROM (SELECT * FROM game WHERE black = ?1 ORDER BY updated DESC LIMIT ?2)",
        ") g JOIN person w ON w.id = white JOIN person b ON b.id = black ORDER BY updated DESC LIMIT ?2"
    ));
    let rows = found.bind(person).bind(most).fetch_all(pool).await.map_err(|error| meant(&error))?;
    rows.iter().map(line).collect()
}

pub(super) fn line(row: &SqliteRow) -> Read<StoredLine> {
    let terms: Terms = parsed(row, 1)?;
    Ok(StoredLine {
        id: get(row, 0)?,
        spec: terms.spec,
        clock: terms.clock,
        rated: terms.rated,
        public: terms.audience == Audience::Public,
        title: get(row, 2)?,
        players: [get(row, 3)?, get(row, 4)?],
        names: [get(row, 5)?, get(row, 6)?],
        plies: get(row, 7)?,
        turn: color(&get::<Option<String>>(row, 8)?),
        result: get(row, 9)?,
        created: unsigned(get(row, 10)?),
        updated: unsigned(get(row, 11)?),
        ratings: [get(row, 12)?, get(row, 13)?],
        gained: [get(row, 14)?, get(row, 15)?],
    })
}

pub(super) async fn running(pool: &SqlitePool, person: PersonId) -> Read<Vec<String>> {
    let found = query(concat!(
        "SELECT id FROM game INDEXED BY game_running_white WHERE turn IS NOT NULL AND white = ?1 UNION ALL ",
        "SELECT id FROM game INDEXED BY game_running_black WHERE turn IS NOT NULL AND black = ?1"
    ));
    let rows = found.bind(person).fetch_all(pool).await.map_err(|error| meant(&error))?;
    rows.iter().map(|row| get(row, 0)).collect()
}

pub(super) async fn due(pool: &SqlitePool, served: u64, most: u32) -> Read<Vec<String>> {
    let found = query("SELECT id FROM game WHERE due <= ? ORDER BY due LIMIT ?");
    let rows = found.bind(signed(served)).bind(most).fetch_all(pool).await.map_err(|error| meant(&error))?;
    rows.iter().map(|row| get(row, 0)).collect()
}

pub(super) async fn abandoned(pool: &SqlitePool, since: u64, most: u32) -> Read<Vec<String>> {
    let found = query(concat!(
        "SELECT id FROM game INDEXED BY game_unclocked WHERE turn IS NOT NULL AND json_extract(terms, '$.rated') = 1 ",
        "AND json_extract(terms, '$.clock') IS NULL AND updated < ? ORDER BY updated LIMIT ?"
    ));
    let rows = found.bind(signed(since)).bind(most).fetch_all(pool).await.map_err(|error| meant(&error))?;
    rows.iter().map(|row| get(row, 0)).collect()
}

pub(super) async fn served(pool: &SqlitePool) -> Read<u64> {
    let found = query("SELECT served FROM clockwork");
    let row = found.fetch_one(pool).await.map_err(|error| meant(&error))?;
    get::<i64>(&row, 0).map(unsigned)
}

pub(super) fn get<'r, T>(row: &'r SqliteRow, column: usize) -> Read<T>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    row.try_get(column).map_err(|error| meant(&error))
}

pub(super) fn parsed<T: DeserializeOwned>(row: &SqliteRow, column: usize) -> Read<T> {
    let text: String = get(row, column)?;
    serde_json::from_str(&text)
        .map_err(|error| StoreError::Failed(format!("what was kept cannot be read: {error}")))
}

pub(super) fn color(name: &Option<String>) -> Option<Color> {
    match name.as_deref() {
        Some("white") => Some(Color::White),
        Some("black") => Some(Color::Black),
        _ => None,
    }
}

fn result(text: &str) -> &'static str {
    ["1-0", "0-1", "1/2-1/2"].into_iter().find(|&known| known == text).unwrap_or("*")
}
