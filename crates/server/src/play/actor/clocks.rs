//! The clock of a game on the server: what the lines of its players are given back, and how it waits for a player after a start.

use std::sync::Arc;
use std::time::{Duration, Instant};

use berolina_wire::Color;
use berolina_wire::socket::Told;

use super::{Actor, at};
use crate::game::Lag;
use crate::store::{Waited, Write};

/// What concerns the time on the way and at a start, apart, as it is large.
#[derive(Default)]
pub(super) struct Aside {
    /// The players' lines, White first.
    pub(super) lags: [Lag; 2],
    /// When the last move was told, and whose it was.
    pub(super) told: Option<(Color, Instant)>,
    /// How its clock waited, as it was kept.
    pub(super) before: Option<Waited>,
    /// Its clock waits after the start of the server.
    pub(super) held: Option<Held>,
    /// The operator has removed the game.
    pub(super) removed: bool,
}

/// A clock that waits.
#[derive(Clone, Copy)]
pub(super) struct Held {
    /// For whom.
    color: Color,
    /// The served time of the event after which it runs.
    since: u64,
    /// What it had waited before.
    waited: u64,
}

/// After a start of the server a running clock waits so long, in served milliseconds, for its player to be back: pages come again after
/// pauses of up to 12 seconds.
const GRACE: u64 = 15_000;

impl Actor {
    /// Lets a clock that ran before the server began wait for its player.
    pub(super) fn hold(&mut self) {
        let (start, Some(clock)) = (self.hall.start, self.game.clock()) else { return };
        // By the log alone: what it has waited since is added to it.
        let since = clock.since();
        let before = self.aside.before.filter(|before| before.since == since);
        if let Some(Waited { waited, .. }) = before {
            self.game.waited(since, waited);
        }
        if since > start || before.is_some_and(|before| before.start == start) {
            return;
        }
        let waited = before.map_or(0, |before| before.waited.min(start - since));
        let due = self.game.summary().due;
        let Some(color) = self.game.hold(start, start + GRACE) else { return };
        self.aside.held = (self.hall.served.now() < start + GRACE).then_some(Held { color, since, waited });
        self.keep_waited(Waited { since, waited: waited + GRACE, start }, due);
    }

    /// The player whose clock waits is back.
    pub(super) fn resume(&mut self, color: Option<Color>) {
        let Some(Held { since, waited, .. }) = self.aside.held.filter(|held| color == Some(held.color))
        else {
            return;
        };
        self.aside.held = None;
        let start = self.hall.start;
        let now = self.hall.served.now().min(start + GRACE);
        let due = self.game.summary().due;
        self.game.resume(now);
        self.keep_waited(Waited { since, waited: waited + now - start, start }, due);
        let times = self.game.times(self.hall.served.now());
        self.tell(0, &Told::Events { events: Vec::new(), times });
    }

    /// Nobody waits for this to be written: it is lost with the program at the worst, and then the clock waits again.
    fn keep_waited(&self, waited: Waited, before: Option<u64>) {
        let (Some(before), Some(after)) = (before, self.game.summary().due) else { return };
        let (hall, game) = (Arc::clone(&self.hall), self.begun.id.clone());
        tokio::spawn(async move {
            if let Err(error) = hall.store.write(Write::Waited { game, waited, due: [before, after] }).await {
                tracing::warn!(%error, "that a clock waited was not kept");
            }
        });
    }

    /// How long until the running time is over, with what the line of its player is given back.
    pub(super) fn flag_in(&self) -> Option<Duration> {
        let clock = self.game.clock().filter(|_| !self.game.is_over() && self.damage.is_none())?;
        let late = clock.running()?;
        Some(self.hall.served.until(clock.over_at()? + u64::from(self.credit(late))))
    }

    /// What a player is given back for the line, for a move made now.
    pub(super) fn credit(&self, color: Color) -> u32 {
        self.game.credit(color, self.aside.lags[at(color)].credit())
    }
}
