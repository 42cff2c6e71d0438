//! The place around the games: what is read, and what is written.

use berolina_wire::place::PublishedLine;
use berolina_wire::{Audience, GameFile, Terms};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{QueryBuilder, Sqlite as Database, query};

use super::reader::{Read, color, get, line, line_columns, parsed};
use super::writer::{changed, keep_rules};
use super::{Sqlite, StoreError, meant, settle, signed, unsigned};
use crate::game::Rulebook;
use crate::store::place::{
    Digest, NewPublished, NewSession, Place, PlaceWrite, Search, StoredAccount, StoredChallenge,
    StoredPublished, StoredRating, StoredReport,
};
use crate::store::{Answer, PersonId, StoredLine};

/// The players of a game `g`.
macro_rules! players {
    () => {
        " JOIN person w ON w.id = white JOIN person b ON b.id = black "
    };
}

const PUBLISHED: &str = "SELECT p.id, p.person, p.title, about, audience, p.created, name FROM published p JOIN person ON person.id = p.person";

impl Place for Sqlite {
    fn account(&self, name: String) -> Answer<'_, Option<StoredAccount>> {
        Box::pin(async move {
            let found = query(
                "SELECT person.id, name, passphrase, account.created FROM person JOIN account ON person = person.id WHERE name = ? COLLATE NOCASE",
            );
            let row = found.bind(name).fetch_optional(&self.readers).await.map_err(|error| meant(&error))?;
            row.map(|row| {
                Ok(StoredAccount {
                    person: get(&row, 0)?,
                    name: get(&row, 1)?,
                    passphrase: get(&row, 2)?,
                    created: unsigned(get(&row, 3)?),
                })
            })
            .transpose()
        })
    }

    fn was_closed(&self, name: Digest) -> Answer<'_, bool> {
        Box::pin(async move {
            let found = query("SELECT 1 FROM closed_name WHERE name = ?").bind(name.to_vec());
            let row = found.fetch_optional(&self.readers).await.map_err(|error| meant(&error))?;
            Ok(row.is_some())
        })
    }

    fn codes(&self, person: PersonId) -> Answer<'_, Vec<Digest>> {
        Box::pin(async move {
            let found = query("SELECT code FROM recovery WHERE person = ?").bind(person);
            let rows = found.fetch_all(&self.readers).await.map_err(|error| meant(&error))?;
            let code = |row: &SqliteRow| {
                let bytes: Vec<u8> = get(row, 0)?;
                Digest::try_from(bytes).map_err(|_| StoreError::Failed("a code cannot be read".to_owned()))
            };
            rows.iter().map(code).collect()
        })
    }

    fn ratings(&self, person: PersonId) -> Answer<'_, Vec<StoredRating>> {
        Box::pin(async move {
            let found = query(
                "SELECT rating, deviation, volatility, games, updated, family FROM rating WHERE person = ? ORDER BY games DESC, family",
            );
            let rows = found.bind(person).fetch_all(&self.readers).await.map_err(|error| meant(&error))?;
            let rating = |row| Ok(StoredRating { family: get(row, 5)?, standing: settle::standing(row)? });
            rows.iter().map(rating).collect()
        })
    }

    fn challenges(&self, since: u64, most: u32) -> Answer<'_, Vec<StoredChallenge>> {
        Box::pin(async move {
            let found = query(concat!(
                "SELECT secret, game, inviter, name, color, terms, title, i.created, i.open FROM invitation i JOIN person ON person.id = inviter ",
                "WHERE open = 1 AND state = 'open' AND i.created >= ? ORDER BY i.created DESC LIMIT ?"
            ));
            let rows = found.bind(signed(since)).bind(most).fetch_all(&self.readers).await;
            rows.map_err(|error| meant(&error))?.iter().map(challenge).collect()
        })
    }

    fn waiting(&self, person: PersonId, since: u64, most: u32) -> Answer<'_, Vec<StoredChallenge>> {
        Box::pin(async move {
            let found = query(concat!(
                "SELECT secret, game, inviter, name, color, terms, title, i.created, i.open FROM invitation i JOIN person ON person.id = inviter ",
                "WHERE inviter = ? AND state = 'open' AND i.created >= ? ORDER BY i.created DESC LIMIT ?"
            ));
            let rows = found.bind(person).bind(signed(since)).bind(most).fetch_all(&self.readers).await;
            rows.map_err(|error| meant(&error))?.iter().map(challenge).collect()
        })
    }

    fn live(&self, since: u64, most: u32) -> Answer<'_, Vec<StoredLine>> {
        Box::pin(async move {
            let found = query(concat!(
                line_columns!(),
                " FROM game g",
                players!(),
                "WHERE turn IS NOT NULL AND updated >= ? AND audience = 'public' AND plies > 0 ORDER BY updated DESC LIMIT ?"
            ));
            lines(found.bind(signed(since)).bind(most).fetch_all(&self.readers).await)
        })
    }

    fn line(&self, game: String) -> Answer<'_, Option<StoredLine>> {
        Box::pin(async move {
            let found = query(concat!(line_columns!(), " FROM game g", players!(), "WHERE g.id = ?"));
            let row = found.bind(game).fetch_optional(&self.readers).await.map_err(|error| meant(&error))?;
            row.as_ref().map(line).transpose()
        })
    }

    fn archive(&self, search: Search) -> Answer<'_, Vec<StoredLine>> {
        Box::pin(async move { lines(searched(&search).build().fetch_all(&self.readers).await) })
    }

    fn games_by(&self, rules: String, most: u32) -> Answer<'_, Vec<StoredLine>> {
        Box::pin(async move {
            let found = query(concat!(
                line_columns!(),
                " FROM game g",
                players!(),
                "WHERE rules = ? AND audience = 'public' AND plies > 0 ORDER BY updated DESC LIMIT ?"
            ));
            lines(found.bind(rules).bind(most).fetch_all(&self.readers).await)
        })
    }

    fn published(&self, person: Option<PersonId>, most: u32) -> Answer<'_, Vec<(PersonId, PublishedLine)>> {
        Box::pin(async move {
            let mut found = QueryBuilder::<Database>::new(PUBLISHED);
            match person {
                Some(person) => found.push(" WHERE p.person = ").push_bind(person),
                None => found.push(" WHERE audience = 'public'"),
            };
            found.push(" ORDER BY p.created DESC LIMIT ").push_bind(most);
            let rows = found.build().fetch_all(&self.readers).await.map_err(|error| meant(&error))?;
            rows.iter().map(|row| Ok((get(row, 1)?, published_line(row)?))).collect()
        })
    }

    fn published_game(&self, id: String) -> Answer<'_, Option<StoredPublished>> {
        Box::pin(async move {
            let found = query(concat!(
                "SELECT p.id, p.person, p.title, about, audience, p.created, name, spec, files, ",
                "(SELECT count(*) FROM game WHERE game.rules = p.rules AND plies > 1) ",
                "FROM published p JOIN person ON person.id = p.person JOIN rules ON hash = p.rules WHERE p.id = ?"
            ));
            let row = found.bind(id).fetch_optional(&self.readers).await.map_err(|error| meant(&error))?;
            row.map(|row| {
                Ok(StoredPublished {
                    person: get(&row, 1)?,
                    line: published_line(&row)?,
                    spec: get(&row, 7)?,
                    rules: Rulebook { files: parsed::<Vec<GameFile>>(&row, 8)? },
                    played: get(&row, 9)?,
                })
            })
            .transpose()
        })
    }

    fn reports(&self, most: u32) -> Answer<'_, Vec<StoredReport>> {
        Box::pin(async move {
            let found = query(concat!(
                "SELECT report.id, name, about, text, report.created FROM report LEFT JOIN person ON person.id = person ",
                "WHERE done = 0 ORDER BY report.id LIMIT ?"
            ));
            let rows = found.bind(most).fetch_all(&self.readers).await.map_err(|error| meant(&error))?;
            let report = |row: &SqliteRow| {
                Ok(StoredReport {
                    id: get(row, 0)?,
                    by: get(row, 1)?,
                    about: get(row, 2)?,
                    text: get(row, 3)?,
                    created: unsigned(get(row, 4)?),
                })
            };
            rows.iter().map(report).collect()
        })
    }
}

