//! Who is there.

use std::time::{Duration, Instant};

use berolina_wire::socket::Present;
use berolina_wire::{ClockRule, Color};

/// Pages that look at a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presence {
    /// Of the players, White first.
    pages: [u32; 2],
    watchers: u32,
    /// Since when no page of a player is there, White first.
    gone: [Option<Instant>; 2],
    /// For how long one may be gone before the other may claim the game; for ever where moves have days.
    patience: Option<Duration>,
}

impl Presence {
    /// Nobody is there yet.
    pub(super) fn new(clock: Option<ClockRule>) -> Self {
        let patience = match clock {
            Some(ClockRule::Days { .. }) => None,
            Some(_) => Some(Duration::from_mins(1)),
            None => Some(Duration::from_mins(5)),
        };
        Self { pages: [0; 2], watchers: 0, gone: [Some(Instant::now()); 2], patience }
    }

    pub(super) fn came(&mut self, color: Option<Color>) {
        match color {
            Some(color) => {
                self.pages[at(color)] += 1;
                self.gone[at(color)] = None;
            }
            None => self.watchers += 1,
        }
    }

    pub(super) fn left(&mut self, color: Option<Color>) {
        match color {
            Some(color) => {
                let pages = &mut self.pages[at(color)];
                *pages = pages.saturating_sub(1);
                if *pages == 0 {
                    self.gone[at(color)] = Some(Instant::now());
                }
            }
            None => self.watchers = self.watchers.saturating_sub(1),
        }
    }

    /// Whether nobody is there at all.
    pub(super) fn is_empty(&self) -> bool {
        self.pages == [0; 2] && self.watchers == 0
    }

    /// Whether a player has been gone for so long that the other may claim the game.
    pub(super) fn is_gone(&self, color: Color) -> bool {
        let since = self.gone[at(color)].zip(self.patience);
        since.is_some_and(|(since, patience)| since.elapsed() >= patience)
    }

    pub(super) fn told(&self) -> Present {
        // Where both are gone, nobody is there to claim it.
        let waits = self
            .gone
            .iter()
            .flatten()
            .filter_map(|since| Some(self.patience?.saturating_sub(since.elapsed())));
        let claim_in = waits.min().map(|wait| u32::try_from(wait.as_millis()).unwrap_or(u32::MAX));
        Present { white: self.pages[0] > 0, black: self.pages[1] > 0, watchers: self.watchers, claim_in }
    }
}

fn at(color: Color) -> usize {
    usize::from(color == Color::Black)
}
