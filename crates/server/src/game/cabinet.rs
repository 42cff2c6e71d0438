//! Compiled games that are kept ready, by the bytes that they take.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use berolina_rules::Variant;
use berolina_wire::{Code, Refusal};

use super::Rulebook;

/// A game's name with its options, and the hash of its files.
pub(super) type Key = (String, String);
/// A game's files, and the game.
pub(super) type Kept = (Arc<Rulebook>, Arc<Variant>);

/// So many bytes of compiled games are kept ready for whoever plays them next.
const MAX_READY: usize = 64 << 20;
/// So many bytes of compiled games of people's own are played at once.
const MAX_PLAYED: usize = 192 << 20;

/// Compiled games, those ready for the next and those that are played.
#[derive(Debug)]
pub(super) struct Compiled {
    ready: HashMap<Key, Ready>,
    /// The bytes of those that are ready.
    bytes: usize,
    /// Those of people's own that somebody may still play, ready or not.
    played: HashMap<Key, (Weak<Variant>, usize)>,
    /// Counts up with each use.
    clock: u64,
    most: [usize; 2],
}

#[derive(Debug)]
struct Ready {
    kept: Kept,
    bytes: usize,
    used: u64,
}

impl Default for Compiled {
    fn default() -> Self {
        Self::within(MAX_READY, MAX_PLAYED)
    }
}

impl Compiled {
    fn within(ready: usize, played: usize) -> Self {
        Self { ready: HashMap::new(), bytes: 0, played: HashMap::new(), clock: 0, most: [ready, played] }
    }

    /// A game that is ready.
    pub(super) fn get(&mut self, key: &Key) -> Option<Kept> {
        self.clock += 1;
        let ready = self.ready.get_mut(key)?;
        ready.used = self.clock;
        Some(ready.kept.clone())
    }

    /// Keeps a game that was compiled just now. Those go that were not used for longest; whoever plays them keeps them alive.
    ///
    /// # Errors
    /// If it is one of somebody's own, and those that are played take too much already.
    pub(super) fn keep(&mut self, key: Key, kept: Kept, own: bool) -> Result<Kept, Refusal> {
        // Somebody else was faster.
        if let Some(kept) = self.get(&key) {
            return Ok(kept);
        }
        let bytes = weight(&kept);
        if own {
            self.played.retain(|_, (variant, _)| variant.strong_count() > 0);
            let played: usize = self.played.values().map(|(_, bytes)| bytes).sum();
            if played + bytes > self.most[1] {
                // What is only ready gives way to what is to be played.
                self.ready.retain(|key, _| !self.played.contains_key(key));
                self.bytes = self.ready.values().map(|ready| ready.bytes).sum();
                self.played.retain(|_, (variant, _)| variant.strong_count() > 0);
            }
            let played: usize = self.played.values().map(|(_, bytes)| bytes).sum();
            if played + bytes > self.most[1] {
                return Err(Refusal::new(
                    Code::Busy,
                    "too many games of people's own are played here now: try again later",
                ));
            }
            self.played.insert(key.clone(), (Arc::downgrade(&kept.1), bytes));
        }
        while self.bytes + bytes > self.most[0] && self.forget_one() {}
        self.bytes += bytes;
        self.ready.insert(key, Ready { kept: kept.clone(), bytes, used: self.clock });
        Ok(kept)
    }

    fn forget_one(&mut self) -> bool {
        let Some(oldest) = self.ready.iter().min_by_key(|(_, ready)| ready.used).map(|(key, _)| key.clone())
        else {
            return false;
        };
        if let Some(ready) = self.ready.remove(&oldest) {
            self.bytes -= ready.bytes;
        }
        true
    }
}

/// The bytes that a game takes while it is ready.
fn weight((rules, variant): &Kept) -> usize {
    let text: usize = rules.files.iter().map(|file| file.text.len()).sum();
    variant.bytes() + text
}

#[cfg(test)]
mod tests {
    use berolina_rules::Library;

    use super::*;

    fn game(name: &str) -> (Key, Kept) {
        let library = Library::shipped();
        let variant = Variant::load(&library, name).unwrap();
        ((name.to_owned(), String::new()), (Arc::new(Rulebook { files: Vec::new() }), variant))
    }

    #[test]
    fn what_was_not_used_for_longest_gives_way() {
        let games = ["chess", "near", "duck"].map(game);
        let most = games.iter().map(|(_, kept)| weight(kept)).sum::<usize>() - 1;
        let mut all = Compiled::within(most, usize::MAX);
        let [one, two, three] = games;
        let keys = [&one, &two, &three].map(|(key, _)| key.clone());
        for (key, kept) in [one, two] {
            all.keep(key, kept, false).unwrap();
        }
        assert!(all.get(&keys[0]).is_some());
        all.keep(three.0, three.1, false).unwrap();
        assert_eq!(keys.each_ref().map(|key| all.get(key).is_some()), [true, false, true]);
        assert!(all.bytes <= most);
    }

    #[test]
    fn games_of_ones_own_that_are_played_are_bounded() {
        let games = ["chess", "near", "duck"].map(game);
        let most = games[..2].iter().map(|(_, kept)| weight(kept)).sum::<usize>();
        let mut all = Compiled::within(usize::MAX, most);
        let [one, two, three] = games;
        // Somebody plays the first; the second is only ready.
        let playing = all.keep(one.0, one.1, true).unwrap();
        all.keep(two.0, two.1, true).unwrap();
        let third = all.keep(three.0.clone(), three.1.clone(), true);
        if weight(&three.1) <= most - weight(&playing) {
            assert!(third.is_ok());
        } else {
            assert_eq!(third.unwrap_err().code, Code::Busy);
        }
        drop(playing);
    }
}
