//! The file of a game that was read.

use std::collections::{BTreeMap, BTreeSet};

use berolina_rules::geometry::Grid;

use super::board::Mirror;
use super::game::Source;
use super::goals::Verdict;
use super::piece::{self, Keys};
use super::shape::Kind;
use super::{Reading, Walked};
use crate::{Draft, Value};

/// Options of looks, and of how the program thinks.
const HARMLESS: [&str; 9] = [
    "animate captures",
    "animate drops",
    "smart moves",
    "prevent flipping",
    "highlight goals",
    "show moves list",
    "show hints",
    "silent ? moves",
    "pass partial",
];

/// Sections that are read elsewhere, or are of looks and sounds.
const KNOWN: [&str; 24] = [
    "title",
    "description",
    "history",
    "strategy",
    "players",
    "turn-order",
    "board",
    "board-setup",
    "piece",
    "option",
    "default",
    "music",
    "move-priorities",
    "win-condition",
    "loss-condition",
    "draw-condition",
    "count-condition",
    "pass-turn",
    "animate-captures",
    "animate-drops",
    "smart-moves",
    "prevent-flipping",
    "highlight-goals",
    "solution",
];

/// How many lines are named for what is wrong on several.
const MAX_LINES: usize = 5;

/// Keys of a player by their paths.
type Own = BTreeMap<String, Value>;

/// A draft with what the file tells about its game.
pub(super) fn begun(name: &str, title: &str, source: &Source) -> Draft {
    let mut draft = Draft::new(name);
    draft.head(format!("Read from a rule file of Zillions of Games, line {}.", source.line));
    let title = if title.trim().is_empty() { "Imported Game" } else { title.trim() };
    draft.set("title", title.chars().take(100).collect::<String>());
    let texts = [source.words("history").join(" "), source.words("description").join(" ")];
    if let Some(link) = texts.iter().find_map(|text| link(text)) {
        draft.set("link", link);
    }
    draft.set("about", format!("{title}, as a rule file of Zillions of Games says it."));
    draft
}

/// The first address in a text.
fn link(text: &str) -> Option<String> {
    let at = text.find("http://").or_else(|| text.find("https://"))?;
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>' | '\\' | ')' | ',');
    let rest = &text[at..];
    let link = rest[..rest.find(ends).unwrap_or(rest.len())].trim_end_matches('.');
    (link.len() <= 200 && link.chars().all(|c| c.is_ascii_graphic())).then(|| link.to_owned())
}

/// Makes a rule of the game of where pieces promote: that of the first, which the others may have as well.
fn lift(side: usize, all: &mut [[Keys; 2]], own: &mut Own) {
    let zones = |keys: &Keys| ["promotion.on", "promotion.optional"].map(|key| keys.keys.get(key).cloned());
    let Some(first) =
        all.iter().map(|keys| &keys[side]).find(|keys| keys.keys.contains_key("promotes")).map(zones)
    else {
        return;
    };
    for keys in all.iter_mut().map(|keys| &mut keys[side]) {
        if zones(keys) == first {
            keys.keys.remove("promotion.on");
            keys.keys.remove("promotion.optional");
        } else if keys.keys.contains_key("promotes") {
            for (key, has) in ["promotion.on", "promotion.optional"].into_iter().zip(&first) {
                if has.is_some() {
                    keys.keys.entry(key.to_owned()).or_insert_with(|| "none".into());
                }
            }
        }
    }
    for (key, value) in ["promotion.on", "promotion.optional"].into_iter().zip(first) {
        own.extend(value.map(|value| (key.to_owned(), value)));
    }
}

impl Reading {
    /// Options, and sections that are not known.
    pub(super) fn options(&mut self) {
        let mut left = Vec::new();
        for (line, nodes) in self.source.all("option") {
            let said: Vec<&str> = nodes.iter().filter_map(super::read::Node::said).collect();
            match said.as_slice() {
                [name, ..] if HARMLESS.contains(name) => {}
                [_, "false"] => {}
                ["chess invariant", "true"] => self.invariant = true,
                ["xiangqi-extension", "true"] => self.facing = true,
                ["ko", "situation" | "true"] => self.ko = true,
                ["recycle captures", "true"] => self.prisoners = true,
                _ => left.push((line, format!("`(option {})`", said.join(" ")))),
            }
        }
        for section in &self.source.sections {
            match section.call() {
                Some((head, _)) if KNOWN.contains(&head) || head.ends_with("-sound") => {}
                _ => left.push((section.line, format!("`{}`", section.shown()))),
            }
        }
        if self.source.words("pass-turn").first().is_some_and(|word| word != "false") {
            left.push((self.source.line, "`pass-turn`".to_owned()));
        }
        self.left.extend(left);
    }

