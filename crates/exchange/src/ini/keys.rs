//! The keys that are known, what kind of value each has, and what it is without being said.

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Flag,
    Number,
    Region,
    /// Kinds of pieces.
    Pieces,
    /// One kind, the last of the text.
    Piece,
    /// `p:g s:g` or `q:1`.
    Pairs,
    File,
    /// A word or a text.
    Word,
    /// It says nothing of the rules.
    Idle,
}

/// Whether White and Black may have values of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sides {
    One,
    /// Only with `White` or `Black` behind the name.
    Two,
    /// Also for both at once.
    Both,
}

/// A key that is known.
pub(super) struct Key {
    pub name: &'static str,
    pub sort: Sort,
    pub sides: Sides,
    /// The value where nobody says another; of White and Black with a `|` between.
    pub default: &'static str,
    /// What it means, where it cannot be said.
    pub unsaid: &'static str,
}

const fn key(
    name: &'static str,
    sort: Sort,
    sides: Sides,
    default: &'static str,
    unsaid: &'static str,
) -> Key {
    Key { name, sort, sides, default, unsaid }
}

use Sides::{Both, One, Two};
use Sort::{File, Flag, Idle, Number, Pairs, Piece, Pieces, Region, Word};

/// How chess starts.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// All keys, in the order in which they are read.
pub(super) const KEYS: &[Key] = &[
    key("maxFile", File, One, "8", ""),
    key("maxRank", File, One, "8", ""),
    key("variantTemplate", Idle, One, "", ""),
    key("pieceToCharTable", Idle, One, "", ""),
    key("pocketSize", Idle, One, "", ""),
    key("pieceValueMg", Idle, One, "", ""),
    key("pieceValueEg", Idle, One, "", ""),
    key("chess960", Flag, One, "false", "castling from shuffled places"),
    key("twoBoards", Flag, One, "false", "a second board fills the hands"),
    key("startFen", Word, One, START, ""),
    key("promotionRegion", Region, Two, "*8|*1", ""),
    key("promotionPawnTypes", Pieces, Both, "pawn", ""),
    key("promotionPieceTypes", Pieces, Both, "", ""),
    key("sittuyinPromotion", Flag, One, "false", "promotion in place as in Sittuyin"),
    key("promotionLimit", Pairs, One, "", ""),
    key("promotedPieceType", Pairs, One, "", ""),
    key("piecePromotionOnCapture", Flag, One, "false", ""),
    key("mandatoryPawnPromotion", Flag, One, "true", ""),
    key("mandatoryPiecePromotion", Flag, One, "false", ""),
    key("pieceDemotion", Flag, One, "false", ""),
    key("blastOnCapture", Flag, One, "false", ""),
    key("blastImmuneTypes", Pieces, One, "", ""),
    key("mutuallyImmuneTypes", Pieces, One, "", ""),
    key("petrifyOnCaptureTypes", Pieces, One, "", ""),
    key("petrifyBlastPieces", Flag, One, "false", "what an explosion takes turns to stone"),
    key("doubleStep", Flag, One, "true", ""),
    key("doubleStepRegion", Region, Two, "*2|*7", ""),
    key("tripleStepRegion", Region, Two, "", ""),
    key("enPassantRegion", Region, Both, "all", ""),
    key("enPassantTypes", Pieces, Both, "pawn", ""),
    key("castling", Flag, One, "true", ""),
    key("castlingDroppedPiece", Flag, One, "false", ""),
    key("castlingKingsideFile", File, One, "g", ""),
    key("castlingQueensideFile", File, One, "c", ""),
    key("castlingRank", File, One, "1", ""),
    key("castlingKingFile", File, One, "e", ""),
    key("castlingKingPiece", Piece, Both, "king", ""),
    key("castlingRookKingsideFile", File, One, "l", ""),
    key("castlingRookQueensideFile", File, One, "a", ""),
    key("castlingRookPieces", Pieces, Both, "rook", ""),
    key("oppositeCastling", Flag, One, "false", ""),
    key("checking", Flag, One, "true", ""),
    key("dropChecks", Flag, One, "true", "no piece from the hand may be placed with check"),
    key("mustCapture", Flag, One, "false", ""),
    key("mustDrop", Flag, One, "false", ""),
    key("mustDropType", Piece, One, "*", "only some pieces must be placed first"),
    key("pieceDrops", Flag, One, "false", ""),
    key("dropLoop", Flag, One, "false", ""),
    key("capturesToHand", Flag, One, "false", ""),
    key("firstRankPawnDrops", Flag, One, "false", ""),
    key("promotionZonePawnDrops", Flag, One, "false", ""),
    key("enclosingDrop", Word, One, "none", "a piece from the hand must enclose others"),
    key("enclosingDropStart", Region, One, "", "a piece from the hand must enclose others"),
    key("dropRegion", Region, Two, "all", ""),
    key("sittuyinRookDrop", Flag, One, "false", ""),
    key("dropOppositeColoredBishop", Flag, One, "false", ""),
    key("dropPromoted", Flag, One, "false", ""),
    key("dropNoDoubled", Piece, One, "", ""),
    key("dropNoDoubledCount", Number, One, "1", ""),
    key("immobilityIllegal", Flag, One, "false", ""),
    key("gating", Flag, One, "false", "the castling field of FEN holds rights of other pieces"),
    key("wallingRule", Word, One, "none", ""),
    key("wallingRegion", Region, Both, "all", "walls are put on some squares only"),
    key("wallOrMove", Flag, One, "false", "who moves puts no wall, and the other way round"),
    key("seirawanGating", Flag, One, "false", "pieces from the hand enter behind others"),
    key("cambodianMoves", Flag, One, "false", "first moves of Cambodian chess"),
    key("diagonalLines", Region, One, "", ""),
    key("pass", Flag, Both, "false", ""),
    key("passOnStalemate", Flag, Both, "false", ""),
    key("makpongRule", Flag, One, "false", ""),
    key("flyingGeneral", Flag, One, "false", ""),
    key("soldierPromotionRank", Number, One, "1", ""),
    key("flipEnclosedPieces", Word, One, "none", "enclosed pieces change sides"),
    key("nMoveRuleTypes", Pieces, Both, "pawn", ""),
    key("nMoveRule", Number, One, "50", ""),
    key("nFoldRule", Number, One, "3", ""),
    key("nFoldValue", Word, One, "draw", ""),
    key("nFoldValueAbsolute", Flag, One, "false", ""),
    key("perpetualCheckIllegal", Flag, One, "false", ""),
    key("moveRepetitionIllegal", Flag, One, "false", "nobody may move one piece to and fro"),
    key("chasingRule", Word, One, "none", "a piece may not be chased for ever"),
    key("stalemateValue", Word, One, "draw", ""),
    key("stalematePieceCount", Flag, One, "false", ""),
    key("checkmateValue", Word, One, "loss", ""),
    key("shogiPawnDropMateIllegal", Flag, One, "false", ""),
    key("shatarMateRule", Flag, One, "false", "which mates count in Mongolian chess"),
    key("bikjangRule", Flag, One, "false", ""),
    key("extinctionValue", Word, One, "none", ""),
    key("extinctionClaim", Flag, One, "false", "only who is to move may claim a win by extinction"),
    key("extinctionPseudoRoyal", Flag, One, "false", ""),
    key("dupleCheck", Flag, One, "false", ""),
    key("extinctionPieceTypes", Pieces, One, "", ""),
    key("extinctionPieceCount", Number, One, "0", ""),
    key("extinctionOpponentPieceCount", Number, One, "0", ""),
    key("flagPiece", Piece, Both, "*", ""),
    key("flagRegion", Region, Both, "", ""),
    key("flagPieceCount", Number, One, "1", ""),
    key("flagPieceBlockedWin", Flag, One, "false", "a goal whose squares others fill is reached as well"),
    key("flagMove", Flag, One, "false", ""),
    key("flagPieceSafe", Flag, One, "false", ""),
    key("checkCounting", Flag, One, "false", ""),
    key("connectN", Number, One, "0", "a line of pieces decides the game"),
    key("connectPieceTypes", Pieces, One, "*", "which pieces make a line"),
    key("connectHorizontal", Flag, One, "true", "which lines count"),
    key("connectVertical", Flag, One, "true", "which lines count"),
    key("connectDiagonal", Flag, One, "true", "which lines count"),
    key("connectRegion1", Region, Two, "", "a chain of pieces decides the game"),
    key("connectRegion2", Region, Two, "", "a chain of pieces decides the game"),
    key("connectNxN", Number, One, "0", "a square of pieces decides the game"),
    key("collinearN", Number, One, "0", "a line of pieces decides the game"),
    key("connectValue", Word, One, "win", "what a line of pieces means"),
    key("materialCounting", Word, One, "none", ""),
    key("freeDrops", Flag, One, "false", "pieces are placed that come from no hand"),
    key("adjudicateFullBoard", Flag, One, "false", "a full board ends the game"),
    key("countingRule", Word, One, "none", ""),
    key("castlingWins", Word, One, "-", ""),
];

/// Where `pawnTypes` is said, these are set before they are said themselves.
pub(super) const PAWN_KEYS: [&str; 3] = ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"];

/// The kinds of pieces that have names, with how they move, in the order in which they are read; between them and `king` come those
/// with moves of their own.
pub(crate) const TYPES: &[(&str, &str)] = &[
    ("pawn", "fmWfcF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];