fn lines(rows: sqlx::Result<Vec<SqliteRow>>) -> Read<Vec<StoredLine>> {
    rows.map_err(|error| meant(&error))?.iter().map(line).collect()
}

fn challenge(row: &SqliteRow) -> Read<StoredChallenge> {
    let terms: Terms = parsed(row, 5)?;
    Ok(StoredChallenge {
        secret: get(row, 0)?,
        game: get(row, 1)?,
        from: get(row, 2)?,
        name: get(row, 3)?,
        color: color(&get::<Option<String>>(row, 4)?),
        spec: terms.spec,
        clock: terms.clock,
        rated: terms.rated,
        title: get(row, 6)?,
        created: unsigned(get(row, 7)?),
        open: get(row, 8)?,
    })
}

fn published_line(row: &SqliteRow) -> Read<PublishedLine> {
    Ok(PublishedLine {
        id: get(row, 0)?,
        title: get(row, 2)?,
        about: get(row, 3)?,
        audience: match get::<String>(row, 4)?.as_str() {
            "public" => Audience::Public,
            "unlisted" => Audience::Unlisted,
            _ => Audience::Private,
        },
        created: unsigned(get(row, 5)?),
        by: get(row, 6)?,
        yours: false,
    })
}

/// The search of the archive. A person's games are found by one index for each colour, of which as many are read as are wanted.
fn searched(search: &Search) -> QueryBuilder<Database> {
    let mut found = QueryBuilder::new(concat!(line_columns!(), " FROM ("));
    match search.person {
        None => conditions(&mut found, search, None),
        Some(person) => {
            conditions(&mut found, search, Some(("white", person)));
            found.push(" UNION ");
            conditions(&mut found, search, Some(("black", person)));
        }
    }
    found
        .push(concat!(") g", players!(), "ORDER BY g.updated DESC, g.id DESC LIMIT "))
        .push_bind(search.most);
    found
}

