//! Where pieces stand.

use berolina_rules::definition::betza;

use super::Reading;
use super::text::Place;

/// How Black's pieces answer White's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetry {
    Mirror,
    Rotation,
    None,
}

/// Letters by rank and file.
type Array = Vec<Vec<Option<String>>>;

impl Reading {
    /// The arrays, holes and hands.
    pub(super) fn board(&mut self) {
        let symmetry = match self.block.get("symmetry").unwrap_or("mirror") {
            "mirror" => Symmetry::Mirror,
            "rotate" => Symmetry::Rotation,
            _ => Symmetry::None,
        };
        let holes = self.holes(symmetry);
        let empty = || vec![vec![None; self.files]; self.ranks];
        let mut arrays: [Array; 2] = [empty(), empty()];
        let mut off = Vec::new();
        for piece in &self.pieces {
            let answered = piece.line.white.iter().filter_map(|&place| self.answer(symmetry, place));
            let black: Vec<Place> = answered.chain(piece.line.black.iter().copied()).collect();
            for (array, places) in arrays.iter_mut().zip([&piece.line.white, &black]) {
                for &(file, rank) in places {
                    match array.get_mut(rank).and_then(|row| row.get_mut(file)) {
                        Some(cell) => *cell = Some(piece.letter.clone()),
                        None => off.push(format!("line {}: a square off the board", piece.line.line)),
                    }
                }
            }
        }
        off.into_iter().for_each(|what| self.draft.leave(what));
        self.write(arrays, &holes, symmetry);
        self.hands();
    }

    /// The square of Black that answers one of White's; `None` off the board and without symmetry.
    fn answer(&self, symmetry: Symmetry, (file, rank): Place) -> Option<Place> {
        let rank = self.ranks.checked_sub(rank + 1)?;
        match symmetry {
            Symmetry::Mirror => Some((file, rank)),
            Symmetry::Rotation => Some((self.files.checked_sub(file + 1)?, rank)),
            Symmetry::None => None,
        }
    }

    fn holes(&mut self, symmetry: Symmetry) -> Vec<Place> {
        let mut holes: Vec<Place> = Vec::new();
        for line in self.block.pieces.iter().filter(|line| line.name == "hole") {
            let answered = line.white.iter().filter_map(|&place| self.answer(symmetry, place));
            holes.extend(line.white.iter().copied().chain(answered).chain(line.black.iter().copied()));
        }
        holes.sort_unstable();
        holes.dedup();
        if !holes.is_empty() {
            let names: Vec<String> = holes.iter().map(|&place| name(place)).collect();
            self.draft.set("board.holes", names.join(", "));
        }
        holes
    }

    fn write(&mut self, arrays: [Array; 2], holes: &[Place], symmetry: Symmetry) {
        let mut turned = arrays[1].clone();
        turned.reverse();
        let mirrored = turned == arrays[0];
        turned.iter_mut().for_each(|row| row.reverse());
        let rotated = turned == arrays[0];
        // The script turns Black's moves by half a circle whatever the array does.
        let handed = self.pieces.iter().any(|piece| is_handed(&piece.moves));
        let castles = self.pieces.iter().any(|piece| betza::parse(&piece.moves).castling != [None; 2]);
        // A game that is turned by half a circle has no castling: where nothing tells left from right it is one of two armies.
        let apart = !mirrored && !handed && castles;
        if rotated && (handed || !mirrored) && !apart {
            self.draft.set("mirror", "rotation");
        } else if handed {
            self.draft.leave(
                "some moves tell left from right: the diagram turns them for Black, whose array is mirrored",
            );
        }
        if mirrored || rotated && !apart {
            self.draft.set("array", rows(&arrays[0], holes));
            return;
        }
        let [white, mut black] = arrays;
        if symmetry == Symmetry::Rotation && !apart {
            self.draft.set("mirror", "rotation");
            black.iter_mut().for_each(|row| row.reverse());
        }
        black.reverse();
        let holes: Vec<Place> = holes.to_vec();
        self.draft.set("players.white", "white");
        self.draft.set("players.black", "black");
        self.draft.set("armies.white.array", rows(&white, &holes));
        self.draft.set("armies.black.array", rows(&black, &holes));
    }

    /// What is in hand at the start, and whether captured pieces go to hands.
    fn hands(&mut self) {
        let kind = self.block.number("holdingsType").unwrap_or(0);
        let line = self.said("holdingsType").first().map_or(0, |said| said.0);
        let held = self.pieces.iter().any(|piece| piece.line.hand != [0, 0]);
        match kind {
            // With 1 what is in hand is what pawns promote to.
            1 => {}
            0 if held => {
                // The script lets the player place what is in hand on any empty square, whatever becomes of captured pieces.
                self.start_hands();
                let text = "In hand at the start, to be placed on any empty square, as the script of diagrams allows.";
                self.draft.remark("hand.pieces", text.to_owned());
                let first = |piece: &super::Piece| piece.line.hand != [0, 0] && piece.moves.contains('i');
                if self.pieces.iter().any(first) {
                    self.draft
                        .leave("pieces in hand with a first move of their own: placed ones count as moved");
                }
            }
            0 => {}
            -1 if self.offset() > 0 => {
                self.draft.set("hand.prisoners", true);
                self.start_hands();
            }
            kind => self.draft.leave(format!(
                "line {line}: `holdingsType={kind}`: captured pieces change sides and come back by drops"
            )),
        }
    }

    /// What is in both players' hands at the start.
    fn start_hands(&mut self) {
        let letters =
            self.pieces.iter().map(|piece| piece.letter.repeat(piece.line.hand[0])).collect::<String>();
        if !letters.is_empty() {
            self.draft.set("hand.pieces", letters);
        }
        if self.pieces.iter().any(|piece| piece.line.hand[0] != piece.line.hand[1]) {
            self.draft.leave("the players have different pieces in hand");
        }
    }
}

/// As players write it.
fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// Whether moves tell left from right.
pub(super) fn is_handed(moves: &str) -> bool {
    let parsed = betza::parse(moves);
    let all = || parsed.rays.iter().chain(&parsed.first);
    let flipped = |ray: &berolina_rules::definition::Ray| (*ray).turned(|(x, y)| (-x, y));
    let [last, first] = parsed.castling;
    last != first || all().any(|ray| !all().any(|other| *other == flipped(ray)))
}

/// The ranks of a player from the nearest, as arrays are written.
fn rows(array: &Array, holes: &[Place]) -> Vec<String> {
    let row = |(rank, row): (usize, &Vec<Option<String>>)| {
        let hole = |file: usize| holes.contains(&(file, rank)).then(|| "*".to_owned());
        let cells: Vec<Option<String>> =
            row.iter().enumerate().map(|(file, cell)| hole(file).or_else(|| cell.clone())).collect();
        crate::draft::rank(&cells)
    };
    let last = array.iter().rposition(|row| row.iter().any(Option::is_some)).map_or(0, |at| at + 1);
    array.iter().enumerate().take(last).map(row).collect()
}
