//! Interactive Diagrams of chessvariants.com, by H.G. Muller: a few parameters, and for each kind of piece a line with its name,
//! its moves in XBetza, and its squares. What each parameter means was read off the diagrams' own script, not off prose.

mod board;
mod known;
mod promotion;
mod shuffle;
mod text;
mod xbetza;

use berolina_rules::definition::{Path, Ray, betza};
use berolina_rules::geometry::{MAX_FILES, MAX_RANKS, MAX_SQUARES};

use crate::{Draft, ImportError, letters};
use text::{Block, PieceLine};

pub(crate) use text::looks_like_one;
pub(crate) use xbetza::doubt;

/// A kind of piece with what it is called here.
struct Piece {
    line: PieceLine,
    /// The name of its table.
    table: String,
    /// Its letter, `+P` for what `P` promotes to where pieces come back to hands.
    letter: String,
    /// Its moves, by name where the line says none.
    moves: String,
    /// How many White has on the board.
    count: usize,
    royal: bool,
    /// Moves that take nothing but a king, without the `k` that says so.
    sight: String,
}

/// A diagram on its way to a file.
struct Reading {
    block: Block,
    pieces: Vec<Piece>,
    files: usize,
    ranks: usize,
    draft: Draft,
}

/// Reads all diagrams of a text, each a game of its own. `name` is what the first is called; the others have numbers behind it.
pub(crate) fn read_all(text: &str, name: &str) -> Result<Vec<Draft>, ImportError> {
    let blocks = text::blocks(text)?;
    let count = blocks.len();
    if count < 2 {
        return read(blocks.first().map_or(text, String::as_str), name).map(|draft| vec![draft]);
    }
    let mut drafts = Vec::new();
    let mut first_error = None;
    for (at, block) in blocks.iter().enumerate() {
        let called = if at == 0 { name.to_owned() } else { format!("{name}-{}", at + 1) };
        drafts.push(match read(block, &called) {
            Ok(mut draft) => {
                draft.head(format!("It is diagram {} of the {count} of this text.", at + 1));
                draft
            }
            // One that is none of ours does not hide the others.
            Err(error) => {
                let mut draft = Draft::new(&called);
                draft.set("title", title(&called));
                draft.leave(format!("diagram {} of {count}: {error}", at + 1));
                first_error.get_or_insert(error);
                draft
            }
        });
    }
    let failed = drafts.iter().all(|draft| draft.get("board.files").is_none());
    first_error.filter(|_| failed).map_or(Ok(drafts), Err)
}

/// Reads a diagram. `name` is for what the text does not say: what the game is called.
pub(crate) fn read(text: &str, name: &str) -> Result<Draft, ImportError> {
    let block = text::read(text)?;
    let (files, ranks) = size(&block)?;
    let mut draft = Draft::new(name);
    draft.head("Read from an Interactive Diagram. A diagram does not say when a game is drawn, and a page may add rules to its diagram");
    draft.head("by a script of its own, which is no part of the text that was read: compare with the page.");
    draft.set("title", title(name));
    draft.set("about", format!("{}, as an Interactive Diagram shows it.", title(name)));
    draft.set("board.files", files);
    draft.set("board.ranks", ranks);
    let mut reading = Reading { block, pieces: Vec::new(), files, ranks, draft };
    reading.name_pieces()?;
    reading.board();
    reading.royal();
    reading.sight();
    reading.shuffle();
    reading.promotion();
    reading.write_pieces();
    reading.ends();
    reading.leave_unknown();
    Ok(reading.draft)
}

/// How many files and ranks there are.
fn size(block: &Block) -> Result<(usize, usize), ImportError> {
    let [files, ranks] = ["files", "ranks"].map(|key| block.number(key).unwrap_or(8));
    let line =
        block.parameters.iter().find(|one| one.key == "files" || one.key == "ranks").map(|one| one.line);
    let fits = (1..=i64::from(MAX_FILES)).contains(&files)
        && (1..=i64::from(MAX_RANKS)).contains(&ranks)
        && files * ranks <= MAX_SQUARES as i64;
    if !fits {
        let message = format!(
            "a board of {files} files and {ranks} ranks: there are at most {MAX_FILES} files, {MAX_RANKS} ranks and {MAX_SQUARES} squares"
        );
        return Err(ImportError::new(line, message));
    }
    Ok((files as usize, ranks as usize))
}

