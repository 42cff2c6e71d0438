//! Which mechanisms of a game exclude each other: one table, which the manual shows and a test
//! tries line by line.

use super::reader::Reader;
use super::syntax::{Node, Place, Table};
use super::{
    ClockEnd, Code, DoubleStep, KingLoss, OptionValues, Path, PieceRules, RoyalLoss, Rules, Verdict, sense,
};
use crate::geometry::Color;

/// A mechanism that does not go together with every other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mechanism {
    /// All pieces in hand are placed before anything moves.
    Placement,
    /// Captured pieces go to their captor's hand.
    Prisoners,
    /// A piece in hand enters by exchange.
    Entry,
    /// A piece in hand enters on the square that another leaves.
    Gating,
    /// Captures explode.
    Explosion,
    /// A capture leaves a piece on the square that the capturer came from.
    Creation,
    /// Promoted pieces go back to what they were.
    Reverts,
    /// Black's squares are White's, turned.
    Rotation,
    /// A piece is the promoted one of another: its letter has a `+`.
    Plus,
    /// A piece has moves of its own as long as it has not moved.
    FirstMoves,
    /// A piece that castles has moves of its own as long as it has not moved.
    RoyalFirstMoves,
    /// A bare king decides the game.
    BareKing,
    /// Pieces are named that do not win alone.
    Insufficient,
    /// A king is lost by capture.
    CaptureKing,
    /// A player has other royal pieces than one king.
    Royalty,
    /// Castling wins.
    CastlingWins,
    /// Only the last royal piece may not be left attacked.
    LastRoyal,
    /// A player may not have too few pieces.
    Extinction,
    /// Being checkmated is no loss.
    CheckmateDecides,
    /// No king is lost by checkmate.
    NoCheckmate,
    /// Having no move is not a draw.
    StalemateDecides,
    /// Reaching a square wins.
    Goal,
    /// The goal must still be held after the opponent's reply.
    GoalHold,
    /// Pieces may not go to the goal where they are attacked.
    GoalShy,
    /// Black may equalise once White has reached the goal.
    GoalLastMove,
    /// So many checks lose.
    Checks,
    /// Moves may not give check.
    NoGivingCheck,
    /// Kings may not face each other.
    FacingKings,
    /// Who gives check all the time loses.
    PerpetualCheck,
    /// King and rook castle from squares that the file names.
    FixedCastling,
    /// King and rook castle from wherever they start.
    ShuffledCastling,
    /// An option shuffles the array.
    Shuffle,
    /// The clock gives a claim to whoever captured last.
    Claim,
    /// No capture sets the clock back.
    NoClockCaptures,
    /// A piece that has moves for its first move is promoted to.
    FirstMovesByPromotion,
    /// A king is lost by checkmate.
    CheckmateKing,
    /// A piece captures what it leaps over.
    LeapCapture,
    /// A move of several legs captures where an earlier one ends.
    CaptureOnWay,
    /// Each move puts a neutral piece on an empty square.
    Blocker,
    /// A player may pass.
    Pass,
    /// A king in check may not step away.
    NoFleeing,
    /// Not every checkmate counts.
    MateRule,
    /// Enemies that aim at a piece end its first moves.
    Unsettling,
    /// A weaker player counts moves.
    Counting,
    /// A double step can be answered en passant.
    EnPassant,
    /// Who can capture must.
    Obligation,
    /// A piece captures its own side's.
    CapturesOwn,
    /// A piece that captures turns to stone.
    Petrifies,
    /// A piece that captures becomes another.
    CaptorBecomes,
    /// Pieces promote where they stand that came there without moving.
    InPlace,
    /// Promotion is a move of its own.
    PromotionStep,
    /// Who could only promote by such a move need not.
    Declinable,
    /// What comes by promotion attacks nothing.
    QuietPromotion,
}

use crate::message::Message;
use crate::say;
use Mechanism as M;

