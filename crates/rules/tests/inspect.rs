//! What a piece can do from where it stands, against what is known and against legal moves.

use crate::common::{Random, games};
use berolina_rules::geometry::{Square, SquareSet};
use berolina_rules::{Game, Library, Position, Variant};

fn position(game: &str, fen: &str) -> Position {
    let variant = Variant::load(&Library::shipped(), game).expect("a shipped game");
    Position::from_fen(&variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Moves, captures, attacks and first moves of the piece on a square, as names.
fn seen(position: &Position, square: &str) -> [String; 4] {
    let shape = position.variant().shape();
    let seen = position.inspect(shape.parse(square).expect("a square")).expect("a piece");
    let names = |set: SquareSet| set.iter().map(|s| shape.name(s).to_string()).collect::<Vec<_>>().join(" ");
    [seen.moves, seen.captures, seen.attacks, seen.first].map(names)
}

#[test]
fn whoever_is_to_move_and_attacked_or_not() {
    let pinned = position("chess", "4k3/8/8/8/1b6/8/3N4/4K3 b - - 0 1");
    assert_eq!(seen(&pinned, "d2")[0], "b1 f1 b3 f3 c4 e4");
    assert_eq!(seen(&pinned, "b4"), ["a3 c3 a5 c5 d6 e7 f8", "d2", "d2 a3 c3 a5 c5 d6 e7 f8", ""]);
    assert_eq!(pinned.inspect(Square(0)), None);
    assert_eq!(pinned.inspect(Square(99)), None);
}

#[test]
fn first_moves_are_told_apart() {
    let castling = position("chess", "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
    assert_eq!(seen(&castling, "e1")[3], "g1");
    // One that came by promotion has not moved.
    let fresh = position("npnc-guarding", "U3k4/9/9/9/9/9/9/4K4[] w - - 0 1");
    let moved = position("npnc-guarding", "+U3k4/9/9/9/9/9/9/4K4[] w - - 0 1");
    let [moves, .., first] = seen(&fresh, "a8");
    assert!(!first.is_empty() && first.split(' ').all(|square| moves.contains(square)));
    assert_eq!(seen(&moved, "a8")[3], "");
    assert!(first.split(' ').all(|square| !seen(&moved, "a8")[0].split(' ').any(|s| s == square)));
}

#[test]
fn a_leap_captures_what_it_passes() {
    let leap = position("npnc-guarding", "U3k4/1p7/9/9/9/9/9/4K4[] w - - 0 1");
    let [moves, captures, attacks, first] = seen(&leap, "a8");
    assert!(captures.split(' ').any(|s| s == "b7") && attacks.contains("b7"), "{captures}; {attacks}");
    assert_eq!((moves.as_str(), first.as_str()), ("b6 c7", "b6 c7"));
}

#[test]
fn while_pieces_are_placed_it_is_what_they_will_do() {
    let library = Library::shipped();
    let placing = library.names().filter_map(|name| Variant::load(&library, name).ok());
    let mut tried = 0;
    for variant in placing.filter(|variant| variant.start().is_placing()) {
        let mut game = Game::new(variant.start());
        while game.moves().len() < 4 {
            game.push(game.position().legal_moves()[0]);
        }
        assert!(game.position().is_placing());
        let seen = variant.shape().iter().filter_map(|square| game.position().inspect(square));
        tried += usize::from(seen.filter(|seen| !seen.attacks.is_empty()).count() > 0);
    }
    assert!(tried > 0);
}

/// Where no king is lost by checkmate, a piece of the mover's can do what its legal moves do. The other
/// player's can do the same after the turn is passed.
#[test]
fn as_legal_moves_are_where_there_is_no_check() {
    for index in 0..games::names().len() {
        let mut random = Random::new(index as u64 + 1);
        let mut game = Game::new(games::subject(index).free.start());
        for _ in 0..30 {
            let now = game.position();
            if now.outcome().is_some() {
                break;
            }
            if !now.is_placing() {
                check(now);
            }
            let legal = now.legal_moves();
            game.push(legal[random.below(legal.len())]);
        }
    }
}

fn check(now: &Position) {
    let shape = now.variant().shape();
    // What explodes around is not what a piece aims at.
    if now.variant().definition().explosion.is_some() {
        return;
    }
    for square in shape.iter() {
        let Some((_, color)) = now.piece_at(square) else { continue };
        let seen = now.inspect(square).expect("a piece stands there");
        if color != now.turn() {
            let mut setup = now.setup();
            setup.turn = color;
            setup.en_passant = None;
            if let Ok(passed) = setup.position(now.variant()) {
                assert_eq!(passed.inspect(square), Some(seen), "{} {}", now.fen(), shape.name(square));
            }
            continue;
        }
        let (mut moves, mut captures) = (SquareSet::EMPTY, SquareSet::EMPTY);
        let own = |mv: &berolina_rules::Move| mv.from() == square && mv.manner().from_hand().is_none();
        for mv in now.legal_moves().into_iter().filter(own) {
            captures.0 |= now.taken(mv).0;
            if now.piece_at(mv.to()).is_none() {
                moves.insert(mv.to());
            }
        }
        let shown = format!("{} {}", now.fen(), shape.name(square));
        assert_eq!((seen.moves, seen.captures), (moves, captures), "{shown}");
        let passing = now.en_passant().is_some();
        assert!(passing || captures.0 & !seen.attacks.0 == 0, "{shown}");
    }
}
