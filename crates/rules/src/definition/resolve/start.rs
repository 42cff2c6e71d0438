//! The start position.

use super::Source;
use super::initial::Initial;
use super::players::wing_key;
use crate::definition::options::CHESS960;
use crate::definition::reader::Reader;
use crate::definition::shuffle::Shuffle;
use crate::definition::syntax::{Node, Place, Table};
use crate::definition::{
    Code, GameOption, Letter, MAX_HAND, OptionValues, PieceId, Player, RoyalLoss, Royalty, Start, Wing, names,
};
use crate::geometry::{Color, MAX_SQUARES, Square};
use crate::say;

/// The pieces of one player, on that player's own ranks.
pub(super) type Array = Vec<Vec<Option<PieceId>>>;

/// Reads arrays, hands and castling rights. Fills in which pieces castle.
pub(super) fn read(
    r: &mut Reader<'_>,
    source: &Source<'_>,
    views: &[Table; 2],
    players: &mut [Player; 2],
    initial: &[Initial],
) -> Start {
    let mut arrays = [array(r, &views[0]), array(r, &views[1])];
    let hands = [hand(r, &views[0]), hand(r, &views[1])];
    let arranged = change_places(r, source, &mut arrays, players);
    for color in Color::ALL {
        let i = color.index();
        royals(r, &views[i], &arrays[i], &hands[i], &players[i].royal);
        for said in initial.iter().filter(|said| said.color == color) {
            said.castle(r, &arrays[i], &mut players[i], arranged);
        }
        castling(r, &views[i], &arrays[i], color, &mut players[i]);
    }
    shuffle(r, source, &mut arrays, players);
    Start {
        board: board(r, views, &arrays),
        hands,
        turn: if source.tree.get("first-move").and_then(Node::text) == Some("black") {
            Color::Black
        } else {
            Color::White
        },
        castling: players
            .each_ref()
            .map(|player| player.castling.map(|wing| wing.is_some_and(|castling| !castling.placed))),
    }
}

fn array_place(r: &Reader<'_>, view: &Table) -> Place {
    view.get("array").map_or(r.nowhere(), |n| n.place.clone())
}

fn array(r: &mut Reader<'_>, view: &Table) -> Array {
    let ranks = r.shape.ranks();
    let mut rows: Array = (0..ranks).map(|rank| r.shape.row(rank).map(|_| None).collect()).collect();
    let Some(node) = view.get("array") else {
        r.fault(
            Code::E014,
            &r.nowhere(),
            say!("the game has no `array`"),
            Some(say!("list each player's ranks, the nearest first")),
        );
        return rows;
    };
    let list = node.list().unwrap_or_default();
    if list.len() > rows.len() {
        let message = say!("the array has {count} ranks, the board {ranks}", count = list.len(), ranks);
        r.fault(Code::E053, &node.place, message, None);
    }
    let mut unknown = Vec::new();
    let said = capitals(r, node, list).unwrap_or_else(|| {
        list.iter().map(|node| (node, node.text().unwrap_or_default().to_owned())).collect()
    });
    for ((row, rank), (node, text)) in rows.iter_mut().zip(0..ranks).zip(&said) {
        let places: Vec<Square> = r.shape.row(rank).collect();
        read_row(r, node, text, row, &places, &mut unknown);
    }
    rows
}