fn conditions(found: &mut QueryBuilder<Database>, search: &Search, of: Option<(&'static str, PersonId)>) {
    found.push("SELECT * FROM (SELECT * FROM game WHERE turn IS NULL AND plies > 1");
    // The plus keeps SQLite from searching by it where it searches by the person, who has fewer games than the archive.
    let plus = if of.is_some() { "+" } else { "" };
    if let Some((column, person)) = of {
        found.push(" AND ").push(column).push(" = ").push_bind(person);
    }
    if !search.own {
        found.push(" AND ").push(plus).push("audience = 'public'");
    }
    if let Some(name) = &search.game {
        found.push(" AND ").push(plus).push("name = ").push_bind(name.clone());
    }
    if let Some(result) = &search.result {
        found.push(" AND result = ").push_bind(result.clone());
    }
    if search.rated {
        found.push(" AND json_extract(terms, '$.rated')");
    }
    if let Some((updated, id)) = &search.after {
        found
            .push(" AND (updated, id) < (")
            .push_bind(signed(*updated))
            .push(", ")
            .push_bind(id.clone())
            .push(")");
    }
    found.push(" ORDER BY updated DESC, id DESC LIMIT ").push_bind(search.most).push(")");
}

/// Writes something of the place.
pub(super) async fn write(connection: &mut SqliteConnection, write: &PlaceWrite) -> Result<(), StoreError> {
    match write {
        PlaceWrite::Register { person, name, passphrase, codes, session } => {
            named(connection, *person, name).await?;
            account(connection, *person, passphrase, codes, session.at)
                .await
                .map_err(|error| meant(&error))?;
            begin(connection, *person, session).await.map_err(|error| meant(&error))
        }
        PlaceWrite::SignIn { person, guest, session } => {
            if let Some(guest) = guest {
                claim(connection, *guest, *person).await.map_err(|error| meant(&error))?;
            }
            begin(connection, *person, session).await.map_err(|error| meant(&error))
        }
        PlaceWrite::SignOut { token } => {
            let ended = query("DELETE FROM session WHERE token = ?").bind(token.to_vec());
            ended.execute(connection).await.map(drop).map_err(|error| meant(&error))
        }
        PlaceWrite::Passphrase { person, passphrase, code, session } => {
            if let Some(code) = code {
                let used = query("DELETE FROM recovery WHERE person = ? AND code = ?").bind(*person);
                let used = used.bind(code.to_vec()).execute(&mut *connection).await;
                if used.map_err(|error| meant(&error))?.rows_affected() == 0 {
                    return Err(StoreError::Conflict);
                }
            }
            renewed(connection, *person, passphrase).await.map_err(|error| meant(&error))?;
            begin(connection, *person, session).await.map_err(|error| meant(&error))
        }
        PlaceWrite::Close { person, name } => {
            close(connection, *person, name).await.map_err(|error| meant(&error))
        }
        PlaceWrite::Publish(made) => publish(connection, made).await.map_err(|error| meant(&error)),
        PlaceWrite::Republish { id, audience } => {
            let update =
                query("UPDATE published SET audience = ? WHERE id = ?").bind(seen(*audience)).bind(id);
            let done = update.execute(connection).await.map_err(|error| meant(&error))?;
            if done.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) }
        }
        PlaceWrite::Report { person, about, text, at } => {
            let insert = query("INSERT INTO report (person, about, text, created) VALUES (?, ?, ?, ?)");
            let insert = insert.bind(*person).bind(about).bind(text).bind(signed(*at));
            insert.execute(connection).await.map(drop).map_err(|error| meant(&error))
        }
        PlaceWrite::Sweep { at, turn } => {
            super::sweep::sweep(connection, *at, *turn).await.map_err(|error| meant(&error))
        }
        PlaceWrite::Dealt { report } => {
            changed(connection, "UPDATE report SET done = 1 WHERE id = ? AND done = 0", &report.to_string())
                .await
        }
    }
}

