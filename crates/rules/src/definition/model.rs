//! What a variant file says, once inheritance and options are resolved: the input of the compiler
//! in [`crate::tables`], and what rule pages and GUIs show.
//!
//! Everything here is plain data. Squares are absolute: a region of Black is already mirrored.

use std::ops::Deref;

use super::{
    Award, Captures, Clock, ClockEnd, Counting, Diagnostic, Explosion, Extinction, FacingLines, GameOption,
    Letter, MateRule, PieceId, Promotion, Ray, Repetition, Royalty, Start, Text, Zones,
};
use crate::geometry::{Color, Shape, Square, SquareSet};

/// The greatest number of kinds of pieces, counting a piece with a first move or a promoted state
/// once for each state.
pub const MAX_TYPES: usize = 32;
/// The greatest number of pieces of one kind that a hand may hold.
pub const MAX_HAND: u8 = 64;

/// A game, complete and checked: only [`Library`](super::Library) makes one, of files without errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition(Rules);

impl Definition {
    /// What files say, if nothing that was found in them is an error.
    pub(super) fn checked(rules: Rules, faults: &[Diagnostic]) -> Option<Self> {
        faults.iter().all(|fault| !fault.is_error()).then_some(Self(rules))
    }
}

impl Definition {
    /// The same game for a player who has nothing royal, and does not castle.
    pub(crate) fn without_king(&self, color: Color) -> Self {
        let mut rules = self.0.clone();
        let player = &mut rules.players[color.index()];
        player.royal.pieces.clear();
        player.royal.single = false;
        player.castling = [None; 2];
        rules.start.castling[color.index()] = [false; 2];
        Self(rules)
    }

    /// Rules that were a definition before, and are sound.
    pub(super) fn trusted(rules: Rules) -> Self {
        Self(rules)
    }
}

impl Deref for Definition {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.0
    }
}

/// What the files of a game say under the chosen options, whether it makes sense or not. A [`Definition`] is what
/// was found to make sense.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The name that commands use: the file's stem, such as `near-vs-normal`.
    pub name: String,
    /// The games that the file extends, the nearest first.
    pub lineage: Vec<String>,
    /// The option values in force, in the order of [`Rules::options`].
    pub chosen: Vec<String>,
    /// The options that the file offers.
    pub options: Vec<GameOption>,
    /// Text for people.
    pub text: Text,
    /// The board.
    pub shape: Shape,
    /// The pieces in their order for hands and promotion, the royal one before the others.
    pub pieces: Vec<Piece>,
    /// What differs by player, White first.
    pub players: [Player; 2],
    /// How a game starts.
    pub start: Start,
    /// What happens to a player who has no legal move and whose king is not lost.
    pub stalemate: Stalemate,
    /// What happens to a player who is checkmated.
    pub checkmate: Verdict,
    /// What a checkmate needs to count.
    pub mate: Option<MateRule>,
    /// What the third (or other) occurrence of a position means for the player whose move made it.
    pub repetition: Option<Repetition>,
    /// The count of plies without progress.
    pub clock: Clock,
    /// Pieces that cannot win alone beside their king: the dead positions of FIDE chess are drawn.
    /// `None`: never drawn so.
    pub insufficient: Option<Vec<PieceId>>,
    /// What it means for a player to have nothing but the king after the opponent's move
    /// (shatranj: a loss, unless the bared player bares the other at once).
    pub bare_king: Option<Verdict>,
    /// Captures explode. `None`: they do not.
    pub explosion: Option<Explosion>,
    /// Hands and what may be done with them.
    pub hands: Hands,
    /// No move may leave the two kings face to face with nothing between them.
    pub kings_never_face: bool,
    /// Along which lines kings face each other.
    pub facing_lines: FacingLines,
    /// Where the two kings stand face to face with nothing between them, the player to move accepts a draw by passing, or must part them.
    pub facing_offers_draw: bool,
    /// A player may pass instead of moving, unless in check; after two passes in a row the game is drawn.
    pub passing: bool,
    /// Moves that a weaker player counts, after which the game is drawn.
    pub counting: Option<Counting>,
    /// Who has won a drawn game.
    pub draws: Option<Award>,
    /// A neutral piece that each move puts on an empty square.
    pub blocker: Option<Blocker>,
    /// Where a move takes from both players what they may not lose, its maker's loss counts, not the other's.
    pub mover_loses_first: bool,
    /// An attack on a king that is lost by capture is called check, too, though nobody has to answer it.
    pub says_check: bool,
}