/// The ranks that are meant where some are written in small letters, as FEN writes Black's.
fn capitals<'t>(r: &mut Reader<'_>, node: &Node, list: &'t [Node]) -> Option<Vec<(&'t Node, String)>> {
    let text = |row: &Node| row.text().unwrap_or_default().to_owned();
    let has = |row: &Node, is: fn(&u8) -> bool| text(row).bytes().any(|b| is(&b));
    let large = |row: &&Node| has(row, u8::is_ascii_uppercase);
    let small = |row: &&Node| has(row, u8::is_ascii_lowercase) && !large(row);
    // Other texts than those of ranks are told letter by letter.
    let known = |read: Result<Letter, char>| match read {
        Ok(letter) => r.lettered(letter).is_some(),
        Err(c) => c.is_ascii_digit() || c == '*',
    };
    let is_rank = |row: &Node| Letter::list(&text(row).to_ascii_uppercase()).all(|(_, read)| known(read));
    if !list.iter().filter(small).all(is_rank) {
        return None;
    }
    let mut small_rows = list.iter().filter(small);
    let first = small_rows.next()?;
    let meant: Vec<(&Node, String)> = if list.iter().any(|row| large(&row)) {
        // Both armies, as a diagram shows them: this player's ranks are the others, the nearest last.
        let own: Vec<&Node> = list.iter().filter(|row| !small(row)).collect();
        let last = own.iter().rposition(large)?;
        let begins = own.iter().position(large)?;
        own[begins..=last].iter().rev().map(|row| (*row, text(row))).collect()
    } else {
        list.iter().map(|row| (row, text(row).to_ascii_uppercase())).collect()
    };
    let rows: Vec<String> = meant.iter().map(|(_, row)| format!("\"{}\"", names::shown(row))).collect();
    let hint = say!("write array = [{rows}]; Black's answers it", rows = rows.join(", "));
    let message = say!("an array is written in capitals, and has one player's ranks, the nearest first");
    let place = if small_rows.next().is_some() { &node.place } else { &first.place };
    r.fault(Code::E052, place, message, Some(hint));
    Some(meant)
}

/// Reads one rank as FEN writes it, in upper case. A letter that is unknown is told once.
fn read_row(
    r: &mut Reader<'_>,
    node: &Node,
    text: &str,
    row: &mut [Option<PieceId>],
    places: &[Square],
    unknown: &mut Vec<String>,
) {
    holes(r, node, places);
    let mut file = 0usize;
    let mut digits = 0usize;
    let mut number = 0usize;
    for (at, read) in Letter::list(text) {
        if let Some(digit) = read.err().and_then(|c| c.to_digit(10)) {
            number = (number * 10 + digit as usize).min(1000);
            digits += 1;
            continue;
        }
        file += if digits > 0 { number } else { 0 };
        (digits, number) = (0, 0);
        match read.ok().and_then(|letter| r.lettered(letter)) {
            None if read == Err('*') => {}
            Some(piece) => {
                if let Some(square) = row.get_mut(file) {
                    *square = Some(piece);
                }
            }
            None if unknown.iter().any(|said| *said == text[at.clone()]) => {}
            None => {
                unknown.push(text[at.clone()].to_owned());
                let place = r.part(node, at.clone());
                r.unknown_letter(Code::E052, &place, &text[at]);
            }
        }
        file += 1;
    }
    file += number;
    if file != row.len() {
        let message = say!("this rank has {file} squares, the board has {files}", file, files = row.len());
        r.fault(Code::E051, &node.place, message, Some(say!("a number stands for so many empty squares")));
    }
}

/// Holes are written `*`, and nothing else is.
fn holes(r: &mut Reader<'_>, node: &Node, places: &[Square]) {
    let mut written = Vec::new();
    let mut number = 0;
    for c in node.text().unwrap_or_default().chars().filter(|&c| c != '+').chain([' ']) {
        if let Some(digit) = c.to_digit(10) {
            number = (number * 10 + digit as usize).min(places.len());
            continue;
        }
        written.extend(std::iter::repeat_n('1', std::mem::take(&mut number)));
        written.push(c);
    }
    let wrong = |(square, c): &(&Square, &char)| r.shape.has(**square) == (**c == '*');
    let Some((&square, _)) = places.iter().zip(&written).find(wrong).filter(|(_, c)| **c != ' ') else {
        return;
    };
    let name = r.shape.name(square);
    let message = if r.shape.has(square) {
        say!("{name} is no hole, which `*` stands for", name = name.to_string())
    } else {
        say!("{name} is a hole of the board, and is written `*`", name = name.to_string())
    };
    r.fault(Code::E051, &node.place, message, None);
}

