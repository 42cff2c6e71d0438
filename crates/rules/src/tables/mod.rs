//! A definition compiled for play: attack tables, regions as bitboards, rule bits.
//!
//! Each piece of the definition becomes one or more *kinds*: kind *i* below the number of pieces is
//! piece *i* as it enters the board; behind them stand the states that some pieces have, moved
//! (`+U`) and promoted (`Q~`). Which kinds are royal, each side says.
//!
//! The movers of a side are kept in lists by how they move, each list with the tables it needs; a
//! generator walks the lists and never asks which game it plays. A way of moving that a game lacks
//! is an empty list.

mod bytes;
mod chances;
mod compile;
mod doubles;
mod features;
mod kind;
mod movement;
mod odd;
mod special;

use std::sync::Arc;

use crate::definition::{Blocker, Letter, Obligation, PieceId, Ray, Repetition, Stalemate, Verdict};
use crate::geometry::{Color, Lines, Shape, Size, Square, Table, Word};

pub(crate) use chances::Chances;
pub use features::Features;
pub use kind::{Kind, KindSet};
pub(crate) use movement::FARTHEST;
pub use odd::OddAttackers;
pub(crate) use odd::{OddMoves, Way};
pub use special::{CastlingTable, Extinction, GoalAsks, Royalty};

/// The state of a piece that a kind stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KindState {
    /// As it enters the board.
    Base,
    /// It has made its first move (`+U`).
    Moved,
    /// It came by promotion and reverts when captured (`Q~`).
    Promoted,
}

/// What a kind is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindInfo {
    /// The piece in the definition.
    pub piece: PieceId,
    /// Its state.
    pub state: KindState,
    /// The letter of the piece, upper case.
    pub letter: Letter,
    /// The kind that a captor who takes prisoners gets, if it can be one.
    pub prisoner: Option<Kind>,
    /// SAN writes no letter.
    pub silent: bool,
    /// It stays on squares of one colour, whatever it does later.
    pub colorbound: bool,
}

/// A game compiled for boards of one size.
#[derive(Debug)]
pub struct Tables<S: Size> {
    /// The board.
    pub shape: Shape,
    /// Every square of the board.
    pub all: S::Word,
    /// Slider look-ups.
    pub lines: Arc<<S::Word as Word>::Lines>,
    /// The squares strictly between two on one line, else none.
    pub between: Vec<S::BySquare<S::Word>>,
    /// What a rook attacks on the empty board.
    pub orthogonal: S::BySquare<S::Word>,
    /// What a bishop attacks on the empty board.
    pub diagonal: S::BySquare<S::Word>,
    /// By the colour and the square of a king: where the other faces it if nothing stands between.
    pub faces: [S::BySquare<S::Word>; 2],
    /// The kinds of pieces.
    pub kinds: Vec<KindInfo>,
    /// The number of pieces: kinds below it are base states.
    pub pieces: usize,
    /// What each player's pieces do.
    pub sides: [Side<S>; 2],
    /// Keys of the position's hash.
    pub keys: Box<Keys<S>>,
    /// Which mechanisms the game uses.
    pub features: Features,
    /// What no legal move means for the player to move.
    pub stalemate: Stalemate,
    /// What it means for a player to be checkmated.
    pub checkmate: Verdict,
    /// Repetition.
    pub repetition: Option<Repetition>,
    /// Who wins a drawn game; with points, whoever moves second and has not clearly fewer.
    pub draws: Option<Color>,
    /// The kinds of which one must have given a check in the row that a mate ends, and those that may not mate alone.
    pub mate: Option<[KindSet; 2]>,
    /// Moves that a weaker player counts.
    pub counting: Option<Box<Counting>>,
    /// What each kind counts, where points decide drawn games.
    pub points: Option<Vec<u8>>,
    /// The halfmove clock's limit and whether it ends in a claim instead of a draw.
    pub clock_limit: Option<(u16, bool)>,
    /// Promoting resets the clock.
    pub(crate) clock_promotions: bool,
    /// Placing a piece resets the clock.
    pub clock_placements: bool,
    /// Kinds of which a lone one does not win; `None`: the game goes on where nobody can win.
    pub insufficient: Option<KindSet>,
    /// What a bare king means for its owner.
    pub bare_king: Option<Verdict>,
    /// A game may be over by what stands on the board in ways that few games have: [`Side::royalty`], too few pieces or bare
    /// kings.
    pub(crate) rare_ends: bool,
    /// An attack on a king that is lost by capture is called check, too.
    pub(crate) says_check: bool,
    /// Castling wins, and who cannot do it any more loses.
    pub castling_decides: bool,
    /// Where players may pass, they may also when they have another move.
    pub(crate) pass_at_will: bool,
    /// Where a move takes from both players what they may not lose, its maker's loss counts.
    pub(crate) mover_loses_first: bool,
    /// Which attacks are checks is not to be seen by one king's square alone: royal pieces are others, or not all can be captured by
    /// all.
    pub(crate) rare_checks: bool,
    /// What is placed may lie in hand as another kind, become another on the board, or bring rights to castle.
    pub(crate) placed_otherwise: bool,
    /// The squares of each file.
    pub(crate) files: Vec<S::Word>,
    /// The squares of each colour.
    pub(crate) colors: Vec<S::Word>,
    /// Where captures explode: for each square it and those within a king's step.
    pub blast: S::BySquare<S::Word>,
    /// Captures explode in a game of two kings that step and never survive, without what else changes squares around: its moves need not
    /// be tried one by one.
    pub(crate) simple_blasts: bool,
    /// The kinds that stay when something explodes beside them.
    pub spared: KindSet,
    /// Those of them that stay when they capture, too.
    pub survivors: KindSet,
    /// The neutral piece that moves put on empty squares.
    pub blocker: Blocker,
}

