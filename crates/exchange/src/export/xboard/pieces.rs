//! Which of XBoard's pieces stands for which of a game's, and how each moves, in the notation that XBoard
//! reads.

use std::fmt::Write as _;

use super::dialect::spelled;
use berolina_rules::Definition;
use berolina_rules::definition::{Castling, DoubleStep, KingLoss, Piece, PieceId, PieceRules};
use berolina_rules::geometry::{Color, Shape};

/// How many pieces a table of this length has for each player, the king last.
const PLACES: usize = 22;
/// XBoard's places for pieces that are not the king's: each has a picture, and some a meaning.
const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const ARCHBISHOP: usize = 7;
const CHANCELLOR: usize = 8;
/// A king that is lost by capture, drawn as a hat: XBoard knows of check where its own king takes part.
const COMMONER: usize = 10;
/// What XBoard is told of moves that its notation cannot say: every leap up to three squares, riding on too, every line, and
/// every line over one piece; `t` is that none of these gives check, which would make legal moves of others illegal. It is told that
/// more is legal than is, where nothing would make each move an illegal one.
const ANYWHERE: &str = "tKtNtAtDtHtCtZtGtQtN0tA0tD0tC0tZ0tH0tG0tpQ";
/// Promotes as a pawn does.
const LANCE: usize = 18;
const UNICORN: usize = 20;
/// The places for other pieces, in the order in which they are given away.
const OTHERS: [usize; 14] = [UNICORN, 21, 15, 14, 13, 12, 11, 16, 5, 6, 9, 17, 19, LANCE];
const KING: usize = PLACES - 1;
/// How much further on in the table a promoted piece stands than the one it is the other face of: there XBoard writes it with `+`.
const PROMOTED: usize = 11;
/// The places for other pieces that have such a face.
const TWO_FACED: [usize; 7] = [5, 6, 9, COMMONER, ARCHBISHOP, CHANCELLOR, QUEEN];

/// For each piece of a game its place in XBoard's table.
pub(super) struct Places(Vec<Option<usize>>);

impl Places {
    pub(super) fn new(definition: &Definition) -> Self {
        let mut table = Table { places: vec![None; definition.pieces.len()], free: [true; PLACES] };
        for king in definition.ids().filter(|&id| definition.is_one_king(id) || castles(definition, id)) {
            table.take(king, if has_check(definition) { KING } else { COMMONER });
        }
        for (id, piece) in definition.numbered().filter(|(_, piece)| !piece.letter.is_promoted()) {
            if let Some(place) = usual(piece) {
                table.take(id, place);
            }
        }
        for (face, piece) in definition.numbered().filter(|(_, piece)| piece.letter.is_promoted()) {
            if let Some(other) = definition.lettered(piece.letter.unpromoted()) {
                TWO_FACED.iter().for_each(|&place| table.take(other, place));
                if let Some(place) = table.places[other.index()] {
                    table.take(face, place + PROMOTED);
                }
            }
        }
        // Who may be in hand stands before what is only a face, so that the holdings are no longer than they must be.
        if definition.pieces.iter().any(|piece| piece.letter.is_promoted()) {
            for (id, _) in definition.numbered().filter(|(_, piece)| !piece.letter.is_promoted()) {
                TWO_FACED.iter().for_each(|&place| table.take(id, place));
            }
        }
        for (id, piece) in definition.numbered() {
            let pawns = if promotes(piece) { [PAWN, LANCE].as_slice() } else { &[] };
            for &place in pawns.iter().chain(&OTHERS) {
                table.take(id, place);
            }
        }
        Self(table.places)
    }

    /// The table of letters, White's and Black's.
    pub(super) fn table(&self, definition: &Definition) -> String {
        let mut letters = ['.'; PLACES];
        for (piece, place) in definition.pieces.iter().zip(&self.0) {
            if let Some(letter) = place.and_then(|place| letters.get_mut(place)) {
                *letter = if piece.letter.is_promoted() { '+' } else { piece.letter.upper() };
            }
        }
        let white: String = letters.iter().collect();
        format!("{white}{}", white.to_lowercase())
    }