    /// Writes everything.
    pub(super) fn write(&mut self, founds: &[Walked]) {
        self.write_board();
        let tries = [Mirror::Reflection, Mirror::Rotation].map(|mirror| {
            let mut all = self.keys(founds, mirror);
            self.answered(mirror, &mut all);
            let mut left = Vec::new();
            let own = [0, 1].map(|side| {
                let mut own = self.own(side, mirror, &all, &mut left);
                lift(side, &mut all, &mut own);
                own
            });
            (mirror, all, own, left)
        });
        let score = |(mirror, all, own, _): &(Mirror, Vec<[Keys; 2]>, [Own; 2], Vec<_>)| {
            let alike = all.iter().all(|[a, b]| a.keys == b.keys);
            let castles = own.iter().flat_map(Own::keys).any(|key| key.starts_with("castling"));
            let may = *mirror == Mirror::Reflection || !castles;
            (may, alike && own[0] == own[1], alike, own[0].get("array") == own[1].get("array"))
        };
        let second = score(&tries[1]) > score(&tries[0]);
        let [first, other] = tries;
        let (mirror, all, own, left) = if second { other } else { first };
        if mirror == Mirror::Rotation {
            self.draft.set("mirror", "rotation");
        }
        self.left.extend(left);
        for side in [0, 1] {
            for (piece, keys) in self.pieces.iter().zip(&all) {
                let said = keys[side].left.iter().map(|(line, what)| {
                    (if *line == 0 { piece.line } else { *line }, format!("{}: {what}", piece.name))
                });
                self.left.extend(said);
            }
        }
        self.capture(founds);
        self.ends();
        self.write_own(&own);
        self.write_pieces(&all);
        // What is wrong in the same way on several lines is said once.
        let mut left: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for (line, what) in std::mem::take(&mut self.left) {
            left.entry(what).or_default().insert(line);
        }
        let mut left: Vec<(BTreeSet<usize>, String)> =
            left.into_iter().map(|(what, lines)| (lines, what)).collect();
        left.sort();
        for (lines, what) in left {
            let shown: Vec<String> = lines.iter().take(MAX_LINES).map(usize::to_string).collect();
            let more = if lines.len() > MAX_LINES { " and others" } else { "" };
            let word = if lines.len() == 1 { "line" } else { "lines" };
            self.draft.leave(format!("{word} {}{more}: {what}", shown.join(", ")));
        }
    }

    fn write_board(&mut self) {
        let field = &self.field;
        self.draft.set("board.files", field.files);
        if field.grid == Grid::Hexagon {
            self.draft.set("board.hexagon", field.side);
            return;
        }
        self.draft.set("board.ranks", field.ranks);
        let there: BTreeSet<_> = field.cells.iter().flatten().map(|cell| (cell.rank, cell.file)).collect();
        let all = (0..field.ranks).flat_map(|rank| (0..field.files).map(move |file| (rank, file)));
        let holes: BTreeSet<_> = all.filter(|square| !there.contains(square)).collect();
        if !holes.is_empty() {
            self.draft.set("board.holes", piece::region(field, &holes));
        }
    }

    /// Settles what captures in passing answer.
    fn answered(&self, mirror: Mirror, all: &mut [[Keys; 2]]) {
        for (piece, keys) in self.pieces.iter().zip(all) {
            for side in [0, 1] {
                let around = self.around(piece, side, mirror);
                if !keys[side].keys.contains_key("en-passant") {
                    continue;
                }
                if keys[1 - side].doubles.is_empty() {
                    // Nothing ever passes.
                    keys[side].keys.remove("en-passant");
                } else if piece::answers(&around, &keys[side].passing, &keys[1 - side].doubles) {
                    keys[1 - side].keys.insert("double-step.en-passant".to_owned(), true.into());
                } else {
                    keys[side].keys.remove("en-passant");
                    keys[side].left.push((0, "captures in passing that answer no double step".to_owned()));
                }
            }
        }
    }

    /// What a player has besides the moves of pieces.
    fn own(&self, side: usize, mirror: Mirror, all: &[[Keys; 2]], left: &mut Vec<(usize, String)>) -> Own {
        let mut own = Own::new();
        own.insert("array".to_owned(), self.array(side, mirror).into());
        self.castling(side, mirror, all, &mut own, left);
        self.royal(side, &mut own, left);
        self.aims(side, mirror, &mut own, left);
        self.hand(side, &mut own);
        own
    }