/// A result as the player concerned sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// That player loses.
    Loss,
    /// The game is drawn.
    Draw,
    /// That player wins.
    Win,
}

/// What it means for a player to have no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalemate {
    /// The same in every position.
    Is(Verdict),
    /// The player with fewer pieces, on the board and in hand, wins; with as many of both it is a draw.
    Fewer,
    /// That player passes.
    Pass,
}

impl Stalemate {
    /// Whether nobody wins or loses by it.
    #[must_use]
    pub fn is_draw(self) -> bool {
        matches!(self, Self::Is(Verdict::Draw) | Self::Pass)
    }
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its name in lower case, such as `cardinal`: the key in the file.
    pub name: String,
    /// Its letter in FEN, SAN and move text, upper case.
    pub letter: Letter,
    /// White's and Black's figure for boards made of text.
    pub figures: Option<[char; 2]>,
    /// What shows it on drawn boards: the name of a drawing, which [`drawings`](super::drawings) lists, with `promoted-` before it where
    /// it has the sign of a promoted piece. Empty: its letter.
    pub picture: String,
    /// What it is worth, in hundredths of a pawn, where the file says so.
    pub value: Option<i32>,
    /// What it counts where points decide drawn games.
    pub points: u8,
    /// SAN leaves out the letter, as for pawns.
    pub silent: bool,
    /// What it is called and how it moves, for people; may be empty.
    pub about: String,
    /// What White's and Black's may do.
    pub rules: [PieceRules; 2],
}

/// What a piece of one player may do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceRules {
    /// Its moves.
    pub moves: Moves,
    /// Its moves as long as it has not moved, where they differ. Then an unmoved piece is written
    /// with its letter and a moved one with `+` before it.
    pub first_moves: Option<Moves>,
    /// Where and how it may move twice at once.
    pub double_step: Option<DoubleStep>,
    /// It may capture en passant, by its capturing moves.
    pub en_passant: bool,
    /// What it promotes to, in the order of the pieces; empty: it does not promote. Where and
    /// within what limits is the player's [`Promotion`].
    pub promotes_to: Vec<PieceId>,
    /// How it enters from the hand by exchange.
    pub entry: Option<Entry>,
    /// The pieces that it may enter behind from the hand: on the square that one of them leaves with its first move (gating). A moved
    /// one is then written with `+` before its letter.
    pub enters_behind: Vec<PieceId>,
    /// Where it may be placed from the hand; empty: nowhere.
    pub drop_zone: SquareSet,
    /// The squares that it does not leave, and over which alone it slides. `None`: all.
    pub stays_in: Option<SquareSet>,
    /// The pieces of either player that it neither captures nor leaps over.
    pub avoids: Vec<PieceId>,
    /// The enemy's pieces of which each, by moving to where it could attack this one on an empty board, makes it count as moved;
    /// and such a piece that is royal makes no first move in check.
    pub unsettled_by: Vec<PieceId>,
    /// One that came by promotion counts as moved.
    pub promoted_moved: bool,
    /// What else it may do on some squares.
    pub moves_on: Option<MovesOn>,
    /// The piece that a player's capturer leaves behind on the square it came from when *this*
    /// kind of enemy piece is captured by it.
    pub leaves: Option<PieceId>,
    /// Where it promotes; `None`: where the player's [`Promotion`] says. [`Rules::zones`] asks both.
    pub promotion: Option<Zones>,
    /// It may not be placed on a file where so many of the player's stand already.
    pub drop_limit: Option<u8>,
    /// Placing it may not give mate.
    pub no_drop_mates: bool,
    /// Those in hand come to stand on squares of all colours alike, and nothing else takes the room for that.
    pub drops_balanced: bool,
    /// What is special about captures by it, and of it.
    pub captures: Captures,
}

impl PieceRules {
    /// All its moves, those of its first move too.
    pub fn rays(&self) -> impl Iterator<Item = &Ray> {
        self.moves.rays.iter().chain(self.first_moves.iter().flat_map(|moves| &moves.rays))
    }

