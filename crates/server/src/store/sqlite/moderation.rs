//! What the operator does to people, games and inventions, and what follows from that.

use sqlx::query;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};

use super::reader::{Read, get};
use super::writer::changed;
use super::{StoreError, meant, signed, unsigned};
use crate::store::PersonId;
use crate::store::place::{Moderation, StoredBan, StoredNetworkBan};

/// Who may not take part, and from where nobody may.
pub(super) async fn bans(pool: &SqlitePool) -> Read<(Vec<StoredBan>, Vec<StoredNetworkBan>)> {
    let people =
        query("SELECT person, name, until, reason FROM ban JOIN person ON id = person ORDER BY ban.created");
    let people = people.fetch_all(pool).await.map_err(|error| meant(&error))?;
    let person = |row: &SqliteRow| {
        let until = get::<Option<i64>>(row, 2)?.map(unsigned);
        Ok(StoredBan { person: get(row, 0)?, name: get(row, 1)?, until, reason: get(row, 3)? })
    };
    let networks = query("SELECT network, until, reason FROM network_ban ORDER BY created");
    let networks = networks.fetch_all(pool).await.map_err(|error| meant(&error))?;
    let network = |row: &SqliteRow| {
        let until = unsigned(get(row, 1)?);
        Ok(StoredNetworkBan { network: get(row, 0)?, until, reason: get(row, 2)? })
    };
    let people = people.iter().map(person).collect::<Read<_>>()?;
    Ok((people, networks.iter().map(network).collect::<Read<_>>()?))
}

/// Whether these files are hidden, or a game of this name or title by this person.
pub(super) async fn is_hidden(
    pool: &SqlitePool,
    person: PersonId,
    [rules, name, title]: [String; 3],
) -> Read<bool> {
    let found = query(concat!(
        "SELECT 1 FROM hidden WHERE rules = ?1 UNION ALL ",
        "SELECT 1 FROM hidden WHERE person = ?2 AND (name = ?3 COLLATE NOCASE OR title = ?4 COLLATE NOCASE) LIMIT 1"
    ));
    let row = found.bind(rules).bind(person).bind(name).bind(title).fetch_optional(pool).await;
    row.map(|row| row.is_some()).map_err(|error| meant(&error))
}

/// Writes what the operator does.
pub(super) async fn write(connection: &mut SqliteConnection, write: &Moderation) -> Result<(), StoreError> {
    let done = match write {
        Moderation::Ban { person, until, reason, at } => {
            let insert = query(concat!(
                "INSERT INTO ban (person, until, reason, created) VALUES (?, ?, ?, ?) ",
                "ON CONFLICT DO UPDATE SET until = excluded.until, reason = excluded.reason, created = excluded.created"
            ));
            let insert = insert.bind(*person).bind(until.map(signed)).bind(reason).bind(signed(*at));
            insert.execute(&mut *connection).await.map_err(|error| meant(&error))?;
            call_off(connection, *person).await
        }
        Moderation::Unban { person } => {
            return changed(connection, "DELETE FROM ban WHERE person = ?", &person.to_string()).await;
        }
        Moderation::BanNetwork { network, until, reason, at } => {
            let insert = query(concat!(
                "INSERT INTO network_ban (network, until, reason, created) VALUES (?, ?, ?, ?) ",
                "ON CONFLICT DO UPDATE SET until = excluded.until, reason = excluded.reason, created = excluded.created"
            ));
            let insert = insert.bind(network).bind(signed(*until)).bind(reason).bind(signed(*at));
            insert.execute(connection).await.map(drop)
        }
        Moderation::UnbanNetwork { network } => {
            return changed(connection, "DELETE FROM network_ban WHERE network = ?", network).await;
        }
        Moderation::Challenges { person } => call_off(connection, *person).await,
        Moderation::HideGame { game } => {
            let hide = "UPDATE game SET terms = json_set(terms, '$.audience', 'private') WHERE id = ?";
            return changed(connection, hide, game).await;
        }
        Moderation::RemoveGame { game } => {
            let link = query("DELETE FROM invitation WHERE game = ?").bind(game);
            link.execute(&mut *connection).await.map_err(|error| meant(&error))?;
            return changed(connection, "DELETE FROM game WHERE id = ?", game).await;
        }
        Moderation::Talk { game } => {
            let there = query("SELECT 1 FROM game WHERE id = ?").bind(game);
            let there = there.fetch_optional(&mut *connection).await.map_err(|error| meant(&error))?;
            if there.is_none() {
                return Err(StoreError::Conflict);
            }
            // Texts become empty: events keep their numbers.
            let talk = query(concat!(
                "UPDATE event SET body = json_set(body, '$.what.text', '') ",
                "WHERE game = ? AND json_extract(body, '$.what.type') = 'said'"
            ));
            talk.bind(game).execute(connection).await.map(drop)
        }
        Moderation::Hide { id, at } => {
            let hide = "UPDATE published SET hidden = 1, audience = 'private' WHERE id = ?";
            changed(connection, hide, id).await?;
            let keep = query(concat!(
                "INSERT OR IGNORE INTO hidden (person, rules, name, title, created) ",
                "SELECT person, rules, substr(spec, 1, instr(substr(spec, 4) || ':', ':') + 2), title, ? FROM published WHERE id = ?"
            ));
            keep.bind(signed(*at)).bind(id).execute(connection).await.map(drop)
        }
        Moderation::Unhide { id } => {
            changed(connection, "UPDATE published SET hidden = 0 WHERE id = ? AND hidden = 1", id).await?;
            let forget = query(
                "DELETE FROM hidden WHERE (person, rules) IN (SELECT person, rules FROM published WHERE id = ?)",
            );
            forget.bind(id).execute(connection).await.map(drop)
        }
    };
    done.map_err(|error| meant(&error))
}

async fn call_off(connection: &mut SqliteConnection, person: PersonId) -> sqlx::Result<()> {
    let off = query("UPDATE invitation SET state = 'withdrawn' WHERE inviter = ? AND state = 'open'");
    off.bind(person).execute(connection).await.map(drop)
}
