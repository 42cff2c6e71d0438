//! A store that keeps everything in memory, and fails when it is told to.

use std::collections::HashMap;
use std::future::ready;
use std::sync::{Mutex, MutexGuard};

use berolina_server::store::place::{
    Digest, Found, Place, Search, StoredAccount, StoredBan, StoredChallenge, StoredNetworkBan,
    StoredPublished, StoredRating, StoredReport,
};
use berolina_server::store::{
    Answer, Audited, Condition, PersonId, Store, StoreError, StoredGame, StoredInvitation, StoredLine, Write,
};
use berolina_wire::Audience;
use berolina_wire::place::PublishedLine;
use berolina_wire::request::InvitationState;

/// What happens to the next events that are to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// They are not written.
    Lost,
    /// They are written, and whoever waits is told that they were not.
    Unanswered,
}

/// Everything that is kept.
#[derive(Debug, Default)]
struct Kept {
    sessions: Vec<[u8; 32]>,
    invitations: Vec<StoredInvitation>,
    games: HashMap<String, StoredGame>,
    served: u64,
    fault: Option<Fault>,
}

/// The store.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Kept>);

impl Memory {
    /// Forgets everything.
    pub fn clear(&self) {
        *self.kept() = Kept::default();
    }

    /// Lets the next write of events fail.
    pub fn fail(&self, fault: Fault) {
        self.kept().fault = Some(fault);
    }

    /// What still waits to fail.
    pub fn fault(&self) -> Option<Fault> {
        self.kept().fault
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().expect("nobody panicked")
    }

    fn find(&self, is: impl Fn(&StoredInvitation) -> bool) -> Option<StoredInvitation> {
        self.kept().invitations.iter().find(|&invitation| is(invitation)).cloned()
    }
}

impl Kept {
    fn write(&mut self, write: Write) -> Result<(), StoreError> {
        match write {
            Write::Session { token, .. } => self.sessions.push(token),
            Write::Invitation(made) => {
                self.invitations.push(StoredInvitation {
                    made: *made,
                    name: None,
                    state: InvitationState::Open,
                });
            }
            Write::Join { secret, game } => {
                self.answer(&secret, InvitationState::Taken)?;
                self.begin(*game);
            }
            Write::Withdraw { secret } => self.answer(&secret, InvitationState::Withdrawn)?,
            Write::Waited { game, waited, due } => {
                let kept = self.games.get_mut(&game).ok_or(StoreError::Conflict)?;
                kept.waited = Some(waited);
                if kept.begun.summary.due == Some(due[0]) {
                    kept.begun.summary.due = Some(due[1]);
                }
            }
            Write::Served(served) => self.served = self.served.max(served),
            // Accounts and the rest of the place are tested with the real store.
            Write::Place(_) | Write::Audit(_) => {}
            Write::Events { game, entries, summary, next, .. } => {
                let fault = self.fault.take();
                if fault == Some(Fault::Lost) {
                    return Err(StoreError::Full);
                }
                let kept = self.games.get_mut(&game).ok_or(StoreError::Conflict)?;
                for entry in entries {
                    if entry.event.number as usize != kept.log.len() + 1 {
                        return Err(StoreError::Conflict);
                    }
                    self.served = self.served.max(entry.served);
                    kept.log.push(entry);
                }
                kept.begun.summary = summary;
                if let Some(next) = next {
                    self.begin(*next);
                }
                if fault == Some(Fault::Unanswered) {
                    return Err(StoreError::Busy);
                }
            }
        }
        Ok(())
    }

    fn answer(&mut self, secret: &str, state: InvitationState) -> Result<(), StoreError> {
        let open = |it: &&mut StoredInvitation| it.made.secret == secret && it.state == InvitationState::Open;
        let found = self.invitations.iter_mut().find(open).ok_or(StoreError::Conflict)?;
        found.state = state;
        Ok(())
    }

    fn begin(&mut self, begun: berolina_server::store::NewGame) {
        self.games.insert(
            begun.id.clone(),
            StoredGame { begun, names: [None, None], ratings: [None, None], log: Vec::new(), waited: None },
        );
    }

    fn line(game: &StoredGame) -> StoredLine {
        let begun = &game.begun;
        StoredLine {
            id: begun.id.clone(),
            spec: begun.terms.spec.clone(),
            title: begun.title.clone(),
            players: begun.players,
            names: game.names.clone(),
            ratings: game.ratings,
            gained: [None, None],
            clock: begun.terms.clock,
            rated: begun.terms.rated,
            public: begun.terms.audience == Audience::Public,
            plies: begun.summary.plies,
            turn: begun.summary.turn,
            result: begun.summary.result.to_owned(),
            created: begun.at,
            updated: game.log.last().map_or(begun.at, |entry| entry.event.at),
        }
    }
}

fn now<T: Send + 'static>(value: T) -> Answer<'static, T> {
    Box::pin(ready(Ok(value)))
}