/// What the pieces of one player do.
#[derive(Debug)]
pub struct Side<S: Size> {
    /// The royal kinds, whose loss ends the game.
    pub royals: KindSet,
    /// Those of which each single piece loses the game when it is lost: one king, or several.
    pub kings: KindSet,
    /// The first of them, to be asked for first, and the others, which few games have.
    pub(crate) king: Kind,
    pub(crate) more_kings: KindSet,
    /// When royal pieces other than one king are lost.
    pub royalty: Option<Royalty>,
    /// What the player may not have too few of besides.
    pub extinction: Option<Extinction>,
    /// They are lost by checkmate: they may not be left attacked. Else by capture.
    pub by_checkmate: bool,
    /// They must capture where it is legal.
    pub obligation: Option<Obligation>,
    /// Ways to move, by list.
    pub movers: Movers<S>,
    /// Ways to attack, by list.
    pub attackers: Attackers<S>,
    /// Each kind's own tables, for what is done piece by piece.
    pub masks: Vec<KindMasks<S>>,
    /// Double steps.
    pub doubles: Vec<Double<S::Word>>,
    /// Kinds that capture en passant.
    pub en_passant: KindSet,
    /// Squares where promotion is forced, but for kinds with zones of their own.
    pub(crate) forced: S::Word,
    /// Squares where promotion is forced or free, but for kinds with zones of their own.
    pub(crate) promotion_zone: S::Word,
    /// Kinds with zones of their own, or with moves that promote by where they begin or what they do.
    pub zoned: KindSet,
    /// Where each kind promotes; what the player's `promotion` says is kept in a short form, too, for those that are not zoned.
    pub zones: Vec<Zone<S::Word>>,
    /// Wherever a move may end that promotes, and perhaps more.
    pub promoting: S::Word,
    /// Kinds that promote with each move or each capture, wherever it goes: not more urgent than other moves.
    pub flips: KindSet,
    /// What each kind promotes to: the kinds that move text names.
    pub promotes_to: S::ByKind<KindSet>,
    /// The kind that stands on the board after promotion to a kind.
    pub promoted_as: S::ByKind<Kind>,
    /// For each piece how many the player may have after promoting.
    pub promotion_limit: Option<Vec<u8>>,
    /// Pieces in hand count for that.
    pub(crate) limit_counts_hand: bool,
    /// Kinds that promote where they stand.
    pub in_place: KindSet,
    /// Promotion as a move of its own.
    pub(crate) stepping: Option<Stepping<S>>,
    /// What comes by promotion may attack no enemy, and no promotion may give check.
    pub(crate) quiet_promotion: bool,
    /// Where some pieces promote in place or by a step of their own.
    pub(crate) in_place_zone: S::Word,
    /// By what the player may win.
    pub(crate) chances: Chances,
    /// The kind that a piece is after it has moved.
    pub becomes: S::ByKind<Kind>,
    /// What a capture of a kind leaves on the square that the capturer came from.
    pub leaves: S::ByKind<Option<Kind>>,
    /// Enemy kinds whose capture leaves something.
    pub leaving: KindSet,
    /// Kinds that capture their own side's.
    pub captures_own: KindSet,
    /// Kinds that turn to stone when they capture.
    pub petrifies: KindSet,
    /// What a piece becomes that is not royal and captures a kind.
    pub captor_becomes: S::ByKind<Option<Kind>>,
    /// Where a kind in hand may be placed.
    pub drop_zone: S::ByKind<S::Word>,
    /// The kinds that have such squares, each with the kind that it lies in hand as: a promoted piece as what it was.
    pub(crate) placed: Vec<(Kind, Kind)>,
    /// There are limits on placing beside such squares.
    pub(crate) drops_limited: bool,
    /// Kinds that may not be placed on a file with so many of the player's.
    pub(crate) drop_limits: Vec<DropLimit>,
    /// Kinds that may not give mate by being placed.
    pub(crate) no_drop_mates: KindSet,
    /// There are moves by other mechanisms than lists of movers and castling: by pieces in hand, by odd moves, or in zones of their own.
    pub(crate) rare: bool,
    /// Kinds that are placed on squares of all colours alike, each with the kinds that count: the piece in all its states.
    pub(crate) drops_balanced: Vec<(Kind, KindSet)>,
    /// Pieces in hand that enter by exchange.
    pub entries: Vec<EntryTable<S::Word>>,
    /// What may enter from the hand on the square that a kind leaves.
    pub gates: S::ByKind<KindSet>,
    /// The squares that win.
    pub goal: S::Word,
    /// The kinds that win there.
    pub goal_kinds: KindSet,
    /// Those may not go there where they are attacked.
    pub goal_shy: bool,
    /// What the goal asks beside a piece that stands there.
    pub goal_asks: Option<GoalAsks>,
    /// With so many checks this player has lost; 0: they are not counted.
    pub checks: u8,
    /// This player's moves may give check.
    pub gives_check: bool,
    /// This player's king may step out of check.
    pub king_flees: bool,
    /// Kinds that have not moved and the enemy's kinds that end this by aiming at them.
    pub(crate) unsettled: Vec<(Kind, KindSet)>,
    /// Castling to each wing.
    pub castling: [Option<CastlingTable<S::Word>>; 2],
    /// The farther castling to each wing, where king and rook have the choice.
    pub farther: [Option<CastlingTable<S::Word>>; 2],
    /// Kinds whose moves and whose loss end all rights to castle.
    pub castlers: KindSet,
    /// Enemy kinds whose capture resets the clock.
    pub clock_captures: KindSet,
    /// Own kinds whose moves reset the clock, each of them.
    pub clock_moves: KindSet,
    /// Own kinds of which those moves reset the clock that they could not take back.
    pub(crate) clock_returns: Vec<Returns<S>>,
}