    /// The ranks of a player, from the nearest.
    fn array(&self, side: usize, mirror: Mirror) -> Vec<String> {
        let field = &self.field;
        let mut letters = BTreeMap::new();
        for at in (0..field.cells.len()).filter(|&at| field.cells[at].is_some()) {
            let letter = self.start.stand[side].get(&at).and_then(|kind| self.letters.get(kind)).cloned();
            letters.extend(field.seen(at, side, mirror).map(|square| (square, letter)));
        }
        let row = |rank: usize| {
            let cells = (0..field.files).filter(|&file| rank < field.height(file));
            // A hole is written as one, on hexagons there is none.
            cells
                .map(|file| letters.get(&(rank, file)).cloned().unwrap_or_else(|| Some("*".to_owned())))
                .collect::<Vec<_>>()
        };
        let mut rows: Vec<Vec<Option<String>>> = (0..field.ranks).map(row).collect();
        let empty =
            |row: &Vec<Option<String>>| row.iter().all(|cell| cell.as_deref().is_none_or(|text| text == "*"));
        while rows.last().is_some_and(empty) {
            rows.pop();
        }
        rows.iter().map(|row| crate::draft::rank(row)).collect()
    }

    /// What a player must not lose.
    fn royal(&self, side: usize, own: &mut Own, left: &mut Vec<(usize, String)>) {
        let goals = &self.goals[side];
        let kinds: BTreeSet<&String> = match goals.mated.is_empty() {
            false => goals.mated.iter().collect(),
            true => goals.taken.iter().map(|(kind, _)| kind).collect(),
        };
        let letter = |kind: &String| self.letters.get(kind).cloned().unwrap_or_default();
        let count = self.start.stand[side].values().filter(|kind| kinds.contains(kind)).count()
            + self.start.off[side]
                .iter()
                .filter(|(kind, _)| kinds.contains(kind))
                .map(|(_, n)| n)
                .sum::<usize>();
        let by_capture = goals.mated.is_empty();
        match (count, kinds.len()) {
            (1, 1) => {
                if by_capture {
                    own.insert("king-lost-by".to_owned(), "capture".into());
                }
            }
            (0, _) => drop(own.insert("royal".to_owned(), false.into())),
            (_, 1) if by_capture => {
                let any = goals.taken.iter().any(|(_, any)| *any);
                own.insert(
                    "royal.pieces".to_owned(),
                    kinds.iter().map(|kind| letter(kind)).collect::<String>().into(),
                );
                own.insert("royal.lost".to_owned(), if any { "any" } else { "all" }.into());
                own.insert("king-lost-by".to_owned(), "capture".into());
            }
            _ => left.push((self.source.line, "several pieces that may not be lost".to_owned())),
        }
        self.few(side, own, left);
        if goals.mated.len() == 1 && goals.taken.iter().any(|(kind, _)| !goals.mated.contains(kind)) {
            left.push((
                self.source.line,
                "a king that is lost by mate, and other pieces by capture".to_owned(),
            ));
        }
    }

    /// What it means to have few pieces left.
    fn few(&self, side: usize, own: &mut Own, left: &mut Vec<(usize, String)>) {
        let (verdict, count, kind) = match self.goals[side].few.as_slice() {
            [] => return,
            [one] => one,
            _ => return left.push((self.source.line, "several numbers of pieces that decide".to_owned())),
        };
        let at_first =
            self.start.stand[side].values().filter(|name| kind.as_ref().is_none_or(|kind| kind == *name));
        if at_first.count() <= *count {
            return left.push((self.source.line, "a number of pieces that decides at the start".to_owned()));
        }
        own.insert("extinction.left".to_owned(), (*count).into());
        if *verdict != Verdict::Loss {
            own.insert("extinction.result".to_owned(), verdict.word().into());
        }
        if let Some(letter) = kind.as_ref().map(|kind| self.letters.get(kind).cloned().unwrap_or_default()) {
            own.insert("extinction.pieces".to_owned(), letter.into());
        }
    }

