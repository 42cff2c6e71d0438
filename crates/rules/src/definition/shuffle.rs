//! Pieces that change places in the array: how many arrangements there are, and which one a number means.

use super::Letter;
use super::syntax::{Node, Table};
use crate::geometry::{MAX_FILES, MAX_RANKS};
use crate::message::Message;
use crate::say;

/// A place of an array: rank and file, as its player counts them.
type Place = (usize, usize);

/// What becomes of some places, in the order in which numbers count.
struct Step {
    letter: Letter,
    /// As many go to dark as to light places.
    balanced: bool,
    count: usize,
}

/// Pieces that change places.
pub(super) struct Shuffle {
    /// The places, in the order of ranks and files, with what stands there as the file has it.
    places: Vec<(Place, Letter)>,
    steps: Vec<Step>,
    /// What fills the places that are left, in this order.
    order: Vec<Letter>,
    count: u64,
}

/// The letters of an array as it is written, each with its place. What is wrong in it is told by who reads it as an array.
fn standing(array: &[Node]) -> Vec<(Place, Letter)> {
    let mut found = Vec::new();
    for (rank, row) in array.iter().enumerate().take(usize::from(MAX_RANKS)) {
        let text = row.text().unwrap_or_default().to_ascii_uppercase();
        let (mut file, mut number) = (0, 0);
        for (_, read) in Letter::list(&text) {
            if let Some(digit) = read.err().and_then(|c| c.to_digit(10)) {
                number = (number * 10 + digit as usize).min(1000);
                continue;
            }
            file += std::mem::take(&mut number);
            if let Ok(letter) = read
                && file < usize::from(MAX_FILES)
            {
                found.push(((rank, file), letter));
            }
            file += 1;
        }
    }
    found
}

/// What `shuffles` says of a file's array; `Err` says what is wrong.
pub(super) fn written(shuffles: &Table, tree: &Table) -> Result<Shuffle, Message> {
    let array = tree
        .get("array")
        .and_then(Node::list)
        .ok_or_else(|| say!("there is no `array` of both players to shuffle"))?;
    Shuffle::new(shuffles, standing(array))
}

impl Shuffle {
    /// The shuffle of what stands in an array.
    pub(super) fn new(shuffles: &Table, all: Vec<(Place, Letter)>) -> Result<Self, Message> {
        let said = |key: &str| -> Vec<Letter> {
            let text = shuffles.get(key).and_then(Node::text).unwrap_or_default();
            Letter::list(text).filter_map(|(_, letter)| letter.ok()).collect()
        };
        let (mut pieces, balanced, order) = (said("pieces"), said("balanced"), said("order"));
        let mut seen = Vec::new();
        pieces.retain(|letter| {
            !seen.contains(letter) && {
                seen.push(*letter);
                true
            }
        });
        let mut places: Vec<_> = all.into_iter().filter(|(_, letter)| pieces.contains(letter)).collect();
        places.sort_unstable_by_key(|&(place, _)| place);
        let count = |letter: Letter| places.iter().filter(|(_, other)| *other == letter).count();
        for &letter in pieces.iter().chain(&balanced).chain(&order) {
            if !pieces.contains(&letter) || count(letter) == 0 {
                return Err(say!(
                    "`{letter}` is not among the pieces that change places, or not in the array",
                    letter
                ));
            }
        }
        for &letter in &balanced {
            let dark =
                places.iter().filter(|&&((rank, file), other)| other == letter && (rank + file) % 2 == 0);
            if order.contains(&letter) || dark.count() * 2 != count(letter) {
                return Err(say!(
                    "as many `{letter}` must stand on squares of each colour, and in no `order`",
                    letter
                ));
            }
        }
        let in_order: Vec<Letter> =
            places.iter().map(|&(_, letter)| letter).filter(|letter| order.contains(letter)).collect();
        if in_order != order {
            let stand: String = in_order.iter().copied().collect();
            return Err(say!("`order` must name them as they stand in the array: {stand}", stand));
        }
        let (first, then): (Vec<Letter>, Vec<Letter>) =
            pieces.iter().partition(|letter| balanced.contains(letter));
        let steps =
            first.iter().map(|letter| (letter, true)).chain(then.iter().map(|letter| (letter, false)));
        let steps = steps.filter(|(letter, _)| !order.contains(letter));
        let steps =
            steps.map(|(&letter, balanced)| Step { letter, balanced, count: count(letter) }).collect();
        let mut shuffle = Self { places, steps, order, count: 1 };
        let bases = shuffle.bases();
        let product = bases.iter().try_fold(1u64, |all, &base| all.checked_mul(base));
        shuffle.count = product
            .filter(|&n| n <= u64::from(u32::MAX))
            .ok_or_else(|| say!("there are more than {most} arrangements", most = u32::MAX as usize))?;
        Ok(shuffle)
    }