/// The pairs that exclude each other, each with the reason.
pub const EXCLUSIONS: [(Mechanism, Mechanism, &str); 82] = [
    (M::Placement, M::Prisoners, "nothing could be captured before all hands are empty for good"),
    (M::Placement, M::Entry, "a piece that enters by exchange cannot be placed, so nothing would ever move"),
    (M::Reverts, M::FirstMovesByPromotion, "a piece cannot be written both promoted and unmoved"),
    (M::Plus, M::Reverts, "what has a `+` is in a hand what it was without"),
    (M::Plus, M::FirstMoves, "a moved piece is written with a `+` as well"),
    (M::Plus, M::Gating, "a moved piece is written with a `+` as well"),
    (M::Rotation, M::ShuffledCastling, "Black's king would castle to the other side"),
    (M::RoyalFirstMoves, M::FixedCastling, "castling tells already what an unmoved king may do"),
    (M::RoyalFirstMoves, M::ShuffledCastling, "castling tells already what an unmoved king may do"),
    (M::BareKing, M::Placement, "every king is bare before the pieces are placed"),
    (M::BareKing, M::Prisoners, "pieces in hand would have to count"),
    (M::Insufficient, M::CaptureKing, "a king that may be captured can blunder with any material"),
    (M::Insufficient, M::StalemateDecides, "a lone piece can win by leaving no move"),
    (M::Insufficient, M::Goal, "a king can win by reaching its goal"),
    (M::Insufficient, M::Checks, "a lone piece can win by giving check"),
    (M::Insufficient, M::Placement, "the board has nothing but kings before the pieces are placed"),
    (M::Insufficient, M::BareKing, "a bare king decides the game already"),
    (M::Checks, M::CaptureKing, "where a king is lost by capture there is no check"),
    (M::NoGivingCheck, M::CaptureKing, "where a king is lost by capture there is no check"),
    (M::FacingKings, M::CaptureKing, "where a king is lost by capture it may stand anywhere"),
    (M::PerpetualCheck, M::CaptureKing, "where a king is lost by capture there is no check"),
    (M::Checks, M::NoGivingCheck, "no check could be counted"),
    (M::GoalHold, M::GoalLastMove, "both say what the opponent's reply is for"),
    (M::Insufficient, M::Royalty, "the dead positions are those of one king for each player"),
    (M::Insufficient, M::CastlingWins, "a king can win by castling"),
    (M::Insufficient, M::Extinction, "a lone piece can make an end of what the other has"),
    (M::BareKing, M::Royalty, "no king is bare where others are royal, or none is"),
    (M::Royalty, M::ShuffledCastling, "there must be one king that castles from wherever it starts"),
    (M::LastRoyal, M::CaptureKing, "where they are captured, `all` says the same"),
    (M::CheckmateDecides, M::NoCheckmate, "there is no check, and so no mate"),
    (M::Placement, M::ShuffledCastling, "there is no array to castle from"),
    (M::FixedCastling, M::Shuffle, "the shuffle moves king and rook away"),
    (M::Claim, M::NoClockCaptures, "the claim belongs to whoever made the last counted capture"),
    (M::Explosion, M::Prisoners, "pieces that explode are nobody's"),
    (M::Explosion, M::Creation, "the square that the capturer came from would be filled by nobody"),
    (M::Explosion, M::Entry, "what enters would be gone at once"),
    (M::Explosion, M::Gating, "what enters might be gone at once"),
    (M::Gating, M::Placement, "the hands would be empty before a piece moves"),
    (M::Gating, M::FirstMovesByPromotion, "a piece that came by promotion would let another enter behind it"),
    (M::Gating, M::Creation, "both fill the square that a piece leaves"),
    (M::Gating, M::ShuffledCastling, "the text of such a move cannot say where a piece enters"),
    (
        M::Blocker,
        M::CheckmateKing,
        "the second half of a move could end a check, so that the king is lost by capture",
    ),
    (M::Blocker, M::Insufficient, "the blocker counts for nobody"),
    (M::Blocker, M::BareKing, "the blocker counts for nobody"),
    (M::Blocker, M::Explosion, "nobody has said what an explosion does to the blocker"),
    (M::Blocker, M::Gating, "a move has one third square"),
    (M::Blocker, M::LeapCapture, "a move has one third square"),
    (M::Blocker, M::CaptureOnWay, "a move has one third square"),
    (M::Blocker, M::Creation, "both may fill the square that a piece leaves"),
    (M::Pass, M::Placement, "who passes would never place the pieces in hand"),
    (M::Pass, M::Blocker, "a pass has no second half"),
    (M::NoFleeing, M::CaptureKing, "where a king is lost by capture there is no check"),
    (M::NoFleeing, M::Royalty, "it is a rule for one king"),
    (M::MateRule, M::CaptureKing, "where a king is lost by capture there is no mate"),
    (M::MateRule, M::Royalty, "it is a rule for one king"),
    (M::MateRule, M::Claim, "both stand at the end of FEN"),
    (M::Unsettling, M::Explosion, "what aims at it may be gone at once"),
    (M::Counting, M::Pass, "both stand in one field of FEN"),
    (M::Counting, M::EnPassant, "both stand in one field of FEN"),
    (M::Counting, M::Claim, "the clock is the count"),
    (M::Counting, M::Royalty, "nobody is bare where others are royal than one king, or none is"),
    (M::Counting, M::Blocker, "the blocker counts for nobody"),
    (M::Counting, M::Petrifies, "stones count for nobody"),
    (M::CapturesOwn, M::Prisoners, "what one takes of one's own is nobody's prisoner"),
    (M::CapturesOwn, M::Obligation, "nobody has said whether taking one's own is enough"),
    (M::CapturesOwn, M::Explosion, "nobody has said whether taking one's own explodes"),
    (M::CapturesOwn, M::Creation, "nobody has said what taking one's own leaves"),
    (M::CapturesOwn, M::ShuffledCastling, "a king that takes its rook is how castling is written then"),
    (M::Petrifies, M::Blocker, "nobody has said whether the stones are moved"),
    (M::Petrifies, M::Entry, "nobody has said what turns to stone"),
    (M::Petrifies, M::Insufficient, "stones count for nobody"),
    (M::Petrifies, M::BareKing, "stones count for nobody"),
    (M::CaptorBecomes, M::Explosion, "the captor is gone"),
    (M::CaptorBecomes, M::Reverts, "what a piece was would have to be remembered"),
    (M::CaptorBecomes, M::Insufficient, "a lone piece can become another"),
    (M::CaptorBecomes, M::Entry, "nobody has said what becomes another"),
    (M::PromotionStep, M::InPlace, "both say how a piece promotes where it stands"),
    (M::PromotionStep, M::Entry, "both are written with a letter behind the squares"),
    (M::PromotionStep, M::Gating, "both are written with a letter behind the squares"),
    (
        M::Declinable,
        M::Royalty,
        "nobody has nothing but the king where others are royal than one king, or none is",
    ),
    (M::QuietPromotion, M::Blocker, "the second half of a move could end an attack"),
    (M::GoalShy, M::Blocker, "the second half of a move could begin an attack, or end one"),
];