/// Ways to move. A kind stands in each list that has a part of its moves.
#[derive(Debug)]
pub struct Movers<S: Size> {
    /// Kinds that slide along ranks and files without restriction.
    pub orthogonal: Vec<Kind>,
    /// Kinds that slide along diagonals without restriction.
    pub diagonal: Vec<Kind>,
    /// Kinds that leap alike and capture as they move.
    pub leaps: Vec<Leaps<S>>,
    /// Kinds with other moves along lines and leaps; their tables are in [`Side::masks`].
    pub masked: Vec<Kind>,
    /// Kinds whose leaps are made for all pieces at once: pawns and their like.
    pub steps: Vec<Steps<S::Word>>,
    /// Kinds that hop, ride off the lines, or leap lamely.
    pub odd: Vec<Kind>,
    /// Kinds that promote in zones of their own; what is odd of their moves is made with the odd ones.
    pub zoned: Vec<Kind>,
}

/// Where a kind promotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone<W> {
    /// Where it must.
    pub forced: W,
    /// Where it must or may.
    pub all: W,
    /// A move that begins on such a square is as one that ends there.
    pub leaving: bool,
    /// Only captures promote.
    pub by_capture: bool,
}

impl<W: Word> Zone<W> {
    /// Of moves from a square to some others, of which `enemies` are captures: those that may promote, and those that must.
    #[inline(always)]
    #[must_use]
    pub fn split(&self, from: Square, to: W, enemies: W) -> (W, W) {
        let to = if self.by_capture { to & enemies } else { to };
        let of = |zone: W| if self.leaving && zone.has(from) { to } else { to & zone };
        (of(self.all), of(self.forced))
    }
}