/// A name for people, of that of a file.
fn title(name: &str) -> String {
    let words = name.split(['-', '_', ' ']).filter(|word| !word.is_empty()).map(|word| {
        let mut chars = word.chars();
        chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
    });
    let title: Vec<String> = words.collect();
    if title.is_empty() { "Imported Game".to_owned() } else { title.join(" ") }
}

impl Reading {
    /// Gives each kind of piece a table and a letter.
    fn name_pieces(&mut self) -> Result<(), ImportError> {
        let lines: Vec<PieceLine> =
            self.block.pieces.iter().filter(|one| one.name != "hole").cloned().collect();
        if lines.is_empty() {
            return Err(ImportError::new(
                None,
                "the diagram has no line of a piece, such as `Knight:N::knight:b1,g1`",
            ));
        }
        let mut taken: Vec<char> = Vec::new();
        let mut tables: Vec<String> = Vec::new();
        for line in lines {
            let wanted = line.id.chars().next();
            let Some(letter) = letters::free(&taken, wanted, &line.name) else {
                return Err(ImportError::new(Some(line.line), "there are more kinds of pieces than letters"));
            };
            taken.push(letter);
            let plain = crate::draft::file_name(&line.name);
            let number = (2..).map(|n| format!("{plain}-{n}"));
            let table = std::iter::once(plain.clone()).chain(number).find(|name| !tables.contains(name));
            let table = table.unwrap_or(plain);
            tables.push(table.clone());
            let moves = match line.moves.as_str() {
                "" => known::moves(&line.name.to_lowercase(), self.files).unwrap_or_default(),
                moves => moves,
            };
            let moves = xbetza::translated(moves);
            if let Some(why) = xbetza::doubt(&moves) {
                self.draft.leave(format!("line {}: {why}", line.line));
            }
            let (moves, sight) = xbetza::without_sight(&moves);
            let count = line.white.len();
            let letter = letter.to_string();
            self.pieces.push(Piece { line, table, letter, moves, count, royal: false, sight });
        }
        Ok(())
    }

