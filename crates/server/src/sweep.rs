//! What is looked after from time to time: what has expired goes, and challenges that nobody waits at yield.

use std::sync::Arc;
use std::time::Duration;

use berolina_wire::ClockRule;

use crate::play::Hall;
use crate::store::place::{PlaceWrite, StoredChallenge};
use crate::store::{StoreError, Write};
use crate::time::date;

/// So often.
const EVERY: Duration = Duration::from_mins(1);
/// A challenge with a clock of minutes at which nobody has waited for so many milliseconds is called off.
const UNATTENDED: u64 = 10 * 60 * 1000;
/// So many are called off at once.
const MOST: usize = 200;
/// So many are looked at.
pub(crate) const LOOKED_AT: u32 = 2000;
/// An invitation is open for so many milliseconds: two weeks.
pub(crate) const OPEN: u64 = 14 * 24 * 60 * 60 * 1000;

/// Whether somebody has to be there for a challenge to be worth taking up.
pub(crate) fn is_quick(made: &StoredChallenge) -> bool {
    matches!(made.clock, Some(ClockRule::Fischer { .. } | ClockRule::Delay { .. }))
}

impl Hall {
    /// Looks after what expires, for ever.
    pub(crate) async fn sweep_up(self: Arc<Self>) {
        for turn in 0.. {
            tokio::time::sleep(EVERY).await;
            if let Err(error) = self.sweep(date(), turn).await {
                tracing::warn!(%error, "what has expired could not be removed");
            }
        }
    }

    /// Removes what has expired at a date; `turn` counts up.
    ///
    /// # Errors
    /// If the store cannot do it now.
    pub async fn sweep(&self, now: u64, turn: u32) -> Result<(), StoreError> {
        let found = self.store.challenges(now.saturating_sub(OPEN), LOOKED_AT).await?;
        let left = |made: &&StoredChallenge| {
            is_quick(made) && now > made.created + UNATTENDED && !self.bus.is_followed(&made.game)
        };
        for made in found.iter().filter(left).take(MOST) {
            match self.store.write(Write::Withdraw { secret: made.secret.clone() }).await {
                // Somebody was faster.
                Ok(()) | Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        self.store.write(Write::Place(PlaceWrite::Sweep { at: now, turn })).await
    }
}

/// Lets a task run for ever: where the program fails in it, it is begun anew.
pub(crate) async fn for_ever<F>(name: &'static str, mut task: impl FnMut() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    loop {
        if let Err(error) = tokio::spawn(task()).await {
            if error.is_cancelled() {
                return;
            }
            tracing::error!(%error, task = name, "the program failed in a task, which begins anew");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_task_in_which_the_program_fails_begins_anew() {
        let begun = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&begun);
        let task = for_ever("for a test", move || {
            let count = Arc::clone(&count);
            async move {
                assert!(count.fetch_add(1, Ordering::Relaxed) > 2, "for a test");
            }
        });
        let _ = tokio::time::timeout(Duration::from_secs(10), task).await;
        assert!(begun.load(Ordering::Relaxed) > 3);
    }
}