/// Moves that a weaker player counts, as [`crate::definition::Counting`] says, in plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    /// The kinds that keep players from counting.
    pub(crate) pawns: KindSet,
    /// How long a player counts who is not bare.
    pub(crate) board: Option<u16>,
    /// With how many pieces at most.
    pub(crate) most: Option<u32>,
    /// How long a bare king counts, by what the other has.
    pub(crate) bare: Vec<(Vec<(KindSet, u32)>, u16)>,
    /// A bare king begins with the number of pieces on the board.
    pub(crate) from_pieces: bool,
    /// All these limits, the least first: the count of a state names one of them.
    pub(crate) limits: Vec<u16>,
}

/// How many of a kind may stand on a file for another to be placed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DropLimit {
    /// The kind.
    pub(crate) kind: Kind,
    /// So many are enough.
    pub(crate) most: u8,
    /// The kinds that count: the piece in all its states.
    pub(crate) counted: KindSet,
}

/// Where a kind could take its moves back to.
#[derive(Debug)]
pub(crate) struct Returns<S: Size> {
    /// The kind before its move.
    pub(crate) kind: Kind,
    /// Where it goes after it from each square of an empty board, without capturing.
    pub(crate) squares: Box<S::BySquare<S::Word>>,
}

/// Kinds that leap alike.
#[derive(Debug)]
pub struct Leaps<S: Size> {
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// Where they leap to (for movers) or from (for attackers).
    pub squares: Box<S::BySquare<S::Word>>,
}

/// A kind whose leaps are made for all its pieces at once by shifting.
#[derive(Debug)]
pub struct Steps<W> {
    /// The kind.
    pub kind: Kind,
    /// Leaps to empty squares.
    pub quiet: Vec<Step<W>>,
    /// Leaps to enemies.
    pub captures: Vec<Step<W>>,
}

/// One leap as a shift of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<W> {
    /// How far squares move up in the word.
    pub shift: i8,
    /// The squares from which the leap stays on the board.
    pub from: W,
}

impl<S: Size> Side<S> {
    /// Where a kind promotes that comes there or stands there.
    #[must_use]
    pub fn promotion_squares(&self, kind: Kind) -> S::Word {
        let by_step = self.stepping.as_ref().filter(|stepping| stepping.kinds.has(kind));
        self.zones[kind.index()].all | by_step.map_or(S::Word::EMPTY, |stepping| stepping.from)
    }
}

