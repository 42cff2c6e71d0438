//! FIDE chess and Chess960 beside the crate `cozy-chess`, in positions of random games: start position,
//! legal moves, check, end of the game, SAN, FEN.
//!
//! Each run compares 3,000 positions of each game, the same ones every time. More of them, or others:
//!
//! ```text
//! BEROLINA_POSITIONS=100000 BEROLINA_SEED=7 cargo test --release -p berolina-rules --test all chess_peer::
//! ```

use std::collections::BTreeMap;

use crate::common::{Random, setting};
use berolina_rules::geometry::Color;
use berolina_rules::position::Manner;
use berolina_rules::{Library, Position, Variant};
use cozy_chess::util::{display_san_move, parse_san_move};
use cozy_chess::{Board, GameStatus};

const QUICK: usize = 3_000;
/// A random game is left after so many plies.
const LONG: usize = 400;

#[test]
fn chess_is_as_cozy_chess_plays_it() {
    let variant = Variant::load(&Library::shipped(), "chess").expect("chess is shipped");
    let mut random = Random::new(setting("BEROLINA_SEED", 1) as u64);
    let (wanted, mut seen) = (setting("BEROLINA_POSITIONS", QUICK), Seen::default());
    while seen.positions < wanted {
        play(variant.start(), Board::default(), false, &mut random, wanted, &mut seen);
    }
    seen.report("chess");
}

#[test]
fn chess960_is_as_cozy_chess_plays_it() {
    let library = Library::shipped();
    let mut random = Random::new(setting("BEROLINA_SEED", 1) as u64 ^ 960);
    let (wanted, mut seen) = (setting("BEROLINA_POSITIONS", QUICK), Seen::default());
    while seen.positions < wanted {
        let number = random.below(960);
        let variant = Variant::load(&library, &format!("chess960:position={number}")).expect("a number");
        let board = Board::chess960_startpos(number as u32);
        play(variant.start(), board, true, &mut random, wanted, &mut seen);
    }
    seen.report("chess960");
}

/// What the positions compared had in them, to see that the rare things came up.
#[derive(Default)]
struct Seen {
    positions: usize,
    moves: usize,
    checks: usize,
    castlings: usize,
    en_passants: usize,
    promotions: usize,
    ends: BTreeMap<&'static str, usize>,
}

impl Seen {
    fn report(&self, name: &str) {
        let Self { positions, moves, checks, castlings, en_passants, promotions, ends } = self;
        println!(
            "{name}: {positions} positions with {moves} moves, {checks} checks, {castlings} castlings, \
             {en_passants} en passant, {promotions} promotions; ends {ends:?}"
        );
        assert!(*checks > 0 && *castlings > 0 && *promotions > 0, "{name}: the games were too tame");
    }
}

fn play(
    start: Position,
    start_board: Board,
    shuffled: bool,
    random: &mut Random,
    wanted: usize,
    seen: &mut Seen,
) {
    let (mut position, mut board) = (start, start_board);
    for _ in 0..LONG {
        let moves = compare(&position, &board, shuffled, seen);
        if moves.is_empty() || position.outcome().is_some() || seen.positions >= wanted {
            return;
        }
        let (ours, theirs) = choose(&moves, random);
        position = position.play_unchecked(ours);
        board.play(theirs);
    }
}

/// The same move of both, and its SAN.
type Pair = (berolina_rules::Move, cozy_chess::Move, String);

/// Any move, but castling, en passant, promotion and mate more often than they would come up.
fn choose(moves: &[Pair], random: &mut Random) -> (berolina_rules::Move, cozy_chess::Move) {
    let rare =
        |(mv, _, san): &&Pair| !matches!(mv.manner(), Manner::Plain | Manner::Double) || san.ends_with('#');
    let rare: Vec<_> = moves.iter().filter(rare).collect();
    let (ours, theirs, _) =
        if !rare.is_empty() && random.one_in(3) { *random.pick(&rare) } else { random.pick(moves) };
    (*ours, *theirs)
}