    /// Its moves that do not depend on where it stands, of a state, and those on some squares: each with the cells that they
    /// lead over.
    pub fn groups<'a>(&'a self, moves: &'a Moves, shape: Shape) -> impl Iterator<Item = (Shape, &'a Moves)> {
        let cells = self.cells(shape);
        let placed = self.moves_on.iter().map(move |on| (cells.within(on.region), &on.moves));
        std::iter::once((cells, moves)).chain(placed)
    }

    /// The cells of a board that it may go to.
    #[must_use]
    pub fn cells(&self, shape: Shape) -> Shape {
        self.stays_in.map_or(shape, |region| shape.within(region))
    }

    /// Whether it may come from the hand otherwise than by being placed.
    #[must_use]
    pub fn enters(&self) -> bool {
        self.entry.is_some() || !self.enters_behind.is_empty()
    }
}

/// The moves of a piece, seen by White (ranks count upwards); the compiler mirrors them for Black.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The text in Betza notation, as the file has it.
    pub betza: String,
    /// What it means.
    pub rays: Vec<Ray>,
}

/// Moves that a piece has on some squares alone: from one of them to another, over no others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesOn {
    /// The squares.
    pub region: SquareSet,
    /// The moves, which capture nothing on their way.
    pub moves: Moves,
}

/// Two equal non-capturing steps as one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubleStep {
    /// The directions: offsets of one step, seen by White.
    pub steps: Vec<(i8, i8)>,
    /// Where it must start.
    pub from: SquareSet,
    /// From where three such steps may be made as well.
    pub triple_from: SquareSet,
    /// From where it can then be captured en passant on the square passed over, or on either of two.
    pub en_passant: Exposed,
    /// It must not have moved either; the piece then has first moves.
    pub unmoved: bool,
}

impl DoubleStep {
    /// Where all steps together lead, seen by White: two of each direction, and three where some square allows that.
    pub fn ends(&self) -> impl Iterator<Item = (i8, i8)> + '_ {
        let most = if self.triple_from.is_empty() { 2 } else { 3 };
        self.steps.iter().flat_map(move |&(x, y)| (2..=most).map(move |n| (n * x, n * y)))
    }

    /// From where so many steps, two or three, may be made at once.
    #[must_use]
    pub const fn starts(&self, steps: usize) -> SquareSet {
        if steps == 3 { self.triple_from } else { self.from }
    }

    /// Whether any of them can be captured en passant.
    #[must_use]
    pub fn is_exposed(&self) -> bool {
        self.en_passant != Exposed::Never
    }

    /// The squares from which steps can be captured en passant.
    #[must_use]
    pub fn exposed_from(&self) -> SquareSet {
        match self.en_passant {
            Exposed::Never => SquareSet::EMPTY,
            Exposed::Always => self.from.or(self.triple_from),
            Exposed::From(squares) => squares,
        }
    }
}

/// Which of the double and triple steps of a piece can be captured en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposed {
    /// None.
    Never,
    /// All.
    Always,
    /// Those from some of the squares, but neither all nor none.
    From(SquareSet),
}

/// A piece in hand that enters by taking the place of another and moving from there at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The piece of one's own that leaves the game.
    pub exchanges: PieceId,
    /// Where that piece must stand.
    pub from: SquareSet,
}

/// What differs by player.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The army's name where the players have different ones, such as `near`.
    pub army: Option<String>,
    /// The pieces that must not be lost.
    pub royal: Royalty,
    /// Pieces of which this player may not have too few besides.
    pub extinction: Option<Extinction>,
    /// How this player's royal pieces are lost.
    pub king_lost_by: KingLoss,
    /// Whether this player must capture where it is legal; `None`: no.
    pub obligation: Option<Obligation>,
    /// Castling moves, at most one to each side.
    pub castling: [Option<Castling>; 2],
    /// Where and how pieces promote.
    pub promotion: Promotion,
    /// A piece of these that reaches one of the squares wins.
    pub goal: Option<Goal>,
    /// With so many checks this player has lost. `None`: they are not counted.
    pub checks: Option<u8>,
    /// This player's moves may give check.
    pub gives_check: bool,
    /// This player's king may step out of check; else it may only capture the one piece that gives it.
    pub king_flees: bool,
}

/// How a king is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingLoss {
    /// By checkmate: it may not be left attacked.
    Checkmate,
    /// By capture: there is no check.
    Capture,
}

