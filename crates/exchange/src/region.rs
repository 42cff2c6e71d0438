//! Sets of squares.

use std::collections::BTreeSet;

/// A square by its rank and file, from 0.
pub(crate) type Square = (usize, usize);

/// Some squares of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Region {
    pub squares: BTreeSet<Square>,
    files: usize,
    ranks: usize,
}

impl Region {
    pub(crate) fn all(files: usize, ranks: usize) -> Self {
        let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| (rank, file))).collect();
        Self { squares, files, ranks }
    }

    /// A region as the program writes it: `*3`, `c*`, `e4`. Squares off the board do not count. `None` for what is no region.
    pub(crate) fn read(text: &str, files: usize, ranks: usize) -> Option<Self> {
        let all = Self::all(files, ranks);
        if text == "all" {
            return Some(all);
        }
        let mut squares = BTreeSet::new();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let file = word.bytes().next().filter(u8::is_ascii_alphabetic);
            let file = file.map(|letter| usize::from(letter.to_ascii_lowercase() - b'a'));
            let rank = match word.get(1..)? {
                "*" if file.is_some() => None,
                digits => Some(digits.parse::<usize>().ok()?.checked_sub(1)?),
            };
            if file.is_none() && !word.starts_with('*') {
                return None;
            }
            let fits = |square: &&Square| {
                rank.is_none_or(|rank| square.0 == rank) && file.is_none_or(|file| square.1 == file)
            };
            squares.extend(all.squares.iter().filter(fits));
        }
        Some(Self { squares, files, ranks })
    }

    pub(crate) fn is_all(&self) -> bool {
        self.squares.len() == self.files * self.ranks
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    pub(crate) fn without(&self, other: &Self) -> Self {
        Self { squares: self.squares.difference(&other.squares).copied().collect(), ..*self }
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        Self { squares: self.squares.intersection(&other.squares).copied().collect(), ..*self }
    }

    pub(crate) fn of(&self, squares: BTreeSet<Square>) -> Self {
        Self { squares, ..*self }
    }

    /// As the other player sees it.
    pub(crate) fn answered(&self, rotated: bool) -> Self {
        let turn = |&(rank, file): &Square| {
            (self.ranks - 1 - rank, if rotated { self.files - 1 - file } else { file })
        };
        Self { squares: self.squares.iter().map(turn).collect(), ..*self }
    }
}

/// As our language writes it.
impl std::fmt::Display for Region {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_all() {
            return f.write_str("all");
        }
        if self.is_empty() {
            return f.write_str("none");
        }
        let mut left = self.squares.clone();
        let mut words = Vec::new();
        let name = |(rank, file): Square| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
        while let Some(&(rank, file)) = left.first() {
            let wide = (file..self.files).take_while(|&file| left.contains(&(rank, file))).count();
            let row = |rank: usize| (file..file + wide).all(|file| left.contains(&(rank, file)));
            let high = (rank..self.ranks).take_while(|&rank| row(rank)).count();
            words.push(match (wide == self.files, high, wide) {
                (true, 1, _) if rank + 1 == self.ranks => "last rank".to_owned(),
                (true, 1, _) => format!("rank {}", rank + 1),
                (true, high, _) => format!("ranks {}-{}", rank + 1, rank + high),
                (_, 1, 1) => name((rank, file)),
                (_, high, wide) => {
                    format!("{}-{}", name((rank, file)), name((rank + high - 1, file + wide - 1)))
                }
            });
            for rank in rank..rank + high {
                for file in file..file + wide {
                    left.remove(&(rank, file));
                }
            }
        }
        f.write_str(&words.join(", "))
    }
}
