//! Rule files of Zillions of Games (`.zrf`): pieces have small programs that say where they go. Each program is followed without a
//! position (`walk`), what it comes to is compared with the whole board (`shape`), and only what is exactly a move of the language is
//! written (`piece`). Macros are known by what they stand for, never by their names.

mod aside;
mod betza;
mod board;
mod castling;
mod expand;
mod game;
mod goals;
mod piece;
mod prisoners;
mod read;
mod shape;
mod start;
mod walk;
mod write;

use std::collections::BTreeMap;

use crate::{Draft, ImportError};
use board::{Board, Field, Mirror};
use game::{PieceSource, Source};
use goals::Goals;
use piece::{Around, Keys, Move};
use start::Start;

pub(crate) use read::looks_like_one;

/// Where a game of ours begins to be one: the names of its players and what belongs to each.
struct Reading {
    source: Source,
    board: Board,
    field: Field,
    pieces: Vec<PieceSource>,
    letters: BTreeMap<String, String>,
    start: Start,
    goals: [Goals; 2],
    draft: Draft,
    /// What could not be said, by lines.
    left: Vec<(usize, String)>,
    /// Castling is that of chess, whatever the moves say.
    invariant: bool,
    /// Kings may not face each other.
    facing: bool,
    /// No position may come back.
    ko: bool,
    /// What is captured goes to the captor's hand.
    prisoners: bool,
    /// By moves to squares beside the board.
    captive: Option<prisoners::Prisoners>,
    /// What reaches a player's goal keeps off where it would be attacked.
    shy: [bool; 2],
    /// The players differ.
    armies: bool,
}

