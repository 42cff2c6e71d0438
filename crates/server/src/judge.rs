//! Where rules run that a stranger may have written: a few threads apart from those that serve everybody, and a short queue before them.
//!
//! What was begun there ends there, also when whoever asked has gone: a place is free again only when its work is done. A fault of the
//! program in such work is told to whoever asked, and ends nothing else.

use std::fmt;
use std::sync::Arc;

use berolina_wire::{Code, Refusal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Work that could not be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Undone {
    /// Too much waits already.
    Full,
    /// The program failed in it.
    Fault,
}

impl From<Undone> for Refusal {
    fn from(undone: Undone) -> Self {
        match undone {
            Undone::Full => Self::new(Code::Busy, "too many games are being read: try again in a moment"),
            Undone::Fault => {
                Self::new(Code::Fault, "the program failed in reading this game: please report it")
            }
        }
    }
}

/// A place among what runs, until it is dropped.
pub(crate) struct Places {
    _taken: OwnedSemaphorePermit,
    _running: OwnedSemaphorePermit,
}

/// Threads for work that takes a processor for some time.
pub(crate) struct Judge {
    /// So much runs at once.
    running: Arc<Semaphore>,
    /// So much runs or waits.
    taken: Arc<Semaphore>,
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").field("free", &self.taken.available_permits()).finish_non_exhaustive()
    }
}

impl Judge {
    /// So much work at once, and so much that waits.
    pub(crate) fn new(running: usize, waiting: usize) -> Self {
        Self {
            running: Arc::new(Semaphore::new(running)),
            taken: Arc::new(Semaphore::new(running + waiting)),
        }
    }

    /// Half of the processors, at least one: the others serve everybody.
    pub(crate) fn half_of_the_machine(waiting: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::new((processors / 2).max(1), waiting)
    }

    /// Does some work when there is room.
    ///
    /// # Errors
    /// Too much that waits, or a fault of the program.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        Self::begin(self.reserve().await?, work).await
    }

    /// Waits for its turn.
    ///
    /// # Errors
    /// Too much that waits.
    pub(crate) async fn reserve(&self) -> Result<Places, Undone> {
        let taken = Arc::clone(&self.taken).try_acquire_owned().map_err(|_| Undone::Full)?;
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| Undone::Full)?;
        Ok(Places { _taken: taken, _running: running })
    }

    /// Does some work whose turn it is.
    ///
    /// # Errors
    /// A fault of the program.
    pub(crate) async fn begin<T: Send + 'static>(
        places: Places,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        let done = tokio::task::spawn_blocking(move || {
            // Kept until the work ends, not until nobody waits for it any more.
            let _places = places;
            work()
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "the program failed in a game's rules");
            Undone::Fault
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_fault_is_told_and_ends_nothing_else() {
        let judge = Judge::new(1, 1);
        let fails: Result<(), _> = judge.run(|| panic!("for a test")).await;
        assert_eq!(fails, Err(Undone::Fault));
        assert_eq!(judge.run(|| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn places_are_bounded_also_when_who_asked_has_gone() {
        let judge = Arc::new(Judge::new(1, 1));
        let (end, wait) = mpsc::channel::<()>();
        let first = {
            let judge = Arc::clone(&judge);
            tokio::spawn(async move { judge.run(move || wait.recv().is_ok()).await })
        };
        while judge.running.available_permits() > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // Whoever asked goes away; the work does not.
        first.abort();
        let _ = first.await;
        let second = {
            let judge = Arc::clone(&judge);
            tokio::spawn(async move { judge.run(|| 2).await })
        };
        while judge.taken.available_permits() > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(judge.run(|| 3).await, Err(Undone::Full));
        drop(end);
        assert_eq!(second.await.expect("an answer"), Ok(2));
        assert_eq!(judge.run(|| 4).await, Ok(4));
    }
}
