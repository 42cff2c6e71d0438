//! Where a game starts.

use super::rules::Rules;

/// A start position. Pieces are written by capital letters, with a `+` before those that are promoted.
#[derive(Clone, Default, Debug)]
pub(super) struct Start {
    /// White's and Black's pieces, by rank from White's first and file.
    pub armies: [Vec<Vec<Option<String>>>; 2],
    pub walls: Vec<(usize, usize)>,
    /// Letters in hand.
    pub hands: [String; 2],
    pub black_begins: bool,
    /// `KQkq`.
    pub castling: String,
    /// Checks to give, where it says them.
    pub checks: Option<[usize; 2]>,
    /// What is not understood.
    pub odd: Vec<String>,
}

impl Start {
    pub(super) fn read(rules: &Rules, files: usize, ranks: usize) -> Self {
        let empty = vec![vec![None; files]; ranks];
        let mut start = Self { armies: [empty.clone(), empty], ..Self::default() };
        let text = rules.get("startFen");
        let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
        let (board, hand) = board.split_once('[').unwrap_or((board, ""));
        start.board(rules, board, files, ranks);
        for c in hand.chars().take_while(|c| *c != ']').filter(char::is_ascii_alphabetic) {
            if rules.named(c).is_none() {
                start.odd.push(format!("`startFen`: `{c}` is no piece"));
            }
            start.hands[usize::from(c.is_ascii_lowercase())].push(c.to_ascii_uppercase());
        }
        let mut fields = rest.split_whitespace();
        start.black_begins = fields.next() == Some("b");
        let castling = fields.clone().next().filter(|field| !field.contains('+')).unwrap_or("-");
        start.castling = castling.chars().filter(|c| "KQkq".contains(*c)).collect();
        if let Some(odd) = castling.chars().find(|c| c.is_ascii_alphabetic() && !"KQkq".contains(*c)) {
            start.odd.push(format!("`startFen`: a right to castle `{odd}`"));
        }
        start.checks = fields.find_map(|field| {
            let (white, black) = field.split_once('+')?;
            Some([white.parse().ok()?, black.parse().ok()?])
        });
        start
    }

    fn board(&mut self, rules: &Rules, board: &str, files: usize, ranks: usize) {
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != ranks {
            self.odd.push(format!("`startFen` has {} ranks, and the board {ranks}", rows.len()));
        }
        for (row, rank) in rows.into_iter().zip((0..ranks).rev()) {
            let (mut file, mut number, mut promoted) = (0, 0, "");
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    number = (number * 10 + digit as usize).min(99);
                    continue;
                }
                file += std::mem::take(&mut number);
                match c {
                    '+' => {
                        promoted = "+";
                        continue;
                    }
                    '*' if file < files => self.walls.push((rank, file)),
                    c if c.is_ascii_alphabetic() && file < files && rules.named(c).is_some() => {
                        let letter = format!("{promoted}{}", c.to_ascii_uppercase());
                        self.armies[usize::from(c.is_ascii_lowercase())][rank][file] = Some(letter);
                    }
                    _ => self.odd.push(format!("`startFen`: `{c}` is no piece, or stands off the board")),
                }
                promoted = "";
                file += 1;
            }
            if file + number != files {
                self.odd.push(format!("`startFen`: rank {} has not {files} squares", rank + 1));
            }
        }
    }

    /// How many pieces of a letter a player has on the board.
    pub(super) fn count(&self, side: usize, letter: &str) -> usize {
        self.armies[side].iter().flatten().filter(|cell| cell.as_deref() == Some(letter)).count()
    }

    /// Where the pieces of a letter stand on a rank.
    pub(super) fn on_rank(&self, side: usize, rank: usize, letters: &[String]) -> Vec<usize> {
        let row = self.armies[side].get(rank).map_or(&[][..], |row| row);
        let fits = |cell: &Option<String>| cell.as_ref().is_some_and(|letter| letters.contains(letter));
        (0..row.len()).filter(|&file| fits(&row[file])).collect()
    }

    /// A player's array as that player sees it, from the nearest rank.
    pub(super) fn array(&self, side: usize, rotated: bool) -> Vec<String> {
        let mut rows = self.armies[side].clone();
        for &(rank, file) in &self.walls {
            rows[rank][file] = Some("*".to_owned());
        }
        if side == 1 {
            rows.reverse();
            if rotated {
                rows.iter_mut().for_each(|row| row.reverse());
            }
        }
        let standing = |row: &Vec<Option<String>>| row.iter().flatten().any(|letter| letter != "*");
        let last = rows.iter().rposition(standing).map_or(1, |at| at + 1);
        rows.iter().take(last).map(|row| written(row)).collect()
    }
}

fn written(row: &[Option<String>]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for cell in row {
        let Some(letter) = cell else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        text += letter;
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}