    /// How many arrangements there are.
    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    /// The groups of places among which a step chooses, of those that are free, each with how many it takes.
    fn groups(&self, step: &Step, free: &[usize]) -> Vec<(Vec<usize>, usize)> {
        if !step.balanced {
            return vec![(free.to_vec(), step.count)];
        }
        let shade = |at: &usize| (self.places[*at].0.0 + self.places[*at].0.1) % 2;
        let of = |wanted| free.iter().copied().filter(|at| shade(at) == wanted).collect::<Vec<_>>();
        vec![(of(0), step.count / 2), (of(1), step.count / 2)]
    }

    /// How many choices there are for each group of each step.
    fn bases(&self) -> Vec<u64> {
        let mut bases = Vec::new();
        self.follow(|_, _, among, take| {
            bases.push(choose(among.len(), take));
            (0..take).collect()
        });
        bases
    }

    /// Goes through the steps. `pick` says which of some free places a letter takes, by their numbers among these; what is left is told.
    fn follow(&self, mut pick: impl FnMut(usize, Letter, &[usize], usize) -> Vec<usize>) -> Vec<usize> {
        let mut free: Vec<usize> = (0..self.places.len()).collect();
        let mut group = 0;
        for step in &self.steps {
            for (among, take) in self.groups(step, &free) {
                let taken: Vec<usize> =
                    pick(group, step.letter, &among, take).into_iter().map(|at| among[at]).collect();
                free.retain(|at| !taken.contains(at));
                group += 1;
            }
        }
        free
    }

    /// What stands where by a number: 0 is the array as it is written.
    pub(super) fn arranged(&self, number: u64) -> Vec<(Place, Letter)> {
        let bases = self.bases();
        let mut own = vec![0; bases.len()];
        self.follow(|group, letter, among, _| {
            let picked: Vec<usize> =
                (0..among.len()).filter(|&at| self.places[among[at]].1 == letter).collect();
            own[group] = place_of(among.len(), &picked);
            picked
        });
        let index = bases.iter().zip(&own).rev().fold(0, |all, (&base, &digit)| all * base + digit);
        let mut rest = (index + number % self.count) % self.count;
        let mut arranged = self.places.clone();
        let mut order = self.order.iter();
        let left = self.follow(|group, letter, among, take| {
            let picked = combination(among.len(), take, rest % bases[group]);
            rest /= bases[group];
            picked.iter().for_each(|&at| arranged[among[at]].1 = letter);
            picked
        });
        for (at, &letter) in left.into_iter().zip(&mut order) {
            arranged[at].1 = letter;
        }
        arranged
    }
}

/// The number of ways to take some of so many.
fn choose(from: usize, take: usize) -> u64 {
    let take = take.min(from.saturating_sub(take));
    (0..take as u64).fold(1u64, |all, n| all.saturating_mul(from as u64 - n) / (n + 1))
}

/// The combination of a number, in the order of dictionaries.
fn combination(from: usize, take: usize, mut number: u64) -> Vec<usize> {
    let mut picked = Vec::new();
    for at in 0..from {
        if picked.len() == take {
            break;
        }
        let with = choose(from - at - 1, take - picked.len() - 1);
        if number < with {
            picked.push(at);
        } else {
            number -= with;
        }
    }
    picked
}

/// The number of a combination.
fn place_of(from: usize, picked: &[usize]) -> u64 {
    let mut number = 0;
    let mut taken = 0;
    for at in 0..from {
        if taken == picked.len() {
            break;
        }
        if picked[taken] == at {
            taken += 1;
        } else {
            number += choose(from - at - 1, picked.len() - taken - 1);
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_have_numbers() {
        for (from, take) in [(0, 0), (1, 1), (5, 2), (8, 4), (6, 6)] {
            let all: Vec<_> = (0..choose(from, take)).map(|n| combination(from, take, n)).collect();
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(
                all.iter().zip(0..).all(|(picked, n)| place_of(from, picked) == n && picked.len() == take)
            );
        }
        assert_eq!((choose(6, 2), choose(10, 5), choose(4, 0)), (15, 252, 1));
    }
}
