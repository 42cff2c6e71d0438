//! Random games that do not end, as texts of moves.

use berolina_rules::{Game, Library, Variant};

use crate::Outcome;

/// Chance that is the same in every run: xorshift.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below another.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap_or_default() % count.max(1)
    }

    /// Evenly between 0 and 1, neither of them.
    pub(crate) fn part(&mut self) -> f64 {
        ((self.next() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }

    /// How long it is until the next of events that happen so often a second, independent of each other.
    pub(crate) fn gap(&mut self, rate: f64) -> std::time::Duration {
        std::time::Duration::from_secs_f64(-self.part().ln() / rate)
    }
}

/// Moves of a game, at most.
pub(crate) const LONGEST: usize = 240;
/// A game that ends before is no use.
const SHORTEST: usize = 160;

/// So many random lines of a game, none of which ends it.
pub(crate) fn lines(name: &str, count: usize, seed: u64) -> Outcome<Vec<Vec<String>>> {
    let variant = Variant::load(&Library::shipped(), name)?;
    let mut chance = Chance::new(seed);
    let mut lines = Vec::new();
    for _ in 0..count * 20 {
        let line = line(Game::new(variant.start()), &mut chance);
        if line.len() >= SHORTEST {
            lines.push(line);
        }
        if lines.len() == count {
            return Ok(lines);
        }
    }
    Err(format!("random games of `{name}` end too soon").into())
}

fn line(mut game: Game, chance: &mut Chance) -> Vec<String> {
    let mut texts = Vec::new();
    while texts.len() < LONGEST {
        let mut moves: Vec<_> = game.position().legal_moves().into_iter().collect();
        let mut found = false;
        while !moves.is_empty() && !found {
            let mv = moves.swap_remove(chance.below(moves.len()));
            let text = game.position().move_text(mv);
            game.push(mv);
            if game.outcome().is_none() && game.occurrences() == 1 {
                texts.push(text);
                found = true;
            } else {
                game.pop();
            }
        }
        if !found {
            break;
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_long_and_differ() {
        let lines = lines("near", 4, 1).unwrap();
        assert!(lines.iter().all(|line| line.len() >= SHORTEST));
        assert_ne!(lines[0], lines[1]);
    }
}