/// For each piece the number in a player's hand.
fn hand(r: &mut Reader<'_>, view: &Table) -> Vec<u8> {
    let mut held = vec![0; r.letters.len()];
    let node = view.get("hand").and_then(Node::table).and_then(|h| h.get("pieces"));
    let Some(node) = node else { return held };
    for piece in r.pieces(node) {
        let letter = r.letters[piece.index()];
        if letter.is_promoted() {
            let message = say!(
                "`{letter}` lies in no hand: there it is `{other}` again",
                letter,
                other = letter.unpromoted()
            );
            r.fault(Code::E083, &node.place, message, None);
            continue;
        }
        if held[piece.index()] == MAX_HAND {
            let message = say!("a hand has at most {most} pieces of a kind", most = MAX_HAND);
            r.fault(Code::E090, &node.place, message, None);
            break;
        }
        held[piece.index()] += 1;
    }
    held
}

/// Each player must have what is royal, on the board or in hand: one king, unless the file says when several are lost.
fn royals(r: &mut Reader<'_>, view: &Table, array: &Array, hand: &[u8], royal: &Royalty) {
    let count = |piece: PieceId| {
        let standing = array.iter().flatten().filter(|&&s| s == Some(piece)).count();
        standing + usize::from(hand[piece.index()])
    };
    let all: usize = royal.pieces.iter().map(|&piece| count(piece)).sum();
    let letters: String = royal.pieces.iter().map(|piece| r.letters[piece.index()].upper()).collect();
    let (message, hint) = if royal.pieces.is_empty() {
        return;
    } else if view.get("royal").is_none() && all != 1 {
        let hint = match all {
            0 => say!("royal = false in an army is for a player who cannot lose so"),
            _ => {
                say!(
                    "write {royal}, \"all\" or \"kind\", for when several are lost",
                    royal = "royal = { lost = \"any\" }"
                )
            }
        };
        (say!("a player starts with {all} kings (`{letters}`), not one", all, letters), hint)
    } else if all == 0 {
        let hint = say!("put one in the array, or name others in `royal.pieces`");
        (say!("a player starts without a royal piece (`{letters}`)", letters), hint)
    } else if royal.lost == RoyalLoss::Kind
        && let Some(&none) = royal.pieces.iter().find(|&&piece| count(piece) == 0)
    {
        let hint = say!("name in `royal.pieces` those of which each player has one");
        (
            say!("a player starts without `{letter}`, and loses by that", letter = r.letters[none.index()]),
            hint,
        )
    } else {
        return;
    };
    r.fault(Code::E064, &array_place(r, view), message, Some(hint));
}