/// Gives a guest a name: nobody who has one already, and no name that is another's.
async fn named(connection: &mut SqliteConnection, person: PersonId, name: &str) -> Result<(), StoreError> {
    let update = query("UPDATE person SET name = ? WHERE id = ? AND name IS NULL").bind(name).bind(person);
    let done = update.execute(connection).await.map_err(|error| meant(&error))?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}

async fn account(
    connection: &mut SqliteConnection,
    person: PersonId,
    passphrase: &str,
    codes: &[Digest],
    at: u64,
) -> sqlx::Result<()> {
    let insert = query("INSERT INTO account (person, passphrase, created) VALUES (?, ?, ?)");
    insert.bind(person).bind(passphrase).bind(signed(at)).execute(&mut *connection).await?;
    for code in codes {
        let insert = query("INSERT INTO recovery (person, code) VALUES (?, ?)");
        insert.bind(person).bind(code.to_vec()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// A browser's session from now on. No secret that a browser had before stays good, so that nobody can have given it to it.
async fn begin(
    connection: &mut SqliteConnection,
    person: PersonId,
    session: &NewSession,
) -> sqlx::Result<()> {
    if let Some(instead) = session.instead {
        query("DELETE FROM session WHERE token = ?").bind(instead.to_vec()).execute(&mut *connection).await?;
    }
    let insert = query("INSERT INTO session (token, person, created) VALUES (?, ?, ?)");
    insert.bind(session.token.to_vec()).bind(person).bind(signed(session.at)).execute(connection).await?;
    Ok(())
}

/// Another passphrase, which ends all sessions.
async fn renewed(connection: &mut SqliteConnection, person: PersonId, passphrase: &str) -> sqlx::Result<()> {
    let update = query("UPDATE account SET passphrase = ? WHERE person = ?");
    update.bind(passphrase).bind(person).execute(&mut *connection).await?;
    query("DELETE FROM session WHERE person = ?").bind(person).execute(connection).await?;
    Ok(())
}

/// What a guest has becomes an account's, but for games against the account itself.
async fn claim(connection: &mut SqliteConnection, guest: PersonId, person: PersonId) -> sqlx::Result<()> {
    let statements = [
        "UPDATE game SET white = ?2 WHERE white = ?1 AND black <> ?2",
        "UPDATE game SET black = ?2 WHERE black = ?1 AND white <> ?2",
        "UPDATE invitation SET inviter = ?2 WHERE inviter = ?1 AND state = 'open'",
        "UPDATE published SET person = ?2 WHERE person = ?1",
    ];
    for statement in statements {
        query(statement).bind(guest).bind(person).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn close(connection: &mut SqliteConnection, person: PersonId, name: &Digest) -> sqlx::Result<()> {
    query("INSERT OR IGNORE INTO closed_name (name) VALUES (?)")
        .bind(name.to_vec())
        .execute(&mut *connection)
        .await?;
    let said = [
        // Texts become empty: events keep their numbers.
        concat!(
            "UPDATE event SET body = json_set(body, '$.what.text', '') WHERE game IN (SELECT id FROM game WHERE white = ?1) ",
            "AND json_extract(body, '$.what.type') = 'said' AND json_extract(body, '$.what.by') = 'white'"
        ),
        concat!(
            "UPDATE event SET body = json_set(body, '$.what.text', '') WHERE game IN (SELECT id FROM game WHERE black = ?1) ",
            "AND json_extract(body, '$.what.type') = 'said' AND json_extract(body, '$.what.by') = 'black'"
        ),
        "UPDATE invitation SET state = 'withdrawn' WHERE inviter = ?1 AND state = 'open'",
        "DELETE FROM published WHERE person = ?1",
        "DELETE FROM report WHERE person = ?1",
        "DELETE FROM rating WHERE person = ?1",
        "DELETE FROM recovery WHERE person = ?1",
        "DELETE FROM session WHERE person = ?1",
        "DELETE FROM account WHERE person = ?1",
        "UPDATE person SET name = NULL WHERE id = ?1",
    ];
    for statement in said {
        query(statement).bind(person).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn publish(connection: &mut SqliteConnection, made: &NewPublished) -> sqlx::Result<()> {
    let rules = keep_rules(connection, &made.rules).await?;
    query("INSERT INTO published (id, person, spec, rules, title, about, audience, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(&made.id)
        .bind(made.person)
        .bind(&made.spec)
        .bind(rules)
        .bind(&made.title)
        .bind(&made.about)
        .bind(seen(made.audience))
        .bind(signed(made.at))
        .execute(connection)
        .await?;
    Ok(())
}

fn seen(audience: Audience) -> &'static str {
    match audience {
        Audience::Private => "private",
        Audience::Unlisted => "unlisted",
        Audience::Public => "public",
    }
}