    /// The kind of a number from 1, or of an ID.
    fn kind(&self, text: &str) -> Option<usize> {
        match text.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|&at| at < self.pieces.len()),
            Err(_) => self.pieces.iter().position(|piece| piece.line.id == text),
        }
    }

    /// Which kinds are royal, and how they are lost.
    fn royal(&mut self) {
        let said: Vec<(usize, String)> = self.said("royal");
        let mut royal = Vec::new();
        for (line, value) in &said {
            match self.kind(value) {
                Some(kind) => royal.push(kind),
                None => self.draft.leave(format!("line {line}: `royal={value}` names no piece")),
            }
        }
        if said.is_empty() {
            royal.push(self.pieces.len() - 1);
        }
        royal.sort_unstable();
        royal.dedup();
        for &kind in &royal {
            self.pieces[kind].royal = true;
        }
        let count: usize =
            royal.iter().map(|&kind| self.pieces[kind].count.max(self.pieces[kind].line.black.len())).sum();
        let spare = self.block.number("extinction").unwrap_or(3);
        if count == 1 {
            return;
        }
        let letters: String = royal.iter().map(|&kind| self.pieces[kind].letter.as_str()).collect();
        self.draft.set("royal.pieces", letters);
        self.draft.set("royal.lost", if spare == 0 { "any" } else { "all" });
        if spare != 0 {
            self.draft.leave(
                "several royal pieces: in the diagram all but the last may be captured like others; here not all may be left attacked",
            );
        }
    }

    /// What takes nothing but kings. Where both kings see along the same lines neither may come to stand there.
    fn sight(&mut self) {
        let one_king =
            self.pieces.iter().filter(|piece| piece.royal).map(|piece| piece.count).sum::<usize>() == 1;
        let square = |ray: &Ray| {
            let plain = ray.path == Path::Clear && ray.moves && ray.captures && ray.min == 1 && !ray.round;
            plain && ray.step.0.abs() <= 1 && ray.step.1.abs() <= 1
        };
        for at in 0..self.pieces.len() {
            let Piece { line, sight, royal, .. } = &self.pieces[at];
            if sight.is_empty() {
                continue;
            }
            let parsed = betza::parse(sight);
            let faulty = !parsed.faults.is_empty() || !parsed.is_plain() || board::is_handed(sight);
            if *royal && one_king && !faulty && parsed.rays.iter().all(square) {
                let lines = sight.clone();
                self.draft.set("facing-kings", "illegal");
                self.draft.set("facing-lines", lines);
            } else {
                let what = format!("line {}: `k`: moves that take nothing but a king", line.line);
                self.draft.leave(what);
            }
        }
    }

    /// The lines of a parameter that may stand several times.
    fn said(&self, key: &str) -> Vec<(usize, String)> {
        let all = self.block.parameters.iter().filter(|one| one.key == key);
        all.map(|one| (one.line, one.value.clone())).collect()
    }

    fn write_pieces(&mut self) {
        for at in 0..self.pieces.len() {
            let Piece { line, table, letter, moves, royal, .. } = &self.pieces[at];
            let key = |name: &str| format!("pieces.{table}.{name}");
            let draft = &mut self.draft;
            draft.set(&key("letter"), letter.as_str());
            if line.id != *letter {
                draft.remark(&key("letter"), format!("In the diagram: {}", line.id));
            }
            // Of several kinds of one name the tables are numbered.
            let plain = crate::draft::file_name(&line.name);
            if *table != plain {
                draft.set(&key("name"), plain.as_str());
            }
            // A name that has a drawing says more than a picture's, which may stand in for another.
            let own = |other: &Piece| known::drawing(&crate::draft::file_name(&other.line.name));
            let shown = known::drawing(&line.image).filter(|_| own(&self.pieces[at]).is_none() && !*royal);
            let alike = |other: &Piece| {
                other.line.line != line.line
                    && [own(other), known::drawing(&other.line.image)].contains(&shown)
            };
            if let Some(drawing) = shown.filter(|_| !self.pieces.iter().any(alike)) {
                draft.set(&key("picture"), drawing);
            }
            draft.set(&key("moves"), moves.as_str());
            if moves.is_empty() {
                draft.leave(format!(
                    "line {}: the diagram has no moves for the {plain}, and none are known by its name",
                    line.line
                ));
            }
            if *royal {
                draft.set(&key("royal"), true);
                if !betza::parse(moves).first.is_empty() {
                    draft.leave(format!(
                        "line {}: the first moves of the {plain}, which is royal: the diagram forbids them out of check and through attacked squares",
                        line.line
                    ));
                }
            }
            if at == 0 && line.name.to_lowercase().contains("pawn") {
                draft.set(&key("silent"), true);
            }
            if letter.starts_with('+') || !self.promotes(at) {
                continue;
            }
            let piece = &self.pieces[at];
            match self.shogi_target(at).map(|to| self.pieces[to].letter.clone()) {
                Some(to) => self.draft.set(&format!("pieces.{}.promotes", piece.table), to),
                None => self.draft.set(&format!("pieces.{}.promotes", piece.table), true),
            }
        }
    }

    /// Stalemate and what else ends the game.
    fn ends(&mut self) {
        let loses = self.block.get("stalemate").is_some_and(|value| value != "draw");
        self.draft.set("stalemate", if loses { "loss" } else { "draw" });
        if let Some((line, value)) = self.said("baring").first().cloned() {
            if value.parse::<i64>().unwrap_or(0) == 0 {
                self.draft.set("bare-king", "loss");
            } else {
                self.draft.leave(format!("line {line}: `baring={value}`: only pieces of some kinds count"));
            }
        }
    }

    /// Parameters that mean something and were not used.
    fn leave_unknown(&mut self) {
        for one in std::mem::take(&mut self.block.parameters) {
            if let Some(meaning) = known::unsaid(&one.key, &one.value) {
                let value: String = one.value.chars().take(60).collect();
                self.draft.leave(format!("line {}: `{}={value}`: {meaning}", one.line, one.key));
            }
        }
        for (line, what) in std::mem::take(&mut self.block.odd) {
            self.draft.leave(format!("line {line}: {what}"));
        }
    }
}