/// Promotion as a move of its own.
#[derive(Debug)]
pub(crate) struct Stepping<S: Size> {
    /// The kinds that promote.
    pub(crate) kinds: KindSet,
    /// Where they must stand.
    pub(crate) from: S::Word,
    /// Where the steps lead from each square.
    pub(crate) to: S::BySquare<S::Word>,
    /// The last of them may do so anywhere.
    pub(crate) last_anywhere: bool,
    /// Who has nothing but the king and one of them, and no other move, is stalemated.
    pub(crate) declinable: bool,
}

/// A double or triple step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Double<W> {
    /// The kind.
    pub kind: Kind,
    /// How far each of the two steps moves squares up in the word: equally, unless one leads round the edge of a cylinder.
    pub shifts: [i8; 2],
    /// How far a third step does; 0 where there is none.
    pub third: i8,
    /// The squares from which all steps stay on the board and that the rule allows.
    pub from: W,
    /// It can be captured en passant.
    pub en_passant: bool,
}

impl<W: Word> Double<W> {
    /// How far all steps together move squares.
    #[inline(always)]
    #[must_use]
    pub const fn shift(&self) -> i8 {
        self.shifts[0] + self.shifts[1] + self.third
    }

    /// Where pieces on some squares come to if what they pass and reach is free: the squares passed first and those reached.
    #[inline(always)]
    #[must_use]
    pub fn steps(&self, pieces: W, free: W, reached: W) -> (W, W) {
        let passed = (pieces & self.from).rotate(self.shifts[0]) & free;
        let second = passed.rotate(self.shifts[1]);
        if self.third == 0 {
            return (passed, second & reached);
        }
        (passed, (second & free).rotate(self.third) & reached)
    }

    /// The second square that a piece has passed which is now on `victim`, if it made three of these steps and passed another
    /// first.
    #[must_use]
    pub fn second(&self, passed: Square, victim: Square) -> Option<Square> {
        let bit = W::bit(passed);
        let reached = bit.rotate(self.shifts[1]).rotate(self.third);
        let steps = self.third != 0 && self.from.has(bit.rotate(-self.shifts[0]).first());
        (steps && reached.has(victim)).then(|| bit.rotate(self.shifts[1]).first())
    }
}

/// Ways to attack a square, read from that square.
#[derive(Debug)]
pub struct Attackers<S: Size> {
    /// Kinds that capture along ranks and files without restriction.
    pub orthogonal: Vec<Kind>,
    /// Kinds that capture along diagonals without restriction.
    pub diagonal: Vec<Kind>,
    /// Kinds that capture by the same leaps.
    pub leaps: Vec<Leaps<S>>,
    /// Kinds with other captures along lines.
    pub masked: Vec<Kind>,
    /// Kinds that capture by hopping, riding off the lines, lamely or by leaping over.
    pub odd: Vec<OddAttackers<S>>,
}

/// The tables of one kind: for each square where it may go on an empty board, split by line and by
/// what it may do there, and for each square where it may capture from.
#[derive(Debug)]
pub struct KindMasks<S: Size> {
    /// Non-capturing slides along ranks and files.
    pub quiet_orthogonal: Box<S::BySquare<S::Word>>,
    /// Capturing slides along ranks and files.
    pub capture_orthogonal: Box<S::BySquare<S::Word>>,
    /// Non-capturing slides along diagonals.
    pub quiet_diagonal: Box<S::BySquare<S::Word>>,
    /// Capturing slides along diagonals.
    pub capture_diagonal: Box<S::BySquare<S::Word>>,
    /// Non-capturing leaps.
    pub quiet_leap: Box<S::BySquare<S::Word>>,
    /// Capturing leaps.
    pub capture_leap: Box<S::BySquare<S::Word>>,
    /// From where it captures along ranks and files.
    pub from_orthogonal: Box<S::BySquare<S::Word>>,
    /// From where it captures along diagonals.
    pub from_diagonal: Box<S::BySquare<S::Word>>,
    /// From where it captures by a leap.
    pub from_leap: Box<S::BySquare<S::Word>>,
    /// It has slides along ranks and files.
    pub has_orthogonal: bool,
    /// It has slides along diagonals.
    pub has_diagonal: bool,
    /// It slides on round a cylinder: what of that begins before the edge is both in the tables of lines and among the other moves.
    pub slides_round: bool,
    /// It promotes and is no officer that promotes in zones of its own.
    pub promotes: bool,
    /// Its other moves, already mirrored for Black.
    pub odd: Vec<Ray>,
    /// Such moves on some squares, each group with the cells that it leads over.
    pub placed: Vec<(Shape, Vec<Ray>)>,
    /// The kinds of either player that it neither captures nor leaps over.
    pub avoids: KindSet,
    /// The same as tables, if they are lame leaps and hops along lines alone.
    pub(crate) odd_moves: Option<OddMoves<S>>,
    /// The cells that it may go to.
    pub cells: Shape,
}