/// Reads all games and variants. `name` is what a game without a title is called; `include` gives the text of a file beside this one.
pub(crate) fn read(
    text: &str,
    name: &str,
    include: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<Vec<Draft>, ImportError> {
    let nodes = read::read(text)?;
    let sources = game::games(&nodes, &mut |file| {
        // No file of another folder.
        let plain = !file.is_empty() && !file.contains(['/', '\\', ':']) && !file.starts_with('.');
        let text = if plain { include(file) } else { None }?;
        (text.len() <= crate::MAX_TEXT).then(|| read::read(&text).ok()).flatten()
    })?;
    let mut drafts: Vec<Draft> = Vec::new();
    for source in sources {
        let title = source.words("title").join(" ");
        let wanted = if source.variant && !title.is_empty() { title.as_str() } else { name };
        let plain: String = crate::draft::file_name(wanted).chars().take(28).collect();
        let plain = plain.trim_end_matches('-').to_owned();
        let taken = |name: &String| drafts.iter().any(|draft| draft.name() == name);
        let numbered = (2..).map(|n| format!("{plain}-{n}"));
        let name =
            std::iter::once(plain.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(plain.clone());
        let line = source.line;
        match reading(source, &name, &title) {
            Ok(draft) => drafts.push(draft),
            // A game that is none of ours does not hide its variants, nor they it.
            Err(error) => drafts.push(refused(&name, &title, line, &error)),
        }
    }
    Ok(drafts)
}

/// A file that says only why it is not written.
fn refused(name: &str, title: &str, line: usize, error: &ImportError) -> Draft {
    let mut draft = Draft::new(name);
    draft.set("title", if title.is_empty() { "Imported Game" } else { title });
    draft.leave(format!("the game of line {line}: {error}"));
    draft
}

/// One game.
fn reading(source: Source, name: &str, title: &str) -> Result<Draft, ImportError> {
    let mut left = Vec::new();
    let players = players(&source, &mut left)?;
    let Some((line, parts)) = source.last("board") else {
        return Err(ImportError::new(Some(source.line), "the game has no (board ...)"));
    };
    let board = Board::read(line, parts, &players)?;
    left.extend(board.odd.iter().cloned());
    let pieces = named(source.pieces());
    if pieces.is_empty() {
        return Err(ImportError::new(Some(source.line), "the game has no (piece ...)"));
    }
    let start = start::read(&source, &board, &players, &pieces, &mut left);
    let goals = goals::read(&source, &board, &players, &mut left);
    let letters = letters(&pieces, &goals)?;
    let founds = walked(&board, &pieces, &goals, &mut left);
    let on = start::reached(&board, &start, &founds);
    let field = board.field(&on, line)?;
    let draft = write::begun(name, title, &source);
    let mut reading = Reading {
        source,
        board,
        field,
        pieces,
        letters,
        start,
        goals,
        draft,
        left,
        invariant: false,
        facing: false,
        ko: false,
        prisoners: false,
        captive: None,
        shy: [false; 2],
        armies: false,
    };
    reading.options();
    reading.captives(&founds);
    reading.shy = [0, 1].map(|side| reading.shyness(&founds, side));
    reading.write(&founds);
    Ok(reading.draft)
}

/// The two players, the one who begins first.
fn players(source: &Source, left: &mut Vec<(usize, String)>) -> Result<[String; 2], ImportError> {
    let names = source.words("players");
    let line = source.last("players").map(|(line, _)| line);
    let [_, _] = names.as_slice() else {
        let message = format!("{} players: games have two, (players White Black)", names.len());
        return Err(ImportError::new(line, message));
    };
    if let Some(name) = names.iter().find(|name| name.starts_with('?')) {
        return Err(ImportError::new(line, format!("the player `{name}` plays by chance")));
    }
    let Some((line, order)) = source.last("turn-order") else {
        return Ok([names[0].clone(), names[1].clone()]);
    };
    let turns: Vec<Option<&str>> = order.iter().map(read::Node::said).collect();
    match turns.as_slice() {
        [Some(a), Some(b)] if a != b && names.iter().any(|n| n == a) && names.iter().any(|n| n == b) => {
            Ok([(*a).to_owned(), (*b).to_owned()])
        }
        _ => {
            let order: Vec<String> = order.iter().map(read::Node::shown).collect();
            left.push((line, format!("`(turn-order {})`: players move by turns", order.join(" "))));
            Ok([names[0].clone(), names[1].clone()])
        }
    }
}

/// Pieces with a name, the last of each name.
fn named(pieces: Vec<PieceSource>) -> Vec<PieceSource> {
    let mut out: Vec<PieceSource> = Vec::new();
    for piece in pieces.into_iter().filter(|piece| !piece.name.is_empty()) {
        out.retain(|one| one.name != piece.name);
        out.push(piece);
    }
    out
}

/// A letter for each piece: that of the notation or the first of its name; what may not be lost comes first.
fn letters(pieces: &[PieceSource], goals: &[Goals; 2]) -> Result<BTreeMap<String, String>, ImportError> {
    let royal = |piece: &&PieceSource| {
        goals.iter().any(|goals| {
            goals.mated.contains(&piece.name) || goals.taken.iter().any(|(kind, _)| *kind == piece.name)
        })
    };
    let (first, others): (Vec<_>, Vec<_>) = pieces.iter().partition(royal);
    let mut taken: Vec<char> = Vec::new();
    let mut letters = BTreeMap::new();
    for piece in first.into_iter().chain(others) {
        let said = piece.notation.as_deref().filter(|text| text.len() == 1);
        let wanted = said.unwrap_or(&piece.name).chars().next();
        let Some(letter) = crate::letters::free(&taken, wanted, &piece.name) else {
            return Err(ImportError::new(Some(piece.line), "there are more kinds of pieces than letters"));
        };
        taken.push(letter);
        letters.insert(piece.name.clone(), letter.to_string());
    }
    Ok(letters)
}

/// A block that was followed.
struct Walked {
    /// Which of the pieces, for which player.
    piece: usize,
    side: usize,
    line: usize,
    tag: Option<String>,
    drop: bool,
    found: Vec<walk::Found>,
}

/// Follows all blocks for both players.
fn walked(
    board: &Board,
    pieces: &[PieceSource],
    goals: &[Goals; 2],
    left: &mut Vec<(usize, String)>,
) -> Vec<Walked> {
    let kinds: Vec<String> = pieces.iter().map(|piece| piece.name.clone()).collect();
    let mut all = Vec::new();
    let mut room = MAX_WORK / board.names.len().max(1);
    for side in [0, 1] {
        let mut walker = walk::Walker::new(board, side, kinds.clone());
        let royal = prisoners::royal(&goals[1 - side]);
        for (piece, source) in pieces.iter().enumerate() {
            if side == 0 {
                left.extend(
                    source.odd.iter().map(|(line, what)| (*line, format!("{}: {what}", source.name))),
                );
            }
            let blocks = source.moves.iter().map(|block| (block, false));
            for (block, drop) in blocks.chain(source.drops.iter().map(|block| (block, true))) {
                let found = match walker.block(&block.nodes) {
                    Ok(found) if found.iter().map(|one| one.state.visits.len()).sum::<usize>() <= room => {
                        found
                    }
                    Ok(_) => {
                        left.push((block.line, "the pieces have too many moves to be read".to_owned()));
                        return all;
                    }
                    Err(what) => {
                        let what = (block.line, format!("{}: {what}", source.name));
                        if !left.contains(&what) {
                            left.push(what);
                        }
                        continue;
                    }
                };
                room -= found.iter().map(|one| one.state.visits.len()).sum::<usize>();
                let found = prisoners::united(found, &kinds, &royal);
                all.push(Walked { piece, side, line: block.line, tag: block.tag.clone(), drop, found });
            }
        }
    }
    all
}

/// How many squares all moves of a game may look at, each counted for every position of the board.
const MAX_WORK: usize = 4_000_000;

impl Reading {
    /// Whether a move is one for a player in check, and the move without that. A game asks it of its king, or of all squares in turn.
    fn check_only(&self, found: &walk::Found, piece: usize, side: usize) -> (bool, walk::Found) {
        let mut found = found.clone();
        let mated = &self.goals[side].mated;
        let state = &mut found.state;
        if mated.contains(&self.pieces[piece].name) && state.visits[0].attacked == Some(true) {
            state.visits[0].attacked = None;
            return (true, found);
        }
        let Some(kind) = state.checked.first().map(|(kind, _)| kind.clone()) else { return (false, found) };
        let asked = |at: usize| state.checked.contains(&(kind.clone(), at));
        let everywhere = (0..self.field.cells.len()).all(|at| self.field.cells[at].is_none() || asked(at));
        let one = mated.len() == 1
            && mated.contains(&kind)
            && self.start.stand[side].values().filter(|name| **name == kind).count() == 1;
        if everywhere && one && state.checked.iter().all(|(name, _)| *name == kind) {
            state.checked.clear();
            return (true, found);
        }
        (false, found)
    }

    /// The moves of a piece of a player, and what of its blocks is none.
    fn moves(&self, founds: &[Walked], piece: usize, side: usize) -> (Vec<Move>, Vec<(usize, String)>) {
        let mut moves = Vec::new();
        let mut left = Vec::new();
        // What comes back from a hand is no move.
        let hands = self.captive.is_some();
        for one in founds.iter().filter(|one| one.piece == piece && one.side == side && !one.drop) {
            for found in one.found.iter().filter(|found| !hands || !prisoners::goes_aside(found)) {
                let (check, found) = self.check_only(found, piece, side);
                let found = &found;
                match shape::kind(&self.board, &self.field, found) {
                    Ok(kind) => {
                        let (line, tag) = (one.line, one.tag.clone());
                        moves.push(Move { line, tag, found: found.clone(), kind, check });
                    }
                    Err(what) if left.contains(&(one.line, what.clone())) => {}
                    Err(what) => left.push((one.line, what)),
                }
            }
        }
        (moves, left)
    }

    /// What is known of a piece when its keys are written.
    fn around<'a>(&'a self, piece: &'a PieceSource, side: usize, mirror: Mirror) -> Around<'a> {
        let stand = self.start.stand[side].iter().filter(|(_, kind)| **kind == piece.name).map(|(at, _)| *at);
        let royal = self.goals[side].mated.contains(&piece.name);
        Around {
            field: &self.field,
            side,
            mirror,
            letters: &self.letters,
            stand: stand.collect(),
            name: &piece.name,
            attributes: &piece.attributes,
            royal,
        }
    }

    /// Where a piece may be placed, if some are beside the board.
    fn drops(&self, founds: &[Walked], piece: usize, side: usize, mirror: Mirror, keys: &mut Keys) {
        if !self.prisoners && self.start.off[side].is_empty() {
            return;
        }
        if self.captive.is_some() {
            match self.returns(founds, piece, side) {
                Ok(None) => {}
                Ok(Some(squares)) => {
                    let region = self.around(&self.pieces[piece], side, mirror).region(squares);
                    keys.keys.insert("drops".to_owned(), region.into());
                }
                Err(what) => keys.left.push((self.pieces[piece].line, what)),
            }
            return;
        }
        let mut on = vec![false; self.board.names.len()];
        for one in founds.iter().filter(|one| one.piece == piece && one.side == side && one.drop) {
            for found in &one.found {
                match shape::drop_on(found) {
                    Ok(zone) => on.iter_mut().zip(zone).for_each(|(on, zone)| *on |= zone),
                    Err(what) => keys.left.push((one.line, what)),
                }
            }
        }
        let there = |at: &usize| self.field.cells[*at].is_some();
        let squares: Vec<usize> = (0..on.len()).filter(|&at| on[at]).filter(there).collect();
        if squares.len() < self.field.cells.iter().flatten().count() {
            let region = self.around(&self.pieces[piece], side, mirror).region(squares);
            keys.keys.insert("drops".to_owned(), region.into());
        }
    }

    /// The keys of all pieces for both players.
    fn keys(&self, founds: &[Walked], mirror: Mirror) -> Vec<[Keys; 2]> {
        let one = |piece: usize, side: usize| {
            let (moves, left) = self.moves(founds, piece, side);
            let mut keys = piece::keys(&self.around(&self.pieces[piece], side, mirror), &moves);
            keys.left.extend(left);
            self.drops(founds, piece, side, mirror, &mut keys);
            keys
        };
        (0..self.pieces.len()).map(|piece| [one(piece, 0), one(piece, 1)]).collect()
    }
}
