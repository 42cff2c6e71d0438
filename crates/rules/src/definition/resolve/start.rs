//! The start position.

use std::fmt::Write as _;

use super::Source;
use super::players::wing_key;
use crate::definition::options::CHESS960;
use crate::definition::reader::Reader;
use crate::definition::syntax::{Node, Place, Table};
use crate::definition::{ClockEnd, MAX_HAND, PieceId, Player, Wing};
use crate::geometry::{Color, Shape};
use crate::order::sort_short;

/// The pieces of one player, on that player's own ranks.
type Array = Vec<Vec<Option<PieceId>>>;

/// Reads arrays, hands and castling rights, and writes them as FEN. Fills in which piece castles.
pub(super) fn read(
    r: &mut Reader<'_>,
    source: &Source<'_>,
    views: &[Table; 2],
    players: &mut [Player; 2],
    hands: bool,
    limit: Option<(u16, ClockEnd)>,
) -> String {
    let mut arrays = [array(r, &views[0]), array(r, &views[1])];
    let hand = [hand(r, &views[0]), hand(r, &views[1])];
    for color in Color::ALL {
        let i = color.index();
        kings(r, &views[i], &arrays[i], &hand[i]);
        castling(r, &views[i], &arrays[i], color, &mut players[i]);
    }
    shuffle(r, source, &mut arrays);
    let mut fen = board(r, views, &arrays);
    if hands {
        fen.push('[');
        for (pieces, color) in hand.iter().zip(Color::ALL) {
            fen.extend(pieces.iter().map(|&p| written(r.letters[p], color)));
        }
        fen.push(']');
    }
    fen.push_str(" w ");
    let before = fen.len();
    for color in Color::ALL {
        for (wing, letter) in Wing::ALL.into_iter().zip(['K', 'Q']) {
            if players[color.index()].castling[wing as usize].is_some() {
                fen.push(written(letter, color));
            }
        }
    }
    if fen.len() == before {
        fen.push('-');
    }
    fen.push_str(" - 0 1");
    if matches!(limit, Some((_, ClockEnd::Claim))) {
        fen.push_str(" -");
    }
    fen
}

fn written(letter: char, color: Color) -> char {
    match color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}

fn array_place(r: &Reader<'_>, view: &Table) -> Place {
    view.get("array").map_or(r.nowhere(), |n| n.place.clone())
}

fn array(r: &mut Reader<'_>, view: &Table) -> Array {
    let Shape { files, ranks } = r.shape;
    let mut rows = vec![vec![None; usize::from(files)]; usize::from(ranks)];
    let Some(node) = view.get("array") else {
        r.fault(
            "E014",
            &r.nowhere(),
            "the game has no `array`".into(),
            Some("list each player's ranks, the nearest first".into()),
        );
        return rows;
    };
    let list = node.list().unwrap_or_default();
    if list.len() > rows.len() {
        let message = format!("the array has {} ranks, the board {ranks}", list.len());
        r.fault("E053", &node.place, message, None);
    }
    let mut unknown = Vec::new();
    for (row, node) in rows.iter_mut().zip(list) {
        read_row(r, node, row, &mut unknown);
    }
    rows
}

/// Reads one rank as FEN writes it, in upper case. A letter that is unknown is told once.
fn read_row(r: &mut Reader<'_>, node: &Node, row: &mut [Option<PieceId>], unknown: &mut Vec<char>) {
    let text = node.text().unwrap_or_default();
    let mut file = 0usize;
    let mut digits = 0usize;
    let mut number = 0usize;
    for (at, c) in text.char_indices() {
        if let Some(digit) = c.to_digit(10) {
            number = (number * 10 + digit as usize).min(1000);
            digits += 1;
            continue;
        }
        file += if digits > 0 { number } else { 0 };
        (digits, number) = (0, 0);
        match r.letters.iter().position(|&l| l == c) {
            Some(piece) => {
                if let Some(square) = row.get_mut(file) {
                    *square = Some(piece);
                }
            }
            None if unknown.contains(&c) => {}
            None => {
                unknown.push(c);
                let place = r.part(node, at..at + c.len_utf8());
                r.unknown_letter("E052", &place, c);
            }
        }
        file += 1;
    }
    file += number;
    if file != row.len() {
        let message = format!("this rank has {file} squares, the board has {}", row.len());
        r.fault("E051", &node.place, message, Some("a number stands for so many empty squares".into()));
    }
}

fn hand(r: &mut Reader<'_>, view: &Table) -> Vec<PieceId> {
    let node = view.get("hand").and_then(Node::table).and_then(|h| h.get("pieces"));
    let Some(node) = node else { return Vec::new() };
    let mut pieces = r.pieces(node);
    sort_short(&mut pieces, |a, b| a < b);
    let most = pieces.chunk_by(|a, b| a == b).map(<[_]>::len).max();
    if most.is_some_and(|most| most > usize::from(MAX_HAND)) {
        let message = format!("a hand has at most {MAX_HAND} pieces of a kind");
        r.fault("E090", &node.place, message, None);
        pieces.truncate(usize::from(MAX_HAND));
    }
    pieces
}

/// Each player must have one king, on the board or in hand.
fn kings(r: &mut Reader<'_>, view: &Table, array: &Array, hand: &[PieceId]) {
    let on_board = array.iter().flatten().filter(|&&s| s == Some(0)).count();
    let count = on_board + hand.iter().filter(|&&p| p == 0).count();
    if count != 1 {
        let message = format!("a player starts with {count} kings (`{}`), not one", r.letters[0]);
        r.fault("E064", &array_place(r, view), message, None);
    }
}