/// Nobody has an account, and nothing is published.
impl Place for Memory {
    fn account(&self, _: String) -> Answer<'_, Option<StoredAccount>> {
        now(None)
    }

    fn was_closed(&self, _: Digest) -> Answer<'_, bool> {
        now(false)
    }

    fn codes(&self, _: PersonId) -> Answer<'_, Vec<Digest>> {
        now(Vec::new())
    }

    fn ratings(&self, _: PersonId) -> Answer<'_, Vec<StoredRating>> {
        now(Vec::new())
    }

    fn challenges(&self, _: u64, _: u32) -> Answer<'_, Vec<StoredChallenge>> {
        now(Vec::new())
    }

    fn waiting(&self, _: PersonId, _: u64, _: u32) -> Answer<'_, Vec<StoredChallenge>> {
        now(Vec::new())
    }

    fn live(&self, _: u64, _: u32) -> Answer<'_, Vec<StoredLine>> {
        now(Vec::new())
    }

    fn line(&self, game: String) -> Answer<'_, Option<StoredLine>> {
        now(self.kept().games.get(&game).map(Kept::line))
    }

    fn archive(&self, _: Search) -> Answer<'_, Found> {
        now(Found::default())
    }

    fn games_by(&self, _: String, _: u32) -> Answer<'_, Vec<StoredLine>> {
        now(Vec::new())
    }

    fn published(&self, _: Option<PersonId>, _: u32) -> Answer<'_, Vec<(PersonId, PublishedLine)>> {
        now(Vec::new())
    }

    fn published_game(&self, _: String) -> Answer<'_, Option<StoredPublished>> {
        now(None)
    }

    fn device(&self, _: Digest) -> Answer<'_, Vec<PersonId>> {
        now(Vec::new())
    }

    fn related(&self, _: PersonId, _: PersonId) -> Answer<'_, bool> {
        now(false)
    }

    fn counted(&self, _: PersonId, _: PersonId, _: u64) -> Answer<'_, u32> {
        now(0)
    }

    fn is_hidden(&self, _: PersonId, _: String, _: String, _: String) -> Answer<'_, bool> {
        now(false)
    }

    fn bans(&self) -> Answer<'_, (Vec<StoredBan>, Vec<StoredNetworkBan>)> {
        now((Vec::new(), Vec::new()))
    }

    fn reports(&self, _: u32) -> Answer<'_, Vec<StoredReport>> {
        now(Vec::new())
    }
}

impl Store for Memory {
    fn condition(&self) -> Condition {
        Condition { readers: 1, idle: 1, ..Condition::default() }
    }

    fn write(&self, write: Write) -> Answer<'_, ()> {
        let done = self.kept().write(write);
        Box::pin(ready(done))
    }

    fn person(&self, token: [u8; 32]) -> Answer<'_, Option<(PersonId, Option<String>)>> {
        let found = self.kept().sessions.iter().position(|known| *known == token);
        now(found.map(|at| (PersonId::try_from(at).expect("few people") + 1, None)))
    }

    fn invitation(&self, secret: String) -> Answer<'_, Option<StoredInvitation>> {
        now(self.find(|invitation| invitation.made.secret == secret))
    }

    fn invitation_to(&self, game: String) -> Answer<'_, Option<StoredInvitation>> {
        now(self.find(|invitation| invitation.made.game == game))
    }

    fn game(&self, id: String) -> Answer<'_, Option<StoredGame>> {
        now(self.kept().games.get(&id).cloned())
    }

    fn games_of(&self, person: PersonId, most: u32) -> Answer<'_, Vec<StoredLine>> {
        let kept = self.kept();
        let games = kept.games.values().filter(|game| game.begun.players.contains(&person));
        let mut lines: Vec<StoredLine> = games.map(Kept::line).collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.updated));
        lines.truncate(most as usize);
        now(lines)
    }

    fn running(&self, person: PersonId) -> Answer<'_, Vec<String>> {
        let kept = self.kept();
        let games = kept.games.values().filter(|game| game.begun.players.contains(&person));
        now(games
            .filter(|game| game.begun.summary.turn.is_some())
            .map(|game| game.begun.id.clone())
            .collect())
    }

    fn due(&self, served: u64, most: u32) -> Answer<'_, Vec<String>> {
        let kept = self.kept();
        let due = kept.games.values().filter(|game| game.begun.summary.due.is_some_and(|due| due <= served));
        now(due.take(most as usize).map(|game| game.begun.id.clone()).collect())
    }

    fn abandoned(&self, _: u64, _: u32) -> Answer<'_, Vec<String>> {
        now(Vec::new())
    }

    fn served(&self) -> Answer<'_, u64> {
        now(self.kept().served)
    }

    fn audit(&self, _: Option<i64>, _: u32) -> Answer<'_, Vec<Audited>> {
        now(Vec::new())
    }

    fn close(&self) -> Answer<'_, ()> {
        now(())
    }
}
