//! The search of the archive: it goes by one index, looks at a bounded number of games, and is interrupted if it takes long all the same.
//!
//! What an index does not answer is looked for among the next [`LOOKED_AT`] games. Where these hold less than a page, the answer says from
//! where the search goes on, so no search costs more than that.

use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{QueryBuilder, Sqlite as Database};

use super::reader::{Read, get, line, line_columns};
use super::{meant, signed, unsigned};
use crate::store::PersonId;
use crate::store::place::{Found, Search};

/// So many games are looked at for one page.
const LOOKED_AT: u32 = 2_000;
/// A search that takes longer is given up.
const DEADLINE: Duration = Duration::from_secs(1);
/// So many steps of the database lie between two looks at the time.
const STEPS: i32 = 2_000;

pub(super) async fn search(pool: &SqlitePool, search: &Search) -> Read<Found> {
    let mut connection = pool.acquire().await.map_err(|error| meant(&error))?;
    let end = Instant::now() + DEADLINE;
    let mut handle = connection.lock_handle().await.map_err(|error| meant(&error))?;
    handle.set_progress_handler(STEPS, move || Instant::now() < end);
    drop(handle);
    let found = page(&mut connection, search).await;
    connection.lock_handle().await.map_err(|error| meant(&error))?.remove_progress_handler();
    found
}

async fn page(connection: &mut SqliteConnection, search: &Search) -> Read<Found> {
    let scans = scans(search);
    // All scans are complete down to the place at which the first of them has looked at enough.
    let mut floor = None;
    for scan in scans.iter().filter(|scan| scan.filters(search)) {
        floor = floor.max(end(connection, search, *scan).await?);
    }
    let mut found = QueryBuilder::<Database>::new(concat!(line_columns!(), " FROM ("));
    for (i, scan) in scans.iter().enumerate() {
        found.push(if i == 0 {
            "SELECT * FROM (SELECT * FROM "
        } else {
            " UNION ALL SELECT * FROM (SELECT * FROM "
        });
        scan.push(&mut found, search);
        scan.push_filters(&mut found, search);
        if let Some((updated, id)) = &floor {
            found.push(" AND (updated, id) >= (").push_bind(signed(*updated)).push(", ");
            found.push_bind(id.clone()).push(")");
        }
        found.push(" ORDER BY updated DESC, id DESC LIMIT ").push_bind(search.most).push(")");
    }
    found.push(") g JOIN person w ON w.id = white JOIN person b ON b.id = black ORDER BY g.updated DESC, g.id DESC LIMIT ");
    found.push_bind(search.most);
    let rows = found.build().fetch_all(connection).await.map_err(|error| meant(&error))?;
    let games = rows.iter().map(line).collect::<Read<Vec<_>>>()?;
    let full = games.len() >= search.most as usize;
    let last = games.last().filter(|_| full).map(|line| (line.updated, line.id.clone()));
    Ok(Found { games, next: last.or(floor) })
}

/// Where a scan has looked at as many games as it may; `None` if it ends before.
async fn end(connection: &mut SqliteConnection, search: &Search, scan: Scan) -> Read<Option<(u64, String)>> {
    let mut found = QueryBuilder::<Database>::new("SELECT updated, id FROM ");
    scan.push(&mut found, search);
    found.push(" ORDER BY updated DESC, id DESC LIMIT 1 OFFSET ").push_bind(LOOKED_AT - 1);
    let row = found.build().fetch_optional(connection).await.map_err(|error| meant(&error))?;
    row.map(|row: SqliteRow| Ok((unsigned(get(&row, 0)?), get(&row, 1)?))).transpose()
}

/// Games that an index gives, the latest first.
#[derive(Clone, Copy)]
enum Scan {
    Of(&'static str, PersonId),
    Named,
    Rated,
    Result,
    All,
}

fn scans(search: &Search) -> Vec<Scan> {
    match search.person {
        Some(person) => vec![Scan::Of("white", person), Scan::Of("black", person)],
        None if search.game.is_some() => vec![Scan::Named],
        None if search.rated => vec![Scan::Rated],
        None if search.result.is_some() => vec![Scan::Result],
        None => vec![Scan::All],
    }
}

impl Scan {
    /// Whether something is asked that the index does not answer.
    fn filters(self, search: &Search) -> bool {
        let result = search.result.is_some();
        match self {
            Self::Of(..) => !search.own || search.game.is_some() || search.rated || result,
            Self::Named => search.rated || result,
            Self::Rated => result,
            Self::Result | Self::All => false,
        }
    }

    /// The table with the index and what the index answers.
    fn push(self, found: &mut QueryBuilder<Database>, search: &Search) {
        let index = match self {
            Self::Of("white", _) => "game_over_white",
            Self::Of(..) => "game_over_black",
            Self::Named => "game_over_name",
            Self::Rated => "game_over_rated",
            Self::Result => "game_over_result",
            Self::All => "game_over",
        };
        found.push("game INDEXED BY ").push(index).push(" WHERE turn IS NULL AND plies > 1");
        match self {
            Self::Of(column, person) => {
                found.push(" AND ").push(column).push(" = ").push_bind(person);
            }
            _ => {
                found.push(" AND audience = 'public'");
            }
        }
        match self {
            Self::Named => {
                found.push(" AND name = ").push_bind(search.game.clone());
            }
            Self::Rated => {
                found.push(RATED);
            }
            Self::Result => {
                found.push(" AND result = ").push_bind(search.result.clone());
            }
            Self::Of(..) | Self::All => {}
        }
        if let Some((updated, id)) = &search.after {
            found.push(" AND (updated, id) < (").push_bind(signed(*updated)).push(", ");
            found.push_bind(id.clone()).push(")");
        }
    }

    /// What is asked besides.
    fn push_filters(self, found: &mut QueryBuilder<Database>, search: &Search) {
        if let Self::Of(..) = self {
            if !search.own {
                found.push(" AND audience = 'public'");
            }
            if let Some(name) = &search.game {
                found.push(" AND name = ").push_bind(name.clone());
            }
        }
        if search.rated && !matches!(self, Self::Rated) {
            found.push(RATED);
        }
        if let (Some(result), false) = (&search.result, matches!(self, Self::Result)) {
            found.push(" AND result = ").push_bind(result.clone());
        }
    }
}

/// As the index has it.
const RATED: &str = " AND json_extract(terms, '$.rated') = 1";