/// Checks that king and rook stand where castling says, and finds which piece the rook is.
fn castling(r: &mut Reader<'_>, view: &Table, array: &Array, color: Color, player: &mut Player) {
    let shape = r.shape;
    for wing in Wing::ALL {
        let Some(castling) = &mut player.castling[wing as usize] else { continue };
        let own = |s| {
            let s = shape.relative(color, s);
            (usize::from(shape.rank(s)), usize::from(shape.file(s)))
        };
        let at = |(rank, file): (usize, usize)| array[rank][file];
        let rook = match castling.from {
            Some((king, rook)) => at(own(rook)).filter(|&p| p != 0 && at(own(king)) == Some(0)),
            None => {
                let row = &array[own(castling.king_to).0];
                let outermost = match wing {
                    Wing::King => row.iter().rev().flatten().next(),
                    Wing::Queen => row.iter().flatten().next(),
                };
                outermost.copied().filter(|&p| p != 0)
            }
        };
        match rook {
            Some(rook) => castling.rook = rook,
            None => {
                let key = wing_key(wing);
                let table = view.get("castling").and_then(Node::table);
                let entry = table.and_then(|t| t.entry(key)).map(|e| e.place.clone());
                let array = view.entry("array").map(|e| e.place.clone());
                let place = r.nearest(&[entry, array]);
                let message = format!("king and rook do not stand in the array as castling `{key}` says");
                let hint = "castling = false removes an inherited one".to_owned();
                r.fault("E071", &place, message, Some(hint));
                player.castling[wing as usize] = None;
            }
        }
    }
}

/// Applies the options that shuffle.
fn shuffle(r: &mut Reader<'_>, source: &Source<'_>, arrays: &mut [Array; 2]) {
    for (option, chosen) in source.options.iter().zip(source.chosen) {
        let keys = source.option_keys.and_then(|t| t.get(&option.name)).and_then(Node::table);
        let Some(node) = keys.and_then(|k| k.get("shuffles")) else { continue };
        let rank = node.table().and_then(|t| t.get("rank")).and_then(Node::number);
        let Some(rank) = rank else {
            r.fault("E014", &node.place, "the key `rank` is missing here".into(), None);
            continue;
        };
        let Ok(number) = chosen.parse::<u32>() else { continue };
        for array in arrays.iter_mut() {
            let row = usize::try_from(rank - 1).ok().and_then(|i| array.get_mut(i));
            if row.and_then(|row| chess960(row, number)).is_none() {
                let message = format!("rank {rank} cannot be shuffled by this numbering");
                let hint = "it must hold king, queen and two each of three more pieces, on eight files";
                r.fault("E102", &node.place, message, Some(hint.into()));
                break;
            }
        }
    }
}

/// Arranges the eight pieces of a rank by the Chess960 numbering (Scharnagl's). The outermost pair
/// of the rank as it stands plays the rooks, the next one the knights, the innermost the bishops.
fn chess960(row: &mut [Option<PieceId>], number: u32) -> Option<()> {
    let mut rest: Vec<PieceId> =
        row.iter().copied().collect::<Option<_>>().filter(|r: &Vec<_>| r.len() == 8)?;
    let (rook, knight, bishop) = (rest[0], rest[1], rest[2]);
    let king = 0;
    for piece in [rook, rook, knight, knight, bishop, bishop, king] {
        rest.remove(rest.iter().position(|&p| p == piece)?);
    }
    let queen = rest.pop()?;
    let number = number.min(CHESS960 - 1) as usize;
    let mut squares = [None; 8];
    squares[number % 4 * 2 + 1] = Some(bishop);
    squares[number / 4 % 4 * 2] = Some(bishop);
    let empty = |squares: &[Option<PieceId>; 8], n: usize| (0..8).filter(|&i| squares[i].is_none()).nth(n);
    let at = empty(&squares, number / 16 % 6)?;
    squares[at] = Some(queen);
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (a, b) = KNIGHTS[number / 96];
    let (a, b) = (empty(&squares, a)?, empty(&squares, b)?);
    (squares[a], squares[b]) = (Some(knight), Some(knight));
    for piece in [rook, king, rook] {
        let at = empty(&squares, 0)?;
        squares[at] = Some(piece);
    }
    row.copy_from_slice(&squares);
    Some(())
}

/// The board field of FEN.
fn board(r: &mut Reader<'_>, views: &[Table; 2], arrays: &[Array; 2]) -> String {
    let ranks = usize::from(r.shape.ranks);
    let mut fen = String::new();
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        let rows = arrays[0][rank].iter().zip(&arrays[1][ranks - 1 - rank]);
        for (&white, &black) in rows {
            if white.is_some() && black.is_some() {
                let message = "the two arrays need the same squares".to_owned();
                let hint = format!("the board has {ranks} ranks");
                r.fault("E054", &array_place(r, &views[1]), message, Some(hint));
            }
            let piece = white.map(|p| (p, Color::White)).or(black.map(|p| (p, Color::Black)));
            let Some((piece, color)) = piece else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                let _ = write!(fen, "{empty}");
                empty = 0;
            }
            fen.push(written(r.letters[piece], color));
        }
        if empty > 0 {
            let _ = write!(fen, "{empty}");
        }
        if rank > 0 {
            fen.push('/');
        }
    }
    fen
}
