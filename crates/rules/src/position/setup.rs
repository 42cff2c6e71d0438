//! A position as somebody set it up: anything that a FEN can say, and whether it can be played.

use std::fmt;

use super::state::{NO_SQUARE, State};
use crate::definition::{Letter, MAX_HAND, Wing};
use crate::geometry::{Color, Size, Square, SquareSet, Word};
use crate::tables::{CastlingTable, Kind, Tables};
use crate::variant::Variant;

/// An arrangement of pieces that need not be a position of the game. FEN reads it, a board editor
/// changes it, `Setup::position` checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// For each square of the board's grid, from a1, the kind and colour of what stands there.
    pub board: Vec<Option<(Kind, Color)>>,
    /// For each colour and piece the number in hand.
    pub hands: [Vec<u8>; 2],
    /// Who is to move.
    pub turn: Color,
    /// For each colour and wing whether and with which rook castling may still happen.
    pub castling: [[Option<CastlingRook>; 2]; 2],
    /// The square passed over by a double step, and where its piece stands if not directly beyond.
    pub en_passant: Option<(Square, Option<Square>)>,
    /// Plies since the last event that the clock counts.
    pub clock: u16,
    /// The number of the move, from 1.
    pub number: u16,
    /// Who made the last capture that the clock counts; only where that may be claimed.
    pub capturer: Option<Color>,
    /// For each colour how many checks that player may still receive, where they are counted.
    pub checks: [u8; 2],
    /// For each colour whether it gives one check after the other and has given one that a mate needs; only where not every mate counts.
    pub series: [bool; 2],
    /// The limit in plies of the count that goes on; the clock is what was counted.
    pub count_limit: Option<u16>,
    /// How many passes the last moves were; only where players may pass.
    pub passes: u8,
    /// Squares of neutral blockers; only where moves put one on the board.
    pub blockers: SquareSet,
}

/// Which rook castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingRook {
    /// The one of the rules, or the outermost one where pieces are shuffled.
    Usual,
    /// The one on a file, from 0.
    OnFile(u8),
}

/// Why an arrangement cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// Neither player has a king.
    NoKings,
    /// A player has more than one king.
    Kings(Color, usize),
    /// The player who is not to move stands in check.
    LeftInCheck(Color),
    /// A piece stands on a square of the grid that is no cell of the board: the square's index.
    Hole(usize),
    /// More than one blocker where there is one: how many.
    Blockers(usize),
    /// A hand that the game cannot have: the piece's letter, how many, how many there may be.
    Hand(Color, Letter, u8, u8),
    /// A player has lost what is royal, so that the game is over: what is missing.
    Lost(Color, String),
    /// A player has too few pieces of a kind, so that the game is over: of which, and how many are too few.
    TooFew(Color, String, u8),
    /// Pieces stand where they would have had to promote: the piece's name, and the squares.
    Unpromoted(Color, String, String),
    /// Pieces that the player can never have: the piece's name, and the squares.
    Foreign(Color, String, String),
    /// A right to castle that is not there: what it would need, or nothing where there is no such castling.
    Castling(Color, Wing, Option<String>),
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKings => write!(f, "neither player has a king; one king may be missing, not both"),
            Self::Kings(color, n) => write!(f, "{} has {n} kings; there may be only one", color.name()),
            Self::LeftInCheck(color) => {
                write!(f, "{}'s king is attacked, but {} is to move", color.name(), color.other().name())
            }
            Self::Hole(index) => write!(f, "a piece stands on square {index}, where the board has a hole"),
            Self::Blockers(n) => write!(f, "there are {n} blockers (`*`); there is only one"),
            Self::Hand(color, letter, _, 0) => {
                write!(f, "{} cannot have {letter} in hand in this game", color.name())
            }
            Self::Hand(color, letter, n, most) => {
                write!(f, "{} has {n} {letter} in hand; at most {most} can be there", color.name())
            }
            Self::Lost(color, what) => {
                write!(f, "{} has no {what}, so the game would be over before its first move", color.name())
            }
            Self::TooFew(color, what, left) => write!(
                f,
                "{} has {left} {what} or fewer, so the game would be over before its first move",
                color.name()
            ),
            Self::Unpromoted(color, piece, squares) => {
                write!(f, "{}'s {piece} on {squares} would have had to promote there", color.name())
            }
            Self::Foreign(color, piece, squares) => {
                write!(f, "{} never has a {piece} in this game, but it stands on {squares}", color.name())
            }
            Self::Castling(color, wing, needed) => {
                let side = if *wing == Wing::King { "king" } else { "queen" };
                match needed {
                    None => write!(f, "{} cannot castle on the {side}'s side in this game", color.name()),
                    Some(needed) => {
                        write!(f, "{} cannot castle on the {side}'s side: that needs {needed}", color.name())
                    }
                }
            }
        }
    }
}

impl Setup {
    /// The empty board of a game, White to move.
    #[must_use]
    pub fn empty(variant: &Variant) -> Self {
        Self {
            board: vec![None; variant.shape().size()],
            hands: [vec![0; variant.definition().pieces.len()], vec![0; variant.definition().pieces.len()]],
            turn: Color::White,
            castling: [[None; 2]; 2],
            en_passant: None,
            clock: 0,
            number: 1,
            capturer: None,
            checks: variant.definition().players.each_ref().map(|player| player.checks.unwrap_or(0)),
            count_limit: None,
            passes: 0,
            series: [false; 2],
            blockers: SquareSet::EMPTY,
        }
    }

