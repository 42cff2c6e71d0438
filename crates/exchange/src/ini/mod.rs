//! `variants.ini` of Fairy-Stockfish: a section for each game, which says what differs from an earlier one or from one that the program
//! has built in.

pub(crate) mod bases;
pub(crate) mod betza;
mod ends;
mod fen;
pub(crate) mod keys;
mod parent;
mod pieces;
mod promotion;
mod royal;
pub(crate) mod rules;
pub(crate) mod syntax;

use std::collections::BTreeMap;

use berolina_rules::geometry::{MAX_FILES, MAX_RANKS, MAX_SQUARES};

use crate::region::Region;
use crate::{Draft, ImportError, Value};
use fen::Start;
use parent::{Finder, Parent};
use rules::{COLOURS, Rules};

pub(crate) use syntax::looks_like_one;

/// The most room that the values of all sections may take, with those that they take over, in bytes.
const MAX_SIZE: usize = 16 << 20;

/// Reads all sections.
pub(crate) fn read(text: &str) -> Result<Vec<Draft>, ImportError> {
    let sections = syntax::read(text)?;
    let mut known: BTreeMap<String, Parent> = BTreeMap::new();
    let mut finder = Finder::default();
    let mut drafts = Vec::new();
    let mut room = MAX_SIZE;
    for section in &sections {
        let mut draft = begun(&section.name);
        if known.contains_key(&section.name) || bases::BASES.iter().any(|base| base.0 == section.name) {
            draft.leave(format!(
                "line {}: a game `{}` exists already, and the first one stays",
                section.line, section.name
            ));
            drafts.push(draft);
            continue;
        }
        let found = known.get(&section.base).cloned().map_or_else(|| finder.find(&section.base), Ok);
        let parent = match found {
            Ok(parent) => parent,
            Err(why) => {
                draft.leave(format!("line {}: {why}", section.line));
                drafts.push(draft);
                continue;
            }
        };
        let mut rules = parent.rules.clone();
        rules.lay_over(section);
        room = room.checked_sub(rules.size()).ok_or_else(|| {
            ImportError::new(Some(section.line), "the sections take over too much from one another")
        })?;
        let draft = parent.over_ours(Writer::write(draft, &rules), || begun(&section.name));
        drafts.push(draft);
        known.insert(section.name.clone(), Parent { rules, ..parent });
    }
    Ok(drafts)
}

/// A draft that says where it comes from.
fn begun(name: &str) -> Draft {
    let mut draft = Draft::new(name);
    draft.head(format!("Read from the section `{name}` of a variants.ini of Fairy-Stockfish."));
    draft.set("title", title(name));
    draft.set("about", format!("{}, as Fairy-Stockfish plays it.", title(name)));
    draft
}

/// A name for people.
fn title(name: &str) -> String {
    let words = name.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
    };
    let title: Vec<String> = words.map(capital).collect();
    if title.is_empty() { "Imported Game".to_owned() } else { title.join(" ") }
}

/// A game on its way to a file.
struct Writer<'a> {
    rules: &'a Rules,
    draft: Draft,
    start: Start,
    files: usize,
    ranks: usize,
    /// Black's squares answer White's by half a turn.
    rotated: bool,
    /// What may differ by player.
    sides: [Vec<(String, Value)>; 2],
    /// The kinds that are in the game.
    used: Vec<usize>,
    /// What each player must not lose.
    royal: [royal::Royal; 2],
}

impl<'a> Writer<'a> {
    fn write(mut draft: Draft, rules: &'a Rules) -> Draft {
        let (files, ranks) = (rules.file("maxFile"), rules.file("maxRank"));
        let fits = |size: usize, most: u8| (1..=usize::from(most)).contains(&size);
        if !fits(files, MAX_FILES) || !fits(ranks, MAX_RANKS) || files * ranks > MAX_SQUARES {
            draft.leave(format!("a board of {files} files and {ranks} ranks"));
            return draft;
        }
        let start = Start::read(rules, files, ranks);
        let sides = [Vec::new(), Vec::new()];
        let mut writer = Self {
            rules,
            draft,
            start,
            files,
            ranks,
            rotated: false,
            sides,
            used: Vec::new(),
            royal: Default::default(),
        };
        writer.used = writer.kinds_in_game();
        writer.board();
        writer.ends();
        writer.royal();
        writer.pieces();
        writer.promotion();
        writer.hands();
        writer.castling();
        writer.goal();
        writer.unite();
        for what in writer.rules.unsaid().into_iter().chain(writer.rules.odd.clone()) {
            writer.draft.leave(what);
        }
        writer.draft
    }

