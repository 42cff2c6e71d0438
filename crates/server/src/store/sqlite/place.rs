//! The place around the games: what is read, and what is written.

use berolina_wire::place::PublishedLine;
use berolina_wire::{Audience, GameFile, Terms};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{QueryBuilder, Row as _, Sqlite as Database, query};

use super::reader::{Read, color, get, line, line_columns, parsed};
use super::writer::{changed, keep_rules};
use super::{Sqlite, StoreError, archive, meant, moderation, settle, signed, unsigned};
use crate::game::Rulebook;
use crate::store::place::{
    Digest, Found, NewPublished, NewSession, Place, PlaceWrite, Search, StoredAccount, StoredBan,
    StoredChallenge, StoredNetworkBan, StoredPublished, StoredRating, StoredReport,
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

    fn archive(&self, search: Search) -> Answer<'_, Found> {
        Box::pin(async move { archive::search(&self.searchers, &search).await })
    }

    fn games_by(&self, rules: String, most: u32) -> Answer<'_, Vec<StoredLine>> {
        Box::pin(async move {
            let found = query(concat!(
                line_columns!(),
                // Of the latest that were made, so that it costs the same however often the game was played.
                " FROM (SELECT * FROM game WHERE rules = ? ORDER BY created DESC LIMIT 500) g",
                players!(),
                "WHERE g.audience = 'public' AND plies > 0 ORDER BY g.updated DESC LIMIT ?"
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
                "(SELECT count(*) FROM (SELECT plies FROM game WHERE game.rules = p.rules LIMIT 2000) WHERE plies > 1), hidden ",
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
                    hidden: get(&row, 10)?,
                })
            })
            .transpose()
        })
    }

    fn device(&self, token: Digest) -> Answer<'_, Vec<PersonId>> {
        Box::pin(async move {
            let found = query("SELECT person FROM device WHERE token = ? LIMIT 100").bind(token.to_vec());
            let rows = found.fetch_all(&self.readers).await.map_err(|error| meant(&error))?;
            rows.iter().map(|row| get(row, 0)).collect()
        })
    }

    fn related(&self, one: PersonId, other: PersonId) -> Answer<'_, bool> {
        Box::pin(async move {
            let row = settle::related(one, other).fetch_optional(&self.readers).await;
            row.map(|row| row.is_some()).map_err(|error| meant(&error))
        })
    }

    fn counted(&self, one: PersonId, other: PersonId, since: u64) -> Answer<'_, u32> {
        Box::pin(async move {
            let row = settle::counted(one, other, since).fetch_one(&self.readers).await;
            get(&row.map_err(|error| meant(&error))?, 0)
        })
    }

    fn is_hidden(&self, person: PersonId, rules: String, name: String, title: String) -> Answer<'_, bool> {
        Box::pin(moderation::is_hidden(&self.readers, person, [rules, name, title]))
    }

    fn bans(&self) -> Answer<'_, (Vec<StoredBan>, Vec<StoredNetworkBan>)> {
        Box::pin(moderation::bans(&self.readers))
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
        PlaceWrite::Moderate(done) => moderation::write(connection, done).await,
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
        // Two accounts that are signed in from one browser, one after the other, are known by the same device.
        let before = query(concat!(
            "INSERT OR IGNORE INTO device (token, person, used) SELECT ?1, account.person, ?2 ",
            "FROM session JOIN account ON account.person = session.person WHERE token = ?3"
        ));
        let before = before.bind(session.device.to_vec()).bind(signed(session.at)).bind(instead.to_vec());
        before.execute(&mut *connection).await?;
        query("DELETE FROM session WHERE token = ?").bind(instead.to_vec()).execute(&mut *connection).await?;
    }
    let insert = query("INSERT INTO session (token, person, created) VALUES (?, ?, ?)");
    insert
        .bind(session.token.to_vec())
        .bind(person)
        .bind(signed(session.at))
        .execute(&mut *connection)
        .await?;
    let device = query(concat!(
        "INSERT INTO device (token, person, used) VALUES (?, ?, ?) ",
        "ON CONFLICT DO UPDATE SET used = excluded.used"
    ));
    let device = device.bind(session.device.to_vec()).bind(person).bind(signed(session.at));
    device.execute(&mut *connection).await?;
    let forget = query(concat!(
        "DELETE FROM device WHERE person = ?1 AND used < ",
        "(SELECT used FROM device WHERE person = ?1 ORDER BY used DESC LIMIT 1 OFFSET ?2)"
    ));
    forget.bind(person).bind(MOST_DEVICES - 1).execute(connection).await?;
    Ok(())
}

/// So many browsers of an account are remembered.
const MOST_DEVICES: u32 = 64;

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
        "UPDATE OR IGNORE hidden SET person = ?2 WHERE person = ?1",
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
        // Who joined comes back by the link, and it names nothing of the person's.
        "DELETE FROM invitation WHERE inviter = ?1 AND state <> 'taken'",
        "DELETE FROM published WHERE person = ?1",
        "DELETE FROM device WHERE person = ?1",
        "DELETE FROM report WHERE person = ?1",
        "DELETE FROM rating WHERE person = ?1",
        "DELETE FROM recovery WHERE person = ?1",
        "DELETE FROM session WHERE person = ?1",
        "DELETE FROM account WHERE person = ?1",
        "UPDATE person SET name = NULL WHERE id = ?1",
    ];
    let files = query(concat!(
        "SELECT rules FROM invitation WHERE inviter = ?1 AND state <> 'taken' UNION ",
        "SELECT rules FROM published WHERE person = ?1"
    ));
    let files = files.bind(person).fetch_all(&mut *connection).await?;
    for statement in said {
        query(statement).bind(person).execute(&mut *connection).await?;
    }
    for row in files {
        forget_rules(connection, &row.try_get::<String, _>(0)?).await?;
    }
    Ok(())
}

/// Removes files by which nothing is played, offered or shown any more.
async fn forget_rules(connection: &mut SqliteConnection, hash: &str) -> sqlx::Result<()> {
    let forget = query(concat!(
        "DELETE FROM rules WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM game WHERE rules = ?1) ",
        "AND NOT EXISTS (SELECT 1 FROM invitation WHERE rules = ?1) ",
        "AND NOT EXISTS (SELECT 1 FROM published WHERE rules = ?1)"
    ));
    forget.bind(hash).execute(connection).await.map(drop)
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