/// Checks that king and rook stand where castling says, and finds which pieces they are.
fn castling(r: &mut Reader<'_>, view: &Table, array: &Array, color: Color, player: &mut Player) {
    let shape = r.shape;
    let royal = &player.royal.pieces;
    let (by, several) = (castling_by(r, view), view.get("royal").is_some());
    let placed = castling_placed(r, view);
    for wing in Wing::ALL {
        let Some(castling) = &mut player.castling[wing as usize] else { continue };
        let own = |s| {
            let s = shape.relative(color, s);
            // Some ranks of hexagonal boards begin later than others.
            let place = shape.row(shape.rank(s)).position(|other| other == s).unwrap_or(0);
            (usize::from(shape.rank(s)), place)
        };
        let at = |(rank, place): (usize, usize)| array[rank].get(place).copied().flatten();
        castling.placed = placed.is_some();
        let (king, rook) = match castling.from {
            Some(_) if placed.is_some() => (by.or(royal.first().copied()), placed),
            Some((king, rook)) => (at(own(king)), at(own(rook))),
            None => {
                let row = &array[own(castling.king_to).0];
                let outermost = match wing {
                    Wing::King => row.iter().rev().flatten().next(),
                    Wing::Queen => row.iter().flatten().next(),
                };
                (by.or(royal.first().copied()), outermost.copied())
            }
        };
        // Where there is one king it castles, unless the file names another piece.
        let castles = |&king: &PieceId| match by {
            Some(by) => king == by,
            None => several || royal.is_empty() || royal.contains(&king),
        };
        match king.filter(castles).zip(rook.filter(|&rook| castling.from.is_some() || Some(rook) != king)) {
            Some(both) => (castling.king, castling.rook) = both,
            None => {
                let key = wing_key(wing);
                let table = view.get("castling").and_then(Node::table);
                let entry = table.and_then(|t| t.entry(key)).map(|e| e.place.clone());
                let array = view.entry("array").map(|e| e.place.clone());
                let place = r.nearest(&[entry, array]);
                let message = say!("king and rook do not stand in the array as castling `{key}` says", key);
                let hint = say!("castling = false removes an inherited one");
                r.fault(Code::E071, &place, message, Some(hint));
                player.castling[wing as usize] = None;
            }
        }
    }
}

/// The piece with which a king castles where both are placed from the hand.
fn castling_placed(r: &mut Reader<'_>, view: &Table) -> Option<PieceId> {
    let node = view.get("castling").and_then(Node::table)?.get("placed").filter(|node| !node.is_false())?;
    let hand = view.get("hand").and_then(Node::table).and_then(|hand| hand.get("placement"));
    if hand.and_then(Node::truth) != Some(true) {
        let message = say!("pieces that castle are placed before anything moves, or stand in the array");
        let hint = say!("write hand.placement = true, or placed = false");
        r.fault(Code::E070, &node.place, message, Some(hint));
        return None;
    }
    r.piece(node)
}

/// The piece that the file says castles.
fn castling_by(r: &mut Reader<'_>, view: &Table) -> Option<PieceId> {
    let node = view.get("castling").and_then(Node::table)?.get("by")?;
    r.piece(node)
}

/// Applies the options that shuffle.
fn shuffle(r: &mut Reader<'_>, source: &Source<'_>, arrays: &mut [Array; 2], players: &[Player; 2]) {
    for (option, chosen) in source.options.iter().zip(source.chosen) {
        let keys = source.option_keys.and_then(|t| t.get(&option.name)).and_then(Node::table);
        let Some(node) = keys.and_then(|k| k.get("shuffles")) else { continue };
        if node.table().is_some_and(|table| table.get("pieces").is_some()) {
            continue;
        }
        let rank = node.table().and_then(|t| t.get("rank")).and_then(Node::number);
        let Some(rank) = rank else {
            r.fault(Code::E014, &node.place, say!("the key `rank` is missing here"), None);
            continue;
        };
        let Ok(number) = chosen.parse::<u32>() else { continue };
        for (array, player) in arrays.iter_mut().zip(players) {
            let row = usize::try_from(rank - 1).ok().and_then(|i| array.get_mut(i));
            if row
                .zip(player.royal.pieces.first())
                .and_then(|(row, &king)| chess960(row, king, number))
                .is_none()
            {
                let message = say!("rank {rank} cannot be shuffled by this numbering", rank);
                let hint = say!("it must hold king, queen and two each of three more pieces, on eight files");
                r.fault(Code::E102, &node.place, message, Some(hint));
                break;
            }
        }
    }
}

/// Applies the options that let pieces change places, before anything is said of where they stand. Whether there was one.
fn change_places(
    r: &mut Reader<'_>,
    source: &Source<'_>,
    arrays: &mut [Array; 2],
    players: &[Player; 2],
) -> bool {
    let mut any = false;
    for (option, chosen) in source.options.iter().zip(source.chosen) {
        let keys = source.option_keys.and_then(|t| t.get(&option.name)).and_then(Node::table);
        let Some(node) = keys.and_then(|k| k.get("shuffles")) else { continue };
        if let Some(table) = node.table().filter(|table| table.get("pieces").is_some()) {
            any = true;
            arrange(r, table, node, (option, chosen), arrays, players);
        }
    }
    any
}