    /// Squares to reach.
    fn aims(&self, side: usize, mirror: Mirror, own: &mut Own, left: &mut Vec<(usize, String)>) {
        let Some(first) = self.goals[side].aims.first() else { return };
        let letters: Option<String> = {
            let alike = |aim: &&super::goals::Aim| aim.squares == first.squares && aim.count == first.count;
            let all = self.goals[side].aims.iter();
            let kinds = all.clone().filter(alike).map(|aim| self.letters.get(&aim.kind).cloned());
            if all.clone().all(|aim| alike(&aim)) && (first.count == 1 || all.len() == 1) {
                kinds.collect()
            } else {
                None
            }
        };
        let Some(letters) = letters else {
            left.push((self.source.line, "several goals to reach".to_owned()));
            return;
        };
        let around =
            super::piece::Around { stand: BTreeSet::new(), ..self.around(&self.pieces[0], side, mirror) };
        own.insert("goal.pieces".to_owned(), letters.into());
        own.insert("goal.on".to_owned(), around.region(first.squares.iter().copied()).into());
        if self.shy[side] {
            own.insert("goal.shy".to_owned(), true.into());
        }
        if first.count > 1 {
            own.insert("goal.count".to_owned(), first.count.into());
        }
    }

    fn hand(&self, side: usize, own: &mut Own) {
        let off = self.start.off[side].iter();
        let pieces: String =
            off.filter_map(|(kind, count)| Some(self.letters.get(kind)?.repeat(*count))).collect();
        if !pieces.is_empty() {
            own.insert("hand.pieces".to_owned(), pieces.into());
        }
        if self.prisoners {
            let owner = self.captive.as_ref().is_some_and(|hands| !hands.flips);
            own.insert("hand.prisoners".to_owned(), if owner { "owner".into() } else { true.into() });
        }
    }

    /// Stalemate, repetition, bare kings and what options say.
    fn ends(&mut self) {
        let [white, black] = [self.goals[0].clone(), self.goals[1].clone()];
        if white.stalemate != black.stalemate || white.repetition != black.repetition {
            self.left.push((self.source.line, "ends that differ by player".to_owned()));
        }
        let stalemate = white.stalemate.unwrap_or(Verdict::Draw);
        self.draft.set("stalemate", stalemate.word());
        if white.stalemate.is_none() {
            self.draft.remark("stalemate", "The file does not say it.");
        }
        if let Some(verdict) = white.repetition {
            self.draft.set("repetition.mover", verdict.word());
        }
        if self.ko {
            // Who may not repeat a position loses by it as by having no move.
            if stalemate == Verdict::Loss && white.repetition.is_none_or(|verdict| verdict == Verdict::Loss) {
                self.draft.set("repetition.times", 2_usize);
                self.draft.set("repetition.mover", "loss");
                self.draft.remark("repetition.times", "The file forbids it: `ko`.");
            } else {
                self.left.push((self.source.line, "`ko`: positions that may not be repeated".to_owned()));
            }
        }
        if self.facing {
            self.draft.set("facing-kings", "illegal");
            self.draft.remark("facing-kings", "By `xiangqi-extension`, a script of Dagaz beside the file.");
        }
        if self.invariant && self.pieces.iter().any(|piece| piece.name == "King") {
            self.draft.head("Castling as in chess, by `chess invariant`, a script of Dagaz beside the file.");
        }
    }

    /// Compulsory captures.
    fn capture(&mut self, founds: &[Walked]) {
        let Some((line, order)) = self.source.last("move-priorities") else {
            if self.free_in_check(founds, None).is_some() {
                self.left.push((self.source.line, "moves that are made in check only".to_owned()));
            }
            return;
        };
        let order: Vec<String> =
            order.iter().filter_map(super::read::Node::said).map(str::to_owned).collect();
        let mut kinds: BTreeMap<Option<String>, [bool; 2]> = BTreeMap::new();
        let free = self.free_in_check(founds, order.first());
        if free == Some(false) {
            return self
                .left
                .push((line, "what may be done in check is not all that may be done".to_owned()));
        }
        for piece in 0..self.pieces.len() {
            for side in [0, 1] {
                for one in self.moves(founds, piece, side).0.into_iter().filter(|one| !one.check) {
                    let may = one.found.state.visits[one.found.to].may;
                    let [quiet, takes] = kinds.entry(one.tag).or_default();
                    let passing = matches!(one.kind, Kind::Passing { .. });
                    *takes |= passing || may & super::walk::ENEMY != 0;
                    *quiet |= !passing && may & super::walk::EMPTY != 0;
                }
            }
        }
        let of = |tag: &String| kinds.get(&Some(tag.clone())).copied();
        let drops = founds.iter().any(|one| one.drop && !one.found.is_empty());
        match order.as_slice() {
            _ if kinds.len() <= 1 && !drops && free.is_none() => {}
            [a, b] if kinds.len() == 2 && of(a) == Some([false, true]) && of(b) == Some([true, false]) => {
                self.draft.set("capture", if free.is_some() { "unless-check" } else { "any" });
            }
            _ => self.left.push((line, format!("`(move-priorities {})`", order.join(" ")))),
        }
    }