/// What a player must do who can capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// Capture, with whatever captures.
    Any,
    /// Capture, by a move that takes as many enemies as any.
    Most,
    /// Capture, with whatever captures; in check anything that answers it is free.
    UnlessCheck,
}

/// Towards which edge the king castles: the index of [`Player::castling`] and of castling rights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Wing {
    /// Towards the last file (`K`, `O-O`).
    King = 0,
    /// Towards the a-file (`Q`, `O-O-O`).
    Queen = 1,
}

impl Wing {
    /// Both wings, in the order of FEN.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];
}

/// A castling move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Where the king and the rook start; `None` in shuffled games: the king anywhere on the rank
    /// and the outermost rook on that side. Then the move is written as king takes rook.
    pub from: Option<(Square, Square)>,
    /// The kind of the king.
    pub king: PieceId,
    /// Where the king goes.
    pub king_to: Square,
    /// Where the rook goes.
    pub rook_to: Square,
    /// Where king and rook may go instead with the same right. It is written as a move of the king.
    pub farther: Option<(Square, Square)>,
    /// The kind of the other piece.
    pub rook: PieceId,
    /// Attacks do not hinder it, where the king is lost by capture.
    pub through_attack: bool,
    /// Both pieces are placed on their squares from the hand.
    pub placed: bool,
    /// The other player may then not castle to the same side any more.
    pub opposite: bool,
    /// Castling so wins; who can win so by no wing any more has lost.
    pub wins: bool,
}

impl Castling {
    /// The other castling to the same wing, as if it were the only one.
    #[must_use]
    pub fn other(&self) -> Option<Self> {
        self.farther.map(|(king_to, rook_to)| Self { king_to, rook_to, farther: None, ..*self })
    }

    /// Whether a king that castles so and goes to a square castles farther.
    #[must_use]
    pub fn is_farther(&self, to: Square) -> bool {
        self.farther.is_some_and(|(king_to, _)| king_to == to)
    }
}

/// A square to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Which pieces.
    pub pieces: Vec<PieceId>,
    /// Where to.
    pub squares: SquareSet,
    /// How many of them must stand there at once; 1 or more.
    pub count: u8,
    /// Those count that the opponent cannot capture with the next move.
    pub safe: bool,
    /// They win if they still stand there after the opponent's reply.
    pub hold: bool,
    /// Once White has reached the goal, Black has one more move, and draws by reaching his.
    pub last_move: bool,
    /// They may not go there where an enemy piece attacks them, unless they capture something royal.
    pub shy: bool,
}

impl Goal {
    /// Whether a single piece there wins at once, whatever the opponent could do.
    #[must_use]
    pub const fn is_simple(&self) -> bool {
        self.count == 1 && !self.safe && !self.hold && !self.last_move
    }
}

/// Hands: pieces beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// The game has hands at all: FEN has brackets.
    pub used: bool,
    /// All pieces in hand must be placed, by turns, before anything moves.
    pub placement: bool,
    /// A captured piece goes to a hand: its captor's, or with `returned` its owner's.
    pub prisoners: bool,
    /// A captured piece goes back to its owner's hand.
    pub returned: bool,
    /// A piece in hand may also be placed as the promoted piece whose letter is its own with a `+`.
    pub promoted: bool,
}

/// A neutral piece that nobody captures or passes, and that a player puts on another empty square as the second half of
/// each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blocker {
    /// It stays for good, and each move brings another.
    pub stays: bool,
    /// It goes to the square that the piece has left, and nowhere else.
    pub behind: bool,
}

impl Rules {
    /// Whether neutral pieces that nobody captures or passes may come onto the board.
    #[must_use]
    pub fn has_blockers(&self) -> bool {
        self.blocker.is_some()
            || self.pieces.iter().flat_map(|piece| &piece.rules).any(|r| r.captures.petrifies)
    }

    /// A piece by its number.
    #[must_use]
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The numbers of the pieces, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = PieceId> + Clone + use<> {
        PieceId::first(self.pieces.len())
    }

    /// The pieces with their numbers, in order.
    pub fn numbered(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.ids().zip(&self.pieces)
    }