    /// How many rows the holdings need so that every piece that can be in hand has its own.
    pub(super) fn holdings(&self, held: impl Fn(PieceId) -> bool) -> usize {
        let row = |place: usize| self.0.iter().flatten().filter(|&&other| other < place).count();
        let rows = PieceId::first(self.0.len()).zip(&self.0).filter(|&(piece, _)| held(piece));
        rows.filter_map(|(_, place)| place.map(|place| row(place) + 1)).max().unwrap_or(0)
    }
}

/// What is given away, and what is free.
struct Table {
    places: Vec<Option<usize>>,
    free: [bool; PLACES],
}

impl Table {
    /// Gives a piece that has none yet a place, if that is free.
    fn take(&mut self, piece: PieceId, place: usize) {
        let own = &mut self.places[piece.index()];
        if own.is_none() && self.free.get(place) == Some(&true) {
            self.free[place] = false;
            *own = Some(place);
        }
    }
}

/// The place whose picture or meaning a piece has by its letter or its moves.
fn usual(piece: &Piece) -> Option<usize> {
    match (moves(piece), piece.letter.upper()) {
        _ if promotes(piece) && piece.letter.upper() == 'P' => Some(PAWN),
        (_, 'N') => Some(KNIGHT),
        (_, 'B') => Some(BISHOP),
        (_, 'R') => Some(ROOK),
        (_, 'Q') => Some(QUEEN),
        ("BN" | "NB", _) => Some(ARCHBISHOP),
        ("RN" | "NR", _) => Some(CHANCELLOR),
        (_, 'U') => Some(UNICORN),
        _ => None,
    }
}

/// Whether a piece castles, which XBoard's own king alone does.
fn castles(definition: &Definition, king: PieceId) -> bool {
    definition
        .players
        .iter()
        .flat_map(|player| player.castling.iter().flatten())
        .any(|wing| wing.king == king)
}

/// Whether XBoard is to know check: a king is lost by checkmate, or castles, which only its king can. Of royal pieces it knows
/// one king for each player.
fn has_check(definition: &Definition) -> bool {
    definition.ids().any(|king| castles(definition, king))
        || Color::ALL.into_iter().all(|color| definition.has_one_king(color))
            && definition.players.iter().any(|player| player.king_lost_by == KingLoss::Checkmate)
}

fn promotes(piece: &Piece) -> bool {
    piece.rules.iter().any(|rules| !rules.promotes_to.is_empty())
}

fn moves(piece: &Piece) -> &str {
    &piece.rules[Color::White.index()].moves.betza
}

/// The moves of a piece, White's and Black's, as XBoard reads them; nothing where its notation cannot say them.
pub(super) fn told(definition: &Definition, id: PieceId) -> Option<[String; 2]> {
    let [white, black] = Color::ALL.map(|color| {
        let castling = &definition.players[color.index()].castling;
        let castling = castling.iter().flatten().any(|wing| wing.king == id).then_some(castling);
        spelled(&betza(&definition.piece(id).rules[color.index()], castling, definition.shape))
    });
    Some([white?, black?])
}

/// The names of pieces whose moves XBoard cannot be told.
pub(super) fn untold(definition: &Definition) -> Vec<String> {
    let untold = definition.numbered().filter(|&(id, _)| told(definition, id).is_none());
    untold.map(|(_, piece)| piece.name.clone()).collect()
}

/// The lines `piece …`: one for both colours, or one for each where their moves differ.
pub(super) fn lines(definition: &Definition) -> Vec<String> {
    let mut lines = Vec::new();
    for (id, piece) in definition.numbered() {
        let [white, black] =
            told(definition, id).unwrap_or_else(|| [ANYWHERE.to_owned(), ANYWHERE.to_owned()]);
        if white == black {
            lines.push(format!("piece {}& {white}", piece.letter));
        } else {
            lines.push(format!("piece {} {white}", piece.letter));
            lines.push(format!("piece {} {black}", piece.letter.lower()));
        }
    }
    lines
}