    fn leave(&mut self, key: &str, what: &str) {
        let value = rules::short(self.rules.get(key));
        self.draft.leave(format!("{}: `{key} = {value}`: {what}", self.rules.place(key)));
    }

    /// Sets what a player has.
    fn side(&mut self, side: usize, key: &str, value: impl Into<Value>) {
        let value = value.into();
        match self.sides[side].iter_mut().find(|one| one.0 == key) {
            Some(one) => one.1 = value,
            None => self.sides[side].push((key.to_owned(), value)),
        }
    }

    /// Sets what both players have.
    fn both(&mut self, key: &str, value: impl Into<Value>) {
        let value = value.into();
        (0..2).for_each(|side| self.side(side, key, value.clone()));
    }

    /// A region as the program writes it; what is none is left.
    fn squares(&mut self, key: &str) -> Region {
        let found = Region::read(self.rules.get(key), self.files, self.ranks);
        found.unwrap_or_else(|| {
            self.leave(key, "not as a region is written");
            Region::all(self.files, self.ranks).of([].into())
        })
    }

    /// A player's region as that player sees it. `key` is without the colour.
    fn region(&mut self, key: &str, side: usize) -> Region {
        let region = self.squares(&format!("{key}{}", COLOURS[side]));
        if side == 1 { region.answered(self.rotated) } else { region }
    }

    /// Writes what the players have: once where it is the same for both.
    fn unite(&mut self) {
        let sides = std::mem::take(&mut self.sides);
        let same = |key: &str, value: &Value, other: usize| {
            sides[other].iter().any(|one| one.0 == key && one.1 == *value)
        };
        let mut differ = [false; 2];
        for (side, keys) in sides.iter().enumerate() {
            for (key, value) in keys {
                if same(key, value, 1 - side) {
                    self.draft.set(key, value.clone());
                    continue;
                }
                differ[side] = true;
                let army = ["white", "black"][side];
                self.draft.set(&format!("armies.{army}.{key}"), value.clone());
            }
        }
        for (side, army) in ["white", "black"].into_iter().enumerate() {
            if differ[side] {
                self.draft.set(&format!("players.{army}"), army);
            }
        }
    }