/// Lets pieces change places as a number says: the same in both arrays, as each player sees them.
fn arrange(
    r: &mut Reader<'_>,
    table: &Table,
    node: &Node,
    (option, chosen): (&GameOption, &str),
    arrays: &mut [Array; 2],
    players: &[Player; 2],
) {
    if players.iter().any(|player| player.castling != [None; 2]) {
        let message = say!(
            "[castling] and pieces that change places exclude each other: it names squares where others may stand"
        );
        r.fault(
            Code::E110,
            &node.place,
            message,
            Some(say!("write castling = false; the `O` of a king's moves castles wherever it stands")),
        );
        return;
    }
    let (Ok(number), OptionValues::Number { max, .. }) = (chosen.parse::<u64>(), &option.values) else {
        return;
    };
    let arranged = arrays.each_ref().map(|array| {
        let cells = array.iter().enumerate().flat_map(|(rank, row)| {
            row.iter().enumerate().filter_map(move |(file, piece)| piece.map(|piece| ((rank, file), piece)))
        });
        let all = cells.map(|(place, piece)| (place, r.letters[piece.index()])).collect();
        Shuffle::new(table, all).map(|shuffle| (shuffle.count(), shuffle.arranged(number)))
    });
    let [white, black] = match arranged {
        [Ok(white), Ok(black)] => [white, black],
        [Err(message), _] | [_, Err(message)] => {
            r.fault(Code::E102, &node.place, message, None);
            return;
        }
    };
    if white != black || white.0 != u64::from(*max) + 1 {
        let message =
            say!("pieces that change places stand alike in the arrays of both players, whatever is chosen");
        r.fault(Code::E102, &node.place, message, Some(say!("leave out of `pieces` those that differ")));
        return;
    }
    for ((rank, file), letter) in white.1 {
        let piece = r.lettered(letter);
        arrays.iter_mut().for_each(|array| array[rank][file] = piece);
    }
}

/// Arranges the eight pieces of a rank by the Chess960 numbering (Scharnagl's). The outermost pair
/// of the rank as it stands plays the rooks, the next one the knights, the innermost the bishops.
fn chess960(row: &mut [Option<PieceId>], king: PieceId, number: u32) -> Option<()> {
    let mut rest: Vec<PieceId> =
        row.iter().copied().collect::<Option<_>>().filter(|r: &Vec<_>| r.len() == 8)?;
    let (rook, knight, bishop) = (rest[0], rest[1], rest[2]);
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

/// Both arrays on one board, by the numbers of its cells.
fn board(r: &mut Reader<'_>, views: &[Table; 2], arrays: &[Array; 2]) -> Vec<Option<(PieceId, Color)>> {
    let shape = r.shape;
    // Each player's array lies on ranks as that player counts them.
    let mut men = [const { [None; MAX_SQUARES] }; 2];
    for color in Color::ALL {
        for (row, rank) in arrays[color.index()].iter().zip(0..shape.ranks()) {
            for (&piece, square) in row.iter().zip(shape.row(rank)) {
                men[color.index()][shape.relative(color, square).index()] = piece;
            }
        }
    }
    let cell = |square: Square| match [0, 1].map(|i: usize| men[i][square.index()]) {
        [Some(_), Some(_)] => {
            let message = say!("the two arrays need the same squares");
            let hint = say!("the board has {ranks} ranks", ranks = shape.ranks());
            r.fault(Code::E054, &array_place(r, &views[1]), message, Some(hint));
            None
        }
        [white, black] => white.map(|p| (p, Color::White)).or(black.map(|p| (p, Color::Black))),
    };
    shape.indices().map(cell).collect()
}
