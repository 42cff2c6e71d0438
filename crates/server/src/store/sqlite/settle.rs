//! Ratings, which are read and written within the commit of the game that changes them.

use sqlx::query::Query;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Row, Sqlite as Database, query};

use super::reader::get;
use super::{StoreError, meant, signed, unsigned};
use crate::rating::{self, Standing};
use crate::store::{NewGame, PersonId, Rated};

/// Writes down the ratings with which a game begins.
pub(super) async fn seat(connection: &mut SqliteConnection, game: &NewGame) -> sqlx::Result<()> {
    let [white, black] = game.players;
    query(concat!(
        "UPDATE game SET white_rating = (SELECT CAST(round(rating) AS INTEGER) FROM rating WHERE person = ?2 AND family = ?4), ",
        "black_rating = (SELECT CAST(round(rating) AS INTEGER) FROM rating WHERE person = ?3 AND family = ?4) WHERE id = ?1"
    ))
    .bind(&game.id)
    .bind(white)
    .bind(black)
    .bind(&game.family)
    .execute(connection)
    .await
    .map(drop)
}

/// Counts a game that is over. Where one of the players has no account any more, nothing counts.
pub(super) async fn count(
    connection: &mut SqliteConnection,
    game: &str,
    rated: &Rated,
    at: u64,
) -> Result<(), StoreError> {
    let Rated { family, players, winner } = rated;
    let [one, other] = *players;
    let before = counted(one, other, at.saturating_sub(rating::WEEK)).fetch_one(&mut *connection).await;
    if get::<u32>(&before.map_err(|error| meant(&error))?, 0)? >= rating::MOST_A_WEEK {
        return Ok(());
    }
    let related = related(one, other).fetch_optional(&mut *connection).await;
    if related.map_err(|error| meant(&error))?.is_some() {
        return Ok(());
    }
    let mut before = [Standing::default(); 2];
    for (standing, &person) in before.iter_mut().zip(players) {
        let account = query("SELECT 1 FROM account WHERE person = ?").bind(person);
        if account.fetch_optional(&mut *connection).await.map_err(|error| meant(&error))?.is_none() {
            return Ok(());
        }
        *standing = stands(connection, person, family).await?;
    }
    let after = rating::after(before, *winner, at);
    let mut gained = [0; 2];
    for i in 0..2 {
        gained[i] = (after[i].rating.round() - before[i].rating.round()) as i32;
        keep(connection, players[i], family, after[i]).await.map_err(|error| meant(&error))?;
    }
    query("UPDATE game SET white_gained = ?, black_gained = ? WHERE id = ?")
        .bind(gained[0])
        .bind(gained[1])
        .bind(game)
        .execute(connection)
        .await
        .map(drop)
        .map_err(|error| meant(&error))
}

/// Whether two accounts were signed in from the same browser: a row if they were.
pub(super) fn related(
    one: PersonId,
    other: PersonId,
) -> Query<'static, Database, sqlx::sqlite::SqliteArguments> {
    let found = query(concat!(
        "SELECT 1 FROM device a JOIN device b ON b.token = a.token AND b.person = ?2 ",
        "WHERE a.person = ?1 LIMIT 1"
    ));
    found.bind(one).bind(other)
}

/// How many games between two people have counted since a date, as a question with one number for an answer.
pub(super) fn counted(
    one: PersonId,
    other: PersonId,
    since: u64,
) -> Query<'static, Database, sqlx::sqlite::SqliteArguments> {
    let found = query(concat!(
        "SELECT (SELECT count(*) FROM game WHERE white = ?1 AND black = ?2 AND updated >= ?3 AND white_gained IS NOT NULL) + ",
        "(SELECT count(*) FROM game WHERE white = ?2 AND black = ?1 AND updated >= ?3 AND white_gained IS NOT NULL)"
    ));
    found.bind(one).bind(other).bind(signed(since))
}

async fn stands(
    connection: &mut SqliteConnection,
    person: PersonId,
    family: &str,
) -> Result<Standing, StoreError> {
    let found = query(
        "SELECT rating, deviation, volatility, games, updated FROM rating WHERE person = ? AND family = ?",
    );
    let row =
        found.bind(person).bind(family).fetch_optional(connection).await.map_err(|error| meant(&error))?;
    row.map_or(Ok(Standing::default()), |row| standing(&row))
}

/// A standing as it is read from five columns.
pub(super) fn standing(row: &sqlx::sqlite::SqliteRow) -> Result<Standing, StoreError> {
    debug_assert!(row.len() >= 5);
    Ok(Standing {
        rating: get(row, 0)?,
        deviation: get(row, 1)?,
        volatility: get(row, 2)?,
        games: get(row, 3)?,
        updated: unsigned(get(row, 4)?),
    })
}

async fn keep(
    connection: &mut SqliteConnection,
    person: PersonId,
    family: &str,
    standing: Standing,
) -> sqlx::Result<()> {
    query(concat!(
        "INSERT INTO rating (person, family, rating, deviation, volatility, games, updated) VALUES (?, ?, ?, ?, ?, ?, ?) ",
        "ON CONFLICT DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, ",
        "volatility = excluded.volatility, games = excluded.games, updated = excluded.updated"
    ))
    .bind(person)
    .bind(family)
    .bind(standing.rating)
    .bind(standing.deviation)
    .bind(standing.volatility)
    .bind(standing.games)
    .bind(signed(standing.updated))
    .execute(connection)
    .await
    .map(drop)
}