/// Compares everything about a position and returns its moves in pairs.
fn compare(position: &Position, board: &Board, shuffled: bool, seen: &mut Seen) -> Vec<Pair> {
    let fen = position.fen();
    seen.positions += 1;
    seen.checks += usize::from(position.is_check());
    assert_eq!(position.is_check(), !board.checkers().is_empty(), "{fen}: check");
    compare_fen(position, board, shuffled);
    compare_outcome(position, board, seen);

    let mut theirs = BTreeMap::new();
    board.generate_moves(|moves| {
        theirs.extend(moves.into_iter().map(|mv| (text(board, mv, shuffled), mv)));
        false
    });
    let ours: BTreeMap<_, _> =
        position.sans().into_iter().map(|(mv, san)| (position.move_text(mv), (mv, san))).collect();
    assert!(ours.keys().eq(theirs.keys()), "{fen}: {:?} and {:?}", ours.keys(), theirs.keys());
    seen.moves += ours.len();
    let mut pairs = Vec::new();
    for ((our_move, san), their_move) in ours.into_values().zip(theirs.into_values()) {
        assert_eq!(san, display_san_move(board, their_move).to_string(), "{fen}: SAN");
        assert_eq!(parse_san_move(board, &san).ok(), Some(their_move), "{fen}: reading {san}");
        assert_eq!(position.parse_san(&san), Ok(our_move), "{fen}: reading {san}");
        seen.castlings += usize::from(matches!(our_move.manner(), Manner::Castling(_)));
        seen.en_passants += usize::from(matches!(our_move.manner(), Manner::EnPassant(_)));
        seen.promotions += usize::from(our_move.promotion().is_some());
        pairs.push((our_move, their_move, san));
    }
    pairs
}

/// A move of `cozy-chess`, which writes castling as king takes rook always; chess writes the king's move.
fn text(board: &Board, mv: cozy_chess::Move, shuffled: bool) -> String {
    if shuffled { mv.to_string() } else { cozy_chess::util::display_uci_move(board, mv).to_string() }
}

fn compare_outcome(position: &Position, board: &Board, seen: &mut Seen) {
    let outcome = position.outcome();
    let fen = position.fen();
    if let Some(outcome) = outcome {
        *seen.ends.entry(outcome.reason.name()).or_default() += 1;
    }
    let expected = match board.status() {
        GameStatus::Won => "checkmate",
        GameStatus::Drawn if position.legal_moves().is_empty() => "stalemate",
        GameStatus::Drawn => "fifty-moves",
        // Dead positions are not known to `cozy-chess`.
        GameStatus::Ongoing => "insufficient-material or none",
    };
    let reason = outcome.map_or("none", |outcome| outcome.reason.name());
    assert!(expected.contains(reason), "{fen}: {reason}, not {expected}");
    let winner = outcome.and_then(|outcome| outcome.winner);
    let loser = (board.status() == GameStatus::Won).then_some(board.side_to_move());
    let loser =
        loser.map(|color| if color == cozy_chess::Color::White { Color::White } else { Color::Black });
    assert_eq!(winner, loser.map(Color::other), "{fen}: winner");
}

/// Each reads what the other writes. Chess960 is exchanged with the rooks' files for castling rights,
/// which both can read; `cozy-chess` takes `KQkq` for the corners.
fn compare_fen(position: &Position, board: &Board, shuffled: bool) {
    let ours = position.fen();
    let theirs = if shuffled { format!("{board:#}") } else { board.to_string() };
    let again = Position::from_fen(position.variant(), &theirs);
    assert!(again.as_ref() == Ok(position), "{theirs} is read as {again:?}, not {ours}");
    let again = Position::from_fen(position.variant(), &ours);
    assert!(again.as_ref() == Ok(position), "{ours} is read as {again:?}");
    let rights = theirs.split(' ').nth(2).unwrap_or_default();
    let fields = ours.split(' ').enumerate().map(|(i, field)| if i == 2 { rights } else { field });
    let exchanged = fields.collect::<Vec<_>>().join(" ");
    let read = Board::from_fen(&exchanged, shuffled).unwrap_or_else(|e| panic!("{exchanged}: {e}"));
    assert_eq!(
        read.hash_without_ep(),
        board.hash_without_ep(),
        "{exchanged} is read as {read}, not {theirs}"
    );
    // `cozy-chess` keeps the square of any double step, and ours stands only for a legal capture.
    let capture = position.legal_moves().iter().any(|mv| matches!(mv.manner(), Manner::EnPassant(_)));
    assert_eq!(position.en_passant().is_some(), capture, "{ours}: en passant");
    assert_eq!(u16::from(read.halfmove_clock()), position.clock(), "{exchanged}: clock");
    assert_eq!(read.fullmove_number(), position.move_number(), "{exchanged}: number");
}