/// A piece in hand that enters by exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryTable<W> {
    /// The kind in hand.
    pub kind: Kind,
    /// The kind whose place it takes.
    pub exchanges: Kind,
    /// Where that must stand.
    pub from: W,
}

/// Random numbers that are combined to a position's hash (Zobrist's method).
#[derive(Debug)]
pub struct Keys<S: Size> {
    /// A piece on a square, by kind and colour.
    pub piece: S::ByKind<[S::BySquare<u64>; 2]>,
    /// A number of pieces in hand, by kind and colour: multiplied by the number.
    pub hand: S::ByKind<[u64; 2]>,
    /// Black is to move.
    pub black: u64,
    /// A castling right, by colour and wing.
    pub castling: [[u64; 2]; 2],
    /// The square passed over.
    pub en_passant: S::BySquare<u64>,
    /// A check that a player may still receive: multiplied by their number.
    pub checks: [u64; 2],
    /// A neutral piece on a square.
    pub blocker: S::BySquare<u64>,
}

impl<S: Size> Tables<S> {
    /// The kind in hand that a piece is placed from.
    #[inline(always)]
    pub(crate) fn held_as(&self, kind: Kind) -> Kind {
        self.kinds[kind.index()].prisoner.unwrap_or(kind)
    }

    /// Whether the short generator makes this game's moves.
    #[inline(always)]
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        (!cfg!(feature = "compact") || S::Word::BITS <= 64) && self.features.plain()
    }

    /// Whether both players win by what loses elsewhere: the loss of their royal pieces, or mate.
    #[must_use]
    pub fn is_reversed(&self) -> bool {
        self.sides.iter().all(|side| match &side.royalty {
            Some(royalty) if !side.by_checkmate => royalty.result == Verdict::Win,
            _ => side.by_checkmate && !side.royals.is_empty() && self.checkmate == Verdict::Win,
        })
    }

    /// The squares strictly between two on one line, else none.
    #[inline(always)]
    #[must_use]
    pub fn between(&self, a: Square, b: Square) -> S::Word {
        *self.between[a.index()].at(b.index())
    }

    /// What a rook on a square sees.
    #[inline(always)]
    #[must_use]
    pub fn rook(&self, square: Square, occupied: S::Word) -> S::Word {
        self.lines.orthogonal(square, occupied)
    }

    /// What a bishop on a square sees.
    #[inline(always)]
    #[must_use]
    pub fn bishop(&self, square: Square, occupied: S::Word) -> S::Word {
        self.lines.diagonal(square, occupied)
    }

    /// Whether a kind of a player's is gone when it captures: it explodes or turns to stone.
    #[must_use]
    pub fn ends_by_capture(&self, color: Color, kind: Kind) -> bool {
        (self.features.explosion && !self.survivors.has(kind)) || self.side(color).petrifies.has(kind)
    }

    /// The side of a player.
    #[inline(always)]
    #[must_use]
    pub fn side(&self, color: Color) -> &Side<S> {
        &self.sides[color.index()]
    }
}
