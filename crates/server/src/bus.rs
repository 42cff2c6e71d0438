//! What travels from a game to those who look at it: a trait, and the bus within one program.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;

/// Something that all who follow a game are told.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A message for pages, made once for all; `number` is that of its last event, 0 if there is none in it.
    Text {
        /// The last event's number.
        number: u32,
        /// The message.
        text: Utf8Bytes,
    },
    /// The game has begun, or will never: who waits for it asks anew.
    Changed,
}

/// Carries notices from where a game is to where its followers are.
pub trait Bus: Send + Sync + fmt::Debug + 'static {
    /// Tells all who follow a game.
    fn publish(&self, game: &str, notice: Notice);
    /// Follows a game. Who is too slow is told so by the receiver, and is not waited for.
    fn follow(&self, game: &str) -> broadcast::Receiver<Notice>;
    /// Whether anybody follows a game.
    fn is_followed(&self, game: &str) -> bool;
    /// Somebody follows a game no more: told after the receiver was dropped.
    fn left(&self, game: &str);
}

/// So many notices are kept for who is slow.
const SLACK: usize = 16;

/// A bus within this program.
#[derive(Debug, Default)]
pub struct Local {
    games: Mutex<HashMap<String, broadcast::Sender<Notice>>>,
}

impl Local {
    fn games(&self) -> MutexGuard<'_, HashMap<String, broadcast::Sender<Notice>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bus for Local {
    fn publish(&self, game: &str, notice: Notice) {
        let sender = self.games().get(game).cloned();
        if let Some(sender) = sender {
            // Nobody may be left.
            let _ = sender.send(notice);
        }
    }

    fn follow(&self, game: &str) -> broadcast::Receiver<Notice> {
        let mut games = self.games();
        match games.get(game) {
            Some(sender) => sender.subscribe(),
            None => {
                let (sender, receiver) = broadcast::channel(SLACK);
                games.insert(game.to_owned(), sender);
                receiver
            }
        }
    }

    fn is_followed(&self, game: &str) -> bool {
        self.games().get(game).is_some_and(|sender| sender.receiver_count() > 0)
    }

    fn left(&self, game: &str) {
        let mut games = self.games();
        if games.get(game).is_some_and(|sender| sender.receiver_count() == 0) {
            games.remove(game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(number: u32) -> Notice {
        Notice::Text { number, text: "{}".into() }
    }

    #[test]
    fn followers_are_told_and_nothing_is_left_of_them() {
        let bus = Local::default();
        bus.publish("a", notice(1));
        let (mut one, mut other) = (bus.follow("a"), bus.follow("b"));
        bus.publish("a", notice(2));
        assert!(matches!(one.try_recv(), Ok(Notice::Text { number: 2, .. })));
        assert!(other.try_recv().is_err());
        drop(one);
        bus.left("a");
        bus.left("b");
        assert_eq!(bus.games().len(), 1);
    }

    #[test]
    fn who_is_slow_is_told_so() {
        let bus = Local::default();
        let mut slow = bus.follow("a");
        for number in 0..=u32::try_from(SLACK).unwrap() {
            bus.publish("a", notice(number));
        }
        assert!(matches!(slow.try_recv(), Err(broadcast::error::TryRecvError::Lagged(1))));
    }
}