    /// The board, and how Black's side answers White's.
    fn board(&mut self) {
        self.draft.set("board.files", self.files);
        self.draft.set("board.ranks", self.ranks);
        let mirrored = self.start.array(0, false) == self.start.array(1, false);
        let turned = self.start.array(0, true) == self.start.array(1, true);
        let handed = self.used.iter().any(|&at| betza::is_handed(&self.parts(at)));
        self.rotated = handed || (turned && !mirrored);
        if self.rotated {
            self.draft.set("mirror", "rotation");
        }
        if !self.start.walls.is_empty() {
            let walls = self.start.walls.iter().copied().collect();
            let region = Region::all(self.files, self.ranks).of(walls);
            self.draft.set("board.holes", region.to_string());
        }
        for side in 0..2 {
            let array = self.start.array(side, self.rotated);
            self.side(side, "array", array);
        }
        if self.start.black_begins {
            self.draft.set("first-move", "black");
        }
        for what in std::mem::take(&mut self.start.odd) {
            self.draft.leave(format!("{}: {what}", self.rules.place("startFen")));
        }
        for side in 0..2 {
            let standing = self.start.armies[side].iter().flatten().any(Option::is_some);
            if !standing && self.start.hands[side].is_empty() {
                self.leave("startFen", "a player has no pieces");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Format, MAX_TEXT, import};

    fn one(text: &str) -> crate::Imported {
        import(text, "x").expect("it is read").pop().expect("there is a game")
    }

    #[test]
    fn a_section_takes_over_what_it_builds_on() {
        let text = "; remark\nvalue = skipped\n[first:crazyhouse]\nmustCapture = true\n[second:first]\nmaxRank = 6\n\
            startFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\npromotionRegionWhite = *6\ndoubleStep = false\n";
        assert_eq!(Format::of(text), None, "what stands before the first section tells nothing");
        let text = text.replace("value = skipped\n", "");
        let games = import(&text, "x").expect("it is read");
        assert_eq!(games.iter().map(|game| game.name.as_str()).collect::<Vec<_>>(), ["first", "second"]);
        assert!(games.iter().all(crate::Imported::is_whole), "{games:?}");
        assert!(games[1].text.contains("capture = \"any\"") && games[1].text.contains("prisoners = true"));
        assert!(games[1].text.contains("drops = \"ranks 2-5\""), "{}", games[1].text);
    }

    #[test]
    fn a_letter_taken_by_another_kind_is_taken_from_the_first() {
        let game = one("[x:chess]\ncustomPiece1 = p:fsmWfceFifmnD\npawnTypes = p\nnMoveRule = 0\n");
        assert!(game.is_whole(), "{game:?}");
        assert!(!game.text.contains("[pieces.pawn]") && game.text.contains("[pieces.piece-p]"));
        assert!(
            game.text.contains("double-step.from = \"rank 2\"") && game.text.contains("en-passant = true")
        );
    }

    #[test]
    fn pieces_that_must_be_left_stand_beside_the_king() {
        let game = one("[x:chess]\nextinctionPieceTypes = rq\nextinctionValue = win\n");
        assert!(game.is_whole(), "{game:?}");
        for line in ["pieces = \"RQ\"", "each = true", "result = \"win\""] {
            assert!(game.text.contains(line), "{}", game.text);
        }
        let game =
            one("[x:giveaway]\nextinctionPieceCount = 2\nextinctionValue = loss\nblastOnCapture = true\n");
        assert!(game.is_whole(), "{game:?}");
        assert!(
            game.text.contains("left = 2") && game.text.contains("both-lost = \"mover\""),
            "{}",
            game.text
        );
    }

    #[test]
    fn moves_are_written_as_xboard_does() {
        for (theirs, ours) in [
            ("fK", "fWfF"),
            ("KN", "WFN"),
            ("mQ2cQ2", "mW2mF2cW2cF2"),
            ("J", "Z"),
            ("gBgR", "gBgR"),
            ("hrN", "hrN"),
        ] {
            let parts = super::betza::read(theirs);
            assert_eq!(super::betza::write(&parts).as_deref(), Some(ours), "{theirs}");
        }
        assert_eq!(super::betza::write(&super::betza::read("nC")), None);
    }

    #[test]
    fn what_cannot_be_said_stands_in_the_file() {
        for (line, told) in [
            ("wallOrMove = true", "wallOrMove"),
            ("nonsense = 1", "unknown key"),
            ("castling = yes", "neither"),
            ("flagRegionWhite = e9x", "region"),
            ("promotionPieceTypes = qz", "a letter of no piece"),
            ("extinctionPieceTypes = rq*\nextinctionValue = loss", "may not be too few"),
        ] {
            let game = one(&format!("[x:chess]\n{line}\n"));
            assert!(game.unfinished.iter().any(|what| what.contains(told)), "{line}: {game:?}");
            assert!(game.text.contains("unfinished = ["));
        }
        assert!(!one("[x:nowhere]\n").is_whole());
        assert!(!one("[chess]\nking = k\n").is_whole());
    }

    #[test]
    fn hostile_texts_get_an_answer() {
        let long = format!("[x:chess]\nstartFen = {}\n", "9/".repeat(100_000));
        let deep: String = (1..1500).map(|at| format!("[g{at}:g{}]\n", at - 1)).collect();
        let wide = (0..3000).map(|at| format!("key{at} = {at}\n")).collect::<String>();
        let heavy = format!(
            "[g0:chess]\nstartFen = {}\n{}",
            "x".repeat(200_000),
            (1..900).map(|at| format!("[g{at}:g{}]\n", at - 1)).collect::<String>()
        );
        let zero =
            "[x:chess]\ncastlingRank = 0\ncastlingKingFile = 0\ncastlingRookKingsideFile = 0\nmaxFile = 0\n";
        let odd = "[x:chess]\ncustomPiece1 = é:é\nflagRegion = é9 *é\npromotionLimit = é:é\nstartFen = é[é é\npawn = é\n[é:é]\n";
        let small = "[x:chess]\nmaxRank = 1\nmaxFile = 1\nstartFen = K w KQkq - 0 1\ncastlingRank = 99\nsoldier = s\n";
        for text in
            [&long, &deep, &format!("[x:chess]\n{wide}"), &heavy, zero, odd, small, "[", "[]\n=", "[:]\n=\n"]
        {
            if let Ok(games) = import(text, "x") {
                assert!(games.iter().all(|game| !game.is_whole()), "{}", &text[..text.len().min(99)]);
            }
        }
        assert!(import(&"[x]\n".repeat(MAX_TEXT), "x").is_err());
    }
}