impl Mechanism {
    /// The key that brings it in.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            M::Placement => "hand.placement",
            M::Prisoners => "hand.prisoners",
            M::Entry => "pieces.PIECE.enters-for",
            M::Gating => "pieces.PIECE.enters-behind",
            M::Explosion => "explosion",
            M::Creation => "pieces.PIECE.leaves",
            M::Reverts => "promotion.reverts",
            M::Plus => "pieces.PIECE.letter",
            M::Rotation => "mirror",
            M::FirstMoves | M::RoyalFirstMoves | M::FirstMovesByPromotion => "pieces.PIECE.first-moves",
            M::BareKing => "bare-king",
            M::Insufficient => "insufficient",
            M::CaptureKing | M::NoCheckmate => "king-lost-by",
            M::Royalty => "royal",
            M::CastlingWins => "castling",
            M::LastRoyal => "royal.lost",
            M::Extinction => "extinction",
            M::CheckmateDecides => "checkmate",
            M::StalemateDecides => "stalemate",
            M::Goal => "goal",
            M::GoalHold => "goal.hold",
            M::GoalShy => "goal.shy",
            M::GoalLastMove => "goal.last-move",
            M::Checks => "checks",
            M::NoGivingCheck => "giving-check",
            M::FacingKings => "facing-kings",
            M::PerpetualCheck => "repetition.perpetual-check",
            M::FixedCastling | M::ShuffledCastling => "castling",
            M::Shuffle => "options.OPTION.shuffles",
            M::Claim => "clock.result",
            M::NoClockCaptures => "clock.captures",
            M::CheckmateKing => "king-lost-by",
            M::LeapCapture => "pieces.PIECE.leap-capture",
            M::CaptureOnWay => "pieces.PIECE.moves",
            M::Blocker => "blocker",
            M::Pass => "pass",
            M::NoFleeing => "king-flees",
            M::MateRule => "mate",
            M::Unsettling => "pieces.PIECE.unsettled-by",
            M::Counting => "counting",
            M::EnPassant => "pieces.PIECE.double-step",
            M::Obligation => "capture",
            M::CapturesOwn => "pieces.PIECE.captures-own",
            M::Petrifies => "pieces.PIECE.turns-to-stone",
            M::CaptorBecomes => "pieces.PIECE.captor-becomes",
            M::InPlace => "promotion.in-place",
            M::PromotionStep => "promotion.step",
            M::Declinable => "promotion.step.declinable",
            M::QuietPromotion => "promotion.quiet",
        }
    }

    /// How a message and the manual call it.
    #[must_use]
    pub const fn said(self) -> &'static str {
        match self {
            M::Placement => "`hand.placement`",
            M::Prisoners => "`hand.prisoners`",
            M::Entry => "`enters-for`",
            M::Gating => "`enters-behind`",
            M::Explosion => "`explosion`",
            M::Creation => "`leaves`",
            M::Reverts => "`promotion.reverts`",
            M::Plus => "a `letter` with a `+`",
            M::Rotation => "`mirror = \"rotation\"`",
            M::FirstMoves => "`first-moves`",
            M::RoyalFirstMoves => "`first-moves` of the piece that castles",
            M::FirstMovesByPromotion => "`first-moves` of a piece that is promoted to",
            M::BareKing => "`bare-king`",
            M::Insufficient => "`insufficient` with letters",
            M::CaptureKing | M::NoCheckmate => "`king-lost-by = \"capture\"`",
            M::Royalty => "`royal` pieces other than one king",
            M::CastlingWins => "`castling` that `wins`",
            M::LastRoyal => "`royal.lost = \"last\"`",
            M::Extinction => "`extinction`",
            M::CheckmateDecides => "a `checkmate` that is no loss",
            M::StalemateDecides => "a `stalemate` that is no draw",
            M::Goal => "`goal`",
            M::GoalHold => "`goal.hold`",
            M::GoalShy => "`goal.shy`",
            M::GoalLastMove => "`goal.last-move`",
            M::Checks => "`checks`",
            M::NoGivingCheck => "`giving-check = false`",
            M::FacingKings => "`facing-kings`",
            M::PerpetualCheck => "`repetition.perpetual-check`",
            M::FixedCastling => "`castling` with the king's square",
            M::ShuffledCastling => "`castling` without the king's square",
            M::Shuffle => "`shuffles`",
            M::Claim => "`clock.result = \"claim\"`",
            M::NoClockCaptures => "`clock.captures = \"none\"`",
            M::CheckmateKing => "`king-lost-by = \"checkmate\"`",
            M::LeapCapture => "`leap-capture`",
            M::CaptureOnWay => "`moves` that capture on their way",
            M::Blocker => "`blocker`",
            M::Pass => "`pass`",
            M::NoFleeing => "`king-flees = false`",
            M::MateRule => "`mate`",
            M::Unsettling => "`unsettled-by`",
            M::Counting => "`counting`",
            M::EnPassant => "`double-step.en-passant`",
            M::Obligation => "`capture`",
            M::CapturesOwn => "`captures-own`",
            M::Petrifies => "`turns-to-stone`",
            M::CaptorBecomes => "`captor-becomes`",
            M::InPlace => "`promotion.in-place`",
            M::PromotionStep => "`promotion.step`",
            M::Declinable => "`promotion.step.declinable`",
            M::QuietPromotion => "`promotion.quiet`",
        }
    }

    /// Whether a game has it.
    #[must_use]
    pub fn is_in(self, d: &Rules) -> bool {
        let castles = |fixed: bool| {
            d.players.iter().flat_map(|p| p.castling.iter().flatten()).any(|c| c.from.is_some() == fixed)
        };
        let rules = || d.pieces.iter().flat_map(|p| p.rules.iter());
        let goals = || d.players.iter().flat_map(|p| &p.goal);
        match self {
            M::Placement => d.hands.placement,
            M::Prisoners => d.hands.prisoners,
            M::Entry => rules().any(|r| r.entry.is_some()),
            M::Gating => rules().any(|r| !r.enters_behind.is_empty()),
            M::Explosion => d.explosion.is_some(),
            M::Creation => rules().any(|r| r.leaves.is_some()),
            M::Rotation => d.shape.is_turned(),
            M::Plus => d.pieces.iter().any(|p| p.letter.is_promoted()),
            M::Reverts => d.players.iter().any(|p| p.promotion.reverts),
            M::FirstMoves => rules().any(|r| r.first_moves.is_some()),
            M::RoyalFirstMoves => Color::ALL.into_iter().any(|color| {
                let castling = d.players[color.index()].castling.iter().flatten();
                castling.into_iter().any(|c| d.rules(color, c.king).first_moves.is_some())
            }),
            M::FirstMovesByPromotion => rules().flat_map(|r| &r.promotes_to).any(|&to| {
                d.pieces.get(to.index()).is_some_and(|p| p.rules.iter().any(|r| r.first_moves.is_some()))
            }),
            M::BareKing => d.bare_king.is_some(),
            M::Insufficient => d.insufficient.as_ref().is_some_and(|pieces| !pieces.is_empty()),
            M::CaptureKing => d.players.iter().any(|p| p.king_lost_by == KingLoss::Capture),
            M::Royalty => !Color::ALL.into_iter().all(|color| d.has_one_king(color)),
            M::CastlingWins => d.players.iter().flat_map(|p| p.castling.iter().flatten()).any(|c| c.wins),
            M::LastRoyal => d.players.iter().any(|p| p.royal.lost == RoyalLoss::Last),
            M::Extinction => d.players.iter().any(|p| p.extinction.is_some()),
            M::CheckmateDecides => d.checkmate != Verdict::Loss,
            M::NoCheckmate => d.players.iter().all(|p| p.king_lost_by == KingLoss::Capture),
            M::StalemateDecides => !d.stalemate.is_draw(),
            M::Goal => goals().next().is_some(),
            M::GoalHold => goals().any(|g| g.hold),
            M::GoalShy => goals().any(|g| g.shy),
            M::GoalLastMove => goals().any(|g| g.last_move),
            M::Checks => d.players.iter().any(|p| p.checks.is_some()),
            M::NoGivingCheck => d.players.iter().any(|p| !p.gives_check),
            M::FacingKings => d.kings_never_face || d.facing_offers_draw,
            M::PerpetualCheck => d.repetition.is_some_and(|rule| rule.perpetual_check),
            M::FixedCastling => castles(true),
            M::ShuffledCastling => castles(false),
            M::Shuffle => d.options.iter().any(|o| matches!(o.values, OptionValues::Number { .. })),
            M::Claim => matches!(d.clock.limit, Some((_, ClockEnd::Claim))),
            M::NoClockCaptures => d.clock.captures.is_empty(),
            M::CheckmateKing => {
                d.players.iter().any(|p| !p.royal.pieces.is_empty() && p.king_lost_by == KingLoss::Checkmate)
            }
            M::LeapCapture => rules().flat_map(PieceRules::rays).any(|r| matches!(r.path, Path::Over { .. })),
            M::CaptureOnWay => rules().any(captures_on_way),
            M::Blocker => d.blocker.is_some(),
            M::Pass => d.may_pass(),
            M::NoFleeing => d.players.iter().any(|p| !p.king_flees),
            M::MateRule => d.mate.is_some(),
            M::Unsettling => rules().any(|r| !r.unsettled_by.is_empty()),
            M::Counting => d.counting.is_some(),
            M::EnPassant => rules().any(|r| r.double_step.as_ref().is_some_and(DoubleStep::is_exposed)),
            M::Obligation => d.players.iter().any(|p| p.obligation.is_some()),
            M::CapturesOwn => rules().any(|r| r.captures.own),
            M::Petrifies => rules().any(|r| r.captures.petrifies),
            M::CaptorBecomes => rules().any(|r| r.captures.captor_becomes.is_some()),
            M::InPlace => d.players.iter().any(|p| p.promotion.in_place),
            M::PromotionStep => d.players.iter().any(|p| p.promotion.step.is_some()),
            M::Declinable => d.players.iter().flat_map(|p| &p.promotion.step).any(|step| step.declinable),
            M::QuietPromotion => d.players.iter().any(|p| p.promotion.quiet),
        }
    }
}