    /// The piece of a letter, upper case.
    #[must_use]
    pub fn lettered(&self, letter: Letter) -> Option<PieceId> {
        self.pieces.iter().position(|piece| piece.letter == letter).map(PieceId::new)
    }

    /// Whether a player's piece that has moved is told from one that has not: its first move is another, or lets a piece in hand
    /// enter behind it.
    #[must_use]
    pub fn tells_moved(&self, color: Color, piece: PieceId) -> bool {
        self.rules(color, piece).first_moves.is_some() || self.lets_in(color, piece).next().is_some()
    }

    /// The pieces in a player's hand that may enter behind a piece.
    pub fn lets_in(&self, color: Color, piece: PieceId) -> impl Iterator<Item = PieceId> {
        let behind = move |&held: &PieceId| self.rules(color, held).enters_behind.contains(&piece);
        self.ids().filter(behind)
    }

    /// The pieces that have a kind of their own for those that have moved.
    pub(crate) fn moved_states(&self) -> impl Iterator<Item = PieceId> {
        self.ids().filter(|&id| Color::ALL.into_iter().any(|color| self.tells_moved(color, id)))
    }

    /// The pieces that have a kind of their own for those that came by promotion, each with what it was before.
    pub(crate) fn promoted_states(&self) -> impl Iterator<Item = (PieceId, PieceId)> {
        let reverts = self.players.iter().any(|player| player.promotion.reverts);
        let promotes = move |from: &PieceId, to: PieceId| {
            self.piece(*from).rules.iter().any(|rules| rules.promotes_to.contains(&to))
        };
        let states = self.ids().filter_map(move |id| Some((id, self.ids().find(|from| promotes(from, id))?)));
        states.filter(move |_| reverts)
    }

    /// The number of kinds that tables need: a piece counts once for each state that is told apart, and one more that no
    /// piece has stands for the king of a player who has none.
    #[must_use]
    pub fn kind_count(&self) -> usize {
        let headless = Color::ALL.into_iter().any(|color| !self.has_kings(color));
        let states = self.moved_states().count() + self.promoted_states().count();
        self.pieces.len() + states + usize::from(headless)
    }

    /// Where a player's piece promotes, if it does.
    #[must_use]
    pub fn zones(&self, color: Color, piece: PieceId) -> Zones {
        self.rules(color, piece).promotion.unwrap_or(self.players[color.index()].promotion.zones)
    }

    /// The piece that a captured one is in its captor's hand: without a `+`.
    #[must_use]
    pub fn in_hand(&self, piece: PieceId) -> PieceId {
        self.lettered(self.piece(piece).letter.unpromoted()).unwrap_or(piece)
    }

    /// The rules of a piece of one player.
    #[must_use]
    pub fn rules(&self, color: Color, piece: PieceId) -> &PieceRules {
        &self.piece(piece).rules[color.index()]
    }

    /// Whether a player may ever pass: at will, or without a move.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        self.passing || self.stalemate == Stalemate::Pass
    }

    /// Whether a game can end in a draw. Where it cannot, players cannot agree on one either.
    #[must_use]
    pub fn can_be_drawn(&self) -> bool {
        self.draws.is_none() && self.has_draws()
    }

    fn has_draws(&self) -> bool {
        matches!(self.stalemate, Stalemate::Is(Verdict::Draw) | Stalemate::Fewer)
            || self.checkmate == Verdict::Draw
            || self.players.iter().any(|player| player.royal.result == Verdict::Draw)
            || self.repetition.is_some_and(|rule| rule.mover == Verdict::Draw)
            || matches!(self.clock.limit, Some((_, ClockEnd::Draw)))
            || self.bare_king == Some(Verdict::Draw)
            || self.may_pass()
            || self.counting.is_some()
            || self.mate.as_ref().is_some_and(|rule| !rule.needs.is_empty())
            || self.insufficient.is_some()
    }

    /// The full name with the options that differ from their defaults, such as
    /// `near-vs-normal:near=black,en-passant=on`.
    #[must_use]
    pub fn full_name(&self) -> String {
        let mut name = self.name.clone();
        let set = self.options.iter().zip(&self.chosen).filter(|(o, v)| o.default != **v);
        for (i, (option, value)) in set.enumerate() {
            name.push(if i == 0 { ':' } else { ',' });
            name.push_str(&format!("{}={value}", option.name));
        }
        name
    }
}
