//! Words: names, counts, regions.

pub(super) use crate::definition::colored;
use crate::definition::{Definition, PieceId};
use crate::geometry::{Color, Shape, SquareSet};
use crate::message::{Arg, Message, list};
use crate::say;

/// A region in words: `rank 8`, `ranks 1 to 3`, `d4, e4, d5 and e5`, `any square`.
pub(super) fn zone(set: SquareSet, shape: Shape, last: &'static str) -> Message {
    if set == shape.cells() {
        return say!("any square");
    }
    let rank = |r: u8| shape.iter().filter(|&s| shape.rank(s) == r).collect::<SquareSet>();
    let file = |f: u8| shape.iter().filter(|&s| shape.file(s) == f).collect::<SquareSet>();
    let within = |part: SquareSet| part.0 & !set.0 == 0;
    let ranks: Vec<u8> = (0..shape.ranks()).filter(|&r| within(rank(r))).collect();
    if ranks.iter().fold(0, |all, &r| all | rank(r).0) == set.0 {
        let name = |r: u8| (r + 1).to_string();
        return match ranks[..] {
            [] => say!("no square"),
            [one] => say!("rank {rank}", rank = name(one)),
            [first, .., end] if is_row(&ranks) => {
                say!("ranks {first} to {last}", first = name(first), last = name(end))
            }
            _ => say!("ranks {ranks}", ranks = list(ranks.into_iter().map(name), last)),
        };
    }
    let files: Vec<u8> = (0..shape.files()).filter(|&f| within(file(f))).collect();
    if files.iter().fold(0, |all, &f| all | file(f).0) == set.0 {
        let name = |f: u8| shape.file_name(f).to_string();
        return match files[..] {
            [one] => say!("file {file}", file = name(one)),
            [first, .., end] if is_row(&files) => {
                say!("files {first} to {last}", first = name(first), last = name(end))
            }
            _ => say!("files {files}", files = list(files.into_iter().map(name), last)),
        };
    }
    if set == shape.far_edge(Color::White) {
        return say!("the last cell of a file");
    }
    if set == shape.far_edge(Color::Black) {
        return say!("the first cell of a file");
    }
    say!("{squares}", squares = list(set.iter().map(|s| shape.name(s).to_string()), last))
}

/// Whether these are more than two, each next to the one before.
fn is_row(numbers: &[u8]) -> bool {
    numbers.len() > 2 && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

/// How a player is called: with the name of the army where there is one.
pub(super) fn player(definition: &Definition, color: Color) -> Message {
    match &definition.players[color.index()].army {
        Some(army) => say!("{color} ({army})", color = colored(color), army = name(army)),
        None => colored(color),
    }
}

/// A piece's name as people write it.
pub(super) fn piece(definition: &Definition, id: PieceId) -> Arg {
    name(&definition.piece(id).name)
}

/// The names of pieces.
pub(super) fn pieces(definition: &Definition, ids: &[PieceId], last: &'static str) -> Arg {
    list(ids.iter().map(|&id| piece(definition, id)), last)
}

/// A name as people write it.
pub(super) fn name(name: &str) -> Arg {
    Arg::Name(name.replace('-', " "))
}

/// A count of pieces: `two rooks`.
pub(super) fn counted(definition: &Definition, id: PieceId, n: usize) -> Message {
    let piece = piece(definition, id);
    match n {
        0 => say!("no {piece:s}", piece),
        1 => say!("one {piece}", piece),
        _ => say!("{n:word} {piece:s}", n, piece),
    }
}

/// A sentence about a player's pieces, or about those of both.
pub(super) fn about(name: Option<Message>, text: Message) -> Message {
    match name {
        Some(name) => say!("{name}: {text}.", name, text),
        None => say!("{^text}.", text),
    }
}