    /// Whether, besides, whoever is in check may make by the first type of move all moves that capture nothing; nothing if no move asks
    /// whether there is a check.
    fn free_in_check(&self, founds: &[Walked], first: Option<&String>) -> Option<bool> {
        let mut whole = true;
        let mut any = false;
        for (piece, side) in (0..self.pieces.len()).flat_map(|piece| [(piece, 0), (piece, 1)]) {
            let mut ways: [BTreeMap<_, BTreeSet<(usize, usize)>>; 2] = [BTreeMap::new(), BTreeMap::new()];
            for one in self.moves(founds, piece, side).0 {
                let Kind::Plain { shape, pairs } = &one.kind else { continue };
                let state = &one.found.state;
                if state.visits[one.found.to].may & super::walk::EMPTY == 0 {
                    continue;
                }
                any |= one.check;
                whole &= (one.tag.as_ref() == first) == one.check;
                let key = (*shape, one.found.kinds, state.visits[0].attributes.clone(), state.sets.clone());
                ways[usize::from(one.check)].entry(key).or_default().extend(pairs);
            }
            whole &= ways[0] == ways[1];
        }
        any.then_some(whole)
    }

    /// What both players have, or each an army of its own.
    fn write_own(&mut self, [white, black]: &[Own; 2]) {
        let both: Vec<&String> = white.keys().chain(black.keys()).collect();
        let mut seen = BTreeSet::new();
        for key in both.into_iter().filter(|key| seen.insert((*key).clone())) {
            match (white.get(key), black.get(key)) {
                (Some(a), Some(b)) if a == b => self.draft.set(key, a.clone()),
                (a, b) => {
                    self.armies = true;
                    for (army, value) in [("white", a), ("black", b)] {
                        if let Some(value) = value {
                            self.draft.set(&format!("armies.{army}.{key}"), value.clone());
                        }
                    }
                }
            }
        }
    }

    fn write_pieces(&mut self, all: &[[Keys; 2]]) {
        let mut names = Vec::new();
        for (piece, [white, black]) in self.pieces.iter().zip(all) {
            let plain = crate::draft::file_name(&piece.name);
            let numbered = (2..).map(|n| format!("{plain}-{n}"));
            let table = std::iter::once(plain.clone()).chain(numbered).find(|name| !names.contains(name));
            let table = table.unwrap_or(plain);
            names.push(table.clone());
            self.draft.set(&format!("pieces.{table}.letter"), self.letters[&piece.name].as_str());
            let royal = |side: usize| {
                let goals = &self.goals[side];
                let taken =
                    || goals.mated.is_empty() && goals.taken.iter().any(|(kind, _)| *kind == piece.name);
                goals.mated.contains(&piece.name) || taken()
            };
            if (royal(0) || royal(1)) && self.one_king() {
                self.draft.set(&format!("pieces.{table}.royal"), true);
            }
            // What promotes is written as pawns are.
            if white.keys.contains_key("promotes") && white.keys.contains_key("double-step.moves") {
                self.draft.set(&format!("pieces.{table}.silent"), true);
            }
            let mut seen = BTreeSet::new();
            for key in white.keys.keys().chain(black.keys.keys()).filter(|key| seen.insert((*key).clone())) {
                let path = format!("pieces.{table}.{key}");
                match (white.keys.get(key), black.keys.get(key)) {
                    (Some(a), Some(b)) if a == b => self.draft.set(&path, a.clone()),
                    (a, b) => {
                        self.armies = true;
                        if key == "moves" {
                            let value = a.or(b).cloned().unwrap_or_else(|| "".into());
                            self.draft.set(&path, value);
                        }
                        for (army, value) in [("white", a), ("black", b)] {
                            if let Some(value) = value {
                                self.draft.set(&format!("armies.{army}.{path}"), value.clone());
                            }
                        }
                    }
                }
            }
        }
        if self.armies {
            for army in ["white", "black"] {
                self.draft.set(&format!("players.{army}"), army);
                self.draft.set(&format!("armies.{army}.about"), format!("The rules of {army} in the file."));
            }
        }
    }

    /// Whether some player has one king.
    fn one_king(&self) -> bool {
        let mut own = [Own::new(), Own::new()];
        for (side, own) in own.iter_mut().enumerate() {
            self.royal(side, own, &mut Vec::new());
        }
        own.iter().any(|own| !own.contains_key("royal") && !own.contains_key("royal.pieces"))
    }
}
