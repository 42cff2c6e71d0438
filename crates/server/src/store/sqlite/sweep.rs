//! Removes what has expired. The file does not shrink by it: what comes next takes the room.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Executor, query};

use super::signed;

const DAY: u64 = 24 * 60 * 60 * 1000;
/// Invitations that nobody joined are removed after so long; a day before that they have expired.
const UNJOINED: u64 = 15 * DAY;
/// Those that somebody joined: until then the link leads to the game.
const JOINED: u64 = 60 * DAY;
/// A guest who has left nothing behind is forgotten after so long.
const GUEST: u64 = 2 * DAY;
/// So much is removed at once at most, so that nobody's move waits for long.
const MOST: u32 = 500;
/// So many challenges wait in the lobby at most: the oldest yield.
const CHALLENGES: u32 = 2000;
/// Of the guests one part is looked at each time.
const PARTS: u32 = 64;

/// Removes a part of what has expired at a date. `turn` counts up from time to time.
pub(super) async fn sweep(connection: &mut SqliteConnection, at: u64, turn: u32) -> sqlx::Result<()> {
    let before = |age: u64| signed(at.saturating_sub(age));
    let yielded = query(concat!(
        "UPDATE invitation SET state = 'withdrawn' WHERE secret IN (SELECT secret FROM invitation ",
        "WHERE open = 1 AND state = 'open' ORDER BY created DESC LIMIT ? OFFSET ?)"
    ));
    connection.execute(yielded.bind(MOST).bind(CHALLENGES)).await?;
    let invitations = query(concat!(
        "DELETE FROM invitation WHERE secret IN (SELECT secret FROM invitation ",
        "WHERE created < ?1 AND (state <> 'taken' OR created < ?2) ORDER BY created LIMIT ?3)"
    ));
    connection.execute(invitations.bind(before(UNJOINED)).bind(before(JOINED)).bind(MOST)).await?;
    let rules = query(concat!(
        "DELETE FROM rules WHERE hash IN (SELECT hash FROM rules r ",
        "WHERE NOT EXISTS (SELECT 1 FROM invitation WHERE rules = r.hash) ",
        "AND NOT EXISTS (SELECT 1 FROM game WHERE rules = r.hash) ",
        "AND NOT EXISTS (SELECT 1 FROM published WHERE rules = r.hash) LIMIT ?)"
    ));
    connection.execute(rules.bind(MOST)).await?;
    // Their sessions go with them.
    let guests = query(concat!(
        "DELETE FROM person WHERE id IN (SELECT id FROM person p ",
        "WHERE id % ?1 = ?2 AND name IS NULL AND created < ?3 ",
        "AND NOT EXISTS (SELECT 1 FROM game WHERE white = p.id) ",
        "AND NOT EXISTS (SELECT 1 FROM game WHERE black = p.id) ",
        "AND NOT EXISTS (SELECT 1 FROM invitation WHERE inviter = p.id) ",
        "AND NOT EXISTS (SELECT 1 FROM published WHERE person = p.id) ",
        "AND NOT EXISTS (SELECT 1 FROM account WHERE person = p.id) ",
        "AND NOT EXISTS (SELECT 1 FROM report WHERE person = p.id) LIMIT ?4)"
    ));
    let guests = guests.bind(PARTS).bind(turn % PARTS).bind(before(GUEST)).bind(MOST);
    connection.execute(guests).await.map(drop)
}

#[cfg(test)]
mod tests {
    use berolina_wire::{Audience, Color, GameFile, Terms};
    use sqlx::Row as _;

    use super::super::{FILE, Sqlite};
    use super::*;
    use crate::game::Rulebook;
    use crate::store::place::PlaceWrite;
    use crate::store::{NewInvitation, Store as _, Write};

    async fn counts(folder: &std::path::Path) -> [i64; 4] {
        let mut pool = sqlx::sqlite::SqlitePoolOptions::new()
            .connect(&format!("sqlite://{}", folder.join(FILE).display()))
            .await
            .expect("a file")
            .acquire()
            .await
            .expect("a connection");
        let row = query(concat!(
            "SELECT (SELECT count(*) FROM invitation), (SELECT count(*) FROM rules), ",
            "(SELECT count(*) FROM person), (SELECT count(*) FROM session)"
        ));
        let row = row.fetch_one(&mut *pool).await.expect("counts");
        [0, 1, 2, 3].map(|i| row.get(i))
    }

    #[tokio::test]
    async fn nothing_is_left_of_what_has_expired() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = Sqlite::open(folder.path()).await.expect("a file");
        let token = [1; 32];
        file.write(Write::Session { token, at: 0 }).await.expect("room");
        let (from, _) = file.person(token).await.expect("an answer").expect("a guest");
        let terms = Terms {
            spec: "my:mine".to_owned(),
            files: Vec::new(),
            start: None,
            clock: None,
            rated: false,
            audience: Audience::Private,
        };
        for (i, at) in [0, 10 * DAY].into_iter().enumerate() {
            let text = format!("text {i}");
            let made = NewInvitation {
                secret: format!("secret {i}"),
                game: format!("game {i}"),
                from,
                color: Some(Color::White),
                terms: terms.clone(),
                rules: Rulebook { files: vec![GameFile { name: "mine".to_owned(), text }] },
                title: "Mine".to_owned(),
                open: false,
                at,
            };
            file.write(Write::Invitation(Box::new(made))).await.expect("room");
        }
        let sweep = async |at| {
            for turn in 0..PARTS {
                file.write(Write::Place(PlaceWrite::Sweep { at, turn })).await.expect("room");
            }
        };
        sweep(14 * DAY).await;
        assert_eq!(counts(folder.path()).await, [2, 2, 1, 1]);
        sweep(16 * DAY).await;
        assert_eq!(counts(folder.path()).await, [1, 1, 1, 1]);
        sweep(26 * DAY).await;
        assert_eq!(counts(folder.path()).await, [0, 0, 0, 0]);
    }
}