/// The moves of a piece as XBoard reads them. Where XBoard cannot say all, it is told more than is legal, and the
/// engine refuses the rest: a first move, for example, is added to the others.
pub(in crate::export) fn betza(
    rules: &PieceRules,
    castling: Option<&[Option<Castling>; 2]>,
    shape: Shape,
) -> String {
    let mut text = rules.moves.betza.clone();
    if let Some(first) = &rules.first_moves {
        text.push_str(&initial(&first.betza));
    }
    if let Some(placed) = &rules.moves_on {
        text.push_str(&placed.moves.betza);
    }
    if let Some(double) = &rules.double_step {
        text.push_str(&double_step(double));
    }
    if rules.en_passant {
        let captures = rules.moves.rays.iter().filter(|ray| ray.captures && ray.max == 1);
        let mut atoms: Vec<&str> = Vec::new();
        for ray in captures {
            let atom = match ray.step {
                (0, 1) => "feW",
                (1 | -1, 1) => "feF",
                _ => continue,
            };
            if !atoms.contains(&atom) {
                atoms.push(atom);
            }
        }
        text.extend(atoms);
    }
    for castling in castling.into_iter().flatten().flatten() {
        // Shuffled castling is XBoard's own.
        if let Some((king, _)) = castling.from {
            let files = i32::from(shape.file(castling.king_to)) - i32::from(shape.file(king));
            let _ = write!(text, "i{}O{}", if files > 0 { 'r' } else { 'l' }, files.abs());
        }
    }
    text
}

/// Moves that are only for a piece that has not moved: `i` before each atom.
fn initial(betza: &str) -> String {
    let mut text = String::new();
    let mut begins = true;
    let mut chars = betza.chars().peekable();
    while let Some(c) = chars.next() {
        if begins && !c.is_ascii_digit() {
            text.push('i');
            begins = false;
        }
        text.push(c);
        // The second capital of a repeated leap begins nothing.
        let repeats = chars.next_if_eq(&c).filter(|_| c.is_ascii_uppercase());
        text.extend(repeats);
        begins |= c.is_ascii_uppercase();
    }
    text
}

/// A double step as a leap that can be blocked.
fn double_step(double: &DoubleStep) -> String {
    let mut text = String::new();
    for &(files, ranks) in &double.steps {
        let vertical = match ranks {
            1 => "f",
            -1 => "b",
            _ => "",
        };
        let sideways = match files {
            1 => "r",
            -1 => "l",
            _ => "",
        };
        let atom = if files == 0 || ranks == 0 { 'D' } else { 'A' };
        let _ = write!(text, "i{vertical}{sideways}mn{atom}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use berolina_rules::Library;

    fn said(game: &str) -> (String, Vec<String>) {
        let definition = Library::shipped().load(game).unwrap();
        (Places::new(&definition).table(&definition), lines(&definition))
    }

    #[test]
    fn usual_and_unusual_pieces() {
        let (table, lines) = said("npnc");
        assert_eq!(table, "PNBRQ..C..........J.UKpnbrq..c..........j.uk");
        assert!(lines.contains(&"piece C& BN".to_owned()), "{lines:?}");
        assert!(lines.contains(&"piece U& BimN".to_owned()), "{lines:?}");
        assert!(lines.contains(&"piece K& KirO2ilO2".to_owned()), "{lines:?}");
        assert!(lines.contains(&"piece P& fmWfcFifmnDfeF".to_owned()), "{lines:?}");
    }

    #[test]
    fn a_king_that_castles_is_xboards_king_even_if_others_are_royal() {
        for game in ["coregal", "extinction"] {
            assert!(said(game).0.ends_with('k'), "{game}: {}", said(game).0);
        }
    }

    #[test]
    fn a_king_lost_by_capture_is_not_xboards_king() {
        assert_eq!(said("near").0, "PNBRQ.....K...........pnbrq.....k...........");
        assert!(said("near:win=checkmate").0.ends_with('k'));
    }

    fn invented(text: &str) -> Definition {
        let mut library = Library::shipped();
        library.add_text("invented", text).unwrap();
        library.load("invented").unwrap()
    }

    #[test]
    fn riders_are_told_as_xboard_writes_them() {
        let game = invented("extends = \"near\"\ntitle = \"R\"\npieces.knight.moves = \"NN\"\n");
        assert!(lines(&game).contains(&"piece N& N0".to_owned()), "{:?}", lines(&game));
    }

    #[test]
    fn a_piece_that_xboard_cannot_be_told_goes_anywhere() {
        let game = invented("extends = \"near\"\ntitle = \"R\"\npieces.knight.moves = \"NX\"\n");
        assert!(lines(&game).contains(&format!("piece N& {ANYWHERE}")), "{:?}", lines(&game));
        assert_eq!(untold(&game), ["knight"]);
    }
}