    /// The arrangement that a game starts with.
    #[must_use]
    pub fn start(variant: &Variant) -> Self {
        let start = &variant.definition().start;
        let mut setup = Self::empty(variant);
        for (cell, man) in setup.board.iter_mut().zip(&start.board) {
            // A piece that has not moved has the kind of its own number.
            *cell = man.map(|(piece, color)| (Kind::base(piece), color));
        }
        setup.hands.clone_from(&start.hands);
        setup.turn = start.turn;
        setup.castling = start.castling.map(|wings| wings.map(|may| may.then_some(CastlingRook::Usual)));
        setup
    }

    pub(super) fn state<S: Size>(&self, tables: &Tables<S>) -> State<S> {
        let mut state = State::empty();
        for (square, cell) in self.board.iter().enumerate() {
            let square = Square(square as u8);
            if let Some((kind, color)) = cell.filter(|_| tables.shape.has(square)) {
                state.put(tables, square, kind, color);
            }
        }
        for color in Color::ALL {
            for (piece, &n) in self.hands[color.index()].iter().enumerate() {
                state.set_hand(tables, color, Kind::new(piece), n.min(MAX_HAND));
            }
        }
        if tables.features.blockers() {
            let room = tables.all & !state.occupied();
            for square in self.blockers.iter().filter(|&square| tables.shape.has(square)) {
                if room.has(square) {
                    state.block(tables, square);
                }
            }
        }
        state.turn = self.turn;
        state.clock = self.clock;
        state.number = self.number;
        state.capturer = if tables.features.claims { self.capturer } else { None };
        if tables.features.mate_rule {
            state.marks = u8::from(self.series[0]) | u8::from(self.series[1]) << 1;
        }
        if tables.features.passing {
            state.set_passes(self.passes);
        }
        if let (Some(rule), Some(limit)) = (&tables.counting, self.count_limit) {
            state.count = rule.limits.iter().position(|&known| known == limit).map_or(0, |at| at as u8 + 1);
        }
        state.checks = Color::ALL.map(|color| self.checks[color.index()].min(tables.side(color).checks));
        for color in Color::ALL {
            for wing in Wing::ALL {
                let (Some(rook), Some(table)) = (
                    self.castling[color.index()][wing as usize],
                    &tables.side(color).castling[wing as usize],
                ) else {
                    continue;
                };
                if let Some(square) = castling_rook(&state, tables, table, color, wing, rook) {
                    state.castling[color.index()][wing as usize] = square.0;
                }
            }
        }
        state.hash = state.computed_hash(tables);
        if let Some((passed, victim)) = self.en_passant {
            self.offer(tables, &mut state, passed, victim);
        }
        state
    }

    /// Sets the en-passant square if a piece stands there that can have made a double step.
    fn offer<S: Size>(
        &self,
        tables: &Tables<S>,
        state: &mut State<S>,
        passed: Square,
        victim: Option<Square>,
    ) {
        let mover = self.turn.other();
        let beyond = || tables.shape.offset(passed, tables.shape.forward(mover));
        let Some(victim) = victim.or_else(beyond) else { return };
        let cell = state.cell(victim);
        let stepped = |double: &crate::tables::Double<S::Word>| {
            let back = |square: Square, shift: i8| Square(square.0.wrapping_sub(shift as u8));
            let on_board = |square: Square| usize::from(square.0) < tables.shape.size();
            // Who made three steps passed two squares, of which either may be named.
            let second = back(victim, double.third);
            let first = back(second, double.shifts[1]);
            let from = back(first, double.shifts[0]);
            // The move that made the steps may have put the blocker behind it.
            let blocked = |square: Square| tables.features.blocker && state.blockers().has(square);
            let free =
                |square: Square| on_board(square) && (state.cell(square).is_empty() || blocked(square));
            double.en_passant
                && double.kind == cell.kind()
                && (first == passed || (double.third != 0 && second == passed))
                && (double.third == 0 || (free(first) && free(second)))
                && free(from)
                && double.from.has(from)
        };
        let stands = !cell.is_empty() && cell.color() == mover && state.cell(passed).is_empty();
        if stands && tables.side(mover).doubles.iter().any(stepped) {
            state.set_en_passant(tables, passed, victim);
        }
    }
}

/// The rook of a castling right, if it and the king stand in place.
fn castling_rook<S: Size>(
    state: &State<S>,
    tables: &Tables<S>,
    table: &CastlingTable<S::Word>,
    color: Color,
    wing: Wing,
    which: CastlingRook,
) -> Option<Square> {
    let king = state.castling_king(tables, color, table)?;
    let rooks = state.of_kind(table.rook) & state.of(color);
    if let Some((king_from, rook_from)) = table.from {
        let usual = match which {
            CastlingRook::Usual => true,
            CastlingRook::OnFile(file) => tables.shape.file(rook_from) == file,
        };
        let unmoved = (state.of_kind(table.king) & state.of(color)).has(king_from);
        return (usual && unmoved && rooks.has(rook_from)).then_some(rook_from);
    }
    let shape = tables.shape;
    let home = shape.rank(table.king_to);
    if shape.rank(king) != home {
        return None;
    }
    let beyond = |square: &Square| match wing {
        Wing::King => shape.file(*square) > shape.file(king),
        Wing::Queen => shape.file(*square) < shape.file(king),
    };
    let mut candidates = rooks.iter().filter(|&s| shape.rank(s) == home).filter(beyond);
    match which {
        CastlingRook::OnFile(file) => candidates.find(|&s| shape.file(s) == file),
        CastlingRook::Usual => match wing {
            Wing::King => candidates.last(),
            Wing::Queen => candidates.next(),
        },
    }
}

/// The square that a byte of a state holds.
pub(super) const fn some_square(byte: u8) -> Option<Square> {
    if byte == NO_SQUARE { None } else { Some(Square(byte)) }
}