/// Whether a piece has a move of several legs that captures before it ends.
fn captures_on_way(rules: &PieceRules) -> bool {
    rules.rays().any(|ray| matches!(&ray.path, Path::Legs(legs) if legs.captures()))
}

/// Reports every pair of the table that a game has.
pub(super) fn check(r: &mut Reader<'_>, d: &Rules, tree: &Table, options: Option<&Table>) {
    for (a, b, why) in EXCLUSIONS {
        if !a.is_in(d) || !b.is_in(d) || (b == M::Shuffle && !by_numbering(options)) {
            continue;
        }
        let at = [a, b].map(|m| locate(d, tree, options, m));
        // The later of the two in the game's own file is the one that its writer added last.
        let later = |p: &&Place| (std::cmp::Reverse(p.file), p.start);
        let place = at.iter().flatten().max_by_key(later).cloned().unwrap_or(r.nowhere());
        let [one, other, why] = [a.said(), b.said(), why].map(|text| Message::new(text, Vec::new()));
        let message = say!("{one} and {other} exclude each other: {why}", one, other, why);
        let hint = match (a, b) {
            (M::Insufficient, _) | (M::Blocker, M::Insufficient) => off("insufficient"),
            (M::RoyalFirstMoves | M::FixedCastling | M::Rotation, _) => off("castling"),
            (M::Blocker, M::CheckmateKing) => say!("write king-lost-by = \"capture\""),
            _ => say!("remove one of them"),
        };
        r.fault(Code::E110, &place, message, Some(hint));
    }
}

/// Whether an option shuffles a rank by a numbering. Pieces that change places otherwise castle from where they stand then, if at all.
fn by_numbering(options: Option<&Table>) -> bool {
    let mut tables =
        options.iter().flat_map(|t| &t.0).filter_map(|e| e.node.table()?.get("shuffles")?.table());
    tables.any(|table| table.get("pieces").is_none())
}

/// Keys that are switched off to let others be.
const OFF: [&str; 2] = ["insufficient", "castling"];

/// The hint that says to switch one of them off.
fn off(key: &str) -> Message {
    match key {
        "castling" => say!("write castling = false, or remove the other"),
        _ => say!("write insufficient = false"),
    }
}

/// The key that such a hint says to switch off.
pub(super) fn switched_off(hint: &Message) -> Option<&'static str> {
    OFF.into_iter().find(|key| off(key) == *hint)
}

/// Where a mechanism stands.
fn locate(d: &Rules, tree: &Table, options: Option<&Table>, mechanism: Mechanism) -> Option<Place> {
    if mechanism == M::CaptureOnWay {
        // Every piece has moves: the place is at those that do so.
        let piece = d.pieces.iter().find(|piece| piece.rules.iter().any(captures_on_way))?;
        let keys = sense::keys_of(tree, piece.letter)?;
        return ["moves", "first-moves"].into_iter().find_map(|key| keys.entry(key)).map(|e| e.place.clone());
    }
    if mechanism == M::Plus {
        let pieces = tree.get("pieces").and_then(Node::table);
        let letters = pieces.iter().flat_map(|t| &t.0).filter_map(|e| e.node.table()?.get("letter"));
        return letters
            .filter(|n| n.text().is_some_and(|t| t.starts_with('+')))
            .map(|n| n.place.clone())
            .next();
    }
    let mut path = mechanism.key().split('.');
    let (first, rest): (&str, Vec<&str>) = (path.next()?, path.collect());
    if first == "options" {
        let tables = options?.0.iter().filter_map(|e| e.node.table());
        return tables.filter_map(|t| t.entry("shuffles")).map(|e| e.place.clone()).next();
    }
    let armies = tree.get("armies").and_then(Node::table);
    let views = armies.iter().flat_map(|a| &a.0).filter_map(|e| e.node.table());
    views.chain([tree]).find_map(|view| find(view.entry(first)?, &rest))
}

fn find(entry: &super::syntax::Entry, rest: &[&str]) -> Option<Place> {
    let Some((next, rest)) = rest.split_first() else {
        return (!entry.node.is_false()).then(|| entry.place.clone());
    };
    let table = entry.node.table()?;
    match *next {
        "PIECE" => table.0.iter().find_map(|e| find(e, rest)),
        next => find(table.entry(next)?, rest),
    }
}
